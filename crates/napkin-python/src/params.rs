//! One parameter of the query of each row, by a name for all rows or by that of the row; and the port of each row as a number.

use std::sync::Arc;

use arrow_array::builder::{LargeStringBuilder, NullBufferBuilder, UInt16Builder};
use arrow_array::{ArrayRef, LargeListArray};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{DataType, Field};
use napkin::edition::RFC3986;
use napkin_standards::Standard;
use napkin_standards::facts::{self, Fact};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::arrays::TEXT;
use crate::column::Column;
use crate::column_answers::make;
use crate::rows::Rows;
use crate::values::By;

/// What is told of the parameters with a name.
#[derive(Clone, Copy)]
struct Told {
    /// The values of all, and not only of the first one.
    all: bool,
    /// The values decoded as a form has them, and not as they are written.
    decode: bool,
}

impl Told {
    fn data_type(self) -> DataType {
        if self.all { DataType::LargeList(item()) } else { TEXT }
    }

    /// The cells of rows, each by the name beside it.
    fn cells<'n>(
        self,
        standard: Standard,
        rows: &Rows,
        mut names: impl Iterator<Item = Option<&'n str>>,
    ) -> ArrayRef {
        let mut texts = LargeStringBuilder::with_capacity(rows.len(), 8 * rows.len());
        let (mut lengths, mut valid) = (Vec::new(), NullBufferBuilder::new(rows.len()));
        rows.parse(standard, |row| {
            let asked = names.next().flatten().zip(row);
            let mut count = 0;
            if let Some((name, row)) = asked {
                let values = row.pairs().into_iter().flat_map(|pairs| pairs.values(name, true));
                let most = if self.all { usize::MAX } else { 1 };
                for value in values.take(most) {
                    count += 1;
                    if self.decode {
                        let octets = row.standard().form_decoded(value);
                        texts.append_value(String::from_utf8_lossy(octets.as_bytes()));
                    } else {
                        texts.append_value(value);
                    }
                }
            }
            if self.all {
                valid.append(asked.is_some());
                lengths.push(count);
            } else if count == 0 {
                texts.append_null();
            }
        });
        let texts = Arc::new(texts.finish());
        if !self.all {
            return texts;
        }
        let lengths = OffsetBuffer::from_lengths(lengths);
        Arc::new(LargeListArray::new(item(), lengths, texts, valid.finish()))
    }
}

fn item() -> Arc<Field> {
    Arc::new(Field::new_list_field(TEXT, true))
}

/// The value of the first parameter of each row with a name, or the values of all.
#[pyfunction]
pub(crate) fn column_param(
    texts: &Bound<'_, PyAny>,
    name: &Bound<'_, PyAny>,
    all: bool,
    decode: bool,
    edition: Option<&str>,
    threads: Option<usize>,
) -> PyResult<Column> {
    let (told, by) = (Told { all, decode }, By::new(edition, RFC3986)?);
    let kind = ("param", told.data_type());
    if let Ok(name) = name.cast::<PyString>() {
        let name = name.to_str()?;
        return make([texts], kind, by, threads, |standard, rows| {
            told.cells(standard, &rows[0], std::iter::repeat(Some(name)))
        });
    }
    make([texts, name], kind, by, threads, |standard, rows| {
        told.cells(standard, &rows[0], rows[1].texts())
    })
}

/// The port of each row as a number.
#[pyfunction]
pub(crate) fn column_port(
    texts: &Bound<'_, PyAny>,
    edition: Option<&str>,
    threads: Option<usize>,
) -> PyResult<Column> {
    let by = By::new(edition, RFC3986)?;
    make([texts], ("port", DataType::UInt16), by, threads, |standard, rows| {
        let mut built = UInt16Builder::with_capacity(rows[0].len());
        rows[0].parse(standard, |row| {
            let port = row.and_then(|row| facts::Port::of(row)?.parse().ok());
            built.append_option(port);
        });
        Arc::new(built.finish())
    })
}
