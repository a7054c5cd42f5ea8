//! `rtsp`, `rtsps` and `rtspu`: a stream for playback, with pausing and seeking (RFC 7826 §4.2; RFC 2326 §3.2).

use std::borrow::Cow;

use napkin::edition::Rule;
use napkin::{ByteSet, Reference, Uri};

use crate::client::Client;
use crate::definition::{Definition, View};
use crate::error::{ErrorKind, SchemeError};
use crate::octets::Octets;
use crate::place;
use crate::plan::{Plan, Step, Transport, Until};
use crate::server::{Login, Server, without_zone};
use crate::source::Source;
use crate::value::Fields;
use crate::visitor::Visitor;
use crate::writer::Writer;

/// The Real-Time Streaming Protocol.
pub static RTSP: Definition = Definition {
    name: "rtsp",
    title: "Real-Time Streaming Protocol",
    document: "RFC 7826 section 4.2",
    grammar: "\
RTSP-URI = schemes \":\" \"//\" authority path-abempty [ \"?\" query ] [ \"#\" fragment ]
schemes  = \"rtsp\" / \"rtsps\" / \"rtspu\"",
    example: "rtsp://media.example.com:8554/twister/audiotrack",
    default_port: Some(554),
    standings: &[],
    normalization: None,
    read: |source| Ok(Box::new(Rtsp::of(source)?)),
    compose: |given| Ok(Box::new(Visitor::compose(given, Rtsp::visit)?)),
};

/// The Real-Time Streaming Protocol over TLS.
///
/// `rtsp` over TLS (RFC 7826 §4.2).
pub static RTSPS: Definition = Definition {
    name: "rtsps",
    title: "Real-Time Streaming Protocol over TLS",
    example: "rtsps://media.example.com/twister/audiotrack",
    default_port: Some(322),
    ..RTSP
};

/// The Real-Time Streaming Protocol over UDP.
///
/// `rtsp` over UDP (RFC 2326 §3.2).
pub static RTSPU: Definition = Definition {
    name: "rtspu",
    title: "Real-Time Streaming Protocol over UDP",
    document: "RFC 2326 section 3.2",
    example: "rtspu://media.example.com/twister/audiotrack",
    ..RTSP
};

const URI: Rule = Rule { name: "RTSP-URI", section: "RFC 7826 section 4.2" };

/// A URI of `rtsp`, `rtsps` or `rtspu`. Path and query are raw: they are sent unchanged.
///
/// ```
/// use napkin_schemes::schemes::Rtsp;
///
/// let uri = napkin::Uri::parse("rtsp://camera.example/live?channel=1")?;
/// let rtsp = Rtsp::read(&uri)?;
/// assert_eq!((&*rtsp.path, rtsp.query.as_deref()), ("/live", Some("channel=1")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rtsp<'a> {
    /// The transport of the requests.
    pub transport: RtspTransport,
    /// User and password. RFC 2326 has none; URIs of cameras do.
    pub login: Login<'a>,
    /// Host and port of the server.
    pub server: Server<'a>,
    /// The path with its slash, or empty.
    pub path: Cow<'a, str>,
    /// The text after the question mark.
    pub query: Option<Cow<'a, str>>,
}

/// The transport of RTSP, the only difference between its schemes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_enums, reason = "each is a scheme of its own")]
pub enum RtspTransport {
    /// `rtsp`: TCP.
    Tcp,
    /// `rtsps`: TLS.
    Tls,
    /// `rtspu`: UDP, which RFC 7826 no longer has.
    Udp,
}

impl RtspTransport {
    const ALL: [Self; 3] = [Self::Tcp, Self::Tls, Self::Udp];

    fn definition(self) -> &'static Definition {
        match self {
            Self::Tcp => &RTSP,
            Self::Tls => &RTSPS,
            Self::Udp => &RTSPU,
        }
    }
}

