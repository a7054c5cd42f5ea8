//! Compares extraction with a literal implementation of its procedure, and piece-wise reading with reading at once;
//! and tests hostile text.

use std::io::Read;
use std::ops::ControlFlow;

use crate::support::{Numbers, rounds, size};
use napkin::Start;
use napkin::edition::{DRAFT1997, DRAFT2003, RFC1738, RFC2396, RFC3986, RFC3987};
use napkin::{ByteSet, Edition};
use napkin_context::{Delimiter, Extractor, Find, Schemes};

const PIECES: &[&[u8]] = &[
    b"http://h/",
    b"http:",
    b"HTTP://h",
    b"URL:",
    b"url: ",
    b"mailto:a@b",
    b"note:",
    b"foo://x",
    b"://",
    b":",
    b"<",
    b">",
    b"<",
    b">",
    b"\"",
    b"\"",
    b"'",
    b"`",
    b"(",
    b")",
    b"[",
    b"]",
    b"{",
    b"}",
    b" ",
    b" ",
    b"\n",
    b"-\n  ",
    b"-",
    b"\r\n\t",
    "\u{a0}".as_bytes(),
    b"a",
    b"b/c",
    b"?q=1",
    b"#f",
    b"%41",
    b"%",
    b".",
    b",",
    b";",
    b"!",
    b"?",
    b"=",
    b"*",
    b"_",
    b"[::1]",
    b"1",
    b"1.2",
    b"www.h.org",
    b"x.y",
    b"localhost:80",
    b"@",
    b"&amp;",
    "\u{e9}".as_bytes(),
    b"\xff",
    b"\0",
    b"\\",
    b"|",
];

/// Non-ASCII characters that an IRI has, that end it, and that it has in its query only; and an octet that is not UTF-8.
const BEYOND_ASCII: &[&[u8]] = &[
    b"http://h/\xe9",
    "http://h/\u{e9}".as_bytes(),
    "\u{65e5}\u{672c}".as_bytes(),
    "\u{3002}".as_bytes(),
    "\u{3000}".as_bytes(),
    "\u{2018}".as_bytes(),
    "\u{2019}".as_bytes(),
    "\u{2026}".as_bytes(),
    "?\u{e000}".as_bytes(),
    "\u{1f600}".as_bytes(),
    "\u{1f600}".as_bytes().split_at(2).0,
];

fn is_space(text: &[u8]) -> usize {
    match text {
        [b'\t'..=b'\r' | b' ', ..] => 1,
        [0xC2, 0xA0, ..] => 2,
        _ => 0,
    }
}

fn trim(mut text: &[u8]) -> &[u8] {
    while is_space(text) > 0 {
        text = &text[is_space(text)..];
    }
    loop {
        text = match text {
            [rest @ .., b'\t'..=b'\r' | b' '] | [rest @ .., 0xC2, 0xA0] => rest,
            _ => return text,
        };
    }
}

fn without_prefix(text: &[u8]) -> (&[u8], bool) {
    match text.get(..4) {
        Some(prefix) if prefix.eq_ignore_ascii_case(b"url:") => (&text[4..], true),
        _ => (text, false),
    }
}

fn likely(text: &[u8]) -> bool {
    let Some(colon) = text.iter().position(|&byte| byte == b':') else { return false };
    let scheme = str::from_utf8(&text[..colon]).unwrap_or_default();
    text[colon + 1..].starts_with(b"//") || Schemes::registered().know(scheme)
}

