//! `gopher`: one type character for the client and a line for the server, with optional search and Gopher+ string
//! (RFC 1630, Gopher; RFC 1738 §3.4).

use napkin::edition::{RFC1630, RFC1738, Rule};
use napkin::{ByteSet, Reference, Uri};

use crate::citation::rule;
use crate::client::Client;
use crate::definition::{ByEdition, Definition, Standing, View};
use crate::error::{ErrorKind, SchemeError};
use crate::named_fields::Given;
use crate::octets::Octets;
use crate::place;
use crate::plan::{Plan, Question, Step, Transport, Until};
use crate::server::Server;
use crate::source::Source;
use crate::value::{Fields, Value, shown_octets};
use crate::visitor::Visitor;
use crate::writer::Writer;

/// The Gopher protocol, with Gopher+.
pub static GOPHER: Definition = Definition {
    name: "gopher",
    title: "The Gopher Protocol",
    document: "RFC 4266 section 2",
    grammar: "\
gopherurl = \"gopher://\" hostport [ \"/\" [ gtype [ selector
            [ \"%09\" search [ \"%09\" gopher+_string ]]]]]
gtype     = xchar",
    example: "gopher://host.dom/7find%09two%20words",
    default_port: Some(70),
    standings: &[
        Standing::defined(
            RFC1630,
            "RFC 1630 section 5.3",
            &[
                (URL, rule("gopheraddress", "RFC 1630 section BNF")),
                (SELECTOR, rule("gcommand", "RFC 1630 section BNF")),
                (place::GOPHER_FIELD.rule, rule("gcommand", "RFC 1630 section BNF")),
            ],
        ),
        Standing::defined(
            RFC1738,
            "RFC 1738 section 3.4",
            &[(place::GOPHER_FIELD.rule, rule("selector", "RFC 1738 section 3.4.1"))],
        ),
    ],
    normalization: Some(URL),
    read: |source| Ok(Box::new(Gopher::of(source)?)),
    compose: |given| Ok(Box::new(Visitor::compose(given, Gopher::visit)?)),
};

const URL: Rule = Rule { name: "gopherurl", section: "RFC 1738 section 3.4" };

const SELECTOR: Rule = Rule { name: "selector", section: "RFC 1738 section 3.4.1" };

/// The types of RFC 1436 §3.8, the kinds of items, and the ends of responses.
const TYPES: &[(&str, &str, Until)] = &[
    ("0", "file", Until::DotOrClose),
    ("1", "directory", Until::DotOrClose),
    ("2", "CSO phone-book server", Until::User),
    ("3", "error", Until::Close),
    ("4", "BinHexed Macintosh file", Until::Close),
    ("5", "DOS binary archive", Until::Close),
    ("6", "UNIX uuencoded file", Until::Close),
    ("7", "index-search server", Until::DotOrClose),
    ("8", "text-based telnet session", Until::User),
    ("9", "binary file", Until::Close),
    ("+", "redundant server", Until::Close),
    ("T", "text-based tn3270 session", Until::User),
    ("g", "GIF format graphics file", Until::Close),
    ("I", "image file", Until::Close),
];

/// The characters allowed raw in a selector, besides the unreserved ones.
const RAW: ByteSet = ByteSet::of(b"/:@&=;!*'(),$+");

/// A URI of `gopher`.
///
/// ```
/// use napkin_schemes::{Client, schemes::Gopher};
///
/// let uri = napkin::Uri::parse("gopher://host.dom/7find%09word%09+")?;
/// let gopher = Gopher::read(&uri)?;
/// assert_eq!((gopher.search.as_ref().unwrap(), gopher.plus.as_ref().unwrap()), (&"word".into(), &"+".into()));
/// assert_eq!(gopher.request(&Client::default())?, b"find\tword\t+\r\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gopher<'a> {
    /// Host and port of the server.
    pub server: Server<'a>,
    /// The type character, which tells the client how to read the response; `1` by default.
    pub gopher_type: Option<Octets<'a>>,
    /// The text sent to the server; in RFC 1630 including that of Gopher+.
    pub selector: Octets<'a>,
    /// The words to search for.
    pub search: Option<Octets<'a>>,
    /// The Gopher+ string.
    pub plus: Option<Octets<'a>>,
    dialect: &'static Dialect,
}

