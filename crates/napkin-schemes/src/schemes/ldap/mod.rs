//! `ldap` and `ldaps`: a search of a directory, from the name of an entry to the attributes of the results (RFC
//! 4516). `directory.rs` checks the texts in it.

mod directory;

use napkin::edition::Rule;
use napkin::{ByteSet, Reference, Uri};

use crate::client::Client;
use crate::definition::{Definition, View};
use crate::error::{ErrorKind, SchemeError};
use crate::named_fields::Given;
use crate::octets::Octets;
use crate::plan::{Plan, Question, Step, Transport};
use crate::server::Server;
use crate::source::Source;
use crate::value::{Fields, shown};
use crate::visitor::Visitor;
use crate::writer::Writer;

use self::directory::Flaw;

/// The Lightweight Directory Access Protocol.
pub static LDAP: Definition = Definition {
    name: "ldap",
    title: "Lightweight Directory Access Protocol",
    document: "RFC 4516 section 2",
    grammar: "\
ldapurl    = scheme \"://\" [host [\":\" port]] [\"/\" dn [\"?\" [attributes]
             [\"?\" [scope] [\"?\" [filter] [\"?\" extensions]]]]]
attributes = attrdesc *(\",\" attrdesc)
scope      = \"base\" / \"one\" / \"sub\"
extensions = extension *(\",\" extension)
extension  = [\"!\"] extype [\"=\" exvalue]",
    example: "ldap://ldap1.example.net/o=University%20of%20Michigan,c=US??sub?(cn=Babs%20Jensen)",
    default_port: Some(389),
    standings: &[],
    normalization: Some(DEFAULTS),
    read: |source| Ok(Box::new(Ldap::of(source)?)),
    compose: |given| Ok(Box::new(Visitor::compose(given, Ldap::visit)?)),
};

/// The Lightweight Directory Access Protocol over TLS.
///
/// A search of a directory over TLS. No RFC defines the scheme; servers and clients treat it as `ldap` on another
/// port.
pub static LDAPS: Definition = Definition {
    name: "ldaps",
    title: "Lightweight Directory Access Protocol over TLS",
    document: "RFC 4516 section 2, for the form",
    grammar: "\
ldapsurl = \"ldaps://\" [host [\":\" port]] [\"/\" dn [\"?\" [attributes]
           [\"?\" [scope] [\"?\" [filter] [\"?\" extensions]]]]]",
    example: "ldaps://ldap.example.net/dc=example,dc=net?cn?one",
    default_port: Some(636),
    ..LDAP
};

const URL: Rule = Rule { name: "ldapurl", section: "RFC 4516 section 2" };
const ATTRIBUTES: Rule = Rule { name: "attributes", section: "RFC 4516 section 2" };
const SCOPE: Rule = Rule { name: "scope", section: "RFC 4516 section 2" };
const EXTENSIONS: Rule = Rule { name: "extensions", section: "RFC 4516 section 2" };
const EXTENSION: Rule = Rule { name: "extension", section: "RFC 4516 section 2" };
const DEFAULTS: Rule = Rule { name: "defaults", section: "RFC 4516 section 3" };

/// The characters allowed raw in name and filter, besides the unreserved ones.
const RAW: ByteSet = ByteSet::of(b"/:@!$&'()*+,;=");
/// The characters allowed raw in the value of an extension, which a comma ends.
const IN_VALUE: ByteSet = RAW.without(ByteSet::of(b","));
const IN_ATTRIBUTE: ByteSet = ByteSet::of(b";*+@");

/// The default filter: every entry has a class.
const ANY: &str = "(objectClass=*)";

/// A search of a directory.
///
/// ```
/// use napkin_schemes::schemes::{Ldap, LdapScope};
///
/// let uri = napkin::Uri::parse("ldap:///o=Question%3f,c=US?mail,cn?sub")?;
/// let ldap = Ldap::read(&uri)?;
/// assert_eq!(ldap.dn, "o=Question?,c=US");
/// assert_eq!(ldap.attributes, ["mail", "cn"]);
/// assert_eq!(ldap.effective_scope(), LdapScope::Subtree);
/// assert_eq!(ldap.effective_filter(), "(objectClass=*)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Ldap<'a> {
    /// The definition of its scheme: `ldap` or `ldaps`.
    pub scheme: &'static Definition,
    /// Host and port; an empty host means a server that the client knows.
    pub server: Server<'a>,
    /// The distinguished name of the entry to begin at; empty for the root.
    pub dn: Octets<'a>,
    /// The attributes to return; by default all user attributes.
    pub attributes: Vec<Octets<'a>>,
    /// The scope of the search.
    pub scope: Option<LdapScope>,
    /// The filter for entries.
    pub filter: Option<Octets<'a>>,
    /// Further requests to the client.
    pub extensions: Vec<LdapExtension<'a>>,
}

/// The scope of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_enums, reason = "RFC 4516 §2 has no other scopes")]
pub enum LdapScope {
    /// The entry alone.
    Base,
    /// The direct children of the entry.
    OneLevel,
    /// The entry and all its descendants.
    Subtree,
}

/// A further request to the client in the URI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LdapExtension<'a> {
    /// Whether a client that does not support it must stop.
    pub critical: bool,
    /// Its name, or its dotted number.
    pub extype: Octets<'a>,
    /// The value after the equals sign.
    pub exvalue: Option<Octets<'a>>,
}

impl LdapScope {
    const ALL: [Self; 3] = [Self::Base, Self::OneLevel, Self::Subtree];

    /// The scope of a word, case-insensitively.
    fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scope| scope.name().eq_ignore_ascii_case(name))
    }

    /// The word in the URI.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Base => "base",
            Self::OneLevel => "one",
            Self::Subtree => "sub",
        }
    }
}

