//! References as people type them.

use std::borrow::Cow;
use std::fmt::Write;

use napkin::edition::{RFC3986, RFC3987};
use napkin::{Edition, ParseError, Parts, Start};
use napkin_audit::{Mend, mends};
use napkin_context::{Context, Extractor, Heuristic, NotCompleted};
use napkin_schemes::schemes::File;
use napkin_schemes::secrets::redacted_text;
use napkin_schemes::{ErrorKind, View};
use napkin_standards::Standard;
use schemars::JsonSchema;
use serde::Serialize;

use crate::choice::{self, WrongChoice};
use crate::failure::Failure;
use crate::notes;
use crate::options::{Between, one_of, options};
use crate::question::{Ask, Question};
use crate::schema::{HeuristicName, Mended};
use crate::url_standard;

options! {
    /// Read references and file paths as people type them
    ///
    /// For a field in which people type; 'clean' reads lists of all kinds, and mends what is invalid.
    ///
    /// Removes white space, brackets or quotes around them, the prefix 'URL:', and the white space of line breaks; between
    /// brackets or quotes all white space. Any other blank is written as %20, and a note says so and gives the reading without
    /// it. A Windows path, such as C:\dir\file or \\server\share\file, becomes a file URI, and so does a path of VMS, such
    /// as DISK$USER:[MY.NOTES]NOTE.TXT. With 'suffix' a host name without a scheme is completed by
    /// guessing, and a note names the guess. By the URL Standard, the result is what an address bar opens.
    pub struct Typed {
        /// Complete what has no scheme, such as 'www.example.com'
        suffix: bool;
        /// With 'suffix', the base URI of the place where it was typed; text without a scheme is then a relative reference,
        /// and is not completed
        base: Option<String>, "URI";
        /// What becomes of blanks inside: 'drop' takes them for breaks of a long line, as the appendix of the edition does
        blanks: Option<Blanks>, "WHAT";
        /// Read the whole input as the absolute path of a file, and make a file URI of it: of Unix if it begins with a slash,
        /// otherwise of Windows or VMS
        file_path: bool;
    }
}

/// What becomes of blanks inside a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blanks {
    /// They are data.
    Encode,
    /// They break a long line, and are dropped; from an authority only if it has no `@`.
    Drop,
}

one_of!(Blanks {
    Encode "encode": "Write them percent-encoded",
    Drop "drop": "Drop them, as RFC 3986 appendix C and its forerunners say of URIs in print",
});

impl Question for Typed {
    const NAME: &'static str = "typed";
    const BETWEEN: &'static [Between] =
        &[Between::Requires("base", "suffix"), Between::Excludes("file-path", "suffix")];
    type Ready = ReadingTyped;

    fn ready(self, standard: Standard) -> Result<ReadingTyped, WrongChoice> {
        if self.blanks == Some(Blanks::Drop) {
            choice::option_must_suit(standard, "blanks", |edition| {
                Context::of(edition).blanks.is_some()
            })?;
        }
        Ok(ReadingTyped::new(standard, self))
    }
}

/// The reading of what was typed, by a standard.
pub struct ReadingTyped {
    extractor: Extractor,
    standard: Standard,
    options: Typed,
}

impl ReadingTyped {
    /// The reading by a standard, with options that suit it.
    pub fn new(standard: impl Into<Standard>, options: Typed) -> Self {
        let standard = standard.into();
        let edition = standard.syntax_or(RFC3987);
        Self { extractor: Extractor::new(edition), standard, options }
    }
}

impl Ask for ReadingTyped {
    type Answer<'a> = TypedReference<'a>;

    fn standard(&self) -> Option<Standard> {
        Some(self.standard)
    }

