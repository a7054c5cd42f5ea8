//! The tables of `docs/editions.md` and `docs/normalization.md` and the counts of cases on the sheets of the URL
//! Standard are generated from the data; `NAPKIN_BLESS=1` writes them.
//!
//! The search for the table of witnesses takes most of a minute, so this table is checked only with `NAPKIN_DEEP`;
//! `tests/witness.rs` checks the search itself.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use napkin::edition::EDITIONS;
use napkin::witness::{BASE, Difference, search};
use napkin::{ByteSet, Edition, Host, HostKind, Level, Normalizer, Target};
use serde_json::Value;

/// The string length for the table of witnesses.
const WITNESS_LENGTH: usize = 5;

const STRINGS: &[&str] = &[
    "http://h",
    "http://h/",
    "http://h?q",
    "http://h/?q",
    "http://h/p?a=b",
    "http://h/p;x=1",
    "http://h/a:b",
    "http://h/~u",
    "http://h/a\"b",
    "http://h/a[b]",
    "http://h/a|b",
    "http://h/a?b?c",
    "http://h/#f",
    "http://h/#a?b/c",
    "http://h/a#b#c",
    "http://h/%",
    "http://h:/",
    "http://h:80/",
    "http://a_b/",
    "http://a./",
    "http://a.b./",
    "http://-a/",
    "http://1.2.3/",
    "http://1.2.3.4/",
    "http://256.1.1.1/",
    "http://%41/",
    "http://[::1]/",
    "http://[v1.x]/",
    "http:///p",
    "http:p",
    "http://u@h/",
    "ftp://u:p@h/x",
    "ftp://@h/x",
    "ftp://a:b:c@h/x",
    "ftp://u?x@h/y",
    "file:///p",
    "file:/p",
    "foo:a",
    "foo:a[b]",
    "foo://a_b/c",
    "foo:",
    "foo:?q",
    "1a:b",
    "a_b:c",
    "mailto:j@h",
    "http://bücher/é",
    "?\u{E000}",
    "g",
    "./a:b",
    "//h/a",
    "/a",
    "?q",
    "#f",
    "",
];

const REFERENCES: &[&str] = &[
    "g:h",
    "g",
    "./g",
    "g/",
    "/g",
    "//g",
    "?y",
    "g?y",
    "#s",
    "g#s",
    ";x",
    "g;x=1/../y",
    "",
    ".",
    "./",
    "..",
    "../",
    "../g",
    "../..",
    "../../g",
    "../../../g",
    "/./g",
    "/../g",
    "g/./h",
    "g/../h",
    "g?y/./x",
    "g?y/../x",
    "..?x",
    "http:g",
    "http:",
    "http://a/../b/c",
];

/// Changes of normalization, each with a text to which an edition makes no other change.
const CHANGES: &[(&str, &str)] = &[
    ("scheme to lowercase", "HTTP://h/a"),
    ("host to lowercase", "http://H/a"),
    ("hexadecimal digits to uppercase", "http://h/%c3"),
    ("percent-encoded letters and digits decoded", "http://h/%61"),
    ("percent-encoded tilde decoded", "http://h/%7E"),
    ("percent-encoded non-ASCII character decoded", "http://h/%C3%A9"),
    ("`+` in a query to `%20`", "http://h/a?b+c"),
    ("dot segments of a URI removed", "http://h/a/../b"),
    ("dot segments of a relative reference removed", "a/../b"),
    ("empty segments removed", "http://h/a//b"),
    ("default port removed", "http://h:80/a"),
    ("empty port removed", "http://h:/a"),
    ("leading zeros of a port removed", "http://h:081/a"),
    ("IPv6 address shortened", "http://[::0001]/a"),
    ("`localhost` in `file` removed", "file://localhost/a"),
    ("empty path of `http` to `/`", "http://h"),
    ("empty fragment removed", "http://h/a#"),
    ("observed redirect followed", "http://h/observed"),
];

#[test]
fn editions() {
    check("docs/editions.md");
}

#[test]
fn levels_of_normalization() {
    check("docs/normalization.md");
}

#[test]
fn counts_of_cases() {
    check("docs/editions/whatwg.md");
    check("docs/editions/whatwg-history.md");
}

