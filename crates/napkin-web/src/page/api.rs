//! The API as a person sees it: its documentation, from the list of which the `OpenAPI` description is made, and an answer
//! with the form that asks for it.

use http::StatusCode;
use maud::{Markup, html};
use napkin::edition::{RFC2396, RFC3986};
use napkin_answers::options::Shape;

use super::{Page, Root};
use crate::escape::{Field, Shown, floor};
use crate::parameters::{LARGEST, LARGEST_DOCUMENT};
use crate::questions::{Answering, Listed, Parameter, QUESTIONS};
use crate::refusal::Refusal;

/// An example of each question that has no document: its parameters.
const EXAMPLES: &[(&str, &[(&str, &str)])] = &[
    (
        "parse",
        &[("input", "http://fred@example.com:8042/over/there?name=ferret#nose"), ("facts", "true")],
    ),
    ("check", &[("input", "http://example.com/a b")]),
    ("get", &[("input", "http://example.com/a/b?q=1"), ("parts", "host,segment:-1,query:q")]),
    ("resolve", &[("input", "../g"), ("base", "http://a/b/c/d;p?q")]),
    ("relativize", &[("input", "http://a/b/g"), ("base", "http://a/b/c/d")]),
    ("normalize", &[("input", "HTTP://Example.com:80/a/../%7Eb"), ("level", "scheme")]),
    ("key", &[("input", "https://www.example.com/a?b=1"), ("profile", "surt")]),
    ("set", &[("input", "http://example.com/a?utm_source=x&b=1"), ("strip-tracking", "true")]),
    ("map", &[("input", "http://example.com/résumé")]),
    ("compare", &[("a", "HTTP://Example.com:80/"), ("b", "http://example.com")]),
    ("editions", &[("input", "http://[::1]/")]),
    ("witness", &[("first", RFC2396.name), ("second", RFC3986.name), ("limit", "3")]),
    ("schemes", &[("name", "ftp")]),
    ("describe", &[("input", "mailto:a@example.com?subject=Hello")]),
    ("compose", &[("scheme", "tel"), ("field", "number"), ("field", "+15550100")]),
    ("plan", &[("input", "ftp://example.com/dir/file;type=i")]),
    (
        "robots",
        &[
            ("input", "http://example.com/private/a"),
            ("robots", "User-agent: *\nDisallow: /private/"),
            ("agent", "examplebot"),
        ],
    ),
    ("extract", &[("input", "See <http://example.com/a>, or http://example.com/b.")]),
    ("glance", &[("input", "http://trusted.example@evil.example/")]),
    ("audit", &[("input", "http://trusted.example@evil.example/"), ("hosts", "true")]),
    ("allow", &[("input", "https://cdn.example@evil.example/"), ("host", "cdn.example")]),
    ("repair", &[("input", "http://example.com/a b")]),
    ("encode", &[("input", "a b&c")]),
    ("decode", &[("input", "a%20b%26c")]),
    ("typed", &[("input", "<URL:http://example.com/ a>")]),
    ("clean", &[("input", "- see http://example.com/.")]),
    ("wrap", &[("input", "http://example.com/")]),
    ("expand", &[("input", r#"{"q":"a b","page":2}"#), ("template", "/search{?q,page}")]),
    ("unexpand", &[("input", "/search?q=a%20b&page=2"), ("template", "/search{?q,page}")]),
];

/// How many bytes of an answer are shown; all of it is in the JSON.
const MOST_SHOWN: usize = 64 << 10;

/// The folders between the root and a question.
const DEPTH: usize = 2;

/// The documentation of all questions, for a path so many folders below the root.
pub(crate) fn documentation(depth: usize) -> Page {
    let root = Root::above(depth);
    Page {
        title: "The API – napkin".into(),
        description: Some("Each question about a URI, with its parameters and an example".into()),
        answers: html! {
            section.panel.welcome aria-labelledby="api-title" {
                h2 #api-title { "The API" }
                p { "Each question is an address below " code.code { "/api/v1/" } ". It takes its parameters from the query, a form or an object of "
                    "JSON, and answers in the JSON of the command. Where HTML is asked (" code.code { "Accept: text/html" } "), as browsers do, "
                    "the answer is a page. No value may be longer than " (LARGEST >> 10) " KiB, no document than " (LARGEST_DOCUMENT >> 20) " MiB." }
                p { a href={ (root) "api/v1/openapi.json" } { "The description in OpenAPI" } }
            }
            nav.contents aria-label="Questions" {
                ul { @for question in QUESTIONS.iter() { li { a href={ "#" (question.name) } { (question.name) } } } }
            }
            div.panels {
                @for question in QUESTIONS.iter() {
                    section.panel id=(question.name) aria-labelledby={ (question.name) "-title" } {
                        h2 id={ (question.name) "-title" } { a href={ (root) "api/v1/" (question.name) } { (question.name) } }
                        (about(question, &root))
                        @if !question.parameters.is_empty() {
                            details { summary { "Parameters" } (parameters(question)) }
                        }
                    }
                }
            }
        },
        root,
        form: Markup::default(),
    }
}

/// The page of one question, with its answer if it was asked.
pub(crate) fn question(
    question: &Listed,
    given: &str,
    answer: Option<&Result<Vec<u8>, Refusal>>,
) -> Page {
    let root = Root::above(DEPTH);
    Page {
        title: format!("{} – the API of napkin", question.name),
        description: Some(question.about.into()),
        answers: html! {
            section.panel.welcome aria-labelledby="question-title" {
                h2 #question-title { (question.name) }
                (about(question, &root))
                @if let Answering::OfParameters(_) = question.answer { (form(question, given)) }
            }
            @match answer {
                Some(Ok(json)) => (answered(json)),
                Some(Err(refusal)) => section.panel.answer aria-labelledby="answer-title" {
                    h2 #answer-title { "That was not understood" }
                    p role="alert" { (Shown(&refusal.message)) "." }
                },
                None => {}
            }
            section.panel.answer aria-labelledby="parameters-title" {
                h2 #parameters-title { "Parameters" }
                (parameters(question))
                p { a href={ (root) "api" } { "All questions" } }
            }
        },
        root,
        form: Markup::default(),
    }
}

/// The status of such a page.
pub(crate) fn status(answer: Option<&Result<Vec<u8>, Refusal>>) -> StatusCode {
    match answer {
        Some(Err(refusal)) => refusal.status,
        Some(Ok(_)) | None => StatusCode::OK,
    }
}

/// The usual address of the server, in whose place the script writes its own.
const USUAL: &str = "http://localhost:8024/";

/// What a question is about, with an example to open, and a line to paste.
fn about(question: &Listed, root: &Root) -> Markup {
    let example = example(question.name);
    html! {
        p { (question.about) "." }
        @if let Some(query) = &example { p { "Example: " a.code href={ (root) (query) } { (query) } } }
        pre.code.curl tabindex="0" aria-label={ "How a program asks " (question.name) } {
            @match &example {
                Some(query) => { "curl '" (USUAL) (query) "'" }
                None => { "curl --data-binary @page.html -H 'Content-Type: text/html' '" (USUAL) "api/v1/" (question.name) "'" }
            }
        }
    }
}

/// The address of the example of a question, below the root.
fn example(name: &str) -> Option<String> {
    let (_, pairs) = EXAMPLES.iter().find(|(known, _)| *known == name)?;
    let start = format!("api/v1/{name}?");
    let length = start.len();
    let mut query = form_urlencoded::Serializer::for_suffix(start, length);
    Some(query.extend_pairs(*pairs).finish())
}

fn parameters(question: &Listed) -> Markup {
    html! {
        @if question.parameters.is_empty() { p { "It has none." } }
        @else {
            table.parts {
                thead { tr { th scope="col" { "name" } th scope="col" { "what it is" } } }
                tbody {
                    @for parameter in &question.parameters {
                        tr {
                            th scope="row" { span.rule { (parameter.name) } }
                            td {
                                (Shown(&parameter.about)) " "
                                span.section { (shape(parameter)) }
                                @if let Some(default) = parameter.default { span.section { "; " (default) " if not given" } }
                                @if !parameter.alternatives.is_empty() {
                                    ul.choices { @for named in &parameter.alternatives { li { span.code { (named.name) } } } }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

const fn shape(parameter: &Parameter) -> &'static str {
    match parameter.shape {
        Shape::Required => "(needed)",
        Shape::Flag => "(true or false)",
        Shape::Count => "(a number)",
        Shape::Optional => "(optional)",
        Shape::Bare => "(optional, its name alone too)",
        Shape::Repeated | Shape::Pairs => "(optional, any number of times)",
    }
}

/// The form of a question. Fields that are left empty count as not given; what can be there several times, or without a value, is left to the
/// address.
fn form(question: &Listed, given: &str) -> Markup {
    let given: Vec<(String, String)> =
        form_urlencoded::parse(given.as_bytes()).into_owned().collect();
    let value = |name: &str| {
        let pair = given.iter().find(|(known, _)| known == name);
        pair.map_or("", |(_, value)| value.as_str())
    };
    let is_set = |name: &str| {
        given.iter().any(|(known, value)| known == name && !matches!(value.as_str(), "false"))
    };
    html! {
        form.asking action=(question.name) method="get" {
            @for parameter in &question.parameters {
                @let id = format!("asked-{}", parameter.name);
                @match parameter.shape {
                    Shape::Repeated | Shape::Pairs | Shape::Bare => {}
                    Shape::Flag => div.flag {
                        input id=(id) type="checkbox" name=(parameter.name) value="true" checked[is_set(parameter.name)];
                        " " label for=(id) { (parameter.name) }
                    },
                    _ if !parameter.alternatives.is_empty() => div.field {
                        label for=(id) { (parameter.name) }
                        select id=(id) name=(parameter.name) {
                            option value="" { (parameter.default.unwrap_or("not given")) }
                            @for named in &parameter.alternatives {
                                option value=(named.name) selected[value(parameter.name) == named.name] { (named.name) }
                            }
                        }
                    },
                    _ => div.field {
                        label for=(id) { (parameter.name) @if parameter.shape == Shape::Required { " (needed)" } }
                        input id=(id) type="text" name=(parameter.name) value=(Field(value(parameter.name))) dir="ltr"
                            autocomplete="off" autocapitalize="off" spellcheck="false" required[parameter.shape == Shape::Required];
                    }
                }
            }
            button.main type="submit" { "Ask" }
        }
    }
}

fn answered(json: &[u8]) -> Markup {
    let text = String::from_utf8_lossy(json);
    let shown = laid_out(text.get(..floor(&text, MOST_SHOWN)).unwrap_or_default());
    html! {
        section.panel.answer aria-labelledby="answer-title" {
            h2 #answer-title { "The answer" }
            // It may scroll, so the keyboard reaches it.
            pre.code.answered tabindex="0" dir="ltr" aria-labelledby="answer-title" {
                @for line in shown.lines() { (Shown(line)) "\n" }
            }
            @if text.len() > MOST_SHOWN { p.more { "The first " (MOST_SHOWN) " of " (text.len()) " bytes; a program gets all of it." } }
        }
    }
}

/// JSON with a line for each member. Only white space between values is added.
fn laid_out(json: &str) -> String {
    let mut out = String::with_capacity(json.len() * 2);
    let (mut depth, mut is_in_text, mut is_escaped) = (0_usize, false, false);
    let line = |out: &mut String, depth: usize| {
        out.push('\n');
        // A nesting deeper than that is no easier to read.
        (0..depth.min(16)).for_each(|_| out.push_str("  "));
    };
    let mut characters = json.trim_end().chars().peekable();
    while let Some(character) = characters.next() {
        if is_in_text {
            out.push(character);
            is_in_text = is_escaped || character != '"';
            is_escaped = !is_escaped && character == '\\';
            continue;
        }
        match character {
            '{' | '[' => {
                out.push(character);
                if let Some(end) = characters.next_if(|next| matches!(next, '}' | ']')) {
                    out.push(end);
                } else {
                    depth += 1;
                    line(&mut out, depth);
                }
            }
            '}' | ']' => {
                depth = depth.saturating_sub(1);
                line(&mut out, depth);
                out.push(character);
            }
            ',' => {
                out.push(character);
                line(&mut out, depth);
            }
            ':' => out.push_str(": "),
            _ => {
                is_in_text = character == '"';
                out.push(character);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::{EXAMPLES, example, laid_out};
    use crate::parameters::Parameters;
    use crate::questions::{self, Answering, QUESTIONS};

    #[test]
    fn every_question_has_an_example_that_is_answered() {
        for question in QUESTIONS.iter() {
            let Answering::OfParameters(answer) = question.answer else { continue };
            let address = example(question.name).unwrap_or_else(|| panic!("{}", question.name));
            let (_, query) = address.split_once('?').unwrap();
            let answered = answer(&mut Parameters::of_form(query.as_bytes()).unwrap());
            assert!(answered.is_ok(), "{address}: {answered:?}");
            let json = String::from_utf8(answered.unwrap()).unwrap();
            assert!(!json.contains("\"error\":{\"kind\":\"wrong"), "{address}: {json}");
        }
        for (name, _) in EXAMPLES {
            assert!(questions::named(name).is_some(), "{name}");
        }
    }

    #[test]
    fn layout_changes_nothing_but_white_space() {
        let json = r#"{"a":[],"b":{},"c":[1,"x,:{\"[\\"],"d":{"e":null}}"#;
        let out = laid_out(json);
        assert_eq!(
            out,
            "{\n  \"a\": [],\n  \"b\": {},\n  \"c\": [\n    1,\n    \"x,:{\\\"[\\\\\"\n  ],\n  \"d\": {\n    \"e\": null\n  }\n}"
        );
        let read = |text: &str| serde_json::from_str::<Value>(text).unwrap();
        assert_eq!(read(&out), read(json));
    }
}
