//! Names with values: parameters after semicolons, header fields after a question mark.

use std::collections::HashSet;

use napkin::ByteSet;
use napkin::edition::Rule;

use crate::error::{ErrorKind, SchemeError};
use crate::octets::Octets;
use crate::source::Source;
use crate::value::Value;

/// A parameter after a semicolon.
///
/// ```
/// use napkin_schemes::{Parameter, View, schemes::Tel};
///
/// let mut tel = Tel::new("7042");
/// tel.parameters.push(Parameter::new("phone-context", "example.com"));
/// tel.parameters.push(Parameter::flag("x-private"));
/// assert_eq!(tel.to_uri()?, "tel:7042;phone-context=example.com;x-private");
/// # Ok::<(), napkin_schemes::SchemeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "views are filled in by users")]
pub struct Parameter<'a> {
    /// Its name.
    pub name: Octets<'a>,
    /// The value after the equals sign; `None` without one.
    pub value: Option<Octets<'a>>,
}

/// A header field of a message that a URI describes.
///
/// ```
/// use napkin_schemes::{Header, View, schemes::Mailto};
///
/// let mut mailto = Mailto::new("list@example.org");
/// mailto.headers.push(Header::new("subject", "50% off?"));
/// assert_eq!(mailto.to_uri()?, "mailto:list@example.org?subject=50%25%20off%3F");
/// # Ok::<(), napkin_schemes::SchemeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "views are filled in by users")]
pub struct Header<'a> {
    /// Its name.
    pub name: Octets<'a>,
    /// The value after the equals sign.
    pub value: Octets<'a>,
}

/// The characters of names and values; `%` in a set allows any escape.
pub(crate) struct Grammar {
    /// What errors call name and value.
    fields: (&'static str, &'static str),
    name: (ByteSet, Rule),
    value: (ByteSet, Rule),
}

impl Grammar {
    pub(crate) const fn of_headers(name: (ByteSet, Rule), value: (ByteSet, Rule)) -> Self {
        Self { fields: ("header name", "header value"), name, value }
    }

    pub(crate) const fn of_parameters(name: (ByteSet, Rule), value: (ByteSet, Rule)) -> Self {
        Self { fields: ("parameter name", "parameter value"), name, value }
    }

    pub(crate) const fn of_fields(name: (ByteSet, Rule), value: (ByteSet, Rule)) -> Self {
        Self { fields: ("field name", "field value"), name, value }
    }
}

impl<'a> Parameter<'a> {
    /// A parameter with a value.
    pub fn new(name: impl Into<Octets<'a>>, value: impl Into<Octets<'a>>) -> Self {
        Self { name: name.into(), value: Some(value.into()) }
    }

    /// A parameter that is only a name.
    pub fn flag(name: impl Into<Octets<'a>>) -> Self {
        Self { name: name.into(), value: None }
    }

    /// The parameters in the text after the first semicolon, if there is one. Names and values must not be empty.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Empty`] and [`ErrorKind::InvalidCharacter`].
    pub(crate) fn read_all(
        source: Source<'a>,
        text: Option<&'a str>,
        grammar: &Grammar,
    ) -> Result<Vec<Self>, SchemeError> {
        let texts = text.into_iter().flat_map(|text| text.split(';'));
        texts.map(|text| Self::read(source, text, grammar)).collect()
    }

    fn read(source: Source<'a>, text: &'a str, grammar: &Grammar) -> Result<Self, SchemeError> {
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (text, None),
        };
        let parts = [
            Some((name, grammar.name, grammar.fields.0)),
            value.map(|value| (value, grammar.value, grammar.fields.1)),
        ];
        for (part, (characters, rule), field) in parts.into_iter().flatten() {
            if part.is_empty() {
                return Err(source.error(ErrorKind::Empty, field, part, rule));
            }
            source.check(part, characters, field, rule)?;
        }
        Ok(Self { name: source.octets(name), value: value.map(|part| source.octets(part)) })
    }

    /// Checks that no name occurs twice, case-insensitively.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Repeated`] at the second one.
    pub(crate) fn refuse_repeated(
        source: Source<'a>,
        parameters: &[Self],
        rule: Rule,
    ) -> Result<(), SchemeError> {
        let mut seen = HashSet::new();
        match parameters.iter().find(|it| !seen.insert(it.name.to_bytes().to_ascii_lowercase())) {
            None => Ok(()),
            Some(second) => {
                Err(source.error(ErrorKind::Repeated, "parameter", second.written(), rule))
            }
        }
    }

    /// The written text, if it was cut out of a URI.
    pub(crate) fn written(&self) -> &'a str {
        self.name.written().unwrap_or_default()
    }

    /// Whether it has this name, case-insensitively.
    pub(crate) fn is(&self, name: &str) -> bool {
        self.name.to_bytes().eq_ignore_ascii_case(name.as_bytes())
    }

    /// The value of the first parameter of a name.
    pub(crate) fn find<'p>(parameters: &'p [Self], name: &str) -> Option<&'p Octets<'a>> {
        parameters.iter().find(|parameter| parameter.is(name))?.value.as_ref()
    }
}

impl<'a> Header<'a> {
    /// A header field.
    pub fn new(name: impl Into<Octets<'a>>, value: impl Into<Octets<'a>>) -> Self {
        Self { name: name.into(), value: value.into() }
    }

    /// The header fields in the text after the question mark, if there is one.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Missing`] for a field without an equals sign, and [`ErrorKind::InvalidCharacter`].
    pub(crate) fn read_all(
        source: Source<'a>,
        text: Option<&'a str>,
        grammar: &Grammar,
    ) -> Result<Vec<Self>, SchemeError> {
        let texts = text.into_iter().flat_map(|text| text.split('&'));
        texts.map(|text| Self::read(source, text, grammar)).collect()
    }

    fn read(source: Source<'a>, text: &'a str, grammar: &Grammar) -> Result<Self, SchemeError> {
        let (names, name_rule) = grammar.name;
        let (values, value_rule) = grammar.value;
        let (name_field, value_field) = grammar.fields;
        let missing = source.error(ErrorKind::Missing, value_field, text, value_rule);
        let (name, value) = text.split_once('=').ok_or(missing)?;
        source.check(name, names, name_field, name_rule)?;
        source.check(value, values, value_field, value_rule)?;
        Ok(Self { name: source.octets(name), value: source.octets(value) })
    }

    /// Whether it has this name, case-insensitively.
    pub(crate) fn is(&self, name: &str) -> bool {
        self.name.to_bytes().eq_ignore_ascii_case(name.as_bytes())
    }
}

impl From<&Parameter<'_>> for Value {
    fn from(parameter: &Parameter<'_>) -> Self {
        (parameter.name.shown(), parameter.value.as_ref().map(Octets::shown)).into()
    }
}

impl From<&Header<'_>> for Value {
    fn from(header: &Header<'_>) -> Self {
        (header.name.shown(), header.value.shown()).into()
    }
}

impl From<&[Parameter<'_>]> for Value {
    fn from(parameters: &[Parameter<'_>]) -> Self {
        Self::List(parameters.iter().map(Into::into).collect())
    }
}

impl From<&[Header<'_>]> for Value {
    fn from(headers: &[Header<'_>]) -> Self {
        Self::List(headers.iter().map(Into::into).collect())
    }
}
