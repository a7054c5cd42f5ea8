//! URIs, IRIs and references to them as types: a text, the places of its parts, and the grammar that it matches.
//!
//! There are six types: [`UriRef`], [`Uri`] and [`AbsoluteUri`] by RFC 3986, [`IriRef`], [`Iri`] and [`AbsoluteIri`] by
//! RFC 3987. A type with a stronger promise contains a value of the weaker type and derefs to it:
//!
//! ```text
//! AbsoluteUri ──▶ Uri ──▶ UriRef ──▶ IriRef ◀── Iri ◀── AbsoluteIri
//! ```
//!
//! So the parts are methods of [`IriRef`] alone. What depends on the promise (parsing, setters, normal forms) is written
//! once in a macro, which [`for_each_identifier`] calls for each type.

/// Calls a macro with the name of each type. The caller has the six names in scope.
macro_rules! for_each_identifier {
    ($macro:ident) => {
        $macro! { UriRef }
        $macro! { Uri }
        $macro! { AbsoluteUri }
        $macro! { IriRef }
        $macro! { Iri }
        $macro! { AbsoluteIri }
    };
}

pub(crate) use for_each_identifier;

/// Calls a macro with the name of each type that has setters, or writes the `impl` of each over a type of text. An absolute URI
/// is a base, made of a changed URI by `without_fragment`; setters of its own would be a third of all documentation of setters.
#[cfg(feature = "alloc")]
macro_rules! for_each_changed {
    ($text:ident => $body:tt) => {
        impl UriRef<$text> $body
        impl Uri<$text> $body
        impl IriRef<$text> $body
        impl Iri<$text> $body
    };
    ($macro:ident) => {
        $macro! { UriRef }
        $macro! { Uri }
        $macro! { IriRef }
        $macro! { Iri }
    };
}

#[cfg(feature = "alloc")]
pub(crate) use for_each_changed;

pub(crate) mod text;
mod promise;
mod refused;
pub(crate) mod made;
mod weaker;
mod stronger;
mod convert;
pub(crate) mod constant;

#[cfg(feature = "alloc")]
use alloc::string::String;
use core::ops::Range;

#[cfg(not(feature = "alloc"))]
use self::no_alloc::String;
pub use self::promise::Identifier;
pub(crate) use self::promise::Parsed;
pub use self::refused::Refused;
use crate::components::Components;
use crate::error::ParseError;
use crate::identifier::text::Lend;
use crate::scheme::Scheme;
use crate::views::authority::{Authority, Host, Port, Userinfo};
use crate::views::encoded::{Encoded, part};
use crate::views::path::{Path, PathKind};
use crate::views::query::Query;
#[cfg(feature = "alloc")]
use crate::views::query::QueryPairs;

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
pub struct UriRef<T = String>(IriRef<T>);

/// A URI: a reference with a scheme, and maybe a fragment (RFC 3986 §3).
///
/// It derefs to [`UriRef`], and that to [`IriRef`], whose methods give the parts: [`host`](IriRef::host),
/// [`path`](IriRef::path), [`query`](IriRef::query) and so on. Setters and `parse` are here.
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
pub struct Uri<T = String>(UriRef<T>);

/// An absolute-URI: a URI without a fragment, as a base has to be (RFC 3986 §4.3, §5.1).
///
/// It derefs to [`Uri`]. [`Uri::without_fragment`] makes one of any URI. It has no setters: change a [`Uri`], and take its
/// `without_fragment`, or change a copy as [`Uri::with_query`] does.
///
/// ```
/// use napkin::{AbsoluteUri, ErrorKind};
///
/// assert!(AbsoluteUri::parse("http://a/b?c").is_ok());
/// let error = AbsoluteUri::parse("http://a/b#c").unwrap_err();
/// assert_eq!((error.kind(), error.offset()), (ErrorKind::UnexpectedFragment, 10));
/// ```
#[derive(Clone, Copy)]
pub struct AbsoluteUri<T = String>(Uri<T>);

/// An IRI-reference: an IRI or a relative reference with non-ASCII characters (RFC 3987 §2.2).
///
/// An `IriRef` has every method of a [`UriRef`], and a `&UriRef<T>` can be passed as an `&IriRef<T>`. The text is
/// UTF-8 and stays unchanged: nothing is percent-encoded or brought to a Unicode normalization form.
///
/// ```
/// use napkin::{IriRef, uri_ref};
///
/// let reference = IriRef::parse("../日本?navn=bjørn#é")?;
/// assert_eq!(reference.path(), "../日本");
/// assert_eq!(reference.query().unwrap().value("navn").unwrap().decode(), "bjørn");
/// assert_eq!(reference.fragment().unwrap(), "é");
///
/// fn has_fragment(reference: &IriRef<&str>) -> bool {
///     reference.fragment().is_some()
/// }
/// assert!(has_fragment(&reference) && !has_fragment(&uri_ref!("../b")));
/// # Ok::<(), napkin::ParseError>(())
/// ```
#[derive(Clone, Copy)]
pub struct IriRef<T = String> {
    text: T,
    components: Components,
}

