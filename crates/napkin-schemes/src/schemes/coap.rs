//! `coap` and `coaps`: a resource of a constrained device (RFC 7252 §6).

use std::borrow::Cow;

use napkin::edition::Rule;
use napkin::{ByteSet, Reference, Uri, percent};

use crate::client::Client;
use crate::definition::{Definition, View};
use crate::error::{ErrorKind, SchemeError};
use crate::octets::Octets;
use crate::plan::{Plan, Step, Transport};
use crate::server::Server;
use crate::source::Source;
use crate::value::{Fields, shown};
use crate::visitor::Visitor;
use crate::writer::Writer;

/// The Constrained Application Protocol.
pub static COAP: Definition = Definition {
    name: "coap",
    title: "Constrained Application Protocol",
    document: "RFC 7252 section 6.1",
    grammar: "coap-URI = \"coap:\" \"//\" host [ \":\" port ] path-abempty [ \"?\" query ]",
    example: "coap://example.com/.well-known/core?rt=light",
    default_port: Some(5683),
    standings: &[],
    normalization: None,
    read: |source| Ok(Box::new(Coap::of(source)?)),
    compose: |given| Ok(Box::new(Visitor::compose(given, Coap::visit)?)),
};

/// The Constrained Application Protocol over DTLS.
///
/// `coap` over DTLS (RFC 7252 §6.2).
pub static COAPS: Definition = Definition {
    name: "coaps",
    title: "Constrained Application Protocol over DTLS",
    document: "RFC 7252 section 6.2",
    grammar: "coaps-URI = \"coaps:\" \"//\" host [ \":\" port ] path-abempty [ \"?\" query ]",
    example: "coaps://example.com/.well-known/core",
    default_port: Some(5684),
    ..COAP
};

const URI: Rule = Rule { name: "coap-URI", section: "RFC 7252 section 6.1" };
const OPTIONS: Rule = Rule { name: "option length", section: "RFC 7252 section 5.10" };

/// The maximum number of octets in an option for host, path or query (RFC 7252 §5.10, table 4).
const LONGEST: usize = 255;

/// A URI of `coap` or `coaps`.
///
/// ```
/// use napkin_schemes::schemes::Coap;
///
/// let uri = napkin::Uri::parse("coap://example.com/~sensors/a%2Fb?u=1&x")?;
/// let coap = Coap::read(&uri)?;
/// assert_eq!(coap.uri_path(), ["~sensors", "a/b"]);
/// assert_eq!(coap.uri_query(), ["u=1", "x"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coap<'a> {
    /// Whether it is `coaps`.
    pub secure: bool,
    /// Host and port of the server.
    pub server: Server<'a>,
    /// The path with its slash, or nothing; raw.
    pub path: Cow<'a, str>,
    /// The text after the question mark, raw.
    pub query: Option<Cow<'a, str>>,
}

impl<'a> Coap<'a> {
    /// Reads a URI of `coap` or `coaps`.
    ///
    /// # Errors
    ///
    /// If there is no host, or a userinfo, or a fragment; if a host, a segment or an argument is too long
    /// for an option.
    pub fn read(reference: impl Into<Reference<'a>>) -> Result<Self, SchemeError> {
        COAP.read_by(&[COAP.name, COAPS.name], reference, Self::of)
    }

    /// A URI of `coap` with a path that begins with a slash, or is empty.
    pub fn new(server: Server<'a>, path: impl Into<Cow<'a, str>>) -> Self {
        Self { secure: false, server, path: path.into(), query: None }
    }

    pub(crate) fn of(source: Source<'a>) -> Result<Self, SchemeError> {
        source.refuse_userinfo(URI)?;
        let server = source.server(URI)?;
        source.refuse_fragment(URI)?;
        let host = source.reference().host().map_or("", |host| host.as_str());
        check_length(source, host, "host")?;
        let (path, query) = source.path_and_query();
        for segment in path.split('/') {
            check_length(source, segment, "segment")?;
        }
        for argument in query.into_iter().flat_map(|query| query.split('&')) {
            check_length(source, argument, "argument")?;
        }
        let secure = source.scheme().eq_ignore_ascii_case(COAPS.name);
        Ok(Self { secure, query: query.map(Cow::Borrowed), ..Self::new(server, path) })
    }

