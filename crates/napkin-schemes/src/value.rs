//! The fields of a view and the steps of a plan as plain values, for JSON, tables and tests.

use std::borrow::Cow;
use std::fmt;

use crate::octets::{Octets, text_of};

/// The value of a field. Decoded octets are text if they are UTF-8; by RFC 1630, an octet is a character of ISO 8859-1.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "whoever writes fields has to write each of them")]
pub enum Value {
    /// An undefined value.
    Undefined,
    /// Yes or no.
    Flag(bool),
    /// A number.
    Number(u64),
    /// Text.
    Text(String),
    /// Octets that are not UTF-8: those in no character, and percent signs, are percent-encoded.
    Encoded(String),
    /// Values in order.
    List(Vec<Value>),
    /// Fields of their own.
    Record(Fields),
}

/// Named values in order.
///
/// ```
/// use napkin_schemes::{Value, View, schemes::Nntp};
///
/// let uri = napkin::Uri::parse("nntp://host.dom/comp.os/42")?;
/// let fields = Nntp::read(&uri)?.fields();
/// assert_eq!(fields.get("port"), Some(&Value::Text("119".into())));
/// assert_eq!(fields.get("article"), Some(&Value::Text("42".into())));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fields(Vec<(&'static str, Value)>);

impl Fields {
    pub(crate) const fn new() -> Self {
        Self(Vec::new())
    }

    /// These fields with one more, behind them.
    ///
    /// ```
    /// use napkin_schemes::Fields;
    ///
    /// let fields = Fields::default().with("host", "h").with("port", "80");
    /// assert_eq!(fields.iter().map(|(name, _)| name).collect::<Vec<_>>(), ["host", "port"]);
    /// ```
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.push(name, value);
        self
    }

    pub(crate) fn push(&mut self, name: &'static str, value: impl Into<Value>) {
        self.0.push((name, value.into()));
    }

    /// These fields without those of some names.
    #[must_use]
    pub(crate) fn without(mut self, names: &[&str]) -> Self {
        self.0.retain(|(name, _)| !names.contains(name));
        self
    }

    /// These fields followed by others.
    #[must_use]
    pub(crate) fn and(mut self, others: Self) -> Self {
        self.0.extend(others.0);
        self
    }

    /// The value of a field, if there is a field of that name.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.iter().find(|(named, _)| *named == name).map(|(_, value)| value)
    }

    /// The fields in order.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &Value)> {
        self.0.iter().map(|(name, value)| (*name, value))
    }

    /// Whether there are no fields.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

macro_rules! values {
    ($($from:ty: $given:ident => $value:expr;)*) => {$(
        impl From<$from> for Value {
            fn from($given: $from) -> Self {
                $value
            }
        }
    )*};
}

values! {
    bool: flag => Self::Flag(flag);
    u64: number => Self::Number(number);
    u16: number => Self::Number(number.into());
    usize: number => Self::Number(number as u64);
    &str: text => Self::Text(text.into());
    String: text => Self::Text(text);
    Cow<'_, str>: text => Self::Text(text.into_owned());
    &Cow<'_, str>: text => Self::Text(text.clone().into_owned());
    Octets<'_>: octets => octets.shown();
    &Octets<'_>: octets => octets.shown();
    Fields: fields => Self::Record(fields);
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Undefined, Into::into)
    }
}

impl<T: Into<Value>> From<Vec<T>> for Value {
    fn from(values: Vec<T>) -> Self {
        Self::List(values.into_iter().map(Into::into).collect())
    }
}

impl From<&[Octets<'_>]> for Value {
    fn from(values: &[Octets<'_>]) -> Self {
        Self::List(values.iter().map(Into::into).collect())
    }
}

impl From<&[&str]> for Value {
    fn from(values: &[&str]) -> Self {
        Self::List(values.iter().copied().map(Into::into).collect())
    }
}

/// Octets as text, or as encoded text if they are not UTF-8.
pub(crate) fn shown_octets(octets: &[u8], is_latin1: bool) -> Value {
    match text_of(octets, is_latin1) {
        (text, false) => Value::Text(text),
        (text, true) => Value::Encoded(text),
    }
}

/// Fields as values, each by [`Octets::shown`].
pub(crate) fn shown<'o>(fields: impl IntoIterator<Item = &'o Octets<'o>>) -> Vec<Value> {
    fields.into_iter().map(Octets::shown).collect()
}

impl Octets<'_> {
    pub(crate) fn shown(&self) -> Value {
        shown_octets(&self.to_bytes(), self.is_latin1())
    }
}

/// A pair is a list of two.
impl<A: Into<Value>, B: Into<Value>> From<(A, B)> for Value {
    fn from((a, b): (A, B)) -> Self {
        Self::List(vec![a.into(), b.into()])
    }
}

impl Value {
    /// Whether octets in it are not UTF-8.
    pub(crate) fn is_encoded(&self) -> bool {
        match self {
            Self::Encoded(_) => true,
            Self::List(values) => values.iter().any(Self::is_encoded),
            Self::Record(fields) => fields.iter().any(|(_, value)| value.is_encoded()),
            Self::Text(_) | Self::Undefined | Self::Flag(_) | Self::Number(_) => false,
        }
    }

    /// Whether a text in it has a non-ASCII character.
    pub(crate) fn is_beyond_ascii(&self) -> bool {
        match self {
            Self::Text(text) | Self::Encoded(text) => !text.is_ascii(),
            Self::List(values) => values.iter().any(Self::is_beyond_ascii),
            Self::Record(fields) => fields.iter().any(|(_, value)| value.is_beyond_ascii()),
            Self::Undefined | Self::Flag(_) | Self::Number(_) => false,
        }
    }
}

/// For people: lists in brackets, and text with control characters, quotes and backslashes escaped; by `{:#}`, all text
/// as it is, for a writer that escapes it.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) | Self::Encoded(text) if f.alternate() => f.write_str(text),
            Self::Undefined => f.write_str("-"),
            Self::Flag(flag) => f.write_str(if *flag { "yes" } else { "no" }),
            Self::Number(number) => number.fmt(f),
            Self::Text(text) | Self::Encoded(text) => text.escape_debug().fmt(f),
            Self::List(values) => {
                f.write_str("[")?;
                for (number, value) in values.iter().enumerate() {
                    f.write_str(if number == 0 { "" } else { ", " })?;
                    value.fmt(f)?;
                }
                f.write_str("]")
            }
            Self::Record(fields) => {
                f.write_str("{")?;
                for (number, (name, value)) in fields.iter().enumerate() {
                    write!(f, "{}{name} ", if number == 0 { "" } else { ", " })?;
                    value.fmt(f)?;
                }
                f.write_str("}")
            }
        }
    }
}
