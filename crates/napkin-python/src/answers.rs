//! Questions about texts and documents: the answers of the command, with their JSON as Python objects.

use std::cell::RefCell;
use std::net::IpAddr;

use napkin_answers::documents::{
    BaseKeys, FaultKeys, InDocument, LinkKeys, ResolvedKeys, UnreadKeys, no_target, of_fault,
    unusable,
};
use napkin_answers::places::{Counting, Places};
use napkin_answers::resolve::Meaning;
use napkin_answers::{Failure, Standard, push_json};
use napkin_audit::{HostList, PRESETS, Policy, allow, special_purpose};
use napkin_context::{Also, CharacterEncoding, Document, Found, Kind, Surroundings};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::values::{raise, standard, text_of};

/// The name of the only input, where the command has that of a file.
const SOURCE: &str = "input";

/// The bytes of a text, or bytes.
pub(crate) fn bytes_of(given: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    match given.cast::<PyBytes>() {
        Ok(bytes) => Ok(bytes.as_bytes().into()),
        Err(_) => Ok(text_of(given)?.to_str()?.into()),
    }
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

/// A policy: of a preset, with rules that are set, by an edition.
pub(crate) fn policy(
    preset: Option<&str>,
    rules: Option<&Bound<'_, PyDict>>,
    edition: &str,
) -> PyResult<Policy> {
    let mut policy = match preset {
        None => Policy::default(),
        Some(name) => Policy::preset(name).ok_or_else(|| {
            let names: Vec<_> = PRESETS.iter().map(|preset| preset.name).collect();
            PyValueError::new_err(format!("no preset '{name}'; there are {}", names.join(", ")))
        })?,
    };
    for (rule, setting) in rules.into_iter().flatten() {
        let set = policy.set(&rule.extract::<String>()?, &setting.extract::<String>()?);
        set.map_err(|error| PyValueError::new_err(error.to_string()))?;
    }
    Ok(standard(edition)?.policy(policy))
}

/// Whether a server may fetch a URI of any public host: ``allow`` with ``public=True`` and the preset ``"ssrf"``, as yes or no.
/// A name may still lead to any address: ask ``classify_address`` of what it resolves to. For the links of a page take
/// ``edition="whatwg"``.
///
/// >>> import napkin
/// >>> napkin.any_public_host("https://example.com/"), napkin.any_public_host("http://169.254.169.254/")
/// (True, False)
/// >>> napkin.any_public_host("https://example.com/?a[]=1", edition="whatwg")
/// True
#[pyfunction]
#[pyo3(signature = (text, /, *, edition = "rfc3986"))]
pub(crate) fn any_public_host(text: &Bound<'_, PyAny>, edition: &str) -> PyResult<bool> {
    let (input, policy) = (bytes_of(text)?, policy(Some("ssrf"), None, edition)?);
    let list = HostList::public();
    Ok(text.py().detach(|| allow(&input, &list, &policy).is_allowed()))
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

/// The context of a document: its media type, its base and its encoding.
fn surroundings(
    kind: Option<&str>,
    base: Option<String>,
    default_base: Option<String>,
    charset: Option<&str>,
    edition: Option<&str>,
) -> PyResult<Surroundings> {
    let mut surroundings = match edition.map(standard).transpose()? {
        None => Surroundings::default(),
        Some(Standard::Syntax(edition)) => Surroundings::new(edition),
        Some(Standard::Url(standard)) => Surroundings::default().by_url_standard(standard.edition),
    };
    if let Some(name) = kind {
        let kind = Kind::named(name).ok_or_else(|| {
            let names = Kind::ALL.map(Kind::name).join(", ");
            PyValueError::new_err(format!("no type '{name}'; there are {names}"))
        })?;
        surroundings = surroundings.of_media_type(name).of_kind(kind);
    }
    if let Some(label) = charset {
        let encoding = CharacterEncoding::labelled(label).ok_or_else(|| {
            PyValueError::new_err(format!(
                "no encoding that can be decoded has the label '{label}'"
            ))
        })?;
        surroundings = surroundings.in_encoding(encoding);
    }
    if let Some(uri) = default_base {
        surroundings = surroundings.or_default(uri);
    }
    if let Some(uri) = base {
        surroundings = surroundings.retrieved_from(uri);
    }
    Ok(surroundings)
}

/// A result in a document, as JSON.
fn in_document(document: &Document<'_>, keys: &impl serde::Serialize) -> Vec<u8> {
    let mut json = Vec::new();
    push_json(&mut json, &InDocument::new(SOURCE, document, keys));
    json
}

/// Something wrong with a document, as JSON.
fn fault(document: &Document<'_>, fault: &napkin_context::Fault) -> Vec<u8> {
    in_document(document, &FaultKeys { error: &of_fault(fault) })
}

/// The links of a document, or of those in a message or an archive, each with its target: the answers of
/// ``napkin links --json``. ``type`` is the kind of document, where it should not be guessed; ``also`` names references that
/// are no links. What is wrong with a link or a document is a result with ``error``. With ``unread``, documents and records that hold
/// no links by their type, such as pictures in an archive, are results with ``unread``.
///
/// >>> import napkin
/// >>> page = '<a href="../x">x</a> <img src="1.png">'
/// >>> [link["target"] for link in napkin.links(page, base="http://a/b/c")]
/// ['http://a/x', 'http://a/b/1.png']
#[pyfunction]
#[pyo3(
    signature = (
        document, /, *, r#type = None, base = None, default_base = None, charset = None, also = Vec::new(),
        edition = None, unread = false
    )
)]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn links<'py>(
    document: &Bound<'py, PyAny>,
    r#type: Option<&str>,
    base: Option<String>,
    default_base: Option<String>,
    charset: Option<&str>,
    also: Vec<String>,
    edition: Option<&str>,
    unread: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let (py, input) = (document.py(), bytes_of(document)?);
    let mut around = surroundings(r#type, base, default_base, charset, edition)?;
    for name in also {
        let also = Also::ALL.into_iter().find(|also| also.name() == name).ok_or_else(|| {
            let names = Also::ALL.map(Also::name).join(", ");
            PyValueError::new_err(format!("no kind of reference '{name}'; there are {names}"))
        })?;
        around = around.also(also);
    }
    let mut results = Vec::new();
    py.detach(|| {
        let places = RefCell::new(Places::default());
        let reader = Counting { reader: input.as_slice(), places: Some(&places) };
        around.links(reader, &mut |document, found| match found {
            Found::Unread(kind) if unread => {
                results.push(in_document(document, &UnreadKeys::new(kind)));
            }
            Found::Document | Found::Unread(_) => {}
            Found::Fault(wrong) => results.push(fault(document, wrong)),
            Found::Link { link, target, inside } => {
                let is_whole = document.record.is_none() && !document.is_unpacked;
                let at = document.start.filter(|_| is_whole);
                let at = at.and_then(|start| start.checked_add(link.start));
                let place = at.and_then(|at| places.borrow().find(at));
                let error = no_target(&link, &target);
                let keys = LinkKeys::new(&link, &target, inside, place, error.as_ref());
                results.push(in_document(document, &keys));
            }
        })
    })?;
    list(py, &results)
}

