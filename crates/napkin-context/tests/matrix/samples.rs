//! Archives as programs write them, cut at every byte: what was whole before the cut is read as before, and a fault names the rest.
//!
//! The archives here are of the kinds that the samples of warcio and wpull have: chunked and compressed bodies, records without
//! responses, revisits, resources, metadata, lengths and chunks that are wrong, spaces and brackets around URIs, all records in
//! one compressed stream. `NAPKIN_ARCHIVES=FOLDER` reads the archives of a folder too, such as `test/data` of warcio.

use std::collections::BTreeMap;
use std::path::PathBuf;

use napkin_context::{Compression, Document, Found, Surroundings};

use crate::made::{coded, compressed, encoded_response, record, response};
use crate::support::rounds;

/// A page with two links.
const PAGE: &[u8] = b"<title>t</title><a href=1>1</a><p><a href=http://a/2>2</a>\n";

/// An archive: the ending of its name, and its records.
type Sample = (&'static str, Vec<Vec<u8>>);

fn samples() -> Vec<Sample> {
    let field = |name: &str, record: &[u8]| {
        let record = String::from_utf8_lossy(record);
        record.replacen("WARC-Target-URI: http://w/", name, 1).into_bytes()
    };
    let answer = |block: &[u8]| record("response", "application/http; msgtype=response", block);
    let page = answer(&response("text/html", PAGE));
    let chunks = |chunks: &str| {
        let head =
            "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n";
        answer(format!("{head}{chunks}").as_bytes())
    };
    let gzipped = coded(PAGE, Some(Compression::Gzip));
    let request = record("request", "application/http", b"GET / HTTP/1.1\r\nHost: w\r\n\r\n");
    let about = record("warcinfo", "application/warc-fields", b"software: s\r\nformat: WARC\r\n");
    let redirect = answer(b"HTTP/1.1 302 Found\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n");
    let revisit = record(
        "revisit",
        "application/http",
        b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nLink: <s>; rel=next\r\n\r\n",
    );
    let ordinary = vec![
        about.clone(),
        answer(&encoded_response("text/html", "gzip", &gzipped)),
        request.clone(),
        page.clone(),
        revisit,
        redirect,
        record("metadata", "application/warc-fields", b"via: http://w/\r\n"),
    ];
    let odd = vec![
        field("WARC-Target-URI: <http://w/ a>", &page),
        chunks("1e\r\n<a href=1>1</a><a href=2>2</a>\r\n0\r\n\r\n"),
        chunks("ff\r\n<a href=1>1</a>\r\n0\r\n\r\n"),
        record("resource", "text/plain", b"see http://a/1 and http://a/2\n"),
        record("conversion", "image/png", b"\x89PNG\r\n\x1A\n\0\0"),
        record("continuation", "text/html", PAGE),
        record("response", "application/http", b"\0\x01\x02\x03\x04 no response\r\n"),
        request,
    ];
    let capture = |uri: &str, media_type: &str, content: &[u8]| {
        let head = format!("{uri} 192.0.2.1 20000101000000 {media_type} {}\n", content.len());
        [head.as_bytes(), content, b"\n"].concat()
    };
    let arc = vec![
        capture(
            "filedesc://a.arc",
            "text/plain",
            b"1 0 s\nURL IP-address Archive-date Content-type Archive-length\n",
        ),
        capture("http://w/ a?b c", "text/html", &response("text/html", PAGE)),
        capture("http://w/b", "text/html; charset=utf-8", PAGE),
        capture("dns:w", "text/dns", b"20000101000000\nw. 60 IN A 192.0.2.1\n"),
        capture("http://w/c", "no-type", &response("text/html", PAGE)),
    ];
    vec![("warc", ordinary), ("warc", odd), ("arc", arc)]
}

/// What is read of a record or of a part: the number of links, and what is said.
type Outcome = (usize, Vec<String>);

/// What is read of an archive, by the offset of the record and the part.
fn outcomes(name: &str, bytes: &[u8]) -> BTreeMap<(u64, String), Outcome> {
    let mut outcomes = BTreeMap::<_, Outcome>::new();
    let mut sink = |document: &Document<'_>, found: Found<'_>| {
        let offset = document.record.map_or(u64::MAX, |record| record.offset);
        let key = (offset, document.part.unwrap_or_default().to_owned());
        let (links, said) = outcomes.entry(key).or_default();
        match found {
            Found::Document => {}
            Found::Link { .. } => *links += 1,
            Found::Fault(fault) => said.push(fault.to_string()),
            Found::Unread(unread) => said.push(unread.name().to_owned()),
        }
    };
    Surroundings::default().of_file_name(name).links(bytes, &mut sink).unwrap();
    outcomes
}

/// Cuts an archive at every byte, or without `NAPKIN_DEEP` at every eleventh. `is_between` tells whether a place is between two records, where nothing is lost.
fn cut_everywhere(name: &str, file: &[u8], is_between: &dyn Fn(usize) -> bool) {
    let whole = outcomes(name, file);
    let step = if rounds(10) == 10 { 1 } else { 11 };
    for end in (1..file.len()).step_by(step) {
        let cut = outcomes(name, &file[..end]);
        let mut is_told = is_between(end);
        for (at, outcome) in &cut {
            let as_before = whole.get(at);
            if as_before == Some(outcome) {
                continue;
            }
            let known = as_before.map_or(&[][..], |(_, said)| said);
            let is_new = outcome.1.iter().any(|said| !known.contains(said));
            let links = as_before.map_or(0, |(links, _)| *links);
            assert!(
                is_new || outcome.0 >= links,
                "{name}, cut at {end}: {at:?} is {outcome:?}, and was {as_before:?}"
            );
            is_told |= is_new;
        }
        assert!(
            is_told,
            "{name}, cut at {end}: nothing is said of {:?}",
            whole.keys().nth(cut.len())
        );
    }
}

#[test]
fn archives_cut_at_every_byte_are_told() {
    for (ending, records) in samples() {
        let plain = records.concat();
        let ends: Vec<usize> = records
            .iter()
            .scan(0, |end, record| {
                *end += record.len();
                Some(*end)
            })
            .collect();
        // The line ends behind a block belong to no block.
        let is_between = |at: usize| ends.iter().any(|&end| (end - 4..=end).contains(&at));
        cut_everywhere(&format!("a.{ending}"), &plain, &is_between);
        for compression in
            [Compression::Gzip, Compression::Zstandard, Compression::Xz, Compression::Bzip2]
        {
            let name = format!("a.{ending}.{}", compression.ending());
            let packed = |bytes: &[u8]| compressed(bytes, Some(compression));
            cut_everywhere(&name, &packed(&plain), &|_| false);
            let streams: Vec<_> = records.iter().map(|record| packed(record)).collect();
            let ends: Vec<usize> =
                (1..=streams.len()).map(|count| streams[..count].concat().len()).collect();
            cut_everywhere(&name, &streams.concat(), &|at| ends.contains(&at));
        }
    }
}

/// The archives of the folder that `NAPKIN_ARCHIVES` names.
#[test]
fn archives_of_a_folder_are_told() {
    let Some(folder) = std::env::var_os("NAPKIN_ARCHIVES").map(PathBuf::from) else { return };
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let file = std::fs::read(&path).unwrap();
        let is_packed = Compression::of_content(&file).is_some();
        let starts: Vec<u64> =
            outcomes(&name, &file).into_keys().map(|(offset, _)| offset).collect();
        // The members of a compressed file are told by their first bytes.
        let is_between = |at: usize| {
            let is_start = |at: usize| starts.contains(&(at as u64));
            if is_packed {
                file[at..].starts_with(&[0x1F, 0x8B, 8])
            } else {
                (at..=at + 4).any(is_start) || at + 4 >= file.len()
            }
        };
        cut_everywhere(&name, &file, &is_between);
    }
}