    fn ask<'a>(
        &'a self,
        input: &'a [u8],
        _: &'a mut String,
    ) -> Result<TypedReference<'a>, Failure<'a>> {
        if self.options.file_path {
            return file(input, input);
        }
        let (inner, is_wrapped) = self.extractor.unwrapped(input);
        if let Some(path) =
            mends(inner, RFC3986).into_iter().find(|mend| PATHS.contains(&mend.what))
        {
            let note = Failure::new(path.what, "", format!("read as {}", path.message));
            return Ok(TypedReference::completed(path.uri, None).with(note));
        }
        let (encoded, blanks) = without_blanks(inner, is_wrapped);
        let (dropped, _) = without_blanks(inner, true);
        let drops = self.options.blanks == Some(Blanks::Drop);
        let is_cut = has_blank_in_authority(inner);
        if blanks > 0 && is_cut && (!drops || has_at_in_authority(&dropped)) {
            // With the blank percent-encoded, `http://good.example @evil.example/` would lead to evil.example.
            let message = "a blank in the authority; remove it, or what does not belong there";
            let failure = Failure::new("blank-in-authority", "3.2", message.into());
            return Err(failure.mended(self.standard, input));
        }
        let text = if drops { &dropped } else { &encoded };
        let read = self.by_standard(text, input)?;
        if blanks == 0 {
            return Ok(read);
        }
        // The other reading, if it is one: no host has an encoded blank.
        let other = if drops { &encoded } else { &dropped };
        let other = self.by_standard(other, input).ok().filter(|_| !is_cut).map(|other| other.uri);
        let (what, without) =
            if drops { ("dropped", "with") } else { ("percent-encoded", "without") };
        let mut message = match blanks {
            1 => format!("a blank is {what}"),
            _ => format!("{blanks} blanks are {what}"),
        };
        if let Some(other) = &other {
            let it = if blanks == 1 { "it" } else { "them" };
            let shown = redacted_text(other.as_bytes());
            // Writing to a text does not fail.
            let _ = write!(message, "; {without} {it}: {shown}");
        }
        let read = read.with(Failure::new("blank", "", message));
        Ok(TypedReference { other, ..read })
    }
}

impl ReadingTyped {
    fn by_standard<'a>(
        &self,
        text: &[u8],
        input: &'a [u8],
    ) -> Result<TypedReference<'a>, Failure<'a>> {
        // An address bar completes before it parses, and what it opens is canonical.
        match self.standard.syntax() {
            Some(edition) => self.by_syntax(edition, text, input),
            None => self.by_url_standard(text, input),
        }
    }

    fn by_syntax<'a>(
        &self,
        edition: &'static Edition,
        text: &[u8],
        input: &'a [u8],
    ) -> Result<TypedReference<'a>, Failure<'a>> {
        let parsed = edition.parse_bytes(Start::UriReference, text);
        if self.options.suffix {
            let completed = self.extractor.complete(text, self.options.base.as_deref());
            return match (completed, parsed) {
                (Ok(completed), _) => {
                    Ok(TypedReference::completed(completed.uri, completed.heuristic))
                }
                (Err(NotCompleted::NotASuffix), Err(error)) => Err(refused(error, input, text)),
                (Err(error), _) => Err(self.not_completed(error)),
            };
        }
        let uri = parsed.map_err(|error| refused(error, input, text))?;
        // Places refer to the input, if nothing was removed from it.
        let note = if input == text { notes::note(uri, input) } else { None };
        let mends = note.as_ref().map(|note| note.mends().to_vec()).unwrap_or_default();
        Ok(TypedReference { mends, note, ..TypedReference::completed(uri.as_str().into(), None) })
    }

    /// What an address bar opens.
    fn by_url_standard<'a>(
        &self,
        text: &[u8],
        input: &'a [u8],
    ) -> Result<TypedReference<'a>, Failure<'a>> {
        let edition = url_standard::edition(self.standard);
        let mut heuristic = None;
        let mut text = Cow::Borrowed(text);
        if self.options.suffix {
            match self.extractor.complete(&text, self.options.base.as_deref()) {
                Ok(completed) => {
                    heuristic = completed.heuristic;
                    text = completed.uri.into_bytes().into();
                }
                // The parser has the reason.
                Err(NotCompleted::NotASuffix) => {}
                Err(error) => return Err(self.not_completed(error)),
            }
        }
        let url = if *text == *input {
            url_standard::parse(edition, input, None)?
        } else {
            // The text is gone with this call, and so is the place in it.
            url_standard::parse(edition, &text, None).map_err(|failure| {
                Failure::new(failure.kind(), failure.section(), failure.message().to_owned())
            })?
        };
        Ok(TypedReference::completed(url.as_str().to_owned(), heuristic))
    }

    fn not_completed<'a>(&self, error: NotCompleted) -> Failure<'a> {
        if self.standard.is_url() {
            return Failure::new(error.name(), "", error.to_string());
        }
        let edition = self.standard.syntax_or(RFC3987);
        let section = Context::of(edition).suffixes.unwrap_or(edition.sections.relative);
        Failure::new(
            error.name(),
            section,
            format!("{error} ({} section {section})", edition.title),
        )
    }
}

/// The forms of texts that are paths of files.
const PATHS: [&str; 2] = ["windows-path", "vms-path"];

