//! Arrays of Arrow: chunks as one, the values at places, and dictionaries.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use arrow_array::builder::LargeStringBuilder;
use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_array::{Array, ArrayRef, DictionaryArray, Int32Array};
use arrow_data::ArrayData;
use arrow_data::transform::MutableArrayData;
use arrow_schema::{ArrowError, DataType};
use pyo3::PyErr;
use pyo3::exceptions::PyValueError;

/// The type of texts in answers: of any length.
pub(crate) const TEXT: DataType = DataType::LargeUtf8;

/// The type of texts in answers to a dictionary.
pub(crate) static DICTIONARY: LazyLock<DataType> =
    LazyLock::new(|| DataType::Dictionary(Box::new(DataType::Int32), Box::new(TEXT)));

/// The place of the value of a row; none is null.
pub(crate) type Place = Option<usize>;

/// The chunks of an array as one.
pub(crate) fn whole(chunks: &[ArrayRef]) -> Result<ArrayData, ArrowError> {
    let chunks: Vec<_> = chunks.iter().map(Array::to_data).collect();
    if let [chunk] = &*chunks {
        return Ok(chunk.clone());
    }
    let rows = chunks.iter().map(ArrayData::len).sum();
    let mut whole = MutableArrayData::new(chunks.iter().collect(), false, rows);
    for (number, chunk) in chunks.iter().enumerate() {
        whole.try_extend(number, 0, chunk.len())?;
    }
    Ok(whole.freeze())
}

/// The values at places of an array; null where there is none.
pub(crate) fn gather(
    chunks: &[ArrayRef],
    places: impl Iterator<Item = Place>,
) -> Result<ArrayRef, ArrowError> {
    let all = whole(chunks)?;
    let mut taken = MutableArrayData::new(vec![&all], true, places.size_hint().0);
    let mut places = places.peekable();
    while let Some(place) = places.next() {
        let Some(start) = place else {
            taken.try_extend_nulls(1)?;
            continue;
        };
        // What stands together is copied together.
        let mut end = start + 1;
        while places.next_if_eq(&Some(end)).is_some() {
            end += 1;
        }
        taken.try_extend(0, start, end)?;
    }
    Ok(arrow_array::make_array(taken.freeze()))
}

/// A dictionary of the texts of an array, each once, with the text at a place in each row.
pub(crate) fn encoded(chunks: &[ArrayRef], places: &[Place]) -> Result<ArrayRef, ArrowError> {
    let mut numbers = HashMap::new();
    let mut texts = LargeStringBuilder::new();
    let values = chunks.iter().flat_map(AsArray::as_string::<i64>);
    let keys: Vec<_> = values
        .map(|text| {
            let next = numbers.len();
            let number = *numbers.entry(text?).or_insert(next);
            if number == next {
                texts.append_value(text?);
            }
            i32::try_from(number).ok()
        })
        .collect();
    if i32::try_from(numbers.len()).is_err() {
        return Err(ArrowError::DictionaryKeyOverflowError);
    }
    let rows: Int32Array = places.iter().map(|place| keys[(*place)?]).collect();
    let texts = Arc::new(texts.finish());
    Ok(Arc::new(DictionaryArray::<Int32Type>::try_new(rows, texts)?))
}

/// The exception for what Arrow refuses.
pub(crate) fn refused(error: &ArrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
}
