//! `wais`: a database, a search in it, or a document of it (RFC 1630, WAIS; RFC 1738 §3.9; RFC 4156).

use napkin::edition::{RFC1630, RFC1738, Rule};
use napkin::{ByteSet, Reference, Uri};

use crate::citation::rule;
use crate::client::Client;
use crate::definition::{ByEdition, Definition, Standing, View};
use crate::error::{ErrorKind, SchemeError};
use crate::named_fields::Given;
use crate::octets::Octets;
use crate::place;
use crate::plan::{Plan, Question, Step, Transport};
use crate::server::Server;
use crate::source::Source;
use crate::spelling::{ALPHANUM, words_of};
use crate::value::Fields;
use crate::visitor::Visitor;
use crate::writer::Writer;

/// Wide Area Information Servers.
pub static WAIS: Definition = Definition {
    name: "wais",
    title: "Wide Area Information Servers",
    document: "RFC 4156 section 2",
    grammar: "\
waisurl      = waisdatabase | waisindex | waisdoc
waisdatabase = \"wais://\" hostport \"/\" database
waisindex    = \"wais://\" hostport \"/\" database \"?\" search
waisdoc      = \"wais://\" hostport \"/\" database \"/\" wtype \"/\" wpath",
    example: "wais://quake.think.com/wais-discussion-archives?lynch",
    default_port: Some(210),
    standings: &[
        Standing::defined(
            RFC1630,
            "RFC 1630, \"WAIS\"",
            &[
                (URL, rule("waisaddress", "RFC 1630 section BNF")),
                (DATABASE, rule("database", "RFC 1630 section BNF")),
                (SEARCH, rule("search", "RFC 1630 section BNF")),
                (WTYPE, rule("wtype", "RFC 1630 section BNF")),
                (WPATH, rule("wpath", "RFC 1630 section BNF")),
            ],
        ),
        Standing::defined(
            RFC1738,
            "RFC 1738 section 3.9",
            &[(place::WAIS_WORD.rule, rule("search", "RFC 1738 section 3.9"))],
        ),
    ],
    normalization: None,
    read: |source| Ok(Box::new(Wais::of(source)?)),
    compose: |given| Ok(Box::new(Visitor::compose(given, Wais::visit)?)),
};

const URL: Rule = Rule { name: "waisurl", section: "RFC 1738 section 5" };
const DATABASE: Rule = Rule { name: "database", section: "RFC 1738 section 5" };
const SEARCH: Rule = Rule { name: "search", section: "RFC 1738 section 5" };
const WTYPE: Rule = Rule { name: "wtype", section: "RFC 1738 section 5" };
const WPATH: Rule = Rule { name: "wpath", section: "RFC 1738 section 5" };

/// The characters allowed raw in a part, besides the unreserved ones.
const RAW: ByteSet = ByteSet::of(b"$!*'(),+");

/// `uchar`, with `~`, which is equivalent to its escape (RFC 3986 §2.3).
const UCHAR: ByteSet = ALPHANUM.or(ByteSet::of(b"-._~%")).or(RAW);
const SEARCH_CHARACTERS: ByteSet = UCHAR.or(ByteSet::of(b";:@&="));

/// A URI of `wais`.
///
/// ```
/// use napkin_schemes::schemes::{Wais, WaisForm};
///
/// let uri = napkin::Uri::parse("wais://host.dom/my%20db?words")?;
/// let wais = Wais::read(&uri)?;
/// assert_eq!(wais.database, "my db");
/// assert_eq!(wais.form, WaisForm::Search("words".into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wais<'a> {
    /// Host and port of the server.
    pub server: Server<'a>,
    /// The database.
    pub database: Octets<'a>,
    /// The request to the database.
    pub form: WaisForm<'a>,
    dialect: &'static Dialect,
}

/// A request to a database.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "RFC 1738 §3.8 has no other forms")]
pub enum WaisForm<'a> {
    /// The user is asked for words to search.
    Database,
    /// A search for these words.
    Search(Octets<'a>),
    /// A document.
    Document {
        /// Its type, which the client must know before fetching it.
        wtype: Octets<'a>,
        /// Its id, which only its server can parse; raw.
        wpath: Octets<'a>,
    },
}

/// The differences between editions.
#[derive(Debug, PartialEq, Eq)]
struct Dialect {
    /// Whether a database and a search of it are one form, `index`.
    has_index: bool,
    /// Whether the id of a document is fields, `number=contents;`.
    has_fields: bool,
    /// Whether a plus in a search means a space.
    plus_is_space: bool,
}

