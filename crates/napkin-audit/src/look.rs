//! Finds the features of an input in one pass over its masks.
//!
//! Most inputs are plain, and few rules can find anything in them, so this pass is most of the cost of their audit.

use std::convert::Infallible;
use std::ops::ControlFlow;

use napkin_scan::{ByteSet, masks};

use crate::features::Features;
use crate::nearby::may_be_known;
use crate::octets::triplet;
use crate::punycode;
use crate::span::Span;

/// The places of the parts to search; empty if a part is undefined.
#[derive(Clone, Copy)]
pub(crate) struct Places {
    /// The host, if it is a name.
    pub(crate) name: Span,
    /// At the end of the input, if there is no path.
    pub(crate) path: Span,
    pub(crate) query: Span,
}

/// The sets for the masks: percent signs, dots, slashes, backslashes, hyphens, and the other characters of names.
const SETS: [ByteSet; 6] = [
    ByteSet::of(b"%"),
    ByteSet::of(b"."),
    ByteSet::of(b"/"),
    ByteSet::of(b"\\"),
    ByteSet::of(b"-"),
    ByteSet::range(b'a', b'z').or(ByteSet::range(b'0', b'9')),
];

/// Finds the features of the parts, and whether the text has two slashes or a backslash behind the authority. The edition
/// says which characters are unreserved.
pub(crate) fn look(bytes: &[u8], unreserved: ByteSet, places: &Places) -> (Features, bool) {
    let &Places { name, path, query } = places;
    let mut features = Features::NONE;
    // Findings as masks; only whether they are zero matters.
    let [mut hidden, mut url, mut odd, mut doubled, mut behind] = [0; 5];
    // The last bit of the previous block.
    let [mut dot_before, mut slash_before, mut hyphen_before] = [0; 3];
    let mut last_label = name.start;
    let ControlFlow::Continue(()) =
        masks(bytes, &SETS, |offset, [percents, dots, slashes, backslashes, hyphens, plain]| {
            if percents != 0 {
                features |= escapes(bytes, (percents, offset), unreserved, places);
            }
            let behind_slash = slashes << 1 | slash_before;
            let starts = dots & behind_slash;
            let steep = slashes & behind_slash | backslashes;
            // Usually the only match is the two slashes before the host.
            if (starts | steep) & !below(path.start, offset) != 0 {
                behind |= steep & !below(path.start, offset);
                hidden |= starts & inside(path, offset);
                url |= steep & inside(query, offset);
            }
            if offset < name.end {
                let name_here = inside(name, offset);
                // A label does not begin with a dot or a hyphen, and does not end with a hyphen.
                let behind_dot = dots << 1 | dot_before;
                let behind_hyphen = hyphens << 1 | hyphen_before;
                let empty = (dots | hyphens) & behind_dot | dots & behind_hyphen;
                odd |= name_here & (empty | !(plain | dots | hyphens));
                doubled |= name_here & hyphens & behind_hyphen;
                if let Some(last) = (dots & name_here).checked_ilog2() {
                    last_label = offset + last as usize + 1;
                }
            }
            [dot_before, slash_before, hyphen_before] = [dots, slashes, hyphens].map(|m| m >> 63);
            ControlFlow::<Infallible>::Continue(())
        });
    let mut note = |is: bool, feature: Features| {
        if is {
            features |= feature;
        }
    };
    note(hidden != 0 || path.of(bytes).first() == Some(&b'.'), Features::DOT);
    note(url != 0, Features::URL_IN_QUERY);
    let whole = name.of(bytes);
    if let [first, .., last] | [first @ last] = whole {
        let odd = odd != 0 || matches!(first, b'.' | b'-') || matches!(last, b'.' | b'-');
        note(odd, Features::ODD_HOST);
        note(is_number(Span::new(last_label, name.end).of(bytes)), Features::NUMERIC_HOST);
        note(doubled != 0 && has_punycode(whole), Features::PUNYCODE);
        note(whole.len() > 63, Features::LONG_HOST);
        note(odd || may_be_known(whole), Features::NEARBY);
    }
    (features, behind != 0)
}

