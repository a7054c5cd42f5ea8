//! Encodings that are conventional, but on which readers of today differ, so that a repair is not kept.

use napkin::Part;
use napkin::edition::RFC3986;

use crate::name::has_numeric_end;
use crate::octets::triplet;

use super::around::is_blank;

/// Whether any repair of a text is doubtful. Some readers remove white space at its ends, which includes more than
/// others do. Where white space is in a text, the `url.parse` of Node.js encodes apostrophes, and looks for a user
/// in a reference without a scheme.
pub(super) fn about_text(text: &[u8]) -> bool {
    has_blank_end(text) || text.contains(&b'\'') || text.starts_with(b"//") && text.contains(&b'@')
}

/// Whether a text begins or ends with a character that some readers remove.
fn has_blank_end(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    text.starts_with(is_blank) || text.ends_with(is_blank)
}

/// Whether the DNS name of a name is doubtful, with the text behind it: if it may be an address, has an empty label, or
/// is followed by a colon without a port, which libwww-perl takes into the name.
pub(super) fn about_name(ascii: &str, behind: &[u8]) -> bool {
    let has_empty_label = ascii.starts_with('.') || ascii.contains("..");
    let has_empty_port =
        behind.first() == Some(&b':') && !behind.get(1).is_some_and(u8::is_ascii_digit);
    has_numeric_end(ascii.as_bytes()) || has_empty_label || has_empty_port
}

/// Whether any repair of a path without slash behind a scheme is doubtful: some readers remove a label as `URL:` with
/// the white space behind it.
pub(super) fn about_rootless(path: &[u8]) -> bool {
    String::from_utf8_lossy(path).starts_with(is_blank)
}

/// Whether any repair of a part is doubtful. Where a path or a fragment has a character that has to be encoded, the
/// `net/url` of Go decodes and encodes it anew: `%2F` becomes a slash, and `(` becomes `%28`.
pub(super) fn about_part(text: &[u8], part: Part) -> bool {
    let is_reserved = |octet: u8| RFC3986.reserved.contains(octet);
    let has_reserved = || (0..text.len()).any(|at| triplet(text, at).is_some_and(is_reserved));
    let is_encoded_anew = matches!(part, Part::Path | Part::Fragment);
    is_encoded_anew && (text.iter().any(|byte| b"!'()*".contains(byte)) || has_reserved())
}

/// Whether the percent-encoding of a character is doubtful, given its first byte.
///
/// - A control character: PHP makes an underscore of it, others remove it.
/// - A number sign in a fragment: Python's `urllib.request` begins the fragment at the last one.
/// - A blank in a query: curl writes it as `+`.
/// - A character of a name, in a path without slash behind a scheme: Node's `url.parse` takes it for a host.
pub(super) fn about_character(byte: u8, part: Part, is_rootless: bool) -> bool {
    let is_of_name = !byte.is_ascii() || b"[]~".contains(&byte);
    byte.is_ascii_control()
        || byte == b'#'
        || byte == b' ' && part == Part::Query
        || is_rootless && is_of_name
}
