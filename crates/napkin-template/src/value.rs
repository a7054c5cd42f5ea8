//! The values of variables (RFC 6570 §2.3, §2.4.2), and what can be one.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::hash::{Hash, Hasher};
use core::ops::Deref;

/// The value of a variable: a text, a list of texts, or pairs of a name and a text.
///
/// A list or pairs without members are undefined. Members that are undefined are not there.
///
/// ```
/// use napkin_template::{Value, template};
///
/// let keys = Value::pairs([("sort", "name"), ("dir", "asc")]);
/// assert_eq!(template!("{?keys*}").expand(&[("keys", keys)])?, "?sort=name&dir=asc");
/// # Ok::<(), napkin_template::ExpandError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_enums, reason = "RFC 6570 section 2.3 has these three")]
pub enum Value<'a> {
    /// A text; the empty one is defined.
    Text(Cow<'a, str>),
    /// A list.
    List(Members<'a, Cow<'a, str>>),
    /// Pairs of a name and a value, in order.
    Pairs(Members<'a, (Cow<'a, str>, Cow<'a, str>)>),
}

/// The members of a list, or pairs, borrowed or owned: a `Cow` of a slice that can be shortened to any lifetime.
#[derive(Clone, Debug)]
#[expect(clippy::exhaustive_enums, reason = "members are borrowed or owned")]
pub enum Members<'a, T> {
    /// A slice that another value has.
    Borrowed(&'a [T]),
    /// A vector.
    Owned(Vec<T>),
}

impl<T> Deref for Members<'_, T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        match self {
            Self::Borrowed(members) => members,
            Self::Owned(members) => members,
        }
    }
}

impl<T: PartialEq> PartialEq for Members<'_, T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Eq> Eq for Members<'_, T> {}

impl<T: Hash> Hash for Members<'_, T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl<T> FromIterator<T> for Members<'_, T> {
    fn from_iter<I: IntoIterator<Item = T>>(members: I) -> Self {
        Self::Owned(members.into_iter().collect())
    }
}

impl<'a> Value<'a> {
    /// No value.
    pub const UNDEFINED: Self = Self::List(Members::Borrowed(&[]));

    /// A list of texts.
    pub fn list<T: Into<Cow<'a, str>>>(members: impl IntoIterator<Item = T>) -> Self {
        Self::List(members.into_iter().map(Into::into).collect())
    }

    /// Pairs of names and texts, in order.
    pub fn pairs<K: Into<Cow<'a, str>>, V: Into<Cow<'a, str>>>(
        pairs: impl IntoIterator<Item = (K, V)>,
    ) -> Self {
        Self::Pairs(pairs.into_iter().map(|(name, value)| (name.into(), value.into())).collect())
    }

    /// Whether there is no value: a list or pairs without members.
    pub fn is_undefined(&self) -> bool {
        match self {
            Self::Text(_) => false,
            Self::List(members) => members.is_empty(),
            Self::Pairs(pairs) => pairs.is_empty(),
        }
    }

    /// The value with all texts owned.
    #[must_use]
    pub fn into_owned(self) -> Value<'static> {
        let owned = |text: Cow<'_, str>| Cow::Owned(text.into_owned());
        match self {
            Self::Text(text) => Value::Text(owned(text)),
            Self::List(members) => Value::list(members.iter().cloned().map(owned)),
            Self::Pairs(pairs) => {
                let pairs = pairs.iter().cloned();
                Value::pairs(pairs.map(|(name, value)| (owned(name), owned(value))))
            }
        }
    }
}

impl<'a, T: Into<Cow<'a, str>>> From<T> for Value<'a> {
    fn from(text: T) -> Self {
        Self::Text(text.into())
    }
}

/// A type whose values are those of variables: texts, numbers, lists of texts, maps of texts, each also as an `Option`.
pub trait ToValue {
    /// The value.
    fn to_value(&self) -> Value<'_>;
}

impl ToValue for Value<'_> {
    #[inline]
    fn to_value(&self) -> Value<'_> {
        match self {
            Self::Text(text) => Value::Text(Cow::Borrowed(text)),
            Self::List(members) => Value::List(Members::Borrowed(members)),
            Self::Pairs(pairs) => Value::Pairs(Members::Borrowed(pairs)),
        }
    }
}

impl<T: ToValue + ?Sized> ToValue for &T {
    fn to_value(&self) -> Value<'_> {
        (**self).to_value()
    }
}

impl<T: ToValue> ToValue for Option<T> {
    fn to_value(&self) -> Value<'_> {
        self.as_ref().map_or(Value::UNDEFINED, T::to_value)
    }
}

impl ToValue for str {
    #[inline]
    fn to_value(&self) -> Value<'_> {
        Value::Text(Cow::Borrowed(self))
    }
}

impl ToValue for String {
    #[inline]
    fn to_value(&self) -> Value<'_> {
        Value::Text(Cow::Borrowed(self))
    }
}

impl ToValue for Cow<'_, str> {
    #[inline]
    fn to_value(&self) -> Value<'_> {
        Value::Text(Cow::Borrowed(self))
    }
}

/// Implements [`ToValue`] for types that are shown as in JSON.
macro_rules! shown {
    ($($Type:ty)+) => {$(
        impl ToValue for $Type {
            fn to_value(&self) -> Value<'_> {
                Value::Text(Cow::Owned(self.to_string()))
            }
        }
    )+};
}

shown! { bool char u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 }

impl<T: AsRef<str>> ToValue for [T] {
    fn to_value(&self) -> Value<'_> {
        Value::list(self.iter().map(AsRef::as_ref))
    }
}

impl<T: AsRef<str>> ToValue for Vec<T> {
    fn to_value(&self) -> Value<'_> {
        self.as_slice().to_value()
    }
}

impl<T: AsRef<str>, const N: usize> ToValue for [T; N] {
    fn to_value(&self) -> Value<'_> {
        self.as_slice().to_value()
    }
}

/// The pairs of a map, in its order.
fn pairs<'m, K: AsRef<str> + 'm, V: AsRef<str> + 'm>(
    map: impl IntoIterator<Item = (&'m K, &'m V)>,
) -> Value<'m> {
    Value::pairs(map.into_iter().map(|(name, value)| (name.as_ref(), value.as_ref())))
}

impl<K: AsRef<str>, V: AsRef<str>> ToValue for BTreeMap<K, V> {
    fn to_value(&self) -> Value<'_> {
        pairs(self)
    }
}

#[cfg(feature = "std")]
impl<K: AsRef<str>, V: AsRef<str>, S> ToValue for std::collections::HashMap<K, V, S> {
    fn to_value(&self) -> Value<'_> {
        pairs(self)
    }
}
