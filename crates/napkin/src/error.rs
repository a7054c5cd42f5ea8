//! The errors of parsing: [`ParseError`], and with the input beside it, [`Diagnosis`] and [`Fix`].
//!
//! [`ParseError`] is small and `Copy`. It knows its edition, so its message names the rule that was broken and the
//! section. [`Diagnosis`] adds the input, with a caret under the fault. [`Fix`] is the edit that repairs the fault.
//! Where several edits are likely, there is no `Fix`; the repair of `napkin-audit` weighs them.

mod diagnosis;

use core::fmt;
use core::ops::Range;

pub use self::diagnosis::{Advice, Diagnosis};
use crate::edition::Edition;
use crate::edition::rules::{EmptyAuthority, Rule};
use crate::fault::{ErrorKind, Part};
use crate::visible::Inline;

/// Why a text is not a valid reference, in which part, and at which byte.
///
/// ```
/// let error = napkin::UriRef::parse("http://a b/").unwrap_err();
/// assert_eq!(error.kind(), napkin::ErrorKind::InvalidCharacter);
/// assert_eq!((error.part(), error.offset()), (napkin::Part::Host, 8));
/// assert_eq!(
///     error.to_string(),
///     "invalid character in the host at byte 8 (reg-name, RFC 3986 section 3.2.2)",
/// );
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ParseError {
    edition: &'static Edition,
    offset: u32,
    kind: ErrorKind,
    part: Part,
    /// The scheme's form that the text was parsed by, counted from 1; 0 for none, [`OPAQUE`] for an opaque URI.
    form: u8,
    /// What the text is in which a scheme is wrong.
    text: SchemeText,
}

/// A text in which a scheme is wrong. What a text was probably meant as is advice, and makes no other error.
#[derive(Clone, Copy)]
enum SchemeText {
    /// A reference: neither a URI nor a relative reference.
    Reference,
    /// A reference with white space before it.
    BehindSpace,
    /// A scheme on its own, which cannot be a relative reference.
    Scheme,
    /// A reference without a scheme that begins as a host does: `example.com/a`.
    Host,
    /// A reference that begins with a scheme without its colon: `http//example.com`.
    NoColon,
}

impl SchemeText {
    /// The text without what it was meant as.
    const fn is(self) -> u8 {
        match self {
            Self::Reference | Self::Host | Self::NoColon => 0,
            Self::BehindSpace => 1,
            Self::Scheme => 2,
        }
    }

    /// What a relative reference looks like that was meant as a URI.
    fn of_relative(text: &[u8]) -> Self {
        let end = text.iter().position(|byte| b"/?#".contains(byte)).unwrap_or(text.len());
        let (head, behind) = text.split_at(end);
        let is_scheme = |known: &&str| head.eq_ignore_ascii_case(known.as_bytes());
        if behind.starts_with(b"/") && ["http", "https", "ftp", "ws", "wss"].iter().any(is_scheme) {
            return Self::NoColon;
        }
        let mut labels = head.split(|&byte| byte == b'.');
        let is_label = |label: &[u8]| {
            !label.is_empty()
                && label.iter().all(|&byte| byte.is_ascii_alphanumeric() || byte == b'-')
        };
        let last = labels.next_back().unwrap_or_default();
        let is_top = last.len() > 1 && last.iter().all(u8::is_ascii_alphabetic);
        let (first, is_name) = (labels.next(), labels.all(is_label));
        // Names that RFC 3986 section 4.5 would complete with another scheme.
        let is_other = |first: &[u8]| {
            ["ftp", "gopher"].iter().any(|name| first.eq_ignore_ascii_case(name.as_bytes()))
        };
        let is_web = first.is_some_and(|first| is_label(first) && !is_other(first));
        if is_top && is_name && is_web { Self::Host } else { Self::Reference }
    }
}

impl PartialEq for SchemeText {
    fn eq(&self, other: &Self) -> bool {
        self.is() == other.is()
    }
}

impl Eq for SchemeText {}

impl core::hash::Hash for SchemeText {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.is().hash(state);
    }
}

/// The form of an opaque URI, in editions that have one for all schemes.
const OPAQUE: u8 = u8::MAX;

impl ParseError {
    pub(crate) const fn new(
        edition: &'static Edition,
        kind: ErrorKind,
        part: Part,
        offset: usize,
    ) -> Self {
        Self { edition, offset: offset as u32, kind, part, form: 0, text: SchemeText::Reference }
    }

    /// This error, with the scheme's form that the text was parsed by.
    pub(crate) const fn in_form(mut self, form: u8) -> Self {
        self.form = form;
        self
    }

