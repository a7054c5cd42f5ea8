//! The parser: from any text, and optionally a base, to the canonical text and the offsets of its parts.
//!
//! This is the *basic URL parser* (section 4.4). Each state of the standard is a function with its name. The
//! function takes the offset in the input at which its state begins, and appends to the output what the standard
//! puts into the URL record. Since parts are serialized in the order in which they are read, nothing is built
//! twice.
//!
//! | function | states |
//! | --- | --- |
//! | [`run`](Parser::run) | scheme start, scheme |
//! | [`no_scheme`](Parser::no_scheme) | no scheme |
//! | [`relative`](Parser::relative) | relative, relative slash |
//! | [`authority_slashes`](Parser::authority_slashes) | special authority slashes, special authority ignore slashes |
//! | `authority` | authority, host, port |
//! | `file` | file, file slash |
//! | `file_host` | file host |
//! | `path_start`, `path`, `opaque_path` | path start, path, opaque path |
//! | `tail` | query, fragment |

mod input;
mod authority;
mod file;
mod path;
mod tail;

use alloc::string::String;

pub(crate) use self::authority::{End, authority_end, port_colon, port_number};
pub(crate) use self::file::{is_drive_letter, starts_with_drive_letter};
pub(crate) use self::input::{is_tab_or_newline, trim, without_tabs};
pub(crate) use self::tail::push_fragment;
use crate::edition::{Class, Edition, SchemeType};
use crate::encoding::QueryEncoding;
use crate::parts::Parts;
use crate::validation::{Failure, FailureReason, Note, Notes, ValidationError, place};

/// The parameters of the parser besides the text.
#[derive(Clone, Copy)]
pub(crate) struct Settings<'a> {
    pub(crate) edition: &'static Edition,
    pub(crate) base: Option<Base<'a>>,
    pub(crate) encoding: QueryEncoding<'a>,
    pub(crate) notes: Option<&'a dyn Fn(Note)>,
}

impl Settings<'_> {
    /// An edition, and defaults for the rest.
    pub(crate) const fn of(edition: &'static Edition) -> Self {
        Self { edition, base: None, encoding: QueryEncoding::Utf8, notes: None }
    }
}

/// The URL that a text is relative to.
#[derive(Clone, Copy)]
pub(crate) struct Base<'a> {
    pub(crate) text: &'a str,
    pub(crate) parts: &'a Parts,
}

impl<'a> Base<'a> {
    /// The path.
    fn path(self) -> &'a str {
        let end = self.parts.path_end(self.text.len());
        self.text.get(self.parts.path_start as usize..end).unwrap_or_default()
    }
}

pub(crate) fn parse(input: &str, settings: &Settings<'_>) -> Result<(String, Parts), Failure> {
    parse_into(input, settings, String::new())
}

/// [`parse`], with the memory of an empty text for the serialization.
pub(crate) fn parse_into(
    input: &str,
    settings: &Settings<'_>,
    mut out: String,
) -> Result<(String, Parts), Failure> {
    if u32::try_from(input.len()).is_err() {
        return Err(Failure { reason: FailureReason::TooLong, offset: 0 });
    }
    let (start, trimmed) = trim(input);
    let text = without_tabs(trimmed);
    let removed = match (&settings.notes, &text) {
        (Some(_), alloc::borrow::Cow::Owned(_)) => input::places_of_tabs(trimmed),
        _ => alloc::vec::Vec::new(),
    };
    let notes = Notes { sink: settings.notes, start, removed: &removed };
    if notes.wanted() {
        input::note_removed(input, trimmed, start, &notes);
    }
    out.reserve(text.len() + settings.base.map_or(8, |base| base.text.len() + 8));
    let parser = Parser {
        text: &text,
        edition: settings.edition,
        base: settings.base,
        encoding: settings.encoding,
        notes,
        out,
        parts: Parts::new(settings.edition),
    };
    parser.run().map_err(|failure| {
        let removed = input::places_of_tabs(trimmed);
        Failure { offset: (start + place(&removed, failure.offset())) as u32, ..failure }
    })
}

