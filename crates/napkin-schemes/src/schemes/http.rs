//! `http` and `https`: a request target for a server, or the whole URI for a proxy; the fragment stays with the
//! client (RFC 1630, HTTP; RFC 1738 §3.3; RFC 9110 §4.2).

use std::borrow::Cow;

use napkin::edition::{RFC1630, RFC1738, Rule};
use napkin::{ByteSet, Query, Reference, Uri};

use crate::citation::rule;
use crate::client::Client;
use crate::definition::{ByEdition, Definition, Standing, View};
use crate::error::{ErrorKind, SchemeError};
use crate::octets::as_sent;
use crate::plan::{Plan, Step, Transport, Until};
use crate::server::{Server, without_zone};
use crate::source::Source;
use crate::spelling::words_of;
use crate::value::Fields;
use crate::visitor::Visitor;
use crate::writer::Writer;

/// The Hypertext Transfer Protocol.
pub static HTTP: Definition = Definition {
    name: "http",
    title: "Hypertext Transfer Protocol",
    document: "RFC 9110 section 4.2.1",
    grammar: "\
http-URI = \"http\" \"://\" authority path-abempty [ \"?\" query ]",
    example: "http://www.example.com/org/people?name=andy#top",
    default_port: Some(80),
    standings: &[
        Standing::defined(
            RFC1630,
            "RFC 1630 section 4.1.5",
            &[
                (URI, rule("httpaddress", "RFC 1630 section BNF")),
                (PATH, rule("path", "RFC 1630 section BNF")),
                (QUERY, rule("search", "RFC 1630 section BNF")),
                (USERINFO, rule("httpaddress", "RFC 1630 section BNF")),
            ],
        ),
        Standing::defined(
            RFC1738,
            "RFC 1738 section 3.3",
            &[
                (URI, rule("httpurl", "RFC 1738 section 3.3")),
                (PATH, rule("hpath", "RFC 1738 section 5")),
                (QUERY, rule("search", "RFC 1738 section 5")),
                (USERINFO, rule("httpurl", "RFC 1738 section 3.3")),
            ],
        ),
    ],
    normalization: None,
    read: |source| Ok(Box::new(Http::of(source)?)),
    compose: |given| Ok(Box::new(Visitor::compose(given, Http::visit)?)),
};

/// The Hypertext Transfer Protocol over TLS.
///
/// `http` over TLS, on its own port (RFC 9110 §4.2.2).
pub static HTTPS: Definition = Definition {
    name: "https",
    title: "Hypertext Transfer Protocol Secure",
    document: "RFC 9110 section 4.2.2",
    grammar: "\
https-URI = \"https\" \"://\" authority path-abempty [ \"?\" query ]",
    example: "https://www.example.com/org/people?name=andy#top",
    default_port: Some(443),
    standings: &[],
    ..HTTP
};

/// The rule of both schemes.
const URI: Rule = Rule { name: "http-URI", section: "RFC 9110 section 4.2" };

/// The rules of the parts that are written unchanged.
const PATH: Rule = Rule { name: "path-abempty", section: "RFC 9110 section 4.1" };
const QUERY: Rule = Rule { name: "query", section: "RFC 9110 section 4.1" };

/// A URI of `http` or `https`.
///
/// Path and search are raw: HTTP sends them unchanged, but for the non-ASCII characters of an IRI, which it sends as
/// triplets (RFC 3987 §3.1).
///
/// ```
/// use napkin_schemes::schemes::Http;
///
/// let uri = napkin::Uri::parse("http://www.myu.edu/org/admin/people#andy")?;
/// let http = Http::read(&uri)?;
/// assert_eq!(http.request_target(), "/org/admin/people");
/// assert_eq!(http.proxy_target(), "http://www.myu.edu/org/admin/people");
/// assert_eq!(http.fragment.as_deref(), Some("andy"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Http<'a> {
    /// Whether it is `https`.
    pub secure: bool,
    /// Host and port of the server.
    pub server: Server<'a>,
    /// The path by its edition: today with its slash, in 1994 without it.
    pub path: Option<Cow<'a, str>>,
    /// The text after the question mark.
    pub search: Option<Cow<'a, str>>,
    /// The fragment, which only the client uses.
    pub fragment: Option<Cow<'a, str>>,
    /// The slash before the path in the text, which in 1994 belongs to neither host nor path.
    lead: &'static str,
    dialect: &'static Dialect,
}

/// The differences between editions.
#[derive(Debug, PartialEq, Eq)]
struct Dialect {
    request: Request,
    has_words: bool,
}

/// The HTTP version of the request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Request {
    /// The full request of HTTP as of November 1993, to which the documents of 1994 refer: without required header
    /// fields and host, and the connection's end is the end of the response.
    Http10,
    /// RFC 9112.
    Http11,
}

