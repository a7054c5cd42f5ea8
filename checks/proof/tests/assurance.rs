//! Checks that `docs/assurance.md` agrees with the proofs in `checks/figures/`. `NAPKIN_BLESS=1` writes it, as
//! `cargo xtask figures` does.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

/// The result of a proof: one file of `checks/figures/`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Proof {
    title: String,
    /// The claim, and the method.
    what: String,
    /// The command that gave the figures.
    command: String,
    /// The part that CI runs, if any.
    short: Option<String>,
    /// The day of the run, `2026-01-31`.
    date: String,
    /// The versions of the tools.
    with: String,
    figures: Vec<(String, Cell)>,
    table: Option<Table>,
    /// The exceptions, with reasons.
    #[serde(default)]
    listed: Vec<Listed>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    head: Vec<String>,
    rows: Vec<Vec<Cell>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Listed {
    what: String,
    reason: String,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Cell {
    Count(u64),
    Ratio(f64),
    Text(String),
}

impl Cell {
    fn text(&self) -> String {
        match self {
            Self::Count(count) => grouped(*count),
            Self::Ratio(ratio) => format!("{ratio:.2}"),
            Self::Text(text) => text.replace('|', "\\|"),
        }
    }
}

/// A number with a comma between the thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<_> = digits.as_bytes().rchunks(3).rev().collect();
    let groups = groups.iter().map(|group| String::from_utf8_lossy(group));
    groups.collect::<Vec<_>>().join(",")
}

const HEAD: &str = "\
# Assurance

What napkin promises is in [security.md](security.md). This page says how far each promise was tried: what
was run, when, and what came of it. `cargo xtask figures` writes it from `checks/figures/*.json`, which the commands
leave behind; nothing here is written by hand.

";

fn render(proofs: &[Proof]) -> String {
    let mut page = String::from(HEAD);
    table(
        &mut page,
        &["proof", "command", "in CI", "date"].map(String::from),
        proofs.iter().map(|proof| {
            let Proof { title, command, short, date, .. } = proof;
            let anchor = title.to_lowercase().replace(' ', "-");
            let cells = [
                format!("[{title}](#{anchor})"),
                format!("`{command}`"),
                short.as_ref().map_or("none".into(), |short| format!("`{short}`")),
                date.clone(),
            ];
            cells.into_iter().collect()
        }),
    );
    for proof in proofs {
        let Proof { title, what, command, date, with, .. } = proof;
        let _ = writeln!(page, "\n## {title}\n\n{what}\n\nBy `{command}`, {date}, with {with}.\n");
        let figures = proof.figures.iter().map(|(name, figure)| vec![name.clone(), figure.text()]);
        table(&mut page, &["figure", "value"].map(String::from), figures);
        if let Some(Table { head, rows }) = &proof.table {
            page.push('\n');
            table(&mut page, head, rows.iter().map(|row| row.iter().map(Cell::text).collect()));
        }
        if !proof.listed.is_empty() {
            page.push('\n');
        }
        for Listed { what, reason } in &proof.listed {
            let _ = writeln!(page, "- {what}: {reason}");
        }
    }
    page
}

fn table(page: &mut String, head: &[String], rows: impl Iterator<Item = Vec<String>>) {
    let _ = writeln!(page, "| {} |", head.join(" | "));
    let _ = writeln!(page, "|{}", " --- |".repeat(head.len()));
    for row in rows {
        assert_eq!(row.len(), head.len(), "{row:?} has the columns {head:?}");
        let _ = writeln!(page, "| {} |", row.join(" | "));
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The proofs in the order of their names.
fn proofs() -> Vec<Proof> {
    let entries = fs::read_dir(root().join("checks/figures")).unwrap();
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let read = |file: &PathBuf| {
        let text = fs::read_to_string(file).unwrap();
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
    };
    files.iter().map(read).collect()
}

#[test]
fn the_page_is_what_the_proofs_say() {
    let page = root().join("docs/assurance.md");
    let rendered = render(&proofs());
    if std::env::var_os("NAPKIN_BLESS").is_some() {
        fs::write(page, rendered).unwrap();
        return;
    }
    let written = fs::read_to_string(page).unwrap();
    assert!(written == rendered, "cargo xtask figures writes docs/assurance.md anew");
}

#[test]
fn numbers_are_read_in_groups() {
    let numbers = [0, 999, 1_000, 1_234_567].map(grouped);
    assert_eq!(numbers, ["0", "999", "1,000", "1,234,567"]);
}
