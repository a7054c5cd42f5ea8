//! Programs that read a path, a query or a fragment in another way than the URL Standard and RFC 3987: what they
//! request for a text. Watched in November 2026.

use std::fmt::Write;

/// The URI that a program makes of a text; `None` if it rejects the text.
pub(super) type Program = fn(&str) -> Option<String>;

/// The programs.
pub(super) const PROGRAMS: [(&str, Program); 4] = [
    ("urllib.request of Python 3.11", |text| Some(last_number_sign(text))),
    ("curl 7.88 with CURLU_URLENCODE", |text| Some(blanks_as_plus(text))),
    ("net/url of Go 1.19", encoded_anew),
    ("urllib3 2.7", |text| Some(all_percent_signs(text))),
];

/// The text before the fragment, without the white space around it, and the fragment: it begins at the last `#`.
fn last_number_sign(text: &str) -> String {
    let text = text.trim_matches(|one: char| one.is_whitespace() || ('\u{1c}'..' ').contains(&one));
    let (before, fragment) = text.rsplit_once('#').map_or((text, None), |(b, f)| (b, Some(f)));
    let fragment = fragment.map(|fragment| format!("#{fragment}")).unwrap_or_default();
    uri(&before.replace('#', "%23")) + &uri(&fragment)
}

/// Blanks of the query become `+`.
fn blanks_as_plus(text: &str) -> String {
    let [before, query, fragment] = split(text);
    uri(before) + &uri(&query.replace(' ', "+")) + &uri(fragment)
}

/// A path and a fragment with a character that needs encoding are decoded and encoded anew.
fn encoded_anew(text: &str) -> Option<String> {
    let [before, query, fragment] = split(text);
    let authority = before.find("://").map_or(0, |at| at + 3);
    let path = before[authority..].find('/').map_or(before.len(), |at| authority + at);
    Some([uri(&before[..path]), anew(&before[path..])?, uri(query), anew(fragment)?].concat())
}

fn anew(part: &str) -> Option<String> {
    let is_fine =
        |byte: u8| byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@[]%/?#".contains(&byte);
    let fine = part.bytes().all(is_fine);
    let mut made = String::new();
    let mut rest = part.as_bytes();
    while let [byte, behind @ ..] = rest {
        let octet = if *byte == b'%' { triplet(rest)? } else { *byte };
        rest = if *byte == b'%' { &behind[2..] } else { behind };
        let stays = octet.is_ascii_alphanumeric() || b"-._~$&+,/:;=@?#".contains(&octet);
        push(&mut made, octet, stays);
    }
    Some(if fine { uri(part) } else { made })
}

/// Each percent sign is encoded if one of them is not followed by two digits.
fn all_percent_signs(text: &str) -> String {
    let fine = text.match_indices('%').all(|(at, _)| triplet(&text.as_bytes()[at..]).is_some());
    uri(&if fine { text.to_owned() } else { text.replace('%', "%25") })
}

/// The octet of a triplet at the start of a text.
fn triplet(text: &[u8]) -> Option<u8> {
    let digits = text.strip_prefix(b"%")?.get(..2)?;
    let digits = str::from_utf8(digits).ok().filter(|digits| !digits.starts_with('+'))?;
    u8::from_str_radix(digits, 16).ok()
}

/// A text before its query, the query with its `?` and the fragment with its `#`.
fn split(text: &str) -> [&str; 3] {
    let (before, fragment) = text.split_at(text.find('#').unwrap_or(text.len()));
    let (before, query) = before.split_at(before.find('?').unwrap_or(before.len()));
    [before, query, fragment]
}

/// A text whose characters that no URI has are percent-encoded.
fn uri(text: &str) -> String {
    let mut made = String::new();
    let mut fragment = text.find('#');
    for (at, octet) in text.bytes().enumerate() {
        let is_second = octet == b'#' && fragment.get_or_insert(at) != &at;
        let is_data = octet == b'%' && triplet(&text.as_bytes()[at..]).is_none();
        let stays = octet.is_ascii_graphic()
            && !is_data
            && !b"\"<>[\\]^`{|}".contains(&octet)
            && !is_second;
        push(&mut made, octet, stays);
    }
    made
}

fn push(made: &mut String, octet: u8, stays: bool) {
    if stays {
        made.push(char::from(octet));
    } else {
        write!(made, "%{octet:02X}").unwrap();
    }
}
