//! Questions about texts and documents: the answers of the command, with their JSON as Python objects.

use std::net::IpAddr;

use napkin::edition::RFC3986;
use napkin_answers::Failure;
use napkin_audit::{Gate, HostList, PRESETS, Policy, special_purpose};
use napkin_standards::Standard;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::values::{By, Given, Surrogates, raise};

/// The bytes of a text, or bytes; of an object of this package, its standard too.
pub(crate) fn octets_of(given: &Bound<'_, PyAny>) -> PyResult<(Vec<u8>, Option<Standard>)> {
    octets_with(given, Surrogates::Strict)
}

/// The bytes of a text as [`octets_of`] has them; `surrogates` says what becomes of those of the text.
pub(crate) fn octets_with(
    given: &Bound<'_, PyAny>,
    surrogates: Surrogates,
) -> PyResult<(Vec<u8>, Option<Standard>)> {
    if let Ok(bytes) = given.cast::<PyBytes>() {
        return Ok((bytes.as_bytes().into(), None));
    }
    let Given { text, own } = Given::of(given)?;
    Ok((surrogates.text(&text)?.into_owned().into_bytes(), own))
}

/// The bytes of a text, or bytes.
pub(crate) fn bytes_of(given: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    Ok(octets_of(given)?.0)
}

/// The Python object of a JSON text.
pub(crate) fn loads<'py>(py: Python<'py>, json: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (PyBytes::new(py, json),))
}

/// A list of objects in JSON.
pub(crate) fn list<'py>(py: Python<'py>, objects: &[Vec<u8>]) -> PyResult<Bound<'py, PyAny>> {
    let mut json = vec![b'['];
    json.extend(objects.join(&b','));
    json.push(b']');
    loads(py, &json)
}

/// The exception of a failure.
pub(crate) fn refused(py: Python<'_>, failure: &Failure<'_>, input: &[u8]) -> PyErr {
    raise(py, failure, &String::from_utf8_lossy(input))
}

/// A policy: of a preset, with rules that are set.
pub(crate) fn policy(preset: Option<&str>, rules: Option<&Bound<'_, PyDict>>) -> PyResult<Policy> {
    let mut policy = match preset {
        None => Policy::default(),
        Some(name) => Policy::preset(&name.to_ascii_lowercase()).ok_or_else(|| {
            let names: Vec<_> = PRESETS.iter().map(|preset| preset.name).collect();
            PyValueError::new_err(format!("no preset '{name}'; there are {}", names.join(", ")))
        })?,
    };
    for (rule, setting) in rules.into_iter().flatten() {
        let set = policy.set(&rule.extract::<String>()?, &setting.extract::<String>()?);
        set.map_err(|error| PyValueError::new_err(error.to_string()))?;
    }
    Ok(policy)
}

/// Whether a server may fetch this very text, which leads to a public host: ``allow`` with ``public=True`` and the preset
/// ``"ssrf"``, as yes or no, and ``None`` for a text that no standard accepts. ``allow`` has the URI to fetch in place of another text.
/// A name may still lead to any address: ask ``classify_address`` of what it resolves to.
///
/// >>> import napkin
/// >>> napkin.any_public_host("https://example.com/"), napkin.any_public_host("http://169.254.169.254/")
/// (True, False)
/// >>> napkin.any_public_host("https://example.com/?a[]=1")
/// False
/// >>> napkin.allow("https://example.com/?a[]=1", public=True, preset="ssrf")["use"]
/// 'https://example.com/?a%5B%5D=1'
#[pyfunction]
#[pyo3(signature = (text, /, *, edition = None))]
pub(crate) fn any_public_host(
    text: &Bound<'_, PyAny>,
    edition: Option<&str>,
) -> PyResult<Option<bool>> {
    let (input, own) = octets_of(text)?;
    let by = By::new(edition, RFC3986)?.standard(own);
    let policy = policy(Some("ssrf"), None)?;
    // By both standards, unless one is chosen.
    let policy = if edition.is_some() { policy.by(by) } else { policy };
    let list = HostList::public();
    Ok(text.py().detach(|| is_permitted(&Gate::new(&list, &policy), &input)))
}

/// Whether a gate lets a text pass; nothing if the text cannot be read.
pub(crate) fn is_permitted(gate: &Gate<'_>, text: &[u8]) -> Option<bool> {
    match gate.check(text) {
        Ok(()) => Some(true),
        Err(refusal) if refusal.is_of_syntax() => None,
        Err(_) => Some(false),
    }
}

/// The special purpose of an IP address, with its document; ``None`` for the address of a public host.
///
/// >>> import napkin
/// >>> napkin.classify_address("10.0.0.1"), napkin.classify_address("8.8.8.8")
/// ('private use (RFC 1918)', None)
#[pyfunction]
#[pyo3(signature = (address, /))]
pub(crate) fn classify_address(address: &Bound<'_, PyAny>) -> PyResult<Option<&'static str>> {
    // The objects of the module ipaddress say what they are.
    let text = address.str()?;
    let address: IpAddr = text
        .to_str()?
        .parse()
        .map_err(|_| PyValueError::new_err(format!("'{text}' is no IP address")))?;
    Ok(special_purpose(address).map(napkin_audit::SpecialPurpose::what))
}