/// The differences between editions.
#[derive(Debug, PartialEq, Eq)]
struct Dialect {
    /// Whether tabs divide the command; otherwise it is sent unchanged, including line ends.
    has_parts: bool,
}

static DIALECTS: ByEdition<Dialect> = ByEdition {
    own: &[(RFC1630, Dialect { has_parts: false })],
    others: Dialect { has_parts: true },
};

/// The request of a Gopher+ string (RFC 1738 §3.4.4 to §3.4.9).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GopherPlus {
    /// `+`: the default view of the item.
    DefaultView,
    /// `+view language`: another view.
    View {
        /// Its MIME type.
        view: String,
        /// Its language, if one is named.
        language: Option<String>,
    },
    /// `?`: the item has a form, which has to be fetched and filled in.
    Form,
    /// The form, filled in: the values, line by line.
    FilledForm(Vec<String>),
    /// `!` or `$`: attributes of the item, or of all items of the directory; all if none is named.
    Attributes {
        /// Whether it is for all items of a directory.
        of_directory: bool,
        /// The names, such as `+ABSTRACT`.
        names: Vec<String>,
    },
    /// Something else.
    Other,
}

/// The start of a filled-in form (§3.4.9).
const FORM: &str = "+\t1\r\n";

impl<'a> Gopher<'a> {
    /// Reads a URI of `gopher`, by its edition.
    ///
    /// # Errors
    ///
    /// If there is no host, or a userinfo.
    pub fn read(reference: impl Into<Reference<'a>>) -> Result<Self, SchemeError> {
        GOPHER.read_by(&[GOPHER.name], reference, Self::of)
    }

    /// The top menu of a server.
    pub fn new(server: Server<'a>) -> Self {
        Self {
            server,
            gopher_type: None,
            selector: Octets::EMPTY,
            search: None,
            plus: None,
            dialect: &DIALECTS.others,
        }
    }

    fn of(source: Source<'a>) -> Result<Self, SchemeError> {
        source.refuse_userinfo(URL)?;
        source.refuse_bare_query(URL)?;
        let dialect = DIALECTS.get(source.edition());
        let mut gopher = Self { dialect, ..Self::new(source.server(URL)?) };
        let path = source.url_path().unwrap_or_default();
        if path.is_empty() {
            return Ok(gopher);
        }
        let type_length = match path.chars().next() {
            Some('%') => "%41".len(),
            first => first.map_or(0, char::len_utf8),
        };
        let (gopher_type, rest) = path.split_at_checked(type_length).unwrap_or((path, ""));
        gopher.gopher_type = Some(source.octets(gopher_type));
        let mut parts = rest
            .splitn(if dialect.has_parts { 3 } else { 1 }, "%09")
            .map(|part| source.octets(part));
        gopher.selector = parts.next().unwrap_or(Octets::EMPTY);
        gopher.search = parts.next();
        gopher.plus = parts.next();
        Ok(gopher)
    }

