//! The texts that `replace`, `with_query`, `update_query` and their kin put into an identifier: new parts, and queries with pairs that are
//! percent-encoded.

use std::borrow::Cow;
use std::collections::HashMap;

use napkin::{ByteSet, Part, percent};
use napkin_answers::octets::Octets;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{
    PyBool, PyBytes, PyDict, PyFloat, PyInt, PyList, PyMapping, PyString, PyTuple, PyType,
};

use crate::values::{Given, class};

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
    for (name, value) in parts {
        let name = name.cast::<PyString>()?.to_str()?;
        let Some(place) = PARTS.iter().position(|part| part.name() == name) else {
            let names = PARTS.map(Part::name).join(", ");
            return Err(PyTypeError::new_err(format!("no part '{name}'; there are {names}")));
        };
        let is_number = value.is_instance_of::<PyInt>() && !value.is_instance_of::<PyBool>();
        let value: Option<String> = match PARTS[place] {
            Part::Port if is_number => Some(value.str()?.extract()?),
            Part::Query if !value.is_none() && !value.is_instance_of::<PyString>() => {
                query_of(&value, &PyDict::new(value.py()))?
            }
            _ => value.extract()?,
        };
        wanted.push((place, value));
    }
    wanted.sort_unstable_by_key(|(place, _)| *place);
    Ok(wanted.into_iter().map(|(place, value)| (PARTS[place], value)).collect())
}

/// The characters that a key and a value have as they are, beside unreserved ones (RFC 3986 section 3.4). Blanks become `%20` and plus
/// signs `%2B`, which forms and others read alike.
const IN_PAIR: ByteSet = ByteSet::of(b"/:@?!$()*,");

/// A key, decoded, and its pairs as they are to be written.
struct Entry {
    key: Vec<u8>,
    written: Vec<String>,
}

/// The octets of a key or a value.
fn data<'a>(value: &'a Bound<'_, PyAny>) -> PyResult<Cow<'a, [u8]>> {
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(Cow::Borrowed(text.to_str()?.as_bytes()));
    }
    if let Ok(octets) = value.cast::<PyBytes>() {
        return Ok(Cow::Borrowed(octets.as_bytes()));
    }
    let is_number = value.is_instance_of::<PyInt>() && !value.is_instance_of::<PyBool>()
        || value.cast::<PyFloat>().is_ok_and(|number| number.value().is_finite());
    let text =
        if is_number { value.str()? } else { Given::of(value).map_err(|_| unfit(value))?.text };
    Ok(Cow::Owned(text.to_str()?.as_bytes().to_vec()))
}

fn unfit(value: &Bound<'_, PyAny>) -> PyErr {
    let shown = value.repr().map_or_else(|_| String::new(), |shown| shown.to_string());
    let needed = "a str, bytes, a number or an object of napkin is needed";
    PyTypeError::new_err(format!("{needed}, not {shown}"))
}

/// Appends data as a key or a value has it.
fn push(out: &mut String, data: &[u8]) {
    // Most data is of characters that stay.
    match str::from_utf8(data) {
        Ok(text) if data.iter().all(u8::is_ascii_alphanumeric) => out.push_str(text),
        _ => out.push_str(&percent::encode(data).keep(IN_PAIR).to_string()),
    }
}

/// A pair as it is written; without `=` if the value is `None`.
fn pair(key: &[u8], value: &Bound<'_, PyAny>) -> PyResult<String> {
    let mut out = String::with_capacity(key.len() + 16);
    push(&mut out, key);
    if !value.is_none() {
        out.push('=');
        push(&mut out, &data(value)?);
    }
    Ok(out)
}

