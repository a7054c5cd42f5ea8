//! The reference parser: split as Appendix B says, then check each part by its rule, left to right.
//!
//! It is `const`, reads one byte at a time, and is written to be compared with the grammar by eye.
//! It gives the exact error after [`fast`](super::fast) said no, parses at compile time, and is the
//! oracle of the fast path.

use super::Start;
use super::host::{check_ipv_future, check_ipv6, is_ipv4};
use crate::components::{Components, HostKind};
use crate::edition::{Edition, HEXDIG};
use crate::error::ParseError;
use crate::fault::{ErrorKind as Kind, Part};
use crate::set::ByteSet;

type Checked = Result<(), ParseError>;

/// `?` for `const fn`, where the operator is not available.
macro_rules! attempt {
    ($result:expr) => {
        match $result {
            Ok(value) => value,
            Err(error) => return Err(error),
        }
    };
}

/// Parses `text` by the rule `start` of `edition`.
///
/// # Errors
///
/// The first fault in reading order; a text that is well formed and of the wrong rule (`start`) is
/// told so last.
pub(crate) const fn parse(
    edition: &'static Edition,
    text: &[u8],
    start: Start,
) -> Result<Components, ParseError> {
    let reader = Reader { edition, text };
    let len = text.len();
    if len >= u32::MAX as usize {
        return reader.fail(Kind::TooLong, Part::Path, 0);
    }

    let scheme_end = attempt!(reader.scheme());
    let after_scheme = if scheme_end == 0 { 0 } else { scheme_end + 1 };
    let mut components = Components::all_path(len as u32);
    components.scheme_end = scheme_end as u32;

    let mut path_start = after_scheme;
    if reader.byte(after_scheme) == b'/' && reader.byte(after_scheme + 1) == b'/' {
        let start = after_scheme + 2;
        path_start = reader.find(AUTHORITY_END, start, len);
        let (host_start, host_end, kind) = attempt!(reader.authority(start, path_start));
        components.host_start = host_start as u32;
        components.host_end = host_end as u32;
        components.host_kind = Some(kind);
    }
    let path_end = reader.find(PATH_END, path_start, len);
    let query_end = reader.find(QUERY_END, path_end, len);
    components.path_start = path_start as u32;
    components.path_end = path_end as u32;
    components.query_end = query_end as u32;

    attempt!(reader.check(Part::Path, edition.segment.or(SLASH), path_start, path_end));
    if query_end > path_end {
        attempt!(reader.check(Part::Query, edition.query, path_end + 1, query_end));
    }
    if len > query_end {
        attempt!(reader.check(Part::Fragment, edition.fragment, query_end + 1, len));
    }
    match start {
        Start::Uri | Start::AbsoluteUri if scheme_end == 0 => {
            reader.fail(Kind::MissingScheme, Part::Scheme, 0)
        }
        Start::AbsoluteUri if len > query_end => {
            reader.fail(Kind::UnexpectedFragment, Part::Fragment, query_end)
        }
        _ => Ok(components),
    }
}

/// Checks that `text` fits one part on its own.
///
/// # Errors
///
/// The first fault; offsets count from the start of `text`.
pub(crate) const fn parse_part(edition: &'static Edition, text: &[u8], part: Part) -> Checked {
    let reader = Reader { edition, text };
    let len = text.len();
    match part {
        Part::Scheme => {
            if len == 0 {
                return reader.fail(Kind::SchemeStart, Part::Scheme, 0);
            }
            reader.check_scheme(len)
        }
        Part::Authority => match reader.authority(0, len) {
            Ok(_) => Ok(()),
            Err(error) => Err(error),
        },
        Part::Userinfo => reader.check(part, edition.userinfo, 0, len),
        Part::Host => match reader.host(0, len) {
            Ok((end, _)) if end == len => Ok(()),
            Ok((end, _)) => reader.fail(Kind::InvalidCharacter, Part::Host, end),
            Err(error) => Err(error),
        },
        Part::Port => reader.check_port(0, len),
        Part::Path => reader.check(part, edition.segment.or(SLASH), 0, len),
        Part::Query => reader.check(part, edition.query, 0, len),
        Part::Fragment => reader.check(part, edition.fragment, 0, len),
    }
}

const SLASH: ByteSet = ByteSet::of(b"/");
const SCHEME_END: ByteSet = ByteSet::of(b":/?#");
const AUTHORITY_END: ByteSet = ByteSet::of(b"/?#");
const PATH_END: ByteSet = ByteSet::of(b"?#");
const QUERY_END: ByteSet = ByteSet::of(b"#");

#[derive(Clone, Copy)]
struct Reader<'a> {
    edition: &'static Edition,
    text: &'a [u8],
}

