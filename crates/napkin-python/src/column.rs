//! The class of answers to a column, and how they are handed on: as Arrow, to NumPy, Polars and pandas, and value by value.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema};
use arrow_array::types::{Int32Type, Int64Type, UInt16Type, UInt64Type};
use arrow_array::{Array, ArrayRef, LargeStringArray, StringArray, StringViewArray};
use arrow_schema::{DataType, Field, FieldRef};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyIterator, PyList, PySlice, PyString, PyTuple};
use pyo3_arrow::PyDataType;
use pyo3_arrow::ffi::{ArrayIterator, to_stream_pycapsule};

use crate::arrays::{TEXT, gather, refused, whole};
use crate::texts::Texts;
use crate::values::Surrogates;

/// Answers, one for each row, as an Arrow array of one or more chunks. It has the Arrow PyCapsule interface, of arrays and of streams, so
/// that pyarrow, Polars, pandas, DuckDB and others take it.
///
/// >>> from napkin import columns
/// >>> hosts = columns.host(["http://a/", None, "http://b:80/"])
/// >>> hosts
/// <napkin.columns.Column of 3 LargeUtf8>
/// >>> hosts.to_list(), hosts[2], len(hosts), hosts[1:].to_list()
/// (['a', None, 'b'], 'b', 3, [None, 'b'])
#[pyclass(frozen, module = "napkin.columns")]
pub(crate) struct Column {
    chunks: Vec<ArrayRef>,
    field: FieldRef,
}

impl Column {
    /// A column of arrays of the type of a field.
    pub(crate) fn new(chunks: Vec<ArrayRef>, field: Field) -> Self {
        Self { chunks, field: Arc::new(field) }
    }

    /// The column as the type that a consumer asks for, where that is another layout of texts; else as it is. Other casts are the
    /// consumer's: those of arrow-rs would be much of the package.
    fn requested(
        &self,
        schema: Option<&Bound<'_, PyCapsule>>,
    ) -> PyResult<(Vec<ArrayRef>, FieldRef)> {
        let own = (self.chunks.clone(), Arc::clone(&self.field));
        let Some(schema) = schema else { return Ok(own) };
        let kind = PyDataType::from_arrow_pycapsule(schema)?.into_inner();
        let chunks: Option<Vec<_>> = own.0.iter().map(|chunk| text_as(chunk, &kind)).collect();
        Ok(match chunks {
            Some(chunks) => (chunks, Arc::new(self.field.as_ref().clone().with_data_type(kind))),
            None => own,
        })
    }
}

/// A column as it was given, to take rows of.
#[pyfunction]
#[pyo3(signature = (texts, errors, /))]
pub(crate) fn column_taken(texts: &Bound<'_, PyAny>, errors: Surrogates) -> PyResult<Column> {
    let texts = Texts::read(texts, errors)?.flat().map_err(|error| refused(&error))?;
    let kind = texts.chunks.first().map_or(TEXT, |chunk| chunk.data_type().clone());
    Ok(Column::new(texts.chunks, Field::new("texts", kind, true)))
}

/// The rows at places of columns of one type, which are counted through; null where there is no place.
#[pyfunction]
#[pyo3(signature = (columns, places, /))]
pub(crate) fn column_rows(
    columns: &Bound<'_, PyList>,
    places: Vec<Option<usize>>,
) -> PyResult<Column> {
    let (mut chunks, mut field) = (Vec::new(), Field::new("rows", TEXT, true));
    for column in columns {
        let column = column.cast::<Column>()?.get();
        chunks.extend(column.chunks.iter().map(Arc::clone));
        field = column.field.as_ref().clone();
    }
    let rows = columns.py().detach(|| gather(&chunks, places.into_iter()));
    Ok(Column::new(vec![rows.map_err(|error| refused(&error))?], field))
}

