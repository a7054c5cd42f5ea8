#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![allow(
    clippy::exhaustive_enums,
    clippy::exhaustive_structs,
    reason = "there are two families of standards, and whoever tells them apart has to have both"
)]

// The modules in the order in which data flows: a standard parses a text, whose values are facts.

mod error;
mod octets;
mod standard;
pub mod pairs;
mod parsed;
pub mod facts;
#[cfg(feature = "serde")]
mod serialized;
mod places;
mod base;
mod resolve;
mod relativize;
mod normalize;
mod mapping;
pub mod set;
pub mod differences;

pub use base::Base;
pub use error::Error;
pub use napkin::{Level, RelativeForm, Target};
pub use napkin_schemes::Mapping;
pub use normalize::{Equivalence, comparer, normalizer};
pub use octets::Octets;
pub use parsed::{Judged, Parsed, Read};
pub use resolve::target_in_words;
pub use standard::{Standard, UrlStandard};
