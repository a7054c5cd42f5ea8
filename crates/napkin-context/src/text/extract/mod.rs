//! URIs in running text: their places, and their text without inserted white space.
//!
//! The edition defines the delimiters of a URI (RFC 3986, Appendix C): angle brackets, double quotes, white space,
//! and the prefix `URL:`. Between brackets a URI may be broken over lines; its pieces are joined. Without a
//! wrapper, the punctuation of the sentence is left out.

mod characters;
mod bare;
mod typed;
mod marks;
mod wrapped;
mod found;
mod scan;
mod octets;
mod broken;
mod reader;

use std::borrow::Cow;
use std::fmt;

use napkin::edition::RFC3987;
use napkin::{Edition, ParseError};

use crate::edition::{Context, Delimiting};
use crate::text::line_end::goes_on;
use crate::text::schemes::{Schemes, Sieve};
use crate::text::suffix::{self, Completed, Heuristic, NotAHost, NotCompleted};
use characters::Characters;
use found::Found;
use marks::Marking;
use scan::{Scan, Step};
use typed::Typed;
use wrapped::Dropped;

/// The delimiter around a URI in text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Delimiter {
    /// `<` and `>`.
    Angle,
    /// Double quotes.
    Quote,
    /// White space, or an end of the text, on both sides.
    Whitespace,
    /// Something else: punctuation, or other text.
    None,
}

impl Delimiter {
    /// The name in JSON: `angle`, `quote`, `whitespace` or `none`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Angle => "angle",
            Self::Quote => "quote",
            Self::Whitespace => "whitespace",
            Self::None => "none",
        }
    }
}

/// A URI in text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Find<'t> {
    /// The URI, valid in the edition; completed, if a [heuristic](Self::heuristic) did that.
    pub uri: Cow<'t, str>,
    /// The text from `start` to `end`, including white space that the URI does not have.
    pub raw: &'t [u8],
    /// Its start in the text, in bytes, after the delimiter and the prefix.
    pub start: u64,
    /// Its end, before the delimiter.
    pub end: u64,
    /// Its delimiter.
    pub delimiter: Delimiter,
    /// The prefix `URL:` before it, as written.
    pub prefix: Option<&'t [u8]>,
    /// The other readings, if hyphens precede line breaks: first the one without all of them, then those without
    /// some. If there are more than four hyphens, only the one without all.
    pub alternatives: Vec<String>,
    /// The heuristic that completed or changed it.
    pub heuristic: Option<Heuristic>,
    /// Why the writer may mean a longer URI; never between brackets or quotes.
    pub goes_on: Option<GoesOn>,
}

/// Why text behind a URI may belong to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GoesOn {
    /// It ends with the line, and the next one begins like the rest of a URI.
    NextLine,
    /// The word goes on with a character that no URI has, such as `|` or `{`.
    Behind(char),
}

impl GoesOn {
    /// What the text behind a URI without a wrapper says, of which only [`BEHIND`](characters::BEHIND) bytes are seen.
    fn of(uri: &[u8], behind: &[u8]) -> Option<Self> {
        let behind = &behind[..behind.len().min(characters::BEHIND)];
        match *behind {
            [b'\n' | b'\r', ..] => goes_on(*uri.last()?, behind).map(|_| Self::NextLine),
            [last @ (b'.' | b',' | b'?' | b':' | b';'), b'\n' | b'\r', ..] => {
                goes_on(last, &behind[1..]).map(|_| Self::NextLine)
            }
            [mark @ (b'{' | b'|' | b'^'), next, ..] if next.is_ascii_graphic() => {
                Some(Self::Behind(char::from(mark)))
            }
            [b'\\', b'u', ..] if behind.get(2..6)?.iter().all(u8::is_ascii_hexdigit) => {
                Some(Self::Behind('\\'))
            }
            _ => None,
        }
    }
}

/// Text that begins as a URI does, and is left out. Made by [`Extractor::read_all`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LeftOut<'t> {
    /// The text, at most up to a character that ends any URI. If it is too long, its beginning.
    pub raw: &'t [u8],
    /// Its start in the text, in bytes.
    pub start: u64,
    /// Why it is left out.
    pub reason: Reason,
}

