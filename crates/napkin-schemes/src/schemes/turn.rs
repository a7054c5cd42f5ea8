//! `turn` and `turns`: a relay for clients that cannot reach their peer directly (RFC 7065).

use std::borrow::Cow;

use napkin::edition::Rule;
use napkin::{ByteSet, Reference, Uri};

use crate::client::Client;
use crate::definition::{Definition, View};
use crate::error::{ErrorKind, SchemeError};
use crate::named_fields::Given;
use crate::plan::{Plan, Question, Step, Transport, Until};
use crate::server::Server;
use crate::source::Source;
use crate::spelling::ALPHANUM;
use crate::value::Fields;
use crate::visitor::Visitor;
use crate::writer::Writer;

use super::stun::{host_port, normal_server, written};

/// Traversal Using Relays around NAT.
pub static TURN: Definition = Definition {
    name: "turn",
    title: "Traversal Using Relays around NAT",
    document: "RFC 7065 section 3.1",
    grammar: "\
turnURI       = scheme \":\" host [ \":\" port ] [ \"?transport=\" transport ]
scheme        = \"turn\" / \"turns\"
transport     = \"udp\" / \"tcp\" / transport-ext
transport-ext = 1*unreserved",
    example: "turn:turn.example.org:3479?transport=tcp",
    default_port: Some(3478),
    standings: &[],
    normalization: Some(NORMAL),
    read: |source| Ok(Box::new(Turn::of(source)?)),
    compose: |given| Ok(Box::new(Visitor::compose(given, Turn::visit)?)),
};

/// Traversal Using Relays around NAT over TLS.
///
/// `turn` over TLS (RFC 7065).
pub static TURNS: Definition = Definition {
    name: "turns",
    title: "Traversal Using Relays around NAT over TLS",
    example: "turns:turn.example.org",
    default_port: Some(5349),
    ..TURN
};

const URI: Rule = Rule { name: "turnURI", section: "RFC 7065 section 3.1" };
const TRANSPORT: Rule = Rule { name: "transport", section: "RFC 7065 section 3.1" };
const NORMAL: Rule = Rule { name: "host-and-port", section: "RFC 3986 section 6.2.3" };

const LEAD: &str = "transport=";
const UNRESERVED: ByteSet = ALPHANUM.or(ByteSet::of(b"-._~"));

/// A relay of `turn` or `turns`.
///
/// ```
/// use napkin_schemes::schemes::Turn;
///
/// let uri = napkin::Uri::parse("turns:example.org?transport=tcp")?;
/// let turn = Turn::read(&uri)?;
/// assert_eq!((turn.secure, turn.transport.as_deref()), (true, Some("tcp")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn<'a> {
    /// Whether it is `turns`.
    pub secure: bool,
    /// Host and port of the server.
    pub server: Server<'a>,
    /// The transport: `udp`, `tcp` or another name; DNS decides if undefined.
    pub transport: Option<Cow<'a, str>>,
}

impl<'a> Turn<'a> {
    /// Reads a URI of `turn` or `turns`.
    ///
    /// # Errors
    ///
    /// If there is no host, it has other characters, the port is invalid, or the query is not a transport.
    pub fn read(reference: impl Into<Reference<'a>>) -> Result<Self, SchemeError> {
        TURN.read_by(&[TURN.name, TURNS.name], reference, Self::of)
    }

    /// A server of `turn`.
    pub const fn new(server: Server<'a>) -> Self {
        Self { secure: false, server, transport: None }
    }

    pub(crate) fn of(source: Source<'a>) -> Result<Self, SchemeError> {
        let (host, query) = match source.after_scheme().split_once('?') {
            Some((host, query)) => (host, Some(query)),
            None => (source.after_scheme(), None),
        };
        let server = host_port(source, host, URI)?;
        let transport = query.map(|query| transport(source, query)).transpose()?;
        let secure = source.scheme().eq_ignore_ascii_case(TURNS.name);
        Ok(Self { secure, transport: transport.map(Cow::Borrowed), server })
    }

    const fn definition(&self) -> &'static Definition {
        if self.secure { &TURNS } else { &TURN }
    }

    /// The transport, if it is one of the two defined ones; by default UDP, or TCP below TLS.
    fn carrier(&self) -> Option<Transport> {
        let name = self.transport.as_ref().map(|name| name.to_ascii_lowercase());
        match (name.as_deref(), self.secure) {
            (None | Some("udp"), false) => Some(Transport::Udp),
            (Some("tcp"), false) => Some(Transport::Tcp),
            (None | Some("tcp"), true) => Some(Transport::Tls),
            (Some("udp"), true) => Some(Transport::Dtls),
            _ => None,
        }
    }
}

fn transport<'a>(source: Source<'a>, query: &'a str) -> Result<&'a str, SchemeError> {
    let (lead, name) = query.split_at_checked(LEAD.len()).unwrap_or((query, ""));
    if !lead.eq_ignore_ascii_case(LEAD) {
        return Err(source.error(ErrorKind::Unexpected, "query", query, URI));
    }
    if name.is_empty() {
        return Err(source.error(ErrorKind::Empty, "transport", name, TRANSPORT));
    }
    source.check(name, UNRESERVED, "transport", TRANSPORT)?;
    Ok(name)
}

impl<'a> Turn<'a> {
    fn visit(fields: &mut Visitor<'_, 'a, Self>) -> Result<Self, SchemeError> {
        let server = fields.server(|it| (&it.server, it.definition().default_port))?;
        fields.derived("explicit_port", |it| it.server.port.is_some());
        let transport = fields.field("transport", Given::text, |it| it.transport.as_ref())?;
        fields.derived("secure", |it| it.secure);
        fields.build(|given| Ok(Self { secure: given.scheme() == TURNS.name, server, transport }))
    }
}

impl View for Turn<'_> {
    fn fields(&self) -> Fields {
        Visitor::show(self, Self::visit)
    }

    fn to_uri(&self) -> Result<Uri<String>, SchemeError> {
        let writer = Writer::new(self.definition().name).raw(&written(&self.server));
        let uri = match &self.transport {
            None => writer.finish()?,
            Some(name) => writer.raw("?").raw(LEAD).raw(name).finish()?,
        };
        if Turn::read(&uri)? == *self {
            return Ok(uri);
        }
        Err(SchemeError::new(ErrorKind::NotAUri, "host", URI))
    }

    /// A request has a random id and is signed, so the plan names the operation instead of its bytes (RFC 8656 §7).
    fn plan(&self, client: &Client) -> Result<Plan, SchemeError> {
        let Definition { name, default_port, .. } = *self.definition();
        let unknown = SchemeError::new(ErrorKind::NoPlan, "transport", TRANSPORT)
            .because("the transport is unknown");
        let transport = self.carrier().ok_or(unknown)?;
        let connect = client.connect(&self.server, name, default_port, transport)?;
        Ok(Plan::new(vec![
            Step::Ask(Question::User),
            connect,
            Step::Perform("allocate a relayed address", Fields::new()),
            Step::Receive(Until::User),
            Step::Close,
        ]))
    }

    fn normal(&self) -> Option<String> {
        let server = normal_server(&self.server, self.definition().default_port);
        let transport = self.transport.as_ref().map(|name| name.to_ascii_lowercase().into());
        let normal = Turn { secure: self.secure, server, transport }.to_uri().ok()?;
        (normal != self.to_uri().ok()?).then(|| normal.into_text())
    }
}
