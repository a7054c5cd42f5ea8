//! The corpus of the fuzz target, kept and run as a plain test; and the same for every case of
//! `testdata/audit/` by every edition.

mod support;

#[path = "../../../fuzz/audit.rs"]
mod audit;

use std::fs;

use support::{cases, root, text};

#[test]
fn the_corpus_holds() {
    let mut count = 0;
    for entry in fs::read_dir(root().join("fuzz/corpus/audit")).unwrap() {
        audit::audited(&fs::read(entry.unwrap().path()).unwrap());
        count += 1;
    }
    assert!(count > 20, "{count}");
}

#[test]
fn the_cases_hold_by_every_edition() {
    for entry in fs::read_dir(root().join("testdata/audit")).unwrap() {
        let file = entry.unwrap().file_name().into_string().unwrap();
        for case in cases(&format!("audit/{file}")) {
            for edition in 0..7 {
                audit::audited(&[&[edition], text(&case, "input").as_bytes()].concat());
            }
        }
    }
}
