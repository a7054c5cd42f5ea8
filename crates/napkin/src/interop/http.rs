//! `http::Uri`: the target of an HTTP request, in its four forms; and `HeaderValue`, such as that of `Location`.
//!
//! `http::Uri` has no fragment, its authority is laxer than RFC 3986 (`"`, `{`, malformed triplets), and it
//! takes what has no `//` for a host: `mailto:a@b`, `tel:80`, `example.com`. `//host/path` is a path to it. So
//! both directions can fail, and the parts are compared.

use alloc::string::{String, ToString};

use ::http::HeaderValue;
use ::http::uri::InvalidUri;

use super::{NotConverted, from_other, into_other};
use crate::error::ParseError;
use crate::fault::Part;
use crate::identifier::{AbsoluteUri, Uri, UriRef};

type Target = ::http::Uri;

/// The request target that a reference is, without its fragment.
fn target(reference: UriRef<&str>) -> Result<Target, NotConverted<InvalidUri>> {
    let text = reference.as_str();
    let end = reference.components().query_end as usize;
    let target = text.get(..end).unwrap_or(text).parse().map_err(NotConverted::Invalid)?;
    same_parts(reference, &target)?;
    Ok(target)
}

/// Checks that the two have the same parts, but for the fragment.
fn same_parts<E>(reference: UriRef<&str>, target: &Target) -> Result<(), NotConverted<E>> {
    let parts = reference.parts();
    let authority = target.authority().map(::http::uri::Authority::as_str);
    // The path of an absolute form is never empty there.
    let empty_path = parts.path.is_empty() && parts.authority.is_some() && target.path() == "/";
    let differs = if reference.scheme().map(crate::scheme::Scheme::as_str).is_some_and(|scheme| {
        !target.scheme_str().is_some_and(|other| other.eq_ignore_ascii_case(scheme))
    }) || parts.scheme.is_none() && target.scheme().is_some()
    {
        Part::Scheme
    } else if parts.authority != authority {
        Part::Authority
    } else if parts.path != target.path() && !empty_path {
        Part::Path
    } else if parts.query != target.query() {
        Part::Query
    } else {
        return Ok(());
    };
    Err(NotConverted::ReadDifferently(differs))
}

into_other! {
    r#"Takes the reference as a request target; its fragment is never sent and is left out.

```
let target = http::Uri::try_from(&napkin::uri_ref!("http://example.com/a?b#c"))?;
assert_eq!(target.to_string(), "http://example.com/a?b");

// `http` would take each of these for a host, or the host for a path.
for text in ["mailto:root@192.0.2.1", "tel:80", "example.com", "//example.com/a"] {
    assert!(http::Uri::try_from(napkin::UriRef::parse(text).unwrap()).is_err());
}
# Ok::<(), napkin::NotConverted<http::uri::InvalidUri>>(())
```"#,
    Target, InvalidUri, target, UriRef Uri AbsoluteUri
}

from_other! {
    r#"Takes the request target if it is a reference with the same parts.

```
use napkin::UriRef;

let target: http::Uri = "/search?q=x".parse()?;
assert_eq!(UriRef::try_from(&target).unwrap(), "/search?q=x");

// A path that would become a host, and a host that would become a scheme.
for text in ["//evil.example/x", "example.com:443"] {
    assert!(UriRef::try_from(text.parse::<http::Uri>()?).is_err());
}
# Ok::<(), http::uri::InvalidUri>(())
```"#,
    Target, same_parts, UriRef Uri AbsoluteUri
}

macro_rules! header_values {
    ($($type:ident)*) => {$(
        impl<T: AsRef<str>> From<&$type<T>> for HeaderValue {
            /// The text, which a header field takes as it is.
            ///
            /// ```
            /// use http::HeaderValue;
            ///
            /// let location = HeaderValue::from(&napkin::uri!("http://example.com/a"));
            /// assert_eq!(location, "http://example.com/a");
            /// ```
            fn from(reference: &$type<T>) -> Self {
                // A text that is parsed is printable ASCII. One that changed since is left out.
                Self::from_str(reference.as_ref()).unwrap_or_else(|_| Self::from_static(""))
            }
        }

        impl<T: AsRef<str>> From<$type<T>> for HeaderValue {
            /// The text, which a header field takes as it is.
            fn from(reference: $type<T>) -> Self {
                Self::from(&reference)
            }
        }
    )*};
}

header_values! { UriRef Uri AbsoluteUri }

macro_rules! of_header_values {
    ($($type:ident)*) => {$(
        impl<'a> TryFrom<&'a HeaderValue> for $type<&'a str> {
            type Error = ParseError;

            /// Parses the text of a header field, such as `Location` or `Referer`.
            fn try_from(value: &'a HeaderValue) -> Result<Self, ParseError> {
                Self::parse_bytes(value.as_bytes())
            }
        }

        impl TryFrom<&HeaderValue> for $type<String> {
            type Error = ParseError;

            /// Parses the text of a header field, such as `Location` or `Referer`.
            ///
            /// ```
            /// use http::HeaderValue;
            /// use napkin::{UriRef, uri};
            ///
            /// let location: UriRef = (&HeaderValue::from_static("../b")).try_into()?;
            /// assert_eq!(location.resolve(uri!("http://h/a/c"))?, "http://h/b");
            /// # Ok::<(), napkin::ParseError>(())
            /// ```
            fn try_from(value: &HeaderValue) -> Result<Self, ParseError> {
                Ok($type::parse_bytes(value.as_bytes())?.into_owned())
            }
        }
    )*};
}

of_header_values! { UriRef Uri AbsoluteUri }

impl From<NotConverted<InvalidUri>> for ::http::Error {
    /// The error of `http`, so that its builders take references.
    ///
    /// ```
    /// use napkin::uri;
    ///
    /// let request = http::Request::builder().uri(uri!("http://h/a?b#c")).body(())?;
    /// assert_eq!(request.uri(), "http://h/a?b");
    /// assert!(http::Request::builder().uri(uri!("mailto:a@b")).body(()).is_err());
    /// # Ok::<(), http::Error>(())
    /// ```
    fn from(error: NotConverted<InvalidUri>) -> Self {
        if let NotConverted::Invalid(error) = error {
            return error.into();
        }
        loop {
            // `http` has no public constructor of its errors, so it is given a text that it refuses.
            if let Err(error) = "\0".parse::<Target>() {
                return error.into();
            }
        }
    }
}
