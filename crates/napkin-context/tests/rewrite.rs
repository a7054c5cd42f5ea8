//! Documents whose references change: the cases of `spec/cases/rewrite.jsonl`, and the laws over all documents there are.

use encoding_rs::{Encoding, UTF_16LE};
use napkin::{Parts, Target};
use napkin_context::{
    CharacterEncoding, FaultKind, Found, Kind, Link, Move, NoTarget, Rewritten, Surroundings,
};

use crate::support::{case_file, cases, text};

/// Text in the encoding of a case.
fn encoded(text: &str, charset: &str) -> Vec<u8> {
    match Encoding::for_label(charset.as_bytes()) {
        Some(encoding) if encoding == UTF_16LE => {
            text.encode_utf16().flat_map(u16::to_le_bytes).collect()
        }
        Some(encoding) => encoding.encode(text).0.into_owned(),
        None => text.into(),
    }
}

fn moved(around: &Surroundings, document: &[u8], by: &Move, resolved: bool) -> Rewritten {
    around.rewrite(document, &mut |link, target| {
        let target = target.as_ref().ok().filter(|_| !link.is_base());
        Ok(target.and_then(|target| by.reference(link, target, resolved)))
    })
}

#[test]
fn the_cases_are_rewritten_byte_for_byte() {
    let mut wrong = Vec::new();
    for case in cases("rewrite.jsonl") {
        let kind = Kind::named(text(&case, "type")).unwrap();
        let around = Surroundings::default().of_kind(kind).retrieved_from("http://here/dir/page");
        let around = match CharacterEncoding::labelled(text(&case, "charset")) {
            Some(encoding) => around.in_encoding(encoding),
            None => around,
        };
        let by = Move::new(text(&case, "from"), text(&case, "to")).unwrap();
        let [document, expected] = ["document", "expected"]
            .map(|field| encoded(text(&case, field), text(&case, "charset")));
        let resolved = case["resolved"] == true;
        let result = moved(&around, &document, &by, resolved);
        let left = case["left"].as_u64().unwrap_or(0);
        // A second run changes nothing.
        let again = moved(&around, &result.document, &by, resolved);
        let is_right = result.document == expected
            && result.left.len() as u64 == left
            && result.faults.is_empty()
            && (again.document, again.changes.len()) == (expected, 0);
        if !is_right {
            let shown = String::from_utf8_lossy(&result.document);
            wrong.push(format!("{}: {shown} {:?} {:?}", case["id"], result.left, result.faults));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A link as the laws compare it.
#[derive(Debug)]
struct Seen {
    start: usize,
    end: usize,
    reference: String,
    element: String,
    target: Result<Target, NoTarget>,
    /// What the rule of the laws makes of the target.
    meant: Option<String>,
}

/// The links of a document.
fn links(around: &Surroundings, document: &[u8]) -> Vec<Seen> {
    let mut all = Vec::new();
    let mut sink = |_: &napkin_context::Document<'_>, found: Found<'_>| {
        if let Found::Link { link, target, .. } = found {
            all.push(Seen {
                start: link.start,
                end: link.end,
                reference: link.reference.into(),
                element: link.element.into(),
                meant: meant(&link, &target),
                target,
            });
        }
    };
    around.links(document, &mut sink).unwrap();
    all
}

/// Where the laws move a link: each absolute reference to a text with all that formats escape, from its own URI.
fn meant(link: &Link<'_>, target: &Result<Target, NoTarget>) -> Option<String> {
    let Ok(Target::Uri(uri)) = target else { return None };
    let is_web =
        Parts::split(link.reference).scheme.is_some_and(|scheme| scheme.starts_with("http"));
    (is_web && !link.is_base()).then(|| {
        let path: String = uri.chars().filter(char::is_ascii_alphanumeric).take(40).collect();
        format!("https://new.example/{path}?a='(1)'&b=%20&amp;c=*_~$!;#d")
    })
}

/// The documents of the cases that hold links themselves.
fn documents() -> Vec<(String, Vec<u8>)> {
    let folder = std::fs::read_dir(case_file("context/documents")).unwrap();
    let mut all: Vec<_> = folder.map(|entry| entry.unwrap().path()).collect();
    all.sort();
    let named = all.into_iter().map(|path| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        (name, std::fs::read(path).unwrap())
    });
    let holds_links = |name: &str| Kind::of_file_name(name).is_some_and(Kind::is_rewritten);
    let mut documents: Vec<_> = named.filter(|(name, _)| holds_links(name)).collect();
    for case in cases("rewrite.jsonl") {
        let name = format!(
            "{}.{}",
            text(&case, "id"),
            Kind::named(text(&case, "type")).unwrap().endings()[0]
        );
        documents.push((name, encoded(text(&case, "document"), text(&case, "charset"))));
    }
    documents
}

#[test]
fn the_laws_hold_for_all_documents() {
    for (name, document) in documents() {
        let around = Surroundings::default()
            .of_file_name(&name)
            .retrieved_from("http://here.example/dir/page");
        // Without a match the output is the input.
        let same = around.rewrite(&document, &mut |_, _| Ok(None));
        assert!(same.document == document && same.changes.is_empty(), "{name}");
        let result = around.rewrite(&document, &mut |link, target| Ok(meant(link, target)));
        let [old, new] = [&document, &result.document].map(|bytes| links(&around, bytes));
        assert_eq!(old.len(), new.len(), "{name}: {:?}", result.left);
        // The targets are the mapped ones.
        for (old, new) in old.iter().zip(&new) {
            let is_left = result.left.iter().any(|left| left.place == (old.start..old.end));
            match old.meant.as_ref().filter(|_| !is_left) {
                Some(meant) => {
                    let found = new.target.as_ref().ok();
                    let Some(Target::Uri(found)) = found else { panic!("{name}: {new:?}") };
                    // The URL Standard encodes an apostrophe in a query.
                    assert_eq!(found.replace("%27", "'"), *meant, "{name}: {old:?}");
                }
                None => assert_eq!(old.target, new.target, "{name}: {old:?}"),
            }
        }
        // The bytes between the links are the same.
        let place = |seen: &Seen, is_iri: bool| {
            let brackets = usize::from(is_iri);
            seen.start - brackets..seen.end + brackets
        };
        let mut pairs: Vec<_> = old
            .iter()
            .zip(&new)
            .map(|(old, new)| {
                let is_iri = old.element == "prefixed-name" && new.element == "iri";
                (old.start..old.end, place(new, is_iri))
            })
            .collect();
        pairs.sort_by_key(|(old, new)| (old.start, new.start));
        pairs.dedup();
        let (mut at, mut behind) = (0, 0);
        for (old, new) in pairs {
            if old.start >= at {
                assert_eq!(document[at..old.start], result.document[behind..new.start], "{name}");
            }
            (at, behind) = (at.max(old.end), behind.max(new.end));
        }
        assert_eq!(document[at..], result.document[behind..], "{name}");
        // What is named as changed has changed, and nothing else.
        for change in &result.changes {
            assert!(old.iter().any(|old| old.reference == change.old), "{name}: {change:?}");
        }
    }
}

#[test]
fn what_is_not_rewritten_is_named() {
    let folder = case_file("context/documents");
    for name in ["mail.eml", "box.mbox", "chunked.http", "page.mhtml"] {
        let document = std::fs::read(folder.join(name)).unwrap();
        let around = Surroundings::default().of_file_name(name);
        let result = around.rewrite(&document, &mut |_, _| Ok(Some("http://new/".into())));
        assert_eq!(result.document, document, "{name}");
        assert_eq!(result.faults[0].kind, FaultKind::NotRewritten, "{name}");
        assert!(
            result.faults[0].detail.contains("holds other documents"),
            "{name}: {:?}",
            result.faults
        );
    }
}

/// Prefixes and what they match.
#[test]
fn prefixes_end_with_segments() {
    for (from, to, uri, expected) in [
        ("http://old/", "https://new/", "http://old/a", Some("https://new/a")),
        ("http://old/", "https://new", "http://old/a", Some("https://new/a")),
        ("http://old", "https://new/", "http://old/a", Some("https://new/a")),
        ("http://old", "https://new", "http://OLD:80?a", Some("https://new?a")),
        ("http://old/", "https://new/", "http://old#a", Some("https://new/#a")),
        ("http://old/a", "https://new/b/", "http://old/a/c", Some("https://new/b/c")),
        ("http://old/a/", "https://new/b", "http://old/a/c", Some("https://new/b/c")),
        ("http://old/a/", "https://new/b", "http://old/a//c", Some("https://new/b//c")),
        ("http://old/a", "https://new/", "http://old/ab", None),
        ("http://old/a/", "https://new/", "http://old/a", None),
        ("http://old/ns#", "https://new/ns/", "http://old/ns#a", Some("https://new/ns/a")),
        ("http://u@old/", "https://new/", "http://old/a", None),
        ("http://old:8080/", "https://new/", "http://old/a", None),
        ("http://old/", "https://new/", "https://old/a", None),
        ("urn:a", "urn:b", "urn:a:c", Some("urn:b:c")),
        ("urn:a:", "urn:b:", "urn:a:c", Some("urn:b:c")),
        ("urn:a", "urn:b", "urn:ab", None),
    ] {
        let by = Move::new(from, to).unwrap();
        assert_eq!(by.target(uri).as_deref(), expected, "{from} {to} {uri}");
    }
}
