//! Markdown: links, images, autolinks with and without brackets, and embedded HTML.
//!
//! The parser is pulldown-cmark, by `CommonMark` with tables, footnotes and strikethrough. Its tree takes up to 70
//! times the memory of its text, so a long document is parsed window by window. A window is cut before its last
//! block, which may continue in the next window. Link definitions may be in any window, so they are collected
//! first.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use pulldown_cmark::{
    BrokenLink, CowStr, Event, LinkType, OffsetIter, Options, Parser, Tag, TagEnd,
};
use unicase::UniCase;

use crate::base::Base;
use crate::encoding::in_place;
use crate::fault::{Fault, FaultKind};
use crate::formats::autolinks::{Domain, Run};
use crate::formats::headings;
use crate::formats::html;
use crate::formats::link_reader::LinkReader;
use crate::formats::nesting::{self, DEEPEST};
use crate::link::{Each, LONGEST_TEXT, Link, Shown};
use crate::notation::{Escaping, Notation, Pen, as_it_is, is_space};
use crate::vocabulary::also::Wanted;

/// The size of a window, in bytes.
const WINDOW: usize = 1 << 20;

/// The maximum number of definitions in a document of several windows.
const MOST_DEFINITIONS: usize = 1 << 20;

pub(crate) const OPTIONS: Options =
    Options::ENABLE_TABLES.union(Options::ENABLE_FOOTNOTES).union(Options::ENABLE_STRIKETHROUGH);

/// Markdown.
pub(crate) const READER: LinkReader = LinkReader {
    fragments: Some(headings::fragments),
    ..LinkReader::of(|source, _, each| links(source.text.as_bytes(), &source.bases.base, each))
};

/// Passes on the references of a document with the base `base`: those of Markdown, then those of embedded HTML.
///
/// # Errors
///
/// If a block is longer than a window, blocks are nested too deep, or there are too many definitions. The links are
/// passed on all the same.
fn links(document: &[u8], base: &Base, each: &mut Each<'_>) -> Result<(), Fault> {
    let text = in_place(document);
    let (text, too_deep) = nesting::bounded(&text);
    let mut windows = Windows::of(&text);
    if let Some(at) = too_deep {
        let detail =
            format!("blocks are nested more than {DEEPEST} deep; what is deeper is read as text");
        windows.too_large(at, &detail);
    }
    let mut reading =
        Reading { text: &text, base, each, markup: Vec::new(), inline: Inline::default() };
    for window in std::mem::take(&mut windows.ranges) {
        reading.window(window, &mut windows);
    }
    let Reading { markup, each, .. } = reading;
    if !markup.is_empty() {
        let markup = String::from_utf8_lossy(&markup);
        html::links_within(&text, &markup, base, base, Wanted::default(), each);
    }
    windows.fault.map_or(Ok(()), Err)
}

/// The cuts of a document, and its definitions.
struct Windows<'t> {
    ranges: Vec<Range<usize>>,
    /// The definitions by label, of which the first counts; empty if there is only one window.
    definitions: HashMap<UniCase<CowStr<'t>>, Definition<'t>>,
    /// How much definition text may still replace labels; the parser has this limit for each window.
    fuel: usize,
    fault: Option<Fault>,
}

struct Definition<'t> {
    destination: CowStr<'t>,
    place: Range<usize>,
}

impl<'t> Windows<'t> {
    fn of(text: &'t str) -> Self {
        let fuel = text.len().max(100_000);
        let mut windows =
            Self { ranges: Vec::new(), definitions: HashMap::new(), fuel, fault: None };
        if text.len() <= WINDOW {
            windows.ranges.push(0..text.len());
            return windows;
        }
        let mut start = 0;
        while start < text.len() {
            let end = window_end(text, start);
            let mut blocks = Parser::new_ext(&text[start..end], OPTIONS).into_offset_iter();
            let last = last_block(&mut blocks);
            let definitions = blocks.reference_definitions();
            let last_defined =
                definitions.iter().map(|(_, definition)| definition.span.start).max();
            let last_begins =
                last_defined.filter(|&defined| defined >= last.end).unwrap_or(last.start);
            let cut =
                start + text[start..start + last_begins].rfind('\n').map_or(0, |line| line + 1);
            let cut = if end == text.len() { end } else { cut };
            if cut == start {
                let detail = "a block of more than 1 MiB, which was read in pieces";
                windows.too_large(start, detail);
            }
            let cut = if cut == start { end } else { cut };
            for (label, definition) in definitions.iter() {
                let place = start + definition.span.start..start + definition.span.end;
                if place.start < cut {
                    windows.define(label, &definition.dest, place);
                }
            }
            windows.ranges.push(start..cut);
            start = cut;
        }
        windows
    }

