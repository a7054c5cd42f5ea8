#![doc = include_str!("../../../README.md")]
#![no_std]

#[cfg(any(feature = "alloc", test))]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod authority;
#[cfg(feature = "alloc")]
mod build;
#[cfg(feature = "alloc")]
mod compare;
mod components;
#[cfg(feature = "alloc")]
pub mod dot_segments;
#[cfg(feature = "alloc")]
mod edit;
pub mod edition;
mod encoded;
mod error;
mod interop;
#[cfg(feature = "alloc")]
mod normalize;
mod parse;
mod path;
pub mod percent;
mod query;
mod recompose;
mod redact;
#[cfg(feature = "alloc")]
mod relativize;
#[cfg(feature = "alloc")]
mod resolve;
pub mod scheme;
mod scheme_check;
mod set;
mod text;
mod uri;

pub use authority::{Authority, Host, Port, Userinfo};
#[cfg(feature = "alloc")]
pub use build::Builder;
pub use components::HostKind;
pub use edition::Edition;
pub use encoded::{Encoded, part};
pub use error::{Diagnosis, ErrorKind, ParseError, Part};
#[cfg(feature = "http")]
pub use interop::NotARequestTarget;
#[cfg(feature = "alloc")]
pub use normalize::{Level, NormalizationStep, Normalizer};
pub use path::{Path, PathKind, Segments};
pub use query::{Pair, Query};
pub use recompose::Parts;
pub use redact::Redacted;
#[cfg(feature = "alloc")]
pub use resolve::Resolver;
pub use scheme::Scheme;
pub use set::ByteSet;
pub use text::Text;
pub use uri::{AbsoluteUri, Refused, Uri, UriRef};