    /// This error, in what follows the scheme of an opaque URI.
    pub(crate) const fn in_opaque_part(self) -> Self {
        self.in_form(OPAQUE)
    }

    /// This error, of a scheme on its own.
    pub(crate) const fn of_scheme_alone(mut self) -> Self {
        self.text = SchemeText::Scheme;
        self
    }

    /// This error, of a text that begins with white space.
    pub(crate) const fn behind_space(mut self) -> Self {
        self.text = SchemeText::BehindSpace;
        self
    }

    /// This error at another byte, for a value inside the text that was parsed.
    #[cfg(feature = "alloc")]
    pub(crate) const fn at(mut self, offset: usize) -> Self {
        self.offset = offset as u32;
        self
    }

    /// This error of a text: what a relative reference looks like that was meant as a URI.
    pub(crate) fn of_text(mut self, text: &[u8]) -> Self {
        let is_relative =
            self.kind == ErrorKind::MissingScheme && self.edition.has_generic_syntax();
        if is_relative {
            self.text = SchemeText::of_relative(text);
        }
        self
    }

    /// This error with a more precise kind.
    pub(crate) const fn as_kind(mut self, kind: ErrorKind) -> Self {
        self.kind = kind;
        self
    }

    /// The kind of error.
    ///
    /// ```
    /// let error = napkin::Uri::parse("http://h/a b").unwrap_err();
    /// assert_eq!(error.kind(), napkin::ErrorKind::InvalidCharacter);
    /// ```
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The part whose rule failed.
    ///
    /// ```
    /// assert_eq!(napkin::Uri::parse("http://h/a b").unwrap_err().part(), napkin::Part::Path);
    /// ```
    pub const fn part(&self) -> Part {
        self.part
    }

    /// The byte at which the rule failed, counted from 0. If something is missing at the end, the length of the
    /// input.
    ///
    /// ```
    /// assert_eq!(napkin::Uri::parse("http://h/a b").unwrap_err().offset(), 10);
    /// ```
    pub const fn offset(&self) -> usize {
        self.offset as usize
    }

