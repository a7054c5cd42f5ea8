//! `surt`: the key of CDX files, of pywb and of Common Crawl.

use std::borrow::Cow;

use crate::fast_surt;
use crate::profile::Profile;
use crate::reading::Reading;
use crate::steps::{host, path, query, whole};
use crate::writing::Writing;

/// The key of CDX files, of pywb and of Common Crawl, as Python's package surt makes it: the host in reverse, without
/// `www.`, a parenthesis, path and query in lowercase.
///
/// ```
/// use napkin_keys::SURT;
///
/// assert_eq!(SURT.key("http://www.archive.org/goo/").unwrap(), "org,archive)/goo");
/// assert_eq!(SURT.key("https://example.com:8080/?b&a=1").unwrap(), "com,example:8080)/?a=1&b");
/// assert_eq!(SURT.key("mailto:Ann@example.com").unwrap(), "mailto:ann@example.com");
/// ```
pub static SURT: Profile = Profile {
    name: "surt",
    about: "The key of CDX files, of pywb and of Common Crawl",
    source: "surt 0.3.1 (PyPI)",
    reading: Reading::Archive,
    steps: Cow::Borrowed(&[
        // GoogleURLCanonicalizer
        whole::REMOVE_FRAGMENT,
        query::RECODE,
        host::DECODE,
        host::NAME_BY_CODEC,
        host::REMOVE_DOTS,
        host::ADDRESS_OR_LOWERCASE,
        path::DECODE,
        path::SEGMENTS,
        path::ENCODE,
        // IAURLCanonicalizer
        host::LOWERCASE,
        host::REMOVE_WWW,
        whole::REMOVE_WEB_PORT,
        path::LOWERCASE,
        path::REMOVE_SESSION,
        path::REMOVE_LAST_SLASH,
        query::REMOVE_SESSIONS,
        query::LOWERCASE,
        query::SORT_BY_NAME,
        query::REMOVE_EMPTY,
    ]),
    writing: Writing::Surt,
    before: Some(before),
    fast: Some(fast_surt::push),
};

/// Nothing has the key `-`; the name of a file of an archive is its own.
fn before(text: &[u8]) -> Option<Cow<'_, [u8]>> {
    match text {
        [] => Some(b"-".into()),
        text => text.starts_with(b"filedesc").then_some(text.into()),
    }
}
