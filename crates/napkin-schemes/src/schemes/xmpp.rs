//! `xmpp`: an address of XMPP, the account to send from, and the requested action (RFC 5122).

use std::borrow::Cow;

use napkin::edition::Rule;
use napkin::{ByteSet, Reference, Uri};

use crate::client::Client;
use crate::definition::{Definition, View};
use crate::error::{ErrorKind, SchemeError};
use crate::named_fields::Given;
use crate::octets::Octets;
use crate::pairs::Parameter;
use crate::plan::Plan;
use crate::server::{compared_name, in_path, literal};
use crate::source::Source;
use crate::spelling::ALPHANUM;
use crate::value::Fields;
use crate::visitor::Visitor;
use crate::writer::Writer;

/// Addresses of the Extensible Messaging and Presence Protocol.
pub static XMPP: Definition = Definition {
    name: "xmpp",
    title: "Extensible Messaging and Presence Protocol",
    document: "RFC 5122 section 2.2",
    grammar: "\
xmppuri   = \"xmpp:\" hierxmpp [ \"?\" querycomp ] [ \"#\" fragment ]
hierxmpp  = authpath / pathxmpp
authpath  = \"//\" authxmpp [ \"/\" pathxmpp ]
authxmpp  = nodeid \"@\" host
pathxmpp  = [ nodeid \"@\" ] host [ \"/\" resid ]
querycomp = querytype *( \";\" key \"=\" value )",
    example: "xmpp://guest@example.com/support@example.com?message;subject=Hello%20World",
    default_port: None,
    standings: &[],
    normalization: Some(NORMAL),
    read: |source| Ok(Box::new(Xmpp::of(source)?)),
    compose: |given| Ok(Box::new(Visitor::compose(given, Xmpp::visit)?)),
};

const SECTION: &str = "RFC 5122 section 2.2";
const AUTHORITY: Rule = Rule { name: "authxmpp", section: SECTION };
const PATH: Rule = Rule { name: "pathxmpp", section: SECTION };
const NODE: Rule = Rule { name: "nodeid", section: SECTION };
const LOCAL: Rule = Rule { name: "localpart", section: "RFC 7622 section 3.3.1" };
const RESOURCE: Rule = Rule { name: "resid", section: SECTION };
const QUERY: Rule = Rule { name: "querycomp", section: SECTION };
const KEY: Rule = Rule { name: "key", section: SECTION };
const VALUE: Rule = Rule { name: "value", section: SECTION };
const NORMAL: Rule = Rule { name: "lowercase-host", section: "RFC 7622 section 3.2.1" };

const UNRESERVED: ByteSet = ALPHANUM.or(ByteSet::of(b"-._~%"));
const IN_NODE: ByteSet = ByteSet::of(b"!$()*+,;=");
const IN_RESOURCE: ByteSet = ByteSet::of(b"!$&'()*+,:;=");
const HOSTS: ByteSet = UNRESERVED.or(ByteSet::of(b"!$&'()*+,;="));

/// The characters that are never in an account's name, in any encoding.
const NOT_IN_NODE: ByteSet = ByteSet::of(b"\"&'/:<>@ \x7F").or(ByteSet::range(0, 0x1F));

/// An address, and the requested action.
///
/// ```
/// use napkin_schemes::schemes::Xmpp;
///
/// let uri = napkin::Uri::parse("xmpp:romeo@montague.net/a%2Fb?message;body=hi")?;
/// let xmpp = Xmpp::read(&uri)?;
/// assert_eq!(xmpp.resource.as_ref().unwrap(), "a/b");
/// assert_eq!(xmpp.jid().unwrap(), "romeo@montague.net/a/b");
/// assert_eq!(xmpp.action.as_ref().unwrap(), "message");
/// assert_eq!(xmpp.parameters[0].value.as_ref().unwrap(), "hi");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Xmpp<'a> {
    /// The account to send from, as name and host; by default the user's own.
    pub account: Option<(Octets<'a>, Cow<'a, str>)>,
    /// The name of the addressed account; `None` for a server.
    pub node: Option<Octets<'a>>,
    /// The host of the addressed account; empty only if no account is addressed.
    pub host: Cow<'a, str>,
    /// The resource of the addressed account.
    pub resource: Option<Octets<'a>>,
    /// The action, such as `message`.
    pub action: Option<Octets<'a>>,
    /// The parameters of the action; each has a value.
    pub parameters: Vec<Parameter<'a>>,
}

impl<'a> Xmpp<'a> {
    /// Reads a URI of `xmpp`.
    ///
    /// # Errors
    ///
    /// If a host is empty, an account has no name or a port, a part has another character, or a key has no
    /// value.
    pub fn read(reference: impl Into<Reference<'a>>) -> Result<Self, SchemeError> {
        XMPP.read_by(&[XMPP.name], reference, Self::of)
    }

    /// The server of a host.
    pub fn new(host: impl Into<Cow<'a, str>>) -> Self {
        let parameters = Vec::new();
        let host = host.into();
        Self { account: None, node: None, host, resource: None, action: None, parameters }
    }

    fn of(source: Source<'a>) -> Result<Self, SchemeError> {
        let cut = |text: &'a str| match text.split_once('?') {
            Some((path, query)) => (path, Some(query)),
            None => (text, None),
        };
        let (mut xmpp, query) = match source.after_authority() {
            None => {
                let (path, query) = cut(source.after_scheme());
                (Self::address(source, path)?, query)
            }
            Some(rest) => {
                let account = account(source)?;
                let (path, query) = cut(rest);
                let xmpp = match path.strip_prefix('/').filter(|path| !path.is_empty()) {
                    Some(path) => Self::address(source, path)?,
                    None => Self::new(""),
                };
                (Self { account: Some(account), ..xmpp }, query)
            }
        };
        if let Some(query) = query {
            let (action, pairs) = match query.split_once(';') {
                Some((action, pairs)) => (action, Some(pairs)),
                None => (query, None),
            };
            source.check(action, UNRESERVED, "action", QUERY)?;
            xmpp.action = Some(source.octets(action));
            xmpp.parameters = pairs_of(source, pairs)?;
        }
        Ok(xmpp)
    }

    fn address(source: Source<'a>, path: &'a str) -> Result<Self, SchemeError> {
        let (bare, resource) = match path.split_once('/') {
            Some((bare, resource)) => (bare, Some(resource)),
            None => (path, None),
        };
        let (node, host) = match bare.split_once('@') {
            Some((node, host)) => (Some(node), host),
            None => (None, bare),
        };
        if let Some(node) = node {
            check_node(source, node)?;
        }
        if host.is_empty() {
            return Err(source.error(ErrorKind::Empty, "host", host, PATH));
        }
        let address = literal(host);
        if address.is_none() {
            source.check(host, HOSTS, "host", PATH)?;
        }
        let host: Cow<'_, str> = address.map_or(host.into(), Cow::Owned);
        let resources = UNRESERVED.or(IN_RESOURCE);
        source.check(resource.unwrap_or_default(), resources, "resource", RESOURCE)?;
        let octets = |text| source.octets(text);
        Ok(Self { node: node.map(octets), resource: resource.map(octets), ..Self::new(host) })
    }

    /// The address in the protocol's format; `None` if no account is addressed.
    pub fn jid(&self) -> Option<String> {
        if self.host.is_empty() {
            return None;
        }
        let mut jid =
            self.node.as_ref().map_or(String::new(), |node| [&node.shown_text(), "@"].concat());
        jid.push_str(&Octets::encoded(&self.host).shown_text());
        if let Some(resource) = &self.resource {
            jid.extend(["/", &resource.shown_text()]);
        }
        Some(jid)
    }

    fn write(&self, account: Option<&str>, host: &str) -> Result<Uri<String>, SchemeError> {
        let mut text = Writer::new(XMPP.name);
        if let (Some((node, _)), Some(account)) = (&self.account, account) {
            let server = crate::server::Server::new(account);
            let login = crate::server::Login { user: Some(node.clone()), password: None };
            text = text.authority(&login, &server);
            text = if host.is_empty() { text } else { text.raw("/") };
        }
        if let Some(node) = &self.node {
            text = text.octets(node, IN_NODE).raw("@");
        }
        text = text.raw(&in_path(host)).optional("/", self.resource.as_ref(), IN_RESOURCE);
        text = text.optional("?", self.action.as_ref(), ByteSet::EMPTY);
        text.parameters(&self.parameters, ByteSet::EMPTY).finish()
    }
}

