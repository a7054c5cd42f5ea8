//! The error that java.net.URI itself reports for a text that it rejects: reason and index of its
//! `URISyntaxException`, to look a message up in the logs of Java programs.
//!
//! The parser decides which texts are rejected; this module runs only afterwards. It reads the components in the
//! order of the Java class, and stops where the class stops.

use core::fmt;
use core::ops::Range;

use napkin_scan::{ALPHA, ALPHANUM, ByteSet, DIGIT, HEXDIG};

use super::Explanation;
use crate::edition::Edition;
use crate::error::Diagnosis;
use crate::fault::Part;

/// Reason and index of Java's `URISyntaxException`, as Java 17 gives them (JAVA-71).
///
/// ```
/// use napkin::edition::JAVA;
///
/// let input = "http://h/é b";
/// let error = JAVA.parse(input).unwrap_err();
/// let exception = error.diagnose(input).exception().unwrap();
/// assert_eq!((exception.reason(), exception.index()), ("Illegal character in path", Some(10)));
/// assert_eq!(exception.to_string(), "Illegal character in path at index 10");
/// assert_eq!(error.offset(), 11);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SyntaxException {
    reason: &'static str,
    index: Option<usize>,
}

impl SyntaxException {
    /// The result of `getReason`.
    pub const fn reason(&self) -> &'static str {
        self.reason
    }

    /// The result of `getIndex`, in UTF-16 code units; `None` for its -1, which means an unknown index.
    pub const fn index(&self) -> Option<usize> {
        self.index
    }

    /// The exception about a text; `None` if the class accepts the text, or throws an undeclared exception
    /// (JAVA-73).
    pub(crate) fn of(edition: &'static Edition, text: &str) -> Option<Self> {
        let Fault::Told { reason, at } = (Reading { edition, text }).reference().err()? else {
            return None;
        };
        let units = |at: usize| text.get(..at).unwrap_or_default().encode_utf16().count();
        Some(Self { reason, index: at.map(units) })
    }
}

impl fmt::Display for SyntaxException {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.reason)?;
        self.index.map_or(Ok(()), |index| write!(f, " at index {index}"))
    }
}

impl Diagnosis<'_> {
    /// The exception that Java itself throws, by the edition for its class; `None` for octets that are not UTF-8,
    /// since they are no text.
    #[doc(hidden)]
    pub fn exception(&self) -> Option<SyntaxException> {
        let edition = self.error.edition();
        let text = core::str::from_utf8(self.input).ok();
        SyntaxException::of(edition, text.filter(|_| Explanation::of(edition).throws)?)
    }
}

/// Why the class stops parsing.
enum Fault {
    /// For a reason that it reports, at a byte if it reports one.
    Told { reason: &'static str, at: Option<usize> },
    /// A number overflows, which the class does not report.
    Number,
}

/// Stops at a byte.
const fn stop<T>(reason: &'static str, at: usize) -> Result<T, Fault> {
    Err(Fault::Told { reason, at: Some(at) })
}

/// The characters of a component.
#[derive(Clone, Copy)]
struct Characters {
    raw: ByteSet,
    /// Whether triplets and non-ASCII characters are allowed too.
    encoded: bool,
}

impl Characters {
    const fn only(raw: ByteSet) -> Self {
        Self { raw, encoded: false }
    }

    const fn or(self, more: &[u8]) -> Self {
        Self { raw: self.raw.or(ByteSet::of(more)), ..self }
    }
}

const ILLEGAL_IN_HOSTNAME: &str = "Illegal character in hostname";

/// A text, read in the way of the class.
#[derive(Clone, Copy)]
struct Reading<'a> {
    edition: &'static Edition,
    text: &'a str,
}

