//! `normalize-url`: the package of that name, by its defaults.

use std::borrow::Cow;

use crate::profile::Profile;
use crate::reading::{Reading, before_normalize_url};
use crate::steps::{as_normalize_url, whole};
use crate::writing::Writing;

/// The normal form of the package normalize-url of npm, by its defaults: read as browsers do, without `www.`, userinfo, `utm_` parameters, a
/// slash at the end and a text fragment, the query sorted.
///
/// ```
/// use napkin_keys::NORMALIZE_URL;
///
/// let key = NORMALIZE_URL.key("//www.sindresorhus.com:80/../baz/?b=bar&a=foo#top").unwrap();
/// assert_eq!(key, "http://sindresorhus.com/baz?a=foo&b=bar#top");
/// assert_eq!(NORMALIZE_URL.key("mailto:Ann@example.com").unwrap(), "mailto:Ann@example.com");
/// ```
pub static NORMALIZE_URL: Profile = Profile {
    name: "normalize-url",
    about: "The normal form of the package normalize-url, by its defaults",
    source: "normalize-url 10.0.0 (npm)",
    reading: Reading::NormalizeUrl,
    steps: Cow::Borrowed(&[
        whole::REMOVE_USERINFO,
        as_normalize_url::REMOVE_TEXT_FRAGMENT,
        as_normalize_url::DECODE_SEGMENTS,
        as_normalize_url::COLLAPSE_SLASHES,
        as_normalize_url::REMOVE_ONE_WWW,
        as_normalize_url::REMOVE_LAST_DOTS,
        as_normalize_url::REMOVE_UTM,
        as_normalize_url::SORT_AS_FORM,
        as_normalize_url::REMOVE_LAST_SLASH,
        as_normalize_url::REMOVE_ROOT,
        as_normalize_url::UPPERCASE_TRIPLETS,
    ]),
    writing: Writing::Url,
    before: Some(before_normalize_url),
    fast: None,
};
