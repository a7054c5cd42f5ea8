//! A table for people: as wide as its content, and without control characters.

use std::io::{self, Write};

use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::datatypes::Schema;
use datafusion::arrow::error::ArrowError;
use datafusion::arrow::util::display::{ArrayFormatter, FormatOptions};

/// The most characters of a cell. The formatter of the standard library pads up to 65,535.
const WIDEST: usize = 65_000;

/// Rows as text, up to a maximum number.
pub(crate) struct Table {
    head: Vec<String>,
    rows: Vec<Vec<String>>,
    most: usize,
    /// The total number of rows.
    count: usize,
}

impl Table {
    /// A table of at most `most` rows.
    pub(crate) fn new(schema: &Schema, most: usize) -> Self {
        let head = schema.fields().iter().map(|field| shown(field.name())).collect();
        Self { head, rows: Vec::new(), most, count: 0 }
    }

    /// Adds rows, up to the maximum.
    ///
    /// # Errors
    ///
    /// If a value cannot be formatted.
    pub(crate) fn push(&mut self, batch: &RecordBatch) -> Result<(), ArrowError> {
        let options = FormatOptions::new().with_null("NULL").with_display_error(true);
        let columns =
            batch.columns().iter().map(|column| ArrayFormatter::try_new(column, &options));
        let columns = columns.collect::<Result<Vec<_>, _>>()?;
        for row in 0..batch.num_rows().min(self.most - self.rows.len()) {
            let cells = columns.iter().map(|column| Ok(shown(&column.value(row).try_to_string()?)));
            self.rows.push(cells.collect::<Result<_, ArrowError>>()?);
        }
        self.count += batch.num_rows();
        Ok(())
    }

    /// The number of rows left out.
    pub(crate) fn left_out(&self) -> usize {
        self.count - self.rows.len()
    }

    pub(crate) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let width = |column: usize| {
            let cells = self.rows.iter().chain([&self.head]).filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or_default()
        };
        let widths: Vec<_> = (0..self.head.len()).map(width).collect();
        let rule: Vec<_> = widths.iter().map(|width| "-".repeat(width + 2)).collect();
        line(&self.head, &widths, out)?;
        writeln!(out, "|{}|", rule.join("|"))?;
        self.rows.iter().try_for_each(|row| line(row, &widths, out))
    }
}

fn line(cells: &[String], widths: &[usize], out: &mut dyn Write) -> io::Result<()> {
    write!(out, "|")?;
    for (cell, width) in cells.iter().zip(widths) {
        let space = width.saturating_sub(cell.chars().count());
        write!(out, " {cell}{:space$} |", "")?;
    }
    writeln!(out)
}

/// A text without control characters. One that is too long for a table is cut, and says so.
fn shown(text: &str) -> String {
    let mut text = napkin::visible(text).to_string();
    if let Some((end, _)) = text.char_indices().nth(WIDEST) {
        let mark = format!("… (cut; {} characters)", text.chars().count());
        text.truncate(end);
        text += &mark;
    }
    text
}
