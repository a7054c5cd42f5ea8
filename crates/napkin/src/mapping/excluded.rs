//! Percent-encodes the characters that the grammar excludes: makes a URI of a text of a more lenient standard.

use alloc::{borrow::Cow, string::String, vec::Vec};

use napkin_scan::{ByteSet, decode_triplet, encode_triplet};

use crate::edition::RFC3986;
use crate::fault::Part;
use crate::recompose::Parts;

/// A character that RFC 3986 excludes from its part, and that was encoded. Made by [`encode_excluded`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Excluded {
    /// The part that contains the character.
    pub part: Part,
    /// Its offset in the original text, in bytes.
    pub offset: usize,
    /// The character; `%` for a percent sign without two hexadecimal digits.
    pub character: char,
}

/// Percent-encodes the characters that RFC 3986 excludes from their parts, such as `|`, `[`, `^`, blanks, non-ASCII
/// characters, and a `%` without two hexadecimal digits. Also returns the encoded characters.
///
/// The text is split as in Appendix B, at the delimiters only. Scheme, port and text in brackets stay unchanged, so
/// the result need not be a URI. Borrowed if nothing is encoded.
///
/// ```
/// use napkin::{Part, encode_excluded};
///
/// let (text, excluded) = encode_excluded("http://h/a|b?100%#[^]");
/// assert_eq!(text, "http://h/a%7Cb?100%25#%5B%5E%5D");
/// assert_eq!((excluded[0].part, excluded[0].offset), (Part::Path, 10));
/// assert_eq!(excluded.len(), 5);
/// ```
pub fn encode_excluded(text: &str) -> (Cow<'_, str>, Vec<Excluded>) {
    let mut fitting = Fitting { text, output: String::new(), copied: 0, excluded: Vec::new() };
    let start = |piece: &str| piece.as_ptr() as usize - text.as_ptr() as usize;
    let parts = Parts::split(text);
    if let Some(authority) = parts.authority {
        let (userinfo, host) = match authority.rsplit_once('@') {
            Some((userinfo, host)) => (Some(userinfo), host),
            None => (None, authority),
        };
        if let Some(userinfo) = userinfo {
            fitting.encode(Part::Userinfo, start(userinfo), userinfo);
        }
        if !host.starts_with('[') {
            let port = host.rfind(':').filter(|colon| is_port(&host[colon + 1..]));
            fitting.encode(Part::Host, start(host), &host[..port.unwrap_or(host.len())]);
        }
    }
    fitting.encode(Part::Path, start(parts.path), parts.path);
    for (part, piece) in [(Part::Query, parts.query), (Part::Fragment, parts.fragment)] {
        if let Some(piece) = piece {
            fitting.encode(part, start(piece), piece);
        }
    }
    fitting.finish()
}

fn is_port(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The characters that a part allows raw.
fn allowed(part: Part) -> ByteSet {
    let data = RFC3986.unreserved.or(ByteSet::of(b"!$&'()*+,;="));
    match part {
        Part::Host => data,
        Part::Userinfo => data.or(ByteSet::of(b":")),
        Part::Path => data.or(ByteSet::of(b":@/")),
        _ => data.or(ByteSet::of(b":@/?")),
    }
}

/// A text whose beginning is already written to the output.
struct Fitting<'a> {
    text: &'a str,
    output: String,
    /// How many bytes of the text are in the output.
    copied: usize,
    excluded: Vec<Excluded>,
}

impl<'a> Fitting<'a> {
    /// Encodes a part, which starts after all that was encoded before.
    fn encode(&mut self, part: Part, start: usize, piece: &str) {
        let allowed = allowed(part);
        for (at, character) in piece.char_indices() {
            let is_raw = u8::try_from(character).is_ok_and(|byte| allowed.contains(byte));
            if is_raw || decode_triplet(&piece.as_bytes()[at..]).is_some() {
                continue;
            }
            let offset = start + at;
            self.output.push_str(self.text.get(self.copied..offset).unwrap_or_default());
            self.copied = offset + character.len_utf8();
            let mut bytes = [0; 4];
            for byte in character.encode_utf8(&mut bytes).bytes() {
                self.output.extend(encode_triplet(byte).map(char::from));
            }
            self.excluded.push(Excluded { part, offset, character });
        }
    }

    fn finish(mut self) -> (Cow<'a, str>, Vec<Excluded>) {
        if self.excluded.is_empty() {
            return (Cow::Borrowed(self.text), self.excluded);
        }
        self.output.push_str(self.text.get(self.copied..).unwrap_or_default());
        (Cow::Owned(self.output), self.excluded)
    }
}
