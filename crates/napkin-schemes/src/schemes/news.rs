//! `news`: a newsgroup, an article by its message id, or all groups (RFC 1738 §3.6; RFC 5538).

use std::borrow::Cow;

use napkin::edition::{RFC1630, RFC1738, rules::Rule};
use napkin::{ByteSet, Reference, Uri};

use crate::client::Client;
use crate::definition::{ByEdition, Definition, Standing, View};
use crate::error::{ErrorKind, SchemeError};
use crate::octets::Octets;
use crate::plan::{Plan, Step, Until};
use crate::server::Server;
use crate::source::Source;
use crate::spelling::ALPHANUM;
use crate::value::Fields;
use crate::writer::Writer;

use super::nntp::{NNTP, connect};

/// USENET news.
pub static NEWS: Definition = Definition {
    name: "news",
    title: "USENET news",
    document: "RFC 5538 section 2",
    grammar: "\
newsURL    = \"news\" \":\" [ news-server ] ( article / newsgroups )
article    = mid-left \"@\" mid-right
newsgroups = *( ALPHA / DIGIT / \"-\" / \".\" / \"+\" / \"_\" / \"*\" )",
    example: "news:comp.infosystems.www.misc",
    default_port: None,
    standings: &[Standing::defined(RFC1630), Standing::defined(RFC1738)],
    read: |source| Ok(Box::new(News::of(source)?)),
};

const URL: Rule = Rule { name: "newsURL", section: "RFC 5538 section 2.2" };
const GROUP: Rule = Rule { name: "group", section: "RFC 1738 section 5" };

/// What may stand raw in a message id beside the unreserved characters; not the `@`.
const RAW: ByteSet = ByteSet::of(b"!$&'()*+,;=:");

/// The characters of a group.
const GROUP_CHARACTERS: ByteSet = ALPHANUM.or(ByteSet::of(b"-.+_"));

/// What a URI of `news` names.
///
/// ```
/// use napkin_schemes::schemes::News;
///
/// let uri = napkin::Uri::parse("news:12345@info.cern.ch")?;
/// let News::Article { left, right, .. } = News::read(&uri)? else { panic!() };
/// assert_eq!((left, right), ("12345".into(), "info.cern.ch".into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News<'a> {
    /// All groups that there are.
    All,
    /// One group.
    Group {
        /// The server, which RFC 5538 allows to be named.
        server: Option<Server<'a>>,
        /// Its name.
        group: Cow<'a, str>,
    },
    /// One article.
    Article {
        /// The server, which RFC 5538 allows to be named.
        server: Option<Server<'a>>,
        /// What stands before the `@` of the message id.
        left: Octets<'a>,
        /// What stands after it.
        right: Octets<'a>,
    },
}

impl<'a> News<'a> {
    /// Reads a URI of `news`, by its edition.
    ///
    /// # Errors
    ///
    /// If it is neither a group, nor an article, nor `*`.
    pub fn read(reference: impl Into<Reference<'a>>) -> Result<Self, SchemeError> {
        Self::of(Source::of(reference, &[NEWS.name])?)
    }

    fn of(source: Source<'a>) -> Result<Self, SchemeError> {
        source.refuse_userinfo(URL)?;
        let (server, text) = match source.url_path() {
            Some(path) => (Some(source.server(URL)?), path),
            None => (None, source.after_scheme()),
        };
        match text.rsplit_once('@') {
            Some((left, right)) if left.is_empty() || right.is_empty() => {
                Err(source.error(ErrorKind::InvalidValue, "message id", text, URL))
            }
            Some((left, right)) => {
                Ok(Self::Article { server, left: source.octets(left), right: source.octets(right) })
            }
            None if text == "*" => Ok(Self::All),
            None => {
                check_group(source, text)?;
                Ok(Self::Group { server, group: Cow::Borrowed(text) })
            }
        }
    }

