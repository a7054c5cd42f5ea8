//! `tel`: a telephone number, global or within a context, with its parameters (RFC 3966).

use napkin::edition::Rule;
use napkin::{ByteSet, Reference, Uri};

use crate::definition::{Definition, View};
use crate::error::{ErrorKind, SchemeError};
use crate::named_fields::Given;
use crate::octets::Octets;
use crate::pairs::{Grammar, Parameter};
use crate::server::is_hostname;
use crate::source::Source;
use crate::spelling::{ALPHANUM, DIGIT, UNRESERVED, lowercase, octets};
use crate::value::Fields;
use crate::visitor::Visitor;
use crate::writer::Writer;

/// Telephone numbers.
pub static TEL: Definition = Definition {
    name: "tel",
    title: "Telephone number",
    document: "RFC 3966 section 3",
    grammar: "\
telephone-uri = \"tel:\" ( global-number / local-number )
global-number = \"+\" *phonedigit DIGIT *phonedigit *par
local-number  = local-number-digits *par context *par
context       = \";phone-context=\" ( domainname / global-number-digits )
par           = \";ext=\" 1*phonedigit / \";isub=\" 1*paramchar / \";\" pname [ \"=\" pvalue ]",
    example: "tel:+1-201-555-0123",
    default_port: None,
    standings: &[],
    normalization: Some(NORMAL),
    read: |source| Ok(Box::new(Tel::of(source)?)),
    compose: |given| Ok(Box::new(Visitor::compose(given, Tel::visit)?)),
};

const SECTION: &str = "RFC 3966 section 3";
const SUBSCRIBER: Rule = Rule { name: "telephone-subscriber", section: SECTION };
const GLOBAL: Rule = Rule { name: "global-number-digits", section: SECTION };
const LOCAL: Rule = Rule { name: "local-number-digits", section: SECTION };
const CONTEXT: Rule = Rule { name: "context", section: SECTION };
const DESCRIPTOR: Rule = Rule { name: "descriptor", section: SECTION };
const EXTENSION: Rule = Rule { name: "extension", section: SECTION };
const SUBADDRESS: Rule = Rule { name: "isdn-subaddress", section: SECTION };
const PARAMETER: Rule = Rule { name: "parameter", section: SECTION };
const PARAMETER_NAME: Rule = Rule { name: "pname", section: SECTION };
const PARAMETER_VALUE: Rule = Rule { name: "pvalue", section: SECTION };
pub(super) const NORMAL: Rule = Rule { name: "telephone-number", section: "RFC 3966 section 4" };

/// Parameters with rules for their values, in the order that section 3 requires.
const EXT: &str = "ext";
const ISUB: &str = "isub";
const PHONE_CONTEXT: &str = "phone-context";

const SEPARATORS: ByteSet = ByteSet::of(b"-.()");
const PHONE_DIGITS: ByteSet = DIGIT.or(SEPARATORS);
/// The grammar has `#`, which a URI contains only as an escape.
const LOCAL_DIGITS: ByteSet = PHONE_DIGITS
    .or(ByteSet::range(b'a', b'f'))
    .or(ByteSet::range(b'A', b'F'))
    .or(ByteSet::of(b"*#"));

/// The characters of the values, `paramchar`; also of a subaddress, by the verified erratum 203.
const VALUES: ByteSet = UNRESERVED.or(ByteSet::of(b"%[]/:&+$"));

const GRAMMAR: Grammar = Grammar::of_parameters(
    (ALPHANUM.or(ByteSet::of(b"-")), PARAMETER_NAME),
    (VALUES, PARAMETER_VALUE),
);

/// The characters allowed raw in numbers and values, besides the unreserved ones.
const RAW: ByteSet = ByteSet::of(b"+*()!':&$");

/// A telephone number.
///
/// ```
/// use napkin_schemes::{View, schemes::Tel};
///
/// let uri = napkin::Uri::parse("tel:+1-201-555-0123;ext=4")?;
/// let tel = Tel::read(&uri)?;
/// assert!(tel.is_global());
/// assert_eq!(tel.digits(), "+12015550123");
/// assert_eq!(tel.parameter("ext").unwrap(), "4");
/// assert_eq!(Tel::new("+44 20").to_uri().unwrap_err().field(), "number");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tel<'a> {
    /// The number as written, with its visual separators.
    pub number: Octets<'a>,
    /// The parameters in their order; no name appears twice.
    pub parameters: Vec<Parameter<'a>>,
}

