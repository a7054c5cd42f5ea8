//! Access plans: the steps of a client of a scheme, as data.
//!
//! A plan has everything that is sent, and the replies that are expected in between; a program that executes the
//! steps is a client. Nothing here opens a connection.

use std::fmt;

use crate::value::{Fields, Value, shown_octets};

/// The steps of a client that follows a URI, in order.
///
/// ```
/// use napkin_schemes::{Client, plan};
///
/// let uri = napkin::Uri::parse("gopher://host.dom/00/About%20Gopher")?;
/// let plan = plan(&uri, &Client::default())?;
/// let steps: Vec<_> = plan.steps().iter().map(ToString::to_string).collect();
/// assert_eq!(
///     steps,
///     [
///         "connect to host.dom port 70 over tcp",
///         "send \"0/About Gopher\\r\\n\"",
///         "receive until a line with only a dot, or the connection closes",
///         "close",
///     ],
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    steps: Vec<Step>,
}

/// One step of a plan.
///
/// ```
/// use napkin_schemes::{Client, Step, Transport, plan};
///
/// let uri = napkin::Uri::parse("gopher://h:7070/1/a")?;
/// for step in plan(&uri, &Client::default().allow_foreign_port())?.steps() {
///     match step {
///         Step::Connect { host, port, transport } => {
///             assert_eq!((host.as_deref(), *port, *transport), (Some("h"), 7070, Transport::Tcp));
///         }
///         Step::Send(bytes) => assert_eq!(bytes, b"/a\r\n"),
///         step => println!("{step:?}"),
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Step {
    /// Ask the user; later steps may use the answer.
    Ask(Question),
    /// Open the connection; if no host is given, to the answer of the previous question. If the answer names a
    /// port, it overrides the port here.
    Connect {
        /// The name or the address, without brackets.
        host: Option<String>,
        /// The port.
        port: u16,
        /// The transport.
        transport: Transport,
    },
    /// Open the second connection, to the address and port in the last reply (227), or to the same host and the
    /// port in the reply (229).
    ConnectData,
    /// Read a reply with all its lines (RFC 959 §4.2); continue if it begins with one of these codes, and fail
    /// otherwise.
    Expect(&'static [&'static str]),
    /// Execute these further steps, if the last reply began with this code.
    IfReply(&'static str, Vec<Step>),
    /// Send a verb, a space and an argument, and CR LF.
    Command(Command),
    /// Send these bytes.
    Send(Vec<u8>),
    /// Send the answer of the previous question, between these bytes.
    SendAnswer(Vec<u8>, Vec<u8>),
    /// Read the answer.
    Receive(Until),
    /// Read the answer from the second connection until it closes.
    ReceiveData,
    /// Execute an operation of the protocol, with these values and with the answer of a question just before; the
    /// protocol defines its bytes.
    Perform(&'static str, Fields),
    /// Show the user something that is not sent automatically.
    Show(&'static str, Fields),
    /// Close the connection.
    Close,
}

/// A command of a protocol in which a line is a verb and an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Command {
    /// The verb, such as `RETR`.
    pub verb: &'static str,
    /// The argument after it.
    pub argument: Argument,
}

/// The argument of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Argument {
    /// None, not even a space.
    None,
    /// These bytes after a space; no bytes are an empty argument.
    Bytes(Vec<u8>),
    /// The answer of the previous question.
    Answer,
}

/// Data that only the user knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Question {
    /// The password of the user named in the URI.
    Password,
    /// The user's address, which anonymous FTP takes as a password.
    Email,
    /// The host that news is read from, with a colon and its port if it is not the default.
    NewsServer,
    /// The host that a directory is read from.
    DirectoryServer,
    /// The user's name on the server.
    User,
    /// The words to search for.
    SearchWords,
    /// The values for the form that the server sent; the answer is one value per line, each ended by CR LF.
    Form,
    /// The key of a channel.
    ChannelKey,
    /// How FTP transfers a file: the argument of TYPE, `a` for text and `i` for anything else.
    TransferType,
}

/// The transport of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Transport {
    /// A TCP connection.
    Tcp,
    /// TLS over TCP, with the certificate of the host.
    Tls,
    /// UDP datagrams.
    Udp,
    /// DTLS over UDP, with the certificate or the key of the host.
    Dtls,
}

