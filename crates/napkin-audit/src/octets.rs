//! Percent-encoded octets and characters of an input, with their places.

use napkin_scan::{decode_triplet, encode_triplet};

use crate::span::Span;

/// The octet of the triplet at `at`, if there is one.
pub(crate) fn triplet(bytes: &[u8], at: usize) -> Option<u8> {
    decode_triplet(bytes.get(at..)?)
}

/// Percent-encoded octets of a span of `bytes`, in order.
pub(crate) fn triplets(bytes: &[u8], within: Span) -> impl Iterator<Item = (u8, Span)> {
    let mut at = within.start;
    std::iter::from_fn(move || {
        loop {
            let rest = bytes.get(at..within.end)?;
            at += rest.iter().position(|&byte| byte == b'%')?;
            // A triplet that extends past the end of the part does not belong to it.
            let octet = triplet(bytes, at).filter(|_| at + 3 <= within.end);
            let span = Span::new(at, at + 3);
            at += if octet.is_some() { 3 } else { 1 };
            if let Some(octet) = octet {
                return Some((octet, span));
            }
        }
    })
}

/// The decoded octets of a span of `bytes`, raw or percent-encoded, each with its place.
pub(crate) fn octets(bytes: &[u8], within: Span) -> impl Iterator<Item = (u8, Span)> {
    let mut at = within.start;
    std::iter::from_fn(move || {
        let raw = *bytes.get(at..within.end)?.first()?;
        let (octet, len) = match triplet(bytes, at).filter(|_| at + 3 <= within.end) {
            Some(octet) => (octet, 3),
            None => (raw, 1),
        };
        let span = Span::new(at, at + len);
        at += len;
        Some((octet, span))
    })
}

/// The decoded octets of a span of `bytes`.
pub(crate) fn decoded(bytes: &[u8], within: Span) -> Vec<u8> {
    let raw = within.of(bytes);
    if !raw.contains(&b'%') {
        return raw.to_vec();
    }
    octets(bytes, within).map(|(octet, _)| octet).collect()
}

/// The characters of a span of `bytes`, each with its place: raw characters, or non-ASCII ones as percent-encoded
/// UTF-8. `None` for ill-formed octets and for percent-encoded ASCII.
pub(crate) fn characters(bytes: &[u8], within: Span) -> impl Iterator<Item = (Option<char>, Span)> {
    let mut octets = octets(bytes, within).peekable();
    std::iter::from_fn(move || {
        let (first, span) = octets.next()?;
        let len = match first {
            0..=0x7f => return Some((Some(char::from(first)).filter(|_| span.len() == 1), span)),
            0xc2..=0xdf => 2,
            0xe0..=0xef => 3,
            0xf0..=0xf4 => 4,
            _ => return Some((None, span)),
        };
        let mut buffer = [first, 0, 0, 0];
        let mut end = span.end;
        for slot in buffer.iter_mut().take(len).skip(1) {
            let Some((octet, span)) = octets.next_if(|(octet, _)| octet & 0xc0 == 0x80) else {
                break;
            };
            *slot = octet;
            end = span.end;
        }
        let text = buffer.get(..len).and_then(|octets| str::from_utf8(octets).ok());
        Some((text.and_then(|text| text.chars().next()), Span::new(span.start, end)))
    })
}

/// The non-ASCII characters in a span of `bytes`, as raw or percent-encoded UTF-8, each with its place. Ill-formed
/// octets are skipped.
pub(crate) fn wide_characters(bytes: &[u8], within: Span) -> impl Iterator<Item = (char, Span)> {
    let wide = |(character, span): (Option<char>, Span)| {
        character.filter(|character| !character.is_ascii()).map(|character| (character, span))
    };
    characters(bytes, within).filter_map(wide)
}

/// The first character of a text and its length; `None` if the text does not begin with UTF-8.
pub(crate) fn first_character(text: &[u8]) -> Option<(char, usize)> {
    let head = text.get(..text.len().min(4)).unwrap_or(text);
    let valid = head.utf8_chunks().next()?.valid();
    valid.chars().next().map(|character| (character, character.len_utf8()))
}