    fn define(&mut self, label: &str, destination: &str, place: Range<usize>) {
        if self.definitions.len() >= MOST_DEFINITIONS {
            self.too_large(place.start, "there are more than 1,048,576 definitions");
            return;
        }
        // A short label is stored inline, without an allocation.
        let label = UniCase::new(CowStr::Borrowed(label).into_static());
        let destination = || CowStr::Borrowed(destination).into_static();
        self.definitions
            .entry(label)
            .or_insert_with(|| Definition { destination: destination(), place });
    }

    fn too_large(&mut self, at: usize, detail: &str) {
        let fault = || Fault::new(FaultKind::TooLarge, Some(at), detail);
        self.fault.get_or_insert_with(fault);
    }

    /// The definition of a label, if it is in some window.
    fn defined(&self, label: &CowStr<'t>) -> Option<&Definition<'t>> {
        if self.definitions.is_empty() {
            return None;
        }
        self.definitions.get(&UniCase::new(label.clone()))
    }
}

/// The end of a window that begins at a place: the end of a line, if there is one.
fn window_end(text: &str, start: usize) -> usize {
    let mut end = start + WINDOW;
    if end >= text.len() {
        return text.len();
    }
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text[start..end].rfind('\n').map_or(end, |line| start + line + 1)
}

/// The place of the last top-level block; each item of a list counts as one.
fn last_block(events: &mut OffsetIter<'_>) -> Range<usize> {
    let (mut depth, mut in_list, mut last) = (0_usize, false, 0..0);
    for (event, range) in events {
        match event {
            Event::Start(tag) => {
                let is_item = matches!(tag, Tag::Item) && in_list && depth == 1;
                if depth == 0 {
                    in_list = matches!(tag, Tag::List(_));
                }
                if depth == 0 || is_item {
                    last = range;
                }
                depth += 1;
            }
            Event::End(_) => depth = depth.saturating_sub(1),
            _ if depth == 0 => last = range,
            _ => {}
        }
    }
    last
}

struct Reading<'r, 'e, 't> {
    text: &'t str,
    base: &'r Base,
    each: &'r mut Each<'e>,
    /// The document with everything but its HTML blanked, so that places stay valid.
    markup: Vec<u8>,
    inline: Inline,
}

/// The state of the search for autolinks without brackets.
#[derive(Default)]
struct Inline {
    /// The start of the current text, without markup in between.
    start: usize,
    /// The current end of that text.
    end: usize,
    /// The end of the last autolink.
    linked: usize,
    /// The domain that was read last.
    domain: Domain,
    /// Whether the text is a block of code.
    is_code: bool,
    /// Whether the text is a table cell.
    is_cell: bool,
    /// From where on the end of the cell was searched, and where it is: a cell may have many pieces.
    cell: Range<usize>,
}

