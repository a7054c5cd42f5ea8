//! URIs, IRIs and references by the editions of the URI syntax, as objects.

use std::borrow::Cow;

use napkin::edition::{RFC3986, RFC3987};
use napkin::{Edition, Encoded, Part, Path, Ranges, Start, Target};
use napkin_answers::Failure;
use napkin_answers::compare::Comparing;
use napkin_answers::map::{Form, Mapped};
use napkin_answers::normalize::Normalizing;
use napkin_schemes::tracking;
use napkin_standards::Standard;
use napkin_standards::facts::{self, Fact};
use napkin_standards::pairs::Pairs;
use pyo3::PyClass;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pyclass::CompareOp;
use pyo3::types::{PyDict, PyString, PyTuple, PyType};

use crate::base::Identifier;
use crate::values::{self, Given, raise, refused, standard, text_of, unresolved};
use crate::writing::{self, Keep};

/// A URI or a relative reference, as an edition reads it.
///
/// The text is kept byte for byte and cannot be changed. An undefined part is ``None``, and an empty part is ``""``. Two objects are
/// equal if their texts and their editions are.
///
/// >>> from napkin import Reference
/// >>> then = Reference("ftp://host.dom/a?b;type=d", "rfc1738")
/// >>> then.path, then.query
/// ('a?b;type=d', None)
/// >>> now = Reference("ftp://host.dom/a?b;type=d")
/// >>> now.path, now.query
/// ('/a', 'b;type=d')
#[pyclass(frozen, subclass, module = "napkin", name = "Reference", extends = Identifier)]
pub(crate) struct PyReference {
    edition: &'static Edition,
    text: String,
    ranges: Ranges,
}

/// A class that its base, or the base of that, makes.
trait Made: PyClass {
    fn made(reference: PyReference) -> PyClassInitializer<Self>;
}

impl Made for PyReference {
    fn made(reference: PyReference) -> PyClassInitializer<Self> {
        PyClassInitializer::from(Identifier).add_subclass(reference)
    }
}

