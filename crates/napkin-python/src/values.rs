//! What methods take and give: texts, parts to replace, and the named tuples of `napkin._values`.

use napkin::Part;
use napkin_answers::normalize::Normalized;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyString, PyType};

use crate::error::{characters, class};

/// The text of a string, or of an object of this package.
pub(crate) fn text_of<'py>(given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyString>> {
    static REFERENCE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    static URL: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    if let Ok(text) = given.cast::<PyString>() {
        return Ok(text.clone());
    }
    let py = given.py();
    for (cell, name) in [(&REFERENCE, "Reference"), (&URL, "Url")] {
        if given.is_instance(cell.import(py, "napkin", name)?)? {
            return given.str();
        }
    }
    let name = given.get_type().name()?;
    Err(PyTypeError::new_err(format!("a str or an object of napkin is needed, not {name}")))
}

/// The parts that can be replaced, by name; what holds others comes before them.
const PARTS: [Part; 8] = [
    Part::Scheme,
    Part::Authority,
    Part::Host,
    Part::Userinfo,
    Part::Port,
    Part::Path,
    Part::Query,
    Part::Fragment,
];

/// The parts that are to have other values, in the order in which they are set.
pub(crate) fn wanted(parts: Option<&Bound<'_, PyDict>>) -> PyResult<Vec<(Part, Option<String>)>> {
    let Some(parts) = parts else { return Ok(Vec::new()) };
    let mut wanted = Vec::with_capacity(parts.len());
    for part in PARTS {
        let Some(value) = parts.get_item(part.name())? else { continue };
        let is_number = part == Part::Port && value.extract::<u32>().is_ok();
        let value: Option<String> =
            if is_number { Some(value.str()?.extract()?) } else { value.extract()? };
        wanted.push((part, value));
    }
    if wanted.len() < parts.len() {
        let names = PARTS.map(Part::name);
        let unknown = parts
            .keys()
            .iter()
            .find(|key| !key.extract::<String>().is_ok_and(|key| names.contains(&key.as_str())));
        let unknown = unknown.map(|key| key.to_string()).unwrap_or_default();
        let message = format!("no part '{unknown}'; there are {}", names.join(", "));
        return Err(PyTypeError::new_err(message));
    }
    Ok(wanted)
}

/// The document that holds a reference.
pub(crate) fn current_document(py: Python<'_>, fragment: Option<String>) -> PyResult<Py<PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    Ok(class(py, &CLASS, "CurrentDocument")?.call1((fragment,))?.unbind())
}

/// A normal form as an object, with its steps; the places of these are in characters.
pub(crate) fn normalized(
    py: Python<'_>,
    object: Py<PyAny>,
    normalized: &Normalized<'_>,
) -> PyResult<Py<PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    static STEP: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let step_class = class(py, &STEP, "Step")?;
    let steps: Vec<_> = normalized
        .steps
        .iter()
        .map(|step| {
            let at = |byte| characters(&step.before, byte);
            let (start, end) = (at(step.start), at(step.end));
            step_class.call1((step.rule, step.section, &*step.before, &*step.after, start, end))
        })
        .collect::<PyResult<_>>()?;
    let text = &*normalized.text;
    let made = class(py, &CLASS, "Normalized")?;
    Ok(made.call1((text, object, steps, normalized.equivalent_at))?.unbind())
}