/// Reads keys with values, both of which may be empty.
fn pairs_of<'a>(
    source: Source<'a>,
    pairs: Option<&'a str>,
) -> Result<Vec<Parameter<'a>>, SchemeError> {
    let pairs = pairs.into_iter().flat_map(|pairs| pairs.split(';')).map(|pair| {
        let missing = source.error(ErrorKind::Missing, "value", pair, QUERY);
        let (key, value) = pair.split_once('=').ok_or(missing)?;
        source.check(key, UNRESERVED, "key", KEY)?;
        source.check(value, UNRESERVED, "value", VALUE)?;
        Ok(Parameter { name: source.octets(key), value: Some(source.octets(value)) })
    });
    pairs.collect()
}

/// Reads the account of an authority, which has a name, and no port.
fn account(source: Source<'_>) -> Result<(Octets<'_>, Cow<'_, str>), SchemeError> {
    source.refuse_port(AUTHORITY)?;
    let authority = source.authority().unwrap_or_default();
    let missing = source.error(ErrorKind::Missing, "account", authority, AUTHORITY);
    let (node, _) = authority.split_once('@').ok_or(missing)?;
    check_node(source, node)?;
    Ok((source.octets(node), source.server(AUTHORITY)?.host))
}

/// Checks the name of an account: not empty, and without the delimiters of an address, raw or encoded.
fn check_node(source: Source<'_>, node: &str) -> Result<(), SchemeError> {
    if node.is_empty() {
        return Err(source.error(ErrorKind::Empty, "node", node, NODE));
    }
    source.check(node, UNRESERVED.or(IN_NODE), "node", NODE)?;
    let inside = crate::spelling::octets(node).find(|(_, octet)| NOT_IN_NODE.contains(*octet));
    match inside {
        None => Ok(()),
        Some((at, _)) => {
            let rest = node.get(at..).unwrap_or(node);
            Err(source.error(ErrorKind::InvalidCharacter, "node", rest, LOCAL))
        }
    }
}

