//! Steps of webarchive-commons, which decodes triplets as UTF-8: one that is none stays a triplet.

use napkin_scan::{ByteSet, decode_triplet, encode_triplet};

use super::step;
use crate::address;
use crate::no_key::NoKey;
use crate::octets::{decode_ascii_repeatedly, push_encoded};
use crate::parts::Part;

step! {
    /// Decodes triplets of the query that are UTF-8 until there are none, and encodes controls, the space, what is not ASCII, `#` and `%`.
    RECODE_QUERY = "recode-query-utf8", |parts, scratch| {
        decoded(&mut parts.query, scratch);
        encoded(&mut parts.query, scratch);
    }
}

step! {
    /// Decodes triplets of the host that are UTF-8 until there are none.
    DECODE_HOST = "decode-host-utf8", |parts, scratch| decoded(&mut parts.host, scratch)
}

step! {
    /// Digits alone, and four decimal or four octal numbers, become an address of four decimal numbers; another host comes into lowercase,
    /// and controls, the space, what is not ASCII, `#` and `%` are encoded.
    ADDRESS_OR_LOWERCASE = "four-numbers-or-lowercase", |parts, scratch| {
        let host = parts.host.or_empty();
        if let Some(address) = address::by_webarchive(host) {
            scratch.clear();
            address::push_dotted(scratch, address);
            parts.host.set(scratch);
        } else {
            let host = String::from_utf8_lossy(host).to_lowercase();
            parts.host.set(host.as_bytes());
            encoded(&mut parts.host, scratch);
        }
    }
}

step! {
    /// Decodes triplets of the path that are UTF-8 until there are none.
    DECODE_PATH = "decode-path-utf8", |parts, scratch| decoded(&mut parts.path, scratch)
}

step! {
    /// Encodes controls, the space, what is not ASCII, `#` and `%` in the path; triplets stay, with capital digits.
    ENCODE_PATH = "encode-path-but-triplets", |parts, scratch| encoded(&mut parts.path, scratch)
}

step! {
    /// Removes `www.`, `www1.` and the like at the start of the host, until there are none.
    REMOVE_ALL_WWW = "remove-all-www", |parts, _| {
        let Some(host) = parts.host.get_mut() else { return };
        while let Some(rest) = host.strip_prefix(b"www") {
            let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
            if rest.get(digits) != Some(&b'.') {
                break;
            }
            host.drain(..=3 + digits);
        }
    }
}

step! {
    /// Removes the port 0 of schemes that are not `http` and `https`.
    REMOVE_PORT_ZERO = "remove-port-zero", |parts, _| {
        let scheme = parts.scheme.or_empty();
        let is_web = scheme.eq_ignore_ascii_case(b"http") || scheme.eq_ignore_ascii_case(b"https");
        if !is_web && parts.port.get() == Some(b"0") {
            parts.port.remove();
        }
    }
}

step! {
    /// Removes the brackets of a host without a dot.
    REMOVE_BRACKETS = "remove-brackets", |parts, scratch| {
        if let Some([b'[', inner @ .., b']']) = parts.host.get()
            && !inner.contains(&b'.')
        {
            scratch.clear();
            scratch.extend_from_slice(inner);
            parts.host.set(scratch);
        }
    }
}

step! {
    /// Refuses an empty host.
    NEEDS_HOST = "needs-host", ? |parts, _| if parts.host.is_empty() { Err(NoKey::Host) } else { Ok(()) }
}

step! {
    /// Scheme, userinfo, host, port and path in lowercase, letter by letter.
    LOWERCASE_ALL = "lowercase", |parts, _| {
        parts.each(|part| {
            if let Some(octets) = part.get() {
                let lower: String = String::from_utf8_lossy(octets).chars().map(lowercase).collect();
                part.set(lower.as_bytes());
            }
        });
    }
}

/// A letter in lowercase, as Java has it, which looks at units of UTF-16.
fn lowercase(letter: char) -> char {
    if letter > '\u{FFFF}' { letter } else { letter.to_lowercase().next().unwrap_or(letter) }
}

/// Decodes triplets of a part until there are none, as UTF-8.
///
/// A triplet of ASCII is decoded whatever is around it. Decoding the others makes no new triplet, so once is enough for them.
fn decoded(part: &mut Part, scratch: &mut Vec<u8>) {
    let Some(octets) = part.get_mut() else { return };
    decode_ascii_repeatedly(octets);
    scratch.clear();
    let mut rest = &octets[..];
    let mut run = Vec::new();
    while !rest.is_empty() {
        run.clear();
        let start = rest;
        while let Some(value) = decode_triplet(rest) {
            run.push(value);
            rest = &rest[3..];
        }
        let mut written = start;
        for chunk in run.utf8_chunks() {
            scratch.extend_from_slice(chunk.valid().as_bytes());
            let (valid, invalid) = (3 * chunk.valid().len(), 3 * chunk.invalid().len());
            scratch.extend_from_slice(&written[valid..valid + invalid]);
            written = &written[valid + invalid..];
        }
        let end = rest
            .iter()
            .position(|&byte| byte == b'%')
            .map_or(rest.len(), |at| at.max(usize::from(run.is_empty())));
        scratch.extend_from_slice(&rest[..end]);
        rest = &rest[end..];
    }
    std::mem::swap(octets, scratch);
}

/// Encodes a part, whose triplets stay, with capital digits.
fn encoded(part: &mut Part, scratch: &mut Vec<u8>) {
    const KEPT: ByteSet = ByteSet::range(0x21, 0x7F).without(ByteSet::of(b"#%"));
    let Some(octets) = part.get_mut() else { return };
    scratch.clear();
    let mut rest = &octets[..];
    while let [first, behind @ ..] = rest {
        if let Some(value) = decode_triplet(rest) {
            scratch.extend(encode_triplet(value));
            rest = &rest[3..];
            continue;
        }
        push_encoded(scratch, &[*first], &KEPT);
        rest = behind;
    }
    std::mem::swap(octets, scratch);
}