/// The features of the triplets at the places of a mask.
#[inline(never)]
fn escapes(
    bytes: &[u8],
    (percents, offset): (u64, usize),
    unreserved: ByteSet,
    places: &Places,
) -> Features {
    let each = |features, at| features | escape(bytes, at, unreserved, places);
    places_of(percents, offset).fold(Features::NONE, each)
}

/// The features of the triplet at `at`, if there is one.
fn escape(bytes: &[u8], at: usize, unreserved: ByteSet, places: &Places) -> Features {
    let Some(octet) = triplet(bytes, at) else { return Features::NONE };
    let is_in = |span: Span| span.start <= at && at < span.end;
    let mut features = match octet {
        ..=0x1f | 0x7f => Features::ESCAPED_CONTROL,
        0x80.. if at < places.path.start => Features::ESCAPED_HIGH.and(Features::HIGH_IN_HOST),
        0x80.. => Features::ESCAPED_HIGH,
        b'%' => Features::ESCAPED_PERCENT,
        b'/' | b'?' | b'#' | b'[' | b']' | b'@' | b':' | b'\\' => {
            if is_in(places.path) {
                Features::DELIMITER_IN_PATH
            } else if !is_in(places.query) {
                Features::DELIMITER_ELSEWHERE
            } else if matches!(octet, b'/' | b'\\') && has_slash_beside(bytes, at) {
                Features::URL_IN_QUERY
            } else {
                Features::NONE
            }
        }
        _ => Features::NONE,
    };
    if unreserved.contains(octet) {
        features |= Features::ESCAPED_UNRESERVED;
    }
    if Span::new(at + 1, at + 3).of(bytes).iter().any(u8::is_ascii_lowercase) {
        features |= Features::LOWERCASE_HEX;
    }
    features
}

/// Whether a slash of either kind, raw or encoded, follows the triplet at `at`, or a raw one precedes it.
fn has_slash_beside(bytes: &[u8], at: usize) -> bool {
    let is_slash = |octet: Option<u8>| matches!(octet, Some(b'/' | b'\\'));
    let raw = |at: usize| bytes.get(at).copied();
    is_slash(raw(at + 3)) || is_slash(triplet(bytes, at + 3)) || is_slash(raw(at.wrapping_sub(1)))
}

/// The places of a mask, in order.
fn places_of(mut mask: u64, offset: usize) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = mask.trailing_zeros() as usize;
        mask &= mask.checked_sub(1)?;
        Some(offset + place)
    })
}

/// The bits of a span in the block that begins at `offset`.
fn inside(span: Span, offset: usize) -> u64 {
    below(span.end, offset) & !below(span.start, offset)
}

/// The bits of the bytes before `end`.
fn below(end: usize, offset: usize) -> u64 {
    !u64::MAX.unbounded_shl(end.saturating_sub(offset).min(64) as u32)
}

/// Whether the last label of a name is a number, decimal or hexadecimal, or empty.
fn is_number(label: &[u8]) -> bool {
    matches!(label, [b'0', b'x' | b'X', ..]) || label.iter().all(u8::is_ascii_digit)
}

fn has_punycode(name: &[u8]) -> bool {
    let mut labels = name.split(|&byte| byte == b'.');
    labels.any(|label| str::from_utf8(label).ok().and_then(punycode::of_label).is_some())
}

#[cfg(test)]
mod tests {
    use super::{Places, has_punycode, is_number, look};
    use crate::features::Features;
    use crate::nearby::may_be_known;
    use crate::octets::{octets, triplets};
    use crate::span::Span;
    use napkin::edition::RFC3986;

