//! The result of resolution in any edition: a target, or an error.

use alloc::string::String;
use core::fmt;

use crate::edition::Edition;
use crate::error::ParseError;
use crate::parse::{Start, parse_by};
use crate::recompose::Parts;
use crate::reference::Reference;

/// The target of a reference, as owned or borrowed text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(
    clippy::exhaustive_enums,
    reason = "a reference means a URI or the document that it stands in"
)]
pub enum Target<T = String> {
    /// A URI, with the fragment of the reference.
    Uri(T),
    /// The document that contains the reference, in editions where the empty reference means it.
    CurrentDocument {
        /// The fragment of the reference.
        fragment: Option<T>,
    },
}

impl<T: AsRef<str>> fmt::Display for Target<T> {
    /// The URI, or for the current document the fragment behind its `#`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Uri(uri) => f.pad(uri.as_ref()),
            Self::CurrentDocument { fragment: None } => Ok(()),
            Self::CurrentDocument { fragment: Some(fragment) } => {
                write!(f, "#{}", fragment.as_ref())
            }
        }
    }
}

/// A target that was written: a URI, or nothing for the current document, with the fragment.
#[derive(Clone, Copy)]
pub(super) enum Written<'t> {
    Uri,
    CurrentDocument(Option<&'t str>),
}

impl Written<'_> {
    pub(super) fn uri(text: &str, out: &mut String) -> Self {
        out.push_str(text);
        Self::Uri
    }

    pub(super) fn parts(parts: &Parts<'_>, out: &mut String) -> Self {
        out.reserve(parts.length());
        parts.write_onto(out);
        Self::Uri
    }
}

/// Why a reference could not be resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ResolveError {
    /// The edition defines no relative forms, and the reference has no scheme.
    Undefined(&'static Edition),
    /// The base is not a valid reference.
    InvalidBase(ParseError),
    /// The base is a relative reference.
    BaseNotAbsolute,
    /// There is no base, and the reference needs one.
    NoBase,
    /// The base is opaque, or has no run of slashes of the right length.
    UnsuitableBase,
    /// The reference is invalid.
    InvalidReference(ParseError),
    /// The document that the reference stands for in a new request has a name that is no URI.
    InvalidDocument(ParseError),
    /// The reference climbs above the root of the base's path, and the caller chose an error for that.
    ExcessDotSegments,
    /// The edition does not allow this choice.
    NotAllowed(&'static Edition),
}

impl ResolveError {
    /// The name in JSON.
    ///
    /// ```
    /// assert_eq!(napkin::ResolveError::BaseNotAbsolute.name(), "base-not-absolute");
    /// ```
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Undefined(_) => "unsupported",
            Self::InvalidBase(_) => "invalid-base",
            Self::BaseNotAbsolute => "base-not-absolute",
            Self::NoBase => "no-base",
            Self::UnsuitableBase => "unsuitable-base",
            Self::InvalidReference(_) => "invalid-reference",
            Self::InvalidDocument(_) => "invalid-document",
            Self::ExcessDotSegments => "excess-dotdot",
            Self::NotAllowed(_) => "not-allowed",
        }
    }
}

impl fmt::Display for ResolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Undefined(edition) => {
                write!(f, "{} defines no relative references", edition.title)
            }
            Self::InvalidBase(error) => write!(f, "the base is not valid: {error}"),
            Self::BaseNotAbsolute => f.write_str("the base is a relative reference itself"),
            Self::NoBase => f.write_str("a relative reference needs a base URI"),
            Self::UnsuitableBase => f.write_str("this base cannot resolve such a reference"),
            Self::InvalidReference(error) => error.fmt(f),
            Self::InvalidDocument(error) => write!(f, "the document is not valid: {error}"),
            Self::ExcessDotSegments => {
                f.write_str("the reference climbs above the root of the base")
            }
            Self::NotAllowed(edition) => write!(f, "{} does not allow this", edition.title),
        }
    }
}

impl core::error::Error for ResolveError {}

/// The URI of the document that holds a reference.
pub(super) fn parse_document<'a>(
    edition: &'static Edition,
    document: &'a str,
) -> Result<Reference<'a>, ResolveError> {
    let make = |components| Reference::wrap(edition, document, components);
    let document = parse_by(edition, document.as_bytes(), Start::Uri, make);
    document.map_err(ResolveError::InvalidDocument)
}
