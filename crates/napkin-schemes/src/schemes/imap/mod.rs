//! `imap`: a mail server, the messages of a mailbox, or one message or a part of it (RFC 5092).
//! `texts.rs` checks and writes texts of the protocol.

mod texts;

use std::borrow::Cow;

use napkin::edition::Rule;
use napkin::{ByteSet, Reference, Uri};

use crate::client::Client;
use crate::definition::{Definition, View};
use crate::error::{ErrorKind, SchemeError};
use crate::mail_user::{ACHAR, IN_USER, LoginRules, MailMechanism, MailUser};
use crate::named_fields::Given;
use crate::octets::{Octets, text_of};
use crate::place;
use crate::plan::{Plan, Step, Transport, Until};
use crate::server::Server;
use crate::source::Source;
use crate::spelling::{ALPHA, DIGIT, HEX};
use crate::value::Fields;
use crate::visitor::Visitor;
use crate::writer::Writer;

use self::texts::{
    check_date_time, check_section, modified_utf7, only_literals, open_literal, quoted,
};

/// The Internet Message Access Protocol.
pub static IMAP: Definition = Definition {
    name: "imap",
    title: "Internet Message Access Protocol",
    document: "RFC 5092 section 11",
    grammar: "\
imapurl      = \"imap://\" iserver [ \"/\" [ imessagelist / imessagepart [iurlauth] ]]
iserver      = [iuserinfo \"@\"] host [ \":\" port ]
iuserinfo    = enc-user [iauth] / [enc-user] iauth
iauth        = \";AUTH=\" ( \"*\" / enc-auth-type )
imessagelist = imailbox-ref [ \"?\" enc-search ]
imessagepart = imailbox-ref \"/;UID=\" nz-number [ \"/;SECTION=\" enc-section ]
               [ \"/;PARTIAL=\" number [\".\" nz-number] ]
imailbox-ref = enc-mailbox [ \";UIDVALIDITY=\" nz-number ]
iurlauth     = [ \";EXPIRE=\" date-time ] \";URLAUTH=\" access
               \":\" uauth-mechanism \":\" enc-urlauth",
    example: "imap://minbari.example.org/gray-council;UIDVALIDITY=385759045/;UID=20/;PARTIAL=0.1024",
    default_port: Some(143),
    standings: &[],
    normalization: Some(rule("imapurl")),
    read: |source| Ok(Box::new(Imap::of(source)?)),
    compose: |given| Ok(Box::new(Visitor::compose(given, Imap::visit)?)),
};

const fn rule(name: &'static str) -> Rule {
    Rule { name, section: "RFC 5092 section 11" }
}

const MAILBOX: Rule = rule("enc-mailbox");
const SEARCH: Rule = rule("enc-search");
const LITERAL: Rule = Rule { name: "literal", section: "RFC 3501 section 4.3" };
const SECTION: Rule = rule("enc-section");
const COMMAND: Rule = rule("icommand");
const PART: Rule = rule("imessagepart");
const UID: Rule = rule("iuid");
const UIDVALIDITY: Rule = rule("uidvalidity");
const RANGE: Rule = rule("partial-range");
const EXPIRE: Rule = rule("expire");
const URLAUTH: Rule = rule("iurlauth");
const ACCESS: Rule = rule("access");
const AUTH_MECHANISM: Rule = rule("uauth-mechanism");
const TOKEN: Rule = rule("enc-urlauth");
const LOGIN: LoginRules =
    LoginRules { user: rule("enc-user"), auth: rule("iauth"), needs_user: false };

/// Delimiters of `bchar`, which are allowed raw beside the unreserved characters.
const IN_MAILBOX: ByteSet = IN_USER.or(ByteSet::of(b":@/"));
const BCHAR: ByteSet = IN_MAILBOX.or(ACHAR);

/// The mailbox with a case-insensitive name (RFC 3501 §5.1).
const INBOX: &str = "INBOX";

/// A URI of `imap`.
///
/// ```
/// use napkin_schemes::schemes::{Imap, ImapTarget};
///
/// let uri = napkin::Uri::parse("imap://;AUTH=GSSAPI@minbari.example.org/gray-council/;uid=20/;section=1.2")?;
/// let imap = Imap::read(&uri)?;
/// let ImapTarget::Message { mailbox, part, .. } = &imap.target else { panic!() };
/// assert_eq!((mailbox, part.uid), (&"gray-council".into(), 20));
/// assert_eq!(part.section.as_ref().unwrap(), "1.2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imap<'a> {
    /// The user; anonymous if empty.
    pub login: MailUser<'a>,
    /// Host and port of the server.
    pub server: Server<'a>,
    /// The requested part of the server.
    pub target: ImapTarget<'a>,
}

/// The requested part of a mail server.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "a mailbox is named or not (RFC 5092 §11)")]
pub enum ImapTarget<'a> {
    /// The whole server.
    Server,
    /// The messages of a mailbox, or those that match a search.
    Messages {
        /// The mailbox, in UTF-8.
        mailbox: Octets<'a>,
        /// The number that shows whether message ids are still valid.
        uidvalidity: Option<u32>,
        /// The argument of the SEARCH command.
        search: Option<Octets<'a>>,
    },
    /// One message or a part of it.
    Message {
        /// The mailbox, in UTF-8.
        mailbox: Octets<'a>,
        /// The number that shows whether message ids are still valid.
        uidvalidity: Option<u32>,
        /// The message, and the requested part of it.
        part: MessagePart<'a>,
    },
}

/// A message of a mailbox or a part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessagePart<'a> {
    /// The id of the message, which is not zero.
    pub uid: u32,
    /// The section, such as `1.2` or `HEADER`; by default the whole message.
    pub section: Option<Octets<'a>>,
    /// The first octet, and the number of octets (not zero); by default all that follow.
    pub partial: Option<(u32, Option<u32>)>,
    /// The authorization for others to fetch it.
    pub authorization: Option<UrlAuthorization<'a>>,
}

/// The authorization for others to fetch a message by its URI (RFC 4467).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UrlAuthorization<'a> {
    /// The expiry, in the format of RFC 3339.
    pub expire: Option<Cow<'a, str>>,
    /// The permitted users: `anonymous`, `authuser`, or `user+` or `submit+` and a user.
    pub access: Octets<'a>,
    /// The mechanism that generated the token.
    pub mechanism: Cow<'a, str>,
    /// 32 hexadecimal digits or more.
    pub token: Cow<'a, str>,
}

/// The parameters after a mailbox, in order, and whether each is after a slash.
const PARAMETERS: [(&str, bool); 6] = [
    ("UIDVALIDITY", false),
    ("UID", true),
    ("SECTION", true),
    ("PARTIAL", true),
    ("EXPIRE", false),
    ("URLAUTH", false),
];

/// A mailbox and the values of its parameters, raw.
type Cut<'a> = (&'a str, [Option<&'a str>; PARAMETERS.len()]);

/// Splits the path at its semicolons.
fn cut<'a>(source: Source<'a>, path: &'a str) -> Result<Cut<'a>, SchemeError> {
    let mut pieces = path.split(';');
    let mut mailbox = pieces.next().unwrap_or_default();
    let mut values = [None; PARAMETERS.len()];
    let mut last: Option<usize> = None;
    for piece in pieces {
        let unknown = source.error(ErrorKind::InvalidValue, "parameter", piece, COMMAND);
        let (name, value) = piece.split_once('=').ok_or(unknown)?;
        let known = PARAMETERS.iter().position(|(known, _)| known.eq_ignore_ascii_case(name));
        let number =
            known.filter(|number| last.is_none_or(|last| last < *number)).ok_or(unknown)?;
        let before = match last {
            None => &mut mailbox,
            Some(last) => values[last].get_or_insert_default(),
        };
        if PARAMETERS[number].1 {
            *before = before.strip_suffix('/').ok_or(unknown)?;
        }
        values[number] = Some(value);
        last = Some(number);
    }
    Ok((mailbox, values))
}

fn number(
    source: Source<'_>,
    text: &str,
    field: &'static str,
    rule: Rule,
) -> Result<u32, SchemeError> {
    if text.is_empty() {
        return Err(source.error(ErrorKind::Empty, field, text, rule));
    }
    source.check(text, DIGIT, field, rule)?;
    text.parse().map_err(|_| source.error(ErrorKind::OutOfRange, field, text, rule))
}

fn nz_number(
    source: Source<'_>,
    text: &str,
    field: &'static str,
    rule: Rule,
) -> Result<u32, SchemeError> {
    let number = number(source, text, field, rule)?;
    if text.starts_with('0') {
        return Err(source.error(ErrorKind::InvalidValue, field, text, rule));
    }
    Ok(number)
}

impl<'a> Imap<'a> {
    /// Reads a URI of `imap`, by its edition.
    ///
    /// # Errors
    ///
    /// If there is no host, a part does not match its rule, or parameters are unknown or in the wrong order.
    pub fn read(reference: impl Into<Reference<'a>>) -> Result<Self, SchemeError> {
        IMAP.read_by(&[IMAP.name], reference, Self::of)
    }

    /// A server as a whole, for an anonymous user.
    pub fn new(server: Server<'a>) -> Self {
        Self { login: MailUser::default(), server, target: ImapTarget::Server }
    }

    fn of(source: Source<'a>) -> Result<Self, SchemeError> {
        let (login, server) = (MailUser::of(source, &LOGIN)?, source.server(rule("iserver"))?);
        let path = source.url_path();
        let target = match path.filter(|path| !path.is_empty()) {
            Some(path) => ImapTarget::of(source, path)?,
            None => match source.after_scheme().split_once('?') {
                None => ImapTarget::Server,
                Some((_, search)) => {
                    return Err(source.error(ErrorKind::Missing, "mailbox", search, COMMAND));
                }
            },
        };
        Ok(Self { login, server, target })
    }
}

impl<'a> ImapTarget<'a> {
    fn of(source: Source<'a>, path: &'a str) -> Result<Self, SchemeError> {
        let (path, search) = match path.split_once('?') {
            Some((path, search)) => (path, Some(search)),
            None => (path, None),
        };
        let (mailbox, [uidvalidity, uid, section, partial, expire, urlauth]) = cut(source, path)?;
        let mailbox = text(source, mailbox, "mailbox", MAILBOX)?;
        if mailbox.to_str().is_err() {
            let written = mailbox.written().unwrap_or_default();
            return Err(source.error(ErrorKind::InvalidValue, "mailbox", written, MAILBOX));
        }
        let uidvalidity = uidvalidity
            .map(|text| nz_number(source, text, "uidvalidity", UIDVALIDITY))
            .transpose()?;
        let Some(uid) = uid else {
            if let Some(stray) = section.or(partial).or(expire).or(urlauth) {
                return Err(source.error(ErrorKind::Missing, "uid", stray, PART));
            }
            let search = search.map(|search| text(source, search, "search", SEARCH)).transpose()?;
            return Ok(Self::Messages { mailbox, uidvalidity, search });
        };
        if let Some(search) = search {
            return Err(source.error(ErrorKind::Unexpected, "search", search, PART));
        }
        let section = section.map(|written| section_of(source, written)).transpose()?;
        let partial = partial.map(|range| range_of(source, range)).transpose()?;
        let authorization = match (expire, urlauth) {
            (expire, Some(urlauth)) => Some(UrlAuthorization::of(source, expire, urlauth)?),
            (Some(expire), None) => {
                return Err(source.error(ErrorKind::Missing, "urlauth", expire, URLAUTH));
            }
            (None, None) => None,
        };
        let uid = nz_number(source, uid, "uid", UID)?;
        let part = MessagePart { uid, section, partial, authorization };
        Ok(Self::Message { mailbox, uidvalidity, part })
    }
}

/// A text of `bchar` that is not empty.
fn text<'a>(
    source: Source<'a>,
    text: &'a str,
    field: &'static str,
    rule: Rule,
) -> Result<Octets<'a>, SchemeError> {
    if text.is_empty() {
        return Err(source.error(ErrorKind::Empty, field, text, rule));
    }
    source.check(text, BCHAR, field, rule)?;
    Ok(source.octets(text))
}