    /// The message id, without the brackets that it has in a header.
    pub fn message_id(&self) -> Option<Octets<'static>> {
        match self {
            Self::Article { left, right, .. } => {
                Some([&left.to_bytes()[..], b"@", &right.to_bytes()].concat().into())
            }
            _ => None,
        }
    }

    const fn server(&self) -> Option<&Server<'a>> {
        match self {
            Self::All => None,
            Self::Group { server, .. } | Self::Article { server, .. } => server.as_ref(),
        }
    }
}

/// How editions differ about groups.
struct Groups {
    /// Whether a group has only letters, digits and four more characters.
    is_plain: bool,
}

static GROUPS: ByEdition<Groups> =
    ByEdition { own: &[(RFC1630, Groups { is_plain: false })], others: Groups { is_plain: true } };

/// Whether it is a group by the rules of today.
pub(crate) fn is_group(group: &str) -> bool {
    group.starts_with(|first: char| first.is_ascii_alphabetic())
        && group.bytes().all(|byte| GROUP_CHARACTERS.contains(byte))
}

/// A group begins with a letter and has letters, digits and four more characters. RFC 1630 allows
/// more, and its own parser has checked it.
pub(crate) fn check_group(source: Source<'_>, group: &str) -> Result<(), SchemeError> {
    if group.is_empty() {
        return Err(source.error(ErrorKind::Empty, "group", group, GROUP));
    }
    if !GROUPS.get(source.edition()).is_plain {
        return Ok(());
    }
    if !group.starts_with(|first: char| first.is_ascii_alphabetic()) {
        return Err(source.error(ErrorKind::InvalidCharacter, "group", group, GROUP));
    }
    source.check(group, GROUP_CHARACTERS, "group", GROUP)
}

impl View for News<'_> {
    fn fields(&self) -> Fields {
        let server = self.server().map(|server| server.fields(NNTP.default_port));
        let fields = server.unwrap_or_default();
        match self {
            Self::All => fields.with("kind", "all"),
            Self::Group { group, .. } => fields.with("kind", "group").with("group", group),
            Self::Article { left, right, .. } => fields
                .with("kind", "article")
                .with("message_id", self.message_id())
                .with("unique", left)
                .with("domain", right),
        }
    }

    fn to_uri(&self) -> Result<Uri<String>, SchemeError> {
        let writer = Writer::new(NEWS.name);
        let writer = match self.server() {
            None => writer,
            Some(server) => writer.server(server).raw("/"),
        };
        match self {
            Self::All => writer.raw("*"),
            Self::Group { group, .. } if is_group(group) => writer.raw(group),
            Self::Group { .. } => {
                return Err(SchemeError::new(ErrorKind::InvalidCharacter, "group", GROUP));
            }
            Self::Article { left, right, .. } => {
                writer.octets(left, RAW).raw("@").octets(right, RAW)
            }
        }
        .finish()
    }

    /// Reads from the server that is named, or else from the one that the client reads news from (RFC
    /// 1630, News).
    fn plan(&self, client: &Client) -> Result<Plan, SchemeError> {
        let mut steps = connect(self.server(), client)?;
        match self {
            Self::All => steps.extend([
                Step::verb("LIST"),
                Step::Expect(&["215"]),
                Step::Receive(Until::Dot),
            ]),
            Self::Group { group, .. } => {
                let group = client.argument(&Octets::encoded(group), "group")?;
                steps.extend([Step::command("GROUP", group), Step::Expect(&["211"])]);
            }
            Self::Article { .. } => {
                let id = self.message_id().unwrap_or("".into());
                let id = client.argument(&id, "message id")?;
                steps.extend([
                    Step::command("ARTICLE", [b"<", &id[..], b">"].concat()),
                    Step::Expect(&["220"]),
                    Step::Receive(Until::Dot),
                ]);
            }
        }
        steps.extend([Step::verb("QUIT"), Step::Expect(&["205"]), Step::Close]);
        Ok(Plan::new(steps))
    }
}
