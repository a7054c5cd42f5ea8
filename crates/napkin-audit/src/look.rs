//! What occurs in an input, by one look at its masks.
//!
//! Most inputs are plain, and few rules can find anything in them; so this look is most of what their
//! audit costs.

use std::convert::Infallible;
use std::ops::ControlFlow;

use napkin::{ByteSet, masks};

use crate::features::Features;
use crate::name::punycode;
use crate::nearby::may_be_listed;
use crate::octets::triplets;
use crate::span::Span;

/// Where the parts are in which something is looked for; empty where they are not there.
pub(crate) struct Places {
    /// The host, if it is a name.
    pub(crate) name: Span,
    pub(crate) path: Span,
    pub(crate) query: Span,
}

/// What masks are asked for: percent signs, dots, slashes, backslashes, hyphens, and what names are made of
/// beside dots and hyphens.
const SETS: [ByteSet; 6] = [
    ByteSet::of(b"%"),
    ByteSet::of(b"."),
    ByteSet::of(b"/"),
    ByteSet::of(b"\\"),
    ByteSet::of(b"-"),
    ByteSet::range(b'a', b'z').or(ByteSet::range(b'0', b'9')),
];

/// Notes what occurs in the parts, and whether there are escapes, which [`escapes`] looks at.
pub(crate) fn look(bytes: &[u8], places: &Places) -> Features {
    let &Places { name, path, query } = places;
    // What was found, as masks of which only matters whether they have a bit.
    let [mut percent, mut hidden, mut url, mut odd, mut doubled] = [0; 5];
    // The last bit of the block before.
    let [mut dot_before, mut slash_before, mut hyphen_before] = [0; 3];
    let mut last_label = name.start;
    let ControlFlow::Continue(()) =
        masks(bytes, &SETS, |offset, [percents, dots, slashes, backslashes, hyphens, plain]| {
            let behind_slash = slashes << 1 | slash_before;
            percent |= percents;
            hidden |= dots & (behind_slash | first(path, offset)) & inside(path, offset);
            url |= (slashes & behind_slash | backslashes) & inside(query, offset);
            let name_here = inside(name, offset);
            if name_here != 0 {
                // A label begins with neither a dot nor a hyphen, and ends with no hyphen.
                let behind_dot = dots << 1 | dot_before | first(name, offset);
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
    let mut features = Features::NONE;
    let mut note = |is: bool, feature: Features| {
        if is {
            features |= feature;
        }
    };
    note(percent != 0, Features::ESCAPE);
    note(hidden != 0, Features::DOT);
    note(url != 0, Features::URL_IN_QUERY);
    let whole = name.of(bytes);
    if let Some(last) = whole.last() {
        let odd = odd != 0 || matches!(last, b'.' | b'-');
        note(odd, Features::ODD_HOST);
        note(is_number(Span::new(last_label, name.end).of(bytes)), Features::NUMERIC_HOST);
        note(doubled != 0 && has_punycode(whole), Features::PUNYCODE);
        note(whole.len() > 63, Features::LONG_HOST);
        note(odd || may_be_listed(whole), Features::NEARBY);
    }
    features
}

/// What kinds of percent-encoded octets there are.
pub(crate) fn escapes(bytes: &[u8], unreserved: ByteSet) -> Features {
    let mut features = Features::NONE;
    for (octet, span) in triplets(bytes, Span::new(0, bytes.len())) {
        features |= match octet {
            ..=0x1f | 0x7f => Features::ESCAPED_CONTROL,
            0x80.. => Features::ESCAPED_HIGH,
            b'%' => Features::ESCAPED_PERCENT,
            b'/' | b'?' | b'#' | b'[' | b']' | b'@' | b':' | b'\\' => Features::ESCAPED_DELIMITER,
            _ => Features::NONE,
        };
        if unreserved.contains(octet) {
            features |= Features::ESCAPED_UNRESERVED;
        }
        if span.of(bytes).iter().any(u8::is_ascii_lowercase) {
            features |= Features::LOWERCASE_HEX;
        }
    }
    features
}

/// The bits of a span in the block that begins at `offset`.
fn inside(span: Span, offset: usize) -> u64 {
    below(span.end, offset) & !below(span.start, offset)
}

/// The bit of the first byte of a span.
fn first(span: Span, offset: usize) -> u64 {
    inside(Span::new(span.start, span.start + 1), offset)
}

/// The bits of what stands before `end`.
fn below(end: usize, offset: usize) -> u64 {
    !u64::MAX.unbounded_shl(end.saturating_sub(offset).min(64) as u32)
}

/// Whether the last label of a name is a number, decimal or hexadecimal, or empty.
fn is_number(label: &[u8]) -> bool {
    matches!(label, [b'0', b'x' | b'X', ..]) || label.iter().all(u8::is_ascii_digit)
}

fn has_punycode(name: &[u8]) -> bool {
    let mut labels = name.split(|&byte| byte == b'.');
    labels.any(|label| str::from_utf8(label).ok().and_then(punycode).is_some())
}
