//! `ftp`: directories to change to, a file to fetch, and its transfer type (RFC 1630, FTP; RFC 1738 §3.2).

use std::borrow::Cow;

use napkin::edition::{RFC1630, RFC1738, Rule};
use napkin::{ByteSet, Reference, Uri};

use crate::citation::rule;
use crate::client::Client;
use crate::definition::{ByEdition, Definition, Standing, View};
use crate::error::{ErrorKind, SchemeError};
use crate::named_fields::Given;
use crate::octets::Octets;
use crate::place;
use crate::plan::{Argument, Command, Plan, Question, Step, Transport};
use crate::server::{Login, Server};
use crate::source::Source;
use crate::value::Fields;
use crate::visitor::Visitor;
use crate::writer::Writer;

/// The File Transfer Protocol.
pub static FTP: Definition = Definition {
    name: "ftp",
    title: "File Transfer Protocol",
    document: "RFC 1738 section 3.2",
    grammar: "\
ftpurl  = \"ftp://\" login [ \"/\" fpath [ \";type=\" ftptype ]]
fpath   = fsegment *[ \"/\" fsegment ]
ftptype = \"A\" | \"I\" | \"D\" | \"a\" | \"i\" | \"d\"",
    example: "ftp://myname@host.dom/%2Fetc/motd;type=a",
    default_port: Some(21),
    standings: &[
        Standing::defined(
            RFC1630,
            "RFC 1630 section 5.2",
            &[
                (URL, rule("ftpaddress", "RFC 1630 section BNF")),
                (TYPE, rule("ftptype", "RFC 1630 section BNF")),
                (SEGMENT, rule("segment", "RFC 1630 section BNF")),
            ],
        ),
        Standing::defined(RFC1738, "RFC 1738 section 3.2", &[]),
    ],
    normalization: None,
    read: |source| Ok(Box::new(Ftp::of(source)?)),
    compose: |given| Ok(Box::new(Visitor::compose(given, Ftp::visit)?)),
};

const URL: Rule = Rule { name: "ftpurl", section: "RFC 1738 section 5" };
const TYPE: Rule = Rule { name: "ftptype", section: "RFC 1738 section 5" };
const SEGMENT: Rule = Rule { name: "fsegment", section: "RFC 1738 section 5" };

const RETRIEVE: &str = "RETR";

/// Suffixes of text files, and of binary files; others decide nothing.
const TEXTS: &[&str] = &[
    "asc", "c", "cfg", "conf", "cpp", "css", "csv", "diff", "h", "htm", "html", "ini", "java",
    "js", "json", "log", "md", "patch", "pl", "ps", "py", "rs", "sgml", "sh", "tex", "text", "tsv",
    "txt", "xml", "yaml", "yml",
];
const IMAGES: &[&str] = &[
    "7z", "a", "au", "avi", "bin", "bmp", "bz2", "class", "deb", "dll", "doc", "dvi", "exe", "gif",
    "gz", "ico", "img", "iso", "jar", "jpeg", "jpg", "lzh", "mov", "mp3", "mp4", "mpeg", "mpg",
    "o", "pdf", "png", "rpm", "so", "tar", "tgz", "tif", "tiff", "wav", "webp", "xz", "z", "zip",
    "zst",
];

/// The characters allowed raw in a segment, besides the unreserved ones.
const RAW: ByteSet = ByteSet::of(b":@&=!*'(),$+");

/// A URI of `ftp`.
///
/// ```
/// use napkin_schemes::{Server, View, schemes::Ftp};
///
/// let mut ftp = Ftp::new(Server::new("host.dom"));
/// ftp.cwd = vec!["/etc".into()];
/// ftp.name = Some("motd".into());
/// assert_eq!(ftp.to_uri()?, "ftp://host.dom/%2Fetc/motd");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ftp<'a> {
    /// User and password; anonymous without a user.
    pub login: Login<'a>,
    /// Host and port of the server.
    pub server: Server<'a>,
    /// The directories to change to, one after another; an empty one is a null argument.
    pub cwd: Vec<Octets<'a>>,
    /// The name to fetch or to list; nothing if the URI only logs in.
    pub name: Option<Octets<'a>>,
    /// The type after `;type=`.
    pub typecode: Option<Cow<'a, str>>,
    dialect: &'static Dialect,
}