/// An IRI, an Internationalized Resource Identifier: a reference with a scheme, and maybe a fragment (RFC 3987 §2.2).
///
/// It derefs to [`IriRef`]. Every [`Uri`] converts into an `Iri` at no cost, and an ASCII `Iri` converts into a
/// `Uri`.
///
/// ```
/// use napkin::{Iri, Uri, uri};
///
/// let iri = Iri::parse("http://résumé.example.org/")?;
/// assert_eq!(iri.host().unwrap(), "résumé.example.org");
/// assert!(Uri::try_from(iri).is_err());
///
/// let iri = Iri::from(uri!("http://example.org/"));
/// assert_eq!(Uri::try_from(iri).unwrap(), iri);
/// # Ok::<(), napkin::ParseError>(())
/// ```
///
/// Equality compares the texts: `é` and `%C3%A9` differ, and so do `é` and `e` with U+0301 (§5.3.1). The
/// [levels](IriRef::equivalent_at) are looser equivalences.
#[derive(Clone, Copy)]
pub struct Iri<T = String>(IriRef<T>);

/// An absolute-IRI: an IRI without a fragment, as a base has to be (RFC 3987 §2.2, §6.5).
///
/// It derefs to [`Iri`]. [`Iri::without_fragment`] makes one of any IRI. It has no setters: change an [`Iri`], and take its
/// `without_fragment`.
///
/// ```
/// use napkin::{AbsoluteIri, ErrorKind, iri_ref};
///
/// let base = AbsoluteIri::parse("http://例え.jp/á/b")?;
/// assert_eq!(iri_ref!("../ç").resolve(&base)?, "http://例え.jp/ç");
/// let error = AbsoluteIri::parse("http://例え.jp/#é").unwrap_err();
/// assert_eq!((error.kind(), error.offset()), (ErrorKind::UnexpectedFragment, 17));
/// # Ok::<(), napkin::ParseError>(())
/// ```
#[derive(Clone, Copy)]
pub struct AbsoluteIri<T = String>(Iri<T>);

made::made! {
    UriRef uri_ref "a URI-reference" "../a?b"
    Uri uri "a URI" "http://example.com/a"
    AbsoluteUri absolute_uri "an absolute-URI" "http://example.com/a?b"
    IriRef iri_ref "an IRI-reference" "../日本?é"
    Iri iri "an IRI" "http://例え.jp/é"
    AbsoluteIri absolute_iri "an absolute-IRI" "http://例え.jp/é"
}

/// Without an allocator, the default type of the text has no values: name the type.
#[cfg(not(feature = "alloc"))]
mod no_alloc {
    #[derive(Debug)]
    pub enum String {}
}

impl<T> IriRef<T> {
    #[inline]
    pub(crate) const fn components(&self) -> &Components {
        &self.components
    }

    /// The text, whatever holds it.
    pub(crate) fn raw(&self) -> &str
    where
        T: AsRef<str>,
    {
        self.text.as_ref()
    }
}

