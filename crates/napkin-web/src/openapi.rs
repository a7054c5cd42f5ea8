//! The description of the API, as `OpenAPI` 3.1, from the list of questions: paths, and the schemas of the types of answers.

use napkin_answers::options::Shape;
use napkin_answers::schema;
use serde_json::{Map, Value, json};

use crate::authorization;
use crate::parameters::{LARGEST, LARGEST_DOCUMENT};
use crate::questions::{Answering, Listed, Parameter, QUESTIONS};
use crate::refusal::Refused;

/// The whole document. `server` is the address of the questions, relative to that of the document.
pub(crate) fn document(server: &str) -> String {
    let questions =
        QUESTIONS.iter().map(|question| (format!("/{}", question.name), path(question)));
    let allow = QUESTIONS.iter().filter(|question| question.name == "allow");
    let authorization = allow.map(|allow| (format!("/{}", authorization::BELOW), authorize(allow)));
    let paths: Map<_, _> = questions.chain(authorization).collect();
    let document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "napkin",
            "version": env!("CARGO_PKG_VERSION"),
            "description": format!(
                "What URIs mean, by each edition of the standards. The answers are the JSON of the command. No value may be longer than {LARGEST} bytes."
            ),
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "servers": [{ "url": server, "description": "This server" }],
        "paths": paths,
        "components": { "schemas": schemas() },
    });
    format!("{document:#}\n")
}

/// The name of the schema of an answer. No language has a word like it, as it has `set` and `map`.
fn answer_of(question: &Listed) -> String {
    format!("{}-answer", question.name)
}

/// The schema of the answer of each question, and the schemas that these refer to. What an answer is if there is no error has a schema of
/// its own: programs that make clients of the description name their types by it.
fn schemas() -> Map<String, Value> {
    let mut generator = schema::generator();
    for question in QUESTIONS.iter() {
        let mut schema = (question.schema)(&mut generator).to_value();
        let definitions = generator.definitions_mut();
        for part in schema.get_mut("anyOf").and_then(Value::as_array_mut).into_iter().flatten() {
            if part.get("$ref").is_none() {
                let result = format!("{}-result", question.name);
                let reference = json!({ "$ref": format!("#/components/schemas/{result}") });
                definitions.insert(result, std::mem::replace(part, reference));
            }
        }
        definitions.insert(answer_of(question), schema);
    }
    generator.subschema_for::<Refused<'_>>();
    generator.take_definitions(true)
}

fn path(question: &Listed) -> Value {
    let parameters: Vec<_> = question.parameters.iter().map(in_query).collect();
    let mut get = json!({
        "summary": question.about,
        "operationId": question.name,
        "parameters": parameters,
        "responses": responses(question),
    });
    if let Answering::OfBody(_) = question.answer {
        get["requestBody"] = json!({
            "required": true,
            "description": format!(
                "The document, of at most {LARGEST_DOCUMENT} bytes. Its type is that of Content-Type, if it is one of documents; of any other type, its content tells what it is."
            ),
            // Programs that make clients know this type of octets alone.
            "content": { "application/octet-stream": { "schema": { "type": "string", "format": "binary" } } },
        });
        return json!({ "post": get });
    }
    json!({
        "get": get,
        "post": {
            "summary": question.about,
            "operationId": format!("{}-post", question.name),
            "requestBody": { "required": true, "content": {
                "application/json": { "schema": body(question) },
                "application/x-www-form-urlencoded": { "schema": body(question) },
            } },
            "responses": responses(question),
        },
    })
}

/// The question `allow`, answered by the status.
fn authorize(allow: &Listed) -> Value {
    let field = |name: &str, description: &str| {
        let header = json!({ "description": description, "schema": { "type": "string" } });
        json!({ "description": description, "headers": { name: header } })
    };
    json!({ "get": {
        "summary": "Let a proxy know whether there is a URI to hand on, by the status",
        "operationId": "allow-auth",
        "parameters": allow.parameters.iter().map(in_query).collect::<Vec<_>>(),
        "responses": {
            "204": field("x-napkin-use", "The URI to hand on."),
            "403": field("x-napkin-reason", "Why the input is refused."),
            "400": refusal("A parameter is missing, unknown, or has a value or a type that it cannot have."),
            "404": not_found(),
            "405": refusal("The method is neither GET nor HEAD."),
            "413": refusal("The input is too long."),
            "421": misdirected(),
            "429": too_many(),
        },
    } })
}

fn not_found() -> Value {
    refusal("There is no such question: the path has a name that this version does not know.")
}

fn misdirected() -> Value {
    refusal("The request names another server in its field Host.")
}

fn too_many() -> Value {
    let mut refused = refusal("Too many requests at a time, of all addresses or of one.");
    refused["headers"]["retry-after"] = json!({ "description": "In how many seconds to come again.", "schema": { "type": "string" } });
    refused
}

