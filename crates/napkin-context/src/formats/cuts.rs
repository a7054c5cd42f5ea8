//! Where a document can be cut into pieces that are read one by one, with the links that it has as a whole.
//!
//! Nothing that a reader takes together goes over a cut. In text, that is a URI, and a bracket or a quotation mark that may open
//! one; in N-Triples and N-Quads, a line; in a sitemap, an element in its root. What a reader looks back at is
//! [the context](Cuts::context) of a piece.

use memchr::{memchr, memchr3, memmem, memrchr, memrchr2};

use crate::formats::json::begins_json;
use crate::text::extract::LONGEST;

/// The number of bytes before a cut that the reader of text looks back at.
const CONTEXT: usize = 4096;

/// How many bytes of an escape in JSON make one: `\u0026`.
const ESCAPE: usize = 6;

/// The roots of sitemaps: their elements say nothing about each other.
const ROOTS: [&[u8]; 2] = [b"urlset", b"sitemapindex"];

/// Where a document of a format can be cut.
#[derive(Clone, Debug)]
pub(crate) enum Cuts {
    /// Text, in which URIs may go over lines.
    Text {
        /// Whether it begins as JSON does, which may have brackets and quotation marks as escapes.
        is_json: bool,
        /// Whether non-ASCII characters may have bytes of ASCII.
        has_pairs: bool,
    },
    /// N-Triples and N-Quads.
    Lines,
    /// A sitemap.
    Children {
        /// Everything up to the end of the root's start tag.
        head: Vec<u8>,
        /// The end tag of the root.
        closing: Vec<u8>,
    },
}

impl Cuts {
    /// The cuts of a text, by its beginning.
    pub(crate) fn of_text(begin: &[u8], has_pairs: bool) -> Self {
        Self::Text { is_json: begins_json(begin).unwrap_or(true), has_pairs }
    }

    /// How many bytes before a cut the reader looks back at.
    pub(crate) const fn context(&self) -> usize {
        match self {
            Self::Text { is_json: true, .. } => CONTEXT * ESCAPE,
            Self::Text { .. } => CONTEXT,
            Self::Lines | Self::Children { .. } => 0,
        }
    }

    /// What each piece has before it and behind it when it is read, so that it is a document.
    pub(crate) fn around(&self) -> [&[u8]; 2] {
        match self {
            Self::Children { head, closing } => [head, closing],
            Self::Text { .. } | Self::Lines => [b"", b""],
        }
    }

    /// The last cut of a text behind a cut and not behind another place.
    pub(crate) fn last(&self, text: &[u8], from: usize, to: usize) -> Option<usize> {
        match self {
            Self::Text { is_json, has_pairs } => in_text(text, from, to, *is_json, *has_pairs),
            Self::Lines => {
                let end = memrchr(b'\n', text.get(from..to)?)?;
                Some(from + end + 1)
            }
            Self::Children { .. } => behind_children(text, from, to),
        }
    }
}

/// The last cut of a text: behind a byte that no URI has, outside of what a bracket or a quotation mark may have opened.
fn in_text(text: &[u8], from: usize, to: usize, is_json: bool, has_pairs: bool) -> Option<usize> {
    let mut openings = vec![Opening::new(&|text| memrchr(b'"', text)), {
        // A closing bracket ends what an opening one began, and is passed by as if it had begun nothing.
        Opening::new(&|text| memrchr2(b'<', b'>', text))
    }];
    if is_json {
        openings.push(Opening::new(&|text| memmem::rfind(text, b"\\u00")));
    }
    let mut cut = to.min(text.len());
    loop {
        while cut > from && !is_cut(text, cut) {
            cut -= 1;
        }
        if cut <= from {
            return None;
        }
        let mut blocking = None;
        for opening in &mut openings {
            blocking = blocking.or_else(|| opening.blocking(text, from, cut, has_pairs));
        }
        match blocking {
            Some(place) => cut = place,
            None => return Some(cut),
        }
    }
}

/// Whether the byte before a place is in no URI, and in no character of another encoding.
fn is_cut(text: &[u8], at: usize) -> bool {
    match text.get(..at) {
        Some([.., b'"', b',']) => true,
        Some([.., last]) => *last <= b' ' || *last == b'>',
        _ => false,
    }
}

/// The last byte before a cut that may open what goes over it.
struct Opening<'o> {
    find: &'o dyn Fn(&[u8]) -> Option<usize>,
    /// Where it was found last, and what is behind it.
    last: Option<(usize, Behind)>,
    /// Whether there is none, which is searched once.
    is_none: bool,
}

/// What is behind a bracket or a quotation mark.
#[derive(Clone, Copy)]
enum Behind {
    /// A scheme and its colon may be: it may enclose a URI.
    Scheme,
    /// Something else is, up to a place.
    Other(usize),
}

impl<'o> Opening<'o> {
    fn new(find: &'o dyn Fn(&[u8]) -> Option<usize>) -> Self {
        Self { find, last: None, is_none: false }
    }

