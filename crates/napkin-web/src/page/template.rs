//! The page of a URI template: what it expands to with values, and what a URI says of its variables.

use maud::{Markup, html};
use napkin_answers::choice::WrongChoice;
use napkin_answers::expand::Expanding;
use napkin_answers::question::Ask as _;
use napkin_answers::unexpand::{Unexpanded, Unexpanding};
use serde_json::{Map, Value};

use super::{Page, Root, json, taken};
use crate::escape::{Field, Shown, code, sentence};
use crate::parameters::Parameters;
use crate::refusal::Refusal;

/// The question: a template, the values of its variables, and a URI to read back.
#[derive(Debug)]
pub(crate) struct Templated {
    template: String,
    values: String,
    uri: String,
}

impl Templated {
    /// Reads the question.
    ///
    /// # Errors
    ///
    /// If a parameter is unknown.
    pub(crate) fn read(mut parameters: Parameters) -> Result<Self, Refusal> {
        parameters.are_among(["template", "values", "uri"].into_iter())?;
        let mut last =
            |name: &str| Ok::<_, Refusal>(parameters.all(name)?.pop().unwrap_or_default());
        Ok(Self { template: last("template")?, values: last("values")?, uri: last("uri")? })
    }
}

/// The page.
pub(crate) fn show(asked: &Templated) -> Page {
    Page {
        title: "A URI template – napkin".into(),
        description: None,
        root: Root::above(0),
        form: form(asked),
        answers: if asked.template.is_empty() { examples() } else { answers(asked) },
    }
}

fn form(asked: &Templated) -> Markup {
    let field = |id: &str, label: &str, value: &str, example: &str| {
        html! {
            div.field.wide {
                label for=(id) { (label) }
                input id=(id) name=(id) type="text" value=(Field(value)) dir="ltr" autocomplete="off"
                    autocapitalize="off" spellcheck="false" placeholder=(example);
            }
        }
    };
    html! {
        search {
            form #fill action="./template" method="get" {
                (field("template", "Template (RFC 6570)", &asked.template, "/search{?q,page}"))
                div.field.wide {
                    label for="values" { "Values: a line each, or a JSON object" }
                    textarea #values name="values" rows="3" dir="ltr" spellcheck="false" placeholder="q=a b" {
                        "\n" (Field(&asked.values))
                    }
                }
                (field("uri", "A URI to read back", &asked.uri, "/search?q=a%20b"))
                button.main type="submit" { "Expand" }
            }
        }
    }
}

/// What is shown before anything is asked: templates of RFC 6570 and of an API.
fn examples() -> Markup {
    let examples = [
        ("https://api.example/users/{id}{?page,per_page}", "id=7\npage=2", ""),
        ("/search{?q*}", r#"{"q": {"name": "a b", "tag": "x"}}"#, ""),
        ("{+base}/{user}/{repo}", "", "https://h.example/ann/notes"),
    ];
    html! {
        section.panel aria-labelledby="templates-title" {
            h2 #templates-title { "What does a template make of values, and a URI of a template?" }
            p { "Give a template above, or look at one of these. A path of OpenAPI, such as " (code("/users/{id}")) ", is one too." }
            ul.pairs {
                @for (template, values, uri) in examples {
                    li { a href=[link(template, values, uri)] { (code(template)) } }
                }
            }
        }
    }
}

/// The address of this page about a template.
fn link(template: &str, values: &str, uri: &str) -> Option<String> {
    let start = String::from("./template?");
    let length = start.len();
    let mut query = form_urlencoded::Serializer::for_suffix(start, length);
    query.append_pair("template", template);
    for (name, value) in [("values", values), ("uri", uri)] {
        if !value.is_empty() {
            query.append_pair(name, value);
        }
    }
    taken(query.finish())
}

fn answers(asked: &Templated) -> Markup {
    let values = values_of(&asked.values);
    let expanding = Expanding::of(&asked.template);
    let unexpanding = Unexpanding::of(&asked.template);
    html! {
        section #glance class="glance" aria-labelledby="glance-title" {
            @match &expanding {
                Err(error) => (wrong(error)),
                Ok(expanding) => (expanded(expanding, &values)),
            }
            p.json { (json("expand", "expand", &[("template", &asked.template), ("input", &values)])) }
        }
        @if let (Ok(unexpanding), false) = (&unexpanding, asked.uri.is_empty()) {
            section.panel #back aria-labelledby="back-title" {
                h2 #back-title { "Read back" }
                (read_back(unexpanding, &asked.uri))
                p.json { (json("unexpand", "unexpand", &[("template", &asked.template), ("input", &asked.uri)])) }
            }
        }
    }
}

/// A text that is no template, with the place of what is wrong.
fn wrong(error: &WrongChoice) -> Markup {
    html! {
        h2.lead #glance-title { "It is no template." }
        p.says { "It " (error.reason()) "." }
        pre { @for line in error.lines().trim_start_matches('\n').lines() { (Shown(line)) "\n" } }
    }
}

/// What a template expands to with values in JSON.
fn expanded(expanding: &Expanding, values: &str) -> Markup {
    let mut scratch = String::new();
    match expanding.ask(values.as_bytes(), &mut scratch) {
        Ok(answer) => html! {
            h2.lead #glance-title { "It expands to:" }
            p.says { a href=[page_of(answer.as_str())] { (code(answer.as_str())) } }
        },
        Err(failure) => html! {
            h2.lead #glance-title { "It cannot be expanded." }
            p.says { (sentence(failure.message())) "." }
        },
    }
}

/// The variables of a URI, or why there are none.
fn read_back(unexpanding: &Unexpanding, uri: &str) -> Markup {
    let mut scratch = String::new();
    match unexpanding.ask(uri.as_bytes(), &mut scratch) {
        Ok(Unexpanded { variables }) => html! {
            table {
                thead { tr { th scope="col" { "variable" } th scope="col" { "value" } } }
                tbody {
                    @for name in unexpanding.names() {
                        tr {
                            th scope="row" { (Shown(name)) }
                            td {
                                @match variables.get(name) {
                                    Some(value) => (code(&serde_json::to_string(value).unwrap_or_default())),
                                    None => span.nothing { "undefined" },
                                }
                            }
                        }
                    }
                }
            }
        },
        Err(failure) => html! { p.says { (sentence(failure.message())) "." } },
    }
}

/// The address of the page about a URI.
fn page_of(uri: &str) -> Option<String> {
    let mut query = form_urlencoded::Serializer::for_suffix(String::from("./?"), 3);
    taken(query.append_pair("uri", uri).finish())
}

/// Values as a JSON object: lines of a name, `=` and a text become one.
fn values_of(text: &str) -> String {
    if text.trim_start().starts_with('{') || text.trim().is_empty() {
        return text.to_owned();
    }
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let pair = |line: &str| {
        let (name, value) = line.split_once('=').unwrap_or((line, ""));
        (name.trim().to_owned(), Value::String(value.to_owned()))
    };
    Value::Object(lines.map(pair).collect::<Map<_, _>>()).to_string()
}
