//! Conversions between URLs and the URIs and IRIs of the crate `napkin`.
//!
//! A URL may have characters that a URI excludes, and a URI need not be canonical. Each conversion reports its
//! changes, and fails if the result would contact another host or port.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::net::IpAddr;

use napkin::{Excluded, Iri, NotConverted, Part, Parts, Uri, encode_excluded};

use crate::error::ParseError;
use crate::host_value::Host;
use crate::url::Url;

/// Why a URL is not a URI.
type NoUri = NotConverted<napkin::ParseError>;

/// Why a URI or IRI is not a URL.
type NoUrl = NotConverted<ParseError>;

impl<T: AsRef<str>> Url<T> {
    /// The URI with the same text, borrowed.
    ///
    /// # Errors
    ///
    /// If the text has a character that RFC 3986 excludes, or another host or port by RFC 3986.
    ///
    /// ```
    /// use napkin_url::Url;
    ///
    /// let url = Url::parse("https://example.com/a?b")?;
    /// assert_eq!(url.as_uri().unwrap().host().unwrap(), "example.com");
    /// assert!(Url::parse("https://example.com/a?b|c")?.as_uri().is_err());
    /// # Ok::<(), napkin_url::ParseError>(())
    /// ```
    pub fn as_uri(&self) -> Result<Uri<&str>, NoUri> {
        let uri = Uri::parse(self.as_str()).map_err(NotConverted::Invalid)?;
        same_site(uri.into(), self)?;
        Ok(uri)
    }

    /// The URI of this URL. Characters that RFC 3986 excludes, such as `|`, `[`, `^` and a `%` without two digits,
    /// are percent-encoded, and are returned in a list.
    ///
    /// # Errors
    ///
    /// If the URI would have another host or port.
    ///
    /// ```
    /// use napkin_url::Url;
    ///
    /// let url = Url::parse("http://h/a|b?100%#[c]")?;
    /// let (uri, excluded) = url.to_uri().unwrap();
    /// assert_eq!(uri, "http://h/a%7Cb?100%25#%5Bc%5D");
    /// let characters: String = excluded.iter().map(|excluded| excluded.character).collect();
    /// assert_eq!(characters, "|%[]");
    /// # Ok::<(), napkin_url::ParseError>(())
    /// ```
    pub fn to_uri(&self) -> Result<(Uri<String>, Vec<Excluded>), NoUri> {
        let (text, excluded) = encode_excluded(self.as_str());
        let uri = Uri::try_new(text.into_owned());
        let uri = uri.map_err(NotConverted::Invalid)?;
        same_site(Uri::parse(uri.as_str()).map_err(NotConverted::Invalid)?.into(), self)?;
        Ok((uri, excluded))
    }

    /// The IRI of this URL: its URI with triplets decoded that are characters of IRIs (RFC 3987, 3.2). Also returns
    /// the characters that had to be percent-encoded for the URI.
    ///
    /// # Errors
    ///
    /// As for [`to_uri`](Self::to_uri).
    ///
    /// ```
    /// use napkin_url::Url;
    ///
    /// let (iri, excluded) = Url::parse("http://h/Dürst?a|b")?.to_iri().unwrap();
    /// assert_eq!(iri, "http://h/Dürst?a%7Cb");
    /// assert_eq!(excluded[0].character, '|');
    /// # Ok::<(), napkin_url::ParseError>(())
    /// ```
    pub fn to_iri(&self) -> Result<(Iri<String>, Vec<Excluded>), NoUri> {
        let (uri, excluded) = self.to_uri()?;
        let iri = uri.to_iri().map_err(NotConverted::Invalid)?.as_str().to_string();
        let iri = Iri::try_new(iri).map_err(NotConverted::Invalid)?;
        Ok((iri, excluded))
    }
}

impl Url {
    /// The URL of a URI, and the parts that the parser rewrote.
    ///
    /// # Errors
    ///
    /// If the parser fails, or would contact another host or port, as for `http:a` and `http://0x7f.1/`.
    ///
    /// ```
    /// use napkin::{Part, uri};
    /// use napkin_url::Url;
    ///
    /// let (url, rewritten) = Url::from_uri(&uri!("http://Example.com:80/a/../b?q")).unwrap();
    /// assert_eq!(url.as_str(), "http://example.com/b?q");
    /// assert_eq!(rewritten, [Part::Host, Part::Port, Part::Path]);
    /// assert!(Url::from_uri(&uri!("http:a")).is_err());
    /// ```
    pub fn from_uri<T: AsRef<str>>(uri: &Uri<T>) -> Result<(Self, Vec<Part>), NoUrl> {
        from_identifier(uri.as_ref())
    }

    /// The URL of an IRI, and the parts that the parser rewrote; a non-ASCII host name becomes a DNS name.
    ///
    /// # Errors
    ///
    /// As for [`from_uri`](Self::from_uri).
    ///
    /// ```
    /// use napkin::{Part, iri};
    /// use napkin_url::Url;
    ///
    /// let (url, rewritten) = Url::from_iri(&iri!("http://bücher.example/ü")).unwrap();
    /// assert_eq!(url.as_str(), "http://xn--bcher-kva.example/%C3%BC");
    /// assert_eq!(rewritten, [Part::Host, Part::Path]);
    /// ```
    pub fn from_iri<T: AsRef<str>>(iri: &Iri<T>) -> Result<(Self, Vec<Part>), NoUrl> {
        from_identifier(iri.as_ref())
    }
}

impl<T: AsRef<str>> TryFrom<&Url<T>> for Uri<String> {
    type Error = NoUri;

