//! Documents in any encoding of the Encoding Standard, decoded to UTF-8, with a map from places in the text back to
//! bytes of the document.
//!
//! The decoders are those of `encoding_rs`. A document is decoded before it is searched, since in some encodings
//! (ISO-2022-JP, UTF-16) the bytes of markup have other meanings.

use std::borrow::Cow;
use std::cell::Cell;

use encoding_rs::{Decoder, Encoding, ISO_2022_JP, REPLACEMENT, UTF_8, UTF_16BE, UTF_16LE};

/// A character encoding of the Encoding Standard, by which documents can be [read](crate::Surroundings::in_encoding).
///
/// ```
/// use napkin_context::CharacterEncoding;
///
/// let encoding = CharacterEncoding::labelled("Latin1").unwrap();
/// assert_eq!(encoding.name(), "windows-1252");
/// assert_eq!(CharacterEncoding::labelled("latin"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CharacterEncoding(pub(crate) &'static Encoding);

impl CharacterEncoding {
    /// The encoding for a label, case-insensitively. `None` for encodings that the standard replaces for security,
    /// such as `iso-2022-kr`.
    pub fn labelled(label: &str) -> Option<Self> {
        Encoding::for_label_no_replacement(label.as_bytes()).map(Self)
    }

    /// Its name in the standard.
    pub fn name(self) -> &'static str {
        self.0.name()
    }
}

/// What is known about the encoding of a document from outside.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Charset<'c> {
    /// Nothing.
    Unknown,
    /// The encoding in the header, such as `iso-8859-1`.
    Told(&'c str),
    /// The document has been decoded already.
    Decoded,
}

impl<'c> Charset<'c> {
    /// The parameter of a media type.
    pub(crate) fn of_media_type(media_type: &'c str) -> Self {
        let mut parameters = media_type.split(';').skip(1);
        let charset = parameters.find_map(|parameter| {
            let (name, value) = parameter.split_once('=')?;
            name.trim()
                .eq_ignore_ascii_case("charset")
                .then(|| value.trim().trim_matches(['"', '\'']))
        });
        charset.map_or(Self::Unknown, Self::Told)
    }

    /// The encoding of a document. In this order: its byte order mark, the caller's choice, its header, the only
    /// possibility by its first bytes, its own declaration (HTML standard, encoding sniffing algorithm).
    pub(crate) fn encoding(
        self,
        document: &[u8],
        chosen: Option<CharacterEncoding>,
        declared: impl FnOnce(&[u8]) -> Option<&'static Encoding>,
    ) -> &'static Encoding {
        if let Self::Decoded = self {
            return UTF_8;
        }
        if let Some((encoding, _)) = Encoding::for_bom(document) {
            return encoding;
        }
        let told = match (chosen, self) {
            (Some(chosen), _) => Some(chosen.0),
            (None, Self::Told(label)) => Encoding::for_label(label.as_bytes()),
            _ => None,
        };
        told.or_else(|| utf_16(document)).or_else(|| declared(document)).unwrap_or(UTF_8)
    }
}

/// UTF-16 without a byte order mark: every other byte of ASCII is zero.
fn utf_16(document: &[u8]) -> Option<&'static Encoding> {
    match document {
        [first, 0, second, 0, ..] if *first != 0 && *second != 0 => Some(UTF_16LE),
        [0, first, 0, second, ..] if *first != 0 && *second != 0 => Some(UTF_16BE),
        _ => None,
    }
}

/// The beginning of a document as UTF-8, for detecting its kind.
pub(crate) fn beginning(content: &[u8]) -> Cow<'_, [u8]> {
    let encoding =
        Encoding::for_bom(content).map(|(encoding, _)| encoding).or_else(|| utf_16(content));
    match encoding {
        Some(encoding) if encoding != UTF_8 => {
            let head = content.get(..4096).unwrap_or(content);
            encoding.decode_with_bom_removal(head).0.into_owned().into_bytes().into()
        }
        _ => content.into(),
    }
}

/// A document as UTF-8.
pub(crate) struct Decoded<'d> {
    pub(crate) text: Cow<'d, str>,
    map: Option<Map<'d>>,
}

