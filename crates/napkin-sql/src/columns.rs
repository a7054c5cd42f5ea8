//! Columns of answers, written row by row: text, lists, structures.
//!
//! Memory is allocated for whole columns, not for rows.

use std::fmt::{Display, Write};
use std::sync::Arc;

use datafusion_common::Result;
use datafusion_common::arrow::array::{
    Array, ArrayRef, ListArray, NullBufferBuilder, StringViewBuilder, StructArray,
};
use datafusion_common::arrow::buffer::{OffsetBuffer, ScalarBuffer};
use datafusion_common::arrow::datatypes::{DataType, Field, Fields};
use datafusion_common::arrow::error::ArrowError;

pub(crate) struct TextColumn {
    builder: StringViewBuilder,
    scratch: String,
    /// The first text that was too long, which fails the column.
    fault: Option<ArrowError>,
}

impl TextColumn {
    pub(crate) fn new(rows: usize) -> Self {
        let builder = StringViewBuilder::with_capacity(rows);
        Self { builder, scratch: String::new(), fault: None }
    }

    /// Adds a text, or NULL.
    #[inline]
    pub(crate) fn push(&mut self, text: Option<&str>) {
        match text {
            None => self.builder.append_null(),
            Some(text) => {
                if let Err(error) = self.builder.try_append_value(text) {
                    self.fault.get_or_insert(error);
                }
            }
        }
    }

    /// Adds a value by `Display`.
    pub(crate) fn push_shown(&mut self, shown: impl Display) {
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.clear();
        // Writing to a string does not fail.
        let _ = write!(scratch, "{shown}");
        self.push(Some(&scratch));
        self.scratch = scratch;
    }

    /// The column.
    ///
    /// # Errors
    ///
    /// If a text was longer than a column can hold.
    pub(crate) fn finish(mut self) -> Result<ArrayRef> {
        match self.fault {
            Some(fault) => Err(fault.into()),
            None => Ok(Arc::new(self.builder.finish())),
        }
    }
}

/// The rows of a column of lists, and the number of items in each.
pub(crate) struct Lists {
    ends: Vec<i64>,
    nulls: NullBufferBuilder,
}

impl Lists {
    pub(crate) fn new(rows: usize) -> Self {
        let mut ends = Vec::with_capacity(rows + 1);
        ends.push(0);
        Self { ends, nulls: NullBufferBuilder::new(rows) }
    }

    /// Adds a list of this many items, or NULL.
    pub(crate) fn push(&mut self, items: Option<usize>) {
        let last = self.ends.last().copied().unwrap_or_default();
        self.ends.push(last + items.unwrap_or_default() as i64);
        self.nulls.append(items.is_some());
    }

    /// The column of lists of these items.
    ///
    /// # Errors
    ///
    /// If there are more items than one column can hold.
    pub(crate) fn finish(mut self, items: ArrayRef) -> Result<ArrayRef> {
        let ends: Vec<i32> = self
            .ends
            .iter()
            .map(|end| i32::try_from(*end))
            .collect::<Result<_, _>>()
            .map_err(|_| ArrowError::OffsetOverflowError(items.len()))?;
        let field = item(items.data_type().clone());
        let offsets = OffsetBuffer::new(ScalarBuffer::from(ends));
        Ok(Arc::new(ListArray::try_new(field, offsets, items, self.nulls.finish())?))
    }
}

fn item(of: DataType) -> Arc<Field> {
    Arc::new(Field::new_list_field(of, true))
}

pub(crate) fn list_of(items: DataType) -> DataType {
    DataType::List(item(items))
}

/// The type of structures with these fields, each of which may be NULL.
pub(crate) fn structure_of(fields: &[(&str, DataType)]) -> Fields {
    fields.iter().map(|(name, of)| Field::new(*name, of.clone(), true)).collect()
}

/// A column of structures.
///
/// # Errors
///
/// If the columns do not match the fields.
pub(crate) fn structures(
    fields: Fields,
    columns: Vec<ArrayRef>,
    mut nulls: NullBufferBuilder,
) -> Result<ArrayRef> {
    Ok(Arc::new(StructArray::try_new(fields, columns, nulls.finish())?))
}
