//! XML: `xml:base` with nesting, and references of the vocabularies that have some.
//!
//! The parser is quick-xml. It expands no entities but the five of XML, so none can grow.

mod vocabulary;

use std::borrow::Cow;

use quick_xml::XmlVersion;
use quick_xml::escape::{resolve_predefined_entity, unescape};
use quick_xml::events::{BytesStart, BytesText, Event};
use quick_xml::name::{QName, ResolveResult};
use quick_xml::reader::NsReader;

use crate::base::Base;
use crate::css;
use crate::fault::{Fault, FaultKind};
use crate::html::elements::Shape;
use crate::html::values;
use crate::link::{Each, Link, Piece};
use crate::places::Places;
use crate::text::in_place;
use vocabulary::{Name, shape, text_shape};

/// How much memory the bases around one place may take, in bytes.
const LONGEST_BASES: usize = 16 << 20;

/// The base that the root element of a document has, as it is written.
pub(crate) fn embedded_base(document: &[u8]) -> Option<String> {
    let text = in_place(document);
    let mut reader = NsReader::from_str(&text);
    loop {
        match reader.read_event() {
            Ok(Event::Start(start) | Event::Empty(start)) => {
                let base = attributes(&start).find(|(name, _)| is_xml_base(*name));
                return base.map(|(_, raw)| decoded(raw).trim().to_owned());
            }
            Ok(Event::Eof) | Err(_) => return None,
            Ok(_) => {}
        }
    }
}

/// Hands out the references of a document in surroundings whose base is `base`.
///
/// # Errors
///
/// Where the document is not well-formed; what comes before that was handed out.
pub(crate) fn links(document: &[u8], base: &Base, each: &mut Each<'_>) -> Result<(), Fault> {
    let text = in_place(document);
    let mut reader = NsReader::from_str(&text);
    reader.config_mut().allow_dangling_amp = true;
    let mut reading = Reading {
        text: &text,
        bases: vec![(0, base.clone())],
        held: 0,
        depth: 0,
        collected: None,
        each,
    };
    loop {
        let event = reader.read_event().map_err(|error| {
            let offset = usize::try_from(reader.error_position()).ok();
            Fault::new(FaultKind::NotWellFormed, offset, error)
        })?;
        match event {
            Event::Start(start) => reading.start(&reader, &start),
            Event::Empty(start) => {
                reading.start(&reader, &start);
                reading.end();
            }
            Event::End(_) => reading.end(),
            Event::Text(text) => reading.collect(&text, &text),
            Event::CData(text) => reading.collect(&text, &text),
            Event::GeneralRef(name) => {
                let decoded = match name.resolve_char_ref() {
                    Ok(Some(character)) => Cow::Owned(character.to_string()),
                    _ => resolve_predefined_entity(&name).unwrap_or(UNKNOWN).into(),
                };
                reading.collect(&decoded, &name);
            }
            Event::PI(instruction) => reading.instruction(&instruction),
            Event::DocType(declaration) => reading.document_type(&declaration),
            Event::Eof => return Ok(()),
            Event::Comment(_) | Event::Decl(_) => {}
        }
    }
}

/// The attributes of a tag with their raw values, as far as they can be read.
fn attributes<'s>(start: &'s BytesStart<'_>) -> impl Iterator<Item = (QName<'s>, Cow<'s, str>)> {
    let all = start.attributes().with_checks(false).clone();
    all.map_while(Result::ok).map(|attribute| (attribute.key, attribute.value))
}

fn is_xml_base(name: QName<'_>) -> bool {
    name.0 == "xml:base"
}

