//! An error beside its input: the text with a caret, and what to write instead.

use core::fmt;

use super::{Fix, ParseError, SchemeText, first_char};
use crate::fault::{ErrorKind, Part};
use crate::visible::{Inline, show, visible};

/// A [`ParseError`] with its input, for people. Made by [`ParseError::diagnose`].
///
/// Shows at most about sixty characters around the fault; control characters are escaped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Diagnosis<'a> {
    pub(crate) error: ParseError,
    pub(crate) input: &'a [u8],
}

impl fmt::Display for Diagnosis<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (before, after) = self.around();
        let mut quoted = Inline::default();
        if let Some(found) = first_char(after) {
            let found = &after[..found.map_or(1, char::len_utf8)];
            fmt::Write::write_fmt(&mut quoted, format_args!(" '{}'", visible(found)))?;
        }
        self.error.tell(f, quoted.as_str())?;

        let hidden = boundary(before, before.len().saturating_sub(40));
        let before = &before[hidden..];
        let mark = if hidden > 0 { "…" } else { "" };
        write!(f, "\n  {mark}")?;
        let mut column = mark.chars().count();
        column += show(f, before)?;
        let shown_after = &after[..boundary(after, 40)];
        show(f, shown_after)?;
        if shown_after.len() < after.len() {
            f.write_str("…")?;
        }
        write!(f, "\n  {:column$}^", "")?;
        self.advice().map_or(Ok(()), |_| f.write_str(" "))?;
        self.advise(f)
    }
}

impl Diagnosis<'_> {
    /// Writes the advice, if there is any: for a missing scheme with the text, shortened.
    fn advise(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (head, rest) = match self.advice() {
            Some(Advice::Scheme) => ("https://", self.input),
            Some(Advice::Colon) => {
                let end = self.input.iter().position(|&byte| byte == b'/').unwrap_or_default();
                let (scheme, rest) = self.input.split_at(end);
                write!(f, "write {}:", visible(scheme))?;
                let slashes = rest.iter().take_while(|&&byte| byte == b'/').count();
                return write_short(f, "//", rest.get(slashes..).unwrap_or_default());
            }
            Some(advice) => return fmt::Display::fmt(&advice, f),
            None => return Ok(()),
        };
        f.write_str("write ")?;
        write_short(f, head, rest)
    }

    /// Writes the error, the text, and what to write instead, on one line. What precedes an `@` is left out, since it may hold a
    /// password.
    #[cfg(feature = "serde")]
    pub(crate) fn in_line(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let secret = self.input.iter().rposition(|&byte| byte == b'@');
        let (mark, shown) = match secret {
            Some(at) => ("…", self.input.get(at..).unwrap_or_default()),
            None => ("", self.input),
        };
        write!(f, "{}: '", self.error)?;
        write_short(f, mark, shown)?;
        f.write_str("'")?;
        if secret.is_some() || self.advice().is_none() {
            return Ok(());
        }
        f.write_str("; ")?;
        self.advise(f)
    }

    /// The invalid character, if the fault is a character and the input is text there.
    ///
    /// ```
    /// let text = "http://h/a|b";
    /// let error = napkin::Uri::parse(text).unwrap_err();
    /// assert_eq!(error.diagnose(text).character(), Some('|'));
    /// ```
    pub fn character(&self) -> Option<char> {
        let is_character = self.error.kind == ErrorKind::InvalidCharacter;
        self.found().filter(|_| is_character).and_then(Result::ok)
    }

    /// The advice in words, with the text that it is about: `write https://example.com`; nothing without advice.
    ///
    /// ```
    /// use napkin::Uri;
    ///
    /// let error = Uri::parse("example.com").unwrap_err();
    /// assert_eq!(error.diagnose("example.com").advised().to_string(), "write https://example.com");
    /// ```
    pub fn advised(&self) -> impl fmt::Display + '_ {
        Advised(self)
    }

    /// What to write instead, as shown after the caret; `None` if several edits are likely.
    ///
    /// ```
    /// let input = "http://example.com/a b";
    /// let error = napkin::UriRef::parse(input).unwrap_err();
    /// let diagnosis = error.diagnose(input);
    /// assert_eq!(diagnosis.character(), Some(' '));
    /// assert_eq!(diagnosis.advice().unwrap().to_string(), "write it as %20");
    /// ```
    pub fn advice(&self) -> Option<Advice> {
        let Self { error, input } = self;
        let in_host = error.part == Part::Host;
        match error.text {
            SchemeText::Host => return Some(Advice::Scheme),
            SchemeText::NoColon => return Some(Advice::Colon),
            _ => {}
        }
        Some(match (error.fix(input), self.found()) {
            (Some(_), _) if error.kind == ErrorKind::InvalidPercentEncoding => Advice::PercentSign,
            (Some(fix), _) => Advice::Fix(fix),
            (None, Some(Ok('@'))) if in_host => Advice::AtSign,
            (None, Some(Ok(blank))) if in_host && blank.is_whitespace() => Advice::BlankInHost,
            (None, Some(Ok(letter))) if in_host && !letter.is_ascii() && letter.is_alphabetic() => {
                Advice::ALabel
            }
            _ => return None,
        })
    }

    /// The input before the fault, and from the fault on.
    fn around(&self) -> (&[u8], &[u8]) {
        self.input.split_at(self.error.offset().min(self.input.len()))
    }

    fn found(&self) -> Option<Result<char, u8>> {
        first_char(self.around().1)
    }
}

/// The advice what to write instead of a fault. Made by [`Diagnosis::advice`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Advice {
    /// Apply this edit, which repairs the fault.
    Fix(Fix),
    /// Percent-encode a percent sign that is data.
    PercentSign,
    /// Percent-encode an `@` in the userinfo.
    AtSign,
    /// Leave out a blank of the host.
    BlankInHost,
    /// Write a DNS host name with A-labels.
    ALabel,
    /// Write a scheme before the host that the text begins with.
    Scheme,
    /// Write the colon of the scheme.
    Colon,
}

impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fix(fix) if fix.text().is_empty() => f.write_str("leave it out"),
            Self::Fix(fix) if fix.range().is_empty() => write!(f, "put {} here", fix.text()),
            Self::Fix(fix) => write!(f, "write it as {}", fix.text()),
            Self::PercentSign => f.write_str("a percent sign is %25"),
            Self::AtSign => f.write_str("an '@' of the userinfo is written as %40"),
            Self::BlankInHost => f.write_str("no host has a blank: leave it out"),
            Self::ALabel => f.write_str("a name of the DNS is written in ASCII, as xn--..."),
            Self::Scheme => f.write_str("write https:// before the host"),
            Self::Colon => f.write_str("write ':' behind the scheme"),
        }
    }
}

/// The advice of a diagnosis, in words.
struct Advised<'d, 'a>(&'d Diagnosis<'a>);

impl fmt::Display for Advised<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.advise(f)
    }
}

/// Writes a text and the start of another one.
fn write_short(f: &mut fmt::Formatter<'_>, head: &str, input: &[u8]) -> fmt::Result {
    let shown = &input[..boundary(input, 40)];
    let mark = if shown.len() < input.len() { "…" } else { "" };
    write!(f, "{head}{}{mark}", visible(shown))
}

/// `at`, or the start of the UTF-8 character that it is inside of.
fn boundary(bytes: &[u8], at: usize) -> usize {
    let is_start = |at: &usize| bytes.get(*at).is_none_or(|byte| !matches!(byte, 0x80..=0xBF));
    let at = at.min(bytes.len());
    (at.saturating_sub(3)..=at).rev().find(is_start).unwrap_or(at)
}
