//! Arguments and results of methods: texts, editions, parts to replace, the named tuples of `napkin._values`, and the
//! exception, which is the answer of the command with places in characters.

use std::borrow::Cow;

use napkin::{Level, ParseError, ResolveError};
use napkin_answers::key::{Keys, profiles};
use napkin_answers::normalize::Normalized;
use napkin_answers::{Failure, Quotation};
use napkin_schemes::secrets::redacted_text;
use napkin_standards::pairs::{Pair, Pairs};
use napkin_standards::{Error, Octets, Standard, UrlStandard};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyString, PyTuple, PyType};

/// A class of `napkin._values`, which Python defines.
pub(crate) fn class<'py>(
    py: Python<'py>,
    cell: &'static PyOnceLock<Py<PyType>>,
    name: &str,
) -> PyResult<&'py Bound<'py, PyType>> {
    cell.import(py, "napkin._values", name)
}

/// The number of characters before a byte of a text.
pub(crate) fn characters(text: &str, byte: usize) -> usize {
    text.char_indices().take_while(|(at, _)| *at < byte).count()
}

/// The details of a failure beside its kind, its part and its message.
pub(crate) struct Details {
    /// The rule of the grammar.
    pub(crate) rule: Option<&'static str>,
    /// The section of the document.
    pub(crate) section: Option<&'static str>,
    /// The place, in characters.
    pub(crate) offset: Option<usize>,
    /// The advice: what to write instead.
    pub(crate) advice: Option<String>,
}

impl Details {
    /// The details of the failure of a text.
    pub(crate) fn of(failure: &Failure<'_>, text: &str) -> Self {
        let (mut rule, mut advice) = (None, None);
        if let Quotation::Diagnosis(error, _) = failure.quotation() {
            rule = Some(error.rule().name);
            advice = failure.advice().map(String::from);
        }
        let section = Some(failure.section()).filter(|section| !section.is_empty());
        let offset = failure.offset().map(|at| characters(&quoted(failure, text), at));
        Self { rule, section, offset, advice }
    }
}

/// The text that the place of a failure is in: a target need not be the text that was given.
fn quoted<'t>(failure: &'t Failure<'_>, text: &'t str) -> Cow<'t, str> {
    match failure.quotation() {
        Quotation::Diagnosis(_, of) => String::from_utf8_lossy(of),
        _ => text.into(),
    }
}

/// The most characters of a text in a message.
const SHOWN: usize = 72;

/// The longest text that a message shows a piece of.
const LONGEST: usize = 1 << 16;

/// The surroundings of a place in a text, in characters, without secrets.
#[pyfunction]
#[pyo3(signature = (text, place, /))]
pub(crate) fn shown(text: &str, place: usize) -> Option<String> {
    if text.is_empty() || text.len() > LONGEST {
        return None;
    }
    let hidden = redacted_text(text.as_bytes());
    if hidden.chars().nth(SHOWN).is_none() {
        return Some(hidden.into_owned());
    }
    // Where secrets are hidden, the place is another.
    let start = if hidden == text { place.saturating_sub(SHOWN / 2) } else { 0 };
    let mut rest = hidden.chars().skip(start);
    let piece: String = rest.by_ref().take(SHOWN).collect();
    let (before, behind) =
        (if start > 0 { "…" } else { "" }, if rest.next().is_some() { "…" } else { "" });
    Some(format!("{before}{piece}{behind}"))
}

/// The exception for a failure.
pub(crate) fn raise(py: Python<'_>, failure: &Failure<'_>, text: &str) -> PyErr {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let made = || {
        let keys = PyDict::new(py);
        let Details { rule, section, offset, advice } = Details::of(failure, text);
        keys.set_item("kind", failure.kind())?;
        keys.set_item("part", failure.part())?;
        keys.set_item("offset", offset)?;
        keys.set_item("rule", rule)?;
        keys.set_item("section", section)?;
        keys.set_item("advice", advice)?;
        keys.set_item("text", quoted(failure, text))?;
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
    let error = Error::of_resolution(edition, error);
    raise(py, &Failure::refused(error, reference.as_bytes()), reference)
}

/// The standard with a name, in any case.
pub(crate) fn standard(name: &str) -> PyResult<Standard> {
    Standard::named(&name.to_ascii_lowercase()).ok_or_else(|| {
        let names: Vec<_> = Standard::all().map(Standard::name).collect();
        PyValueError::new_err(format!("no edition '{name}'; there are {}", names.join(", ")))
    })
}

/// The level with a name, in any case.
pub(crate) fn level(name: &str) -> PyResult<Level> {
    let found = Level::ALL.into_iter().find(|level| level.name().eq_ignore_ascii_case(name));
    found.ok_or_else(|| {
        let names = Level::ALL.map(Level::name).join(", ");
        PyValueError::new_err(format!("no level '{name}'; there are {names}"))
    })
}

/// Keys of texts of a standard, by the profile with a name, in any case.
pub(crate) fn keys(standard: Standard, profile: &str) -> PyResult<Keys> {
    Keys::named(standard, &profile.to_ascii_lowercase(), false).ok_or_else(|| {
        let names = Level::ALL.into_iter().map(Level::name).chain(profiles());
        let names: Vec<_> = names.collect();
        PyValueError::new_err(format!("no profile '{profile}'; there are {}", names.join(", ")))
    })
}

/// A text as it was given: a string, or an object of this package, with the standard that has read it.
pub(crate) struct Given<'py> {
    pub(crate) text: Bound<'py, PyString>,
    pub(crate) own: Option<Standard>,
}

