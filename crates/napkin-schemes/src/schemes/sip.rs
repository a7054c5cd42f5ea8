//! `sip` and `sips`: the user to call, and fields of the request (RFC 3261 §19.1; RFC 5954 for IPv6).

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::net::Ipv6Addr;

use napkin::edition::Rule;
use napkin::{ByteSet, Reference, Uri};

use crate::definition::{Definition, View};
use crate::error::{ErrorKind, SchemeError};
use crate::named_fields::Given;
use crate::octets::Octets;
use crate::pairs::{Grammar, Header, Parameter};
use crate::server::{Login, Server, a_labels, is_hostname};
use crate::source::Source;
use crate::spelling::{ALPHANUM, DIGIT, UNRESERVED, lowercase, unescape};
use crate::value::Fields;
use crate::visitor::Visitor;
use crate::writer::Writer;

/// The Session Initiation Protocol.
pub static SIP: Definition = Definition {
    name: "sip",
    title: "Session Initiation Protocol",
    document: "RFC 3261 section 19.1",
    grammar: "\
SIP-URI        = \"sip:\" [ userinfo ] hostport uri-parameters [ headers ]
userinfo       = user [ \":\" password ] \"@\"
hostport       = host [ \":\" port ]
uri-parameters = *( \";\" pname [ \"=\" pvalue ] )
headers        = \"?\" header *( \"&\" header )
header         = hname \"=\" hvalue",
    example: "sip:alice:secretword@atlanta.com;transport=tcp",
    default_port: Some(5060),
    standings: &[],
    normalization: Some(NORMAL),
    read: |source| Ok(Box::new(Sip::of(source)?)),
    compose: |given| Ok(Box::new(Visitor::compose(given, Sip::visit)?)),
};

/// The Session Initiation Protocol over TLS.
///
/// `sip` over TLS up to the domain that owns the URI (RFC 3261 §19.1).
pub static SIPS: Definition = Definition {
    name: "sips",
    title: "Secure Session Initiation Protocol",
    grammar: "\
SIPS-URI = \"sips:\" [ userinfo ] hostport uri-parameters [ headers ]",
    example: "sips:alice@atlanta.com?subject=project%20x&priority=urgent",
    default_port: Some(5061),
    ..SIP
};

const SECTION: &str = "RFC 3261 section 25.1";
const URI: Rule = Rule { name: "SIP-URI", section: SECTION };
const USER: Rule = Rule { name: "user", section: SECTION };
const PASSWORD: Rule = Rule { name: "password", section: SECTION };
const HOST: Rule = Rule { name: "host", section: SECTION };
const PORT: Rule = Rule { name: "port", section: SECTION };
const PARAMETERS: Rule = Rule { name: "uri-parameters", section: "RFC 3261 section 19.1.1" };
const PARAMETER: Rule = Rule { name: "uri-parameter", section: SECTION };
const TRANSPORT: Rule = Rule { name: "transport-param", section: "RFC 3261 section 19.1.1" };
const TIME_TO_LIVE: Rule = Rule { name: "ttl", section: SECTION };
const PARAMETER_CHARACTER: Rule = Rule { name: "paramchar", section: SECTION };
const HEADER_NAME: Rule = Rule { name: "hname", section: SECTION };
const HEADER_VALUE: Rule = Rule { name: "hvalue", section: SECTION };
const NORMAL: Rule = Rule { name: "uri-comparison", section: "RFC 3261 section 19.1.4" };

const ESCAPED: ByteSet = ByteSet::of(b"%");
const USERS: ByteSet = UNRESERVED.or(ESCAPED).or(ByteSet::of(b"&=+$,;?/"));
const PASSWORDS: ByteSet = UNRESERVED.or(ESCAPED).or(ByteSet::of(b"&=+$,"));
const HOSTS: ByteSet = ALPHANUM.or(ByteSet::of(b".-[]:"));
const TOKENS: ByteSet = ALPHANUM.or(ByteSet::of(b"-.!%*_+`'~"));
const PARAMETERS_GRAMMAR: Grammar = Grammar::of_parameters(
    (UNRESERVED.or(ESCAPED).or(ByteSet::of(b"[]/:&+$")), PARAMETER_CHARACTER),
    (UNRESERVED.or(ESCAPED).or(ByteSet::of(b"[]/:&+$")), PARAMETER_CHARACTER),
);
const HEADERS_GRAMMAR: Grammar = Grammar::of_headers(
    (UNRESERVED.or(ESCAPED).or(ByteSet::of(b"[]/?:+$")), HEADER_NAME),
    (UNRESERVED.or(ESCAPED).or(ByteSet::of(b"[]/?:+$")), HEADER_VALUE),
);

/// The characters allowed raw besides the unreserved ones when data is written. No slash, so that data cannot begin
/// an authority or be a dot segment.
const USER_RAW: ByteSet = ByteSet::of(b"!*'()&=+$,;?");
const PASSWORD_RAW: ByteSet = ByteSet::of(b"!*'()&=+$,");
const PARAMETER_RAW: ByteSet = ByteSet::of(b"!*'():&+$");
const HEADER_RAW: ByteSet = ByteSet::of(b"!*'()/?:+$");

/// Parameters that make two URIs differ even if only one has them (RFC 3261 §19.1.4).
const NEVER_IGNORED: &[&str] = &["transport", "user", "ttl", "method", "maddr"];

/// A resource of the Session Initiation Protocol, by `sip` or `sips`.
///
/// `==` compares the fields; [`equivalent`](Self::equivalent) compares by the protocol's rules.
///
/// ```
/// use napkin_schemes::{Parameter, Server, View, schemes::Sip};
///
/// let uri = napkin::Uri::parse("sip:alice@atlanta.com;transport=tcp?subject=project%20x")?;
/// let sip = Sip::read(&uri)?;
/// assert_eq!(sip.login.user.as_ref().unwrap(), "alice");
/// assert_eq!(sip.parameter("transport").unwrap(), "tcp");
/// assert_eq!(sip.headers[0].value, "project x");
///
/// let mut sip = Sip::new(Server::new("atlanta.com"));
/// sip.login.user = Some("j@s0n".into());
/// sip.is_secure = true;
/// assert_eq!(sip.to_uri()?, "sips:j%40s0n@atlanta.com");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sip<'a> {
    /// Whether the scheme is `sips`.
    pub is_secure: bool,
    /// User and password. A user is not empty.
    pub login: Login<'a>,
    /// Host and port. Without a port, 5060 or 5061 is used only if DNS names no other.
    pub server: Server<'a>,
    /// The parameters in their order; no name appears twice.
    pub parameters: Vec<Parameter<'a>>,
    /// The header fields of the request; `body` is its body.
    pub headers: Vec<Header<'a>>,
}

impl<'a> Sip<'a> {
    /// Reads a URI of `sip` or `sips`.
    ///
    /// # Errors
    ///
    /// If it begins with an authority, a part is empty or has other characters, a parameter occurs twice or is
    /// invalid, or `sips` names an unreliable transport.
    pub fn read(reference: impl Into<Reference<'a>>) -> Result<Self, SchemeError> {
        SIP.read_by(&[SIP.name, SIPS.name], reference, Self::of)
    }

    /// A host itself, without a user.
    pub fn new(server: Server<'a>) -> Self {
        Self {
            is_secure: false,
            login: Login::default(),
            server,
            parameters: Vec::new(),
            headers: Vec::new(),
        }
    }

    pub(crate) fn of(source: Source<'a>) -> Result<Self, SchemeError> {
        // By its grammar `//` could begin a user; in generic syntax it begins an authority.
        if source.authority().is_some() {
            return Err(source.error(
                ErrorKind::Unexpected,
                "authority",
                source.after_scheme(),
                URI,
            ));
        }
        let (userinfo, rest) = match source.after_scheme().split_once('@') {
            Some((userinfo, rest)) => (Some(userinfo), rest),
            None => (None, source.after_scheme()),
        };
        let login = userinfo.map(|userinfo| login(source, userinfo)).transpose()?;
        let (rest, headers) = cut(rest, '?');
        let (hostport, parameters) = cut(rest, ';');
        let server = server(source, hostport)?;
        let parameters = Parameter::read_all(source, parameters, &PARAMETERS_GRAMMAR)?;
        Parameter::refuse_repeated(source, &parameters, PARAMETERS)?;
        let headers = Header::read_all(source, headers, &HEADERS_GRAMMAR)?;
        if let Some(nameless) = headers.iter().find(|header| header.name.is_empty()) {
            let name = nameless.name.written().unwrap_or_default();
            return Err(source.error(ErrorKind::Empty, "header name", name, HEADER_NAME));
        }
        let is_secure = source.scheme().eq_ignore_ascii_case(SIPS.name);
        let login = login.unwrap_or_default();
        let sip = Self { is_secure, login, server, parameters, headers };
        sip.check_parameters(source)?;
        Ok(sip)
    }

    /// Checks the parameters that have a rule of their own.
    fn check_parameters(&self, source: Source<'a>) -> Result<(), SchemeError> {
        for parameter in &self.parameters {
            let Some(name) = NEVER_IGNORED.iter().find(|name| parameter.is(name)) else { continue };
            let missing = source.error(ErrorKind::Missing, name, parameter.written(), PARAMETER);
            let value = parameter.value.as_ref().and_then(Octets::written).ok_or(missing)?;
            match *name {
                "maddr" => drop(check_host(source, value, "maddr")?),
                "ttl" => check_time_to_live(source, value)?,
                name => source.check(value, TOKENS, name, PARAMETER)?,
            }
            if self.is_secure && *name == "transport" && value.eq_ignore_ascii_case("udp") {
                return Err(source.error(ErrorKind::InvalidValue, name, value, TRANSPORT));
            }
        }
        Ok(())
    }

    /// The value of a parameter; names are case-insensitive.
    pub fn parameter(&self, name: &str) -> Option<&Octets<'a>> {
        Parameter::find(&self.parameters, name)
    }

    /// The port if DNS names no other: 5061 for `sips` and over TLS, 5060 otherwise (RFC 3261, table 1).
    pub fn default_port(&self) -> Option<u16> {
        let transport = self.parameter("transport").map(Octets::to_latin1);
        let over_tls = transport.is_some_and(|transport| transport.eq_ignore_ascii_case("tls"));
        if self.is_secure || over_tls { SIPS.default_port } else { SIP.default_port }
    }

    /// Whether two URIs are equivalent by RFC 3261 §19.1.4. The relation is not transitive: a URI may be equivalent
    /// to two others that are not equivalent to each other.
    ///
    /// Values of header fields are compared as octets. The rules of single header fields (§20) are not applied.
    ///
    /// ```
    /// use napkin_schemes::schemes::Sip;
    ///
    /// let [plain, on, off] = [
    ///     "sip:carol@chicago.com",
    ///     "sip:carol@chicago.com;security=on",
    ///     "sip:carol@chicago.com;security=off",
    /// ]
    /// .map(|uri| Sip::read(napkin::edition::RFC3986.parse(uri).unwrap()).unwrap());
    /// assert!(plain.equivalent(&on) && plain.equivalent(&off) && !on.equivalent(&off));
    /// ```
    pub fn equivalent(&self, other: &Sip<'_>) -> bool {
        let same_parameters = || {
            let (ours, theirs) = (self.compared_parameters(), other.compared_parameters());
            let only_one_has = |name: &str| ours.contains_key(name) != theirs.contains_key(name);
            ours.iter().all(|(name, value)| theirs.get(name).is_none_or(|other| other == value))
                && !NEVER_IGNORED.iter().any(|name| only_one_has(name))
        };
        let sorted = |mut headers: Vec<(String, String)>| {
            headers.sort_unstable();
            headers
        };
        self.is_secure == other.is_secure
            && self.compared_login() == other.compared_login()
            && compared_host(&self.server.host) == compared_host(&other.server.host)
            && self.compared_port() == other.compared_port()
            && same_parameters()
            && sorted(self.compared_headers()) == sorted(other.compared_headers())
    }

    /// User and password; only escapes of unreserved characters are decoded.
    fn compared_login(&self) -> [Option<String>; 2] {
        [&self.login.user, &self.login.password]
            .map(|part| part.as_ref().map(|part| part.spelled(UNRESERVED)))
    }

    fn compared_port(&self) -> Option<&str> {
        self.server.port.as_deref().map(number)
    }

    fn compared_parameters(&self) -> BTreeMap<String, Option<String>> {
        let compared = self.parameters.iter().map(|Parameter { name, value }| {
            let name = lowercase(&name.spelled(UNRESERVED));
            let value = value.as_ref().map(|value| value.spelled(UNRESERVED));
            let value = value.map(|value| match name.as_str() {
                // Method names are case-sensitive (§25.1).
                "method" => value,
                "ttl" => number(&value).into(),
                "maddr" => without_brackets(&compared_host(&with_brackets(&value))),
                _ => lowercase(&value),
            });
            (name, value)
        });
        compared.collect()
    }

    fn compared_headers(&self) -> Vec<(String, String)> {
        let compared = self.headers.iter().map(|Header { name, value }| {
            (lowercase(&name.spelled(UNRESERVED)), value.spelled(UNRESERVED))
        });
        compared.collect()
    }

    const fn scheme(&self) -> &'static str {
        if self.is_secure { SIPS.name } else { SIP.name }
    }
}

