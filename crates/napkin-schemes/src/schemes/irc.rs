//! `irc` and `ircs`: a chat server, and a channel or a person there (draft-butcher-irc-url-04; also the flags of
//! draft-mirashi-url-irc-01, which are in use).

use std::borrow::Cow;

use napkin::edition::Rule;
use napkin::{ByteSet, Reference, Uri};

use crate::client::Client;
use crate::definition::{Definition, View};
use crate::error::{ErrorKind, SchemeError};
use crate::named_fields::Given;
use crate::octets::Octets;
use crate::place;
use crate::plan::{Plan, Question, Step, Transport, Until};
use crate::server::{Login, Server};
use crate::source::Source;
use crate::spelling::{ALPHA, ALPHANUM};
use crate::value::Fields;
use crate::visitor::Visitor;
use crate::writer::Writer;

/// Internet Relay Chat.
pub static IRC: Definition = Definition {
    name: "irc",
    title: "Internet Relay Chat",
    document: "draft-butcher-irc-url-04 section 2",
    grammar: "\
ircURL   = ircURI \"://\" location \"/\" [ entity ] [ flags ] [ options ]
location = [ authinfo \"@\" ] hostport
authinfo = [ username ] [ \":\" password [ \";\" passtype ] ]
entity   = [ \"#\" ] *( escaped / unreserved )
flags    = *( \",\" ( \"isuser\" / \"ischannel\" / \"isserver\" / \"isnetwork\" ) )
flags   =/ *( \",\" ( \"isnick\" / \"needkey\" / \"needpass\" ) )  ; draft-mirashi-url-irc-01
options  = \"?\" option *( \"&\" option )
option   = optname [ \"=\" optvalue ]",
    example: "irc://irc.example.net/%23rust?key=secret",
    default_port: Some(6667),
    standings: &[],
    normalization: Some(URL),
    read: |source| Ok(Box::new(Irc::of(source)?)),
    compose: |given| Ok(Box::new(Visitor::compose(given, Irc::visit)?)),
};

/// Internet Relay Chat over TLS.
///
/// `irc` over TLS, on its own port (draft-butcher-irc-url-04; RFC 7194).
pub static IRCS: Definition = Definition {
    name: "ircs",
    title: "Secure Internet Relay Chat",
    grammar: "\
ircURL = \"ircs\" \"://\" location \"/\" [ entity ] [ flags ] [ options ]",
    example: "ircs://irc.example.net/%23rust",
    default_port: Some(6697),
    ..IRC
};

const URL: Rule = Rule { name: "ircURL", section: SECTION };
const AUTHINFO: Rule = Rule { name: "authinfo", section: SECTION };
const ENTITY: Rule = Rule { name: "entity", section: SECTION };
const FLAGS: Rule = Rule { name: "flags", section: SECTION };
const OPTION: Rule = Rule { name: "option", section: SECTION };
const SECTION: &str = "draft-butcher-irc-url-04 section 2";

/// The characters allowed raw in an entity or a value, besides letters and digits.
const RAW: ByteSet = ByteSet::of(b"-_.!~*'()");
const ENTITY_CHARACTERS: ByteSet = ALPHANUM.or(RAW).or(ByteSet::of(b"%"));
const VALUE_CHARACTERS: ByteSet = ENTITY_CHARACTERS.or(ByteSet::of(b","));

/// The prefixes of channels (RFC 2811 §2.1).
const CHANNEL_PREFIXES: &[u8] = b"#&+!";

/// A chat server, and the channel or person to talk to.
///
/// ```
/// use napkin_schemes::schemes::{Irc, IrcTarget};
///
/// let uri = napkin::Uri::parse("irc://irc.example.net/%23rust?key=secret")?;
/// let irc = Irc::read(&uri)?;
/// assert_eq!(irc.target(), IrcTarget::Channel("#rust".into()));
/// assert_eq!(irc.key().unwrap(), "secret");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Irc<'a> {
    /// Whether it is `ircs`.
    pub secure: bool,
    /// The user to register as, who need not be the nick, and the password of the server.
    pub login: Login<'a>,
    /// The receiver of the password, if it is not the server itself.
    pub password_type: Option<Octets<'a>>,
    /// Host and port of the server; by [`IrcFlag::IsNetwork`] the host is the name of a network.
    pub server: Server<'a>,
    /// The channel or the person; empty for the server itself.
    pub entity: Octets<'a>,
    /// The flags about server and entity.
    pub flags: Vec<IrcFlag>,
    /// The options: names, which are case-insensitive, and values.
    pub options: Vec<(Cow<'a, str>, Option<Octets<'a>>)>,
    /// The fragment, which only the client uses.
    pub fragment: Option<Cow<'a, str>>,
}

/// A flag about the server or the entity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum IrcFlag {
    /// The entity is a person.
    IsUser,
    /// The entity is a person; the usual spelling.
    IsNick,
    /// The entity is a channel, the default.
    IsChannel,
    /// The host is one server.
    IsServer,
    /// The host is the name of a network, not for lookup.
    IsNetwork,
    /// The user has to be asked for the key of the channel.
    NeedKey,
    /// The user has to be asked for the password of the server.
    NeedPass,
}

/// The target of a URI of `irc`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "the draft has no other entities")]
pub enum IrcTarget {
    /// Only the server.
    Server,
    /// A channel; `#` is added if it has no prefix.
    Channel(Octets<'static>),
    /// A person.
    User {
        /// The nick.
        nick: Octets<'static>,
        /// The user, after `!`.
        user: Option<Octets<'static>>,
        /// The host, after `@`.
        host: Option<Octets<'static>>,
    },
}

impl IrcFlag {
    const ALL: [Self; 7] = [
        Self::IsUser,
        Self::IsNick,
        Self::IsChannel,
        Self::IsServer,
        Self::IsNetwork,
        Self::NeedKey,
        Self::NeedPass,
    ];

    /// The word in a URI.
    pub const fn name(self) -> &'static str {
        match self {
            Self::IsUser => "isuser",
            Self::IsNick => "isnick",
            Self::IsChannel => "ischannel",
            Self::IsServer => "isserver",
            Self::IsNetwork => "isnetwork",
            Self::NeedKey => "needkey",
            Self::NeedPass => "needpass",
        }
    }

    /// The subject of the flag; at most one flag is allowed for each subject.
    const fn about(self) -> u8 {
        match self {
            Self::IsUser | Self::IsNick | Self::IsChannel => 0,
            Self::IsServer | Self::IsNetwork => 1,
            Self::NeedKey => 2,
            Self::NeedPass => 3,
        }
    }

    fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|flag| flag.name().eq_ignore_ascii_case(name))
    }
}

impl<'a> Irc<'a> {
    /// Reads a URI of `irc` or `ircs`.
    ///
    /// A channel is accepted after a raw `#`, although generic syntax reads that as a fragment.
    ///
    /// # Errors
    ///
    /// If there is no host; if a flag is unknown or contradicts another; if an entity or an option has a character
    /// that has to be encoded.
    pub fn read(reference: impl Into<Reference<'a>>) -> Result<Self, SchemeError> {
        IRC.read_by(&[IRC.name, IRCS.name], reference, Self::of)
    }

    /// A URI of `irc` for a server only.
    pub fn new(server: Server<'a>) -> Self {
        Self {
            secure: false,
            login: Login::default(),
            password_type: None,
            server,
            entity: Octets::EMPTY,
            flags: Vec::new(),
            options: Vec::new(),
            fragment: None,
        }
    }

    pub(crate) fn of(source: Source<'a>) -> Result<Self, SchemeError> {
        let secure = source.scheme().eq_ignore_ascii_case(IRCS.name);
        let mut irc = Self { secure, ..Self::new(source.server(URL)?) };
        if let Some(authinfo) = source.reference().userinfo() {
            irc.read_authinfo(source, authinfo.as_str())?;
        }
        let rest = source.after_authority().unwrap_or_default();
        let rest = rest.strip_prefix('/').unwrap_or(rest);
        match source.fragment() {
            Some(channel) if rest.is_empty() && !channel.is_empty() => {
                irc.read_rest(source, channel)?;
                irc.entity = Octets::from([b"#", &*irc.entity.to_bytes()].concat());
            }
            fragment => {
                irc.read_rest(source, rest)?;
                irc.fragment = fragment.map(Cow::Borrowed);
            }
        }
        Ok(irc)
    }

    /// Reads user, password and the receiver of the password.
    fn read_authinfo(&mut self, source: Source<'a>, text: &'a str) -> Result<(), SchemeError> {
        let (user, password) = match text.split_once(':') {
            Some((user, password)) => (user, Some(password)),
            None => (text, None),
        };
        let (password, password_type) = match password.and_then(|text| text.split_once(';')) {
            Some((password, password_type)) => (Some(password), Some(password_type)),
            None => (password, None),
        };
        let parts = [(Some(user), "user"), (password, "password"), (password_type, "passtype")];
        for (part, field) in parts {
            source.check(part.unwrap_or_default(), ENTITY_CHARACTERS, field, AUTHINFO)?;
        }
        self.login = Login {
            user: Some(source.octets(user)),
            password: password.map(|part| source.octets(part)),
        };
        self.password_type = password_type.map(|part| source.octets(part));
        Ok(())
    }

    /// Entity, flags and options.
    fn read_rest(&mut self, source: Source<'a>, rest: &'a str) -> Result<(), SchemeError> {
        let (names, options) = match rest.split_once('?') {
            Some((names, options)) => (names, Some(options)),
            None => (rest, None),
        };
        let mut names = names.split(',');
        let entity = names.next().unwrap_or_default();
        source.check(entity, ENTITY_CHARACTERS, "entity", ENTITY)?;
        self.entity = source.octets(entity);
        for name in names {
            match IrcFlag::named(name) {
                Some(flag) if !self.flags.iter().any(|other| other.about() == flag.about()) => {
                    self.flags.push(flag);
                }
                _ => return Err(source.error(ErrorKind::InvalidValue, "flag", name, FLAGS)),
            }
        }
        for option in options.into_iter().flat_map(|options| options.split('&')) {
            let (name, value) = match option.split_once('=') {
                Some((name, value)) => (name, Some(value)),
                None => (option, None),
            };
            source.check(name, ALPHA.or(ByteSet::of(b"-")), "option", OPTION)?;
            source.check(value.unwrap_or_default(), VALUE_CHARACTERS, "option", OPTION)?;
            self.options.push((name.into(), value.map(|part| source.octets(part))));
        }
        Ok(())
    }

    /// The target.
    pub fn target(&self) -> IrcTarget {
        let name = self.entity.to_bytes();
        if name.is_empty() {
            return IrcTarget::Server;
        }
        if !self.has(IrcFlag::IsUser) && !self.has(IrcFlag::IsNick) {
            let is_whole = name.first().is_some_and(|first| CHANNEL_PREFIXES.contains(first));
            let prefix: &[u8] = if is_whole { b"" } else { b"#" };
            return IrcTarget::Channel([prefix, &name].concat().into());
        }
        let (name, host) = split(&name, b'@');
        let (nick, user) = split(name, b'!');
        let octets = |bytes: &[u8]| Octets::from(bytes.to_vec());
        IrcTarget::User { nick: octets(nick), user: user.map(octets), host: host.map(octets) }
    }

    /// The key of the channel.
    pub fn key(&self) -> Option<&Octets<'a>> {
        let mut options = self.options.iter();
        options.find(|(name, _)| name.eq_ignore_ascii_case("key"))?.1.as_ref()
    }

    fn has(&self, flag: IrcFlag) -> bool {
        self.flags.contains(&flag)
    }

    fn definition(&self) -> &'static Definition {
        if self.secure { &IRCS } else { &IRC }
    }

    fn write(&self) -> Writer {
        let mut writer = Writer::new(self.definition().name);
        let Login { user, password } = &self.login;
        writer = writer
            .raw("//")
            .optional("", user.as_ref(), RAW)
            .optional(":", password.as_ref(), RAW)
            .optional(";", self.password_type.as_ref(), RAW);
        if user.is_some() || password.is_some() || self.password_type.is_some() {
            writer = writer.raw("@");
        }
        writer = writer.host_port(&self.server).raw("/").octets(&self.entity, RAW);
        for flag in &self.flags {
            writer = writer.raw(",").raw(flag.name());
        }
        for (number, (name, value)) in self.options.iter().enumerate() {
            let lead = if number == 0 { "?" } else { "&" };
            writer = writer.raw(lead).raw(name);
            writer = writer.optional("=", value.as_ref(), RAW.or(ByteSet::of(b",")));
        }
        match &self.fragment {
            None => writer,
            Some(fragment) => writer.raw("#").raw(fragment),
        }
    }
}

