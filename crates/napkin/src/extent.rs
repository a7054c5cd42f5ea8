//! How far the exhaustive tests of the modules go: all the way, or part of it where each of them runs
//! many times, for mutants, or many times slower, under a sanitizer. The variable `NAPKIN_SHORT` says so.

/// The first, or with `NAPKIN_SHORT` the second.
pub(crate) fn all_or<T>(all: T, short: T) -> T {
    if std::env::var_os("NAPKIN_SHORT").is_some() { short } else { all }
}