/// The text before a delimiter, and the text after it if it is there.
fn cut(text: &str, delimiter: char) -> (&str, Option<&str>) {
    match text.split_once(delimiter) {
        Some((before, after)) => (before, Some(after)),
        None => (text, None),
    }
}

fn login<'a>(source: Source<'a>, userinfo: &'a str) -> Result<Login<'a>, SchemeError> {
    let (user, password) = cut(userinfo, ':');
    if user.is_empty() {
        return Err(source.error(ErrorKind::Empty, "user", user, USER));
    }
    source.check(user, USERS, "user", USER)?;
    source.check(password.unwrap_or_default(), PASSWORDS, "password", PASSWORD)?;
    Ok(Login {
        user: Some(source.octets(user)),
        password: password.map(|part| source.octets(part)),
    })
}

fn server<'a>(source: Source<'a>, hostport: &'a str) -> Result<Server<'a>, SchemeError> {
    let closed = [(hostport.find(']'), 1), (hostport.find("%5D"), 3), (hostport.find("%5d"), 3)];
    let literal = closed.into_iter().find_map(|(at, length)| Some(at? + length)).unwrap_or(0);
    let (literal, rest) = hostport.split_at_checked(literal).unwrap_or(("", hostport));
    let (name, port) = cut(rest, ':');
    let written = hostport.get(..literal.len() + name.len()).unwrap_or(hostport);
    let host = check_host(source, written, "host")?;
    if let Some(port) = port {
        if port.is_empty() {
            return Err(source.error(ErrorKind::Empty, "port", port, PORT));
        }
        source.check(port, DIGIT, "port", PORT)?;
    }
    Ok(Server { host, port: port.map(Cow::Borrowed) })
}

