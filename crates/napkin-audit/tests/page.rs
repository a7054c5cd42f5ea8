//! `docs/audit.md`: its lists of readers, presets and rules are generated from the code.
//!
//! `NAPKIN_BLESS=1` writes it.

use std::fmt::Write;
use std::fs;

use crate::support::root;
use napkin::edition::EDITIONS;
use napkin_audit::{Contacts, PRESETS, READERS, RULES, Rule, SCHEME_SERVERS, Watched};

/// Text as code in Markdown; invisible characters are escaped.
fn code(text: &str) -> String {
    let mut shown = String::new();
    for character in text.chars() {
        if napkin::is_safe_to_show(character) {
            shown.push(character);
        } else {
            shown.extend(character.escape_unicode());
        }
    }
    if shown.len() > 80 {
        shown = format!("{}…", &shown[..60]);
    }
    format!("`{shown}`")
}

fn examples(examples: &[&str]) -> String {
    let shown = |example: &&str| if example.is_empty() { "nothing".into() } else { code(example) };
    examples.iter().map(shown).collect::<Vec<_>>().join(", ")
}

fn readers() -> String {
    let mut made =
        "| reader | stands for | in use | watched | source |\n| --- | --- | --- | --- | --- |\n"
            .to_owned();
    for reader in READERS {
        let (name, source) = (reader.name, reader.source);
        let in_use = match (reader.in_use, reader.in_audits, reader.in_input) {
            (true, true, _) => "yes",
            (true, false, true) => "by `allow`",
            (true, false, false) => "by `allow`, of `use`",
            (false, ..) => "no",
        };
        let watched = watched(reader.watched);
        writeln!(made, "| `{name}` | {} | {in_use} | {watched} | {source} |", reader.stands_for)
            .unwrap();
    }
    made
}

/// The programs of a reader, each with its versions, the day and the way it was watched.
fn watched(programs: &[Watched]) -> String {
    let programs = programs.iter().map(|watched| {
        let Watched { program, versions, date, by, .. } = watched;
        format!("{program} {versions} ({date}, {by})")
    });
    programs.collect::<Vec<_>>().join("; ")
}

/// The schemes for which programs contact another port.
fn servers() -> String {
    let mut made = "| schemes | contacted | by |\n| --- | --- | --- |\n".to_owned();
    for server in SCHEME_SERVERS {
        let schemes = server.schemes.iter().map(|scheme| format!("`{scheme}`"));
        let schemes = schemes.collect::<Vec<_>>().join(", ");
        let contacted = match server.contacts {
            Contacts::Default(port) => format!("port {port}, if none is written"),
            Contacts::DefaultOfIpv6(port) => {
                format!("port {port}, if none is written behind an IPv6 address")
            }
            Contacts::Always(port) => format!("port {port}, whatever is written"),
            Contacts::InPlaceOf(port, other) => format!("port {port}, if {other} is written"),
            _ => unreachable!(),
        };
        let by = watched(&[server.watched]);
        writeln!(made, "| {schemes} | {contacted} | {by} |").unwrap();
    }
    made
}

fn presets() -> String {
    let mut made = "| preset | for |\n| --- | --- |\n".to_owned();
    for preset in PRESETS {
        writeln!(made, "| `{}` | {}. |", preset.name, preset.purpose).unwrap();
    }
    made
}

/// The table of all rules, each with a link to its section.
fn list() -> String {
    let mut made = "| rule | severity | finds |\n| --- | --- | --- |\n".to_owned();
    for rule in RULES {
        let Rule { id, title, severity, .. } = rule;
        let off = if rule.is_on { "" } else { ", off by default" };
        writeln!(made, "| [`{id}`](#{id}) | {severity}{off} | {title} |").unwrap();
    }
    made
}

fn rules() -> String {
    let mut made = String::new();
    for rule in RULES {
        let Rule { id, title, severity, why, basis, .. } = rule;
        let off = if rule.is_on { "" } else { ", off by default" };
        let mut sources = basis.to_string();
        for edition in EDITIONS {
            let listed = rule.listed.iter().find(|listed| listed.edition == *edition);
            let source = listed.map(|_| rule.citation(edition));
            if let Some(source) = source.filter(|source| source != basis) {
                write!(sources, "; {source}").unwrap();
            }
        }
        writeln!(made, "### {id}\n\n**{severity}**{off}: {title} ({sources}).\n\n{why}\n").unwrap();
        if !rule.fires.is_empty() {
            writeln!(made, "Found in: {}\n", examples(rule.fires)).unwrap();
            writeln!(made, "Not found in: {}\n", examples(rule.silent)).unwrap();
        }
    }
    made.trim_end().to_owned() + "\n"
}

/// The page with the text between a mark and its end replaced.
fn with(page: &str, mark: &str, made: &str) -> String {
    let begin = format!("<!-- {mark} -->\n");
    let (before, rest) = page.split_once(&begin).unwrap_or_else(|| panic!("no {mark}"));
    let (_, after) = rest.split_once("<!-- end -->").unwrap();
    format!("{before}{begin}\n{made}\n<!-- end -->{after}")
}

#[test]
fn the_page_says_what_the_rules_are() {
    let path = root().join("docs/audit.md");
    let page = fs::read_to_string(&path).unwrap();
    let made = with(&page, "readers", &readers());
    let made = with(&made, "servers", &servers());
    let made = with(&made, "presets", &presets());
    let made = with(&made, "list", &list());
    let made = with(&made, "rules", &rules());
    if std::env::var_os("NAPKIN_BLESS").is_some() {
        fs::write(path, made).unwrap();
    } else {
        assert!(made == page, "docs/audit.md is not what the rules are: NAPKIN_BLESS=1 writes it");
    }
}
