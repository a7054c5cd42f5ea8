//! `serde`: values of JSON and of structs as those of variables, and both, and templates, as text.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Display};

use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{self, Serialize, Serializer};

use crate::template::Template;
use crate::value::Value;
use crate::variables::Values;

impl<T: AsRef<str>> Serialize for Template<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Template {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::try_new(String::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}

impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => serializer.serialize_str(text),
            Self::List(members) => serializer.collect_seq(members.iter()),
            Self::Pairs(pairs) => {
                serializer.collect_map(pairs.iter().map(|(name, value)| (name, value)))
            }
        }
    }
}

impl Serialize for Values<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for Values<'static> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Tree::deserialize(deserializer)?.into_values().map_err(de::Error::custom)
    }
}

impl<'de> Deserialize<'de> for Value<'static> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Tree::deserialize(deserializer)?.into_value().map_err(de::Error::custom)
    }
}

/// The fields of a struct, or the entries of a map, as values of variables.
///
/// A field is a text, a number, a truth value, a list of these, or a struct, whose own structs have names with dots between them
/// (RFC 6570 §2.4.2). `None` is undefined.
///
/// # Errors
///
/// If it is no struct or map, or a list or a struct is in a list.
///
/// ```
/// use napkin_template::{template, to_values};
///
/// #[derive(serde::Serialize)]
/// struct Search<'a> {
///     q: &'a str,
///     page: Option<u32>,
///     tags: Vec<&'a str>,
/// }
///
/// let values = to_values(&Search { q: "a b", page: None, tags: vec!["x", "y"] })?;
/// assert_eq!(template!("{?q,page,tags*}").expand(&values).unwrap(), "?q=a%20b&tags=x&tags=y");
/// # Ok::<(), napkin_template::ValueError>(())
/// ```
pub fn to_values<T: Serialize + ?Sized>(value: &T) -> Result<Values<'static>, ValueError> {
    value.serialize(ToTree)?.into_values()
}

/// Why something is no value of a variable, or no set of values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueError(Cow<'static, str>);

impl Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for ValueError {}

impl ser::Error for ValueError {
    fn custom<T: Display>(message: T) -> Self {
        Self(Cow::Owned(message.to_string()))
    }
}

const fn error<T>(message: &'static str) -> Result<T, ValueError> {
    Err(ValueError(Cow::Borrowed(message)))
}

/// What serde has, before it is looked at.
enum Tree {
    Undefined,
    Text(String),
    List(Vec<Tree>),
    Map(Vec<(String, Tree)>),
}

impl Tree {
    fn into_values(self) -> Result<Values<'static>, ValueError> {
        let Self::Map(fields) = self else { return error("the values have to be an object") };
        let named = fields.into_iter().map(|(name, tree)| Ok((name, tree.into_value()?)));
        named.collect()
    }

    fn into_value(self) -> Result<Value<'static>, ValueError> {
        Ok(match self {
            Self::Undefined => Value::UNDEFINED,
            Self::Text(text) => text.into(),
            Self::List(trees) => {
                let texts = trees.into_iter().filter_map(|tree| match tree {
                    Self::Undefined => None,
                    Self::Text(text) => Some(Ok(Cow::Owned(text))),
                    Self::List(_) | Self::Map(_) => Some(error("a member of a list is a text")),
                });
                Value::List(texts.collect::<Result<_, _>>()?)
            }
            Self::Map(_) => Value::pairs(self.into_pairs()?),
        })
    }

    /// The pairs of an object; those of objects in it have names with dots.
    fn into_pairs(self) -> Result<Vec<(String, String)>, ValueError> {
        let mut pairs = Vec::new();
        let mut open = Vec::from([(String::new(), self)]);
        while let Some((name, tree)) = open.pop() {
            match tree {
                Self::Undefined => {}
                Self::Text(text) => pairs.push((name, text)),
                Self::List(_) => return error("a value of a pair is a text or an object"),
                Self::Map(fields) => open.extend(fields.into_iter().rev().map(|(field, tree)| {
                    (if name.is_empty() { field } else { [&name, ".", &field].concat() }, tree)
                })),
            }
        }
        Ok(pairs)
    }
}

impl<'de> Deserialize<'de> for Tree {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;

        /// Takes scalars as they are shown.
        macro_rules! shown {
            ($($visit:ident: $Type:ty),+) => {$(
                fn $visit<E>(self, value: $Type) -> Result<Tree, E> {
                    Ok(Tree::Text(value.to_string()))
                }
            )+};
        }

