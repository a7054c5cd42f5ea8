//! Fields of schemes and steps of plans, as JSON.

use std::collections::BTreeMap;

use napkin_schemes::{Fields, Value};
use schemars::JsonSchema;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// A value that serializes.
pub struct Json<'a>(pub &'a Value);

/// Fields that serialize as an object.
pub struct Object<'a>(pub &'a Fields);

impl Serialize for Json<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Undefined => serializer.serialize_none(),
            Value::Flag(flag) => serializer.serialize_bool(*flag),
            Value::Number(number) => serializer.serialize_u64(*number),
            Value::Text(text) | Value::Encoded(text) => serializer.serialize_str(text),
            Value::List(values) => serializer.collect_seq(values.iter().map(Json)),
            Value::Record(fields) => Object(fields).serialize(serializer),
        }
    }
}

impl Serialize for Object<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (name, value) in self.0.iter() {
            map.serialize_entry(name, &Json(value))?;
        }
        map.end()
    }
}

pub(crate) fn serialize<S: Serializer>(fields: &Fields, serializer: S) -> Result<S::Ok, S::Error> {
    Object(fields).serialize(serializer)
}

/// Fields, whose names depend on the scheme or the step. A value is null, a flag, a number, a text, a list of values, or fields again.
///
/// The schema does not say so of the value: programs that make clients know no schema that refers to itself.
#[derive(JsonSchema)]
#[schemars(rename = "fields", transparent)]
#[expect(dead_code, reason = "the schema of `Object`")]
pub(crate) struct AnyFields(BTreeMap<String, serde_json::Value>);
