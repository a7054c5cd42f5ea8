//! The formats whose documents have links: each module passes on the links of a document with their places.
//!
//! What holds other documents is in `containers/`. Plain text has no module here: [`Extractor`] reads it.
//!
//! [`Extractor`]: crate::Extractor

// Each module uses only those before it.
pub(crate) mod places;
pub(crate) mod css;
pub(crate) mod html;
pub(crate) mod xml;
pub(crate) mod turtle;
pub(crate) mod triples;
mod autolinks;
mod nesting;
pub(crate) mod markdown;
pub(crate) mod fragments;
