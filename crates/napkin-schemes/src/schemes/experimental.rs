//! `x-…`: schemes by agreement of the parties (RFC 1630, registration; RFC 1738 §4). Since RFC 6648
//! there is no need to begin one with `x-`.

use napkin::edition::{RFC1630, RFC1738, Rule};
use napkin::{ByteSet, Reference, Uri};

use crate::citation::rule;
use crate::definition::{Class, Definition, Standing, View};
use crate::error::{ErrorKind, SchemeError};
use crate::named_fields::Given;
use crate::octets::Octets;
use crate::source::Source;
use crate::value::Fields;
use crate::visitor::Visitor;
use crate::writer::Writer;

/// All schemes that begin with `x-`.
pub static EXPERIMENTAL: Definition = Definition {
    name: "x-",
    title: "Experimental schemes",
    document: "RFC 1738 section 4",
    grammar: "\
experimental-url = \"x-\" *scheme-character \":\" *xchar",
    example: "x-demo:anything",
    default_port: None,
    standings: &[
        Standing::defined(
            RFC1630,
            "RFC 1630, \"Registration of naming schemes\"",
            &[(RULE, rule("scheme", "RFC 1630, \"Registration of naming schemes\""))],
        )
        .but(Class::Experimental),
        Standing::defined(RFC1738, "RFC 1738 section 4", &[]).but(Class::Experimental),
    ],
    normalization: None,
    read: |source| Ok(Box::new(Experimental::of(source))),
    compose: |given| Ok(Box::new(Visitor::compose(given, Experimental::visit)?)),
};

/// A URI of an experimental scheme, whose structure is unknown.
///
/// ```
/// use napkin_schemes::schemes::Experimental;
///
/// let uri = napkin::Uri::parse("x-demo:anything")?;
/// assert_eq!(Experimental::read(&uri)?.name, "x-demo");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Experimental<'a> {
    /// The scheme as it is written.
    pub name: &'a str,
    /// The text after the colon.
    pub specific: Octets<'a>,
}

impl<'a> Experimental<'a> {
    /// Reads a URI whose scheme begins with `x-`.
    ///
    /// # Errors
    ///
    /// If the scheme does not begin with `x-`.
    pub fn read(reference: impl Into<Reference<'a>>) -> Result<Self, SchemeError> {
        let source = Source::new(reference.into())?;
        if is_experimental(source.scheme()) {
            Ok(Self::of(source))
        } else {
            Err(source.error(ErrorKind::WrongScheme, "scheme", source.text(), RULE))
        }
    }

    fn of(source: Source<'a>) -> Self {
        Self { name: source.scheme(), specific: source.octets(source.after_scheme()) }
    }
}

fn is_experimental(scheme: &str) -> bool {
    let prefix = scheme.get(..EXPERIMENTAL.name.len());
    prefix.is_some_and(|prefix| prefix.eq_ignore_ascii_case(EXPERIMENTAL.name))
}

const RULE: Rule = Rule { name: "scheme", section: "RFC 1738 section 4" };

impl<'a> Experimental<'a> {
    fn visit(fields: &mut Visitor<'_, 'a, Self>) -> Result<Self, SchemeError> {
        let first = |given: &'a Given<'a>, name| {
            let missing = given.error(ErrorKind::Missing, name);
            given.texts(name)?.first().copied().ok_or(missing)
        };
        let specific = fields.field("specific_part", first, |it| it.specific.written())?;
        fields.build(|given| Ok(Self { name: given.scheme(), specific: Octets::encoded(specific) }))
    }
}

impl View for Experimental<'_> {
    fn fields(&self) -> Fields {
        Visitor::show(self, Self::visit)
    }

    fn to_uri(&self) -> Result<Uri<String>, SchemeError> {
        if !is_experimental(self.name) {
            return Err(SchemeError::new(ErrorKind::WrongScheme, "scheme", RULE));
        }
        Writer::new(self.name)
            .specific_part(&self.specific, ByteSet::of(b"/?:@!$&'()*+,;="))
            .finish()
    }
}
