//! `telnet`, `rlogin` and `tn3270`: an interactive service; the login is advice for the user (RFC 1738 §3.8; RFC 4248).

use napkin::edition::{RFC1630, RFC1738, Rule};
use napkin::{Reference, Uri};

use crate::citation::rule;
use crate::client::Client;
use crate::definition::{Class, Definition, Standing, View};
use crate::error::{ErrorKind, SchemeError};
use crate::plan::{Plan, Step, Transport, Until};
use crate::server::{Login, Server};
use crate::source::Source;
use crate::value::Fields;
use crate::visitor::Visitor;
use crate::writer::Writer;

/// Interactive sessions by Telnet.
pub static TELNET: Definition = Definition {
    name: "telnet",
    title: "Reference to interactive sessions",
    document: "RFC 4248 section 2",
    grammar: "\
telneturl = \"telnet://\" login [ \"/\" ]",
    example: "telnet://guest@host.dom/",
    default_port: Some(23),
    standings: &[
        Standing::defined(
            RFC1630,
            "RFC 1630, \"telnet, rlogin and tn3270\"",
            &[(URL, rule("telnetaddress", "RFC 1630 section BNF"))],
        ),
        Standing::defined(RFC1738, "RFC 1738 section 3.8", &[]),
    ],
    normalization: Some(URL),
    read: |source| Ok(Box::new(Telnet::of(source)?)),
    compose: |given| Ok(Box::new(Visitor::compose(given, Telnet::visit)?)),
};

/// Interactive sessions by rlogin.
///
/// An interactive service on its own port (RFC 1630, Telnet, rlogin, tn3270; RFC 1282).
pub static RLOGIN: Definition = Definition {
    name: "rlogin",
    title: "Reference to interactive sessions by rlogin",
    document: "RFC 1630, \"telnet, rlogin and tn3270\"",
    grammar: "\
rloginurl = \"rlogin://\" login [ \"/\" ]",
    example: "rlogin://guest@host.dom/",
    default_port: Some(513),
    standings: &[Standing::mentioned(
        RFC1630,
        Class::Named,
        "RFC 1630, \"telnet, rlogin and tn3270\"",
    )],
    ..TELNET
};

/// Interactive 3270 sessions.
///
/// An interactive service for 3270 terminals (RFC 1630; RFC 6270).
pub static TN3270: Definition = Definition {
    name: "tn3270",
    title: "Interactive 3270 emulation sessions",
    document: "RFC 6270 section 2",
    grammar: "\
tn3270url = \"tn3270:\" \"//\" [ userinfo \"@\" ] host [ \":\" port ] [ \"/\" ]",
    example: "tn3270://guest@host.dom/",
    standings: &[
        Standing::mentioned(RFC1630, Class::Named, "RFC 1630, \"telnet, rlogin and tn3270\""),
        Standing::mentioned(RFC1738, Class::Reserved, "RFC 1738 section 4"),
    ],
    ..TELNET
};

const URL: Rule = Rule { name: "telneturl", section: "RFC 1738 section 3.8" };

/// An interactive service of `telnet`, `rlogin` or `tn3270`.
///
/// ```
/// use napkin_schemes::schemes::Telnet;
///
/// let uri = napkin::Uri::parse("telnet://guest@host.dom/")?;
/// assert_eq!(Telnet::read(&uri)?.login.user, Some("guest".into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Telnet<'a> {
    /// The definition of its scheme.
    pub scheme: &'static Definition,
    /// User and password as hints for the user; they are not sent automatically.
    pub login: Login<'a>,
    /// Host and port of the server.
    pub server: Server<'a>,
    /// Whether a slash follows, which has no meaning.
    pub slash: bool,
}

impl<'a> Telnet<'a> {
    /// Reads a URI of `telnet`, `rlogin` or `tn3270`, by its edition.
    ///
    /// # Errors
    ///
    /// If there is no host, or more than a slash follows.
    pub fn read(reference: impl Into<Reference<'a>>) -> Result<Self, SchemeError> {
        TELNET.read_by(&[TELNET.name, RLOGIN.name, TN3270.name], reference, Self::of)
    }

    pub(crate) fn of(source: Source<'a>) -> Result<Self, SchemeError> {
        source.refuse_bare_query(URL)?;
        let path = source.url_path();
        if let Some(path) = path.filter(|path| !path.is_empty()) {
            return Err(source.error(ErrorKind::Unexpected, "path", path, URL));
        }
        let known = Definition::named(source.scheme());
        Ok(Self {
            scheme: known.unwrap_or(&TELNET),
            login: source.login(),
            server: source.server(URL)?,
            slash: path.is_some(),
        })
    }
}

impl<'a> Telnet<'a> {
    fn visit(fields: &mut Visitor<'_, 'a, Self>) -> Result<Self, SchemeError> {
        let server = fields.server(|it| (&it.server, it.scheme.default_port))?;
        let login = fields.login(|it| &it.login)?;
        fields.derived("advisory", |it| it.login.user.is_some());
        fields.build(|given| {
            let scheme = Definition::named(given.scheme()).unwrap_or(&TELNET);
            Ok(Self { scheme, login, server, slash: false })
        })
    }
}

impl View for Telnet<'_> {
    fn fields(&self) -> Fields {
        Visitor::show(self, Self::visit)
    }

    fn to_uri(&self) -> Result<Uri<String>, SchemeError> {
        let writer =
            Writer::new(self.scheme.name).authority(&self.login, self.server.required(URL)?);
        if self.slash { writer.raw("/").finish() } else { writer.finish() }
    }

    fn plan(&self, client: &Client) -> Result<Plan, SchemeError> {
        let Definition { name, default_port, .. } = *self.scheme;
        let mut steps = vec![client.connect(&self.server, name, default_port, Transport::Tcp)?];
        if self.login.user.is_some() {
            steps.push(Step::Show("login", self.fields().without(&["host", "port", "advisory"])));
        }
        steps.extend([Step::Receive(Until::User), Step::Close]);
        Ok(Plan::new(steps))
    }

    fn normal(&self) -> Option<String> {
        // With the slash, which generic syntax equates with an empty path.
        (!self.slash).then(|| {
            let normal = Self { slash: true, ..self.clone() };
            Some(normal.to_uri().ok()?.into_text())
        })?
    }
}
