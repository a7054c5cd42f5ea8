//! The URI described by its scheme, and the steps of a client.

use maud::{Markup, html};
use napkin_answers::describe::{Described, Describing};
use napkin_answers::plan::Planning;
use napkin_schemes::{Client, Value};

use super::Asked;
use crate::escape::{Shown, code};

pub(super) fn panel(asked: &Asked, uri: &str) -> Markup {
    let edition = asked.edition();
    let (mut scratch, mut planning_scratch) = (String::new(), String::new());
    let description = Describing { edition }.answer(uri.as_bytes(), &mut scratch);
    let planning = Planning { client: Client::default(), edition };
    let plan = planning.answer(uri.as_bytes(), &mut planning_scratch);
    html! {
        @match &description {
            Ok(described) => (fields(described)),
            Err(failure) => p.says { (Shown(failure.message())) "." },
        }
        h3 { "What a client would do" }
        @match &plan {
            Ok(planned) => ol.plan { @for step in planned.0.steps() { li { (Shown(&step.to_string())) } } },
            Err(failure) => p { "No plan: " (Shown(failure.message())) "." },
        }
        (super::json("describe", &[("input", uri), ("edition", edition.name)]))
        (super::json("plan", &[("input", uri), ("edition", edition.name)]))
    }
}

fn fields(described: &Described<'_>) -> Markup {
    let (description, fields) = (&described.0, described.fields());
    html! {
        p {
            strong { (Shown(&description.scheme().to_ascii_lowercase())) }
            @match (description.definition(), description.registration()) {
                (Some(definition), _) => { ", " (definition.title) " " span.section { "(" (description.document().unwrap_or(definition.document)) ")" } },
                (None, Some(known)) => {
                    ", " (known.description) " " span.section { "(" (known.status.name()) ", " (known.reference) ")" }
                },
                (None, None) => ", not registered and not known here",
            }
            @if let Some(port) = description.default_port() { ". Default port " (port) }
            "."
        }
        @if !fields.is_empty() {
            table.parts {
                thead { tr { th scope="col" { "field" } th scope="col" { "value" } } }
                tbody {
                    @for (name, value) in fields.iter() {
                        tr { th scope="row" { (name.replace('_', "-")) } td { (value_of(value)) } }
                    }
                }
            }
        }
    }
}

fn value_of(value: &Value) -> Markup {
    match value {
        Value::Undefined => html! { span.nothing { "undefined" } },
        value => code(&format!("{value:#}")),
    }
}
