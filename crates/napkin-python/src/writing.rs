//! The texts that `replace`, `with_query`, `update_query` and their kin put into an identifier: new parts, and queries with pairs that are
//! percent-encoded.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt::Write;
use std::ops::Range;

use napkin::{ByteSet, Edition, Part, QueryEditor, Reading, percent};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyBytes, PyDict, PyInt, PyList, PyMapping, PyString, PyTuple, PyType};

use crate::setting;
use crate::values::{Given, class, raise, refused};

/// Which of the parts behind the path a copy has too.
#[derive(Clone, Copy)]
pub(crate) struct Keep {
    pub(crate) query: bool,
    pub(crate) fragment: bool,
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
pub(crate) fn wanted(
    py: Python<'_>,
    parts: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<(Part, Option<String>)>> {
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
                only(Some(&value), None)?
            }
            _ => value.extract()?,
        };
        if let (Part::Host, Some(host)) = (PARTS[place], &value)
            && let Some(failure) = setting::unbracketed(host)
        {
            return Err(raise(py, &failure, host));
        }
        wanted.push((place, value));
    }
    wanted.sort_unstable_by_key(|(place, _)| *place);
    Ok(wanted.into_iter().map(|(place, value)| (PARTS[place], value)).collect())
}

/// Refuses to remove the host of a text from beside a userinfo or a port that is not removed too.
pub(crate) fn keep_beside_host(
    read: &napkin::Reference<'_>,
    wanted: &[(Part, Option<String>)],
) -> PyResult<()> {
    let is_removed = |part| wanted.contains(&(part, None));
    if !is_removed(Part::Host) || is_removed(Part::Authority) {
        return Ok(());
    }
    if wanted.iter().any(|(part, _)| *part == Part::Authority) {
        return Err(PyValueError::new_err("an authority has a host: leave out host=None"));
    }
    let beside = [
        ("userinfo", Part::Userinfo, read.userinfo().is_some()),
        ("port", Part::Port, read.port().is_some()),
    ];
    match beside.iter().find(|(_, part, is_there)| *is_there && !is_removed(*part)) {
        Some((name, ..)) => {
            let message = format!(
                "there is no {name} without a host: remove both with authority=None, or write {name}=None too"
            );
            Err(PyValueError::new_err(message))
        }
        None => Ok(()),
    }
}

/// A text of an edition with other values for parts.
pub(crate) fn replaced(
    py: Python<'_>,
    edition: &'static Edition,
    mut text: String,
    wanted: &[(Part, Option<String>)],
) -> PyResult<String> {
    // A part may suit only where another one has come before, so of more than one, the first round takes what it gets.
    let rounds = if wanted.len() > 1 { &[false, true][..] } else { &[true] };
    for &last in rounds {
        for (part, value) in wanted {
            let read = edition.parse(&text).map_err(|error| refused(py, error, &text))?;
            match read.with_part(*part, value.as_deref()) {
                Ok(changed) => text = changed,
                Err(error) if last => {
                    return Err(refused(py, error, value.as_deref().unwrap_or_default()));
                }
                Err(_) => {}
            }
        }
    }
    Ok(text)
}

/// The characters that a key and a value have as they are, beside unreserved ones (RFC 3986 section 3.4). Blanks become `%20` and plus
/// signs `%2B`, which forms and others read alike.
const IN_PAIR: ByteSet = ByteSet::of(b"/:@?!$()*,");

/// The octets of a key, a value or a segment.
pub(crate) fn data<'a>(value: &'a Bound<'_, PyAny>) -> PyResult<Cow<'a, [u8]>> {
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(Cow::Borrowed(text.to_str()?.as_bytes()));
    }
    if let Ok(octets) = value.cast::<PyBytes>() {
        return Ok(Cow::Borrowed(octets.as_bytes()));
    }
    if value.is_exact_instance_of::<PyInt>() {
        return Ok(Cow::Owned(value.str()?.to_str()?.as_bytes().to_vec()));
    }
    let text = if let Ok(given) = Given::of(value) {
        given.text
    } else {
        // Numbers, dates and other values of Python.
        let plain = value.py().import("napkin._values")?.getattr(intern!(value.py(), "plain"))?;
        plain.call1((value,))?.cast_into()?
    };
    Ok(Cow::Owned(text.to_str()?.as_bytes().to_vec()))
}

/// Appends data, percent-encoded but for unreserved characters and those that stay.
pub(crate) fn push(out: &mut String, data: &[u8], stay: ByteSet) {
    // Most data is of characters that stay.
    match str::from_utf8(data) {
        Ok(text) if data.iter().all(u8::is_ascii_alphanumeric) => out.push_str(text),
        _ => _ = write!(out, "{}", percent::encode(data).keep(stay)),
    }
}

