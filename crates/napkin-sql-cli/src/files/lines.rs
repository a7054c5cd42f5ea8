//! Lines, and fields between spaces, without quotation marks.

use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, RecordBatch, RecordBatchOptions, StringViewBuilder};
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::arrow::error::ArrowError;

use super::decode::Decode;

/// Decodes lines to rows. Empty lines are skipped.
pub(super) struct Lines {
    schema: SchemaRef,
    /// The delimiter of fields, if a line has more than one.
    delimiter: Option<char>,
    /// The maximum number of fields in a line.
    fields: usize,
    /// The requested fields.
    wanted: Vec<usize>,
    columns: Vec<StringViewBuilder>,
    /// The start of an incomplete line.
    rest: Vec<u8>,
    line: usize,
    rows: usize,
    most: usize,
}

impl Lines {
    /// For lines with this many fields, of which some are requested.
    pub(super) fn new(
        schema: SchemaRef,
        delimiter: Option<char>,
        fields: usize,
        wanted: Vec<usize>,
        most: usize,
    ) -> Self {
        let columns = wanted.iter().map(|_| StringViewBuilder::new()).collect();
        let rest = Vec::new();
        Self { schema, delimiter, fields, wanted, columns, rest, line: 0, rows: 0, most }
    }

    fn push(&mut self, line: &[u8]) -> Result<(), ArrowError> {
        self.line += 1;
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        // The line with the names of the fields begins with a space.
        let is_comment = self.delimiter.is_some_and(|_| line.first() == Some(&b' '));
        if line.is_empty() || is_comment {
            return Ok(());
        }
        let Ok(text) = std::str::from_utf8(line) else {
            let error = format!("Encountered invalid UTF-8 data for line {}", self.line);
            return Err(ArrowError::ParseError(error));
        };
        let Some(delimiter) = self.delimiter else {
            self.columns.iter_mut().for_each(|column| column.append_value(text));
            self.rows += 1;
            return Ok(());
        };
        let found = text.split(delimiter).count();
        if found > self.fields {
            return Err(ArrowError::ParseError(format!(
                "line {} has {found} fields, and only {} are named",
                self.line, self.fields
            )));
        }
        for (column, field) in self.columns.iter_mut().zip(&self.wanted) {
            let field = text.split(delimiter).nth(*field);
            column.append_option(field.filter(|field| !field.is_empty()));
        }
        self.rows += 1;
        Ok(())
    }
}

impl Decode for Lines {
    fn decode(&mut self, piece: &[u8]) -> Result<usize, ArrowError> {
        let mut taken = 0;
        while self.rows < self.most {
            let left = piece.get(taken..).unwrap_or_default();
            let Some(end) = left.iter().position(|byte| *byte == b'\n') else {
                self.rest.extend_from_slice(left);
                return Ok(piece.len());
            };
            let line = left.get(..end).unwrap_or_default();
            taken += end + 1;
            if self.rest.is_empty() {
                self.push(line)?;
            } else {
                let mut whole = std::mem::take(&mut self.rest);
                whole.extend_from_slice(line);
                self.push(&whole)?;
                whole.clear();
                self.rest = whole;
            }
        }
        Ok(taken)
    }

    fn end(&mut self) -> Result<(), ArrowError> {
        let rest = std::mem::take(&mut self.rest);
        if rest.is_empty() { Ok(()) } else { self.push(&rest) }
    }

    fn flush(&mut self) -> Result<Option<RecordBatch>, ArrowError> {
        if self.rows == 0 {
            return Ok(None);
        }
        let columns =
            self.columns.iter_mut().map(|column| Arc::new(column.finish()) as ArrayRef).collect();
        let options = RecordBatchOptions::new().with_row_count(Some(self.rows));
        self.rows = 0;
        RecordBatch::try_new_with_options(Arc::clone(&self.schema), columns, &options).map(Some)
    }
}