        impl<'de> Visitor<'de> for Reader {
            type Value = Tree;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text, a number, a list or an object")
            }

            shown! {
                visit_bool: bool, visit_i64: i64, visit_i128: i128, visit_u64: u64, visit_u128: u128, visit_f64: f64,
                visit_str: &str
            }

            fn visit_unit<E>(self) -> Result<Tree, E> {
                Ok(Tree::Undefined)
            }

            fn visit_none<E>(self) -> Result<Tree, E> {
                Ok(Tree::Undefined)
            }

            fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Tree, D::Error> {
                Tree::deserialize(deserializer)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Tree, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = list.next_element()? {
                    members.push(member);
                }
                Ok(Tree::List(members))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Tree, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(Tree::Map(fields))
            }
        }

        deserializer.deserialize_any(Reader)
    }
}

/// The serializer that makes a [`Tree`].
struct ToTree;

/// Members or fields that are made one after the other.
#[derive(Default)]
struct Made {
    members: Vec<Tree>,
    fields: Vec<(String, Tree)>,
    /// The name of the field whose value comes next.
    name: String,
}

/// Takes scalars as they are shown.
macro_rules! scalars {
    ($($serialize:ident: $Type:ty),+) => {$(
        fn $serialize(self, value: $Type) -> Result<Tree, ValueError> {
            Ok(Tree::Text(value.to_string()))
        }
    )+};
}

impl Serializer for ToTree {
    type Ok = Tree;
    type Error = ValueError;
    type SerializeSeq = Made;
    type SerializeTuple = Made;
    type SerializeTupleStruct = Made;
    type SerializeTupleVariant = ser::Impossible<Tree, ValueError>;
    type SerializeMap = Made;
    type SerializeStruct = Made;
    type SerializeStructVariant = ser::Impossible<Tree, ValueError>;

    scalars! {
        serialize_bool: bool, serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64,
        serialize_i128: i128, serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64,
        serialize_u128: u128, serialize_f32: f32, serialize_f64: f64, serialize_char: char, serialize_str: &str
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<Tree, ValueError> {
        error("octets are no text")
    }

    fn serialize_none(self) -> Result<Tree, ValueError> {
        Ok(Tree::Undefined)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Tree, ValueError> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<Tree, ValueError> {
        Ok(Tree::Undefined)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<Tree, ValueError> {
        Ok(Tree::Undefined)
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<Tree, ValueError> {
        Ok(Tree::Text(variant.into()))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<Tree, ValueError> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Tree, ValueError> {
        Ok(Tree::Map(Vec::from([(variant.into(), value.serialize(self)?)])))
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Made, ValueError> {
        Ok(Made::default())
    }

    fn serialize_tuple(self, _: usize) -> Result<Made, ValueError> {
        Ok(Made::default())
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Made, ValueError> {
        Ok(Made::default())
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, ValueError> {
        error("a variant with fields is no value")
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Made, ValueError> {
        Ok(Made::default())
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Made, ValueError> {
        Ok(Made::default())
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, ValueError> {
        error("a variant with fields is no value")
    }
}

/// Implements the trait of a sequence: its members are values.
macro_rules! sequences {
    ($($Trait:ident $push:ident),+) => {$(
        impl ser::$Trait for Made {
            type Ok = Tree;
            type Error = ValueError;

            fn $push<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), ValueError> {
                self.members.push(value.serialize(ToTree)?);
                Ok(())
            }

            fn end(self) -> Result<Tree, ValueError> {
                Ok(Tree::List(self.members))
            }
        }
    )+};
}

sequences! {
    SerializeSeq serialize_element, SerializeTuple serialize_element, SerializeTupleStruct serialize_field
}

impl ser::SerializeMap for Made {
    type Ok = Tree;
    type Error = ValueError;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), ValueError> {
        let Tree::Text(name) = key.serialize(ToTree)? else { return error("a name is a text") };
        self.name = name;
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), ValueError> {
        self.fields.push((core::mem::take(&mut self.name), value.serialize(ToTree)?));
        Ok(())
    }

    fn end(self) -> Result<Tree, ValueError> {
        Ok(Tree::Map(self.fields))
    }
}

impl ser::SerializeStruct for Made {
    type Ok = Tree;
    type Error = ValueError;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), ValueError> {
        self.fields.push((name.into(), value.serialize(ToTree)?));
        Ok(())
    }

    fn end(self) -> Result<Tree, ValueError> {
        Ok(Tree::Map(self.fields))
    }
}