type Check = fn(&[u8]) -> Result<(), Flaw>;

impl<'a> Ldap<'a> {
    /// Reads a URI of `ldap` or `ldaps`, by its edition.
    ///
    /// # Errors
    ///
    /// If there is no `//`, or a part does not match its rule: those of RFC 4514 for the name, of RFC
    /// 4515 for the filter, of RFC 4512 for attributes and extensions.
    pub fn read(reference: impl Into<Reference<'a>>) -> Result<Self, SchemeError> {
        LDAP.read_by(&[LDAP.name, LDAPS.name], reference, Self::of)
    }

    /// The root of a server.
    pub fn new(server: Server<'a>) -> Self {
        Self {
            scheme: &LDAP,
            server,
            dn: Octets::EMPTY,
            attributes: Vec::new(),
            scope: None,
            filter: None,
            extensions: Vec::new(),
        }
    }

    pub(crate) fn of(source: Source<'a>) -> Result<Self, SchemeError> {
        source.refuse_userinfo(URL)?;
        let mut ldap = Self::new(source.server_or_empty(URL)?);
        if source.scheme().eq_ignore_ascii_case(LDAPS.name) {
            ldap.scheme = &LDAPS;
        }
        let Some(path) = source.url_path() else {
            return match source.after_scheme().find('?') {
                None => Ok(ldap),
                Some(at) => {
                    let query = source.after_scheme().get(at..).unwrap_or_default();
                    Err(source.error(ErrorKind::Missing, "dn", query, URL))
                }
            };
        };
        let mut parts = path.splitn(5, '?');
        ldap.dn = field(source, parts.next().unwrap_or_default(), "dn", directory::check_name)?;
        if let Some(attributes) = parts.next().filter(|text| !text.is_empty()) {
            let cut = |text| match text {
                "" => Err(source.error(ErrorKind::Empty, "attribute", text, ATTRIBUTES)),
                _ => field(source, text, "attribute", directory::check_selector),
            };
            ldap.attributes = attributes.split(',').map(cut).collect::<Result<_, _>>()?;
        }
        if let Some(scope) = parts.next().filter(|text| !text.is_empty()) {
            let known = LdapScope::named(scope);
            let unknown = source.error(ErrorKind::InvalidValue, "scope", scope, SCOPE);
            ldap.scope = Some(known.ok_or(unknown)?);
        }
        if let Some(filter) = parts.next().filter(|text| !text.is_empty()) {
            ldap.filter = Some(field(source, filter, "filter", directory::check_filter)?);
        }
        if let Some(extensions) = parts.next() {
            if let Some(at) = extensions.find('?') {
                let rest = extensions.get(at..).unwrap_or_default();
                return Err(source.error(
                    ErrorKind::InvalidCharacter,
                    "extensions",
                    rest,
                    EXTENSIONS,
                ));
            }
            let cut = |text| LdapExtension::of(source, text);
            ldap.extensions = extensions.split(',').map(cut).collect::<Result<_, _>>()?;
        }
        Ok(ldap)
    }

