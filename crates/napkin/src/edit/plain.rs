//! The quick check of a value: most values consist of bytes that their part may have as they are.
//!
//! One lookup a byte says so. RFC 3986 and RFC 3987 differ in no ASCII byte, so they share the table. Any other value,
//! with percent-encoded octets, non-ASCII characters or faults, is left to the exact parser.

use napkin_scan::{ByteSet, DIGIT};

use crate::components::HostKind;
use crate::edition::rfc3986::{FRAGMENT, PCHAR, QUERY, REG_NAME, RFC3986, USERINFO};
use crate::fault::Part;
use crate::parse::exact::HostRange;
use crate::parse::is_ipv4;

/// The parts that may have a byte as it is: a bit for each, by its number.
static PLAIN: [u8; 256] = {
    let sets = [
        (Part::Scheme, RFC3986.scheme.rest),
        // An authority has no bytes of its own. Its bit is that of data which needs no encoding.
        (Part::Authority, RFC3986.encoder_keeps),
        (Part::Userinfo, USERINFO),
        (Part::Host, REG_NAME),
        (Part::Port, DIGIT),
        (Part::Path, PCHAR.or(ByteSet::of(b"/"))),
        (Part::Query, QUERY),
        (Part::Fragment, FRAGMENT),
    ];
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 128 {
        let mut at = 0;
        while at < sets.len() {
            let (part, set) = sets[at];
            table[byte as usize] |= (set.contains(byte) as u8) << part as u8;
            at += 1;
        }
        byte += 1;
    }
    table
};

/// Longer values are left to the exact parser, which looks at 64 bytes at once.
const SHORT: usize = 48;

/// Whether a value is certainly valid in a part. `false` says nothing.
#[inline(always)]
pub(super) fn is_plain(part: Part, value: &str) -> bool {
    let bytes = value.as_bytes();
    let may_be_valid = match part {
        Part::Scheme => bytes.first().is_some_and(u8::is_ascii_alphabetic),
        // The bytes of an authority's pieces say nothing about the whole.
        Part::Authority => false,
        // Numbers of five digits are ordered as their digits are.
        Part::Port => bytes.len() < 5 || bytes.len() == 5 && value <= "65535",
        _ => true,
    };
    may_be_valid && consists_of(bytes, part)
}

/// The host in a plain value, if the part is the host.
#[inline(always)]
pub(super) fn host_of(part: Part, value: &str) -> Option<HostRange> {
    if part != Part::Host {
        return None;
    }
    let bytes = value.as_bytes();
    // An IPv4 address ends in a digit, and few names do.
    let may_be_address = bytes.last().is_some_and(u8::is_ascii_digit);
    let is_address = may_be_address && is_ipv4(bytes, 0, bytes.len());
    let kind = if is_address { HostKind::Ipv4 } else { HostKind::RegName };
    Some((0, bytes.len(), kind))
}

/// Whether data certainly stays as it is when it is encoded.
#[inline(always)]
pub(super) fn is_unreserved(data: &str) -> bool {
    consists_of(data.as_bytes(), Part::Authority)
}

/// Whether a short text consists of the bytes that have this part's bit.
#[inline(always)]
fn consists_of(text: &[u8], part: Part) -> bool {
    let parts = |parts, &byte: &u8| parts & PLAIN[usize::from(byte)];
    text.len() <= SHORT && text.iter().fold(u8::MAX, parts) >> part as u8 & 1 == 1
}