/// Checks a host: a name, an IPv4 address, or an IPv6 address in brackets; without escapes, except the brackets,
/// which a path of RFC 3986 cannot have raw.
fn check_host<'a>(
    source: Source<'a>,
    written: &'a str,
    field: &'static str,
) -> Result<Cow<'a, str>, SchemeError> {
    if written.is_empty() {
        return Err(source.error(ErrorKind::Empty, field, written, HOST));
    }
    let host = with_brackets(written);
    if ipv6(&host).is_some() {
        return Ok(host);
    }
    // An IRI has the letters of a domain name, its URI the A-labels (RFC 3987 §3.1).
    let letters = source.edition().has_characters_beyond_ascii() && !written.is_ascii();
    if let Some(name) = a_labels(written.as_bytes()).filter(|name| letters && is_hostname(name)) {
        return Ok(name.into());
    }
    source.check(written, HOSTS, field, HOST)?;
    if is_hostname(written) || is_ipv4(written) {
        return Ok(written.into());
    }
    Err(source.error(ErrorKind::InvalidValue, field, written, HOST))
}

/// An address with raw brackets, from one whose brackets may be escaped.
fn with_brackets(written: &str) -> Cow<'_, str> {
    if !written.starts_with('%') {
        return written.into();
    }
    unescape(written, ByteSet::of(b"[]")).into()
}

