//! The host names of a server. A page of another site can make its own name resolve to this machine and then read a
//! local server's answers, unless the server checks the name (DNS rebinding).

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use axum::extract::Request;
use axum::http::header::{CONNECTION, HOST};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use napkin::UriRef;

use crate::refusal::Refusal;

/// A name that clients call a server by, without a port: `explorer.example`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostName(String);

/// A text that is not a host name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NotAHostName;

impl fmt::Display for NotAHostName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "not a host name; write it without scheme, port and path, as in explorer.example",
        )
    }
}

impl std::error::Error for NotAHostName {}

impl FromStr for HostName {
    type Err = NotAHostName;

    /// Reads a name.
    ///
    /// # Errors
    ///
    /// [`NotAHostName`] for anything but a host of RFC 3986 section 3.2.2.
    fn from_str(text: &str) -> Result<Self, NotAHostName> {
        match host_of(text) {
            Some(host) if host == text => Ok(Self(text.to_owned())),
            _ => Err(NotAHostName),
        }
    }
}

/// The host names that requests may use.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    /// The address on which the server listens.
    address: IpAddr,
    others: Vec<HostName>,
}

impl Names {
    pub(crate) const fn new(address: IpAddr, others: Vec<HostName>) -> Self {
        Self { address, others }
    }

    /// Rejects a request for another host: by its `Host` and, if the target is a whole URI, by that (RFC 9112
    /// sections 3.2 and 3.2.2).
    pub(crate) fn check(&self, request: &Request) -> Result<(), Refusal> {
        let mut fields = request.headers().get_all(HOST).iter();
        let (Some(field), None) = (fields.next(), fields.next()) else {
            return Err(Refusal::bad("a request has one Host header field"));
        };
        let field = field.to_str().ok().and_then(host_of);
        let Some(host) = field else {
            return Err(Refusal::bad("the Host header field has no host"));
        };
        let target = request.uri().authority().map(|authority| host_of(authority.as_str()));
        if self.knows(host) && target.is_none_or(|host| host.is_some_and(|host| self.knows(host))) {
            return Ok(());
        }
        let message =
            "this server is called by another name; `napkin serve --host-name` adds names".into();
        Err(Refusal { status: StatusCode::MISDIRECTED_REQUEST, message })
    }

    /// Whether a host names this server: a loopback address or its name, the listening address (any address if it
    /// listens on all), or one of the configured names.
    fn knows(&self, host: &str) -> bool {
        let bare = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(host);
        if let Ok(address) = bare.parse::<IpAddr>() {
            return address.is_loopback()
                || address == self.address
                || self.address.is_unspecified();
        }
        let is = |name: &str| {
            let host = host.strip_suffix('.').unwrap_or(host);
            host.eq_ignore_ascii_case(name.strip_suffix('.').unwrap_or(name))
        };
        is("localhost") || self.others.iter().any(|HostName(name)| is(name))
    }
}

/// An error after which the connection is closed.
pub(crate) fn closing(refusal: Refusal) -> Response {
    let mut response = refusal.into_response();
    response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    response
}

/// The host in `host` or `host:port`, unchanged.
fn host_of(text: &str) -> Option<&str> {
    let reference = format!("//{text}");
    let parsed = UriRef::parse(reference.as_str()).ok()?;
    let authority = parsed.authority().filter(|authority| authority.as_str() == text)?;
    let length = authority.host().as_str().len();
    let has_user = authority.userinfo().is_some();
    text.get(..length).filter(|host| !host.is_empty() && !has_user)
}

#[cfg(test)]
mod tests {
    use super::{HostName, Names};

    #[test]
    fn names_of_a_server_are_known_in_every_spelling() {
        let names = |address: &str| {
            Names::new(address.parse().unwrap(), vec!["Explorer.example".parse().unwrap()])
        };
        for host in
            ["localhost", "LOCALHOST.", "127.0.0.1", "127.8.0.1", "[::1]", "explorer.example"]
        {
            assert!(names("127.0.0.1").knows(host), "{host}");
        }
        for host in
            ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "192.0.2.1"]
        {
            assert!(!names("127.0.0.1").knows(host), "{host}");
        }
        assert!(names("192.0.2.1").knows("192.0.2.1") && !names("192.0.2.1").knows("192.0.2.2"));
        assert!(names("0.0.0.0").knows("192.0.2.2") && names("::").knows("[2001:db8::1]"));
        assert!(!names("0.0.0.0").knows("evil.example"));
        for text in ["", "a:80", "a/b", "u@a", "http://a/", "a b", "[::1"] {
            assert!(text.parse::<HostName>().is_err(), "{text}");
        }
        assert!("a_b.example".parse::<HostName>().is_ok());
    }
}
