//! The places of the parts of an input, valid or not.
//!
//! The parts that decide which host is contacted are the same for every edition: authority, userinfo, host and port
//! are those of the generic syntax. An edition that reads an authority as a whole, or sees none, does not hide
//! them. The other parts are those of the edition's parser. An input that no parser accepts is split by Appendix B
//! of RFC 3986, which accepts any text, and the authority at its last `@` and the first colon after it. Most
//! dangerous inputs are invalid and have to be checked too.

use napkin::{Edition, HostKind, Part, Ranges, edition::RFC3986};

use crate::ipv4;
use crate::span::Span;

/// The places of the parts.
#[derive(Clone, Debug)]
pub(crate) enum Parts {
    /// Found by a parser. Its server is that of the generic syntax.
    Parsed(Ranges),
    /// An approximation.
    Cut(Box<Cut>),
}

/// The places of the parts by the generic syntax, by the number of the part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cut([Option<Span>; Part::ALL.len()]);

/// The parts that decide which host is contacted.
const OF_SERVER: [Part; 5] =
    [Part::Scheme, Part::Authority, Part::Userinfo, Part::Host, Part::Port];

impl Parts {
    /// The place of a part, if it is defined.
    #[inline]
    pub(crate) fn get(&self, part: Part) -> Option<Span> {
        match self {
            Self::Parsed(ranges) => ranges.get(part).map(Span::from),
            Self::Cut(cut) => cut.get(part),
        }
    }

    /// The parts of an input that an edition accepts, from its parser.
    #[inline]
    pub(crate) fn of(bytes: &[u8], edition: &'static Edition, ranges: Ranges) -> Self {
        // The generic syntax here is that of RFC 3986.
        let is_generic = edition == RFC3986;
        if is_generic { Self::Parsed(ranges) } else { Self::compared(bytes, ranges) }
    }

    /// The parts of the parser, if its server is that of the generic syntax.
    fn compared(bytes: &[u8], ranges: Ranges) -> Self {
        let cut = Cut::of(bytes);
        let agrees = |part: &Part| ranges.get(*part).map(Span::from) == cut.get(*part);
        if OF_SERVER.iter().all(agrees) { Self::Parsed(ranges) } else { Self::Cut(cut.into()) }
    }

    /// The parts of an input that the edition rejects.
    #[cold]
    pub(crate) fn refused(bytes: &[u8]) -> Self {
        Self::Cut(Cut::of(bytes).into())
    }

    /// The kind of the host, if there is one; by its text, so that it is the same for every edition.
    #[inline]
    pub(crate) fn host_kind(&self, bytes: &[u8], edition: &'static Edition) -> Option<HostKind> {
        match self {
            Self::Parsed(ranges) if edition == RFC3986 => ranges.host_kind(),
            _ => self.get(Part::Host).map(|host| kind(host.of(bytes))),
        }
    }
}

/// The kind of a host by RFC 3986.
fn kind(host: &[u8]) -> HostKind {
    match host {
        [b'[', b'v' | b'V', version @ .., b']'] if is_version(version) => HostKind::IpvFuture,
        [b'[', ..] => HostKind::Ipv6,
        _ if ipv4::dotted(host).is_some() => HostKind::Ipv4,
        _ => HostKind::RegName,
    }
}

/// Whether a text is a hexadecimal number, a dot and an address.
fn is_version(text: &[u8]) -> bool {
    let digits = text.iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
    digits > 0 && matches!(text.get(digits..), Some([b'.', _, ..]))
}

impl Cut {
    fn get(&self, part: Part) -> Option<Span> {
        self.0.get(part as usize).copied().flatten()
    }