/// Compares the tables of a page with those made from the data.
fn check(page: &str) {
    let path = format!("{}/../../{page}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap();
    let is_set = |variable| std::env::var_os(variable).is_some();
    let takes_all = is_set("NAPKIN_DEEP") || is_set("NAPKIN_BLESS");
    let mut made = String::new();
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once("<!-- made: ") {
        let (name, after) = after.split_once(" -->\n").unwrap();
        let (as_it_is, after) = after.split_once("<!-- end -->").unwrap();
        let is_asked = takes_all || name != "witnesses";
        let table = if is_asked { table(name) } else { as_it_is.to_owned() };
        write!(made, "{before}<!-- made: {name} -->\n{table}<!-- end -->").unwrap();
        rest = after;
    }
    made.push_str(rest);
    if is_set("NAPKIN_BLESS") {
        std::fs::write(path, &made).unwrap();
    } else {
        assert!(made == text, "{page} is not what the data says; see this test");
    }
}

fn table(name: &str) -> String {
    match name {
        "list" => list(),
        "marks" => marks(),
        "validity" => matrix("string", STRINGS, |edition, text| Some(validity(edition, text))),
        "targets" => {
            matrix("reference", REFERENCES, |edition, text| target(edition, text).map(|t| code(&t)))
        }
        "witnesses" => witnesses(),
        "levels" => levels(),
        "url-cases" => url_cases(),
        "history-cases" => history_cases(),
        _ => panic!("no such table: {name}"),
    }
}

/// The lines of a file of cases.
fn cases(file: &str) -> Vec<Value> {
    let path = format!("{}/../../spec/cases/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// For each file of cases of the URL Standard the operations of its lines, by where the lines are from.
fn url_cases() -> String {
    let mut table =
        "| File | Lines | From web-platform-tests | Own |\n| --- | --- | --- | --- |\n".to_owned();
    for file in ["url-standard.jsonl", "url-standard-setters.jsonl", "url-standard-hosts.jsonl"] {
        let cases = cases(file);
        let counts = |is_own: bool| {
            let mut counts = BTreeMap::<&str, (usize, usize)>::new();
            for case in cases.iter().filter(|case| case["derived"] == is_own) {
                let (lines, encoded) = counts.entry(case["op"].as_str().unwrap()).or_default();
                *lines += 1;
                *encoded += usize::from(case["encoding"].is_string());
            }
            let cells = counts.into_iter().map(|(op, (lines, encoded))| match encoded {
                0 => format!("{lines} `{op}`"),
                _ => format!("{lines} `{op}` ({encoded} with `encoding`)"),
            });
            cells.collect::<Vec<_>>().join(", ")
        };
        let (taken, own) = (counts(false), counts(true));
        writeln!(table, "| `{file}` | {} | {taken} | {own} |", cases.len()).unwrap();
    }
    table
}

/// The cases of the dated editions of the URL Standard. A line without `encoding` has a witness.
fn history_cases() -> String {
    let lines = cases("url-standard-history.jsonl");
    let name = |line: &Value| line["id"].as_str().unwrap().split('@').next().unwrap().to_owned();
    let names: BTreeSet<_> = lines.iter().map(name).collect();
    let has_encoding = |line: &&Value| line["encoding"].is_string();
    for line in lines.iter().filter(|line| !has_encoding(line)) {
        assert!(line["witness"].as_array().is_some_and(|names| !names.is_empty()), "{line}");
    }
    let encoded = lines.iter().filter(has_encoding).count();
    let newest = lines.iter().filter(|line| line["edition"] == "whatwg-2026-07");
    let newest_plain = newest.filter(|line| !has_encoding(line)).count();
    let mut table =
        "| Cases | Lines | with `encoding` | of `whatwg-2026-07`, without `encoding` |\n"
            .to_owned();
    table.push_str("| --- | --- | --- | --- |\n");
    writeln!(table, "| {} | {} | {encoded} | {newest_plain} |", names.len(), lines.len()).unwrap();
    table
}

/// For each change the level at which each edition makes it; empty if it makes it at none.
fn levels() -> String {
    let mut table = header("change");
    for (change, text) in CHANGES {
        write!(table, "| {change} ").unwrap();
        for edition in EDITIONS {
            let level = Level::ALL.into_iter().find(|&level| {
                let normalizer = Normalizer::new(level);
                let pair = ("http://h/observed", "http://h/observed/");
                let redirects = normalizer.redirects(edition, [pair]);
                let normalizer = normalizer.observed(&redirects);
                let reference = edition.parse(text).ok();
                reference.is_some_and(|read| normalizer.normalize_reference(read).unwrap() != *text)
            });
            let invalid = if edition.parse(text).is_ok() { "" } else { "invalid" };
            let cell = level.map_or(invalid.to_owned(), |level| format!("`{}`", level.name()));
            write!(table, "| {cell} ").unwrap();
        }
        table.push_str("|\n");
    }
    table
}

fn list() -> String {
    let mut table =
        String::from("| name | document | published | in force |\n| --- | --- | --- | --- |\n");
    for edition in EDITIONS {
        let in_force = (1994..=2026)
            .find(|&year| Edition::in_force(year).map(Edition::unamended) == Some(edition));
        let in_force = in_force.map_or("never".into(), |year| format!("{year}"));
        let Edition { name, document, year, month, .. } = edition;
        writeln!(table, "| `{name}` | {document} | {year}-{month:02} | {in_force} |").unwrap();
    }
    table
}

fn marks() -> String {
    let mut table = header("class");
    let mut row = |name: &str, set: fn(&Edition) -> ByteSet| {
        write!(table, "| {name} ").unwrap();
        for edition in EDITIONS {
            let marks = set(edition).iter().filter(|byte| !byte.is_ascii_alphanumeric());
            let marks: String = marks.map(char::from).filter(|c| *c != ' ').collect();
            write!(table, "| {} ", code(&marks)).unwrap();
        }
        table.push_str("|\n");
    };
    row("unreserved", |edition| edition.unreserved);
    row("reserved", |edition| edition.reserved);
    table
}

fn header(first: &str) -> String {
    let names: Vec<_> = EDITIONS.iter().map(|edition| edition.name).collect();
    let rule = " --- |".repeat(EDITIONS.len() + 1);
    format!("| {first} | {} |\n|{rule}\n", names.join(" | "))
}

fn matrix(
    first: &str,
    rows: &[&str],
    cell: impl Fn(&'static Edition, &str) -> Option<String>,
) -> String {
    let mut table = header(first);
    for row in rows {
        write!(table, "| {} ", code(row)).unwrap();
        for edition in EDITIONS {
            write!(table, "| {} ", cell(edition, row).unwrap_or_default()).unwrap();
        }
        table.push_str("|\n");
    }
    table
}

fn code(text: &str) -> String {
    let text = text.replace('|', "\\|");
    match text.as_str() {
        "" => "(empty)".into(),
        _ if text.contains('`') => format!("`` {text} ``"),
        _ if text.starts_with('(') => text,
        _ => format!("`{text}`"),
    }
}

fn validity(edition: &'static Edition, text: &str) -> String {
    let Ok(reference) = edition.parse(text) else { return "no".into() };
    if reference.is_relative_ref() {
        return "relative".into();
    }
    let kind = reference.host().map(Host::kind).filter(|kind| *kind != HostKind::RegName);
    let tells = [
        reference.is_opaque().then_some("opaque"),
        reference.authority_form().filter(|form| *form == "registry"),
        kind.map(HostKind::name),
    ];
    let tells: Vec<_> = [Some("yes")].into_iter().chain(tells).flatten().collect();
    tells.join(", ")
}

fn target(edition: &'static Edition, reference: &str) -> Option<String> {
    match edition.resolver(BASE).resolve(reference) {
        Ok(Target::Uri(uri)) => Some(uri),
        Ok(Target::CurrentDocument { fragment: None }) => Some("(current document)".into()),
        Ok(Target::CurrentDocument { fragment: Some(fragment) }) => {
            Some(format!("(current document, fragment {fragment})"))
        }
        Err(_) => None,
    }
}

fn witnesses() -> String {
    let mut table = String::from(
        "| first | second | only the first | only the second | target | complete up to |\n\
         | --- | --- | --- | --- | --- | --- |\n",
    );
    for (index, a) in EDITIONS.iter().enumerate() {
        for b in &EDITIONS[index + 1..] {
            let found = search(a, b, WITNESS_LENGTH, None);
            let first = |difference| {
                let witness = found.witnesses.iter().find(|w| w.difference == difference);
                witness.map_or(String::new(), |witness| code(&witness.text))
            };
            let only = [a, b].map(|edition| first(Difference::Validity(edition.name)));
            let (a, b, target) = (a.name, b.name, first(Difference::Target));
            let [only_a, only_b] = only;
            let length = found.complete_up_to;
            writeln!(table, "| {a} | {b} | {only_a} | {only_b} | {target} | {length} |").unwrap();
        }
    }
    table
}
