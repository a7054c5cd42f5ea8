//! The parameters of a request: names and values, from its query, a form, or an object of JSON.

use std::{fmt, slice};

use napkin::percent;
use napkin_answers::options::{OptionInfo, Shape, Source};
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value as Json;

use crate::refusal::Refusal;

/// The maximum length of an input, in bytes.
pub const LARGEST: usize = 64 << 10;

/// The maximum length of a document, in bytes.
pub const LARGEST_DOCUMENT: usize = 4 << 20;

/// The maximum length of an answer about a document, in bytes: each link repeats the base.
pub(crate) const LARGEST_ANSWER: usize = 32 << 20;

/// The maximum length of a body of parameters: two inputs with every byte percent-encoded, and room for names. A document that
/// is no longer takes no place of its own.
pub(crate) const LARGEST_BODY: usize = 8 * LARGEST;

/// An input, or a body of parameters, is too long.
pub(crate) fn too_long() -> Refusal {
    longer_than("input", &format!("{} KiB", LARGEST >> 10))
}

/// A document is too long.
pub(crate) fn too_long_a_document() -> Refusal {
    longer_than("document", &format!("{} MiB", LARGEST_DOCUMENT >> 20))
}

fn longer_than(what: &str, most: &str) -> Refusal {
    Refusal::too_large(format!(
        "the {what} is longer than {most}, which is the most that is taken here"
    ))
}

/// The maximum number of parameters.
const MOST: usize = 64;

/// The members of a JSON object, all of them: of a name that is there twice, readers take the first or the last.
struct Members(Vec<(String, Json)>);

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

/// The value of a parameter: text, as in a query or a form; or of another type, from JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Value {
    Text(String),
    /// A name alone in a query or a form, without `=`.
    Name,
    Flag(bool),
    List(Vec<String>),
}

impl Value {
    fn texts(&self) -> &[String] {
        match self {
            Self::Text(text) => slice::from_ref(text),
            Self::Name | Self::Flag(_) => &[],
            Self::List(texts) => texts,
        }
    }
}

/// Names and values that are not read yet.
#[derive(Debug, Default)]
pub(crate) struct Parameters {
    values: Vec<(String, Value)>,
    /// Whether they come from a query or a form, which has an empty text for a field that was left out.
    is_form: bool,
    /// Whether octets that are not UTF-8 became U+FFFD.
    is_damaged: bool,
}

impl Parameters {
    /// The parameters of a query, or of a form, which has the same format.
    ///
    /// # Errors
    ///
    /// If there are too many.
    pub(crate) fn of_form(text: &[u8]) -> Result<Self, Refusal> {
        let is_text = str::from_utf8(text)
            .is_ok_and(|text| str::from_utf8(&percent::decode(text, false).to_bytes()).is_ok());
        let pieces = text.split(|&byte| byte == b'&').filter(|piece| !piece.is_empty());
        let pairs = form_urlencoded::parse(text).into_owned().zip(pieces).take(MOST + 1);
        let value = |text, piece: &[u8]| {
            if piece.contains(&b'=') { Value::Text(text) } else { Value::Name }
        };
        let values = pairs.map(|((name, text), piece)| (name, value(text, piece))).collect();
        Self { values, is_form: true, is_damaged: !is_text }.checked()
    }

    /// The parameters of a JSON object: text, flags, and lists of text for repeatable ones.
    ///
    /// # Errors
    ///
    /// If it is not such an object. A number is an error, since its spelling is lost when JSON is read.
    pub(crate) fn of_json(text: &[u8]) -> Result<Self, Refusal> {
        let Members(members) = serde_json::from_slice(text)
            .map_err(|error| Refusal::bad(format!("the body is no object of JSON: {error}")))?;
        let mut pairs = Vec::new();
        for (name, value) in members {
            let value = match value {
                Json::String(text) => Value::Text(text),
                Json::Bool(flag) => Value::Flag(flag),
                Json::Array(values) => Value::List(list(&name, values)?),
                Json::Null => continue,
                Json::Number(_) => {
                    return Err(Refusal::bad(format!(
                        "'{name}' is a number; write it between quotation marks, as text"
                    )));
                }
                Json::Object(_) => {
                    return Err(Refusal::bad(format!("'{name}' is neither text nor a flag")));
                }
            };
            pairs.push((name, value));
        }
        Self { values: pairs, is_form: false, is_damaged: false }.checked()
    }

