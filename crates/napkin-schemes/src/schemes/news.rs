//! `news`: newsgroups, or an article by its message id (RFC 1630, News; RFC 1738 §3.6; RFC 5538).

use napkin::edition::{RFC1630, RFC1738, Rule};
use napkin::{ByteSet, Reference, Uri};

use crate::address::dot_atom_fault;
use crate::citation::rule;
use crate::client::Client;
use crate::definition::{Definition, Standing, View};
use crate::error::{ErrorKind, SchemeError};
use crate::named_fields::Given;
use crate::newsgroup::{
    GROUP_CHARACTERS, GROUP_RAW, IS_CHECKED, WILDCARDS, is_group, pattern_fault,
};
use crate::octets::Octets;
use crate::place;
use crate::plan::{Plan, Step, Until};
use crate::server::{Login, Server};
use crate::source::Source;
use crate::value::Fields;
use crate::visitor::Visitor;
use crate::writer::Writer;

use super::nntp::{self, NNTP};

/// USENET news.
pub static NEWS: Definition = Definition {
    name: "news",
    title: "USENET news",
    document: "RFC 5538 section 4",
    grammar: "\
newsURL    = \"news:\" [ server \"/\" ] ( article / newsgroups )
server     = \"//\" authority
article    = msg-id-core
newsgroups = *( group-char / pct-encoded / \"*\" )
group-char = ALPHA / DIGIT / \"-\" / \"+\" / \"_\" / \".\"",
    example: "news:comp.infosystems.www.misc",
    default_port: None,
    standings: &[
        Standing::defined(
            RFC1630,
            "RFC 1630 section 5.5",
            &[
                (URL, rule("newsaddress", "RFC 1630 section BNF")),
                (GROUPS, rule("group", "RFC 1630 section BNF")),
            ],
        )
        .without(&["host", "port", "user", "password", "pattern"]),
        Standing::defined(
            RFC1738,
            "RFC 1738 section 3.6",
            &[
                (URL, rule("newsurl", "RFC 1738 section 3.6")),
                (GROUPS, rule("group", "RFC 1738 section 5")),
            ],
        )
        .without(&["host", "port", "user", "password", "pattern"]),
    ],
    normalization: Some(URL),
    read: |source| Ok(Box::new(News::of(source)?)),
    compose: |given| Ok(Box::new(Visitor::compose(given, News::visit)?)),
};

const URL: Rule = Rule { name: "newsURL", section: "RFC 5538 section 4" };
const GROUPS: Rule = Rule { name: "newsgroups", section: "RFC 5538 section 4" };
const PATTERN: Rule = Rule { name: "wildmat-pattern", section: "RFC 3977 section 4.1" };
const MESSAGE_ID: Rule = Rule { name: "message-id", section: "RFC 1036 section 2.1.5" };
const LEFT: Rule = Rule { name: "dot-atom-text", section: "RFC 5536 section 3.1.3" };
const RIGHT: Rule = Rule { name: "id-right", section: "RFC 5536 section 3.1.3" };

/// The characters allowed raw in a message id, besides the unreserved ones; not the `@`.
const ID_RAW: ByteSet = ByteSet::of(b"!$&'()*+,;=:");

/// `mdtext` of RFC 5536.
const LITERAL: ByteSet = ByteSet::range(33, 126).without(ByteSet::of(b">[]\\"));

/// A URI of `news`: groups or an article, and the server.
///
/// ```
/// use napkin_schemes::schemes::{News, NewsItem};
///
/// let uri = napkin::Uri::parse("news:12345@info.cern.ch")?;
/// let news = News::read(&uri)?;
/// assert_eq!(news.server, None);
/// assert_eq!(news.item, NewsItem::Article { left: "12345".into(), right: "info.cern.ch".into() });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct News<'a> {
    /// User and password for the server.
    pub login: Login<'a>,
    /// The server; if it is undefined or empty, the client's news server.
    pub server: Option<Server<'a>>,
    /// The groups or the article.
    pub item: NewsItem<'a>,
    /// Whether all groups are written as nothing, instead of a `*`.
    is_bare: bool,
}

