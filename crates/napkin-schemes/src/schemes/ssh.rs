//! `ssh` and `sftp`: a session on a host, optionally with the fingerprint of its key
//! (draft-ietf-secsh-scp-sftp-ssh-uri-04). `sftp` shares the view and adds a file.

use std::borrow::Cow;

use napkin::edition::Rule;
use napkin::{ByteSet, Reference, Uri};

use crate::client::Client;
use crate::definition::{Definition, View};
use crate::error::{ErrorKind, SchemeError};
use crate::named_fields::Given;
use crate::octets::Octets;
use crate::place;
use crate::plan::{Plan, Step, Transport, Until};
use crate::server::{Login, Server};
use crate::source::Source;
use crate::spelling::ALPHANUM;
use crate::value::Fields;
use crate::visitor::Visitor;
use crate::writer::Writer;

/// Secure Shell sessions.
pub static SSH: Definition = Definition {
    name: "ssh",
    title: "Secure Shell",
    document: "draft-ietf-secsh-scp-sftp-ssh-uri-04 section 3",
    grammar: "\
sshURI     = \"ssh:\" \"//\" [ [ ssh-info ] \"@\" ] host [ \":\" port ] path-abempty
ssh-info   = [ userinfo ] [ \";\" c-param *( \",\" c-param ) ]
c-param    = paramname \"=\" paramvalue
paramname  = *( ALPHA / DIGIT / \"-\" )
paramvalue = *( ALPHA / DIGIT / \"-\" )",
    example: "ssh://user@host.example.com:2222",
    default_port: Some(22),
    standings: &[],
    normalization: None,
    read: |source| Ok(Box::new(Ssh::of(source)?)),
    compose: |given| Ok(Box::new(Visitor::compose(given, Ssh::visit)?)),
};

/// The SSH File Transfer Protocol.
///
/// A file or the listing of a directory, over Secure Shell (draft-ietf-secsh-scp-sftp-ssh-uri-04).
pub static SFTP: Definition = Definition {
    name: "sftp",
    title: "SSH File Transfer Protocol",
    document: "draft-ietf-secsh-scp-sftp-ssh-uri-04 section 4",
    grammar: "\
sftpURI       = \"sftp:\" \"//\" [ [ ssh-info ] \"@\" ] host [ \":\" port ] path-abempty
                [ \";type=\" sftp-typecode ]
sftp-typecode = \"a\" / \"i\" / \"d\"",
    example: "sftp://user@host.example.com/~/file.txt",
    ..SSH
};

const URI: Rule = Rule { name: "sshURI", section: SECTION };
const PARAMETER: Rule = Rule { name: "c-param", section: SECTION };
const FINGERPRINT: Rule = Rule { name: "fingerprint", section: SECTION };
const TYPE: Rule =
    Rule { name: "sftp-typecode", section: "draft-ietf-secsh-scp-sftp-ssh-uri-04 section 4" };
const FILE: Rule =
    Rule { name: "path-abempty", section: "draft-ietf-secsh-scp-sftp-ssh-uri-04 section 4" };
const SECTION: &str = "draft-ietf-secsh-scp-sftp-ssh-uri-04 section 3";

/// The characters allowed raw in the user, besides the unreserved ones.
const USER_RAW: ByteSet = ByteSet::of(b"!$&'()*+,=");
/// The characters allowed raw in a segment, besides the unreserved ones.
const SEGMENT_RAW: ByteSet = ByteSet::of(b":@!$&'()*+,=");
const PARAMETER_CHARACTERS: ByteSet = ALPHANUM.or(ByteSet::of(b"-"));

/// A session, or with `sftp` a file.
///
/// ```
/// use napkin_schemes::schemes::Ssh;
///
/// let uri = napkin::Uri::parse("ssh://joe;fingerprint=ssh-dss-c1-b1-30@host.example.com")?;
/// let ssh = Ssh::read(&uri)?;
/// assert_eq!(ssh.login.user.as_ref().unwrap(), "joe");
/// assert_eq!(ssh.fingerprint().unwrap().hash, "c1:b1:30");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Ssh<'a> {
    /// The definition of its scheme.
    pub scheme: &'static Definition,
    /// User and password. A password in a URI is visible to anyone.
    pub login: Login<'a>,
    /// Parameters of the connection, such as `fingerprint`: names and values.
    pub parameters: Vec<(Cow<'a, str>, Cow<'a, str>)>,
    /// Host and port of the server.
    pub server: Server<'a>,
    /// The names between the slashes, without the first slash; `None` if there is no path.
    pub path: Option<Vec<Octets<'a>>>,
    /// With `sftp`, the type after `;type=`.
    pub typecode: Option<Cow<'a, str>>,
}

/// The fingerprint of a host's key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fingerprint<'s> {
    /// The algorithm of the key, such as `ssh-dss`.
    pub host_key_algorithm: &'s str,
    /// The octets of the hash, in hexadecimal separated by colons, as shown to users.
    pub hash: String,
}

impl<'a> Ssh<'a> {
    /// Reads a URI of `ssh` or `sftp`.
    ///
    /// # Errors
    ///
    /// If there is no host, or a query; if a connection parameter is not a name, `=` and a value of letters, digits
    /// and `-`; if the fingerprint is not an algorithm and octets; if the type is invalid.
    pub fn read(reference: impl Into<Reference<'a>>) -> Result<Self, SchemeError> {
        SSH.read_by(&[SSH.name, SFTP.name], reference, Self::of)
    }

    /// A session of `ssh`, without a user.
    pub fn new(server: Server<'a>) -> Self {
        Self {
            scheme: &SSH,
            login: Login::default(),
            parameters: Vec::new(),
            server,
            path: None,
            typecode: None,
        }
    }

    pub(crate) fn of(source: Source<'a>) -> Result<Self, SchemeError> {
        let known = Definition::named(source.scheme());
        let mut ssh = Self { scheme: known.unwrap_or(&SSH), ..Self::new(source.server(URI)?) };
        if let Some(info) = source.reference().userinfo() {
            ssh.read_info(source, info.as_str())?;
        }
        let rest = source.after_authority().unwrap_or_default();
        if let Some((_, query)) = rest.split_once('?') {
            return Err(source.error(ErrorKind::Unexpected, "query", query, URI));
        }
        let Some(path) = source.url_path() else { return Ok(ssh) };
        let (path, typecode) = match path.rsplit_once(";type=") {
            Some((path, typecode)) if ssh.has_files() => (path, Some(typecode)),
            _ => (path, None),
        };
        if let Some(typecode) = typecode.filter(|typecode| !is_typecode(typecode)) {
            return Err(source.error(ErrorKind::InvalidValue, "type", typecode, TYPE));
        }
        ssh.path = Some(path.split('/').map(|part| source.octets(part)).collect());
        ssh.typecode = typecode.map(Cow::Borrowed);
        Ok(ssh)
    }

    fn read_info(&mut self, source: Source<'a>, info: &'a str) -> Result<(), SchemeError> {
        let (login, parameters) = match info.split_once(';') {
            Some((login, parameters)) => (login, Some(parameters)),
            None => (info, None),
        };
        let (user, password) = match login.split_once(':') {
            Some((user, password)) => (user, Some(source.octets(password))),
            None => (login, None),
        };
        self.login = Login { user: Some(source.octets(user)), password };
        for parameter in parameters.into_iter().flat_map(|parameters| parameters.split(',')) {
            let Some((name, value)) = parameter.split_once('=') else {
                return Err(source.error(ErrorKind::InvalidValue, "c-param", parameter, PARAMETER));
            };
            source.check(name, PARAMETER_CHARACTERS, "c-param", PARAMETER)?;
            source.check(value, PARAMETER_CHARACTERS, "c-param", PARAMETER)?;
            if is_fingerprint(name) && Fingerprint::of(value).is_none() {
                return Err(source.error(
                    ErrorKind::InvalidValue,
                    "fingerprint",
                    value,
                    FINGERPRINT,
                ));
            }
            self.parameters.push((name.into(), value.into()));
        }
        Ok(())
    }

    /// The fingerprint of the host's key, if the URI has it; the client checks it.
    pub fn fingerprint(&self) -> Option<Fingerprint<'_>> {
        let (_, value) = self.parameters.iter().find(|(name, _)| is_fingerprint(name))?;
        Fingerprint::of(value)
    }

    /// With `sftp`, the name of the file for the server: from its root, or after `/~/` from the user's home.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::EncodedSlash`].
    ///
    /// ```
    /// use napkin_schemes::schemes::Ssh;
    ///
    /// let uri = napkin::Uri::parse("sftp://me@h/~/notes/;type=d")?;
    /// let sftp = Ssh::read(&uri)?;
    /// assert_eq!(sftp.file_name()?, "notes/");
    /// assert!(sftp.is_directory());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn file_name(&self) -> Result<Octets<'static>, SchemeError> {
        let path = self.path.as_deref().unwrap_or_default();
        let (mut name, segments) = match path {
            [home, rest @ ..] if *home == "~" => (Vec::new(), rest),
            _ => (b"/".to_vec(), path),
        };
        for (number, written) in segments.iter().enumerate() {
            let segment = written.to_bytes();
            if segment.contains(&b'/') {
                let place = written.place_of(|octet| octet == b'/');
                return Err(SchemeError::new(ErrorKind::EncodedSlash, "path", FILE).at_if(place));
            }
            if number > 0 {
                name.push(b'/');
            }
            name.extend_from_slice(&segment);
        }
        Ok(if name.is_empty() { ".".into() } else { name.into() })
    }

    /// With `sftp`, whether a directory listing is requested.
    pub fn is_directory(&self) -> bool {
        self.typecode.as_deref().is_some_and(|code| code.eq_ignore_ascii_case("d"))
    }

    fn has_files(&self) -> bool {
        self.scheme.name == SFTP.name
    }
}