    /// The features, found byte by byte.
    fn slow(bytes: &[u8], places: &Places) -> Features {
        let &Places { name, path, query } = places;
        let mut features = Features::NONE;
        let mut note = |is: bool, feature: Features| {
            if is {
                features |= feature;
            }
        };
        let starts_with_dot = |segment: &[u8]| segment.starts_with(b".");
        note(path.of(bytes).split(|&byte| byte == b'/').any(starts_with_dot), Features::DOT);
        let is_slash = |octet: u8| matches!(octet, b'/' | b'\\');
        let in_query: Vec<_> = octets(bytes, query).collect();
        let doubled = in_query.windows(2).any(|two| two.iter().all(|(octet, _)| is_slash(*octet)));
        note(doubled || query.of(bytes).contains(&b'\\'), Features::URL_IN_QUERY);
        let host = name.of(bytes);
        if !host.is_empty() {
            let plain = |byte: &u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-');
            let is_plain = |label: &[u8]| {
                !label.is_empty()
                    && label.iter().all(plain)
                    && !label.starts_with(b"-")
                    && !label.ends_with(b"-")
            };
            let odd = !host.split(|&byte| byte == b'.').all(is_plain);
            note(odd, Features::ODD_HOST);
            note(odd || may_be_known(host), Features::NEARBY);
            let last = host.rsplit(|&byte| byte == b'.').next().unwrap_or_default();
            note(is_number(last), Features::NUMERIC_HOST);
            note(has_punycode(host), Features::PUNYCODE);
            note(host.len() > 63, Features::LONG_HOST);
        }
        for (octet, span) in triplets(bytes, Span::new(0, bytes.len())) {
            let is_in = |part: Span| part.start <= span.start && span.start < part.end;
            note(octet < 0x20 || octet == 0x7f, Features::ESCAPED_CONTROL);
            note(octet >= 0x80, Features::ESCAPED_HIGH);
            note(octet >= 0x80 && span.start < path.start, Features::HIGH_IN_HOST);
            note(octet == b'%', Features::ESCAPED_PERCENT);
            let delimits = b"/?#[]@:\\".contains(&octet);
            note(delimits && is_in(path), Features::DELIMITER_IN_PATH);
            note(delimits && !is_in(path) && !is_in(query), Features::DELIMITER_ELSEWHERE);
            note(RFC3986.unreserved.contains(octet), Features::ESCAPED_UNRESERVED);
            let digits = span.part(1, 2).of(bytes);
            note(digits.iter().any(u8::is_ascii_lowercase), Features::LOWERCASE_HEX);
        }
        features
    }

    /// Pieces at every place around the end of a block, in each part, and with a neighbour.
    #[test]
    fn masks_see_what_bytes_show() {
        let pieces = [
            "a", "A", ".", "-", "..", "-.", ".-", "/", "//", "/.", "\\", "xn--a", "a--b", "7",
            "0x7", "local", ".lan", "%", "%2f", "%C3", "%00", "%25", "%41", "%5B", "%zz", "\u{e9}",
        ];
        let mut seen = 0;
        for (before, first, second) in pieces
            .iter()
            .flat_map(|first| pieces.map(|second| (*first, second)))
            .flat_map(|(first, second)| {
                (0..4).chain(56..68).chain(124..130).map(move |before| (before, first, second))
            })
        {
            for behind in [0, 1, 64] {
                let text =
                    [&"b".repeat(before), first, second, &"c".repeat(behind)].concat().into_bytes();
                let (all, end) = (Span::new(0, text.len()), Span::new(text.len(), text.len()));
                let mine = Span::new(before, text.len() - behind);
                for places in [
                    Places { name: all, path: end, query: Span::default() },
                    Places { name: mine, path: end, query: Span::default() },
                    Places { name: Span::default(), path: all, query: Span::default() },
                    Places { name: Span::default(), path: mine, query: end },
                    Places { name: Span::default(), path: Span::default(), query: all },
                    Places { name: Span::default(), path: Span::default(), query: mine },
                ] {
                    let shown = || String::from_utf8_lossy(&text).into_owned();
                    let (found, has_slashes) = look(&text, RFC3986.unreserved, &places);
                    assert_eq!(found, slow(&text, &places), "{} {before} {behind}", shown());
                    let is_steep =
                        |at: usize| text[at] == b'\\' || at > 0 && &text[at - 1..=at] == b"//";
                    let slashes = (places.path.start..text.len()).any(is_steep);
                    assert_eq!(has_slashes, slashes, "{} {before} {behind}", shown());
                    seen += 1;
                }
            }
        }
        assert!(seen > 200_000, "{seen}");
    }
}
