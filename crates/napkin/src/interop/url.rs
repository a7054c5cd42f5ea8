//! `url::Url`: an absolute URL of the WHATWG URL Standard.
//!
//! It rewrites what it parses and admits characters that RFC 3986 does not, so both directions can
//! fail, and there and back need not be the same text.

use alloc::string::String;

use ::url::Url;

use crate::error::ParseError;
use crate::text::Text;
use crate::uri::Uri;

impl<'i, 'o, T: Text<'i, 'o>> TryFrom<&'i Uri<T>> for Url {
    type Error = ::url::ParseError;

    /// Parses the URI as the URL Standard does.
    ///
    /// ```
    /// let url = url::Url::try_from(&napkin::uri!("HTTP://Example.com/a/../b"))?;
    /// assert_eq!(url.as_str(), "http://example.com/b");
    /// # Ok::<(), url::ParseError>(())
    /// ```
    fn try_from(uri: &'i Uri<T>) -> Result<Self, Self::Error> {
        Self::parse(uri.as_str())
    }
}

impl TryFrom<&Url> for Uri<String> {
    type Error = ParseError;

    /// Takes the URL if it is a URI.
    ///
    /// ```
    /// let url = url::Url::parse("http://h/?a|b")?;
    /// assert!(napkin::Uri::try_from(&url).is_err(), "a raw | is no URI");
    /// # Ok::<(), url::ParseError>(())
    /// ```
    fn try_from(url: &Url) -> Result<Self, ParseError> {
        Ok(Uri::parse(url.as_str())?.to_owned())
    }
}
