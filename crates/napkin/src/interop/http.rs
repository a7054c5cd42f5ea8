//! `http::Uri`: the target of an HTTP request, in its four forms.
//!
//! It has no fragment, its authority is laxer than RFC 3986 (`"`, `{`, malformed triplets), and two of
//! its forms, `*` and `host:port`, are read differently here; so both directions can fail.

use alloc::string::{String, ToString};
use core::fmt;

use ::http::uri::InvalidUri;

use crate::error::ParseError;
use crate::text::Text;
use crate::uri::UriRef;

/// Why a reference is no request target.
#[derive(Debug)]
#[non_exhaustive]
pub enum NotARequestTarget {
    /// A reference such as `//host/path`, which `http` would read as a path.
    NetworkPath,
    /// `http` refuses the text.
    Refused(InvalidUri),
}

impl fmt::Display for NotARequestTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NetworkPath => f.write_str("a request target cannot begin with an authority"),
            Self::Refused(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for NotARequestTarget {}

impl<'i, 'o, T: Text<'i, 'o>> TryFrom<&'i UriRef<T>> for ::http::Uri {
    type Error = NotARequestTarget;

    /// Takes the reference as a request target; its fragment is never sent and is left out.
    ///
    /// ```
    /// let target = http::Uri::try_from(&napkin::uri_ref!("http://example.com/a?b#c"))?;
    /// assert_eq!(target.to_string(), "http://example.com/a?b");
    /// assert!(http::Uri::try_from(&napkin::uri_ref!("//example.com/a")).is_err());
    /// # Ok::<(), napkin::NotARequestTarget>(())
    /// ```
    fn try_from(reference: &'i UriRef<T>) -> Result<Self, Self::Error> {
        if reference.is_relative_ref() && reference.authority().is_some() {
            return Err(NotARequestTarget::NetworkPath);
        }
        let text = reference.as_str();
        let end = reference.components().query_end as usize;
        text.get(..end).unwrap_or(text).parse().map_err(NotARequestTarget::Refused)
    }
}

impl TryFrom<&::http::Uri> for UriRef<String> {
    type Error = ParseError;

    /// Takes the request target if it is a URI-reference.
    ///
    /// ```
    /// let target: http::Uri = "/search?q=x".parse()?;
    /// assert_eq!(napkin::UriRef::try_from(&target).unwrap(), "/search?q=x");
    /// # Ok::<(), http::uri::InvalidUri>(())
    /// ```
    fn try_from(target: &::http::Uri) -> Result<Self, ParseError> {
        Ok(UriRef::parse(&target.to_string())?.to_owned())
    }
}
