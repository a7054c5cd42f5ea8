//! The SQL logic tests in `tests/sql/`: queries with their answers as tables. `NAPKIN_BLESS=1` writes the tables,
//! which then have to be reviewed.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use async_trait::async_trait;
use datafusion::arrow::util::display::{ArrayFormatter, FormatOptions};
use datafusion::error::DataFusionError;
use datafusion::prelude::SessionContext;
use sqllogictest::{
    AsyncDB, DBOutput, DefaultColumnType, Runner, default_column_validator, default_normalizer,
    default_validator,
};
use support::session;

/// The session for the runner.
struct Asked(SessionContext);

#[async_trait]
impl AsyncDB for Asked {
    type Error = DataFusionError;
    type ColumnType = DefaultColumnType;

    async fn run(&mut self, sql: &str) -> Result<DBOutput<DefaultColumnType>, DataFusionError> {
        let frame = self.0.sql(sql).await?;
        let types = vec![DefaultColumnType::Text; frame.schema().fields().len()];
        let batches = frame.collect().await?;
        let options = FormatOptions::new().with_null("NULL");
        let mut rows = Vec::new();
        for batch in &batches {
            let columns =
                batch.columns().iter().map(|column| ArrayFormatter::try_new(column, &options));
            let columns = columns.collect::<Result<Vec<_>, _>>()?;
            for row in 0..batch.num_rows() {
                let cells = columns.iter().map(|column| match column.value(row).to_string() {
                    empty if empty.is_empty() => "(empty)".to_owned(),
                    text => text.replace(' ', "␠"),
                });
                rows.push(cells.collect());
            }
        }
        Ok(if types.is_empty() {
            DBOutput::StatementComplete(0)
        } else {
            DBOutput::Rows { types, rows }
        })
    }

    async fn shutdown(&mut self) {}

    fn engine_name(&self) -> &'static str {
        "napkin-sql"
    }

    async fn sleep(_: Duration) {}
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sql")
}

#[tokio::test]
async fn queries_and_their_tables() {
    let mut files: Vec<_> =
        fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for file in files {
        let mut runner = Runner::new(|| async { Ok(Asked(session())) });
        if std::env::var_os("NAPKIN_BLESS").is_some() {
            let done = runner.update_test_file(
                &file,
                " ",
                default_validator,
                default_normalizer,
                default_column_validator,
            );
            done.await.unwrap();
        } else if let Err(error) = runner.run_file_async(&file).await {
            panic!("{}: {error}", file.display());
        }
    }
}

/// Every function has logic tests, and a section of the page.
#[test]
fn every_function_is_tested_and_told_of() {
    let page = fs::read_to_string(support::project().join("docs/sql.md")).unwrap();
    let files = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let tests: String = files.map(|file| fs::read_to_string(file).unwrap()).collect();
    let functions = napkin_sql::functions();
    let names = functions.iter().map(|function| function.name());
    for name in names.filter(|name| !name.ends_with("_strict")) {
        assert!(
            tests.contains(&format!("{name}(")),
            "{name} is in no file of {}",
            folder().display()
        );
        let function = functions.iter().find(|function| function.name() == name).unwrap();
        let syntax = &function.documentation().unwrap().syntax_example;
        assert!(
            page.contains(&format!("### `{syntax}`\n")),
            "no section of {syntax} in docs/sql.md"
        );
    }
}

/// A file in `src/functions/` that is missing in the list is not compiled. `facts.rs` has no function of its name.
#[test]
fn every_file_is_in_the_list() {
    let functions = napkin_sql::functions();
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/functions")).unwrap()
    {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let is_listed = functions.iter().any(|function| function.name() == name);
        assert!(is_listed || name == "mod" || name == "facts", "{name} is not in the list");
    }
}

/// Files are short, those of the command too.
#[test]
fn files_are_short() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = ["src", "tests", "../napkin-sql-cli/src", "../napkin-sql-cli/tests"]
        .map(|folder| own.join(folder))
        .to_vec();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let lines = fs::read_to_string(&path).unwrap().lines().count();
                assert!(lines <= 600, "{}: {lines} lines", path.display());
            }
        }
    }
}