impl<'a> Tel<'a> {
    /// Reads a URI of `tel`. Parameters may be in any order.
    ///
    /// # Errors
    ///
    /// If the number has other characters or no digit, a local number has no `phone-context`, or a parameter is
    /// invalid or occurs twice.
    pub fn read(reference: impl Into<Reference<'a>>) -> Result<Self, SchemeError> {
        TEL.read_by(&[TEL.name], reference, Self::of)
    }

    /// A number without parameters.
    pub fn new(number: impl Into<Octets<'a>>) -> Self {
        Self { number: number.into(), parameters: Vec::new() }
    }

    fn of(source: Source<'a>) -> Result<Self, SchemeError> {
        Self::subscriber(source, source.after_scheme())
    }

    /// Reads a `telephone-subscriber`, which must be a slice of the URI.
    pub(super) fn subscriber(source: Source<'a>, text: &'a str) -> Result<Self, SchemeError> {
        let (number, parameters) = match text.split_once(';') {
            Some((number, parameters)) => (number, Some(parameters)),
            None => (text, None),
        };
        check_number(source, number)?;
        let parameters = Parameter::read_all(source, parameters, &GRAMMAR)?;
        Parameter::refuse_repeated(source, &parameters, PARAMETER)?;
        for parameter in &parameters {
            check_parameter(source, parameter)?;
        }
        let tel = Self { number: source.octets(number), parameters };
        if !tel.is_global() && tel.parameter(PHONE_CONTEXT).is_none() {
            return Err(source.error(ErrorKind::Missing, "phone context", number, CONTEXT));
        }
        Ok(tel)
    }

    /// Whether the number is global, not local to a context.
    pub fn is_global(&self) -> bool {
        self.number.to_bytes().starts_with(b"+")
    }

    /// The number without its visual separators, for comparison (RFC 3966 §4).
    pub fn digits(&self) -> String {
        without_separators(&self.number.to_latin1())
    }

    /// The value of a parameter; names are case-insensitive.
    pub fn parameter(&self, name: &str) -> Option<&Octets<'a>> {
        Parameter::find(&self.parameters, name)
    }

    /// A `telephone-subscriber` as written in a URI; the writer of the URI checks it.
    pub(super) fn written(text: &'a str) -> Self {
        let mut parts = text.split(';');
        let number = Octets::encoded(parts.next().unwrap_or_default());
        let parameters = parts.map(|part| match part.split_once('=') {
            Some((name, value)) => {
                Parameter { name: Octets::encoded(name), value: Some(Octets::encoded(value)) }
            }
            None => Parameter { name: Octets::encoded(part), value: None },
        });
        Self { number, parameters: parameters.collect() }
    }

    /// The number with its parameters, for other schemes.
    pub(super) fn subscriber_text(&self) -> Result<String, SchemeError> {
        Ok(without_scheme(&self.to_uri()?))
    }

    /// The number with its parameters in its form for comparison.
    pub(super) fn normal_subscriber(&self) -> Option<String> {
        Some(without_scheme(&self.compared_uri()?))
    }

    /// Numbers without separators, all in lowercase, the parameters in order.
    fn compared_uri(&self) -> Option<Uri<String>> {
        let digits = Octets::from(lowercase(&self.digits()));
        let parameters = self.compared().into_iter().map(|(name, value)| match value {
            Some(value) => [";", &name, "=", &value].concat(),
            None => [";", &name].concat(),
        });
        let normal = Writer::new(TEL.name).octets(&digits, RAW);
        normal.raw(&parameters.collect::<String>()).finish().ok()
    }

    /// The parameters in their form for comparison, in the order that section 3 requires.
    fn compared(&self) -> Vec<(String, Option<String>)> {
        let mut compared: Vec<_> = self.parameters.iter().map(compared).collect();
        compared.sort_by_cached_key(|(name, _)| {
            let rank = match name.as_str() {
                EXT | ISUB => 0,
                PHONE_CONTEXT => 1,
                _ => 2,
            };
            (rank, name.clone())
        });
        compared
    }
}

/// Checks that a number has a digit, and that a global one begins with a plus sign.
fn check_number(source: Source<'_>, number: &str) -> Result<(), SchemeError> {
    if number.is_empty() {
        return Err(source.error(ErrorKind::Empty, "number", number, SUBSCRIBER));
    }
    match number.strip_prefix('+') {
        Some(digits) => check_digits(source, digits, PHONE_DIGITS, "number", GLOBAL),
        None => check_digits(source, number, LOCAL_DIGITS, "number", LOCAL),
    }
}

