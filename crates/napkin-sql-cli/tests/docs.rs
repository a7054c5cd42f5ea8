//! `docs/sql.md`: every query with a table below it gives that table. `NAPKIN_BLESS=1` writes the tables, which
//! then have to be reviewed.

use std::fs;
use std::path::Path;
use std::process::Command;

const QUERY: &str = "```sql\n";
const TABLE: &str = "```text\n";
const END: &str = "```\n";

/// The folder of the project.
fn project() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// The output of the command in the project's folder.
fn answer(arguments: &[&str]) -> String {
    let command = env!("CARGO_BIN_EXE_napkin-sql");
    let done = Command::new(command).args(arguments).current_dir(project()).output().unwrap();
    let errors = String::from_utf8(done.stderr).unwrap();
    assert!(done.status.success(), "{arguments:?}: {errors}");
    String::from_utf8(done.stdout).unwrap()
}

#[test]
fn queries_answer_their_tables() {
    let page = project().join("docs/sql.md");
    let text = fs::read_to_string(&page).unwrap();
    answer(&["generate", "target/links", "--rows", "20000", "--files", "3"]);
    let (mut written, mut rest, mut count) = (String::new(), text.as_str(), 0);
    while let Some((before, after)) = rest.split_once(QUERY) {
        let (query, after) = after.split_once(END).unwrap();
        let (between, after) = after.split_once(TABLE).unwrap();
        assert!(between.trim().is_empty(), "a query without a table: {query}");
        let (_, after) = after.split_once(END).unwrap();
        let table = answer(&[query]);
        written += &format!("{before}{QUERY}{query}{END}{between}{TABLE}{table}{END}");
        rest = after;
        count += 1;
    }
    written += rest;
    assert!(count > 30, "{count}");
    if std::env::var_os("NAPKIN_BLESS").is_some() {
        fs::write(&page, written).unwrap();
    } else {
        assert!(written == text, "docs/sql.md is not what is answered; NAPKIN_BLESS=1 writes it");
    }
}
