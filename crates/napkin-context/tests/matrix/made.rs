//! Documents of every type in every container and compression, and what is read of them.

use std::io::Write;

use napkin_context::{Compression, Document, Found, Surroundings};

/// The compressions, and none.
pub(crate) fn compressions() -> impl Iterator<Item = Option<Compression>> {
    std::iter::once(None).chain(Compression::ALL.map(Some))
}

pub(crate) fn name(compression: Option<Compression>) -> &'static str {
    compression.map_or("none", Compression::name)
}

/// Data in Brotli that is not compressed.
pub(crate) fn stored(bytes: &[u8]) -> Vec<u8> {
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

pub(crate) fn compressed(bytes: &[u8], compression: Option<Compression>) -> Vec<u8> {
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

/// The codings of bodies in HTTP, with the compression of files that each is; `deflate` is none.
pub(crate) const CODINGS: [(&str, Option<Compression>); 4] = [
    ("gzip", Some(Compression::Gzip)),
    ("deflate", None),
    ("br", Some(Compression::Brotli)),
    ("zstd", Some(Compression::Zstandard)),
];

/// A body in a coding.
pub(crate) fn coded(body: &[u8], compression: Option<Compression>) -> Vec<u8> {
    if compression.is_some() {
        return compressed(body, compression);
    }
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(body).unwrap();
    encoder.finish().unwrap()
}

/// A response whose body is in a coding.
pub(crate) fn encoded_response(media_type: &str, coding: &str, body: &[u8]) -> Vec<u8> {
    response(&format!("{media_type}\r\nContent-Encoding: {coding}"), body)
}

/// Types of documents: the name, the media type and a document of two links or none.
pub(crate) const TYPES: [(&str, &str, &[u8]); 8] = [
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
pub(crate) type Around = fn(&str, &[u8]) -> Vec<u8>;

/// Containers: the ending of the file name, and the file around a document.
pub(crate) const CONTAINERS: [(&str, Around); 6] = [
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

pub(crate) fn response(media_type: &str, body: &[u8]) -> Vec<u8> {
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: {media_type}\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    [head.as_bytes(), body].concat()
}

pub(crate) fn record(kind: &str, media_type: &str, block: &[u8]) -> Vec<u8> {
    let head = format!(
        "WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: http://w/\r\nContent-Type: {media_type}\r\n\
         Content-Length: {}\r\n\r\n",
        block.len()
    );
    [head.as_bytes(), block, b"\r\n\r\n"].concat()
}

/// The number of links, and what is said of the rest.
pub(crate) fn read(file_name: &str, bytes: &[u8]) -> (usize, Vec<String>) {
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

pub(crate) fn file_name(container: &str, compression: Option<Compression>) -> String {
    let packed = compression.map(|compression| format!(".{}", compression.ending()));
    let inner = if container == "file" { String::new() } else { format!(".{container}") };
    format!("a{inner}{}", packed.unwrap_or_default())
}
