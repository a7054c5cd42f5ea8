//! Nothing is lost without a word: every container in every compression, with documents of every type, whole and damaged.
//!
//! Each cell is a line of `spec/cases/context/matrix.jsonl`, with the number of links and what is said of the rest.
//! `NAPKIN_BLESS=1` writes the file, which then has to be reviewed.

mod support;

use std::io::Write;

use napkin_context::{Compression, Document, Found, Surroundings};
use serde_json::{Value, json};
use support::{case_file, cases};

/// The compressions, and none.
fn compressions() -> impl Iterator<Item = Option<Compression>> {
    std::iter::once(None).chain(Compression::ALL.map(Some))
}

fn name(compression: Option<Compression>) -> &'static str {
    compression.map_or("none", Compression::name)
}

/// Data in Brotli that is not compressed.
fn stored(bytes: &[u8]) -> Vec<u8> {
    let mut stream = Vec::new();
    for piece in bytes.chunks(1 << 16) {
        // A window of 16 bits is said once, before the first piece.
        let shift = u32::from(stream.is_empty());
        let head = (1 << 19 | (piece.len() as u32 - 1) << 3) << shift;
        stream.extend_from_slice(&head.to_le_bytes()[..3]);
        stream.extend_from_slice(piece);
    }
    stream.push(if bytes.is_empty() { 6 } else { 3 });
    stream
}

fn compressed(bytes: &[u8], compression: Option<Compression>) -> Vec<u8> {
    match compression {
        Some(Compression::Gzip) => {
            let mut encoder =
                flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
            encoder.write_all(bytes).unwrap();
            encoder.finish().unwrap()
        }
        Some(Compression::Bzip2) => {
            let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
            encoder.write_all(bytes).unwrap();
            encoder.finish().unwrap()
        }
        Some(Compression::Xz) => {
            let options = lzma_rust2::XzOptions::with_preset(0);
            let mut encoder = lzma_rust2::XzWriter::new(Vec::new(), options).unwrap();
            encoder.write_all(bytes).unwrap();
            encoder.finish().unwrap()
        }
        Some(Compression::Zstandard) => {
            ruzstd::encoding::compress_to_vec(bytes, ruzstd::encoding::CompressionLevel::Fastest)
        }
        Some(Compression::Brotli) => stored(bytes),
        _ => bytes.to_vec(),
    }
}

/// Types of documents: the name, the media type and a document of two links or none.
const TYPES: [(&str, &str, &[u8]); 8] = [
    ("html", "text/html", b"<title>t</title><a href=http://a/1>1</a><p><a href=http://a/2>2</a>\n"),
    (
        "n-triples",
        "application/n-triples",
        b"<http://a/1> <http://a/2> \"x\" .\n_:a <http://a/2> _:b .\n",
    ),
    (
        "xml",
        "application/xml",
        b"<?xml version='1.0'?><a href='http://a/1'><b href='http://a/2'/></a>\n",
    ),
    ("text", "text/plain", b"see http://a/1 and then http://a/2 there\n"),
    (
        "untyped-html",
        "application/octet-stream",
        b"<html><a href=http://a/1>1</a><a href=http://a/2>2</a>\n",
    ),
    ("image", "image/gif", b"GIF89a\x01\0\x01\0\0\0\0;\n"),
    ("pdf", "application/pdf", b"%PDF-1.4\n1 0 obj <</URI (http://a/1)>> endobj\n"),
    (
        "unknown",
        "application/x-new",
        b"\0\x01\x02\x03\x04\x05\x06\x07\0\x01\x02\x03\x04\x05\x06\x07\n",
    ),
];

/// Makes the file of a container, given the media type and the document in it.
type Around = fn(&str, &[u8]) -> Vec<u8>;

/// Containers: the ending of the file name, and the file around a document.
const CONTAINERS: [(&str, Around); 6] = [
    ("file", |_, body| body.to_vec()),
    ("http", |media_type, body| response(media_type, body)),
    ("warc", |media_type, body| {
        record("response", "application/http", &response(media_type, body))
    }),
    ("arc", |media_type, body| {
        let head = format!("http://w/a b 192.0.2.1 20000101000000 {media_type} {}\n", body.len());
        [head.as_bytes(), body, b"\n"].concat()
    }),
    ("mbox", |media_type, body| {
        [
            b"From a Sat Jan  1 00:00:00 2000\nSubject: s\nContent-Type: ",
            media_type.as_bytes(),
            b"\n\n",
            body,
        ]
        .concat()
    }),
    ("eml", |media_type, body| {
        let head = "Subject: s\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: ";
        [head.as_bytes(), media_type.as_bytes(), b"\n\n", body, b"--b--\n"].concat()
    }),
];

fn response(media_type: &str, body: &[u8]) -> Vec<u8> {
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: {media_type}\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    [head.as_bytes(), body].concat()
}

