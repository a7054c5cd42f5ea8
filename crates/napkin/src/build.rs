//! Building an identifier from its parts.
//!
//! The builder collects text and checks it once, at the end: each piece as the setter of that part does, and the
//! whole by [`Parts::recompose`].

use alloc::string::{String, ToString};
use core::fmt::Display;
use core::marker::PhantomData;
use core::net::IpAddr;

use crate::error::ParseError;
use crate::fault::Part;
use crate::identifier::{
    Family, Grammar, Identifier, Internationalized, Iri, IriRef, Uniform, Uri, UriRef,
};
use crate::part_value::HostValue;
use crate::percent::encode;
use crate::pieces::{AuthorityPieces, push_pair, push_segment};
use crate::recompose::Parts;

/// Collects the parts of a URI or a relative reference.
///
/// Whole parts are given in their final form, as anything that implements `Display`: text, or [`encode`]d data.
/// Parts given piece by piece ([`segment`](Self::segment), [`pair`](Self::pair), [`host_name`](Self::host_name))
/// are data; the builder encodes them.
///
/// ```
/// use napkin::{Builder, percent::encode};
///
/// let uri = Builder::new()
///     .scheme("https")
///     .host("example.com")
///     .port(8042)
///     .segment("over/there")
///     .segment("x y")
///     .pair("name", "ferret & co")
///     .fragment(encode("nose?"))
///     .uri()?;
/// assert_eq!(
///     uri.as_str(),
///     "https://example.com:8042/over%2Fthere/x%20y?name=ferret%20%26%20co#nose%3F",
/// );
/// # Ok::<(), napkin::ParseError>(())
/// ```
///
/// A value given for one part cannot end up in another:
///
/// ```
/// use napkin::{Builder, ErrorKind};
///
/// let http = || Builder::new().scheme("http");
/// assert!(http().host("user@evil.example").uri().is_err());
/// assert!(http().host("h:80").uri().is_err());
/// let error = http().host("h").segment("..").uri().unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::DotSegment);
/// ```
///
/// A reference gives its parts to a builder:
///
/// ```
/// use napkin::{Builder, uri};
///
/// let uri = Builder::from(uri!("http://u@h/a/?q#f")).port(80).segment("b").pair("k", "v").uri()?;
/// assert_eq!(uri, "http://u@h:80/a/b?q&k=v#f");
/// # Ok::<(), napkin::ParseError>(())
/// ```
pub type Builder = IdentifierBuilder<Uniform<String>>;

/// Collects the parts of an IRI or a relative reference, as [`Builder`] does those of a URI.
///
/// Parts given piece by piece are data and are encoded; non-ASCII letters stay as they are.
///
/// ```
/// use napkin::IriBuilder;
///
/// let builder = IriBuilder::new().scheme("http").host("例え.jp").segment("blåbær/1").pair("q", "ß&");
/// assert_eq!(builder.iri()?, "http://例え.jp/blåbær%2F1?q=ß%26");
/// # Ok::<(), napkin::ParseError>(())
/// ```
pub type IriBuilder = IdentifierBuilder<Internationalized<String>>;

/// Collects the parts of an [`Identifier`] of a family: see [`Builder`] for URIs, [`IriBuilder`] for IRIs.
#[derive(Clone, Debug)]
#[must_use]
pub struct IdentifierBuilder<S> {
    scheme: Option<String>,
    userinfo: Option<String>,
    host: Option<String>,
    port: Option<String>,
    path: String,
    query: Option<String>,
    fragment: Option<String>,
    /// Whether the last path segment was given by `segment`, so that an empty one is intended.
    ends_in_segment: bool,
    /// The error in a segment of the path that was last given.
    fault: Option<ParseError>,
    family: PhantomData<S>,
}

impl<S> Default for IdentifierBuilder<S> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S> IdentifierBuilder<S> {
    /// A builder without parts, which builds the empty relative reference.
    pub const fn new() -> Self {
        Self {
            scheme: None,
            userinfo: None,
            host: None,
            port: None,
            path: String::new(),
            query: None,
            fragment: None,
            ends_in_segment: false,
            fault: None,
            family: PhantomData,
        }
    }

    fn has_authority(&self) -> bool {
        self.userinfo.is_some() || self.host.is_some() || self.port.is_some()
    }
}

impl<S: Family<Text = String>> IdentifierBuilder<S> {
    /// The scheme, without its colon.
    pub fn scheme(mut self, scheme: impl Display) -> Self {
        self.scheme = Some(scheme.to_string());
        self
    }

    /// The userinfo, in its final form. Passwords in it are deprecated (RFC 3986 §3.2.1).
    pub fn userinfo(mut self, userinfo: impl Display) -> Self {
        self.userinfo = Some(userinfo.to_string());
        self
    }

    /// The host, in its final form: a name, an IPv4 address, or an IP literal with its brackets.
    pub fn host(mut self, host: impl Display) -> Self {
        self.host = Some(host.to_string());
        self
    }

    /// A host name of any characters, encoded as UTF-8 and percent-encoded (§3.2.2).
    pub fn host_name(self, name: &str) -> Self {
        self.host(encode(name).by(S::EDITION).for_part(Part::Host))
    }

