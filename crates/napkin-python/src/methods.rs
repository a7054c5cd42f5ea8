//! The methods of `Reference` and `Url` alike, as methods of their base: segments and names of the path, the user, facts of the whole, and
//! what Python asks of every object. What `napkin._writing` adds to the base is made of these.

use std::borrow::Cow;

use napkin::{ByteSet, Part};
use napkin_standards::facts::{self, Fact, Number, Text};
use napkin_standards::{Octets, Parsed};
use pyo3::exceptions::{PyAttributeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString, PyTuple};

use crate::base::Identifier;
use crate::identifier::PyReference;
use crate::url::PyUrl;
use crate::writing::{Keep, data, push};

/// The characters that a segment has as they are, beside unreserved ones (RFC 3986 section 3.3).
const IN_SEGMENT: ByteSet = ByteSet::of(b"!$&'()*+,;=:@");

/// An identifier whose class is known.
#[derive(Clone, Copy)]
enum Object<'a, 'py> {
    Reference(&'a Bound<'py, PyReference>),
    Url(&'a Bound<'py, PyUrl>),
}

impl<'a, 'py> Object<'a, 'py> {
    fn of(identifier: &'a Bound<'py, Identifier>) -> PyResult<Self> {
        match identifier.cast::<PyUrl>() {
            Ok(url) => Ok(Self::Url(url)),
            Err(_) => Ok(Self::Reference(identifier.cast::<PyReference>()?)),
        }
    }

    fn text(self) -> &'a str {
        match self {
            Self::Reference(of) => of.get().text(),
            Self::Url(of) => of.get().text(),
        }
    }

    /// The path; empty in the editions that need not have one.
    fn path(self) -> &'a str {
        match self {
            Self::Reference(of) => of.get().part(Part::Path).unwrap_or_default(),
            Self::Url(of) => of.get().path(),
        }
    }

    /// The path, if it has segments.
    fn hierarchical_path(self) -> PyResult<&'a str> {
        let path = self.path();
        let is_opaque = !path.starts_with('/')
            && match self {
                Self::Reference(of) => {
                    let has = |part| of.get().part(part).is_some();
                    has(Part::Scheme) && !has(Part::Authority)
                }
                Self::Url(of) => of.get().is_opaque(),
            };
        if is_opaque {
            return Err(PyValueError::new_err(format!(
                "the path of '{}' has no segments: it does not begin with a slash",
                self.text()
            )));
        }
        Ok(path)
    }

    /// Whether the first segment has no slash before it where the path is empty.
    fn is_rootless(self) -> bool {
        match self {
            Self::Reference(of) => of.get().is_rootless(),
            Self::Url(_) => false,
        }
    }

    /// The last segment of the path as it is written, behind the text before it.
    fn split_name(self) -> (&'a str, &'a str) {
        let path = self.path();
        path.split_at(path.rfind('/').map_or(0, |slash| slash + 1))
    }

    /// The last segment, decoded.
    fn name(self) -> Octets<'a> {
        Octets::of_url(self.split_name().1)
    }

    /// A fact of the whole.
    fn fact<T>(self, of: impl FnOnce(Parsed<'_, '_>) -> T) -> PyResult<T> {
        Ok(match self {
            Self::Reference(reference) => of((&reference.get().read(reference.py())?).into()),
            Self::Url(url) => of(url.get().row()),
        })
    }

    fn told<F: Fact<Out = Text>>(self) -> PyResult<Option<String>> {
        self.fact(|row| F::of(row).map(Cow::into_owned))
    }

    fn number<F: Fact<Out = Number>>(self) -> PyResult<Option<u16>> {
        self.fact(|row| F::of(row))
    }

    /// A copy with another path. The query and the fragment are dropped unless they are kept.
    fn with_path(self, path: &str, keep: Keep) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Self::Reference(of) => PyReference::with_path(of, path, keep),
            Self::Url(of) => PyUrl::with_path(of, path, keep),
        }
    }
}

/// Neither.
const NOTHING: Keep = Keep { query: false, fragment: false };