/// The groups or the article of a URI of `news`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "RFC 5538 §3 has no other")]
pub enum NewsItem<'a> {
    /// All groups.
    All,
    /// The groups whose names match a pattern with `*` and `?`.
    Groups(Octets<'a>),
    /// One group.
    Group(Octets<'a>),
    /// One article.
    Article {
        /// The message id before its `@`.
        left: Octets<'a>,
        /// The message id after its `@`.
        right: Octets<'a>,
    },
}

impl<'a> News<'a> {
    /// Reads a URI of `news`, by its edition.
    ///
    /// # Errors
    ///
    /// If it is neither the name of a group, nor a pattern for names, nor a message id.
    pub fn read(reference: impl Into<Reference<'a>>) -> Result<Self, SchemeError> {
        NEWS.read_by(&[NEWS.name], reference, Self::of)
    }

    /// An item on the client's news server.
    pub fn new(item: NewsItem<'a>) -> Self {
        Self { login: Login::default(), server: None, item, is_bare: false }
    }

    fn of(source: Source<'a>) -> Result<Self, SchemeError> {
        // By the editions of 1994 a news URL has no server: slashes belong to the message id.
        let has_server = !IS_CHECKED.get(source.edition());
        let (server, text) = match source.url_path().filter(|_| has_server) {
            Some(path) => (Some(source.server_or_empty(URL)?), path),
            None if has_server && source.authority().is_some() => {
                return Err(source.error(ErrorKind::Missing, "group", source.after_scheme(), URL));
            }
            None => (None, source.after_scheme()),
        };
        let item = NewsItem::of(source, text)?;
        Ok(Self { login: source.login(), server, item, is_bare: text.is_empty() })
    }
}

impl<'a> NewsItem<'a> {
    fn of(source: Source<'a>, text: &'a str) -> Result<Self, SchemeError> {
        let name = source.octets(text);
        if name.is_empty() || name == "*" {
            return Ok(Self::All);
        }
        if let Some((left, right)) = text.rsplit_once('@') {
            check_id(source, left, right)?;
            return Ok(Self::Article { left: source.octets(left), right: source.octets(right) });
        }
        if *IS_CHECKED.get(source.edition()) {
            return Ok(Self::Group(name));
        }
        source.check(text, GROUP_CHARACTERS.or(ByteSet::of(b"*")), "group", GROUPS)?;
        source.check_octets(text, pattern_fault, "group", PATTERN)?;
        Ok(if is_pattern(&name) { Self::Groups(name) } else { Self::Group(name) })
    }

    /// The message id of an article, without the brackets that it has in a header.
    pub fn message_id(&self) -> Option<Octets<'static>> {
        let (left, right) = self.sides()?;
        Some([&left.to_bytes()[..], b"@", &right.to_bytes()].concat().into())
    }

    const fn sides(&self) -> Option<(&Octets<'a>, &Octets<'a>)> {
        match self {
            Self::Article { left, right } => Some((left, right)),
            Self::All | Self::Groups(_) | Self::Group(_) => None,
        }
    }

    /// # Errors
    ///
    /// [`ErrorKind::InvalidValue`], if a name would be read back differently.
    fn check(&self) -> Result<(), SchemeError> {
        let refused = |field, rule| Err(SchemeError::new(ErrorKind::InvalidValue, field, rule));
        // The editions of 1994 allow more than the current rules.
        let is_wrong = |octets: &Octets<'_>, fault: fn(&[u8]) -> Option<usize>| {
            fault(&octets.to_bytes()).is_some()
        };
        match self {
            Self::Group(name) if !is_group(name) => refused("group", GROUPS),
            Self::Groups(name) if !is_pattern(name) => refused("group", PATTERN),
            Self::Article { left, .. } if is_wrong(left, dot_atom_fault) => {
                refused("message id", LEFT)
            }
            Self::Article { right, .. } if is_wrong(right, id_right_fault) => {
                refused("message id", RIGHT)
            }
            _ => Ok(()),
        }
    }
}

/// Whether data is a pattern for groups, other than the one for all groups.
fn is_pattern(name: &Octets<'_>) -> bool {
    let has_wildcard = !name.has_only(|octet| !WILDCARDS.contains(octet));
    has_wildcard && *name != "*" && pattern_fault(&name.to_bytes()).is_none()
}

/// The two sides of a message id, which its last `@` divides.
fn sides(id: &Octets<'_>) -> Option<(Octets<'static>, Octets<'static>)> {
    let octets = id.to_bytes();
    let at = octets.iter().rposition(|&octet| octet == b'@')?;
    let side = |octets: &[u8]| Octets::from(octets.to_vec()).in_latin1(id.is_latin1());
    Some((side(octets.get(..at)?), side(octets.get(at + 1..)?)))
}

fn check_id(source: Source<'_>, left: &str, right: &str) -> Result<(), SchemeError> {
    if *IS_CHECKED.get(source.edition()) {
        return Ok(());
    }
    source.check_octets(left, dot_atom_fault, "message id", LEFT)?;
    source.check_octets(right, id_right_fault, "message id", RIGHT)
}

/// The index of the first invalid octet in dot-separated atoms, or a literal.
fn id_right_fault(octets: &[u8]) -> Option<usize> {
    let Some(literal) = octets.strip_prefix(b"[") else { return dot_atom_fault(octets) };
    let end = literal.iter().position(|&octet| !LITERAL.contains(octet)).unwrap_or(literal.len());
    (literal.get(end..) != Some(b"]")).then_some(end + 1)
}

