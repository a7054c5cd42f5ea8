//! `prospero`: an object of a directory service, which returns ways to access it (RFC 1630, Prospero; RFC 1738
//! §3.11; RFC 4157).

use napkin::edition::{RFC1630, RFC1738, Rule};
use napkin::{ByteSet, Reference, Uri};

use crate::citation::rule;
use crate::client::Client;
use crate::definition::{ByEdition, Definition, Standing, View};
use crate::error::{ErrorKind, SchemeError};
use crate::named_fields::Given;
use crate::octets::Octets;
use crate::place;
use crate::plan::{Plan, Step, Transport};
use crate::server::Server;
use crate::source::Source;
use crate::spelling::ALPHANUM;
use crate::value::Fields;
use crate::visitor::Visitor;
use crate::writer::Writer;

/// The Prospero Directory Service.
pub static PROSPERO: Definition = Definition {
    name: "prospero",
    title: "The Prospero Directory Service",
    document: "RFC 4157 section 2",
    grammar: "\
prosperourl = \"prospero://\" hostport \"/\" ppath *[ fieldspec ]
fieldspec   = \";\" fieldname \"=\" fieldvalue",
    example: "prospero://host.dom//pros/name;OBJECT-VERSION=3",
    default_port: Some(1525),
    standings: &[
        Standing::defined(
            RFC1630,
            "RFC 1630, \"Prospero\"",
            &[(URL, rule("prosperoaddress", "RFC 1630 section BNF"))],
        ),
        Standing::defined(RFC1738, "RFC 1738 section 3.11", &[]),
    ],
    normalization: None,
    read: |source| Ok(Box::new(Prospero::of(source)?)),
    compose: |given| Ok(Box::new(Visitor::compose(given, Prospero::visit)?)),
};

const URL: Rule = Rule { name: "prosperourl", section: "RFC 1738 section 3.11" };
const FIELD: Rule = Rule { name: "fieldspec", section: "RFC 1738 section 5" };

/// The characters allowed raw in a name, besides the unreserved ones.
const NAME_RAW: ByteSet = ByteSet::of(b"/:@&=!*'(),$+");
/// The characters allowed in a field without percent-encoding.
const FIELD_RAW: ByteSet = ByteSet::of(b":@&!*'(),$+");

/// The characters allowed in a field: `uchar`, `?`, `:`, `@`, `&`; with `~`, which is equivalent to its escape (RFC
/// 3986 §2.3).
const FIELD_CHARACTERS: ByteSet = ALPHANUM.or(ByteSet::of(b"-._~%?")).or(FIELD_RAW);

/// An object on a host.
///
/// ```
/// use napkin_schemes::schemes::Prospero;
///
/// let uri = napkin::Uri::parse("prospero://host.dom//pros/name;OBJECT-VERSION=3")?;
/// let prospero = Prospero::read(&uri)?;
/// assert_eq!(prospero.hsoname, "/pros/name");
/// assert_eq!(prospero.specs, [("OBJECT-VERSION".into(), "3".into())]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prospero<'a> {
    /// Host and port of the server.
    pub server: Server<'a>,
    /// The host-specific object name.
    pub hsoname: Octets<'a>,
    /// Fields and their values, in order.
    pub specs: Vec<(Octets<'a>, Octets<'a>)>,
    /// The version, in RFC 1630.
    pub version: Option<Octets<'a>>,
    /// The attributes after the version, in RFC 1630.
    pub attributes: Option<Octets<'a>>,
    dialect: &'static Dialect,
}

/// The differences between editions.
#[derive(Debug, PartialEq, Eq)]
struct Dialect {
    /// Whether an escaped NUL begins a version, instead of `;` beginning fields.
    has_version: bool,
}

static DIALECTS: ByEdition<Dialect> = ByEdition {
    own: &[(RFC1630, Dialect { has_version: true })],
    others: Dialect { has_version: false },
};

impl<'a> Prospero<'a> {
    /// Reads a URI of `prospero`, by its edition.
    ///
    /// # Errors
    ///
    /// If there is no host or no slash after it, or a field has no `=`.
    pub fn read(reference: impl Into<Reference<'a>>) -> Result<Self, SchemeError> {
        PROSPERO.read_by(&[PROSPERO.name], reference, Self::of)
    }

    /// An object on a host.
    pub fn new(server: Server<'a>, hsoname: impl Into<Octets<'a>>) -> Self {
        Self {
            server,
            hsoname: hsoname.into(),
            specs: Vec::new(),
            version: None,
            attributes: None,
            dialect: &DIALECTS.others,
        }
    }