    /// The scope, or the default.
    pub fn effective_scope(&self) -> LdapScope {
        self.scope.unwrap_or(LdapScope::Base)
    }

    /// The filter, or the default.
    pub fn effective_filter(&self) -> Octets<'a> {
        self.filter.clone().unwrap_or(ANY.into())
    }

    /// The fields that are data and can break their rules.
    fn checked(&self) -> impl Iterator<Item = (&Octets<'a>, &'static str, Check)> {
        let attributes = self
            .attributes
            .iter()
            .map(|text| (text, "attribute", directory::check_selector as Check));
        let extensions = self.extensions.iter().flat_map(|extension| {
            let value = extension.exvalue.as_ref();
            std::iter::once((&extension.extype, "extension", directory::check_oid as Check))
                .chain(value.map(|value| (value, "extension", directory::check_text as Check)))
        });
        std::iter::once((&self.dn, "dn", directory::check_name as Check))
            .chain(attributes)
            .chain(
                self.filter.as_ref().map(|text| (text, "filter", directory::check_filter as Check)),
            )
            .chain(extensions)
    }
}

impl<'a> LdapExtension<'a> {
    fn of(source: Source<'a>, text: &'a str) -> Result<Self, SchemeError> {
        let (critical, rest) = match text.strip_prefix('!') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (extype, exvalue) = match rest.split_once('=') {
            Some((extype, exvalue)) => (extype, Some(exvalue)),
            None => (rest, None),
        };
        if extype.is_empty() {
            return Err(source.error(ErrorKind::Empty, "extension", extype, EXTENSION));
        }
        let exvalue = exvalue.map(|text| field(source, text, "extension", directory::check_text));
        Ok(Self {
            critical,
            extype: field(source, extype, "extension", directory::check_oid)?,
            exvalue: exvalue.transpose()?,
        })
    }

    fn fields(&self) -> Fields {
        Fields::new()
            .with("critical", self.critical)
            .with("extype", &self.extype)
            .with("exvalue", self.exvalue.as_ref())
    }
}

/// A part whose octets match a rule of directories.
fn field<'a>(
    source: Source<'a>,
    text: &'a str,
    name: &'static str,
    check: Check,
) -> Result<Octets<'a>, SchemeError> {
    let octets = source.octets(text);
    match check(&octets.to_bytes()) {
        Ok(()) => Ok(octets),
        Err(Flaw { at, rule }) => {
            Err(source.error_inside(ErrorKind::InvalidValue, name, text, at, rule))
        }
    }
}

impl<'a> Ldap<'a> {
    fn visit(fields: &mut Visitor<'_, 'a, Self>) -> Result<Self, SchemeError> {
        let server = fields.server_if(|it| Some((&it.server, it.scheme.default_port)))?;
        let dn = fields.field("dn", Given::octets, |it| it.dn.shown())?;
        let attributes = fields.all("attributes", |it| shown(&it.attributes))?;
        let scope = |given: &'a Given<'a>, name| {
            let unknown = given.error(ErrorKind::InvalidValue, name);
            given.text(name)?.map(|scope| LdapScope::named(&scope).ok_or(unknown)).transpose()
        };
        let scope = fields.field("scope", scope, |it| it.effective_scope().name())?;
        let filter = fields.field("filter", Given::octets, |it| it.effective_filter().shown())?;
        let extensions = |given: &'a Given<'a>, name| {
            let extension = |(extype, exvalue): (Octets<'a>, _)| {
                let extype = extype.to_bytes();
                let (critical, extype) = match extype.strip_prefix(b"!") {
                    Some(extype) => (true, extype),
                    None => (false, &*extype),
                };
                LdapExtension { critical, extype: extype.to_vec().into(), exvalue }
            };
            Ok(given.pairs(name).into_iter().map(extension).collect())
        };
        let extensions: Vec<_> = fields.field("extensions", extensions, |it| {
            it.extensions.iter().map(LdapExtension::fields).collect::<Vec<_>>()
        })?;
        fields.build(|given| {
            let server = server.unwrap_or(Server::new(""));
            let scheme = Definition::named(given.scheme()).unwrap_or(&LDAP);
            let dn = dn.unwrap_or(Octets::EMPTY);
            Ok(Self { scheme, dn, attributes, scope, filter, extensions, ..Self::new(server) })
        })
    }
}