    /// The edition whose rule failed.
    ///
    /// ```
    /// assert_eq!(napkin::Iri::parse("a b").unwrap_err().edition().name, "rfc3987");
    /// ```
    pub const fn edition(&self) -> &'static Edition {
        self.edition
    }

    /// The rule that failed and its section.
    ///
    /// ```
    /// let rule = napkin::Uri::parse("http://h:x/").unwrap_err().rule();
    /// assert_eq!((rule.name, rule.section), ("port", "3.2.3"));
    /// ```
    pub fn rule(&self) -> Rule {
        let of_form = matches!(
            self.kind,
            ErrorKind::SchemeForm | ErrorKind::MissingHost | ErrorKind::MissingSlashes
        );
        match self.edition.form(self.form).filter(|_| of_form) {
            Some(form) => form.rule,
            None if self.form == OPAQUE && self.kind == ErrorKind::InvalidCharacter => self
                .edition
                .opaque_rule()
                .unwrap_or_else(|| self.edition.rule(self.kind, self.part)),
            None => self.edition.rule(self.kind, self.part),
        }
    }

    /// Formats this error with its input: the text, a caret, and what to write instead.
    ///
    /// ```
    /// let input = "http://example.com/a b";
    /// let error = napkin::UriRef::parse(input).unwrap_err();
    /// assert_eq!(
    ///     error.diagnose(input).to_string(),
    ///     "\
    /// invalid character ' ' in the path at byte 20 (segment, RFC 3986 section 3.3)
    ///   http://example.com/a b
    ///                       ^ write it as %20",
    /// );
    /// ```
    pub fn diagnose<'a, D: AsRef<[u8]> + ?Sized>(&self, input: &'a D) -> Diagnosis<'a> {
        Diagnosis { error: *self, input: input.as_ref() }
    }

    /// The edit that repairs this fault in its input; `None` if no edit is the usual one.
    ///
    /// The repaired text may have another fault. Hosts are never percent-encoded. A character that may be a wrapper
    /// or a separator, such as a quotation mark around the input or a backslash, is not treated as data.
    ///
    /// ```
    /// let input = "http://example.com/a b";
    /// let fix = napkin::UriRef::parse(input).unwrap_err().fix(input).unwrap();
    /// assert_eq!((fix.range(), fix.text()), (20..21, "%20"));
    ///
    /// let input = "http://exa mple.com/";
    /// assert!(napkin::UriRef::parse(input).unwrap_err().fix(input).is_none());
    /// ```
    pub fn fix<D: AsRef<[u8]> + ?Sized>(&self, input: &D) -> Option<Fix> {
        let input = input.as_ref();
        let at = self.offset();
        let rest = input.get(at..)?;
        match self.kind {
            ErrorKind::ByteOrderMark => Fix::new(0..'\u{feff}'.len_utf8(), ""),
            ErrorKind::CarriageReturn => Fix::new(at..input.len(), ""),
            ErrorKind::ZoneIdentifier => {
                let close = rest.iter().position(|&byte| byte == b']')?;
                Fix::new(at..at + close, "")
            }
            ErrorKind::MissingSlashes => self.slashes(rest),
            ErrorKind::InvalidPercentEncoding if self.is_data(input) => Fix::new(at..at + 1, "%25"),
            ErrorKind::InvalidCharacter => self.around(input).or_else(|| self.encoded(input)),
            ErrorKind::IllFormedUtf8 => self.encoded(input),
            ErrorKind::SchemeStart => self.around(input),
            _ => None,
        }
    }

    /// Whether the fault is in data, where any octet may be percent-encoded. False where other readers may see a
    /// host in what this edition reads as a path.
    fn is_data(&self, input: &[u8]) -> bool {
        match self.part {
            Part::Userinfo => true,
            Part::Path => {
                !is_in_authority(input, self.offset()) && !is_before_colon(input, self.offset())
            }
            Part::Query | Part::Fragment => !is_in_authority(input, self.offset()),
            _ => false,
        }
    }

    /// Replaces one slash or none by two, before a possible host; or before a path, if the host may be left out.
    fn slashes(&self, rest: &[u8]) -> Option<Fix> {
        let at = self.offset();
        let authority = self.edition.form(self.form).and_then(|form| form.authority);
        let may_be_empty = authority.is_some_and(|rule| rule.empty == EmptyAuthority::EmptyHost);
        match rest {
            [b'/', ..] if may_be_empty => Fix::new(at..at, "//"),
            [b'/', next, ..] if next.is_ascii_alphanumeric() || *next == b'[' => {
                Fix::new(at..at + 1, "//")
            }
            [next, ..] if next.is_ascii_alphanumeric() || *next == b'[' => Fix::new(at..at, "//"),
            _ => None,
        }
    }

    /// Removes white space and control characters before or after all other text, which is not part of a URI (RFC 3986 appendix C).
    fn around(&self, input: &[u8]) -> Option<Fix> {
        let (before, rest) = input.split_at_checked(self.offset())?;
        let is_space = |byte: &u8| *byte <= b' ' || *byte == 0x7f;
        let spaces = rest.iter().take_while(|byte| is_space(byte)).count();
        match (before, rest.len() - spaces) {
            (_, _) if spaces == 0 => None,
            ([], _) => Fix::new(0..spaces, ""),
            (_, 0) => Fix::new(self.offset()..input.len(), ""),
            _ => None,
        }
    }

    /// Percent-encodes the character, if it is data.
    fn encoded(&self, input: &[u8]) -> Option<Fix> {
        let at = self.offset();
        let rest = input.get(at..)?;
        let character = first_char(rest).filter(|_| self.is_data(input))?;
        let len = character.map_or(1, char::len_utf8);
        let is_outermost = at == 0 || at + len == input.len();
        match character {
            // Encoding would change the meaning of a delimiter; U+FFFD marks text that was lost in decoding; many
            // readers take a backslash for a slash.
            Ok(
                '/' | '?' | ':' | ';' | '=' | '&' | '+' | '@' | char::REPLACEMENT_CHARACTER | '\\',
            ) => None,
            Ok('#') if self.part != Part::Fragment => None,
            Ok(mark) if is_outermost && is_quotation_mark(mark) => None,
            Ok(character) => {
                let mut buffer = [0; 4];
                let octets = self.edition.escapes.octets_of(character, &mut buffer)?;
                Fix::encoded(at..at + len, octets)
            }
            Err(byte) => Fix::encoded(at..at + len, &[byte]),
        }
    }
}

/// Whether a character has the property `Quotation_Mark` of Unicode, or is an angle bracket or a grave accent. An apostrophe
/// is a URI character.
const fn is_quotation_mark(character: char) -> bool {
    matches!(
        character,
        '"' | '`' | '<' | '>' | '«' | '»' | '\u{2018}'..='\u{201f}' | '‹' | '›' | '\u{2e42}' | '「'..='』'
            | '\u{301d}'..='\u{301f}' | '\u{fe41}'..='\u{fe44}' | '\u{ff02}' | '\u{ff07}' | '｢' | '｣'
    )
}

/// An edit of the input: a range of bytes, and the text that replaces it. Made by [`ParseError::fix`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fix {
    start: usize,
    end: usize,
    text: Inline,
}

