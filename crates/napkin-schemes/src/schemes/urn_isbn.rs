//! `urn:isbn`: a book by its number, of ten digits or thirteen (RFC 3187; RFC 8254).

use std::borrow::Cow;

use napkin::edition::Rule;
use napkin::{Reference, Uri};

use crate::definition::{Definition, View};
use crate::error::{ErrorKind, SchemeError};
use crate::named_fields::Given;
use crate::source::Source;
use crate::value::Fields;
use crate::visitor::Visitor;

use super::urn::{RESERVED, URN, Urn, UrnComponents};

/// International Standard Book Numbers.
pub static URN_ISBN: Definition = Definition {
    name: "urn:isbn",
    title: "International Standard Book Numbers",
    document: "RFC 3187 section 3.2",
    grammar: "\
isbn   = isbn10 / isbn13  ; with single hyphens between its elements, or none
isbn10 = 9DIGIT ( DIGIT / \"X\" )
isbn13 = ( \"978\" / \"979\" ) 10DIGIT",
    example: "urn:isbn:0-395-36341-1",
    default_port: None,
    standings: RESERVED,
    normalization: Some(ISBN),
    read: |source| Ok(Box::new(UrnIsbn::of(source)?)),
    compose: |given| Ok(Box::new(Visitor::compose(given, UrnIsbn::visit)?)),
};

const ISBN: Rule = Rule { name: "ISBN", section: "RFC 3187 section 3.2" };
const CHECK_DIGIT: Rule = Rule { name: "check digit", section: "ISO 2108" };
const PREFIX: Rule = Rule { name: "GS1 prefix", section: "ISO 2108" };

/// A book number as a name.
///
/// ```
/// use napkin_schemes::schemes::UrnIsbn;
///
/// let uri = napkin::Uri::parse("urn:isbn:0-395-36341-1")?;
/// let book = UrnIsbn::read(&uri)?;
/// assert_eq!(book.digits(), "0395363411");
/// assert_eq!(book.isbn13(), "9780395363416");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UrnIsbn<'a> {
    /// The number as written, with or without hyphens.
    pub isbn: Cow<'a, str>,
    /// The components after the name.
    pub components: UrnComponents<'a>,
}

impl<'a> UrnIsbn<'a> {
    /// Reads a name of `urn:isbn`, by its edition.
    ///
    /// # Errors
    ///
    /// If it does not have ten or thirteen digits, a hyphen is not between two digits, or the check digit is wrong.
    pub fn read(reference: impl Into<Reference<'a>>) -> Result<Self, SchemeError> {
        URN_ISBN.read_by(&[URN.name], reference, Self::of)
    }

    /// A number without components.
    pub fn new(isbn: impl Into<Cow<'a, str>>) -> Self {
        Self { isbn: isbn.into(), components: UrnComponents::default() }
    }

    fn of(source: Source<'a>) -> Result<Self, SchemeError> {
        let (text, urn) = Urn::of_namespace(source, "isbn")?;
        if let Some(at) = stray(text) {
            let stray = text.get(at..).unwrap_or_default();
            return Err(source.error(ErrorKind::InvalidCharacter, "ISBN", stray, ISBN));
        }
        let isbn = Self { isbn: text.into(), components: urn.components };
        let digits = isbn.digits();
        if !matches!(digits.len(), 10 | 13) || digits.len() == 13 && digits.ends_with('X') {
            return Err(source.error(ErrorKind::InvalidValue, "ISBN", text, ISBN));
        }
        if digits.len() == 13 && !digits.starts_with("978") && !digits.starts_with("979") {
            return Err(source.error(ErrorKind::InvalidValue, "prefix", text, PREFIX));
        }
        let (body, check) = digits.split_at_checked(digits.len() - 1).unwrap_or_default();
        if !check.starts_with(check_digit(body)) {
            let last = text.get(text.len() - 1..).unwrap_or_default();
            return Err(source.error(ErrorKind::InvalidValue, "check digit", last, CHECK_DIGIT));
        }
        Ok(isbn)
    }

    /// The number in its form for comparison: without hyphens, a final `X` in uppercase.
    pub fn digits(&self) -> String {
        self.isbn.replace('-', "").to_ascii_uppercase()
    }

    /// The number in thirteen digits, the format since 2007.
    pub fn isbn13(&self) -> String {
        let digits = self.digits();
        match digits.split_at_checked(9) {
            Some((body, _)) if digits.len() == 10 => {
                let body = ["978", body].concat();
                let check = check_digit(&body);
                body + check.encode_utf8(&mut [0; 4])
            }
            _ => digits,
        }
    }

    fn urn<'u>(&'u self, nss: impl Into<Cow<'u, str>>) -> Urn<'u> {
        Urn::new("isbn", nss).with_components(&self.components)
    }
}

/// The first character that is neither a digit, nor an `X` at the end, nor a hyphen between digits.
fn stray(text: &str) -> Option<usize> {
    let mut after_digit = false;
    for (at, byte) in text.bytes().enumerate() {
        let is_last = at + 1 == text.len();
        after_digit = match byte {
            b'0'..=b'9' => true,
            b'X' | b'x' if is_last => true,
            b'-' if after_digit && !is_last => false,
            _ => return Some(at),
        };
    }
    None
}

/// The check digit of nine digits (weights from 10 down, modulo 11) or twelve (weights 1 and 3 in
/// turn, modulo 10).
fn check_digit(body: &str) -> char {
    let digits = body.chars().filter_map(|digit| digit.to_digit(10));
    if body.len() == 9 {
        let sum: u32 = digits.zip((2..=10).rev()).map(|(digit, weight)| digit * weight).sum();
        char::from_digit((11 - sum % 11) % 11, 10).unwrap_or('X')
    } else {
        let sum: u32 =
            digits.zip([1, 3].into_iter().cycle()).map(|(digit, weight)| digit * weight).sum();
        char::from_digit((10 - sum % 10) % 10, 10).unwrap_or_default()
    }
}

impl<'a> UrnIsbn<'a> {
    fn visit(fields: &mut Visitor<'_, 'a, Self>) -> Result<Self, SchemeError> {
        let digits = fields.view().map(Self::digits).unwrap_or_default();
        fields.derived("nid", |_| "isbn");
        let isbn = fields.field("isbn", Given::needed_text, |it| &it.isbn)?;
        fields.derived("digits", |_| &*digits);
        fields.derived("length", |_| digits.len());
        fields.derived("isbn13", Self::isbn13);
        let components = UrnComponents::visit(fields, |it| &it.components)?;
        fields.derived("assigned_name", |it| it.urn(digits).assigned_name());
        fields.build(|_| Ok(Self { isbn, components }))
    }
}

impl View for UrnIsbn<'_> {
    fn fields(&self) -> Fields {
        Visitor::show(self, Self::visit)
    }

    fn to_uri(&self) -> Result<Uri<String>, SchemeError> {
        let uri = self.urn(&*self.isbn).to_uri()?;
        UrnIsbn::read(&uri)?;
        Ok(uri)
    }

    /// Components are not part of the name (RFC 8141 §3.1).
    fn is_same(&self, other: Reference<'_>) -> Option<bool> {
        let other = UrnIsbn::read(other).ok()?;
        Some(self.urn(self.digits()).equivalent(&other.urn(other.digits())))
    }

    /// Hyphens are ignored and `x` is `X`. A number of ten digits is not converted: RFC 3187 does not equate it
    /// with that of thirteen.
    fn normal(&self) -> Option<String> {
        self.urn(self.digits()).normal()
    }
}
