//! The error of an input: its object in JSON, and the text that a message for people quotes.

use std::borrow::Cow;
use std::str::Utf8Error;

use napkin::edition::RFC3987;
use napkin::{
    Edition, ErrorKind, Fix, ParseError, Part, Parts, Reference, ResolveError, Start,
    SyntaxException,
};
use napkin_audit::{Edit, Finding, Span, meant_port, ssh_of_scp};
use napkin_context::NoTarget;
use napkin_schemes::{Mapping, SchemeError, secrets::Secrets};
use napkin_url::ValidationError;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::enclosed::{Enclosed, enclosed};
use crate::schema::{OrNull, schema_of};
use crate::windows_path::file_uri_of_windows_path;

/// The options of a client that an error of a plan can be about, as a failure names them.
const CLIENT_OPTIONS: [&str; 3] = ["--email", "--news-server", "--proxy"];

/// The longest URI that a note repeats, in bytes.
const LONGEST_QUOTED: usize = 60;

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
    /// Whether `message` says more than the library's diagnosis.
    #[serde(skip)]
    says_more: bool,
    /// Whether the place is in a secret, so that no word says which character it is.
    #[serde(skip)]
    is_secret: bool,
    #[serde(skip)]
    quotation: Quotation<'a>,
}

/// An edit, in the format of `repair`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "edit")]
pub(crate) struct FixedBy<'t> {
    /// The start of the replaced bytes.
    start: usize,
    /// The end of the replaced bytes.
    end: usize,
    /// The new text.
    text: Cow<'t, str>,
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

impl From<Fix> for FixedBy<'static> {
    fn from(fix: Fix) -> Self {
        let range = fix.range();
        Self { start: range.start, end: range.end, text: fix.text().to_owned().into() }
    }
}

impl<'t> From<&'t Edit> for FixedBy<'t> {
    fn from(edit: &'t Edit) -> Self {
        let Span { start, end, .. } = edit.span;
        Self { start, end, text: Cow::Borrowed(&edit.text) }
    }
}

impl FixedBy<'_> {
    fn into_owned(self) -> FixedBy<'static> {
        FixedBy { text: self.text.into_owned().into(), ..self }
    }
}

/// The edit that writes a host with non-ASCII letters as its DNS name, if the scheme has DNS names and the host is one.
fn as_dns_name(error: ParseError, input: &[u8]) -> Option<FixedBy<'static>> {
    let is_beyond_ascii = input.get(error.offset()).is_some_and(|byte| !byte.is_ascii());
    let is_letter = is_beyond_ascii
        && error.kind() == ErrorKind::InvalidCharacter
        && error.part() == Part::Host;
    let parts = Parts::split(str::from_utf8(input).ok().filter(|_| is_letter)?);
    let server = format!("{}://{}", parts.scheme?, parts.authority?);
    let host = RFC3987.ranges(Start::Uri, server.as_bytes()).ok()?.get(Part::Host)?;
    let uri = Mapping::new().idna(true).to_uri(&server).ok()?;
    let named = RFC3987.parse(&uri).ok()?.host()?.as_str();
    let is_name = host.contains(&error.offset()) && !named.contains('%');
    is_name.then(|| FixedBy {
        start: host.start,
        end: host.end,
        text: Cow::Owned(named.to_owned()),
    })
}

/// What to say of a scheme in capitals; `None` if the edition reads it as it reads the scheme in lower case.
fn of_capitals(reference: Reference<'_>) -> Option<String> {
    let scheme = reference.scheme()?.as_str();
    let lowercase = scheme.to_ascii_lowercase();
    let behind = reference.as_str().get(scheme.len()..)?;
    let edition = reference.edition();
    let other = [&lowercase, behind].concat();
    let is_same = edition.parse(&other).is_ok_and(|other| {
        let path = |uri: &Reference<'_>| uri.path().map(|path| path.as_str().len());
        other.authority().is_some() == reference.authority().is_some()
            && path(&other) == path(&reference)
    });
    (lowercase != scheme && !is_same).then(|| {
        format!(
            "{} compares schemes as written, so '{scheme}' is not '{lowercase}' (decision D1630-16); write \
             '{lowercase}' if that is meant",
            edition.title
        )
    })
}

/// A failure that no document defines has no section.
fn or_null<S: Serializer>(section: &str, serializer: S) -> Result<S::Ok, S::Error> {
    Some(section).filter(|section| !section.is_empty()).serialize(serializer)
}

