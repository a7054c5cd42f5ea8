//! Facts of the authority: who, where, on which port.

use std::borrow::Cow;

use napkin::Encoded;
use napkin_url::{Position, Url};

use super::fact::{Number, Text, fact};

fact! {
    /// The text between // and the path
    Authority "authority": Text, of Authority;
    |reference| reference.authority();
    |url| url.has_authority().then(|| url.authority());
}

fact! {
    /// The text before the @ of the authority
    Userinfo "userinfo": Text, of Userinfo encoded;
    |reference| reference.userinfo().map(napkin::Userinfo::as_str);
    |url| userinfo_of_url(url);
}

fact! {
    /// The userinfo up to its first colon
    User "user": Text, of Userinfo encoded;
    |reference| reference.userinfo().map(|userinfo| userinfo.user().as_str());
    |url| userinfo_of_url(url).map(|_| url.username());
}

fact! {
    /// The userinfo after its first colon
    Password "password": Text, of Userinfo encoded;
    |reference| reference.userinfo().and_then(napkin::Userinfo::password).map(Encoded::as_str);
    |url| url.password();
}

fact! {
    /// The host as it is written, with the brackets of an IP literal; empty in file:///
    Host "host": Text, of Host encoded;
    |reference| reference.host().map(napkin::Host::as_str);
    // The empty host is not null.
    |url| url.host_kind().map(|_| url.host_str().unwrap_or_default());
}

fact! {
    /// What the host is: reg-name, ipv4, ipv6 or ipvfuture; by the URL Standard domain, ipv4, ipv6, opaque or empty
    HostKind "host_kind": Text, of Host, one of host_kinds();
    |reference| reference.host().map(|host| host.kind().name());
    |url| url.host_kind().map(napkin_url::HostKind::name);
}

fact! {
    /// The port as it is written, which may be empty
    Port "port": Text, of Port;
    |reference| reference.port().map(napkin::Port::as_str);
    |url| url.port().map(|_| &url[Position::BeforePort..Position::AfterPort]);
}

fact! {
    /// Whether the authority is a server or a registry name, in editions that distinguish them
    AuthorityForm "authority_form": Text, of Authority;
    told |edition| edition.tells_authority_forms();
    |reference| reference.authority_form();
}

fact! {
    /// The default port of the scheme
    DefaultPort "default_port": Number, of Port;
    |reference| reference.scheme().and_then(napkin::Scheme::default_port);
    |url| url.edition().special.scheme_type(url.scheme()).default_port();
}

fact! {
    /// The port as a number; if there is none, the default port of the scheme
    PortOrDefault "port_or_default": Number, of Port;
    |reference| reference.host().and_then(|_| {
        match reference.port().filter(|port| !port.as_str().is_empty()) {
            Some(port) => port.to_u16(),
            None => reference.scheme().and_then(napkin::Scheme::default_port),
        }
    });
    |url| url.port_or_known_default();
}

/// The text before the `@` of a URL, if it includes credentials.
fn userinfo_of_url<'r>(url: &'r Url<Cow<'r, str>>) -> Option<&'r str> {
    url.authority().rsplit_once('@').map(|(userinfo, _)| userinfo)
}

/// The names of the kinds of hosts, by the URI syntax and by the URL Standard.
fn host_kinds() -> impl Iterator<Item = &'static str> {
    use napkin::HostKind;
    use napkin_url::HostKind as UrlHostKind;

    let syntax = [HostKind::RegName, HostKind::Ipv4, HostKind::Ipv6, HostKind::IpvFuture];
    // Addresses have one name by both.
    let url = [UrlHostKind::Domain, UrlHostKind::Opaque, UrlHostKind::Empty];
    syntax.map(HostKind::name).into_iter().chain(url.map(UrlHostKind::name))
}
