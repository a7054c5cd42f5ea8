//! `nntp`: a group, or an article by its number in it, on one server (RFC 1630, NNTP; RFC 1738 §3.7; RFC
//! 5538 §3).

use std::borrow::Cow;

use napkin::edition::{RFC1630, RFC1738, Rule};
use napkin::{ByteSet, Reference, Uri};

use crate::citation::rule;
use crate::client::Client;
use crate::definition::{ByEdition, Definition, Standing, View};
use crate::error::{ErrorKind, SchemeError};
use crate::named_fields::Given;
use crate::newsgroup::{GROUP_RAW, check_group, is_group};
use crate::octets::Octets;
use crate::place;
use crate::plan::{Plan, Question, Step, Transport, Until};
use crate::server::{Login, Server};
use crate::source::Source;
use crate::value::Fields;
use crate::visitor::Visitor;
use crate::writer::Writer;

/// USENET news by NNTP.
pub static NNTP: Definition = Definition {
    name: "nntp",
    title: "USENET news using NNTP access",
    document: "RFC 5538 section 3",
    grammar: "\
nntpURL        = \"nntp:\" server \"/\" group [ \"/\" article-number ]
server         = \"//\" authority
group          = 1*( group-char / pct-encoded )
article-number = 1*16DIGIT
group-char     = ALPHA / DIGIT / \"-\" / \"+\" / \"_\" / \".\"",
    example: "nntp://host.dom/comp.os/42",
    default_port: Some(119),
    standings: &[
        Standing::defined(
            RFC1630,
            "RFC 1630, \"NNTP\"",
            &[
                (URL, rule("nntpaddress", "RFC 1630 section BNF")),
                (GROUP, rule("group", "RFC 1630 section BNF")),
                (NUMBER, rule("digits", "RFC 1630 section BNF")),
            ],
        )
        .without(&["host", "port", "user", "password"]),
        Standing::defined(
            RFC1738,
            "RFC 1738 section 3.7",
            &[
                (URL, rule("nntpurl", "RFC 1738 section 3.7")),
                (GROUP, rule("group", "RFC 1738 section 5")),
                (NUMBER, rule("digits", "RFC 1738 section 5")),
            ],
        )
        .without(&["user", "password"]),
    ],
    normalization: None,
    read: |source| Ok(Box::new(Nntp::of(source)?)),
    compose: |given| Ok(Box::new(Visitor::compose(given, Nntp::visit)?)),
};

const URL: Rule = Rule { name: "nntpURL", section: "RFC 5538 section 3" };
const GROUP: Rule = Rule { name: "group", section: "RFC 5538 section 3" };
const NUMBER: Rule = Rule { name: "article-number", section: "RFC 5538 section 3" };

/// A group on one server, or an article of it.
///
/// ```
/// use napkin_schemes::schemes::Nntp;
///
/// let uri = napkin::Uri::parse("nntp://host.dom/comp.os/42")?;
/// let nntp = Nntp::read(&uri)?;
/// assert_eq!(nntp.group, "comp.os");
/// assert_eq!(nntp.article.as_deref(), Some("42"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nntp<'a> {
    /// User and password for the server.
    pub login: Login<'a>,
    /// The server; undefined in RFC 1630, which uses the client's news server.
    pub server: Option<Server<'a>>,
    /// The group.
    pub group: Octets<'a>,
    /// The digits of the article's number; `None` for the whole group.
    pub article: Option<Cow<'a, str>>,
    dialect: &'static Dialect,
}

/// The differences between editions.
#[derive(Debug, PartialEq, Eq)]
struct Dialect {
    /// The maximum number of digits of an article's number (RFC 5538 §3, RFC 3977 §6). The grammars of 1994 have none.
    longest: usize,
    /// Whether a URI names an article of the client's own news server, and nothing else (RFC 1630).
    is_local: bool,
}

static DIALECTS: ByEdition<Dialect> = ByEdition {
    own: &[
        (RFC1630, Dialect { longest: usize::MAX, is_local: true }),
        (RFC1738, Dialect { longest: usize::MAX, is_local: false }),
    ],
    others: Dialect { longest: 16, is_local: false },
};

impl<'a> Nntp<'a> {
    /// Reads a URI of `nntp`, by its edition.
    ///
    /// # Errors
    ///
    /// If there is no group, or the text after it is not a number.
    pub fn read(reference: impl Into<Reference<'a>>) -> Result<Self, SchemeError> {
        NNTP.read_by(&[NNTP.name], reference, Self::of)
    }

    /// A group on a server.
    pub fn new(server: Server<'a>, group: impl Into<Octets<'a>>) -> Self {
        let (login, group) = (Login::default(), group.into());
        Self { login, server: Some(server), group, article: None, dialect: &DIALECTS.others }
    }

    fn of(source: Source<'a>) -> Result<Self, SchemeError> {
        let (server, path) = match source.authority() {
            Some(_) => (Some(source.server(URL)?), source.url_path().unwrap_or_default()),
            None if !source.edition().has_generic_syntax() => (None, source.after_scheme()),
            None => {
                return Err(source.error(ErrorKind::Missing, "host", source.after_scheme(), URL));
            }
        };
        let (group, article) = match path.split_once('/') {
            Some((group, article)) => (group, Some(article)),
            None => (path, None),
        };
        let dialect = DIALECTS.get(source.edition());
        check_group(source, group, GROUP)?;
        if let Some(article) = article {
            if article.is_empty() {
                return Err(source.error(ErrorKind::Empty, "article", article, NUMBER));
            }
            source.check(article, ByteSet::range(b'0', b'9'), "article", NUMBER)?;
            if article.len() > dialect.longest {
                return Err(source.error(ErrorKind::OutOfRange, "article", article, NUMBER));
            }
        }
        let (login, group) = (source.login(), source.octets(group));
        Ok(Self { login, server, group, article: article.map(Cow::Borrowed), dialect })
    }