/// Why text that begins as a URI does is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// It is not valid.
    Invalid(ParseError),
    /// It is longer than the [maximum](Extractor::longest).
    TooLong,
    /// It is only a scheme and two slashes, as in text about URIs.
    NamesNothing,
    /// It is a word and a number, as `session:12`: a registered scheme, whose identifiers are other ones as a rule.
    NumberedWord,
    /// Its scheme is not [known](Extractor::schemes), and it has no `//`: a URI if any scheme were known, and
    /// probably a word before a colon.
    UnknownScheme,
    /// It has no scheme, and does not begin with a host name.
    NotAHost(NotAHost),
}

impl Reason {
    /// The name in JSON; for invalid text, the kind of the error.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Invalid(error) => error.kind().name(),
            Self::TooLong => "too-long",
            Self::NamesNothing => "names-nothing",
            Self::NumberedWord => "numbered-word",
            Self::UnknownScheme => "unknown-scheme",
            Self::NotAHost(_) => "not-a-host",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid(error) => error.fmt(f),
            Self::TooLong => f.write_str("longer than the longest URI that is looked for"),
            Self::NamesNothing => f.write_str("only a scheme and two slashes, which name nothing"),
            Self::NumberedWord => f.write_str("only a word and a number"),
            Self::UnknownScheme => f.write_str("its scheme is not known, and no // follows"),
            Self::NotAHost(fault) => fault.fmt(f),
        }
    }
}

/// Finds URIs in text.
///
/// ```
/// use napkin_context::{Delimiter, Extractor};
///
/// let text = b"See <http://example.com/a/\n  very-\n  long/path> or http://example.com/b (soon).";
/// let finds: Vec<_> = Extractor::default().find(text).collect();
/// assert_eq!(finds[0].uri, "http://example.com/a/very-long/path");
/// assert_eq!(finds[0].alternatives, ["http://example.com/a/verylong/path"]);
/// assert_eq!((finds[1].start, finds[1].raw), (51, &b"http://example.com/b"[..]));
/// assert_eq!(finds[1].delimiter, Delimiter::Whitespace);
/// ```
#[derive(Clone)]
pub struct Extractor {
    edition: &'static Edition,
    context: &'static Context,
    schemes: Schemes,
    sieve: Sieve,
    suffixes: bool,
    longest: usize,
    characters: Characters,
    marking: Marking,
}

/// The default maximum length of a URI in text, including white space: 1 MiB.
pub const LONGEST: usize = 1 << 20;

impl fmt::Debug for Extractor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let edition = self.edition.name;
        let extractor = &mut f.debug_struct("Extractor");
        extractor.field("edition", &edition).field("schemes", &self.schemes).finish_non_exhaustive()
    }
}

impl Default for Extractor {
    /// By RFC 3987: text contains IRIs.
    fn default() -> Self {
        Self::new(RFC3987)
    }
}

impl Extractor {
    /// Finds URIs of an edition, by its rules for delimiting them.
    pub fn new(edition: &'static Edition) -> Self {
        Self {
            edition,
            context: Context::of(edition),
            schemes: Schemes::default(),
            sieve: Sieve::of(&Schemes::default()),
            suffixes: false,
            longest: LONGEST,
            characters: Characters::of(edition),
            marking: Marking::of(edition, &Schemes::default()),
        }
    }

    /// Sets the schemes to find.
    ///
    /// ```
    /// use napkin_context::{Extractor, Schemes};
    ///
    /// let extractor = Extractor::default().schemes(Schemes::only(["mailto"]));
    /// let found: Vec<_> = extractor.find(b"http://h/ or mailto:a@h").map(|find| find.uri.into_owned()).collect();
    /// assert_eq!(found, ["mailto:a@h"]);
    /// ```
    #[must_use]
    pub fn schemes(mut self, schemes: Schemes) -> Self {
        self.sieve = Sieve::of(&schemes);
        self.marking = Marking::of(self.edition, &schemes);
        self.schemes = schemes;
        self
    }

    /// Whether host names without a scheme are found too, and completed by guessing (RFC 3986 §4.5). Has no effect
    /// in an edition without such references.
    ///
    /// ```
    /// use napkin_context::Extractor;
    ///
    /// let extractor = Extractor::default().suffixes(true);
    /// let found: Vec<_> = extractor.find(b"see www.example.com/a.").map(|find| find.uri.into_owned()).collect();
    /// assert_eq!(found, ["http://www.example.com/a"]);
    /// ```
    #[must_use]
    pub fn suffixes(mut self, suffixes: bool) -> Self {
        self.suffixes = suffixes && self.context.suffixes.is_some();
        self
    }

