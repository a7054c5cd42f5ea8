//! The cells: what is read of a document of each type, in each container, compression and content coding, whole and damaged.

use napkin_context::Compression;
use serde_json::{Value, json};

use crate::made::{
    CODINGS, CONTAINERS, TYPES, coded, compressed, compressions, encoded_response, file_name, name,
    read, record,
};
use crate::support::{case_file, cases};

#[test]
fn no_cell_is_silent() {
    let mut lines = files();
    lines.extend(bodies());
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

/// The cells of compressed files.
fn files() -> Vec<Value> {
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
    lines
}

/// The cells of responses whose bodies are compressed, in a file of their own and in an archive.
fn bodies() -> Vec<Value> {
    let mut lines = Vec::new();
    for container in ["http", "warc"] {
        for (coding, compression) in CODINGS {
            for (kind, media_type, body) in TYPES {
                let whole = coded(body, compression);
                let cut = whole[..whole.len() * 4 / 5].to_vec();
                let more = [&whole[..], b"more\n"].concat();
                let mut broken = whole.clone();
                broken[whole.len() / 2..][..4].copy_from_slice(&[0xFF; 4]);
                let damages = [("none", whole), ("cut", cut), ("more", more), ("broken", broken)];
                for (damage, body) in damages {
                    let response = encoded_response(media_type, coding, &body);
                    let file = match container {
                        "warc" => record("response", "application/http", &response),
                        _ => response,
                    };
                    let (links, said) = read(&file_name(container, None), &file);
                    let cell = format!("{container} {coding} {kind} {damage}: {links} links");
                    assert!(links > 0 || !said.is_empty(), "{cell}");
                    // Brotli has no checksum.
                    let is_seen = damage != "none" && (damage != "broken" || coding != "br");
                    assert!(!is_seen || !said.is_empty(), "{cell}");
                    lines.push(json!({
                        "container": container, "coding": coding, "type": kind, "damage": damage, "links": links,
                        "said": said,
                    }));
                }
            }
        }
    }
    lines
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
