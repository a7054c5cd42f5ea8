//! The module `napkin._napkin`: what the package `napkin` is made of, which adds only values in pure Python.

// The modules in the order in which data flows.
mod base;
mod values;
mod setting;
mod writing;
mod identifier;
mod url;
mod methods;
mod answers;
mod arrays;
mod keyed;
mod listed;
mod questions;
mod rows;
mod texts;
mod column;
mod column_answers;
mod params;
mod columns;
mod answered;
mod stand_ins;

use pyo3::prelude::*;

/// The module.
#[pymodule(gil_used = false)]
mod _napkin {
    use napkin::edition::RFC3986;
    use napkin_standards::Standard;
    use pyo3::exceptions::PyImportError;
    use pyo3::prelude::*;
    use pyo3::sync::PyOnceLock;

    #[pymodule_export]
    use crate::answered::{column_answer, has_meaning};
    #[pymodule_export]
    use crate::answers::{any_public_host, classify_address};
    #[pymodule_export]
    use crate::base::Identifier;
    #[pymodule_export]
    use crate::column::{Column, column_rows, column_taken};
    #[pymodule_export]
    use crate::columns::column_registrable_domain;
    #[pymodule_export]
    use crate::columns::{
        column_any_public_host, column_audit, column_error, column_key, column_mapped,
        column_normalize, column_parse, column_part, column_resolve, column_resolve_each,
        column_valid, described_facts, is_iri, is_iri_reference, is_uri, is_uri_reference,
    };
    use crate::identifier::object;
    #[pymodule_export]
    use crate::identifier::{
        PyIri as Iri, PyIriRef as IriRef, PyReference as Reference, PyUri as Uri,
        PyUriRef as UriRef,
    };
    #[pymodule_export]
    use crate::listed::{name_lists, questions};
    #[pymodule_export]
    use crate::methods::has_step_up;
    #[pymodule_export]
    use crate::params::{column_param, column_port};
    #[pymodule_export]
    use crate::questions::ask;
    #[pymodule_export]
    use crate::stand_ins::{Profile, split_host};
    #[pymodule_export]
    use crate::url::PyUrl as Url;
    #[pymodule_export]
    use crate::values::shown;
    use crate::values::{By, Given, Surrogates};

    /// The object of a text by an edition: a ``Uri`` or a ``UriRef`` by RFC 3986, an ``Iri`` or an ``IriRef`` by RFC 3987, a
    /// ``Url`` by an edition of the URL Standard, and a ``Reference`` by any other. Without an edition, an object is read by its own, and
    /// text by RFC 3986. A lone surrogate in a text is an error, or with ``errors="replace"`` U+FFFD.
    ///
    /// >>> import napkin
    /// >>> napkin.parse("http://example.com/")
    /// Uri('http://example.com/')
    /// >>> napkin.parse("ftp://host.dom/a", edition="rfc1738")
    /// Reference('ftp://host.dom/a', 'rfc1738')
    /// >>> napkin.parse("HTTP://h", edition="whatwg")
    /// Url('http://h/')
    /// >>> napkin.parse("http://a b/")
    /// Traceback (most recent call last):
    /// napkin.ParseError: invalid character in the host at byte 8 (reg-name, RFC 3986 section 3.2.2)
    #[pyfunction]
    #[pyo3(
        signature = (text, /, edition = None, *, errors = Surrogates::Strict),
        text_signature = "(text, /, edition=None, *, errors='strict')"
    )]
    fn parse(
        text: &Bound<'_, PyAny>,
        edition: Option<&str>,
        errors: Surrogates,
    ) -> PyResult<Py<PyAny>> {
        let py = text.py();
        let Given { text, own } = Given::of(text)?;
        let text = errors.text(&text)?;
        let standard = By::new(edition, RFC3986)?.standard(own);
        match standard.url_standard() {
            Some(url) => {
                let parsed = Url::parse(py, url, &text, None)?;
                Ok(parsed.bound(py)?.into_any().unbind())
            }
            None => object(py, standard.syntax_or(RFC3986), &text),
        }
    }

    /// Adds the version of the package; refuses another interpreter of the process than the first. The classes that Python defines are those
    /// of one interpreter, so in another `except napkin.ParseError` would catch nothing. Interpreters with a lock of their own (Python 3.12)
    /// are refused by Python itself, in these words.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        static FIRST: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
        let py = module.py();
        let own = PyModule::import(py, "builtins")?;
        if !FIRST.get_or_init(py, || own.clone().unbind()).is(&own) {
            let message = "module napkin._napkin does not support loading in subinterpreters; use threads or processes";
            return Err(PyImportError::new_err(message));
        }
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }

    /// The names of all editions, the oldest first.
    #[pyfunction]
    fn editions() -> Vec<&'static str> {
        Standard::all().map(Standard::name).collect()
    }
}
