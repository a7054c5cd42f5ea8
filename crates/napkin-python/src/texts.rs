//! Columns as they are taken: by the Arrow PyCapsule interface, as an array or as a stream, or text by text. What Arrow encodes, in
//! dictionaries and in runs, stays the values and the place of each row in them.

use std::sync::Arc;

use arrow_array::builder::LargeStringBuilder;
use arrow_array::cast::AsArray;
use arrow_array::types::{Int16Type, Int32Type, Int64Type, RunEndIndexType};
use arrow_array::{Array, ArrayRef};
use arrow_buffer::ArrowNativeType;
use arrow_schema::{ArrowError, DataType};
use napkin_standards::Standard;
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyFloat;
use pyo3_arrow::input::AnyArray;

use crate::arrays::{Place, TEXT, gather, refused};
use crate::rows::is_layout;
use crate::values::{Given, Surrogates, text_of};

/// A column as it was given.
pub(crate) struct Texts {
    /// Arrays in a layout of [`Rows`](crate::rows::Rows): a value for each row, or the values of an encoded column, each of which a row has.
    pub(crate) chunks: Vec<ArrayRef>,
    /// Of an encoded column, the place of the value of each row among those of the chunks.
    pub(crate) places: Option<Vec<Place>>,
    /// Whether it was in dictionaries.
    pub(crate) is_dictionary: bool,
    /// Of a list with objects of this package, the standard of each row.
    pub(crate) own: Option<Vec<Option<Standard>>>,
}

impl Texts {
    /// Takes a column that is handed over by the Arrow PyCapsule interface, or texts and objects one by one.
    pub(crate) fn of(given: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::read(given, Surrogates::Strict)
    }

    /// Takes a column as [`Self::of`] does; `surrogates` says what becomes of those of single texts.
    pub(crate) fn read(given: &Bound<'_, PyAny>, surrogates: Surrogates) -> PyResult<Self> {
        let has_arrow =
            given.hasattr("__arrow_c_array__")? || given.hasattr("__arrow_c_stream__")?;
        if has_arrow && !has_objects(given)? {
            return Self::of_arrow(given);
        }
        if text_of(given).is_ok() {
            return Err(PyTypeError::new_err("a column of texts is needed, not one text"));
        }
        // A file that is open has lines with their ends.
        let is_lines = given.hasattr(intern!(given.py(), "readline"))?;
        let mut texts = LargeStringBuilder::new();
        let mut own = Vec::new();
        for (row, text) in given.try_iter()?.enumerate() {
            let text = text?;
            let read = match Given::of(&text) {
                Ok(read) => read,
                Err(_) if text.is_none() || is_missing(&text) => {
                    texts.append_null();
                    continue;
                }
                Err(error) => return Err(error),
            };
            if read.own.is_some() {
                own.resize(row, None);
                own.push(read.own);
            }
            let text = surrogates.text(&read.text).map_err(|error| in_row(&error, &text, row))?;
            texts.append_value(line(&text, is_lines));
        }
        let chunk = texts.finish();
        let rows = chunk.len();
        let own = Some(own).filter(|own| !own.is_empty()).map(|mut own| {
            own.resize(rows, None);
            own
        });
        Ok(Self { own, ..Self::plain(vec![Arc::new(chunk)]) })
    }

    /// A column with a value for each row.
    fn plain(chunks: Vec<ArrayRef>) -> Self {
        Self { chunks, places: None, is_dictionary: false, own: None }
    }

    /// Takes an array or a stream of arrays.
    fn of_arrow(given: &Bound<'_, PyAny>) -> PyResult<Self> {
        let reader = given.extract::<AnyArray>()?.into_reader()?;
        let kind = reader.field().data_type().clone();
        // Polars hands nulls on with a buffer, which Arrow does not have.
        if kind == DataType::Null && given.len().is_ok() {
            return Ok(Self::plain(vec![arrow_array::new_null_array(&TEXT, given.len()?)]));
        }
        // Also of a column without rows.
        decoded(arrow_array::new_empty_array(&kind))?;
        let chunks = reader.map(|chunk| decoded(chunk.map_err(|error| refused(&error))?));
        let chunks: Vec<_> = chunks.collect::<PyResult<_>>()?;
        if chunks.iter().all(|(_, places)| places.is_none()) {
            return Ok(Self::plain(chunks.into_iter().map(|(values, _)| values).collect()));
        }
        let is_dictionary = is_dictionary(&kind);
        Self { is_dictionary, ..Self::encoded(chunks) }.used().map_err(|error| refused(&error))
    }

    /// The values of all chunks, and the place of each row among them.
    fn encoded(chunks: Vec<(ArrayRef, Option<Vec<Place>>)>) -> Self {
        let mut all: Vec<ArrayRef> = Vec::new();
        let (mut places, mut before, mut count) = (Vec::new(), 0, 0);
        for (values, here) in chunks {
            // The chunks of a column often share a dictionary.
            if all.last().is_none_or(|last| !last.to_data().ptr_eq(&values.to_data())) {
                before = count;
                count += values.len();
                all.push(Arc::clone(&values));
            }
            let here = here.unwrap_or_else(|| (0..values.len()).map(Some).collect());
            places.extend(here.into_iter().map(|place| Some(place? + before)));
        }
        Self { places: Some(places), ..Self::plain(all) }
    }

