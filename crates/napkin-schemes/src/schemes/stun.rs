//! `stun` and `stuns`: a server that tells a client its public address (RFC 7064).

use std::borrow::Cow;
use std::net::Ipv6Addr;

use napkin::edition::Rule;
use napkin::{ByteSet, Reference, Uri};

use crate::client::Client;
use crate::definition::{Definition, View};
use crate::error::{ErrorKind, SchemeError};
use crate::plan::{Plan, Step, Transport};
use crate::server::{Server, compared_name, in_path, literal};
use crate::source::Source;
use crate::spelling::{ALPHANUM, DIGIT};
use crate::value::Fields;
use crate::visitor::Visitor;
use crate::writer::Writer;

/// Session Traversal Utilities for NAT.
pub static STUN: Definition = Definition {
    name: "stun",
    title: "Session Traversal Utilities for NAT",
    document: "RFC 7064 section 3.1",
    grammar: "\
stunURI = scheme \":\" host [ \":\" port ]
scheme  = \"stun\" / \"stuns\"
host    = IP-literal / IPv4address / reg-name",
    example: "stun:stun.example.org:3479",
    default_port: Some(3478),
    standings: &[],
    normalization: Some(NORMAL),
    read: |source| Ok(Box::new(Stun::of(source)?)),
    compose: |given| Ok(Box::new(Visitor::compose(given, Stun::visit)?)),
};

/// Session Traversal Utilities for NAT over TLS.
///
/// `stun` over TLS (RFC 7064).
pub static STUNS: Definition = Definition {
    name: "stuns",
    title: "Session Traversal Utilities for NAT over TLS",
    example: "stuns:stun.example.org",
    default_port: Some(5349),
    ..STUN
};

const URI: Rule = Rule { name: "stunURI", section: "RFC 7064 section 3.1" };
const NORMAL: Rule = Rule { name: "host-and-port", section: "RFC 3986 section 6.2.3" };

const SUB_DELIMS: ByteSet = ByteSet::of(b"!$&'()*+,;=");
const NAME: ByteSet = ALPHANUM.or(ByteSet::of(b"-._~%")).or(SUB_DELIMS);

/// A server of `stun` or `stuns`.
///
/// ```
/// use napkin_schemes::{Server, View, schemes::Stun};
///
/// let uri = napkin::Uri::parse("stuns:example.org")?;
/// let stun = Stun::read(&uri)?;
/// assert!(stun.secure);
/// assert_eq!(Stun::new(Server::new("[::1]").on_port(4000)).to_uri()?, "stun:%5B::1%5D:4000");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stun<'a> {
    /// Whether it is `stuns`.
    pub secure: bool,
    /// Host and port of the server.
    pub server: Server<'a>,
}

impl<'a> Stun<'a> {
    /// Reads a URI of `stun` or `stuns`.
    ///
    /// # Errors
    ///
    /// If there is no host, it has other characters, or the port is invalid.
    pub fn read(reference: impl Into<Reference<'a>>) -> Result<Self, SchemeError> {
        STUN.read_by(&[STUN.name, STUNS.name], reference, Self::of)
    }

    /// A server of `stun`.
    pub const fn new(server: Server<'a>) -> Self {
        Self { secure: false, server }
    }

    pub(crate) fn of(source: Source<'a>) -> Result<Self, SchemeError> {
        let secure = source.scheme().eq_ignore_ascii_case(STUNS.name);
        Ok(Self { secure, server: host_port(source, source.after_scheme(), URI)? })
    }

    const fn definition(&self) -> &'static Definition {
        if self.secure { &STUNS } else { &STUN }
    }
}

/// Host and port from a path, where the brackets of an IPv6 address are escaped.
pub(super) fn host_port<'a>(
    source: Source<'a>,
    text: &'a str,
    rule: Rule,
) -> Result<Server<'a>, SchemeError> {
    let closed = [text.find("%5D"), text.find("%5d")].into_iter().flatten().min();
    let is_literal = ["%5B", "%5b"].iter().any(|bracket| text.starts_with(bracket));
    let bracketed = closed.filter(|_| is_literal).map_or(0, |at| at + "%5D".len());
    let behind = text.get(bracketed..).unwrap_or_default();
    let (name, port) = match behind.split_once(':') {
        Some((name, port)) => (name, Some(port)),
        None => (behind, None),
    };
    let written = text.get(..bracketed + name.len()).unwrap_or(text);
    if written.is_empty() {
        return Err(source.error(ErrorKind::Empty, "host", written, rule));
    }
    let host = literal(written).map_or(Cow::Borrowed(written), Cow::Owned);
    if host == written {
        source.check(written, NAME, "host", rule)?;
    }
    if let Some(digits) = port {
        source.check(digits, DIGIT, "port", rule)?;
        if !digits.is_empty() && digits.parse::<u16>().is_err() {
            return Err(source.error(ErrorKind::OutOfRange, "port", digits, rule));
        }
    }
    Ok(Server { host, port: port.map(Cow::Borrowed) })
}

/// Host and port as written in a path.
pub(super) fn written(server: &Server<'_>) -> String {
    let mut written = in_path(&server.host).into_owned();
    if let Some(port) = &server.port {
        written.extend([":", port]);
    }
    written
}

/// A host in lowercase, without the default port.
pub(super) fn normal_server(server: &Server<'_>, default: Option<u16>) -> Server<'static> {
    let host = match ipv6(&server.host) {
        Some(address) => format!("[{address}]"),
        None => compared_name(&server.host),
    };
    let port = server.effective_port(default).ok().filter(|port| Some(*port) != default);
    port.map_or(Server::new(host.clone()), |port| Server::new(host).on_port(port))
}

fn ipv6(host: &str) -> Option<Ipv6Addr> {
    host.strip_prefix('[')?.strip_suffix(']')?.parse().ok()
}

impl<'a> Stun<'a> {
    fn visit(fields: &mut Visitor<'_, 'a, Self>) -> Result<Self, SchemeError> {
        let server = fields.server(|it| (&it.server, it.definition().default_port))?;
        fields.derived("explicit_port", |it| it.server.port.is_some());
        fields.derived("secure", |it| it.secure);
        fields.build(|given| Ok(Self { secure: given.scheme() == STUNS.name, server }))
    }
}

impl View for Stun<'_> {
    fn fields(&self) -> Fields {
        Visitor::show(self, Self::visit)
    }

    fn to_uri(&self) -> Result<Uri<String>, SchemeError> {
        let uri = Writer::new(self.definition().name).raw(&written(&self.server)).finish()?;
        if Stun::read(&uri)? == *self {
            return Ok(uri);
        }
        Err(SchemeError::new(ErrorKind::NotAUri, "host", URI))
    }

    /// A request has a random id, so the plan names the operation instead of its bytes (RFC 8489 §5).
    fn plan(&self, client: &Client) -> Result<Plan, SchemeError> {
        let Definition { name, default_port, .. } = *self.definition();
        let transport = if self.secure { Transport::Tls } else { Transport::Udp };
        let connect = client.connect(&self.server, name, default_port, transport)?;
        Ok(Plan::new(vec![connect, Step::Perform("ask for a binding", Fields::new()), Step::Close]))
    }

    fn normal(&self) -> Option<String> {
        let server = normal_server(&self.server, self.definition().default_port);
        let normal = Stun { secure: self.secure, server }.to_uri().ok()?;
        (normal != self.to_uri().ok()?).then(|| normal.into_text())
    }
}
