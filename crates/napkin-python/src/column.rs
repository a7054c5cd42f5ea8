//! Columns of texts: taken from Arrow or from a list, cut into pieces that all cores work on without Python's lock, and
//! handed on as Arrow.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use arrow_array::builder::{BooleanBuilder, LargeStringBuilder};
use arrow_array::cast::AsArray;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema};
use arrow_array::types::{UInt16Type, UInt64Type};
use arrow_array::{Array, ArrayRef};
use arrow_buffer::NullBuffer;
use arrow_data::ArrayData;
use arrow_data::transform::MutableArrayData;
use arrow_schema::{ArrowError, DataType, Field, FieldRef};
use napkin_answers::Standard;
use napkin_answers::row::Parsed;
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyFloat, PyIterator, PyList, PyString, PyTuple};
use pyo3_arrow::input::AnyArray;

use crate::values::{By, Given, text_of, wider};

/// The fewest rows that are worth a thread.
const FEWEST: usize = 1 << 14;

/// The number of pieces of a column for each thread; with more than one, no thread waits long for the others.
const PIECES: usize = 4;

/// The type of texts in answers: of any length.
pub(crate) const TEXT: DataType = DataType::LargeUtf8;

/// Answers, one for each row, as an Arrow array of one or more chunks. It has the Arrow PyCapsule interface, so that
/// pyarrow, Polars, pandas and others take it.
///
/// >>> from napkin import columns
/// >>> hosts = columns.host(["http://a/", None, "http://b:80/"])
/// >>> hosts
/// <napkin.columns.Column of 3 LargeUtf8>
/// >>> hosts.to_list(), hosts[2], len(hosts)
/// (['a', None, 'b'], 'b', 3)
#[pyclass(frozen, module = "napkin.columns")]
pub(crate) struct Column {
    chunks: Vec<ArrayRef>,
    field: FieldRef,
}

/// A value of an array as Python has it.
fn value<'py>(py: Python<'py>, array: &dyn Array, row: usize) -> PyResult<Bound<'py, PyAny>> {
    if array.is_null(row) {
        return Ok(py.None().into_bound(py));
    }
    Ok(match array.data_type() {
        DataType::Boolean => array.as_boolean().value(row).into_pyobject(py)?.to_owned().into_any(),
        DataType::UInt16 => {
            array.as_primitive::<UInt16Type>().value(row).into_pyobject(py)?.into_any()
        }
        DataType::UInt64 => {
            array.as_primitive::<UInt64Type>().value(row).into_pyobject(py)?.into_any()
        }
        DataType::Struct(fields) => {
            let made = PyDict::new(py);
            for (field, column) in fields.iter().zip(array.as_struct().columns()) {
                made.set_item(field.name(), value(py, column, row)?)?;
            }
            made.into_any()
        }
        DataType::LargeList(_) => {
            let values = array.as_list::<i64>().value(row);
            let values = (0..values.len()).map(|row| value(py, &values, row));
            PyList::new(py, values.collect::<PyResult<Vec<_>>>()?)?.into_any()
        }
        _ => PyString::new(py, array.as_string::<i64>().value(row)).into_any(),
    })
}

#[pymethods]
impl Column {
    /// The values as Python has them.
    fn to_list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let rows =
            self.chunks.iter().flat_map(|chunk| (0..chunk.len()).map(move |row| (chunk, row)));
        let values = rows.map(|(chunk, row)| value(py, chunk, row));
        PyList::new(py, values.collect::<PyResult<Vec<_>>>()?)
    }

    fn __len__(&self) -> usize {
        self.chunks.iter().map(Array::len).sum()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: isize) -> PyResult<Bound<'py, PyAny>> {
        let length = self.__len__().cast_signed();
        let mut row = if index < 0 { index + length } else { index };
        for chunk in &self.chunks {
            let length = chunk.len().cast_signed();
            if (0..length).contains(&row) {
                return value(py, chunk, row.cast_unsigned());
            }
            row -= length;
        }
        Err(PyIndexError::new_err(format!("no row {index}; there are {length}")))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.to_list(py)?.try_iter()
    }

    fn __repr__(&self) -> String {
        format!("<napkin.columns.Column of {} {}>", self.__len__(), self.field.data_type())
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(&*self.field).map_err(|error| refused(&error))?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// The array, as one. Whoever asks for another type casts it: the casts of arrow-rs would be much of the package.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let _ = requested_schema;
        let array = py.detach(|| whole(&self.chunks)).map_err(|error| refused(&error))?;
        let array = PyCapsule::new_with_value(py, FFI_ArrowArray::new(&array), c"arrow_array")?;
        PyTuple::new(py, [self.__arrow_c_schema__(py)?, array])
    }
}