/// The base of a document, or of each in a message or an archive: the answers of ``napkin base --json``. With ``resolve``,
/// what that reference means by each.
///
/// >>> import napkin
/// >>> page = '<head><base href="../up/"></head>'
/// >>> found, = napkin.base(page, base="http://a/b/c/d", resolve="x")
/// >>> found["base"], found["established_by"], found["target"]
/// ('http://a/b/up/', 'content', 'http://a/b/up/x')
#[pyfunction]
#[pyo3(
    signature = (
        document, /, *, r#type = None, base = None, default_base = None, charset = None, resolve = None,
        edition = None
    )
)]
pub(crate) fn base<'py>(
    document: &Bound<'py, PyAny>,
    r#type: Option<&str>,
    base: Option<String>,
    default_base: Option<String>,
    charset: Option<&str>,
    resolve: Option<&str>,
    edition: Option<&str>,
) -> PyResult<Bound<'py, PyAny>> {
    let (py, input) = (document.py(), bytes_of(document)?);
    let around = surroundings(r#type, base, default_base, charset, edition)?;
    let mut results = Vec::new();
    py.detach(|| {
        around.bases(input.as_slice(), &mut |document, found| match found {
            Found::Document => {
                let base = document.base;
                let target = resolve.map(|reference| base.target(reference));
                let error = target.as_ref().zip(resolve).and_then(|(target, reference)| {
                    let error = *target.as_ref().err()?;
                    Some(Failure::no_target(base, error, reference.as_bytes()))
                });
                let resolved = target.as_ref().zip(resolve).map(|(target, reference)| {
                    let meaning = Meaning(target.as_ref().ok());
                    ResolvedKeys { reference, meaning }
                });
                let error = error.or_else(|| unusable(base));
                results.push(in_document(document, &BaseKeys::new(base, resolved, error.as_ref())));
            }
            Found::Fault(wrong) => results.push(fault(document, wrong)),
            Found::Link { .. } | Found::Unread(_) => {}
        })
    })?;
    list(py, &results)
}
