#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

// The modules in the order in which data flows: each uses only modules before it.

// The standard as data.
pub mod edition;
mod validation;
mod parts;

// Bytes to text.
pub mod percent;
mod encoding;

// Text to canonical text and offsets.
mod dots;
mod scan;
mod host;
mod parse;
mod canonical;
mod can_parse;

// Offsets to parts, and parts to new text.
mod error;
mod host_value;
mod url;
mod attribute;
mod search_params;
pub mod quirks;
#[cfg(feature = "uri")]
mod uri;
#[cfg(any(feature = "http", feature = "url"))]
mod interop;
pub mod witness;
// Documentation only.
#[cfg(any(doc, doctest))]
pub mod guide;

pub use self::url::{
    OpaqueOrigin, Origin, ParseOptions, PathSegmentsMut, Position, Redacted, Url, UrlQuery,
};
/// The crate `form_urlencoded`: queries and forms as pairs (section 5).
pub use ::form_urlencoded;
pub use attribute::Attribute;
pub use edition::Edition;
pub use encoding::{Encoded, Encoder, EncodingOverride};
pub use error::{ParseError, SyntaxViolation};
pub use host_value::Host;
#[cfg(any(feature = "http", feature = "url"))]
pub use interop::ConversionError;
pub use parts::HostKind;
pub use search_params::SearchParams;
pub use validation::{Failure, FailureReason, Note, ValidationError};
