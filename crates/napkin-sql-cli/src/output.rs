//! Writes an answer: as a table, CSV, JSON Lines, or Parquet; to standard output or to a file.

use std::io::{self, IsTerminal, Write};
use std::path::Path;

use clap::ValueEnum;
use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::{DataType, FieldRef, Schema, SchemaRef};
use datafusion::arrow::json;
use datafusion::arrow::json::writer::{LineDelimited, WriterBuilder};
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::parquet::basic::{Compression as Codec, ZstdLevel};
use datafusion::parquet::errors::ParquetError;
use datafusion::parquet::file::properties::WriterProperties;

use super::compress::Compression;
use super::csv;
use super::escaped::{Escaped, Escapes};
use super::failure::Failure;
use super::place::{Destination, Out};
use super::table::Table;

/// The format of an answer.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Table,
    Csv,
    /// JSON Lines
    Json,
    /// Into a file only
    Parquet,
}

impl Format {
    fn of(path: &Path) -> Option<Self> {
        let stem = Compression::of(path).and_then(|_| Some(Path::new(path.file_stem()?)));
        let is_compressed = stem.is_some();
        let format = Self::named(stem.unwrap_or(path))?;
        // Parquet files are compressed internally.
        (format != Self::Parquet || !is_compressed).then_some(format)
    }

    fn named(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "parquet" => Some(Self::Parquet),
            "csv" => Some(Self::Csv),
            "json" | "jsonl" | "ndjson" => Some(Self::Json),
            "txt" => Some(Self::Table),
            _ => None,
        }
    }
}

/// The destination of answers.
pub(crate) struct Output {
    format: Format,
    rows: usize,
    place: Destination,
    compression: Option<Compression>,
    sink: Sink,
    /// Whether the file has its answer.
    is_written: bool,
}

/// The writer of the current answer.
enum Sink {
    Table(Box<Table>, Out),
    Csv(Out),
    Json(Box<json::Writer<Escaped, LineDelimited>>),
    /// With the columns of the file.
    Parquet(Box<ArrowWriter<Out>>, SchemaRef),
    None,
}

impl Output {
    /// Checks the destination. Nothing is opened before there is an answer.
    ///
    /// # Errors
    ///
    /// If it cannot be written, or the format is unknown.
    pub(crate) fn new(
        format: Option<Format>,
        path: Option<&Path>,
        rows: Option<usize>,
    ) -> Result<Self, Failure> {
        let format = match (format.or_else(|| path.and_then(Format::of)), path) {
            (Some(Format::Parquet), None) => {
                let what = "Parquet is written into a file only; name it with --output";
                return Err(Failure::Usage(what.to_owned()));
            }
            (None, Some(path)) => {
                let what = "the name does not say how to write it; use --format";
                return Err(Failure::Usage(format!("{}: {what}", path.display())));
            }
            (format, _) => format.unwrap_or(Format::Table),
        };
        // A file gets all rows, a screen does not.
        let rows = rows.unwrap_or(if path.is_some() { 0 } else { ON_A_SCREEN });
        let rows = if rows == 0 { usize::MAX } else { rows };
        let compression = path.and_then(Compression::of).filter(|_| format != Format::Parquet);
        let (place, sink) = (Destination::new(path)?, Sink::None);
        Ok(Self { format, rows, place, compression, sink, is_written: false })
    }

    /// Whether people read it.
    pub(crate) fn is_table(&self) -> bool {
        self.format == Format::Table
    }

    /// Whether the file has its answer.
    pub(crate) fn is_written(&self) -> bool {
        self.is_written
    }

    /// Checks that there is room for another answer, and that the format can represent it.
    ///
    /// # Errors
    ///
    /// If the file already has one, or the format has no such columns.
    pub(crate) fn check(&self, schema: &Schema) -> Result<(), Failure> {
        if self.is_written {
            let what = "a file holds one answer, and this is a second one; write each to its own";
            return Err(Failure::Usage(what.to_owned()));
        }
        let nested = schema.fields().iter().find(|field| field.data_type().is_nested());
        match nested.filter(|_| self.format == Format::Csv) {
            Some(field) => {
                let what = "is a list or a structure, which CSV has not; take a field of it, or --format json";
                Err(Failure::Usage(format!("column {} {what}", field.name())))
            }
            None => Ok(()),
        }
    }