/// Decoded octets as text, in which U+FFFD stands for what is not UTF-8.
fn lossy(octets: &Octets<'_>) -> String {
    String::from_utf8_lossy(octets.as_bytes()).into_owned()
}

/// The place of the dot of the suffix, which neither begins nor ends the name.
fn dot(name: &[u8]) -> usize {
    let dot = name.iter().rposition(|&byte| byte == b'.');
    dot.filter(|&at| at > 0 && at + 1 < name.len()).unwrap_or(name.len())
}

/// Refuses a dot segment as a name; `given` is what was given.
fn no_step(name: &[u8], given: &Bound<'_, PyAny>) -> PyResult<()> {
    if matches!(name, b"." | b"..") {
        let given = given.repr()?;
        return Err(PyValueError::new_err(format!("{given} is a step in a path, and no name")));
    }
    Ok(())
}

/// Whether octets have a step up, also one that a program finds that decodes them once or twice, or takes backslashes for slashes.
fn steps_up(octets: &[u8]) -> bool {
    let mut octets = Cow::Borrowed(octets);
    for _ in 0..3 {
        if octets.split(|byte| matches!(byte, b'/' | b'\\')).any(|segment| segment == b"..") {
            return true;
        }
        octets = Cow::Owned(napkin_url::percent::decode(&octets).into_owned());
    }
    octets.split(|byte| matches!(byte, b'/' | b'\\')).any(|segment| segment == b"..")
}

/// Whether a text has a step up ('..'), in any spelling that a program knows.
#[pyfunction]
#[pyo3(signature = (text, /))]
pub(crate) fn has_step_up(text: &str) -> bool {
    steps_up(text.as_bytes())
}

/// Whether data looks like a reference that is not below: it begins with a slash, or with a scheme and a slash, or has a step up.
fn is_reference(data: &[u8]) -> bool {
    let colon =
        data.iter().position(|byte| !byte.is_ascii_alphanumeric() && !b"+-.".contains(byte));
    let is_scheme = data.first().is_some_and(u8::is_ascii_alphabetic)
        && colon.is_some_and(|at| data[at..].starts_with(b":/") || data[at..].starts_with(b":\\"));
    matches!(data.first(), Some(b'/' | b'\\')) || is_scheme || steps_up(data)
}

/// A path to which segments are added.
struct Longer<'a, 'py> {
    object: Object<'a, 'py>,
    path: String,
    count: usize,
}

impl<'a, 'py> Longer<'a, 'py> {
    fn new(object: Object<'a, 'py>) -> PyResult<Self> {
        Ok(Self { object, path: object.hierarchical_path()?.to_owned(), count: 0 })
    }

    /// Adds a segment, which is data, or written already.
    fn add(&mut self, segment: &[u8], given: &Bound<'_, PyAny>, is_written: bool) -> PyResult<()> {
        no_step(segment, given)?;
        let is_first = self.path.is_empty() && self.object.is_rootless();
        if is_first && segment.is_empty() {
            let message =
                "an empty segment cannot be added here: nothing would show that it is there";
            return Err(PyValueError::new_err(message));
        }
        // Only an empty segment that the path ends with is replaced.
        if !(is_first || self.count == 0 && self.path.ends_with('/')) {
            self.path.push('/');
        }
        match str::from_utf8(segment) {
            Ok(text) if is_written => self.path.push_str(text),
            _ => push(&mut self.path, segment, IN_SEGMENT),
        }
        self.count += 1;
        Ok(())
    }

    /// Adds the segments of a path below.
    fn add_below(&mut self, given: &Bound<'_, PyAny>, is_written: bool) -> PyResult<()> {
        let below = data(given)?;
        if is_reference(&below) {
            let message = format!(
                "{} is a reference, and no segment: resolve it with join, or append it as data with append",
                given.repr()?
            );
            return Err(PyValueError::new_err(message));
        }
        below.split(|&byte| byte == b'/').try_for_each(|one| self.add(one, given, is_written))
    }

    fn finish(self) -> PyResult<Bound<'py, PyAny>> {
        self.object.with_path(&self.path, NOTHING)
    }
}