    /// Sets the maximum length of a URI, in bytes as written. It bounds the memory of [`read`](Self::read).
    ///
    /// ```
    /// use napkin_context::Extractor;
    ///
    /// let extractor = Extractor::default().longest(20);
    /// assert_eq!(extractor.find(b"http://example.com/ http://example.com/too/long").count(), 1);
    /// ```
    #[must_use]
    pub fn longest(mut self, bytes: usize) -> Self {
        self.longest = bytes;
        self
    }

    /// The URIs in a text, in order: a `str`, or any bytes.
    ///
    /// ```
    /// use napkin_context::Extractor;
    ///
    /// let extractor = Extractor::default();
    /// let uris: Vec<_> = extractor.find("see http://example.com/a.").map(|find| find.uri).collect();
    /// assert_eq!(uris, ["http://example.com/a"]);
    /// ```
    pub fn find<'e, 't, T: AsRef<[u8]> + ?Sized>(&'e self, text: &'t T) -> Finds<'e, 't> {
        Finds { extractor: self, text: text.as_ref(), scan: Scan::default() }
    }

    /// The URI in text that a user typed, if it is one: brackets or quotes, the prefix, and all white space are
    /// removed.
    ///
    /// ```
    /// use napkin_context::Extractor;
    ///
    /// let extractor = Extractor::default();
    /// assert_eq!(extractor.typed(b" < http://example.com/ a > ").unwrap().uri, "http://example.com/a");
    /// assert!(extractor.typed(b"http://exa|mple/").is_none());
    /// ```
    pub fn typed<'t, T: AsRef<[u8]> + ?Sized>(&self, text: &'t T) -> Option<Find<'t>> {
        let text = text.as_ref();
        let Typed { inner, start, delimiter, prefix } =
            Typed::read(self.delimiting(), &self.characters, text);
        let (uri, made) = self.joined(inner, Dropped::All)?.parts();
        let (place, prefix) = (start..start + inner.len(), prefix.unwrap_or(0..0));
        let mut found = Found { place, delimiter, prefix, uri, made, done: text.len() };
        Some(Find::from_found(text, 0, &mut found))
    }

    /// Text that a user typed, without white space, brackets or quotes, and prefix around it, and whether it was between
    /// brackets or quotes. White space inside stays: between delimiters it was added by a line break, elsewhere it may be
    /// data.
    ///
    /// ```
    /// use napkin_context::Extractor;
    ///
    /// let extractor = Extractor::default();
    /// assert_eq!(extractor.unwrapped(b" <URL:http://a/ b> "), (&b"http://a/ b"[..], true));
    /// assert_eq!(extractor.unwrapped(b" http://a/ b "), (&b"http://a/ b"[..], false));
    /// ```
    pub fn unwrapped<'t>(&self, typed: &'t [u8]) -> (&'t [u8], bool) {
        let typed = Typed::read(self.delimiting(), &self.characters, typed);
        (typed.inner, typed.delimiter != Delimiter::Whitespace)
    }

    /// Text that a user typed, without brackets or quotes, prefix and white space; valid or not.
    ///
    /// ```
    /// use napkin_context::Extractor;
    ///
    /// assert_eq!(Extractor::default().cleaned(b" <http://a/ b> "), b"http://a/b");
    /// ```
    pub fn cleaned(&self, typed: &[u8]) -> Vec<u8> {
        let typed = Typed::read(self.delimiting(), &self.characters, typed);
        wrapped::join(self.characters.space(), typed.inner, Dropped::All).uri
    }

    /// Completes text that a user typed, if no base is defined (RFC 3986 §4.5).
    ///
    /// Brackets, quotes, the prefix `URL:` and white space are removed first. Text with a scheme stays unchanged;
    /// `localhost:8080` and `example.com:8080` are a host and a port instead.
    ///
    /// # Errors
    ///
    /// If the edition has no such references, a base is defined, or the text does not begin with a
    /// host.
    ///
    /// ```
    /// use napkin_context::{Extractor, Heuristic, NotCompleted};
    ///
    /// let extractor = Extractor::default();
    /// let completed = extractor.complete(b"www.w3.org/Addressing/", None)?;
    /// assert_eq!(completed.uri, "http://www.w3.org/Addressing/");
    /// assert_eq!(completed.heuristic, Some(Heuristic::WwwName));
    /// assert_eq!(extractor.complete(b"../x", None), Err(NotCompleted::NotASuffix));
    /// # Ok::<(), NotCompleted>(())
    /// ```
    pub fn complete(&self, typed: &[u8], base: Option<&str>) -> Result<Completed, NotCompleted> {
        if self.context.suffixes.is_none() {
            return Err(NotCompleted::Unsupported);
        }
        if base.is_some() {
            return Err(NotCompleted::BaseDefined);
        }
        let text = self.cleaned(typed);
        let text = str::from_utf8(&text).map_err(|_| NotCompleted::NotASuffix)?;
        suffix::of_typed(self.edition, &self.schemes, text)
    }

    /// The other readings of a URI that is written over lines with hyphens before their ends, as
    /// [`Find::alternatives`] has them: `written` is its text in the lines.
    ///
    /// ```
    /// use napkin_context::Extractor;
    ///
    /// let readings = Extractor::default().without_hyphens("http://exam-ple.org/", b"http://exam-\nple.org/");
    /// assert_eq!(readings, ["http://example.org/"]);
    /// ```
    pub fn without_hyphens(&self, uri: &str, written: &[u8]) -> Vec<String> {
        let joined = self.joined(written, Dropped::All).and_then(|read| read.parts().1);
        joined.filter(|made| made.uri == uri).map(|made| made.alternatives).unwrap_or_default()
    }

    /// Whether a scheme is known.
    #[inline]
    fn knows(&self, scheme: &[u8]) -> bool {
        self.sieve.passes(scheme) && self.schemes.know_bytes(scheme)
    }

    /// The edition of the URIs to find.
    pub(crate) const fn edition(&self) -> &'static Edition {
        self.edition
    }

    fn delimiting(&self) -> &'static Delimiting {
        &self.context.delimiting
    }
}