    /// These parameters and others.
    ///
    /// # Errors
    ///
    /// If there are too many.
    pub(crate) fn and(mut self, others: Self) -> Result<Self, Refusal> {
        self.values.extend(others.values);
        self.is_form &= others.is_form;
        self.is_damaged |= others.is_damaged;
        self.checked()
    }

    fn checked(self) -> Result<Self, Refusal> {
        let count: usize = self.values.iter().map(|(_, value)| value.texts().len().max(1)).sum();
        if count > MOST {
            return Err(Refusal::bad(format!("more than {MOST} parameters")));
        }
        Ok(self)
    }

    /// Checks that every value is UTF-8: the answer would be about another text.
    ///
    /// # Errors
    ///
    /// If one is not.
    pub(crate) fn are_text(&self) -> Result<(), Refusal> {
        if self.is_damaged {
            let message =
                "a value is not UTF-8; the command takes octets, this interface takes text";
            return Err(Refusal::bad(message));
        }
        Ok(())
    }

    /// The length of the longest text, in bytes.
    pub(crate) fn longest(&self) -> usize {
        let texts = self.values.iter().flat_map(|(_, value)| value.texts());
        texts.map(String::len).max().unwrap_or(0)
    }

    /// Takes all values of a name.
    fn take(&mut self, name: &str) -> Vec<Value> {
        self.values.extract_if(.., |(known, _)| known == name).map(|(_, value)| value).collect()
    }

    /// Takes the value of a name, of any type.
    fn take_one(&mut self, name: &str) -> Result<Option<Value>, Refusal> {
        let mut values = self.take(name);
        if values.len() > 1 {
            return Err(Refusal::bad(format!("'{name}' is there more than once")));
        }
        Ok(values.pop())
    }

    /// Takes all texts of a name.
    ///
    /// # Errors
    ///
    /// If a value is no text.
    pub(crate) fn all(&mut self, name: &str) -> Result<Vec<String>, Refusal> {
        let mut texts = Vec::new();
        for value in self.take(name) {
            match value {
                Value::Text(text) => texts.push(text),
                Value::Name => texts.push(String::new()),
                Value::List(list) => texts.extend(list),
                Value::Flag(_) => return Err(no_text(name)),
            }
        }
        Ok(texts)
    }

    /// Takes the text of a name, if there is one.
    ///
    /// # Errors
    ///
    /// If there is more than one, or the value is no text.
    pub(crate) fn one(&mut self, name: &str) -> Result<Option<String>, Refusal> {
        match self.take_one(name)? {
            None => Ok(None),
            Some(Value::Text(text)) => Ok(Some(text)),
            Some(Value::Name) => Ok(Some(String::new())),
            Some(Value::Flag(_) | Value::List(_)) => Err(no_text(name)),
        }
    }

    /// Takes the value of a name; in a form an empty text counts as none.
    ///
    /// # Errors
    ///
    /// If there is more than one.
    pub(crate) fn filled(&mut self, name: &str) -> Result<Option<String>, Refusal> {
        let is_form = self.is_form;
        Ok(self.one(name)?.filter(|value| !is_form || !value.is_empty()))
    }

    /// Takes a required value.
    ///
    /// # Errors
    ///
    /// If there is none, or more than one.
    pub(crate) fn needed(&mut self, name: &str) -> Result<String, Refusal> {
        self.one(name)?.ok_or_else(|| Refusal::bad(format!("'{name}' is missing")))
    }