fn is_typecode(code: &str) -> bool {
    matches!(code, "a" | "i" | "d" | "A" | "I" | "D")
}

fn is_fingerprint(name: &str) -> bool {
    name.eq_ignore_ascii_case("fingerprint")
}

impl<'s> Fingerprint<'s> {
    /// Parses an algorithm, followed by octets of two digits with `-` before each.
    fn of(value: &'s str) -> Option<Self> {
        let octet = |group: &str| group.len() == 2 && group.bytes().all(|b| b.is_ascii_hexdigit());
        let octets: usize =
            value.rsplit('-').take_while(|group| octet(group)).map(|group| group.len() + 1).sum();
        let (host_key_algorithm, hash) =
            value.split_at_checked(value.len().checked_sub(octets)?)?;
        let hash = hash.strip_prefix('-')?.replace('-', ":");
        (!host_key_algorithm.is_empty()).then_some(Self { host_key_algorithm, hash })
    }
}

impl<'a> Ssh<'a> {
    fn visit(fields: &mut Visitor<'_, 'a, Self>) -> Result<Self, SchemeError> {
        let server = fields.server(|it| (&it.server, it.scheme.default_port))?;
        let login = fields.login(|it| &it.login)?;
        let pairs = |given: &'a Given<'a>, name| {
            let pair = |pair: &'a str| {
                let wrong = given.error(ErrorKind::InvalidValue, name);
                let (name, value) = pair.split_once('=').ok_or(wrong)?;
                Ok((name.into(), value.into()))
            };
            given.texts(name)?.into_iter().map(pair).collect::<Result<Vec<_>, _>>()
        };
        let parameters = fields.field("c_params", pairs, |it| {
            it.parameters.iter().map(|(n, v)| (n, v)).collect::<Vec<_>>()
        })?;
        fields.derived("fingerprint", |it| {
            it.fingerprint().map(|fingerprint| {
                Fields::new()
                    .with("host_key_algorithm", fingerprint.host_key_algorithm)
                    .with("hash", fingerprint.hash)
            })
        });
        let path = fields.all("path", |it| it.path.as_deref())?;
        fields.derived_if("file", |it| it.has_files().then(|| it.file_name().ok()));
        let typecode = fields
            .field_if("type", Given::text, |it| it.has_files().then_some(it.typecode.as_ref()))?;
        fields.derived_if("directory", |it| it.has_files().then(|| it.is_directory()));
        fields.build(|given| {
            let scheme = Definition::named(given.scheme()).unwrap_or(&SSH);
            let path = Some(path).filter(|path| !path.is_empty());
            Ok(Self { scheme, login, parameters, path, typecode, ..Self::new(server) })
        })
    }
}

