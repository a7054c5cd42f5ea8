//! The parameters of a request: names and values, from its query, a form, or an object of JSON.

use std::fmt;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use crate::refusal::Refusal;

/// The maximum length of an input, in bytes.
pub const LARGEST: usize = 64 << 10;

/// The maximum length of a body: two inputs with every byte percent-encoded, and room for names.
pub(crate) const LARGEST_BODY: usize = 8 * LARGEST;

/// An input or a body is too long.
pub(crate) fn too_long() -> Refusal {
    Refusal::too_large(format!(
        "the input is longer than {} KiB, which is the most that is taken here",
        LARGEST >> 10
    ))
}

/// The maximum number of parameters.
const MOST: usize = 64;

/// The members of a JSON object, all of them: of a name that is there twice, readers take the first or the last.
struct Members(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;

        impl<'de> Visitor<'de> for Object {
            type Value = Members;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }

        deserializer.deserialize_map(Object)
    }
}

/// Names and values that are not read yet.
#[derive(Debug, Default)]
pub(crate) struct Parameters(Vec<(String, String)>);

impl Parameters {
    /// The parameters of a query, or of a form, which has the same format.
    ///
    /// # Errors
    ///
    /// If there are too many.
    pub(crate) fn of_form(text: &[u8]) -> Result<Self, Refusal> {
        let pairs: Vec<_> = form_urlencoded::parse(text).into_owned().take(MOST + 1).collect();
        Self(pairs).checked()
    }

    /// The parameters of a JSON object: text, flags, numbers, and lists of text for repeatable ones.
    ///
    /// # Errors
    ///
    /// If it is not such an object.
    pub(crate) fn of_json(text: &[u8]) -> Result<Self, Refusal> {
        let Members(members) = serde_json::from_slice(text)
            .map_err(|error| Refusal::bad(format!("the body is no object of JSON: {error}")))?;
        let mut pairs = Vec::new();
        for (name, value) in members {
            match value {
                Value::String(text) => pairs.push((name, text)),
                Value::Bool(flag) => pairs.push((name, flag.to_string())),
                Value::Number(number) => pairs.push((name, number.to_string())),
                Value::Array(values) => {
                    for value in values {
                        let Value::String(text) = value else {
                            return Err(Refusal::bad(format!("'{name}' is no list of text")));
                        };
                        pairs.push((name.clone(), text));
                    }
                }
                Value::Null => {}
                Value::Object(_) => {
                    return Err(Refusal::bad(format!("'{name}' is neither text nor a flag")));
                }
            }
        }
        Self(pairs).checked()
    }

    fn checked(self) -> Result<Self, Refusal> {
        if self.0.len() > MOST {
            return Err(Refusal::bad(format!("more than {MOST} parameters")));
        }
        Ok(self)
    }

    /// The length of the longest value, in bytes.
    pub(crate) fn longest(&self) -> usize {
        self.0.iter().map(|(_, value)| value.len()).max().unwrap_or(0)
    }

    /// Takes all values of a name.
    pub(crate) fn all(&mut self, name: &str) -> Vec<String> {
        self.0.extract_if(.., |(known, _)| known == name).map(|(_, value)| value).collect()
    }

    /// Takes the value of a name, if there is one.
    ///
    /// # Errors
    ///
    /// If there is more than one.
    pub(crate) fn one(&mut self, name: &str) -> Result<Option<String>, Refusal> {
        let mut values = self.all(name);
        if values.len() > 1 {
            return Err(Refusal::bad(format!("'{name}' is there more than once")));
        }
        Ok(values.pop())
    }

    /// Takes the value of a name; an empty text counts as none, as forms send it.
    ///
    /// # Errors
    ///
    /// If there is more than one.
    pub(crate) fn filled(&mut self, name: &str) -> Result<Option<String>, Refusal> {
        Ok(self.one(name)?.filter(|value| !value.is_empty()))
    }

    /// Takes a required value.
    ///
    /// # Errors
    ///
    /// If there is none, or more than one.
    pub(crate) fn needed(&mut self, name: &str) -> Result<String, Refusal> {
        self.one(name)?.ok_or_else(|| Refusal::bad(format!("'{name}' is missing")))
    }

    /// Takes a flag: `true`, or its name alone.
    ///
    /// # Errors
    ///
    /// If it has another value.
    pub(crate) fn flag(&mut self, name: &str) -> Result<bool, Refusal> {
        match self.one(name)?.as_deref() {
            None | Some("false") => Ok(false),
            Some("true" | "") => Ok(true),
            Some(_) => Err(Refusal::bad(format!("'{name}' is neither true nor false"))),
        }
    }

    /// Takes a value that is one of some names.
    ///
    /// # Errors
    ///
    /// If it is another value.
    pub(crate) fn one_of<T: Copy>(
        &mut self,
        name: &str,
        known: &[(&str, T)],
    ) -> Result<Option<T>, Refusal> {
        let Some(value) = self.filled(name)? else { return Ok(None) };
        if let Some((_, found)) = known.iter().find(|(known, _)| *known == value) {
            return Ok(Some(*found));
        }
        let names: Vec<_> = known.iter().map(|(name, _)| *name).collect();
        Err(Refusal::bad(format!("'{name}' has to be one of {}", names.join(", "))))
    }

    /// Checks that no parameters are left.
    ///
    /// # Errors
    ///
    /// If some are left.
    pub(crate) fn end(self) -> Result<(), Refusal> {
        match self.0.first() {
            None => Ok(()),
            Some((name, _)) => {
                let name: String = name.chars().take(40).collect();
                Err(Refusal::bad(format!(
                    "'{}' is not a parameter of this question",
                    name.escape_default()
                )))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Parameters;

    #[test]
    fn forms_and_json_are_the_same() {
        let form = Parameters::of_form(b"input=a+b%20%41&rule=x&rule=y&tree").unwrap();
        let json = br#"{"input": "a b A", "rule": ["x", "y"], "tree": "", "base": null}"#;
        let json = Parameters::of_json(json).unwrap();
        assert_eq!(form.0, json.0);
    }

    #[test]
    fn what_is_wrong_is_told() {
        let refused = |form: &[u8], take: fn(&mut Parameters) -> bool| {
            let mut parameters = Parameters::of_form(form).unwrap();
            take(&mut parameters)
        };
        assert!(refused(b"a=1&a=2", |parameters| parameters.one("a").is_err()));
        assert!(refused(b"a=maybe", |parameters| parameters.flag("a").is_err()));
        assert!(refused(b"", |parameters| parameters.needed("a").is_err()));
        assert!(refused(b"a=z", |parameters| parameters.one_of("a", &[("y", 1)]).is_err()));
        assert!(Parameters::of_form(b"a=1").unwrap().end().is_err());
        assert!(Parameters::of_form("a&".repeat(65).as_bytes()).is_err());
        assert!(Parameters::of_json(b"[]").is_err());
        let mut twice = Parameters::of_json(br#"{"a": "1", "a": "2"}"#).unwrap();
        assert!(twice.one("a").is_err());
        assert!(Parameters::of_json(br#"{"a": {}}"#).is_err());
        assert!(Parameters::of_json(br#"{"a": [1]}"#).is_err());
    }
}