    /// The values of the Uri-Path options: the decoded segments, except `.` and `..`, which are not allowed.
    pub fn uri_path(&self) -> Vec<Octets<'_>> {
        let mut path = Vec::new();
        let segments = self.path.strip_prefix('/').unwrap_or(&self.path);
        let mut segments = segments.split('/').peekable();
        while let Some(segment) = segments.next() {
            let is_last = segments.peek().is_none();
            let is = |step: &[u8]| percent::decode(segment, false).eq(step.iter().copied());
            match (is(b"."), is(b"..")) {
                (false, false) => path.push(Octets::encoded(segment)),
                (_, is_up) => {
                    if is_up {
                        path.pop();
                    }
                    path.extend(is_last.then_some(Octets::EMPTY));
                }
            }
        }
        // A path of a single slash has no option (§6.4).
        if path.len() == 1 && path.first().is_some_and(Octets::is_empty) {
            path.clear();
        }
        path
    }

    /// The values of the Uri-Query options: the decoded arguments.
    pub fn uri_query(&self) -> Vec<Octets<'_>> {
        let query = self.query.as_deref().into_iter();
        query.flat_map(|query| query.split('&')).map(Octets::encoded).collect()
    }

    fn definition(&self) -> &'static Definition {
        if self.secure { &COAPS } else { &COAP }
    }
}

fn check_length(source: Source<'_>, part: &str, field: &'static str) -> Result<(), SchemeError> {
    if percent::decode(part, false).nth(LONGEST).is_none() {
        return Ok(());
    }
    Err(source.error(ErrorKind::OutOfRange, field, part, OPTIONS))
}

impl<'a> Coap<'a> {
    fn visit(fields: &mut Visitor<'_, 'a, Self>) -> Result<Self, SchemeError> {
        let server = fields.server(|it| (&it.server, it.definition().default_port))?;
        let segments = fields.all("uri_path", |it| shown(&it.uri_path()))?;
        let arguments = fields.all("uri_query", |it| shown(&it.uri_query()))?;
        fields.derived("secure", |it| it.secure);
        fields.build(|given| {
            let (mut path, mut query) = (String::new(), None);
            for segment in segments {
                path.push('/');
                segment.write(&mut path, ByteSet::of(b"!$&'()*+,;=:@"));
            }
            for argument in arguments {
                let query: &mut String = match &mut query {
                    Some(query) => {
                        String::push(query, '&');
                        query
                    }
                    none => none.insert(String::new()),
                };
                argument.write(query, ByteSet::of(b"!$'()*+,;=:@/?"));
            }
            let secure = given.scheme() == COAPS.name;
            Ok(Self { secure, query: query.map(Cow::Owned), ..Self::new(server, path) })
        })
    }
}

impl View for Coap<'_> {
    fn fields(&self) -> Fields {
        Visitor::show(self, Self::visit)
    }

    fn to_uri(&self) -> Result<Uri<String>, SchemeError> {
        let writer = Writer::new(self.definition().name).server(&self.server);
        let uri = writer.path_and_query(&self.path, self.query.as_deref()).finish()?;
        // A raw field could contain a delimiter, so the result has to be read back equal.
        if Coap::read(&uri)? == *self {
            return Ok(uri);
        }
        Err(SchemeError::new(ErrorKind::NotAUri, "path", URI))
    }

    /// The message has a random token, so the plan names the operation instead of its bytes (RFC 7252 §5.3.1); the
    /// options are those of §6.4.
    fn plan(&self, client: &Client) -> Result<Plan, SchemeError> {
        let Definition { name, default_port, .. } = *self.definition();
        let transport = if self.secure { Transport::Dtls } else { Transport::Udp };
        let connect = client.connect(&self.server, name, default_port, transport)?;
        let host = self.server.mapped()?.host_name().to_latin1().to_ascii_lowercase();
        let is_address =
            self.server.host.starts_with('[') || host.parse::<std::net::Ipv4Addr>().is_ok();
        let mut options = Fields::new();
        if !is_address {
            options = options.with("uri_host", host);
        }
        let options = options
            .with("uri_path", shown(&self.uri_path()))
            .with("uri_query", shown(&self.uri_query()));
        Ok(Plan::new(vec![connect, Step::Perform("get", options), Step::Close]))
    }
}