impl<'d> Decoded<'d> {
    /// Decodes a document; `None` if the encoding is not supported.
    pub(crate) fn new(document: &'d [u8], encoding: &'static Encoding) -> Option<Self> {
        if encoding == REPLACEMENT {
            return None;
        }
        if encoding == UTF_8
            && let Ok(text) = str::from_utf8(document)
        {
            return Some(Self { text: text.into(), map: None });
        }
        let bom = match Encoding::for_bom(document) {
            Some((marked, len)) if marked == encoding && encoding != UTF_8 => len,
            _ => 0,
        };
        let mut text = String::with_capacity(document.len());
        let map = Map::new(document, bom, encoding, &mut text);
        Some(Self { text: text.into(), map: Some(map) })
    }

    /// The place in the document of a place in the text.
    pub(crate) fn place(&self, offset: usize) -> usize {
        self.map.as_ref().map_or(offset, |map| map.place(offset))
    }
}

/// The distance between marks, in bytes of the document.
const INTERVAL: usize = 256;

/// A place where decoding can be resumed.
#[derive(Clone, Copy, Debug)]
struct Mark {
    source: usize,
    text: usize,
    escape: Escape,
}

/// The map back: decodes the document again, from the mark before a place, byte by byte.
struct Map<'d> {
    source: &'d [u8],
    encoding: &'static Encoding,
    marks: Vec<Mark>,
    /// The result of the last query; the next query usually follows it closely.
    last: Cell<Option<Reached<'d>>>,
}

/// The progress of decoding again.
struct Reached<'d> {
    steps: Steps<'d>,
    text: usize,
    /// The start of the current character.
    begins: usize,
}

impl<'d> Map<'d> {
    fn new(source: &'d [u8], start: usize, encoding: &'static Encoding, text: &mut String) -> Self {
        let first = Mark { source: start, text: 0, escape: Escape::NONE };
        let mut marks = vec![first];
        let mut steps = Steps::new(source, encoding, first);
        let mut next_mark = start + INTERVAL;
        while steps.at < source.len() {
            if steps.is_fresh() && steps.at >= next_mark {
                marks.push(Mark { source: steps.at, text: text.len(), escape: steps.escape });
                next_mark = steps.at + INTERVAL;
            }
            let plain = steps.plain(next_mark);
            if plain.is_empty() {
                text.push_str(steps.step().1);
            } else {
                text.push_str(plain);
            }
        }
        Self { source, encoding, marks, last: Cell::new(None) }
    }

    fn place(&self, offset: usize) -> usize {
        let at = self.marks.partition_point(|mark| mark.text <= offset).saturating_sub(1);
        let Some(&mark) = self.marks.get(at) else { return offset };
        let is_between = |reached: &Reached<'_>| (mark.text..=offset).contains(&reached.text);
        let mut reached = self.last.take().filter(is_between).unwrap_or_else(|| Reached {
            steps: Steps::new(self.source, self.encoding, mark),
            text: mark.text,
            begins: mark.source,
        });
        let place = self.advance(&mut reached, offset);
        self.last.set(Some(reached));
        place
    }

    /// Advances to the text at an offset; returns its place.
    fn advance(&self, reached: &mut Reached<'d>, offset: usize) -> usize {
        let Reached { steps, text, begins } = reached;
        while *text < offset && steps.at < self.source.len() {
            let plain = steps.plain(steps.at.saturating_add(offset - *text)).len();
            if plain > 0 {
                *text += plain;
                *begins = steps.at;
                continue;
            }
            let (at, piece) = steps.step();
            let (before, len) = (*text, piece.len());
            let character = *begins;
            *text += len;
            if len > 0 {
                *begins = steps.at;
            }
            if *text > offset {
                // A broken character may be followed by a whole one.
                let is_last = steps.is_fresh && offset + 1 == before + len;
                return if is_last { at } else { self.behind_escapes(character) };
            }
        }
        self.behind_escapes(*begins)
    }

