//! What the stand-ins of `napkin.compat` do for each text: keys by a profile, and hosts in three parts.

use std::borrow::Cow;
use std::net::Ipv4Addr;

use napkin_answers::key::{Keys, WrittenProfile};
use napkin_answers::options::Value;
use napkin_domains::Section;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::answers::octets_of;
use crate::columns::sections;
use crate::values::raise;

/// A profile of keys, written in TOML.
#[pyclass(frozen, module = "napkin._napkin")]
pub(crate) struct Profile(Keys);

#[pymethods]
impl Profile {
    #[new]
    #[pyo3(signature = (toml, /))]
    fn new(toml: &str) -> PyResult<Self> {
        let written = WrittenProfile::read(toml.into()).map_err(PyValueError::new_err)?;
        Ok(Self(Keys::written(written, false)))
    }

    /// The key of a text, of bytes or of an object.
    #[pyo3(signature = (text, /))]
    fn key(&self, text: &Bound<'_, PyAny>) -> PyResult<String> {
        let (octets, _) = octets_of(text)?;
        let mut scratch = String::new();
        match self.0.key(&octets, &mut scratch) {
            Ok(key) => Ok(key.into_owned()),
            Err(failure) => Err(raise(text.py(), &failure, &String::from_utf8_lossy(&octets))),
        }
    }
}

/// What Python's `str.strip` takes for white space.
fn is_space(character: char) -> bool {
    character.is_whitespace() || ('\x1c'..='\x1f').contains(&character)
}

/// The dots of IDNA.
const DOTS: [char; 3] = ['\u{3002}', '\u{ff0e}', '\u{ff61}'];

/// The host of a URL; of a text without a scheme, the text before its first delimiter.
fn host_of(text: &str) -> &str {
    let is_scheme = |before: &str| {
        before.is_empty()
            || before.strip_suffix(':').is_some_and(|name| {
                name.contains(|c: char| c.is_ascii_alphanumeric())
                    && name
                        .bytes()
                        .all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
            })
    };
    let text = match text.split_once("//") {
        Some((before, behind)) if is_scheme(before) => behind,
        _ => text,
    };
    let authority = text.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    if host.starts_with('[')
        && let Some(end) = host.find(']')
    {
        return &host[..=end];
    }
    let name = host.split(':').next().unwrap_or_default();
    name.trim_matches(is_space).trim_end_matches(|last| last == '.' || DOTS.contains(&last))
}

/// The last label of a name, behind the text before it.
fn label_before(name: &str) -> (&str, &str) {
    name.rsplit_once('.').unwrap_or(("", name))
}

/// The host of a text in parts: subdomain, domain, public suffix, whether that is of the private section, and the suffix of the registry.
#[pyfunction]
#[pyo3(signature = (text, private, /))]
pub(crate) fn split_host<'py>(
    py: Python<'py>,
    text: &str,
    private: bool,
) -> PyResult<Bound<'py, PyTuple>> {
    let host = host_of(text);
    let dotted = if host.is_ascii() { Cow::Borrowed(host) } else { host.replace(DOTS, ".").into() };
    let of = |private| {
        let suffix = napkin_domains::public_suffix(&dotted, sections(private))?;
        let start = dotted.strip_suffix(suffix.as_str())?.len();
        Some((start, suffix.section() == Section::Private))
    };
    let is_number = dotted.ends_with(|last: char| last.is_ascii_digit());
    let is_address = dotted.starts_with('[') || is_number && dotted.parse::<Ipv4Addr>().is_ok();
    let (subdomain, domain, suffix, is_private, registry) = if is_address {
        ("", &*dotted, "", false, "")
    } else if let Some((start, is_private)) = of(private) {
        let (subdomain, domain) = label_before(&dotted[..start.saturating_sub(1)]);
        let registry =
            if is_private { of(false).map_or(dotted.len(), |(at, _)| at) } else { start };
        (subdomain, domain, &dotted[start..], is_private, &dotted[registry..])
    } else {
        let (subdomain, domain) = label_before(&dotted);
        (subdomain, domain, "", false, "")
    };
    (subdomain, domain, suffix, is_private, registry).into_pyobject(py)
}
