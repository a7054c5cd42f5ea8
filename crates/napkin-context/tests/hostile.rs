//! Hostile documents: each is read to its end, in linear time and bounded memory, and the link at its end is found
//! if the format allows.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::write::GzEncoder;
use napkin::edition::{EDITIONS, RFC3986};
use napkin_context::{Also, Found, Kind, Surroundings};

const SIZE: usize = 4 << 20;

/// The number of links, the number of broken ones, the last target, and the errors.
#[derive(Debug, Default, PartialEq)]
struct Seen {
    links: usize,
    broken: usize,
    last: Option<String>,
    faults: Vec<&'static str>,
}

fn read(kind: Kind, document: &[u8]) -> Seen {
    read_from(&Surroundings::new(RFC3986).of_kind(kind).retrieved_from("http://r/"), document)
}

fn read_from(surroundings: &Surroundings, document: impl Read) -> Seen {
    let mut seen = Seen::default();
    let read = surroundings.links(document, &mut |_, found| match found {
        Found::Link { target: Ok(target), .. } => {
            seen.links += 1;
            if let napkin::Target::Uri(uri) = target {
                seen.last = Some(uri);
            }
        }
        Found::Link { .. } => seen.broken += 1,
        Found::Fault(fault) => seen.faults.push(fault.kind.name()),
        Found::Document | Found::Unread(_) => {}
    });
    read.unwrap();
    seen
}

fn repeated(piece: &str, end: &str) -> Vec<u8> {
    let mut document = piece.repeat(crate::support::size(SIZE) / piece.len()).into_bytes();
    document.extend_from_slice(end.as_bytes());
    document
}

#[test]
fn html() {
    let end = "\"'>--></script></style></title></textarea></a><a href=end>";
    for piece in [
        "<div>",
        "<b",
        "<",
        "&",
        "&amp",
        "<a href=",
        "<a href=' '",
        "<!--",
        "</",
        "<script>",
        "<style>a{",
        "<base href=x>",
        "<base href='http://b/'>",
        "<a b=1 ",
        "<meta http-equiv=refresh content=5;",
        "\0",
        "<img srcset='a 1x,",
        "<title>",
        "<svg><style>",
        "<svg>",
        "<svg><desc>",
        "<math><mi>",
        "</svg>",
        "<svg><![CDATA[",
        "<template>",
        "<base ",
        "x",
    ] {
        let seen = read(Kind::Html, &repeated(piece, end));
        assert_eq!(seen.faults, [""; 0], "{piece}");
        // Some of these leave the last link inside an open construct.
        if ["<div>", "<", "&", "&amp", "x", "\0", "<base href=x>", "<title>"].contains(&piece) {
            assert!(
                seen.last.as_ref().is_some_and(|last| last.ends_with("/end")),
                "{piece} {seen:?}"
            );
        }
    }
    // One attribute with very many references, whose raw text is longer than decoded.
    let sources = ["<img srcset='", &"a&amp;b.png 1x, ".repeat(200_000), "'>"].concat();
    assert_eq!(read(Kind::Html, sources.as_bytes()).links, 200_000);
    // If a base as long as the document were accepted, every target would contain it. Its own link is the first.
    let long = ["<base href='http://h/", &"a/".repeat(100_000), "'>", &"<a href=b>".repeat(1000)];
    let seen = read(Kind::Html, long.concat().as_bytes());
    assert_eq!((seen.links, seen.broken), (1, 1000), "{:?}", seen.faults);
    let mut broken = b"<a href='\xff\xfe'><a href='\xc3\xa9'>".repeat(1000);
    broken.extend_from_slice(b"<a href=end>");
    assert_eq!(read(Kind::Html, &broken).broken, 2000);
    // A tag with very many attributes, all of which are requested.
    let names = (0..200_000).map(|n| format!(" a{n}=b")).collect::<Vec<_>>().concat();
    let around = Also::ALL.into_iter().fold(Surroundings::new(RFC3986), Surroundings::also);
    let tag = format!("<a{names} data-src=c data-src=d href=e>");
    assert_eq!(
        read_from(&around.of_kind(Kind::Html).or_default("http://r/"), tag.as_bytes()).links,
        2
    );
}

