//! URLs by the URL Standard, as objects.

use std::borrow::Cow;

use napkin::edition::{RFC3986, RFC3987};
use napkin::{Level, Part};
use napkin_answers::choice::URL_LEVEL;
use napkin_answers::map::{Form, Mapped};
use napkin_answers::normalize::Normalized;
use napkin_answers::relativize::Relativizing;
use napkin_answers::url_standard;
use napkin_schemes::tracking;
use napkin_standards::facts::{self, Fact, Texts};
use napkin_standards::{Base, Parsed, UrlStandard};
use napkin_url::Url;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pyclass::CompareOp;
use pyo3::types::{PyDict, PyString, PyTuple};

use crate::base::Identifier;
use crate::identifier::object;
use crate::setting;
use crate::values::{self, raise, standard, text_of};
use crate::writing::{self, Keep};

/// A URL by the URL Standard, as browsers read it. With ``edition``, it is read by the standard of another date.
///
/// The text of the object is the canonical one that the parser makes of the given text. An undefined part is ``None``, and an empty
/// part is ``""``.
///
/// >>> from napkin import Url
/// >>> url = Url(r"HTTP:\\ex%41mple.com:80/a b/../c")
/// >>> str(url), url.host, url.path
/// ('http://example.com/c', 'example.com', '/c')
/// >>> Url("../d?e", base=url)
/// Url('http://example.com/d?e')
#[pyclass(frozen, subclass, module = "napkin", name = "Url", extends = Identifier)]
pub(crate) struct PyUrl {
    standard: UrlStandard,
    /// The URL, which owns its text.
    url: Url<Cow<'static, str>>,
}

impl PyUrl {
    /// Parses a text by an edition, against a base.
    pub(crate) fn parse(
        py: Python<'_>,
        standard: UrlStandard,
        text: &str,
        base: Option<&Url>,
    ) -> PyResult<Self> {
        let url = url_standard::parse(standard.edition, text.as_bytes(), base);
        let url = url.map_err(|failure| raise(py, &failure, text))?;
        Ok(Self { standard, url: url.into() })
    }

    /// A copy, which can be changed and be a base.
    fn copy(&self) -> Url {
        self.url.clone().into_owned()
    }

    /// The object with another query, or itself.
    fn by_query(slf: Bound<'_, Self>, query: writing::Change) -> PyResult<Bound<'_, Self>> {
        let Some(query) = query else { return Ok(slf) };
        let (standard, mut url) = (slf.get().standard, slf.get().copy());
        url.set_query(query.as_deref());
        Self { standard, url: url.into() }.bound(slf.py())
    }

    pub(crate) fn text(&self) -> &str {
        self.url.as_str()
    }

    /// Whether the path is opaque: it has no segments.
    pub(crate) fn is_opaque(&self) -> bool {
        self.url.cannot_be_a_base()
    }

    /// A copy with another path. The query and the fragment are dropped unless they are kept.
    pub(crate) fn with_path<'py>(
        slf: &Bound<'py, Self>,
        path: &str,
        keep: Keep,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, standard, mut url) = (slf.py(), slf.get().standard, slf.get().copy());
        if !keep.query {
            url.set_query(None);
        }
        if !keep.fragment {
            url.set_fragment(None);
        }
        let set = setting::set(&mut url, standard, Part::Path, Some(path));
        set.map_err(|failure| raise(py, &failure, path))?;
        Ok(Self { standard, url: url.into() }.bound(py)?.into_any())
    }

    /// The object of Python.
    pub(crate) fn bound(self, py: Python<'_>) -> PyResult<Bound<'_, Self>> {
        Bound::new(py, self.made())
    }

    fn made(self) -> PyClassInitializer<Self> {
        PyClassInitializer::from(Identifier).add_subclass(self)
    }

    /// The URL as facts take it.
    pub(crate) fn row(&self) -> Parsed<'_, '_> {
        (&self.url).into()
    }
}

#[pymethods]
impl PyUrl {
    #[new]
    #[pyo3(signature = (text, /, base = None, edition = "whatwg"))]
    fn new(
        text: &Bound<'_, PyAny>,
        base: Option<&Bound<'_, PyAny>>,
        edition: &str,
    ) -> PyResult<PyClassInitializer<Self>> {
        let Some(standard) = standard(edition)?.url_standard() else {
            return Err(PyValueError::new_err(format!(
                "{edition} is no edition of the URL Standard"
            )));
        };
        let py = text.py();
        let base = base.map(|base| Self::parse(py, standard, text_of(base)?.to_str()?, None));
        let base = base.transpose()?;
        let text = text_of(text)?;
        let base = base.as_ref().map(Self::copy);
        Ok(Self::parse(py, standard, text.to_str()?, base.as_ref())?.made())
    }