    /// Splits any bytes.
    fn of(bytes: &[u8]) -> Self {
        let (start, end) = trimmed(bytes);
        let position = |from: usize, to: usize, of: &[u8]| {
            let found = Span::new(from, to).of(bytes).iter().position(|byte| of.contains(byte));
            found.map(|at| from + at)
        };
        let hash = position(start, end, b"#");
        let before_fragment = hash.unwrap_or(end);
        let question = position(start, before_fragment, b"?");
        let before_query = question.unwrap_or(before_fragment);
        let colon = position(start, before_query, b":/\\").filter(|&at| {
            at > start && bytes.get(at) == Some(&b':') && bytes.get(start) != Some(&b'[')
        });
        let after_scheme = colon.map_or(start, |colon| colon + 1);
        let double = Span::new(after_scheme, after_scheme + 2);
        let authority = (double.of(bytes) == b"//" && double.end <= before_query).then(|| {
            let from = double.end;
            Span::new(from, position(from, before_query, b"/").unwrap_or(before_query))
        });
        let path_start = authority.map_or(after_scheme, |authority| authority.end);
        let [userinfo, host, port] =
            authority.map_or([None; 3], |authority| cut_authority(bytes, authority));
        let mut spans = [None; Part::ALL.len()];
        for (part, span) in [
            (Part::Scheme, colon.map(|colon| Span::new(start, colon))),
            (Part::Authority, authority),
            (Part::Userinfo, userinfo),
            (Part::Host, host),
            (Part::Port, port),
            (Part::Path, Some(Span::new(path_start, before_query))),
            (Part::Query, question.map(|at| Span::new(at + 1, before_fragment))),
            (Part::Fragment, hash.map(|at| Span::new(at + 1, end))),
        ] {
            if let Some(slot) = spans.get_mut(part as usize) {
                *slot = span;
            }
        }
        Self(spans)
    }
}

/// Userinfo, host and port.
fn cut_authority(bytes: &[u8], authority: Span) -> [Option<Span>; 3] {
    let bytes = authority.of(bytes);
    let at = bytes.iter().rposition(|&byte| byte == b'@');
    let host_start = at.map_or(0, |at| at + 1);
    let behind = bytes.get(host_start..).unwrap_or_default();
    let bracket = if behind.starts_with(b"[") {
        behind.iter().position(|&byte| byte == b']').unwrap_or(0)
    } else {
        0
    };
    let colon = behind.iter().skip(bracket).position(|&byte| byte == b':');
    let host_end = colon.map_or(bytes.len(), |colon| host_start + bracket + colon);
    let inside = |from: usize, to: usize| Span::new(authority.start + from, authority.start + to);
    [
        at.map(|at| inside(0, at)),
        Some(inside(host_start, host_end)),
        colon.map(|_| inside(host_end + 1, bytes.len())),
    ]
}

/// The start and end of the input without white space and control characters around it, which many readers strip.
pub(crate) fn trimmed(bytes: &[u8]) -> (usize, usize) {
    let around = |byte: &u8| *byte <= b' ';
    let start = bytes.iter().take_while(|byte| around(byte)).count();
    let rest = bytes.get(start..).unwrap_or_default();
    (start, bytes.len() - rest.iter().rev().take_while(|byte| around(byte)).count())
}

#[cfg(test)]
mod tests {
    use napkin::Start;

    use super::*;

    /// Splitting a valid input gives the parts of RFC 3986's parser.
    #[test]
    fn cut_is_the_generic_syntax() {
        let pieces = ["a", "h:", "//", "/", "?", "#", "@", ":", "[::1]", "[v1.x]", "1", "."];
        let mut texts = vec![String::new()];
        for _ in 0..5 {
            texts = texts
                .iter()
                .flat_map(|text| pieces.map(|piece| format!("{text}{piece}")))
                .collect();
            let mut accepted = 0;
            for text in &texts {
                let Ok(ranges) = RFC3986.ranges(Start::UriReference, text.as_bytes()) else {
                    continue;
                };
                accepted += 1;
                let cut = Cut::of(text.as_bytes());
                for &part in Part::ALL {
                    assert_eq!(
                        ranges.get(part).map(Span::from),
                        cut.get(part),
                        "{part:?} of {text}"
                    );
                }
                let parsed = Parts::Parsed(ranges);
                let host = cut.get(Part::Host).map(|host| kind(host.of(text.as_bytes())));
                assert_eq!(parsed.host_kind(text.as_bytes(), RFC3986), host, "{text}");
            }
            assert!(accepted > 0);
        }
    }
}