impl View for Ldap<'_> {
    fn fields(&self) -> Fields {
        Visitor::show(self, Self::visit)
    }

    fn to_uri(&self) -> Result<Uri<String>, SchemeError> {
        for (text, name, check) in self.checked() {
            check(&text.to_bytes())
                .map_err(|flaw| SchemeError::new(ErrorKind::InvalidValue, name, flaw.rule))?;
        }
        let mut writer =
            Writer::new(self.scheme.name).server(&self.server).raw("/").octets(&self.dn, RAW);
        // Each part up to the last defined one has a question mark before it.
        let there = [
            !self.attributes.is_empty(),
            self.scope.is_some(),
            self.filter.is_some(),
            !self.extensions.is_empty(),
        ];
        let count = there.iter().rposition(|there| *there).map_or(0, |last| last + 1);
        if count > 0 {
            writer = writer.raw("?").joined(&self.attributes, ",", IN_ATTRIBUTE);
        }
        if count > 1 {
            writer = writer.raw("?").raw(self.scope.map_or("", LdapScope::name));
        }
        if count > 2 {
            writer = writer.raw("?");
            writer = writer.optional("", self.filter.as_ref(), RAW);
        }
        for (number, extension) in self.extensions.iter().enumerate() {
            writer = writer
                .raw(if number == 0 { "?" } else { "," })
                .raw(if extension.critical { "!" } else { "" })
                .octets(&extension.extype, ByteSet::EMPTY)
                .optional("=", extension.exvalue.as_ref(), IN_VALUE);
        }
        writer.finish()
    }

    /// One search, without a login (RFC 4516 §5). RFC 4511 defines its bytes.
    fn plan(&self, client: &Client) -> Result<Plan, SchemeError> {
        if self.extensions.iter().any(|extension| extension.critical) {
            return Err(SchemeError::new(ErrorKind::NoPlan, "extensions", EXTENSIONS)
                .because("a critical extension is unknown"));
        }
        let Definition { name, default_port, .. } = *self.scheme;
        let transport = if name == LDAPS.name { Transport::Tls } else { Transport::Tcp };
        let connect = client.connect(&self.server, name, default_port, transport)?;
        let mut steps = Vec::new();
        match connect {
            Step::Connect { port, transport, .. } if self.server.host.is_empty() => {
                steps.push(Step::Ask(Question::DirectoryServer));
                steps.push(Step::Connect { host: None, port, transport });
            }
            connect => steps.push(connect),
        }
        let search = Fields::new()
            .with("base", self.dn.shown())
            .with("scope", self.effective_scope().name())
            .with("filter", self.effective_filter().shown())
            .with("attributes", shown(&self.attributes));
        steps.extend([Step::Perform("search", search), Step::Close]);
        Ok(Plan::new(steps))
    }

    /// Without defaults: the scope `base`, the filter for any entry, a lone `*` for the attributes, and question
    /// marks without a value.
    fn normal(&self) -> Option<String> {
        let mut normal = self.clone();
        normal.scope.take_if(|scope| *scope == LdapScope::Base);
        normal.filter.take_if(|filter| filter.to_bytes().eq_ignore_ascii_case(ANY.as_bytes()));
        if *normal.attributes == [Octets::from("*")] {
            normal.attributes.clear();
        }
        Some(normal.to_uri().ok()?.into_text())
    }
}