#[test]
fn xml() {
    let nested = |piece: &str, count: usize| [&piece.repeat(count), "<a href='end'/>"].concat();
    let seen = read(Kind::Xml, nested("<x>", 60_000).as_bytes());
    // The elements do not end.
    assert_eq!((seen.links, seen.faults.len()), (1, 1));
    // Deeper than the parser's limit.
    assert_eq!(read(Kind::Xml, nested("<x>", 100_000).as_bytes()).faults, ["not-well-formed"]);
    // 100,000 bases, and all of them remain in memory.
    let beside = ["<r>", &"<x xml:base='a/' href='b'/>".repeat(100_000), "</r>"].concat();
    let seen = read(Kind::Xml, beside.as_bytes());
    assert_eq!((seen.links, seen.last.as_deref()), (100_000, Some("http://r/a/b")));
    // Nested bases get longer and longer, so their length is limited.
    let seen = read(Kind::Xml, nested("<x xml:base='a/'>", 60_000).as_bytes());
    assert_eq!((seen.links, seen.broken), (0, 1));
    let entities = "<!DOCTYPE r [<!ENTITY a '&b;&b;'><!ENTITY b '&c;&c;'>]><r href='&a;'>&a;</r>";
    assert_eq!(read(Kind::Xml, entities.as_bytes()).broken, 1);
    // Entities that would expand to gigabytes: expansion stops, and an error is reported.
    let mut bomb = "<!DOCTYPE r [<!ENTITY a0 'lolololololol'>".to_owned();
    for n in 1..30 {
        let references = format!("&a{};", n - 1).repeat(10);
        bomb.extend(["<!ENTITY a", &n.to_string(), " '", &references, "'>"]);
    }
    bomb.push_str("]><r>");
    bomb.push_str(&"<a href='&a29;'/><link>&a29;</link>".repeat(100));
    bomb.push_str("<a href='end'/></r>");
    let seen = read(Kind::Xml, bomb.as_bytes());
    assert_eq!((seen.last.as_deref(), seen.faults), (Some("http://r/end"), vec!["not-expanded"]));
    for piece in
        ["<", "&", "<!--", "<![CDATA[", "<x a='", "<?pi ", "<!DOCTYPE ", "]]>", "<loc>", "x\0"]
    {
        read(Kind::Xml, &repeated(piece, "<a href='end'/>"));
    }
}

#[test]
fn css() {
    for piece in
        ["{", "(", "[", "url(", "url(\"", "a{", "@import ", "\\", "/*", "image-set(", "'", "f("]
    {
        let seen = read(Kind::Css, &repeated(piece, "\"')}*/\n url(end)"));
        assert_eq!(seen.faults, [""; 0], "{piece}");
        if ["{", "(", "[", "a{", "image-set(", "f("].contains(&piece) {
            assert_eq!(seen.last.as_deref(), Some("http://r/end"), "{piece}");
        }
    }
    assert_eq!(read(Kind::Css, b"a{b:url(\xff)} c{d:url(e)}").links, 1);
}

#[test]
fn markdown() {
    for piece in ["[", "[a](", "![", "<", "> ", "* ", "`", "[a]: b\n", "<b>", "\n", "[](<", "**"] {
        let document = &repeated(piece, "\n\n[a](end)")[..];
        let document = &document[document.len() - document.len().min(1 << 20)..];
        read(Kind::Markdown, document);
    }
    let many = "[a](b) ![c](d) [e] <http://h/>\n\n[e]: f\n\n".repeat(10_000);
    assert_eq!(read(Kind::Markdown, many.as_bytes()).links, 40_000);
}

