//! Mapping and conversion as RFC 3987 describes them, step by step and without the tables of the library.

use std::ops::RangeInclusive;

use napkin::Parts;

/// The place of a character, which decides whether the conversion of section 3.2 writes it raw or keeps its
/// triplets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Host,
    Query,
    Elsewhere,
}

/// Characters that look like a space (section 6.1).
const SPACES: &[RangeInclusive<u32>] = &[
    0xA0..=0xA0,
    0x1680..=0x1680,
    0x2000..=0x200A,
    0x2028..=0x2029,
    0x202F..=0x202F,
    0x205F..=0x205F,
    0x3000..=0x3000,
];

/// Invisible characters (section 6.1).
const INVISIBLE: &[RangeInclusive<u32>] = &[
    0xAD..=0xAD,
    0x115F..=0x1160,
    0x17B4..=0x17B5,
    0x180E..=0x180E,
    0x200B..=0x200B,
    0x2060..=0x2065,
    0x206A..=0x206F,
    0x3164..=0x3164,
    0xFEFF..=0xFEFF,
    0xFFA0..=0xFFA0,
    0x1BCA0..=0x1BCA3,
    0x1D173..=0x1D17A,
];

/// Characters that are invisible in a host, and needed elsewhere (section 6.1).
const INVISIBLE_IN_HOST: &[RangeInclusive<u32>] =
    &[0x34F..=0x34F, 0x180B..=0x180D, 0x180F..=0x180F, 0x200C..=0x200D, 0xFE00..=0xFE0F];

/// Forms of another width (section 6.1).
const WIDTH_VARIANTS: &[RangeInclusive<u32>] = &[0xFF00..=0xFFEF];

/// Bidirectional formatting characters (section 4.1), with those of later versions of Unicode.
const BIDI: &[RangeInclusive<u32>] =
    &[0x61C..=0x61C, 0x200E..=0x200F, 0x202A..=0x202E, 0x2066..=0x2069];

fn is_in(ranges: &[RangeInclusive<u32>], code: u32) -> bool {
    ranges.iter().any(|range| range.contains(&code))
}

/// The rule `ucschar` of section 2.2: planes 1 to 14 without their last two code points, and plane 14 from U+E1000
/// on.
fn is_ucschar(code: u32) -> bool {
    match code {
        0xA0..=0xD7FF | 0xF900..=0xFDCF | 0xFDF0..=0xFFEF => true,
        0xE0000..=0xE0FFF => false,
        0x1_0000..=0xE_FFFF => code & 0xFFFF <= 0xFFFD,
        _ => false,
    }
}

/// The rule `iprivate` of section 2.2.
fn is_iprivate(code: u32) -> bool {
    matches!(code, 0xE000..=0xF8FF | 0xF_0000..=0xF_FFFD | 0x10_0000..=0x10_FFFD)
}

/// Section 3.1, step 2: each character of `ucschar` or `iprivate` becomes its octets in UTF-8, and each octet a triplet.
pub(crate) fn mapped(iri: &str) -> String {
    let mut uri = String::new();
    for character in iri.chars() {
        if is_ucschar(character.into()) || is_iprivate(character.into()) {
            let mut buffer = [0; 4];
            for octet in character.encode_utf8(&mut buffer).bytes() {
                uri.push_str(&triplet(octet));
            }
        } else {
            uri.push(character);
        }
    }
    uri
}

/// Section 3.2, part by part. The text is a valid URI-reference.
pub(crate) fn converted(uri: &str) -> String {
    let Parts { scheme, authority, path, query, fragment, .. } = Parts::split(uri);
    let mut iri = String::new();
    if let Some(scheme) = scheme {
        iri.extend([scheme, ":"]);
    }
    if let Some(authority) = authority {
        iri.push_str("//");
        let host = match authority.split_once('@') {
            Some((userinfo, host)) => {
                iri.extend([&*part(userinfo, Place::Elsewhere), "@"]);
                host
            }
            None => authority,
        };
        iri.push_str(&part(host, Place::Host));
    }
    iri.push_str(&part(path, Place::Elsewhere));
    if let Some(query) = query {
        iri.extend(["?", &part(query, Place::Query)]);
    }
    if let Some(fragment) = fragment {
        iri.extend(["#", &part(fragment, Place::Elsewhere)]);
    }
    iri
}

/// The text with triplets of unreserved ASCII decoded and digits in upper case: the changes that conversion and
/// mapping may make.
pub(crate) fn spelled(uri: &str) -> String {
    let spelled = items(uri).into_iter().map(|item| match item {
        Item::Octet(octet) if octet.is_ascii() => char::from(octet).into(),
        Item::Octet(octet) => triplet(octet),
        Item::Written(written) if written.starts_with('%') => written.to_ascii_uppercase(),
        Item::Written(written) => written,
    });
    spelled.collect()
}

fn triplet(octet: u8) -> String {
    format!("%{octet:02X}")
}

/// A decoded octet, or text that has to stay as written.
enum Item {
    Octet(u8),
    Written(String),
}

fn part(text: &str, place: Place) -> String {
    let mut iri = String::new();
    let mut rest = &*items(text);
    while let Some((first, behind)) = rest.split_first() {
        rest = behind;
        match first {
            Item::Written(written) => iri.push_str(written),
            Item::Octet(octet) if octet.is_ascii() => iri.push(char::from(*octet)),
            // Step 3: only strictly legal UTF-8. Steps 4 and 5: not if the character is not appropriate.
            Item::Octet(octet) => match character(*octet, behind) {
                Some(character) if is_raw(character, place) => {
                    iri.push(character);
                    rest = &behind[character.len_utf8() - 1..];
                }
                Some(character) => {
                    let mut buffer = [0; 4];
                    character
                        .encode_utf8(&mut buffer)
                        .bytes()
                        .for_each(|octet| iri.push_str(&triplet(octet)));
                    rest = &behind[character.len_utf8() - 1..];
                }
                None => iri.push_str(&triplet(*octet)),
            },
        }
    }
    iri
}

/// Steps 1 and 2: triplets become octets, except for `%`, reserved characters, and ASCII that is not allowed in a
/// URI.
fn items(text: &str) -> Vec<Item> {
    let mut items = Vec::new();
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        if character != '%' {
            items.push(Item::Written(character.into()));
            rest = &rest[character.len_utf8()..];
            continue;
        }
        let octet = u8::from_str_radix(&rest[1..3], 16).expect("a URI has triplets only");
        let is_unreserved = octet.is_ascii_alphanumeric() || b"-._~".contains(&octet);
        items.push(if is_unreserved || !octet.is_ascii() {
            Item::Octet(octet)
        } else {
            Item::Written(rest[..3].into())
        });
        rest = &rest[3..];
    }
    items
}

/// The character whose first octet is `first`.
fn character(first: u8, behind: &[Item]) -> Option<char> {
    let following = behind.iter().map_while(|item| match item {
        Item::Octet(octet) if !octet.is_ascii() => Some(*octet),
        _ => None,
    });
    let octets: Vec<u8> = [first].into_iter().chain(following).take(4).collect();
    (2..=octets.len())
        .find_map(|length| core::str::from_utf8(&octets[..length]).ok()?.chars().next())
}

fn is_raw(character: char, place: Place) -> bool {
    let code = character.into();
    let is_allowed = is_ucschar(code) || place == Place::Query && is_iprivate(code);
    let is_kept = [SPACES, INVISIBLE, WIDTH_VARIANTS, BIDI].iter().any(|set| is_in(set, code));
    is_allowed && !is_kept && !(place == Place::Host && is_in(INVISIBLE_IN_HOST, code))
}
