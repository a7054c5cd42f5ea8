//! Visits a document piece by piece.

use std::io::{self, Read};

use super::pieces::{Cut, Cutting, DocumentPiece, Pieces};
use super::visit::{Place, Reading, Walk};
use super::{Sink, Surroundings};
use crate::base::Base;
use crate::compression::Compression;
use crate::compression::unpack::Expansion;
use crate::edition::Context;
use crate::encoding::Charset;
use crate::fault::{Fault, FaultKind};
use crate::guess::{Guess, is_pdf};
use crate::kind::Kind;

impl Walk<'_, '_> {
    /// Visits a document that is read piece by piece, of which at most `most` bytes are read.
    pub(super) fn pieces<R: Read>(
        &mut self,
        place: Place<'_>,
        around: &Base,
        cutting: &Cutting,
        mut pieces: Pieces<R>,
        most: usize,
    ) -> io::Result<()> {
        let Cutting { kind, encoding, .. } = *cutting;
        let around = self.based(kind, around, encoding, false);
        let mut reading = Reading::new(encoding);
        loop {
            let is_too_large = match pieces.next(0)? {
                Cut::End => return Ok(()),
                Cut::TooLarge => true,
                Cut::Piece { end, .. } => {
                    let piece = pieces.piece(end, pieces.ends_at(end));
                    if !self.piece(place, &around, kind, &mut reading, &piece, None) {
                        break;
                    }
                    pieces.pass(end);
                    pieces.offset() > most
                }
            };
            if is_too_large {
                let fault = Fault::new(FaultKind::TooLarge, None, format_args!("{most} bytes"));
                self.fault(place, &around, &fault);
                break;
            }
        }
        // The rest is read, since the compression may be broken there.
        pieces.rest(&mut |_| Ok(()))
    }
}

impl Surroundings {
    /// How a document is read piece by piece, by its beginning; `None` if it is read as a whole.
    pub(crate) fn cutting(&self, guess: Guess, begin: &[u8]) -> Option<Cutting> {
        let Guess::Kind(kind) = guess else { return None };
        let is_text = Compression::of_data(begin, None).is_none() && !is_pdf(begin);
        // By the first documents, a text may be one URI as a whole.
        let edition = self.edition.unwrap_or(kind.edition());
        if !is_text || self.largest < self.piece || Context::of(edition).delimiting.whole_text {
            return None;
        }
        let charset = Charset::of_media_type(&self.media_type);
        let encoding =
            charset.encoding(begin, self.encoding, |begin| kind.declared_encoding(begin));
        Cutting::new(kind, encoding, begin)
    }

    /// Passes on the links of a piece of a document; whether more of it is read.
    pub(crate) fn read_piece(
        &self,
        kind: Kind,
        reading: &mut Reading,
        piece: &DocumentPiece<'_>,
        sink: &mut Sink<'_>,
    ) -> bool {
        let expansion = Expansion::new(self.ratio, self.largest_unpacked);
        let mut walk = self.walker(sink, true, &expansion);
        let by_kind = if walk.by_format { kind.edition() } else { self.around() };
        let around = walk.based(kind, &self.base(by_kind), reading.encoding, false);
        let place = Place { record: None, message: None, part: None, start: Some(0) };
        walk.extractor = reading.extractor.take();
        let goes_on = walk.piece(place, &around, kind, reading, piece, None);
        reading.extractor = walk.extractor;
        goes_on
    }
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use crate::{CharacterEncoding, Found, Kind, Rewritten, Surroundings};