impl Reading<'_> {
    fn reference(self) -> Result<(), Fault> {
        let end = self.text.len();
        let hash = self.find(b"#", 0..end).unwrap_or(end);
        let uric = self.of_part(Part::Query);
        let behind_scheme = match self.find(b":/?#", 0..end) {
            Some(colon) if self.is_at(colon, b":") => {
                self.scheme(colon)?;
                Some(colon + 1)
            }
            _ => None,
        };
        match behind_scheme {
            Some(at) if at == hash => return stop("Expected scheme-specific part", at),
            Some(at) if !self.is_at(at, b"/") => {
                self.all(at..hash, uric, "Illegal character in opaque part")?;
            }
            at => self.hierarchical(at.unwrap_or(0)..hash)?,
        }
        self.all((hash + 1).min(end)..end, uric, "Illegal character in fragment")
    }

    fn scheme(self, colon: usize) -> Result<(), Fault> {
        const REASON: &str = "Illegal character in scheme name";
        if colon == 0 {
            return stop("Expected scheme name", 0);
        }
        self.all(0..1, Characters::only(ALPHA), REASON)?;
        self.all(1..colon, Characters::only(ALPHANUM).or(b"+-."), REASON)
    }

    fn hierarchical(self, range: Range<usize>) -> Result<(), Fault> {
        let Range { mut start, end } = range;
        if self.is_at(start, b"//") {
            start += 2;
            let close = self.find(b"/?", start..end).unwrap_or(end);
            if start == self.text.len() {
                return stop("Expected authority", start);
            }
            if start < close {
                self.authority(start..close)?;
            }
            start = close;
        }
        let mark = self.find(b"?", start..end).unwrap_or(end);
        self.all(start..mark, self.of_part(Part::Path), "Illegal character in path")?;
        let query = (mark + 1).min(end)..end;
        self.all(query, self.of_part(Part::Query), "Illegal character in query")
    }

    /// An authority that is a valid registry name is accepted, whatever is wrong with it as a server.
    fn authority(self, range: Range<usize>) -> Result<(), Fault> {
        let Range { start, end } = range;
        let registry = self.of_part(Part::Authority);
        let server = registry.or(b"[]");
        // After a bracket, a percent sign can begin a scope identifier.
        let has_scope = !self.is_at(start, b"]");
        let server = if has_scope { server.or(b"%") } else { server };
        let is_server = self.run(start..end, server)? == end;
        let is_registry = self.run(start..end, registry)? == end;
        match (is_registry, is_server) {
            (true, _) => Ok(()),
            (_, true) => self.server(start..end),
            _ => stop("Illegal character in authority", start),
        }
    }

    fn server(self, range: Range<usize>) -> Result<(), Fault> {
        let Range { start, end } = range;
        let mut at = start;
        if let Some(sign) = self.find(b"@", start..end) {
            let characters = self.of_part(Part::Userinfo);
            self.all(start..sign, characters, "Illegal character in user info")?;
            at = sign + 1;
        }
        at = if self.is_at(at, b"[") {
            self.bracketed(at + 1..end)?
        } else {
            match self
                .numbers(at..end)
                .ok()
                .filter(|&after| after == end || self.is_at(after, b":"))
            {
                Some(after) => after,
                None => self.hostname(at..end)?,
            }
        };
        match self.text.as_bytes().get(at..end) {
            Some([b':', digits @ ..]) => {
                at += 1;
                self.all(at..end, Characters::only(DIGIT), "Illegal character in port number")?;
                let is_number =
                    core::str::from_utf8(digits).is_ok_and(|digits| digits.parse::<i32>().is_ok());
                if digits.is_empty() || is_number {
                    Ok(())
                } else {
                    stop("Malformed port number", at)
                }
            }
            Some([_, ..]) => stop("Expected port number", at),
            _ => Ok(()),
        }
    }

    /// The end of the host name.
    fn hostname(self, range: Range<usize>) -> Result<usize, Fault> {
        let Range { start, end } = range;
        let (mut at, mut last) = (start, None);
        while self.is_one_of(ALPHANUM, at) && at < end {
            last = Some(at);
            at = self.run(at..end, Characters::only(ALPHANUM).or(b"-"))?;
            if self.is_at(at - 1, b"-") {
                return stop(ILLEGAL_IN_HOSTNAME, at - 1);
            }
            if at == end || !self.is_at(at, b".") {
                break;
            }
            at += 1;
        }
        match last {
            _ if at < end && !self.is_at(at, b":") => stop(ILLEGAL_IN_HOSTNAME, at),
            None => stop("Expected hostname", start),
            Some(label) if label > start && !self.is_one_of(ALPHA, label) => {
                stop(ILLEGAL_IN_HOSTNAME, label)
            }
            Some(_) => Ok(at),
        }
    }

    /// The end of four numbers with dots between them, if neither a digit nor a dot follows.
    fn numbers(self, range: Range<usize>) -> Result<usize, Fault> {
        const REASON: &str = "Malformed IPv4 address";
        let Range { start: mut at, end } = range;
        for number in 0..4 {
            if number > 0 {
                if at == end || !self.is_at(at, b".") {
                    return stop(REASON, at);
                }
                at += 1;
            }
            let after = self.run(at..end, Characters::only(DIGIT))?;
            match self.text.get(at..after).unwrap_or_default().parse::<i32>() {
                Ok(..=255) => {}
                Err(_) if after > at => return Err(Fault::Number),
                _ => return stop(REASON, at),
            }
            at = after;
        }
        let more = self.run(at..end, Characters::only(DIGIT).or(b"."))?;
        if more == at { Ok(at) } else { stop(REASON, at) }
    }

    /// The end of the text in brackets, after the closing bracket.
    fn bracketed(self, range: Range<usize>) -> Result<usize, Fault> {
        let Range { start, end } = range;
        let close = match self.find(b"]", start..end) {
            Some(close) if close > start => close,
            close => {
                let at = close.unwrap_or(end);
                return stop("Expected closing bracket for IPv6 address", at);
            }
        };
        let percent = self.find(b"%", start..close);
        self.ipv6(start..percent.unwrap_or(close))?;
        if let Some(percent) = percent {
            if percent + 1 == close {
                return Err(Fault::Told { reason: "scope id expected", at: None });
            }
            let characters = Characters::only(ALPHANUM).or(b"_.");
            self.all(percent + 1..close, characters, "Illegal character in scope id")?;
        }
        Ok(close + 1)
    }

    fn ipv6(self, range: Range<usize>) -> Result<(), Fault> {
        const OCTETS: usize = 16;
        let Range { start, end } = range;
        let (mut at, mut octets) = self.groups(start..end)?.unwrap_or((start, 0));
        let is_compressed = at < end && self.is_at(at, b"::");
        if is_compressed {
            let (after, more) = self.behind_compression(at + 2..end)?;
            (at, octets) = (after, octets + more);
        } else if octets > 0 && at < end && self.is_at(at, b":") {
            self.ipv4(at + 1..end, "Expected IPv4 address")?;
            (at, octets) = (end, octets + 4);
        }
        match octets {
            _ if at < end || start == end => stop("Malformed IPv6 address", start),
            _ if octets > OCTETS => stop("IPv6 address too long", start),
            OCTETS if is_compressed => stop("Malformed IPv6 address", start),
            _ if octets == OCTETS || is_compressed => Ok(()),
            _ => stop("IPv6 address too short", start),
        }
    }

    /// The end of the text after the two colons, and the number of its octets.
    fn behind_compression(self, range: Range<usize>) -> Result<(usize, usize), Fault> {
        const REASON: &str = "Expected hex digits or IPv4 address";
        let Range { start, end } = range;
        if start == end {
            return Ok((end, 0));
        }
        match self.groups(start..end)? {
            Some((after, octets)) if after < end && self.is_at(after, b":") => {
                self.ipv4(after + 1..end, REASON)?;
                Ok((end, octets + 4))
            }
            Some(found) => Ok(found),
            None => {
                self.ipv4(start..end, REASON)?;
                Ok((end, 4))
            }
        }
    }

    /// The end of the groups, which have one colon between them, and the number of their octets. Digits before a
    /// dot belong to an IPv4 address.
    fn groups(self, range: Range<usize>) -> Result<Option<(usize, usize)>, Fault> {
        let Range { start: mut at, end } = range;
        let mut found: Option<(usize, usize)> = None;
        loop {
            let after = self.run(at..end, Characters::only(HEXDIG))?;
            let is_number = after < end && self.is_at(after, b".");
            match found {
                None if after == at => return Ok(None),
                Some(_) if after == at => return stop("Expected digits for an IPv6 address", at),
                _ if is_number => return Ok(found),
                _ if after - at > 4 => {
                    return stop("IPv6 hexadecimal digit sequence too long", at);
                }
                _ => {}
            }
            found = Some((after, found.map_or(0, |(_, octets)| octets) + 2));
            if after == end || !self.is_at(after, b":") || self.is_at(after, b"::") {
                return Ok(found);
            }
            at = after + 1;
        }
    }

    /// Reads the rest of an IPv6 address, which has to be an IPv4 address.
    fn ipv4(self, range: Range<usize>, otherwise: &'static str) -> Result<(), Fault> {
        let Range { start, end } = range;
        let all = self.run(start..end, Characters::only(DIGIT).or(b"."))?;
        if start == end || all < end {
            return stop(otherwise, start);
        }
        self.numbers(start..end).map(|_| ())
    }

    /// The characters that the edition allows in a part.
    fn of_part(self, part: Part) -> Characters {
        Characters { raw: self.edition.raw_bytes(part, ""), encoded: true }
    }

    /// Stops at the first character of a range that is not one of these.
    fn all(self, range: Range<usize>, of: Characters, reason: &'static str) -> Result<(), Fault> {
        let Range { start, end } = range;
        let at = self.run(start..end, of)?;
        if at < end { stop(reason, at) } else { Ok(()) }
    }

    /// The end of the characters that a range begins with. A percent sign without two hexadecimal digits stops the
    /// parsing.
    fn run(self, range: Range<usize>, of: Characters) -> Result<usize, Fault> {
        let Range { start: mut at, end } = range;
        let text = self.text.get(..end).unwrap_or(self.text);
        while let Some(next) = text.get(at..).and_then(|rest| rest.chars().next()) {
            at += match next {
                _ if u8::try_from(next).is_ok_and(|byte| of.raw.contains(byte)) => 1,
                '%' if of.encoded => {
                    let digits = text.as_bytes().get(at + 1..at + 3);
                    if !digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit)) {
                        return stop("Malformed escape pair", at);
                    }
                    3
                }
                other if of.encoded && self.edition.allows_raw(Part::Path, other) => {
                    other.len_utf8()
                }
                _ => break,
            };
        }
        Ok(at)
    }

    /// The first of the given bytes in a range.
    fn find(self, bytes: &[u8], range: Range<usize>) -> Option<usize> {
        let Range { start, end } = range;
        let inside = self.text.as_bytes().get(start..end)?;
        Some(start + inside.iter().position(|byte| bytes.contains(byte))?)
    }

    fn is_at(self, at: usize, expected: &[u8]) -> bool {
        self.text.as_bytes().get(at..).is_some_and(|rest| rest.starts_with(expected))
    }

    fn is_one_of(self, set: ByteSet, at: usize) -> bool {
        self.text.as_bytes().get(at).is_some_and(|&byte| set.contains(byte))
    }
}