    /// The place after the escape sequences at a place.
    fn behind_escapes(&self, mut at: usize) -> usize {
        let begins_one = |at: usize| {
            let rest = self.source.get(at..).unwrap_or_default();
            Escape::ALL.iter().any(|escape| rest.starts_with(escape))
        };
        while self.encoding == ISO_2022_JP && begins_one(at) {
            at += 3;
        }
        at
    }
}

/// The last escape sequence, which decides the meaning of the bytes after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Escape([u8; 3]);

impl Escape {
    const NONE: Self = Self(*b"\x1B(B");
    const ALL: [&'static [u8]; 5] = [b"\x1B(B", b"\x1B(J", b"\x1B(I", b"\x1B$@", b"\x1B$B"];
}

/// A document while it is decoded step by step.
struct Steps<'d> {
    source: &'d [u8],
    decoder: Decoder,
    at: usize,
    escape: Escape,
    has_escapes: bool,
    /// Whether ASCII bytes encode themselves.
    is_ascii_compatible: bool,
    /// Whether the last byte was ASCII that encodes itself, so that nothing is pending.
    is_fresh: bool,
    room: [u8; 32],
}

impl<'d> Steps<'d> {
    fn new(source: &'d [u8], encoding: &'static Encoding, mark: Mark) -> Self {
        let mut steps = Self {
            source,
            decoder: encoding.new_decoder_without_bom_handling(),
            at: mark.source,
            escape: mark.escape,
            has_escapes: encoding == ISO_2022_JP,
            is_ascii_compatible: encoding.is_ascii_compatible() || encoding == ISO_2022_JP,
            is_fresh: true,
            room: [0; 32],
        };
        if mark.escape != Escape::NONE {
            // Text follows; the sequence itself decodes to nothing.
            let _ = steps.decoder.decode_to_utf8(&mark.escape.0, &mut steps.room, false);
        }
        steps
    }

    /// Whether decoding can be resumed here: UTF-16 has no state between whole characters.
    const fn is_fresh(&self) -> bool {
        self.is_fresh
    }

    /// The ASCII text from here up to a place, if it encodes itself; advances past it.
    fn plain(&mut self, to: usize) -> &'d str {
        if !self.is_fresh || !self.is_ascii_compatible || self.escape != Escape::NONE {
            return "";
        }
        let rest =
            self.source.get(self.at..to.clamp(self.at, self.source.len())).unwrap_or_default();
        let is_plain = |byte: &&u8| byte.is_ascii() && !matches!(**byte, 0x0E | 0x0F | 0x1B);
        let len = rest.iter().take_while(is_plain).count();
        self.at += len;
        str::from_utf8(rest.get(..len).unwrap_or_default()).unwrap_or_default()
    }

    /// Decodes one byte; returns its place and the text that it completes.
    fn step(&mut self) -> (usize, &str) {
        let at = self.at;
        let Some(&byte) = self.source.get(at) else { return (at, "") };
        self.at += 1;
        let last = self.at == self.source.len();
        let (_, _, written, _) = self.decoder.decode_to_utf8(&[byte], &mut self.room, last);
        let begun = at.checked_sub(2).and_then(|start| self.source.get(start..=at));
        if self.has_escapes
            && let Some(&[a, b, c]) = begun
            && Escape::ALL.contains(&[a, b, c].as_slice())
        {
            self.escape = Escape([a, b, c]);
        }
        let text = str::from_utf8(self.room.get(..written).unwrap_or_default()).unwrap_or_default();
        self.is_fresh = if self.is_ascii_compatible {
            byte.is_ascii() && text.as_bytes().last() == Some(&byte)
        } else {
            // An unpaired surrogate may hide the start of the next character.
            !text.is_empty() && !text.contains(char::REPLACEMENT_CHARACTER)
        };
        (at, text)
    }
}

/// A document as text with every byte at its offset: each byte that is not UTF-8 becomes a control character, which
/// is not allowed in a URI.
pub(crate) fn in_place(document: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = str::from_utf8(document) {
        return text.into();
    }
    let mut text = String::with_capacity(document.len());
    for chunk in document.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| '\u{1a}'));
    }
    text.into()
}

