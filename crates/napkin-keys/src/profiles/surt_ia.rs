//! `surt-ia`: the SURT of Heritrix.

use std::borrow::Cow;

use crate::profile::Profile;
use crate::reading::{Reading, before_heritrix};
use crate::steps::as_webarchive;
use crate::writing::Writing;

/// The SURT of Heritrix, the crawler of the Internet Archive (`org.archive.util.SURT.fromURI`), by whose prefixes its scopes are written: with
/// scheme, a comma behind each label, port and userinfo, in lowercase. Heritrix cleans a URL before; nothing is cleaned here.
///
/// ```
/// use napkin_keys::SURT_IA;
///
/// assert_eq!(SURT_IA.key("http://www.Archive.org/Goo/").unwrap(), "http://(org,archive,www,)/goo/");
/// assert_eq!(SURT_IA.key("ftp://ann@127.0.0.1:8021/").unwrap(), "ftp://(127.0.0.1:8021@ann)/");
/// assert_eq!(SURT_IA.key("mailto:Ann@example.com").unwrap(), "mailto:Ann@example.com");
/// ```
pub static SURT_IA: Profile = Profile {
    name: "surt-ia",
    about: "The SURT of Heritrix, the crawler of the Internet Archive",
    source: "webarchive-commons 3.0.4 (Maven), org.archive.util.SURT.fromURI",
    reading: Reading::Heritrix,
    steps: Cow::Borrowed(&[as_webarchive::LOWERCASE_ALL]),
    writing: Writing::Heritrix,
    before: Some(before_heritrix),
    fast: None,
};