    /// The request of the Gopher+ string, if there is one.
    ///
    /// ```
    /// use napkin_schemes::schemes::{Gopher, GopherPlus};
    ///
    /// let uri = napkin::Uri::parse("gopher://host.dom/0a%09%09+text/plain")?;
    /// let view = GopherPlus::View { view: "text/plain".into(), language: None };
    /// assert_eq!(Gopher::read(&uri)?.asks_for(), Some(view));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn asks_for(&self) -> Option<GopherPlus> {
        let plus = self.plus.as_ref()?.shown_text();
        let names = |rest: &str| rest.split_whitespace().map(String::from).collect();
        Some(if let Some(form) = plus.strip_prefix(FORM) {
            // A line that counts, the values, and a line with a dot.
            let mut lines: Vec<_> = form.split("\r\n").skip(1).map(String::from).collect();
            let end = lines.iter().position(|line| line == ".").unwrap_or(lines.len());
            lines.truncate(end);
            GopherPlus::FilledForm(lines)
        } else if plus == "+" {
            GopherPlus::DefaultView
        } else if plus == "?" {
            GopherPlus::Form
        } else if let Some(rest) = plus.strip_prefix('+') {
            let (view, language) = match rest.split_once(' ') {
                Some((view, language)) => (view, Some(language.into())),
                None => (rest, None),
            };
            GopherPlus::View { view: view.into(), language }
        } else if let Some(rest) = plus.strip_prefix('!') {
            GopherPlus::Attributes { of_directory: false, names: names(rest) }
        } else if let Some(rest) = plus.strip_prefix('$') {
            GopherPlus::Attributes { of_directory: true, names: names(rest) }
        } else {
            GopherPlus::Other
        })
    }

    /// The bytes to send.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Delimiter`], if selector or search would end the line, and if the Gopher+ string has line ends
    /// other than those of one filled-in form (§3.4.9), after which a second request could follow. The command of
    /// RFC 1630 may have line ends: they too are sent only if the client allows them.
    pub fn request(&self, client: &Client) -> Result<Vec<u8>, SchemeError> {
        const END: &[u8] = b"\r\n";
        if !self.dialect.has_parts {
            let command = client.argument(&self.selector, "command", &place::TEXT)?;
            return Ok([&command, END].concat());
        }
        let mut request = client.argument(&self.selector, "selector", &place::GOPHER_FIELD)?;
        // A filled-in form is sent as in §3.4.9: without the search, with its own end.
        let is_form = self.has_form();
        let said = |plus| {
            if is_form {
                client.checked(plus, "plus", form_fault)
            } else {
                client.argument(plus, "plus", &place::GOPHER_FIELD)
            }
        };
        let plus = self.plus.as_ref().map(said).transpose()?;
        let nothing = Octets::EMPTY;
        let search = self.search.as_ref().or(self.plus.as_ref().map(|_| &nothing));
        if let Some(search) = search.filter(|search| !(is_form && search.is_empty())) {
            request.push(b'\t');
            request.extend(client.argument(search, "search", &place::GOPHER_FIELD)?);
        }
        if let Some(plus) = &plus {
            request.push(b'\t');
            request.extend_from_slice(plus);
        }
        if !(is_form && request.ends_with(END)) {
            request.extend_from_slice(END);
        }
        Ok(request)
    }

    /// Whether the Gopher+ string is a form, filled in.
    fn has_form(&self) -> bool {
        let plus = self.plus.as_ref().map(Octets::to_bytes);
        plus.is_some_and(|plus| plus.starts_with(FORM.as_bytes()))
    }

    fn shown_type(&self) -> Value {
        self.gopher_type.as_ref().map_or_else(|| "1".into(), Octets::shown)
    }

    /// The type character, or the default.
    fn effective_type(&self) -> String {
        self.gopher_type.as_ref().map_or_else(|| "1".into(), Octets::to_latin1)
    }

    /// The kind of the item by its type, and the end of the response.
    fn item(&self) -> Option<(&'static str, Until)> {
        let named = self.effective_type();
        let found = TYPES.iter().find(|(character, ..)| *character == named);
        found.map(|(_, item, until)| (*item, *until))
    }

    /// # Errors
    ///
    /// [`ErrorKind::InvalidValue`], if a field would be read back differently: the type is one octet, and a tab
    /// ends selector and search.
    fn check_fields(&self) -> Result<(), SchemeError> {
        let is_cut = |octets: &Octets<'_>| octets.has_only(|octet| octet != b'\t');
        let refused = |field| Err(SchemeError::new(ErrorKind::InvalidValue, field, URL));
        if self.effective_type().chars().count() != 1 {
            return refused("type");
        }
        if self.dialect.has_parts && !is_cut(&self.selector) {
            return refused("selector");
        }
        if self.search.as_ref().is_some_and(|search| !is_cut(search)) {
            return refused("search");
        }
        Ok(())
    }

    /// A session of another protocol: the selector is the login name (RFC 1436, appendix).
    fn session(&self, connect: Step) -> Plan {
        let mut steps = vec![connect];
        if !self.selector.is_empty() {
            steps.push(Step::Show("login", Fields::new().with("user", &self.selector)));
        }
        steps.extend([Step::Receive(Until::User), Step::Close]);
        Plan::new(steps)
    }

    /// The request that sends a form, up to its values (§3.4.9).
    fn form_request(&self, client: &Client) -> Result<Vec<u8>, SchemeError> {
        let selector = client.argument(&self.selector, "selector", &place::GOPHER_FIELD)?;
        Ok([&selector, b"\t".as_slice(), FORM.as_bytes(), b"+-1\r\n"].concat())
    }
}