/// The procedure as the sheet describes it, slowly: (URI, start, end, before, is bare).
fn literal(edition: &'static Edition, text: &[u8]) -> Vec<(Vec<u8>, usize, usize)> {
    let uri = edition.unreserved.or(edition.reserved).or(ByteSet::of(b"%#"));
    let valid =
        |text: &[u8]| !text.is_empty() && edition.parse_bytes(Start::UriReference, text).is_ok();
    let has_scheme = |text: &[u8]| {
        edition.parse_bytes(Start::UriReference, text).is_ok_and(|uri| uri.scheme().is_some())
    };
    let colon_first = |inside: &[u8]| {
        let colon = inside.iter().position(|&byte| byte == b':');
        let space = (0..inside.len()).find(|&at| is_space(&inside[at..]) > 0);
        colon.is_some_and(|colon| space.is_none_or(|space| colon < space))
    };
    let mut finds = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let wrapper = match text[at] {
            b'<' => text[at + 1..]
                .iter()
                .position(|byte| b"<>".contains(byte))
                .filter(|&end| text[at + 1 + end] == b'>'),
            b'"' => text[at + 1..].iter().position(|&byte| byte == b'"'),
            _ => None,
        };
        if let Some(len) = wrapper {
            let quote = text[at] == b'"';
            let (inside, prefixed) = without_prefix(trim(&text[at + 1..at + 1 + len]));
            let inside = trim(inside);
            let mut joined = Vec::new();
            let mut rest = inside;
            while let Some(&byte) = rest.first() {
                let mut space = 0;
                while is_space(&rest[space..]) > 0 {
                    space += is_space(&rest[space..]);
                }
                if space == 0 {
                    joined.push(byte);
                    rest = &rest[1..];
                    continue;
                }
                if quote && !rest[..space].iter().any(|byte| b"\r\n".contains(byte)) {
                    joined.extend_from_slice(&rest[..space]);
                }
                rest = &rest[space..];
            }
            let enough = prefixed
                || has_scheme(&joined) && colon_first(inside) && (!quote || likely(inside));
            if valid(&joined) && enough {
                let start = inside.as_ptr() as usize - text.as_ptr() as usize;
                finds.push((joined, start, start + inside.len()));
                at += len + 2;
                continue;
            }
        }
        let opens = at == 0
            || b"\t\n\x0B\x0C\r (<[{\"'`".contains(&text[at - 1])
            || text[..at].ends_with(b"\xC2\xA0");
        if text[at].is_ascii_alphabetic() && opens {
            let in_uri = |byte: &u8| !uri.contains(*byte) || byte.is_ascii_whitespace();
            let len = text[at..].iter().position(in_uri).unwrap_or(text.len() - at);
            let (mut run, _) = without_prefix(&text[at..at + len]);
            let start = at + len - run.len();
            loop {
                let matched = |open: u8, close: u8| {
                    let mut depth = 0;
                    let mut matched = false;
                    for &byte in run {
                        matched = byte == close && depth > 0;
                        depth = if byte == open { depth + 1 } else { depth - usize::from(matched) };
                    }
                    matched
                };
                run = match run {
                    [rest @ .., b'.' | b',' | b';' | b':' | b'!' | b'?' | b'\'' | b'`'] => rest,
                    [rest @ .., b')'] if !matched(b'(', b')') => rest,
                    [rest @ .., b']'] if !matched(b'[', b']') => rest,
                    _ => break,
                };
            }
            // The word continues with a letter that is not allowed in a URI, or is empty.
            let behind = &text[at + len..];
            let cut = behind.first().is_some_and(|&first| first >= 0xC0) && is_space(behind) == 0;
            let colon = run.iter().position(|&byte| byte == b':').unwrap_or_default();
            let rest = run[colon..].strip_prefix(b"://");
            let nothing = matches!(rest, Some([] | [b'?'] | [b'#', ..] | [b'?', b'#', ..]));
            // A word and a number, as `port:80`.
            let number = run.get(colon + 1..).unwrap_or_default();
            let is_number = !number.is_empty() && number.iter().all(u8::is_ascii_digit);
            let of_numbers = ["callto", "facetime", "fax", "modem", "sms", "tel"];
            let is_label = is_number
                && !of_numbers
                    .iter()
                    .any(|known| known.as_bytes().eq_ignore_ascii_case(&run[..colon]));
            if valid(run) && has_scheme(run) && likely(run) && !cut && !nothing && !is_label {
                finds.push((run.to_vec(), start, start + run.len()));
            }
            at += len.max(1);
        } else {
            at += 1;
        }
    }
    finds
}

