//! Chooses which characters of a URI are raw: fewer for a channel that harms some, more for readers (RFC 1630,
//! 4.1.2).
//!
//! An edition says, for each part, which characters mean the same raw and percent-encoded; normalization decodes by
//! that data. Only these characters change here, so parts, delimiters and reserved characters stay unchanged.

use alloc::{borrow::Cow, string::String, vec::Vec};

use napkin_scan::{ByteSet, decode_triplet, encode_triplet};

use crate::edition::rules::{Action, Unescape};
use crate::edition::{ALPHANUM, Edition};
use crate::error::ParseError;
use crate::fault::ErrorKind;
use crate::normalize::path_pieces;
use crate::percent::decode;
use crate::reference::Reference;
use crate::scheme::{PathFact, Scheme};

impl<'a> Reference<'a> {
    /// This reference with other characters raw. Of the characters that mean the same raw and percent-encoded in
    /// their part, the ones in `raw`, letters and digits become raw; the others are percent-encoded.
    ///
    /// Reserved characters and dot segments stay unchanged. In the host nothing is encoded, since not every program
    /// that contacts a host decodes it. The result is equivalent, and a later call can undo this one. Borrowed if
    /// nothing changes.
    ///
    /// # Errors
    ///
    /// [`TooLong`](ErrorKind::TooLong), if the result would be too long.
    ///
    /// ```
    /// use napkin::{ByteSet, edition::{RFC1630, RFC3986}};
    ///
    /// let uri = RFC1630.parse("http://info.cern.ch/marie-claude")?;
    /// assert_eq!(uri.with_raw(ByteSet::EMPTY)?, "http://info.cern.ch/marie%2Dclaude");
    ///
    /// let uri = RFC3986.parse("http://h/%7Ea%2Fb/../c-d")?;
    /// assert_eq!(uri.with_raw(ByteSet::range(b'!', b'~'))?, "http://h/~a%2Fb/../c-d");
    /// assert_eq!(uri.with_raw(ByteSet::of(b"~"))?, "http://h/~a%2Fb/../c%2Dd");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    #[doc(hidden)]
    pub fn with_raw(&self, raw: ByteSet) -> Result<Cow<'a, str>, ParseError> {
        let (text, raw) = (self.as_str(), raw.or(ALPHANUM));
        let mut output = String::with_capacity(text.len());
        let mut copied = 0;
        for piece in self.pieces() {
            output.push_str(text.get(copied..piece.start).unwrap_or_default());
            let part = text.get(piece.start..piece.end).unwrap_or_default();
            for segment in part.split_inclusive(['/', ';']) {
                piece.write(segment, raw, &mut output);
            }
            copied = piece.end;
        }
        output.push_str(text.get(copied..).unwrap_or_default());
        if output == text {
            return Ok(Cow::Borrowed(text));
        }
        match self.edition().parse(&output) {
            Ok(other) if self.is_told_like(&other) => Ok(Cow::Owned(output)),
            Err(error) if error.kind() == ErrorKind::TooLong => Err(error),
            // A scheme's form may have no place for characters that the sets allow, another form may fit, and text
            // before a colon may become a scheme.
            _ => Ok(Cow::Borrowed(text)),
        }
    }

    /// Whether another reference has the same scheme, form and kind of host.
    fn is_told_like(&self, other: &Reference<'_>) -> bool {
        self.components().facts == other.components().facts && self.scheme() == other.scheme()
    }

    /// The pieces in which characters may change, in order.
    fn pieces(&self) -> Vec<Piece> {
        let components = self.components();
        let len = self.as_str().len() as u32;
        let unescape = self.scheme_form().map(|form| form.unescape);
        let all = decoded_everywhere(self.edition());
        let path = components.path();
        let of_form = |set: fn(&Unescape) -> ByteSet| unescape.as_ref().map_or(all, set);
        let mut pieces = Vec::new();
        let mut add = |start: u32, end: u32, set, encodes| {
            let (start, end) = (start as usize, end as usize);
            // A character that splits the path keeps its spelling, even if a scheme's form ignores the difference.
            let set = ByteSet::without(set, ByteSet::of(b"/;?#"));
            pieces.push(Piece { start, end, set, encodes });
        };
        if let Some(userinfo) = components.userinfo() {
            add(userinfo.start, userinfo.end, of_form(|form| form.userinfo), true);
        }
        if let Some(host) = components.host() {
            add(host.start, host.end, of_form(|form| form.host), false);
        }
        if let Some(unescape) = unescape {
            let mut at = path.start;
            let text = self.path_text().unwrap_or_default();
            for (piece, set) in path_pieces(text, unescape) {
                let end = at + piece.len() as u32;
                add(at, end, set, true);
                at = end;
            }
        } else {
            let fact = self.scheme().and_then(Scheme::facts);
            let keeps = fact.is_some_and(|fact| fact.path == PathFact::Undecoded);
            add(path.start, path.end, if keeps { ByteSet::EMPTY } else { all }, true);
        }
        if let Some(query) = components.query() {
            add(query.start, query.end, of_form(|form| form.query), true);
        }
        if let Some(fragment) = components.fragment(len) {
            add(fragment.start, fragment.end, of_form(|form| form.fragment), true);
        }
        pieces
    }
}

/// The characters that an edition decodes in every part.
fn decoded_everywhere(edition: &Edition) -> ByteSet {
    let sets = edition.normalization.iter().filter_map(|rule| match rule.action {
        Action::Decode(set) => Some(set),
        Action::Convert => Some(edition.unreserved),
        _ => None,
    });
    sets.fold(ByteSet::EMPTY, ByteSet::or)
}

/// A part of a reference, or a piece of one.
struct Piece {
    start: usize,
    end: usize,
    /// The characters that mean the same raw and encoded.
    set: ByteSet,
    /// Whether raw characters may be encoded.
    encodes: bool,
}

impl Piece {
    /// Writes a segment and its delimiter.
    fn write(&self, segment: &str, raw: ByteSet, output: &mut String) {
        let name = decode(segment.trim_end_matches(['/', ';']), false);
        if name == "." || name == ".." {
            output.push_str(segment);
            return;
        }
        let mut rest = segment;
        while let Some(character) = rest.chars().next() {
            let triplet = decode_triplet(rest.as_bytes());
            let len = if triplet.is_some() { 3 } else { character.len_utf8() };
            let (this, behind) = rest.split_at(len);
            let byte = this.as_bytes().first().copied().unwrap_or_default();
            match triplet {
                Some(octet) if self.set.contains(octet) && raw.contains(octet) => {
                    output.push(char::from(octet));
                }
                None if self.encodes && self.set.contains(byte) && !raw.contains(byte) => {
                    output.extend(encode_triplet(byte).map(char::from));
                }
                _ => output.push_str(this),
            }
            rest = behind;
        }
    }
}
