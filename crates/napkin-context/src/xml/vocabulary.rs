//! Which attributes and elements of XML vocabularies hold references.

use crate::html::elements::{Attribute, Shape, attribute, attributes};

pub(super) const XHTML: &str = "http://www.w3.org/1999/xhtml";
const XLINK: &str = "http://www.w3.org/1999/xlink";
const SVG: &str = "http://www.w3.org/2000/svg";
const ATOM: &str = "http://www.w3.org/2005/Atom";
const RDF: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
const SCHEMA: &str = "http://www.w3.org/2001/XMLSchema";
const SCHEMA_INSTANCE: &str = "http://www.w3.org/2001/XMLSchema-instance";
const MEDIA: &str = "http://search.yahoo.com/mrss/";
const SITEMAP: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";

/// Attributes of SVG whose values are those of style properties.
const PRESENTATION: &[&str] = &[
    "clip-path",
    "cursor",
    "fill",
    "filter",
    "marker",
    "marker-end",
    "marker-mid",
    "marker-start",
    "mask",
    "stroke",
    "style",
];

/// A name, and the namespace that it is bound to; empty for none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Name<'n> {
    pub(super) namespace: &'n str,
    pub(super) local: &'n str,
}

/// How an attribute of an element holds references, if it does.
pub(super) fn shape(element: Name<'_>, name: Name<'_>) -> Option<Shape> {
    match (name.namespace, name.local) {
        (XLINK, "href")
        | (RDF, "about" | "resource")
        | (SCHEMA_INSTANCE, "noNamespaceSchemaLocation") => Some(Shape::One),
        (SCHEMA_INSTANCE, "schemaLocation") => Some(Shape::Spaced),
        ("", local) => unprefixed(element, local),
        _ => None,
    }
}

fn unprefixed(element: Name<'_>, name: &str) -> Option<Shape> {
    match (element.namespace, element.local, name) {
        (XHTML, element, name) => {
            let of: &'static [Attribute] = attributes(element.as_bytes());
            let (_, (_, shape)) = attribute(of, name.as_bytes())?;
            // A refresh depends on another attribute, and pages are read as HTML.
            (shape != Shape::Refresh).then_some(shape)
        }
        (SVG, _, name) if PRESENTATION.contains(&name) => Some(Shape::Style),
        (ATOM, "generator", "uri")
        | (SCHEMA, "include" | "import" | "redefine" | "override", "schemaLocation")
        | ("", "enclosure" | "source", "url")
        | (MEDIA, _, "url")
        | (_, _, "href" | "src") => Some(Shape::One),
        _ => None,
    }
}

/// How the text of an element is a reference, or holds some, if it does.
pub(super) fn text_shape(element: Name<'_>) -> Option<Shape> {
    match (element.namespace, element.local) {
        (SVG | XHTML, "style") => Some(Shape::Style),
        (ATOM, "icon" | "logo" | "uri")
        | (SITEMAP, "loc")
        | ("", "link" | "url" | "comments" | "docs" | "guid" | "loc") => Some(Shape::One),
        _ => None,
    }
}