impl Reader<'_> {
    const fn fail<T>(&self, kind: Kind, part: Part, offset: usize) -> Result<T, ParseError> {
        Err(ParseError::new(self.edition, kind, part, offset))
    }

    /// The byte at `at`, or NUL past the end (which no rule accepts).
    const fn byte(&self, at: usize) -> u8 {
        if at < self.text.len() { self.text[at] } else { 0 }
    }

    /// The first offset from `at` on whose byte is in `set`, or `end`.
    const fn find(&self, set: ByteSet, at: usize, end: usize) -> usize {
        let mut at = at;
        while at < end && !set.contains(self.text[at]) {
            at += 1;
        }
        at
    }

    /// Where the scheme ends, 0 if there is none.
    const fn scheme(&self) -> Result<usize, ParseError> {
        let end = self.find(SCHEME_END, 0, self.text.len());
        if self.byte(end) != b':' {
            return Ok(0);
        }
        if end == 0 {
            return self.fail(Kind::ColonInFirstSegment, Part::Path, 0);
        }
        attempt!(self.check_scheme(end));
        Ok(end)
    }

    const fn check_scheme(&self, end: usize) -> Checked {
        if !self.edition.scheme_first.contains(self.text[0]) {
            return self.fail(Kind::SchemeStart, Part::Scheme, 0);
        }
        let mut at = 1;
        while at < end {
            if !self.edition.scheme.contains(self.text[at]) {
                return self.fail(Kind::InvalidCharacter, Part::Scheme, at);
            }
            at += 1;
        }
        Ok(())
    }

    /// Start and end of the host, and its kind.
    const fn authority(
        &self,
        start: usize,
        end: usize,
    ) -> Result<(usize, usize, HostKind), ParseError> {
        let at_sign = self.find(ByteSet::of(b"@"), start, end);
        let mut host_start = start;
        if at_sign < end {
            attempt!(self.check(Part::Userinfo, self.edition.userinfo, start, at_sign));
            host_start = at_sign + 1;
        }
        let (host_end, kind) = attempt!(self.host(host_start, end));
        if host_end < end {
            if self.text[host_end] != b':' {
                return self.fail(Kind::TextAfterIpLiteral, Part::Authority, host_end);
            }
            attempt!(self.check_port(host_end + 1, end));
        }
        Ok((host_start, host_end, kind))
    }

    const fn host(&self, start: usize, end: usize) -> Result<(usize, HostKind), ParseError> {
        if start < end && self.text[start] == b'[' {
            return self.ip_literal(start, end);
        }
        let host_end = self.find(ByteSet::of(b":"), start, end);
        attempt!(self.check(Part::Host, self.edition.reg_name, start, host_end));
        let kind =
            if is_ipv4(self.text, start, host_end) { HostKind::Ipv4 } else { HostKind::RegName };
        Ok((host_end, kind))
    }

    const fn ip_literal(&self, start: usize, end: usize) -> Result<(usize, HostKind), ParseError> {
        let close = self.find(ByteSet::of(b"]"), start, end);
        if close == end {
            return self.fail(Kind::UnclosedIpLiteral, Part::Host, start);
        }
        let inner = start + 1;
        if matches!(self.text[inner], b'v' | b'V') {
            match check_ipv_future(self.edition, self.text, inner, close) {
                Ok(()) => Ok((close + 1, HostKind::IpvFuture)),
                Err(at) => self.fail(Kind::InvalidIpvFuture, Part::Host, at),
            }
        } else {
            match check_ipv6(self.text, inner, close) {
                Ok(()) => Ok((close + 1, HostKind::Ipv6)),
                Err(at) => self.fail(Kind::InvalidIpv6, Part::Host, at),
            }
        }
    }

    const fn check_port(&self, start: usize, end: usize) -> Checked {
        let mut at = start;
        while at < end {
            if !self.text[at].is_ascii_digit() {
                return self.fail(Kind::InvalidCharacter, Part::Port, at);
            }
            at += 1;
        }
        Ok(())
    }

    /// Checks that `text[start..end]` is made of bytes of `set` and percent-encoded octets.
    const fn check(&self, part: Part, set: ByteSet, start: usize, end: usize) -> Checked {
        let mut at = start;
        while at < end {
            if self.text[at] == b'%' {
                let triplet = at + 2 < end
                    && HEXDIG.contains(self.text[at + 1])
                    && HEXDIG.contains(self.text[at + 2]);
                if !triplet {
                    return self.fail(Kind::InvalidPercentEncoding, part, at);
                }
                at += 3;
            } else if set.contains(self.text[at]) {
                at += 1;
            } else {
                return self.fail(Kind::InvalidCharacter, part, at);
            }
        }
        Ok(())
    }
}
