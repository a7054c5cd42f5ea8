//! Mends: the cases of `spec/cases/audit/repair.jsonl`, and laws for every input.

use crate::support::{cases, text};
use napkin::edition::{EDITIONS, RFC3986};
use napkin::{Edition, Start};
use napkin_audit::{Edit, Identity, mends};
use serde_json::json;
use unicode_bidi::BidiClass::{self, B, BN, FSI, LRE, LRI, LRO, PDF, PDI, RLE, RLI, RLO, S, WS};
use unicode_bidi::bidi_class;

#[test]
fn cases_of_repair() {
    for case in cases("audit/repair.jsonl") {
        let edition = case["edition"].as_str().unwrap_or("rfc3986");
        let edition = Edition::named(edition).unwrap_or_else(|| panic!("{case}"));
        let found = mends(text(&case, "input").as_bytes(), edition);
        let found: Vec<_> = found.iter().map(|c| json!([c.uri, c.identity.name()])).collect();
        assert_eq!(json!(found), case["expect"], "{case}");
    }
}

/// Every code point in a path, but for ideographs and syllables of Hangul: none of a kept input is a control of direction,
/// a separator, invisible, or not safe to show.
#[test]
fn every_character_of_a_kept_input_is_seen() {
    const UNSEEN: [BidiClass; 13] = [B, BN, FSI, LRE, LRI, LRO, PDF, PDI, RLE, RLI, RLO, S, WS];
    let is_uniform = |one: &char| matches!(one, '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' | '\u{20000}'..='\u{dffff}');
    let mut kept = 0;
    for character in ('\u{80}'..='\u{e1000}').filter(|one| !is_uniform(one)) {
        let input = format!("http://h/a{character}b|");
        let found = mends(input.as_bytes(), RFC3986);
        assert!(!found.is_empty(), "{input:?}");
        if found.iter().any(|candidate| candidate.identity == Identity::Kept) {
            kept += 1;
            let is_seen = napkin::is_safe_to_show(character)
                && !UNSEEN.contains(&bidi_class(character))
                && !"\u{600}\u{605}\u{6dd}\u{8e2}\u{2800}\u{16fe4}".contains(character);
            assert!(is_seen, "{input:?}: {found:?}");
        }
    }
    assert!(kept > 60_000, "{kept}");
}

/// The result of applying the fixes of errors repeatedly, as `check` reports them.
fn as_advised(input: &[u8], edition: &'static Edition) -> Option<Vec<u8>> {
    let mut text = input.to_vec();
    let mut followed = 0;
    while let Err(error) = edition.parse_bytes(Start::UriReference, &text) {
        let fix = error.fix(&text).filter(|_| followed < 100)?;
        text.splice(fix.range(), fix.text().bytes());
        followed += 1;
    }
    (followed > 0).then_some(text)
}

/// All texts of a case, in lists and objects too.
fn texts(value: &serde_json::Value, into: &mut Vec<String>) {
    match value {
        serde_json::Value::String(text) => into.push(text.clone()),
        serde_json::Value::Array(values) => values.iter().for_each(|value| texts(value, into)),
        serde_json::Value::Object(values) => values.values().for_each(|value| texts(value, into)),
        _ => {}
    }
}

/// For every invalid text of the cases and every edition: if the fixes of errors lead to a valid text, it is a
/// candidate.
#[test]
fn advice_of_errors_leads_to_a_candidate() {
    let (mut advised, mut unknown) = ([0; 2], Vec::new());
    for name in [
        "errors.jsonl",
        "found.jsonl",
        "peers.jsonl",
        "rfc1630.jsonl",
        "rfc1738.jsonl",
        "rfc1808.jsonl",
        "rfc2396.jsonl",
        "rfc3986.jsonl",
        "draft-rfc2396bis-01.jsonl",
        "draft-url-syntax-05.jsonl",
        "audit/repair.jsonl",
        "audit/characters.jsonl",
        "audit/hostile.jsonl",
        "audit/unicode.jsonl",
        "audit/userinfo.jsonl",
        "audit/authority.jsonl",
        "audit/references.jsonl",
    ] {
        let mut inputs = Vec::new();
        for case in cases(name) {
            texts(&case["input"], &mut inputs);
        }
        for input in inputs {
            for edition in EDITIONS.iter().copied() {
                let Some(text) = as_advised(input.as_bytes(), edition) else { continue };
                let text = String::from_utf8(text).unwrap();
                let found = mends(input.as_bytes(), edition);
                let known = found.iter().any(|candidate| candidate.uri == text);
                if !known && mends(text.as_bytes(), edition).is_empty() {
                    let found: Vec<_> = found.iter().map(|candidate| &candidate.uri).collect();
                    unknown
                        .push(format!("{} {input:?}: {text:?} is not in {found:?}", edition.name));
                }
                advised[usize::from(found.len() > 1)] += 1;
            }
        }
    }
    assert!(unknown.is_empty(), "{unknown:#?}");
    assert!(advised.iter().all(|&times| times > 50), "{advised:?}");
}

