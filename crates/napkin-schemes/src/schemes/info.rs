//! `info`: an identifier of a public namespace, such as that of the Library of Congress (RFC 4452).

use std::borrow::Cow;

use napkin::edition::Rule;
use napkin::{ByteSet, Reference, Uri};

use crate::definition::{Definition, View};
use crate::error::{ErrorKind, SchemeError};
use crate::named_fields::Given;
use crate::octets::Octets;
use crate::source::Source;
use crate::spelling::ALPHANUM;
use crate::value::Fields;
use crate::visitor::Visitor;
use crate::writer::Writer;

/// Information assets with identifiers in public namespaces.
pub static INFO: Definition = Definition {
    name: "info",
    title: "Information assets of public namespaces",
    document: "RFC 4452 section 4.1",
    grammar: "\
info-URI        = \"info\" \":\" info-identifier [ \"#\" fragment ]
info-identifier = namespace \"/\" identifier
namespace       = ALPHA *( ALPHA / DIGIT / \"+\" / \"-\" / \".\" )
identifier      = *( pchar / \"/\" )",
    example: "info:ddc/22/eng//004.678",
    default_port: None,
    standings: &[],
    normalization: Some(NORMAL),
    read: |source| Ok(Box::new(Info::of(source)?)),
    compose: |given| Ok(Box::new(Visitor::compose(given, Info::visit)?)),
};

const NAMESPACE: Rule = Rule { name: "namespace", section: "RFC 4452 section 4.1" };
const IDENTIFIER: Rule = Rule { name: "identifier", section: "RFC 4452 section 4.1" };
const NORMAL: Rule = Rule { name: "lowercase-namespace", section: "RFC 4452 section 5" };

const NAMES: ByteSet = ALPHANUM.or(ByteSet::of(b"+-."));
/// Delimiters of `pchar`, and the slash.
const RAW: ByteSet = ByteSet::of(b"!$&'()*+,;=:@/");
const IDENTIFIERS: ByteSet = ALPHANUM.or(ByteSet::of(b"-._~%")).or(RAW);

/// An identifier in a namespace.
///
/// ```
/// use napkin_schemes::{View, schemes::Info};
///
/// let uri = napkin::Uri::parse("info:lccn/2002022641")?;
/// let info = Info::read(&uri)?;
/// assert_eq!((&*info.namespace, info.identifier.to_str()?), ("lccn", "2002022641".into()));
/// assert_eq!(Info::new("ark", "12025/654 x").to_uri()?, "info:ark/12025/654%20x");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info<'a> {
    /// The namespace, which is case-insensitive.
    pub namespace: Cow<'a, str>,
    /// The identifier in the namespace, which defines the meaning of slashes.
    pub identifier: Octets<'a>,
}

impl<'a> Info<'a> {
    /// Reads a URI of `info`.
    ///
    /// # Errors
    ///
    /// If the namespace is empty or invalid, the identifier is missing, or one has another character.
    pub fn read(reference: impl Into<Reference<'a>>) -> Result<Self, SchemeError> {
        INFO.read_by(&[INFO.name], reference, Self::of)
    }

    /// An identifier of a namespace.
    pub fn new(namespace: impl Into<Cow<'a, str>>, identifier: impl Into<Octets<'a>>) -> Self {
        Self { namespace: namespace.into(), identifier: identifier.into() }
    }

    fn of(source: Source<'a>) -> Result<Self, SchemeError> {
        let text = source.after_scheme();
        let end = text.find('/').unwrap_or(text.len());
        let (namespace, rest) = text.split_at_checked(end).unwrap_or((text, ""));
        if namespace.is_empty() {
            return Err(source.error(ErrorKind::Empty, "namespace", namespace, NAMESPACE));
        }
        source.check(namespace, NAMES, "namespace", NAMESPACE)?;
        if !namespace.starts_with(|first: char| first.is_ascii_alphabetic()) {
            let kind = ErrorKind::InvalidCharacter;
            return Err(source.error(kind, "namespace", namespace, NAMESPACE));
        }
        let missing = source.error(ErrorKind::Missing, "identifier", rest, IDENTIFIER);
        let identifier = rest.strip_prefix('/').ok_or(missing)?;
        source.check(identifier, IDENTIFIERS, "identifier", IDENTIFIER)?;
        Ok(Self::new(namespace, source.octets(identifier)))
    }

    fn write(&self, namespace: &str) -> Writer {
        Writer::new(INFO.name).raw(namespace).raw("/").octets(&self.identifier, RAW)
    }
}

impl<'a> Info<'a> {
    fn visit(fields: &mut Visitor<'_, 'a, Self>) -> Result<Self, SchemeError> {
        let namespace = fields
            .field("namespace", Given::needed_text, |it| it.namespace.to_ascii_lowercase())?;
        let identifier = fields.field("identifier", Given::needed, |it| it.identifier.shown())?;
        fields.build(|_| Ok(Self { namespace, identifier }))
    }
}

impl View for Info<'_> {
    fn fields(&self) -> Fields {
        Visitor::show(self, Self::visit)
    }

    fn to_uri(&self) -> Result<Uri<String>, SchemeError> {
        let uri = self.write(&self.namespace).finish()?;
        if Info::read(&uri)? == *self {
            return Ok(uri);
        }
        Err(SchemeError::new(ErrorKind::NotAUri, "namespace", NAMESPACE))
    }

    fn normal(&self) -> Option<String> {
        let normal = self.write(&self.namespace.to_ascii_lowercase()).finish().ok()?.into_text();
        (normal != self.to_uri().ok()?.into_text()).then_some(normal)
    }
}
