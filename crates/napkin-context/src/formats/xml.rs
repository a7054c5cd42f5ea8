//! XML: nested `xml:base`, and references of the known vocabularies, including XHTML.
//!
//! The parser is quick-xml. Entities declared by the document are expanded here, within limits: in values as text,
//! in content as input, including markup.

mod entities;
mod escapes;

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use quick_xml::events::{BytesStart, BytesText, Event};
use quick_xml::name::{NamespaceResolver, QName, ResolveResult};
use quick_xml::reader::{NsReader, Reader};

use crate::base::Base;
use crate::fault::{Fault, FaultKind};
use crate::formats::css;
use crate::formats::cuts;
use crate::formats::html;
use crate::formats::link_reader::{Bases, LinkReader};
use crate::formats::xml_declaration;
use crate::link::{Each, Link, Role, Shown};
use crate::notation::Notation;
use crate::vocabulary::also::{self, Also, Beside, Wanted};
use crate::vocabulary::values::{self, holds_style};
use crate::vocabulary::xml::{Name, XHTML, is_html, shape, text_shape};
use crate::vocabulary::{Piece, Shape};
use entities::{Declared, Entities, Expanded};

/// The maximum memory of the nested bases at one place, in bytes.
const LONGEST_BASES: usize = 16 << 20;

/// XML, with sitemaps, and XHTML.
pub(crate) const READER: LinkReader = LinkReader {
    declared_encoding: xml_declaration::encoding,
    bases: |around, text| {
        let Embedded { element, root } = embedded_base(text);
        Bases::declared(around, element.as_deref(), root.as_deref())
    },
    cuts: |begin, _| cuts::sitemap(begin),
    fragments: Some(html::fragments),
    ..LinkReader::of(|source, _, each| {
        let Bases { in_page, around, .. } = source.bases;
        links(source.text, in_page, around, source.wanted, each)
    })
};

/// The bases that a document declares for itself.
#[derive(Default)]
struct Embedded {
    /// The reference of the `base` element, in XHTML.
    element: Option<String>,
    /// The `xml:base` of the root.
    root: Option<String>,
}

/// The bases that a document embeds, as written; those of inner elements are handled with the links.
fn embedded_base(text: &str) -> Embedded {
    let mut reader = NsReader::from_str(text);
    reader.config_mut().allow_dangling_amp = true;
    let declared = declared(text);
    let mut entities = Entities::new(&declared, text.len());
    let mut embedded = None;
    loop {
        match reader.read_event() {
            Ok(Event::Start(start) | Event::Empty(start)) => {
                let (namespace, local) = reader.resolver().resolve_element(start.name());
                let (is_xhtml, local) = (bound(&namespace) == XHTML, local);
                let mut value = |wanted: &str| {
                    let found = attributes(&start).find(|(name, _)| name.0 == wanted);
                    found.map(|(_, raw)| entities.expanded(&raw).text.trim().to_owned())
                };
                let Some(embedded) = &mut embedded else {
                    let root = Embedded { element: None, root: value("xml:base") };
                    if !is_xhtml {
                        return root;
                    }
                    embedded = Some(root);
                    continue;
                };
                match local.as_ref() {
                    "base" if is_xhtml => embedded.element = value("href"),
                    "body" | "frameset" => return std::mem::take(embedded),
                    _ => {}
                }
                if embedded.element.is_some() {
                    return std::mem::take(embedded);
                }
            }
            Ok(Event::Eof) | Err(_) => return embedded.unwrap_or_default(),
            Ok(_) => {}
        }
    }
}

/// The entities that the document type declares.
fn declared(text: &str) -> Declared {
    let mut reader = Reader::from_str(text);
    let mut declared = Declared::default();
    loop {
        match reader.read_event() {
            Ok(Event::DocType(declaration)) => declared.declare(&declaration),
            Ok(Event::Start(_) | Event::Empty(_) | Event::Eof) | Err(_) => return declared,
            Ok(_) => {}
        }
    }
}

