//! The tags of a page, each with its relevant attributes and its place in the tree.
//!
//! The tokenizer is that of html5gum. The tree decides in which state it continues, as the HTML standard defines.
//! Whoever reads tags is a `dyn` [`Reader`], so that the tokenizer, which is most of this crate's code, is compiled once.

use std::borrow::Cow;
use std::ops::{ControlFlow, Range};

use html5gum::emitters::callback::{Callback, CallbackEmitter, CallbackEvent};
use html5gum::{Emitter, ForwardingEmitter, Span, State, Tokenizer};

use super::tree::{Facts, Space, Tree};
use crate::vocabulary::html;
use crate::vocabulary::values::is_space;

/// Receives the tags of a page, until it breaks.
pub(super) trait Reader {
    /// A start tag that is complete.
    fn tag(&mut self, _tag: &Tag, _tree: &Tree) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// An end tag.
    fn end(&mut self, _name: &[u8]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Text, decoded, and its place.
    fn text(&mut self, _text: &[u8], _place: Range<usize>, _tree: &Tree) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Parses a page until the reader breaks.
pub(super) fn read(page: &str, reader: &mut dyn Reader) {
    let tags = Tags {
        page,
        reader,
        tree: Tree::default(),
        tag: Tag::default(),
        awaited: None,
        state: None,
    };
    // The tokenizer emits nothing but the break.
    let _ = Tokenizer::new_with_emitter(page, Markup(CallbackEmitter::new(tags))).next();
}

/// A relevant attribute.
struct Attribute {
    number: usize,
    /// The range of its value among the values.
    value: Range<usize>,
    /// The place of its value in the page.
    place: Range<usize>,
}

/// A start tag.
#[derive(Default)]
pub(super) struct Tag {
    name: Vec<u8>,
    space: Option<Space>,
    attributes: Vec<Attribute>,
    values: Vec<u8>,
    /// The indices of its attributes so far; of attributes with the same name the first counts.
    seen: u128,
    /// The place behind it.
    end: usize,
}

impl Tag {
    /// Its name in lowercase.
    pub(super) fn name(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.name)
    }

    /// The place behind it in the page.
    pub(super) const fn end(&self) -> usize {
        self.end
    }

    /// Its vocabulary.
    pub(super) fn space(&self) -> Space {
        self.space.unwrap_or(Space::Html)
    }

    /// The value of an attribute.
    pub(super) fn value(&self, name: &str) -> Option<Cow<'_, str>> {
        let number = html::number(name.as_bytes())?;
        let is_there = self.seen & 1 << number != 0;
        let attribute =
            self.attributes.iter().find(|attribute| is_there && attribute.number == number)?;
        Some(self.value_of(attribute))
    }

    /// The relevant attributes: name, value, place of the value.
    pub(super) fn attributes(
        &self,
    ) -> impl Iterator<Item = (&'static str, Cow<'_, str>, Range<usize>)> {
        self.attributes.iter().map(|attribute| {
            (html::name(attribute.number), self.value_of(attribute), attribute.place.clone())
        })
    }

    fn value_of(&self, attribute: &Attribute) -> Cow<'_, str> {
        String::from_utf8_lossy(self.values.get(attribute.value.clone()).unwrap_or_default())
    }

    fn begin(&mut self, name: &[u8]) {
        self.name.clear();
        self.name.extend_from_slice(name);
        self.space = None;
        self.attributes.clear();
        self.values.clear();
        self.seen = 0;
    }

    fn add(&mut self, number: usize, value: &[u8], place: Range<usize>) {
        let start = self.values.len();
        self.values.extend_from_slice(value);
        self.attributes.push(Attribute { number, value: start..self.values.len(), place });
    }

    fn facts(&self, is_self_closing: bool) -> Facts<'_> {
        let has =
            |name: &str| html::number(name.as_bytes()).is_some_and(|n| self.seen & 1 << n != 0);
        let encoding = html::number(b"encoding").filter(|_| self.name == b"annotation-xml");
        let encoding = self.attributes.iter().find(|attribute| Some(attribute.number) == encoding);
        Facts {
            is_self_closing,
            is_of_font: self.name == b"font" && (has("color") || has("face") || has("size")),
            encoding: encoding.and_then(|attribute| self.values.get(attribute.value.clone())),
            is_shadow_root: self.name == b"template" && has("shadowrootmode"),
        }
    }
}