impl<'i, 'o, T: Lend<'i, 'o>> IriRef<T> {
    /// The authority, if there is one: what follows `//`.
    ///
    /// ```
    /// let authority = napkin::uri!("http://ann@h:80/a").authority().unwrap();
    /// assert_eq!((authority.as_str(), authority.host().as_str()), ("ann@h:80", "h"));
    /// ```
    #[inline]
    pub fn authority(&'i self) -> Option<Authority<'o>> {
        Some(Authority {
            text: self.slice(self.components().authority()?)?,
            userinfo: self.userinfo(),
            host: self.host()?,
            port: self.port(),
        })
    }

    /// The host of the authority, if there is an authority. Its `==` ignores case.
    ///
    /// ```
    /// let uri = napkin::Uri::parse("http://Example.com:8080/")?;
    /// assert_eq!(uri.host().unwrap(), "example.com");
    /// assert!(uri.host().unwrap().is_in_domain("com"));
    /// assert!(napkin::Uri::parse("mailto:a@example.com")?.host().is_none());
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    #[inline]
    pub fn host(&'i self) -> Option<Host<'o>> {
        let kind = self.components().facts.host_kind()?;
        Some(Host { text: self.slice(self.components().host()?)?, kind })
    }

    /// The text of the host, as it is written.
    ///
    /// ```
    /// let uri = napkin::Uri::parse("http://Example.com:8080/")?;
    /// assert_eq!(uri.host_str(), Some("Example.com"));
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    #[inline]
    pub fn host_str(&'i self) -> Option<&'o str> {
        self.slice(self.components().host()?)
    }

    /// The userinfo of the authority, if there is one.
    ///
    /// ```
    /// let uri = napkin::Uri::parse("ftp://fred:secret@example.com/")?;
    /// assert_eq!(uri.userinfo().unwrap().user(), "fred");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    #[inline]
    pub fn userinfo(&'i self) -> Option<Userinfo<'o>> {
        self.slice(self.components().userinfo()?).map(Userinfo::cut)
    }

    /// The port of the authority, if there is one: its digits, possibly none.
    ///
    /// ```
    /// let uri = napkin::Uri::parse("http://example.com:08080/")?;
    /// assert_eq!(uri.port().unwrap(), "08080");
    /// assert_eq!(uri.port_u16(), Some(8080));
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    #[inline]
    pub fn port(&'i self) -> Option<Port<'o>> {
        self.slice(self.components().port()?).map(Port)
    }

    /// The number of the port, if it is written and has one; see [`Port::to_u16`]. A URI with a scheme has
    /// [`port_or_default`](Uri::port_or_default) too.
    ///
    /// ```
    /// assert_eq!(napkin::uri!("http://h:080/").port_u16(), Some(80));
    /// assert_eq!(napkin::uri!("http://h:/").port_u16(), None);
    /// ```
    #[inline]
    pub fn port_u16(&'i self) -> Option<u16> {
        self.port()?.to_u16()
    }

    /// The path: always defined, possibly empty.
    ///
    /// ```
    /// let uri = napkin::Uri::parse("http://example.com/a/b%2Fc")?;
    /// assert_eq!(uri.path(), "/a/b%2Fc");
    /// assert!(uri.path().starts_with("/a/"));
    /// let segments: Vec<_> = uri.path().segments().map(|it| it.decode_lossy()).collect();
    /// assert_eq!(segments, ["a", "b/c"]);
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    #[inline]
    pub fn path(&'i self) -> Path<'o> {
        Path::new(self.cut(self.components().path()))
    }

    /// The path rule that the path matches, of five.
    ///
    /// ```
    /// use napkin::{PathKind, uri, uri_ref};
    ///
    /// assert_eq!(uri!("http://h/a").path_kind(), PathKind::Abempty);
    /// assert_eq!(uri!("urn:a:b").path_kind(), PathKind::Rootless);
    /// assert_eq!(uri_ref!("../a").path_kind(), PathKind::Noscheme);
    /// ```
    pub fn path_kind(&'i self) -> PathKind {
        let path = self.path();
        if self.components().has_host() {
            PathKind::Abempty
        } else if path.is_empty() {
            PathKind::Empty
        } else if path.is_absolute() {
            PathKind::Absolute
        } else if self.components().scheme_end == 0 {
            PathKind::Noscheme
        } else {
            PathKind::Rootless
        }
    }

    /// The query, if there is one: what follows the first `?`.
    ///
    /// ```
    /// let uri = napkin::Uri::parse("http://example.com/?q=caf%C3%A9&page=2")?;
    /// assert_eq!(uri.query().unwrap(), "q=caf%C3%A9&page=2");
    /// let q = uri.query().and_then(|query| query.value("q")).map(|it| it.decode_lossy());
    /// assert_eq!(q.as_deref(), Some("café"));
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    #[inline]
    pub fn query(&'i self) -> Option<Query<'o>> {
        self.slice(self.components().query()?).map(Query)
    }

    /// The text of the query, as it is written, without its `?`.
    ///
    /// ```
    /// assert_eq!(napkin::uri!("http://h/?a=%20").query_str(), Some("a=%20"));
    /// assert_eq!(napkin::uri!("http://h/").query_str(), None);
    /// ```
    #[inline]
    pub fn query_str(&'i self) -> Option<&'o str> {
        self.slice(self.components().query()?)
    }

    /// The pairs of the query, percent-decoded, with U+FFFD for ill-formed UTF-8; the value of a key without `=` is empty.
    /// No query has no pairs.
    ///
    /// A `+` is a `+` here. `Url::query_pairs` of `napkin-url`, and [`Query::form`] here, read it as a space, as HTML forms
    /// write it.
    ///
    /// ```
    /// let uri = napkin::uri!("http://h/?q=1%2B1&tag=a+b&all");
    /// let pairs: Vec<_> = uri.query_pairs().collect();
    /// assert_eq!(pairs, [("q".into(), "1+1".into()), ("tag".into(), "a+b".into()), ("all".into(), "".into())]);
    /// ```
    #[cfg(feature = "alloc")]
    pub fn query_pairs(&'i self) -> QueryPairs<'o> {
        QueryPairs::of(self.query())
    }

    /// The path with the query, as a client sends them in a request.
    ///
    /// ```
    /// assert_eq!(napkin::uri!("http://h/a?b#c").path_and_query(), "/a?b");
    /// assert_eq!(napkin::uri!("http://h").path_and_query(), "");
    /// ```
    #[inline]
    pub fn path_and_query(&'i self) -> &'o str {
        self.cut(self.components().path_start..self.components().query_end)
    }

    /// The text of the fragment, as it is written, without its `#`.
    ///
    /// ```
    /// assert_eq!(napkin::uri!("http://h/#a%20b").fragment_str(), Some("a%20b"));
    /// ```
    #[inline]
    pub fn fragment_str(&'i self) -> Option<&'o str> {
        self.slice(self.components().fragment(self.as_str().len() as u32)?)
    }

    /// The fragment, if there is one: what follows the first `#`.
    ///
    /// ```
    /// let uri = napkin::Uri::parse("http://example.com/#a%20b")?;
    /// assert_eq!(uri.fragment().unwrap(), "a%20b");
    /// assert_eq!(uri.fragment().unwrap().decode(), "a b");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    #[inline]
    pub fn fragment(&'i self) -> Option<Encoded<'o, part::Fragment>> {
        self.slice(self.components().fragment(self.as_str().len() as u32)?).map(Encoded::cut)
    }

    #[inline]
    fn slice(&'i self, range: Range<u32>) -> Option<&'o str> {
        self.as_str().get(range.start as usize..range.end as usize)
    }

    #[inline]
    fn cut(&'i self, range: Range<u32>) -> &'o str {
        self.slice(range).unwrap_or_default()
    }

    /// The scheme, if there is one.
    ///
    /// ```
    /// assert_eq!(napkin::uri_ref!("HTTP://h/").scheme().unwrap(), "http");
    /// assert!(napkin::uri_ref!("//h/").scheme().is_none());
    /// ```
    #[inline]
    pub fn scheme(&'i self) -> Option<Scheme<'o>> {
        self.slice(self.components().scheme()?).map(Scheme::cut)
    }

    /// Whether this is a relative reference: one without a scheme (RFC 3986 §4.2).
    ///
    /// ```
    /// assert!(napkin::uri_ref!("../a").is_relative_ref() && !napkin::uri_ref!("a:b").is_relative_ref());
    /// ```
    #[inline]
    pub fn is_relative_ref(&'i self) -> bool {
        self.components().scheme_end == 0
    }
}

macro_rules! references {
    ($reference:ident $identifier:ident $absolute:ident $as_identifier:ident $name:literal) => {
        impl<'i, 'o, T: Lend<'i, 'o>> $reference<T> {
            #[doc = concat!("The ", $name, ", if this is one.")]
            ///
            /// # Errors
            ///
            /// [`MissingScheme`](crate::ErrorKind::MissingScheme) for a relative reference.
            pub fn $as_identifier(&'i self) -> Result<$identifier<&'o str>, ParseError> {
                self.try_into()
            }
        }

        impl<'i, 'o, T: Lend<'i, 'o>> $identifier<T> {
            /// The scheme.
            ///
            /// ```
            /// assert!(napkin::uri!("HTTPS://h/").scheme().is_https());
            /// ```
            #[inline]
            pub fn scheme(&'i self) -> Scheme<'o> {
                let inner = self.inner();
                Scheme::cut(inner.cut(0..inner.components.scheme_end))
            }

            /// The explicit port, or the scheme's default.
            ///
            /// ```
            /// assert_eq!(napkin::uri!("https://example.com/").port_or_default(), Some(443));
            /// assert_eq!(napkin::uri!("https://example.com:8443/").port_or_default(), Some(8443));
            /// assert_eq!(napkin::uri!("urn:isbn:0").port_or_default(), None);
            /// ```
            pub fn port_or_default(&'i self) -> Option<u16> {
                let given = self.port().filter(|port| !port.as_str().is_empty());
                match (self.host(), given) {
                    (None, _) => None,
                    (Some(_), Some(port)) => port.to_u16(),
                    (Some(_), None) => self.scheme().default_port(),
                }
            }

            /// The text up to the fragment, which can be a base.
            ///
            /// ```
            /// let uri = napkin::Uri::parse("http://a/b?c#d")?;
            /// assert_eq!(uri.without_fragment().as_str(), "http://a/b?c");
            /// # Ok::<(), napkin::ParseError>(())
            /// ```
            #[inline]
            #[must_use = "the original stays as it was"]
            pub fn without_fragment(&'i self) -> $absolute<&'o str> {
                let inner = self.inner();
                $absolute::wrap(inner.cut(0..inner.components.query_end), inner.components)
            }
        }
    };
}

references! { UriRef Uri AbsoluteUri as_uri "URI" }
references! { IriRef Iri AbsoluteIri as_iri "IRI" }