/// The state of a parser.
pub(crate) struct Parser<'a> {
    /// The input without the characters removed from it.
    pub(crate) text: &'a str,
    pub(crate) edition: &'static Edition,
    pub(crate) base: Option<Base<'a>>,
    pub(crate) encoding: QueryEncoding<'a>,
    pub(crate) notes: Notes<'a>,
    /// The result so far.
    pub(crate) out: String,
    pub(crate) parts: Parts,
}

impl<'a> Parser<'a> {
    /// A parser of a setter's value, which appends to a text with its parts.
    pub(crate) fn of_setter(value: &'a str, out: String, parts: Parts) -> Self {
        Self {
            text: value,
            edition: parts.edition,
            base: None,
            encoding: QueryEncoding::Utf8,
            notes: Notes::NONE,
            out,
            parts,
        }
    }

    /// The byte at a place; `None` is EOF.
    #[inline]
    fn at(&self, place: usize) -> Option<u8> {
        self.text.as_bytes().get(place).copied()
    }

    /// The text from a place on.
    #[inline]
    fn rest(&self, place: usize) -> &'a str {
        self.text.get(place..).unwrap_or_default()
    }

    /// A piece of the text.
    #[inline]
    fn slice(&self, from: usize, to: usize) -> &'a str {
        self.text.get(from..to).unwrap_or_default()
    }

    /// Whether the byte at an offset is a slash, or a backslash used as one, which is noted.
    fn slash(&self, place: usize) -> bool {
        match self.at(place) {
            Some(b'/') => true,
            Some(b'\\') if self.parts.scheme().is_special() => {
                self.notes.note(ValidationError::InvalidReverseSolidus, place);
                true
            }
            _ => false,
        }
    }

    /// Scheme start and scheme states, and all states after them.
    fn run(mut self) -> Result<(String, Parts), Failure> {
        match scheme_end(self.text) {
            Some(end) => self.scheme(end)?,
            None => self.no_scheme()?,
        }
        if u32::try_from(self.out.len()).is_err() {
            return Err(Failure { reason: FailureReason::TooLong, offset: 0 });
        }
        Ok((self.out, self.parts))
    }

    /// The scheme state at the colon.
    fn scheme(&mut self, colon: usize) -> Result<(), Failure> {
        let scheme = self.slice(0, colon);
        self.out.push_str(scheme);
        self.out.make_ascii_lowercase();
        self.parts.set_scheme(self.edition.special.scheme_type(&self.out));
        self.parts.scheme_end = colon as u32;
        self.out.push(':');
        self.no_authority();
        let at = colon + 1;
        let slashes = self.rest(at).starts_with("//");
        match self.parts.scheme() {
            SchemeType::NotSpecial if slashes => self.authority(at + 2),
            SchemeType::NotSpecial if self.at(at) == Some(b'/') => {
                self.path_and_tail(at + 1);
                Ok(())
            }
            SchemeType::NotSpecial => {
                self.opaque_path(at);
                Ok(())
            }
            SchemeType::File => {
                if !slashes {
                    self.note_missing_solidus(at);
                }
                self.file(at)
            }
            special => {
                let relative = self.base.is_some_and(|base| base.parts.scheme() == special);
                if slashes {
                    return self.authority_slashes(at + 2);
                }
                self.note_missing_solidus(at);
                if relative { self.relative(at) } else { self.authority_slashes(at) }
            }
        }
    }

    /// Notes that `//` is missing after a special scheme.
    fn note_missing_solidus(&self, at: usize) {
        let error = ValidationError::SpecialSchemeMissingFollowingSolidus;
        let detail = match self.parts.scheme() {
            SchemeType::File => crate::validation::Detail::File,
            _ => crate::validation::Detail::Plain,
        };
        // The pointer is at the colon still in the scheme state.
        let at = if self.parts.scheme() == SchemeType::File { at - 1 } else { at };
        self.notes.note_in_detail(error, detail, at);
    }

    /// No scheme state.
    fn no_scheme(&mut self) -> Result<(), Failure> {
        let fragment_only = self.at(0) == Some(b'#');
        match self.base {
            Some(base) if base.parts.opaque_path() && fragment_only => {
                self.inherit(base, base.parts.query_end(base.text.len()));
                self.tail(0);
                Ok(())
            }
            Some(base) if base.parts.opaque_path() => {
                Err(self.notes.fail(ValidationError::MissingSchemeNonRelativeUrl, 0))
            }
            Some(base) if base.parts.scheme() == SchemeType::File => {
                self.inherit_scheme(base);
                self.file(0)
            }
            Some(base) => {
                self.inherit_scheme(base);
                self.relative(0)
            }
            None => Err(self.notes.fail(ValidationError::MissingSchemeNonRelativeUrl, 0)),
        }
    }

    /// Relative state and relative slash state.
    fn relative(&mut self, at: usize) -> Result<(), Failure> {
        let Some(base) = self.base else { return Ok(()) };
        if self.slash(at) {
            let special = self.parts.scheme().is_special();
            if self.slash(at + 1) {
                return if special {
                    self.authority_slashes(at + 2)
                } else {
                    self.authority(at + 2)
                };
            }
            self.inherit_authority(base);
            self.path_and_tail(at + 1);
            return Ok(());
        }
        self.relative_to_path(base, at);
        Ok(())
    }

    /// The end of the relative and the file state: the path of the base, and the rest of the text.
    fn relative_to_path(&mut self, base: Base<'_>, at: usize) {
        match self.at(at) {
            Some(b'?') => {
                self.inherit_path(base);
                self.end_path();
            }
            Some(b'#') | None => self.inherit(base, base.parts.query_end(base.text.len())),
            Some(_) => {
                self.inherit_path(base);
                self.shorten();
                return self.path_and_tail(at);
            }
        }
        self.tail(at);
    }

    /// Special authority slashes state, and special authority ignore slashes state: skips slashes.
    fn authority_slashes(&mut self, mut at: usize) -> Result<(), Failure> {
        while let Some(b'/' | b'\\') = self.at(at) {
            self.note_missing_solidus(at);
            at += 1;
        }
        self.authority(at)
    }

    /// Records that the URL has no authority, after the colon of the scheme.
    fn no_authority(&mut self) {
        let end = self.out.len() as u32;
        self.parts.username_end = end;
        self.parts.host_start = end;
        self.parts.host_end = end;
        self.parts.path_start = end;
        self.parts.set_host(None);
        self.parts.set_port(None);
    }

    /// Takes the scheme of the base.
    fn inherit_scheme(&mut self, base: Base<'_>) {
        self.out.clear();
        let end = base.parts.scheme_end as usize + 1;
        self.out.push_str(base.text.get(..end).unwrap_or_default());
        self.parts.set_scheme(base.parts.scheme());
        self.parts.scheme_end = base.parts.scheme_end;
        self.no_authority();
    }

    /// Takes scheme, user name, password, host and port of the base.
    fn inherit_authority(&mut self, base: Base<'_>) {
        let Parts { edition, .. } = self.parts;
        self.out.clear();
        // A guard is not part of the authority.
        let end = match base.parts.host() {
            Some(_) => base.parts.path_start as usize,
            None => base.parts.scheme_end as usize + 1,
        };
        self.out.push_str(base.text.get(..end).unwrap_or_default());
        self.parts = Parts {
            edition,
            path_start: end as u32,
            query_start: 0,
            fragment_start: 0,
            ..*base.parts
        };
        self.parts.set_opaque_path(false);
    }

    /// Takes the base's authority and path, without a guard.
    fn inherit_path(&mut self, base: Base<'_>) {
        self.inherit_authority(base);
        self.out.push_str(base.path());
    }

    /// Copies the text of the base up to an offset in or after its path.
    fn inherit(&mut self, base: Base<'_>, end: usize) {
        let edition = self.parts.edition;
        self.out.clear();
        self.out.push_str(base.text.get(..end).unwrap_or_default());
        self.parts = Parts { edition, fragment_start: 0, ..*base.parts };
    }
}

/// The end of the scheme of a text: the offset of its colon.
#[inline]
pub(crate) fn scheme_end(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    if !bytes.first()?.is_ascii_alphabetic() {
        return None;
    }
    let classes = &crate::edition::WHATWG.classes;
    let end = bytes.iter().position(|&byte| !classes.is(byte, Class::Scheme))?;
    (bytes[end] == b':').then_some(end)
}
