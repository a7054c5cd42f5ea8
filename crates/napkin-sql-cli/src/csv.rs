//! CSV that distinguishes NULL and the empty text: no text between commas is NULL, `""` is the empty text.

use std::io::{self, Write};

use datafusion::arrow::array::{Array, RecordBatch};
use datafusion::arrow::datatypes::Schema;
use datafusion::arrow::error::ArrowError;
use datafusion::arrow::util::display::{ArrayFormatter, FormatOptions};

/// Writes the names of columns.
///
/// # Errors
///
/// An error of the writer.
pub(crate) fn write_head(schema: &Schema, out: &mut dyn Write) -> io::Result<()> {
    for (column, field) in schema.fields().iter().enumerate() {
        separate(column, out)?;
        write_text(field.name(), out)?;
    }
    out.write_all(b"\n")
}

/// Writes rows.
///
/// # Errors
///
/// An error of the writer; or if a value cannot be formatted.
pub(crate) fn write_rows(batch: &RecordBatch, out: &mut dyn Write) -> Result<(), ArrowError> {
    let options = FormatOptions::new().with_display_error(false);
    let columns = batch.columns().iter().map(|column| {
        // A dictionary may contain NULL among its values.
        Ok((column.logical_nulls(), ArrayFormatter::try_new(column, &options)?))
    });
    let columns = columns.collect::<Result<Vec<_>, ArrowError>>()?;
    let mut text = String::new();
    for row in 0..batch.num_rows() {
        for (number, (nulls, shown)) in columns.iter().enumerate() {
            separate(number, out)?;
            if nulls.as_ref().is_some_and(|nulls| nulls.is_null(row)) {
                continue;
            }
            text.clear();
            shown.value(row).write(&mut text)?;
            write_text(&text, out)?;
        }
        out.write_all(b"\n")?;
    }
    Ok(())
}

fn separate(column: usize, out: &mut dyn Write) -> io::Result<()> {
    if column > 0 { out.write_all(b",") } else { Ok(()) }
}

/// Writes a text; other values are never empty and need no quotation marks.
fn write_text(text: &str, out: &mut dyn Write) -> io::Result<()> {
    if !text.is_empty() && !text.contains([',', '"', '\n', '\r']) {
        return out.write_all(text.as_bytes());
    }
    write!(out, "\"{}\"", text.replace('"', "\"\""))
}