/// Everything that the procedure finds is found, and nothing else in its place. One exception: if a URI contains
/// the partner of an opening character before it, the URI ends there.
#[test]
fn finds_what_the_literal_procedure_finds() {
    let mut numbers = Numbers(5);
    let (mut found, mut cut) = (0, 0);
    for round in 0..rounds(60_000) {
        let edition = [RFC3986, DRAFT2003, RFC2396, DRAFT1997][round % 4];
        let text = numbers.text(PIECES, 24);
        let extractor = Extractor::new(edition);
        let finds: Vec<_> = extractor.find(&text).collect();
        let shown = String::from_utf8_lossy(&text);
        for (uri, start, end) in literal(edition, &text) {
            let same = finds.iter().any(|find| {
                (find.start, find.end) == (start as u64, end as u64) && find.uri.as_bytes() == uri
            });
            // Only a bracket or a quote just before it, or before its prefix, cuts a URI short; the text after its
            // partner is then scanned too.
            let before = &text[..start];
            let before = match before.len().checked_sub(4) {
                Some(prefix) if without_prefix(&before[prefix..]).1 => &before[..prefix],
                _ => before,
            };
            let opened = before.last().is_some_and(|byte| b"(['".contains(byte));
            let in_cut =
                finds.iter().any(|find| find.end > start as u64 && find.start < start as u64);
            // Without it, nothing may remain.
            let behind = uri.iter().skip_while(|&&byte| byte != b':');
            let hollow = behind.copied().all(|byte| b"*_~.,;:!?'`)]/".contains(&byte));
            // Emphasis that began before the URI is removed at its end.
            let ends = |from: u64| {
                text[from as usize..end].iter().all(|byte| b"*_~.,;:!?'`)]".contains(byte))
            };
            let emphasis = finds
                .iter()
                .any(|find| find.start == start as u64 && find.end < end as u64 && ends(find.end));
            assert!(
                same || opened || in_cut || emphasis || hollow,
                "{shown:?}: {} in {finds:?}",
                String::from_utf8_lossy(&uri)
            );
            found += usize::from(same);
            cut += usize::from(!same);
        }
        let mut last = 0;
        for find in &finds {
            assert!(find.start >= last && find.end > find.start, "{shown:?}: {finds:?}");
            last = find.end;
            assert_eq!(find.raw, &text[find.start as usize..find.end as usize]);
            assert!(edition.parse(&find.uri).is_ok(), "{shown:?}: {find:?}");
        }
    }
    println!("{found} found, {cut} cut short");
    assert!(found > rounds(10_000) && cut < found / 100);
}

/// Skipping most colons gives the finds of inspecting each: inspecting each is forced by searching for host names,
/// of which the text has none.
#[test]
fn no_colon_is_passed_by_that_counts() {
    let pieces: Vec<_> = PIECES
        .iter()
        .copied()
        .filter(|piece| !piece.contains(&b'.') && !piece.starts_with(b"localhost"))
        .chain(BEYOND_ASCII.iter().copied())
        .chain([&b"the server wrote "[..], b"12:30 ", b"map::get", &[b'x'; 70], b"a:", b"\tHTTP :"])
        .collect();
    let mut numbers = Numbers(11);
    let mut found = 0;
    for round in 0..rounds(20_000) {
        let edition = [RFC3986, RFC3987, DRAFT2003, RFC2396][round % 4];
        let schemes = [Schemes::registered(), Schemes::only(["http", "foo"]), Schemes::Any];
        let extractor = Extractor::new(edition).schemes(schemes[round / 3 % 3].clone());
        let mut text = numbers.text(&pieces, 200);
        text.retain(|&byte| byte != b'.');
        let finds: Vec<_> = extractor.find(&text).map(|find| owned(&find)).collect();
        let each = extractor.suffixes(true);
        let all: Vec<_> = each.find(&text).map(|find| owned(&find)).collect();
        assert_eq!(finds, all, "{:?}", String::from_utf8_lossy(&text));
        found += finds.len();
    }
    assert!(found > rounds(20_000), "{found}");
}

