//! The components of an input, by the URI syntax or by the URL Standard, and the facts that follow from them, as keys of an answer.

use std::borrow::Cow;

use napkin_standards::Parsed;
use napkin_standards::facts::{self, Component, EachFact, Fact, Number, Text, TextList};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// Components, which serialize as keys; a component that the standard does not tell is left out.
pub(crate) struct Components<'t>(Vec<Component<'t>>);

impl<'t> Components<'t> {
    pub(crate) fn of(row: Parsed<'_, 't>) -> Self {
        Self(facts::list(row))
    }
}

impl Serialize for Components<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for Component { name, value, .. } in &self.0 {
            if let Some(value) = value {
                map.serialize_entry(name, value)?;
            }
        }
        map.end()
    }
}

impl JsonSchema for Components<'_> {
    fn schema_name() -> Cow<'static, str> {
        "components".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let mut keys = Keys::of(Null::Part);
        facts::components(&mut keys);
        let Keys { properties, required, .. } = keys;
        json_schema!({ "type": "object", "properties": properties, "required": required })
    }
}

/// The facts that follow from the components, which serialize as an object.
pub(crate) struct Derived<'p, 't>(pub(crate) Parsed<'p, 't>);

impl Serialize for Derived<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(row) = *self;
        let mut entries = Entries { row, map: serializer.serialize_map(None)?, written: Ok(()) };
        facts::derived(&mut entries);
        entries.written?;
        entries.map.end()
    }
}

impl JsonSchema for Derived<'_, '_> {
    fn schema_name() -> Cow<'static, str> {
        "facts".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let mut keys = Keys::of(Null::Any);
        facts::derived(&mut keys);
        let Keys { properties, required, .. } = keys;
        json_schema!({
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": false
        })
    }
}

/// The facts of a row as entries of a map, up to the first error.
struct Entries<'p, 't, M: SerializeMap> {
    row: Parsed<'p, 't>,
    map: M,
    written: Result<(), M::Error>,
}

impl<M: SerializeMap> Entries<'_, '_, M> {
    fn add<F: Fact>(&mut self, value: &impl Serialize) {
        if self.written.is_ok() && F::is_told(self.row) {
            self.written = self.map.serialize_entry(F::NAME, value);
        }
    }
}

impl<M: SerializeMap> EachFact for Entries<'_, '_, M> {
    fn text<F: Fact<Out = Text>>(&mut self) {
        self.add::<F>(&F::of(self.row));
    }

    fn texts<F: Fact<Out = TextList>>(&mut self) {
        self.add::<F>(&F::of(self.row));
    }

    fn number<F: Fact<Out = Number>>(&mut self) {
        self.add::<F>(&F::of(self.row));
    }
}

/// Which facts may be null.
#[derive(Clone, Copy)]
enum Null {
    /// Facts of a part may be null. A fact that belongs to no part, such as the kind of reference, is defined for every input.
    Part,
    /// Any fact may be null.
    Any,
}

/// Facts, each with the schema of its values.
struct Keys {
    null: Null,
    properties: Schema,
    required: Vec<&'static str>,
}

impl Keys {
    fn of(null: Null) -> Self {
        Self { null, properties: Schema::default(), required: Vec::new() }
    }

    const fn can_be_null<F: Fact>(&self) -> bool {
        match self.null {
            Null::Part => F::PART.is_some(),
            Null::Any => true,
        }
    }

    fn add<F: Fact>(&mut self, json_type: &str, mut schema: Schema) {
        let or_null = self.can_be_null::<F>();
        let types = if or_null { vec![json_type, "null"].into() } else { json_type.into() };
        schema.insert("type".into(), types);
        schema.insert("description".into(), F::SENTENCE.into());
        self.properties.insert(F::NAME.into(), schema.to_value());
        self.required.extend(F::IS_TOLD_BY_ALL.then_some(F::NAME));
    }
}

impl EachFact for Keys {
    fn text<F: Fact<Out = Text>>(&mut self) {
        let schema = F::names().map(|names| {
            let null = self.can_be_null::<F>().then_some(None);
            let names: Vec<_> = names.into_iter().map(Some).chain(null).collect();
            json_schema!({ "enum": names })
        });
        self.add::<F>("string", schema.unwrap_or_default());
    }

    fn texts<F: Fact<Out = TextList>>(&mut self) {
        self.add::<F>("array", json_schema!({ "items": { "type": "string" } }));
    }

    fn number<F: Fact<Out = Number>>(&mut self) {
        self.add::<F>("integer", Schema::default());
    }
}