#[test]
fn turtle() {
    let last = Some("http://r/end".to_owned());
    for piece in [
        "[",
        "<a> ",
        "a.",
        "true.",
        ". ",
        "_:a.. ",
        ":a.. ",
        "'a' ",
        "\"\\\"\"@a-b ",
        "''''''",
        "# <\n",
        "<<",
        "1e5 ",
        "<\\u0061>",
        ":\\~%",
    ] {
        let document = [b"@prefix : <x> . ", &*repeated(piece, "\n<end> .")].concat();
        let seen = read(Kind::Turtle, &document);
        assert_eq!((seen.faults, seen.last), (vec![], last.clone()), "{piece}");
    }
    for piece in
        ["<a ", "'''a\\", "'", "\"", "@", "a-", ":a\\\\", "b:", "@base ", "@prefix a", "=>"]
    {
        let seen = read(Kind::Turtle, &repeated(piece, "\n<end>"));
        assert_eq!(seen.faults, ["not-turtle"], "{piece}");
    }
    // Every base is relative to the one before it, and too long in the end.
    let seen =
        read(Kind::Turtle, ["@base <a/> .".repeat(12_000), "<end>".into()].concat().as_bytes());
    assert_eq!((seen.links, seen.broken), (0, 1));
    // Every name would repeat the IRI of its prefix.
    let long = ["@prefix : <", &"a".repeat(20_000), "> .", &":a ".repeat(1000)].concat();
    assert_eq!(read(Kind::Turtle, long.as_bytes()).faults, ["too-large"]);
}

#[test]
fn messages() {
    let multipart = |number: usize| {
        format!("Content-Type: multipart/mixed; boundary=b{number}\r\n\r\n--b{number}\r\n")
    };
    let nested: String = (0..20_000).map(multipart).collect();
    assert_eq!(read(Kind::Mime, nested.as_bytes()).faults, ["not-a-message"]);
    let nested = "Content-Type: message/rfc822\r\n\r\n".repeat(100_000);
    assert_eq!(read(Kind::Mime, nested.as_bytes()).faults, ["not-a-message"]);
    // No part has the boundary of its multipart.
    let endless =
        "--b\r\nContent-Type: multipart/mixed; boundary=missing\r\n\r\n\r\n".repeat(60_000);
    let endless = ["Content-Type: multipart/mixed; boundary=b\r\n\r\n", &endless].concat();
    assert_eq!(read(Kind::Mime, endless.as_bytes()).faults, ["truncated"]);
    // Each line may be a delimiter of every multipart around it.
    let open: String = (0..250).map(multipart).collect();
    let lines = ["\r\n", &"--b\r\n".repeat(crate::support::size(SIZE)), "http://h/"].concat();
    let seen = read(Kind::Mime, [open, lines].concat().as_bytes());
    assert_eq!((seen.links, seen.faults), (1, vec!["truncated"]));
    let parts = "--b\r\n\r\nx\r\n".repeat(70_000);
    let parts = ["Content-Type: multipart/mixed; boundary=b\r\n\r\n", &parts].concat();
    assert_eq!(read(Kind::Mime, parts.as_bytes()).faults, ["not-a-message"]);
    let lines = "a: b\r\n".repeat(140_000);
    let encoded =
        "Content-Type: message/global\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n";
    // In more encodings than that, it is not decoded.
    for (times, fault) in [(0, "not-a-message"), (1, "not-a-message"), (4, "not-readable")] {
        let lines = [&encoded.repeat(times), &*lines].concat();
        assert_eq!(read(Kind::Mime, lines.as_bytes()).faults, [fault]);
    }
    let many = "--b\r\nContent-Type: text/html\r\n\r\n<a href=x>\r\n".repeat(50_000);
    let many = ["Content-Type: multipart/mixed; boundary=b\r\n\r\n", &many, "--b--"].concat();
    assert_eq!(read(Kind::Mime, many.as_bytes()).links, 50_000);
    for piece in
        ["a: b\r\n", "a: ", "\r\n", "--", ":", "Content-Type: text/html\r\n", "\0", "=\r\n", " "]
    {
        read(Kind::Mime, &repeated(piece, "\r\n\r\nhttp://h/"));
    }
}

