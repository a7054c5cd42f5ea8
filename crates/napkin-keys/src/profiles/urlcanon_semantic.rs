//! `urlcanon-semantic`: what means the same, by the package urlcanon.

use std::borrow::Cow;

use crate::profile::Profile;
use crate::reading::Reading;
use crate::steps::{host, path, query, whole};
use crate::writing::Writing;

/// What one expects to load the same, by the package urlcanon: read nearly as browsers do, escapes made equal, the query
/// sorted, without userinfo and fragment.
///
/// ```
/// use napkin_keys::URLCANON_SEMANTIC;
///
/// let key = URLCANON_SEMANTIC.key("HTTP://ann@Example.com:80//a/%62?b=2&a=1#top").unwrap();
/// assert_eq!(key, "http://example.com/a/b?a=1&b=2");
/// ```
pub static URLCANON_SEMANTIC: Profile = Profile {
    name: "urlcanon-semantic",
    about: "What one expects to load the same, by the package urlcanon",
    source: "urlcanon 0.3.1 (PyPI), semantic",
    reading: Reading::Urlcanon,
    steps: Cow::Borrowed(&[
        whole::DEFAULT_SCHEME,
        whole::REMOVE_LINE_ENDS,
        whole::LOWERCASE_SCHEME,
        whole::REMOVE_DEFAULT_PORT,
        whole::REMOVE_EMPTY_USERINFO,
        whole::TWO_SLASHES,
        whole::DECODE_ALL_BUT_QUERY,
        host::ADDRESS,
        host::COLLAPSE_DOTS,
        host::NAME,
        whole::REMOVE_USERINFO,
        whole::ENCODE_BY_PART,
        query::RECODE_PAIRS,
        path::FIX_BACKSLASHES,
        path::FIRST_SLASH,
        path::REMOVE_DOTS,
        path::COLLAPSE_SLASHES,
        path::EMPTY_TO_SLASH,
        query::SORT,
        whole::REMOVE_FRAGMENT,
    ]),
    writing: Writing::Url,
    before: None,
    fast: None,
};