/// A host as written in a path of RFC 3986.
fn without_brackets(host: &str) -> String {
    host.replace('[', "%5B").replace(']', "%5D")
}

/// Four numbers of one to three digits, which may begin with zeros.
fn is_ipv4(host: &str) -> bool {
    let is_octet = |part: &str| {
        matches!(part.len(), 1..=3)
            && part.bytes().all(|byte| byte.is_ascii_digit())
            && part.parse::<u8>().is_ok()
    };
    host.split('.').count() == 4 && host.split('.').all(is_octet)
}

fn ipv6(host: &str) -> Option<Ipv6Addr> {
    host.strip_prefix('[')?.strip_suffix(']')?.parse().ok()
}

/// One to three digits, at most 255.
fn check_time_to_live(source: Source<'_>, value: &str) -> Result<(), SchemeError> {
    source.check(value, DIGIT, "ttl", TIME_TO_LIVE)?;
    if value.len() <= 3 && value.parse::<u8>().is_ok() {
        return Ok(());
    }
    Err(source.error(ErrorKind::OutOfRange, "ttl", value, TIME_TO_LIVE))
}

/// A host for comparison: names case-insensitively, IPv6 addresses by value (RFC 5954 §4.2).
fn compared_host(host: &str) -> String {
    ipv6(host).map_or_else(|| host.to_ascii_lowercase(), |address| format!("[{address}]"))
}

