//! `urn`: a persistent name in a namespace, with components for its resolver and its resource (RFC 8141; by the
//! editions that were replaced before it, RFC 2141, which has no components).
//!
//! Namespaces with views of their own split their names with these functions.

use std::borrow::Cow;

use napkin::edition::{DRAFT1997, DRAFT2003, RFC1630, RFC1808, RFC2396, Rule};
use napkin::{ByteSet, Reference, Uri};

use crate::definition::{ByEdition, Class, Definition, Standing, View};
use crate::error::{ErrorKind, SchemeError};
use crate::named_fields::Given;
use crate::source::Source;
use crate::spelling::ALPHANUM;
use crate::value::Fields;
use crate::visitor::Visitor;
use crate::writer::Writer;

/// Uniform Resource Names.
pub static URN: Definition = Definition {
    name: "urn",
    title: "Uniform Resource Names",
    document: "RFC 8141 section 2",
    grammar: "\
namestring    = assigned-name [ rq-components ] [ \"#\" f-component ]
assigned-name = \"urn\" \":\" NID \":\" NSS
NID           = (alphanum) 0*30(ldh) (alphanum)
NSS           = pchar *(pchar / \"/\")
rq-components = [ \"?+\" r-component ] [ \"?=\" q-component ]
r-component   = pchar *( pchar / \"/\" / \"?\" )
q-component   = pchar *( pchar / \"/\" / \"?\" )",
    example: "urn:example:weather?=op=map&lat=39.56#storms",
    default_port: None,
    standings: RESERVED,
    normalization: Some(EQUIVALENCE),
    read: |source| Ok(Box::new(Urn::of(source)?)),
    compose: |given| Ok(Box::new(Visitor::compose(given, Urn::visit)?)),
};

/// RFC 1630 reserves the scheme, and with it every namespace; RFC 1738 does not mention it.
pub(crate) const RESERVED: &[Standing] =
    &[Standing::mentioned(RFC1630, Class::Reserved, "RFC 1630 section 5.6")];

const R_COMPONENT: Rule = Rule { name: "r-component", section: "RFC 8141 section 2" };
const Q_COMPONENT: Rule = Rule { name: "q-component", section: "RFC 8141 section 2" };
const COMPONENTS: Rule = Rule { name: "rq-components", section: "RFC 8141 section 2" };
const EQUIVALENCE: Rule = Rule { name: "URN-equivalence", section: "RFC 8141 section 3.1" };

/// The names that no namespace has, or only one without a formal registration.
const RESERVED_NID: Rule = Rule { name: "NID", section: "RFC 8141 section 2.1" };
const INFORMAL_NID: Rule = Rule { name: "InformalNamespaceName", section: "RFC 8141 section 5.1" };

/// The differences between editions.
#[derive(Debug, PartialEq, Eq)]
struct Dialect {
    nid: Rule,
    nss: Rule,
    reserved: Rule,
    /// The least number of characters in a namespace identifier.
    shortest_nid: usize,
    /// Whether a namespace identifier may end with a hyphen.
    ends_with_hyphen: bool,
    /// The characters of a name, with `%`.
    raw: ByteSet,
    /// Whether components follow a name; otherwise a question mark is a character of it.
    has_components: bool,
}

/// RFC 2141 excludes `&` and `~` and reserves `/` and `?`, which it allows (§2.2 to §2.4).
const OF_1997: Dialect = Dialect {
    nid: Rule { name: "NID", section: "RFC 2141 section 2.1" },
    nss: Rule { name: "NSS", section: "RFC 2141 section 2.2" },
    reserved: Rule { name: "NID", section: "RFC 2141 section 2.1" },
    shortest_nid: 1,
    ends_with_hyphen: true,
    raw: ALPHANUM.or(ByteSet::of(b"()+,-.:=@;$_!*'%/?")),
    has_components: false,
};

static DIALECTS: ByEdition<Dialect> = ByEdition {
    own: &[(RFC1808, OF_1997), (DRAFT1997, OF_1997), (RFC2396, OF_1997), (DRAFT2003, OF_1997)],
    others: Dialect {
        nid: Rule { name: "NID", section: "RFC 8141 section 2" },
        nss: Rule { name: "NSS", section: "RFC 8141 section 2" },
        reserved: RESERVED_NID,
        shortest_nid: 2,
        ends_with_hyphen: false,
        raw: PCHAR.or(ByteSet::of(b"/")),
        has_components: true,
    },
};

const PCHAR: ByteSet = ALPHANUM.or(ByteSet::of(b"-._~!$&'()*+,;=:@%"));

/// A name: namespace, name within it, and components that are not part of the name.
///
/// All texts are raw, since only the namespace defines how its names are split, and since equivalence compares them
/// without decoding.
///
/// ```
/// use napkin_schemes::schemes::Urn;
///
/// let uri = napkin::Uri::parse("urn:example:foo-bar?+CCResolve:cc=uk?=type=map#top")?;
/// let urn = Urn::read(&uri)?;
/// assert_eq!((&*urn.nid, &*urn.nss), ("example", "foo-bar"));
/// assert_eq!(urn.components.r_component.as_deref(), Some("CCResolve:cc=uk"));
/// assert_eq!(urn.components.q_component.as_deref(), Some("type=map"));
/// assert_eq!(urn.components.f_component.as_deref(), Some("top"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Urn<'a> {
    /// The namespace identifier, in any case.
    pub nid: Cow<'a, str>,
    /// The namespace-specific string, raw.
    pub nss: Cow<'a, str>,
    /// The components after the name.
    pub components: UrnComponents<'a>,
    dialect: &'static Dialect,
}

/// The components after a name, which are not part of it (RFC 8141 §2.3), raw.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UrnComponents<'a> {
    /// After `?+`: for the service that resolves the name.
    pub r_component: Option<Cow<'a, str>>,
    /// After `?=`: for the named resource or service.
    pub q_component: Option<Cow<'a, str>>,
    /// After `#`: a place within the resource.
    pub f_component: Option<Cow<'a, str>>,
}

impl<'a> Urn<'a> {
    /// Reads a name of any namespace, by its edition.
    ///
    /// # Errors
    ///
    /// If namespace or name is missing or has characters that its rule does not allow, or if `?` begins neither
    /// component.
    pub fn read(reference: impl Into<Reference<'a>>) -> Result<Self, SchemeError> {
        URN.read_by(&[URN.name], reference, Self::of)
    }

    pub(crate) fn of(source: Source<'a>) -> Result<Self, SchemeError> {
        let dialect = DIALECTS.get(source.edition());
        let text = source.after_scheme();
        let missing = source.error(ErrorKind::Missing, "NSS", end_of(text), dialect.nss);
        let (nid, rest) = text.split_once(':').ok_or(missing)?;
        dialect.check_nid(source, nid)?;
        if !dialect.has_components {
            return Self::of_1997(source, nid, rest);
        }
        let (nss, rq) =
            rest.split_at_checked(rest.find('?').unwrap_or(rest.len())).unwrap_or_default();
        check(source, nss, "/", "NSS", dialect.nss)?;
        let (r_component, q_component) = match (rq.strip_prefix("?+"), rq.strip_prefix("?=")) {
            (Some(after), _) => match after.split_once("?=") {
                Some((r_component, q_component)) => (Some(r_component), Some(q_component)),
                None => (Some(after), None),
            },
            (None, Some(after)) => (None, Some(after)),
            (None, None) if rq.is_empty() => (None, None),
            (None, None) => {
                return Err(source.error(ErrorKind::InvalidCharacter, "NSS", rq, COMPONENTS));
            }
        };
        if let Some(r_component) = r_component {
            check(source, r_component, "/?", "r-component", R_COMPONENT)?;
        }
        if let Some(q_component) = q_component {
            check(source, q_component, "/?", "q-component", Q_COMPONENT)?;
        }
        Ok(Self {
            nid: nid.into(),
            nss: nss.into(),
            components: UrnComponents {
                r_component: r_component.map(Cow::Borrowed),
                q_component: q_component.map(Cow::Borrowed),
                f_component: source.fragment().map(Cow::Borrowed),
            },
            dialect,
        })
    }

    /// A name without components; the fragment belongs to the generic syntax.
    fn of_1997(source: Source<'a>, nid: &'a str, nss: &'a str) -> Result<Self, SchemeError> {
        let dialect = DIALECTS.get(source.edition());
        if nss.is_empty() {
            return Err(source.error(ErrorKind::Empty, "NSS", nss, dialect.nss));
        }
        source.check(nss, dialect.raw, "NSS", dialect.nss)?;
        source.check_octets(
            nss,
            |octets| octets.iter().position(|&it| it == 0),
            "NSS",
            dialect.nss,
        )?;
        let f_component = source.fragment().map(Cow::Borrowed);
        let components = UrnComponents { f_component, ..UrnComponents::default() };
        Ok(Self { nid: nid.into(), nss: nss.into(), components, dialect })
    }

    /// A name of a namespace without components, both as they are written.
    pub fn new(nid: impl Into<Cow<'a, str>>, nss: impl Into<Cow<'a, str>>) -> Self {
        let components = UrnComponents::default();
        Self { nid: nid.into(), nss: nss.into(), components, dialect: &DIALECTS.others }
    }

    /// This name with components.
    pub(crate) fn with_components(self, components: &UrnComponents<'a>) -> Self {
        Self { components: components.clone(), ..self }
    }

    /// Reads a name of one namespace, and the text in it.
    ///
    /// # Errors
    ///
    /// The errors of [`read`](Self::read), and [`ErrorKind::WrongScheme`] for another namespace.
    pub(crate) fn of_namespace(
        source: Source<'a>,
        nid: &str,
    ) -> Result<(&'a str, Self), SchemeError> {
        let urn = Self::of(source)?;
        match &urn.nss {
            Cow::Borrowed(nss) if urn.nid.eq_ignore_ascii_case(nid) => Ok((nss, urn)),
            _ => Err(source.error(
                ErrorKind::WrongScheme,
                "NID",
                source.after_scheme(),
                urn.dialect.nid,
            )),
        }
    }

    /// The name without components in its form for comparison: scheme and namespace in lowercase, the digits of
    /// escapes in uppercase, and nothing decoded (RFC 8141 §3.1).
    ///
    /// ```
    /// use napkin_schemes::schemes::Urn;
    ///
    /// let uri = napkin::Uri::parse("URN:EXAMPLE:a123%2cz456?=xyz")?;
    /// assert_eq!(Urn::read(&uri)?.assigned_name(), "urn:example:a123%2Cz456");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn assigned_name(&self) -> String {
        [URN.name, ":", &self.nid.to_ascii_lowercase(), ":", &uppercase_escapes(&self.nss)].concat()
    }

    /// Whether both names are equal: components are ignored; a namespace may have further rules (RFC 8141 §3.1).
    ///
    /// ```
    /// use napkin_schemes::schemes::Urn;
    ///
    /// let one = napkin::Uri::parse("urn:example:a123,z456?+abc")?;
    /// let other = napkin::Uri::parse("URN:Example:a123,z456#789")?;
    /// assert!(Urn::read(&one)?.equivalent(&Urn::read(&other)?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn equivalent(&self, other: &Urn<'_>) -> bool {
        self.assigned_name() == other.assigned_name()
    }
}