fn section_of<'a>(source: Source<'a>, written: &'a str) -> Result<Octets<'a>, SchemeError> {
    let section = text(source, written, "section", SECTION)?;
    match check_section(&section.to_bytes()) {
        Ok(()) => Ok(section),
        Err(at) => {
            Err(source.error_inside(ErrorKind::InvalidValue, "section", written, at, SECTION))
        }
    }
}

fn range_of(source: Source<'_>, range: &str) -> Result<(u32, Option<u32>), SchemeError> {
    let (first, length) = match range.split_once('.') {
        Some((first, length)) => (first, Some(length)),
        None => (range, None),
    };
    let first = number(source, first, "partial", RANGE)?;
    let length = length.map(|length| nz_number(source, length, "partial", RANGE)).transpose()?;
    Ok((first, length))
}

impl<'a> UrlAuthorization<'a> {
    fn of(
        source: Source<'a>,
        expire: Option<&'a str>,
        urlauth: &'a str,
    ) -> Result<Self, SchemeError> {
        if let Some(expire) = expire.filter(|expire| !check_date_time(expire)) {
            return Err(source.error(ErrorKind::InvalidValue, "expire", expire, EXPIRE));
        }
        let mut parts = urlauth.splitn(3, ':');
        let access = parts.next().unwrap_or_default();
        source.check(access, ACHAR, "access", ACCESS)?;
        let (name, user) = match access.split_once('+') {
            Some((name, user)) => (name, Some(user)),
            None => (access, None),
        };
        // Names other than the four of RFC 5092 are registered (RFC 5593); some have a user.
        let has_user = match &*name.to_ascii_lowercase() {
            "submit" | "user" => user.is_some(),
            "anonymous" | "authuser" => user.is_none(),
            name => !name.is_empty(),
        };
        if !has_user || user == Some("") {
            return Err(source.error(ErrorKind::InvalidValue, "access", access, ACCESS));
        }
        let missing = |field, rule| source.error(ErrorKind::Missing, field, urlauth, rule);
        let mechanism = parts.next().ok_or(missing("mechanism", AUTH_MECHANISM))?;
        if mechanism.is_empty() {
            return Err(source.error(ErrorKind::Empty, "mechanism", mechanism, AUTH_MECHANISM));
        }
        let in_mechanism = ALPHA.or(DIGIT).or(ByteSet::of(b"-."));
        source.check(mechanism, in_mechanism, "mechanism", AUTH_MECHANISM)?;
        let token = parts.next().ok_or(missing("token", TOKEN))?;
        source.check(token, HEX, "token", TOKEN)?;
        if token.len() < 32 {
            return Err(source.error(ErrorKind::InvalidValue, "token", token, TOKEN));
        }
        Ok(Self {
            expire: expire.map(Cow::Borrowed),
            access: source.octets(access),
            mechanism: mechanism.into(),
            token: token.into(),
        })
    }