/// The chunks of an array as one.
fn whole(chunks: &[ArrayRef]) -> Result<ArrayData, ArrowError> {
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

/// The exception for what Arrow refuses.
fn refused(error: &ArrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A piece of a column of texts, in one of Arrow's three layouts.
pub(crate) struct Rows(ArrayRef);

impl Rows {
    /// Takes an array of texts, or of what stands for texts: a dictionary, or nothing but nulls.
    fn of(array: ArrayRef) -> PyResult<Self> {
        match array.data_type() {
            DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => Ok(Self(array)),
            DataType::Null => Ok(Self(arrow_array::new_null_array(&TEXT, array.len()))),
            DataType::Dictionary(..) => {
                let dictionary = array.as_any_dictionary();
                let values = Self::of(Arc::clone(dictionary.values()))?;
                let values: Vec<_> = values.texts().collect();
                let mut texts = LargeStringBuilder::with_capacity(array.len(), 0);
                if values.is_empty() {
                    texts.append_nulls(array.len());
                } else {
                    for (row, key) in dictionary.normalized_keys().into_iter().enumerate() {
                        let value = values.get(key).copied().flatten();
                        texts.append_option(value.filter(|_| array.is_valid(row)));
                    }
                }
                Ok(Self(Arc::new(texts.finish())))
            }
            // What DuckDB and tables of one column hand on.
            DataType::Struct(fields) if fields.len() == 1 && array.null_count() == 0 => {
                Self::of(Arc::clone(array.as_struct().column(0)))
            }
            other => {
                Err(PyTypeError::new_err(format!("a column of texts is needed, not of {other}")))
            }
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn nulls(&self) -> Option<NullBuffer> {
        self.0.nulls().cloned()
    }

    /// The texts, nothing where there is null.
    pub(crate) fn texts(&self) -> Box<dyn Iterator<Item = Option<&str>> + '_> {
        match self.0.data_type() {
            DataType::Utf8View => Box::new(self.0.as_string_view().iter()),
            DataType::Utf8 => Box::new(self.0.as_string::<i32>().iter()),
            _ => Box::new(self.0.as_string::<i64>().iter()),
        }
    }

    /// Passes on each text, nothing where there is null.
    fn each<'a>(&'a self, take: impl FnMut(Option<&'a str>)) {
        match self.0.data_type() {
            DataType::Utf8View => self.0.as_string_view().iter().for_each(take),
            DataType::Utf8 => self.0.as_string::<i32>().iter().for_each(take),
            _ => self.0.as_string::<i64>().iter().for_each(take),
        }
    }

    /// Parses each row by a standard, and passes it on; nothing for null and for what is refused.
    pub(crate) fn parse(&self, standard: Standard, mut take: impl FnMut(Option<Parsed<'_, '_>>)) {
        self.each(|text| match text {
            Some(text) => standard.parse(text, |result| take(result.ok())),
            None => take(None),
        });
    }

    /// A column of texts with one entry for each row, which `write` says.
    pub(crate) fn write(
        &self,
        mut write: impl FnMut(Option<&str>, &mut LargeStringBuilder),
    ) -> ArrayRef {
        let mut built = LargeStringBuilder::with_capacity(self.len(), 0);
        self.texts().for_each(|text| write(text, &mut built));
        Arc::new(built.finish())
    }

    /// A column of yes and no, or neither.
    pub(crate) fn judge(&self, mut judge: impl FnMut(&str) -> Option<bool>) -> ArrayRef {
        let mut built = BooleanBuilder::with_capacity(self.len());
        self.texts().for_each(|text| built.append_option(text.and_then(&mut judge)));
        Arc::new(built.finish())
    }
}

/// A column as it was given.
struct Texts {
    chunks: Vec<ArrayRef>,
    /// Of a list with objects of this package, the standard of each row.
    own: Option<Vec<Option<Standard>>>,
}

impl Texts {
    /// Takes a column that is handed over by the Arrow PyCapsule interface, or texts and objects one by one.
    fn of(given: &Bound<'_, PyAny>) -> PyResult<Self> {
        let has_arrow =
            given.hasattr("__arrow_c_array__")? || given.hasattr("__arrow_c_stream__")?;
        if has_arrow && !has_objects(given)? {
            let reader = given.extract::<AnyArray>()?.into_reader()?;
            // Polars hands nulls on with a buffer, which Arrow does not have.
            if *reader.field().data_type() == DataType::Null && given.len().is_ok() {
                return Ok(Self {
                    chunks: vec![arrow_array::new_null_array(&TEXT, given.len()?)],
                    own: None,
                });
            }
            let chunks: Result<_, _> = reader.collect();
            return Ok(Self { chunks: chunks.map_err(|error| refused(&error))?, own: None });
        }
        if text_of(given).is_ok() {
            return Err(PyTypeError::new_err("a column of texts is needed, not one text"));
        }
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
            texts.append_value(read.text.to_str()?);
        }
        let chunk = texts.finish();
        let rows = chunk.len();
        let own = Some(own).filter(|own| !own.is_empty()).map(|mut own| {
            own.resize(rows, None);
            own
        });
        Ok(Self { chunks: vec![Arc::new(chunk)], own })
    }

    fn len(&self) -> usize {
        self.chunks.iter().map(Array::len).sum()
    }
}

/// Whether a series of pandas or Polars has objects of Python, for which Arrow has no type.
fn has_objects(given: &Bound<'_, PyAny>) -> PyResult<bool> {
    let Some(kind) = given.getattr_opt(intern!(given.py(), "dtype"))? else { return Ok(false) };
    let name = kind.str()?;
    Ok(matches!(name.to_str()?, "object" | "Object"))
}

/// Whether a value stands for a missing one in a series of pandas: a float that is no number, or `pandas.NA`.
fn is_missing(value: &Bound<'_, PyAny>) -> bool {
    match value.cast::<PyFloat>() {
        Ok(number) => number.value().is_nan(),
        Err(_) => value.get_type().name().is_ok_and(|name| name == "NAType"),
    }
}

/// The standard that all rows of columns are read by, or the standards, each with its rows. The last column has the bases of the others,
/// if there are any.
fn groups(columns: &[Texts], by: By) -> Result<Standard, Vec<(Standard, Vec<usize>)>> {
    let mut groups: Vec<(Standard, Vec<usize>)> = Vec::new();
    let rows = columns.iter().filter_map(|column| column.own.as_ref()).map(Vec::len).max();
    for row in 0..rows.unwrap_or(0) {
        let own = columns.iter().rev().map(|column| *column.own.as_ref()?.get(row)?);
        let standard = by.standard(own.reduce(wider).flatten());
        match groups.iter_mut().find(|(of, _)| *of == standard) {
            Some((_, rows)) => rows.push(row),
            None => groups.push((standard, vec![row])),
        }
    }
    match &*groups {
        [] => Ok(by.standard(None)),
        [(standard, _)] => Ok(*standard),
        _ => Err(groups),
    }
}

/// The rows of an array that are wanted.
fn take(chunks: &[ArrayRef], rows: &[usize]) -> Result<ArrayRef, ArrowError> {
    let all = whole(chunks)?;
    let mut taken = MutableArrayData::new(vec![&all], false, rows.len());
    for row in rows {
        taken.try_extend(0, *row, row + 1)?;
    }
    Ok(arrow_array::make_array(taken.freeze()))
}

/// Puts the answers of groups in the order of their rows.
fn interleave(answers: &[(Vec<usize>, ArrayData)]) -> Result<ArrayRef, ArrowError> {
    let mut places: Vec<_> = answers
        .iter()
        .enumerate()
        .flat_map(|(group, (rows, _))| {
            rows.iter().enumerate().map(move |(at, row)| (*row, group, at))
        })
        .collect();
    places.sort_unstable();
    let arrays = answers.iter().map(|(_, array)| array).collect();
    let mut made = MutableArrayData::new(arrays, false, places.len());
    for (_, group, at) in places {
        made.try_extend(group, at, at + 1)?;
    }
    Ok(arrow_array::make_array(made.freeze()))
}

/// The number of threads: as asked for, or one for each core.
fn threads(asked: Option<usize>) -> usize {
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    asked.unwrap_or_else(cores).max(1)
}

/// Cuts columns of the same length into the same pieces, such that no piece is of two chunks.
fn cut(columns: &[&[ArrayRef]], threads: usize) -> PyResult<Vec<Vec<Rows>>> {
    let rows = columns.first().map_or(0, |column| column.iter().map(Array::len).sum());
    let most =
        if threads == 1 { rows } else { rows.div_ceil(threads.saturating_mul(PIECES)).max(FEWEST) };
    let mut pieces = Vec::new();
    let mut places = vec![(0, 0); columns.len()];
    let mut start = 0;
    while start < rows {
        let here: Vec<_> = columns
            .iter()
            .zip(&mut places)
            .filter_map(|(column, (chunk, at))| {
                while column.get(*chunk).is_some_and(|array| *at == array.len()) {
                    (*chunk, *at) = (*chunk + 1, 0);
                }
                Some((column.get(*chunk)?, at))
            })
            .collect();
        let left = here.iter().map(|(array, at)| array.len() - **at).min().unwrap_or(0);
        let count = left.min(most);
        let piece = here.into_iter().map(|(array, at)| {
            let piece = Rows::of(array.slice(*at, count));
            *at += count;
            piece
        });
        pieces.push(piece.collect::<PyResult<_>>()?);
        start += count;
    }
    Ok(pieces)
}

/// Makes a column of columns: each row by its standard.
pub(crate) fn make<const N: usize>(
    given: [&Bound<'_, PyAny>; N],
    (name, kind): (&str, DataType),
    by: By,
    asked: Option<usize>,
    answer: impl Fn(Standard, &[Rows]) -> ArrayRef + Sync,
) -> PyResult<Column> {
    let py = given[0].py();
    let columns = given.map(Texts::of).into_iter().collect::<PyResult<Vec<_>>>()?;
    let rows = columns[0].len();
    if let Some(other) = columns.iter().map(Texts::len).find(|other| *other != rows) {
        let message = format!("columns of one length are needed, not of {rows} and {other} rows");
        return Err(PyValueError::new_err(message));
    }
    let threads = threads(asked);
    let groups = groups(&columns, by);
    let columns: Vec<_> = columns.iter().map(|column| &*column.chunks).collect();
    // Also of a column without rows.
    for array in columns.iter().copied().flatten() {
        Rows::of(array.slice(0, 0))?;
    }
    let mut chunks = match groups {
        Ok(standard) => answers(py, &columns, threads, |rows| answer(standard, rows))?,
        Err(groups) => {
            let mut answered = Vec::with_capacity(groups.len());
            for (standard, rows) in groups {
                let taken = columns.iter().map(|column| Ok(vec![take(column, &rows)?]));
                let taken: Result<Vec<_>, _> = taken.collect();
                let taken = taken.map_err(|error| refused(&error))?;
                let taken: Vec<_> = taken.iter().map(Vec::as_slice).collect();
                let chunks = answers(py, &taken, threads, |rows| answer(standard, rows))?;
                answered.push((rows, whole(&chunks).map_err(|error| refused(&error))?));
            }
            vec![interleave(&answered).map_err(|error| refused(&error))?]
        }
    };
    if chunks.is_empty() {
        chunks.push(arrow_array::new_empty_array(&kind));
    }
    Ok(Column { chunks, field: Arc::new(Field::new(name, kind, true)) })
}

/// The answers to columns: each piece on a thread, without Python's lock.
fn answers(
    py: Python<'_>,
    columns: &[&[ArrayRef]],
    threads: usize,
    answer: impl Fn(&[Rows]) -> ArrayRef + Sync,
) -> PyResult<Vec<ArrayRef>> {
    let pieces = cut(columns, threads)?;
    Ok(py.detach(|| {
        let next = AtomicUsize::new(0);
        let work = || {
            let mut made = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(piece) = pieces.get(number) else { return made };
                made.push((number, answer(piece)));
            }
        };
        let mut made = thread::scope(|scope| {
            let others: Vec<_> =
                (1..threads.min(pieces.len())).map(|_| scope.spawn(work)).collect();
            let mut made = work();
            for other in others {
                match other.join() {
                    Ok(more) => made.extend(more),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            made
        });
        made.sort_unstable_by_key(|(number, _)| *number);
        made.into_iter().map(|(_, chunk)| chunk).collect()
    }))
}
