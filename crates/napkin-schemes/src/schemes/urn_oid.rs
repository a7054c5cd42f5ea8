//! `urn:oid`: an object identifier, a path of numbers from a common root (RFC 3061).

use std::borrow::Cow;

use napkin::edition::Rule;
use napkin::{ByteSet, Reference, Uri};

use crate::definition::{Definition, View};
use crate::error::{ErrorKind, SchemeError};
use crate::named_fields::Given;
use crate::source::Source;
use crate::value::{Fields, Value};
use crate::visitor::Visitor;

use super::urn::{RESERVED, URN, Urn, UrnComponents};

/// Object identifiers.
pub static URN_OID: Definition = Definition {
    name: "urn:oid",
    title: "Object Identifiers",
    document: "RFC 3061 section 2",
    grammar: "\
oid    = number *( \".\" number )
number = \"0\" / ( %x31-39 *DIGIT )",
    example: "urn:oid:1.3.6.1.2.1.27",
    default_port: None,
    standings: RESERVED,
    normalization: URN.normalization,
    read: |source| Ok(Box::new(UrnOid::of(source)?)),
    compose: |given| Ok(Box::new(Visitor::compose(given, UrnOid::visit)?)),
};

const NUMBER: Rule = Rule { name: "number", section: "RFC 3061 section 2" };

/// An object identifier as a name.
///
/// ```
/// use napkin_schemes::schemes::UrnOid;
///
/// let uri = napkin::Uri::parse("urn:oid:1.3.6.1")?;
/// let oid = UrnOid::read(&uri)?;
/// assert_eq!((oid.arcs.len(), oid.dotted()), (4, "1.3.6.1".into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UrnOid<'a> {
    /// The numbers from the root, in decimal digits, since they have no maximum.
    pub arcs: Vec<Cow<'a, str>>,
    /// The components after the name.
    pub components: UrnComponents<'a>,
}

impl<'a> UrnOid<'a> {
    /// Reads a name of `urn:oid`, by its edition.
    ///
    /// # Errors
    ///
    /// If an arc is empty, has other characters than digits, or has a leading zero.
    pub fn read(reference: impl Into<Reference<'a>>) -> Result<Self, SchemeError> {
        URN_OID.read_by(&[URN.name], reference, Self::of)
    }

    fn of(source: Source<'a>) -> Result<Self, SchemeError> {
        let (text, urn) = Urn::of_namespace(source, "oid")?;
        let mut arcs = Vec::new();
        for arc in text.split('.') {
            if arc.is_empty() {
                return Err(source.error(ErrorKind::Empty, "arc", arc, NUMBER));
            }
            source.check(arc, ByteSet::range(b'0', b'9'), "arc", NUMBER)?;
            if arc.len() > 1 && arc.starts_with('0') {
                return Err(source.error(ErrorKind::InvalidValue, "arc", arc, NUMBER));
            }
            arcs.push(Cow::Borrowed(arc));
        }
        Ok(Self { arcs, components: urn.components })
    }

    /// The numbers with dots between them.
    pub fn dotted(&self) -> String {
        self.arcs.join(".")
    }

    fn urn(&self) -> Urn<'_> {
        Urn::new("oid", self.dotted()).with_components(&self.components)
    }
}

impl<'a> UrnOid<'a> {
    fn visit(fields: &mut Visitor<'_, 'a, Self>) -> Result<Self, SchemeError> {
        fields.derived("nid", |_| "oid");
        let oid = fields.field("oid", Given::needed_text, Self::dotted)?;
        // An arc of more than 64 bits, such as one made from a UUID, stays text.
        let number = |arc: &Cow<'_, str>| arc.parse::<u64>().map_or(arc.into(), Value::from);
        fields.derived("arcs", |it| it.arcs.iter().map(number).collect::<Vec<_>>());
        let components = UrnComponents::visit(fields, |it| &it.components)?;
        fields.derived("assigned_name", |it| it.urn().assigned_name());
        fields.build(|_| {
            let arcs = oid.split('.').map(|arc| Cow::Owned(arc.to_owned())).collect();
            Ok(Self { arcs, components })
        })
    }
}

impl View for UrnOid<'_> {
    fn fields(&self) -> Fields {
        Visitor::show(self, Self::visit)
    }

    fn to_uri(&self) -> Result<Uri<String>, SchemeError> {
        let uri = self.urn().to_uri()?;
        UrnOid::read(&uri)?;
        Ok(uri)
    }
    /// Components are not part of the name (RFC 8141 §3.1).
    fn is_same(&self, other: Reference<'_>) -> Option<bool> {
        Some(self.urn().equivalent(&UrnOid::read(other).ok()?.urn()))
    }

    fn normal(&self) -> Option<String> {
        self.urn().normal()
    }
}
