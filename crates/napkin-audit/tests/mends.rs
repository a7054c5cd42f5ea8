//! Mends: the cases of `spec/cases/audit/mends.jsonl`, the laws for every input, and how many valid URLs of real lists get one.

use std::collections::BTreeSet;

use crate::support::{cases, root, text};
use napkin::edition::RFC3986;
use napkin_audit::{Edit, Identity, Mend, hosts, mends};
use serde_json::{Value, json};

/// The first mend of each case. `NAPKIN_BLESS=1` writes it: read what has changed.
#[test]
fn cases_of_mends() {
    let path = root().join("spec/cases/audit/mends.jsonl");
    let mut lines = String::new();
    for mut case in cases("audit/mends.jsonl") {
        let found = mends(text(&case, "input").as_bytes(), RFC3986);
        let first = found.first().map_or(
            Value::Null,
            |mend| json!({"what": mend.what, "uri": mend.uri, "identity": mend.identity.name()}),
        );
        if std::env::var_os("NAPKIN_BLESS").is_some() {
            case["expect"] = first;
            lines.push_str(&case.to_string());
            lines.push('\n');
            continue;
        }
        assert_eq!(first, case["expect"], "{case}");
    }
    if !lines.is_empty() {
        std::fs::write(path, lines).unwrap();
    }
}

/// Ten cases or more for each class of what people type.
#[test]
fn every_class_has_cases() {
    let cases = cases("audit/mends.jsonl");
    let classes: BTreeSet<_> = cases.iter().map(|case| text(case, "class")).collect();
    assert!(classes.len() > 20, "{classes:?}");
    for class in classes {
        let count = cases.iter().filter(|case| text(case, "class") == class).count();
        assert!(count >= 10, "{class}: {count}");
    }
}

/// A mended text is valid, has no mend, and is what its edits make of the input. If all readers in use agree on a host, only
/// a guess has another.
fn holds(input: &[u8], mend: &Mend) {
    let shown = || format!("{:?}: {mend:?}", String::from_utf8_lossy(input));
    assert!(RFC3986.parse(&mend.uri).is_ok(), "{}", shown());
    assert_eq!(Edit::apply(input, &mend.edits), mend.uri.as_bytes(), "{}", shown());
    assert_eq!(mends(mend.uri.as_bytes(), RFC3986), [], "{}", shown());
    let of = |text: &[u8]| hosts(text).among(|reader| reader.in_use && reader.in_audits);
    let (before, after) = (of(input), of(mend.uri.as_bytes()));
    if let Some(host) = before.agreed().filter(|_| mend.identity != Identity::Guessed) {
        assert!(after.contacted().iter().all(|other| *other == host), "{}", shown());
    }
}

/// A number that looks random.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }
}

/// The inputs of all cases, and texts made of them by a generator: one or two characters more, less or other.
#[test]
fn mends_hold_what_they_promise() {
    const PIECES: [&str; 28] = [
        "http://",
        "https:",
        "//",
        "/",
        "\\",
        "@",
        ":",
        "#",
        "?",
        "%",
        "[",
        "]",
        "&amp;",
        " ",
        "\n",
        "\"",
        "|",
        "é",
        "www.",
        "a.example",
        ":80",
        "ttp:",
        "_",
        "<",
        ".",
        "1",
        "\\u0026",
        "hxxp://",
    ];
    let names = ["audit/mends.jsonl", "audit/repair.jsonl", "audit/hostile.jsonl"];
    let inputs: Vec<String> = names
        .iter()
        .flat_map(|name| cases(name))
        .filter_map(|case| case["input"].as_str().map(str::to_owned))
        .collect();
    let mut mended = 0;
    for input in &inputs {
        for mend in mends(input.as_bytes(), RFC3986) {
            holds(input.as_bytes(), &mend);
            mended += 1;
        }
    }
    assert!(mended > 1000, "{mended}");
    let mut dice = Dice(81);
    let times = if std::env::var_os("NAPKIN_DEEP").is_some() { 200_000 } else { 2000 };
    for _ in 0..times {
        let mut text: Vec<char> = inputs[dice.roll(inputs.len())].chars().take(80).collect();
        for _ in 0..=dice.roll(2) {
            let at = dice.roll(text.len() + 1);
            let end = (at + dice.roll(2)).min(text.len());
            text.splice(at..end, PIECES[dice.roll(PIECES.len())].chars());
        }
        let input: String = text.into_iter().collect();
        for mend in mends(input.as_bytes(), RFC3986) {
            holds(input.as_bytes(), &mend);
        }
    }
}

/// Of the valid URLs of real lists, whose files `NAPKIN_LISTS` names with colons between them, fewer than one in 500 get a mend, and
/// all that do are in `support/mended.txt`, where somebody has looked at them.
#[test]
fn few_valid_urls_of_real_lists_get_a_mend() {
    let Some(lists) = std::env::var_os("NAPKIN_LISTS") else { return };
    let seen = include_str!("support/mended.txt");
    let (mut valid, mut mended) = (0, Vec::new());
    for list in std::env::split_paths(&lists) {
        for line in std::fs::read(&list).unwrap().split(|&byte| byte == b'\n') {
            let Ok(url) = str::from_utf8(line) else { continue };
            if url.is_empty() || RFC3986.parse(url).is_err() {
                continue;
            }
            valid += 1;
            if let Some(first) = mends(line, RFC3986).first() {
                mended.push(format!("{url}\t{}\t{}", first.what, first.uri));
            }
        }
    }
    let unseen: Vec<_> =
        mended.iter().filter(|line| !seen.lines().any(|seen| seen == *line)).collect();
    assert!(unseen.is_empty(), "{unseen:#?}");
    assert!(mended.len() * 500 < valid, "{} of {valid}", mended.len());
}