#[test]
fn responses_and_archives() {
    for piece in
        ["HTTP/1.1 301 x\r\nLocation: a\r\n\r\n", "HTTP/1.1 200 OK\r\n", "a: b\r\n", "HTTP/"]
    {
        let seen = read(Kind::Http, &repeated(piece, "HTTP/1.1 200 OK\r\n\r\n<a href=end>"));
        println!("{piece:?}: {seen:?}");
    }
    for piece in
        ["WARC/1.0\r\n", "WARC/1.0\r\nContent-Length: 1\r\n\r\n", "a: b\r\n", "\r\n", "WARC/"]
    {
        read(Kind::Warc, &repeated(piece, "WARC/1.0\r\nContent-Length: 9999999999\r\n\r\n"));
    }
    // A header without end, of fields or of a folded field, keeps its first fields.
    for piece in ["A: b\r\n", " c\r\n", "no colon\r\n", "A : \x01\r\n"] {
        let head = ["HTTP/1.1 302 Found\r\nLocation: end\r\n", &piece.repeat(300_000)].concat();
        let seen = read(Kind::Http, head.as_bytes());
        assert!(seen.faults.contains(&"malformed-header"), "{seen:?}");
        assert!(seen.links == 1, "{seen:?}");
    }
    let links = format!("HTTP/1.1 200 OK\r\nLink: {}\r\n\r\n", "<a>; t=\"<b>\", ".repeat(200_000));
    assert_eq!(read(Kind::Http, links.as_bytes()).links, 200_000);
    for (kind, piece) in [
        (Kind::Mbox, "From a\nA: b\n\n"),
        (Kind::Mbox, "From a\n\n"),
        (Kind::Mbox, "From "),
        (Kind::Arc, "http://h/ 1 20000101 text/html 0\n"),
        (Kind::Arc, "http://h/ 1 20000101 text/html 99999999999\n"),
        (Kind::Arc, "h "),
    ] {
        read(kind, &repeated(piece, "\n"));
    }
    // A bomb: each record is read separately, and one that is too large is skipped.
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    let head = "WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\n";
    for len in [64 << 20, 12] {
        write!(packed, "{head}Content-Length: {len}\r\n\r\n").unwrap();
        let block = if len == 12 { b"<a href=end>".to_vec() } else { vec![b' '; len] };
        packed.write_all(&block).unwrap();
        packed.write_all(b"\r\n\r\n").unwrap();
    }
    let packed = packed.finish().unwrap();
    let around = Surroundings::new(RFC3986).or_default("http://r/").largest(1 << 20);
    let seen = read_from(&around.clone().expanding(2000), &*packed);
    assert_eq!((seen.links, seen.faults), (1, vec!["too-large"]));
    // By default, the expansion ratio is limited; the record behind it is read too.
    let seen = read_from(&around, &*packed);
    assert_eq!((seen.links, seen.faults), (1, vec!["too-large"]));
    let mut body = GzEncoder::new(Vec::new(), Compression::fast());
    body.write_all(&vec![b' '; 8 << 20]).unwrap();
    let head = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n".to_vec();
    let response = [head, body.finish().unwrap()].concat();
    assert_eq!(read_from(&around.of_kind(Kind::Http), &*response).faults, ["too-large"]);
}

