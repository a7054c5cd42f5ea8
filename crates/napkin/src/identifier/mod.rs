//! URIs, IRIs and references to them as types: a text, the places of its parts, and the grammar that it matches.
//!
//! There is one type, [`Identifier`], with the grammar as its parameter. [`UriRef`], [`Uri`] and [`AbsoluteUri`]
//! are its names for the grammars of RFC 3986; [`IriRef`], [`Iri`] and [`AbsoluteIri`] for those of RFC 3987. A
//! type with a stronger guarantee derefs to the weaker one.

pub(crate) mod text;
mod grammar;
mod refused;
mod made;
mod weaker;
mod families;
mod convert;
pub(crate) mod constant;

use core::ops::Range;

pub use self::grammar::{
    Absolute, Family, Grammar, Includes, Internationalized, Uniform, WithScheme,
};
pub use self::refused::Refused;
use crate::components::Components;
use crate::error::ParseError;
use crate::fault::{ErrorKind, Part};
use crate::identifier::text::Text;
use crate::scheme::Scheme;
use crate::views::authority::{Authority, Host, Port, Userinfo};
use crate::views::encoded::{Encoded, part};
use crate::views::path::{Path, PathKind};
use crate::views::query::Query;

/// A text that matches a [`Grammar`], and where its parts stand.
///
/// Its names are [`UriRef`], [`Uri`], [`AbsoluteUri`], [`IriRef`], [`Iri`] and [`AbsoluteIri`]; their common
/// methods are implemented here once. Display, comparison, order and hash are those of its text. A type with a
/// stronger guarantee derefs to the weaker one: `&Uri<T>` can be passed as `&UriRef<T>` or `&IriRef<T>`.
///
/// ```text
/// AbsoluteUri ──▶ Uri ──▶ UriRef ──▶ IriRef ◀── Iri ◀── AbsoluteIri
/// ```
///
/// ```
/// use napkin::{Grammar, Identifier, Text, iri, uri_ref};
///
/// /// The last segment of any of them.
/// fn name<'i, 'o, G: Grammar<Text: Text<'i, 'o>>>(of: &'i Identifier<G>) -> Option<&'o str> {
///     Some(of.path().segments().next_back()?.as_str())
/// }
/// assert_eq!(name(&iri!("http://h/a/ß?c")), Some("ß"));
/// assert_eq!(name(&uri_ref!("../d").to_owned()), Some("d"));
/// ```
#[derive(Clone, Copy)]
pub struct Identifier<G>(G);

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
pub type UriRef<T> = Identifier<Uniform<T>>;

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
pub type Uri<T> = Identifier<WithScheme<Uniform<T>>>;

/// An absolute-URI: a URI without a fragment, as a base has to be (RFC 3986 §4.3, §5.1).
///
/// It derefs to [`Uri`]. [`Uri::without_fragment`] makes one of any URI.
///
/// ```
/// use napkin::{AbsoluteUri, ErrorKind};
///
/// assert!(AbsoluteUri::parse("http://a/b?c").is_ok());
/// let error = AbsoluteUri::parse("http://a/b#c").unwrap_err();
/// assert_eq!((error.kind(), error.offset()), (ErrorKind::UnexpectedFragment, 10));
/// ```
pub type AbsoluteUri<T> = Identifier<Absolute<Uniform<T>>>;

/// An IRI-reference: an IRI or a relative reference with characters beyond ASCII (RFC 3987 §2.2).
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
pub type IriRef<T> = Identifier<Internationalized<T>>;

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
/// [levels](Identifier::equivalent_at) are looser equivalences.
pub type Iri<T> = Identifier<WithScheme<Internationalized<T>>>;

/// An absolute-IRI: an IRI without a fragment, as a base has to be (RFC 3987 §2.2, §6.5).
///
/// It derefs to [`Iri`]. [`Iri::without_fragment`] makes one of any IRI.
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
pub type AbsoluteIri<T> = Identifier<Absolute<Internationalized<T>>>;

/// The reference of a family, over a text: [`UriRef<T>`](UriRef) or [`IriRef<T>`](IriRef).
pub type ReferenceOf<S, T> = Identifier<<S as Family>::Over<T>>;

/// The identifier with a scheme of a family, over a text: [`Uri<T>`](Uri) or [`Iri<T>`](Iri).
pub type IdentifierOf<S, T> = Identifier<WithScheme<<S as Family>::Over<T>>>;

/// The absolute identifier of a family, over a text: [`AbsoluteUri<T>`](AbsoluteUri) or
/// [`AbsoluteIri<T>`](AbsoluteIri).
pub type AbsoluteOf<S, T> = Identifier<Absolute<<S as Family>::Over<T>>>;