/// A value with its references decoded; an entity that only the document knows is unknown here, and
/// makes no valid reference.
fn decoded(raw: Cow<'_, str>) -> Cow<'_, str> {
    let attribute = quick_xml::events::attributes::Attribute { key: QName(""), value: raw };
    let entity = |name: &str| resolve_predefined_entity(name).or(Some(UNKNOWN));
    match attribute.normalized_value_with(XmlVersion::Implicit1_0, 1, entity) {
        Ok(value) => Cow::Owned(value.into_owned()),
        Err(_) => attribute.value,
    }
}

/// What stands for an entity that is unknown.
const UNKNOWN: &str = "\u{fffd}";

/// How long the first unit of raw text is, raw and decoded.
fn step(raw: &[u8]) -> (usize, usize) {
    match raw {
        [b'\r', b'\n', ..] => (2, 1),
        [b'&', ..] => {
            let len = memchr::memchr(b';', raw).map_or(1, |end| end + 1);
            let reference = str::from_utf8(&raw[..len]).unwrap_or_default();
            (len, unescape(reference).map_or(UNKNOWN.len(), |decoded| decoded.len()))
        }
        _ => (1, 1),
    }
}

/// Text of an element, put together from what the parser gives.
struct Collected {
    element: String,
    shape: Shape,
    depth: usize,
    text: String,
    /// Where the pieces of the text begin: in it, and in the document.
    pieces: Vec<(usize, usize)>,
}

struct Reading<'r, 'e> {
    text: &'r str,
    /// The bases in scope, each from a depth on.
    bases: Vec<(usize, Base)>,
    /// How long they are together.
    held: usize,
    depth: usize,
    collected: Option<Collected>,
    each: &'r mut Each<'e>,
}

impl Reading<'_, '_> {
    /// Where a part of the text stands that the parser gave.
    fn place(&self, part: &str) -> usize {
        let place = (part.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        place.min(self.text.len())
    }

    fn base(&self) -> Option<Base> {
        self.bases.last().map(|(_, base)| base.clone())
    }

    fn start(&mut self, reader: &NsReader<&[u8]>, start: &BytesStart<'_>) {
        self.depth += 1;
        if let Some((_, raw)) = attributes(start).find(|(name, _)| is_xml_base(*name)) {
            self.scope(decoded(raw).trim());
        }
        let (namespace, local) = reader.resolver().resolve_element(start.name());
        let element = Name { namespace: bound(&namespace), local: local.as_ref() };
        let written = start.name();
        let mut permanent = true;
        for (key, raw) in attributes(start) {
            let (namespace, local) = reader.resolver().resolve_attribute(key);
            let name = Name { namespace: bound(&namespace), local: local.as_ref() };
            permanent &= !(name.local == "isPermaLink" && raw == "false");
            if let Some(shape) = shape(element, name) {
                self.attribute(written.0, key.0, shape, raw);
            }
        }
        if let Some(shape) = text_shape(element)
            && permanent
        {
            self.collected = Some(Collected {
                element: written.0.into(),
                shape,
                depth: self.depth,
                text: String::new(),
                pieces: Vec::new(),
            });
        }
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

    fn collect(&mut self, decoded: &str, raw: &str) {
        let place = self.place(raw);
        if let Some(collected) = &mut self.collected {
            collected.pieces.push((collected.text.len(), place));
            collected.text.push_str(decoded);
        }
    }

    fn collected_text(&mut self, collected: &Collected) {
        let Some(base) = self.base() else { return };
        let Collected { element, shape, text, pieces, .. } = collected;
        let place = |offset: usize| {
            let begins = pieces.partition_point(|(start, _)| *start <= offset);
            let piece = begins.checked_sub(1).and_then(|piece| pieces.get(piece));
            piece.map_or(0, |(start, place)| place + offset - start)
        };
        self.references(*shape, text, &mut |each, piece| {
            each(Link {
                reference: piece.text,
                start: place(piece.start),
                element,
                attribute: None,
                base: &base,
                is_new_request: false,
            });
        });
    }

    fn attribute(&mut self, element: &str, name: &str, shape: Shape, raw: Cow<'_, str>) {
        let Some(base) = self.base() else { return };
        let start = self.place(&raw);
        let raw_bytes = self.text.as_bytes().get(start..start + raw.len()).unwrap_or_default();
        let value = decoded(raw);
        let mut places = Places::new(raw_bytes, value.len(), step);
        self.references(shape, &value, &mut |each, piece| {
            each(Link {
                reference: piece.text,
                start: start + places.raw(piece.start),
                element,
                attribute: Some(name),
                base: &base,
                is_new_request: shape == Shape::Action,
            });
        });
    }

    fn references(
        &mut self,
        shape: Shape,
        value: &str,
        hand_out: &mut dyn FnMut(&mut Each<'_>, Piece<'_>),
    ) {
        let each = &mut *self.each;
        if shape == Shape::Style {
            css::references(value, &mut |piece, _| hand_out(each, piece));
        } else {
            values::pieces(shape, value, |piece| hand_out(each, piece));
        }
    }

    /// The style sheet of a processing instruction.
    fn instruction(&mut self, instruction: &str) {
        let Some(rest) = instruction.strip_prefix("xml-stylesheet") else { return };
        let pseudo = BytesStart::from_content(rest, 0);
        let href = attributes(&pseudo).find(|(name, _)| name.0 == "href");
        if let Some((_, raw)) = href {
            self.attribute("?xml-stylesheet", "href", Shape::One, raw);
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
        (self.each)(Link {
            reference: literal,
            start,
            element: "!DOCTYPE",
            attribute: None,
            base: &base,
            is_new_request: false,
        });
    }
}

/// The namespace that a name is bound to; empty for none.
fn bound<'n>(namespace: &'n ResolveResult<'_>) -> &'n str {
    match namespace {
        ResolveResult::Bound(namespace) => namespace.0,
        ResolveResult::Unbound | ResolveResult::Unknown(_) => "",
    }
}