/// A few hundred bytes that decompress to gigabytes, in each place that may be compressed.
#[test]
fn little_that_becomes_much() {
    let gzip = |bytes: &[u8]| {
        let mut packed = GzEncoder::new(Vec::new(), Compression::best());
        packed.write_all(bytes).unwrap();
        packed.finish().unwrap()
    };
    let much = crate::support::size(64 << 20);
    let once = gzip(&vec![b'['; much]);
    let thrice = gzip(&gzip(&once));
    assert!(thrice.len() < 1000, "{}", thrice.len());
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/markdown\r\n";
    let response = |codings: &str, body: &[u8]| {
        let head = format!("{head}Content-Encoding: {codings}\r\nLink: <a>\r\n\r\n");
        [head.as_bytes(), body].concat()
    };
    let around = |kind| Surroundings::new(RFC3986).of_kind(kind).retrieved_from("http://r/");
    let many = response("gzip, gzip, gzip", &thrice);
    assert_eq!(read_from(&around(Kind::Http), &*many).faults, ["too-large"]);
    assert_eq!(read_from(&around(Kind::Http), &*gzip(&many)).faults, ["too-large"]);
    assert_eq!(read_from(&around(Kind::Markdown), &*once).faults[0], "too-large");
    let record = format!(
        "WARC/1.0\r\nWARC-Type: response\r\nContent-Type: application/http\r\nContent-Length: {}\r\n\r\n",
        many.len()
    );
    let archive = [record.as_bytes(), &many, b"\r\n\r\n"].concat();
    assert_eq!(read_from(&around(Kind::Warc), &*gzip(&archive.repeat(4))).faults, ["too-large"; 4]);
    // A caller can allow more.
    let expected = around(Kind::Html).expanding(1 << 20);
    let page = [&vec![b' '; much][..], b"<a href=end>"].concat();
    assert_eq!(read_from(&expected, &*gzip(&page)).links, 1);
    assert_eq!(read_from(&expected.largest_unpacked(1 << 20), &*gzip(&page)).faults, ["too-large"]);
}

/// A document of many windows gives the links of one that is parsed at once, in the same places.
#[test]
fn markdown_in_windows() {
    const TIMES: usize = 15_000;
    let block = "# [a](b) [late] [Early][]\n\n> [c]: d\n\n* [c]\n  ```\n  [no](x)\n\n  ```\n* <http://h/>\n\n\
        [e]:\n  <f>\n'title'\n\na|b\n-|-\n[e]|![g](h)\n\n<!--\n\n[no](y)\n\n-->\n\n<a href=i>\n\n";
    let first = "[early]: first\n\n[early]: second\n\n";
    let text = [first, &block.repeat(TIMES), "[early]: third\n[late]: last\n"].concat();
    assert!(text.len() > 2 << 20);
    let mut seen = std::collections::BTreeMap::new();
    let around = Surroundings::new(RFC3986).of_kind(Kind::Markdown).retrieved_from("http://r/");
    let result = around.links(text.as_bytes(), &mut |_, found| match found {
        Found::Link { link, .. } => {
            let behind = &text[link.start..];
            assert!(behind.starts_with(link.reference), "{} {}", link.reference, &behind[..20]);
            *seen.entry(link.reference.to_owned()).or_insert(0) += 1;
        }
        Found::Fault(fault) => panic!("{fault}"),
        Found::Document | Found::Unread(_) => {}
    });
    result.unwrap();
    let each = ["b", "d", "f", "first", "h", "http://h/", "i", "last"];
    let expected: Vec<_> = each.iter().map(|reference| (*reference, TIMES)).collect();
    let seen: Vec<_> = seen.iter().map(|(reference, times)| (reference.as_str(), *times)).collect();
    assert_eq!(seen, expected);
    // A block longer than a window is parsed in pieces, which is reported.
    let long = "[a](b) ".repeat(400_000);
    let seen = read(Kind::Markdown, long.as_bytes());
    assert_eq!((seen.links / 100, seen.faults), (4000 - 1, vec!["too-large"]));
}