/// Every string of an alphabet up to a length.
fn strings(alphabet: &[u8], longest: usize) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    let mut begin = 0;
    for _ in 0..longest {
        let end = all.len();
        for at in begin..end {
            for &byte in alphabet {
                let mut longer = all[at].clone();
                longer.push(byte);
                all.push(longer);
            }
        }
        begin = end;
    }
    all
}

/// For any input: candidates are valid, are the result of their edits, and need every edit.
#[test]
fn candidates_are_valid_and_as_small_as_they_can_be() {
    let mut repaired = 0;
    for tail in strings(b"a:/\\@[] %#?", 4) {
        for head in [&b""[..], b"http://", b"//h"] {
            let input = [head, &tail].concat();
            let is_valid = RFC3986.parse_bytes(napkin::Start::UriReference, &input).is_ok();
            let found = mends(&input, RFC3986);
            let shown = String::from_utf8_lossy(&input).into_owned();
            let server = shown.trim().split("//").nth(1).unwrap_or_default();
            let server = server.split(['/', '?', '#']).next().unwrap_or_default();
            assert!(is_valid || !found.is_empty() || server.contains(['[', ']']), "{shown:?}");
            for candidate in &found {
                assert!(RFC3986.parse(&candidate.uri).is_ok(), "{shown:?}: {candidate:?}");
                assert_eq!(Edit::apply(&input, &candidate.edits), candidate.uri.as_bytes());
                assert!(!candidate.edits.is_empty(), "{shown:?}: {candidate:?}");
                assert_eq!(mends(candidate.uri.as_bytes(), RFC3986), [], "{shown:?}");
                repaired += 1;
            }
            // In the cheapest candidate every edit is needed, except a removal between a percent sign and digits,
            // which would make an escape of them.
            let joins = |edit: &Edit| edit.text.is_empty() && input.contains(&b'%');
            if let Some(first) = found.first().filter(|first| !first.edits.iter().any(joins)) {
                for left_out in 0..first.edits.len() {
                    let mut fewer = first.edits.clone();
                    fewer.remove(left_out);
                    let text = Edit::apply(&input, &fewer);
                    let fine = RFC3986.parse_bytes(napkin::Start::UriReference, &text).is_ok();
                    assert!(
                        !fine || !mends(&text, RFC3986).is_empty(),
                        "{shown:?}: {first:?} without {left_out}"
                    );
                }
            }
        }
    }
    assert!(repaired > 30_000, "{repaired}");
}

/// The law for every edition, on fewer strings.
#[test]
fn candidates_are_valid_by_their_edition() {
    for edition in EDITIONS.iter().copied() {
        let mut repaired = 0;
        for tail in strings(b"a:/\\@ %#?", 3) {
            for head in [&b"http://h/"[..], b"ftp://", b"news:", b"x:", b""] {
                let input = [head, &tail].concat();
                let is_valid = edition.parse_bytes(napkin::Start::UriReference, &input).is_ok();
                let found = mends(&input, edition);
                let shown = String::from_utf8_lossy(&input).into_owned();
                for candidate in &found {
                    assert!(edition.parse(&candidate.uri).is_ok(), "{shown:?}: {candidate:?}");
                    assert_eq!(Edit::apply(&input, &candidate.edits), candidate.uri.as_bytes());
                    repaired += usize::from(!is_valid);
                }
            }
        }
        assert!(repaired > 500, "{}: {repaired}", edition.name);
    }
}

/// What a text may begin with: the forms of the schemes of 1994, and the generic ones.
const HEADS: [&str; 19] = [
    "",
    "//",
    "foo:",
    "http://",
    "http://h",
    "http://h/",
    "http://u@",
    "ftp://",
    "file://h/",
    "news:",
    "mailto:",
    "x://h:",
    "telnet://",
    "wais://h/",
    "nntp:",
    "prospero://h/",
    "gopher://h/",
    "mid:",
    "cid:",
];