    fn visit(fields: &mut Visitor<'_, 'a, Self>) -> Result<Option<Self>, SchemeError> {
        let expire = fields.field("expire", Given::text, |it| it.expire.as_ref())?;
        let access = fields.field("access", Given::octets, |it| &it.access)?;
        let mechanism = fields.field("mechanism", Given::text, |it| &it.mechanism)?;
        let token = fields.field("token", Given::text, |it| &it.token)?;
        let Some(access) = access else { return Ok(None) };
        fields.build(|given| {
            let missing = |name| given.error(ErrorKind::Missing, name);
            let mechanism = mechanism.ok_or_else(|| missing("mechanism"))?;
            let token = token.ok_or_else(|| missing("token"))?;
            Ok(Some(Self { expire, access, mechanism, token }))
        })
    }
}

impl<'a> ImapTarget<'a> {
    /// The mailbox and its UIDVALIDITY.
    const fn mailbox(&self) -> Option<(&Octets<'a>, Option<u32>)> {
        match self {
            Self::Server => None,
            Self::Messages { mailbox, uidvalidity, .. }
            | Self::Message { mailbox, uidvalidity, .. } => Some((mailbox, *uidvalidity)),
        }
    }

    /// The commands after the login, without their tags: verb and argument.
    fn commands(&self, client: &Client) -> Result<Vec<(&'static str, Vec<u8>)>, SchemeError> {
        let (mailbox, then) = match self {
            Self::Server => return Ok(vec![("LIST", b"\"\" %".to_vec())]),
            Self::Messages { mailbox, search, .. } => {
                let program = search.as_ref().map(|search| program(search, client)).transpose()?;
                (mailbox, ("SEARCH", program.unwrap_or(b"ALL".to_vec())))
            }
            Self::Message { mailbox, part, .. } => (mailbox, ("UID FETCH", part.fetch(client)?)),
        };
        let name = client.argument(mailbox, "mailbox", &place::TEXT)?;
        let name = quoted(&modified_utf7(&String::from_utf8_lossy(&name)));
        // Like SELECT, without changing anything (RFC 3501 §6.3.2).
        Ok(vec![("EXAMINE", name.into_bytes()), then])
    }

