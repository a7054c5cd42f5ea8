//! The three types that a text becomes when it parses: [`UriRef`], [`Uri`] and [`AbsoluteUri`].
//!
//! A text with its [`Components`]. Each type is a promise about the rule that the text matches, and
//! derefs to the one with the weaker promise; the parts are read on [`UriRef`].

mod made;

use core::{fmt, ops::Deref, ops::Range};

use crate::authority::{Authority, Host, Port, Userinfo};
use crate::components::Components;
use crate::edition::RFC3986;
use crate::encoded::{Encoded, part};
use crate::error::{Diagnosis, ParseError};
use crate::fault::{ErrorKind, Part};
use crate::parse::Start;
use crate::path::{Path, PathKind};
use crate::query::Query;
use crate::scheme::Scheme;
use crate::text::Text;

/// A URI-reference: a URI or a relative reference (RFC 3986 §4.1).
///
/// `T` holds the text, which is kept byte for byte: `&str` (then it is `Copy`), `String`, `Arc<str>`
/// and the like. Parsing allocates nothing.
///
/// ```
/// use napkin::UriRef;
///
/// let reference = UriRef::parse("../there?name=ferret#nose")?;
/// assert!(reference.is_relative_ref());
/// assert_eq!(reference.path(), "../there");
/// assert_eq!(reference.query().unwrap(), "name=ferret");
/// assert_eq!(reference.fragment().unwrap(), "nose");
/// assert!(reference.authority().is_none());
///
/// // Undefined is not empty.
/// assert!(UriRef::parse("a")?.query().is_none());
/// assert_eq!(UriRef::parse("a?")?.query().unwrap(), "");
///
/// // Parts of borrowed text outlive the reference.
/// fn host_of(text: &str) -> Option<&str> {
///     Some(UriRef::parse(text).ok()?.host()?.as_str())
/// }
/// assert_eq!(host_of("//example.com/"), Some("example.com"));
/// # Ok::<(), napkin::ParseError>(())
/// ```
#[derive(Clone, Copy)]
pub struct UriRef<T> {
    text: T,
    components: Components,
}

/// A URI: a reference with a scheme, and maybe a fragment (RFC 3986 §3).
///
/// It derefs to [`UriRef`], which has the parts.
///
/// ```
/// use napkin::Uri;
///
/// let uri = Uri::parse("urn:example:animal:ferret:nose")?;
/// assert_eq!(uri.scheme(), "urn");
/// assert_eq!(uri.path(), "example:animal:ferret:nose");
/// assert!(Uri::parse("example:animal").is_ok() && Uri::parse("animal").is_err());
/// # Ok::<(), napkin::ParseError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Uri<T>(UriRef<T>);

/// An absolute-URI: a URI without a fragment, as a base has to be (RFC 3986 §4.3, §5.1).
///
/// It derefs to [`Uri`]. Of any URI, [`Uri::without_fragment`] is one.
///
/// ```
/// use napkin::{AbsoluteUri, ErrorKind};
///
/// assert!(AbsoluteUri::parse("http://a/b?c").is_ok());
/// let error = AbsoluteUri::parse("http://a/b#c").unwrap_err();
/// assert_eq!((error.kind(), error.offset()), (ErrorKind::UnexpectedFragment, 10));
/// ```
#[derive(Clone, Copy)]
pub struct AbsoluteUri<T>(Uri<T>);

/// A text that was refused, given back with the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Refused<T> {
    /// Why it was refused.
    pub error: ParseError,
    /// The text.
    pub text: T,
}

impl<T> fmt::Display for Refused<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl<T: fmt::Debug> core::error::Error for Refused<T> {}

impl<T: AsRef<str>> Refused<T> {
    /// The error told with the text: a caret under the place, and what to write instead.
    ///
    /// ```
    /// let refused = napkin::Uri::new(String::from("http://h/a b")).unwrap_err();
    /// assert!(refused.diagnose().to_string().ends_with("^ write it as %20"));
    /// ```
    pub fn diagnose(&self) -> Diagnosis<'_> {
        self.error.diagnose(self.text.as_ref())
    }
}

impl<T> From<Refused<T>> for ParseError {
    fn from(refused: Refused<T>) -> Self {
        refused.error
    }
}

impl<T> UriRef<T> {
    pub(crate) const START: Start = Start::UriReference;

    pub(crate) const fn wrap(text: T, components: Components) -> Self {
        Self { text, components }
    }

    pub(crate) const fn components(&self) -> &Components {
        &self.components
    }

