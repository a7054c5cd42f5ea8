//! `z39.50`: the name that RFC 1738 reserved. RFC 2056 defines `z39.50r` for a record and `z39.50s` for a session
//! instead, which share the view here.

use napkin::edition::{RFC1738, Rule};
use napkin::{ByteSet, Reference, Uri};

use crate::client::Client;
use crate::definition::{Class, Definition, Standing, View};
use crate::error::{ErrorKind, SchemeError};
use crate::named_fields::Given;
use crate::octets::Octets;
use crate::plan::{Plan, Step, Transport, Until};
use crate::server::Server;
use crate::source::Source;
use crate::spelling::ALPHANUM;
use crate::value::Fields;
use crate::visitor::Visitor;
use crate::writer::Writer;

/// The reserved name of Z39.50.
pub static Z3950: Definition = Definition {
    name: "z39.50",
    title: "Z39.50 information access",
    document: "RFC 1738 section 4, reserved; RFC 2056 defines z39.50r and z39.50s",
    grammar: "\
z39.50url = \"z39.50://\" host [ \":\" port ] …  ; as z39.50s",
    example: "z39.50://host.dom/db",
    default_port: Some(210),
    standings: &[Standing::mentioned(RFC1738, Class::Reserved, "RFC 1738 section 4")],
    normalization: None,
    read: |source| Ok(Box::new(Z3950Url::of(source)?)),
    compose: |given| Ok(Box::new(Visitor::compose(given, Z3950Url::visit)?)),
};