#[pymethods]
impl Identifier {
    /// The port as a number; ``None`` if there is none, or an empty one, or one above 65535. ``port_text`` is the port as it is written.
    ///
    /// >>> from napkin import Uri
    /// >>> Uri("http://h:080/").port, Uri("http://h:080/").port_text, Uri("http://h/").port
    /// (80, '080', None)
    #[getter]
    fn port(slf: &Bound<'_, Self>) -> PyResult<Option<u16>> {
        Object::of(slf)?.fact(|row| facts::Port::of(row)?.parse().ok())
    }

    /// The port as a number; without one, the default port of the scheme.
    ///
    /// >>> from napkin import Uri
    /// >>> Uri("https://example.com/").port_or_default
    /// 443
    #[getter]
    fn port_or_default(slf: &Bound<'_, Self>) -> PyResult<Option<u16>> {
        Object::of(slf)?.number::<facts::PortOrDefault>()
    }

    /// The origin (RFC 6454): scheme, host and port, in lowercase and without a default port. ``None`` for an opaque
    /// origin: of a URI without a host, of a file, and of a scheme whose default port is not known. The origin of an IRI is
    /// that of its URI.
    ///
    /// >>> from napkin import Uri
    /// >>> Uri("HTTPS://u@Example.com:443/a").origin
    /// 'https://example.com'
    #[getter]
    fn origin(slf: &Bound<'_, Self>) -> PyResult<Option<String>> {
        Object::of(slf)?.told::<facts::Origin>()
    }

    /// The registrable domain: the public suffix of the host, by the public suffix list, and one more label.
    /// ``None`` for an address and for a host without such a suffix. ``napkin.columns.registrable_domain`` can count the suffixes of companies.
    ///
    /// >>> from napkin import Uri
    /// >>> Uri("http://forums.news.cnn.co.uk/").registrable_domain
    /// 'cnn.co.uk'
    #[getter]
    fn registrable_domain(slf: &Bound<'_, Self>) -> PyResult<Option<String>> {
        Object::of(slf)?.told::<facts::RegistrableDomain>()
    }

    /// The labels of the host before its registrable domain; empty if the host is the domain.
    ///
    /// >>> from napkin import Uri
    /// >>> Uri("http://forums.news.cnn.co.uk/").subdomain
    /// 'forums.news'
    #[getter]
    fn subdomain(slf: &Bound<'_, Self>) -> PyResult<Option<String>> {
        Object::of(slf)?.told::<facts::Subdomain>()
    }

    /// The site, to group by: the registrable domain, below the suffix of a company the domain of each user, and else the host.
    ///
    /// >>> from napkin import Url
    /// >>> Url("http://a.me.github.io/").site, Url("http://10.0.0.1/").site
    /// ('me.github.io', '10.0.0.1')
    #[getter]
    fn site(slf: &Bound<'_, Self>) -> PyResult<Option<String>> {
        Object::of(slf)?.told::<facts::Site>()
    }

    /// The text for display and for logs, with ``***`` in place of passwords, keys and tokens.
    ///
    /// >>> from napkin import Uri
    /// >>> Uri("http://fred:secret@example.com/").redacted
    /// 'http://fred:***@example.com/'
    #[getter]
    fn redacted(slf: &Bound<'_, Self>) -> PyResult<Option<String>> {
        Object::of(slf)?.told::<facts::Redacted>()
    }

    /// The user of the userinfo, decoded.
    ///
    /// >>> from napkin import Uri
    /// >>> Uri("ftp://me%40home:secret@h/").user
    /// 'me@home'
    #[getter]
    fn user(slf: &Bound<'_, Self>) -> PyResult<Option<String>> {
        Object::of(slf)?.fact(|row| facts::User::of(row).map(|user| lossy(&Octets::of_url(user))))
    }

    /// The password of the userinfo, decoded; ``None`` without a colon.
    #[getter]
    fn password(slf: &Bound<'_, Self>) -> PyResult<Option<String>> {
        let object = Object::of(slf)?;
        object.fact(|row| facts::Password::of(row).map(|password| lossy(&Octets::of_url(password))))
    }

