//! Writes the table of IANA's schemes, `src/registry/table.rs`, from `spec/registry/uri-schemes.csv`:
//!
//! ```console
//! $ cargo run -p napkin-schemes --example write-registry
//! ```
//!
//! The table says what the list says, but for these rules:
//!
//! - A run of white space, line ends included, is one space.
//! - A scheme is in lowercase. A remark in parentheses behind it, such as `(OBSOLETE)`, goes behind the
//!   description.
//! - Of a description there is the first sentence, without its full stop. A pointer to the notes of
//!   IANA's reviewers is left out.
//! - References stand without brackets, with `; ` between them. IANA writes `_` in names of people and
//!   groups; here it is a space.
//! - Rows are in the order of their schemes. A scheme that is none (RFC 3986 §3.1) or that stands
//!   there twice is an error, and so is a status that RFC 7595 does not have.

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use csv::{ReaderBuilder, StringRecord, Trim};

fn main() -> Result<(), Box<dyn Error>> {
    let table = table(&read("spec/registry/uri-schemes.csv")?, &read("spec/registry/README.md")?)?;
    Ok(fs::write(in_repository(TABLE), table)?)
}

const TABLE: &str = "crates/napkin-schemes/src/registry/table.rs";

fn in_repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

fn read(path: &str) -> Result<String, Box<dyn Error>> {
    let path = in_repository(path);
    fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()).into())
}

/// The text of the table, from the list and from the page that has its date.
fn table(list: &str, page: &str) -> Result<String, Box<dyn Error>> {
    let date = page.lines().find_map(|line| line.strip_prefix("Last updated: "));
    let date = date.ok_or("the page has no date")?;
    let mut rows = rows(list)?;
    rows.sort();
    if let Some(twice) = rows.windows(2).find(|pair| pair[0].scheme == pair[1].scheme) {
        return Err(format!("{} stands there twice", twice[0].scheme).into());
    }
    let mut text = String::from(HEAD);
    writeln!(text, "pub const UPDATED: &str = {date:?};\n")?;
    text.push_str("/// The registry, in the order of the schemes.\n#[rustfmt::skip]\n");
    text.push_str("pub const REGISTRATIONS: &[Registration] = &[\n");
    for Row { scheme, status, description, reference, template } in &rows {
        let template = (!template.is_empty()).then_some(template);
        writeln!(
            text,
            "    row({scheme:?}, {status}, {description:?}, {reference:?}, {template:?}),"
        )?;
    }
    text.push_str("];\n");
    Ok(text)
}

const HEAD: &str = "\
//! Written by `cargo run -p napkin-schemes --example write-registry`; do not edit.

use super::Status::{Historical, Permanent, Provisional};
use super::{Registration, row};

/// The day on which IANA last changed the registry that the table was written from.
";

/// A row of the table. The order is that of the fields.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Row {
    scheme: String,
    status: String,
    description: String,
    reference: String,
    template: String,
}

fn rows(list: &str) -> Result<Vec<Row>, Box<dyn Error>> {
    let mut reader = ReaderBuilder::new().trim(Trim::All).from_reader(list.as_bytes());
    let headers = reader.headers()?.clone();
    let column = |name: &str| {
        let found = headers.iter().position(|header| header == name);
        found.ok_or_else(|| format!("the list has no column {name:?}"))
    };
    let [scheme, status, description, reference, template] =
        ["URI Scheme", "Status", "Description", "Reference", "Template"].map(column);
    let columns = [scheme?, status?, description?, reference?, template?];
    reader.into_records().map(|record| row(&record?, columns)).collect()
}