/// Makes tags of the tokenizer's events.
struct Tags<'p, 'r> {
    page: &'p str,
    reader: &'r mut dyn Reader,
    tree: Tree,
    tag: Tag,
    /// The attribute whose value comes next, and the end of its name.
    awaited: Option<(usize, usize)>,
    /// The tokenizer state for the text after the last tag.
    state: Option<State>,
}

impl Tags<'_, '_> {
    fn attribute(&mut self, name: &[u8], end: usize) {
        self.without_value();
        if let Some(number) = html::number(name)
            && self.tag.seen & 1 << number == 0
        {
            self.tag.seen |= 1 << number;
            self.awaited = Some((number, end));
        }
    }

    /// An attribute without a value has the empty one.
    fn without_value(&mut self) {
        let Some((number, end)) = self.awaited.take() else { return };
        let bytes = self.page.as_bytes();
        let rest = bytes.get(end..).unwrap_or_default();
        let space = |text: &[u8]| text.iter().take_while(|&&byte| is_space(byte)).count();
        let mut place = end;
        let before = space(rest);
        if rest.get(before) == Some(&b'=') {
            place += before + 1 + space(rest.get(before + 1..).unwrap_or_default());
            place += usize::from(matches!(bytes.get(place), Some(b'"' | b'\'')));
        }
        self.tag.add(number, b"", place..place);
    }
}

impl Callback<(), usize> for Tags<'_, '_> {
    fn handle_event(&mut self, event: CallbackEvent<'_>, span: Span<usize>) -> Option<()> {
        let flow = match event {
            CallbackEvent::OpenStartTag { name } => {
                self.awaited = None;
                self.tag.begin(name);
                ControlFlow::Continue(())
            }
            CallbackEvent::AttributeName { name } => {
                self.attribute(name, span.end);
                ControlFlow::Continue(())
            }
            CallbackEvent::AttributeValue { value } => {
                if let Some((number, _)) = self.awaited.take() {
                    self.tag.add(number, value, span.start..span.end);
                }
                ControlFlow::Continue(())
            }
            CallbackEvent::CloseStartTag { self_closing } => {
                self.without_value();
                self.tag.end = span.end;
                let space = self.tree.start(&self.tag.name, self.tag.facts(self_closing));
                self.tag.space = Some(space);
                self.state = state_behind(&self.tag.name).filter(|_| space == Space::Html);
                self.reader.tag(&self.tag, &self.tree)
            }
            CallbackEvent::EndTag { name } => {
                self.awaited = None;
                self.tree.end(name);
                self.reader.end(name)
            }
            CallbackEvent::String { value } => {
                self.reader.text(value, span.start..span.end, &self.tree)
            }
            CallbackEvent::Comment { .. }
            | CallbackEvent::Doctype { .. }
            | CallbackEvent::Error(_) => ControlFlow::Continue(()),
        };
        flow.is_break().then_some(())
    }
}

/// The tokenizer state for the text after a start tag of HTML.
pub(super) fn state_behind(element: &[u8]) -> Option<State> {
    match element {
        b"textarea" | b"title" => Some(State::RcData),
        b"style" | b"xmp" | b"iframe" | b"noembed" => Some(State::RawText),
        b"script" => Some(State::ScriptData),
        b"plaintext" => Some(State::PlainText),
        _ => None,
    }
}

/// The tokenizer's events without errors; the tree decides what is text.
struct Markup<'p, 'r>(CallbackEmitter<Tags<'p, 'r>, (), usize>);

impl ForwardingEmitter for Markup<'_, '_> {
    type Token = ();

    fn inner(&mut self) -> &mut impl Emitter<Token = ()> {
        &mut self.0
    }

    #[inline]
    fn should_emit_errors(&mut self) -> bool {
        false
    }

    #[inline]
    fn emit_error(&mut self, _: html5gum::Error) {}

    fn emit_current_tag(&mut self) -> Option<State> {
        // The tokenizer's own state changes are switched off.
        let _ = self.0.emit_current_tag();
        let state = self.0.callback_mut().state.take();
        if state.is_some() {
            // The following text begins here.
            self.0.init_string();
        }
        state
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&mut self) -> bool {
        !self.0.callback_mut().tree.is_in_html()
    }
}
