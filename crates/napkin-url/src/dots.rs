//! Dot segments.

/// A dot segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dots {
    /// `.`
    Single,
    /// `..`
    Double,
}

/// Whether a segment is a *single-dot* or *double-dot segment*, as written or percent-encoded.
pub(crate) fn dots(segment: &str) -> Option<Dots> {
    let mut rest = segment.as_bytes();
    let mut count = 0;
    while !rest.is_empty() && count < 3 {
        rest = match rest {
            [b'.', after @ ..] | [b'%', b'2', b'e' | b'E', after @ ..] => after,
            _ => return None,
        };
        count += 1;
    }
    match count {
        1 => Some(Dots::Single),
        2 => Some(Dots::Double),
        _ => None,
    }
}
