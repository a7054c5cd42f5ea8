//! URIs in other spellings: defanged as in reports of attacks, escaped as in JSON and scripts, percent-encoded
//! as in the queries of other URIs, or broken over lines.
//!
//! A reader rewrites the text into plain spelling and records the original, so that finds in the new text have
//! places in the original.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read};
use std::ops::Range;

use super::line_end::goes_on;

/// The spellings to reverse.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "each is asked for by itself; `default` has none")]
pub struct Disguises {
    /// `hxxp` and `fxp` for `http` and `ftp`; `[.]`, `(.)`, `{.}` and `[dot]` for a dot; `[:]`, `[://]`, `[/]`; `[@]`
    /// and `[at]`.
    pub defanged: bool,
    /// `\/` for a slash, `\u0026` for an ampersand and `\u00fc` for a letter, as in strings of JSON and of scripts.
    pub escaped: bool,
    /// A URI that is percent-encoded as a whole, as `https%3A%2F%2Fexample.com%2F`. Inside another URI it is data
    /// and stays.
    pub percent_encoded: bool,
    /// A URI that probably goes on in the next line, outside brackets and quotes, which tell it.
    pub wrapped: bool,
}

impl Disguises {
    /// Whether no spelling is reversed.
    pub fn is_none(self) -> bool {
        self == Self::default()
    }
}

/// The original text, up to a limited distance back.
#[derive(Debug)]
pub struct Original {
    kept: usize,
    bytes: VecDeque<u8>,
    /// The number of bytes before the kept ones.
    forgotten: u64,
    pieces: VecDeque<Piece>,
}

/// A piece of text whose new spelling has another length.
#[derive(Clone, Copy, Debug, Default)]
struct Piece {
    /// Its offset in the new spelling.
    at: u64,
    len: u64,
    /// Its offset in the original.
    original: u64,
    original_len: u64,
}

impl Piece {
    /// The original offset of a place after the start of the piece.
    fn behind(&self, place: u64) -> u64 {
        (self.original + self.original_len + place).saturating_sub(self.at + self.len)
    }
}

impl Original {
    /// Keeps `bytes` bytes of the text.
    pub fn keeping(bytes: usize) -> Self {
        Self {
            kept: bytes,
            bytes: VecDeque::new(),
            forgotten: 0,
            pieces: [Piece::default()].into(),
        }
    }

    /// The original range of a range in the new spelling.
    pub fn range(&self, found: Range<u64>) -> Range<u64> {
        let last = |is_before: &dyn Fn(&Piece) -> bool| {
            let before = self.pieces.partition_point(is_before);
            before
                .checked_sub(1)
                .and_then(|last| self.pieces.get(last))
                .copied()
                .unwrap_or_default()
        };
        let first = last(&|piece| piece.at <= found.start);
        let start = if found.start < first.at + first.len {
            first.original
        } else {
            first.behind(found.start)
        };
        let ending = last(&|piece| piece.at < found.end || piece.at == 0);
        let end = if found.end < ending.at + ending.len {
            ending.original + ending.original_len
        } else {
            ending.behind(found.end)
        };
        start..end.max(start)
    }

    /// The original bytes of a range; bytes that are no longer kept are left out.
    pub fn bytes(&self, range: Range<u64>) -> Vec<u8> {
        let place =
            |at: u64| usize::try_from(at.saturating_sub(self.forgotten)).unwrap_or(usize::MAX);
        let (start, end) = (place(range.start), place(range.end).min(self.bytes.len()));
        self.bytes.range(start.min(end)..end).copied().collect()
    }

    fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend(bytes);
        let surplus = self.bytes.len().saturating_sub(self.kept);
        self.bytes.drain(..surplus);
        self.forgotten += surplus as u64;
        // The last dropped piece still determines the original offsets after it.
        while self.pieces.get(1).is_some_and(|next| next.original < self.forgotten) {
            self.pieces.pop_front();
        }
    }
}

/// A reader that rewrites the text of another reader.
///
/// ```
/// use std::cell::RefCell;
/// use std::io::Read;
///
/// use napkin_context::{Disguises, Original, Revealing};
///
/// let original = RefCell::new(Original::keeping(1 << 20));
/// let disguises = Disguises { defanged: true, ..Disguises::default() };
/// let mut text = String::new();
/// Revealing::new(&b"at hxxp://evil[.]example/x"[..], disguises, &original).read_to_string(&mut text)?;
/// assert_eq!(text, "at http://evil.example/x");
/// let place = original.borrow().range(3..24);
/// assert_eq!(place, 3..26);
/// assert_eq!(original.borrow().bytes(place), b"hxxp://evil[.]example/x");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Revealing<'o, R> {
    reader: R,
    disguises: Disguises,
    original: &'o RefCell<Original>,
    /// Bytes that are read and not rewritten yet.
    pending: Vec<u8>,
    /// Bytes that are rewritten and not returned yet.
    spelled: Vec<u8>,
    handed_out: usize,
    ends: bool,
    /// The number of bytes read and rewritten.
    read_len: u64,
    spelled_len: u64,
    state: State,
}

