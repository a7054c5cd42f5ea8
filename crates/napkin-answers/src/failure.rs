//! What is wrong with an input: the object in JSON, and what a message for people quotes.

use std::borrow::Cow;
use std::str::Utf8Error;

use napkin::{Edition, ErrorKind, Fix, ParseError, Part, Reference, ResolveError, SyntaxException};
use napkin_context::NoTarget;
use napkin_schemes::SchemeError;
use napkin_url::ValidationError;
use serde::{Serialize, Serializer};

/// Why an input has no result. One word, since most inputs have no failure.
#[derive(Debug, Serialize)]
#[serde(transparent)]
#[must_use]
pub struct Failure<'a>(Box<Details<'a>>);

#[derive(Debug, Serialize)]
struct Details<'a> {
    kind: &'static str,
    part: Option<&'static str>,
    /// Into the input, or into what `of` names.
    offset: Option<usize>,
    message: String,
    #[serde(serialize_with = "or_null")]
    section: &'static str,
    /// The edit that mends it, where one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<FixedBy>,
    /// The character that is invalid.
    #[serde(skip_serializing_if = "Option::is_none")]
    character: Option<char>,
    /// What to write instead, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    advice: Option<String>,
    /// What java.net.URI says, by its edition.
    #[serde(skip_serializing_if = "Option::is_none")]
    exception: Option<Exception>,
    /// What the failure is about, if that is not the input as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    of: Option<&'static str>,
    /// What `message` begins with and the library's diagnosis does not.
    #[serde(skip)]
    lead: &'static str,
    #[serde(skip)]
    quotation: Quotation<'a>,
}

/// An edit, as those of `repair` are written.
#[derive(Debug, Serialize)]
struct FixedBy {
    start: usize,
    end: usize,
    text: String,
}

/// Java's own words and place.
#[derive(Debug, Serialize)]
struct Exception {
    reason: &'static str,
    /// In UTF-16 code units.
    index: Option<usize>,
}

impl From<SyntaxException> for Exception {
    fn from(exception: SyntaxException) -> Self {
        Self { reason: exception.reason(), index: exception.index() }
    }
}

impl From<Fix> for FixedBy {
    fn from(fix: Fix) -> Self {
        let range = fix.range();
        Self { start: range.start, end: range.end, text: fix.text().into() }
    }
}

/// A failure that no document speaks of has no section.
fn or_null<S: Serializer>(section: &str, serializer: S) -> Result<S::Ok, S::Error> {
    Some(section).filter(|section| !section.is_empty()).serialize(serializer)
}

/// The part that a validation error is about, where that is known, and the section that records it.
const fn place(error: ValidationError) -> (Option<&'static str>, &'static str) {
    use ValidationError as E;
    const HOSTS: &str = "3.5";
    const URLS: &str = "4.4";
    match error {
        E::InvalidUrlUnit | E::InvalidReverseSolidus => (None, URLS),
        E::SpecialSchemeMissingFollowingSolidus => (Some("authority"), URLS),
        E::MissingSchemeNonRelativeUrl => (Some("scheme"), URLS),
        E::InvalidCredentials => (Some("userinfo"), URLS),
        E::HostMissing | E::FileInvalidWindowsDriveLetterHost => (Some("host"), URLS),
        E::PortOutOfRange | E::PortInvalid => (Some("port"), URLS),
        E::FileInvalidWindowsDriveLetter => (Some("path"), URLS),
        _ => (Some("host"), HOSTS),
    }
}