/// The differences between editions.
#[derive(Debug, PartialEq, Eq)]
struct Dialect {
    typecodes: Typecodes,
    /// The types assumed for text and for anything else, if a name has no type.
    text: &'static str,
    image: &'static str,
}

#[derive(Debug, PartialEq, Eq)]
enum Typecodes {
    /// The codes of the TYPE command of RFC 959, without its space.
    OfTypeCommand,
    /// `a`, `i` and `d`, the last for a listing.
    OfTransfer,
}

static DIALECTS: ByEdition<Dialect> = ByEdition {
    own: &[(RFC1630, Dialect { typecodes: Typecodes::OfTypeCommand, text: "A", image: "I" })],
    others: Dialect { typecodes: Typecodes::OfTransfer, text: "a", image: "i" },
};

impl<'a> Ftp<'a> {
    /// Reads a URI of `ftp`, by its edition.
    ///
    /// # Errors
    ///
    /// If there is no host, a raw semicolon that begins no type, or a type that the edition does not
    /// know.
    pub fn read(reference: impl Into<Reference<'a>>) -> Result<Self, SchemeError> {
        FTP.read_by(&[FTP.name], reference, Self::of)
    }

    /// A URI that only logs in, without a name.
    pub fn new(server: Server<'a>) -> Self {
        Self {
            login: Login::default(),
            server,
            cwd: Vec::new(),
            name: None,
            typecode: None,
            dialect: &DIALECTS.others,
        }
    }

    fn of(source: Source<'a>) -> Result<Self, SchemeError> {
        let dialect = DIALECTS.get(source.edition());
        source.refuse_bare_query(URL)?;
        let (login, server) = (source.login(), source.server(URL)?);
        let mut ftp = Self { login, dialect, ..Self::new(server) };
        let Some(path) = source.url_path() else { return Ok(ftp) };
        let (path, typecode) = match path.rsplit_once(";type=") {
            Some((path, typecode)) => (path, Some(typecode)),
            None => (path, None),
        };
        if let Some(typecode) = typecode.filter(|typecode| !dialect.typecodes.have(typecode)) {
            return Err(source.error(ErrorKind::InvalidValue, "type", typecode, TYPE));
        }
        if let Some(at) = path.find(';') {
            let semicolon = path.get(at..).unwrap_or_default();
            return Err(source.error(ErrorKind::InvalidCharacter, "path", semicolon, SEGMENT));
        }
        let mut segments = path.split('/').map(|part| source.octets(part));
        ftp.name = segments.next_back();
        ftp.cwd = segments.collect();
        ftp.typecode = typecode.map(Cow::Borrowed);
        Ok(ftp)
    }

    /// Whether a directory listing is requested: by the type, or, without one, by an empty name, which no file has
    /// (RFC 1630, FTP; RFC 1738 §3.2.3 lets the client guess).
    pub fn is_directory(&self) -> bool {
        let empty_name = self.name.as_ref().is_some_and(Octets::is_empty);
        match (&self.typecode, &self.dialect.typecodes) {
            (Some(code), Typecodes::OfTransfer) => code.eq_ignore_ascii_case("d"),
            (Some(_), Typecodes::OfTypeCommand) => false,
            (None, _) => empty_name,
        }
    }