    fn of(source: Source<'a>) -> Result<Self, SchemeError> {
        source.refuse_userinfo(URL)?;
        let dialect = DIALECTS.get(source.edition());
        let server = source.server(URL)?;
        let missing = source.error(ErrorKind::Missing, "hsoname", source.after_scheme(), URL);
        let path = source.url_path().ok_or(missing)?;
        if dialect.has_version {
            let (hsoname, version) = match path.split_once("%00") {
                Some((hsoname, version)) => (hsoname, Some(at_digits(version))),
                None => (path, None),
            };
            let attributes = version.map(|(_, behind)| behind).filter(|behind| !behind.is_empty());
            return Ok(Self {
                version: version.map(|(digits, _)| source.octets(digits)),
                attributes: attributes.map(|part| source.octets(part)),
                dialect,
                ..Self::new(server, source.octets(hsoname))
            });
        }
        let (hsoname, specs) = match path.split_once(';') {
            Some((hsoname, specs)) => (hsoname, Some(specs)),
            None => (path, None),
        };
        let specs = specs.map_or(Ok(Vec::new()), |specs| {
            specs
                .split(';')
                .map(|spec| {
                    let invalid = source.error(ErrorKind::InvalidValue, "field", spec, FIELD);
                    let (name, value) = spec.split_once('=').ok_or(invalid)?;
                    for part in [name, value] {
                        source.check(part, FIELD_CHARACTERS, "field", FIELD)?;
                    }
                    Ok((source.octets(name), source.octets(value)))
                })
                .collect()
        })?;
        Ok(Self { specs, dialect, ..Self::new(server, source.octets(hsoname)) })
    }
}

/// The leading digits of a version, and the attributes after them (D1630-20).
fn at_digits(version: &str) -> (&str, &str) {
    let end = version.find(|character: char| !character.is_ascii_digit());
    version.split_at_checked(end.unwrap_or(version.len())).unwrap_or((version, ""))
}

impl<'a> Prospero<'a> {
    fn visit(fields: &mut Visitor<'_, 'a, Self>) -> Result<Self, SchemeError> {
        let server = fields.server(|it| (&it.server, PROSPERO.default_port))?;
        let hsoname = fields.field("hsoname", Given::needed, |it| &it.hsoname)?;
        let dialect = fields.dialect(|it| it.dialect, |edition| DIALECTS.get(edition));
        if !dialect.has_version {
            let specs = fields.field("fields", Given::whole_pairs, |it| {
                it.specs.iter().map(|(name, value)| (name, value)).collect::<Vec<_>>()
            })?;
            return fields.build(|_| Ok(Self { specs, dialect, ..Self::new(server, hsoname) }));
        }
        let version = fields.field("version", Given::octets, |it| it.version.as_ref())?;
        let attributes = fields.field("attributes", Given::octets, |it| it.attributes.as_ref())?;
        fields.build(|given| {
            if version.is_none() && attributes.is_some() {
                return Err(given.error(ErrorKind::Missing, "version"));
            }
            Ok(Self { version, attributes, dialect, ..Self::new(server, hsoname) })
        })
    }
}

impl View for Prospero<'_> {
    fn fields(&self) -> Fields {
        Visitor::show(self, Self::visit)
    }

    fn to_uri(&self) -> Result<Uri<String>, SchemeError> {
        let mut writer = Writer::new(PROSPERO.name).server(self.server.required(URL)?).raw("/");
        writer = writer.octets(&self.hsoname, NAME_RAW);
        for (name, value) in &self.specs {
            writer = writer.raw(";").octets(name, FIELD_RAW).raw("=").octets(value, FIELD_RAW);
        }
        writer = writer.optional("%00", self.version.as_ref(), FIELD_RAW);
        writer.optional("", self.attributes.as_ref(), FIELD_RAW).finish()
    }

    /// Prospero returns access methods, which may be URIs; its protocol defines the bytes.
    fn plan(&self, client: &Client) -> Result<Plan, SchemeError> {
        let Definition { name, default_port, .. } = PROSPERO;
        let connect = client.connect(&self.server, name, default_port, Transport::Udp)?;
        client.argument(&self.hsoname, "hsoname", &place::TEXT)?;
        let specs = self.specs.iter().flat_map(|(name, value)| [name, value]);
        for part in specs.chain(&self.version).chain(&self.attributes) {
            client.argument(part, "field", &place::TEXT)?;
        }
        let asked = Step::Perform("resolve", self.fields().without(&["host", "port"]));
        let choose = Step::Perform("follow an access method", Fields::new());
        Ok(Plan::new(vec![connect, asked, choose, Step::Close]))
    }
}
