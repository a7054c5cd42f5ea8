//! HTML and XHTML: the base in the head, and all references in attributes and styles.
//!
//! The parser is html5gum, whose tokenizer follows the HTML standard and knows the place of
//! everything. Its tree builder is not needed: which element a tag opens, and what its attributes
//! are, is in the tag. Markup for user agents without scripts or frames is read as markup.

mod decoding;
pub(crate) mod elements;
pub(crate) mod values;

use html5gum::emitters::callback::{Callback, CallbackEmitter, CallbackEvent};
use html5gum::{Emitter, ForwardingEmitter, Span, State, Tokenizer};

use crate::base::Base;
use crate::css;
use crate::link::{Each, Link, Piece};
use crate::places::Places;
use crate::text::in_place;
use elements::{Attribute, Shape};

/// The reference of the first `base` element that has one, in the head of a document.
pub(crate) fn embedded_base(document: &[u8]) -> Option<String> {
    let mut head = Head::default();
    let events = move |event: CallbackEvent<'_>, _: Span<()>| head.event(&event);
    let found = Tokenizer::new_with_emitter(document, Markup::new(events)).next();
    let Ok(HeadEnd { base }) = found?;
    base
}

/// Hands out the references of a document whose base is `base`; where it embeds that, the embedded
/// reference is resolved against the base `around` the document.
pub(crate) fn links(document: &[u8], base: &Base, around: &Base, each: &mut Each<'_>) {
    let reading = Reading::new(document, [base, around], each);
    Tokenizer::new_with_emitter(document, Markup::new(reading)).for_each(drop);
}

/// The tokenizer's events, without errors, and with our own idea of what is text.
struct Markup<F: Callback<T, S>, T, S: html5gum::SpanBound> {
    inner: CallbackEmitter<F, T, S>,
    /// Whether the tag that is open is a start tag, and of which element.
    is_start_tag: bool,
    name: Vec<u8>,
}

impl<F: Callback<T, S>, T, S: html5gum::SpanBound> Markup<F, T, S> {
    fn new(events: F) -> Self {
        Self { inner: CallbackEmitter::new(events), is_start_tag: false, name: Vec::new() }
    }
}

/// How the text is read that follows a start tag.
fn state_behind(element: &[u8]) -> Option<State> {
    match element {
        b"textarea" | b"title" => Some(State::RcData),
        b"style" | b"xmp" | b"iframe" => Some(State::RawText),
        b"script" => Some(State::ScriptData),
        b"plaintext" => Some(State::PlainText),
        _ => None,
    }
}

impl<F: Callback<T, S>, T, S: html5gum::SpanBound> ForwardingEmitter for Markup<F, T, S> {
    type Token = T;

    fn inner(&mut self) -> &mut impl Emitter<Token = T> {
        &mut self.inner
    }

    #[inline]
    fn should_emit_errors(&mut self) -> bool {
        false
    }

    #[inline]
    fn emit_error(&mut self, _: html5gum::Error) {}

    fn init_start_tag(&mut self) {
        self.is_start_tag = true;
        self.name.clear();
        self.inner.init_start_tag();
    }

    fn init_end_tag(&mut self) {
        self.is_start_tag = false;
        self.inner.init_end_tag();
    }

    #[inline]
    fn push_tag_name(&mut self, name: &[u8]) {
        if self.is_start_tag {
            self.name.extend_from_slice(name);
        }
        self.inner.push_tag_name(name);
    }

    fn emit_current_tag(&mut self) -> Option<State> {
        // Its own guess is switched off.
        let _ = self.inner.emit_current_tag();
        let state = state_behind(&self.name).filter(|_| self.is_start_tag);
        if state.is_some() {
            // The text that follows begins here.
            self.inner.init_string();
        }
        state
    }
}

/// What ended the search for a base.
struct HeadEnd {
    base: Option<String>,
}

/// Where the search for a base is in the head.
#[derive(Default)]
struct Head {
    in_base: bool,
    in_href: bool,
    /// Whether text here is that of a title, a script or a style.
    in_text: bool,
}

impl Head {
    fn event(&mut self, event: &CallbackEvent<'_>) -> Option<HeadEnd> {
        let ends = Some(HeadEnd { base: None });
        match event {
            CallbackEvent::OpenStartTag { name } => {
                self.in_base = *name == b"base";
                self.in_href = false;
                self.in_text = state_behind(name).is_some();
                if !elements::is_of_head(name) {
                    return ends;
                }
            }
            CallbackEvent::AttributeName { name } => {
                if self.in_href {
                    return Some(HeadEnd { base: Some(String::new()) });
                }
                self.in_href = self.in_base && *name == b"href";
            }
            CallbackEvent::AttributeValue { value } if self.in_href => {
                let href = String::from_utf8_lossy(value);
                return Some(HeadEnd { base: Some(href.trim_matches(ASCII_SPACE).into()) });
            }
            CallbackEvent::CloseStartTag { .. } => {
                if self.in_href {
                    return Some(HeadEnd { base: Some(String::new()) });
                }
                self.in_base = false;
            }
            CallbackEvent::EndTag { name } => {
                self.in_text = false;
                if *name == b"head" {
                    return ends;
                }
            }
            // Text begins the body, but not in the elements of the head that hold some.
            CallbackEvent::String { value } if !self.in_text && !is_blank(value) => {
                return ends;
            }
            _ => {}
        }
        None
    }
}

/// Whether text is white space, or the mark of the byte order.
fn is_blank(text: &[u8]) -> bool {
    let text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
    text.iter().all(|&byte| values::is_space(byte))
}