impl<'a> Rtsp<'a> {
    /// Reads a URI of `rtsp`, `rtsps` or `rtspu`.
    ///
    /// # Errors
    ///
    /// If there is no host.
    pub fn read(reference: impl Into<Reference<'a>>) -> Result<Self, SchemeError> {
        RTSP.read_by(&[RTSP.name, RTSPS.name, RTSPU.name], reference, Self::of)
    }

    /// A URI of `rtsp` with a path that begins with a slash, or is empty.
    pub fn new(server: Server<'a>, path: impl Into<Cow<'a, str>>) -> Self {
        let (transport, login) = (RtspTransport::Tcp, Login::default());
        Self { transport, login, server, path: path.into(), query: None }
    }

    pub(crate) fn of(source: Source<'a>) -> Result<Self, SchemeError> {
        let server = source.server(URI)?;
        let (path, query) = source.path_and_query();
        let query = query.map(Cow::Borrowed);
        let is = |it: &RtspTransport| source.scheme().eq_ignore_ascii_case(it.definition().name);
        let transport = RtspTransport::ALL.into_iter().find(is).unwrap_or(RtspTransport::Tcp);
        Ok(Self { transport, login: source.login(), query, ..Self::new(server, path) })
    }

    fn write(&self, login: &Login<'_>, server: &Server<'_>) -> Result<Uri<String>, SchemeError> {
        let writer = Writer::new(self.transport.definition().name).authority(login, server);
        writer.path_and_query(&self.path, self.query.as_deref()).finish()
    }
}

impl<'a> Rtsp<'a> {
    fn visit(fields: &mut Visitor<'_, 'a, Self>) -> Result<Self, SchemeError> {
        const PATH: ByteSet = ByteSet::of(b"!$&'()*+,;=:@/");
        let login = fields.login(|it| &it.login)?;
        let server = fields.server(|it| (&it.server, it.transport.definition().default_port))?;
        let path = fields.written("path", PATH, |it| &it.path)?.unwrap_or_default();
        let query = fields.written("query", PATH.or(ByteSet::of(b"?")), |it| it.query.as_ref())?;
        fields.build(|given| {
            let is = |it: &RtspTransport| given.scheme() == it.definition().name;
            let transport = RtspTransport::ALL.into_iter().find(is).unwrap_or(RtspTransport::Tcp);
            Ok(Self { transport, login, server, path, query })
        })
    }
}

impl View for Rtsp<'_> {
    fn fields(&self) -> Fields {
        Visitor::show(self, Self::visit)
    }

    fn to_uri(&self) -> Result<Uri<String>, SchemeError> {
        let uri = self.write(&self.login, &self.server)?;
        // A raw field could contain a delimiter, so the result has to be read back equal.
        if Rtsp::read(&uri)? == *self {
            return Ok(uri);
        }
        Err(SchemeError::new(ErrorKind::NotAUri, "path", URI))
    }

    /// Client and server agree on a version, so the plan names the operation instead of its bytes; the requested
    /// URI has neither login nor fragment (RFC 7826 §20.3).
    fn plan(&self, client: &Client) -> Result<Plan, SchemeError> {
        let Definition { name, default_port, .. } = *self.transport.definition();
        let transport = match self.transport {
            RtspTransport::Tcp => Transport::Tcp,
            RtspTransport::Tls => Transport::Tls,
            RtspTransport::Udp => Transport::Udp,
        };
        let connect = client.connect(&self.server, name, default_port, transport)?;
        let server =
            Server { host: without_zone(&self.server.host), port: self.server.port.clone() };
        let uri = self.write(&Login::default(), &server)?;
        let mut asked = Fields::new().with("uri", uri.into_text());
        for (field, octets) in [("user", &self.login.user), ("password", &self.login.password)] {
            if let Some(octets) = octets {
                let octets = client.argument(octets, field, &place::TEXT)?;
                asked = asked.with(field, Octets::from(octets));
            }
        }
        Ok(Plan::new(vec![
            connect,
            Step::Perform("describe", asked),
            Step::Receive(Until::User),
            Step::Close,
        ]))
    }
}
