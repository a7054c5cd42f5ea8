//! `urlcanon-google`: the canonicalization of Safe Browsing, by the package urlcanon.

use std::borrow::Cow;

use crate::profile::Profile;
use crate::reading::Reading;
use crate::steps::{host, path, whole};
use crate::writing::Writing;

/// The canonicalization of Google's Safe Browsing, by the package urlcanon.
///
/// ```
/// use napkin_keys::URLCANON_GOOGLE;
///
/// assert_eq!(URLCANON_GOOGLE.key("http://3279880203/blah").unwrap(), "http://195.127.0.11/blah");
/// assert_eq!(URLCANON_GOOGLE.key("http://host/%25%32%35").unwrap(), "http://host/%25");
/// ```
pub static URLCANON_GOOGLE: Profile = Profile {
    name: "urlcanon-google",
    about: "The canonicalization of Google's Safe Browsing, by the package urlcanon",
    source: "urlcanon 0.3.1 (PyPI), google",
    reading: Reading::Urlcanon,
    steps: Cow::Borrowed(&[
        whole::DEFAULT_SCHEME,
        whole::REMOVE_LINE_ENDS,
        whole::LOWERCASE_SCHEME,
        path::FIX_BACKSLASHES,
        path::ENCODE_AS_BROWSERS,
        path::EMPTY_TO_SLASH,
        whole::REMOVE_DEFAULT_PORT,
        whole::REMOVE_EMPTY_USERINFO,
        path::FIRST_SLASH,
        whole::TWO_SLASHES,
        whole::REMOVE_FRAGMENT,
        whole::DECODE_ALL,
        path::REMOVE_DOTS,
        host::COLLAPSE_DOTS,
        path::COLLAPSE_SLASHES,
        host::NAME,
        host::ADDRESS,
        whole::ENCODE_ALL,
    ]),
    writing: Writing::Url,
    before: None,
    fast: None,
};
