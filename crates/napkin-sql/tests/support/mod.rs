//! Shared by the tests: a session, tables of cases, answers as JSON.
#![allow(dead_code)]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, RecordBatch, StringArray};
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::DataType;
use datafusion::arrow::json::writer::{LineDelimited, WriterBuilder};
use datafusion::prelude::SessionContext;
use serde_json::Value;

/// The folder of the project.
pub(crate) fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// A session with all functions and aliases.
pub(crate) fn session() -> SessionContext {
    let mut session = SessionContext::new();
    napkin_sql::register_all(&mut session).unwrap();
    for pack in napkin_sql::Aliases::ALL {
        pack.register(&mut session).unwrap();
    }
    session
}

/// The string types of Arrow.
pub(crate) fn string_types() -> [DataType; 5] {
    let dictionary = |values| DataType::Dictionary(Box::new(DataType::Int32), Box::new(values));
    [
        DataType::Utf8,
        DataType::LargeUtf8,
        DataType::Utf8View,
        dictionary(DataType::Utf8),
        dictionary(DataType::LargeUtf8),
    ]
}

/// Registers a table of texts, all of one type.
pub(crate) fn table(
    session: &SessionContext,
    name: &str,
    of: &DataType,
    columns: &[(&str, Vec<Option<String>>)],
) {
    let columns = columns.iter().map(|(name, texts)| {
        let texts: ArrayRef = Arc::new(StringArray::from(texts.clone()));
        (*name, cast(&texts, of).unwrap(), true)
    });
    let batch = RecordBatch::try_from_iter_with_nullable(columns).unwrap();
    let _ = session.deregister_table(name).unwrap();
    let _ = session.register_batch(name, batch).unwrap();
}

/// The answer of a query, row by row.
pub(crate) async fn rows(session: &SessionContext, sql: &str) -> Vec<Value> {
    let batches = session.sql(sql).await.unwrap().collect().await.unwrap();
    let mut json = Vec::new();
    let mut writer =
        WriterBuilder::new().with_explicit_nulls(true).build::<_, LineDelimited>(&mut json);
    writer.write_batches(&batches.iter().collect::<Vec<_>>()).unwrap();
    writer.finish().unwrap();
    drop(writer);
    let lines = String::from_utf8(json).unwrap();
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The message of a query that fails.
pub(crate) async fn failure(session: &SessionContext, sql: &str) -> String {
    let done = match session.sql(sql).await {
        Ok(frame) => frame.collect().await.map(drop),
        Err(error) => Err(error),
    };
    done.unwrap_err().strip_backtrace()
}

/// All cases of the editions and of the audit, without those of the URL Standard, which rewrites texts.
pub(crate) fn cases() -> Vec<Value> {
    cases_of(|file| !file.starts_with("url-standard"))
}

/// The cases of files, by their names.
pub(crate) fn cases_of(is_wanted: impl Fn(&str) -> bool) -> Vec<Value> {
    let folder = project().join("spec/cases");
    let mut files = Vec::new();
    for folder in [folder.clone(), folder.join("audit")] {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        files.extend(entries.filter(|path| path.extension().is_some_and(|e| e == "jsonl")));
    }
    files.retain(|path: &PathBuf| {
        is_wanted(&path.file_name().unwrap_or_default().to_string_lossy())
    });
    files.sort();
    let texts = files.iter().map(|file| fs::read_to_string(file).unwrap());
    let lines: Vec<_> =
        texts.flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>()).collect();
    let lines = lines.iter().filter(|line| !line.trim().is_empty());
    lines.map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The name of a case's edition.
pub(crate) fn edition(case: &Value) -> &str {
    match case["edition"].as_str() {
        Some("draft-url-syntax-05") => "draft1997",
        Some("draft-rfc2396bis-01") => "draft2003",
        Some(name) => name,
        None => "rfc3986",
    }
}