/// Whether the character in a span is percent-encoded, rather than raw.
pub(crate) fn is_encoded(character: char, span: Span) -> bool {
    span.len() != character.len_utf8()
}

/// The raw characters of a span of `bytes`, each with its place. Ill-formed octets are skipped.
pub(crate) fn raw_characters(bytes: &[u8], within: Span) -> impl Iterator<Item = (char, Span)> {
    let mut start = within.start;
    within.of(bytes).utf8_chunks().flat_map(move |chunk| {
        let from = start;
        start += chunk.valid().len() + chunk.invalid().len();
        let place = move |at: usize, character: char| {
            Span::new(from + at, from + at + character.len_utf8())
        };
        chunk.valid().char_indices().map(move |(at, character)| (character, place(at, character)))
    })
}

pub(crate) fn percent_encoded(octets: &[u8]) -> String {
    octets.iter().flat_map(|octet| encode_triplet(*octet)).map(char::from).collect()
}

/// Text with each non-ASCII octet percent-encoded.
pub(crate) fn in_ascii(text: &[u8]) -> String {
    let mut encoded = String::with_capacity(text.len());
    for &octet in text {
        if octet.is_ascii() {
            encoded.push(char::from(octet));
        } else {
            encoded.extend(encode_triplet(octet).map(char::from));
        }
    }
    encoded
}

/// Bytes as quoted in a message: characters that are unsafe on a terminal are escaped, and long text is truncated.
pub(crate) fn quoted(bytes: &[u8]) -> String {
    const MOST: usize = 60;
    let begins = |(_, byte): &(usize, &u8)| *byte & 0xC0 != 0x80;
    let end = bytes.iter().enumerate().filter(begins).nth(MOST).map_or(bytes.len(), |(at, _)| at);
    let quoted = &bytes[..end.min(4 * MOST)];
    let more = if quoted.len() < bytes.len() { "…" } else { "" };
    format!("{}{more}", napkin::visible(quoted))
}

#[cfg(test)]
mod tests {
    use super::{decoded, in_ascii, raw_characters, triplets, wide_characters};
    use crate::span::Span;

    #[test]
    fn triplets_stay_inside_their_part() {
        let bytes = b"%41%4%zz%c3%";
        let found: Vec<_> = triplets(bytes, Span::new(0, bytes.len())).collect();
        assert_eq!(found, [(0x41, Span::new(0, 3)), (0xc3, Span::new(8, 11))]);
        assert_eq!(triplets(bytes, Span::new(0, 2)).count(), 0);
        assert_eq!(decoded(bytes, Span::new(0, 7)), b"A%4%z");
    }

    #[test]
    fn raw_characters_have_their_places() {
        let text = b"a\xc3\xa9\xff%41\xe6\x97\xa5";
        let found: Vec<_> = raw_characters(text, Span::new(1, text.len())).collect();
        let expected = [('é', 1, 3), ('%', 4, 5), ('4', 5, 6), ('1', 6, 7), ('日', 7, 10)];
        assert_eq!(found, expected.map(|(c, start, end)| (c, Span::new(start, end))));
        assert_eq!(in_ascii(text), "a%C3%A9%FF%41%E6%97%A5");
    }

    #[test]
    fn characters_are_raw_or_encoded() {
        let text = "é%C3%A9%e2\u{80}";
        let found: Vec<_> = wide_characters(text.as_bytes(), Span::new(0, text.len())).collect();
        let last = ('\u{80}', Span::new(11, 13));
        assert_eq!(found, [('é', Span::new(0, 2)), ('é', Span::new(2, 8)), last]);
        let broken = b"%E2%80\xe2\x80\xae%F0";
        let found: Vec<_> = wide_characters(broken, Span::new(0, broken.len())).collect();
        assert_eq!(found, [('\u{202e}', Span::new(6, 9))]);
    }
}