/// The error refers to the input, if nothing was removed from it.
fn refused<'a>(error: ParseError, input: &'a [u8], text: &[u8]) -> Failure<'a> {
    if input == text {
        Failure::refused(error, input).mended(error.edition(), input)
    } else {
        Failure::refused(error, text.to_vec()).of("what is left")
    }
}

/// Whether a text has an `@` before its path.
fn has_at_in_authority(text: &[u8]) -> bool {
    let parts = str::from_utf8(text).map(Parts::split).ok();
    parts.and_then(|parts| parts.authority).is_some_and(|authority| authority.contains('@'))
}

/// Whether a text has a blank between `//` and the path.
fn has_blank_in_authority(text: &[u8]) -> bool {
    let parts = str::from_utf8(text).map(Parts::split).ok();
    let authority = parts.and_then(|parts| parts.authority);
    authority.is_some_and(|authority| authority.contains(char::is_whitespace))
}

/// The file URI of a path.
fn file<'a>(path: &[u8], input: &'a [u8]) -> Result<TypedReference<'a>, Failure<'a>> {
    let uri = if path.starts_with(b"/") {
        File::from_unix_path(path).and_then(|file| file.to_uri().map(|uri| uri.to_string()))
    } else if let Some(vms) = mends(path, RFC3986).into_iter().find(|mend| mend.what == PATHS[1]) {
        Ok(vms.uri)
    } else {
        let Ok(path) = str::from_utf8(path) else {
            return Err(Failure::new("not-utf8", "", "a Windows path is text".into()));
        };
        File::from_windows_path(path).and_then(|file| file.to_uri().map(|uri| uri.to_string()))
    };
    let uri = uri.map_err(|error| {
        let failure = Failure::of_scheme(error, input);
        let is_relative = error.kind() == ErrorKind::InvalidValue;
        if is_relative { failure.and("the path of a file URI is absolute") } else { failure }
    })?;
    Ok(TypedReference::completed(uri, None))
}

/// A text without the white space of line breaks, and with its other blanks percent-encoded; and the number of these. Between
/// delimiters no blank is data.
fn without_blanks(inner: &[u8], is_wrapped: bool) -> (Cow<'_, [u8]>, usize) {
    let text = match str::from_utf8(inner) {
        Ok(text) if text.contains(char::is_whitespace) => text,
        _ => return (inner.into(), 0),
    };
    let (mut without, mut blanks) = (String::with_capacity(text.len()), 0);
    let mut rest = text;
    while let Some(at) = rest.find(char::is_whitespace) {
        let (before, from) = rest.split_at(at);
        let end = from.find(|character: char| !character.is_whitespace()).unwrap_or(from.len());
        let (space, behind) = from.split_at(end);
        without.push_str(before);
        if !is_wrapped && !space.contains(['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}']) {
            blanks += space.chars().count();
            for octet in space.bytes() {
                // Writing to a text does not fail.
                let _ = write!(without, "%{octet:02X}");
            }
        }
        rest = behind;
    }
    without.push_str(rest);
    (without.into_bytes().into(), blanks)
}

/// A reference that was typed.
#[derive(Serialize, JsonSchema)]
pub struct TypedReference<'a> {
    /// The reference, completed if that was asked for.
    pub uri: String,
    /// How it was completed, if by guessing.
    #[schemars(with = "Option<HeuristicName>")]
    pub heuristic: Option<&'static str>,
    /// The other reading of blanks inside: without them, or with 'blanks' drop percent-encoded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<String>,
    /// The ways to mend it, if it is probably not intended.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<Mended>")]
    pub mends: Vec<Mend>,
    /// A note on it, if it was guessed, or is probably not intended.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Failure<'a>")]
    pub note: Option<Failure<'a>>,
}

impl<'a> TypedReference<'a> {
    /// A reference with the guess that completed it.
    fn completed(uri: String, heuristic: Option<Heuristic>) -> Self {
        let note = heuristic.map(|heuristic| {
            let (adds, name) = (heuristic.adds(), heuristic.name());
            let message = format!("it has no scheme; {adds} is a guess ({name})");
            Failure::new("guessed", "4.5", message).as_note()
        });
        Self {
            uri,
            heuristic: heuristic.map(Heuristic::name),
            other: None,
            mends: Vec::new(),
            note,
        }
    }

    /// This reference with a note before its own.
    fn with(mut self, note: Failure<'a>) -> Self {
        let note = match &self.note {
            Some(own) => note.and(own.message()),
            None => note,
        };
        self.note = Some(note.as_note());
        self
    }
}
