//! The profiles: one file each, and a line in the list.

mod normalize_url;
mod scrapy;
mod surt;
mod urlcanon_google;
mod urlcanon_semantic;
mod w3lib;

use crate::profile::Profile;

pub use normalize_url::NORMALIZE_URL;
pub use scrapy::SCRAPY;
pub use surt::SURT;
pub use urlcanon_google::URLCANON_GOOGLE;
pub use urlcanon_semantic::URLCANON_SEMANTIC;
pub use w3lib::W3LIB;

/// All profiles.
///
/// ```
/// use napkin_keys::PROFILES;
///
/// let names: Vec<_> = PROFILES.iter().map(|profile| profile.name()).collect();
/// assert!(names.starts_with(&["surt", "urlcanon-semantic", "urlcanon-google", "w3lib", "scrapy"]));
/// ```
pub const PROFILES: &[&Profile] =
    &[&SURT, &URLCANON_SEMANTIC, &URLCANON_GOOGLE, &W3LIB, &SCRAPY, &NORMALIZE_URL];
