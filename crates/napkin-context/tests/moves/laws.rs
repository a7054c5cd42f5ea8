//! The laws of documents whose URIs move.

use napkin::{Parts, Target};
use napkin_context::{CharacterEncoding, Found, Link, Move, NoTarget, Surroundings};

use super::grammars::{Below, derive};

/// Where everything moves from, and to: texts with all that formats escape.
const FROM: &str = "http://old.example/";
const TO: [&str; 4] = [
    "https://new.example/",
    "https://new.example/x?a='(1)'&b=%20&amp;c=*_~$!;#/",
    "urn:x:",
    "https://é.example/日/",
];

/// Moves what a grammar derives, in an encoding.
pub(crate) fn derived(below: &mut Below<'_>) {
    let to = TO[below(TO.len())];
    let resolved = below(4) == 3;
    let labels = ["utf-8", "utf-8", "utf-8", "windows-1252", "shift_jis", "utf-16le"];
    let label = labels[below(labels.len())];
    let (kind, text) = derive(below);
    // The bytes of UTF-8 are other letters in the other encodings, or broken.
    let document = match label {
        "utf-16le" => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        _ => text.into_bytes(),
    };
    let around =
        Surroundings::default().of_kind(kind).retrieved_from("http://here.example/dir/page");
    let encoding = CharacterEncoding::labelled(label).expect("it is in the Encoding Standard");
    hold(&around.in_encoding(encoding), to, resolved, &document);
}

/// A link: its place, its target, and the target that it is meant to have.
struct Seen {
    start: usize,
    end: usize,
    target: Result<Target, NoTarget>,
    meant: Option<Result<Target, NoTarget>>,
}

/// Without a match the bytes are the same. The links are as many in the same order, and each has the moved target of
/// the same link, or its own. What is between the changes is the same. A second run changes nothing.
pub(crate) fn hold(around: &Surroundings, to: &str, resolved: bool, document: &[u8]) {
    let by = Move::new(FROM, to).expect("both are URIs");
    let same = around.rewrite(document, &mut |_, _| Ok(None));
    assert!(same.document == document && same.changes.is_empty() && same.left.is_empty());
    let new = |link: &Link<'_>, target: &Result<Target, NoTarget>| {
        let target = target.as_ref().ok().filter(|_| !link.is_base())?;
        by.reference(link, target, resolved)
    };
    let links = |document: &[u8]| {
        let mut all = Vec::new();
        let read = around.links(document, &mut |_, found| {
            let Found::Link { link, target, .. } = found else { return };
            let reference = new(&link, &target);
            // IRIs of RDF are text: they are not resolved.
            let is_text = matches!(link.element, "iri" | "prefixed-name" | "@prefix");
            let meant = reference.map(|reference| match link.base.target(&reference) {
                Ok(_) if is_text => Ok(Target::Uri(reference)),
                target => target,
            });
            all.push(Seen { start: link.start, end: link.end, target, meant });
        });
        assert!(read.is_ok());
        all
    };
    let result = around.rewrite(document, &mut |link, target| Ok(new(link, target)));
    let [old, now] = [document, &result.document].map(links);
    let shown = [document, &result.document].map(String::from_utf8_lossy);
    assert_eq!(old.len(), now.len(), "{:?} {shown:#?}", result.left);
    for (old, now) in old.iter().zip(&now) {
        let is_left = result.left.iter().any(|left| left.place == (old.start..old.end));
        let meant = old.meant.as_ref().filter(|_| !is_left).unwrap_or(&old.target);
        // An error of a reference names a place in it.
        assert!(
            meant == &now.target || meant.is_err() && now.target.is_err(),
            "{meant:?} {:?} {:?} {shown:#?}",
            now.target,
            result.left
        );
    }
    let (mut at, mut behind) = (0, 0);
    for change in &result.changes {
        assert_eq!(document[at..change.place.start], result.document[behind..change.written.start]);
        // Names of Turtle are written out where their prefix moves and they do not.
        let is_of_a_link = old.iter().any(|old| change.place == (old.start..old.end));
        assert!(
            is_of_a_link && Parts::split(&change.new).scheme.is_some(),
            "{change:?} {shown:#?}"
        );
        (at, behind) = (change.place.end, change.written.end);
    }
    assert_eq!(document[at..], result.document[behind..]);
    if result.left.is_empty() {
        let again = around.rewrite(&result.document, &mut |link, target| Ok(new(link, target)));
        assert!(again.document == result.document, "{:?} {shown:#?}", again.changes);
    }
}
