//! A piece of a column of texts, whose rows a question goes through: in Arrow's three layouts of texts, or in its three of octets.

use std::sync::Arc;

use arrow_array::builder::{BooleanBuilder, LargeStringBuilder};
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef};
use arrow_buffer::NullBuffer;
use arrow_schema::DataType;
use napkin_standards::facts::{Fact, Text};
use napkin_standards::{Judged, Parsed, Standard};

/// Rows of texts.
pub(crate) struct Rows(ArrayRef);

/// A loop over the values of an array, which is compiled for each of the six layouts.
macro_rules! by_layout {
    ($array:expr, $texts:ident => $of_texts:expr, $octets:ident => $of_octets:expr) => {
        match $array.data_type() {
            DataType::Utf8View => {
                let $texts = $array.as_string_view().iter();
                $of_texts
            }
            DataType::Utf8 => {
                let $texts = $array.as_string::<i32>().iter();
                $of_texts
            }
            DataType::BinaryView => {
                let $octets = $array.as_binary_view().iter();
                $of_octets
            }
            DataType::Binary => {
                let $octets = $array.as_binary::<i32>().iter();
                $of_octets
            }
            DataType::LargeBinary => {
                let $octets = $array.as_binary::<i64>().iter();
                $of_octets
            }
            _ => {
                let $texts = $array.as_string::<i64>().iter();
                $of_texts
            }
        }
    };
}

/// The text of octets, if they are UTF-8.
fn text(octets: &[u8]) -> Option<&str> {
    str::from_utf8(octets).ok()
}

impl Rows {
    /// Takes an array in a layout that [`is_layout`] knows.
    pub(crate) fn new(array: ArrayRef) -> Self {
        Self(array)
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn nulls(&self) -> Option<NullBuffer> {
        self.0.nulls().cloned()
    }

    /// The texts, nothing where there is null, and where octets are not UTF-8.
    pub(crate) fn texts(&self) -> Box<dyn Iterator<Item = Option<&str>> + '_> {
        by_layout!(self.0, rows => Box::new(rows), rows => Box::new(rows.map(|row| row.and_then(text))))
    }

    /// The octets of the texts, nothing where there is null.
    pub(crate) fn octets(&self) -> Box<dyn Iterator<Item = Option<&[u8]>> + '_> {
        by_layout!(self.0, rows => Box::new(rows.map(|row| row.map(str::as_bytes))), rows => Box::new(rows))
    }

    /// Parses each row by a standard, and passes it on; nothing for null and for what is refused.
    pub(crate) fn parse(&self, standard: Standard, mut take: impl FnMut(Option<Parsed<'_, '_>>)) {
        let parse = |text: Option<&str>| match text {
            Some(text) => standard.parse(text, |result| take(result.ok())),
            None => take(None),
        };
        by_layout!(
            self.0,
            rows => rows.for_each(parse),
            rows => rows.map(|row| row.and_then(text)).for_each(parse)
        );
    }

    /// A column of texts with one entry for each row, which `write` says of its octets.
    pub(crate) fn write(
        &self,
        mut write: impl FnMut(Option<&[u8]>, &mut LargeStringBuilder),
    ) -> ArrayRef {
        let mut built = LargeStringBuilder::with_capacity(self.len(), 0);
        self.octets().for_each(|octets| write(octets, &mut built));
        Arc::new(built.finish())
    }

    /// A column of a fact, which may have a text of its own for what a standard refuses.
    pub(crate) fn texts_of<F: Fact<Out = Text>>(&self, standard: Standard) -> ArrayRef {
        let Some(of_refused) = F::OF_REFUSED else {
            let mut built = LargeStringBuilder::with_capacity(self.len(), 16 * self.len());
            self.parse(standard, |row| built.append_option(row.and_then(|row| F::of(row))));
            return Arc::new(built.finish());
        };
        self.write(|octets, built| {
            let Some(octets) = octets else { return built.append_null() };
            let mut push =
                |row: Judged<'_, '_>| row.map(|row| built.append_option(F::of(row))).is_ok();
            if !text(octets).is_some_and(|text| standard.parse(text, &mut push)) {
                built.append_value(of_refused(octets));
            }
        })
    }

    /// A column of texts with one entry for each row, which `write` says of its text; octets that are not UTF-8 have none.
    pub(crate) fn write_of_texts(
        &self,
        mut write: impl FnMut(Option<&str>, &mut LargeStringBuilder),
    ) -> ArrayRef {
        let mut built = LargeStringBuilder::with_capacity(self.len(), 0);
        self.texts().for_each(|text| write(text, &mut built));
        Arc::new(built.finish())
    }

    /// A column of yes and no about texts: no for octets that are not UTF-8.
    pub(crate) fn judge_texts(&self, mut judge: impl FnMut(&str) -> bool) -> ArrayRef {
        let mut built = BooleanBuilder::with_capacity(self.len());
        by_layout!(
            self.0,
            rows => rows.for_each(|row| built.append_option(row.map(&mut judge))),
            rows => rows.for_each(|row| {
                built.append_option(row.map(|octets| text(octets).is_some_and(&mut judge)));
            })
        );
        Arc::new(built.finish())
    }

    /// A column of yes and no about octets, or neither.
    pub(crate) fn judge(&self, mut judge: impl FnMut(&[u8]) -> Option<bool>) -> ArrayRef {
        let mut built = BooleanBuilder::with_capacity(self.len());
        self.octets().for_each(|octets| built.append_option(octets.and_then(&mut judge)));
        Arc::new(built.finish())
    }
}

/// Whether arrays of a type are texts or octets, one a row.
pub(crate) fn is_layout(kind: &DataType) -> bool {
    matches!(
        kind,
        DataType::Utf8
            | DataType::LargeUtf8
            | DataType::Utf8View
            | DataType::Binary
            | DataType::LargeBinary
            | DataType::BinaryView
    )
}
