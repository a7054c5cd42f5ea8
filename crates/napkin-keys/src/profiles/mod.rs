//! The profiles: one file each, and a line in the list.

mod normalize_url;
mod scrapy;
mod surt;
mod surt_ia;
mod urlcanon_google;
mod urlcanon_semantic;
mod w3lib;
mod webarchive_commons;

use crate::profile::Profile;

pub use normalize_url::NORMALIZE_URL;
pub use scrapy::SCRAPY;
pub use surt::SURT;
pub use surt_ia::SURT_IA;
pub use urlcanon_google::URLCANON_GOOGLE;
pub use urlcanon_semantic::URLCANON_SEMANTIC;
pub use w3lib::W3LIB;
pub use webarchive_commons::WEBARCHIVE_COMMONS;

/// All profiles.
///
/// ```
/// use napkin_keys::PROFILES;
///
/// let names: Vec<_> = PROFILES.iter().map(|profile| profile.name()).collect();
/// assert!(names.starts_with(&["surt", "urlcanon-semantic", "urlcanon-google", "w3lib", "scrapy"]));
/// ```
pub const PROFILES: &[&Profile] = &[
    &SURT,
    &URLCANON_SEMANTIC,
    &URLCANON_GOOGLE,
    &W3LIB,
    &SCRAPY,
    &NORMALIZE_URL,
    &WEBARCHIVE_COMMONS,
    &SURT_IA,
];

/// Another name of a profile, of a program that makes its keys.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Alias {
    /// The name.
    pub name: &'static str,
    /// What it is, in one line.
    pub about: &'static str,
    /// The program, and its version.
    pub source: &'static str,
    /// The profile.
    pub profile: &'static Profile,
}

/// All other names.
///
/// ```
/// use napkin_keys::{ALIASES, SURT};
///
/// let crawl = ALIASES.iter().find(|alias| alias.name == "commoncrawl").unwrap();
/// assert_eq!(crawl.profile.name(), SURT.name());
/// ```
pub const ALIASES: &[Alias] = &[Alias {
    name: "commoncrawl",
    about: "The key of Common Crawl's index",
    source: "pywb 2.10.0 (PyPI), pywb.utils.canonicalize, which asks the package surt",
    profile: &SURT,
}];

impl Profile {
    /// The profile with a name, or with another name.
    ///
    /// ```
    /// use napkin_keys::Profile;
    ///
    /// assert_eq!(Profile::named("w3lib").unwrap().name(), "w3lib");
    /// assert_eq!(Profile::named("commoncrawl").unwrap().name(), "surt");
    /// assert!(Profile::named("own").is_none());
    /// ```
    pub fn named(name: &str) -> Option<&'static Self> {
        let alias = ALIASES.iter().find(|alias| alias.name == name);
        let profile = PROFILES.iter().copied().find(|profile| profile.name() == name);
        profile.or(alias.map(|alias| alias.profile))
    }
}
