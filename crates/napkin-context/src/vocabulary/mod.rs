//! Which elements and attributes of HTML and of XML hold references, and how references stand in a value.
//!
//! Tables only; the readers of the formats go by them. SVG and MathML have one table, wherever they stand.

pub(crate) mod also;
pub(crate) mod html;
pub(crate) mod values;
pub(crate) mod xml;

use std::borrow::Cow;

/// How a value holds references.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// One reference.
    One,
    /// One reference, whose use is a new request.
    Action,
    /// One reference to an image, whose use is a new request in some editions.
    Image,
    /// One reference with parameters in braces, which are filled in before it is used.
    Template,
    /// References with white space between.
    Spaced,
    /// References with commas between.
    CommaSeparated,
    /// Candidates for images: references with descriptors.
    SourceSet,
    /// A time, and maybe a reference; where `http-equiv` says so.
    Refresh,
    /// Style declarations.
    Style,
    /// A style declaration, or one reference.
    StyleOrOne,
    /// Prefixes, each followed by what it stands for.
    Prefixes,
    /// Names, of which those count that are written as absolute URIs.
    Names,
    /// HTML as text.
    Html,
}

/// An attribute that holds references.
pub(crate) type Attribute = (&'static str, Shape);

/// A reference in a value that holds more than that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Piece<'v> {
    /// The reference.
    pub(crate) text: Cow<'v, str>,
    /// Where it begins in the value.
    pub(crate) start: usize,
    /// Where it ends in the value.
    pub(crate) end: usize,
}
