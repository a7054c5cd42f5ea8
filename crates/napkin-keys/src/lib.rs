#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]
#![cfg_attr(docsrs, feature(doc_cfg))]

// The modules in the order in which data flows: a text is read into parts, steps change them, and the key is written; a step asks
// how it would be written.

mod no_key;
mod octets;
mod fast_surt;
mod parts;
mod address;
mod names;
mod reading;
mod writing;
mod steps;
mod profile;
mod profiles;
mod range;
#[cfg(feature = "toml")]
mod written;
#[cfg(feature = "cdx")]
pub mod cdx;
// Documentation only.
#[cfg(any(doc, doctest))]
pub mod guide;

pub use no_key::NoKey;
pub use profile::{Change, Keys, Profile};
pub use profiles::{
    ALIASES, Alias, NORMALIZE_URL, PROFILES, SCRAPY, SURT, SURT_IA, URLCANON_GOOGLE,
    URLCANON_SEMANTIC, W3LIB, WEBARCHIVE_COMMONS,
};
pub use range::{KeyRange, Match, NoRange};
pub use steps::{STEPS, Step};
#[cfg(feature = "toml")]
pub use written::NotAProfile;