    fn write(&self, mut writer: Writer) -> Writer {
        let Some((mailbox, uidvalidity)) = self.mailbox() else { return writer };
        writer = writer.octets(mailbox, IN_MAILBOX);
        if let Some(number) = uidvalidity {
            writer = writer.raw(&format!(";UIDVALIDITY={number}"));
        }
        match self {
            Self::Message { part, .. } => part.write(writer),
            Self::Messages { search, .. } => writer.optional("?", search.as_ref(), IN_MAILBOX),
            Self::Server => writer,
        }
    }
}

/// A range of octets that is given by its first octet and its length.
fn partial(
    given: &Given<'_>,
    name: &'static str,
) -> Result<Option<(u32, Option<u32>)>, SchemeError> {
    let number = |text| given.number_in(text, name);
    match *given.texts(name)? {
        [] => Ok(None),
        [first] => Ok(Some((number(first)?, None))),
        [first, length] => Ok(Some((number(first)?, Some(number(length)?)))),
        _ => Err(given.error(ErrorKind::Repeated, name)),
    }
}

/// The octets of a search, which may have line ends only at the start of a literal, and no open literal at the end.
fn program(search: &Octets<'_>, client: &Client) -> Result<Vec<u8>, SchemeError> {
    if let Some(number) = open_literal(&search.to_bytes()) {
        let open = SchemeError::new(ErrorKind::InvalidValue, "search", LITERAL);
        return Err(search.place(number).map_or(open, |at| open.at(at)));
    }
    client.argument(search, "search", &place::TEXT).or_else(|refused| {
        let octets = search.to_bytes();
        if only_literals(&octets) { Ok(octets.into_owned()) } else { Err(refused) }
    })
}

