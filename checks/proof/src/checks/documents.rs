//! Laws of documents, for any bytes.

use napkin::Target;
use napkin_context::{Also, Found, Kind, Surroundings};

use super::extract::choose;
use crate::data::Data;
use crate::moves::laws;

/// A check for each kind of document.
macro_rules! kinds {
    ($($name:ident $kind:ident)*) => {
        $(pub(crate) fn $name(data: &[u8]) {
            links(Kind::$kind, data);
        })*
    };
}

kinds! { html Html xml Xml css Css turtle Turtle n_triples NTriples markdown Markdown mime Mime http Http warc Warc }

/// Every link is inside its document, and every target is valid by the edition, unless its base or reference is
/// not.
fn links(kind: Kind, data: &[u8]) {
    let (edition, how, document) = choose(data);
    let mut around = Surroundings::new(edition).of_kind(kind).largest(1 << 20);
    if how & 1 != 0 {
        around = around.retrieved_from("http://a/b/c/d;p?q");
    }
    if how & 2 != 0 {
        around = around.encapsulated("e/f").by_record_date();
    }
    around = Also::ALL.into_iter().fold(around, Surroundings::also);
    let mut bases = 0;
    let mut documents = 0;
    let read = around.links(document, &mut |inside, found| match found {
        Found::Document => documents += 1,
        Found::Link { link, target, .. } => {
            // The length of decompressed data is not known here.
            if inside.record.is_none() && inside.start == Some(0) {
                assert!(link.start <= link.end && link.end <= document.len());
            }
            let _ = target.is_ok_and(|target| link.is_same_document(&target));
        }
        Found::Fault(fault) => assert!(!fault.to_string().is_empty()),
        Found::Unread(unread) => assert_eq!(unread.detail(), None),
    });
    // Broken compressed data is an error of the document.
    assert!(read.is_ok());
    let read = around.bases(document, &mut |_, found| match found {
        Found::Document => bases += 1,
        Found::Link { .. } => unreachable!("no links were asked for"),
        Found::Fault(_) | Found::Unread(_) => {}
    });
    assert!(read.is_ok());
    assert_eq!(bases, documents);
}

/// A rewritten document has the same links in the same order, with the targets that were meant; without a change it is the
/// same bytes; and the bytes between the changes are those of the input.
pub(crate) fn rewritten(data: &[u8]) {
    let (&kind, document) = data.split_first().unwrap_or((&0, &[]));
    let kind = Kind::ALL[usize::from(kind) % Kind::ALL.len()];
    let around =
        Surroundings::default().of_kind(kind).retrieved_from("http://a/b/c").largest(1 << 20);
    let same = around.rewrite(document, &mut |_, _| Ok(None));
    assert!(same.document == document && same.changes.is_empty() && same.left.is_empty());
    let new = "https://new.example/a?b='(c)'&d=%20&amp;e*_~;#f";
    let (mut number, mut kept) = (0, Vec::new());
    let rewritten = around.rewrite(document, &mut |link, target| {
        number += 1;
        let changes = number % 2 == 1 && target.is_ok() && !link.is_base();
        if let (false, Ok(Target::Uri(uri))) = (changes, target) {
            kept.push(uri.clone());
        }
        Ok(changes.then(|| new.to_owned()))
    });
    let (mut at, mut behind) = (0, 0);
    for change in &rewritten.changes {
        let between =
            (&document[at..change.place.start], &rewritten.document[behind..change.written.start]);
        assert_eq!(between.0, between.1);
        // A name in Turtle whose prefix moves is written out where its target stays.
        assert!(change.new == new || kept.contains(&change.new), "{}", change.new);
        (at, behind) = (change.place.end, change.written.end);
    }
    assert_eq!(document[at..], rewritten.document[behind..]);
    if !kind.is_rewritten() {
        return;
    }
    let count = |document: &[u8]| {
        let (mut links, mut moved) = (0, 0);
        let read = around.links(document, &mut |_, found| {
            if let Found::Link { link, .. } = found {
                links += 1;
                moved += usize::from(link.reference == new);
            }
        });
        assert!(read.is_ok());
        (links, moved)
    };
    let (before, after) = (count(document), count(&rewritten.document));
    assert_eq!(before.0, after.0);
    assert!(after.1 >= rewritten.changes.iter().filter(|change| change.new == new).count());
}

/// The laws of a move, on a document that a grammar derives.
pub(crate) fn moved(data: &[u8]) {
    let mut data = Data::new(data);
    laws::derived(&mut |bound| data.below(bound));
}