    /// Whether the user has to be asked for a password, if the server requires one.
    ///
    /// ```
    /// use napkin_schemes::schemes::Ftp;
    ///
    /// let (asks, anonymous) = ("ftp://me@host.dom/a", "ftp://host.dom/a");
    /// assert!(Ftp::read(&napkin::Uri::parse(asks)?)?.prompts_for_password());
    /// assert!(!Ftp::read(&napkin::Uri::parse(anonymous)?)?.prompts_for_password());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn prompts_for_password(&self) -> bool {
        self.login.user.is_some() && self.login.password.is_none()
    }

    /// The commands that the document prescribes, in order (RFC 1738 §3.2.2), without a password that has to be
    /// asked for.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Delimiter`].
    pub fn commands(&self, client: &Client) -> Result<Vec<Command>, SchemeError> {
        let mut commands = vec![self.user(client)?];
        commands.extend(self.password(client)?);
        commands.extend(self.after_login(client)?);
        Ok(commands)
    }

    fn user(&self, client: &Client) -> Result<Command, SchemeError> {
        let argument = match &self.login.user {
            Some(user) => client.argument(user, "user", &place::FTP_ARGUMENT)?,
            None => b"anonymous".to_vec(),
        };
        Ok(Command { verb: "USER", argument: Argument::Bytes(argument) })
    }

    /// The command, unless the password has to be asked for.
    fn password(&self, client: &Client) -> Result<Option<Command>, SchemeError> {
        let argument = match (&self.login.password, &self.login.user, &client.email) {
            (Some(password), ..) => client.argument(password, "password", &place::FTP_ARGUMENT)?,
            (None, None, Some(email)) => {
                client.own_argument(email, "email", &place::FTP_ARGUMENT)?
            }
            (None, None, None) | (None, Some(_), _) => return Ok(None),
        };
        Ok(Some(Command { verb: "PASS", argument: Argument::Bytes(argument) }))
    }

    fn after_login(&self, client: &Client) -> Result<Vec<Command>, SchemeError> {
        let bytes = |verb, argument| Command { verb, argument: Argument::Bytes(argument) };
        let mut commands = Vec::new();
        for directory in &self.cwd {
            commands.push(bytes("CWD", client.argument(directory, "cwd", &place::FTP_ARGUMENT)?));
        }
        let Some(name) = &self.name else { return Ok(commands) };
        let argument = client.argument(name, "name", &place::FTP_ARGUMENT)?;
        if self.is_directory() {
            commands.push(bytes("NLST", argument));
            return Ok(commands);
        }
        if let Some(argument) = self.type_argument() {
            commands.push(bytes("TYPE", argument.into_bytes()));
        }
        commands.push(bytes(RETRIEVE, argument));
        Ok(commands)
    }

    /// The steps by which the client learns a missing type: from the suffix of the name, or from the user (RFC 1738
    /// §3.2.3). Empty if no type is missing.
    fn missing_type(&self) -> Vec<Step> {
        let Some(name) = self.name.as_ref().filter(|_| self.typecode.is_none()) else {
            return Vec::new();
        };
        if self.is_directory() {
            return Vec::new();
        }
        let name = name.to_latin1().to_ascii_lowercase();
        let suffix = name.rsplit_once('.').map_or("", |(_, suffix)| suffix);
        let set = match (TEXTS.contains(&suffix), IMAGES.contains(&suffix)) {
            (true, _) => vec![Step::command("TYPE", self.dialect.text.into())],
            (_, true) => vec![Step::command("TYPE", self.dialect.image.into())],
            _ => vec![Step::Ask(Question::TransferType), Step::answer("TYPE")],
        };
        set.into_iter().chain([Step::Expect(&["200"])]).collect()
    }

    /// The argument of the TYPE command: as written, with the space that RFC 1630 omits.
    fn type_argument(&self) -> Option<String> {
        let code = self.typecode.as_deref()?;
        match (&self.dialect.typecodes, code.split_at_checked(1)) {
            (Typecodes::OfTypeCommand, Some((letter, rest))) if !rest.is_empty() => {
                Some([letter, " ", rest].concat())
            }
            _ => Some(code.into()),
        }
    }
}

impl Typecodes {
    fn have(&self, code: &str) -> bool {
        match self {
            Self::OfTransfer => matches!(code, "a" | "i" | "d" | "A" | "I" | "D"),
            Self::OfTypeCommand => match code.as_bytes() {
                [b'A' | b'E' | b'I'] | [b'A' | b'E', b'N' | b'T' | b'C'] => true,
                [b'L', digits @ ..] => !digits.is_empty() && digits.iter().all(u8::is_ascii_digit),
                _ => false,
            },
        }
    }
}