#[test]
fn what_stands_before_a_scheme_does_not_hide_it() {
    let text = b"1.http://a/ +http://b/ http://c/ x-ftp://d/ 2.ftp://e/ +http:f";
    let wanted = Extractor::default().schemes(Schemes::only(["http"]));
    let finds: Vec<_> = wanted.find(text).map(|find| find.uri.to_string()).collect();
    assert_eq!(finds, ["http://a/", "http://b/", "http://c/", "http:f"]);
}

/// Returns its text in pieces of odd lengths.
struct Pieces<'t>(&'t [u8], Numbers);

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let most = buffer.len().min(self.0.len());
        let len = most.min(1 + self.1.below(7));
        buffer[..len].copy_from_slice(&self.0[..len]);
        self.0 = &self.0[len..];
        Ok(len)
    }
}

fn owned(find: &Find<'_>) -> (String, Vec<u8>, u64, u64, Delimiter, Option<Vec<u8>>) {
    let prefix = find.prefix.map(<[u8]>::to_vec);
    (find.uri.to_string(), find.raw.to_vec(), find.start, find.end, find.delimiter, prefix)
}

#[test]
fn piece_by_piece_is_the_same_as_all_at_once() {
    let pieces = [PIECES, BEYOND_ASCII].concat();
    let mut numbers = Numbers(7);
    let mut found = 0;
    for round in 0..rounds(20_000) {
        let edition = [RFC3986, RFC1738, DRAFT1997, RFC3987][round % 4];
        let text = numbers.text(&pieces, 40);
        let extractor = Extractor::new(edition).suffixes(round % 2 == 0);
        let whole: Vec<_> = extractor.find(&text).map(|find| owned(&find)).collect();
        let mut pieces = Vec::new();
        let reader = Pieces(&text, Numbers(round as u64));
        let read = extractor.read(reader, |find| {
            pieces.push(owned(&find));
            ControlFlow::Continue(())
        });
        read.unwrap();
        assert_eq!(pieces, whole, "{:?}", String::from_utf8_lossy(&text));
        found += whole.len();
    }
    assert!(found > rounds(5_000), "{found}");
}

/// Long text that begins many constructs and ends none.
#[test]
fn hostile_text_takes_linear_time() {
    let beginnings: &[&[u8]] = &[
        b"<",
        b"\"",
        b"<URL:",
        b"\"URL:",
        b"<http:",
        b"\"http:",
        b"(http:%",
        b"http://x/(",
        b"a:",
        b"a:b ",
        b"a:[ ",
        b"a:*",
        b":",
        b"'http://h/'",
        b"[http://h/%[",
        b"http:(",
        b"www.",
        b"(www.h.org@",
        b"-\n",
        b" ",
        b"URL:",
        b"\0",
        b"a",
        b"http://h/-\n",
        b"\xff",
        b"http:\xe9",
        b"http://h/\xe9:",
        b"\xc2\xa0",
        b"(((http://h/)",
        b"x.y,",
    ];
    for beginning in beginnings {
        let mut text = beginning.repeat(size(8 << 20) / beginning.len());
        text.extend_from_slice(b" http://example.com/end");
        for suffixes in [false, true] {
            let extractor = Extractor::new(RFC3986).suffixes(suffixes).schemes(Schemes::Any);
            let mut last = None;
            let read = extractor.read(&*text, |find| {
                last = Some(find.uri.to_string());
                ControlFlow::Continue(())
            });
            read.unwrap();
            // After an open quote or bracket, the last URI does not belong to it.
            assert_eq!(last.as_deref(), Some("http://example.com/end"), "{beginning:?}");
        }
        let mut last = None;
        let read = Extractor::default().read_all(&*text, |read| {
            last = read.ok().map(|find| find.uri.to_string());
            ControlFlow::Continue(())
        });
        read.unwrap();
        assert_eq!(last.as_deref(), Some("http://example.com/end"), "{beginning:?}");
    }
}

