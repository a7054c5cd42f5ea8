//! Octets of a part: decoding and encoding triplets, and finding.

use napkin_scan::{ByteSet, decode_triplet, encode_triplet, span};

/// Decodes each triplet once; what is no triplet stays.
pub(crate) fn decode(text: &mut Vec<u8>) {
    let Some(first) = text.iter().position(|&byte| byte == b'%') else { return };
    let (mut read, mut written) = (first, first);
    while let Some(&byte) = text.get(read) {
        let decoded = decode_triplet(&text[read..]);
        text[written] = decoded.unwrap_or(byte);
        read += if decoded.is_some() { 3 } else { 1 };
        written += 1;
    }
    text.truncate(written);
}

/// Decodes triplets until there are none, as decoding the whole again and again does, in one pass: two triplets never
/// overlap, so it makes no difference which is decoded first. Each octet can only complete a triplet that ends with it.
pub(crate) fn decode_repeatedly(text: &mut Vec<u8>) {
    decode_while(text, |_| true);
}

/// As [`decode_repeatedly`], but for triplets of octets that are not ASCII, which stay.
pub(crate) fn decode_ascii_repeatedly(text: &mut Vec<u8>) {
    decode_while(text, |octet| octet.is_ascii());
}

/// Decodes triplets of some octets until there are none.
fn decode_while(text: &mut Vec<u8>, is_decoded: impl Fn(u8) -> bool) {
    let Some(first) = text.iter().position(|&byte| byte == b'%') else { return };
    let mut written = first;
    for read in first..text.len() {
        text[written] = text[read];
        written += 1;
        while let Some(decoded) = written
            .checked_sub(3)
            .and_then(|start| decode_triplet(&text[start..written]))
            .filter(|octet| is_decoded(*octet))
        {
            written -= 2;
            text[written - 1] = decoded;
        }
    }
    text.truncate(written);
}

/// Writes the digits of triplets in capitals.
pub(crate) fn uppercase_triplets(text: &mut [u8]) {
    let mut at = 0;
    while let Some(triplet) = text.get_mut(at..at + 3) {
        if decode_triplet(triplet).is_some() {
            triplet.make_ascii_uppercase();
            at += 3;
        } else {
            at += 1;
        }
    }
}

/// Where the directive of a text fragment begins, `:~:text=`.
pub(crate) fn text_directive(fragment: &[u8]) -> Option<usize> {
    const DIRECTIVE: &[u8] = b":~:text=";
    fragment.windows(DIRECTIVE.len()).position(|text| text.eq_ignore_ascii_case(DIRECTIVE))
}

/// Writes each octet that is not kept as a triplet, with capital digits.
pub(crate) fn encode(text: &mut Vec<u8>, kept: &ByteSet, scratch: &mut Vec<u8>) {
    if span(text, kept) == text.len() {
        return;
    }
    scratch.clear();
    push_encoded(scratch, text, kept);
    std::mem::swap(text, scratch);
}

/// Appends a text with each octet that is not kept as a triplet.
pub(crate) fn push_encoded(out: &mut Vec<u8>, text: &[u8], kept: &ByteSet) {
    for &byte in text {
        if kept.contains(byte) {
            out.push(byte);
        } else {
            out.extend(encode_triplet(byte));
        }
    }
}

/// The two sides of the first of an octet; without one, all is before it.
pub(crate) fn cut(text: &[u8], at: u8) -> (&[u8], Option<&[u8]>) {
    match text.iter().position(|&byte| byte == at) {
        Some(position) => (&text[..position], Some(&text[position + 1..])),
        None => (text, None),
    }
}

/// The two sides of the last of an octet; without one, all is behind it.
pub(crate) fn cut_last(text: &[u8], at: u8) -> (Option<&[u8]>, &[u8]) {
    match text.iter().rposition(|&byte| byte == at) {
        Some(position) => (Some(&text[..position]), &text[position + 1..]),
        None => (None, text),
    }
}

/// Whether an octet is a tabulator or ends a line.
pub(crate) fn is_tab_or_newline(octet: u8) -> bool {
    matches!(octet, b'\t' | b'\n' | b'\r')
}

#[cfg(test)]
mod tests {
    use super::{decode, decode_repeatedly};

    /// What `decode_repeatedly` promises, as it says: again and again.
    fn again_and_again(text: &[u8]) -> Vec<u8> {
        let mut now = text.to_vec();
        loop {
            let before = now.clone();
            decode(&mut now);
            if now == before {
                return now;
            }
        }
    }

    #[test]
    fn one_pass_decodes_as_many_passes_do() {
        let pieces: [&[u8]; 7] = [b"%", b"2", b"5", b"3", b"4", b"%25", b"x"];
        for number in 0..7_usize.pow(6) {
            let mut rest = number;
            let mut text = Vec::new();
            for _ in 0..6 {
                text.extend(pieces[rest % 7]);
                rest /= 7;
            }
            let mut decoded = text.clone();
            decode_repeatedly(&mut decoded);
            assert_eq!(decoded, again_and_again(&text), "{}", text.escape_ascii());
        }
    }
}