/// A value of an array as Python has it.
fn value<'py>(py: Python<'py>, array: &dyn Array, row: usize) -> PyResult<Bound<'py, PyAny>> {
    if array.is_null(row) {
        return Ok(py.None().into_bound(py));
    }
    Ok(match array.data_type() {
        DataType::Boolean => array.as_boolean().value(row).into_pyobject(py)?.to_owned().into_any(),
        DataType::Int64 => {
            array.as_primitive::<Int64Type>().value(row).into_pyobject(py)?.into_any()
        }
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
        DataType::Dictionary(..) => {
            let dictionary = array.as_dictionary::<Int32Type>();
            let key = dictionary.key(row).unwrap_or_default();
            return value(py, dictionary.values(), key);
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

    /// A series of Polars, with the name of the question, or another: what ``with_columns`` takes.
    ///
    /// >>> import polars
    /// >>> from napkin import columns
    /// >>> frame = polars.DataFrame({"url": ["http://a/", "http://b:80/"]})
    /// >>> frame.with_columns(columns.host(frame["url"]).to_polars()).columns
    /// ['url', 'host']
    #[pyo3(signature = (name = None))]
    fn to_polars<'py>(slf: Bound<'py, Self>, name: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
        let name = name.unwrap_or(slf.get().field.name()).to_owned();
        let series = slf.py().import("polars")?.getattr("Series")?.call1((slf,))?;
        // A series of what Arrow hands on has the name that that has.
        series.call_method1("alias", (name,))
    }

    /// A series of pandas whose values are in arrays of Arrow, which needs pyarrow, with the name of the question, or another.
    ///
    /// >>> from napkin import columns
    /// >>> columns.port_or_default(["http://a/", "x:"]).to_pandas().isna().to_list()
    /// [False, True]
    #[pyo3(signature = (name = None, *, index = None))]
    fn to_pandas<'py>(
        slf: Bound<'py, Self>,
        name: Option<&str>,
        index: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let keywords = PyDict::new(py);
        keywords.set_item("name", name.unwrap_or(slf.get().field.name()))?;
        keywords.set_item("index", index)?;
        let array = py.import("pyarrow")?.call_method1("chunked_array", (slf,))?;
        let pandas = py.import("pandas")?;
        let array = pandas.getattr("arrays")?.call_method1("ArrowExtensionArray", (array,))?;
        pandas.getattr("Series")?.call((array,), Some(&keywords))
    }

    /// An array of NumPy: of yes and no or of numbers, where there is no null among them; else of objects, in which ``None`` is null.
    ///
    /// >>> from napkin import columns
    /// >>> columns.valid(["http://a/", "a b"]).to_numpy().dtype, columns.host(["http://a/"]).to_numpy().dtype
    /// (dtype('bool'), dtype('O'))
    fn to_numpy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let has_nulls = self.chunks.iter().any(|chunk| chunk.null_count() > 0);
        let kind = match self.field.data_type() {
            DataType::Boolean if !has_nulls => "bool",
            DataType::Int64 if !has_nulls => "int64",
            DataType::UInt16 if !has_nulls => "uint16",
            _ => "object",
        };
        let numpy = py.import("numpy")?;
        let values = self.to_list(py)?;
        if kind != "object" {
            return numpy.call_method1("array", (values, kind));
        }
        // Lists are values too, and no second dimension.
        let array = numpy.call_method1("empty", (values.len(), kind))?;
        for (row, value) in values.iter().enumerate() {
            array.set_item(row, value)?;
        }
        Ok(array)
    }

    #[pyo3(signature = (dtype = None, copy = None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<&Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if copy == Some(false) {
            let message = "the values of Arrow are copied to make an array of NumPy";
            return Err(PyValueError::new_err(message));
        }
        let array = self.to_numpy(py)?;
        match dtype {
            Some(dtype) => array.call_method1("astype", (dtype,)),
            None => Ok(array),
        }
    }

    fn __len__(&self) -> usize {
        self.chunks.iter().map(Array::len).sum()
    }

    #[expect(clippy::unused_self, reason = "Python asks an object")]
    fn __bool__(&self) -> PyResult<bool> {
        // That of the list would be true of any column with a value, whatever it is.
        Err(PyValueError::new_err(
            "the truth of a column is that of its values: use any() or all()",
        ))
    }

    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        index: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let length = self.__len__().cast_signed();
        if let Ok(slice) = index.cast::<PySlice>() {
            let slice = slice.indices(length)?;
            let rows =
                (0..slice.slicelength.cast_signed()).map(|row| slice.start + row * slice.step);
            let taken = gather(&self.chunks, rows.map(|row| Some(row.cast_unsigned())));
            let chunks = vec![taken.map_err(|error| refused(&error))?];
            let part = Self { chunks, field: Arc::clone(&self.field) };
            return Ok(Bound::new(py, part)?.into_any());
        }
        let index: isize = index.extract()?;
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
        schema(py, &self.field)
    }

    /// The array, as one.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let (chunks, field) = self.requested(requested_schema)?;
        let array = py.detach(|| whole(&chunks)).map_err(|error| refused(&error))?;
        let array = PyCapsule::new_with_value(py, FFI_ArrowArray::new(&array), c"arrow_array")?;
        PyTuple::new(py, [schema(py, &field)?, array])
    }

    /// The chunks, one after the other.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let (chunks, field) = self.requested(requested_schema)?;
        let reader = Box::new(ArrayIterator::new(chunks.into_iter().map(Ok), field));
        Ok(to_stream_pycapsule(py, reader, None)?)
    }
}

/// The type of a column, as Arrow hands it on.
fn schema<'py>(py: Python<'py>, field: &Field) -> PyResult<Bound<'py, PyCapsule>> {
    let schema = FFI_ArrowSchema::try_from(field).map_err(|error| refused(&error))?;
    PyCapsule::new_with_value(py, schema, c"arrow_schema")
}

/// Texts in another layout; `None` for what is no text, and for texts that are too long for it.
fn text_as(array: &ArrayRef, kind: &DataType) -> Option<ArrayRef> {
    let flat = match array.data_type() {
        DataType::Dictionary(..) => {
            let dictionary = array.as_dictionary::<Int32Type>();
            let places = (0..dictionary.len()).map(|row| dictionary.key(row));
            gather(&[Arc::clone(dictionary.values())], places).ok()?
        }
        _ => Arc::clone(array),
    };
    let texts: &LargeStringArray = flat.as_string_opt()?;
    let fits = i32::try_from(texts.value_data().len()).is_ok();
    Some(match kind {
        DataType::LargeUtf8 => flat,
        DataType::Utf8 if fits => Arc::new(StringArray::from_iter(texts)),
        DataType::Utf8View => Arc::new(StringViewArray::from_iter(texts)),
        _ => return None,
    })
}