#[test]
fn a_uri_longer_than_the_longest_is_left_out() {
    let long = [b"http://h/", &[b'a'; 100][..]].concat();
    let text = [&long, &b" <"[..], &long, b"> \"", &long, b"\" http://h/"].concat();
    let extractor = Extractor::default().longest(64);
    let finds: Vec<_> = extractor.find(&text).map(|find| find.uri.to_string()).collect();
    assert_eq!(finds, ["http://h/"]);
    assert_eq!(Extractor::default().find(&text).count(), 4);
}

#[test]
fn stops_when_it_is_told_to() {
    let mut seen = 0;
    let read = Extractor::default().read(&b"http://a/ http://b/"[..], |_| {
        seen += 1;
        ControlFlow::Break(())
    });
    read.unwrap();
    assert_eq!(seen, 1);
}

/// Host names without a scheme, in text of several scripts.
#[test]
fn names_beyond_ascii_are_completed() {
    let extractor = Extractor::default().suffixes(true);
    for (text, finds) in [
        (
            "Siehe bücher.example und straße.de/weg?ä=ö#ü.",
            &["bücher.example", "straße.de/weg?ä=ö#ü"][..],
        ),
        ("Die Größe. Übrigens ist z.B. Ärger.Ö ein Satz", &[]),
        (
            "Смотри пример.рф/путь, и пример.испытание. конец.Начало",
            &["пример.рф/путь", "пример.испытание"],
        ),
        (
            "（例え.jp）和「例え.テスト/路径」。请访问www.example.com。",
            &["例え.jp", "例え.テスト/路径", "www.example.com"],
        ),
        ("请访问 例子.中国，谢谢。paral·lel.cat", &["例子.中国", "paral·lel.cat"]),
        ("１２７.０.０.１ ab--é.example -é.example é-.example 😀.example א1.1a.example", &[]),
        ("é..example .é.example é.e xé.xn--p1ai:80/", &["xé.xn--p1ai:80/"]),
    ] {
        let found: Vec<_> =
            extractor.find(text.as_bytes()).map(|find| find.uri.to_string()).collect();
        let wanted: Vec<_> = finds.iter().map(|name| format!("http://{name}")).collect();
        assert_eq!(found, wanted, "{text}");
        let by_uris = Extractor::new(RFC3986).suffixes(true);
        assert!(by_uris.find(text.as_bytes()).all(|find| find.uri.is_ascii()), "{text}");
    }
    let completed = Extractor::default().complete("пример.рф".as_bytes(), None).unwrap();
    assert_eq!(completed.uri, "http://пример.рф");
}

/// A URI followed directly by a letter that is not allowed in one is not a find, in any wrapper and edition; a URI
/// before punctuation is.
#[test]
fn words_that_go_on_are_no_finds() {
    for edition in [DRAFT1997, RFC2396, DRAFT2003, RFC3986] {
        let extractor = Extractor::new(edition).suffixes(true);
        for word in [
            "http://b\u{fc}cher.example/",
            "http://h/wiki/K\u{e4}se",
            "http://h/Ka\u{308}se",
            "ftp.b\u{fc}cher.de/x",
        ] {
            for (before, after) in [
                ("", ""),
                (" ", " "),
                ("<", ">"),
                ("\"", "\""),
                ("(", ")"),
                ("<URL:", ">"),
                ("**", "**"),
            ] {
                let text = [before, word, after].concat();
                assert_eq!(extractor.find(text.as_bytes()).next(), None, "{text}");
            }
        }
        for text in [
            "\u{201c}http://h/a\u{201d}",
            "http://h/a\u{3002}",
            "http://h/a\u{2014}b",
            "http://h/a\u{a0}b",
            "\u{ab}http://h/a\u{bb}",
        ] {
            let finds: Vec<_> =
                extractor.find(text.as_bytes()).map(|find| find.uri.to_string()).collect();
            assert_eq!(finds, ["http://h/a"], "{text}");
        }
    }
}
