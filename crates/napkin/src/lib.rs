#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(any(feature = "alloc", test))]
extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

// The modules in the order in which data flows: bytes, offsets, views, new text. Each uses only
// those before it, which `cargo xtask flow` holds them to.

#[cfg(test)]
mod extent;

// Bytes to masks, and the grammar as data.
mod set;
mod scan;
mod fault;
mod level;
pub mod edition;
mod error;
mod length;

// Bytes to offsets.
mod components;
mod parse;

// Offsets to views.
pub mod percent;
mod encoded;
mod authority;
mod path;
mod query;
mod secret;
pub mod scheme;
mod text;
mod uri;
mod convert;
mod constant;
mod reference;
#[cfg(feature = "alloc")]
mod derivation;
mod lines;
mod redact;
mod scheme_check;
mod origin;

// Parts and views to new text.
mod recompose;
#[cfg(feature = "alloc")]
mod part_value;
#[cfg(feature = "alloc")]
mod pieces;
#[cfg(feature = "alloc")]
pub mod dot_segments;
#[cfg(feature = "alloc")]
mod resolve;
#[cfg(feature = "alloc")]
mod relativize;
#[cfg(feature = "alloc")]
mod normalize;
#[cfg(feature = "alloc")]
mod raw;
#[cfg(feature = "alloc")]
mod compare;
#[cfg(feature = "alloc")]
mod below;
#[cfg(feature = "alloc")]
mod build;
#[cfg(feature = "alloc")]
mod edit;
#[cfg(feature = "alloc")]
mod replace;
#[cfg(feature = "alloc")]
pub mod witness;
mod interop;
#[cfg(test)]
mod bounds;

pub use authority::{Authority, Host, Port, Userinfo};
#[cfg(feature = "alloc")]
pub use build::Builder;
pub use components::HostKind;
#[doc(hidden)]
pub use constant::refuse as __refuse;
#[cfg(feature = "alloc")]
pub use derivation::{Derivation, Node};
pub use edition::{Edition, rules::Excess};
pub use encoded::{Encoded, part};
pub use error::{Diagnosis, Fix, ParseError, is_safe_to_show};
pub use fault::{ErrorKind, Part};
#[cfg(any(feature = "http", feature = "url"))]
pub use interop::NotConverted;
pub use level::Level;
pub use lines::{Line, LineCount, Lines};
#[cfg(feature = "alloc")]
pub use normalize::{NormalizationStep, Normalizer, SchemeEquivalence, SchemeNormalization};
pub use origin::Origin;
pub use parse::Start;
#[cfg(feature = "alloc")]
pub use part_value::{HostValue, PartValue, PortValue};
pub use path::{Path, PathKind, Segments};
pub use query::{DecodedPair, Form, Pair, Query};
pub use recompose::Parts;
pub use redact::Redacted;
pub use reference::{Ranges, Reference};
#[cfg(feature = "alloc")]
pub use resolve::{
    Resolver,
    edition::EditionResolver,
    steps::{ResolutionStep, ResolutionSteps},
    target::{ResolveError, Target},
};
pub use scan::{Around, InstructionSet, around, leading, masks};
pub use scheme::Scheme;
pub use set::ByteSet;
pub use text::Text;
pub use uri::{AbsoluteUri, Refused, Uri, UriRef};
