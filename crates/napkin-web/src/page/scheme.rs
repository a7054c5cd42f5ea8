//! The URI described by its scheme, and the steps of a client.

use maud::{Markup, html};
use napkin::Start;
use napkin_answers::describe::{Described, Describing};
use napkin_answers::plan::Planning;
use napkin_schemes::{Client, Value};

use super::Asked;
use crate::escape::{Shown, folded, sentence};

/// The content of the panel; `None` if the input is no URI, which the page says elsewhere.
pub(super) fn panel(asked: &Asked, uri: &str) -> Option<Markup> {
    let edition = asked.edition();
    let (mut scratch, mut planning_scratch) = (String::new(), String::new());
    let description = Describing { edition }.answer(uri.as_bytes(), &mut scratch);
    let planning = Planning { client: Client::default(), edition };
    let plan = planning.answer(uri.as_bytes(), &mut planning_scratch);
    let is_uri = edition.parse_as(Start::Uri, uri).is_ok();
    is_uri.then(|| html! {
        @match &description {
            Ok(described) => (fields(described)),
            Err(failure) => p.says { (sentence(failure.message())) "." },
        }
        h3 { "What a client would do" }
        @match &plan {
            Ok(planned) => ol.plan { @for step in planned.0.steps() { li { (sentence(&step.to_string())) } } },
            Err(failure) => p { "No plan: " (sentence(failure.message())) "." },
        }
    })
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
            details {
                summary { "The parts by the scheme" }
                table.parts {
                    thead { tr { th scope="col" { "field" } th scope="col" { "value" } } }
                    tbody {
                        @for (name, value) in fields.iter().filter(|(_, value)| says_something(value)) {
                            tr { th scope="row" { (name.replace('_', "-")) } td { (value_of(value)) } }
                        }
                    }
                }
            }
        }
    }
}

/// Whether a field is defined, and no empty list.
fn says_something(value: &Value) -> bool {
    match value {
        Value::Undefined => false,
        Value::List(values) => !values.is_empty(),
        _ => true,
    }
}

fn value_of(value: &Value) -> Markup {
    match value {
        Value::Undefined => html! { span.nothing { "undefined" } },
        value => folded(&format!("{value:#}")),
    }
}