    /// Takes a flag: `true` or `false` of JSON. In a form it is a text, or its name alone, and an empty text counts as no value.
    ///
    /// # Errors
    ///
    /// If it has another value.
    pub(crate) fn flag(&mut self, name: &str) -> Result<bool, Refusal> {
        let value = self.take_one(name)?;
        match &value {
            None => Ok(false),
            Some(Value::Flag(flag)) => Ok(*flag),
            Some(Value::Name) => Ok(true),
            Some(Value::Text(text)) if self.is_form && text == "true" => Ok(true),
            Some(Value::Text(text)) if self.is_form && matches!(&**text, "false" | "") => Ok(false),
            Some(Value::Text(_) | Value::List(_)) => {
                Err(Refusal::bad(format!("'{name}' is neither true nor false")))
            }
        }
    }

    /// Checks the names before anything is read, so that a misspelled one is named, and not the one that is missing then.
    ///
    /// # Errors
    ///
    /// If a name is not among those of the question.
    pub(crate) fn are_among<'n>(
        &self,
        names: impl Iterator<Item = &'n str> + Clone,
    ) -> Result<(), Refusal> {
        let is_known = |name: &str| names.clone().any(|known| known == name);
        let Some((name, _)) = self.values.iter().find(|(name, _)| !is_known(name)) else {
            return Ok(());
        };
        let known: Vec<_> = names.collect();
        let refusal = unknown(name);
        Err(Refusal::bad(format!("{}, which has {}", refusal.message, known.join(", "))))
    }

    /// Checks that no parameters are left.
    ///
    /// # Errors
    ///
    /// If some are left.
    pub(crate) fn end(&self) -> Result<(), Refusal> {
        match self.values.first() {
            None => Ok(()),
            Some((name, _)) => Err(unknown(name)),
        }
    }
}

/// The refusal of a parameter that a question does not have.
fn unknown(name: &str) -> Refusal {
    let name: String = name.chars().take(40).collect();
    let name = name.escape_default();
    Refusal::bad(format!("'{name}' is not a parameter of this question"))
}

/// Parameters have the names of the options of a question.
impl Source for Parameters {
    type Error = Refusal;

    fn has(&self, option: &OptionInfo) -> bool {
        let is_given = |value: &Value| match value {
            Value::Flag(flag) => *flag,
            Value::Text(text) if option.shape == Shape::Flag => text != "false" && !text.is_empty(),
            Value::Name => matches!(option.shape, Shape::Flag | Shape::Bare),
            Value::Text(text) => !text.is_empty() || !self.is_form || option.shape == Shape::Bare,
            Value::List(list) => !list.is_empty(),
        };
        self.values.iter().any(|(name, value)| name == option.name && is_given(value))
    }

    fn flag(&mut self, option: &OptionInfo) -> Result<bool, Refusal> {
        self.flag(option.name)
    }

    fn values(&mut self, option: &OptionInfo) -> Result<Vec<Option<Vec<u8>>>, Refusal> {
        let texts = match option.shape {
            Shape::Required => self.one(option.name)?.into_iter().collect(),
            Shape::Repeated | Shape::Pairs => self.all(option.name)?,
            Shape::Optional | Shape::Count => self.filled(option.name)?.into_iter().collect(),
            // The name alone is the option without a value.
            Shape::Bare => {
                let text = self.one(option.name)?;
                return Ok(text.into_iter().map(some_if_filled).collect());
            }
            Shape::Flag => Vec::new(),
        };
        Ok(texts.into_iter().map(|text| Some(text.into_bytes())).collect())
    }
}

fn some_if_filled(text: String) -> Option<Vec<u8>> {
    (!text.is_empty()).then(|| text.into_bytes())
}

/// The value of a parameter that takes text has another type.
fn no_text(name: &str) -> Refusal {
    Refusal::bad(format!("'{name}' is no text"))
}