    /// The place of the opening byte if what it may have opened goes over a cut. Cuts only go back.
    fn blocking(&mut self, text: &[u8], from: usize, cut: usize, has_pairs: bool) -> Option<usize> {
        let last = self.last.filter(|(place, _)| *place < cut);
        let (place, behind) = if let Some(last) = last {
            last
        } else {
            let found = text.get(from..cut).filter(|_| !self.is_none).and_then(self.find);
            self.is_none = found.is_none();
            let place = from + found?;
            *self.last.insert((place, behind(text, place, cut, has_pairs)))
        };
        let is_open = match behind {
            Behind::Scheme => true,
            Behind::Other(end) => end >= cut,
        };
        (is_open && cut - place <= LONGEST + CONTEXT).then_some(place)
    }
}

/// What is behind an opening byte: a word and a colon, or something else.
fn behind(text: &[u8], place: usize, end: usize, has_pairs: bool) -> Behind {
    match text.get(place) {
        Some(b'>') => return Behind::Other(place),
        Some(b'\\') => {
            // No URI has a quotation mark, so the next one ends what an escape may open.
            let quote = memchr(b'"', text.get(place..end).unwrap_or_default());
            return Behind::Other(quote.map_or(end, |quote| place + quote));
        }
        _ => {}
    }
    let (mut at, mut has_word) = (place + 1, false);
    loop {
        let start = at;
        let mut breaks = false;
        while let Some(&byte) = text.get(at).filter(|byte| at < end && is_space(**byte)) {
            breaks |= matches!(byte, b'\n' | b'\r') || !byte.is_ascii();
            at += 1 + usize::from(has_pairs && !byte.is_ascii());
        }
        // The pieces of a scheme may be on several lines.
        if has_word && at > start && !breaks {
            return Behind::Other(at);
        }
        while text.get(at).is_some_and(|byte| at < end && is_of_scheme(*byte)) {
            (at, has_word) = (at + 1, true);
        }
        match text.get(at).filter(|_| at < end) {
            None => return Behind::Other(end),
            Some(b':') => return Behind::Scheme,
            Some(&byte) if is_space(byte) => {}
            Some(_) => return Behind::Other(at),
        }
    }
}

/// Whether a byte may be of white space in text.
const fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t'..=b'\r' | b' ') || !byte.is_ascii()
}

const fn is_of_scheme(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.')
}

/// The cuts of a sitemap; `None` if it is none, or has a document type, whose entities are expanded in all of it.
pub(crate) fn sitemap(begin: &[u8]) -> Option<Cuts> {
    let mut at = memchr(b'<', begin)?;
    loop {
        let (end, markup) = markup(begin, at)?;
        match markup {
            Markup::Start => {
                let name =
                    begin.get(at + 1..end)?.split(|byte| b" \t\r\n/>".contains(byte)).next()?;
                let local = name.rsplit(|&byte| byte == b':').next()?;
                let closing = [b"</", name, b">"].concat();
                let head = begin.get(..end)?.to_vec();
                return ROOTS.contains(&local).then_some(Cuts::Children { head, closing });
            }
            Markup::Other => at = end + memchr(b'<', begin.get(end..)?)?,
            Markup::Empty | Markup::End => return None,
        }
    }
}

/// The place behind the last element in the root.
fn behind_children(text: &[u8], from: usize, to: usize) -> Option<usize> {
    let text = text.get(..to)?;
    let (mut depth, mut at, mut last) = (0_usize, from, None);
    while let Some(found) = text.get(at..).and_then(|rest| memchr(b'<', rest)) {
        let Some((end, markup)) = markup(text, at + found) else { break };
        depth = match markup {
            Markup::Start => depth + 1,
            Markup::End => match depth.checked_sub(1) {
                Some(outer) => outer,
                // The root ends.
                None => break,
            },
            Markup::Empty | Markup::Other => depth,
        };
        at = end;
        if depth == 0 && !matches!(markup, Markup::Other) {
            last = Some(end);
        }
    }
    last
}

/// What begins with an angle bracket in XML.
enum Markup {
    Start,
    End,
    Empty,
    /// A comment, a section, or an instruction.
    Other,
}

/// The end of the markup that begins at a place, and what it is; `None` if it does not end, or is a document type.
fn markup(text: &[u8], start: usize) -> Option<(usize, Markup)> {
    let rest = text.get(start..)?;
    let until = |skipped: usize, end: &[u8]| {
        let found = memmem::find(rest.get(skipped..)?, end)?;
        Some((start + skipped + found + end.len(), Markup::Other))
    };
    match rest {
        [b'<', b'!', b'-', b'-', ..] => until(4, b"-->"),
        [b'<', b'?', ..] => until(2, b"?>"),
        [b'<', b'!', ..] if rest.starts_with(b"<![CDATA[") => until(9, b"]]>"),
        [b'<', b'!', ..] => None,
        [b'<', b'/', ..] => Some((start + memchr(b'>', rest)? + 1, Markup::End)),
        _ => {
            let mut at = 1;
            loop {
                at += memchr3(b'>', b'"', b'\'', rest.get(at..)?)?;
                match *rest.get(at)? {
                    b'>' if rest.get(at - 1) == Some(&b'/') => {
                        return Some((start + at + 1, Markup::Empty));
                    }
                    b'>' => return Some((start + at + 1, Markup::Start)),
                    quote => at += 2 + memchr(quote, rest.get(at + 1..)?)?,
                }
            }
        }
    }
}
