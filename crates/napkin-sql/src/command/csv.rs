//! CSV that tells NULL from the empty text: nothing between commas is NULL, `""` is the empty text.

use std::io::{self, Write};

use datafusion::arrow::array::{Array, RecordBatch};
use datafusion::arrow::datatypes::Schema;
use datafusion::arrow::error::ArrowError;
use datafusion::arrow::util::display::{ArrayFormatter, FormatOptions};

/// Writes the names of columns.
///
/// # Errors
///
/// Those of what is written to.
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
/// Those of what is written to; or if a value cannot be shown.
pub(crate) fn write_rows(batch: &RecordBatch, out: &mut dyn Write) -> Result<(), ArrowError> {
    let options = FormatOptions::new().with_display_error(false);
    let columns = batch.columns().iter().map(|column| {
        // A dictionary may have NULL among its values.
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

/// Only texts are empty, or have anything in them that needs quotation marks.
fn write_text(text: &str, out: &mut dyn Write) -> io::Result<()> {
    if !text.is_empty() && !text.contains([',', '"', '\n', '\r']) {
        return out.write_all(text.as_bytes());
    }
    write!(out, "\"{}\"", text.replace('"', "\"\""))
}
