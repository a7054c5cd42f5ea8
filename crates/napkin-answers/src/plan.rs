//! The steps of a client that follows an input.

use napkin::Edition;
use napkin_schemes::{Client, ErrorKind, Fields, Server};
use napkin_standards::Standard;
use schemars::JsonSchema;
use serde::Serialize;

use crate::base;
use crate::choice::{self, WrongChoice};
use crate::failure::Failure;
use crate::fields::{self, AnyFields};
use crate::options::{OneOf, Value, one_of, options};
use crate::question::{Ask, Question, Standards};
use crate::schema::written_as;

options! {
    /// Say step by step what a client does to follow URIs
    ///
    /// No connection is made: the steps are only listed. A URI that would put CR, LF or NUL into a protocol, or that
    /// names the port of another protocol, is refused.
    pub struct Plan {
        /// The user's e-mail address, the password of anonymous FTP
        email: Option<String>, "ADDRESS";
        /// The host that news is read from
        news_server: Option<ServerName>, "HOST[:PORT]";
        /// Hand whole URIs of any scheme to this HTTP proxy
        proxy: Option<ServerName>, "HOST[:PORT]";
        /// Hand whole URIs of a scheme to this HTTP gateway, such as 'wais=http://gate.example:8001/'; may be repeated, and goes
        /// before 'proxy'
        gateway: Vec<Gateway>, "SCHEME=URL";
        /// Allow what is refused by default; may be repeated
        allow: Vec<Allowed>, "WHAT";
    }
}

/// What a plan is refused for, unless it is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allowed {
    /// The port of another protocol.
    ForeignPort,
    /// CR, LF and NUL inside arguments.
    ControlOctets,
}

one_of!(Allowed {
    ForeignPort "foreign-port": "The port of another protocol",
    ControlOctets "control-octets": "CR, LF and NUL inside arguments",
});

/// A host, or a host and a port.
#[derive(Clone, Debug)]
pub struct ServerName(pub Server<'static>);

impl Value for ServerName {
    fn read(octets: Vec<u8>) -> Result<Self, String> {
        let text = String::read(octets)?;
        server(&text).map(Self).ok_or_else(|| "is not HOST or HOST:PORT".into())
    }
}

/// A scheme, and the server that is asked for its URIs.
#[derive(Clone, Debug)]
pub struct Gateway(String, Server<'static>);

impl Value for Gateway {
    fn read(octets: Vec<u8>) -> Result<Self, String> {
        let text = String::read(octets)?;
        let gateway = || {
            let (scheme, url) = text.split_once('=')?;
            let scheme = scheme.to_ascii_lowercase();
            napkin::edition::RFC3986.parse(&[&scheme, ":"].concat()).ok()?;
            let (server, end) = match url.strip_prefix("http://") {
                Some(rest) => rest.split_once('/').unwrap_or((rest, "")),
                None => (url, ""),
            };
            let server = self::server(server).filter(|_| end.is_empty())?;
            Some(Self(scheme, server))
        };
        gateway().ok_or_else(|| "is not SCHEME=http://HOST[:PORT]/".into())
    }
}

impl Question for Plan {
    const NAME: &'static str = "plan";
    const STANDARDS: Standards = Standards::Syntax;
    type Ready = Planning;

    fn ready(self, standard: Standard) -> Result<Planning, WrongChoice> {
        let mut client = Client::default();
        if let Some(email) = self.email {
            client = client.email(email);
        }
        if let Some(ServerName(server)) = self.news_server {
            client = client.news_server(server);
        }
        if let Some(ServerName(server)) = self.proxy {
            client = client.proxy(server);
        }
        for Gateway(scheme, server) in self.gateway {
            client = client.gateway(&scheme, server);
        }
        for allowed in self.allow {
            client = match allowed {
                Allowed::ForeignPort => client.allow_foreign_port(),
                Allowed::ControlOctets => client.allow_control_octets(),
            };
        }
        Ok(Planning { client, edition: choice::syntax(standard, Self::NAME)? })
    }
}

/// Planning by an edition.
pub struct Planning {
    /// The client.
    pub client: Client,
    /// The edition.
    pub edition: &'static Edition,
}

impl Ask for Planning {
    type Answer<'a> = Planned;

    fn standard(&self) -> Option<Standard> {
        Some(self.edition.into())
    }

    fn ask<'a>(&'a self, input: &'a [u8], scratch: &'a mut String) -> Result<Planned, Failure<'a>> {
        self.answer(input, scratch)
    }
}

impl Planning {
    /// Plans the steps for a URI. No connection is made.
    ///
    /// # Errors
    ///
    /// If the input is not a URI, or following it is not allowed.
    pub fn answer<'a>(
        &self,
        input: &'a [u8],
        scratch: &'a mut String,
    ) -> Result<Planned, Failure<'a>> {
        let edition = self.edition;
        let reference = base::to_uri(edition, input, scratch)?.ok_or_else(|| {
            Failure::relative_reference(edition, "a relative reference has no scheme")
        })?;
        let plan = napkin_schemes::plan(reference, &self.client);
        plan.map(Planned).map_err(|error| {
            let place = |at| error.at(base::place_in(input, reference.as_str(), at));
            let in_input = error.offset().filter(|_| error.client_option().is_none());
            let failure = Failure::of_scheme(in_input.map_or(error, place), input);
            let failure = match allowing(error.kind()) {
                Some(option) => failure.and(&format!("--allow {option} plans it all the same")),
                None => failure,
            };
            failure.or_capitals(reference, input)
        })
    }
}

/// The value of 'allow' with which a plan is not refused for this kind of error.
fn allowing(kind: ErrorKind) -> Option<&'static str> {
    let allowed = match kind {
        ErrorKind::ForeignPort => Allowed::ForeignPort,
        ErrorKind::Delimiter => Allowed::ControlOctets,
        _ => return None,
    };
    let named = Allowed::ALL.iter().find(|(value, _)| *value == allowed);
    named.map(|(_, named)| named.name)
}

/// Parses a host with an optional port, as in an authority.
pub fn server(text: &str) -> Option<Server<'static>> {
    let authority = format!("//{text}");
    let reference = napkin::UriRef::parse(&authority).ok()?;
    let alone = reference.path().is_empty() && reference.query().is_none();
    let authority = reference.authority().filter(|_| alone)?;
    if authority.host().is_empty() || authority.userinfo().is_some() {
        return None;
    }
    let server = Server::new(authority.host().as_str().to_owned());
    match authority.port() {
        None => Some(server),
        Some(port) => Some(server.on_port(port.to_u16()?)),
    }
}

/// The steps.
pub struct Planned(pub napkin_schemes::Plan);

/// The keys of an answer.
#[derive(Serialize, JsonSchema)]
struct Keys {
    /// The steps of the client, each with its own fields.
    #[serde(serialize_with = "fields::serialize")]
    #[schemars(with = "PlanKeys")]
    plan: Fields,
}

/// The fields of a plan.
#[derive(JsonSchema)]
#[schemars(inline)]
#[expect(dead_code, reason = "the schema of the fields that `napkin_schemes::Plan` gives")]
struct PlanKeys {
    /// The host of the first connection.
    host: Option<String>,
    /// Its port.
    port: Option<u16>,
    /// Its transport.
    transport: Option<String>,
    /// The steps in order.
    steps: Vec<AnyFields>,
}

impl Planned {
    fn keys(&self) -> Keys {
        Keys { plan: self.0.fields() }
    }
}

written_as!(Planned as Keys, Planned::keys);
