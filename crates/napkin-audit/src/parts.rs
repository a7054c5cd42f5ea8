//! Where the parts of an input are, whatever it is.
//!
//! What an edition accepts has the parts that its parser says. What it refuses is cut as Appendix B of
//! RFC 3986 does, which takes any text, and the authority at its last `@` and the first colon behind
//! it: most dangerous inputs are invalid, and have to be looked at too.

use napkin::{Edition, Part, Ranges, Start};

use crate::span::Span;

/// The places of the parts.
#[derive(Clone, Debug)]
pub(crate) enum Parts {
    /// As a parser found them.
    Parsed(Ranges),
    /// As far as they can be told, by the number of the part.
    Cut(Box<[Option<Span>; Part::ALL.len()]>),
}

impl Parts {
    /// Where a part is, if it is there.
    #[inline]
    pub(crate) fn get(&self, part: Part) -> Option<Span> {
        match self {
            Self::Parsed(ranges) => ranges.get(part).map(Span::from),
            Self::Cut(spans) => spans.get(part as usize).copied().flatten(),
        }
    }

    /// Of an input, by an edition.
    pub(crate) fn of(bytes: &[u8], edition: &'static Edition) -> Self {
        edition.ranges(Start::UriReference, bytes).map_or_else(|_| Self::cut(bytes), Self::Parsed)
    }

    /// Cuts what no parser accepts.
    #[cold]
    pub(crate) fn cut(bytes: &[u8]) -> Self {
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
        let mut spans = Box::new([None; Part::ALL.len()]);
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
        Self::Cut(spans)
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

/// Where the input begins and ends without the space and the control characters around it, which
/// many readers take off.
pub(crate) fn trimmed(bytes: &[u8]) -> (usize, usize) {
    let around = |byte: &u8| *byte <= b' ';
    let start = bytes.iter().take_while(|byte| around(byte)).count();
    let rest = bytes.get(start..).unwrap_or_default();
    (start, bytes.len() - rest.iter().rev().take_while(|byte| around(byte)).count())
}