/// Z39.50 retrieval.
///
/// A record on a Z39.50 server (RFC 2056).
pub static Z3950R: Definition = Definition {
    name: "z39.50r",
    title: "Z39.50 Retrieval",
    document: "RFC 2056",
    grammar: "\
z39.50rurl = \"z39.50r://\" host [ \":\" port ] \"/\" database *( \"+\" database ) \"?\" docid
             [ \";esn=\" elementset ] [ \";rs=\" recordsyntax *( \"+\" recordsyntax ) ]",
    example: "z39.50r://cnidr.org:2100/tmf?bkirch_rules__a1;esn=f;rs=marc",
    standings: &[],
    ..Z3950
};

/// Z39.50 sessions.
///
/// A session with a Z39.50 server (RFC 2056).
pub static Z3950S: Definition = Definition {
    name: "z39.50s",
    title: "Z39.50 Session",
    document: "RFC 2056",
    grammar: "\
z39.50surl = \"z39.50s://\" host [ \":\" port ]
             [ \"/\" [ database *( \"+\" database ) [ \"?\" docid ] ] ]
             [ \";esn=\" elementset ] [ \";rs=\" recordsyntax *( \"+\" recordsyntax ) ]",
    example: "z39.50s://melvyl.ucop.edu/cat",
    standings: &[],
    ..Z3950
};

const URL: Rule = Rule { name: "z39.50url", section: "RFC 2056" };
const DATABASE: Rule = Rule { name: "database", section: "RFC 2056" };
const DOCID: Rule = Rule { name: "docid", section: "RFC 2056" };
const ELEMENT_SET: Rule = Rule { name: "elementset", section: "RFC 2056" };
const RECORD_SYNTAX: Rule = Rule { name: "recordsyntax", section: "RFC 2056" };

/// The characters allowed raw in a value, besides the unreserved ones; `+` divides values.
const RAW: ByteSet = ByteSet::of(b"$!*'(),");
/// The characters of a value, including those of an encoded one.
const VALUE: ByteSet = ALPHANUM.or(RAW).or(ByteSet::of(b"-._~+%"));

/// A session with a Z39.50 server, or a record on one.
///
/// ```
/// use napkin_schemes::schemes::Z3950Url;
///
/// let uri = napkin::Uri::parse("z39.50r://cnidr.org:2100/tmf?bkirch_rules__a1;esn=f;rs=marc")?;
/// let record = Z3950Url::read(&uri)?;
/// assert_eq!((&record.databases[0], record.docid.as_ref().unwrap()), (&"tmf".into(), &"bkirch_rules__a1".into()));
/// assert_eq!((record.element_set.unwrap(), &record.record_syntaxes[0]), ("f".into(), &"marc".into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Z3950Url<'a> {
    /// The definition of its scheme.
    pub scheme: &'static Definition,
    /// Host and port of the server.
    pub server: Server<'a>,
    /// The databases; if there is none, the client chooses one.
    pub databases: Vec<Octets<'a>>,
    /// The identifier of the record; `z39.50r` needs one, and a database for it.
    pub docid: Option<Octets<'a>>,
    /// The element set of the record (`;esn=`).
    pub element_set: Option<Octets<'a>>,
    /// The accepted syntaxes of the record, the preferred one first (`;rs=`).
    pub record_syntaxes: Vec<Octets<'a>>,
    /// Whether a final slash follows the host.
    slash: bool,
}

impl<'a> Z3950Url<'a> {
    /// Reads a URI of `z39.50`, `z39.50r` or `z39.50s`.
    ///
    /// # Errors
    ///
    /// If there is no host, or a userinfo; if a name is empty, or has a character that has to be
    /// encoded; if `z39.50r` has no database or no record; if a parameter is neither `;esn=` nor
    /// `;rs=` after it.
    pub fn read(reference: impl Into<Reference<'a>>) -> Result<Self, SchemeError> {
        Z3950.read_by(&[Z3950.name, Z3950R.name, Z3950S.name], reference, Self::of)
    }

    /// A session of `z39.50s`, without a database.
    pub fn new(server: Server<'a>) -> Self {
        Self {
            scheme: &Z3950S,
            server,
            databases: Vec::new(),
            docid: None,
            element_set: None,
            record_syntaxes: Vec::new(),
            slash: false,
        }
    }

    pub(crate) fn of(source: Source<'a>) -> Result<Self, SchemeError> {
        source.refuse_userinfo(URL)?;
        let known = Definition::named(source.scheme());
        let mut url = Self { scheme: known.unwrap_or(&Z3950S), ..Self::new(source.server(URL)?) };
        // The parameters may follow the host directly; generic syntax reads them as part of it.
        let host = source.reference().host().map_or("", |host| host.as_str());
        if let Some(at) = host.find(';') {
            let parameter = host.get(at..).unwrap_or_default();
            return Err(source.error(ErrorKind::InvalidCharacter, "host", parameter, URL));
        }
        let rest = source.after_authority().unwrap_or_default();
        url.slash = rest.starts_with('/');
        let path = rest.strip_prefix('/').unwrap_or(rest);
        let (names, parameters) = match path.find(';') {
            Some(at) => path.split_at_checked(at).unwrap_or((path, "")),
            None => (path, ""),
        };
        let (databases, docid) = match names.split_once('?') {
            Some((databases, docid)) => (databases, Some(docid)),
            None => (names, None),
        };
        if url.is_retrieval() && databases.is_empty() {
            return Err(source.error(ErrorKind::Missing, "database", path, URL));
        }
        if url.is_retrieval() && docid.is_none() {
            let end = path.get(names.len()..).unwrap_or_default();
            return Err(source.error(ErrorKind::Missing, "docid", end, URL));
        }
        if !databases.is_empty() || docid.is_some() {
            url.databases = values(source, databases, "database", DATABASE)?;
        }
        url.docid = docid.map(|docid| value(source, docid, "docid", DOCID)).transpose()?;
        url.read_parameters(source, parameters)?;
        Ok(url)
    }

    fn read_parameters(&mut self, source: Source<'a>, text: &'a str) -> Result<(), SchemeError> {
        let mut parameters = text.split(';').skip(1).peekable();
        if let Some(esn) = parameters.peek().and_then(|text| text.strip_prefix("esn=")) {
            self.element_set = Some(value(source, esn, "elementset", ELEMENT_SET)?);
            parameters.next();
        }
        if let Some(rs) = parameters.peek().and_then(|text| text.strip_prefix("rs=")) {
            self.record_syntaxes = values(source, rs, "recordsyntax", RECORD_SYNTAX)?;
            parameters.next();
        }
        match parameters.next() {
            None => Ok(()),
            Some(parameter) => {
                Err(source.error(ErrorKind::InvalidValue, "parameter", parameter, URL))
            }
        }
    }

    fn is_retrieval(&self) -> bool {
        self.scheme.name == Z3950R.name
    }
}

fn value<'a>(
    source: Source<'a>,
    text: &'a str,
    field: &'static str,
    rule: Rule,
) -> Result<Octets<'a>, SchemeError> {
    if text.is_empty() {
        return Err(source.error(ErrorKind::Empty, field, text, rule));
    }
    source.check(text, VALUE, field, rule)?;
    Ok(source.octets(text))
}