/// Declares a class that adds a constructor to its base.
macro_rules! grammar {
    ($(#[$meta:meta])* $name:ident($base:ident), $class:literal, $edition:expr, $start:expr) => {
        $(#[$meta])*
        #[pyclass(frozen, subclass, module = "napkin", name = $class, extends = $base)]
        pub(crate) struct $name;

        impl Made for $name {
            fn made(reference: PyReference) -> PyClassInitializer<Self> {
                $base::made(reference).add_subclass(Self)
            }
        }

        #[pymethods]
        impl $name {
            #[new]
            #[pyo3(signature = (text, /))]
            fn new(text: &Bound<'_, PyAny>) -> PyResult<PyClassInitializer<Self>> {
                let text = text_of(text)?;
                let reference = PyReference::parse(text.py(), $edition, $start, text.to_str()?)?;
                Ok(Self::made(reference))
            }

            fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
                (slf.get_type(), (slf.str()?,)).into_pyobject(slf.py())
            }
        }
    };
}

grammar!(
    /// A URI or a relative reference (RFC 3986 section 4.1).
    ///
    /// >>> from napkin import UriRef
    /// >>> reference = UriRef("../there?name=ferret#nose")
    /// >>> reference.path, reference.query, reference.authority
    /// ('../there', 'name=ferret', None)
    PyUriRef(PyReference), "UriRef", RFC3986, Start::UriReference
);
grammar!(
    /// A URI: a reference with a scheme (RFC 3986 section 3).
    ///
    /// >>> from napkin import Uri
    /// >>> uri = Uri("http://example.com/a/b")
    /// >>> uri.scheme, uri.host, uri.port
    /// ('http', 'example.com', None)
    /// >>> uri.join("../c?d")
    /// Uri('http://example.com/c?d')
    PyUri(PyUriRef), "Uri", RFC3986, Start::Uri
);
grammar!(
    /// An IRI or a relative reference, with letters of all scripts (RFC 3987 section 2.2).
    ///
    /// >>> from napkin import IriRef
    /// >>> IriRef("../日本#é").fragment
    /// 'é'
    PyIriRef(PyReference), "IriRef", RFC3987, Start::UriReference
);
grammar!(
    /// An IRI: a reference with a scheme, with letters of all scripts (RFC 3987 section 2.2).
    ///
    /// >>> from napkin import Iri
    /// >>> Iri("http://résumé.example.org/").to_uri()
    /// Uri('http://r%C3%A9sum%C3%A9.example.org/')
    PyIri(PyIriRef), "Iri", RFC3987, Start::Uri
);

/// The object of a text by an edition, of the narrowest class.
pub(crate) fn object(py: Python<'_>, edition: &'static Edition, text: &str) -> PyResult<Py<PyAny>> {
    fn any<T: Made>(py: Python<'_>, reference: PyReference) -> PyResult<Py<PyAny>> {
        Ok(Py::new(py, T::made(reference))?.into_any())
    }
    let reference = PyReference::parse(py, edition, Start::UriReference, text)?;
    let has_scheme = reference.ranges.get(Part::Scheme).is_some();
    match (edition == RFC3986, edition == RFC3987, has_scheme) {
        (true, _, true) => any::<PyUri>(py, reference),
        (true, _, false) => any::<PyUriRef>(py, reference),
        (_, true, true) => any::<PyIri>(py, reference),
        (_, true, false) => any::<PyIriRef>(py, reference),
        _ => any::<PyReference>(py, reference),
    }
}

impl PyReference {
    /// Parses a text by an edition.
    pub(crate) fn parse(
        py: Python<'_>,
        edition: &'static Edition,
        start: Start,
        text: &str,
    ) -> PyResult<Self> {
        match edition.ranges(start, text.as_bytes()) {
            Ok(ranges) => Ok(Self { edition, text: text.into(), ranges }),
            Err(error) => Err(refused(py, error, text)),
        }
    }

    /// The standard by which this is read together with another, which may have one of its own.
    fn beside(&self, own: Option<Standard>) -> Standard {
        let edition = Standard::from(self.edition);
        values::wider(Some(edition), own).unwrap_or(edition)
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Whether the first segment has no slash before it where the path is empty: without a scheme and an authority, and where the slash
    /// behind the host belongs to neither part.
    pub(crate) fn is_rootless(&self) -> bool {
        let has = |part| self.ranges.get(part).is_some();
        !self.edition.has_generic_syntax() || !has(Part::Scheme) && !has(Part::Authority)
    }

    /// A copy with another path. The query and the fragment are dropped unless they are kept.
    pub(crate) fn with_path<'py>(
        slf: &Bound<'py, Self>,
        path: &str,
        keep: Keep,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, own) = (slf.py(), slf.get());
        let behind = [Part::Query, Part::Fragment].map(|part| own.ranges.get(part));
        let start = behind.iter().flatten().next().map_or(own.text.len(), |range| range.start - 1);
        let mut text = own.text[..start].to_owned();
        for (range, is_kept) in behind.into_iter().zip([keep.query, keep.fragment]) {
            if let Some(range) = range.filter(|_| is_kept) {
                text.push_str(&own.text[range.start - 1..range.end]);
            }
        }
        let read = own.edition.parse(&text).map_err(|error| refused(py, error, &text))?;
        let changed = read.with_part(Part::Path, Some(path));
        let changed = changed.map_err(|error| refused(py, error, path))?;
        Ok(object(py, own.edition, &changed)?.into_bound(py))
    }

    pub(crate) fn part(&self, part: Part) -> Option<&str> {
        self.text.get(self.ranges.get(part)?)
    }

    /// The text with its parts as views.
    pub(crate) fn read(&self, py: Python<'_>) -> PyResult<napkin::Reference<'_>> {
        self.edition.parse(&self.text).map_err(|error| refused(py, error, &self.text))
    }

    /// The object with another query, or itself.
    fn by_query(slf: &Bound<'_, Self>, query: writing::Change) -> PyResult<Py<PyAny>> {
        let (py, own) = (slf.py(), slf.get());
        let Some(query) = query else { return Ok(slf.clone().into_any().unbind()) };
        let text = own.read(py)?.with_part(Part::Query, query.as_deref());
        let text =
            text.map_err(|error| refused(py, error, query.as_deref().unwrap_or_default()))?;
        object(py, own.edition, &text)
    }

    fn mapped(&self, py: Python<'_>, to: Form, idna: bool, nfc: bool) -> PyResult<Py<PyAny>> {
        let mapped = Mapped { to, idna, nfc, encode_ascii: false };
        let answer = mapped.answer(self.text.as_bytes());
        let answer = answer.map_err(|failure| raise(py, &failure, &self.text))?;
        let edition = if to == Form::Iri { RFC3987 } else { RFC3986 };
        object(py, edition, answer.as_str())
    }
}

#[pymethods]
impl PyReference {
    #[new]
    #[pyo3(signature = (text, /, edition = "rfc3986"))]
    fn new(text: &Bound<'_, PyAny>, edition: &str) -> PyResult<PyClassInitializer<Self>> {
        let standard = standard(edition)?;
        if standard.is_url() {
            return Err(PyValueError::new_err(
                "the URL Standard has URLs, which the class Url is for",
            ));
        }
        let (text, edition) = (text_of(text)?, standard.syntax_or(RFC3986));
        Ok(Self::made(Self::parse(text.py(), edition, Start::UriReference, text.to_str()?)?))
    }

    /// The name of the edition.
    #[getter]
    fn edition(&self) -> &'static str {
        self.edition.name
    }

    /// The scheme as it is written; by RFC 1738 in lowercase, as that reports it.
    #[getter]
    fn scheme(&self, py: Python<'_>) -> PyResult<Option<Cow<'_, str>>> {
        Ok(facts::Scheme::of((&self.read(py)?).into()))
    }

    /// The authority: the text between ``//`` and the path.
    #[getter]
    fn authority(&self) -> Option<&str> {
        self.part(Part::Authority)
    }

    /// The userinfo: the text before the ``@`` of the authority.
    #[getter]
    fn userinfo(&self) -> Option<&str> {
        self.part(Part::Userinfo)
    }

    /// The host, an IPv6 address with its brackets.
    #[getter]
    fn host(&self) -> Option<&str> {
        self.part(Part::Host)
    }

    /// The kind of the host: ``"reg-name"``, ``"ipv4"``, ``"ipv6"`` or ``"ipvfuture"``.
    #[getter]
    fn host_kind(&self) -> Option<&'static str> {
        self.ranges.host_kind().map(napkin::HostKind::name)
    }

    /// The port as it is written, which may be empty, or too great for a number.
    #[getter]
    fn port_text(&self) -> Option<&str> {
        self.part(Part::Port)
    }

    /// The path; ``None`` only in editions that do not always have one.
    #[getter]
    fn path(&self) -> Option<&str> {
        self.part(Part::Path)
    }

    /// The parameters of the path: the text after its first ``;``, in the edition that has this part (RFC 1808).
    #[getter]
    fn path_params(&self, py: Python<'_>) -> PyResult<Option<&str>> {
        Ok(self.read(py)?.parameters())
    }

    /// The query: the text after the first ``?``.
    #[getter]
    fn query(&self) -> Option<&str> {
        self.part(Part::Query)
    }

    /// The fragment: the text after the first ``#``.
    #[getter]
    fn fragment(&self) -> Option<&str> {
        self.part(Part::Fragment)
    }

    /// Whether there is no scheme.
    #[getter]
    fn is_relative(&self) -> bool {
        self.ranges.get(Part::Scheme).is_none()
    }

    /// The segments of the path as they are written.
    ///
    /// >>> from napkin import Uri
    /// >>> Uri("http://h/a%2Fb//c").segments
    /// ('a%2Fb', '', 'c')
    #[getter]
    fn segments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let read = self.read(py)?;
        let segments = read.path().into_iter().flat_map(Path::segments);
        PyTuple::new(py, segments.map(Encoded::as_str).collect::<Vec<_>>())
    }

    /// The pairs of the query: each as it is written (``raw``), percent-decoded (``decoded``), and as a form has it,
    /// where ``+`` is a space (``form``). A key without ``=`` has the value ``None``; what is not UTF-8 is decoded to
    /// bytes.
    ///
    /// >>> from napkin import Uri
    /// >>> pair, = Uri("http://h/?a=1+%2B").pairs
    /// >>> pair.raw, pair.decoded, pair.form
    /// (('a', '1+%2B'), ('a', '1++'), ('a', '1 +'))
    #[getter]
    fn pairs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        values::pairs(py, Pairs::of(&self.read(py)?))
    }

    /// Resolves a reference against this URI as its base, by the rules of the edition. In editions before RFC 3986, an empty
    /// reference means the document that contains it; then the answer is a ``CurrentDocument``.
    ///
    /// >>> from napkin import Uri
    /// >>> Uri("http://a/b/c/d;p?q").join("../g#s")
    /// Uri('http://a/b/g#s')
    #[pyo3(signature = (reference, /))]
    fn join(&self, py: Python<'_>, reference: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let Given { text: reference, own } = Given::of(reference)?;
        let reference = reference.to_str()?;
        let standard = self.beside(own);
        if let Some(standard) = standard.url_standard() {
            return values::joined_url(py, standard, &self.text, reference);
        }
        let edition = standard.syntax_or(self.edition);
        let target = edition.resolver(&self.text).resolve(reference);
        match target.map_err(|error| unresolved(py, edition, error, reference))? {
            Target::Uri(text) => object(py, edition, &text),
            Target::CurrentDocument { fragment } => values::current_document(py, fragment),
        }
    }

    /// The shortest reference that a base resolves to this URI.
    ///
    /// >>> from napkin import Uri
    /// >>> Uri("http://a/b/c").relativize_to("http://a/b/d/e")
    /// UriRef('../c')
    #[pyo3(signature = (base, /))]
    fn relativize_to(&self, py: Python<'_>, base: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let Given { text: base, own } = Given::of(base)?;
        let base = base.to_str()?;
        let edition = self.beside(own).syntax_or(self.edition);
        if self.read(py)?.is_relative_ref() && !self.edition.holds_components() {
            let what = "a relative reference is already relative; join it first";
            return Err(raise(py, &Failure::relative_reference(self.edition, what), &self.text));
        }
        let reference = edition.resolver(base).relativize(&self.text);
        let reference = reference.map_err(|error| unresolved(py, edition, error, &self.text))?;
        object(py, edition, &reference)
    }

    /// A copy with other values for parts. ``None`` removes a part with its delimiter, and ``authority=None`` a host together with its userinfo
    /// and port. A value that would become another part is refused. A query may also be a mapping or pairs, as in ``with_query``.
    ///
    /// >>> from napkin import Uri
    /// >>> Uri("http://h/a?b#c").replace(host="example.com", port=8080, query=None)
    /// Uri('http://example.com:8080/a#c')
    #[pyo3(signature = (**parts))]
    fn replace(&self, py: Python<'_>, parts: Option<&Bound<'_, PyDict>>) -> PyResult<Py<PyAny>> {
        let wanted = writing::wanted(py, parts)?;
        writing::keep_beside_host(&self.read(py)?, &wanted)?;
        let text = writing::replaced(py, self.edition, self.text.clone(), &wanted)?;
        object(py, self.edition, &text)
    }

    /// A copy with another query, made of a mapping, of pairs or of keywords, or given as text. Without arguments, the copy has no query. A
    /// value may be a list of values, a number, or ``None``, which makes a key without ``=``. The ``pairs`` and ``params`` of another URI are
    /// copied as they are written.
    ///
    /// >>> from napkin import Uri
    /// >>> Uri("http://h/?x").with_query({"q": "a&b=c", "n": [1, 2]}, flag=None)
    /// Uri('http://h/?q=a%26b%3Dc&n=1&n=2&flag')
    #[pyo3(signature = (query = None, /, **params))]
    fn with_query(
        slf: &Bound<'_, Self>,
        query: Option<&Bound<'_, PyAny>>,
        params: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Py<PyAny>> {
        Self::by_query(slf, Some(writing::only(query, params)?))
    }

    /// A copy with other values of these parameters. They stand where the first pair with the key stood, or at the end of the query; an
    /// empty list removes the key. Other parameters stay as they are written. Pairs that are given as text are copied as they are written.
    ///
    /// >>> from napkin import Uri
    /// >>> Uri("http://h/?a=1&b=+%20&a=2").update_query(a="ü", c=3)
    /// Uri('http://h/?a=%C3%BC&b=+%20&c=3')
    #[pyo3(signature = (query = None, /, **params))]
    fn update_query(
        slf: &Bound<'_, Self>,
        query: Option<&Bound<'_, PyAny>>,
        params: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Py<PyAny>> {
        let query = writing::updated(slf.get().part(Part::Query), query, params)?;
        Self::by_query(slf, query)
    }

    /// A copy with more parameters, at the end of the query.
    ///
    /// >>> from napkin import Uri
    /// >>> Uri("http://h/?a=1").extend_query([("a", "2")])
    /// Uri('http://h/?a=1&a=2')
    #[pyo3(signature = (query = None, /, **params))]
    fn extend_query(
        slf: &Bound<'_, Self>,
        query: Option<&Bound<'_, PyAny>>,
        params: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Py<PyAny>> {
        let query = writing::extended(slf.get().part(Part::Query), query, params)?;
        Self::by_query(slf, query)
    }

    /// A copy without the parameters of these keys. If no parameter remains, the copy has no query.
    ///
    /// >>> from napkin import Uri
    /// >>> Uri("http://h/?a=1&b&%61=2").without_query_params("a")
    /// Uri('http://h/?b')
    #[pyo3(signature = (*keys))]
    fn without_query_params(
        slf: &Bound<'_, Self>,
        keys: &Bound<'_, PyTuple>,
    ) -> PyResult<Py<PyAny>> {
        Self::by_query(slf, writing::without(slf.get().part(Part::Query), keys)?)
    }

    /// A copy with the parameters sorted by key. Parameters with the same key keep their order.
    ///
    /// >>> from napkin import Uri
    /// >>> Uri("http://h/?b=2&a=2&a=1").sort_query()
    /// Uri('http://h/?a=2&a=1&b=2')
    fn sort_query(slf: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        Self::by_query(slf, writing::sorted(slf.get().part(Part::Query)))
    }

    /// A copy without the known tracking parameters of the query, such as ``utm_source`` and ``fbclid``. Other parameters keep their order
    /// and their spelling. If no parameter remains, the copy has no query.
    ///
    /// >>> from napkin import Uri
    /// >>> Uri("http://h/?a=1&utm_source=x#f").strip_tracking()
    /// Uri('http://h/?a=1#f')
    fn strip_tracking(slf: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        Self::by_query(slf, slf.get().part(Part::Query).map(tracking::strip))
    }

    /// The normal form at a level, and the steps that lead to it. The levels are ``"simple"``, ``"case"``, ``"percent"``,
    /// ``"path"``, ``"syntax"``, ``"scheme"`` and ``"protocol"``. From ``"scheme"`` on, the rules of the scheme apply, such as its default
    /// port.
    ///
    /// >>> from napkin import Uri, UriRef
    /// >>> normal = Uri("HTTP://Example.com:80/a/../b").normalize()
    /// >>> normal.text
    /// 'http://example.com:80/b'
    /// >>> Uri("HTTP://Example.com:80/a/../b").normalize("scheme").text
    /// 'http://example.com/b'
    /// >>> normal.steps[0].rule, normal.steps[0].section
    /// ('lowercase-scheme', '6.2.2.1')
    ///
    /// A relative reference stays relative, and every base with an authority resolves it to the same target as before.
    ///
    /// >>> UriRef("a/../b").normalize().text
    /// 'b'
    #[pyo3(signature = (level = "syntax"))]
    fn normalize(&self, py: Python<'_>, level: &str) -> PyResult<Py<PyAny>> {
        let normalizing = Normalizing::new(self.edition, values::level(level)?);
        let mut scratch = String::new();
        let normalized = normalizing.answer(self.text.as_bytes(), &mut scratch);
        let normalized = normalized.map_err(|failure| raise(py, &failure, &self.text))?;
        let made = object(py, self.edition, &normalized.text)?;
        values::normalized(py, made, &normalized)
    }

    /// The lowest level of normalization at which this URI and another are equivalent: ``"simple"`` for equal texts, ``None`` if at no level.
    ///
    /// >>> from napkin import Uri
    /// >>> Uri("http://example.com").equivalent_at("http://EXAMPLE.com:80/")
    /// 'scheme'
    #[pyo3(signature = (other, /))]
    fn equivalent_at(
        &self,
        py: Python<'_>,
        other: &Bound<'_, PyAny>,
    ) -> PyResult<Option<&'static str>> {
        let Given { text: other, own } = Given::of(other)?;
        let other = other.to_str()?;
        let comparing = Comparing::new(self.beside(own));
        let compared = comparing.answer(self.text.as_bytes(), other.as_bytes());
        Ok(compared.map_err(|failure| raise(py, &failure, other))?.equivalent_at)
    }

    /// A key for sets, joins and indexes: one text for all URIs that a profile takes for the same.
    ///
    /// - The name of a level: the normal form at that level. ``"resource"``: that at level ``scheme``, without the fragment.
    /// - ``"host-sorted"``: as ``"resource"``, with the labels of the host in reverse order.
    /// - ``"url"``: the URL that a browser makes of the URI. Some URIs are no URL and have no such key.
    /// - ``"surt"`` and the other profiles of ``napkin.questions.key``: the keys of archives and crawlers.
    ///
    /// >>> from napkin import Uri
    /// >>> Uri("HTTP://Example.com:80/%7Ea#b").key()
    /// 'http://example.com/~a'
    /// >>> Uri("http://h/%2e/").key("syntax"), Uri("http://0x7f.1/").key("url")
    /// ('http://h/', 'http://127.0.0.1/')
    /// >>> Uri("http://www.example.com/A?b&a").key("surt")
    /// 'com,example)/a?a&b'
    #[pyo3(signature = (profile = "resource"))]
    fn key(&self, py: Python<'_>, profile: &str) -> PyResult<String> {
        let keys = values::keys(self.edition.into(), profile)?;
        let mut scratch = String::new();
        let key = keys.key(self.text.as_bytes(), &mut scratch);
        Ok(key.map_err(|failure| raise(py, &failure, &self.text))?.into_owned())
    }

    /// The URI that an IRI is mapped to (RFC 3987 section 3.1). With ``idna``, its host is written in ASCII, as DNS looks it up;
    /// with ``nfc``, characters are composed first (NFC).
    ///
    /// >>> from napkin import Iri
    /// >>> Iri("http://öbb.at/é").to_uri(), Iri("http://öbb.at/é").to_uri(idna=True)
    /// (Uri('http://%C3%B6bb.at/%C3%A9'), Uri('http://xn--bb-eka.at/%C3%A9'))
    #[pyo3(signature = (*, idna = false, nfc = false))]
    fn to_uri(&self, py: Python<'_>, idna: bool, nfc: bool) -> PyResult<Py<PyAny>> {
        self.mapped(py, Form::Uri, idna, nfc)
    }

    /// The IRI that a URI is converted to (RFC 3987 section 3.2). With ``idna``, the host ``xn--bb-eka.at`` is written as ``öbb.at``.
    ///
    /// >>> from napkin import Uri
    /// >>> Uri("http://example.org/D%C3%BCrst").to_iri()
    /// Iri('http://example.org/Dürst')
    #[pyo3(signature = (*, idna = false))]
    fn to_iri(&self, py: Python<'_>, idna: bool) -> PyResult<Py<PyAny>> {
        self.mapped(py, Form::Iri, idna, false)
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let Self { edition, text, .. } = slf.get();
        let text = PyString::new(slf.py(), text).repr()?;
        let name = slf.get_type().name()?;
        let is_base = slf.get_type().is(PyType::new::<Self>(slf.py()));
        let edition = if is_base { format!(", '{}'", edition.name) } else { String::new() };
        Ok(format!("{name}({text}{edition})"))
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, &self.text).hash()
    }

    fn __richcmp__(&self, other: &Self, op: CompareOp) -> bool {
        let key = (self.text.as_str(), self.edition.name);
        op.matches(key.cmp(&(other.text.as_str(), other.edition.name)))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let Self { edition, text, .. } = slf.get();
        (slf.get_type(), (text, edition.name)).into_pyobject(slf.py())
    }
}