/// The index of the first octet that would end a line and does not belong to a filled-in form: the count `1`, the
/// sign `+-1` or the number of octets, the values, and a line with a dot after a `+-1` (§3.4.9).
fn form_fault(plus: &[u8]) -> Option<usize> {
    const END: &[u8] = b"\r\n";
    let is_control = |octet: &u8| matches!(octet, b'\r' | b'\n' | 0);
    let first = plus.iter().position(is_control)?;
    let Some(form) = plus.strip_prefix(FORM.as_bytes()) else { return Some(first) };
    let at = |rest: &[u8]| plus.len() - rest.len();
    let Some(length) = form.windows(END.len()).position(|pair| pair == END) else {
        return Some(form.iter().position(is_control).map_or(first, |inside| at(form) + inside));
    };
    let (count, mut values) = (form.get(..length)?, form.get(length + END.len()..)?);
    match count.strip_prefix(b"+").map(std::str::from_utf8) {
        Some(Ok("-1")) => {}
        // Exactly this many octets follow.
        Some(Ok(number)) if number.parse() == Ok(values.len()) && !values.contains(&0) => {
            return None;
        }
        _ => return Some(at(form) + length),
    }
    loop {
        let length = values.iter().position(is_control).unwrap_or(values.len());
        let behind = values.get(length..)?.strip_prefix(END);
        let is_last = values.get(..length)? == b".";
        match behind {
            // The line end after the dot may be missing; the request then adds it.
            None if is_last && length == values.len() => return None,
            None => return Some((at(values) + length).min(plus.len().saturating_sub(1))),
            Some([]) if is_last => return None,
            Some(rest) if is_last => return Some(at(rest) - END.len()),
            Some(rest) => values = rest,
        }
    }
}

impl<'a> Gopher<'a> {
    fn visit(fields: &mut Visitor<'_, 'a, Self>) -> Result<Self, SchemeError> {
        let server = fields.server(|it| (&it.server, GOPHER.default_port))?;
        let gopher_type = fields.field("type", Given::octets, Self::shown_type)?;
        fields.derived("item", |it| it.item().map(|(item, _)| item));
        let dialect = fields.dialect(|it| it.dialect, |edition| DIALECTS.get(edition));
        let selector = if dialect.has_parts { "selector" } else { "command" };
        let selector = fields.field(selector, Given::octets, |it| &it.selector)?;
        let (mut search, mut plus) = (None, None);
        if dialect.has_parts {
            search = fields.field("search", Given::octets, |it| it.search.as_ref())?;
            plus = fields.field("plus", Given::octets, |it| it.plus.as_ref())?;
            fields.derived("asks_for", |it| it.asks_for().map(|plus| plus.fields()));
        }
        fields.derived("request", |it| {
            let request = it.request(&Client::default()).ok();
            request.map(|request| shown_octets(&request, it.selector.is_latin1()))
        });
        fields.build(|_| {
            // A Gopher+ string is after a search, which may be empty (RFC 1738 §3.4.4).
            let search = search.or_else(|| plus.is_some().then_some(Octets::EMPTY));
            let selector = selector.unwrap_or(Octets::EMPTY);
            Ok(Self { gopher_type, selector, search, plus, dialect, ..Self::new(server) })
        })
    }
}