/// The text that is shown below the message, with a caret under the place.
#[derive(Debug)]
pub enum Quotation<'a> {
    /// No text.
    Nothing,
    /// As the library shows it, with its own wording of the message.
    Diagnosis(ParseError, Cow<'a, [u8]>),
    /// The same look, for what the library has no error for.
    Caret(usize, &'a [u8]),
}

impl<'a> Failure<'a> {
    /// The library refuses `text`.
    pub fn refused(error: ParseError, text: impl Into<Cow<'a, [u8]>>) -> Self {
        let mut failure = Self::new(error.kind().name(), error.rule().section, error.to_string());
        failure.0.part = Some(error.part().name());
        failure.0.offset = Some(error.offset());
        let text = text.into();
        let diagnosis = error.diagnose(&text);
        failure.0.character = diagnosis.character();
        let advice = diagnosis.advice();
        failure.0.advice = advice.map(|advice| advice.to_string());
        failure.0.exception = diagnosis.exception().map(Exception::from);
        failure.0.fix = error.fix(&text).map(FixedBy::from);
        failure.0.quotation = Quotation::Diagnosis(error, text);
        failure
    }

    /// What to know about a valid input that few would mean as it is, told as a failure is: that two slashes are
    /// missing behind the scheme.
    pub fn note(reference: Reference<'_>, input: &'a [u8]) -> Option<Self> {
        let mut note = Self::refused(reference.missing_slashes()?, input);
        note.0.lead = "note: ";
        Some(note)
    }

    /// The scheme refuses `input`.
    pub fn of_scheme(error: SchemeError, input: &'a [u8]) -> Self {
        let failure = Self::new(error.kind().name(), error.rule().section, error.to_string());
        let failure = failure.in_part(error.field());
        match error.offset() {
            Some(offset) => failure.at(offset, input),
            None => failure,
        }
    }

    /// The parser of the URL Standard fails.
    pub fn of_url(failure: napkin_url::Failure, input: &'a [u8]) -> Self {
        let offset = failure.offset();
        match failure.error() {
            Some(error) => Self::of_validation(error).at(offset, input),
            // A limit of the library, not of the standard.
            None => Self::new(failure.name(), "", failure.to_string()).at(offset, input),
        }
    }

    /// A validation error of the URL Standard, told as a failure is.
    pub fn of_validation(error: ValidationError) -> Self {
        let (part, section) = place(error);
        let (name, what) = (error.name(), error.description());
        let message = format!("{what} ({name}, URL Standard section {section})");
        let mut failure = Self::new(name, section, message);
        failure.0.part = part;
        failure
    }

    /// The input is no text, which is what the URL Standard parses.
    pub fn not_a_text(error: Utf8Error, input: &'a [u8]) -> Self {
        let offset = error.valid_up_to();
        let message = format!("not UTF-8 at byte {offset}, and the URL Standard parses text");
        Self::new("not-utf8", "", message).at(offset, input)
    }

    /// The same with more behind the message.
    pub fn and(mut self, more: &str) -> Self {
        self.0.message.push_str("; ");
        self.0.message.push_str(more);
        self
    }

    /// What to know about an input, and not a fault of it.
    pub fn as_note(mut self) -> Self {
        self.0.lead = "note: ";
        self
    }

    /// The library refuses a change, and the fault is in no text that was given.
    pub fn impossible(error: ParseError) -> Self {
        let failure = Self::new(error.kind().name(), error.rule().section, error.to_string());
        failure.in_part(error.part().name())
    }

    /// The command refuses the input as a whole.
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
            quotation: Quotation::Nothing,
        }))
    }

    /// The library cannot resolve a reference, whose base is one.
    pub fn unresolved(
        edition: &Edition,
        error: ResolveError,
        reference: impl Into<Cow<'a, [u8]>>,
    ) -> Self {
        let section = edition.sections.resolution;
        let message = match error {
            ResolveError::InvalidReference(error) => return Self::refused(error, reference),
            // The reason names its section.
            ResolveError::InvalidDocument(_) => error.to_string(),
            _ => format!("{error} ({} section {section})", edition.title),
        };
        Self::new(error.name(), section, message)
    }

    /// A reference in a document has no target by the standard that its base goes by.
    pub fn no_target(base: &napkin_context::Base, error: NoTarget, reference: &'a [u8]) -> Self {
        match error {
            NoTarget::Unresolved(error) => Self::unresolved(base.edition(), error, reference),
            NoTarget::Url(failure) => Self::of_url(failure, reference),
            error => Self::new(error.name(), "", error.to_string()),
        }
    }

    /// The command refuses the input for one of the library's reasons, at a place.
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

    /// The input has to be text and is not.
    pub fn not_utf8(edition: &Edition, error: Utf8Error, input: &'a [u8]) -> Self {
        let (offset, section) = (error.valid_up_to(), edition.sections.characters);
        let message = format!("not UTF-8 at byte {offset} ({} section {section})", edition.title);
        Self::new("not-utf8", section, message).at(offset, input)
    }

    /// The input has to be a URI and is a relative reference; `what` says what to do about it.
    pub fn relative_reference(edition: &Edition, what: &str) -> Self {
        let section = edition.sections.relative;
        let message = format!("{what} ({} section {section})", edition.title);
        Self::new("relative-reference", section, message)
    }

    /// The same with its place in the input.
    pub fn at(mut self, offset: usize, input: &'a [u8]) -> Self {
        self.0.offset = Some(offset);
        self.0.quotation = Quotation::Caret(offset, input);
        self
    }

    /// The same with its place in an input that is not quoted.
    pub fn at_offset(mut self, offset: usize) -> Self {
        self.0.offset = Some(offset);
        self
    }

    /// The same with the part that it is about.
    pub fn in_part(mut self, part: &'static str) -> Self {
        self.0.part = Some(part);
        self
    }

    /// The same about something else than the input as a whole.
    pub fn of(mut self, what: &'static str) -> Self {
        self.0.of = Some(what);
        self
    }

    /// The same as the reason for a failure of another kind, which `lead` tells first. Part and
    /// offset go, since they are not those of the input.
    pub fn because(
        mut self,
        kind: &'static str,
        section: &'static str,
        lead: &'static str,
    ) -> Self {
        self.0.message.insert_str(0, lead);
        let place = Details { part: None, offset: None, fix: None, character: None, ..*self.0 };
        *self.0 = Details { kind, advice: None, exception: None, section, lead, ..place };
        self
    }

    /// What kind of fault it is, by the name in JSON.
    pub fn kind(&self) -> &'static str {
        self.0.kind
    }

    /// Which part it is in.
    pub fn part(&self) -> Option<&'static str> {
        self.0.part
    }

    /// Its place in the input, or in what [`of_what`](Self::of_what) names.
    pub fn offset(&self) -> Option<usize> {
        self.0.offset
    }

    /// The message, in one line.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The section that it quotes.
    pub fn section(&self) -> &'static str {
        self.0.section
    }

    /// What it is about, if that is not the input as a whole.
    pub fn of_what(&self) -> Option<&'static str> {
        self.0.of
    }

    /// What the message begins with and the library's diagnosis does not.
    pub fn lead(&self) -> &'static str {
        self.0.lead
    }

    /// The text to show with the place.
    pub fn quotation(&self) -> &Quotation<'a> {
        &self.0.quotation
    }
}