/// The texts of a list of JSON.
fn list(name: &str, values: Vec<Json>) -> Result<Vec<String>, Refusal> {
    let text = |value| match value {
        Json::String(text) => Ok(text),
        _ => Err(Refusal::bad(format!("'{name}' is no list of text"))),
    };
    values.into_iter().map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::Parameters;

    #[test]
    fn forms_and_json_are_the_same() {
        let form = Parameters::of_form(b"input=a+b%20%41&rule=x&rule=y&tree&split=false").unwrap();
        let json = br#"{"input": "a b A", "rule": ["x", "y"], "tree": true, "split": false, "base": null}"#;
        for mut parameters in [form, Parameters::of_json(json).unwrap()] {
            assert_eq!(parameters.longest(), 5);
            assert_eq!(parameters.one("input"), Ok(Some("a b A".into())));
            assert_eq!(parameters.all("rule"), Ok(vec!["x".into(), "y".into()]));
            assert_eq!(["tree", "split"].map(|name| parameters.flag(name)), [Ok(true), Ok(false)]);
            assert_eq!(parameters.one("base"), Ok(None));
            assert_eq!(parameters.end(), Ok(()));
        }
    }

    /// Numbers lose their spelling when JSON is read: `1.10` becomes `1.1`.
    #[test]
    fn text_is_never_made_of_another_type_of_json() {
        for number in ["12345678901234567890123", "1.10", "-0", "1e2", "1"] {
            let json = format!(r#"{{"a": {number}}}"#);
            let refused = Parameters::of_json(json.as_bytes()).unwrap_err();
            assert!(refused.message.starts_with("'a' is a number"), "{}", refused.message);
        }
        let read = |json: &str| Parameters::of_json(json.as_bytes()).unwrap();
        for value in ["true", "false", "[]", r#"["a"]"#] {
            let json = format!(r#"{{"a": {value}}}"#);
            let refused = read(&json).one("a").unwrap_err();
            assert_eq!(refused.message, "'a' is no text", "{json}");
            assert_eq!(read(&json).all("a").is_err(), !value.starts_with('['), "{json}");
            assert_eq!(read(&json).flag("a").is_err(), value.starts_with('['), "{json}");
        }
        let many = format!(r#"{{"a": [{}""]}}"#, r#""","#.repeat(64));
        assert!(Parameters::of_json(many.as_bytes()).is_err());
    }

    #[test]
    fn an_empty_text_is_a_value_in_json_only() {
        let filled = |mut parameters: Parameters| parameters.filled("a").unwrap();
        assert_eq!(filled(Parameters::of_form(b"a=").unwrap()), None);
        assert_eq!(filled(Parameters::of_json(br#"{"a": ""}"#).unwrap()), Some(String::new()));
        let flag = |form: &[u8]| Parameters::of_form(form).unwrap().flag("a");
        assert_eq!(
            [flag(b"&a&"), flag(b"b=&&a="), flag(b"a=true")],
            [Ok(true), Ok(false), Ok(true)]
        );
        for text in ["", "true", "false"] {
            let json = format!(r#"{{"a": "{text}"}}"#);
            assert!(Parameters::of_json(json.as_bytes()).unwrap().flag("a").is_err(), "{json}");
        }
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
        assert!(Parameters::of_form(b"a=1").unwrap().end().is_err());
        for wrong in [&b"a=%ff"[..], b"a=\xff", b"%c3=a"] {
            let parameters = Parameters::of_form(wrong).unwrap();
            assert!(parameters.are_text().is_err(), "{}", wrong.escape_ascii());
        }
        let given = Parameters::of_form("a=%EF%BF%BD\u{FFFD}".as_bytes()).unwrap();
        assert!(given.are_text().is_ok());
        assert!(Parameters::of_form("a&".repeat(65).as_bytes()).is_err());
        assert!(Parameters::of_json(b"[]").is_err());
        let mut twice = Parameters::of_json(br#"{"a": "1", "a": "2"}"#).unwrap();
        assert!(twice.one("a").is_err());
        assert!(Parameters::of_json(br#"{"a": {}}"#).is_err());
        assert!(Parameters::of_json(br#"{"a": [1]}"#).is_err());
    }
}