/// Appends a value as it is written.
fn push_value(out: &mut String, value: &Bound<'_, PyAny>) -> PyResult<()> {
    let is_small = value.is_exact_instance_of::<PyInt>();
    match is_small.then(|| value.extract::<i64>()) {
        Some(Ok(number)) => _ = write!(out, "{number}"),
        _ => push(out, &data(value)?, IN_PAIR),
    }
    Ok(())
}

/// Pairs as they are to be written, and their keys, decoded: all in one text and in one run of octets.
struct Pairs {
    keys: Vec<u8>,
    text: String,
    entries: Vec<Entry>,
}

/// The place of a key, and that of a pair with it; a key without one has no values.
struct Entry {
    key: Range<usize>,
    pair: Option<Range<usize>>,
}

impl Pairs {
    /// The pairs that a method was given: of a text as it is written, a mapping, pairs, the parameters of another, and keywords.
    fn of(query: Option<&Bound<'_, PyAny>>, named: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        static PARAMS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        // Room for a few short pairs, so that the buffers do not grow one by one.
        let mut pairs = Self {
            keys: Vec::with_capacity(64),
            text: String::with_capacity(128),
            entries: Vec::with_capacity(8),
        };
        if let Some(query) = query {
            if let Ok(text) = query.cast::<PyString>() {
                keyed(Some(text.to_str()?))
                    .for_each(|(key, pair)| pairs.add_written(&key, &[pair]));
            } else if let Ok(query) = query.cast::<PyDict>() {
                for (key, value) in query {
                    pairs.add(&key, &value)?;
                }
            } else if query.is_instance(class(query.py(), &PARAMS, "Params")?)? {
                for one in query.getattr(intern!(query.py(), "pairs"))?.try_iter()? {
                    pairs.add_item(&one?)?;
                }
            } else if let Ok(query) = query.cast::<PyMapping>() {
                for one in query.items()?.iter() {
                    pairs.add_item(&one)?;
                }
            } else {
                for one in query.try_iter()? {
                    pairs.add_item(&one?)?;
                }
            }
        }
        for (key, value) in named.into_iter().flatten() {
            pairs.add(&key, &value)?;
        }
        Ok(pairs)
    }

    /// Adds a key and its value, or its list of values.
    fn add(&mut self, key: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let key = self.key(&data(key)?);
        let is_list = value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>();
        if !is_list {
            return self.add_value(key, value);
        }
        if value.is_empty()? {
            self.entries.push(Entry { key: key.clone(), pair: None });
        }
        value.try_iter()?.try_for_each(|value| self.add_value(key.clone(), &value?))
    }

    /// Adds a pair of a key that is there; without `=` if the value is `None`.
    fn add_value(&mut self, key: Range<usize>, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let start = self.text.len();
        push(&mut self.text, &self.keys[key.clone()], IN_PAIR);
        if !value.is_none() {
            self.text.push('=');
            push_value(&mut self.text, value)?;
        }
        self.entries.push(Entry { key, pair: Some(start..self.text.len()) });
        Ok(())
    }

    /// Adds a pair that stays as it is written, in pieces.
    fn add_written(&mut self, key: &[u8], pair: &[&str]) {
        let key = self.key(key);
        let start = self.text.len();
        self.text.extend(pair.iter().copied());
        self.entries.push(Entry { key, pair: Some(start..self.text.len()) });
    }

    /// Adds an item of pairs: a `Pair`, which stays as it is written, or a key and a value.
    fn add_item(&mut self, item: &Bound<'_, PyAny>) -> PyResult<()> {
        static PAIR: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let py = item.py();
        if item.is_instance(class(py, &PAIR, "Pair")?)? {
            let raw = item.getattr(intern!(py, "raw"))?;
            let (key, value): (String, Option<String>) = raw.extract()?;
            let decoded = Reading::Form.octets(&key);
            match &value {
                Some(value) => self.add_written(&decoded, &[&key, "=", value]),
                None => self.add_written(&decoded, &[&key]),
            }
            return Ok(());
        }
        let (key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) =
            item.extract().map_err(|_| unpaired(item))?;
        self.add(&key, &value)
    }

    /// Adds a key, and gives its place.
    fn key(&mut self, key: &[u8]) -> Range<usize> {
        let start = self.keys.len();
        self.keys.extend_from_slice(key);
        start..self.keys.len()
    }

    /// The pairs in their order.
    fn written(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().filter_map(|entry| self.text.get(entry.pair.clone()?))
    }

