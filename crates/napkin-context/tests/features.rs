//! Formats and compressions whose feature is not chosen are an error, at the top and inside other documents. CI runs this
//! with the feature `http` alone, too.

#![cfg(feature = "http")]

use std::collections::BTreeSet;
use std::io::Read;

use napkin::edition::RFC3987;
use napkin_context::{
    Compression, Extractor, FaultKind, Found, Kind, NotCompleted, Surroundings, Unpacking,
};

/// The features of formats, and whether each is chosen.
const FEATURES: &[(&str, bool)] = &[
    ("html", cfg!(feature = "html")),
    ("xml", cfg!(feature = "xml")),
    ("css", cfg!(feature = "css")),
    ("turtle", cfg!(feature = "turtle")),
    ("markdown", cfg!(feature = "markdown")),
    ("mime", cfg!(feature = "mime")),
    ("warc", cfg!(feature = "warc")),
];

/// Each compression, whether its feature is chosen, and data of it.
const COMPRESSIONS: [(Compression, bool, &[u8]); 5] = [
    (Compression::Gzip, cfg!(feature = "gzip"), b"\x1F\x8B\x08\0\0\0\0\0\0\x03"),
    (Compression::Zstandard, cfg!(feature = "zstd"), b"\x28\xB5\x2F\xFD\0"),
    (Compression::Xz, cfg!(feature = "xz"), b"\xFD7zXZ\0\0\x04"),
    (Compression::Bzip2, cfg!(feature = "bzip2"), b"BZh91AY&SY\0"),
    (Compression::Brotli, cfg!(feature = "brotli"), b"\x8B\x01\x80abc"),
];

/// The messages that something is not compiled in.
fn not_compiled(surroundings: &Surroundings, document: &[u8]) -> Vec<String> {
    let mut told = Vec::new();
    let mut sink = |_: &napkin_context::Document<'_>, found: Found<'_>| {
        if let Found::Fault(fault) = found {
            assert!(!fault.kind.is_note() && !fault.kind.leaves_rest(), "{fault}");
            told.push(fault.to_string());
        }
    };
    surroundings.links(document, &mut sink).unwrap();
    told.retain(|told| told.contains("not compiled in"));
    told
}

#[test]
fn a_format_without_its_feature_is_an_error() {
    let missing: BTreeSet<_> =
        FEATURES.iter().filter(|(_, is_chosen)| !is_chosen).map(|(feature, _)| *feature).collect();
    let mut told_of = BTreeSet::new();
    for kind in Kind::ALL {
        let begin = format!("not read: {} is not compiled in: feature `", kind.name());
        for told in not_compiled(&Surroundings::default().of_kind(kind), b"http://h/") {
            let feature = told.strip_prefix(&begin).unwrap_or_else(|| panic!("{told}"));
            let feature = feature.strip_suffix("` of napkin-context").unwrap();
            told_of.insert(*missing.get(feature).unwrap_or_else(|| panic!("{told}")));
        }
    }
    assert_eq!(told_of, missing);
}

#[test]
fn a_guessed_format_without_its_feature_is_an_error() {
    for (document, feature) in [
        ("<!DOCTYPE html><a href=b>", "html"),
        ("<?xml version='1.0'?><rss/>", "xml"),
        ("@prefix a: <b> .", "turtle"),
        ("WARC/1.0\r\n", "warc"),
        ("Subject: x\r\n\r\nhttp://h/", "mime"),
        ("From a@b\nSubject: x\n\nhttp://h/", "mime"),
    ] {
        let is_chosen = FEATURES.contains(&(feature, true));
        let response = format!("HTTP/1.1 200 OK\r\n\r\n{document}");
        assert_eq!(
            not_compiled(&Surroundings::default(), document.as_bytes()).is_empty(),
            is_chosen
        );
        // An archive inside a response is not read with its feature, either.
        if !matches!(feature, "warc") {
            let told = not_compiled(&Surroundings::default(), response.as_bytes());
            assert_eq!(told.is_empty(), is_chosen, "{document}");
        }
    }
}

#[test]
fn a_compression_without_its_feature_is_an_error() {
    for (compression, is_chosen, data) in COMPRESSIONS {
        let name = compression.name();
        let text = format!(
            "cannot be decompressed: {name} is not compiled in: feature `{name}` of napkin-context"
        );
        let expected = if is_chosen { Vec::new() } else { vec![text] };
        let file = format!("a.txt.{}", compression.ending());
        assert_eq!(not_compiled(&Surroundings::default().of_file_name(&file), data), expected);
        let coding = match compression {
            Compression::Zstandard => "zstd",
            Compression::Brotli => "br",
            _ => "",
        };
        let head = format!("HTTP/1.1 200 OK\r\nContent-Encoding: {coding}\r\n\r\n");
        let response = [head.as_bytes(), data].concat();
        assert_eq!(not_compiled(&Surroundings::default(), &response), expected);

        let mut unpacking = Unpacking::new(data, Some(&file), 256).unwrap();
        let mut whole = Vec::new();
        unpacking.read_to_end(&mut whole).unwrap();
        let fault = unpacking.fault().map(|fault| fault.kind);
        assert!(is_chosen || fault == Some(FaultKind::NotCompressed) && whole.is_empty());
    }
    let head = "HTTP/1.1 200 OK\r\nContent-Encoding: deflate\r\n\r\n\x78\u{1}";
    let told = not_compiled(&Surroundings::default(), head.as_bytes());
    assert_eq!(told.is_empty(), cfg!(feature = "gzip"));
}

#[test]
fn a_name_beyond_ascii_without_tables_is_an_error() {
    let extractor = Extractor::new(RFC3987).suffixes(true);
    let completed = extractor.complete("bücher.example/a".as_bytes(), None).map(|found| found.uri);
    let expected = if cfg!(feature = "idna") {
        Ok("http://bücher.example/a".to_owned())
    } else {
        Err(NotCompleted::WithoutIdna)
    };
    assert_eq!(completed, expected);
    let mut left_out = Vec::new();
    let all = extractor.read_all("see bücher.example, there".as_bytes(), |found| {
        left_out.extend(found.err().map(|left_out| left_out.reason.to_string()));
        std::ops::ControlFlow::Continue(())
    });
    all.unwrap();
    let message = "non-ASCII names are not compiled in: feature `idna` of napkin-context";
    let expected = if cfg!(feature = "idna") { vec![] } else { vec![message.to_owned()] };
    assert_eq!(left_out, expected);
}