    /// The text, taken out.
    pub fn into_text(self) -> T {
        self.text
    }
}

impl<T: AsRef<str>> UriRef<T> {
    /// The text, whatever holds it.
    pub(crate) fn raw(&self) -> &str {
        self.text.as_ref()
    }
}

impl<T> Uri<T> {
    pub(crate) const START: Start = Start::Uri;

    pub(crate) const fn wrap(text: T, components: Components) -> Self {
        Self(UriRef::wrap(text, components))
    }

    /// The reference as a URI, if it has a scheme.
    pub(crate) fn of(reference: UriRef<T>) -> Result<Self, ParseError> {
        if reference.components.scheme_end == 0 {
            return Err(ParseError::new(RFC3986, ErrorKind::MissingScheme, Part::Scheme, 0));
        }
        Ok(Self(reference))
    }

    /// The same URI as a reference.
    pub fn into_ref(self) -> UriRef<T> {
        self.0
    }

    /// The text, taken out.
    pub fn into_text(self) -> T {
        self.0.text
    }
}

impl<T> AbsoluteUri<T> {
    pub(crate) const START: Start = Start::AbsoluteUri;

    pub(crate) const fn wrap(text: T, components: Components) -> Self {
        Self(Uri::wrap(text, components))
    }

    /// The same URI, without the promise that it has no fragment.
    pub fn into_uri(self) -> Uri<T> {
        self.0
    }

    /// The text, taken out.
    pub fn into_text(self) -> T {
        self.0.0.text
    }
}

impl<T> Deref for Uri<T> {
    type Target = UriRef<T>;

    fn deref(&self) -> &UriRef<T> {
        &self.0
    }
}

impl<T> Deref for AbsoluteUri<T> {
    type Target = Uri<T>;

    fn deref(&self) -> &Uri<T> {
        &self.0
    }
}

