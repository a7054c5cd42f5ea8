//! Forms that make answers equal that differ in one way only.

use std::net::Ipv6Addr;

use napkin::scheme::Hierarchy;
use napkin::{Iri, IriRef, Level, Parts, dot_segments};

/// A way in which two URIs may differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// Whether an empty port is written.
    EmptyPort,
    /// Whether the default port is written.
    DefaultPort,
    /// How an IPv6 address is spelled.
    Address,
    /// The case of the host, and of the triplets in it.
    HostCase,
    /// Dot segments of a path without authority.
    OpaqueDots,
    /// The slash at the beginning of a path without authority.
    OpaqueSlash,
    /// The guard that keeps a path from being an authority, and the slashes at its start.
    Guard,
    /// The guard before a path after an authority, where it is not needed.
    NeedlessGuard,
    /// Dot segments, and triplets of unreserved characters, in a path that is not hierarchical by its scheme's
    /// document.
    NoHierarchy,
    /// Whether a non-ASCII character is raw or in triplets.
    BeyondAscii,
}

/// Whether two URIs are equal except in these ways.
pub(crate) fn alike(one: &str, other: &str, ways: &[Way]) -> bool {
    loosened(one, ways) == loosened(other, ways)
}

/// The text without the parts that may differ.
fn loosened(uri: &str, ways: &[Way]) -> String {
    let has = |way| ways.contains(&way);
    let unknown = has(Way::NoHierarchy).then(|| of_no_known_scheme(uri)).flatten();
    let uri = unknown.as_deref().unwrap_or(uri);
    let mapped = has(Way::BeyondAscii).then(|| IriRef::parse(uri).ok()?.to_uri_ref().ok());
    let mapped = mapped.flatten().map(|uri| uri.into_text().into_owned());
    let uri = mapped.as_deref().unwrap_or(uri);
    let parts = Parts::split(uri);
    let Some(authority) = parts.authority.filter(|_| !has(Way::Guard)) else {
        if has(Way::Guard) {
            let rest = &uri[parts.scheme.map_or(0, |scheme| scheme.len() + 1)..];
            let rest = if rest.starts_with("/.//") { &rest[2..] } else { rest };
            return format!("{:?} {}", parts.scheme, rest.trim_start_matches('/'));
        }
        let mut path = parts.path.to_owned();
        if has(Way::OpaqueDots) {
            path = dot_segments::remove(&path).into_owned();
        }
        if has(Way::OpaqueSlash) {
            path = path.strip_prefix('/').unwrap_or(&path).to_owned();
        }
        return format!("{:?} {path} {:?} {:?}", parts.scheme, parts.query, parts.fragment);
    };
    let (userinfo, host) = authority.rsplit_once('@').unwrap_or(("", authority));
    let colon = host.rfind(':').filter(|&colon| !host[colon..].contains(']'));
    let (host, port) = colon.map_or((host, ""), |colon| host.split_at(colon));
    let mut host = host.to_owned();
    if has(Way::Address) {
        let inside = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
        if let Some(address) = inside.and_then(|inside| inside.parse::<Ipv6Addr>().ok()) {
            host = format!("{:?}", address.segments());
        }
    }
    if has(Way::HostCase) {
        host.make_ascii_lowercase();
    }
    let default = Iri::parse(uri).ok().and_then(|uri| uri.scheme().default_port());
    let is_default = || port.get(1..).and_then(|port| port.parse().ok()) == default;
    let is_left_out = has(Way::EmptyPort) && port == ":" || has(Way::DefaultPort) && is_default();
    let port = if is_left_out { "" } else { port };
    let Parts { scheme, path, query, fragment, .. } = parts;
    let is_guarded = has(Way::NeedlessGuard) && path.starts_with("/.//");
    let path = if is_guarded { &path[2..] } else { path };
    format!("{scheme:?} {userinfo:?} {host} {port} {path} {query:?} {fragment:?}")
}

/// The normal form of a URI under an unknown scheme, if its own scheme is not hierarchical as a whole.
fn of_no_known_scheme(uri: &str) -> Option<String> {
    let parsed = Iri::parse(uri).ok()?;
    if parsed.scheme().hierarchy() == Hierarchy::Whole {
        return None;
    }
    let rest = &uri[parsed.scheme().as_str().len()..];
    Some(Iri::try_new(format!("x{rest}")).ok()?.normalize(Level::Syntax).ok()?.to_string())
}
