//! What is beyond a limit: a base that is too long is replaced by none, and a record that expands too much takes
//! nothing from those behind it.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use napkin::Target;
use napkin::edition::{EDITIONS, RFC3986};
use napkin_context::{Base, Found, Kind, LONGEST_BASE, Layer, NoBase, NoTarget, Surroundings};
use napkin_url::edition::WHATWG;

/// The links of a document and its errors: targets, or the names of their errors.
fn links(around: &Surroundings, document: &[u8]) -> (Vec<String>, Vec<&'static str>) {
    let (mut links, mut faults) = (Vec::new(), Vec::new());
    let read = around.links(document, &mut |_, found| match found {
        Found::Link { link, target, .. } => {
            assert!(target.is_err() || !link.base.is_too_long() || target_is_own(&target, &link));
            links.push(match target {
                Ok(Target::Uri(uri)) => uri,
                Ok(Target::CurrentDocument { .. }) => "document".into(),
                Err(error) => error.name().into(),
            });
        }
        Found::Fault(fault) => faults.push(fault.kind.name()),
        Found::Document | Found::Unread(_) => {}
    });
    read.unwrap();
    (links, faults)
}

/// Whether a target has the scheme that its reference names.
fn target_is_own(target: &Result<Target, NoTarget>, link: &napkin_context::Link<'_>) -> bool {
    let scheme = link.reference.split(':').next().unwrap_or_default();
    matches!(target, Ok(Target::Uri(uri)) if uri.starts_with(scheme) && link.reference.contains(':'))
}

fn long() -> String {
    format!("http://long.example/{}/", "a".repeat(LONGEST_BASE))
}

/// In each format: relative references have no target, absolute ones keep theirs, and a base inside that is absolute
/// is used again.
#[test]
fn references_are_not_resolved_elsewhere() {
    let long = long();
    let html = format!(
        "<head><base href='{long}'></head><a href=x><a href='#x'><a href=''><a href=http://h/y><form action=z>"
    );
    let xml = format!(
        "<r xml:base='{long}'><x href='x'/><x xml:base='in/' href='x'/><x href='http://h/y'/>\
         <x xml:base='http://i/' href='z'/></r>"
    );
    let xhtml = format!(
        "<html xmlns='http://www.w3.org/1999/xhtml'><head><base href='{long}'/></head><a href='x'/></html>"
    );
    let turtle = format!(
        "<a> . @base <{long}> . <x> <http://h/y> . @prefix p: <q> . p:r . @base <in/> . <x> . @base <http://i/> . <z> ."
    );
    let header = |body: &str| {
        format!(
            "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Location: {long}\r\n\r\n{body}"
        )
    };
    let http = header("<a href=x><a href=http://h/y>");
    let message = format!(
        "Subject: x\r\nContent-Location: {long}\r\nContent-Type: text/html\r\n\r\n<a href=x><a href=http://h/y>"
    );
    let multipart = format!(
        "Subject: x\r\nContent-Location: {long}\r\nContent-Type: multipart/related; boundary=b\r\n\r\n\
         --b\r\nContent-Type: text/html\r\n\r\n<a href=x>\r\n--b\r\nContent-Type: text/html\r\n\
         Content-Location: in/\r\n\r\n<a href=x>\r\n--b\r\nContent-Type: text/html\r\n\
         Content-Location: http://i/\r\n\r\n<a href=z>\r\n--b--\r\n"
    );
    let redirect = format!(
        "HTTP/1.1 301 x\r\nLocation: {long}\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href=x>"
    );
    let warc = |uri: &str, body: &str| {
        let len = body.len();
        format!(
            "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: {uri}\r\nContent-Type: text/html\r\n\
             Content-Length: {len}\r\n\r\n{body}\r\n\r\n"
        )
    };
    let archive = warc(&long, "<a href=x>") + &warc("http://i/", "<a href=z>");
    let no = "base-too-long";
    let own = long.as_str();
    for (kind, document, expected) in [
        (Kind::Html, &html, vec![own, no, no, no, "http://h/y", no]),
        (Kind::Xml, &xml, vec![no, no, "http://h/y", "http://i/z"]),
        (Kind::Xhtml, &xhtml, vec![own, no]),
        (Kind::Turtle, &turtle, vec!["http://r/a", no, "http://h/y", no, no, no, "http://i/z"]),
        (Kind::Http, &http, vec![no, "http://h/y"]),
        (Kind::Http, &redirect, vec![own, no]),
        (Kind::Mime, &message, vec![no, "http://h/y"]),
        (Kind::Mime, &multipart, vec![no, no, "http://i/z"]),
        (Kind::Warc, &archive, vec![no, "http://i/z"]),
    ] {
        for around in
            [Surroundings::default(), Surroundings::new(RFC3986), Surroundings::new(WHATWG)]
        {
            let around = around.or_default("http://d/").retrieved_from("http://r/").of_kind(kind);
            let around = around.by_http_of_1999();
            let (found, faults) = links(&around, document.as_bytes());
            // The empty action means the page, whose URI is known.
            assert_eq!(found, expected, "{kind:?} {around:?}");
            assert_eq!(faults, [""; 0], "{kind:?}");
        }
    }
}