/// Every short text and every edition: an invalid one has a candidate, if any way to encode and remove its marks makes it
/// valid; and where the advice of the errors leads to a valid text, that is a candidate. With `NAPKIN_DEEP`, longer texts.
#[test]
fn what_can_be_repaired_has_a_candidate() {
    const ALPHABET: [&str; 22] = [
        "a", "1", ":", "/", "\\", "@", "[", "]", " ", "%", "#", "?", "!", "~", "é", "\t", ">", "|",
        "-", ".", "$", "\x7f",
    ];
    let longest = if std::env::var_os("NAPKIN_DEEP").is_some() { 3 } else { 2 };
    let tails: Vec<String> = strings(&(0..22).collect::<Vec<_>>(), longest)
        .iter()
        .map(|indices| indices.iter().map(|&index| ALPHABET[usize::from(index)]).collect())
        .collect();
    let (mut without, mut unrepaired) = (Vec::new(), 0);
    for edition in EDITIONS.iter().copied() {
        let is_valid = |text: &[u8]| edition.parse_bytes(Start::UriReference, text).is_ok();
        for head in HEADS {
            for tail in &tails {
                let input = format!("{head}{tail}");
                if is_valid(input.as_bytes()) {
                    continue;
                }
                let found = mends(input.as_bytes(), edition);
                let is_candidate = |text: &[u8]| found.iter().any(|one| one.uri.as_bytes() == text);
                assert!(found.iter().all(|one| is_valid(one.uri.as_bytes())), "{input:?}");
                if let Some(text) = as_advised(input.as_bytes(), edition) {
                    let is_known = is_candidate(&text) || !mends(&text, edition).is_empty();
                    assert!(is_known, "{} {input:?}: {found:?}", edition.name);
                }
                if found.is_empty() && !has_a_reason(head, tail, edition) {
                    without.extend(with_marks_repaired(head, tail, edition, is_valid));
                }
                unrepaired += usize::from(found.is_empty());
            }
        }
    }
    assert!(without.is_empty(), "{without:#?}");
    assert!(unrepaired > 5000, "{unrepaired}");
}

/// Whether the documentation says why a text has no candidate, whatever its other characters are: it has no scheme in an
/// edition without relative references, or something that is no address in brackets.
fn has_a_reason(head: &str, tail: &str, edition: &'static Edition) -> bool {
    let text = format!("{head}{tail}");
    let server = text.split_once("//").map_or("", |(_, behind)| behind);
    let server = server.split(['/', '?', '#']).next().and_then(|one| one.rsplit('@').next());
    let is_bracketed = server.is_some_and(|server| server.starts_with('[') && server.contains(':'));
    is_bracketed || head.is_empty() && edition.parse("a").is_err()
}

/// A valid text, if a tail has one: each mark in it is kept, percent-encoded or removed, but delimiters are kept.
fn with_marks_repaired(
    head: &str,
    tail: &str,
    edition: &Edition,
    is_valid: impl Fn(&[u8]) -> bool,
) -> Option<String> {
    // White space and control characters before a reference are never data.
    let is_blank = |one: char| one.is_whitespace() || one.is_control();
    let tail = if head.is_empty() { tail.trim_start_matches(is_blank) } else { tail };
    let mut texts = vec![head.to_owned()];
    for (at, one) in tail.char_indices() {
        let hex = tail.get(at + 1..at + 3).unwrap_or("-");
        let is_triplet = hex.bytes().all(|digit| digit.is_ascii_hexdigit());
        let is_delimiter =
            "/?#:@.".contains(one) || one.is_alphanumeric() || one == '%' && is_triplet;
        let octets = one.to_string().into_bytes();
        let encoded =
            octets.iter().fold(String::new(), |made, byte| made + &format!("%{byte:02X}"));
        let is_data = !one.is_ascii() || !is_delimiter && !edition.reserved.contains(one as u8);
        let longer = |text: &String| {
            let removed = (!is_delimiter).then(|| text.clone());
            let encoded = is_data.then(|| format!("{text}{encoded}"));
            [Some(format!("{text}{one}")), removed, encoded]
                .into_iter()
                .flatten()
                .collect::<Vec<_>>()
        };
        texts = texts.iter().flat_map(longer).collect();
    }
    let valid = texts.iter().find(|text| is_valid(text.as_bytes()));
    valid.map(|valid| format!("{} {head}{tail:?}: {valid}", edition.name))
}

/// Pairs of marks, one in the other, take time in proportion to their number.
#[test]
fn nested_marks_take_no_time() {
    let pairs = |open: &str, close: &str| {
        [open.repeat(20_000), "http://h/a b".to_owned(), close.repeat(20_000)].concat()
    };
    for (open, close) in [("\u{201c}", "\u{201d}"), ("URL:<", ">"), ("URL: <", ">"), ("(", ")")] {
        let started = std::time::Instant::now();
        mends(pairs(open, close).as_bytes(), RFC3986);
        assert!(started.elapsed().as_secs() < 5, "{open:?}");
    }
}

/// What a host loses is named, whatever its other characters are.
#[test]
fn removed_characters_of_hosts_are_named() {
    for host in ["_", "!", "a", "a_b!", "8"] {
        let input = format!("http://{host}\u{200b}/");
        let found = mends(input.as_bytes(), RFC3986);
        assert_eq!(found[0].uri, format!("http://{host}/"));
        assert_eq!(found[0].removed(input.as_bytes()), ["\u{200b}".as_bytes()]);
    }
}
