//! Questions about documents: the body is the document, and options are in the query.

use std::io::{Read, Write};

use crate::client::{Client, Response};
use crate::running::Running;
use flate2::Compression;
use flate2::write::GzEncoder;
use napkin_web::{LARGEST_DOCUMENT, Settings};

const LINKS: &str = "/api/v1/links";

fn has(response: &Response, texts: &[&str]) {
    for text in texts {
        assert!(response.body.contains(text), "{text}: {}", response.body);
    }
}

/// Posts a document with a content coding.
fn coded(client: &mut Client, coding: &str, document: &[u8]) -> Response {
    let head = format!(
        "POST {LINKS} HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/html\r\nContent-Encoding: {coding}\r\n\
         Content-Length: {}\r\n\r\n",
        document.len()
    );
    client.send(&[head.as_bytes(), document].concat());
    client.answer()
}

fn gzip(content: &mut impl Read) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    std::io::copy(content, &mut encoder).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn the_media_type_says_how_a_document_is_read() {
    let running = Running::new(Settings::default());
    let mut client = running.client();
    let target = format!("{LINKS}?base=http://h/a/b");
    for (kind, document, references) in [
        ("text/html", &b"<a href='../x'>y</a>"[..], &[r#""target":"http://h/x""#][..]),
        ("text/html; charset=latin1", b"<a href='caf\xE9'>", &[r#""reference":"café""#]),
        // The content tells the type, of what curl sends too.
        ("application/x-www-form-urlencoded", b"<!doctype html><a href=c>", &["http://h/a/c"]),
        ("application/octet-stream", b"<!doctype html><a href=c>", &["http://h/a/c"]),
        ("", b"<!doctype html><a href=c>", &["http://h/a/c"]),
        ("text/css", b"a { background: url(p.png) }", &["http://h/a/p.png", r#""type":"css""#]),
        ("text/markdown", b"[x](y)", &["http://h/a/y"]),
        ("image/png", b"\x89PNG\r\n\x1A\n http://h/", &[]),
    ] {
        let response = client.post(&target, kind, document);
        assert_eq!(response.status, 200, "{kind}: {}", response.body);
        has(&response, references);
        assert_eq!(references.is_empty(), response.body == "[]\n", "{kind}: {}", response.body);
    }
    let response = client.post("/api/v1/links?type=css", "text/html", b"@import 'x'");
    has(&response, &[r#""type":"css""#, r#""reference":"x""#]);
    let response = client.post("/api/v1/links?unread", "image/png", b"\x89PNG\r\n\x1A\n");
    has(&response, &[r#""unread":"image""#]);
    let page = b"<head><base href='../up/'></head>";
    let response = client.post("/api/v1/base?base=http://a/b/c/d&resolve=x", "text/html", page);
    has(&response, &[r#""base":"http://a/b/up/""#, r#""target":"http://a/b/up/x""#]);
}

#[test]
fn what_is_no_question_about_a_document_is_refused() {
    let running = Running::new(Settings::default());
    let mut client = running.client();
    for query in [
        "x=1",
        "type=none",
        "charset=none",
        "edition=none",
        "as-of=1066",
        "as-of=1996&edition=rfc1738",
        "base=http://a&retrieved-from=http://b",
        "also=none",
        "base-for=*=a",
        "report=/tmp/x",
    ] {
        let response = client.post(&format!("{LINKS}?{query}"), "text/html", b"");
        assert_eq!(response.status, 400, "{query}: {}", response.body);
        has(&response, &[r#"{"error":{"status":400,"#]);
    }
    let response = client.get(LINKS);
    assert_eq!((response.status, response.header("allow")), (405, Some("POST")));
    has(&response, &["with the document as the body"]);
    let page = b"<a href='http://h/x'>";
    for (coding, status) in [("gzip", 200), ("identity", 200), ("br", 415), ("gzip, br", 415)] {
        let content = if coding == "gzip" { gzip(&mut &page[..]) } else { page.to_vec() };
        assert_eq!(coded(&mut client, coding, &content).status, status, "{coding}");
    }
}

#[test]
fn documents_are_long_but_not_too_long() {
    let running = Running::new(Settings::default());
    let mut document = vec![b' '; LARGEST_DOCUMENT];
    let response = running.client().post(LINKS, "text/html", &document);
    assert_eq!((response.status, &*response.body), (200, "[]\n"));
    document.push(b' ');
    let response = running.client().post(LINKS, "text/html", &document);
    assert_eq!((response.status, response.header("connection")), (413, Some("close")));
    has(&response, &[r#"{"error":{"status":413,"message":"the document is longer than 4 MiB"#]);
    // Parameters have the limit that they had.
    let response = running.client().post("/api/v1/extract", "text/plain", &document[..1 << 20]);
    assert_eq!(response.status, 413);
}

#[test]
fn a_bomb_is_refused_and_so_is_an_endless_answer() {
    let running = Running::new(Settings::default());
    let mut client = running.client();
    let bomb = gzip(&mut std::io::repeat(b' ').take(20 << 20));
    for document in [gzip(&mut &bomb[..]), bomb] {
        let response = client.post(LINKS, "text/html", &document);
        assert_eq!(response.status, 200);
        has(&response, &[r#""kind":"too-large""#]);
    }
    // Each link repeats the base.
    let mut document = format!("<base href='http://h/{}/'>", "a".repeat(16_000)).into_bytes();
    for _ in 0..4000 {
        document.write_all(b"<a href=b>").unwrap();
    }
    let response = client.post(LINKS, "text/html", &document);
    assert_eq!(response.status, 413);
    has(&response, &["the answer is longer than 32 MiB"]);
}

/// Long bodies have places of their own, so that slow ones do not take all memory.
#[cfg(target_os = "linux")]
#[test]
fn long_bodies_have_few_places() {
    let hour = std::time::Duration::from_secs(3600);
    let running = Running::new(Settings::default().requests(16).time(hour));
    let long = vec![b' '; 1 << 20];
    let head = |length: usize| {
        format!("POST {LINKS} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n\r\n")
    };
    // There are two places, of which an address has one: whoever comes second is refused.
    let (mut slow, refused) = std::iter::repeat_with(|| {
        let mut slow = running.client();
        slow.send(&[head(long.len() + 1).as_bytes(), &long].concat());
        (slow, running.client().post(LINKS, "text/html", &long))
    })
    .take(3000)
    .find(|(_, response)| response.status == 429)
    .unwrap();
    assert_eq!(refused.header("retry-after"), Some("1"));
    assert_eq!(running.client_from("127.0.0.2").post(LINKS, "text/html", &long).status, 200);
    assert_eq!(running.client().post(LINKS, "text/html", &long[..1000]).status, 200);
    slow.send(b" ");
    assert_eq!(slow.answer().status, 200);
    assert_eq!(running.client().post(LINKS, "text/html", &long).status, 200);
}