/// The part of a validation error, if known, and the section that records it.
pub(crate) const fn place(error: ValidationError) -> (Option<&'static str>, &'static str) {
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

/// The text shown below the message, with a caret under the place.
#[derive(Clone, Debug)]
pub enum Quotation<'a> {
    /// No text.
    Nothing,
    /// The library's diagnosis, with its own wording of the message.
    Diagnosis(ParseError, Cow<'a, [u8]>),
    /// The offset of the caret, and the text, for an error that is not of the library.
    Caret(usize, &'a [u8]),
}

impl<'a> Failure<'a> {
    /// The error of the library for `text`.
    pub fn refused(error: ParseError, text: impl Into<Cow<'a, [u8]>>) -> Self {
        let mut failure = Self::new(error.kind().name(), error.rule().section, error.to_string());
        failure.0.part = Some(error.part().name());
        failure.0.offset = Some(error.offset());
        let text = text.into();
        let diagnosis = error.diagnose(&text);
        failure.0.character = diagnosis.character().map(|character| OrNull(Some(character)));
        failure.0.exception = diagnosis.exception().map(Exception::from);
        failure.0.advice = diagnosis.advice().map(|advice| advice.to_string());
        failure.0.fix = error.fix(&text).map(FixedBy::from);
        if error.kind() == ErrorKind::SchemeStart
            && failure.0.exception.is_none()
            && let Some(enclosed) = enclosed(error.edition(), &text)
        {
            failure = failure.around(&enclosed, error, text.len());
        }
        if diagnosis.character() == Some('\\')
            && let Some(uri) = file_uri_of_windows_path(&text)
        {
            failure.0.advice = Some(format!("as a Windows path it is {uri}"));
        }
        // The library has no tables of names.
        if let Some(fix) = as_dns_name(error, &text) {
            failure.0.advice = Some(format!("write the host as {}", fix.text));
            failure.0.fix = Some(fix);
        }
        failure.hide(error.offset(), &text);
        failure.0.quotation = Quotation::Diagnosis(error, text);
        failure
    }

    /// This failure, as that of a mark before a URI: the parser takes it for the beginning of a scheme.
    fn around(mut self, enclosed: &Enclosed<'_>, error: ParseError, len: usize) -> Self {
        let Enclosed { opening, closing, uri } = enclosed;
        let (rule, title) = (error.rule(), error.edition().title);
        let (advice, end, text) = match closing {
            Some(closing) => {
                (format!("leave it out, and '{closing}' at the end"), len, (*uri).to_owned())
            }
            None => ("leave it out".into(), len - uri.len(), String::new()),
        };
        self.0.message = format!(
            "'{opening}' stands before the URI ({}, {title} section {})",
            rule.name, rule.section
        );
        self.0.says_more = true;
        self.0.character = Some(OrNull(Some(*opening)));
        self.0.advice = Some(advice);
        self.0.fix = Some(FixedBy { start: 0, end, text: text.into() });
        self
    }

    /// A note on a valid input that is probably not intended: two slashes are missing after the scheme, the scheme is
    /// a host before its port, or has capitals where the edition compares it as written.
    pub fn note(reference: Reference<'_>, input: &'a [u8]) -> Option<Self> {
        let note = match reference.missing_slashes() {
            Some(error) => Self::refused(error, input),
            None => Self::host_and_port(reference, input)
                .or_else(|| Self::scheme_in_capitals(reference, input))?,
        };
        Some(note.as_note())
    }

    /// `h:8080` is a valid URI: an unknown scheme, and digits as its path.
    fn host_and_port(reference: Reference<'_>, input: &'a [u8]) -> Option<Self> {
        let scheme = reference.scheme()?.as_str();
        let text = reference.as_str();
        let port = meant_port(scheme, text.get(scheme.len() + 1..)?)?;
        let meant = if text.is_ascii() && text.len() <= LONGEST_QUOTED {
            text
        } else {
            text.get(..scheme.len() + 1 + port.len())?
        };
        let message = format!(
            "'{scheme}' is read as a scheme; if it is a host, and {port} a port, write http://{meant} \
             (RFC 3986 section 4.5)"
        );
        let note = Self::new("host-and-port", "4.5", message);
        Some(note.in_part("scheme").at(0, input))
    }

    /// `HTTP://h/x` has no host by RFC 1630, which compares schemes as written.
    fn scheme_in_capitals(reference: Reference<'_>, input: &'a [u8]) -> Option<Self> {
        let section = reference.rule(Part::Scheme).section;
        let note = Self::new("scheme-in-capitals", section, of_capitals(reference)?);
        Some(note.in_part("scheme").at(0, input))
    }

    /// This failure of a URI, with its scheme in lower case if the edition reads that otherwise.
    pub fn or_capitals(self, reference: Reference<'_>, input: &'a [u8]) -> Self {
        let Some(advice) = of_capitals(reference) else { return self };
        let offset = self.offset().unwrap_or_default();
        self.and(&advice).at(offset, input)
    }

    /// A finding of an audit.
    pub(crate) fn of_finding(finding: &Finding, edition: &Edition, input: &'a [u8]) -> Self {
        let message = format!("{} ({})", finding.message, finding.citation(edition));
        let insertion = finding.fix.as_ref().filter(|fix| fix.span.is_empty());
        let place = insertion.map_or(finding.span.start, |fix| fix.span.start);
        let mut failure = Self::new(finding.rule.id, finding.section, message).at(place, input);
        failure.0.part = finding.part.map(Part::name);
        if let Some(fix) = &finding.fix {
            failure.0.advice = Some(match insertion {
                Some(fix) => format!("put '{}' here", fix.text),
                None => format!("write {}", fix.text),
            });
            failure.0.fix = Some(FixedBy::from(fix).into_owned());
        }
        failure
    }

    /// This failure; of an input in the form of scp, `user@host:path`, with the `ssh://` URI that SSH takes it for.
    pub fn or_scp(self, input: &'a [u8]) -> Self {
        let Some(uri) = str::from_utf8(input).ok().and_then(ssh_of_scp) else { return self };
        let offset = self.offset().unwrap_or_default();
        self.and(&format!("as the scp form of SSH it stands for {uri}")).at(offset, input)
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

    /// The failure of the URL Standard's parser.
    pub fn of_url(failure: napkin_url::Failure, input: &'a [u8]) -> Self {
        let offset = failure.offset();
        match failure.error() {
            Some(error) => Self::of_validation(error).at(offset, input),
            // A limit of the library, not of the standard.
            None => Self::new(failure.name(), "", failure.to_string()).at(offset, input),
        }
    }

    /// A validation error of the URL Standard as a failure.
    pub fn of_validation(error: ValidationError) -> Self {
        let (part, section) = place(error);
        let (name, what) = (error.name(), error.description());
        let message = format!("{what} ({name}, URL Standard section {section})");
        let mut failure = Self::new(name, section, message);
        failure.0.part = part;
        failure
    }

    /// The input is not UTF-8 text, which the URL Standard parses.
    pub fn not_a_text(error: Utf8Error, input: &'a [u8]) -> Self {
        let offset = error.valid_up_to();
        let message = format!("not UTF-8 at byte {offset}, and the URL Standard parses text");
        Self::new("not-utf8", "", message).at(offset, input)
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
            says_more: false,
            is_secret: false,
            quotation: Quotation::Nothing,
        }))
    }

    /// A reference that the library cannot resolve against a valid base.
    pub fn unresolved(
        edition: &Edition,
        error: ResolveError,
        reference: impl Into<Cow<'a, [u8]>>,
    ) -> Self {
        let section = edition.sections.resolution;
        let message = match error {
            ResolveError::InvalidReference(error) => return Self::refused(error, reference),
            // The message contains its section.
            ResolveError::InvalidDocument(_) => error.to_string(),
            _ => format!("{error} ({} section {section})", edition.title),
        };
        Self::new(error.name(), section, message)
    }

    /// A reference in a document without a target, by the standard of its base.
    pub fn no_target(base: &napkin_context::Base, error: NoTarget, reference: &'a [u8]) -> Self {
        match error {
            NoTarget::Unresolved(error) => Self::unresolved(base.edition(), error, reference),
            NoTarget::Url(failure) => Self::of_url(failure, reference),
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
            _ => Quotation::Caret(offset, input),
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
    pub fn hiding(mut self, input: &[u8]) -> Self {
        self.hide(self.offset().unwrap_or(usize::MAX), input);
        self
    }

    /// Whether its place is in a secret.
    pub fn is_secret(&self) -> bool {
        self.0.is_secret
    }

    /// This failure with its offset in the input.
    pub fn at(mut self, offset: usize, input: &'a [u8]) -> Self {
        self.hide(offset, input);
        self.0.offset = Some(offset);
        self.0.quotation = Quotation::Caret(offset, input);
        self
    }

    /// This failure with its offset in an input that is not quoted.
    pub fn at_offset(mut self, offset: usize) -> Self {
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

    /// Whether its message says more than the first line of the library's diagnosis.
    pub fn says_more(&self) -> bool {
        self.0.says_more
    }

    /// The text to show with the caret.
    pub fn quotation(&self) -> &Quotation<'a> {
        &self.0.quotation
    }
}