impl View for Gopher<'_> {
    fn fields(&self) -> Fields {
        Visitor::show(self, Self::visit)
    }

    fn to_uri(&self) -> Result<Uri<String>, SchemeError> {
        self.check_fields()?;
        let writer = Writer::new(GOPHER.name).server(self.server.required(URL)?);
        let parts = [&self.search, &self.plus];
        let nothing = self.selector.is_empty() && parts.iter().all(|part| part.is_none());
        if nothing && self.gopher_type.is_none() {
            return writer.finish();
        }
        let implied = Octets::encoded("1");
        let writer = writer.raw("/").octets(self.gopher_type.as_ref().unwrap_or(&implied), RAW);
        let nothing = Octets::EMPTY;
        let search = self.search.as_ref().or(self.plus.as_ref().map(|_| &nothing));
        writer
            .octets(&self.selector, RAW)
            .optional("%09", search, RAW)
            .optional("%09", self.plus.as_ref(), RAW)
            .finish()
    }

    fn plan(&self, client: &Client) -> Result<Plan, SchemeError> {
        self.check_fields()?;
        // Line ends that the document allows in a request are sent only if the user allows them.
        for (octets, field) in [(Some(&self.selector), "selector"), (self.plus.as_ref(), "plus")] {
            octets.map_or(Ok(Vec::new()), |octets| client.argument(octets, field, &place::TEXT))?;
        }
        let named = self.effective_type();
        let protocol = if matches!(&*named, "8" | "T") { "telnet" } else { GOPHER.name };
        let connect =
            client.connect(&self.server, protocol, GOPHER.default_port, Transport::Tcp)?;
        match &*named {
            "2" => {
                let talk = Step::Perform("talk CSO", Fields::new());
                return Ok(Plan::new(vec![connect, talk, Step::Close]));
            }
            "8" | "T" => return Ok(self.session(connect)),
            _ => {}
        }
        let request = self.request(client)?;
        let mut steps = vec![connect.clone()];
        let is_search = named == "7" && self.search.is_none();
        let item_ends = self.item().map_or(Until::Close, |(_, until)| until);
        match self.asks_for() {
            // A form is fetched by its attribute, shown, and sent back filled in (§3.4.5, §3.4.9).
            Some(GopherPlus::Form) => {
                let ask = Self { plus: Some("!+ASK".into()), ..self.clone() };
                steps.extend([
                    Step::Send(ask.request(client)?),
                    Step::Receive(Until::Close),
                    Step::Close,
                    Step::Ask(Question::Form),
                    connect,
                    Step::SendAnswer(self.form_request(client)?, b".\r\n".into()),
                    Step::Receive(Until::Close),
                ]);
            }
            // A response of Gopher+ begins with its length.
            Some(_) => steps.extend([Step::Send(request), Step::Receive(Until::Close)]),
            None if is_search && self.dialect.has_parts => {
                let selector = client.argument(&self.selector, "selector", &place::GOPHER_FIELD)?;
                steps.insert(0, Step::Ask(Question::SearchWords));
                steps.extend([
                    Step::SendAnswer([&selector, b"\t".as_slice()].concat(), b"\r\n".into()),
                    Step::Receive(item_ends),
                ]);
            }
            None => steps.extend([Step::Send(request), Step::Receive(item_ends)]),
        }
        steps.push(Step::Close);
        Ok(Plan::new(steps))
    }

    /// Selector and search have neither TAB nor CR nor LF (RFC 1738 §3.4.1).
    fn check(&self) -> Result<(), SchemeError> {
        if !self.dialect.has_parts {
            return Ok(());
        }
        let fields = [(Some(&self.selector), "selector"), (self.search.as_ref(), "search")];
        for (octets, field) in fields {
            let is_refused = |octet| matches!(octet, b'\t' | b'\r' | b'\n');
            if octets.is_some_and(|octets| !octets.has_only(|octet| !is_refused(octet))) {
                let error = SchemeError::new(ErrorKind::InvalidCharacter, field, SELECTOR);
                let place = octets.and_then(|octets| octets.place_of(is_refused));
                return Err(place.map_or(error, |at| error.at(at)));
            }
        }
        Ok(())
    }

    fn normal(&self) -> Option<String> {
        // The top menu has three spellings (§3.4.1).
        let top = self.selector.is_empty() && self.search.is_none() && self.plus.is_none();
        let spelled = self.gopher_type.as_ref().is_some_and(|t| t.written() != Some("1"));
        let normal = Self { gopher_type: Some(Octets::encoded("1")), ..self.clone() };
        let is_top = top && self.effective_type() == "1" && (spelled || self.gopher_type.is_none());
        is_top.then(|| Some(normal.to_uri().ok()?.into_text()))?
    }
}

impl GopherPlus {
    fn fields(&self) -> Value {
        let fields = Fields::new();
        Value::Record(match self {
            Self::DefaultView => fields.with("kind", "view"),
            Self::View { view, language } => fields
                .with("kind", "view")
                .with("view", &**view)
                .with("language", language.as_deref()),
            Self::Form => fields.with("kind", "form"),
            Self::FilledForm(values) => {
                let values: Vec<&str> = values.iter().map(String::as_str).collect();
                fields.with("kind", "filled-form").with("values", values)
            }
            Self::Attributes { of_directory, names } => {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                let kind = if *of_directory { "directory-attributes" } else { "attributes" };
                fields.with("kind", kind).with("names", names)
            }
            Self::Other => fields.with("kind", "other"),
        })
    }
}
