//! The error of an input: its object in JSON, and the text that a message for people quotes.

mod advice;

use std::borrow::Cow;
use std::str::Utf8Error;

use napkin::{Edition, ErrorKind, ParseError, Part, SyntaxException};
use napkin_audit::{Finding, Mend};
use napkin_context::NoTarget;
use napkin_schemes::SchemeError;
use napkin_schemes::secrets::Secrets;
use napkin_standards::Error;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::schema::{OrNull, schema_of};

pub(crate) use advice::FixedBy;

/// The options of a client that an error of a plan can be about, as a failure names them.
const CLIENT_OPTIONS: [&str; 4] = ["--email", "--news-server", "--proxy", "--gateway"];

/// Why an input has no result. One word, since most inputs have no failure.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
#[must_use]
pub struct Failure<'a>(Box<Details<'a>>);

schema_of!(Failure<'_>, Details<'_>);

/// An error, or a note on a valid input.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "error")]
struct Details<'a> {
    /// The kind, by its name.
    kind: &'static str,
    /// The part of the URI, or the field of its scheme.
    part: Option<&'static str>,
    /// The offset in bytes, in the input or in the text that `of` names.
    offset: Option<usize>,
    /// The message in one line.
    message: String,
    /// The section that is broken; null if no document defines the error.
    #[serde(serialize_with = "or_null")]
    #[schemars(with = "Option<String>")]
    section: &'static str,
    /// The edit that repairs it, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "FixedBy<'static>")]
    fix: Option<FixedBy<'static>>,
    /// The invalid character; null if it is of a secret.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "OrNull<char>")]
    character: Option<OrNull<char>>,
    /// The advice: what to write instead, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    advice: Option<String>,
    /// The exception of java.net.URI, for its edition.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Exception")]
    exception: Option<Exception>,
    /// The subject of the failure, if it is not the input as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "&'static str")]
    of: Option<&'static str>,
    /// The start of `message` that the library's diagnosis does not have.
    #[serde(skip)]
    lead: &'static str,
    /// Whether the place is in a secret, so that no word says which character it is.
    #[serde(skip)]
    is_secret: bool,
    /// The ways to mend the input, which stand beside the error.
    #[serde(skip)]
    mends: Vec<Mend>,
    #[serde(skip)]
    quotation: Quotation<'a>,
}

/// Java's own message and index.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "exception")]
struct Exception {
    /// The message.
    reason: &'static str,
    /// The index in UTF-16 code units.
    index: Option<usize>,
}

impl From<SyntaxException> for Exception {
    fn from(exception: SyntaxException) -> Self {
        Self { reason: exception.reason(), index: exception.index() }
    }
}

/// A failure that no document defines has no section.
fn or_null<S: Serializer>(section: &str, serializer: S) -> Result<S::Ok, S::Error> {
    Some(section).filter(|section| !section.is_empty()).serialize(serializer)
}

