//! HTML: the base that a page embeds, its encoding, its fragments, and all references in attributes and styles.
//!
//! A start tag names its element and has its attributes, so no tree is built; only the parts of it that decide the
//! meaning of tags are tracked ([`tree`]). Markup for user agents without scripts or frames is parsed as markup.

mod tree;
mod tags;
mod decoding;
mod shown;

#[cfg(any(feature = "markdown", feature = "xml"))]
pub(crate) use decoding::text;
#[cfg(feature = "xml")]
pub(crate) use shown::text as shown_text;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::{ControlFlow, Range};

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};

use crate::base::Base;
use crate::formats::css;
use crate::formats::link_reader::{Bases, LinkReader};
use crate::formats::places::Places;
use crate::formats::xml_declaration;
use crate::link::{Each, Link, Role, Shown};
use crate::notation::Notation;
use crate::vocabulary::also::{self, Also, Beside, Wanted};
use crate::vocabulary::values::{self, holds_style, is_space};
use crate::vocabulary::{Attribute, Piece, Shape, html, xml};
use tags::{Reader, Tag, state_behind};
use tree::{Space, Tree};

/// HTML.
pub(crate) const READER: LinkReader = LinkReader {
    declared_encoding: |page| {
        prescanned_encoding(page)
            .or_else(|| xml_declaration::encoding(page))
            .or_else(|| late_encoding(page))
    },
    bases: |around, page| {
        let element = embedded_base(page, around.has_urls());
        Bases::declared(around, element.as_deref(), None)
    },
    fragments: Some(fragments),
    ..LinkReader::of(|source, _, each| {
        let Bases { base, around, .. } = source.bases;
        links(source.text, base, around, source.wanted, each);
        Ok(())
    })
};

/// The reference of the first `base` element that has one: in the head (including text between head and body), or
/// anywhere.
fn embedded_base(page: &str, anywhere: bool) -> Option<String> {
    let mut tags = memchr::memchr_iter(b'<', page.as_bytes());
    let names_one = |at: usize| {
        let name = page.as_bytes().get(at + 1..at + 5);
        name.is_some_and(|name| name.eq_ignore_ascii_case(b"base"))
    };
    // Most pages have no `base` element, which a search shows without parsing.
    tags.find(|&at| names_one(at))?;
    let mut head = Head { anywhere, text: InText::No, base: None };
    tags::read(page, &mut head);
    head.base
}

/// How much of a page is searched for its encoding.
const PRESCANNED: usize = 1024;

/// The encoding that a page declares in a `meta` element ("prescan a byte stream to determine its encoding").
fn prescanned_encoding(page: &[u8]) -> Option<&'static Encoding> {
    let head = String::from_utf8_lossy(page.get(..PRESCANNED).unwrap_or(page));
    let mut declaration = Declaration(None);
    tags::read(&head, &mut declaration);
    declaration.0
}

/// The encoding that a page declares behind the part that is searched first: browsers then read it again by that ("change
/// the encoding").
fn late_encoding(page: &[u8]) -> Option<&'static Encoding> {
    let rest = page.get(PRESCANNED..)?;
    let is_word = |at: usize| {
        rest.get(at..at + CHARSET.len()).is_some_and(|word| word.eq_ignore_ascii_case(CHARSET))
    };
    // Most pages say it at the beginning or not at all, which a search shows without parsing.
    memchr::memchr2_iter(b'c', b'C', rest).find(|&at| is_word(at))?;
    let mut declaration = Declaration(None);
    tags::read(&String::from_utf8_lossy(page), &mut declaration);
    declaration.0
}

/// The word in each declaration of an encoding.
const CHARSET: &[u8] = b"charset";

/// Passes on the references of a page with the base `base`. If the page embeds that base, the embedded reference is
/// resolved against the base `around` the page.
pub(crate) fn links(page: &str, base: &Base, around: &Base, wanted: Wanted, each: &mut Each<'_>) {
    links_within(page, page, base, around, wanted, each);
}

/// [`links()`] of a page that is the markup in a document of another format, at the same places. The text of the document
/// is what is shown for links.
pub(crate) fn links_within(
    document: &str,
    page: &str,
    base: &Base,
    around: &Base,
    wanted: Wanted,
    each: &mut Each<'_>,
) {
    let element = (Space::Html, Vec::new());
    tags::read(page, &mut Reading { document, page, base, around, wanted, each, element });
}

/// Adds the names of a page's fragments: the `id` of elements, and the `name` of anchors.
pub(crate) fn fragments(page: &str, names: &mut BTreeSet<String>) {
    tags::read(page, &mut Fragments(names));
}

/// The search for a base.
struct Head {
    anywhere: bool,
    text: InText,
    /// The result.
    base: Option<String>,
}

/// Whether the current text belongs to an element that is allowed in the head.
#[derive(Clone, Copy, PartialEq, Eq)]
enum InText {
    No,
    /// To a title, a script or a style, up to the next end tag.
    Yes,
    /// Markup for user agents without frames, which HTML parses as text.
    NoFrames,
}