/// The layers one by one, by every edition and by the URL Standard.
#[test]
fn a_layer_that_is_too_long_is_not_passed_over() {
    let long = long();
    for edition in EDITIONS {
        let around = || Base::new(edition).or_default("http://d/");
        for (layer, base) in [
            (Layer::Retrieval, around().retrieved_from(&long)),
            (Layer::Content, around().retrieved_from("http://r/").embedded(&long)),
            (Layer::Encapsulating, around().retrieved_from("http://r/").encapsulated(&long)),
        ] {
            assert!(base.is_too_long() && base.uri().is_none() && base.told().is_none());
            assert_eq!(base.layer(), layer);
            let last = base.ignored().last().unwrap();
            assert_eq!((last.layer, last.reason), (layer, NoBase::TooLong));
            assert!(long.starts_with(&*last.reference) && last.reference.len() == 64);
            let target = base.target("x");
            assert!(target.is_err(), "{}: {target:?}", edition.name);
            if edition.resolver("http://h/").resolve("x").is_ok() {
                assert_eq!(target, Err(NoTarget::BaseTooLong), "{}", edition.name);
            }
            assert_eq!(base.target("ftp://h/y"), Ok(Target::Uri("ftp://h/y".into())));
        }
    }
    // By HTML, these give no base however long they are.
    let data = format!("data:,{long}");
    let base = Base::new(RFC3986).retrieved_from("http://r/").embedded(&data);
    assert_eq!((base.uri(), base.ignored()[0].reason), (Some("http://r/"), NoBase::Scheme));
    // A header field that is too long is not replaced by another one.
    let headers = [("Content-Base", long.as_str()), ("Content-Location", "http://l/")];
    let base = Base::new(napkin::edition::RFC2396).entity(headers);
    assert_eq!(base.target("x"), Err(NoTarget::BaseTooLong));
    // Without a base, it would be the host of another URL.
    let around = Surroundings::default().retrieved_from(&long).of_kind(Kind::Html);
    let page =
        b"<a href=http:x><a href=https:x><a href=file:/x><a href=mailto:a@b><a href=http://x/>";
    let expected = ["base-too-long", "base-too-long", "base-too-long", "mailto:a@b", "http://x/"];
    assert_eq!(links(&around, page).0, expected);
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(bytes).unwrap();
    packed.finish().unwrap()
}

/// More than any record may become that is not a 256th as long.
const DENSE: usize = 17 << 20;

/// A record of an archive in each format: what is before its body of `len` bytes, and behind it.
fn around(kind: Kind, len: usize) -> (String, &'static str) {
    match kind {
        Kind::Warc => {
            let head = "WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\n";
            (format!("{head}Content-Length: {len}\r\n\r\n"), "\r\n\r\n")
        }
        Kind::Arc => (format!("http://h/ 1.2.3.4 20000101 text/html {len}\n"), "\n"),
        _ => ("From a\nContent-Type: text/html\n\n".into(), "\n\n"),
    }
}

#[test]
fn a_dense_record_does_not_end_an_archive() {
    let dense = gzip(&vec![b' '; DENSE]);
    let page = "<a href=http://h/x>";
    for kind in [Kind::Warc, Kind::Arc, Kind::Mbox] {
        let (head, end) = around(kind, DENSE);
        let first = [gzip(head.as_bytes()), dense.clone(), gzip(end.as_bytes())].concat();
        let (head, end) = around(kind, page.len());
        let small = [&head, page, end].concat();
        // A member of gzip for each record, and one for all.
        for behind in [gzip(small.as_bytes()).repeat(300), gzip(small.repeat(300).as_bytes())] {
            let archive = [&*first, &behind].concat();
            let (found, faults) = links(&Surroundings::default().of_kind(kind), &archive);
            assert_eq!((found.len(), faults), (300, vec!["too-large"]), "{kind:?}");
        }
        // A caller can allow more.
        let lenient = Surroundings::default().of_kind(kind).expanding(2000);
        assert_eq!(links(&lenient, &first), (vec![], vec![]), "{kind:?}");
    }
}

/// Bodies that expand too much, in an archive that is not compressed: each is refused, and the others are read.
#[test]
fn dense_bodies_do_not_end_an_archive() {
    let body = |body: &[u8]| {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n";
        let response = [head.as_bytes(), &gzip(body)].concat();
        let head = "WARC/1.0\r\nWARC-Type: response\r\nContent-Type: application/http\r\n";
        let head = format!("{head}Content-Length: {}\r\n\r\n", response.len());
        [head.as_bytes(), &response, b"\r\n\r\n"].concat()
    };
    let (dense, small) = (body(&vec![b' '; DENSE]), body(b"<a href=http://h/x>"));
    let archive = [dense, small].concat().repeat(20);
    let (found, faults) = links(&Surroundings::default().of_kind(Kind::Warc), &archive);
    assert_eq!((found.len(), faults), (20, vec!["too-large"; 20]));
}