/// Checks that all octets are allowed, and that not all are separators.
fn check_digits(
    source: Source<'_>,
    digits: &str,
    allowed: ByteSet,
    field: &'static str,
    rule: Rule,
) -> Result<(), SchemeError> {
    source.check_decoded(digits, allowed, field, rule)?;
    if octets(digits).any(|(_, octet)| !SEPARATORS.contains(octet)) {
        return Ok(());
    }
    Err(source.error(ErrorKind::InvalidValue, field, digits, rule))
}

fn check_parameter(source: Source<'_>, parameter: &Parameter<'_>) -> Result<(), SchemeError> {
    let value = parameter.value.as_ref().and_then(Octets::written);
    let needed = |field, rule| {
        value.ok_or(source.error(ErrorKind::Missing, field, parameter.written(), rule))
    };
    if parameter.is(EXT) {
        let extension = needed("extension", EXTENSION)?;
        source.check(extension, PHONE_DIGITS, "extension", EXTENSION)
    } else if parameter.is(ISUB) {
        let subaddress = needed("subaddress", SUBADDRESS)?;
        source.check(subaddress, VALUES, "subaddress", SUBADDRESS)
    } else if parameter.is(PHONE_CONTEXT) {
        let context = needed("phone context", CONTEXT)?;
        match context.strip_prefix('+') {
            Some(digits) => check_digits(source, digits, PHONE_DIGITS, "phone context", GLOBAL),
            None if is_hostname(context) => Ok(()),
            None => {
                Err(source.error(ErrorKind::InvalidValue, "phone context", context, DESCRIPTOR))
            }
        }
    } else {
        source.check(value.unwrap_or_default(), VALUES, "parameter value", PARAMETER_VALUE)
    }
}

/// Name and value in their form for comparison: in lowercase, and without separators where they are allowed.
fn compared(parameter: &Parameter<'_>) -> (String, Option<String>) {
    let spelled = |octets: &Octets<'_>| lowercase(&octets.spelled(UNRESERVED));
    let value = parameter.value.as_ref().map(spelled).map(|value| {
        let is_number = parameter.is(EXT) || parameter.is(PHONE_CONTEXT) && value.starts_with('+');
        let bare = if is_number { without_separators(&value) } else { String::new() };
        // An extension of separators only is valid by the grammar, and stays unchanged.
        if bare.is_empty() { value } else { bare }
    });
    (spelled(&parameter.name), value)
}

fn without_scheme(uri: &Uri<String>) -> String {
    uri.as_str().get(TEL.name.len() + 1..).unwrap_or_default().into()
}

fn without_separators(number: &str) -> String {
    number.replace(['-', '.', '(', ')'], "")
}

impl<'a> Tel<'a> {
    fn visit(fields: &mut Visitor<'_, 'a, Self>) -> Result<Self, SchemeError> {
        let number = fields.field("number", Given::needed, |it| &it.number)?;
        fields.derived("digits", Self::digits);
        fields.derived("global", Self::is_global);
        let mut own = |name, parameter| {
            let value = fields
                .field(name, Given::octets, |it: &Self| it.parameter(parameter).map(Octets::shown));
            value.map(|value| Some(Parameter::new(parameter, value?)))
        };
        let context = own("phone_context", PHONE_CONTEXT)?;
        let (extension, subaddress) = (own("ext", EXT)?, own("isub", ISUB)?);
        let others = fields.parameters("parameters", |it| {
            let is_own =
                |name| [EXT, ISUB, PHONE_CONTEXT].iter().any(|own| Parameter::is(name, own));
            it.parameters.iter().filter(|it| !is_own(it)).collect::<Vec<_>>()
        })?;
        fields.build(|_| {
            let own = [extension, subaddress, context].into_iter().flatten();
            Ok(Self { number, parameters: own.chain(others).collect() })
        })
    }
}

impl View for Tel<'_> {
    fn fields(&self) -> Fields {
        Visitor::show(self, Self::visit)
    }

    fn to_uri(&self) -> Result<Uri<String>, SchemeError> {
        let writer = Writer::new(TEL.name).octets(&self.number, RAW);
        let uri = writer.parameters(&self.parameters, RAW).finish()?;
        Tel::read(&uri)?;
        Ok(uri)
    }

    /// Numbers without separators, all in lowercase, the parameters in order: two URIs are equivalent if these are
    /// equal (RFC 3966 §4).
    fn normal(&self) -> Option<String> {
        let normal = self.compared_uri()?;
        (normal != self.to_uri().ok()?).then(|| normal.into_text())
    }
}
