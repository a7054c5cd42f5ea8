//! Fields of schemes and steps of plans, as JSON and as text.

use napkin_schemes::{Fields, Value};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::text::Text;

/// A value that serializes.
pub(crate) struct Json<'a>(pub(crate) &'a Value);

/// Fields that serialize as an object.
pub(crate) struct Object<'a>(pub(crate) &'a Fields);

impl Serialize for Json<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Undefined => serializer.serialize_none(),
            Value::Flag(flag) => serializer.serialize_bool(*flag),
            Value::Number(number) => serializer.serialize_u64(*number),
            Value::Text(text) => serializer.serialize_str(text),
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

/// How wide the names of fields are in text, at least.
const NARROWEST: usize = 11;

/// Writes the fields that are there as lines of text.
pub(crate) fn write(fields: &Fields, text: &mut Text<'_>) {
    let width = fields.iter().map(|(name, _)| name.len()).max().unwrap_or(0).max(NARROWEST);
    for (name, value) in fields.iter() {
        match value {
            Value::Undefined => {}
            Value::Text(value) => text.field(name, width, value.as_bytes()),
            Value::List(values) if values.is_empty() => {}
            value => text.field(name, width, value.to_string().as_bytes()),
        }
    }
}