    /// The name of the edition.
    #[getter]
    fn edition(&self) -> &'static str {
        self.standard.name
    }

    /// The scheme, in lowercase.
    #[getter]
    fn scheme(&self) -> Option<Cow<'_, str>> {
        facts::Scheme::of(self.row())
    }

    /// The authority: the text between ``//`` and the path.
    #[getter]
    fn authority(&self) -> Option<Cow<'_, str>> {
        facts::Authority::of(self.row())
    }

    /// The userinfo: the text before the ``@`` of the authority.
    #[getter]
    fn userinfo(&self) -> Option<Cow<'_, str>> {
        facts::Userinfo::of(self.row())
    }

    /// The host, an IPv6 address with its brackets.
    #[getter]
    fn host(&self) -> Option<Cow<'_, str>> {
        facts::Host::of(self.row())
    }

    /// The kind of the host: ``"domain"``, ``"ipv4"``, ``"ipv6"``, ``"opaque"`` or ``"empty"``.
    #[getter]
    fn host_kind(&self) -> Option<Cow<'_, str>> {
        facts::HostKind::of(self.row())
    }

    /// The port as it is written; ``None`` for the default port of the scheme, which the parser removes.
    #[getter]
    fn port_text(&self) -> Option<Cow<'_, str>> {
        facts::Port::of(self.row())
    }

    /// The path.
    #[getter]
    pub(crate) fn path(&self) -> &str {
        self.url.path()
    }

    /// The query: the text after the first ``?``.
    #[getter]
    fn query(&self) -> Option<&str> {
        self.url.query()
    }

    /// The fragment: the text after the first ``#``.
    #[getter]
    fn fragment(&self) -> Option<&str> {
        self.url.fragment()
    }

    /// The segments of the path; none where it is opaque.
    #[getter]
    fn segments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let segments = facts::Segments::of(self.row());
        PyTuple::new(py, segments.into_iter().flat_map(Texts::iter).collect::<Vec<_>>())
    }

    /// The pairs of the query, as of a ``Uri``.
    ///
    /// >>> from napkin import Url
    /// >>> [pair.form for pair in Url("http://h/?a=1+2&b").pairs]
    /// [('a', '1 2'), ('b', None)]
    #[getter]
    fn pairs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        values::pairs(py, self.row().pairs())
    }

    /// Parses a text with this URL as its base.
    ///
    /// >>> from napkin import Url
    /// >>> Url("http://a/b/c?d").join("../e f")
    /// Url('http://a/e%20f')
    #[pyo3(signature = (text, /))]
    fn join<'py>(&self, text: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Self>> {
        let (py, text) = (text.py(), text_of(text)?);
        Self::parse(py, self.standard, text.to_str()?, Some(&self.copy()))?.bound(py)
    }

    /// The shortest text that a base resolves to this URL.
    ///
    /// >>> from napkin import Url
    /// >>> Url("http://a/b/c").relativize_to("http://a/b/d")
    /// 'c'
    #[pyo3(signature = (base, /))]
    fn relativize_to(&self, base: &Bound<'_, PyAny>) -> PyResult<String> {
        let (py, base) = (base.py(), text_of(base)?);
        let relativizing = Relativizing::new(Base::new(base.to_str()?, self.standard));
        let answer = relativizing.answer(self.url.as_str().as_bytes());
        Ok(answer.map_err(|failure| raise(py, &failure, self.url.as_str()))?.reference)
    }

    /// A copy with other values for parts: ``scheme``, ``userinfo``, ``host``, ``port``, ``path``, ``query`` and ``fragment``.
    /// The setters of the standard encode them. ``None`` removes a part. A value that a setter would ignore is a ``ParseError``, which says what
    /// to write.
    ///
    /// >>> from napkin import Url
    /// >>> Url("http://h/a?b").replace(host="EXAMPLE.com", port=8080, query=None)
    /// Url('http://example.com:8080/a')
    #[pyo3(signature = (**parts))]
    fn replace<'py>(
        &self,
        py: Python<'py>,
        parts: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, Self>> {
        let mut url = self.copy();
        for (part, value) in writing::wanted(py, parts)? {
            let set = setting::set(&mut url, self.standard, part, value.as_deref());
            set.map_err(|failure| raise(py, &failure, value.as_deref().unwrap_or_default()))?;
        }
        Self { standard: self.standard, url: url.into() }.bound(py)
    }

    /// A copy with another query, as of a ``Uri``.
    ///
    /// >>> from napkin import Url
    /// >>> Url("http://h/?x").with_query({"q": "a&b"}, n=[1, 2])
    /// Url('http://h/?q=a%26b&n=1&n=2')
    #[pyo3(signature = (query = None, /, **params))]
    fn with_query<'py>(
        slf: Bound<'py, Self>,
        query: Option<&Bound<'py, PyAny>>,
        params: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, Self>> {
        Self::by_query(slf, Some(writing::only(query, params)?))
    }

    /// A copy with other values of these parameters, as of a ``Uri``.
    ///
    /// >>> from napkin import Url
    /// >>> Url("http://h/?a=1&b[]=2").update_query(a="ü", c=3)
    /// Url('http://h/?a=%C3%BC&b[]=2&c=3')
    #[pyo3(signature = (query = None, /, **params))]
    fn update_query<'py>(
        slf: Bound<'py, Self>,
        query: Option<&Bound<'py, PyAny>>,
        params: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, Self>> {
        let query = writing::updated(slf.get().url.query(), query, params)?;
        Self::by_query(slf, query)
    }

    /// A copy with more parameters, at the end of the query.
    ///
    /// >>> from napkin import Url
    /// >>> Url("http://h/?a=1").extend_query([("a", "2")])
    /// Url('http://h/?a=1&a=2')
    #[pyo3(signature = (query = None, /, **params))]
    fn extend_query<'py>(
        slf: Bound<'py, Self>,
        query: Option<&Bound<'py, PyAny>>,
        params: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, Self>> {
        let query = writing::extended(slf.get().url.query(), query, params)?;
        Self::by_query(slf, query)
    }

    /// A copy without the parameters of these keys, as of a ``Uri``.
    ///
    /// >>> from napkin import Url
    /// >>> Url("http://h/?a=1&b").without_query_params("a", "b")
    /// Url('http://h/')
    #[pyo3(signature = (*keys))]
    fn without_query_params<'py>(
        slf: Bound<'py, Self>,
        keys: &Bound<'py, PyTuple>,
    ) -> PyResult<Bound<'py, Self>> {
        let query = writing::without(slf.get().url.query(), keys)?;
        Self::by_query(slf, query)
    }

    /// A copy with the parameters sorted by key, as of a ``Uri``.
    ///
    /// >>> from napkin import Url
    /// >>> Url("http://h/?b&a").sort_query()
    /// Url('http://h/?a&b')
    fn sort_query(slf: Bound<'_, Self>) -> PyResult<Bound<'_, Self>> {
        let query = writing::sorted(slf.get().url.query());
        Self::by_query(slf, query)
    }

    /// A copy without the known tracking parameters of the query, as of a ``Uri``.
    ///
    /// >>> from napkin import Url
    /// >>> Url("http://h/?fbclid=x").strip_tracking()
    /// Url('http://h/')
    fn strip_tracking(slf: Bound<'_, Self>) -> PyResult<Bound<'_, Self>> {
        let query = slf.get().url.query().map(tracking::strip);
        Self::by_query(slf, query)
    }

    /// The URL itself, without steps: the parser has normalized it already, at each level that a ``Uri`` has.
    #[pyo3(signature = (level = "syntax"))]
    fn normalize(slf: &Bound<'_, Self>, level: &str) -> PyResult<Py<PyAny>> {
        values::level(level)?;
        let normalized = Normalized {
            text: slf.get().url.as_str().into(),
            steps: Vec::new(),
            equivalent_at: Some(Level::Simple.name()),
            rewriting: None,
        };
        values::normalized(slf.py(), slf.clone().into_any().unbind(), &normalized)
    }

    /// The lowest level at which this URL and another text are equivalent: ``"simple"`` for equal texts, ``"url"`` if the parser makes
    /// the same URL of both, and ``None`` if not.
    ///
    /// >>> from napkin import Url
    /// >>> Url("http://h/").equivalent_at("HTTP://H:80"), Url("http://h/").equivalent_at("http://h/a")
    /// ('url', None)
    #[pyo3(signature = (other, /))]
    fn equivalent_at(&self, other: &Bound<'_, PyAny>) -> PyResult<Option<&'static str>> {
        let (py, other) = (other.py(), text_of(other)?);
        let other = other.to_str()?;
        let parsed = Self::parse(py, self.standard, other, Some(&self.copy()))?;
        let is_same = parsed.url.as_str() == self.url.as_str();
        let simple = (other == self.url.as_str()).then_some(Level::Simple.name());
        Ok(simple.or(is_same.then_some(URL_LEVEL)))
    }

    /// A key for sets, joins and indexes, as of a ``Uri``: by ``"resource"``, the URL without its fragment; by ``"url"`` or the name of a
    /// level, the URL; and by ``"host-sorted"``, ``"surt"`` and the other profiles of archives and crawlers, their key.
    ///
    /// >>> from napkin import Url
    /// >>> Url("http://h/a#b").key(), Url("http://h/a#b").key("url")
    /// ('http://h/a', 'http://h/a#b')
    #[pyo3(signature = (profile = "resource"))]
    fn key(&self, py: Python<'_>, profile: &str) -> PyResult<String> {
        let keys = values::keys(self.standard.into(), profile)?;
        let text = self.url.as_str();
        let mut scratch = String::new();
        let key = keys.key(text.as_bytes(), &mut scratch);
        Ok(key.map_err(|failure| raise(py, &failure, text))?.into_owned())
    }

    /// The URI of the URL: characters that are not allowed in a URI are percent-encoded. The host is written as DNS looks it up, with or without
    /// ``idna``, which is for calls of all classes.
    ///
    /// >>> from napkin import Url
    /// >>> Url("http://h/?a[]=1|2").to_uri()
    /// Uri('http://h/?a%5B%5D=1%7C2')
    #[pyo3(signature = (*, idna = false, nfc = false))]
    #[expect(unused_variables, reason = "the parser has done both")]
    fn to_uri(&self, py: Python<'_>, idna: bool, nfc: bool) -> PyResult<Py<PyAny>> {
        let (uri, _) =
            self.url.to_uri().map_err(|error| PyValueError::new_err(error.to_string()))?;
        object(py, RFC3986, uri.as_str())
    }

    /// The IRI of the URL. With ``idna``, the host ``xn--bb-eka.at`` is written as ``öbb.at``.
    ///
    /// >>> from napkin import Url
    /// >>> Url("http://öbb.at/é").to_iri(), Url("http://öbb.at/é").to_iri(idna=True)
    /// (Iri('http://xn--bb-eka.at/é'), Iri('http://öbb.at/é'))
    #[pyo3(signature = (*, idna = false))]
    fn to_iri(&self, py: Python<'_>, idna: bool) -> PyResult<Py<PyAny>> {
        let (iri, _) =
            self.url.to_iri().map_err(|error| PyValueError::new_err(error.to_string()))?;
        if !idna {
            return object(py, RFC3987, iri.as_str());
        }
        let mapped = Mapped { to: Form::Iri, idna, nfc: false, encode_ascii: false };
        let answer = mapped.answer(iri.as_str().as_bytes());
        let answer = answer.map_err(|failure| raise(py, &failure, iri.as_str()))?;
        object(py, RFC3987, answer.as_str())
    }

    fn __str__(&self) -> &str {
        self.url.as_str()
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let text = PyString::new(slf.py(), slf.get().url.as_str()).repr()?;
        let Self { standard, .. } = slf.get();
        let edition = Some(standard.name).filter(|name| *name != UrlStandard::NEWEST.name);
        let edition = edition.map(|name| format!(", edition='{name}'")).unwrap_or_default();
        Ok(format!("{}({text}{edition})", slf.get_type().name()?))
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, self.url.as_str()).hash()
    }

    fn __richcmp__(&self, other: &Self, op: CompareOp) -> bool {
        let key = (self.url.as_str(), self.standard.name);
        op.matches(key.cmp(&(other.url.as_str(), other.standard.name)))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let Self { standard, url } = slf.get();
        (slf.get_type(), (url.as_str(), slf.py().None(), standard.name)).into_pyobject(slf.py())
    }
}