impl View for Ssh<'_> {
    fn fields(&self) -> Fields {
        Visitor::show(self, Self::visit)
    }

    fn to_uri(&self) -> Result<Uri<String>, SchemeError> {
        let mut writer = Writer::new(self.scheme.name).raw("//");
        let Login { user, password } = &self.login;
        let is_known = user.is_some() || password.is_some() || !self.parameters.is_empty();
        writer =
            writer.optional("", user.as_ref(), USER_RAW).optional(":", password.as_ref(), USER_RAW);
        for (number, (name, value)) in self.parameters.iter().enumerate() {
            let lead = if number == 0 { ";" } else { "," };
            writer = writer.raw(lead).raw(name).raw("=").raw(value);
        }
        if is_known {
            writer = writer.raw("@");
        }
        writer = writer.host_port(&self.server);
        if let Some(path) = &self.path {
            writer = writer.raw("/").joined(path, "/", SEGMENT_RAW);
        }
        if let Some(code) = &self.typecode {
            if self.path.is_none() || !self.has_files() {
                return Err(SchemeError::new(ErrorKind::Unexpected, "type", TYPE));
            }
            writer = writer.raw(";type=").raw(code);
        }
        let uri = writer.finish()?;
        // The parameters and the type are raw.
        Ssh::read(&uri)?;
        Ok(uri)
    }

    fn plan(&self, client: &Client) -> Result<Plan, SchemeError> {
        let Definition { name, default_port, .. } = *self.scheme;
        // Both are subsystems of one protocol.
        let mut steps =
            vec![client.connect(&self.server, SSH.name, default_port, Transport::Tcp)?];
        let mut key = Fields::new();
        if let Some(Fingerprint { host_key_algorithm, hash }) = self.fingerprint() {
            key = key.with("algorithm", host_key_algorithm).with("fingerprint", hash);
        }
        steps.push(Step::Perform("check the host key", key));
        let mut login = Fields::new();
        if let Some(user) = &self.login.user {
            client.argument(user, "user", &place::TEXT)?;
            login = login.with("user", user);
        }
        if let Some(password) = &self.login.password {
            login = login.with("password", password);
        }
        steps.push(Step::Perform("authenticate", login));
        if !self.has_files() {
            steps.extend([Step::Receive(Until::User), Step::Close]);
            return Ok(Plan::new(steps));
        }
        for segment in self.path.iter().flatten() {
            client.argument(segment, "path", &place::TEXT)?;
        }
        let file = self.file_name()?;
        let mut asked = Fields::new().with("path", file);
        if let Some(code) = self.typecode.as_ref().filter(|_| !self.is_directory()) {
            asked = asked.with("type", code);
        }
        steps.push(Step::Perform("start the subsystem", Fields::new().with("name", name)));
        steps.push(Step::Perform(if self.is_directory() { "list" } else { "fetch" }, asked));
        steps.push(Step::Close);
        Ok(Plan::new(steps))
    }
}