impl Fix {
    fn new(range: Range<usize>, text: &str) -> Option<Self> {
        let mut inline = Inline::default();
        fmt::Write::write_str(&mut inline, text).ok()?;
        Some(Self { start: range.start, end: range.end, text: inline })
    }

    fn encoded(range: Range<usize>, octets: &[u8]) -> Option<Self> {
        let mut fix = Self::new(range, "")?;
        for octet in octets {
            fmt::Write::write_fmt(&mut fix.text, format_args!("%{octet:02X}")).ok()?;
        }
        Some(fix)
    }

    /// The bytes of the input to replace.
    ///
    /// ```
    /// let text = "http://h/a b";
    /// let fix = napkin::Uri::parse(text).unwrap_err().fix(text).unwrap();
    /// assert_eq!((fix.range(), fix.text()), (10..11, "%20"));
    /// ```
    pub const fn range(&self) -> Range<usize> {
        self.start..self.end
    }

    /// The text that replaces the range; empty if the range is only removed.
    ///
    /// ```
    /// let text = "http://h/%zz";
    /// let error = napkin::Uri::parse(text).unwrap_err();
    /// assert_eq!(error.fix(text).unwrap().text(), "%25");
    /// ```
    pub fn text(&self) -> &str {
        self.text.as_str()
    }
}

impl fmt::Debug for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // `main` prints this when it returns the error.
        write!(f, "ParseError({self})")
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.tell(f, "")
    }
}

impl core::error::Error for ParseError {}

/// For a bound such as `T: TryInto<Uri>, T::Error: Into<ParseError>`, which takes a `Uri` too.
impl From<core::convert::Infallible> for ParseError {
    fn from(never: core::convert::Infallible) -> Self {
        match never {}
    }
}

/// Why a segment such as `..` is not added to a path.
const DOT_SEGMENT: &str = "'.' and '..' name no child and cannot be added to the path";

/// Why an empty segment is not added to a path.
const EMPTY_SEGMENT: &str =
    "an empty segment cannot be added here: nothing would show that it is there";

