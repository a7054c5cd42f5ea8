//! Laws of documents, for any bytes.

use napkin_context::{Also, Found, Kind, Surroundings};

use super::extract::choose;

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