impl<'t> Find<'t> {
    /// A find in a window that begins at an offset of the text.
    // All fields are copied word by word and directly into place: loading what was just stored in wider pieces
    // would stall on store forwarding.
    #[inline(always)]
    fn from_found(window: &'t [u8], offset: u64, found: &mut Found<'t>) -> Self {
        let (start, end) = (found.place.start, found.place.end);
        let (uri, alternatives, heuristic) = match found.made.take() {
            None => {
                (Cow::Borrowed(found.uri.get(..end - start).unwrap_or_default()), Vec::new(), None)
            }
            Some(made) => (Cow::Owned(made.uri), made.alternatives, made.heuristic),
        };
        let (prefix, prefix_end) = (found.prefix.start, found.prefix.end);
        let is_wrapped = matches!(found.delimiter, Delimiter::Angle | Delimiter::Quote);
        let goes_on = match window.get(end) {
            // Most URIs stand before a blank.
            None | Some(b' ') => None,
            Some(_) if is_wrapped => None,
            Some(_) => GoesOn::of(&window[start..end], &window[end..]),
        };
        Self {
            uri,
            raw: &window[start..end],
            start: offset + start as u64,
            end: offset + end as u64,
            delimiter: found.delimiter,
            prefix: (prefix < prefix_end).then(|| &window[prefix..prefix_end]),
            alternatives,
            heuristic,
            goes_on,
        }
    }
}

/// The URIs in a text. Made by [`Extractor::find`].
#[derive(Clone)]
pub struct Finds<'e, 't> {
    extractor: &'e Extractor,
    text: &'t [u8],
    scan: Scan,
}

impl fmt::Debug for Finds<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Finds").field("extractor", self.extractor).finish_non_exhaustive()
    }
}

impl<'t> Iterator for Finds<'_, 't> {
    type Item = Find<'t>;

    fn next(&mut self) -> Option<Find<'t>> {
        let mut found = Found::NONE;
        loop {
            match self.scan.step(self.extractor, self.text, true, &mut found) {
                Step::Found => return Some(Find::from_found(self.text, 0, &mut found)),
                Step::LeftOut(..) => {}
                Step::More(_) | Step::Done => return None,
            }
        }
    }
}
