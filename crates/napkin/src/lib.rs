#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(any(feature = "alloc", test))]
extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

// The modules in the order in which data flows: grammar, offsets, views, new text. Each uses only modules before
// it, which `cargo xtask flow` checks.

#[cfg(test)]
mod extent;

// The grammar as data.
#[doc(hidden)]
pub mod code_points;
mod visible;
mod fault;
mod level;
#[cfg_attr(
    not(all(feature = "alloc", feature = "editions")),
    allow(
        dead_code,
        reason = "some rules are those of other editions, or are read with an allocator only"
    )
)]
pub mod edition;
mod error;
mod length;

// Bytes to offsets.
mod components;
mod parse;

// Offsets to views.
pub mod percent;
mod views;
pub mod scheme;
mod identifier;
mod reference;
mod lines;
mod redact;
mod scheme_check;
mod origin;

// Parts and views to new text.
mod recompose;
#[cfg(feature = "alloc")]
#[doc(hidden)]
pub mod dot_segments;
#[cfg(feature = "alloc")]
mod object;
#[cfg(feature = "alloc")]
mod resolve;
#[cfg(feature = "alloc")]
mod relativize;
#[cfg(feature = "alloc")]
mod mapping;
#[cfg(feature = "alloc")]
mod normalize;
#[cfg(feature = "alloc")]
mod raw;
#[cfg(feature = "alloc")]
mod compare;
#[cfg(feature = "alloc")]
mod edit;
#[cfg(feature = "explain")]
mod explain;
mod interop;
#[cfg(test)]
mod bounds;
// Documentation only.
#[cfg(any(doc, doctest))]
pub mod guide;

pub use components::HostKind;
#[cfg(feature = "alloc")]
pub use edit::{
    Builder, HostValue, IdentifierBuilder, IriBuilder, PartValue, PortValue, QueryEditor, Reading,
};
pub use edition::definition::Edition;
pub use edition::rules::Excess;
pub use error::{Advice, Diagnosis, Fix, ParseError};
#[cfg(feature = "explain")]
pub use explain::{Derivation, Node, ResolutionStep, ResolutionSteps};
#[cfg(feature = "explain")]
#[doc(hidden)]
pub use explain::{SyntaxException, witness};
pub use fault::{ErrorKind, Part};
#[doc(hidden)]
pub use identifier::constant::{refuse as __refuse, refuse_at as __refuse_at};
pub use identifier::text::{Lend, Text};
pub use identifier::{AbsoluteIri, AbsoluteUri, Identifier, Iri, IriRef, Refused, Uri, UriRef};
#[cfg(feature = "form")]
pub use interop::FormError;
#[cfg(any(feature = "arbitrary", feature = "proptest"))]
pub use interop::HostileText;
pub use interop::NotConverted;
pub use level::{Level, UnknownLevel};
pub use lines::{EachLine, Line, LineCount, Lines};
#[cfg(feature = "alloc")]
pub use mapping::excluded::Excluded;
#[cfg(feature = "alloc")]
#[doc(hidden)]
pub use mapping::excluded::encode_excluded;
pub use napkin_scan::ByteSet;
#[cfg(feature = "alloc")]
#[doc(hidden)]
pub use normalize::Redirects;
#[cfg(feature = "alloc")]
pub use normalize::{NormalizationStep, Normalizer};
#[cfg(feature = "alloc")]
#[doc(hidden)]
pub use object::{Object, decode_characters};
pub use origin::Origin;
#[cfg(feature = "alloc")]
pub use origin::{NoOrigin, OwnedOrigin};
pub use parse::Start;
pub use recompose::Parts;
pub use redact::Redacted;
#[doc(hidden)]
pub use reference::Ranges;
pub use reference::Reference;
#[cfg(feature = "alloc")]
pub use relativize::RelativeForm;
#[cfg(feature = "alloc")]
pub use resolve::{
    IriResolver, Resolver,
    base::Base,
    edition::EditionResolver,
    reference_value::ReferenceValue,
    target::{ResolveError, Target},
};
pub use scheme::name::Scheme;
pub use views::authority::{Authority, Host, Port, Userinfo};
pub use views::encoded::{Encoded, part};
pub use views::path::{Path, PathKind, Segments};
#[cfg(feature = "alloc")]
pub use views::query::QueryPairs;
pub use views::query::{Form, Pair, Pairs, Query};
#[doc(hidden)]
pub use visible::{Visible, is_safe_to_show, visible};
