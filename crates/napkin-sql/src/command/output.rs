//! What becomes of an answer: a table, CSV, JSON Lines, Parquet; on standard output or in a file.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::csv;
use datafusion::arrow::datatypes::{DataType, SchemaRef};
use datafusion::arrow::json;
use datafusion::arrow::json::writer::{LineDelimited, WriterBuilder};
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::parquet::basic::{Compression, ZstdLevel};
use datafusion::parquet::errors::ParquetError;
use datafusion::parquet::file::properties::WriterProperties;

use super::failure::Failure;
use super::table::Table;

/// How an answer is written.
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
        match path.extension()?.to_str()? {
            "parquet" => Some(Self::Parquet),
            "csv" => Some(Self::Csv),
            "json" | "jsonl" | "ndjson" => Some(Self::Json),
            "txt" => Some(Self::Table),
            _ => None,
        }
    }
}

/// Where answers go.
pub(crate) struct Output {
    format: Format,
    rows: usize,
    path: Option<PathBuf>,
    sink: Sink,
}

/// What an answer is written by, while there is one.
enum Sink {
    Waiting(Box<dyn Write + Send>),
    Table(Table, Box<dyn Write + Send>),
    Csv(csv::Writer<Box<dyn Write + Send>>),
    Json(json::Writer<Box<dyn Write + Send>, LineDelimited>),
    Parquet(Box<ArrowWriter<Box<dyn Write + Send>>>),
    Gone,
}

impl Output {
    /// Opens the file, if one is meant.
    pub(crate) fn new(
        format: Option<Format>,
        path: Option<&Path>,
        rows: usize,
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
        let out: Box<dyn Write + Send> = match path {
            Some(path) => {
                Box::new(File::create(path).map_err(|error| Failure::of_file(path, &error))?)
            }
            None => Box::new(io::stdout()),
        };
        let sink = Sink::Waiting(Box::new(BufWriter::with_capacity(1 << 16, out)));
        let rows = if rows == 0 { usize::MAX } else { rows };
        Ok(Self { format, rows, path: path.map(Path::to_owned), sink })
    }

    /// Begins an answer.
    pub(crate) fn begin(&mut self, schema: &SchemaRef) -> Result<(), Failure> {
        let Sink::Waiting(out) = std::mem::replace(&mut self.sink, Sink::Gone) else {
            return Err(Failure::Usage("a Parquet file holds one answer".to_owned()));
        };
        self.sink = match self.format {
            Format::Table => Sink::Table(Table::new(schema, self.rows), out),
            Format::Csv => {
                if let Some(field) =
                    schema.fields().iter().find(|field| is_nested(field.data_type()))
                {
                    let what = "is a list or a structure, which CSV has not; take a field of it, or --format json";
                    return Err(Failure::Usage(format!("column {} {what}", field.name())));
                }
                Sink::Csv(csv::Writer::new(out))
            }
            Format::Json => Sink::Json(WriterBuilder::new().with_explicit_nulls(true).build(out)),
            Format::Parquet => {
                let level = ZstdLevel::try_new(1).map_err(of_parquet)?;
                let properties =
                    WriterProperties::builder().set_compression(Compression::ZSTD(level));
                let writer =
                    ArrowWriter::try_new(out, SchemaRef::clone(schema), Some(properties.build()));
                Sink::Parquet(Box::new(writer.map_err(of_parquet)?))
            }
        };
        Ok(())
    }

    /// Writes rows.
    pub(crate) fn write(&mut self, batch: &RecordBatch) -> Result<(), Failure> {
        match &mut self.sink {
            Sink::Table(table, _) => Ok(table.push(batch)?),
            Sink::Csv(writer) => Ok(writer.write(batch)?),
            Sink::Json(writer) => Ok(writer.write(batch)?),
            Sink::Parquet(writer) => writer.write(batch).map_err(of_parquet),
            Sink::Waiting(_) | Sink::Gone => Ok(()),
        }
    }

    /// Ends an answer.
    pub(crate) fn end(&mut self) -> Result<(), Failure> {
        self.sink = match std::mem::replace(&mut self.sink, Sink::Gone) {
            Sink::Table(table, mut out) => {
                table.write(&mut out)?;
                out.flush()?;
                if table.left_out() > 0 {
                    let left_out = table.left_out();
                    eprintln!("napkin-sql: {left_out} more rows; '--rows 0' shows them");
                }
                Sink::Waiting(out)
            }
            Sink::Csv(writer) => Sink::Waiting(writer.into_inner()),
            Sink::Json(mut writer) => {
                writer.finish()?;
                Sink::Waiting(writer.into_inner())
            }
            Sink::Parquet(writer) => {
                writer.close().map_err(of_parquet)?;
                Sink::Gone
            }
            other => other,
        };
        if let Sink::Waiting(out) = &mut self.sink {
            out.flush()?;
        }
        Ok(())
    }

    /// Ends the writing.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        self.path = None;
        Ok(())
    }
}

impl Drop for Output {
    /// What is half written is no answer.
    fn drop(&mut self) {
        if let Some(path) = &self.path {
            self.sink = Sink::Gone;
            let _ = fs::remove_file(path);
        }
    }
}

fn is_nested(of: &DataType) -> bool {
    of.is_nested()
}

fn of_parquet(error: ParquetError) -> Failure {
    Failure::Files(error.to_string())
}