impl<'a> Ftp<'a> {
    fn visit(fields: &mut Visitor<'_, 'a, Self>) -> Result<Self, SchemeError> {
        let server = fields.server(|it| (&it.server, FTP.default_port))?;
        let login = fields.login(|it| &it.login)?;
        fields.derived("prompt_password", Self::prompts_for_password);
        let cwd = fields.all("cwd", |it| &*it.cwd)?;
        let name = fields.field("name", Given::octets, |it| it.name.as_ref())?;
        let typecode = fields.field("type", Given::text, |it| it.typecode.as_ref())?;
        fields.derived("directory", Self::is_directory);
        fields.derived("commands", |it| {
            let commands = it.commands(&Client::default().email("{email}")).ok()?;
            let is_latin1 = it.name.as_ref().is_some_and(Octets::is_latin1);
            Some(commands.iter().map(|command| command.shown(is_latin1)).collect::<Vec<_>>())
        });
        fields.build(|given| {
            let dialect = DIALECTS.get(given.edition());
            Ok(Self { login, server, cwd, name, typecode, dialect })
        })
    }
}

impl View for Ftp<'_> {
    fn fields(&self) -> Fields {
        Visitor::show(self, Self::visit)
    }

    fn to_uri(&self) -> Result<Uri<String>, SchemeError> {
        let mut writer = Writer::new(FTP.name).authority(&self.login, self.server.required(URL)?);
        if let Some(name) = &self.name {
            writer = writer.raw("/").joined(self.cwd.iter().chain([name]), "/", RAW);
        } else if let [_, ..] = &*self.cwd {
            return Err(SchemeError::new(ErrorKind::Missing, "name", URL));
        }
        match &self.typecode {
            None => writer.finish(),
            // The written URI follows the current rules, which have fewer types than RFC 1630.
            Some(code) if DIALECTS.others.typecodes.have(code) && self.name.is_some() => {
                writer.raw(";type=").raw(code).finish()
            }
            Some(_) => Err(SchemeError::new(ErrorKind::InvalidValue, "type", TYPE)),
        }
    }

    fn plan(&self, client: &Client) -> Result<Plan, SchemeError> {
        let connect = client.connect(&self.server, FTP.name, FTP.default_port, Transport::Tcp)?;
        let mut steps = vec![connect, Step::Expect(&["220"]), Step::Command(self.user(client)?)];
        let mut password = if let Some(command) = self.password(client)? {
            vec![Step::Command(command)]
        } else {
            let asked = self.login.user.is_some();
            let question = if asked { Question::Password } else { Question::Email };
            vec![Step::Ask(question), Step::answer("PASS")]
        };
        password.push(Step::Expect(&["230", "202"]));
        steps.push(Step::Expect(&["230", "331"]));
        steps.push(Step::IfReply("331", password));
        for command in self.after_login(client)? {
            if command.verb == RETRIEVE {
                steps.extend(self.missing_type());
            }
            steps.extend(self.carried_out(command));
        }
        steps.extend([Step::verb("QUIT"), Step::Expect(&["221"]), Step::Close]);
        Ok(Plan::new(steps))
    }
}

impl Ftp<'_> {
    /// A command with the steps around it (RFC 959 §5.4; RFC 2428 for IPv6).
    fn carried_out(&self, command: Command) -> Vec<Step> {
        let (passive, reply): (_, &[&str]) =
            if self.server.host.starts_with('[') { ("EPSV", &["229"]) } else { ("PASV", &["227"]) };
        match command.verb {
            "CWD" => vec![Step::Command(command), Step::Expect(&["250"])],
            "TYPE" => vec![Step::Command(command), Step::Expect(&["200"])],
            _ => vec![
                Step::verb(passive),
                Step::Expect(reply),
                Step::ConnectData,
                Step::Command(command),
                Step::Expect(&["125", "150"]),
                Step::ReceiveData,
                Step::Expect(&["226", "250"]),
            ],
        }
    }
}