/// The text before and after a delimiter.
fn split(bytes: &[u8], delimiter: u8) -> (&[u8], Option<&[u8]>) {
    let mut parts = bytes.splitn(2, |byte| *byte == delimiter);
    (parts.next().unwrap_or_default(), parts.next())
}

impl<'a> Irc<'a> {
    fn visit(fields: &mut Visitor<'_, 'a, Self>) -> Result<Self, SchemeError> {
        let server = fields.server(|it| (&it.server, it.definition().default_port))?;
        let login = fields.login(|it| &it.login)?;
        let password_type =
            fields.field("passtype", Given::octets, |it| it.password_type.as_ref())?;
        let target = fields.view().map(Self::target);
        fields.derived("kind", |_| match target {
            None | Some(IrcTarget::Server) => "server",
            Some(IrcTarget::Channel(_)) => "channel",
            Some(IrcTarget::User { .. }) => "nick",
        });
        let channel = fields.field_if("channel", Given::octets, |_| match &target {
            Some(IrcTarget::Channel(channel)) => Some(channel.shown()),
            _ => None,
        })?;
        let (nick, user, host) = match &target {
            Some(IrcTarget::User { nick, user, host }) => {
                let shown = |part: &Option<Octets<'_>>| Some(part.as_ref().map(Octets::shown));
                (Some(nick.shown()), shown(user), shown(host))
            }
            _ => (None, None, None),
        };
        let nick = fields.field_if("nick", Given::octets, |_| nick)?;
        let nick_user = fields.field_if("nick_user", Given::octets, |_| user)?;
        let nick_host = fields.field_if("nick_host", Given::octets, |_| host)?;
        let flags = |given: &'a Given<'a>, name| {
            let flag = |flag| {
                let unknown = given.error(ErrorKind::InvalidValue, name);
                IrcFlag::named(flag).ok_or(unknown)
            };
            given.texts(name)?.into_iter().map(flag).collect::<Result<Vec<_>, _>>()
        };
        let flags = fields.field("flags", flags, |it| {
            it.flags.iter().map(|flag| flag.name()).collect::<Vec<_>>()
        })?;
        let key = fields.field("key", Given::octets, |it| it.key().map(Octets::shown))?;
        let options = |given: &'a Given<'a>, name| {
            let option = |(option, value): (Octets<'a>, _)| {
                let option =
                    option.to_str().map_err(|_| given.error(ErrorKind::InvalidValue, name))?;
                Ok((Cow::Owned(option.into_owned()), value))
            };
            given.pairs(name).into_iter().map(option).collect::<Result<Vec<_>, _>>()
        };
        let options = fields.field("options", options, |it| {
            let shown = it.options.iter().map(|(n, v)| (n, v.as_ref().map(Octets::shown)));
            shown.collect::<Vec<_>>()
        })?;
        fields.derived("secure", |it| it.secure);
        fields.build(|given| {
            let secure = given.scheme() == IRCS.name;
            let mut irc =
                Self { secure, login, password_type, flags, options, ..Self::new(server) };
            if let Some(key) = key.filter(|key| irc.key() != Some(key)) {
                irc.options.push(("key".into(), Some(key)));
            }
            if let Some(nick) = nick {
                let mut entity = nick.to_bytes().into_owned();
                for (delimiter, part) in [(b'!', nick_user), (b'@', nick_host)] {
                    if let Some(part) = part {
                        entity.push(delimiter);
                        entity.extend_from_slice(&part.to_bytes());
                    }
                }
                irc.entity = entity.into();
                if !irc.has(IrcFlag::IsNick) && !irc.has(IrcFlag::IsUser) {
                    irc.flags.push(IrcFlag::IsNick);
                }
            } else if let Some(channel) = channel {
                irc.entity = channel;
            }
            Ok(irc)
        })
    }
}