impl<'i, 'o, T: Text<'i, 'o>> UriRef<T> {
    /// The text, byte for byte as it was parsed.
    #[inline]
    pub fn as_str(&'i self) -> &'o str {
        self.text.text()
    }

    /// The same reference over borrowed text.
    #[inline]
    pub fn as_borrowed(&'i self) -> UriRef<&'o str> {
        UriRef { text: self.as_str(), components: self.components }
    }

    /// The scheme, if there is one.
    #[inline]
    pub fn scheme(&'i self) -> Option<Scheme<'o>> {
        self.slice(self.components.scheme()?).map(Scheme::cut)
    }

    /// The authority, if there is one: what follows `//`.
    #[inline]
    pub fn authority(&'i self) -> Option<Authority<'o>> {
        Some(Authority {
            text: self.slice(self.components.authority()?)?,
            userinfo: self.userinfo(),
            host: self.host()?,
            port: self.port(),
        })
    }

    /// The host of the authority, if there is an authority.
    #[inline]
    pub fn host(&'i self) -> Option<Host<'o>> {
        let kind = self.components.facts.host_kind()?;
        Some(Host { text: self.slice(self.components.host()?)?, kind })
    }

    /// The userinfo of the authority, if there is one.
    #[inline]
    pub fn userinfo(&'i self) -> Option<Userinfo<'o>> {
        self.slice(self.components.userinfo()?).map(Userinfo::cut)
    }

    /// The port of the authority, if there is one.
    #[inline]
    pub fn port(&'i self) -> Option<Port<'o>> {
        self.slice(self.components.port()?).map(Port)
    }

    /// The path: always defined, possibly empty.
    #[inline]
    pub fn path(&'i self) -> Path<'o> {
        Path::new(self.cut(self.components.path()))
    }

    /// Which of the five path rules the path matches.
    pub fn path_kind(&'i self) -> PathKind {
        let path = self.path();
        if self.components.has_host() {
            PathKind::Abempty
        } else if path.is_empty() {
            PathKind::Empty
        } else if path.is_absolute() {
            PathKind::Absolute
        } else if self.is_relative_ref() {
            PathKind::Noscheme
        } else {
            PathKind::Rootless
        }
    }

    /// The query, if there is one: what follows the first `?`.
    #[inline]
    pub fn query(&'i self) -> Option<Query<'o>> {
        self.slice(self.components.query()?).map(Query)
    }

    /// The fragment, if there is one: what follows the first `#`.
    #[inline]
    pub fn fragment(&'i self) -> Option<Encoded<'o, part::Fragment>> {
        self.slice(self.components.fragment(self.as_str().len() as u32)?).map(Encoded::cut)
    }

    /// Whether this is a relative reference: one without a scheme (RFC 3986 §4.2).
    #[inline]
    pub fn is_relative_ref(&'i self) -> bool {
        self.components.scheme_end == 0
    }

    /// The URI, if this is one.
    ///
    /// # Errors
    ///
    /// [`MissingScheme`](crate::ErrorKind::MissingScheme) for a relative reference.
    pub fn to_uri(&'i self) -> Result<Uri<&'o str>, ParseError> {
        Uri::of(self.as_borrowed())
    }

    /// This reference, if it is a relative one.
    ///
    /// # Errors
    ///
    /// [`UnexpectedScheme`](crate::ErrorKind::UnexpectedScheme) for a URI.
    pub fn to_relative_ref(&'i self) -> Result<UriRef<&'o str>, ParseError> {
        if self.is_relative_ref() {
            return Ok(self.as_borrowed());
        }
        Err(ParseError::new(RFC3986, ErrorKind::UnexpectedScheme, Part::Scheme, 0))
    }

    #[inline]
    fn slice(&'i self, range: Range<u32>) -> Option<&'o str> {
        self.as_str().get(range.start as usize..range.end as usize)
    }

    #[inline]
    fn cut(&'i self, range: Range<u32>) -> &'o str {
        self.slice(range).unwrap_or_default()
    }
}

impl<'i, 'o, T: Text<'i, 'o>> Uri<T> {
    /// The scheme.
    #[inline]
    pub fn scheme(&'i self) -> Scheme<'o> {
        Scheme::cut(self.0.cut(0..self.0.components.scheme_end))
    }

    /// The port that is meant: the one that is given, or the scheme's default.
    ///
    /// ```
    /// assert_eq!(napkin::uri!("https://example.com/").port_or_default(), Some(443));
    /// assert_eq!(napkin::uri!("https://example.com:8443/").port_or_default(), Some(8443));
    /// assert_eq!(napkin::uri!("urn:isbn:0").port_or_default(), None);
    /// ```
    pub fn port_or_default(&'i self) -> Option<u16> {
        let given = self.0.port().filter(|port| !port.as_str().is_empty());
        match (self.0.host(), given) {
            (None, _) => None,
            (Some(_), Some(port)) => port.to_u16(),
            (Some(_), None) => self.scheme().default_port(),
        }
    }

    /// The same URI over borrowed text.
    #[inline]
    pub fn as_borrowed(&'i self) -> Uri<&'o str> {
        Uri(self.0.as_borrowed())
    }

    /// The URI up to its fragment: what can be a base.
    ///
    /// ```
    /// let uri = napkin::Uri::parse("http://a/b?c#d")?;
    /// assert_eq!(uri.without_fragment().as_str(), "http://a/b?c");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    #[inline]
    #[must_use = "the URI stays as it was"]
    pub fn without_fragment(&'i self) -> AbsoluteUri<&'o str> {
        let text = self.0.cut(0..self.0.components.query_end);
        AbsoluteUri(Uri::wrap(text, self.0.components))
    }
}

impl<'i, 'o, T: Text<'i, 'o>> AbsoluteUri<T> {
    /// The same URI over borrowed text.
    #[inline]
    pub fn as_borrowed(&'i self) -> AbsoluteUri<&'o str> {
        AbsoluteUri(self.0.as_borrowed())
    }
}

impl<'a, 'i, 'o: 'a, T: Text<'i, 'o>> From<&'i Uri<T>> for AbsoluteUri<&'a str> {
    /// The URI without its fragment, as resolution takes a base (RFC 3986 §5.1).
    fn from(uri: &'i Uri<T>) -> Self {
        uri.without_fragment()
    }
}

impl<'a, 'i, 'o: 'a, T: Text<'i, 'o>> From<&'i AbsoluteUri<T>> for AbsoluteUri<&'a str> {
    fn from(uri: &'i AbsoluteUri<T>) -> Self {
        uri.as_borrowed()
    }
}

impl<'a> From<Uri<&'a str>> for AbsoluteUri<&'a str> {
    fn from(uri: Uri<&'a str>) -> Self {
        uri.without_fragment()
    }
}

impl<T> From<Uri<T>> for UriRef<T> {
    fn from(uri: Uri<T>) -> Self {
        uri.0
    }
}

impl<T> From<AbsoluteUri<T>> for UriRef<T> {
    fn from(uri: AbsoluteUri<T>) -> Self {
        uri.0.0
    }
}

impl<T> From<AbsoluteUri<T>> for Uri<T> {
    fn from(uri: AbsoluteUri<T>) -> Self {
        uri.0
    }
}