static DIALECTS: ByEdition<Dialect> = ByEdition {
    own: &[
        (RFC1630, Dialect { request: Request::Http10, has_words: true }),
        (RFC1738, Dialect { request: Request::Http10, has_words: false }),
    ],
    others: Dialect { request: Request::Http11, has_words: false },
};

impl<'a> Http<'a> {
    /// Reads a URI of `http` or `https`, by its edition.
    ///
    /// # Errors
    ///
    /// If there is no host. A userinfo is an error too (RFC 1738 §3.3; deprecated by RFC 9110 §4.2.4, since it
    /// hides the host).
    pub fn read(reference: impl Into<Reference<'a>>) -> Result<Self, SchemeError> {
        HTTP.read_by(&[HTTP.name, super::HTTPS.name], reference, Self::of)
    }

    /// A URI of `http` with a path that begins with a slash, or is empty.
    pub fn new(server: Server<'a>, path: impl Into<Cow<'a, str>>) -> Self {
        let path = Some(path.into());
        Self {
            secure: false,
            server,
            path,
            search: None,
            fragment: None,
            lead: "",
            dialect: &DIALECTS.others,
        }
    }

    pub(crate) fn of(source: Source<'a>) -> Result<Self, SchemeError> {
        source.refuse_userinfo(USERINFO)?;
        let reference = source.reference();
        let path = reference.path().map(|path| Cow::Borrowed(path.as_str()));
        let behind_slash = source.url_path().map(str::as_ptr);
        let slash_apart = path.as_deref().map(str::as_ptr) == behind_slash;
        Ok(Self {
            secure: source.scheme().eq_ignore_ascii_case(super::HTTPS.name),
            server: source.server(URI)?,
            search: reference.query().map(|query| Cow::Borrowed(Query::as_str(query))),
            fragment: source.fragment().map(Cow::Borrowed),
            lead: if path.is_some() && slash_apart { "/" } else { "" },
            dialect: DIALECTS.get(source.edition()),
            path,
        })
    }

    fn definition(&self) -> &'static Definition {
        if self.secure { &super::HTTPS } else { &HTTP }
    }

    /// Path and search, the target of a request to the server: at least a slash (RFC 9112 §3.2.1).
    pub fn request_target(&self) -> String {
        let written = self.path_and_search();
        as_sent(if written.starts_with('/') { written } else { ["/", &written].concat() })
    }

    /// The whole URI without its fragment, the target of a request to a proxy (RFC 9112 §3.2.2).
    pub fn proxy_target(&self) -> String {
        let port = self.server.port.as_deref().map(|port| [":", port].concat());
        let authority =
            [&*without_zone(&self.server.host), port.as_deref().unwrap_or_default()].concat();
        as_sent([self.definition().name, "://", &authority, &self.path_and_search()].concat())
    }

    /// # Errors
    ///
    /// [`ErrorKind::InvalidValue`], if a part contains the delimiter of another, or a character that would end the
    /// request target.
    fn check_parts(&self) -> Result<(), SchemeError> {
        let ends = |byte: u8| byte <= b' ' || byte == b'#';
        let path = self.path.as_deref().unwrap_or_default();
        let begins = path.is_empty() || self.lead == "/" || path.starts_with('/');
        if !begins || path.bytes().any(|byte| ends(byte) || byte == b'?') {
            return Err(SchemeError::new(ErrorKind::InvalidValue, "path", PATH));
        }
        if self.search.as_deref().is_some_and(|search| search.bytes().any(ends)) {
            return Err(SchemeError::new(ErrorKind::InvalidValue, "search", QUERY));
        }
        Ok(())
    }

    /// The words of the search, in an edition where plus signs separate them (RFC 1630, HTTP).
    pub fn words(&self) -> Option<Vec<String>> {
        let search = self.search.as_deref().filter(|_| self.dialect.has_words)?;
        Some(words_of(&napkin::percent::decode(search, true).to_latin1()))
    }

    fn path_and_search(&self) -> String {
        let path = self.path.as_deref().unwrap_or_default();
        let search = self.search.as_deref().map(|search| ["?", search].concat());
        [self.lead, path, search.as_deref().unwrap_or_default()].concat()
    }
}

/// The characters allowed raw in a path, and in what follows it, besides the unreserved ones.
const IN_PATH: ByteSet = ByteSet::of(b"/!$&'()*+,;=:@");
const IN_SEARCH: ByteSet = IN_PATH.or(ByteSet::of(b"?"));