static DIALECTS: ByEdition<Dialect> = ByEdition {
    own: &[(RFC1630, Dialect { has_index: true, has_fields: true, plus_is_space: true })],
    others: Dialect { has_index: false, has_fields: false, plus_is_space: false },
};

impl Dialect {
    fn words<'a>(&self, source: Source<'a>, search: &'a str) -> Octets<'a> {
        if self.plus_is_space && search.contains('+') {
            let words = napkin::percent::decode(search, true).to_bytes().into_owned();
            Octets::from(words).in_latin1(source.octets(search).is_latin1())
        } else {
            source.octets(search)
        }
    }
}

impl<'a> Wais<'a> {
    /// Reads a URI of `wais`, by its edition.
    ///
    /// # Errors
    ///
    /// If there is no host or no database, or the path has two parts or more than three.
    pub fn read(reference: impl Into<Reference<'a>>) -> Result<Self, SchemeError> {
        WAIS.read_by(&[WAIS.name], reference, Self::of)
    }

    /// A request to a database.
    pub fn new(server: Server<'a>, database: impl Into<Octets<'a>>, form: WaisForm<'a>) -> Self {
        Self { server, database: database.into(), form, dialect: &DIALECTS.others }
    }

    fn of(source: Source<'a>) -> Result<Self, SchemeError> {
        source.refuse_userinfo(URL)?;
        let dialect = DIALECTS.get(source.edition());
        let server = source.server(URL)?;
        let missing = source.error(ErrorKind::Missing, "database", source.after_scheme(), URL);
        let path = source.url_path().ok_or(missing)?;
        let (path, search) = match path.split_once('?') {
            Some((path, search)) => (path, Some(search)),
            None => (path, None),
        };
        let mut parts = path.splitn(3, '/');
        let database = parts.next().unwrap_or_default();
        // RFC 1630 allows other characters, which its own parser has checked.
        let check = |part: &str, allowed, field, rule| {
            if dialect.has_fields { Ok(()) } else { source.check(part, allowed, field, rule) }
        };
        check(database, UCHAR, "database", DATABASE)?;
        let form = match (parts.next(), parts.next(), search) {
            (None, _, None) => WaisForm::Database,
            (None, _, Some(search)) => {
                check(search, SEARCH_CHARACTERS, "search", SEARCH)?;
                WaisForm::Search(dialect.words(source, search))
            }
            (Some(_), _, Some(search)) => {
                return Err(source.error(ErrorKind::Unexpected, "search", search, URL));
            }
            (Some(wtype), None, None) => {
                return Err(source.error(ErrorKind::Missing, "wpath", wtype, URL));
            }
            (Some(wtype), Some(wpath), None) => {
                check(wtype, UCHAR, "wtype", WTYPE)?;
                check(wpath, UCHAR, "wpath", WPATH)?;
                WaisForm::Document { wtype: source.octets(wtype), wpath: source.octets(wpath) }
            }
        };
        let database = source.octets(database);
        Ok(Self { server, database, form, dialect })
    }

    /// The fields of a document's id in RFC 1630: numbers and contents.
    fn document_fields(&self) -> Option<Vec<(&'a str, Octets<'a>)>> {
        let WaisForm::Document { wpath, .. } = &self.form else { return None };
        let fields = wpath.written()?.split_terminator(';');
        fields
            .map(|field| {
                field.split_once('=').map(|(number, held)| (number, Octets::encoded(held)))
            })
            .collect()
    }

    const fn search(&self) -> Option<&Octets<'a>> {
        match &self.form {
            WaisForm::Search(search) => Some(search),
            WaisForm::Database | WaisForm::Document { .. } => None,
        }
    }

    const fn form_name(&self) -> &'static str {
        match self.form {
            WaisForm::Document { .. } => "document",
            WaisForm::Database | WaisForm::Search(_) if self.dialect.has_index => "index",
            WaisForm::Database => "database",
            WaisForm::Search(_) => "search",
        }
    }
}

