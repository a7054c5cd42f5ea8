//! `webarchive-commons`: the key of the Wayback Machine and of its CDX server.

use std::borrow::Cow;

use crate::profile::Profile;
use crate::reading::{Reading, before_webarchive};
use crate::steps::{as_webarchive, host, path, query, whole};
use crate::writing::Writing;

/// The key of the Wayback Machine and of its CDX server in Java (`org.archive.url.WaybackURLKeyMaker`). It is that of [`SURT`](crate::SURT)
/// for most URLs; `www.` is removed until there is none, and fewer forms of hosts are addresses.
///
/// ```
/// use napkin_keys::WEBARCHIVE_COMMONS;
///
/// let key = WEBARCHIVE_COMMONS.key("http://www.archive.org/goo/?b&a").unwrap();
/// assert_eq!(key, "org,archive)/goo?a&b");
/// assert_eq!(WEBARCHIVE_COMMONS.key("dns:archive.org").unwrap(), "org,archive)");
/// assert_eq!(WEBARCHIVE_COMMONS.key("http://www.www.a.example/").unwrap(), "example,a)/");
/// ```
pub static WEBARCHIVE_COMMONS: Profile = Profile {
    name: "webarchive-commons",
    about: "The key of the Wayback Machine and of its CDX server, in Java",
    source: "webarchive-commons 3.0.4 (Maven), org.archive.url.WaybackURLKeyMaker",
    reading: Reading::Webarchive,
    steps: Cow::Borrowed(&[
        // BasicURLCanonicalizer
        whole::REMOVE_FRAGMENT,
        as_webarchive::RECODE_QUERY,
        as_webarchive::DECODE_HOST,
        host::NAME_BY_CODEC,
        host::COLLAPSE_DOTS,
        as_webarchive::ADDRESS_OR_LOWERCASE,
        as_webarchive::NEEDS_HOST,
        as_webarchive::DECODE_PATH,
        path::SEGMENTS,
        as_webarchive::ENCODE_PATH,
        // IAURLCanonicalizer, with the rules of AggressiveIACanonicalizerRules
        host::LOWERCASE,
        as_webarchive::REMOVE_ALL_WWW,
        whole::REMOVE_WEB_PORT,
        as_webarchive::REMOVE_PORT_ZERO,
        path::LOWERCASE,
        path::REMOVE_SESSION,
        path::REMOVE_LAST_SLASH,
        query::REMOVE_SESSIONS,
        query::LOWERCASE,
        query::SORT_BY_NAME,
        query::REMOVE_EMPTY,
        as_webarchive::REMOVE_BRACKETS,
    ]),
    writing: Writing::Surt,
    before: Some(before_webarchive),
    fast: None,
};