impl ParseError {
    /// Why the text before a colon is no relative path either, where the edition has relative references.
    fn nor_relative(&self) -> &'static str {
        if self.text == SchemeText::Reference && self.edition.resolves_relative() {
            ", and a relative reference has no ':' before its first '/'"
        } else {
            ""
        }
    }

    /// The message of a relative reference, with what to write if it was meant as a URI.
    const fn missing_scheme(&self) -> &'static str {
        match self.text {
            SchemeText::Host => {
                "a relative reference where a URI is needed: write https:// before the host"
            }
            SchemeText::NoColon => {
                "a relative reference where a URI is needed: write ':' behind the scheme"
            }
            _ => "a relative reference where a URI is needed",
        }
    }

    /// Writes the message, with `found` after the word that names the fault.
    fn tell(&self, f: &mut fmt::Formatter<'_>, found: &str) -> fmt::Result {
        let (part, at) = (self.part, self.offset);
        match self.kind {
            ErrorKind::InvalidCharacter => {
                write!(f, "invalid character{found} in the {part} at byte {at}")?;
                f.write_str(if part == Part::Scheme { self.nor_relative() } else { "" })
            }
            ErrorKind::IllFormedUtf8 => {
                write!(f, "octet{found} that is not UTF-8 in the {part} at byte {at}")
            }
            ErrorKind::InvalidPercentEncoding => {
                write!(f, "'%' without two hexadecimal digits in the {part} at byte {at}")
            }
            ErrorKind::SchemeStart if self.text == SchemeText::BehindSpace => {
                f.write_str("white space stands before the scheme")
            }
            ErrorKind::SchemeStart => {
                let digits = self.edition.scheme.first.contains(b'0');
                f.write_str(if digits {
                    "no scheme begins with this character"
                } else {
                    "a scheme begins with a letter"
                })?;
                f.write_str(self.nor_relative())
            }
            ErrorKind::ColonInFirstSegment => {
                write!(f, "nothing before the first colon, and no relative path may begin with one")
            }
            ErrorKind::MissingScheme => f.write_str(self.missing_scheme()),
            ErrorKind::UnexpectedScheme => {
                write!(f, "a URI where a relative reference is needed")
            }
            ErrorKind::EmptyReference => {
                write!(f, "an empty text where a relative reference is needed")
            }
            ErrorKind::UnexpectedFragment => {
                write!(f, "a fragment at byte {at} where the rule has none")
            }
            ErrorKind::UnclosedIpLiteral => {
                write!(f, "the bracket opened in the host at byte {at} is not closed")
            }
            ErrorKind::InvalidIpv6 => {
                write!(f, "invalid IPv6 address at byte {at}")
            }
            ErrorKind::InvalidIpvFuture => {
                write!(f, "invalid IPvFuture address at byte {at}")
            }
            ErrorKind::TextAfterIpLiteral => {
                write!(f, "text after the closing bracket of the host at byte {at}")
            }
            ErrorKind::MissingHost if self.part == Part::Authority => {
                write!(f, "nothing follows the '//', at byte {at}")
            }
            ErrorKind::MissingHost if self.edition.needs_hosts() => {
                write!(f, "the host is missing at byte {at}")
            }
            ErrorKind::MissingHost => write!(f, "this scheme needs a host, at byte {at}"),
            ErrorKind::ZoneIdentifier => {
                write!(f, "zone identifiers are not allowed in URIs, at byte {at}")
            }
            ErrorKind::MissingSlashes => {
                write!(f, "'//' and a host must follow this scheme, at byte {at}")
            }
            ErrorKind::ByteOrderMark => {
                write!(f, "a byte order mark (U+FEFF) stands before the reference")
            }
            ErrorKind::CarriageReturn => {
                write!(f, "a carriage return (CR) ends the line at byte {at}; a URI has none")
            }
            ErrorKind::PathNotAbempty => {
                write!(f, "after an authority the path must be empty or begin with '/'")
            }
            ErrorKind::InvalidUserinfo => {
                write!(f, "this user or password is not allowed before the host, at byte {at}")
            }
            ErrorKind::InvalidHost => write!(f, "invalid host name or address at byte {at}"),
            ErrorKind::InvalidPort => {
                write!(
                    f,
                    "this port, or colon without a port, is not allowed behind the host, at byte {at}"
                )
            }
            // The parser names the form; a change of a part has none.
            ErrorKind::SchemeForm if self.edition.form(self.form).is_none() => {
                write!(f, "this {part} does not fit the other parts, from its byte {at} on")
            }
            ErrorKind::SchemeForm => {
                write!(f, "the {part} does not have the form of its scheme, from byte {at} on")
            }
            ErrorKind::NothingAfterScheme => write!(f, "nothing follows the scheme, at byte {at}"),
            ErrorKind::MissingAuthority => {
                write!(f, "there is no authority for the {part} to be in")
            }
            ErrorKind::PortOutOfRange => write!(f, "a port is a number up to 65535"),
            ErrorKind::DotSegment => f.write_str(DOT_SEGMENT),
            ErrorKind::EmptySegment => f.write_str(EMPTY_SEGMENT),
            ErrorKind::TooLong => write!(f, "longer than 4294967294 bytes"),
        }?;
        let Rule { name, section } = self.rule();
        write!(f, " ({name}, {} section {section})", self.edition.title)
    }
}

/// Whether `at` is before the first delimiter and that delimiter is a colon, so that the text may be meant as a
/// scheme.
fn is_before_colon(input: &[u8], at: usize) -> bool {
    let delimiter = input.iter().position(|byte| b":/?#".contains(byte));
    delimiter.is_some_and(|first| at < first && input.get(first) == Some(&b':'))
}

/// Whether `at` is after two slashes that begin the text or follow a colon, and before the next delimiter.
fn is_in_authority(input: &[u8], at: usize) -> bool {
    let delimiters = |byte: &u8| b"/?#".contains(byte);
    let before = input.get(..at).unwrap_or(input);
    let Some(first) = before.iter().position(delimiters) else { return false };
    let begins = first == 0 || before.get(first - 1) == Some(&b':');
    let authority = before.get(first..).and_then(|rest| rest.strip_prefix(b"//"));
    begins && authority.is_some_and(|authority| !authority.iter().any(delimiters))
}

/// The first character of `bytes`, or the first byte if they do not begin with UTF-8.
fn first_char(bytes: &[u8]) -> Option<Result<char, u8>> {
    let head = &bytes[..bytes.len().min(4)];
    let text = match core::str::from_utf8(head) {
        Ok(text) => text,
        Err(error) => core::str::from_utf8(&head[..error.valid_up_to()]).unwrap_or_default(),
    };
    text.chars().next().map(Ok).or_else(|| bytes.first().map(|&byte| Err(byte)))
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::{ErrorKind, ParseError, Part};
    use crate::edition::RFC3986;

    #[test]
    fn too_long() {
        let error = ParseError::new(RFC3986, ErrorKind::TooLong, Part::Path, 0);
        assert_eq!(
            error.to_string(),
            "longer than 4294967294 bytes (URI-reference, RFC 3986 section 4.1)"
        );
    }
}
