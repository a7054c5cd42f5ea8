//! `w3lib`: the canonical URL of Scrapy, from which its fingerprints are made.

use std::borrow::Cow;

use crate::profile::Profile;
use crate::reading::Reading;
use crate::steps::{host, path, query, whole};
use crate::writing::Writing;

/// The canonical URL of Scrapy (`w3lib.url.canonicalize_url`), from which its fingerprints are made: the pairs of the query
/// sorted and encoded anew, without the fragment.
///
/// ```
/// use napkin_keys::W3LIB;
///
/// let key = W3LIB.key("http://www.example.com/do?c=3&b=5&b=2&a=50").unwrap();
/// assert_eq!(key, "http://www.example.com/do?a=50&b=2&b=5&c=3");
/// ```
pub static W3LIB: Profile = Profile {
    name: "w3lib",
    about: "The canonical URL of Scrapy, from which its fingerprints are made",
    source: "w3lib 2.5.0 (PyPI), canonicalize_url",
    reading: Reading::W3lib,
    steps: Cow::Borrowed(&[
        whole::RECODE_USERINFO,
        host::AS_W3LIB,
        query::SORT_FORM,
        path::RECODE,
        path::ENCODE_PARAMETERS,
        path::RESOLVE,
        whole::REMOVE_FRAGMENT,
    ]),
    writing: Writing::UrlByPython,
    before: None,
    fast: None,
};
