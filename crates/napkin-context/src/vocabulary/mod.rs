//! The elements and attributes of HTML and XML that contain references, and the formats of their values.
//!
//! Tables only, used by the parsers of the formats. SVG and MathML have one table for HTML and XML.

pub(crate) mod also;
pub(crate) mod html;
pub(crate) mod values;
pub(crate) mod xml;

use std::borrow::Cow;

/// The format of a value with references.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// One reference.
    One,
    /// One reference, whose use is a new request.
    Action,
    /// One reference to an image, whose use is a new request in some editions.
    Image,
    /// One reference with parameters in braces, which are expanded before it is used.
    Template,
    /// References with white space between.
    Spaced,
    /// References with commas between.
    CommaSeparated,
    /// Candidates for images: references with descriptors.
    SourceSet,
    /// A time, and an optional reference; if `http-equiv` says so.
    Refresh,
    /// Style declarations.
    Style,
    /// A style declaration, or one reference.
    StyleOrOne,
    /// Prefixes, each followed by its expansion.
    Prefixes,
    /// Names; those written as absolute URIs are references.
    Names,
    /// HTML as text.
    Html,
}

/// An attribute with references.
pub(crate) type Attribute = (&'static str, Shape);

/// A reference in a value that contains further text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Piece<'v> {
    /// The reference.
    pub(crate) text: Cow<'v, str>,
    /// Its start in the value.
    pub(crate) start: usize,
    /// Its end in the value.
    pub(crate) end: usize,
}