    /// Converts the URL if it is a URI with the same host and port; see [`Url::to_uri`] for all others.
    fn try_from(url: &Url<T>) -> Result<Self, NoUri> {
        let uri = Self::try_new(url.as_uri()?.as_str().to_string());
        uri.map_err(NotConverted::Invalid)
    }
}

impl<T: AsRef<str>> TryFrom<&Url<T>> for Iri<String> {
    type Error = NoUri;

    /// Converts the URL if it is a URI with the same host and port; see [`Url::to_iri`] for all others.
    fn try_from(url: &Url<T>) -> Result<Self, NoUri> {
        let iri = Self::try_new(url.as_uri()?.as_str().to_string());
        iri.map_err(NotConverted::Invalid)
    }
}

impl<T: AsRef<str>> TryFrom<&Uri<T>> for Url {
    type Error = NoUrl;

    /// Parses the URI; see [`Url::from_uri`], which also returns the rewritten parts.
    fn try_from(uri: &Uri<T>) -> Result<Self, NoUrl> {
        Self::from_uri(uri).map(|(url, _)| url)
    }
}

impl<T: AsRef<str>> TryFrom<&Iri<T>> for Url {
    type Error = NoUrl;

    /// Parses the IRI; see [`Url::from_iri`], which also returns the rewritten parts.
    fn try_from(iri: &Iri<T>) -> Result<Self, NoUrl> {
        Self::from_iri(iri).map(|(url, _)| url)
    }
}

fn from_identifier(text: &str) -> Result<(Url, Vec<Part>), NoUrl> {
    let url = Url::parse(text).map_err(NotConverted::Invalid)?;
    // The text was made from an IRI and is one; otherwise it has no host to compare.
    let Ok(iri) = Iri::parse(text) else { return Err(NotConverted::ReadDifferently(Part::Host)) };
    same_site(iri, &url)?;
    let (before, after) = (Parts::split(text), Parts::split(url.as_str()));
    let (authority, rewritten) = (authority(before.authority), authority(after.authority));
    let pairs = [
        (Part::Scheme, before.scheme, after.scheme),
        (Part::Userinfo, authority.0, rewritten.0),
        (Part::Host, authority.1, rewritten.1),
        (Part::Port, authority.2, rewritten.2),
        (Part::Path, Some(before.path), Some(after.path)),
        (Part::Query, before.query, after.query),
        (Part::Fragment, before.fragment, after.fragment),
    ];
    let changed = pairs.into_iter().filter(|(_, before, after)| before != after);
    let changed = changed.map(|(part, ..)| part).collect();
    Ok((url, changed))
}

/// Userinfo, host and port of an authority that is valid.
fn authority(text: Option<&str>) -> (Option<&str>, Option<&str>, Option<&str>) {
    let Some(text) = text else { return (None, None, None) };
    let (userinfo, rest) = match text.rsplit_once('@') {
        Some((userinfo, rest)) => (Some(userinfo), rest),
        None => (None, text),
    };
    match rest.rsplit_once(':').filter(|(_, port)| !port.contains(']')) {
        Some((host, port)) => (userinfo, Some(host), Some(port)),
        None => (userinfo, Some(rest), None),
    }
}

/// Checks that an identifier and a URL contact the same host on the same port.
fn same_site<E, T: AsRef<str>>(iri: Iri<&str>, url: &Url<T>) -> Result<(), NotConverted<E>> {
    if !is_host(iri, url) {
        return Err(NotConverted::ReadDifferently(Part::Host));
    }
    let given = iri.port().filter(|port| !port.as_str().is_empty());
    let is_port = match given {
        None => url.port().is_none(),
        Some(given) => given.to_u16().is_some() && given.to_u16() == url.port_or_known_default(),
    };
    if is_port { Ok(()) } else { Err(NotConverted::ReadDifferently(Part::Port)) }
}

fn is_host<T: AsRef<str>>(iri: Iri<&str>, url: &Url<T>) -> bool {
    let own = iri.host();
    let text = own.map_or("", |host| host.as_str());
    match url.host() {
        None | Some(Host::Domain("")) => {
            text.is_empty() || url.scheme() == "file" && text.eq_ignore_ascii_case("localhost")
        }
        Some(Host::Ipv4(address)) => own.and_then(napkin::Host::to_ip) == Some(IpAddr::V4(address)),
        Some(Host::Ipv6(address)) => own.and_then(napkin::Host::to_ip) == Some(IpAddr::V6(address)),
        Some(Host::Domain(name)) if text == name => true,
        Some(Host::Domain(name)) => {
            let Some(own) = own.and_then(napkin::Host::reg_name) else { return false };
            let Ok(own) = own.decode().to_str() else { return false };
            is_name(&own, name, url.is_special())
        }
    }
}

/// Whether a name of the URL Standard names the host: it is the same text, or, in a special URL, each label is
/// equal case-insensitively or is the encoding of a non-ASCII label. A mapping to other ASCII letters makes another
/// name.
fn is_name(own: &str, name: &str, is_special: bool) -> bool {
    if !is_special {
        // The URL Standard encodes non-ASCII characters in an opaque host, and decodes nothing.
        return decoded(name).is_some_and(|name| name == own);
    }
    let mut labels = name.split('.');
    let is_label = |own: &str, label: &str| {
        if own.is_ascii() { label.eq_ignore_ascii_case(own) } else { label.starts_with("xn--") }
    };
    own.split('.').all(|own| labels.next().is_some_and(|label| is_label(own, label)))
        && labels.next().is_none()
}

/// The decoded text of an opaque host.
fn decoded(name: &str) -> Option<String> {
    let bytes = crate::percent::decode(name.as_bytes());
    String::from_utf8(bytes.to_vec()).ok()
}