/// The end of a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Until {
    /// The peer closes the connection.
    Close,
    /// A line with only a dot. Other lines that begin with a dot are sent with one more dot, which is not part of
    /// the response (RFC 3977 §3.1.1).
    Dot,
    /// A line with only a dot, or the end of the connection (RFC 1436, appendix).
    DotOrClose,
    /// The line that begins with the tag of the command, which is its reply.
    Tagged,
    /// The end of an HTTP message.
    HttpMessage,
    /// The user ends the session.
    User,
}

impl Plan {
    pub(crate) const fn new(steps: Vec<Step>) -> Self {
        Self { steps }
    }

    /// The steps in order.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The first connection of the plan, as host, port and transport, if there is one.
    pub fn connection(&self) -> Option<(Option<&str>, u16, Transport)> {
        self.steps.iter().find_map(|step| match step {
            Step::Connect { host, port, transport } => Some((host.as_deref(), *port, *transport)),
            _ => None,
        })
    }

    /// All bytes that the plan itself sends, command by command and in order, except commands that depend on a reply.
    pub fn sent(&self) -> impl Iterator<Item = Vec<u8>> {
        self.steps.iter().filter_map(|step| match step {
            Step::Command(command) => command.line(),
            Step::Send(bytes) => Some(bytes.clone()),
            _ => None,
        })
    }

    /// The plan as plain values: host, port and transport of the first connection, and the steps.
    pub fn fields(&self) -> Fields {
        let connection = self.connection();
        Fields::new()
            .with("host", connection.and_then(|(host, ..)| host))
            .with("port", connection.map(|(_, port, _)| port))
            .with("transport", connection.map(|(.., transport)| transport.name()))
            .with("steps", steps_value(&self.steps))
    }
}

fn steps_value(steps: &[Step]) -> Value {
    Value::List(steps.iter().map(|step| Value::Record(step.fields())).collect())
}

impl Command {
    /// Verb, space and argument as a value, without the answer of a question.
    pub(crate) fn shown(&self, is_latin1: bool) -> Value {
        match &self.argument {
            Argument::Bytes(bytes) => {
                shown_octets(&[self.verb.as_bytes(), b" ", bytes].concat(), is_latin1)
            }
            Argument::None | Argument::Answer => self.verb.into(),
        }
    }

    /// The line to send, if it contains no answer of a question.
    pub fn line(&self) -> Option<Vec<u8>> {
        match &self.argument {
            Argument::None => Some([self.verb.as_bytes(), b"\r\n"].concat()),
            Argument::Bytes(bytes) => Some([self.verb.as_bytes(), b" ", bytes, b"\r\n"].concat()),
            Argument::Answer => None,
        }
    }
}

impl Step {
    /// A command with an argument.
    pub(crate) fn command(verb: &'static str, argument: Vec<u8>) -> Self {
        Self::Command(Command { verb, argument: Argument::Bytes(argument) })
    }

    /// A command that is only a verb.
    pub(crate) const fn verb(verb: &'static str) -> Self {
        Self::Command(Command { verb, argument: Argument::None })
    }

    /// A command whose argument is the answer of the previous question.
    pub(crate) const fn answer(verb: &'static str) -> Self {
        Self::Command(Command { verb, argument: Argument::Answer })
    }

    /// The kind of step, as JSON calls it.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Ask(_) => "ask",
            Self::Connect { .. } => "connect",
            Self::ConnectData => "connect-data",
            Self::Expect(_) => "expect",
            Self::IfReply(..) => "if-reply",
            Self::Command(_) => "command",
            Self::Send(_) => "send",
            Self::SendAnswer(..) => "send-answer",
            Self::Receive(_) => "receive",
            Self::ReceiveData => "receive-data",
            Self::Perform(..) => "perform",
            Self::Show(..) => "show",
            Self::Close => "close",
        }
    }

    /// The step as plain values; `"step"` is its name.
    pub fn fields(&self) -> Fields {
        let fields = Fields::new().with("step", self.name());
        match self {
            Self::Ask(question) => fields.with("question", question.name()),
            Self::Connect { host, port, transport } => fields
                .with("host", host.as_deref())
                .with("port", *port)
                .with("transport", transport.name()),
            Self::Expect(codes) => fields.with("codes", *codes),
            Self::IfReply(code, steps) => {
                fields.with("code", *code).with("steps", steps_value(steps))
            }
            Self::Command(Command { verb, argument }) => {
                let (text, asked) = match argument {
                    Argument::None => (None, false),
                    Argument::Bytes(bytes) => (Some(latin1(bytes)), false),
                    Argument::Answer => (None, true),
                };
                let fields = fields.with("verb", *verb).with("argument", text);
                if asked { fields.with("answer", true) } else { fields }
            }
            Self::Send(bytes) => fields.with("bytes", latin1(bytes)),
            Self::SendAnswer(before, after) => {
                fields.with("before", latin1(before)).with("after", latin1(after))
            }
            Self::Receive(until) => fields.with("until", until.name()),
            Self::Perform(what, values) | Self::Show(what, values) => {
                fields.with("what", *what).and(values.clone())
            }
            Self::ConnectData | Self::ReceiveData | Self::Close => fields,
        }
    }
}