const ASCII_SPACE: [char; 5] = ['\t', '\n', '\x0C', '\r', ' '];

/// What is read of a document while its tags go by.
struct Reading<'r, 'e> {
    document: &'r [u8],
    base: &'r Base,
    around: &'r Base,
    each: &'r mut Each<'e>,
    element: Vec<u8>,
    attributes: &'static [Attribute],
    in_tag: bool,
    /// Which attributes the tag had before, of which the first one counts.
    seen: u32,
    /// The attribute whose value comes next, and where its name ends.
    awaited: Option<(Attribute, usize)>,
    /// Of a `meta` element: whether it is a refresh, and the content with its place.
    is_http_equiv: bool,
    is_refresh: bool,
    content: Option<(String, Span<usize>)>,
}

impl<'r, 'e> Reading<'r, 'e> {
    fn new(document: &'r [u8], [base, around]: [&'r Base; 2], each: &'r mut Each<'e>) -> Self {
        Self {
            document,
            base,
            around,
            each,
            element: Vec::new(),
            attributes: &[],
            in_tag: false,
            seen: 0,
            awaited: None,
            is_http_equiv: false,
            is_refresh: false,
            content: None,
        }
    }

    fn open(&mut self, name: &[u8]) {
        self.element.clear();
        self.element.extend_from_slice(name);
        self.attributes = elements::attributes(name);
        self.in_tag = true;
        self.seen = 0;
        self.is_refresh = false;
        self.content = None;
    }

    fn name(&mut self, name: &[u8], end: usize) {
        self.without_value();
        if !self.in_tag {
            return;
        }
        self.is_http_equiv = name == b"http-equiv" && self.element == b"meta";
        let Some((number, attribute)) = elements::attribute(self.attributes, name) else { return };
        if self.seen & (1 << number) == 0 {
            self.seen |= 1 << number;
            self.awaited = Some((attribute, end));
        }
    }

    fn value(&mut self, value: &[u8], span: Span<usize>) {
        if self.is_http_equiv {
            self.is_refresh = value.trim_ascii().eq_ignore_ascii_case(b"refresh");
        } else if let Some((attribute, _)) = self.awaited.take() {
            let value = String::from_utf8_lossy(value);
            if attribute.1 == Shape::Refresh {
                self.content = Some((value.into_owned(), span));
            } else {
                self.references(attribute, &value, span);
            }
        }
    }

    /// An attribute without a value has the empty one: a reference to this document.
    fn without_value(&mut self) {
        let Some((attribute @ (_, Shape::One | Shape::Action), end)) = self.awaited.take() else {
            return;
        };
        let rest = self.document.get(end..).unwrap_or_default();
        let space = |text: &[u8]| text.iter().take_while(|&&byte| values::is_space(byte)).count();
        let mut start = end;
        let before = space(rest);
        if rest.get(before) == Some(&b'=') {
            start += before + 1 + space(&rest[before + 1..]);
            start += usize::from(matches!(self.document.get(start), Some(b'"' | b'\'')));
        }
        self.references(attribute, "", Span { start, end: start });
    }

    fn close(&mut self) {
        self.without_value();
        self.in_tag = false;
        if let Some((content, span)) = self.content.take()
            && self.is_refresh
        {
            self.references(("content", Shape::Refresh), &content, span);
        }
    }

    /// Hands out the references in the value of an attribute.
    fn references(&mut self, (name, shape): Attribute, value: &str, span: Span<usize>) {
        let element = String::from_utf8_lossy(&self.element);
        let raw = self.document.get(span.start..span.end).unwrap_or_default();
        let mut places = Places::new(raw, value.len(), decoding::step);
        let Self { base, around, each, .. } = self;
        let base = if self.element == b"base" { around } else { base };
        let mut hand_out = |piece: Piece<'_>| {
            each(Link {
                reference: piece.text,
                start: span.start + places.raw(piece.start),
                element: &element,
                attribute: Some(name),
                base,
                is_new_request: shape == Shape::Action,
            });
        };
        if shape == Shape::Style {
            css::references(value, &mut |piece, _| hand_out(piece));
        } else {
            values::pieces(shape, value, hand_out);
        }
    }

    /// The text of a style element is a style sheet.
    fn text(&mut self, span: Span<usize>) {
        if self.element != b"style" {
            return;
        }
        let raw = self.document.get(span.start..span.end).unwrap_or_default();
        let sheet = in_place(raw);
        let Self { base, each, .. } = self;
        css::references(&sheet, &mut |piece, _| {
            each(Link {
                reference: piece.text,
                start: span.start + piece.start,
                element: "style",
                attribute: None,
                base,
                is_new_request: false,
            });
        });
    }
}

impl Callback<std::convert::Infallible, usize> for Reading<'_, '_> {
    fn handle_event(
        &mut self,
        event: CallbackEvent<'_>,
        span: Span<usize>,
    ) -> Option<std::convert::Infallible> {
        match event {
            CallbackEvent::OpenStartTag { name } => self.open(name),
            CallbackEvent::AttributeName { name } => self.name(name, span.end),
            CallbackEvent::AttributeValue { value } => self.value(value, span),
            CallbackEvent::CloseStartTag { .. } => self.close(),
            CallbackEvent::EndTag { .. } => {
                self.awaited = None;
                self.element.clear();
            }
            CallbackEvent::String { .. } => self.text(span),
            CallbackEvent::Comment { .. }
            | CallbackEvent::Doctype { .. }
            | CallbackEvent::Error(_) => {}
        }
        None
    }
}
