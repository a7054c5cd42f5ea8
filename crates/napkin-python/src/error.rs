//! What is wrong with an input, as the exception of the package: the answer of the command, with places in characters.

use napkin::{ParseError, ResolveError};
use napkin_answers::{Failure, Quotation, Standard};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyType};

/// A class of `napkin._values`, which Python defines.
pub(crate) fn class<'py>(
    py: Python<'py>,
    cell: &'static PyOnceLock<Py<PyType>>,
    name: &str,
) -> PyResult<&'py Bound<'py, PyType>> {
    cell.import(py, "napkin._values", name)
}

/// How many characters stand before a byte of a text.
pub(crate) fn characters(text: &str, byte: usize) -> usize {
    text.char_indices().take_while(|(at, _)| *at < byte).count()
}

/// The exception for a failure.
pub(crate) fn raise(py: Python<'_>, failure: &Failure<'_>, text: &str) -> PyErr {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let made = || {
        let keys = PyDict::new(py);
        let (mut rule, mut hint) = (None, None);
        // The text that the place is in: a target need not be the text that was given.
        let mut quoted = text.into();
        if let Quotation::Diagnosis(error, of) = failure.quotation() {
            rule = Some(error.rule().name);
            hint = error.diagnose(of).advice().map(|advice| advice.to_string());
            quoted = String::from_utf8_lossy(of);
        }
        let section = Some(failure.section()).filter(|section| !section.is_empty());
        keys.set_item("kind", failure.kind())?;
        keys.set_item("part", failure.part())?;
        keys.set_item("offset", failure.offset().map(|at| characters(&quoted, at)))?;
        keys.set_item("rule", rule)?;
        keys.set_item("section", section)?;
        keys.set_item("hint", hint)?;
        class(py, &CLASS, "ParseError")?.call((failure.message(),), Some(&keys))
    };
    made().map_or_else(|error| error, PyErr::from_value)
}

/// The exception for a text that an edition refuses.
pub(crate) fn refused(py: Python<'_>, error: ParseError, text: &str) -> PyErr {
    raise(py, &Failure::refused(error, text.as_bytes()), text)
}

/// The exception for a reference that has no target.
pub(crate) fn unresolved(
    py: Python<'_>,
    edition: &'static napkin::Edition,
    error: ResolveError,
    reference: &str,
) -> PyErr {
    raise(py, &Failure::unresolved(edition, error, reference.as_bytes()), reference)
}

/// The standard with a name.
pub(crate) fn standard(name: &str) -> PyResult<Standard> {
    Standard::named(name).ok_or_else(|| {
        let names: Vec<_> = Standard::all().map(Standard::name).collect();
        PyValueError::new_err(format!("no edition '{name}'; there are {}", names.join(", ")))
    })
}
