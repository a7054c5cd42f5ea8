//! `nntp`: an article by group and number, on one server (RFC 1738 §3.7; RFC 5538 §3).

use std::borrow::Cow;

use napkin::edition::{RFC1630, RFC1738, rules::Rule};
use napkin::{ByteSet, Reference, Uri};

use crate::client::Client;
use crate::definition::{Definition, Standing, View};
use crate::error::{ErrorKind, SchemeError};
use crate::octets::Octets;
use crate::plan::{Plan, Question, Step, Transport, Until};
use crate::server::Server;
use crate::source::Source;
use crate::value::Fields;
use crate::writer::Writer;

use super::news::{check_group, is_group};

/// USENET news by NNTP.
pub static NNTP: Definition = Definition {
    name: "nntp",
    title: "USENET news using NNTP access",
    document: "RFC 5538 section 3",
    grammar: "\
nntpURL        = \"nntp:\" server \"/\" group [ \"/\" article-number ]
article-number = 1*16DIGIT",
    example: "nntp://host.dom/comp.os/42",
    default_port: Some(119),
    standings: &[Standing::defined(RFC1630), Standing::defined(RFC1738)],
    read: |source| Ok(Box::new(Nntp::of(source)?)),
};

const URL: Rule = Rule { name: "nntpURL", section: "RFC 5538 section 3" };
const NUMBER: Rule = Rule { name: "article-number", section: "RFC 5538 section 3" };

/// An article or a group on one server.
///
/// ```
/// use napkin_schemes::schemes::Nntp;
///
/// let uri = napkin::Uri::parse("nntp://host.dom/comp.os/42")?;
/// let nntp = Nntp::read(&uri)?;
/// assert_eq!((&*nntp.group, nntp.article.as_deref()), ("comp.os", Some("42")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nntp<'a> {
    /// The server; nothing in RFC 1630, where it is the one that the client reads news from.
    pub server: Option<Server<'a>>,
    /// The group.
    pub group: Cow<'a, str>,
    /// The digits of the article's number; nothing for the group as a whole.
    pub article: Option<Cow<'a, str>>,
}

impl<'a> Nntp<'a> {
    /// Reads a URI of `nntp`, by its edition.
    ///
    /// # Errors
    ///
    /// If there is no group, or what follows it is no number.
    pub fn read(reference: impl Into<Reference<'a>>) -> Result<Self, SchemeError> {
        Self::of(Source::of(reference, &[NNTP.name])?)
    }

    fn of(source: Source<'a>) -> Result<Self, SchemeError> {
        source.refuse_userinfo(URL)?;
        let (server, path) = match source.reference().authority() {
            Some(_) => (Some(source.server(URL)?), source.url_path().unwrap_or_default()),
            None if source.edition().generic().is_none() => (None, source.after_scheme()),
            None => {
                return Err(source.error(ErrorKind::Missing, "host", source.after_scheme(), URL));
            }
        };
        let (group, article) = match path.split_once('/') {
            Some((group, article)) => (group, Some(article)),
            None => (path, None),
        };
        check_group(source, group)?;
        if let Some(article) = article {
            if article.is_empty() {
                return Err(source.error(ErrorKind::Empty, "article", article, NUMBER));
            }
            source.check(article, ByteSet::range(b'0', b'9'), "article", NUMBER)?;
        }
        Ok(Self { server, group: group.into(), article: article.map(Cow::Borrowed) })
    }
}

impl View for Nntp<'_> {
    fn fields(&self) -> Fields {
        let server = self.server.as_ref().map(|server| server.fields(NNTP.default_port));
        server.unwrap_or_default().with("group", &self.group).with("article", self.article.as_ref())
    }

    fn to_uri(&self) -> Result<Uri<String>, SchemeError> {
        let Some(server) = &self.server else {
            return Err(SchemeError::new(ErrorKind::Missing, "host", URL));
        };
        if !is_group(&self.group) {
            return Err(SchemeError::new(ErrorKind::InvalidCharacter, "group", URL));
        }
        let writer = Writer::new(NNTP.name).server(server).raw("/").raw(&self.group);
        match &self.article {
            None => writer.finish(),
            Some(article) => writer.raw("/").raw(article).finish(),
        }
    }

    fn plan(&self, client: &Client) -> Result<Plan, SchemeError> {
        let own = client.news_server.as_ref().map(|host| Server::new(host.as_str()));
        let mut steps = connect(self.server.as_ref().or(own.as_ref()), client)?;
        let group = client.argument(&Octets::encoded(&self.group), "group")?;
        steps.extend([Step::command("GROUP", group), Step::Expect(&["211"])]);
        if let Some(article) = &self.article {
            steps.extend([
                Step::command("ARTICLE", article.as_bytes().into()),
                Step::Expect(&["220"]),
                Step::Receive(Until::Dot),
            ]);
        }
        steps.extend([Step::verb("QUIT"), Step::Expect(&["205"]), Step::Close]);
        Ok(Plan::new(steps))
    }
}

/// Connects to a server of news, which has to be asked for if none is given (RFC 3977 §5.1).
pub(crate) fn connect(
    server: Option<&Server<'_>>,
    client: &Client,
) -> Result<Vec<Step>, SchemeError> {
    let Definition { name, default_port, .. } = NNTP;
    let mut steps = match server {
        Some(server) => vec![client.connect(server, name, default_port, Transport::Tcp)?],
        None => vec![
            Step::Ask(Question::NewsServer),
            Step::Connect {
                host: None,
                port: default_port.unwrap_or_default(),
                transport: Transport::Tcp,
            },
        ],
    };
    steps.push(Step::Expect(&["200", "201"]));
    Ok(steps)
}