    /// The last segment of the path, decoded; empty if the path ends with a slash. In what is decoded, U+FFFD stands for octets that are not
    /// UTF-8: ``raw_name`` has them as they are written.
    ///
    /// >>> from napkin import Uri
    /// >>> uri = Uri("http://h/a/b%20c.tar.gz?x")
    /// >>> uri.name, uri.stem, uri.suffix, uri.parent
    /// ('b c.tar.gz', 'b c.tar', '.gz', Uri('http://h/a'))
    /// >>> Uri("mailto:me@example.com").name
    /// 'me@example.com'
    #[getter]
    fn name(slf: &Bound<'_, Self>) -> PyResult<String> {
        Ok(lossy(&Object::of(slf)?.name()))
    }

    /// The last segment of the path as it is written.
    #[getter]
    fn raw_name<'a>(slf: &'a Bound<'_, Self>) -> PyResult<&'a str> {
        Ok(Object::of(slf)?.split_name().1)
    }

    /// The name without its suffix.
    #[getter]
    fn stem(slf: &Bound<'_, Self>) -> PyResult<String> {
        let name = Object::of(slf)?.name();
        let name = name.as_bytes();
        Ok(String::from_utf8_lossy(&name[..dot(name)]).into_owned())
    }

    /// The suffix of the name: its last dot and the text after it. Empty if the name has no dot, or its last dot begins or ends it.
    #[getter]
    fn suffix(slf: &Bound<'_, Self>) -> PyResult<String> {
        let name = Object::of(slf)?.name();
        let name = name.as_bytes();
        Ok(String::from_utf8_lossy(&name[dot(name)..]).into_owned())
    }