impl<'a> Wais<'a> {
    fn visit<'v>(fields: &mut Visitor<'v, 'a, Self>) -> Result<Self, SchemeError> {
        let server = fields.server(|it| (&it.server, WAIS.default_port))?;
        fields.derived("form", Self::form_name);
        let database = fields.field("database", Given::needed, |it| &it.database)?;
        let search = fields.field("search", Given::octets, Self::search)?;
        let document = |it: &'v Self| match &it.form {
            WaisForm::Document { wtype, wpath } => Some((wtype, wpath)),
            WaisForm::Database | WaisForm::Search(_) => None,
        };
        let wtype =
            fields.field("wtype", Given::octets, |it| document(it).map(|(wtype, _)| wtype))?;
        let wpath = fields.field("wpath", Given::texts, |it| {
            document(it).map(|(_, wpath)| match wpath.written() {
                Some(written) => written.into(),
                None => wpath.shown(),
            })
        })?;
        fields.derived_if("words", |it| {
            let search = it.search().filter(|_| it.dialect.plus_is_space)?;
            Some(words_of(&search.shown_text()))
        });
        fields.derived_if("fields", |it| it.document_fields().filter(|_| it.dialect.has_fields));
        fields.build(|given| {
            let form = match (search, wtype) {
                (Some(words), None) => WaisForm::Search(words),
                (None, Some(wtype)) => {
                    let missing = given.error(ErrorKind::Missing, "wpath");
                    let wpath = wpath.first().ok_or(missing)?;
                    WaisForm::Document { wtype, wpath: Octets::encoded(wpath) }
                }
                (Some(_), Some(_)) => return Err(given.error(ErrorKind::Unexpected, "search")),
                (None, None) => WaisForm::Database,
            };
            let dialect = DIALECTS.get(given.edition());
            Ok(Self { dialect, ..Self::new(server, database, form) })
        })
    }
}

impl View for Wais<'_> {
    fn fields(&self) -> Fields {
        Visitor::show(self, Self::visit)
    }

    fn to_uri(&self) -> Result<Uri<String>, SchemeError> {
        // RFC 1630 allows more in the parts than the current rules.
        let (rest, words): (&[_], _) = match &self.form {
            WaisForm::Database => (&[], None),
            WaisForm::Search(words) => (&[], Some(words)),
            WaisForm::Document { wtype, wpath } => (&[wtype, wpath], None),
        };
        let parts = || [&self.database].into_iter().chain(rest.iter().copied());
        if parts().any(|part| !part.is_written_in(UCHAR))
            || words.is_some_and(|words| !words.is_written_in(SEARCH_CHARACTERS))
        {
            return Err(SchemeError::new(ErrorKind::InvalidCharacter, "path", URL));
        }
        let writer = Writer::new(WAIS.name).server(self.server.required(URL)?).raw("/");
        // Where a plus means a space, a plus that is data is encoded.
        let in_words =
            if self.dialect.plus_is_space { RAW.without(ByteSet::of(b"+")) } else { RAW };
        writer.joined(parts(), "/", RAW).optional("?", words, in_words).finish()
    }

    /// The protocol is Z39.50 of 1988; the plan names the requests instead of their bytes.
    fn plan(&self, client: &Client) -> Result<Plan, SchemeError> {
        let connect = client.connect(&self.server, WAIS.name, WAIS.default_port, Transport::Tcp)?;
        client.argument(&self.database, "database", &place::TEXT)?;
        let asked = Fields::new().with("database", &self.database);
        let mut steps = vec![connect];
        match &self.form {
            WaisForm::Database => {
                steps.extend([Step::Ask(Question::SearchWords), Step::Perform("search", asked)]);
            }
            WaisForm::Search(words) => {
                // Where no plus separates words, a space is part of one, which the protocol would split.
                let place =
                    if self.dialect.plus_is_space { &place::TEXT } else { &place::WAIS_WORD };
                client.argument(words, "search", place)?;
                steps.push(Step::Perform("search", asked.with("words", words)));
            }
            WaisForm::Document { wtype, wpath } => {
                for (octets, field) in [(wtype, "wtype"), (wpath, "wpath")] {
                    client.argument(octets, field, &place::TEXT)?;
                }
                // Decoded as a whole, an encoded semicolon would begin another field.
                let asked = asked.with("type", wtype);
                let asked = match self.document_fields().filter(|_| self.dialect.has_fields) {
                    Some(held) => asked.with("fields", held),
                    None => asked.with("document", wpath),
                };
                steps.push(Step::Perform("retrieve", asked));
            }
        }
        steps.push(Step::Close);
        Ok(Plan::new(steps))
    }
}
