//! What is wrong with an input: the object in JSON, and the message with its caret in text.

use std::borrow::Cow;
use std::fmt;
use std::io::Write;

use napkin::{Edition, ErrorKind, ParseError, Part};
use serde::Serialize;

use crate::input::Origin;
use crate::text::{Palette, push, push_styled, push_visible};

/// Why an input has no result.
#[derive(Debug, Serialize)]
pub(crate) struct Failure<'a> {
    kind: &'static str,
    part: Option<&'static str>,
    /// Into the input, or into what `of` names.
    offset: Option<usize>,
    message: String,
    section: &'static str,
    /// What the failure is about, if that is not the input as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    of: Option<&'static str>,
    #[serde(skip)]
    place: Option<Place<'a>>,
}

/// The text that a failure points into.
#[derive(Debug)]
struct Place<'a> {
    text: Cow<'a, [u8]>,
    error: Option<ParseError>,
}

impl<'a> Failure<'a> {
    /// The library refuses `text`.
    pub(crate) fn refused(error: ParseError, text: impl Into<Cow<'a, [u8]>>) -> Self {
        Self {
            kind: error.kind().name(),
            part: Some(error.part().name()),
            offset: Some(error.offset()),
            message: error.to_string(),
            section: error.rule().section,
            of: None,
            place: Some(Place { text: text.into(), error: Some(error) }),
        }
    }

    /// The command refuses the input for a reason that the library has no error for.
    pub(crate) fn new(kind: &'static str, section: &'static str, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { kind, part: None, offset: None, message, section, of: None, place: None }
    }

    /// A rule of the edition is broken at a place that no parser of the library has looked at.
    pub(crate) fn broken(
        edition: &Edition,
        (kind, part): (ErrorKind, Part),
        offset: usize,
        input: &'a [u8],
        message: &str,
    ) -> Self {
        let rule = edition.rule(kind, part);
        let message =
            format!("{message} ({}, {} section {})", rule.name, edition.title, rule.section);
        Self::new(kind.name(), rule.section, message).at(offset, input)
    }

    /// The input is not UTF-8 where it has to be text.
    pub(crate) fn not_utf8(edition: &Edition, offset: usize, input: &'a [u8]) -> Self {
        let message = format!("not UTF-8 at byte {offset} ({} section 2)", edition.title);
        Self::new("not-utf8", "2", message).at(offset, input)
    }

    /// A relative reference, and the command needs a URI.
    pub(crate) fn relative_reference(edition: &Edition, what: &str) -> Self {
        let message = format!("{what} ({} section 5.2.1)", edition.title);
        Self::new("relative-reference", "5.2.1", message)
    }

    /// The same with the place that it is about.
    pub(crate) fn at(mut self, offset: usize, text: &'a [u8]) -> Self {
        self.offset = Some(offset);
        self.place = Some(Place { text: text.into(), error: None });
        self
    }

    /// The same with the part that it is about.
    pub(crate) fn in_part(mut self, part: &'static str) -> Self {
        self.part = Some(part);
        self
    }

    /// The same about something else than the input as a whole.
    pub(crate) fn of(mut self, what: &'static str) -> Self {
        self.of = Some(what);
        self
    }

    /// The same for a reason of the command's own; what it says comes first.
    ///
    /// Part and offset go, since they are not of the input.
    pub(crate) fn because(self, kind: &'static str, section: &'static str, lead: &str) -> Self {
        let message = format!("{lead}: {}", self.message);
        Self { kind, part: None, offset: None, message, section, ..self }
    }

    /// Writes the message for people, with the text and a caret if there is a place to show.
    pub(crate) fn tell(&self, out: &mut Vec<u8>, origin: Origin<'_>, palette: Palette) {
        push_styled(out, palette.bad, |out| {
            push(out, "napkin: ");
            push_visible(out, origin.to_string().as_bytes());
            push(out, ":");
        });
        push(out, " ");
        if let Some(of) = self.of {
            push(out, format_args!("{of}: "));
        }
        let told = self.place.as_ref().map(|place| place.tell(self.offset.unwrap_or_default()));
        let (sentence, quotation) = match told.as_deref().and_then(|told| told.split_once('\n')) {
            // The lead of `because` stands before the library's sentence.
            Some((sentence, quotation)) => (sentence, Some(quotation)),
            None => ("", None),
        };
        let _ = sentence;
        push_visible(out, self.message.as_bytes());
        push(out, "\n");
        if let Some((line, mark)) = quotation.and_then(|quotation| quotation.split_once('\n')) {
            push(out, format_args!("{line}\n"));
            push_styled(out, palette.mark, |out| push(out, mark));
            push(out, "\n");
        }
    }
}