/// The state before the current place.
#[derive(Clone, Copy, Debug, Default)]
struct State {
    last: u8,
    /// Whether a URI began since the last white space or quotation mark.
    is_in_uri: bool,
    /// Whether that URI is percent-encoded as a whole.
    is_encoded: bool,
    /// The white space, bracket or quotation mark before it.
    boundary: u8,
}

/// The number of bytes per read.
const BLOCK: usize = 1 << 16;

/// The look-ahead for rewriting a byte: the longest spelling is a character as two `\uD83D`, and the word in the next line tells
/// whether a URI goes on there.
const AHEAD: usize = 64;

impl<'o, R: Read> Revealing<'o, R> {
    /// Reads from `reader`, and records the original text in `original`.
    pub fn new(reader: R, disguises: Disguises, original: &'o RefCell<Original>) -> Self {
        Self {
            reader,
            disguises,
            original,
            pending: Vec::new(),
            spelled: Vec::new(),
            handed_out: 0,
            ends: false,
            read_len: 0,
            spelled_len: 0,
            state: State::default(),
        }
    }

    /// Reads once, and rewrites as far as possible.
    fn fill(&mut self) -> io::Result<()> {
        let had = self.pending.len();
        self.pending.resize(had + BLOCK, 0);
        let read = loop {
            match self.reader.read(&mut self.pending[had..]) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        self.pending.truncate(had + read.as_ref().copied().unwrap_or_default());
        self.ends = read? == 0;
        let mut original = self.original.borrow_mut();
        original.push(&self.pending[had..]);
        self.spelled.clear();
        self.handed_out = 0;
        let mut at = 0;
        while at < self.pending.len() && (self.ends || at + AHEAD <= self.pending.len()) {
            let rest = &self.pending[at..];
            let (len, by) = self.state.spell(rest, self.disguises).unwrap_or((1, Spelled::Itself));
            let before = self.spelled.len();
            match by {
                Spelled::Itself => self.spelled.extend_from_slice(&rest[..len]),
                Spelled::Byte(byte) => self.spelled.push(byte),
                Spelled::Character(character) => {
                    let mut octets = [0; 4];
                    self.spelled.extend_from_slice(character.encode_utf8(&mut octets).as_bytes());
                }
                Spelled::Text(text) => self.spelled.extend_from_slice(text.as_bytes()),
            }
            let new = self.spelled.len() - before;
            if new != len {
                original.pieces.push_back(Piece {
                    at: self.spelled_len,
                    len: new as u64,
                    original: self.read_len,
                    original_len: len as u64,
                });
            }
            self.state.pass(rest, &self.spelled[before..]);
            at += len;
            self.read_len += len as u64;
            self.spelled_len += new as u64;
        }
        self.pending.drain(..at);
        Ok(())
    }
}

impl<R: Read> Read for Revealing<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.handed_out == self.spelled.len() && !self.ends {
            self.fill()?;
        }
        let rest = &self.spelled[self.handed_out..];
        let len = rest.len().min(buffer.len());
        buffer[..len].copy_from_slice(&rest[..len]);
        self.handed_out += len;
        Ok(len)
    }
}

/// The replacement of some bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spelled {
    Itself,
    Byte(u8),
    Character(char),
    Text(&'static str),
}

/// The spellings of characters in defanged URIs, inside brackets of any kind.
const DEFANGED: [(&str, &str); 8] = [
    (".", "."),
    ("dot", "."),
    (":", ":"),
    ("://", "://"),
    ("/", "/"),
    ("//", "//"),
    ("@", "@"),
    ("at", "@"),
];