impl View for Irc<'_> {
    fn fields(&self) -> Fields {
        Visitor::show(self, Self::visit)
    }

    fn to_uri(&self) -> Result<Uri<String>, SchemeError> {
        let uri = self.write().finish()?;
        // The names of the options are raw, and flags can contradict each other.
        Irc::read(&uri)?;
        Ok(uri)
    }

    /// Registers with the client's nick, and joins the channel. No message is sent, since the draft forbids it.
    fn plan(&self, client: &Client) -> Result<Plan, SchemeError> {
        if self.has(IrcFlag::IsNetwork) {
            return Err(SchemeError::new(ErrorKind::NoPlan, "host", URL).because(
                "the host is the name of a network, of which the client has to know one",
            ));
        }
        let Definition { name, default_port, .. } = *self.definition();
        let transport = if self.secure { Transport::Tls } else { Transport::Tcp };
        let mut steps = vec![client.connect(&self.server, name, default_port, transport)?];
        let given = self.login.password.as_ref();
        match given.filter(|_| self.password_type.is_none()) {
            Some(password) => {
                let password = client.argument(password, "password", &place::IRC_PARAMETER)?;
                steps.push(Step::command("PASS", password));
            }
            None if self.has(IrcFlag::NeedPass) => {
                steps.extend([Step::Ask(Question::Password), Step::answer("PASS")]);
            }
            None => {}
        }
        let mut registered = Fields::new();
        if let Some(user) = self.login.user.as_ref().filter(|user| !user.is_empty()) {
            client.argument(user, "user", &place::IRC_USER)?;
            registered = registered.with("user", user.shown());
        }
        steps.push(Step::Perform("register", registered));
        if let (Some(password), Some(password_type)) = (given, &self.password_type) {
            client.argument(password_type, "passtype", &place::IRC_RECEIVER)?;
            client.argument(password, "password", &place::IRC_PARAMETER)?;
            let fields = Fields::new().with("with", password_type).with("password", password);
            steps.push(Step::Perform("identify", fields));
        }
        steps.extend(self.plan_of_target(client)?);
        steps.extend([Step::Receive(Until::User), Step::Close]);
        Ok(Plan::new(steps))
    }

    fn normal(&self) -> Option<String> {
        // Flags are ordered, and option names are lowercase. A channel after a raw `#` stays there: generic syntax
        // reads that as a fragment, which a normal form does not move.
        let mut normal = self.clone();
        normal.flags.sort_by_key(|flag| flag.about());
        for (name, _) in &mut normal.options {
            *name = name.to_ascii_lowercase().into();
        }
        let text = normal.write().finish().ok()?.into_text();
        let in_fragment = self.entity.written().is_none();
        (normal != *self && !in_fragment).then_some(text)
    }
}

impl Irc<'_> {
    fn plan_of_target(&self, client: &Client) -> Result<Vec<Step>, SchemeError> {
        let channel = match self.target() {
            IrcTarget::Server => return Ok(Vec::new()),
            IrcTarget::User { nick, .. } => {
                client.argument(&self.entity, "nick", &place::IRC_RECEIVER)?;
                return Ok(vec![Step::Show(
                    "who to talk to",
                    Fields::new().with("nick", nick.shown()),
                )]);
            }
            IrcTarget::Channel(channel) => channel,
        };
        // The prefix that is added is no delimiter.
        client.argument(&self.entity, "channel", &place::IRC_CHANNEL)?;
        let name = channel.to_bytes().into_owned();
        Ok(match self.key() {
            Some(key) => {
                let key = client.argument(key, "key", &place::IRC_KEY)?;
                vec![Step::command("JOIN", [&*name, b" ", &key].concat())]
            }
            None if self.has(IrcFlag::NeedKey) => vec![
                Step::Ask(Question::ChannelKey),
                Step::Perform(
                    "join with the answer",
                    Fields::new().with("channel", channel.shown()),
                ),
            ],
            None => vec![Step::command("JOIN", name)],
        })
    }
}