fn row(record: &StringRecord, columns: [usize; 5]) -> Result<Row, Box<dyn Error>> {
    let [written, status, description, reference, template] =
        columns.map(|at| record[at].split_whitespace().collect::<Vec<_>>().join(" "));
    let (scheme, remark) = match written.split_once(' ') {
        Some((scheme, remark)) if remark.starts_with('(') => (scheme, [" ", remark].concat()),
        _ => (&*written, String::new()),
    };
    if !napkin::Uri::parse(&[scheme, ":"].concat()).is_ok_and(|uri| uri.scheme() == scheme) {
        return Err(format!("{written:?} is not a scheme").into());
    }
    if !["Permanent", "Provisional", "Historical"].contains(&&*status) {
        return Err(format!("{scheme} has the status {status:?}").into());
    }
    Ok(Row {
        scheme: scheme.to_lowercase(),
        status,
        description: first_sentence(&description) + &remark,
        reference: references(&reference),
        template,
    })
}

fn first_sentence(description: &str) -> String {
    let description = description.replace(" (see [reviewer notes])", "");
    let sentence = description.split(". ").next().unwrap_or_default();
    sentence.strip_suffix('.').unwrap_or(sentence).to_owned()
}

/// `[RFC1738][Some_One]` as `RFC1738; Some One`.
fn references(written: &str) -> String {
    let bare = written.trim_start_matches('[').trim_end_matches(']');
    let is_name = |reference: &str| !reference.contains("://");
    bare.split("][")
        .map(|one| if is_name(one) { one.replace('_', " ") } else { one.to_owned() })
        .collect::<Vec<_>>()
        .join("; ")
}

#[cfg(test)]
mod tests {
    use super::{HEAD, TABLE, read, table};

    #[test]
    fn the_table_is_what_the_list_makes() {
        let made = table(
            &read("spec/registry/uri-schemes.csv").unwrap(),
            &read("spec/registry/README.md").unwrap(),
        );
        assert!(
            made.unwrap() == read(TABLE).unwrap(),
            "run `cargo run -p napkin-schemes --example write-registry`"
        );
    }

    const COLUMNS: &str = "URI Scheme,Template,Description,Status,Reference\n";

    fn made(rows: &str) -> Result<String, String> {
        let page = "A page.\n\nLast updated: 2025-01-31\n";
        table(&[COLUMNS, rows].concat(), page).map_err(|error| error.to_string())
    }

    #[test]
    fn rows_are_cleaned_and_sorted() {
        let rows = "\
shttp (OBSOLETE),,Secure  \"\"HTTP\"\",Permanent,[RFC2660][Status change]
aToB,prov/aToB,\"atob\n (see [reviewer notes])\",Provisional,\"[Some_One][https://a.b/c_d][RFC9110, Section 4.2.1]\"
a,,\"First. Second.\",Historical,[RFC1]
";
        let expected = "\
pub const UPDATED: &str = \"2025-01-31\";

/// The registry, in the order of the schemes.
#[rustfmt::skip]
pub const REGISTRATIONS: &[Registration] = &[
    row(\"a\", Historical, \"First\", \"RFC1\", None),
    row(\"atob\", Provisional, \"atob\", \"Some One; https://a.b/c_d; RFC9110, Section 4.2.1\", Some(\"prov/aToB\")),
    row(\"shttp\", Permanent, \"Secure \\\"HTTP\\\" (OBSOLETE)\", \"RFC2660; Status change\", None),
];
";
        let rows = rows.replace("Secure  \"\"HTTP\"\"", "\"Secure  \"\"HTTP\"\"\"");
        assert_eq!(made(&rows).unwrap(), [HEAD, expected].concat());
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        let refused = |rows| made(rows).unwrap_err();
        assert_eq!(refused("a,,,Permanent,\nA,,,Permanent,\n"), "a stands there twice");
        assert_eq!(refused("a b,,,Permanent,\n"), "\"a b\" is not a scheme");
        assert_eq!(refused("a:b,,,Permanent,\n"), "\"a:b\" is not a scheme");
        assert_eq!(refused("a,,,Perhaps,\n"), "a has the status \"Perhaps\"");
        let no_columns = table("a,b\n", "Last updated: 2025-01-31").unwrap_err().to_string();
        assert_eq!(no_columns, "the list has no column \"URI Scheme\"");
        assert_eq!(table(COLUMNS, "A page.").unwrap_err().to_string(), "the page has no date");
    }
}