#[cfg(test)]
mod tests {
    use super::{CharacterEncoding, Charset, Decoded, beginning};
    use encoding_rs::Encoding;

    /// Every character of the text begins where encoding the text before it ends.
    #[test]
    fn places_lead_back() {
        let text = "<a href='x'>日本語テキスト</a> é Ω я 한글 ~\\ ".repeat(40);
        for label in [
            "utf-8",
            "iso-2022-jp",
            "shift_jis",
            "euc-jp",
            "gbk",
            "gb18030",
            "big5",
            "euc-kr",
            "windows-1252",
            "koi8-r",
            "utf-16le",
            "utf-16be",
        ] {
            let encoding = Encoding::for_label(label.as_bytes()).unwrap();
            let bytes: Vec<u8> = match label {
                "utf-16le" => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
                "utf-16be" => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
                // A character that cannot be encoded becomes a character reference.
                _ => encoding.encode(&text).0.into_owned(),
            };
            let decoded = Decoded::new(&bytes, encoding).unwrap();
            let whole = encoding.decode_without_bom_handling(&bytes).0;
            assert_eq!(decoded.text, whole, "{label}");
            let mut before = 0;
            for (offset, c) in decoded.text.char_indices() {
                let place = decoded.place(offset);
                assert!(place >= before && place < bytes.len(), "{label} {offset}");
                before = place;
                if c.is_ascii() && label != "iso-2022-jp" && !label.starts_with("utf-16") {
                    assert_eq!(char::from(bytes[place]), c, "{label} {offset}");
                }
                if c == '<' {
                    assert!(bytes[place..].starts_with(if label == "utf-16be" {
                        b"\0<"
                    } else {
                        b"<"
                    }));
                }
            }
            for offset in [700, 3, 0, 300] {
                assert!(decoded.place(offset) <= bytes.len());
            }
            assert_eq!(decoded.place(decoded.text.len()), bytes.len(), "{label}");
        }
    }

    #[test]
    fn what_is_broken_keeps_its_place() {
        let bytes = b"a\xFFb\x81<c \xE3\x81".repeat(100);
        for label in ["utf-8", "shift_jis", "gb18030", "euc-kr"] {
            let encoding = Encoding::for_label(label.as_bytes()).unwrap();
            let decoded = Decoded::new(&bytes, encoding).unwrap();
            for (offset, c) in decoded.text.char_indices().filter(|(_, c)| *c == '<') {
                assert_eq!(char::from(bytes[decoded.place(offset)]), c, "{label}");
            }
        }
    }

    #[test]
    fn which_encoding() {
        let name = |charset: Charset<'_>, document: &[u8]| {
            charset.encoding(document, None, |_| None).name()
        };
        assert_eq!(name(Charset::of_media_type("text/html; Charset=\"GB2312\""), b"x"), "GBK");
        assert_eq!(name(Charset::of_media_type("text/html"), b"x"), "UTF-8");
        assert_eq!(name(Charset::Told("utf-8"), b"\xFF\xFEx\0"), "UTF-16LE");
        assert_eq!(name(Charset::Unknown, b"<\0?\0"), "UTF-16LE");
        assert_eq!(name(Charset::Unknown, b"\0<\0h"), "UTF-16BE");
        assert_eq!(name(Charset::Decoded, b"\xFF\xFEx\0"), "UTF-8");
        assert_eq!(name(Charset::Told("nonsense"), b"x"), "UTF-8");
        let chosen = |document: &[u8]| {
            let chosen = CharacterEncoding::labelled("koi8-r");
            let declared = |_: &[u8]| Encoding::for_label(b"utf-8");
            Charset::Told("windows-1252").encoding(document, chosen, declared).name()
        };
        assert_eq!((chosen(b"x"), chosen(b"\xEF\xBB\xBFx")), ("KOI8-R", "UTF-8"));
        assert_eq!(&*beginning(b"\xFF\xFE<\0h\0"), b"<h");
        assert!(Decoded::new(b"x", Encoding::for_label(b"hz-gb-2312").unwrap()).is_none());
    }
}