/// Digits without leading zeros.
fn number(digits: &str) -> &str {
    let bare = digits.trim_start_matches('0');
    if bare.is_empty() { digits.get(..1).unwrap_or_default() } else { bare }
}

impl<'a> Sip<'a> {
    fn visit(fields: &mut Visitor<'_, 'a, Self>) -> Result<Self, SchemeError> {
        // Escaped octets are UTF-8 (RFC 3261 §25.1).
        let login = fields.login(|it| &it.login)?;
        let server = fields.server(|it| (&it.server, it.default_port()))?;
        fields.derived("explicit_port", |it| it.server.port.is_some());
        let parameters = fields.parameters("parameters", |it| &*it.parameters)?;
        let headers = fields.field("headers", Given::headers, |it| &*it.headers)?;
        fields.build(|given| {
            Ok(Self { is_secure: given.scheme() == SIPS.name, login, server, parameters, headers })
        })
    }
}

impl View for Sip<'_> {
    /// The port is one of UDP or TCP, although the grammar has any digits.
    fn check(&self) -> Result<(), SchemeError> {
        self.server.check_port()
    }

    fn fields(&self) -> Fields {
        Visitor::show(self, Self::visit)
    }

    fn to_uri(&self) -> Result<Uri<String>, SchemeError> {
        let Login { user, password } = &self.login;
        let mut writer = Writer::new(self.scheme());
        if user.is_some() || password.is_some() {
            writer = writer
                .optional("", user.as_ref(), USER_RAW)
                .optional(":", password.as_ref(), PASSWORD_RAW)
                .raw("@");
        }
        writer = writer.raw(&without_brackets(&self.server.host));
        if let Some(port) = &self.server.port {
            writer = writer.raw(":").raw(port);
        }
        let writer = writer.parameters(&self.parameters, PARAMETER_RAW);
        let uri = writer.headers(&self.headers, HEADER_RAW).finish()?;
        if Sip::read(&uri)? != *self {
            return Err(SchemeError::new(ErrorKind::InvalidValue, "host", HOST));
        }
        Ok(uri)
    }

    fn is_same(&self, other: Reference<'_>) -> Option<bool> {
        Some(self.equivalent(&Sip::read(other).ok()?))
    }

    /// A text that is equal for URIs that RFC 3261 §19.1.4 does not distinguish: host, names and values in
    /// lowercase, parameters and header fields ordered by name. Parameters that the comparison may ignore stay,
    /// since ignoring them is not transitive.
    fn normal(&self) -> Option<String> {
        let [user, password] = self.compared_login();
        let user = user.map(|user| [&user, "@"].concat());
        let userinfo = match password {
            None => user.unwrap_or_default(),
            Some(password) => [user?.trim_end_matches('@'), ":", &password, "@"].concat(),
        };
        let host = without_brackets(&compared_host(&self.server.host));
        let mut normal = Writer::new(self.scheme()).raw(&userinfo).raw(&host);
        if let Some(port) = self.compared_port() {
            normal = normal.raw(":").raw(port);
        }
        for (name, value) in self.compared_parameters() {
            normal = normal.raw(";").raw(&name);
            if let Some(value) = value {
                normal = normal.raw("=").raw(&value);
            }
        }
        let mut headers = self.compared_headers();
        // Fields with the same name keep their order.
        headers.sort_by(|(a, _), (b, _)| a.cmp(b));
        for (number, (name, value)) in headers.iter().enumerate() {
            normal = normal.raw(if number == 0 { "?" } else { "&" }).raw(name).raw("=").raw(value);
        }
        let normal = normal.finish().ok()?;
        (normal != self.to_uri().ok()?).then(|| normal.into_text())
    }
}