impl Reader for Head {
    fn tag(&mut self, tag: &Tag, tree: &Tree) -> ControlFlow<()> {
        let name = tag.name();
        if self.text == InText::NoFrames || tree.is_in_template() {
            return ControlFlow::Continue(());
        }
        let is_html = tag.space() == Space::Html;
        if is_html
            && name == "base"
            && let Some(href) = tag.value("href")
        {
            self.base = Some(href.trim_matches(|c| c <= ' ').replace(['\t', '\n', '\r'], ""));
            return ControlFlow::Break(());
        }
        self.text = match &*name {
            "noframes" => InText::NoFrames,
            name if is_html && state_behind(name.as_bytes()).is_some() => InText::Yes,
            _ => InText::No,
        };
        break_if(!(self.anywhere || is_html && html::is_of_head(name.as_bytes())))
    }

    fn end(&mut self, name: &[u8]) -> ControlFlow<()> {
        if self.text != InText::NoFrames || name == b"noframes" {
            self.text = InText::No;
        }
        break_if(!self.anywhere && matches!(name, b"body" | b"html" | b"br"))
    }

    fn text(&mut self, text: &[u8], _: Range<usize>, tree: &Tree) -> ControlFlow<()> {
        // Text begins the body, except in elements of the head that contain text.
        let is_of_head = self.text != InText::No || tree.is_in_template() || is_blank(text);
        break_if(!self.anywhere && !is_of_head)
    }
}

/// Breaks if the search has ended.
fn break_if(ends: bool) -> ControlFlow<()> {
    if ends { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// Whether text is white space, or the byte order mark.
fn is_blank(text: &[u8]) -> bool {
    let text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
    text.iter().all(|&byte| is_space(byte))
}

/// The search for the encoding that a page declares, and the result.
struct Declaration(Option<&'static Encoding>);

impl Reader for Declaration {
    fn tag(&mut self, tag: &Tag, tree: &Tree) -> ControlFlow<()> {
        if tree.is_in_template() {
            return ControlFlow::Continue(());
        }
        self.0 = declared_by(tag);
        break_if(self.0.is_some())
    }
}

/// The encoding that a tag declares.
fn declared_by(tag: &Tag) -> Option<&'static Encoding> {
    if tag.name() != "meta" {
        return None;
    }
    let label = if let Some(label) = tag.value("charset") {
        label.into_owned()
    } else {
        let equivalent = tag.value("http-equiv")?;
        let content = tag.value("content")?.to_ascii_lowercase();
        let is_type = equivalent.trim().eq_ignore_ascii_case("content-type");
        let (_, label) = content.split_once("charset").filter(|_| is_type)?;
        let label = label.trim_start().strip_prefix('=')?.trim_start();
        let label = label.trim_start_matches(['"', '\'']);
        label.split(['"', '\'', ';', ' ']).next().unwrap_or_default().to_owned()
    };
    let encoding = Encoding::for_label(label.as_bytes())?;
    // A declaration that can be read as ASCII cannot be in UTF-16.
    Some(if encoding == UTF_16LE || encoding == UTF_16BE {
        UTF_8
    } else if encoding == X_USER_DEFINED {
        WINDOWS_1252
    } else {
        encoding
    })
}

/// The names of a page's fragments.
struct Fragments<'n>(&'n mut BTreeSet<String>);

impl Reader for Fragments<'_> {
    fn tag(&mut self, tag: &Tag, _: &Tree) -> ControlFlow<()> {
        let anchor = tag.value("name").filter(|_| tag.name() == "a");
        let names = [tag.value("id"), tag.value("xml:id"), anchor];
        self.0.extend(names.into_iter().flatten().map(Cow::into_owned));
        ControlFlow::Continue(())
    }
}

/// Passes on the references of a page from its tags.
struct Reading<'r, 'e> {
    /// The document that shows the texts of the links: the page, or what it is the markup of.
    document: &'r str,
    page: &'r str,
    base: &'r Base,
    around: &'r Base,
    wanted: Wanted,
    each: &'r mut Each<'e>,
    /// The element of the last tag, if that was a start tag.
    element: (Space, Vec<u8>),
}

/// The common data of an attribute's references.
struct Common<'t> {
    element: &'t str,
    /// Whether it is the element that gives the base, which is resolved against the base around the page.
    is_base: bool,
    attribute: Attribute,
    also: Option<Also>,
    rel: Option<&'t str>,
    is_inert: bool,
    shown: Option<Shown<'t>>,
}