    /// The column without the values that no row has.
    fn used(mut self) -> Result<Self, ArrowError> {
        let Some(places) = &mut self.places else { return Ok(self) };
        let mut is_used = vec![false; self.chunks.iter().map(Array::len).sum()];
        places.iter().flatten().for_each(|place| is_used[*place] = true);
        if is_used.iter().all(|is_used| *is_used) {
            return Ok(self);
        }
        let used = is_used.iter().enumerate().filter(|(_, is_used)| **is_used);
        let values = gather(&self.chunks, used.map(|(place, _)| Some(place)))?;
        let mut next = 0;
        let renumbered: Vec<_> = is_used
            .iter()
            .map(|is_used| {
                next += usize::from(*is_used);
                next.saturating_sub(1)
            })
            .collect();
        for place in places.iter_mut().flatten() {
            *place = renumbered[*place];
        }
        self.chunks = vec![values];
        Ok(self)
    }

    /// The number of rows.
    pub(crate) fn len(&self) -> usize {
        let count = || self.chunks.iter().map(Array::len).sum();
        self.places.as_ref().map_or_else(count, Vec::len)
    }

    /// The column with a value for each row.
    pub(crate) fn flat(self) -> Result<Self, ArrowError> {
        let Some(places) = &self.places else { return Ok(self) };
        Ok(Self::plain(vec![gather(&self.chunks, places.iter().copied())?]))
    }
}

/// The error of a text, whose reason names its row.
fn in_row(error: &PyErr, text: &Bound<'_, PyAny>, row: usize) -> PyErr {
    let value = error.value(text.py());
    let named = value
        .getattr("reason")
        .and_then(|reason| value.setattr("reason", format!("{reason}, in row {row}")));
    named.err().unwrap_or_else(|| PyErr::from_value(value.clone().into_any()))
}

/// A text; of a file, the line without its end.
fn line(text: &str, is_lines: bool) -> &str {
    let line = text.strip_suffix('\n').filter(|_| is_lines);
    line.map_or(text, |line| line.strip_suffix('\r').unwrap_or(line))
}

/// Whether values of a type are in a dictionary.
fn is_dictionary(kind: &DataType) -> bool {
    match kind {
        DataType::Dictionary(..) => true,
        DataType::Struct(fields) => fields.iter().any(|field| is_dictionary(field.data_type())),
        _ => false,
    }
}

/// An array of texts or octets; of one that is encoded, its values and the place of each row in them.
fn decoded(array: ArrayRef) -> PyResult<(ArrayRef, Option<Vec<Place>>)> {
    let (values, places) = match array.data_type() {
        kind if is_layout(kind) => return Ok((array, None)),
        DataType::Null => return Ok((arrow_array::new_null_array(&TEXT, array.len()), None)),
        // What DuckDB and tables of one column hand on.
        DataType::Struct(fields) if fields.len() == 1 && array.null_count() == 0 => {
            return decoded(Arc::clone(array.as_struct().column(0)));
        }
        DataType::Dictionary(..) => {
            let dictionary = array.as_any_dictionary();
            let values = Arc::clone(dictionary.values());
            let places = if values.is_empty() {
                vec![None; array.len()]
            } else {
                let keys = dictionary.normalized_keys().into_iter().enumerate();
                keys.map(|(row, key)| array.is_valid(row).then_some(key)).collect()
            };
            (values, places)
        }
        DataType::RunEndEncoded(ends, _) => match ends.data_type() {
            DataType::Int16 => runs::<Int16Type>(&array),
            DataType::Int32 => runs::<Int32Type>(&array),
            _ => runs::<Int64Type>(&array),
        },
        other => {
            let message = format!("a column of texts is needed, not of {other}");
            return Err(PyTypeError::new_err(message));
        }
    };
    let (values, inner) = decoded(values)?;
    let places = places.into_iter().map(|place| match (&inner, place) {
        (Some(inner), Some(place)) => inner[place],
        _ => place,
    });
    Ok((values, Some(places.collect())))
}

/// The values of runs, and the place of each row in them.
fn runs<R: RunEndIndexType>(array: &ArrayRef) -> (ArrayRef, Vec<Place>) {
    let runs = array.as_run::<R>();
    let (ends, start) = (runs.run_ends().values(), runs.offset());
    let (mut places, mut run) = (Vec::with_capacity(runs.len()), runs.get_start_physical_index());
    for row in start..start + runs.len() {
        while ends.get(run).is_some_and(|end| end.as_usize() <= row) {
            run += 1;
        }
        places.push(Some(run));
    }
    (Arc::clone(runs.values()), places)
}

/// Whether a series of pandas or Polars has objects of Python, for which Arrow has no type.
fn has_objects(given: &Bound<'_, PyAny>) -> PyResult<bool> {
    let Some(kind) = given.getattr_opt(intern!(given.py(), "dtype"))? else { return Ok(false) };
    let name = kind.str()?;
    Ok(matches!(name.to_str()?, "object" | "Object"))
}

/// Whether a value is how pandas writes a missing one: the float NaN, or `pandas.NA`.
fn is_missing(value: &Bound<'_, PyAny>) -> bool {
    match value.cast::<PyFloat>() {
        Ok(number) => number.value().is_nan(),
        Err(_) => value.get_type().name().is_ok_and(|name| name == "NAType"),
    }
}