    /// A query in which the keys have these values, each in the place of the first of its key.
    fn put_into(&self, text: Option<&str>) -> Option<String> {
        let key_of = |entry: &Entry| &self.keys[entry.key.clone()];
        // Entries of one key are adjacent here. If the first of them is written, all are.
        let mut by_key: Vec<_> = self.entries.iter().map(|entry| (entry, false)).collect();
        by_key.sort_by_key(|(entry, _)| key_of(entry));
        let mut query =
            Joined::with_room(text.map_or(0, str::len) + self.text.len() + self.entries.len());
        let mut put = |key: &[u8], query: &mut Joined| {
            let first = by_key.partition_point(|(entry, _)| key_of(entry) < key);
            let group = by_key[first..].iter_mut().take_while(|(entry, _)| key_of(entry) == key);
            let mut is_given = false;
            for (entry, is_written) in group {
                is_given = true;
                if std::mem::replace(is_written, true) {
                    break;
                }
                if let Some(pair) = &entry.pair {
                    query.push(&self.text[pair.clone()]);
                }
            }
            is_given
        };
        for (key, pair) in keyed(text) {
            if !put(&key, &mut query) {
                query.push(pair);
            }
        }
        for entry in &self.entries {
            put(key_of(entry), &mut query);
        }
        query.query
    }
}

fn unpaired(item: &Bound<'_, PyAny>) -> PyErr {
    let shown = item.repr().map_or_else(|_| String::new(), |shown| shown.to_string());
    PyValueError::new_err(format!("a pair of a key and a value is needed, not {shown}"))
}

/// The pairs of a query as they are written, with their decoded keys.
fn keyed(query: Option<&str>) -> impl Iterator<Item = (Cow<'_, [u8]>, &str)> {
    let pairs =
        query.into_iter().filter(|query| !query.is_empty()).flat_map(|query| query.split('&'));
    pairs.map(|pair| {
        let key = pair.split_once('=').map_or(pair, |(key, _)| key);
        (Reading::Form.octets(key), pair)
    })
}

/// A query of pairs; none without pairs.
struct Joined {
    query: Option<String>,
    room: usize,
}

impl Joined {
    /// A query that will be of about so many octets.
    const fn with_room(room: usize) -> Self {
        Self { query: None, room }
    }

    fn push(&mut self, pair: &str) {
        if let Some(query) = &mut self.query {
            query.push('&');
        }
        self.query.get_or_insert_with(|| String::with_capacity(self.room)).push_str(pair);
    }

    fn of<'a>(pairs: impl Iterator<Item = &'a str>) -> Option<String> {
        let mut query = Self::with_room(0);
        pairs.for_each(|pair| query.push(pair));
        query.query
    }
}

/// What becomes of a query: another one or none; or nothing changes.
pub(crate) type Change = Option<Option<String>>;

/// A query that is only what is given: the text, or pairs; none if there are none.
pub(crate) fn only(
    query: Option<&Bound<'_, PyAny>>,
    named: Option<&Bound<'_, PyDict>>,
) -> PyResult<Option<String>> {
    static PARAMS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let has_names = named.is_some_and(|named| !named.is_empty());
    if let Some(text) = query.and_then(|query| query.cast::<PyString>().ok()) {
        if has_names {
            return Err(PyTypeError::new_err("a query is text or has keywords, not both"));
        }
        return Ok(Some(text.to_str()?.to_owned()));
    }
    if let Some(query) = query.filter(|_| !has_names) {
        let py = query.py();
        if query.is_instance(class(py, &PARAMS, "Params")?)? {
            return query.getattr(intern!(py, "text"))?.extract();
        }
    }
    Ok(Joined::of(Pairs::of(query, named)?.written()))
}

/// A query in which keys have other values, each in the place of the first of its key.
pub(crate) fn updated(
    text: Option<&str>,
    query: Option<&Bound<'_, PyAny>>,
    named: Option<&Bound<'_, PyDict>>,
) -> PyResult<Change> {
    let pairs = Pairs::of(query, named)?;
    Ok((!pairs.entries.is_empty()).then(|| pairs.put_into(text)))
}

/// A query with more pairs behind its own.
pub(crate) fn extended(
    text: Option<&str>,
    query: Option<&Bound<'_, PyAny>>,
    named: Option<&Bound<'_, PyDict>>,
) -> PyResult<Change> {
    let pairs = Pairs::of(query, named)?;
    let before = text.filter(|text| !text.is_empty());
    let has_pairs = pairs.written().next().is_some();
    Ok(has_pairs.then(|| Joined::of(before.into_iter().chain(pairs.written()))))
}

/// A query without the pairs of some keys; none if no pair is left.
pub(crate) fn without(text: Option<&str>, keys: &Bound<'_, PyTuple>) -> PyResult<Change> {
    let mut removed = HashSet::with_capacity(keys.len());
    for key in keys {
        removed.insert(data(&key)?.into_owned());
    }
    let form = Reading::Form;
    Ok(text.filter(|text| !text.is_empty()).map(|text| {
        QueryEditor::new(form).keep(text, |key, _| !removed.contains(&*form.octets(key)))
    }))
}

/// A query with its pairs in the order of their keys, as octets; those of one key keep their order.
pub(crate) fn sorted(text: Option<&str>) -> Change {
    let text = text.filter(|text| !text.is_empty())?;
    Some(Some(QueryEditor::new(Reading::Decoded).sort(text)))
}
