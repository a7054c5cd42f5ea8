//! How far the exhaustive tests of the modules go: part of the way, or with the variable `NAPKIN_DEEP`, which
//! `cargo xtask deep` sets, all of it.

/// The first with `NAPKIN_DEEP`, or else the second.
pub(crate) fn all_or<T>(all: T, short: T) -> T {
    if std::env::var_os("NAPKIN_DEEP").is_some() { all } else { short }
}