impl<'a> Http<'a> {
    fn visit(fields: &mut Visitor<'_, 'a, Self>) -> Result<Self, SchemeError> {
        let server = fields.server(|it| (&it.server, it.definition().default_port))?;
        let path = fields.written("path", IN_PATH, |it| it.path.as_ref())?;
        let search = fields.written("search", IN_SEARCH, |it| it.search.as_ref())?;
        fields.derived_if("words", |it| it.dialect.has_words.then(|| it.words()));
        fields.derived("send", Self::request_target);
        fields.derived("proxy_send", Self::proxy_target);
        let fragment = fields.written("kept_fragment", IN_SEARCH, |it| it.fragment.as_ref())?;
        fields.build(|given| {
            // In an edition where the slash after the host does not belong to the path, the path is written after it.
            let is_apart = given
                .edition()
                .parse("http://h/a")
                .is_ok_and(|uri| uri.path().is_some_and(|path| path.as_str() == "a"));
            let lead = if is_apart && path.is_some() { "/" } else { "" };
            Ok(Self {
                secure: given.scheme() == super::HTTPS.name,
                lead,
                search,
                fragment,
                dialect: DIALECTS.get(given.edition()),
                path: path.or((!is_apart).then_some(Cow::Borrowed(""))),
                ..Self::new(server, "")
            })
        })
    }
}

impl View for Http<'_> {
    fn fields(&self) -> Fields {
        Visitor::show(self, Self::visit)
    }

    fn to_uri(&self) -> Result<Uri<String>, SchemeError> {
        self.check_parts()?;
        let writer = Writer::new(self.definition().name).server(self.server.required(URI)?);
        let writer = writer.raw(&self.path_and_search());
        let uri = match &self.fragment {
            None => writer.finish()?,
            Some(fragment) => writer.raw("#").raw(fragment).finish()?,
        };
        // Path and search are not encoded, so they have to be read back equal.
        if uri.query().map(Query::as_str) == self.search.as_deref() {
            Ok(uri)
        } else {
            Err(SchemeError::new(ErrorKind::NotAUri, "search", URI))
        }
    }

    fn plan(&self, client: &Client) -> Result<Plan, SchemeError> {
        self.check_parts()?;
        let Definition { name, default_port, .. } = *self.definition();
        let transport = if self.secure { Transport::Tls } else { Transport::Tcp };
        let connect = client.connect(&self.server, name, default_port, transport)?;
        Ok(self.dialect.request.plan(connect, &self.request_target(), &self.server.sent()?))
    }
}

/// The plan that passes a URI of any scheme to a proxy or gateway.
pub(crate) fn plan_by_proxy(
    source: Source<'_>,
    proxy: &Server<'_>,
    option: &'static str,
    client: &Client,
) -> Result<Plan, SchemeError> {
    // A proxy may listen on any port.
    let client = client.clone().allow_foreign_port();
    let connect = client.connect(proxy, HTTP.name, HTTP.default_port, Transport::Tcp);
    let connect = connect.map_err(|error| error.of_option(option, None))?;
    let Server { host, port } = source.server(URI).unwrap_or_else(|_| Server::new(""));
    let server = Server { host: without_zone(&host), port };
    let target = as_sent(source.without_zone().into_owned());
    Ok(DIALECTS.get(source.edition()).request.plan(connect, &target, &server))
}

impl Request {
    fn plan(self, connect: Step, target: &str, server: &Server<'_>) -> Plan {
        let port = server.port.as_deref().map(|port| [":", port].concat()).unwrap_or_default();
        let host = &server.host;
        let (message, until) = match self {
            Self::Http10 => (format!("GET {target} HTTP/1.0\r\n\r\n"), Until::Close),
            Self::Http11 => (
                format!("GET {target} HTTP/1.1\r\nHost: {host}{port}\r\nConnection: close\r\n\r\n"),
                Until::HttpMessage,
            ),
        };
        Plan::new(vec![
            connect,
            Step::Send(message.into_bytes()),
            Step::Receive(until),
            Step::Close,
        ])
    }
}

const USERINFO: Rule = Rule { name: "userinfo", section: "RFC 9110 section 4.2.4" };

#[cfg(test)]
mod tests {
    use super::{Client, Http, Server, View};

    /// Raw text cannot become another part.
    #[test]
    fn parts_stay_apart() {
        let written = |path: &str| Http::new(Server::new("a.b"), path).to_uri();
        assert_eq!(written("/x").unwrap(), "http://a.b/x");
        assert_eq!(written("").unwrap(), "http://a.b");
        let refused = |path| written(path).unwrap_err().to_string();
        for path in ["x", ".evil.example/", "/a?b", "/a#b", "/a b"] {
            assert_eq!(
                refused(path),
                "invalid path (path-abempty, RFC 9110 section 4.1)",
                "{path}"
            );
        }
        let http = Http { search: Some("a#b".into()), ..Http::new(Server::new("a.b"), "/") };
        let refused = http.to_uri().unwrap_err().to_string();
        assert_eq!(refused, "invalid search (query, RFC 9110 section 4.1)");
    }

    /// No line of a request can be ended by a field.
    #[test]
    fn a_plan_is_of_a_uri() {
        let http = Http::new(Server::new("a.b"), "/ HTTP/1.0\r\nX: y");
        http.plan(&Client::default()).unwrap_err();
        let http = Http::new(Server::new("a.b\r\nX"), "/");
        http.plan(&Client::default()).unwrap_err();
    }
}
