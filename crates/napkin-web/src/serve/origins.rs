//! The origins of other sites whose pages may read the answers of the API.

use std::fmt;
use std::str::FromStr;

use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderValue, Method};
use napkin::Uri;
use tower_http::cors::{AllowOrigin, CorsLayer};

/// An origin as browsers write it: `https://app.example`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin(HeaderValue);

/// A text that is not an origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NotAnOrigin;

impl fmt::Display for NotAnOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not an origin; write it in lower case and without a slash at its end, as in https://app.example")
    }
}

impl std::error::Error for NotAnOrigin {}

impl FromStr for Origin {
    type Err = NotAnOrigin;

    /// Reads an origin.
    ///
    /// # Errors
    ///
    /// [`NotAnOrigin`] for anything but what browsers send: of `http` or `https`, without a default port. `*` and `null` are none.
    fn from_str(text: &str) -> Result<Self, NotAnOrigin> {
        let uri = Uri::parse(text).map_err(|_| NotAnOrigin)?;
        let default = match uri.scheme().as_str() {
            "http" => "80",
            "https" => "443",
            _ => return Err(NotAnOrigin),
        };
        let is_host = uri.host().is_some_and(|host| !host.is_empty());
        let is_whole =
            uri.userinfo().is_none() && uri.path().as_str().is_empty() && uri.query().is_none();
        let has_port = uri.port().is_none_or(|port| !port.is_empty() && port != default);
        let is_written = !text.contains(|c: char| c.is_ascii_uppercase() || c == '#' || c == '%');
        let is_origin = is_host && is_whole && has_port && is_written;
        HeaderValue::from_str(text).ok().filter(|_| is_origin).map(Self).ok_or(NotAnOrigin)
    }
}

/// What tells browsers that pages of these origins may read the answers: `GET` and `POST`, with a body of any type, and no credentials,
/// since there are none.
pub(crate) fn layer(origins: Vec<Origin>) -> CorsLayer {
    CorsLayer::new()
        .allow_origin(AllowOrigin::list(origins.into_iter().map(|Origin(origin)| origin)))
        .allow_methods([Method::GET, Method::POST])
        .allow_headers([CONTENT_TYPE])
}

#[cfg(test)]
mod tests {
    use super::Origin;

    #[test]
    fn an_origin_is_written_as_browsers_send_it() {
        for (text, is_origin) in [
            ("https://app.example", true),
            ("http://localhost:5173", true),
            ("http://[::1]:3000", true),
            ("https://app.example/", false),
            ("https://app.example:443", false),
            ("http://app.example:", false),
            ("https://App.example", false),
            ("https://u@app.example", false),
            ("https://app.example?", false),
            ("https://app.example#", false),
            ("https://", false),
            ("app.example", false),
            ("ftp://app.example", false),
            ("null", false),
            ("*", false),
            ("", false),
        ] {
            assert_eq!(text.parse::<Origin>().is_ok(), is_origin, "{text}");
        }
    }
}