impl<G: Grammar> Identifier<G> {
    #[inline]
    pub(crate) fn wrap(text: G::Text, components: Components) -> Self {
        Self(G::wrap(text, components))
    }

    #[inline]
    pub(crate) fn components(&self) -> &Components {
        self.0.components()
    }

    /// The text and the offsets of its parts, for a change that keeps both true.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) fn parts_mut(&mut self) -> (&mut G::Text, &mut Components) {
        self.0.parts_mut()
    }

    /// The text, taken out.
    pub fn into_text(self) -> G::Text {
        self.0.into_text()
    }
}

impl<'i, 'o, G: Grammar<Text: Text<'i, 'o>>> Identifier<G> {
    /// The text, byte for byte as it was parsed.
    #[inline]
    pub fn as_str(&'i self) -> &'o str {
        self.0.text().text()
    }

    /// This identifier with its text borrowed.
    #[inline]
    pub fn as_borrowed(&'i self) -> Identifier<G::With<&'o str>> {
        Identifier::wrap(self.as_str(), *self.components())
    }

    /// The authority, if there is one: what follows `//`.
    #[inline]
    pub fn authority(&'i self) -> Option<Authority<'o>> {
        Some(Authority {
            text: self.slice(self.components().authority()?)?,
            userinfo: self.userinfo(),
            host: self.host()?,
            port: self.port(),
        })
    }

    /// The host of the authority, if there is an authority.
    #[inline]
    pub fn host(&'i self) -> Option<Host<'o>> {
        let kind = self.components().facts.host_kind()?;
        Some(Host { text: self.slice(self.components().host()?)?, kind })
    }

    /// The userinfo of the authority, if there is one.
    #[inline]
    pub fn userinfo(&'i self) -> Option<Userinfo<'o>> {
        self.slice(self.components().userinfo()?).map(Userinfo::cut)
    }

    /// The port of the authority, if there is one.
    #[inline]
    pub fn port(&'i self) -> Option<Port<'o>> {
        self.slice(self.components().port()?).map(Port)
    }

    /// The path: always defined, possibly empty.
    #[inline]
    pub fn path(&'i self) -> Path<'o> {
        Path::new(self.cut(self.components().path()))
    }

    /// The path rule that the path matches, of five.
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
    #[inline]
    pub fn query(&'i self) -> Option<Query<'o>> {
        self.slice(self.components().query()?).map(Query)
    }

    /// The fragment, if there is one: what follows the first `#`.
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
}

impl<'i, 'o, S: Family<Text: Text<'i, 'o>>> Identifier<S> {
    /// The scheme, if there is one.
    #[inline]
    pub fn scheme(&'i self) -> Option<Scheme<'o>> {
        self.slice(self.components().scheme()?).map(Scheme::cut)
    }

    /// Whether this is a relative reference: one without a scheme (RFC 3986 §4.2).
    #[inline]
    pub fn is_relative_ref(&'i self) -> bool {
        self.components().scheme_end == 0
    }

    /// This reference, if it is relative.
    ///
    /// # Errors
    ///
    /// [`UnexpectedScheme`](crate::ErrorKind::UnexpectedScheme) for a reference with a scheme.
    pub fn to_relative_ref(&'i self) -> Result<ReferenceOf<S, &'o str>, ParseError> {
        if self.is_relative_ref() {
            return Ok(Identifier::wrap(self.as_str(), *self.components()));
        }
        Err(ParseError::new(S::EDITION, ErrorKind::UnexpectedScheme, Part::Scheme, 0))
    }
}

impl<'i, 'o, T: Text<'i, 'o>> UriRef<T> {
    /// The URI, if this is one.
    ///
    /// # Errors
    ///
    /// [`MissingScheme`](crate::ErrorKind::MissingScheme) for a relative reference.
    pub fn to_uri(&'i self) -> Result<Uri<&'o str>, ParseError> {
        Uri::of(self.as_str(), *self.components())
    }
}

impl<'i, 'o, T: Text<'i, 'o>> IriRef<T> {
    /// The IRI, if this is one.
    ///
    /// # Errors
    ///
    /// [`MissingScheme`](crate::ErrorKind::MissingScheme) for a relative reference.
    pub fn to_iri(&'i self) -> Result<Iri<&'o str>, ParseError> {
        Iri::of(self.as_str(), *self.components())
    }
}

impl<'i, 'o, S: Family<Text: Text<'i, 'o>>> Identifier<WithScheme<S>> {
    /// The scheme.
    #[inline]
    pub fn scheme(&'i self) -> Scheme<'o> {
        Scheme::cut(self.cut(0..self.components().scheme_end))
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
    pub fn without_fragment(&'i self) -> AbsoluteOf<S, &'o str> {
        let text = self.cut(0..self.components().query_end);
        Identifier::wrap(text, *self.components())
    }
}
