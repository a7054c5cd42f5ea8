//! Which repairs are kept: a short list of what may be percent-encoded, and in which inputs.
//!
//! The claim is about the text, and holds for every proposal: by RFC 3986 appendix B, input and proposal have the same
//! scheme and authority, and their paths, queries and fragments are the same when decoded. Every reader that contacts a
//! host for one of them contacts it for the other. `tests/kept.rs` has both laws. What a program sends is its own.
//! Each condition excludes a difference between programs that was seen; `docs/audit.md` lists them.

use napkin::edition::{RFC3986, RFC3987};
use napkin::{Edition, Part, is_safe_to_show};
use unicode_normalization::is_nfkc;

use crate::ipv4;
use crate::name::{has_numeric_end, is_dns_label};
use crate::octets::{decoded, percent_encoded, triplet};
use crate::span::{Edit, Span};

/// The schemes whose clients treat a character and its percent-encoded octets alike: a server of HTTP gets the path
/// percent-encoded. `ftp` is not among them: PHP sends the path of an `ftp:` URI without decoding it.
const SCHEMES: [&str; 4] = ["http", "https", "ws", "wss"];

/// Characters that are visible by their properties and that fonts show as a blank: the empty pattern of Braille, the
/// filler of the Khitan small script, and a note without a head.
const BLANK_GLYPHS: [char; 3] = ['\u{2800}', '\u{16fe4}', '\u{1d159}'];

/// Whether the text that edits make of an input surely identifies what the input did, by an edition.
pub(super) fn is_kept(input: &[u8], edits: &[Edit], edition: &Edition) -> bool {
    let is_kept = |text: &str| {
        let slash = slash_behind_server(text)?;
        let is_in_place =
            |edit: &Edit| edit.span.start > slash && is_encoding(edit, input, edition);
        Some(is_plain(text.get(slash..)?) && edits.iter().all(is_in_place))
    };
    str::from_utf8(input).ok().and_then(is_kept).unwrap_or(false)
}

/// The place of the slash behind one of [`SCHEMES`], `://`, and a plain server.
fn slash_behind_server(text: &str) -> Option<usize> {
    let (scheme, rest) = text.split_once("://")?;
    let (server, _) = rest.split_once('/')?;
    let is_known = SCHEMES.iter().any(|known| scheme.eq_ignore_ascii_case(known));
    (is_known && is_server(server)).then_some(scheme.len() + 3 + server.len())
}

/// Whether a server is a DNS name that is no number to any reader, or an IPv4 address in its dotted form, and has no port or
/// one from 1 to 65535 without leading zeros.
fn is_server(server: &str) -> bool {
    let (host, port) = server.split_once(':').map_or((server, "1"), |(host, port)| (host, port));
    let name = host.as_bytes();
    let is_name = || name.split(|&byte| byte == b'.').all(is_dns_label) && !has_numeric_end(name);
    let is_port = port.parse::<u16>().is_ok_and(|number| number > 0 && number.to_string() == port);
    is_port && name.len() <= 253 && (ipv4::dotted(name).is_some() || is_name())
}

/// Whether the text from the slash behind a server has no character on which programs differ, raw or percent-encoded.
fn is_plain(behind: &str) -> bool {
    let (before, fragment) = behind.split_once('#').unwrap_or((behind, ""));
    let (path, query) = before.split_once('?').unwrap_or((before, ""));
    let is_octet = |(at, _)| {
        let octet = triplet(behind.as_bytes(), at);
        octet.is_some_and(|octet| octet != b'%' && !RFC3986.reserved.contains(octet))
    };
    let octets = decoded(behind.as_bytes(), Span::new(0, behind.len()));
    let is_text = |text: &str| text.chars().all(is_plain_character) && is_nfkc(text);
    behind.match_indices('%').all(is_octet)
        && str::from_utf8(&octets).is_ok_and(is_text)
        && !path.split('/').any(is_dot_segment)
        && !behind.contains("//")
        && !behind.ends_with(' ')
        && !query.contains(' ')
        && !fragment.contains('#')
}

/// Whether a segment of a path is `.` or `..`, which may be percent-encoded.
fn is_dot_segment(segment: &str) -> bool {
    let segment = segment.as_bytes();
    matches!(&*decoded(segment, Span::new(0, segment.len())), b"." | b"..")
}

/// Whether no program gives a character behind a server another meaning than data or the delimiter that it is.
fn is_plain_character(character: char) -> bool {
    match u8::try_from(character) {
        Ok(byte) if byte.is_ascii() => {
            RFC3986.unreserved.contains(byte) || b"/?#:$&+,;= ^`{|}".contains(&byte)
        }
        _ => {
            let is_seen = is_safe_to_show(character) && !BLANK_GLYPHS.contains(&character);
            is_seen && !character.is_whitespace() && RFC3987.allows_raw(Part::Path, character)
        }
    }
}

/// Whether an edit percent-encodes characters as UTF-8, as the edition does too, and no delimiter of RFC 3986.
fn is_encoding(edit: &Edit, input: &[u8], edition: &Edition) -> bool {
    let raw = edit.span.of(input);
    let has_delimiter = raw.iter().any(|&octet| RFC3986.reserved.contains(octet));
    // RFC 1630 has no escape of a character that is not in Latin-1.
    let has_escape = |one| edition.escapes.octets_of(one, &mut [0; 4]).is_some();
    let is_escaped = str::from_utf8(raw).is_ok_and(|text| text.chars().all(has_escape));
    !raw.is_empty() && !has_delimiter && is_escaped && edit.text == percent_encoded(raw)
}
