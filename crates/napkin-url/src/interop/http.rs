//! `http::Uri`, the target of a request, and `HeaderValue`, such as that of `Location`.
//!
//! `http::Uri` has no fragment and no relative references to a base, and takes a text without `//` for a host:
//! `mailto:a@b`, `tel:80`.

use alloc::string::{String, ToString};

use ::http::uri::{Authority, InvalidUri};
use ::http::{HeaderValue, Uri};

use super::ConversionError;
use crate::attribute::Attribute;
use crate::error::ParseError;
use crate::host_value::Host;
use crate::url::Url;

impl<T: AsRef<str>> TryFrom<&Url<T>> for Uri {
    type Error = ConversionError<InvalidUri>;

    /// The target of a request: the URL without its fragment, which is never sent.
    ///
    /// ```
    /// use napkin_url::Url;
    ///
    /// let url = Url::parse("https://example.com/a?b#c")?;
    /// let target = http::Uri::try_from(&url).unwrap();
    /// assert_eq!(target.to_string(), "https://example.com/a?b");
    /// let request = http::Request::builder().uri(&url).body(()).unwrap();
    /// assert_eq!(request.uri(), &target);
    ///
    /// // `http` would take this address of mail for a host.
    /// assert!(http::Uri::try_from(Url::parse("mailto:root@192.0.2.1")?).is_err());
    /// # Ok::<(), napkin_url::ParseError>(())
    /// ```
    fn try_from(url: &Url<T>) -> Result<Self, Self::Error> {
        let target: Self = url.without_fragment().parse().map_err(ConversionError::Invalid)?;
        let authority = target.authority().map_or("", Authority::as_str);
        let differs = if target.scheme_str() != Some(url.scheme()) {
            Attribute::Protocol
        } else if authority != url.authority() {
            Attribute::Host
        } else if target.path() != url.path() && !(url.path().is_empty() && target.path() == "/") {
            Attribute::Pathname
        } else if target.query() != url.query() {
            Attribute::Search
        } else {
            return Ok(target);
        };
        Err(ConversionError::ReadDifferently(differs))
    }
}

impl<T: AsRef<str>> TryFrom<Url<T>> for Uri {
    type Error = ConversionError<InvalidUri>;

    /// The target of a request.
    fn try_from(url: Url<T>) -> Result<Self, Self::Error> {
        Self::try_from(&url)
    }
}

impl TryFrom<&Uri> for Url<String> {
    type Error = ConversionError<ParseError>;

    /// Parses an absolute request target. Others, as `/a?b` or `example.com:443`, are relative URLs.
    ///
    /// ```
    /// use napkin_url::Url;
    ///
    /// let target: http::Uri = "HTTP://Example.com:80/a/../b".parse()?;
    /// assert_eq!(Url::try_from(&target).unwrap().as_str(), "http://example.com/b");
    /// assert!(Url::try_from("example.com:443".parse::<http::Uri>()?).is_err());
    /// # Ok::<(), http::uri::InvalidUri>(())
    /// ```
    fn try_from(target: &Uri) -> Result<Self, Self::Error> {
        if target.scheme().is_none() {
            return Err(ConversionError::Invalid(ParseError::RelativeUrlWithoutBase));
        }
        let url = Self::parse(&target.to_string()).map_err(ConversionError::Invalid)?;
        let host = target.host().unwrap_or_default();
        let host = if url.is_special() { Host::parse(host) } else { Host::parse_opaque(host) };
        let host = host.map_err(ConversionError::Invalid)?;
        if url.host().is_none_or(|own| own != host) {
            return Err(ConversionError::ReadDifferently(Attribute::Hostname));
        }
        let port = target.port_u16();
        if port.is_some() && port != url.port_or_known_default() {
            return Err(ConversionError::ReadDifferently(Attribute::Port));
        }
        Ok(url)
    }
}

impl TryFrom<Uri> for Url<String> {
    type Error = ConversionError<ParseError>;

    /// Parses an absolute request target.
    fn try_from(target: Uri) -> Result<Self, Self::Error> {
        Self::try_from(&target)
    }
}

impl<T: AsRef<str>> From<&Url<T>> for HeaderValue {
    /// The text, which is printable ASCII.
    ///
    /// ```
    /// use http::HeaderValue;
    /// use napkin_url::Url;
    ///
    /// let location = HeaderValue::from(&Url::parse("https://example.com/é")?);
    /// assert_eq!(location, "https://example.com/%C3%A9");
    /// # Ok::<(), napkin_url::ParseError>(())
    /// ```
    fn from(url: &Url<T>) -> Self {
        // The text of a URL is printable ASCII. Any other would be a fault, and is left out.
        Self::from_str(url.as_str()).unwrap_or_else(|_| Self::from_static(""))
    }
}

impl<T: AsRef<str>> From<Url<T>> for HeaderValue {
    /// The text, which is printable ASCII.
    fn from(url: Url<T>) -> Self {
        Self::from(&url)
    }
}

impl TryFrom<&HeaderValue> for Url<String> {
    type Error = ConversionError<ParseError>;

    /// Parses a header that is an absolute URL. `Location` may be relative: join it to the URL of the request.
    ///
    /// ```
    /// use http::HeaderValue;
    /// use napkin_url::Url;
    ///
    /// let referer = HeaderValue::from_static("https://example.com/a");
    /// assert_eq!(Url::try_from(&referer).unwrap().path(), "/a");
    ///
    /// let location = HeaderValue::from_static("../b");
    /// assert!(Url::try_from(&location).is_err());
    /// let request = Url::parse("https://example.com/a/")?;
    /// assert_eq!(request.join(location.to_str().unwrap())?.path(), "/b");
    /// # Ok::<(), napkin_url::ParseError>(())
    /// ```
    fn try_from(header: &HeaderValue) -> Result<Self, Self::Error> {
        let text = core::str::from_utf8(header.as_bytes()).map_err(|_| ConversionError::NotUtf8)?;
        Self::parse(text).map_err(ConversionError::Invalid)
    }
}

impl From<ConversionError<InvalidUri>> for ::http::Error {
    /// The error of `http`, so that its builders take URLs.
    fn from(error: ConversionError<InvalidUri>) -> Self {
        if let ConversionError::Invalid(error) = error {
            return error.into();
        }
        loop {
            // `http` has no public constructor of its errors, so it is given a text that it refuses.
            if let Err(error) = "\0".parse::<Uri>() {
                return error.into();
            }
        }
    }
}