impl<'t> Reading<'_, '_, 't> {
    fn window(&mut self, window: Range<usize>, windows: &mut Windows<'t>) {
        let fuel = &mut windows.fuel.clone();
        let elsewhere = |broken: BrokenLink<'t>| {
            let destination = &windows.defined(&broken.reference)?.destination;
            Some((destination.clone(), CowStr::Borrowed("")))
        };
        let text = &self.text[window.clone()];
        let parser = Parser::new_with_broken_link_callback(text, OPTIONS, Some(elsewhere));
        let mut events = parser.into_offset_iter();
        let mut open = Vec::<Open>::new();
        while let Some((event, range)) = events.next() {
            let range = window.start + range.start..window.start + range.end;
            match event {
                Event::Start(Tag::CodeBlock(_)) => self.inline.is_code = true,
                Event::End(TagEnd::CodeBlock) => self.inline.is_code = false,
                Event::Start(Tag::TableCell) => self.inline.is_cell = true,
                Event::End(TagEnd::TableCell) => self.inline.is_cell = false,
                Event::Text(_) if open.is_empty() => self.autolinks(&range, window.end),
                Event::Html(_) | Event::InlineHtml(_) => self.html(&range),
                Event::Text(ref text) | Event::Code(ref text) => show(&mut open, text),
                Event::SoftBreak | Event::HardBreak => show(&mut open, " "),
                Event::Start(
                    ref tag @ (Tag::Link { link_type, ref dest_url, ref id, .. }
                    | Tag::Image { link_type, ref dest_url, ref id, .. }),
                ) => {
                    let is_image = matches!(tag, Tag::Image { .. });
                    let (reference, defined) = match windows.defined(id) {
                        Some(first) if is_reference(link_type) && *fuel > 0 => {
                            *fuel = fuel.saturating_sub(first.destination.len());
                            (first.destination.to_string(), Some(first.place.clone()))
                        }
                        _ => {
                            let defined = events.reference_definitions().get(id);
                            let defined = defined.filter(|_| is_reference(link_type));
                            let place = defined.map(|defined| {
                                window.start + defined.span.start..window.start + defined.span.end
                            });
                            (written(link_type, dest_url), place)
                        }
                    };
                    open.push(Open {
                        reference,
                        element: element(is_image, link_type),
                        defined,
                        inner_end: range.start + if is_image { 2 } else { 1 },
                        text: String::new(),
                        range,
                    });
                    continue;
                }
                Event::End(TagEnd::Link | TagEnd::Image) => {
                    if let Some(link) = open.pop() {
                        self.link(&link);
                    }
                }
                _ => {}
            }
            if let Some(link) = open.last_mut() {
                link.inner_end = link.inner_end.max(range.end.min(link.range.end));
            }
        }
        let left = *fuel;
        drop(events);
        windows.fuel = left;
    }

    fn html(&mut self, range: &Range<usize>) {
        self.markup.resize(range.start.max(self.markup.len()), b' ');
        let html = self.text.as_bytes().get(range.clone()).unwrap_or_default();
        self.markup.extend_from_slice(html);
    }

    /// The autolinks without brackets that begin in a piece of text.
    fn autolinks(&mut self, piece: &Range<usize>, window_end: usize) {
        let inline = &mut self.inline;
        if inline.end != piece.start {
            inline.start = piece.start;
        }
        inline.end = piece.end;
        if inline.is_code {
            return;
        }
        let mut end = window_end;
        if inline.is_cell {
            if !inline.cell.contains(&piece.start) {
                let cell = &self.text.as_bytes()[piece.start..end];
                let cell_end = memchr::memchr2(b'|', b'\n', cell).unwrap_or(cell.len());
                inline.cell = piece.start..piece.start + cell_end;
            }
            end = inline.cell.end;
        }
        loop {
            let start = inline.start.max(inline.linked);
            let run = Run { text: &self.text[..end], start };
            let range = piece.start.max(inline.linked)..piece.end.min(end);
            let Some(found) = run.find(range, &mut inline.domain) else { return };
            inline.linked = found.place.end;
            let written = &self.text[found.place.clone()];
            let reference = [found.before, &html::text(written)].concat();
            let link = Link::new(&reference, found.place, "autolink", self.base);
            (self.each)(Link { notation: Notation::of(&AUTOLINK), ..link });
        }
    }

    fn link(&mut self, link: &Open) {
        let start = link.place(self.text);
        let at = start..start + link.written(self.text, start);
        let shown = (link.element == "link").then_some(Shown {
            source: link.text.as_bytes(),
            element: link.element,
            read: |text, _| String::from_utf8_lossy(text).into_owned(),
        });
        let notation = link.notation(self.text, &at);
        let found = Link::new(&link.reference, at, link.element, self.base);
        (self.each)(Link { shown, notation, ..found });
    }
}

/// Adds a piece of text to the outermost open link: others are pictures in it.
fn show(open: &mut [Open], piece: &str) {
    if let Some(link) =
        open.first_mut().filter(|link| link.text.len() + piece.len() <= LONGEST_TEXT)
    {
        link.text.push_str(piece);
    }
}

/// The reference as written in the link itself.
fn written(link_type: LinkType, destination: &str) -> String {
    let scheme = if link_type == LinkType::Email { "mailto:" } else { "" };
    [scheme, destination].concat()
}

/// Whether the destination of a link is in a definition.
const fn is_reference(link_type: LinkType) -> bool {
    matches!(
        link_type,
        LinkType::Reference
            | LinkType::ReferenceUnknown
            | LinkType::Collapsed
            | LinkType::CollapsedUnknown
            | LinkType::Shortcut
            | LinkType::ShortcutUnknown
    )
}

