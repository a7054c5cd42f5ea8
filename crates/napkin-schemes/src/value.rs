//! The fields of a view and the steps of a plan as plain values, for JSON, tables and tests.

use std::borrow::Cow;
use std::fmt;

use crate::octets::Octets;

/// The value of a field. Octets that the scheme's document defines as UTF-8 are shown as text. Other decoded
/// octets, and ill-formed ones, are shown as characters U+0000 to U+00FF, one for one.
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
/// assert_eq!(fields.get("port"), Some(&Value::Number(119)));
/// assert_eq!(fields.get("article"), Some(&Value::Text("42".into())));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fields(Vec<(&'static str, Value)>);

impl Fields {
    pub(crate) const fn new() -> Self {
        Self(Vec::new())
    }

    /// These fields with one more.
    #[must_use]
    pub(crate) fn with(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.0.push((name, value.into()));
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
    pub const fn is_empty(&self) -> bool {
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
    Octets<'_>: octets => Self::Text(octets.to_latin1());
    &Octets<'_>: octets => Self::Text(octets.to_latin1());
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

/// A pair is a list of two.
impl<A: Into<Value>, B: Into<Value>> From<(A, B)> for Value {
    fn from((a, b): (A, B)) -> Self {
        Self::List(vec![a.into(), b.into()])
    }
}

/// For people: text unchanged except for control characters, lists in brackets.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Undefined => f.write_str("-"),
            Self::Flag(flag) => f.write_str(if *flag { "yes" } else { "no" }),
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => text.escape_debug().fmt(f),
            Self::List(values) => {
                f.write_str("[")?;
                for (number, value) in values.iter().enumerate() {
                    write!(f, "{}{value}", if number == 0 { "" } else { ", " })?;
                }
                f.write_str("]")
            }
            Self::Record(fields) => {
                f.write_str("{")?;
                for (number, (name, value)) in fields.iter().enumerate() {
                    write!(f, "{}{name} {value}", if number == 0 { "" } else { ", " })?;
                }
                f.write_str("}")
            }
        }
    }
}