fn record(kind: &str, media_type: &str, block: &[u8]) -> Vec<u8> {
    let head = format!(
        "WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: http://w/\r\nContent-Type: {media_type}\r\n\
         Content-Length: {}\r\n\r\n",
        block.len()
    );
    [head.as_bytes(), block, b"\r\n\r\n"].concat()
}

/// The number of links, and what is said of the rest.
fn read(file_name: &str, bytes: &[u8]) -> (usize, Vec<String>) {
    let (mut links, mut said) = (0, Vec::new());
    let mut sink = |document: &Document<'_>, found: Found<'_>| {
        let place = document.record.map(|record| format!("record at byte {}: ", record.offset));
        let part = document.part.map(|part| format!("part {part}: "));
        let place = [place.unwrap_or_default(), part.unwrap_or_default()].concat();
        match found {
            Found::Document => {}
            Found::Link { .. } => links += 1,
            Found::Fault(fault) => said.push(format!("{place}{fault}")),
            Found::Unread(unread) => said.push(format!("{place}counted: {}", unread.name())),
        }
    };
    Surroundings::default().of_file_name(file_name).links(bytes, &mut sink).unwrap();
    (links, said)
}

fn file_name(container: &str, compression: Option<Compression>) -> String {
    let packed = compression.map(|compression| format!(".{}", compression.ending()));
    let inner = if container == "file" { String::new() } else { format!(".{container}") };
    format!("a{inner}{}", packed.unwrap_or_default())
}

#[test]
fn no_cell_is_silent() {
    let mut lines = Vec::new();
    for (container, around) in CONTAINERS {
        for compression in compressions() {
            for (kind, media_type, body) in TYPES {
                let whole = compressed(&around(media_type, body), compression);
                let cut = whole[..whole.len() * 4 / 5].to_vec();
                let more = [&whole[..], b"more\n"].concat();
                for (damage, bytes) in [("none", whole), ("cut", cut), ("more", more)] {
                    let (links, said) = read(&file_name(container, compression), &bytes);
                    // A text does not say where it ends.
                    let has_no_end = container == "file" && compression.is_none();
                    assert!(
                        links > 0 || !said.is_empty(),
                        "{container} {compression:?} {kind} {damage}"
                    );
                    let is_told = damage != "cut" || has_no_end || !said.is_empty();
                    assert!(is_told, "{container} {compression:?} {kind} {damage}: {links} links");
                    lines.push(json!({
                        "container": container, "compression": name(compression), "type": kind, "damage": damage,
                        "links": links, "said": said,
                    }));
                }
            }
        }
    }
    if std::env::var_os("NAPKIN_BLESS").is_some() {
        let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
        std::fs::write(case_file("context/matrix.jsonl"), lines.join("\n") + "\n").unwrap();
    }
    let expected = cases("context/matrix.jsonl");
    for (line, expected) in lines.iter().zip(&expected) {
        assert_eq!(line, expected);
    }
    assert_eq!(lines.len(), expected.len());
}

/// Archives of three records, each compressed by itself, cut behind every byte: what is lost is told, unless the cut is
/// between two records.
#[test]
fn what_is_cut_off_is_told() {
    let body = |at: usize| format!("<title>t</title><a href=http://a/{at}>x</a>\n").into_bytes();
    for (container, around) in CONTAINERS {
        if !matches!(container, "warc" | "arc" | "mbox") {
            continue;
        }
        for compression in compressions() {
            if compression == Some(Compression::Brotli) {
                // Its streams do not follow each other in a file.
                continue;
            }
            let mut file = Vec::new();
            let mut ends = vec![0];
            for at in 0..3 {
                let mut record = around("text/html", &body(at));
                if container == "mbox" {
                    record.push(b'\n');
                }
                file.extend(compressed(&record, compression));
                ends.push(file.len());
            }
            let name = file_name(container, compression);
            let (all, said) = read(&name, &file);
            assert_eq!((all, said), (3, Vec::<String>::new()), "{name}");
            for end in 1..file.len() {
                let (links, said) = read(&name, &file[..end]);
                // Behind the block of a record in WARC are two line ends, in others one.
                let ends_one = |&at: &usize| (at.saturating_sub(4)..=at).contains(&end);
                let is_between =
                    ends.contains(&end) || compression.is_none() && ends.iter().any(ends_one);
                // A message may end behind every line.
                let is_between = is_between
                    || container == "mbox" && compression.is_none() && file[end - 1] == b'\n';
                let lost = links < 3;
                assert!(
                    !lost || is_between || !said.is_empty(),
                    "{name} cut behind {end} bytes: {links} links"
                );
            }
        }
    }
}

/// No compression or container is left out of the matrix.
#[test]
fn cells_have_every_compression() {
    let named = |key: &str, value: &str| {
        let cell = |case: &Value| case[key] == value;
        cases("context/matrix.jsonl").iter().any(cell)
    };
    for compression in Compression::ALL {
        assert!(named("compression", compression.name()), "{compression:?}");
    }
    for (container, _) in CONTAINERS {
        assert!(named("container", container), "{container}");
    }
}
