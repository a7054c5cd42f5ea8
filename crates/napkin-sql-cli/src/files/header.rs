//! The columns of files: those of each file, and those of the table of all files of a pattern.
//!
//! Columns are matched by name, so files may have them in any order. A column missing in a file is NULL there.

use std::io::Cursor;
use std::sync::Arc;

use datafusion::arrow::csv::reader::Format;
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::catalog::Session;
use datafusion::common::{Result, plan_err};
use datafusion::datasource::file_format::FileFormat;
use datafusion::datasource::file_format::csv::CsvFormat;
use datafusion::datasource::file_format::json::JsonFormat;
use datafusion::object_store::{ObjectMeta, ObjectStore};
use futures::{StreamExt, TryStreamExt};

use super::cdx;
use super::content::{self, Content};
use super::form::{Form, Kind};
use super::told;

/// The number of files whose columns are read at a time.
const AT_ONCE: usize = 32;

/// The columns of a table of files.
///
/// # Errors
///
/// If a file cannot be read, or its first line is invalid.
pub(super) async fn table(
    form: Form,
    session: &dyn Session,
    store: &Arc<dyn ObjectStore>,
    files: &[ObjectMeta],
    are_broken_skipped: bool,
) -> Result<SchemaRef> {
    match form.kind {
        Kind::Lines => return Ok(Arc::new(texts(&["uri".to_owned()]))),
        Kind::JsonLines => {
            let format = JsonFormat::default().with_file_compression_type(form.compression.into());
            return format.infer_schema(session, store, files).await;
        }
        Kind::Parquet | Kind::Csv | Kind::Tsv | Kind::Cdx => {}
    }
    let schemas =
        files.iter().cloned().map(|file| of_file(form, session, store, file, are_broken_skipped));
    let schemas: Vec<_> = futures::stream::iter(schemas).buffered(AT_ONCE).try_collect().await?;
    Ok(Arc::new(united(&schemas)))
}

/// The columns of a file, with the types that its first thousand rows suggest.
async fn of_file(
    form: Form,
    session: &dyn Session,
    store: &Arc<dyn ObjectStore>,
    file: ObjectMeta,
    are_broken_skipped: bool,
) -> Result<Schema> {
    let shown = format!("/{}", file.location);
    let mut content = content::open(store, &file, None, form.compression)
        .await
        .map_err(|error| told(&shown, &error))?;
    let names = names(form, &shown, &mut content).await.map_err(|error| told(&shown, &error))?;
    drop(content);
    if form.kind == Kind::Cdx {
        return Ok(texts(&names));
    }
    let format = CsvFormat::default()
        .with_has_header(true)
        .with_delimiter(form.delimiter())
        .with_file_compression_type(form.compression.into());
    let guessed = format.infer_schema(session, store, std::slice::from_ref(&file)).await;
    let guessed = match guessed {
        // Some of the lines that would tell the types cannot be read.
        Err(_) if are_broken_skipped => return Ok(texts(&names)),
        guessed => guessed.map_err(|error| told(&shown, &error))?,
    };
    let fields = names
        .iter()
        .zip(guessed.fields())
        .map(|(name, field)| Field::new(name, field.data_type().clone(), true));
    Ok(Schema::new(fields.collect::<Vec<_>>()))
}

/// The names of the columns of a file, in order. The bytes read stay at the front of the content.
pub(super) async fn names(form: Form, shown: &str, content: &mut Content) -> Result<Vec<String>> {
    match form.kind {
        Kind::Lines => {
            content::first_record(content, false).await?;
            Ok(vec!["uri".to_owned()])
        }
        Kind::Cdx => {
            let line = content::first_record(content, false).await?;
            if line.is_empty() { Ok(Vec::new()) } else { cdx::columns(shown, &line) }
        }
        Kind::Csv | Kind::Tsv => {
            let line = content::first_record(content, true).await?;
            let format = Format::default().with_header(true).with_delimiter(form.delimiter());
            let (header, _) = format.infer_schema(Cursor::new(line), Some(0))?;
            let names: Vec<_> = header.fields().iter().map(|field| field.name().clone()).collect();
            let twice = names.iter().enumerate().find(|(at, name)| names[..*at].contains(name));
            match twice {
                Some((_, name)) => plan_err!("{shown}: two columns are called '{name}'"),
                None => Ok(names),
            }
        }
        Kind::JsonLines | Kind::Parquet => {
            content::first_record(content, false).await?;
            Ok(Vec::new())
        }
    }
}

fn texts(columns: &[String]) -> Schema {
    let fields = columns.iter().map(|name| Field::new(name, DataType::Utf8View, true));
    Schema::new(fields.collect::<Vec<_>>())
}

/// All columns of the files, in the order of their first appearance.
fn united(schemas: &[Schema]) -> Schema {
    let mut fields: Vec<Field> = Vec::new();
    for field in schemas.iter().flat_map(|schema| schema.fields().iter()) {
        match fields.iter_mut().find(|known| known.name() == field.name()) {
            Some(known) => {
                let wide = wide(known.data_type(), field.data_type());
                known.set_data_type(wide);
            }
            None => fields.push(field.as_ref().clone()),
        }
    }
    for field in &mut fields {
        // An empty column is text.
        if field.data_type().is_null() {
            field.set_data_type(DataType::Utf8);
        }
    }
    Schema::new(fields)
}

/// The common type for two types in different files.
fn wide(one: &DataType, other: &DataType) -> DataType {
    match (one, other) {
        (one, other) if one == other => one.clone(),
        (DataType::Null, known) | (known, DataType::Null) => known.clone(),
        (DataType::Int64, DataType::Float64) | (DataType::Float64, DataType::Int64) => {
            DataType::Float64
        }
        _ => DataType::Utf8,
    }
}