/// Values separated by `+`.
fn values<'a>(
    source: Source<'a>,
    text: &'a str,
    field: &'static str,
    rule: Rule,
) -> Result<Vec<Octets<'a>>, SchemeError> {
    text.split('+').map(|text| value(source, text, field, rule)).collect()
}

impl<'a> Z3950Url<'a> {
    fn visit(fields: &mut Visitor<'_, 'a, Self>) -> Result<Self, SchemeError> {
        let server = fields.server(|it| (&it.server, it.scheme.default_port))?;
        let databases = fields.all("databases", |it| &*it.databases)?;
        let docid = fields.field("docid", Given::octets, |it| it.docid.as_ref())?;
        let element_set =
            fields.field("element_set", Given::octets, |it| it.element_set.as_ref())?;
        let record_syntaxes = fields.all("record_syntaxes", |it| &*it.record_syntaxes)?;
        fields.build(|given| {
            let scheme = Definition::named(given.scheme()).unwrap_or(&Z3950S);
            Ok(Self { scheme, databases, docid, element_set, record_syntaxes, ..Self::new(server) })
        })
    }
}

impl View for Z3950Url<'_> {
    fn fields(&self) -> Fields {
        Visitor::show(self, Self::visit)
    }

    fn to_uri(&self) -> Result<Uri<String>, SchemeError> {
        let mut writer = Writer::new(self.scheme.name).server(&self.server);
        let parameters = self.element_set.is_some() || !self.record_syntaxes.is_empty();
        if self.slash || parameters || !self.databases.is_empty() || self.docid.is_some() {
            writer = writer.raw("/");
        }
        writer = writer
            .joined(&self.databases, "+", RAW)
            .optional("?", self.docid.as_ref(), RAW)
            .optional(";esn=", self.element_set.as_ref(), RAW);
        if !self.record_syntaxes.is_empty() {
            writer = writer.raw(";rs=").joined(&self.record_syntaxes, "+", RAW);
        }
        let uri = writer.finish()?;
        // A value can be empty, or a required one missing.
        Z3950Url::read(&uri)?;
        Ok(uri)
    }

    /// Searches for the record and takes it from the response, or leaves the session to the user; the plan names
    /// the operation instead of its bytes.
    fn plan(&self, client: &Client) -> Result<Plan, SchemeError> {
        let Definition { name, default_port, .. } = *self.scheme;
        let connect = client.connect(&self.server, name, default_port, Transport::Tcp)?;
        let initialize = Step::Perform("initialize", Fields::new());
        let asked = self.fields().without(&["host", "port"]);
        let steps = if self.is_retrieval() {
            vec![connect, initialize, Step::Perform("search", asked), Step::Close]
        } else {
            let show = Step::Show("what to begin with", asked);
            vec![connect, initialize, show, Step::Receive(Until::User), Step::Close]
        };
        Ok(Plan::new(steps))
    }
}