/// A header with very many references, and ill-formed bytes in it, takes linear time.
#[test]
fn references_in_header_fields() {
    let links = "<a>;\u{e9},".repeat(300_000);
    let response = ["HTTP/1.1 200 OK\r\nLink: ", &links, "\r\n\r\n"].concat();
    assert_eq!(read(Kind::Http, response.as_bytes()).links, 300_000);
    let broken = response.replace('\u{e9}', "\u{1}").into_bytes();
    let broken: Vec<u8> = broken.iter().map(|&byte| if byte == 1 { 0xFF } else { byte }).collect();
    let mut places = Vec::new();
    let around = Surroundings::new(RFC3986).of_kind(Kind::Http).retrieved_from("http://r/");
    let result = around.links(&*broken, &mut |_, found| {
        if let Found::Link { link, .. } = found {
            places.push(link.start);
        }
    });
    result.unwrap();
    assert_eq!((places.len(), places[0]), (300_000, 24));
    assert!(places.iter().all(|&place| broken[place..].starts_with(b"a>")));
}

/// Encodings in which bytes of markup have other meanings, and the mapping of places in them.
#[test]
fn encodings() {
    for (label, piece) in [
        ("iso-2022-jp", &b"\x1B$B<\"&<\x1B(B<a href=b>"[..]),
        ("iso-2022-jp", b"\x1B$B\x1B$B\x1B(B"),
        ("shift_jis", b"\x83\x5C<a href=b>"),
        ("gb18030", b"\x81\x30\x81\x30<a href=b>"),
        ("utf-16le", b"<\0a\0 \0h\0r\0e\0f\0=\0b\0>\0"),
        ("utf-16be", b"\xD8\x00\xD8\x00"),
        ("utf-8", b"\xFF<a href=b>"),
        ("windows-1252", b"\x80<a href=b>"),
    ] {
        let head = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset={label}\r\n\r\n");
        let document = [head.as_bytes(), &piece.repeat(20_000)].concat();
        let seen = read(Kind::Http, &document);
        let links = if piece.contains(&b'h') { 20_000 } else { 0 };
        assert_eq!((seen.links, seen.broken), (links, 0), "{label}");
    }
}

/// A line of some megabytes, bytes that are not text, and every prefix of a document of each kind.
#[test]
fn anything_goes() {
    let line = vec![b'a'; SIZE];
    let noise: Vec<u8> =
        (0..100_000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    for kind in Kind::ALL {
        for edition in EDITIONS {
            let around = Surroundings::new(*edition).of_kind(kind).retrieved_from("http://r/");
            read_from(&around, &*noise);
        }
        read(kind, &line);
        read(kind, b"");
        read(kind, b"\xef\xbb\xbf\0\0");
    }
    let documents: [(Kind, &[u8]); 6] = [
        (Kind::Html, b"<!--x--><base href='a&amp;b'><img srcset='c&#x64; 1x, e' style='f:url(\"g\")'>&"),
        (Kind::Xml, b"<?xml version='1.0'?><!DOCTYPE a SYSTEM 'b'><a xml:base='&lt;' href='c'><![CDATA[d]]></a>"),
        (Kind::Turtle, b"@base <b\\u00e9> . PREFIX e.f: <\xc3\xa9#> e.f:g\\~h. '''i'j'''@de-at <k> _:l.m 1.5e-3 <<( true )>>."),
        (Kind::Mime, b"Content-Type: multipart/mixed; boundary=b\r\nList-Help: <a>\r\n\r\n--b\r\n\r\nhttp://h/\r\n--b--"),
        (Kind::Http, b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nLink: <a>\r\n\r\n3\r\n<a>\r\n0\r\n\r\n"),
        (Kind::Warc, b"WARC/1.0\r\nWARC-Type: response\r\nContent-Type: application/http\r\nContent-Length: 19\r\n\r\nHTTP/1.0 200 OK\r\n\r\n"),
    ];
    for (kind, document) in documents {
        for end in 0..=document.len() {
            read(kind, &document[..end]);
        }
    }
}