/// Passes on the references of a document with the base `base`, before `xml:base` narrows it; its `base` element,
/// if it has one, is resolved against `around`.
///
/// # Errors
///
/// If the document is not well-formed, after the links before the error; or if a part of it was not read.
fn links(
    text: &str,
    base: &Base,
    around: &Base,
    wanted: Wanted,
    each: &mut Each<'_>,
) -> Result<(), Fault> {
    let declared = declared(text);
    let mut reading = Reading {
        text,
        within: None,
        bases: vec![(0, base.clone())],
        around,
        held: 0,
        depth: 0,
        collected: None,
        entities: Entities::new(&declared, text.len()),
        wanted,
        each,
    };
    let mut namespaces = NamespaceResolver::default();
    let mut layers = vec![Layer::new(text, None, 0)];
    while let Some(layer) = layers.last_mut() {
        let event = layer.reader.read_event();
        let event = event.map_err(|error| layer.fault(layer.reader.error_position(), error))?;
        match event {
            Event::Start(start) => {
                namespaces.push(&start).map_err(|error| layer.fault(layer.position(), error))?;
                let behind = layer.behind();
                reading.start(&namespaces, &start, behind);
            }
            Event::Empty(start) => {
                namespaces.push(&start).map_err(|error| layer.fault(layer.position(), error))?;
                reading.start(&namespaces, &start, "");
                reading.end();
                namespaces.pop();
            }
            Event::End(_) => {
                reading.end();
                namespaces.pop();
            }
            Event::Text(text) => reading.collect(&text),
            Event::CData(text) => reading.section(&text),
            Event::GeneralRef(name) => {
                let depth = reading.depth;
                let entity = reading.reference(&name, layers.len());
                layers.extend(entity.map(|(text, within)| Layer::new(text, Some(within), depth)));
            }
            Event::PI(instruction) => reading.instruction(&instruction),
            Event::DocType(declaration) => reading.document_type(&declaration),
            Event::Eof if reading.depth > layer.depth => {
                return Err(layer.fault(layer.position(), "it ends inside of an element"));
            }
            Event::Eof => drop(layers.pop()),
            Event::Comment(_) | Event::Decl(_) => {}
        }
        reading.within = layers.last().and_then(|layer| layer.within.clone());
    }
    reading.entities.fault().map_or(Ok(()), Err)
}

/// An input: the document, or the replacement text of an entity in it.
struct Layer<'r> {
    text: &'r str,
    reader: Reader<&'r [u8]>,
    /// The place of the entity reference; `None` for the document.
    within: Option<Range<usize>>,
    /// The number of open elements around it.
    depth: usize,
}

impl<'r> Layer<'r> {
    fn new(text: &'r str, within: Option<Range<usize>>, depth: usize) -> Self {
        let mut reader = Reader::from_str(text);
        reader.config_mut().allow_dangling_amp = true;
        Self { text, reader, within, depth }
    }

    /// The text behind the event that was read last.
    fn behind(&self) -> &'r str {
        let place = usize::try_from(self.position()).ok();
        place.and_then(|place| self.text.get(place..)).unwrap_or_default()
    }

    fn position(&self) -> u64 {
        self.reader.buffer_position()
    }

    /// A well-formedness error at a place; in an entity, at the entity reference.
    fn fault(&self, position: u64, detail: impl fmt::Display) -> Fault {
        let kind = FaultKind::NotWellFormed;
        match &self.within {
            Some(within) => {
                Fault::new(kind, Some(within.start), format_args!("in an entity: {detail}"))
            }
            None => Fault::new(kind, usize::try_from(position).ok(), detail),
        }
    }
}

/// The attributes of a tag with their raw values, up to an error.
fn attributes<'s>(start: &'s BytesStart<'_>) -> impl Iterator<Item = (QName<'s>, Cow<'s, str>)> {
    let all = start.attributes().with_checks(false).clone();
    all.map_while(Result::ok).map(|attribute| (attribute.key, attribute.value))
}

/// The text of an element, collected from the parser's events.
struct Collected {
    element: String,
    shape: Shape,
    depth: usize,
    text: Expanded,
    /// The places of the CDATA sections in it.
    sections: Vec<Range<usize>>,
}

