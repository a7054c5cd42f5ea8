//! Conversions to and from what other crates call a URI, each behind its feature.
//!
//! They return errors and never panic: `url` follows another standard and `http` a laxer grammar, so
//! neither contains the other.

#[cfg(feature = "http")]
mod http;
#[cfg(feature = "serde")]
mod serde;
#[cfg(feature = "url")]
mod url;

#[cfg(feature = "http")]
pub use http::NotARequestTarget;