/// Bytes as characters U+0000 to U+00FF.
fn latin1(bytes: &[u8]) -> String {
    bytes.iter().copied().map(char::from).collect()
}

impl Question {
    /// The name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Password => "password",
            Self::Email => "email",
            Self::NewsServer => "news-server",
            Self::DirectoryServer => "directory-server",
            Self::User => "user",
            Self::SearchWords => "search-words",
            Self::Form => "form",
            Self::ChannelKey => "channel-key",
            Self::TransferType => "transfer-type",
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Self::Password => "the password",
            Self::Email => "the e-mail address",
            Self::NewsServer => "the host that news is read from",
            Self::DirectoryServer => "the host that the directory is read from",
            Self::User => "the user name",
            Self::SearchWords => "the words to search for",
            Self::Form => "the fields of the form",
            Self::ChannelKey => "the key of the channel",
            Self::TransferType => "the type of the file, a for text or i for any other",
        }
    }
}

impl Transport {
    /// The name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tcp => "tcp",
            Self::Tls => "tls",
            Self::Udp => "udp",
            Self::Dtls => "dtls",
        }
    }
}

impl Until {
    /// The name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Close => "close",
            Self::Dot => "dot",
            Self::DotOrClose => "dot-or-close",
            Self::Tagged => "tagged",
            Self::HttpMessage => "http-message",
            Self::User => "user",
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Self::Close => "the connection closes",
            Self::Dot => "a line with only a dot",
            Self::DotOrClose => "a line with only a dot, or the connection closes",
            Self::Tagged => "the tagged reply",
            Self::HttpMessage => "the HTTP message ends",
            Self::User => "the user ends the session",
        }
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.verb)?;
        match &self.argument {
            Argument::None => Ok(()),
            Argument::Bytes(bytes) => write!(f, " {}", bytes.escape_ascii()),
            Argument::Answer => f.write_str(" and the answer"),
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ask(question) => write!(f, "ask the user for {}", question.words()),
            Self::Connect { host, port, transport } => {
                let host = host.as_deref().unwrap_or("the answer");
                write!(f, "connect to {host} port {port} over {}", transport.name())
            }
            Self::ConnectData => f.write_str("connect to where the reply says"),
            Self::Expect(codes) => write!(f, "expect {}", codes.join(" or ")),
            Self::IfReply(code, steps) => {
                write!(f, "if the reply was {code}:")?;
                steps.iter().enumerate().try_for_each(|(number, step)| {
                    write!(f, "{} {step}", if number == 0 { "" } else { ";" })
                })
            }
            Self::Command(command) => write!(f, "send {command}"),
            Self::Send(bytes) => write!(f, "send \"{}\"", bytes.escape_ascii()),
            Self::SendAnswer(before, after) => {
                let (before, after) = (before.escape_ascii(), after.escape_ascii());
                write!(f, "send \"{before}\", the answer, and \"{after}\"")
            }
            Self::Receive(until) => write!(f, "receive until {}", until.words()),
            Self::ReceiveData => f.write_str("receive the data until its connection closes"),
            Self::Perform(what, values) => write!(f, "{what}{}", Told(values)),
            Self::Show(what, values) => write!(f, "show the user {what}{}", Told(values)),
            Self::Close => f.write_str("close"),
        }
    }
}

/// Values after a word, on one line.
struct Told<'v>(&'v Fields);

impl fmt::Display for Told<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().enumerate().try_for_each(|(number, (name, value))| {
            write!(f, "{} {name} {value}", if number == 0 { ":" } else { "," })
        })
    }
}
