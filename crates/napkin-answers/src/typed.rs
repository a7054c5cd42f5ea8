//! References as people type them.

use std::borrow::Cow;
use std::fmt::Write;

use napkin::edition::RFC3987;
use napkin::{Edition, ParseError, Parts, Start};
use napkin_context::{Context, Extractor, Heuristic, NotCompleted};
use napkin_schemes::schemes::File;
use napkin_schemes::{ErrorKind, View};
use schemars::JsonSchema;
use serde::Serialize;

use crate::choice::WrongChoice;
use crate::failure::Failure;
use crate::options::{Between, options};
use crate::question::{Ask, Question};
use crate::schema::HeuristicName;
use crate::standard::{Standard, UrlStandard};
use crate::url_standard;
use crate::windows_path::is_windows_path;

options! {
    /// Read references and file paths as people type them
    ///
    /// Removes white space, brackets or quotes around them, the prefix 'URL:', and the white space of line breaks; between
    /// brackets or quotes all white space. Any other blank is written as %20, and a note says so. A Windows path, such as
    /// C:\dir\file or \\server\share\file, becomes a file URI. With 'suffix' a host name without a scheme is completed by
    /// guessing, and a note names the guess. By the URL Standard, the result is what an address bar opens.
    pub struct Typed {
        /// Complete what has no scheme, such as 'www.example.com'
        suffix: bool;
        /// With 'suffix', the base URI of the place where it was typed; text without a scheme is then a relative reference,
        /// and is not completed
        base: Option<String>, "URI";
        /// Read the whole input as the absolute path of a file, and make a file URI of it: of Unix if it begins with a slash,
        /// otherwise of Windows
        file_path: bool;
    }
}

impl Question for Typed {
    const NAME: &'static str = "typed";
    const BETWEEN: &'static [Between] =
        &[Between::Requires("base", "suffix"), Between::Excludes("file-path", "suffix")];
    type Ready = ReadingTyped;

    fn ready(self, standard: Standard) -> Result<ReadingTyped, WrongChoice> {
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
        let edition = standard.syntax().unwrap_or(RFC3987);
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
        if is_windows_path(inner) {
            let note = Failure::new("windows-path", "", "read as a Windows path".into());
            return Ok(file(inner, input)?.with(note));
        }
        let (text, blanks) = without_blanks(inner, is_wrapped);
        if blanks > 0 && has_blank_in_authority(inner) {
            // With the blank percent-encoded, `http://good.example @evil.example/` would lead to evil.example.
            let message = "a blank in the authority; remove it, or what does not belong there";
            return Err(Failure::new("blank-in-authority", "3.2", message.into()));
        }
        let read = match self.standard {
            Standard::Syntax(edition) => self.by_syntax(edition, &text, input)?,
            Standard::Url(standard) => self.by_url_standard(standard, &text, input)?,
        };
        Ok(match blanks {
            0 => read,
            1 => read.with(Failure::new("blank", "", "a blank is percent-encoded".into())),
            _ => {
                read.with(Failure::new("blank", "", format!("{blanks} blanks are percent-encoded")))
            }
        })
    }
}

impl ReadingTyped {
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
        let note = if input == text { Failure::note(uri, input) } else { None };
        Ok(TypedReference { uri: uri.as_str().into(), heuristic: None, note })
    }

    /// What an address bar opens.
    fn by_url_standard<'a>(
        &self,
        standard: UrlStandard,
        text: &[u8],
        input: &'a [u8],
    ) -> Result<TypedReference<'a>, Failure<'a>> {
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
            url_standard::parse(standard.edition, input, None)?
        } else {
            // The text is gone with this call, and so is the place in it.
            url_standard::parse(standard.edition, &text, None).map_err(|failure| {
                Failure::new(failure.kind(), failure.section(), failure.message().to_owned())
            })?
        };
        Ok(TypedReference::completed(url.as_str().to_owned(), heuristic))
    }

    fn not_completed<'a>(&self, error: NotCompleted) -> Failure<'a> {
        let Some(edition) = self.standard.syntax() else {
            return Failure::new(error.name(), "", error.to_string());
        };
        let section = Context::of(edition).suffixes.unwrap_or(edition.sections.relative);
        Failure::new(
            error.name(),
            section,
            format!("{error} ({} section {section})", edition.title),
        )
    }
}

/// The error refers to the input, if nothing was removed from it.
fn refused<'a>(error: ParseError, input: &'a [u8], text: &[u8]) -> Failure<'a> {
    if input == text {
        Failure::refused(error, input).or_scp(input)
    } else {
        Failure::refused(error, text.to_vec()).of("what is left")
    }
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
    Ok(TypedReference { uri, heuristic: None, note: None })
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
        Self { uri, heuristic: heuristic.map(Heuristic::name), note }
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