impl State {
    /// The number of the next bytes that are a spelling, and their replacement.
    fn spell(self, rest: &[u8], disguises: Disguises) -> Option<(usize, Spelled)> {
        let first = *rest.first()?;
        if self.is_encoded && !is_of_component(first) {
            // The text after the component does not belong to the URI in it.
            return Some((0, Spelled::Text(" ")));
        }
        match first {
            b'h' | b'H' | b'f' | b'F'
                if disguises.defanged && !self.last.is_ascii_alphanumeric() =>
            {
                scheme(rest)
            }
            b'[' | b'(' | b'{' if disguises.defanged => bracketed(rest),
            b'\\' if disguises.escaped => escaped(rest),
            b'%' if self.is_encoded => {
                let byte = octet(rest).filter(|&byte| is_of_uri(byte))?;
                Some((3, Spelled::Byte(byte)))
            }
            b'%' if disguises.percent_encoded && !self.is_in_uri => {
                let begins = self.last.is_ascii_alphanumeric() && has(rest, "%3A%2F%2F");
                begins.then_some((9, Spelled::Text("://")))
            }
            b'\r' | b'\n'
                if disguises.wrapped && self.is_in_uri && !b"<\"".contains(&self.boundary) =>
            {
                let len = goes_on(self.last, &rest[..rest.len().min(AHEAD)])?;
                Some((len, Spelled::Text("")))
            }
            _ => None,
        }
    }

    /// Updates the state after a replacement; `rest` begins there in the old spelling.
    fn pass(&mut self, rest: &[u8], spelled: &[u8]) {
        let first = rest.first().copied().unwrap_or_default();
        if spelled.is_empty() && matches!(first, b'\r' | b'\n') {
            // The URI goes on.
            return;
        }
        self.last = spelled.last().copied().unwrap_or_default();
        if self.is_encoded {
            self.is_encoded = is_of_component(first);
            self.is_in_uri = self.is_encoded;
        } else if first == b'%' && spelled == b"://" {
            (self.is_encoded, self.is_in_uri) = (true, true);
        } else if spelled == b"://" || rest.starts_with(b"://") {
            self.is_in_uri = true;
        } else if first.is_ascii_whitespace()
            || first.is_ascii_control()
            || b"\"<>".contains(&first)
        {
            (self.is_in_uri, self.boundary) = (false, first);
        }
    }
}

/// Whether a byte occurs in a percent-encoded component of a query.
fn is_of_component(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"%-_.!~*'()+".contains(&byte)
}

/// Whether bytes begin with a text, case-insensitively.
fn has(bytes: &[u8], text: &str) -> bool {
    bytes.get(..text.len()).is_some_and(|head| head.eq_ignore_ascii_case(text.as_bytes()))
}

/// A defanged scheme before its colon.
fn scheme(rest: &[u8]) -> Option<(usize, Spelled)> {
    let (defanged, plain) =
        [("hxxp", "http"), ("fxp", "ftp")].into_iter().find(|(defanged, _)| has(rest, defanged))?;
    let behind = &rest[defanged.len()..];
    let behind = behind.strip_prefix(b"s").or(behind.strip_prefix(b"S")).unwrap_or(behind);
    let is_scheme = matches!(behind, [b':', ..] | [b'[' | b'(' | b'{', b':', ..])
        || has(behind, "%3A")
        || behind.starts_with(b"\\:");
    is_scheme.then_some((defanged.len(), Spelled::Text(plain)))
}

/// A character of a defanged URI between brackets.
fn bracketed(rest: &[u8]) -> Option<(usize, Spelled)> {
    let close = match rest.first()? {
        b'[' => b']',
        b'(' => b')',
        _ => b'}',
    };
    DEFANGED.into_iter().find_map(|(inside, plain)| {
        let is_closed = has(&rest[1..], inside) && rest.get(1 + inside.len()) == Some(&close);
        is_closed.then_some((inside.len() + 2, Spelled::Text(plain)))
    })
}

/// A character as strings escape it, by a letter or its number. A quotation mark, a control character, and what is not seen
/// stand between URIs: they are spelled as a blank.
fn escaped(rest: &[u8]) -> Option<(usize, Spelled)> {
    match rest.get(1)? {
        b'/' => return Some((2, Spelled::Byte(b'/'))),
        // What follows an escaped backslash is no escape.
        b'\\' => return Some((2, Spelled::Itself)),
        b'n' | b'r' | b't' | b'b' | b'f' | b'"' => return Some((2, Spelled::Byte(b' '))),
        _ => {}
    }
    let unit = |rest: &[u8]| {
        Some(u16::from_be_bytes([hexadecimal(rest.get(2..4)?)?, hexadecimal(rest.get(4..6)?)?]))
    };
    let escape = |rest: &[u8]| rest.starts_with(b"\\u").then(|| unit(rest))?;
    let first = escape(rest)?;
    let second = rest.get(6..).and_then(escape).unwrap_or_default();
    let character = char::decode_utf16([first, second]).next()?.ok()?;
    let is_plain = match u8::try_from(character) {
        Ok(byte) if byte.is_ascii() => byte.is_ascii_graphic() && !matches!(byte, b'"' | b'\\'),
        _ => character.is_alphanumeric() || u32::from(character) > 0xFFFF,
    };
    let spelled = if is_plain { Spelled::Character(character) } else { Spelled::Byte(b' ') };
    Some((6 * character.len_utf16(), spelled))
}