impl<'a> UrnComponents<'a> {
    /// The components, as fields of a view that has them.
    pub(crate) fn visit<'v, V>(
        fields: &mut Visitor<'v, 'a, V>,
        of: impl Fn(&'v V) -> &'v Self,
    ) -> Result<Self, SchemeError>
    where
        'a: 'v,
    {
        let raw = PCHAR.or(ByteSet::of(b"/?"));
        Ok(Self {
            r_component: fields.written("r_component", raw, |it| of(it).r_component.as_ref())?,
            q_component: fields.written("q_component", raw, |it| of(it).q_component.as_ref())?,
            f_component: fields.written("f_component", raw, |it| of(it).f_component.as_ref())?,
        })
    }

    /// The components with their delimiters.
    fn to_text(&self) -> String {
        let leads =
            [("?+", &self.r_component), ("?=", &self.q_component), ("#", &self.f_component)];
        let there =
            leads.iter().filter_map(|(lead, component)| Some([*lead, component.as_deref()?]));
        there.flatten().collect()
    }
}

impl Dialect {
    fn check_nid(&self, source: Source<'_>, nid: &str) -> Result<(), SchemeError> {
        const LONGEST: usize = 32;
        let rule = self.nid;
        if nid.is_empty() {
            return Err(source.error(ErrorKind::Empty, "NID", nid, rule));
        }
        source.check(nid, ALPHANUM.or(ByteSet::of(b"-")), "NID", rule)?;
        if nid.starts_with('-') {
            return Err(source.error(ErrorKind::InvalidCharacter, "NID", nid, rule));
        }
        if let Some(before) = nid.strip_suffix('-').filter(|_| !self.ends_with_hyphen) {
            let hyphen = nid.get(before.len()..).unwrap_or(nid);
            return Err(source.error(ErrorKind::InvalidCharacter, "NID", hyphen, rule));
        }
        if (self.shortest_nid..=LONGEST).contains(&nid.len()) {
            Ok(())
        } else {
            Err(source.error(ErrorKind::InvalidValue, "NID", nid, rule))
        }
    }
}

