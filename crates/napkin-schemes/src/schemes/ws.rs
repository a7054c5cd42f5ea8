//! `ws` and `wss`: a WebSocket, named by a host and a resource name; a fragment has no meaning there (RFC 6455
//! §3).

use std::borrow::Cow;

use napkin::edition::Rule;
use napkin::{ByteSet, Reference, Uri};

use crate::client::Client;
use crate::definition::{Definition, View};
use crate::error::{ErrorKind, SchemeError};
use crate::octets::as_sent;
use crate::plan::{Plan, Step, Transport, Until};
use crate::server::Server;
use crate::source::{Source, split_at_query};
use crate::value::Fields;
use crate::visitor::Visitor;
use crate::writer::Writer;

/// The WebSocket Protocol.
pub static WS: Definition = Definition {
    name: "ws",
    title: "WebSocket connections",
    document: "RFC 6455 section 3",
    grammar: "\
ws-URI        = \"ws:\" \"//\" host [ \":\" port ] path [ \"?\" query ]
path          = path-abempty
resource-name = \"/\" *( path-abempty [ \"?\" query ] )",
    example: "ws://example.com/chat?room=1",
    default_port: Some(80),
    standings: &[],
    normalization: None,
    read: |source| Ok(Box::new(WebSocket::of(source)?)),
    compose: |given| Ok(Box::new(Visitor::compose(given, WebSocket::visit)?)),
};

/// The WebSocket Protocol over TLS.
///
/// `ws` over TLS, on its own port (RFC 6455 §3).
pub static WSS: Definition = Definition {
    name: "wss",
    title: "Encrypted WebSocket connections",
    grammar: "\
wss-URI = \"wss:\" \"//\" host [ \":\" port ] path [ \"?\" query ]",
    example: "wss://example.com/chat",
    default_port: Some(443),
    ..WS
};

const URI: Rule = Rule { name: "ws-URI", section: "RFC 6455 section 3" };

/// A URI of `ws` or `wss`.
///
/// Path and query are raw: they are sent unchanged.
///
/// ```
/// use napkin_schemes::schemes::WebSocket;
///
/// let uri = napkin::Uri::parse("wss://example.com?room=1")?;
/// let socket = WebSocket::read(&uri)?;
/// assert!(socket.secure);
/// assert_eq!(socket.resource_name(), "/?room=1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebSocket<'a> {
    /// Whether it is `wss`.
    pub secure: bool,
    /// Host and port of the server.
    pub server: Server<'a>,
    /// The path with its slash, or empty.
    pub path: Cow<'a, str>,
    /// The text after the question mark.
    pub query: Option<Cow<'a, str>>,
}

impl<'a> WebSocket<'a> {
    /// Reads a URI of `ws` or `wss`.
    ///
    /// # Errors
    ///
    /// If there is no host, or a userinfo, or a fragment, even an empty one.
    pub fn read(reference: impl Into<Reference<'a>>) -> Result<Self, SchemeError> {
        WS.read_by(&[WS.name, WSS.name], reference, Self::of)
    }

    /// A URI of `ws` with a path that begins with a slash, or is empty.
    pub fn new(server: Server<'a>, path: impl Into<Cow<'a, str>>) -> Self {
        Self { secure: false, server, path: path.into(), query: None }
    }

    pub(crate) fn of(source: Source<'a>) -> Result<Self, SchemeError> {
        source.refuse_userinfo(URI)?;
        let server = source.server(URI)?;
        source.refuse_fragment(URI)?;
        let (path, query) = source.path_and_query();
        let secure = source.scheme().eq_ignore_ascii_case(WSS.name);
        Ok(Self { secure, query: query.map(Cow::Borrowed), ..Self::new(server, path) })
    }

    /// The resource name of the opening handshake: path and query, at least a slash.
    pub fn resource_name(&self) -> String {
        let path = if self.path.is_empty() { "/" } else { &self.path };
        as_sent(match &self.query {
            None => path.into(),
            Some(query) => [path, "?", query].concat(),
        })
    }

    fn definition(&self) -> &'static Definition {
        if self.secure { &WSS } else { &WS }
    }
}

/// The characters allowed raw in a path and a query, besides the unreserved ones.
const IN_RESOURCE: ByteSet = ByteSet::of(b"/?!$&'()*+,;=:@");

impl<'a> WebSocket<'a> {
    fn visit(fields: &mut Visitor<'_, 'a, Self>) -> Result<Self, SchemeError> {
        let server = fields.server(|it| (&it.server, it.definition().default_port))?;
        let resource = fields.written("resource_name", IN_RESOURCE, Self::resource_name)?;
        fields.derived("secure", |it| it.secure);
        fields.build(|given| {
            let resource = resource.unwrap_or(Cow::Borrowed("/"));
            let (path, query) = split_at_query(&resource);
            let query = query.map(|query| Cow::Owned(query.to_owned()));
            let secure = given.scheme() == WSS.name;
            Ok(Self { secure, query, ..Self::new(server, path.to_owned()) })
        })
    }
}

impl View for WebSocket<'_> {
    fn fields(&self) -> Fields {
        Visitor::show(self, Self::visit)
    }

    fn to_uri(&self) -> Result<Uri<String>, SchemeError> {
        let writer = Writer::new(self.definition().name).server(&self.server);
        let uri = writer.path_and_query(&self.path, self.query.as_deref()).finish()?;
        // A raw field could contain a delimiter, so the result has to be read back equal.
        if WebSocket::read(&uri)? == *self {
            return Ok(uri);
        }
        Err(SchemeError::new(ErrorKind::NotAUri, "resource_name", URI))
    }

    /// The handshake has a random key, so the plan names the operation instead of its bytes (RFC 6455 §4.1).
    fn plan(&self, client: &Client) -> Result<Plan, SchemeError> {
        let Definition { name, default_port, .. } = *self.definition();
        let transport = if self.secure { Transport::Tls } else { Transport::Tcp };
        let connect = client.connect(&self.server, name, default_port, transport)?;
        let port = self.server.effective_port(default_port)?;
        let name = self.server.sent()?.host;
        let host = match default_port {
            Some(default) if default == port => name.into_owned(),
            _ => format!("{name}:{port}"),
        };
        let asked = Fields::new().with("host", host).with("resource_name", self.resource_name());
        Ok(Plan::new(vec![
            connect,
            Step::Perform("shake hands", asked),
            Step::Receive(Until::User),
            Step::Close,
        ]))
    }
}