    /// An IP address as host, with brackets if it needs them.
    pub fn ip(self, address: IpAddr) -> Self {
        self.host(address.host_value().unwrap_or_default())
    }

    /// The port.
    pub fn port(mut self, port: u16) -> Self {
        self.port = Some(port.to_string());
        self
    }

    /// The whole path, in its final form.
    pub fn path(mut self, path: impl Display) -> Self {
        self.path = path.to_string();
        self.ends_in_segment = false;
        self.fault = None;
        self
    }

    /// Appends one segment, given as data. The segment is encoded and follows a slash, unless the path is empty and
    /// there is no authority. If a path given as a whole ends in a slash, no second slash is added.
    ///
    /// The segments `.` and `..` name no child; [`uri_ref`](Self::uri_ref) refuses them.
    pub fn segment(mut self, data: &str) -> Self {
        let (has_authority, fills) = (self.has_authority(), !self.ends_in_segment);
        if let Err(fault) = push_segment(S::EDITION, &mut self.path, has_authority, fills, data) {
            self.fault.get_or_insert(fault);
        }
        self.ends_in_segment = true;
        self
    }

    /// The whole query, in its final form.
    pub fn query(mut self, query: impl Display) -> Self {
        self.query = Some(query.to_string());
        self
    }

    /// Appends one `key=value` pair to the query, given as data: key and value are encoded.
    pub fn pair(mut self, key: &str, value: &str) -> Self {
        push_pair(S::EDITION, self.query.get_or_insert_default(), key, Some(value));
        self
    }

    /// Appends pairs to the query, as [`pair`](Self::pair) does.
    ///
    /// ```
    /// let uri = napkin::Builder::new().scheme("x").pairs([("a", "1"), ("b", "2")]).uri()?;
    /// assert_eq!(uri, "x:?a=1&b=2");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn pairs<K: AsRef<str>, V: AsRef<str>>(
        self,
        pairs: impl IntoIterator<Item = (K, V)>,
    ) -> Self {
        pairs.into_iter().fold(self, |built, (key, value)| built.pair(key.as_ref(), value.as_ref()))
    }

    /// The fragment, in its final form.
    pub fn fragment(mut self, fragment: impl Display) -> Self {
        self.fragment = Some(fragment.to_string());
        self
    }

    /// Builds an identifier of one of the family's grammars.
    fn build<G: Grammar<Text = String>>(&self) -> Result<Identifier<G>, ParseError> {
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        let pieces = AuthorityPieces {
            userinfo: self.userinfo.as_deref(),
            host: self.host.as_deref().unwrap_or_default(),
            port: self.port.as_deref(),
        };
        let authority = self.has_authority().then(|| pieces.write(S::EDITION)).transpose()?;
        let parts = Parts {
            scheme: self.scheme.as_deref(),
            authority: authority.as_deref(),
            path: &self.path,
            query: self.query.as_deref(),
            fragment: self.fragment.as_deref(),
        };
        Identifier::from_parts(&parts)
    }
}

impl Builder {
    /// Puts a reference together (RFC 3986 §5.3); see [`Parts::recompose`] for its guards.
    ///
    /// # Errors
    ///
    /// The first part that is not valid, with the offset within that part.
    pub fn uri_ref(&self) -> Result<UriRef<String>, ParseError> {
        self.build()
    }

    /// Puts a URI together.
    ///
    /// # Errors
    ///
    /// Like [`uri_ref`](Self::uri_ref); [`MissingScheme`](crate::ErrorKind::MissingScheme) without a
    /// scheme.
    pub fn uri(&self) -> Result<Uri<String>, ParseError> {
        self.build()
    }
}

impl IriBuilder {
    /// Puts an IRI-reference together; see [`Parts::recompose`] for its guards.
    ///
    /// # Errors
    ///
    /// The first part that is not valid, with the offset within that part.
    pub fn iri_ref(&self) -> Result<IriRef<String>, ParseError> {
        self.build()
    }

    /// Puts an IRI together.
    ///
    /// # Errors
    ///
    /// Like [`iri_ref`](Self::iri_ref); [`MissingScheme`](crate::ErrorKind::MissingScheme) without a
    /// scheme.
    pub fn iri(&self) -> Result<Iri<String>, ParseError> {
        self.build()
    }
}

impl<S, G: Grammar<Text: AsRef<str>>> From<&Identifier<G>> for IdentifierBuilder<S> {
    /// A builder with the parts of an identifier.
    fn from(identifier: &Identifier<G>) -> Self {
        let identifier = identifier.view();
        let parts = identifier.parts();
        let text = |part: Option<&str>| part.map(String::from);
        Self {
            scheme: text(parts.scheme),
            userinfo: text(identifier.userinfo().map(super::authority::Userinfo::as_str)),
            host: text(identifier.host().map(super::authority::Host::as_str)),
            port: text(identifier.port().map(super::authority::Port::as_str)),
            path: parts.path.into(),
            query: text(parts.query),
            fragment: text(parts.fragment),
            ..Self::new()
        }
    }
}

impl<S, G: Grammar<Text: AsRef<str>>> From<Identifier<G>> for IdentifierBuilder<S> {
    /// A builder with the parts of an identifier.
    fn from(identifier: Identifier<G>) -> Self {
        Self::from(&identifier)
    }
}