impl MessagePart<'_> {
    /// The argument of UID FETCH (RFC 5092 §6).
    fn fetch(&self, client: &Client) -> Result<Vec<u8>, SchemeError> {
        let section = self.section.clone().unwrap_or(Octets::EMPTY);
        // A section that was not read from a URI has not been checked.
        if !section.is_empty() {
            check_section(&section.to_bytes()).map_err(|number| {
                let error = SchemeError::new(ErrorKind::InvalidValue, "section", SECTION);
                error.at_if(section.place(number))
            })?;
        }
        let section = client.argument(&section, "section", &place::TEXT)?;
        let range = self.partial.map_or(String::new(), |(first, length)| {
            // The command needs a length; the server stops at the end.
            format!("<{first}.{}>", length.unwrap_or(u32::MAX))
        });
        let lead = format!("{} BODY.PEEK[", self.uid);
        Ok([lead.as_bytes(), &section, b"]", range.as_bytes()].concat())
    }

    fn write(&self, writer: Writer) -> Writer {
        let mut writer = writer.raw(&format!("/;UID={}", self.uid));
        writer = writer.optional("/;SECTION=", self.section.as_ref(), IN_MAILBOX);
        if let Some((first, length)) = self.partial {
            let length = length.map_or(String::new(), |length| format!(".{length}"));
            writer = writer.raw(&format!("/;PARTIAL={first}{length}"));
        }
        let Some(authorization) = &self.authorization else { return writer };
        if let Some(expire) = &authorization.expire {
            writer = writer.raw(";EXPIRE=").raw(expire);
        }
        let writer = writer.raw(";URLAUTH=").octets(&authorization.access, IN_USER);
        writer.raw(":").raw(&authorization.mechanism).raw(":").raw(&authorization.token)
    }
}

impl<'a> Imap<'a> {
    fn visit(fields: &mut Visitor<'_, 'a, Self>) -> Result<Self, SchemeError> {
        let server = fields.server(|it| (&it.server, IMAP.default_port))?;
        let login = MailUser::visit(fields, |it| &it.login)?;
        let (messages, message) = match fields.view().map(|it| &it.target) {
            Some(ImapTarget::Messages { search, .. }) => (Some(search), None),
            Some(ImapTarget::Message { part, .. }) => (None, Some(part)),
            Some(ImapTarget::Server) | None => (None, None),
        };
        fields.derived("kind", |_| match (messages, message) {
            (Some(_), _) => "messages",
            (_, Some(_)) => "message",
            (None, None) => "server",
        });
        let mailbox = fields.field_if("mailbox", Given::octets, |it| {
            it.target.mailbox().map(|(mailbox, _)| mailbox)
        })?;
        let uidvalidity = fields.field_if("uidvalidity", Given::number, |it| {
            it.target.mailbox().map(|(_, uidvalidity)| uidvalidity.map(u64::from))
        })?;
        let search = fields.field_if("search", Given::octets, |_| messages.map(Option::as_ref))?;
        let uid = fields.field_if("uid", Given::number, |_| message.map(|it| u64::from(it.uid)))?;
        let section =
            fields.field_if("section", Given::octets, |_| message.map(|it| it.section.as_ref()))?;
        let partial = fields.field_if("partial", partial, |_| {
            let long =
                |(first, length): (u32, Option<u32>)| (u64::from(first), length.map(u64::from));
            message.map(|it| it.partial.map(long))
        })?;
        let authorization = fields.record_if(
            "urlauth",
            |_| message.map(|it| it.authorization.as_ref()),
            UrlAuthorization::visit,
        )?;
        fields.derived("commands", |it| {
            let commands = it.target.commands(&Client::default()).ok()?;
            let told = |(verb, argument): (&str, Vec<u8>)| {
                [verb, " ", &text_of(&argument, false).0].concat()
            };
            Some(commands.into_iter().map(told).collect::<Vec<_>>())
        });
        fields.build(|_| {
            let target = match (mailbox, uid) {
                (None, _) => ImapTarget::Server,
                (Some(mailbox), None) => ImapTarget::Messages { mailbox, uidvalidity, search },
                (Some(mailbox), Some(uid)) => {
                    let part = MessagePart { uid, section, partial, authorization };
                    ImapTarget::Message { mailbox, uidvalidity, part }
                }
            };
            Ok(Self { login, target, ..Self::new(server) })
        })
    }
}

