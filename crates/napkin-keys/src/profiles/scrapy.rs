//! `scrapy`: the fingerprint by which Scrapy knows a request.

use std::borrow::Cow;

use crate::profile::Profile;
use crate::reading::Reading;
use crate::steps::{host, path, query, whole};
use crate::writing::Writing;

/// The fingerprint by which Scrapy knows a request (`scrapy.utils.request.fingerprint`): the SHA-1 of a GET request for the
/// URL of [`W3LIB`](crate::W3LIB), without a body.
///
/// ```
/// use napkin_keys::{NoKey, SCRAPY};
///
/// let key = SCRAPY.key("http://www.example.com/query?id=111&cat=222").unwrap();
/// assert_eq!(key, SCRAPY.key("http://www.example.com/query?cat=222&id=111#top").unwrap());
/// assert_eq!(key, "8fcf173c15d0d14f77c0c9a61209caf224e90164");
/// assert_eq!(SCRAPY.key("www.example.com"), Err(NoKey::Scheme));
/// ```
pub static SCRAPY: Profile = Profile {
    name: "scrapy",
    about: "The fingerprint by which Scrapy knows a request",
    source: "Scrapy 2.19.0 (PyPI), scrapy.utils.request.fingerprint",
    reading: Reading::W3lib,
    steps: Cow::Borrowed(&[
        whole::NEEDS_SCHEME,
        whole::RECODE_USERINFO,
        host::AS_W3LIB,
        query::SORT_FORM,
        path::RECODE,
        path::ENCODE_PARAMETERS,
        path::RESOLVE,
        whole::REMOVE_FRAGMENT,
    ]),
    writing: Writing::ScrapyFingerprint,
    before: None,
    fast: None,
};
