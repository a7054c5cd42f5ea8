//! Proxies before the server: whose word counts about the client of a request, and the path below which the server is reached.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use axum::http::{HeaderMap, Uri};

/// The field in which proxies say whose requests they pass on. `Forwarded` is not read: many proxies pass on the one that a
/// client has written.
const FORWARDED_FOR: &str = "x-forwarded-for";

/// The proxies that are trusted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Proxies(Vec<IpAddr>);

impl Proxies {
    pub(crate) fn new(addresses: impl IntoIterator<Item = IpAddr>) -> Self {
        Self(addresses.into_iter().map(|address| address.to_canonical()).collect())
    }

    pub(crate) fn trusts(&self, address: IpAddr) -> bool {
        self.0.contains(&address.to_canonical())
    }

    /// The client of a request: who is connected, or, if that is a trusted proxy, the last address in the field that is none. What
    /// is left of it was written by who is not trusted. A proxy that names nobody is the client itself.
    pub(crate) fn client(&self, connected: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut client = connected;
        let fields = headers.get_all(FORWARDED_FOR).iter().rev();
        for field in fields {
            for name in field.as_bytes().rsplit(|byte| *byte == b',') {
                if !self.trusts(client) {
                    return client;
                }
                let name = str::from_utf8(name).ok().map(str::trim);
                let Some(address) = name.and_then(address) else { return client };
                client = address;
            }
        }
        client
    }
}

/// An address, which may have a port.
fn address(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    let address = bare.parse().or_else(|_| text.parse::<SocketAddr>().map(|with| with.ip()));
    address.ok().map(|address: IpAddr| address.to_canonical())
}

/// The path below which a server is reached, without a slash at the end; empty for the root.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BasePath(String);

/// A text that is not a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NotAPath;

impl fmt::Display for NotAPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a path; write it with a slash first, in letters, digits, '-', '.', '_' and '~', as in /napkin")
    }
}

impl std::error::Error for NotAPath {}

impl FromStr for BasePath {
    type Err = NotAPath;

    /// Reads a path; a slash at its end counts for nothing.
    ///
    /// # Errors
    ///
    /// [`NotAPath`] for anything but segments of unreserved characters (RFC 3986 section 2.3) without dot segments.
    fn from_str(text: &str) -> Result<Self, NotAPath> {
        let Some(rest) = text.strip_prefix('/') else { return Err(NotAPath) };
        if rest.is_empty() {
            return Ok(Self::default());
        }
        let rest = rest.strip_suffix('/').unwrap_or(rest);
        let is_segment = |segment: &str| {
            let is_unreserved = |c: u8| c.is_ascii_alphanumeric() || b"-._~".contains(&c);
            !segment.is_empty()
                && !matches!(segment, "." | "..")
                && segment.bytes().all(is_unreserved)
        };
        if rest.split('/').all(is_segment) { Ok(Self(format!("/{rest}"))) } else { Err(NotAPath) }
    }
}

/// What a target is to a server below a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// A path and query of its own.
    Own(Uri),
    /// The base path itself, without the slash that relative links need: the address with it.
    Folder(String),
    /// Another one.
    Foreign,
}

impl BasePath {
    /// The path below the base path; `None` for another one.
    pub(crate) fn below<'p>(&self, path: &'p str) -> Option<&'p str> {
        path.strip_prefix(self.0.as_str()).filter(|rest| rest.starts_with('/'))
    }

    /// The target of a request, below the base path.
    pub(crate) fn target(&self, uri: &Uri) -> Target {
        if self.0.is_empty() {
            return Target::Own(uri.clone());
        }
        let query = uri.query().map_or_else(String::new, |query| format!("?{query}"));
        match self.below(uri.path()) {
            Some(rest) => format!("{rest}{query}").parse().map_or(Target::Foreign, Target::Own),
            None if uri.path() == self.0 => Target::Folder(format!("{}/{query}", self.0)),
            None => Target::Foreign,
        }
    }
}

impl fmt::Display for BasePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderMap;

    use super::{BasePath, FORWARDED_FOR, Proxies, Target};

    #[test]
    fn only_trusted_proxies_name_clients() {
        let proxies = Proxies::new(["192.0.2.1", "192.0.2.2"].map(|ip| ip.parse().unwrap()));
        for (connected, fields, client) in [
            ("198.51.100.7", &["203.0.113.9"][..], "198.51.100.7"),
            ("192.0.2.1", &["203.0.113.9"], "203.0.113.9"),
            ("::ffff:192.0.2.1", &["203.0.113.9"], "203.0.113.9"),
            ("192.0.2.1", &["198.51.100.1, 203.0.113.9 , 192.0.2.2"], "203.0.113.9"),
            ("192.0.2.1", &["198.51.100.1", "203.0.113.9,192.0.2.2"], "203.0.113.9"),
            ("192.0.2.1", &["[2001:db8::1]:80"], "2001:db8::1"),
            ("192.0.2.1", &["203.0.113.9:81"], "203.0.113.9"),
            ("192.0.2.1", &["198.51.100.1, unknown"], "192.0.2.1"),
            ("192.0.2.1", &["192.0.2.2"], "192.0.2.2"),
            ("192.0.2.1", &[""], "192.0.2.1"),
            ("192.0.2.1", &[], "192.0.2.1"),
        ] {
            let mut headers = HeaderMap::new();
            for field in fields {
                headers.append(FORWARDED_FOR, field.parse().unwrap());
            }
            let found = proxies.client(connected.parse().unwrap(), &headers);
            assert_eq!(found.to_canonical().to_string(), client, "{connected} {fields:?}");
        }
    }

    #[test]
    fn a_base_path_is_taken_off() {
        let base: BasePath = "/tools/napkin/".parse().unwrap();
        let target = |uri: &str| base.target(&uri.parse().unwrap());
        assert_eq!(target("/tools/napkin/?uri=a"), Target::Own("/?uri=a".parse().unwrap()));
        assert_eq!(target("/tools/napkin/api"), Target::Own("/api".parse().unwrap()));
        assert_eq!(target("/tools/napkin?x"), Target::Folder("/tools/napkin/?x".into()));
        for foreign in ["/", "/tools", "/tools/napkins", "/tools/napkin2/"] {
            assert_eq!(target(foreign), Target::Foreign, "{foreign}");
        }
        let root: BasePath = "/".parse().unwrap();
        assert_eq!(root, BasePath::default());
        assert_eq!(root.target(&"/a?b".parse().unwrap()), Target::Own("/a?b".parse().unwrap()));
        for wrong in ["", "a", "//", "/a//b", "/a/../b", "/a b", "/a?b", "http://h/"] {
            assert!(wrong.parse::<BasePath>().is_err(), "{wrong}");
        }
    }
}