impl View for Imap<'_> {
    fn fields(&self) -> Fields {
        Visitor::show(self, Self::visit)
    }

    fn to_uri(&self) -> Result<Uri<String>, SchemeError> {
        let writer = self.login.write(Writer::new(IMAP.name), &self.server).raw("/");
        let uri = self.target.write(writer).finish()?;
        Imap::read(&uri)?;
        Ok(uri)
    }

    /// Reads the mailbox without changing it. The mechanism defines the authentication.
    fn plan(&self, client: &Client) -> Result<Plan, SchemeError> {
        if let ImapTarget::Message { part: MessagePart { authorization: Some(_), .. }, .. } =
            self.target
        {
            return Err(SchemeError::new(ErrorKind::NoPlan, "urlauth", URLAUTH)
                .because("the URI as it is written is for the command URLFETCH"));
        }
        let connect = client.connect(&self.server, IMAP.name, IMAP.default_port, Transport::Tcp)?;
        if let Some(user) = &self.login.user {
            client.argument(user, "user", &place::TEXT)?;
        }
        let mechanism = self.login.effective_mechanism().map(MailMechanism::octets);
        self.login.check_mechanism(client)?;
        let login = Fields::new()
            .with("user", self.login.user.as_ref())
            .with("mechanism", mechanism.unwrap_or("ANONYMOUS".into()));
        let mut steps = vec![
            connect,
            Step::Expect(&["* OK", "* PREAUTH"]),
            Step::Perform("authenticate", login),
        ];
        for (verb, argument) in self.target.commands(client)? {
            let (tagged, done): (_, &[&str]) = match verb {
                "LIST" => ("A1 LIST", &["A1 OK"]),
                "EXAMINE" => ("A1 EXAMINE", &["A1 OK"]),
                "SEARCH" => ("A2 SEARCH", &["A2 OK"]),
                _ => ("A2 UID FETCH", &["A2 OK"]),
            };
            steps.push(Step::command(tagged, argument));
            steps.extend([Step::Receive(Until::Tagged), Step::Expect(done)]);
            match self.target {
                ImapTarget::Messages { uidvalidity: Some(number), .. }
                | ImapTarget::Message { uidvalidity: Some(number), .. }
                    if verb == "EXAMINE" =>
                {
                    let number = Fields::new().with("uidvalidity", u64::from(number));
                    steps.push(Step::Perform("compare with the reply", number));
                }
                _ => {}
            }
        }
        steps.extend([
            Step::verb("A3 LOGOUT"),
            Step::Receive(Until::Tagged),
            Step::Expect(&["A3 OK"]),
            Step::Close,
        ]);
        Ok(Plan::new(steps))
    }

    /// Parameters in uppercase, without defaults, and `INBOX` in uppercase. A URI with URLAUTH stays unchanged,
    /// since its token depends on its text.
    fn normal(&self) -> Option<String> {
        let mut normal = Self { login: self.login.normal(), ..self.clone() };
        match &mut normal.target {
            ImapTarget::Message { part: MessagePart { authorization: Some(_), .. }, .. } => {
                return None;
            }
            ImapTarget::Messages { mailbox, .. } | ImapTarget::Message { mailbox, .. }
                if mailbox.to_bytes().eq_ignore_ascii_case(INBOX.as_bytes()) =>
            {
                *mailbox = INBOX.into();
            }
            _ => {}
        }
        Some(normal.to_uri().ok()?.into_text())
    }
}