impl Collected {
    /// How a piece of the text is written at its place.
    fn notation(&self, place: &Range<usize>) -> Notation {
        let begun = self.sections.partition_point(|section| section.start <= place.start);
        let section = begun.checked_sub(1).and_then(|at| self.sections.get(at));
        let is_inside = section.is_some_and(|section| place.start < section.end);
        Notation::of(if is_inside { &escapes::SECTION } else { &escapes::TEXT })
    }
}

struct Reading<'r, 'e> {
    text: &'r str,
    /// The place of the reference whose entity is being read; `None` in the document itself.
    within: Option<Range<usize>>,
    /// The bases in scope, each with its depth.
    bases: Vec<(usize, Base)>,
    around: &'r Base,
    /// Their total length.
    held: usize,
    depth: usize,
    collected: Option<Collected>,
    entities: Entities<'r>,
    wanted: Wanted,
    each: &'r mut Each<'e>,
}

/// The common data of an attribute's references.
struct Common<'t> {
    element: &'t str,
    attribute: &'t str,
    shape: Shape,
    also: Option<Also>,
    rel: Option<&'t str>,
    role: Role,
    shown: Option<Shown<'t>>,
}

impl<'r> Reading<'r, '_> {
    /// The place of a piece of text that the parser returned.
    fn place(&self, part: &str) -> usize {
        if let Some(within) = &self.within {
            return within.start;
        }
        let place = (part.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        place.min(self.text.len())
    }

    fn base(&self) -> Option<Base> {
        self.bases.last().map(|(_, base)| base.clone())
    }

    /// An element begins; `behind` is the text behind its start tag.
    fn start(&mut self, namespaces: &NamespaceResolver, start: &BytesStart<'_>, behind: &str) {
        self.depth += 1;
        let (namespace, local) = namespaces.resolve_element(start.name());
        let of_element = self.entities.namespace(bound(&namespace));
        let element = Name { namespace: &of_element, local: local.as_ref() };
        let written = start.name();
        let shown = shows_links(&element).then_some(Shown {
            source: behind.as_bytes(),
            element: written.0,
            read: html::shown_text,
        });
        // Attributes that decide the meaning of others.
        let mut said = Said::default();
        for (key, raw) in attributes(start) {
            said.note(key.0, &raw, &mut self.entities);
        }
        if let Some(reference) = &said.base {
            self.declared_base(written.0, start);
            self.scope(reference.trim());
        }
        for (key, raw) in attributes(start) {
            let (namespace, local) = namespaces.resolve_attribute(key);
            let of_name = self.entities.namespace(bound(&namespace));
            let name = Name { namespace: &of_name, local: local.as_ref() };
            let is_refresh =
                element.namespace == XHTML && name.local == "content" && said.is_refresh();
            let shape = if is_refresh { Some(Shape::Refresh) } else { shape(element, name) };
            let found = match shape {
                Some(shape) => Some((shape, None)),
                None => self.beside(element, name, &said, &raw),
            };
            let Some((shape, also)) = found else { continue };
            let common = Common {
                element: written.0,
                attribute: key.0,
                shape,
                also,
                rel: said.rel.as_deref(),
                role: if element.namespace == XHTML && element.local == "base" {
                    Role::Base
                } else {
                    Role::Link
                },
                shown,
            };
            self.attribute(&common, &raw);
        }
        let text_shape = text_shape(element).filter(|&shape| {
            shape != Shape::Html || is_html(element, said.kind.as_deref(), said.mode.as_deref())
        });
        if let Some(shape) = text_shape.filter(|_| !said.is_no_permalink) {
            let element = written.0.into();
            let text = Expanded::default();
            let sections = Vec::new();
            self.collected = Some(Collected { element, shape, depth: self.depth, text, sections });
        }
    }

    /// The kind of reference in an XHTML attribute that is not a link, if requested.
    fn beside(
        &mut self,
        element: Name<'_>,
        name: Name<'_>,
        said: &Said,
        raw: &str,
    ) -> Option<(Shape, Option<Also>)> {
        if self.wanted.is_empty() || element.namespace != XHTML || !name.namespace.is_empty() {
            return None;
        }
        let beside = Beside {
            element: element.local,
            property: said.property.as_deref(),
            name: said.name.as_deref(),
            itemprop: said.itemprop.as_deref(),
        };
        let (also, (_, shape)) = also::shape(&beside, name.local, raw)?;
        self.wanted.has(also).then_some((shape, Some(also)))
    }

    /// The reference of `xml:base`, which the base around its element resolves.
    fn declared_base(&mut self, element: &str, start: &BytesStart<'_>) {
        let Some((key, raw)) = attributes(start).find(|(key, _)| key.0 == "xml:base") else {
            return;
        };
        let common = Common {
            element,
            attribute: key.0,
            shape: Shape::One,
            also: None,
            rel: None,
            role: Role::OnlyBase,
            shown: None,
        };
        self.attribute(&common, &raw);
    }

    /// Begins the scope of a base.
    fn scope(&mut self, reference: &str) {
        let Some(outer) = self.base() else { return };
        let longest = outer.uri().map_or(0, str::len) + reference.len();
        let base = if self.held + longest > LONGEST_BASES {
            outer.too_deep(reference)
        } else {
            outer.scoped(reference)
        };
        self.held += base.uri().map_or(0, str::len);
        self.bases.push((self.depth, base));
    }

    fn end(&mut self) {
        if let Some(collected) = self.collected.take_if(|collected| collected.depth == self.depth) {
            self.collected_text(&collected);
        }
        if let Some((_, base)) = self.bases.pop_if(|(depth, _)| *depth == self.depth && *depth > 0)
        {
            self.held -= base.uri().map_or(0, str::len);
        }
        self.depth = self.depth.saturating_sub(1);
    }

    fn collect(&mut self, text: &str) {
        let place = self.place(text);
        if let Some(collected) = &mut self.collected {
            match &self.within {
                Some(within) => collected.text.replaced(text, within.clone()),
                None => collected.text.literal(text, place),
            }
        }
    }

    fn section(&mut self, text: &str) {
        let start = self.place(text);
        if let Some(collected) = &mut self.collected
            && self.within.is_none()
        {
            collected.sections.push(start..start + text.len());
        }
        self.collect(text);
    }

    /// A character or entity reference in content, inside `open` entities. Returns the text to read instead and its
    /// place, if the document declares the entity.
    fn reference(&mut self, name: &str, open: usize) -> Option<(&'r str, Range<usize>)> {
        let start = self.place(name).saturating_sub(1);
        let place = self.within.clone().unwrap_or(start..start + name.len() + 2);
        if let Some(text) = self.entities.content(name, open) {
            return Some((text, place));
        }
        if let Some(collected) = &mut self.collected {
            collected.text.replaced(&self.entities.replacement(name), place);
        }
        None
    }

    fn collected_text(&mut self, collected: &Collected) {
        let Some(base) = self.base() else { return };
        let Collected { element, shape, text, .. } = collected;
        if *shape == Shape::Html {
            let (wanted, each) = (self.wanted, &mut *self.each);
            return html::links(&text.text, &base, &base, wanted, &mut |link| {
                let (start, end) = (text.start(link.start), text.end(link.end));
                let end = end.max(start);
                let notation = link.notation.within(collected.notation(&(start..end)));
                each(Link { start, end, notation, ..link });
            });
        }
        self.references(*shape, &text.text, &mut |each, piece, inner| {
            let at = text.range(piece.start..piece.end);
            let notation = inside(inner, collected.notation(&at));
            each(Link { notation, ..Link::new(&piece.text, at, element, &base) });
        });
    }

    fn attribute(&mut self, common: &Common<'_>, raw: &str) {
        let Some(base) = self.base() else { return };
        let base = if common.role == Role::Base { self.around.clone() } else { base };
        let start = self.place(raw);
        let value = self.entities.expanded(raw);
        let is_request = match common.shape {
            Shape::Action => true,
            Shape::Image => base.images_are_requests(),
            _ => false,
        };
        let within = self.within.clone();
        let around = escapes::of_value(self.text, start).filter(|_| within.is_none());
        let around = around.unwrap_or(Notation::NONE);
        self.references(common.shape, &value.text, &mut |each, piece, inner| {
            let at = value.range(piece.start..piece.end);
            let at = within.clone().unwrap_or(start + at.start..start + at.end);
            each(Link {
                attribute: Some(common.attribute),
                is_new_request: is_request,
                rel: common.rel,
                also: common.also,
                is_template: common.shape == Shape::Template,
                shown: common.shown,
                notation: inside(inner, around),
                role: common.role,
                ..Link::new(&piece.text, at, common.element, &base)
            });
        });
    }

    fn references(
        &mut self,
        shape: Shape,
        value: &str,
        hand_out: &mut dyn FnMut(&mut Each<'_>, Piece<'_>, Option<Notation>),
    ) {
        let each = &mut *self.each;
        if shape == Shape::Style || shape == Shape::StyleOrOne && holds_style(value) {
            css::references(value, &mut |piece, _, inner| hand_out(each, piece, Some(inner)));
        } else {
            values::pieces(shape, value, |piece| hand_out(each, piece, None));
        }
    }

    /// The style sheet of a processing instruction.
    fn instruction(&mut self, instruction: &str) {
        let Some(rest) = instruction.strip_prefix("xml-stylesheet") else { return };
        let pseudo = BytesStart::from_content(rest, 0);
        let href = attributes(&pseudo).find(|(name, _)| name.0 == "href");
        if let Some((_, raw)) = href {
            let common = Common {
                element: "?xml-stylesheet",
                attribute: "href",
                shape: Shape::One,
                also: None,
                rel: None,
                role: Role::Link,
                shown: None,
            };
            self.attribute(&common, &raw);
        }
    }

    /// The external subset of a document type.
    fn document_type(&mut self, declaration: &BytesText<'_>) {
        let before_subset = declaration.split('[').next().unwrap_or_default();
        let literals = match before_subset.split_whitespace().nth(1) {
            Some("SYSTEM") => 1,
            Some("PUBLIC") => 2,
            _ => return,
        };
        let mut rest = before_subset;
        let mut literal = "";
        for _ in 0..literals {
            let Some(open) = rest.find(['"', '\'']) else { return };
            let quote = &rest[open..=open];
            let Some((inside, behind)) = rest[open + 1..].split_once(quote) else { return };
            (literal, rest) = (inside, behind);
        }
        let Some(base) = self.base() else { return };
        let start = self.place(literal);
        let notation = Notation::of(&escapes::LITERAL);
        let link = Link::new(literal, start..start + literal.len(), "!DOCTYPE", &base);
        (self.each)(Link { notation, ..link });
    }
}

