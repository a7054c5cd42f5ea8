//! The values of an answer: the columns of rows, and the value of a field.

use std::borrow::Cow;
use std::collections::HashMap;

use napkin_audit::json;
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;

/// A column: its name, and the paths of keys of which the first that has a value gives it. A `*` stands for each item of a
/// list, whose values have blanks between, and `0` for the first of them.
pub(crate) type Column = (&'static str, &'static [&'static str]);

pub(crate) type Field<'f> = Cow<'f, [u8]>;

/// The values of columns in an answer; an undefined one is empty.
pub(crate) fn fields<'f>(columns: &[Column], answer: &impl Serialize) -> Vec<Field<'f>> {
    fields_of(columns, &serde_json::to_value(answer).unwrap_or_default())
}

/// The values of columns in each item of a list in an answer; of an empty list, one without values.
pub(crate) fn items<'f>(
    list: &str,
    columns: &[Column],
    answer: &impl Serialize,
) -> Vec<Vec<Field<'f>>> {
    let answer = serde_json::to_value(answer).unwrap_or_default();
    match answer.get(list).and_then(Value::as_array) {
        Some(items) if !items.is_empty() => {
            items.iter().map(|item| fields_of(columns, item)).collect()
        }
        _ => vec![fields_of(columns, &Value::Null)],
    }
}

/// The value of an answer where one is asked for, as JSON: of the first of some keys that it has; else of its only key; else the
/// whole.
pub(crate) fn value(keys: &[&str], answer: &impl Serialize) -> String {
    let whole = json::to_string(answer);
    // Members as they are written, since a `Value` may not keep their order.
    let Ok(members) = serde_json::from_str::<HashMap<String, &RawValue>>(&whole) else {
        return "null".into();
    };
    let named = keys.iter().find_map(|key| members.get(*key));
    let only = members.values().next().filter(|_| members.len() == 1);
    named.or(only).map_or_else(|| whole.clone(), |value| value.get().to_owned())
}

fn fields_of<'f>(columns: &[Column], answer: &Value) -> Vec<Field<'f>> {
    let field = |paths: &&[&str]| {
        let mut texts = Vec::new();
        for path in *paths {
            collect(answer, path, &mut texts);
            if !texts.is_empty() {
                break;
            }
        }
        Cow::Owned(texts.join(" ").into_bytes())
    };
    columns.iter().map(|(_, paths)| field(paths)).collect()
}

/// Adds the texts at a path.
fn collect(value: &Value, path: &str, texts: &mut Vec<String>) {
    let (key, rest) = path.split_once('/').unwrap_or((path, ""));
    match value {
        Value::Array(items) if key == "*" => {
            for item in items {
                collect(item, rest, texts);
            }
        }
        Value::Array(items) if key == "0" => {
            if let Some(item) = items.first() {
                collect(item, rest, texts);
            }
        }
        Value::Object(keys) => {
            if let Some(value) = keys.get(key) {
                collect(value, rest, texts);
            }
        }
        Value::String(text) => texts.push(text.clone()),
        Value::Bool(_) | Value::Number(_) => texts.push(value.to_string()),
        Value::Null | Value::Array(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{fields, value};

    #[test]
    fn values_are_found_by_paths() {
        let answer =
            json!({"uri": null, "iri": "a", "n": 1, "l": ["x", "y"], "o": [{"p": "q"}, {}]});
        let columns: [(&str, &[&str]); 5] = [
            ("mapped", &["uri", "iri"]),
            ("n", &["n"]),
            ("l", &["l/*"]),
            ("o", &["o/*/p"]),
            ("z", &["o/p"]),
        ];
        let fields = fields(&columns, &answer);
        let fields: Vec<_> = fields.iter().map(|field| String::from_utf8_lossy(field)).collect();
        assert_eq!(fields, ["a", "1", "x y", "q", ""]);
        assert_eq!(value(&["z", "n", "iri"], &answer), "1");
        assert_eq!(value(&["z"], &json!({"y": null})), "null");
        assert_eq!(
            (value(&[], &answer), value(&[], &json!([1]))),
            (answer.to_string(), "null".into())
        );
    }
}