    /// # Errors
    ///
    /// [`ErrorKind::InvalidValue`], if a field would be read back differently.
    fn check(&self) -> Result<(), SchemeError> {
        let is_number =
            |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        if !is_group(&self.group) {
            return Err(SchemeError::new(ErrorKind::InvalidValue, "group", GROUP));
        }
        match self.article.as_deref() {
            Some(article) if !is_number(article) || article.len() > self.dialect.longest => {
                Err(SchemeError::new(ErrorKind::InvalidValue, "article", NUMBER))
            }
            None if self.dialect.is_local => {
                Err(SchemeError::new(ErrorKind::Missing, "article", NUMBER))
            }
            _ => Ok(()),
        }
    }
}

impl<'a> Nntp<'a> {
    fn visit(fields: &mut Visitor<'_, 'a, Self>) -> Result<Self, SchemeError> {
        let server =
            fields.server_if(|it| it.server.as_ref().map(|server| (server, NNTP.default_port)))?;
        let login = fields.login_if(|it| it.server.is_some().then_some(&it.login))?;
        let group = fields.field("group", Given::needed, |it| &it.group)?;
        let article = fields.field("article", Given::text, |it| it.article.as_ref())?;
        fields.build(|given| {
            let dialect = DIALECTS.get(given.edition());
            if server.is_none() && !dialect.is_local {
                return Err(given.error(ErrorKind::Missing, "host"));
            }
            Ok(Self { login, server, group, article, dialect })
        })
    }
}

impl View for Nntp<'_> {
    fn fields(&self) -> Fields {
        Visitor::show(self, Self::visit)
    }

    fn to_uri(&self) -> Result<Uri<String>, SchemeError> {
        let writer = Writer::new(NNTP.name);
        let writer = match &self.server {
            Some(server) => writer.authority(&self.login, server.required(URL)?).raw("/"),
            None if self.dialect.is_local => writer,
            None => return Err(SchemeError::new(ErrorKind::Missing, "host", URL)),
        };
        self.check()?;
        let writer = writer.octets(&self.group, GROUP_RAW);
        match &self.article {
            None => writer.finish(),
            Some(article) => writer.raw("/").raw(article).finish(),
        }
    }

    fn plan(&self, client: &Client) -> Result<Plan, SchemeError> {
        self.check()?;
        let mut steps = connect(self.server.as_ref(), &self.login, client)?;
        let group = client.argument(&self.group, "group", &place::NNTP_GROUP)?;
        steps.extend([Step::command("GROUP", group), Step::Expect(&["211"])]);
        match &self.article {
            Some(article) => steps.extend([
                Step::command("ARTICLE", article.as_bytes().into()),
                Step::Expect(&["220"]),
                Step::Receive(Until::Dot),
            ]),
            None => steps.push(newest_articles()),
        }
        steps.extend([Step::verb("QUIT"), Step::Expect(&["205"]), Step::Close]);
        Ok(Plan::new(steps))
    }
}

/// Reads the articles of the selected group by ARTICLE, from the highest number in the reply to GROUP down. A group has any
/// number of articles, so the plan has a bound (RFC 1738 §3.6 has none).
pub(crate) fn newest_articles() -> Step {
    const AT_MOST: u64 = 20;
    let asked = Fields::new().with("command", "ARTICLE").with("at_most", AT_MOST);
    Step::Perform("read the newest articles", asked)
}

/// Connects to the news server of the URI, or to that of the client, asking for it if none is given (RFC 3977 §5.1), and
/// logs in if there is a user (RFC
/// 4643 §2.3).
pub(crate) fn connect(
    server: Option<&Server<'_>>,
    login: &Login<'_>,
    client: &Client,
) -> Result<Vec<Step>, SchemeError> {
    let Definition { name, default_port, .. } = NNTP;
    let open = |server| client.connect(server, name, default_port, Transport::Tcp);
    let mut steps = match (server, &client.news_server) {
        (Some(server), _) => vec![open(server)?],
        (None, Some(server)) => {
            vec![open(server).map_err(|error| error.of_option("news-server", None))?]
        }
        (None, None) => vec![
            Step::Ask(Question::NewsServer),
            Step::Connect {
                host: None,
                port: default_port.unwrap_or_default(),
                transport: Transport::Tcp,
            },
        ],
    };
    steps.push(Step::Expect(&["200", "201"]));
    let Some(user) = &login.user else { return Ok(steps) };
    steps.push(Step::command("AUTHINFO USER", client.argument(user, "user", &place::NNTP_LOGIN)?));
    steps.push(Step::Expect(&["281", "381"]));
    let mut with_password = match &login.password {
        Some(password) => {
            vec![Step::command(
                "AUTHINFO PASS",
                client.argument(password, "password", &place::NNTP_LOGIN)?,
            )]
        }
        None => vec![Step::Ask(Question::Password), Step::answer("AUTHINFO PASS")],
    };
    with_password.push(Step::Expect(&["281"]));
    steps.push(Step::IfReply("381", with_password));
    Ok(steps)
}
