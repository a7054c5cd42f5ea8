//! The URI and the IRI that a text is mapped to.

use std::borrow::Cow;

use napkin_schemes::Mapping;

use crate::parsed::Parsed;

impl<'r> Parsed<'_, 'r> {
    /// The URI that an IRI is mapped to (RFC 3987 section 3.1), with the choices of a mapping; or the URI of a URL. `None` if there is none:
    /// by the choices, or since the URI would lead to another server.
    ///
    /// ```
    /// use napkin_schemes::Mapping;
    /// use napkin_standards::Standard;
    ///
    /// let uri = |name, text: &str| {
    ///     Standard::named(name).unwrap().parse(text, |parsed| {
    ///         Some(parsed.ok()?.to_uri(&Mapping::new().idna(true))?.into_owned())
    ///     })
    /// };
    /// assert_eq!(uri("rfc3987", "http://é/|"), None);
    /// assert_eq!(uri("rfc3987", "http://é/é").as_deref(), Some("http://xn--9ca/%C3%A9"));
    /// assert_eq!(uri("whatwg", "http://é/é|").as_deref(), Some("http://xn--9ca/%C3%A9%7C"));
    /// ```
    pub fn to_uri(self, mapping: &Mapping) -> Option<Cow<'r, str>> {
        match self {
            Self::Reference(reference) => mapping.to_uri(reference.as_str()).ok(),
            Self::Url(url) => Some(url.to_uri().ok()?.0.to_string().into()),
        }
    }

    /// The IRI that a URI is mapped to (RFC 3987 section 3.2), with the choices of a mapping; or the IRI of a URL. `None` as for
    /// [`to_uri`](Self::to_uri).
    pub fn to_iri(self, mapping: &Mapping) -> Option<Cow<'r, str>> {
        match self {
            Self::Reference(reference) => mapping.to_iri(reference.as_str()).ok(),
            Self::Url(url) => Some(url.to_iri().ok()?.0.to_string().into()),
        }
    }
}