/// A percent-encoded octet.
fn octet(rest: &[u8]) -> Option<u8> {
    hexadecimal(rest.get(1..3)?)
}

fn hexadecimal(digits: &[u8]) -> Option<u8> {
    let is_hexadecimal = digits.iter().all(u8::is_ascii_hexdigit);
    let digits = str::from_utf8(digits).ok().filter(|_| is_hexadecimal)?;
    u8::from_str_radix(digits, 16).ok()
}

/// Whether a byte is allowed raw in a URI; a percent sign begins an octet that was encoded before.
const fn is_of_uri(byte: u8) -> bool {
    byte.is_ascii_graphic()
        && !matches!(byte, b'"' | b'<' | b'>' | b'\\' | b'^' | b'`' | b'{' | b'|' | b'}')
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::io::Read;

    use super::{Disguises, Original, Revealing};

    /// Returns `.1` bytes per read.
    struct Pieces<'t>(&'t [u8], usize);

    impl Read for Pieces<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let len = self.1.min(self.0.len()).min(buffer.len());
            let (head, rest) = self.0.split_at(len);
            buffer[..len].copy_from_slice(head);
            self.0 = rest;
            Ok(len)
        }
    }

    const ALL: Disguises =
        Disguises { defanged: true, escaped: true, percent_encoded: true, wrapped: true };

    #[test]
    fn spelled_anew_with_places() {
        for (text, expected) in [
            ("hxxps://a[.]b(dot)c[:]80[/]x", "https://a.b.c:80/x"),
            ("hXXp[:]//a{.}b fxp[://]c[.]d me[at]a[.]b", "http://a.b ftp://c.d me@a.b"),
            (
                "hxxp is a word, xhxxp://a too, and [::1] (see)",
                "hxxp is a word, xhxxp://a too, and [::1] (see)",
            ),
            (
                r#"{"u":"https:\/\/a\/b?c=d\u0026e\u003df\u0022\n"}"#,
                r#"{"u":"https://a/b?c=d&e=f  "}"#,
            ),
            (
                "GET /r?u=https%3A%2F%2Fa%2fb%3Fc%3D%2520%20d%C3%A9&v=%2F 200",
                "GET /r?u=https://a/b?c=%20%20d%C3%A9 &v=%2F 200",
            ),
            (
                "http://h/?u=https%3A%2F%2Fa%2Fb \"http%3A%2F%2Fc\"",
                "http://h/?u=https%3A%2F%2Fa%2Fb \"http://c \"",
            ),
            (
                r"http:\/\/b.example\/\u00fc\uD83D\uDE00\u0a05?\uD83D\u2028",
                "http://b.example/\u{fc}\u{1f600}\u{a05}?\\uD83D ",
            ),
            (
                "see http://a.example/annual-\nreport.pdf and\n<http://b/c-\nd>, http://c/\nfor",
                "see http://a.example/annual-report.pdf and\n<http://b/c-\nd>, http://c/\nfor",
            ),
            ("http://a/b/\r\n   c/d/\r\n   e.html\r\n", "http://a/b/c/d/e.html\r\n"),
            ("no-\nurl, http://a/b-", "no-\nurl, http://a/b-"),
            ("", ""),
            ("%3A%2F%2F %", "%3A%2F%2F %"),
        ] {
            for at_once in [1, 3, 1000] {
                let original = RefCell::new(Original::keeping(1 << 16));
                let mut spelled = String::new();
                let reader = Pieces(text.as_bytes(), at_once);
                Revealing::new(reader, ALL, &original).read_to_string(&mut spelled).unwrap();
                assert_eq!(spelled, expected, "{at_once}");
                let all = original.borrow().range(0..spelled.len() as u64);
                assert_eq!(original.borrow().bytes(all), text.as_bytes(), "{text}");
            }
        }
    }

    /// Memory does not grow with the text, and places stay correct.
    #[test]
    fn memory_is_bounded() {
        let text = "see hxxp://a[.]b/ and so on\n".repeat(10_000);
        let original = RefCell::new(Original::keeping(1 << 12));
        let mut spelled = String::new();
        Revealing::new(text.as_bytes(), ALL, &original).read_to_string(&mut spelled).unwrap();
        let original = original.borrow();
        assert!(original.bytes.len() <= 1 << 12 && original.pieces.len() < 1 << 12);
        let start = spelled.rfind("http").unwrap() as u64;
        let place = original.range(start..start + 11);
        assert_eq!(original.bytes(place), b"hxxp://a[.]b/");
    }
}