/// The entry of a key and its value, or its list of values.
fn entry(key: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> PyResult<Entry> {
    let key = data(key)?.into_owned();
    let written = if let Ok(values) = value.cast::<PyList>() {
        values.iter().map(|value| pair(&key, &value)).collect::<PyResult<_>>()?
    } else if let Ok(values) = value.cast::<PyTuple>() {
        values.iter().map(|value| pair(&key, &value)).collect::<PyResult<_>>()?
    } else {
        vec![pair(&key, value)?]
    };
    Ok(Entry { key, written })
}

/// An item of pairs: a `Pair`, which stays as it is written, or a key and a value.
fn item(item: &Bound<'_, PyAny>) -> PyResult<Entry> {
    static PAIR: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let py = item.py();
    if item.is_instance(class(py, &PAIR, "Pair")?)? {
        let (key, value): (String, Option<String>) = item.getattr(intern!(py, "raw"))?.extract()?;
        let decoded = Octets::of_url_form(&key).as_bytes().to_vec();
        let written = value.map_or_else(|| key.clone(), |value| format!("{key}={value}"));
        return Ok(Entry { key: decoded, written: vec![written] });
    }
    let (key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) =
        item.extract().map_err(|_| unpaired(item))?;
    entry(&key, &value)
}

fn unpaired(item: &Bound<'_, PyAny>) -> PyErr {
    let shown = item.repr().map_or_else(|_| String::new(), |shown| shown.to_string());
    PyValueError::new_err(format!("a pair of a key and a value is needed, not {shown}"))
}

/// The pairs that a method was given: a text as it is written, a mapping, pairs, the parameters of another, and keywords.
fn given(query: &Bound<'_, PyAny>, named: &Bound<'_, PyDict>) -> PyResult<Vec<Entry>> {
    static PARAMS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let py = query.py();
    let mut entries = Vec::new();
    if query.is_none() {
    } else if let Ok(text) = query.cast::<PyString>() {
        let pairs = keyed(Some(text.to_str()?));
        entries.extend(pairs.map(|(key, pair)| Entry { key, written: vec![pair.to_owned()] }));
    } else if let Ok(query) = query.cast::<PyDict>() {
        for (key, value) in query {
            entries.push(entry(&key, &value)?);
        }
    } else if query.is_instance(class(py, &PARAMS, "Params")?)? {
        for one in query.getattr(intern!(py, "pairs"))?.try_iter()? {
            entries.push(item(&one?)?);
        }
    } else if let Ok(query) = query.cast::<PyMapping>() {
        for one in query.items()?.iter() {
            entries.push(item(&one)?);
        }
    } else {
        for one in query.try_iter()? {
            entries.push(item(&one?)?);
        }
    }
    for (key, value) in named {
        entries.push(entry(&key, &value)?);
    }
    Ok(entries)
}

/// The pairs of a query as they are written, with their decoded keys.
fn keyed(query: Option<&str>) -> impl Iterator<Item = (Vec<u8>, &str)> {
    let pairs =
        query.into_iter().filter(|query| !query.is_empty()).flat_map(|query| query.split('&'));
    pairs.map(|pair| {
        let key = pair.split_once('=').map_or(pair, |(key, _)| key);
        let is_plain = !key.contains(['%', '+']);
        let decoded = || Octets::of_url_form(key).as_bytes().to_vec();
        (if is_plain { key.as_bytes().to_vec() } else { decoded() }, pair)
    })
}

/// A query of pairs; none without pairs.
fn joined<'a>(pairs: impl Iterator<Item = &'a str>) -> Option<String> {
    let mut query: Option<String> = None;
    for pair in pairs {
        match &mut query {
            Some(query) => query.extend(["&", pair]),
            None => query = Some(pair.to_owned()),
        }
    }
    query
}

/// A query that is only what is given: the text, or pairs; none if there are none.
#[pyfunction]
pub(crate) fn query_of(
    query: &Bound<'_, PyAny>,
    named: &Bound<'_, PyDict>,
) -> PyResult<Option<String>> {
    static PARAMS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let py = query.py();
    if let Ok(text) = query.cast::<PyString>() {
        if !named.is_empty() {
            return Err(PyTypeError::new_err("a query is text or has keywords, not both"));
        }
        return Ok(Some(text.to_str()?.to_owned()));
    }
    if named.is_empty() && query.is_instance(class(py, &PARAMS, "Params")?)? {
        return query.getattr(intern!(py, "text"))?.extract();
    }
    let entries = given(query, named)?;
    Ok(joined(entries.iter().flat_map(|entry| &entry.written).map(String::as_str)))
}

/// A query in which keys have other values, each in the place of the first of its key.
#[pyfunction]
pub(crate) fn query_updated(
    text: Option<&str>,
    query: &Bound<'_, PyAny>,
    named: &Bound<'_, PyDict>,
) -> PyResult<Option<String>> {
    let entries = given(query, named)?;
    let mut places: HashMap<&[u8], usize> = HashMap::with_capacity(entries.len());
    // Values of one key are beside each other.
    let mut groups: Vec<Option<Vec<&str>>> = Vec::with_capacity(entries.len());
    for Entry { key, written } in &entries {
        let place = *places.entry(key).or_insert(groups.len());
        if place == groups.len() {
            groups.push(Some(Vec::new()));
        }
        groups[place].get_or_insert_default().extend(written.iter().map(String::as_str));
    }
    let mut kept = Vec::new();
    for (key, pair) in keyed(text) {
        match places.get(&*key) {
            None => kept.push(pair),
            Some(place) => kept.extend(groups[*place].take().into_iter().flatten()),
        }
    }
    kept.extend(groups.into_iter().flatten().flatten());
    Ok(joined(kept.into_iter()))
}

/// A query with more pairs behind its own.
#[pyfunction]
pub(crate) fn query_extended(
    text: Option<&str>,
    query: &Bound<'_, PyAny>,
    named: &Bound<'_, PyDict>,
) -> PyResult<Option<String>> {
    let entries = given(query, named)?;
    let added = entries.iter().flat_map(|entry| &entry.written).map(String::as_str);
    let before = text.filter(|text| !text.is_empty());
    Ok(joined(before.into_iter().chain(added)).or_else(|| text.map(String::from)))
}

/// A query without the pairs of some keys; none if no pair is left.
#[pyfunction]
pub(crate) fn query_without(
    text: Option<&str>,
    keys: &Bound<'_, PyTuple>,
) -> PyResult<Option<String>> {
    let mut removed = Vec::with_capacity(keys.len());
    for key in keys {
        removed.push(data(&key)?.into_owned());
    }
    Ok(joined(keyed(text).filter(|(key, _)| !removed.contains(key)).map(|(_, pair)| pair)))
}

/// A query with its pairs in the order of their keys, as octets; those of one key keep their order.
#[pyfunction]
pub(crate) fn query_sorted(text: Option<&str>) -> Option<String> {
    let mut pairs: Vec<_> = text?.split('&').collect();
    pairs.sort_by_cached_key(|pair| {
        let key = pair.split_once('=').map_or(*pair, |(key, _)| key);
        Octets::of_url(key).as_bytes().to_vec()
    });
    joined(pairs.into_iter())
}
