//! `url::Url`: URLs by an earlier text of the standard.

use alloc::string::String;

use ::url::Url as Other;

use super::ConversionError;
use crate::attribute::Attribute;
use crate::error::ParseError;
use crate::url::Url;

/// Checks that the two contact the same host on the same port with the same credentials.
fn same_site<E, T: AsRef<str>>(url: &Url<T>, other: &Other) -> Result<(), ConversionError<E>> {
    let differs = if url.scheme() != other.scheme() {
        Attribute::Protocol
    } else if url.authority() != other.authority() || url.has_authority() != other.has_authority() {
        Attribute::Host
    } else {
        return Ok(());
    };
    Err(ConversionError::ReadDifferently(differs))
}

impl<T: AsRef<str>> TryFrom<&Url<T>> for Other {
    type Error = ConversionError<::url::ParseError>;

    /// Parses the URL by the crate `url`, for a library that takes its type. That may rewrite the path of a `file` URL.
    ///
    /// ```
    /// let url = napkin_url::Url::parse("https://example.com/a b")?;
    /// let other = url::Url::try_from(&url).unwrap();
    /// assert_eq!(other.as_str(), "https://example.com/a%20b");
    ///
    /// // Valid since June 2026.
    /// let url = napkin_url::Url::parse("https://xn--a/")?;
    /// assert!(url::Url::try_from(&url).is_err());
    /// # Ok::<(), napkin_url::ParseError>(())
    /// ```
    fn try_from(url: &Url<T>) -> Result<Self, Self::Error> {
        let other = Self::parse(url.as_str()).map_err(ConversionError::Invalid)?;
        same_site(url, &other)?;
        Ok(other)
    }
}

impl<T: AsRef<str>> TryFrom<Url<T>> for Other {
    type Error = ConversionError<::url::ParseError>;

    /// Parses the URL by the crate `url`.
    fn try_from(url: Url<T>) -> Result<Self, Self::Error> {
        Self::try_from(&url)
    }
}

impl TryFrom<&Other> for Url<String> {
    type Error = ConversionError<ParseError>;

    /// Parses the URL by the newest edition, which may rewrite its path.
    ///
    /// ```
    /// let other = url::Url::parse("https://example.com/a^b")?;
    /// let url = napkin_url::Url::try_from(&other).unwrap();
    /// assert_eq!(url.as_str(), "https://example.com/a%5Eb");
    /// # Ok::<(), url::ParseError>(())
    /// ```
    fn try_from(other: &Other) -> Result<Self, Self::Error> {
        let url = Self::parse(other.as_str()).map_err(ConversionError::Invalid)?;
        same_site(&url, other)?;
        Ok(url)
    }
}

impl TryFrom<Other> for Url<String> {
    type Error = ConversionError<ParseError>;

    /// Parses the URL by the newest edition.
    fn try_from(other: Other) -> Result<Self, Self::Error> {
        Self::try_from(&other)
    }
}