impl<'a> Xmpp<'a> {
    fn visit<'v>(fields: &mut Visitor<'v, 'a, Self>) -> Result<Self, SchemeError> {
        const HOST: ByteSet = ByteSet::of(b"!$&'()*+,;=");
        let host = |given: &'a Given<'a>, name| given.host(name, HOST);
        let account = |it: &'v Self| it.account.as_ref();
        let account_node = fields
            .field("account_node", Given::octets, |it| account(it).map(|(node, _)| node.shown()))?;
        let account_host =
            fields.field("account_host", host, |it| account(it).map(|(_, host)| host))?;
        fields.derived("jid", Self::jid);
        let node = fields.field("node", Given::octets, |it| it.node.as_ref())?;
        let host =
            fields.field("host", host, |it| Some(&it.host).filter(|host| !host.is_empty()))?;
        let resource = fields.field("resource", Given::octets, |it| it.resource.as_ref())?;
        let action = fields.field("action", Given::octets, |it| it.action.as_ref())?;
        let parameters = fields.field("parameters", Given::whole_pairs, |it| {
            let pairs = it.parameters.iter();
            let pairs = pairs.map(|it| (it.name.shown(), it.value.as_ref().map(Octets::shown)));
            pairs.collect::<Vec<_>>()
        })?;
        fields.build(|given| {
            let account = match (account_node, account_host) {
                (Some(node), Some(host)) => Some((node, host)),
                (None, None) => None,
                (None, _) => return Err(given.error(ErrorKind::Missing, "account_node")),
                (_, None) => return Err(given.error(ErrorKind::Missing, "account_host")),
            };
            if host.is_none() && account.is_none() {
                return Err(given.error(ErrorKind::Missing, "host"));
            }
            let pairs = parameters.into_iter();
            let parameters = pairs.map(|(name, value)| Parameter::new(name, value)).collect();
            let host = host.unwrap_or_default();
            Ok(Self { account, node, resource, action, parameters, ..Self::new(host) })
        })
    }
}

impl View for Xmpp<'_> {
    fn fields(&self) -> Fields {
        Visitor::show(self, Self::visit)
    }

    fn to_uri(&self) -> Result<Uri<String>, SchemeError> {
        let uri = self.write(self.account.as_ref().map(|(_, host)| &**host), &self.host)?;
        if Xmpp::read(&uri)? == *self {
            return Ok(uri);
        }
        Err(SchemeError::new(ErrorKind::NotAUri, "host", PATH))
    }

    fn plan(&self, _client: &Client) -> Result<Plan, SchemeError> {
        Err(SchemeError::new(ErrorKind::NoPlan, "scheme", QUERY)
            .because("an action is done in a stream that the user has open already"))
    }

    /// The hosts as DNS names, in lowercase. Names are compared by rules of their own, beyond the URI.
    fn normal(&self) -> Option<String> {
        let account = self.account.as_ref().map(|(_, host)| compared_name(host));
        let normal = self.write(account.as_deref(), &compared_name(&self.host)).ok()?;
        let normal = normal.into_text();
        // With an account alone, the core adds the slash after it.
        let is_written = self.to_uri().is_ok_and(|uri| uri.as_str() == normal);
        (!is_written).then_some(normal)
    }
}
