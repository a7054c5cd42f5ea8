//! The extent of the exhaustive unit tests: partial by default, complete with the variable `NAPKIN_DEEP`, which
//! `cargo xtask deep` sets.

/// `all` with `NAPKIN_DEEP`, otherwise `short`.
pub(crate) fn all_or<T>(all: T, short: T) -> T {
    if std::env::var_os("NAPKIN_DEEP").is_some() { all } else { short }
}
