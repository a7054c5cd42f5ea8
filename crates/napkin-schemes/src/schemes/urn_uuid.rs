//! `urn:uuid`: a number of 128 bits that is unique without a registry (RFC 9562).

use std::fmt::Write as _;

use napkin::edition::Rule;
use napkin::{Reference, Uri};

use crate::definition::{Definition, View};
use crate::error::{ErrorKind, SchemeError};
use crate::named_fields::Given;
use crate::source::Source;
use crate::value::Fields;
use crate::visitor::Visitor;

use super::urn::{RESERVED, URN, Urn, UrnComponents};

/// Universally unique identifiers.
pub static URN_UUID: Definition = Definition {
    name: "urn:uuid",
    title: "Universally Unique Identifiers",
    document: "RFC 9562 section 4",
    grammar: "\
UUID = 4hexOctet \"-\" 2hexOctet \"-\" 2hexOctet \"-\" 2hexOctet \"-\" 6hexOctet",
    example: "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
    default_port: None,
    standings: RESERVED,
    normalization: Some(UUID),
    read: |source| Ok(Box::new(UrnUuid::of(source)?)),
    compose: |given| Ok(Box::new(Visitor::compose(given, UrnUuid::visit)?)),
};

const UUID: Rule = Rule { name: "UUID", section: "RFC 9562 section 4" };

/// The places of the hyphens among the 36 characters.
const HYPHENS: [usize; 4] = [8, 13, 18, 23];
const LENGTH: usize = 36;

/// A UUID as a name.
///
/// ```
/// use napkin_schemes::schemes::{UrnUuid, UuidVariant};
///
/// let uri = napkin::Uri::parse("urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6")?;
/// let uuid = UrnUuid::read(&uri)?;
/// assert_eq!(uuid.octets[0], 0xF8);
/// assert_eq!((uuid.variant(), uuid.version()), (UuidVariant::Rfc9562, Some(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UrnUuid<'a> {
    /// The number, most significant octet first.
    pub octets: [u8; 16],
    /// The components after the name.
    pub components: UrnComponents<'a>,
}

/// The authority that defines the layout of the other bits (RFC 9562 §4.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_enums, reason = "RFC 9562 §4.1 has no other")]
pub enum UuidVariant {
    /// The Network Computing System, and the Nil UUID.
    Ncs,
    /// RFC 9562, and RFC 4122 before it.
    Rfc9562,
    /// Microsoft, for old identifiers.
    Microsoft,
    /// Reserved for the future; includes the Max UUID.
    Future,
}

impl UuidVariant {
    /// The name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ncs => "ncs",
            Self::Rfc9562 => "rfc9562",
            Self::Microsoft => "microsoft",
            Self::Future => "future",
        }
    }
}

impl<'a> UrnUuid<'a> {
    /// Reads a name of `urn:uuid`, by its edition.
    ///
    /// # Errors
    ///
    /// If the name is not 32 hexadecimal digits with hyphens at their places.
    pub fn read(reference: impl Into<Reference<'a>>) -> Result<Self, SchemeError> {
        URN_UUID.read_by(&[URN.name], reference, Self::of)
    }

    /// A UUID without components.
    pub fn new(octets: [u8; 16]) -> Self {
        Self { octets, components: UrnComponents::default() }
    }

    fn of(source: Source<'a>) -> Result<Self, SchemeError> {
        let (text, urn) = Urn::of_namespace(source, "uuid")?;
        let wrong =
            |kind, at| Err(source.error(kind, "UUID", text.get(at..).unwrap_or_default(), UUID));
        let mut number = 0;
        for (at, byte) in text.bytes().enumerate().take(LENGTH) {
            match char::from(byte).to_digit(16) {
                None if byte == b'-' && HYPHENS.contains(&at) => {}
                Some(digit) if !HYPHENS.contains(&at) => number = number << 4 | u128::from(digit),
                _ => return wrong(ErrorKind::InvalidCharacter, at),
            }
        }
        if text.len() == LENGTH {
            Ok(Self { octets: number.to_be_bytes(), components: urn.components })
        } else {
            wrong(ErrorKind::InvalidValue, text.len().min(LENGTH))
        }
    }

    /// The variant.
    pub const fn variant(&self) -> UuidVariant {
        match self.octets[8] >> 5 {
            0..=3 => UuidVariant::Ncs,
            4 | 5 => UuidVariant::Rfc9562,
            6 => UuidVariant::Microsoft,
            _ => UuidVariant::Future,
        }
    }

    /// The version, which only the variant of RFC 9562 has.
    pub const fn version(&self) -> Option<u8> {
        match self.variant() {
            UuidVariant::Rfc9562 => Some(self.octets[6] >> 4),
            _ => None,
        }
    }

    /// The 36 characters, in lowercase.
    pub fn uuid(&self) -> String {
        let mut text = String::with_capacity(LENGTH);
        for octet in self.octets {
            if HYPHENS.contains(&text.len()) {
                text.push('-');
            }
            // Writing to a string cannot fail.
            let _ = write!(text, "{octet:02x}");
        }
        text
    }

    fn urn(&self) -> Urn<'_> {
        Urn::new("uuid", self.uuid()).with_components(&self.components)
    }
}

impl<'a> UrnUuid<'a> {
    fn visit(fields: &mut Visitor<'_, 'a, Self>) -> Result<Self, SchemeError> {
        fields.derived("nid", |_| "uuid");
        let uuid = |given: &'a Given<'a>, name| {
            let urn = ["urn:uuid:", &given.needed_text(name)?].concat();
            let urn = napkin::Uri::try_new(urn).ok();
            let octets = urn.and_then(|urn| UrnUuid::read(&urn).ok().map(|urn| urn.octets));
            octets.ok_or_else(|| given.error(ErrorKind::InvalidValue, name))
        };
        let octets = fields.field("uuid", uuid, Self::uuid)?;
        fields.derived("variant", |it| it.variant().name());
        fields.derived("version", |it| it.version().map(u16::from));
        let components = UrnComponents::visit(fields, |it| &it.components)?;
        fields.derived("assigned_name", |it| it.urn().assigned_name());
        fields.build(|_| Ok(Self { octets, components }))
    }
}

impl View for UrnUuid<'_> {
    fn fields(&self) -> Fields {
        Visitor::show(self, Self::visit)
    }

    fn to_uri(&self) -> Result<Uri<String>, SchemeError> {
        self.urn().to_uri()
    }

    /// Components are not part of the name (RFC 8141 §3.1).
    fn is_same(&self, other: Reference<'_>) -> Option<bool> {
        Some(self.urn().equivalent(&UrnUuid::read(other).ok()?.urn()))
    }

    /// In lowercase: input is case-insensitive, output is lowercase (RFC 9562 §4).
    fn normal(&self) -> Option<String> {
        self.urn().normal()
    }
}
