//! The answers in JSON as cells of a column: as they are, or the value of one key of each, in the type that the schema of the answers gives it.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::ArrayRef;
use arrow_array::builder::{BooleanBuilder, Int64Builder, LargeStringBuilder, UInt16Builder};
use arrow_schema::DataType;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::arrays::TEXT;

/// The keys of answers that are one object, with the types of their values: a question a line. A test of `napkin-answers` writes it by the
/// schemas of the answers, which are not in the wheel.
const KEYS: &str = include_str!("keys.txt");

/// The keys of the answers to a question, with the types of their values.
pub(crate) fn keys_of(question: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let line = KEYS.lines().find_map(|line| line.strip_prefix(question)?.strip_prefix(": "));
    line.into_iter().flat_map(str::split_whitespace).filter_map(|key| key.split_once('='))
}

/// A key of answers, with the type of its values.
#[derive(Clone, Copy)]
pub(crate) struct Key {
    name: &'static str,
    kind: Kind,
}

#[derive(Clone, Copy)]
enum Kind {
    Boolean,
    Int64,
    UInt16,
    Text,
}

impl Key {
    /// The key of the answers to a question that has a name.
    pub(crate) fn of(question: &str, name: &str) -> PyResult<Self> {
        let Some((name, kind)) = keys_of(question).find(|(key, _)| *key == name) else {
            let names: Vec<_> = keys_of(question).map(|(key, _)| key).collect();
            let names = names.join(", ");
            return Err(PyValueError::new_err(format!(
                "no key '{name}' in answers; there are {names}"
            )));
        };
        let kind = match kind {
            "boolean" => Kind::Boolean,
            "int64" => Kind::Int64,
            "uint16" => Kind::UInt16,
            _ => Kind::Text,
        };
        Ok(Self { name, kind })
    }

    /// The type of a column of the values.
    pub(crate) const fn data_type(self) -> DataType {
        match self.kind {
            Kind::Boolean => DataType::Boolean,
            Kind::Int64 => DataType::Int64,
            Kind::UInt16 => DataType::UInt16,
            Kind::Text => TEXT,
        }
    }

    /// The value in an object; `None` for null, and for an object without the key.
    fn value(self, json: &str) -> Option<&RawValue> {
        let mut members: HashMap<&str, &RawValue> = serde_json::from_str(json).ok()?;
        members.remove(self.name).filter(|value| value.get() != "null")
    }

    /// The value as a type.
    fn read<'j, T: Deserialize<'j>>(self, json: &'j str) -> Option<T> {
        serde_json::from_str(self.value(json)?.get()).ok()
    }

    /// A text as it is, and another value as JSON.
    fn text(self, json: &str) -> Option<String> {
        match self.value(json)?.get() {
            text if text.starts_with('"') => serde_json::from_str(text).ok(),
            other => Some(other.into()),
        }
    }
}

/// The cells of a column that is being built.
pub(crate) enum Cells {
    Json(LargeStringBuilder),
    Texts(Key, LargeStringBuilder),
    Booleans(Key, BooleanBuilder),
    Int64s(Key, Int64Builder),
    UInt16s(Key, UInt16Builder),
}

impl Cells {
    /// No cells yet, of answers or of the values of a key of them.
    pub(crate) fn new(key: Option<Key>) -> Self {
        let Some(key) = key else { return Self::Json(LargeStringBuilder::new()) };
        match key.kind {
            Kind::Boolean => Self::Booleans(key, BooleanBuilder::new()),
            Kind::Int64 => Self::Int64s(key, Int64Builder::new()),
            Kind::UInt16 => Self::UInt16s(key, UInt16Builder::new()),
            Kind::Text => Self::Texts(key, LargeStringBuilder::new()),
        }
    }

    /// Adds the cell of an answer.
    pub(crate) fn append(&mut self, json: &str) {
        match self {
            Self::Json(built) => built.append_value(json),
            Self::Texts(key, built) => built.append_option(key.text(json)),
            Self::Booleans(key, built) => built.append_option(key.read(json)),
            Self::Int64s(key, built) => built.append_option(key.read(json)),
            Self::UInt16s(key, built) => built.append_option(key.read(json)),
        }
    }

    /// Adds the cell of a row without an answer.
    pub(crate) fn append_null(&mut self) {
        match self {
            Self::Json(built) | Self::Texts(_, built) => built.append_null(),
            Self::Booleans(_, built) => built.append_null(),
            Self::Int64s(_, built) => built.append_null(),
            Self::UInt16s(_, built) => built.append_null(),
        }
    }

    /// The column.
    pub(crate) fn finish(self) -> ArrayRef {
        match self {
            Self::Json(mut built) | Self::Texts(_, mut built) => Arc::new(built.finish()),
            Self::Booleans(_, mut built) => Arc::new(built.finish()),
            Self::Int64s(_, mut built) => Arc::new(built.finish()),
            Self::UInt16s(_, mut built) => Arc::new(built.finish()),
        }
    }
}
