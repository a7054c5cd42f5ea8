//! Values by name: what a template is expanded with, and what is read back from a text.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::borrow::Borrow;

use crate::value::{ToValue, Value};

/// Where a template finds the values of its variables: maps, and slices of pairs in which the first of a name counts.
///
/// ```
/// use napkin_template::{Value, Variables, template};
///
/// /// Looks values up as they are asked for.
/// struct Environment;
///
/// impl Variables for Environment {
///     fn value(&self, name: &str) -> Option<Value<'_>> {
///         (name == "user").then(|| "fred".into())
///     }
/// }
///
/// assert_eq!(template!("/~{user}{?page}").expand(&Environment)?, "/~fred");
/// # Ok::<(), napkin_template::ExpandError>(())
/// ```
pub trait Variables {
    /// The value of a variable; `None` if it is not known, which only [partial
    /// expansion](crate::Template::expand_partially) tells from [`Value::UNDEFINED`].
    fn value(&self, name: &str) -> Option<Value<'_>>;
}

impl<T: Variables + ?Sized> Variables for &T {
    fn value(&self, name: &str) -> Option<Value<'_>> {
        (**self).value(name)
    }
}

impl<K: AsRef<str>, V: ToValue> Variables for [(K, V)] {
    fn value(&self, name: &str) -> Option<Value<'_>> {
        self.iter().find(|(known, _)| known.as_ref() == name).map(|(_, value)| value.to_value())
    }
}

impl<K: AsRef<str>, V: ToValue> Variables for Vec<(K, V)> {
    fn value(&self, name: &str) -> Option<Value<'_>> {
        self.as_slice().value(name)
    }
}

impl<K: AsRef<str>, V: ToValue, const N: usize> Variables for [(K, V); N] {
    fn value(&self, name: &str) -> Option<Value<'_>> {
        self.as_slice().value(name)
    }
}

impl<K: Borrow<str> + Ord, V: ToValue> Variables for BTreeMap<K, V> {
    fn value(&self, name: &str) -> Option<Value<'_>> {
        self.get(name).map(V::to_value)
    }
}

#[cfg(feature = "std")]
impl<K, V, S> Variables for std::collections::HashMap<K, V, S>
where
    K: Borrow<str> + Eq + core::hash::Hash,
    V: ToValue,
    S: core::hash::BuildHasher,
{
    fn value(&self, name: &str) -> Option<Value<'_>> {
        self.get(name).map(V::to_value)
    }
}

/// Values of any kind by name.
///
/// ```
/// use napkin_template::{Value, Values, template};
///
/// let values: Values = [("q", Value::from("a b")), ("tag", Value::list(["x", "y"]))].into_iter().collect();
/// assert_eq!(template!("{?q,tag*}").expand(&values)?, "?q=a%20b&tag=x&tag=y");
/// # Ok::<(), napkin_template::ExpandError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Values<'a>(BTreeMap<Cow<'a, str>, Value<'a>>);

impl<'a> Values<'a> {
    /// The value of a variable; `None` if it has none.
    pub fn get(&self, name: &str) -> Option<&Value<'a>> {
        self.0.get(name)
    }

    /// The text of a variable; `None` if it has none, or is a list or pairs.
    ///
    /// ```
    /// let values = napkin_template::template!("/users/{id}").unexpand("/users/7").unwrap();
    /// assert_eq!(values.text("id"), Some("7"));
    /// ```
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.get(name) {
            Some(Value::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// Sets a value, and gives the former one.
    pub fn insert(
        &mut self,
        name: impl Into<Cow<'a, str>>,
        value: impl Into<Value<'a>>,
    ) -> Option<Value<'a>> {
        self.0.insert(name.into(), value.into())
    }

    /// Sets a value, unless there is one.
    pub(crate) fn or_insert(&mut self, name: &str, value: Value<'a>) {
        self.0.entry(Cow::Owned(name.into())).or_insert(value);
    }

    /// Names and values, in the order of the names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value<'a>)> {
        self.0.iter().map(|(name, value)| (&**name, value))
    }

    /// The values with all texts owned.
    #[must_use]
    pub fn into_owned(self) -> Values<'static> {
        let owned = self.0.into_iter();
        Values(owned.map(|(name, value)| (name.into_owned().into(), value.into_owned())).collect())
    }
}

impl Variables for Values<'_> {
    #[inline]
    fn value(&self, name: &str) -> Option<Value<'_>> {
        self.0.get(name).map(Value::to_value)
    }
}

impl<'a, K: Into<Cow<'a, str>>, V: Into<Value<'a>>> FromIterator<(K, V)> for Values<'a> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(pairs: I) -> Self {
        Self(pairs.into_iter().map(|(name, value)| (name.into(), value.into())).collect())
    }
}