/// Whether a name is an informal one by its prefix and not by its number, which has no leading zero.
fn is_misnumbered(nid: &str) -> bool {
    let number = nid.get("urn-".len()..).unwrap_or_default();
    nid.get(.."urn-".len()).is_some_and(|prefix| prefix.eq_ignore_ascii_case("urn-"))
        && (number.starts_with('0') || !number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Checks that a text begins with a `pchar`, followed by those and some more characters.
fn check(
    source: Source<'_>,
    part: &str,
    more: &str,
    field: &'static str,
    rule: Rule,
) -> Result<(), SchemeError> {
    if part.is_empty() {
        return Err(source.error(ErrorKind::Empty, field, part, rule));
    }
    if part.starts_with(['/', '?']) {
        return Err(source.error(ErrorKind::InvalidCharacter, field, part, rule));
    }
    source.check(part, PCHAR.or(ByteSet::of(more.as_bytes())), field, rule)
}

/// The empty text at the end of a part.
fn end_of(part: &str) -> &str {
    part.get(part.len()..).unwrap_or(part)
}

fn uppercase_escapes(text: &str) -> String {
    let mut parts = text.split('%');
    let mut output = String::from(parts.next().unwrap_or_default());
    for part in parts {
        let (digits, rest) = part.split_at_checked(2).unwrap_or((part, ""));
        output.extend(["%", &digits.to_ascii_uppercase(), rest]);
    }
    output
}

impl<'a> Urn<'a> {
    fn visit(fields: &mut Visitor<'_, 'a, Self>) -> Result<Self, SchemeError> {
        let nid = fields.field("nid", Given::needed_text, |it| it.nid.to_ascii_lowercase())?;
        let dialect = fields.dialect(|it| it.dialect, |edition| DIALECTS.get(edition));
        let nss = |given: &'a Given<'a>, name| {
            let missing = given.error(ErrorKind::Missing, name);
            given.written(name, dialect.raw)?.ok_or(missing)
        };
        let nss = fields.field("nss", nss, |it| &it.nss)?;
        let components = UrnComponents::visit(fields, |it| &it.components)?;
        fields.derived("assigned_name", Self::assigned_name);
        fields.build(|_| Ok(Self { nid, nss, components, dialect }))
    }
}

impl View for Urn<'_> {
    fn fields(&self) -> Fields {
        Visitor::show(self, Self::visit)
    }

    fn to_uri(&self) -> Result<Uri<String>, SchemeError> {
        let components = self.components.to_text();
        let writer = Writer::new(URN.name).raw(&self.nid).raw(":").raw(&self.nss).raw(&components);
        let uri = writer.finish()?;
        // The texts are raw and could contain delimiters, so the result has to be read back equal.
        if (Urn { dialect: self.dialect, ..Urn::read(&uri)? }) == *self {
            Ok(uri)
        } else {
            Err(SchemeError::new(ErrorKind::NotAUri, "NSS", self.dialect.nss))
        }
    }

    fn older_document(&self) -> Option<&'static str> {
        (!self.dialect.has_components).then_some("RFC 2141 section 2")
    }

    /// No namespace has the name `urn`, and one that begins with `urn-` is numbered (RFC 8141 §2.1, §5.1).
    fn check(&self) -> Result<(), SchemeError> {
        let rule = if self.nid.eq_ignore_ascii_case(URN.name) {
            self.dialect.reserved
        } else if self.dialect.has_components && is_misnumbered(&self.nid) {
            INFORMAL_NID
        } else {
            return Ok(());
        };
        Err(SchemeError::new(ErrorKind::InvalidValue, "NID", rule).at(URN.name.len() + 1))
    }

    /// Components are not part of the name (RFC 8141 §3.1).
    fn is_same(&self, other: Reference<'_>) -> Option<bool> {
        Some(self.equivalent(&Urn::read(other).ok()?))
    }

    /// The name in its form for comparison, with its components. Comparison ignores them, but the resolver and the
    /// resource use them, so a normal form keeps them.
    fn normal(&self) -> Option<String> {
        Some([self.assigned_name(), self.components.to_text()].concat())
    }
}
