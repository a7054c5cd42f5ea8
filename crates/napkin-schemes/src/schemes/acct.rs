//! `acct`: the account of a user at a provider, whatever protocol it is used with (RFC 7565).

use std::borrow::Cow;

use napkin::edition::Rule;
use napkin::{ByteSet, Reference, Uri, percent};

use crate::definition::{Definition, View};
use crate::error::{ErrorKind, SchemeError};
use crate::named_fields::Given;
use crate::octets::Octets;
use crate::server::{compared_name, in_path, literal};
use crate::source::Source;
use crate::spelling::ALPHANUM;
use crate::value::Fields;
use crate::visitor::Visitor;
use crate::writer::Writer;

/// Accounts.
pub static ACCT: Definition = Definition {
    name: "acct",
    title: "User accounts",
    document: "RFC 7565 section 7",
    grammar: "\
acctURI  = \"acct\" \":\" userpart \"@\" host
userpart = ( unreserved / sub-delims ) *( unreserved / pct-encoded / sub-delims )",
    example: "acct:juliet%40capulet.example@shoppingsite.example",
    default_port: None,
    standings: &[],
    normalization: Some(NORMAL),
    read: |source| Ok(Box::new(Acct::of(source)?)),
    compose: |given| Ok(Box::new(Visitor::compose(given, Acct::visit)?)),
};

const URI: Rule = Rule { name: "acctURI", section: "RFC 7565 section 7" };
const USERPART: Rule = Rule { name: "userpart", section: "RFC 7565 section 7" };
const HOST: Rule = Rule { name: "host", section: "RFC 7565 section 7" };

const NORMAL: Rule = Rule { name: "map-host", section: "RFC 3986 section 3.2.2" };

const SUB_DELIMS: ByteSet = ByteSet::of(b"!$&'()*+,;=");
const FIRST: ByteSet = ALPHANUM.or(ByteSet::of(b"-._~")).or(SUB_DELIMS);
const TEXT: ByteSet = FIRST.or(ByteSet::of(b"%"));

/// An account.
///
/// ```
/// use napkin_schemes::{View, schemes::Acct};
///
/// let uri = napkin::Uri::parse("acct:juliet%40capulet.example@shoppingsite.example")?;
/// let acct = Acct::read(&uri)?;
/// assert_eq!(acct.user, "juliet@capulet.example");
/// assert_eq!(Acct::new("a@b", "example.com").to_uri()?, "acct:a%40b@example.com");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Acct<'a> {
    /// The user's name at the provider.
    pub user: Octets<'a>,
    /// The provider as it is written; an IP literal with raw brackets.
    pub host: Cow<'a, str>,
}

impl<'a> Acct<'a> {
    /// Reads a URI of `acct`.
    ///
    /// # Errors
    ///
    /// If user or host is missing or empty, the user begins with the escape of an ASCII character, or one of them has
    /// another character.
    pub fn read(reference: impl Into<Reference<'a>>) -> Result<Self, SchemeError> {
        ACCT.read_by(&[ACCT.name], reference, Self::of)
    }

    /// An account at a host.
    pub fn new(user: impl Into<Octets<'a>>, host: impl Into<Cow<'a, str>>) -> Self {
        Self { user: user.into(), host: host.into() }
    }

    fn of(source: Source<'a>) -> Result<Self, SchemeError> {
        let text = source.after_scheme();
        let nothing = text.get(text.len()..).unwrap_or_default();
        let missing = source.error(ErrorKind::Missing, "host", nothing, URI);
        let (user, host) = text.split_once('@').ok_or(missing)?;
        let address = literal(host);
        for (part, field, rule) in [(user, "user", USERPART), (host, "host", HOST)] {
            if part.is_empty() {
                return Err(source.error(ErrorKind::Empty, field, part, rule));
            }
            if field == "user" || address.is_none() {
                source.check(part, TEXT, field, rule)?;
            }
        }
        // A non-ASCII character may be the first one (section 6), although its escape fits no rule for that place.
        if percent::decode(user, false).next().is_some_and(|octet| octet.is_ascii()) {
            source.check(user.get(..1).unwrap_or_default(), FIRST, "user", USERPART)?;
        }
        Ok(Self { user: source.octets(user), host: address.map_or(host.into(), Cow::Owned) })
    }
}

impl<'a> Acct<'a> {
    fn visit(fields: &mut Visitor<'_, 'a, Self>) -> Result<Self, SchemeError> {
        let user = fields.field("user", Given::needed, |it| it.user.shown())?;
        let host = |given: &'a Given<'a>, name| {
            let host = given.host(name, SUB_DELIMS)?;
            host.ok_or_else(|| given.error(ErrorKind::Missing, name))
        };
        let host = fields.field("host", host, |it| &it.host)?;
        fields.build(|_| Ok(Self { user, host }))
    }
}

impl View for Acct<'_> {
    fn fields(&self) -> Fields {
        Visitor::show(self, Self::visit)
    }

    fn to_uri(&self) -> Result<Uri<String>, SchemeError> {
        let writer = Writer::new(ACCT.name).octets(&self.user, SUB_DELIMS);
        let uri = writer.raw("@").raw(&in_path(&self.host)).finish()?;
        // The host is raw and could contain a delimiter.
        Acct::read(&uri)?;
        Ok(uri)
    }

    /// The host as a DNS name, in lowercase.
    fn normal(&self) -> Option<String> {
        let host = compared_name(&self.host).into();
        Some(Self { host, ..self.clone() }.to_uri().ok()?.into_text())
    }
}
