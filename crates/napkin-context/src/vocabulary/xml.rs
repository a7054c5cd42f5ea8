//! The attributes and elements of XML vocabularies that contain references.

use super::Shape;
use super::html::{attribute, attributes};

pub(crate) const XHTML: &str = "http://www.w3.org/1999/xhtml";
pub(crate) const XLINK: &str = "http://www.w3.org/1999/xlink";
pub(crate) const SVG: &str = "http://www.w3.org/2000/svg";
const ATOM: &str = "http://www.w3.org/2005/Atom";
const ATOM_03: &str = "http://purl.org/atom/ns#";
pub(crate) const MATHML: &str = "http://www.w3.org/1998/Math/MathML";
const RSS_09: &str = "http://my.netscape.com/rdf/simple/0.9/";
const RSS_10: &str = "http://purl.org/rss/1.0/";
const RSS_11: &str = "http://purl.org/net/rss1.1#";
const CONTENT: &str = "http://purl.org/rss/1.0/modules/content/";
const FEEDBURNER: &str = "http://rssnamespace.org/feedburner/ext/1.0";
const COMMENTS: &str = "http://wellformedweb.org/CommentAPI/";
const PODCAST: &str = "http://www.itunes.com/dtds/podcast-1.0.dtd";
const LICENSE: &str = "http://backend.userland.com/creativeCommonsRssModule";
const OPEN_SEARCH: &str = "http://a9.com/-/spec/opensearch/1.1/";
const OPEN_SEARCH_10: &str = "http://a9.com/-/spec/opensearch/1.0/";
const OPEN_SEARCH_DESCRIPTION: &str = "http://a9.com/-/spec/opensearchdescription/1.0/";
const MOZILLA_SEARCH: &str = "http://www.mozilla.org/2006/browser/search/";
const RDF: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
const SCHEMA: &str = "http://www.w3.org/2001/XMLSchema";
const SCHEMA_INSTANCE: &str = "http://www.w3.org/2001/XMLSchema-instance";
const MEDIA: &str = "http://search.yahoo.com/mrss/";
const SITEMAP: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";
const SITEMAP_GOOGLE: &str = "http://www.google.com/schemas/sitemap/0.84";
const SITEMAP_IMAGE: &str = "http://www.google.com/schemas/sitemap-image/1.1";
const SITEMAP_VIDEO: &str = "http://www.google.com/schemas/sitemap-video/1.1";

/// SVG attributes whose values are style property values.
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

/// SVG elements whose `href` names another element for drawing; that of `a` is a link.
const DRAWING: &[&str] = &[
    "animate",
    "animateMotion",
    "animateTransform",
    "feImage",
    "filter",
    "linearGradient",
    "mpath",
    "pattern",
    "radialGradient",
    "set",
    "textPath",
    "use",
];

/// Whether browsers look for a fragment in the document itself, whatever its base: that of `usemap` (HTML, rules for parsing a
/// hash-name reference), of `url()` in CSS (Values and Units 4, section 4.5.1), and of SVG elements (SVG 2, section 16.1.4).
pub(crate) fn is_local(element: &str, attribute: Option<&str>) -> bool {
    let is_drawing = || DRAWING.iter().any(|name| name.eq_ignore_ascii_case(element));
    match attribute {
        None => element == "style",
        Some("usemap") => true,
        Some("href" | "xlink:href") => is_drawing(),
        Some(name) => PRESENTATION.contains(&name),
    }
}

/// A name and its namespace; empty for none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Name<'n> {
    pub(crate) namespace: &'n str,
    pub(crate) local: &'n str,
}

/// The format of an attribute with references; `None` if it has none.
pub(crate) fn shape(element: Name<'_>, name: Name<'_>) -> Option<Shape> {
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
            let (_, shape) = attribute(attributes(element.as_bytes()), name)?;
            // A refresh depends on another attribute.
            (shape != Shape::Refresh).then_some(shape)
        }
        (SVG, _, name) if PRESENTATION.contains(&name) => Some(Shape::Style),
        (OPEN_SEARCH | OPEN_SEARCH_10 | OPEN_SEARCH_DESCRIPTION, "Url", "template") => {
            Some(Shape::Template)
        }
        (MATHML, _, "altimg" | "definitionURL" | "definitionurl" | "cdgroup")
        | (ATOM, "generator", "uri")
        | (ATOM_03, "generator", "url")
        | (SCHEMA, "include" | "import" | "redefine" | "override", "schemaLocation")
        | ("", "enclosure" | "source", "url")
        | (MEDIA, _, "url")
        | (_, _, "href" | "src") => Some(Shape::One),
        _ => None,
    }
}

/// The format of an element's text with references; `None` if it has none.
pub(crate) fn text_shape(element: Name<'_>) -> Option<Shape> {
    match (element.namespace, element.local) {
        (SVG | XHTML, "style") => Some(Shape::Style),
        (ATOM, "icon" | "logo" | "uri")
        | (ATOM_03, "url")
        | (SITEMAP | SITEMAP_GOOGLE, "loc")
        | (SITEMAP_IMAGE, "loc" | "license")
        | (SITEMAP_VIDEO, "thumbnail_loc" | "content_loc" | "player_loc" | "gallery_loc")
        | (RSS_09 | RSS_10 | RSS_11, "link" | "url")
        | (FEEDBURNER, "origLink" | "origEnclosureLink")
        | (COMMENTS, "comment" | "commentRss" | "commentRSS")
        | (PODCAST, "new-feed-url")
        | (LICENSE, "license")
        | (OPEN_SEARCH | OPEN_SEARCH_10 | OPEN_SEARCH_DESCRIPTION, "Image")
        | (MOZILLA_SEARCH, "SearchForm")
        | ("", "link" | "url" | "comments" | "docs" | "guid" | "loc") => Some(Shape::One),
        (CONTENT, "encoded")
        | (RSS_10 | RSS_11 | "", "description")
        | (
            ATOM | ATOM_03,
            "content" | "summary" | "title" | "subtitle" | "rights" | "tagline" | "info",
        )
        | (MEDIA, "description" | "title") => Some(Shape::Html),
        _ => None,
    }
}

/// Whether the text of an element is HTML, by the attributes that decide this. By default it is HTML in RSS, and
/// plain text in Atom and Media RSS.
pub(crate) fn is_html(element: Name<'_>, kind: Option<&str>, mode: Option<&str>) -> bool {
    let says_html = kind.is_some_and(|kind| kind.eq_ignore_ascii_case("html"));
    match element.namespace {
        ATOM | MEDIA => says_html,
        ATOM_03 => {
            let kind = kind.unwrap_or_default();
            mode == Some("escaped") && kind.to_ascii_lowercase().contains("html")
        }
        _ => true,
    }
}