    /// A copy without the last segment, the query and the fragment.
    ///
    /// >>> from napkin import Uri
    /// >>> Uri("http://h/a/b?c").parent
    /// Uri('http://h/a')
    #[getter]
    fn parent<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let object = Object::of(slf)?;
        let above = match object.split_name().0 {
            "/" => "/",
            before => before.strip_suffix('/').unwrap_or(before),
        };
        object.with_path(above, NOTHING)
    }

    /// A copy with another name as the last segment. Query and fragment are dropped unless they are kept.
    ///
    /// >>> from napkin import Uri
    /// >>> Uri("http://h/a/b?c").with_name("d e/f"), Uri("http://h/a?b").with_name("c", keep_query=True)
    /// (Uri('http://h/a/d%20e%2Ff'), Uri('http://h/c?b'))
    #[pyo3(signature = (name, *, keep_query = false, keep_fragment = false))]
    fn with_name<'py>(
        slf: &Bound<'py, Self>,
        name: &Bound<'py, PyAny>,
        keep_query: bool,
        keep_fragment: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let octets = data(name)?;
        no_step(&octets, name)?;
        named(Object::of(slf)?, &octets, Keep { query: keep_query, fragment: keep_fragment })
    }

    /// A copy whose name has another suffix; an empty text removes the suffix. Query and fragment are dropped unless they are kept.
    ///
    /// >>> from napkin import Uri
    /// >>> Uri("http://h/a/b.tar").with_suffix(".zip"), Uri("http://h/b.c").with_suffix("")
    /// (Uri('http://h/a/b.zip'), Uri('http://h/b'))
    #[pyo3(signature = (suffix, *, keep_query = false, keep_fragment = false))]
    fn with_suffix<'py>(
        slf: &Bound<'py, Self>,
        suffix: &str,
        keep_query: bool,
        keep_fragment: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let is_suffix =
            suffix.strip_prefix('.').is_some_and(|rest| !rest.is_empty() && !rest.contains('/'));
        if !suffix.is_empty() && !is_suffix {
            let message =
                format!("'{suffix}' is no suffix: one begins with a dot and has no slash");
            return Err(PyValueError::new_err(message));
        }
        let object = Object::of(slf)?;
        let name = object.name();
        let name = name.as_bytes();
        if name.is_empty() {
            let message = format!("the path of '{}' ends with no name", object.text());
            return Err(PyValueError::new_err(message));
        }
        let name = [&name[..dot(name)], suffix.as_bytes()].concat();
        named(object, &name, Keep { query: keep_query, fragment: keep_fragment })
    }

    /// A copy with more segments at the end of the path, without query and fragment. Each argument is one segment, also an empty one: a slash in
    /// it is encoded. Only an empty segment that the path ends with, behind its last slash, is replaced. ``.`` and ``..`` are refused.
    /// ``joinpath`` and ``/`` take a slash for the end of a segment.
    ///
    /// >>> from napkin import Uri
    /// >>> Uri("http://h/a?b").append("c d", "e/f"), Uri("http://h/a/").append("b", "", "c")
    /// (Uri('http://h/a/c%20d/e%2Ff'), Uri('http://h/a/b//c'))
    #[pyo3(signature = (*segments))]
    fn append<'py>(
        slf: &Bound<'py, Self>,
        segments: &Bound<'py, PyTuple>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut longer = Longer::new(Object::of(slf)?)?;
        for segment in segments.iter() {
            longer.add(&data(&segment)?, &segment, false)?;
        }
        longer.finish()
    }

    /// A copy with more paths at the end of the path, without query and fragment: as ``/`` for each. With ``encoded``, they are as they are
    /// to be written.
    ///
    /// >>> from napkin import Uri
    /// >>> Uri("http://h/a").joinpath("b/c", "d e"), Uri("http://h/a").joinpath("b%20c", encoded=True)
    /// (Uri('http://h/a/b/c/d%20e'), Uri('http://h/a/b%20c'))
    #[pyo3(signature = (*paths, encoded = false))]
    fn joinpath<'py>(
        slf: &Bound<'py, Self>,
        paths: &Bound<'py, PyTuple>,
        encoded: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut longer = Longer::new(Object::of(slf)?)?;
        for path in paths.iter() {
            longer.add_below(&path, encoded)?;
        }
        longer.finish()
    }

    fn __truediv__<'py>(
        slf: &Bound<'py, Self>,
        path: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if !path.is_instance_of::<PyString>() && !path.is_instance_of::<PyBytes>() {
            return Ok(slf.py().NotImplemented().into_bound(slf.py()));
        }
        if path.is_empty()? {
            let message = "an empty segment is no name, and the next one would replace it: append(..., '') adds one";
            return Err(PyValueError::new_err(message));
        }
        let mut longer = Longer::new(Object::of(slf)?)?;
        longer.add_below(path, false)?;
        longer.finish()
    }

    /// The number of characters of the text.
    fn __len__(slf: &Bound<'_, Self>) -> PyResult<usize> {
        Ok(Object::of(slf)?.text().chars().count())
    }

    /// An object is true, also that of the empty reference.
    #[expect(clippy::unused_self, reason = "Python asks an object")]
    fn __bool__(&self) -> bool {
        true
    }

    /// Names what other libraries call otherwise.
    fn __getattr__(slf: &Bound<'_, Self>, name: &str) -> PyResult<Py<PyAny>> {
        let py = slf.py();
        let mut message = format!("'{}' object has no attribute '{name}'", slf.get_type().name()?);
        if !name.starts_with("__") {
            let names = py.import("napkin._other_names")?.getattr(intern!(py, "ATTRIBUTES"))?;
            if let Some(advice) = names.cast::<PyDict>()?.get_item(name)? {
                message = format!("{message}: write {advice}");
            }
        }
        let error = PyAttributeError::new_err(message);
        error.value(py).setattr("name", name)?;
        error.value(py).setattr("obj", slf)?;
        Err(error)
    }
}

/// A copy with another last segment.
fn named<'py>(object: Object<'_, 'py>, name: &[u8], keep: Keep) -> PyResult<Bound<'py, PyAny>> {
    let (before, _) = object.split_name();
    let mut path = before.to_owned();
    if object.path().is_empty() && object.hierarchical_path().is_ok() && !object.is_rootless() {
        path.push('/');
    }
    push(&mut path, name, IN_SEGMENT);
    object.with_path(&path, keep)
}