    /// Numbers that are the same in each run.
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, bound: usize) -> usize {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (self.0 >> 33) as usize % bound
        }

        /// A text of pieces, with one of them more often than the others.
        fn text(&mut self, begin: &[u8], pieces: &[&[u8]], len: usize) -> Vec<u8> {
            let mut text = begin.to_vec();
            let often = self.below(pieces.len());
            while text.len() < len {
                let at = if self.below(4) == 0 { often } else { self.below(pieces.len()) };
                text.extend_from_slice(pieces[at]);
            }
            text
        }
    }

    const TEXT: &[&[u8]] = &[
        b"http://a/b",
        b" ",
        b"\n",
        b"\n\n",
        b"\"",
        b"<",
        b">",
        b"see ",
        b"word",
        b", ",
        b": ",
        b":",
        b"mailto:a@h",
        b"<http://a/\n b>",
        b"\"http://a/b\n  c\"",
        b"**",
        b"*see http://a/b*",
        b"URL:",
        b" URL: http://a/",
        b"(http://a/)",
        b"<ht\ntp://a/>",
        b"http://caf\xC3\xA9.example/",
        b"\xE9",
        b"\xE3\x80\x80",
        b"\x81\x40",
        b"\x83\x5C",
        b"\\u003c",
        b"\\u0022",
        b"\\u0026",
        b"http:\\/\\/a\\/b?c",
        b"\\\"",
        b"\",",
        b"{\"a\":\"http://a/\"}\n",
        b"['",
        b"]",
        b"'",
        b"~_",
        b"https://a.example/b?c=d&e=(f).",
        b"\t",
        b"\r\n",
        b"foo:bar",
        b"<foo:http://a/",
        b"http://",
        b"news:a",
        b"<x y ",
    ];

    const LINES: &[&[u8]] = &[
        b"<http://a/> <http://b/c> \"x\" .\n",
        b"<http://a/> <http://b> <http://c> <http://d> . # <http://e>\n",
        b"\n",
        b"# \"\n",
        b"_:a <http://a/> \"\"\"x\"\"\"@en .\n",
        b"<http://a/> <http://b/> \"\\\"<http://c/>\"^^<http://d/>\n",
        b"<a> <http://b/> \"x\" .\n",
        b"<http://a/> <http://b/> \"\xC3\xA9\\u00e9\" .\r\n",
        b".\n",
        b"@en .\n",
    ];

    const ELEMENTS: &[&[u8]] = &[
        b"<url><loc>http://a/b?c=1&amp;d</loc></url>",
        b"<url>\n<loc> c </loc><lastmod>1</lastmod></url>\n",
        b"\n",
        b"<!-- <url><loc>http://no/</loc></url> -->",
        b"<url><loc><![CDATA[http://a/</url>]]></loc></url>",
        b"<url/>",
        b"<url xml:base='d/' a='>'><loc>e</loc></url>",
        b"<?x </url>?>",
        b"text",
        b"<url><loc>&no;f</loc></url>",
    ];

    /// What is found in a document.
    fn links(around: &Surroundings, document: &[u8]) -> Vec<String> {
        let mut all = Vec::new();
        let mut sink = |_: &crate::Document<'_>, found: Found<'_>| match found {
            Found::Document => all.push("document".to_owned()),
            Found::Link { link, target, .. } => {
                let (reference, text) = (link.reference, link.text());
                all.push(format!("{}..{} {reference} {target:?} {text:?}", link.start, link.end));
            }
            Found::Fault(fault) => all.push(format!("{fault:?}")),
            Found::Unread(unread) => all.push(unread.name().into()),
        };
        around.links(document, &mut sink).unwrap();
        all
    }

    const NEW: [&str; 3] = ["https://new.example/a?b='(c)'&d=%20&amp;e*_~;#f", "b:", "http://x/*"];

    /// A document whose links change, by the text of each, and its changes.
    fn rewritten(around: &Surroundings, document: &[u8], is_whole: bool) -> Rewritten {
        let mut rule = |link: &crate::Link<'_>, target: &Result<_, _>| {
            let at = link.reference.len() % 4;
            Ok(NEW.get(at).filter(|_| target.is_ok()).map(|&new| new.to_owned()))
        };
        if is_whole {
            return around.rewrite(document, &mut rule);
        }
        let mut all = around.rewrite(b"", &mut |_, _| Ok(None));
        let mut before = Vec::new();
        let mut take = |old: &[u8], new: Rewritten| {
            before.extend_from_slice(old);
            all.document.extend(new.document);
            all.kind = new.kind;
            all.changes.extend(new.changes);
            all.left.extend(new.left);
            all.faults.extend(new.faults);
            Ok(())
        };
        around.rewrite_pieces(document, &mut rule, &mut take).unwrap();
        assert!(before == document);
        all
    }

    /// A document of pieces has what it has as a whole, and changes as it does as a whole; if some changes are taken back, which
    /// is decided by pieces then, the laws hold.
    fn agrees(around: &Surroundings, document: &[u8], name: &str) -> usize {
        let mut whole = around.clone();
        whole.piece = usize::MAX;
        let expected = links(&whole, document);
        let found = links(around, document);
        if let Some(at) = (0..=expected.len()).find(|&at| found.get(at) != expected.get(at)) {
            assert_eq!(found.get(at), expected.get(at), "{name}");
        }
        let [all, by_pieces] = [true, false].map(|is_whole| rewritten(around, document, is_whole));
        if all.left.is_empty() && by_pieces.left.is_empty() {
            assert_eq!(
                String::from_utf8_lossy(&by_pieces.document),
                String::from_utf8_lossy(&all.document),
                "{name}"
            );
            assert_eq!(by_pieces, all, "{name}");
        }
        let after = links(&whole, &by_pieces.document);
        assert_eq!(after.len(), expected.len(), "{name}: {:?}", by_pieces.left);
        let (mut at, mut behind) = (0, 0);
        for change in &by_pieces.changes {
            let places: [Range<usize>; 2] = [at..change.place.start, behind..change.written.start];
            assert_eq!(
                document[places[0].clone()],
                by_pieces.document[places[1].clone()],
                "{name}"
            );
            (at, behind) = (change.place.end, change.written.end);
        }
        assert_eq!(document[at..], by_pieces.document[behind..], "{name}");
        by_pieces.changes.len()
    }

    #[test]
    fn a_document_of_pieces_is_that_of_one() {
        let mut numbers = Numbers(87);
        let mut changes = [0; 3];
        let rounds = if std::env::var_os("NAPKIN_DEEP").is_some() { 5000 } else { 150 };
        for round in 0..rounds {
            let (kind, begin, pieces): (_, &[u8], _) = match round % 6 {
                0 => (Kind::NQuads, b"", LINES),
                1 => (Kind::Xml, b"<?xml version='1.0'?><!-- > --><urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' xml:base='http://r/'>", ELEMENTS),
                2 => (Kind::Text, b"{", TEXT),
                _ => (Kind::Text, b"", TEXT),
            };
            // Few of the pieces, or all.
            let first = numbers.below(pieces.len());
            let some = &pieces[first..(first + 1 + numbers.below(pieces.len())).min(pieces.len())];
            let len = 1 + numbers.below(30_000);
            let mut document = numbers.text(begin, some, len);
            if kind == Kind::Xml && numbers.below(4) > 0 {
                document.extend_from_slice(b"</urlset>\n<!-- <loc>http://no/</loc> -->");
            }
            let mut around = Surroundings::default().of_kind(kind).retrieved_from("http://h/x/");
            around.piece = 1 + numbers.below(3000);
            let label = ["utf-8", "windows-1252", "shift_jis", "gb18030"]
                [numbers.below(8).saturating_sub(4)];
            around = around.in_encoding(CharacterEncoding::labelled(label).unwrap());
            let name = format!("{round} {kind:?} {label} {}", around.piece);
            changes[round % 6 % 3] += agrees(&around, &document, &name);
        }
        assert!(changes.iter().all(|&count| count > 1000), "{changes:?}");
    }
}
