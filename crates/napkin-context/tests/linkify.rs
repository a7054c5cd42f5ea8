//! Napkin and linkify on the same texts, side by side: the table of `docs/context.md`.
//!
//! The texts are in `spec/cases/context/linkify.jsonl`, grouped by the topics of linkify's own tests.
//! `NAPKIN_BLESS=1` writes the table.

use std::fmt::Write;

use crate::support::{case_file, cases, text};
use linkify::{LinkFinder, LinkKind};
use napkin_context::Extractor;
use serde_json::{Value, json};

fn napkin(case: &Value) -> Vec<String> {
    let extractor = Extractor::default().suffixes(case["suffix"] == true);
    extractor.find(text(case, "text").as_bytes()).map(|find| find.uri.into_owned()).collect()
}

/// The finds of linkify; a find without a scheme is unchanged text.
fn linkify(case: &Value) -> Vec<String> {
    let mut finder = LinkFinder::new();
    let completes = case["suffix"] == true;
    let kinds = [LinkKind::Url, LinkKind::Email];
    let kinds = if completes { &kinds[..] } else { &kinds[..1] };
    finder.kinds(kinds).url_must_have_scheme(!completes);
    finder.links(text(case, "text")).map(|link| link.as_str().to_owned()).collect()
}

/// The expectation of a case for an extractor that does not complete text without a scheme.
fn not_completed(case: &Value) -> Value {
    let uris = case["expect"].as_array().unwrap().iter().map(|uri| uri.as_str().unwrap());
    if case["suffix"] == true {
        let prefixes = ["://", "mailto:"];
        let rest = |uri: &'_ str| {
            let rest = prefixes.iter().find_map(|prefix| uri.split_once(prefix));
            rest.map_or(uri.to_owned(), |(_, rest)| rest.to_owned())
        };
        uris.map(rest).collect()
    } else {
        case["expect"].clone()
    }
}

fn shown(found: &[String]) -> String {
    let one = |uri: &String| format!("`{}`", uri.replace('|', "\\|").replace('\n', "⏎"));
    if found.is_empty() {
        "nothing".into()
    } else {
        found.iter().map(one).collect::<Vec<_>>().join(" ")
    }
}

#[test]
fn the_table_of_the_docs() {
    let mut table = String::from("| text | napkin | linkify |\n| --- | --- | --- |\n");
    let (mut right, mut linkify_right, mut all) = (0, 0, 0);
    for case in cases("context/linkify.jsonl") {
        let (ours, theirs) = (napkin(&case), linkify(&case));
        let told = |found: &[String], right: bool| {
            if right { "yes".to_owned() } else { format!("no: {}", shown(found)) }
        };
        let ours_right = json!(ours) == case["expect"];
        let theirs_right = json!(theirs) == case["expect"] || json!(theirs) == not_completed(&case);
        all += 1;
        right += usize::from(ours_right);
        linkify_right += usize::from(theirs_right);
        let input = text(&case, "text").replace('\n', "⏎").replace('\t', "⇥").replace('|', "\\|");
        let input = input.replace('\u{a0}', "␣");
        let note = case["note"].as_str().map_or(String::new(), |note| format!(" ({note})"));
        // Enclosed in more backticks than the text has.
        let row = format!(
            "| `` {input} ``{note} | {} | {} |",
            told(&ours, ours_right),
            told(&theirs, theirs_right)
        );
        writeln!(table, "{row}").unwrap();
    }
    writeln!(table, "| {all} texts | {right} as meant | {linkify_right} as meant |").unwrap();
    assert!(right > linkify_right);
    let page = case_file("../../docs/context.md");
    let old = std::fs::read_to_string(&page).unwrap();
    let (before, rest) = old.split_once("<!-- linkify -->\n").unwrap();
    let (_, after) = rest.split_once("<!-- end -->").unwrap();
    let new = format!("{before}<!-- linkify -->\n{table}<!-- end -->{after}");
    if std::env::var_os("NAPKIN_BLESS").is_some() {
        std::fs::write(&page, &new).unwrap();
    } else {
        assert_eq!(old, new, "NAPKIN_BLESS=1 writes the table");
    }
}