/// The text shown below the message, with a caret under the place.
#[derive(Clone, Debug)]
pub enum Quotation<'a> {
    /// No text.
    Nothing,
    /// The library's diagnosis, with its own wording of the message.
    Diagnosis(ParseError, Cow<'a, [u8]>),
    /// The offset of the caret, and the text, for an error that is not of the library.
    Caret(usize, Cow<'a, [u8]>),
}

impl<'a> Failure<'a> {
    /// The error of a text by a standard.
    pub fn refused(error: impl Into<Error>, text: impl Into<Cow<'a, [u8]>>) -> Self {
        let (error, text) = (error.into(), text.into());
        if let Some(reason) = error.reason() {
            let (kind, section) = (error.kind(), error.section());
            let reason = Self::refused(reason, text);
            return reason.because(kind, section, "the base is not valid: ").of("base");
        }
        let mut failure = Self::new(error.kind(), error.section(), error.to_string());
        failure.0.part = error.part();
        if error.is_of_base() {
            return failure.of("base");
        }
        match (error.of_syntax(), error.offset()) {
            (Some(error), _) => failure.of_syntax(error, text),
            (None, Some(offset)) => failure.at(offset, text),
            (None, None) => failure,
        }
    }

    /// This failure with what an edition of the URI syntax says of its error.
    fn of_syntax(self, error: ParseError, text: Cow<'a, [u8]>) -> Self {
        let mut failure = self;
        failure.0.offset = Some(error.offset());
        let diagnosis = error.diagnose(&text);
        failure.0.character = diagnosis.character().map(|character| OrNull(Some(character)));
        failure.0.exception = diagnosis.exception().map(Exception::from);
        failure.0.advice = diagnosis.advice().map(|_| diagnosis.advised().to_string());
        failure.0.fix = error.fix(&text).map(FixedBy::from);
        failure.advise(&text, error);
        failure.0.quotation = Quotation::Diagnosis(error, text);
        failure
    }

    /// This failure without the mends of its input.
    pub fn without_mends(mut self) -> Self {
        self.0.mends.clear();
        self
    }

    /// The ways to mend the input, if they were looked for.
    pub fn mends(&self) -> &[Mend] {
        &self.0.mends
    }

    /// This failure in the words of a finding, with its fix.
    pub(crate) fn of_finding(finding: &Finding, edition: &Edition, input: &'a [u8]) -> Self {
        let message = format!("{} ({})", finding.message, finding.citation(edition));
        let place = finding.fix.as_ref().map_or(finding.span.start, |fix| fix.span.start);
        let mut failure = Self::new(finding.rule.id, finding.section, message).at(place, input);
        failure.0.part = finding.part.map(Part::name);
        failure.advise_fix(finding.fix.as_ref());
        failure
    }

    /// The error of the scheme for `input`.
    pub fn of_scheme(error: SchemeError, input: &'a [u8]) -> Self {
        let failure = Self::new(error.kind().name(), error.rule().section, error.to_string());
        let mut failure = failure.in_part(error.field());
        let option = error.client_option().and_then(|option| {
            CLIENT_OPTIONS.iter().find(|named| named.strip_prefix("--") == Some(option))
        });
        if let Some(option) = option {
            failure.0.offset = error.offset();
            return failure.of(option);
        }
        match error.offset() {
            Some(offset) => failure.at(offset, input),
            None => failure,
        }
    }

    /// This failure with `more` after the message.
    pub fn and(mut self, more: &str) -> Self {
        self.0.message.push_str("; ");
        self.0.message.push_str(more);
        self
    }

    /// Marks this as a note on an input, not an error.
    pub fn as_note(mut self) -> Self {
        self.0.lead = "note: ";
        self
    }

    /// A change that the library rejects, without a faulty text.
    pub fn impossible(error: ParseError) -> Self {
        let failure = Self::new(error.kind().name(), error.rule().section, error.to_string());
        failure.in_part(error.part().name())
    }

    /// An error about the input as a whole.
    pub fn new(kind: &'static str, section: &'static str, message: String) -> Self {
        Self(Box::new(Details {
            kind,
            part: None,
            offset: None,
            message,
            section,
            fix: None,
            character: None,
            advice: None,
            exception: None,
            of: None,
            lead: "",
            is_secret: false,
            mends: Vec::new(),
            quotation: Quotation::Nothing,
        }))
    }

    /// A reference in a document without a target, by the standard of its base.
    pub fn no_target(base: &napkin_context::Base, error: NoTarget, reference: &'a [u8]) -> Self {
        match error {
            NoTarget::Unresolved(error) => {
                Self::refused(Error::of_resolution(base.edition(), error), reference)
            }
            NoTarget::Url(failure) => Self::refused(failure, reference),
            error => Self::new(error.name(), "", error.to_string()),
        }
    }

    /// An error of the command at an offset, for one of the library's reasons.
    pub fn broken(
        edition: &Edition,
        (kind, part): (ErrorKind, Part),
        (offset, input): (usize, &'a [u8]),
        what: &str,
    ) -> Self {
        let rule = edition.rule(kind, part);
        let message = format!("{what} ({}, {} section {})", rule.name, edition.title, rule.section);
        Self::new(kind.name(), rule.section, message).at(offset, input)
    }

    /// The input has to be text and is not UTF-8.
    pub fn not_utf8(edition: &Edition, error: Utf8Error, input: &'a [u8]) -> Self {
        let (offset, section) = (error.valid_up_to(), edition.sections.characters);
        let message = format!("not UTF-8 at byte {offset} ({} section {section})", edition.title);
        Self::new("not-utf8", section, message).at(offset, input)
    }

    /// The input has to be a URI and is a relative reference; `what` is the advice.
    pub fn relative_reference(edition: &Edition, what: &str) -> Self {
        let section = edition.sections.relative;
        let message = format!("{what} ({} section {section})", edition.title);
        Self::new("relative-reference", section, message)
    }

    /// The failure without a place, in a text that is not kept.
    pub fn without_place(self) -> Failure<'static> {
        Failure::new(self.kind(), self.section(), self.message().to_owned())
    }

    /// This failure of a text that was made from `input`, with the place and the quotation of `input`. The place is dropped
    /// if the two differ before it.
    pub fn in_input(self, input: &[u8]) -> Failure<'_> {
        let (offset, text): (_, &[u8]) = match &self.0.quotation {
            Quotation::Nothing => return self.without_place(),
            Quotation::Diagnosis(error, text) => (error.offset(), text),
            Quotation::Caret(offset, text) => (*offset, text),
        };
        let end = self.0.fix.as_ref().map_or(0, |fix| fix.end).max(offset).min(text.len());
        if input.get(..end) != text.get(..end) {
            return self.without_place();
        }
        let quotation = match self.0.quotation {
            Quotation::Diagnosis(error, _) => Quotation::Diagnosis(error, input.into()),
            _ => Quotation::Caret(offset, input.into()),
        };
        Failure(Box::new(Details { quotation, ..*self.0 }))
    }

    /// Hides the secrets of a text in the words about an offset in it.
    fn hide(&mut self, offset: usize, text: &[u8]) {
        let (secrets, details) = (Secrets::of(text), &mut *self.0);
        let hidden = |words: &str| secrets.hidden_in(words, offset).into_owned();
        details.is_secret = secrets.has(offset);
        details.message = hidden(&details.message);
        let shown = !details.is_secret;
        details.advice = details.advice.take().filter(|_| shown).map(|it| hidden(&it));
        details.character = details.character.map(|it| OrNull(it.0.filter(|_| shown)));
    }

    /// This failure without the secrets of an input in its words.
    pub(crate) fn hiding(mut self, input: &[u8]) -> Self {
        self.hide(self.offset().unwrap_or(usize::MAX), input);
        self
    }

    /// Whether its place is in a secret.
    pub fn is_secret(&self) -> bool {
        self.0.is_secret
    }

    /// This failure with its offset in the input.
    pub fn at(mut self, offset: usize, input: impl Into<Cow<'a, [u8]>>) -> Self {
        let input = input.into();
        self.hide(offset, &input);
        self.0.offset = Some(offset);
        self.0.quotation = Quotation::Caret(offset, input);
        self
    }

    /// This failure with its offset in an input that is not quoted.
    pub(crate) fn at_offset(mut self, offset: usize) -> Self {
        self.0.offset = Some(offset);
        self
    }

    /// This failure with its part.
    pub fn in_part(mut self, part: &'static str) -> Self {
        self.0.part = Some(part);
        self
    }

    /// This failure, about something other than the input as a whole.
    pub fn of(mut self, what: &'static str) -> Self {
        self.0.of = Some(what);
        self
    }

    /// A failure of another kind with this one as its reason, after `lead`, about what is [named](Self::of) after it.
    pub fn because(
        mut self,
        kind: &'static str,
        section: &'static str,
        lead: &'static str,
    ) -> Self {
        self.0.message.insert_str(0, lead);
        let place = Details { fix: None, character: None, ..*self.0 };
        *self.0 = Details { kind, advice: None, exception: None, section, lead, ..place };
        self
    }

    /// The kind of fault, by its name in JSON.
    pub fn kind(&self) -> &'static str {
        self.0.kind
    }

    /// The part that it is in.
    pub fn part(&self) -> Option<&'static str> {
        self.0.part
    }

    /// Its offset in the input, or in the text that [`of_what`](Self::of_what) names.
    pub fn offset(&self) -> Option<usize> {
        self.0.offset
    }

    /// The message, in one line.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The section that it cites.
    pub fn section(&self) -> &'static str {
        self.0.section
    }

    /// Its subject, if it is not the input as a whole.
    pub fn of_what(&self) -> Option<&'static str> {
        self.0.of
    }

    /// The advice: what to write instead, in words.
    pub fn advice(&self) -> Option<&str> {
        self.0.advice.as_deref()
    }

    /// Whether the edit that repairs it replaces the byte at an offset.
    pub(crate) fn repairs(&self, offset: usize) -> bool {
        self.0.fix.as_ref().is_some_and(|fix| (fix.start..fix.end).contains(&offset))
    }

    /// The start of the message that the library's diagnosis does not have.
    pub fn lead(&self) -> &'static str {
        self.0.lead
    }

    /// The text to show with the caret.
    pub fn quotation(&self) -> &Quotation<'a> {
        &self.0.quotation
    }
}