fn element(is_image: bool, link_type: LinkType) -> &'static str {
    match link_type {
        LinkType::Autolink | LinkType::Email => "autolink",
        _ if is_image => "image",
        _ => "link",
    }
}

/// A link whose end is not reached yet.
struct Open {
    reference: String,
    element: &'static str,
    /// The definition that has the destination, if it is not in the link itself.
    defined: Option<Range<usize>>,
    /// The current end of the link's content.
    inner_end: usize,
    /// The text of the link so far.
    text: String,
    range: Range<usize>,
}

impl Open {
    /// The place of the destination.
    fn place(&self, text: &str) -> usize {
        if self.element == "autolink" {
            return self.range.start + 1;
        }
        let (from, end, mark) = match &self.defined {
            Some(definition) => (definition.start, definition.end, "]:"),
            None => (self.inner_end, self.range.end, "]("),
        };
        let behind = text.get(from..end).unwrap_or_default();
        let Some(at) = behind.find(mark) else { return self.range.start };
        let before = &behind[at + mark.len()..];
        let destination = before.trim_start();
        let start = from + at + mark.len() + before.len() - destination.len();
        start + usize::from(destination.starts_with('<'))
    }
}

impl Open {
    /// How the destination is written at its place, if it is found there.
    fn notation(&self, text: &str, place: &Range<usize>) -> Notation {
        let is_bracketed = text.get(..place.start).is_some_and(|before| before.ends_with('<'));
        let notation = Notation::of(match self.element {
            "autolink" => &AUTOLINK,
            _ if is_bracketed => &BRACKETED,
            _ => &DESTINATION,
        });
        let raw = text.get(place.clone()).unwrap_or_default();
        if notation.reads(raw, &self.reference) { notation } else { Notation::NONE }
    }

    /// The length of the destination as written from a place on.
    fn written(&self, text: &str, start: usize) -> usize {
        let written = text.get(start..).unwrap_or_default();
        let plain = self.reference.strip_prefix("mailto:").unwrap_or(&self.reference);
        if written.starts_with(plain) {
            return plain.len();
        }
        // Escapes and character references are longer in their written form.
        let is_bracketed = text.get(..start).is_some_and(|before| before.ends_with('<'));
        let ends = |c: char| if is_bracketed { c == '>' } else { c.is_whitespace() || c == ')' };
        let mut escaped = false;
        let end = written.find(|c: char| {
            let is_end = ends(c) && !escaped;
            escaped = c == '\\' && !escaped;
            is_end
        });
        end.unwrap_or(written.len())
    }
}

/// A destination without brackets.
static DESTINATION: Escaping = Escaping {
    read: unescaped,
    write: |c, pen| write(c, matches!(c, '(' | ')'), pen),
    around: ["", ""],
};

/// A destination between angle brackets.
static BRACKETED: Escaping =
    Escaping { read: unescaped, write: |c, pen| write(c, false, pen), around: ["", ""] };

/// An autolink, in which a backslash is no escape.
static AUTOLINK: Escaping =
    Escaping { read: referenced, write: |c, pen| !is_space(c) && pen.put(c), around: ["", ""] };

/// Reads an escaped character, a character reference or another character.
fn unescaped(raw: &str) -> Option<(usize, Cow<'_, str>)> {
    let escaped = raw.strip_prefix('\\').and_then(|behind| behind.chars().next());
    match escaped.filter(char::is_ascii_punctuation) {
        Some(c) => Some((2, c.to_string().into())),
        None => referenced(raw),
    }
}

/// Reads a character reference, which ends with a semicolon, or another character.
fn referenced(raw: &str) -> Option<(usize, Cow<'_, str>)> {
    let name = raw.strip_prefix('&').map(|behind| {
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '#';
        behind.find(|c| !is_name(c)).unwrap_or(behind.len())
    });
    match name.and_then(|len| raw.get(..len + 2)).filter(|reference| reference.ends_with(';')) {
        Some(reference) => Some((reference.len(), html::text(reference))),
        None => as_it_is(raw),
    }
}

fn write(c: char, is_delimiter: bool, pen: &mut Pen<'_>) -> bool {
    if is_space(c) {
        return false;
    }
    if is_delimiter || c == '\\' {
        pen.out.push('\\');
    }
    pen.put_or(c, |c| format!("&#{};", u32::from(c)))
}
