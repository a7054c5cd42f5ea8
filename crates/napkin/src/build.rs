//! Building a URI from its parts.
//!
//! The builder collects text and judges it once, at the end, by [`Parts::recompose`].

use alloc::string::{String, ToString};
use core::fmt::{Display, Write};
use core::net::IpAddr;

use crate::error::ParseError;
use crate::percent::encode;
use crate::recompose::Parts;
use crate::uri::{Uri, UriRef};

/// Collects the parts of a URI or a relative reference.
///
/// Whole parts are given as they will stand, as anything that displays: text, or
/// [`encode`]d data. What is given piece by piece ([`segment`](Self::segment),
/// [`pair`](Self::pair), [`host_name`](Self::host_name)) is data, and is encoded.
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
#[derive(Clone, Debug, Default)]
pub struct Builder {
    scheme: Option<String>,
    userinfo: Option<String>,
    host: Option<String>,
    port: Option<String>,
    path: String,
    query: Option<String>,
    fragment: Option<String>,
}

impl Builder {
    /// Nothing yet: the empty relative reference.
    pub const fn new() -> Self {
        Self {
            scheme: None,
            userinfo: None,
            host: None,
            port: None,
            path: String::new(),
            query: None,
            fragment: None,
        }
    }

    /// The scheme, without its colon.
    #[must_use]
    pub fn scheme(mut self, scheme: impl Display) -> Self {
        self.scheme = Some(scheme.to_string());
        self
    }

    /// The userinfo, as it will stand. Passwords in it are deprecated (RFC 3986 §3.2.1).
    #[must_use]
    pub fn userinfo(mut self, userinfo: impl Display) -> Self {
        self.userinfo = Some(userinfo.to_string());
        self
    }

    /// The host, as it will stand: a name, an IPv4 address, or an IP literal with its brackets.
    #[must_use]
    pub fn host(mut self, host: impl Display) -> Self {
        self.host = Some(host.to_string());
        self
    }

    /// A host name that may have any characters: UTF-8, percent-encoded (§3.2.2).
    #[must_use]
    pub fn host_name(self, name: &str) -> Self {
        self.host(encode(name))
    }

    /// An address as host, with brackets where it needs them.
    #[must_use]
    pub fn ip(self, address: IpAddr) -> Self {
        match address {
            IpAddr::V4(address) => self.host(address),
            IpAddr::V6(address) => self.host(format_args!("[{address}]")),
        }
    }

    /// The port.
    #[must_use]
    pub fn port(mut self, port: u16) -> Self {
        self.port = Some(port.to_string());
        self
    }

    /// The whole path, as it will stand.
    #[must_use]
    pub fn path(mut self, path: impl Display) -> Self {
        self.path = path.to_string();
        self
    }

    /// One more segment of the path, from data: encoded, and put behind a slash unless the path is
    /// empty and there is no authority.
    #[must_use]
    pub fn segment(mut self, data: &str) -> Self {
        if !self.path.is_empty() || self.has_authority() {
            self.path.push('/');
        }
        push(&mut self.path, encode(data));
        self
    }

    /// The whole query, as it will stand.
    #[must_use]
    pub fn query(mut self, query: impl Display) -> Self {
        self.query = Some(query.to_string());
        self
    }

    /// One more `key=value` of the query, from data: both encoded.
    #[must_use]
    pub fn pair(mut self, key: &str, value: &str) -> Self {
        let query = match &mut self.query {
            Some(query) => {
                query.push('&');
                query
            }
            none => none.insert(String::new()),
        };
        push(query, format_args!("{}={}", encode(key), encode(value)));
        self
    }

    /// The fragment, as it will stand.
    #[must_use]
    pub fn fragment(mut self, fragment: impl Display) -> Self {
        self.fragment = Some(fragment.to_string());
        self
    }

    /// Puts a reference together (RFC 3986 §5.3); see [`Parts::recompose`] for its guards.
    ///
    /// # Errors
    ///
    /// The first part that is not valid, with the offset within that part.
    pub fn uri_ref(&self) -> Result<UriRef<String>, ParseError> {
        let authority = self.has_authority().then(|| {
            let mut text = String::new();
            if let Some(userinfo) = &self.userinfo {
                push(&mut text, format_args!("{userinfo}@"));
            }
            text.push_str(self.host.as_deref().unwrap_or_default());
            if let Some(port) = &self.port {
                push(&mut text, format_args!(":{port}"));
            }
            text
        });
        let parts = Parts {
            scheme: self.scheme.as_deref(),
            authority: authority.as_deref(),
            path: &self.path,
            query: self.query.as_deref(),
            fragment: self.fragment.as_deref(),
        };
        parts.recompose()
    }

    /// Puts a URI together.
    ///
    /// # Errors
    ///
    /// Like [`uri_ref`](Self::uri_ref); [`MissingScheme`](crate::ErrorKind::MissingScheme) without a
    /// scheme.
    pub fn uri(&self) -> Result<Uri<String>, ParseError> {
        let reference = self.uri_ref()?;
        reference.to_uri()?;
        let components = *reference.components();
        Ok(Uri::wrap(reference.into_text(), components))
    }

    fn has_authority(&self) -> bool {
        self.userinfo.is_some() || self.host.is_some() || self.port.is_some()
    }
}

/// Writes to a string, which cannot fail.
fn push(text: &mut String, piece: impl Display) {
    let _ = write!(text, "{piece}");
}