fn responses(question: &Listed) -> Value {
    let mut responses = json!({
        "200": {
            "description": "The answer. What is wrong with the input is an answer too.",
            "content": { "application/json": {
                "schema": { "$ref": format!("#/components/schemas/{}", answer_of(question)) },
            } },
        },
        "400": refusal("A parameter is missing, unknown, or has a value or a type that it cannot have."),
        "404": not_found(),
        "405": refusal("The method is none that the question has."),
        "413": refusal("The input is too long."),
        "415": refusal("The body is neither JSON nor a form."),
        "421": misdirected(),
        "429": too_many(),
        "501": refusal("The body has a transfer coding other than chunked."),
    });
    if let Answering::OfBody(_) = question.answer {
        responses["413"] = refusal("The document is too long, or its answer.");
        responses["415"] = refusal("The document has a content coding other than gzip and zstd.");
    }
    responses
}

fn refusal(description: &str) -> Value {
    json!({
        "description": description,
        "content": { "application/json": { "schema": { "$ref": "#/components/schemas/refusal" } } },
    })
}

fn in_query(parameter: &Parameter) -> Value {
    json!({
        "name": parameter.name,
        "in": "query",
        "required": parameter.shape == Shape::Required,
        "description": parameter.about,
        "schema": schema(parameter),
    })
}

fn schema(parameter: &Parameter) -> Value {
    let mut schema = match parameter.shape {
        Shape::Flag => json!({ "type": "boolean" }),
        Shape::Required | Shape::Optional | Shape::Bare => text(parameter),
        Shape::Count => json!({ "type": "string", "pattern": "^[0-9]+$" }),
        Shape::Repeated | Shape::Pairs => json!({ "type": "array", "items": text(parameter) }),
    };
    if let Some(default) = parameter.default {
        schema["default"] = default.into();
    }
    schema
}

/// The schema of a value.
fn text(parameter: &Parameter) -> Value {
    let names: Vec<_> = parameter.alternatives.iter().map(|named| named.name).collect();
    if names.is_empty() { json!({ "type": "string" }) } else { json!({ "enum": names }) }
}

fn body(question: &Listed) -> Value {
    let properties: Map<_, _> = question
        .parameters
        .iter()
        .map(|parameter| (parameter.name.to_owned(), schema(parameter)))
        .collect();
    let required =
        question.parameters.iter().filter(|parameter| parameter.shape == Shape::Required);
    json!({
        "type": "object",
        "properties": properties,
        "required": required.map(|parameter| parameter.name).collect::<Vec<_>>(),
        "additionalProperties": false,
    })
}

#[cfg(test)]
mod tests {
    use napkin_answers::schema;
    use serde_json::Value;

    use super::schemas;
    use crate::questions::QUESTIONS;

    #[test]
    fn no_other_schema_has_the_name_of_an_answer() {
        let mut generator = schema::generator();
        for question in QUESTIONS.iter() {
            (question.schema)(&mut generator);
        }
        for question in QUESTIONS.iter() {
            for name in [super::answer_of(question), format!("{}-result", question.name)] {
                assert!(!generator.definitions().contains_key(name.as_str()), "{name}");
            }
        }
    }

    /// Objects with keys that no schema allows. A part of an object is closed with the whole.
    fn find_open(schema: &Value, is_part: bool, place: &str, open: &mut Vec<String>) {
        if !schema.is_object() {
            return;
        }
        let closing = ["additionalProperties", "unevaluatedProperties"];
        // A schema of the keys that are not listed closes it too.
        let is_closed =
            closing.iter().any(|keyword| schema.get(keyword).is_some_and(|other| *other != true));
        if schema.get("properties").is_some() && !is_closed && !is_part {
            open.push(place.into());
        }
        for keyword in ["allOf", "anyOf", "oneOf"] {
            for part in schema[keyword].as_array().into_iter().flatten() {
                find_open(part, is_closed || is_part, place, open);
            }
        }
        for (key, property) in schema["properties"].as_object().into_iter().flatten() {
            find_open(property, false, &format!("{place}.{key}"), open);
        }
        for keyword in ["items", "additionalProperties"] {
            find_open(&schema[keyword], false, &format!("{place}[]"), open);
        }
    }

    #[test]
    fn every_object_is_closed_and_every_reference_has_its_schema() {
        let schemas = schemas();
        let mut open = Vec::new();
        for (name, schema) in &schemas {
            find_open(schema, false, name, &mut open);
        }
        assert_eq!(open, [""; 0]);
        let text = Value::Object(schemas.clone()).to_string();
        for reference in text.split("#/components/schemas/").skip(1) {
            let name = reference.split('"').next().unwrap();
            assert!(schemas.contains_key(name), "{name}");
        }
    }
}