/// A notation inside that of the value or text around it, if there are two.
fn inside(inner: Option<Notation>, around: Notation) -> Notation {
    inner.map_or(around, |inner| inner.within(around))
}

/// Whether the content of an element is the text of its link: in XHTML and SVG, and in `DocBook`, which has it in any namespace
/// or none.
fn shows_links(element: &Name<'_>) -> bool {
    matches!(element.local, "a" | "link" | "ulink")
}

/// The namespace that a name is bound to; empty for none.
fn bound<'n>(namespace: &'n ResolveResult<'_>) -> &'n str {
    match namespace {
        ResolveResult::Bound(namespace) => namespace.0,
        ResolveResult::Unbound | ResolveResult::Unknown(_) => "",
    }
}

/// The attributes of an element that decide the meaning of others, or of its text.
#[derive(Default)]
struct Said {
    base: Option<String>,
    rel: Option<String>,
    kind: Option<String>,
    mode: Option<String>,
    http_equiv: Option<String>,
    property: Option<String>,
    name: Option<String>,
    itemprop: Option<String>,
    /// Whether the text is an identifier that is not a link.
    is_no_permalink: bool,
}

impl Said {
    fn note(&mut self, name: &str, raw: &str, entities: &mut Entities<'_>) {
        let field = match name {
            "xml:base" => &mut self.base,
            "rel" => &mut self.rel,
            "type" => &mut self.kind,
            "mode" => &mut self.mode,
            "http-equiv" => &mut self.http_equiv,
            "property" => &mut self.property,
            "name" => &mut self.name,
            "itemprop" => &mut self.itemprop,
            "isPermaLink" => {
                self.is_no_permalink = raw == "false";
                return;
            }
            _ => return,
        };
        *field = Some(entities.expanded(raw).text);
    }

    fn is_refresh(&self) -> bool {
        self.http_equiv.as_deref().is_some_and(|value| value.trim().eq_ignore_ascii_case("refresh"))
    }
}
