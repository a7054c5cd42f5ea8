//! The table of formats in `docs/context.md`, made from the lists of the library.

use std::fmt::Write;

use crate::support::case_file;
use napkin_context::{Compression, Document, Found, Kind, Surroundings, Unread};

/// A list as code in a cell.
fn cell(items: &[&str], before: &str) -> String {
    let items = items.iter().map(|item| format!("`{before}{item}`"));
    items.collect::<Vec<_>>().join(", ")
}

fn table() -> String {
    let mut table = String::from(
        "| `--type` | endings | media types | holds | base in it | standard | `rewrite` |\n| --- | --- | --- | --- | --- | --- | --- |\n",
    );
    for kind in Kind::ALL {
        let mut standard = kind.edition().title;
        let mut sink = |document: &Document<'_>, _: Found<'_>| {
            if document.base.standard().starts_with("whatwg") {
                standard = "URL Standard";
            }
        };
        Surroundings::default().of_kind(kind).bases(&b""[..], &mut sink).unwrap();
        writeln!(
            table,
            "| `{}` | {} | {} | {} | {} | {standard} | {} |",
            kind.name(),
            cell(kind.endings(), "."),
            cell(kind.media_types(), ""),
            kind.holds(),
            if kind.base().is_empty() { "none" } else { kind.base() },
            if kind.is_rewritten() { "yes" } else { "refused" },
        )
        .unwrap();
    }
    let compressions = Compression::ALL.map(|one| format!("{} (`.{}`)", one.name(), one.ending()));
    let list = |is_closed: bool| {
        let one =
            |unread: &Unread| (unread.detail().is_some() == is_closed).then(|| unread.plural());
        Unread::ALL.iter().filter_map(one).collect::<Vec<_>>().join(", ")
    };
    table
        + &format!(
            "\nCompressions, of files of every type: {}. Brotli has no mark, so the ending tells it, also that of `--type html.br`. Not read, since they hold no links: \
         {}. Not read, though they may hold some: {}.\n",
            compressions.join(", "),
            list(false),
            list(true)
        )
}

#[test]
fn the_table_of_the_docs() {
    let page = case_file("../../docs/context.md");
    let old = std::fs::read_to_string(&page).unwrap();
    let (before, rest) = old.split_once("<!-- formats -->\n").unwrap();
    let (_, after) = rest.split_once("<!-- end formats -->").unwrap();
    let new = format!("{before}<!-- formats -->\n{}<!-- end formats -->{after}", table());
    if std::env::var_os("NAPKIN_BLESS").is_some() {
        std::fs::write(&page, &new).unwrap();
    } else {
        assert_eq!(old, new, "NAPKIN_BLESS=1 writes the table");
    }
}