impl Reader for Reading<'_, '_> {
    fn tag(&mut self, tag: &Tag, tree: &Tree) -> ControlFlow<()> {
        let name = tag.name();
        self.element.0 = tag.space();
        self.element.1.clear();
        self.element.1.extend_from_slice(name.as_bytes());
        let of_element = html::attributes(name.as_bytes());
        let rel = tag.value("rel");
        let shown = (name == "a").then(|| Shown {
            source: self.document.as_bytes().get(tag.end()..).unwrap_or_default(),
            element: "a",
            read: shown::text,
        });
        for (attribute, value, place) in tag.attributes() {
            let known = match tag.space() {
                Space::Html => html::attribute(of_element, attribute),
                Space::Svg => foreign(xml::SVG, &name, attribute),
                Space::MathMl => foreign(xml::MATHML, &name, attribute),
            };
            let common = |attribute, also| Common {
                element: &name,
                is_base: tag.space() == Space::Html && name == "base",
                attribute,
                also,
                rel: rel.as_deref(),
                is_inert: tree.is_inert(),
                shown,
            };
            match known {
                Some((_, Shape::Refresh)) if !is_refresh(tag) => {}
                Some(attribute) => {
                    self.references(&common(attribute, None), &value, place);
                    continue;
                }
                None => {}
            }
            if !self.wanted.is_empty()
                && tag.space() == Space::Html
                && let Some((also, attribute)) = beside(tag, &name, attribute, &value)
                && self.wanted.has(also)
            {
                self.references(&common(attribute, Some(also)), &value, place);
            }
        }
        ControlFlow::Continue(())
    }

    fn end(&mut self, _: &[u8]) -> ControlFlow<()> {
        self.element.1.clear();
        ControlFlow::Continue(())
    }

    /// The text of a style element is a style sheet.
    fn text(&mut self, text: &[u8], place: Range<usize>, tree: &Tree) -> ControlFlow<()> {
        if self.element.1 != b"style" {
            return ControlFlow::Continue(());
        }
        let raw = self.page.get(place.clone()).unwrap_or_default();
        // In HTML the text is raw; in SVG it is decoded, and may have sections in which it is not.
        let sheet = match self.element.0 {
            Space::Html => Cow::Borrowed(raw),
            _ => String::from_utf8_lossy(text),
        };
        let mut places = Places::new(raw, sheet.len(), decoding::with_sections());
        let Self { base, each, .. } = self;
        let around = match self.element.0 {
            Space::Html => Notation::of(&decoding::RAW),
            _ => Notation::of(&decoding::TEXT),
        };
        css::references(&sheet, &mut |piece, _, notation| {
            let piece_place = places.range(piece.start..piece.end);
            let at = place.start + piece_place.start..place.start + piece_place.end;
            let link = Link::new(&piece.text, at, "style", base);
            each(Link { is_inert: tree.is_inert(), notation: notation.within(around), ..link });
        });
        ControlFlow::Continue(())
    }
}

impl Reading<'_, '_> {
    /// Passes on the references in the value of an attribute.
    fn references(&mut self, common: &Common<'_>, value: &str, place: Range<usize>) {
        let (name, shape) = common.attribute;
        let raw = self.page.get(place.clone()).unwrap_or_default();
        let mut places = Places::new(raw, value.len(), decoding::step);
        let Self { base, around, each, .. } = self;
        let base = if common.is_base { around } else { base };
        let is_request = match shape {
            Shape::Action => true,
            Shape::Image => base.images_are_requests(),
            _ => false,
        };
        let value_notation = decoding::of_value(self.page, &place);
        let role = if common.is_base { Role::Base } else { Role::Link };
        let mut hand_out = |piece: Piece<'_>, notation: Notation| {
            let at = places.range(piece.start..piece.end);
            let at = place.start + at.start..place.start + at.end;
            each(Link {
                attribute: Some(name),
                is_new_request: is_request,
                rel: common.rel,
                also: common.also,
                is_inert: common.is_inert,
                shown: common.shown,
                notation,
                role,
                ..Link::new(&piece.text, at, common.element, base)
            });
        };
        if shape == Shape::Style || shape == Shape::StyleOrOne && holds_style(value) {
            css::references(value, &mut |piece, _, notation| {
                hand_out(piece, notation.within(value_notation));
            });
        } else {
            values::pieces(shape, value, |piece| hand_out(piece, value_notation));
        }
    }
}

/// How an attribute of an SVG or MathML element contains references.
fn foreign(namespace: &str, element: &str, attribute: &'static str) -> Option<Attribute> {
    let (prefix, local) = match attribute.split_once(':') {
        Some(("xlink", local)) => (xml::XLINK, local),
        _ => ("", attribute),
    };
    let element = xml::Name { namespace, local: element };
    let shape = xml::shape(element, xml::Name { namespace: prefix, local })?;
    Some((attribute, shape))
}

fn is_refresh(tag: &Tag) -> bool {
    let equivalent = tag.value("http-equiv");
    equivalent.is_some_and(|value| value.trim().eq_ignore_ascii_case("refresh"))
}

/// The kind of reference in an attribute that is not a link.
fn beside(tag: &Tag, element: &str, attribute: &str, value: &str) -> Option<(Also, Attribute)> {
    let [property, name, itemprop] = ["property", "name", "itemprop"].map(|name| tag.value(name));
    let beside = Beside {
        element,
        property: property.as_deref(),
        name: name.as_deref(),
        itemprop: itemprop.as_deref(),
    };
    also::shape(&beside, attribute, value)
}