impl<'a> News<'a> {
    fn visit(fields: &mut Visitor<'_, 'a, Self>) -> Result<Self, SchemeError> {
        let server =
            fields.server_if(|it| it.server.as_ref().map(|server| (server, NNTP.default_port)))?;
        let login = fields.login_if(|it| it.server.is_some().then_some(&it.login))?;
        fields.derived("kind", |it| match it.item {
            NewsItem::All => "all",
            NewsItem::Groups(_) => "groups",
            NewsItem::Group(_) => "group",
            NewsItem::Article { .. } => "article",
        });
        let pattern = fields.field_if("pattern", Given::octets, |it| match &it.item {
            NewsItem::Groups(pattern) => Some(pattern.shown()),
            _ => None,
        })?;
        let group = fields.field_if("group", Given::octets, |it| match &it.item {
            NewsItem::All => Some("*".into()),
            NewsItem::Group(group) => Some(group.shown()),
            _ => None,
        })?;
        let message_id = fields.field_if("message_id", Given::octets, |it| it.item.message_id())?;
        let unique =
            fields.field_if("unique", Given::octets, |it| it.item.sides().map(|(left, _)| left))?;
        let domain = fields
            .field_if("domain", Given::octets, |it| it.item.sides().map(|(_, right)| right))?;
        fields.build(|given| {
            let item = if let Some(id) = message_id {
                // Its two sides may be given too; they are compared with what is written.
                let (left, right) =
                    sides(&id).ok_or(given.error(ErrorKind::InvalidValue, "message_id"))?;
                NewsItem::Article { left, right }
            } else if let Some(left) = unique {
                let missing = given.error(ErrorKind::Missing, "domain");
                NewsItem::Article { left, right: domain.ok_or(missing)? }
            } else if let Some(group) = group {
                if group == "*" { NewsItem::All } else { NewsItem::Group(group) }
            } else if let Some(pattern) = pattern {
                NewsItem::Groups(pattern)
            } else {
                NewsItem::All
            };
            Ok(Self { login, server, ..Self::new(item) })
        })
    }
}

impl View for News<'_> {
    /// A message id has no space, control character or angle bracket (RFC 1036 §2.1.5), although the grammars of
    /// 1994 allow them as escapes.
    fn check(&self) -> Result<(), SchemeError> {
        let NewsItem::Article { left, right } = &self.item else { return Ok(()) };
        let is_refused =
            |octet: u8| !octet.is_ascii_graphic() || matches!(octet, b'<' | b'>' | b'@');
        for octets in [left, right] {
            if !octets.has_only(|octet| !is_refused(octet)) {
                let error = SchemeError::new(ErrorKind::InvalidCharacter, "message id", MESSAGE_ID);
                return Err(octets.place_of(is_refused).map_or(error, |at| error.at(at)));
            }
        }
        Ok(())
    }

    fn fields(&self) -> Fields {
        Visitor::show(self, Self::visit)
    }

    fn to_uri(&self) -> Result<Uri<String>, SchemeError> {
        self.item.check()?;
        let writer = Writer::new(NEWS.name);
        let writer = match &self.server {
            None => writer,
            Some(server) => writer.authority(&self.login, server).raw("/"),
        };
        match &self.item {
            NewsItem::All => writer.raw(if self.is_bare { "" } else { "*" }),
            NewsItem::Groups(pattern) => writer.octets(pattern, GROUP_RAW.or(ByteSet::of(b"*"))),
            NewsItem::Group(group) => writer.octets(group, GROUP_RAW),
            NewsItem::Article { left, right } => {
                writer.octets(left, ID_RAW).raw("@").octets(right, ID_RAW)
            }
        }
        .finish()
    }

    /// Reads from the server in the URI, otherwise from the client's news server (RFC 1630, News).
    fn plan(&self, client: &Client) -> Result<Plan, SchemeError> {
        let named = self.server.as_ref().filter(|server| !server.host.is_empty());
        let mut steps = nntp::connect(named, &self.login, client)?;
        match &self.item {
            NewsItem::All => steps.extend([
                Step::verb("LIST"),
                Step::Expect(&["215"]),
                Step::Receive(Until::Dot),
            ]),
            NewsItem::Groups(pattern) => steps.extend([
                Step::command(
                    "LIST ACTIVE",
                    client.argument(pattern, "pattern", &place::NNTP_PATTERN)?,
                ),
                Step::Expect(&["215"]),
                Step::Receive(Until::Dot),
            ]),
            NewsItem::Group(group) => {
                let group = client.argument(group, "group", &place::NNTP_GROUP)?;
                steps.extend([Step::command("GROUP", group), Step::Expect(&["211"])]);
                steps.push(nntp::newest_articles());
            }
            NewsItem::Article { .. } => {
                // The grammars of 1994 allow more in a message id than its line.
                self.check()?;
                let id = self.item.message_id().unwrap_or("".into());
                let id = client.argument(&id, "message id", &place::NNTP_MESSAGE_ID)?;
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

    fn normal(&self) -> Option<String> {
        // No group means all of them, and NNTP has a default port (RFC 5538 §2, §4).
        let mut normal = Self { is_bare: false, ..self.clone() };
        let has_default = |server: &Server<'_>| {
            server.effective_port(NNTP.default_port).ok() == NNTP.default_port
        };
        if let Some(server) = normal.server.as_mut().filter(|server| has_default(server)) {
            server.port = None;
        }
        let text = normal.to_uri().ok()?.into_text();
        (*text != *self.to_uri().ok()?.as_str()).then_some(text)
    }
}