    /// Begins an answer.
    ///
    /// # Errors
    ///
    /// An error of `check`; or if the file cannot be opened.
    pub(crate) fn begin(&mut self, schema: &SchemaRef) -> Result<(), Failure> {
        self.check(schema)?;
        let mut out = self.open()?;
        self.sink = match self.format {
            Format::Table => Sink::Table(Box::new(Table::new(schema, self.rows)), out),
            Format::Csv => {
                out = self.for_people(out);
                csv::write_head(schema, &mut out)?;
                Sink::Csv(out)
            }
            Format::Json => {
                let out = Escaped::new(out, Escapes::Json);
                Sink::Json(Box::new(WriterBuilder::new().with_explicit_nulls(true).build(out)))
            }
            Format::Parquet => {
                let level = ZstdLevel::try_new(1)?;
                let properties = WriterProperties::builder().set_compression(Codec::ZSTD(level));
                let schema = SchemaRef::new(without_views(schema));
                let columns = SchemaRef::clone(&schema);
                let writer = ArrowWriter::try_new(out, columns, Some(properties.build()));
                Sink::Parquet(Box::new(writer?), schema)
            }
        };
        Ok(())
    }

    fn open(&mut self) -> Result<Out, Failure> {
        let out = self.place.open()?;
        match self.compression {
            Some(compression) => Ok(compression.compress(out)?),
            None => Ok(out),
        }
    }

    /// The writer of text: on a terminal, what steers it is escaped.
    fn for_people(&self, out: Out) -> Out {
        let is_terminal =
            matches!(self.place, Destination::StandardOutput) && io::stdout().is_terminal();
        if is_terminal { Box::new(Escaped::new(out, Escapes::Text)) } else { out }
    }

    /// Writes rows.
    ///
    /// # Errors
    ///
    /// If they cannot be written.
    pub(crate) fn write(&mut self, batch: &RecordBatch) -> Result<(), Failure> {
        match &mut self.sink {
            Sink::Table(table, _) => Ok(table.push(batch)?),
            Sink::Csv(out) => Ok(csv::write_rows(batch, out)?),
            Sink::Json(writer) => Ok(writer.write(batch)?),
            Sink::Parquet(writer, schema) => Ok(writer.write(&as_columns(batch, schema)?)?),
            Sink::None => Ok(()),
        }
    }

    /// Ends an answer, and tells how many of its rows were left out.
    ///
    /// # Errors
    ///
    /// If it cannot be written to its end.
    pub(crate) fn end(&mut self) -> Result<usize, Failure> {
        let mut left_out = 0;
        match std::mem::replace(&mut self.sink, Sink::None) {
            Sink::Table(table, mut out) => {
                table.write(&mut out)?;
                out.flush()?;
                left_out = table.left_out();
            }
            Sink::Csv(mut out) => out.flush()?,
            Sink::Json(mut writer) => {
                writer.finish()?;
                writer.into_inner().flush()?;
            }
            Sink::Parquet(writer, _) => writer.into_inner()?.flush()?,
            Sink::None => return Ok(0),
        }
        self.is_written = !matches!(self.place, Destination::StandardOutput);
        Ok(left_out)
    }

    /// Writes what is no answer of rows but a text for people, if they are who reads.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub(crate) fn write_text(&mut self, text: &str) -> Result<(), Failure> {
        let out = self.open()?;
        let mut out = self.for_people(out);
        out.write_all(text.as_bytes())?;
        out.flush()?;
        self.is_written = !matches!(self.place, Destination::StandardOutput);
        Ok(())
    }

    /// Finishes: a file replaces the old one.
    ///
    /// # Errors
    ///
    /// If that fails.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        self.place.finish()
    }
}

/// The columns of a file whose readers need not know views: Parquet keeps the types of Arrow in its metadata, and pyarrow
/// cannot sort by a column of views.
fn without_views(schema: &Schema) -> Schema {
    let fields = schema.fields().iter().map(without_view);
    Schema::new_with_metadata(fields.collect::<Vec<_>>(), schema.metadata().clone())
}

fn without_view(field: &FieldRef) -> FieldRef {
    let of = match field.data_type() {
        DataType::Utf8View => DataType::Utf8,
        DataType::BinaryView => DataType::Binary,
        DataType::List(item) => DataType::List(without_view(item)),
        DataType::LargeList(item) => DataType::LargeList(without_view(item)),
        DataType::Struct(fields) => DataType::Struct(fields.iter().map(without_view).collect()),
        other => other.clone(),
    };
    field.as_ref().clone().with_data_type(of).into()
}

/// Rows with these types of columns.
fn as_columns(batch: &RecordBatch, schema: &SchemaRef) -> Result<RecordBatch, Failure> {
    let columns = batch.columns().iter().zip(schema.fields());
    let columns = columns.map(|(column, field)| cast(column, field.data_type()));
    Ok(RecordBatch::try_new(SchemaRef::clone(schema), columns.collect::<Result<_, _>>()?)?)
}

/// The number of rows of a table shown by default.
const ON_A_SCREEN: usize = 1000;

impl From<ParquetError> for Failure {
    fn from(error: ParquetError) -> Self {
        match error {
            ParquetError::External(error) => match error.downcast::<std::io::Error>() {
                Ok(error) => (*error).into(),
                Err(error) => Self::Files(error.to_string()),
            },
            other => Self::Files(other.to_string()),
        }
    }
}
