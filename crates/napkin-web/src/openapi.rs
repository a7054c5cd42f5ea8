//! The description of the API, as `OpenAPI` 3.1: paths from the list of questions, schemas of answers from a file.

use napkin_answers::options::Shape;
use serde_json::{Map, Value, json};

use crate::parameters::LARGEST;
use crate::questions::{Listed, Parameter, QUESTIONS};

/// The schemas of the answers, by the names of the questions; and common ones.
const SCHEMAS: &str = include_str!("schemas.json");

/// The whole document.
pub(crate) fn document() -> String {
    let schemas: Value = serde_json::from_str(SCHEMAS).unwrap_or(Value::Null);
    let paths: Map<_, _> = QUESTIONS
        .iter()
        .map(|question| (format!("/api/v1/{}", question.name), path(question)))
        .collect();
    let document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "napkin",
            "version": env!("CARGO_PKG_VERSION"),
            "description": format!(
                "What URIs say, to the letter. The answers are the JSON of the command. No value may be longer than {LARGEST} bytes."
            ),
            "license": { "name": "MIT OR Apache-2.0" },
        },
        "paths": paths,
        "components": { "schemas": schemas },
    });
    format!("{document:#}\n")
}

fn path(question: &Listed) -> Value {
    let responses = json!({
        "200": {
            "description": "The answer. What is wrong with the input is an answer too.",
            "content": { "application/json": {
                "schema": { "$ref": format!("#/components/schemas/{}", question.name) },
            } },
        },
        "400": refusal("A parameter is missing, unknown, or has a value or a type that it cannot have."),
        "413": refusal("The input is too long."),
        "429": refusal("Too many requests at a time, of all addresses or of one."),
        "501": refusal("The body has a transfer coding other than chunked."),
    });
    json!({
        "get": {
            "summary": question.about,
            "operationId": question.name,
            "parameters": question.parameters.iter().map(in_query).collect::<Vec<_>>(),
            "responses": responses,
        },
        "post": {
            "summary": question.about,
            "operationId": format!("{}-post", question.name),
            "requestBody": { "required": true, "content": {
                "application/json": { "schema": body(question) },
                "application/x-www-form-urlencoded": { "schema": body(question) },
            } },
            "responses": responses,
        },
    })
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
    use serde_json::Value;

    use super::document;
    use crate::questions::QUESTIONS;

    #[test]
    fn every_question_has_its_shape() {
        let document: Value = serde_json::from_str(&document()).unwrap();
        for question in QUESTIONS.iter() {
            assert!(
                document["components"]["schemas"][question.name].is_object(),
                "{}",
                question.name
            );
        }
    }
}