impl<'py> Given<'py> {
    /// Takes a string or an object of this package.
    pub(crate) fn of(given: &Bound<'py, PyAny>) -> PyResult<Self> {
        static REFERENCE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        static URL: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        if let Ok(text) = given.cast::<PyString>() {
            return Ok(Self { text: text.clone(), own: None });
        }
        let py = given.py();
        for (cell, name) in [(&REFERENCE, "Reference"), (&URL, "Url")] {
            if given.is_instance(cell.import(py, "napkin", name)?)? {
                let edition = given.getattr(intern!(py, "edition"))?;
                let own = Some(standard(edition.cast::<PyString>()?.to_str()?)?);
                return Ok(Self { text: given.str()?, own });
            }
        }
        let name = given.get_type().name()?;
        let message = format!("a str or an object of napkin is needed, not {name}");
        Err(PyTypeError::new_err(message))
    }
}

/// What becomes of the lone surrogates of a text: the names are those of Python's codecs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Surrogates {
    /// They are an error.
    Strict,
    /// U+FFFD stands for each, as in browsers.
    Replace,
}

impl<'py> FromPyObject<'_, 'py> for Surrogates {
    type Error = PyErr;

    fn extract(name: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match name.extract::<&str>()? {
            "strict" => Ok(Self::Strict),
            "replace" => Ok(Self::Replace),
            other => {
                let message = format!("errors are 'strict' or 'replace', not '{other}'");
                Err(PyValueError::new_err(message))
            }
        }
    }
}

impl Surrogates {
    /// A text in UTF-8.
    pub(crate) fn text<'a>(self, text: &'a Bound<'_, PyString>) -> PyResult<Cow<'a, str>> {
        let error = match text.to_str() {
            Ok(text) => return Ok(Cow::Borrowed(text)),
            Err(error) if self == Self::Strict => return Err(error),
            Err(error) => error,
        };
        let octets = text.call_method1("encode", ("utf-16-le", "surrogatepass"))?;
        let octets = octets.cast_into::<PyBytes>().map_err(|_| error)?;
        let (units, _) = octets.as_bytes().as_chunks();
        let units = units.iter().map(|unit| u16::from_le_bytes(*unit));
        let replaced = char::decode_utf16(units).map(|read| read.unwrap_or('\u{fffd}'));
        Ok(Cow::Owned(replaced.collect()))
    }
}

/// The text of a string, or of an object of this package.
pub(crate) fn text_of<'py>(given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyString>> {
    Ok(Given::of(given)?.text)
}

/// The standard by which two objects are read together: that of IRIs reads URIs too, and the URL Standard reads both. With another
/// edition, that of the first.
pub(crate) fn wider(first: Option<Standard>, second: Option<Standard>) -> Option<Standard> {
    match (first, second) {
        (Some(first), Some(second)) => Some(first.with(second)),
        (first, second) => first.or(second),
    }
}

/// By which standard texts are read: by the chosen one, or each by that of its object, or by the default one.
#[derive(Clone, Copy)]
pub(crate) struct By {
    chosen: Option<Standard>,
    default: Standard,
}

impl By {
    /// By the edition with a name, if one is chosen.
    pub(crate) fn new(edition: Option<&str>, default: impl Into<Standard>) -> PyResult<Self> {
        Ok(Self::chosen_or(edition.map(standard).transpose()?, default))
    }

    /// By a chosen standard, if there is one.
    pub(crate) fn chosen_or(chosen: Option<Standard>, default: impl Into<Standard>) -> Self {
        Self { chosen, default: default.into() }
    }

    /// Where none is chosen, by the standard of an object too.
    pub(crate) fn beside(self, own: Option<Standard>) -> Self {
        Self { default: self.standard(own), ..self }
    }

    /// The chosen standard.
    pub(crate) const fn chosen(self) -> Option<Standard> {
        self.chosen
    }

    /// The standard of a text, which may be that of an object.
    pub(crate) fn standard(self, own: Option<Standard>) -> Standard {
        self.chosen.or(own).unwrap_or(self.default)
    }
}

/// Decoded octets: text if they are UTF-8, and otherwise bytes.
pub(crate) fn decoded<'py>(py: Python<'py>, octets: &Octets<'_>) -> Bound<'py, PyAny> {
    match str::from_utf8(octets.as_bytes()) {
        Ok(text) => PyString::new(py, text).into_any(),
        Err(_) => PyBytes::new(py, octets.as_bytes()).into_any(),
    }
}

/// The pairs of a query as Python objects.
pub(crate) fn pairs<'py>(
    py: Python<'py>,
    pairs: Option<Pairs<'_>>,
) -> PyResult<Bound<'py, PyTuple>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = class(py, &CLASS, "Pair")?;
    let octets = |pair: &Pair<Octets<'_>>| {
        (decoded(py, &pair.key), pair.value.as_ref().map(|value| decoded(py, value)))
    };
    let pairs = pairs.into_iter().flat_map(Pairs::readings).map(|pair| {
        let raw = (pair.raw.key, pair.raw.value);
        class.call1((raw, octets(&pair.decoded), octets(&pair.form)))
    });
    PyTuple::new(py, pairs.collect::<PyResult<Vec<_>>>()?)
}

/// The URL that a reference means by a base.
pub(crate) fn joined_url(
    py: Python<'_>,
    standard: UrlStandard,
    base: &str,
    reference: &str,
) -> PyResult<Py<PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = CLASS.import(py, "napkin", "Url")?;
    Ok(class.call1((reference, base, standard.name))?.unbind())
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
