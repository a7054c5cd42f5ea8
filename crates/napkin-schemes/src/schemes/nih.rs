//! `nih`: the names of `ni` for people to read aloud (RFC 6920 §7).

use std::borrow::Cow;

use napkin::edition::Rule;
use napkin::{ByteSet, Reference, Uri};

use crate::definition::{Definition, View};
use crate::error::{ErrorKind, SchemeError};
use crate::named_fields::Given;
use crate::source::Source;
use crate::spelling::{DIGIT, hexadecimal};
use crate::value::Fields;
use crate::visitor::Visitor;
use crate::writer::Writer;

use super::ni::{algorithm, check_length, digest, named};

/// Named information for people.
pub static NIH: Definition = Definition {
    name: "nih",
    title: "Named Information for humans",
    document: "RFC 6920 section 7",
    grammar: "\
nih-uri = \"nih:\" alg \";\" val [ \";\" checkdigit ]
val     = 1*( %x30-39 / %x61-66 / \"-\" )",
    example: "nih:sha-256-120;5326-9057-e12f-e2b7-4ba0-7c89-2560-a2;f",
    default_port: None,
    standings: &[],
    normalization: Some(NORMAL),
    read: |source| Ok(Box::new(Nih::of(source)?)),
    compose: |given| Ok(Box::new(Visitor::compose(given, Nih::visit)?)),
};

const URI: Rule = Rule { name: "nih-uri", section: "RFC 6920 section 7" };
const VAL: Rule = Rule { name: "val", section: "RFC 6920 section 7" };
const CHECK_DIGIT: Rule = Rule { name: "checkdigit", section: "RFC 6920 section 7" };
const NORMAL: Rule = Rule { name: "name-comparison", section: "RFC 6920 section 2" };

const HEXADECIMAL: ByteSet = DIGIT.or(ByteSet::range(b'a', b'f'));
const GROUPED: ByteSet = HEXADECIMAL.or(ByteSet::of(b"-"));

/// A resource, named by a digest in digits for reading aloud.
///
/// ```
/// use napkin_schemes::{View, schemes::Nih};
///
/// let uri = napkin::Uri::parse("nih:6;5326-9057;b")?;
/// let nih = Nih::read(&uri)?;
/// assert_eq!((nih.algorithm_name(), nih.check_digit()), ("sha-256-32", 'b'));
/// assert_eq!(nih.normal().as_deref(), Some("nih:sha-256-32;53269057;b"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nih<'a> {
    /// The algorithm by its name or its number.
    pub algorithm: Cow<'a, str>,
    /// The digits of the digest as written, with hyphens for pauses.
    pub digits: Cow<'a, str>,
    /// Whether the check digit is written.
    pub is_checked: bool,
}

impl<'a> Nih<'a> {
    /// Reads a URI of `nih`.
    ///
    /// # Errors
    ///
    /// If algorithm or digest are missing, the digest has other characters than lowercase hexadecimal digits and
    /// hyphens or another length, or the check digit is wrong.
    pub fn read(reference: impl Into<Reference<'a>>) -> Result<Self, SchemeError> {
        NIH.read_by(&[NIH.name], reference, Self::of)
    }

    /// A resource with a digest, with its check digit.
    pub fn new(algorithm: impl Into<Cow<'a, str>>, digest: &[u8]) -> Self {
        let digits = hexadecimal(digest).into();
        Self { algorithm: algorithm.into(), digits, is_checked: true }
    }

    fn of(source: Source<'a>) -> Result<Self, SchemeError> {
        let (algorithm, rest) = algorithm(source, source.after_scheme())?;
        let (digits, check) = match rest.split_once(';') {
            Some((digits, check)) => (digits, Some(check)),
            None => (rest, None),
        };
        source.check(digits, GROUPED, "digest", VAL)?;
        let nih = Self { algorithm: algorithm.into(), digits: digits.into(), is_checked: false };
        let digest = nih.digest().filter(|digest| !digest.is_empty());
        let digest = digest.ok_or(source.error(ErrorKind::InvalidValue, "digest", digits, VAL))?;
        check_length(source, named(algorithm), digits, &digest)?;
        if let Some(check) = check {
            source.check(check, HEXADECIMAL, "check digit", CHECK_DIGIT)?;
            if check.chars().ne([nih.check_digit()]) {
                let kind = ErrorKind::InvalidValue;
                return Err(source.error(kind, "check digit", check, CHECK_DIGIT));
            }
        }
        Ok(Self { is_checked: check.is_some(), ..nih })
    }

    /// The name of the algorithm, even if its number is written.
    pub fn algorithm_name(&self) -> &str {
        named(&self.algorithm)
    }

    /// The digest; `None` if the number of digits is odd.
    pub fn digest(&self) -> Option<Vec<u8>> {
        let mut octets = Vec::with_capacity(self.digits.len() / 2);
        let mut high = None;
        for digit in self.values() {
            match high.take() {
                None => high = Some(digit),
                Some(first) => octets.push(first << 4 | digit),
            }
        }
        high.is_none().then_some(octets)
    }

    /// The check digit: that of Luhn's algorithm in base 16 (ISO/IEC 7812).
    pub fn check_digit(&self) -> char {
        let digits: Vec<_> = self.values().collect();
        let sum: u32 = digits.iter().rev().enumerate().fold(0, |sum, (number, digit)| {
            let doubled = u32::from(*digit) << u32::from(number % 2 == 0);
            (sum + doubled / 16 + doubled % 16) % 16
        });
        char::from_digit((16 - sum) % 16, 16).unwrap_or('0')
    }

    /// The values of the digits, without hyphens.
    fn values(&self) -> impl Iterator<Item = u8> {
        self.digits.chars().filter_map(|digit| digit.to_digit(16)).map(|value| value as u8)
    }

    fn write(&self, algorithm: &str, digits: &str, is_checked: bool) -> Writer {
        let writer = Writer::new(NIH.name).raw(algorithm).raw(";").raw(digits);
        if is_checked { writer.raw(";").raw(&self.check_digit().to_string()) } else { writer }
    }
}

impl<'a> Nih<'a> {
    fn visit(fields: &mut Visitor<'_, 'a, Self>) -> Result<Self, SchemeError> {
        let algorithm = fields.field("algorithm", Given::needed_text, Self::algorithm_name)?;
        let digest =
            fields.field("digest", digest, |it| it.digest().as_deref().map(hexadecimal))?;
        fields.derived("check_digit", |it| it.check_digit().to_string());
        let is_checked = fields.field("checked", Given::flag, |it| it.is_checked)?;
        fields.build(|_| {
            Ok(Self { is_checked: is_checked.unwrap_or(true), ..Self::new(algorithm, &digest) })
        })
    }
}

impl View for Nih<'_> {
    fn fields(&self) -> Fields {
        Visitor::show(self, Self::visit)
    }

    fn to_uri(&self) -> Result<Uri<String>, SchemeError> {
        let uri = self.write(&self.algorithm, &self.digits, self.is_checked).finish()?;
        // The texts are raw and could contain delimiters, so the result has to be read back equal.
        if Nih::read(&uri)? == *self {
            return Ok(uri);
        }
        Err(SchemeError::new(ErrorKind::NotAUri, "digest", URI))
    }

    /// The name of the algorithm, the digits without hyphens, and the check digit: two names are equal if these
    /// are.
    fn normal(&self) -> Option<String> {
        let digits = self.digits.replace('-', "");
        let normal = self.write(self.algorithm_name(), &digits, true).finish().ok()?;
        (normal != self.to_uri().ok()?).then(|| normal.into_text())
    }
}
