//! The cases on text and documents: each case is a run of its own.

use serde_json::{Value, json};

use crate::support::run;
use crate::vectors::{failed_as_expected, text};

/// The text is passed as a whole; the output has one object per find.
pub(crate) fn extracted(edition: &str, case: &Value) {
    let input = text(case, "input");
    let ran = run(["extract", "--json", "--edition", edition], input.as_bytes());
    assert_eq!(ran.code, 0, "{case}");
    let finds = ran.json();
    let uris: Vec<_> = finds.iter().map(|find| &find["uri"]).collect();
    assert_eq!(json!(uris), case["expect"], "{case}");
    for find in &finds {
        let offset = |key: &str| usize::try_from(find[key].as_u64().unwrap()).unwrap();
        assert_eq!(find["raw"], input[offset("start")..offset("end")], "{case}");
        assert_eq!((&find["edition"], &find["source"]), (&json!(edition), &json!("<stdin>")));
        let prefixed = input[..offset("start")].trim_end().to_ascii_lowercase().ends_with("url:");
        let prefix = if prefixed { json!("URL:") } else { Value::Null };
        assert_eq!(find["prefix"], prefix, "{case}");
        let close = match find["delimiter"].as_str().unwrap() {
            "angle" => ">",
            "quote" => "\"",
            _ => "",
        };
        assert!(input[offset("end")..].trim_start().starts_with(close), "{case}: {find}");
    }
    if let Some(alternatives) = case.get("alternatives") {
        let of = |find: &Value| find["alternatives"].as_array().unwrap().clone();
        let most = finds.iter().map(|find| of(find).len()).max().unwrap_or_default();
        let reading = |number: usize| -> Value {
            finds.iter().map(|find| of(find).get(number).unwrap_or(&find["uri"]).clone()).collect()
        };
        assert_eq!(json!((0..most).map(reading).collect::<Vec<_>>()), *alternatives, "{case}");
    }
}

pub(crate) fn typed(case: &Value, answer: &Value) {
    if case["expect"] == json!([]) {
        assert!(answer["error"]["message"].is_string(), "{case}: {answer}");
    } else {
        assert_eq!(json!([answer["uri"]]), case["expect"], "{case}");
    }
}

pub(crate) fn completed(case: &Value, answer: &Value) {
    if !failed_as_expected(case, answer) {
        assert_eq!(answer["uri"], case["expect"], "{case}");
        let given = answer["uri"].as_str().unwrap().contains(text(case, "input"));
        assert_eq!(answer["heuristic"].is_null(), given && answer["uri"] == case["input"]);
    }
}

/// The document is passed as a file of its type, inside the message of its entities, if it has some.
pub(crate) fn based(edition: &str, case: &Value) {
    let input = &case["input"];
    let content = &input["content"];
    let (kind, body) = match content["embedded_base"].as_str() {
        Some(base) => ("xml", format!("<root xml:base=\"{base}\"/>")),
        None if text_or_empty(content, "type").eq_ignore_ascii_case("text/html") => {
            ("html", text(content, "body").to_owned())
        }
        None => ("text", text_or_empty(content, "body").to_owned()),
    };
    let entities = input["entities"].as_array().map_or(&[][..], Vec::as_slice);
    let (kind, body) = if entities.is_empty() {
        (kind, body)
    } else {
        let kind = if kind == "text" { "text/plain".into() } else { format!("text/{kind}") };
        ("mime", message(entities, &kind, &body))
    };
    let mut arguments = vec!["base", "--json", "--edition", edition, "--type", kind];
    for uri in input["retrieval"].as_array().into_iter().flatten() {
        arguments.extend(["--retrieved-from", uri.as_str().unwrap()]);
    }
    if let Some(default) = input["default"].as_str() {
        arguments.extend(["--default-base", default]);
    }
    if let Some(reference) = input["reference"].as_str() {
        arguments.extend(["--resolve", reference]);
    }
    let ran = run(&arguments, body.as_bytes());
    let answers = ran.json();
    let [answer] = answers.as_slice() else { panic!("{case}: {answers:?}") };
    let expected = case["expect"].as_object().unwrap();
    for (key, value) in expected {
        match value["error"].as_str() {
            Some(kind) => {
                assert_eq!((ran.code, answer["error"]["kind"].as_str()), (1, Some(kind)), "{case}");
            }
            None => assert_eq!(answer[key], *value, "{key} of {case}: {answer}"),
        }
    }
}

fn text_or_empty<'c>(case: &'c Value, field: &str) -> &'c str {
    case[field].as_str().unwrap_or_default()
}

/// A message of nested entities, given from the innermost, around a body.
fn message(entities: &[Value], body_type: &str, body: &str) -> String {
    let mut whole = String::new();
    let mut boundaries = Vec::new();
    for (number, entity) in entities.iter().enumerate().rev() {
        let media_type = match text(entity, "type") {
            "text/html" => body_type,
            media_type => media_type,
        };
        let boundary = format!("b{number}");
        whole.extend(["Content-Type: ", media_type, "; boundary=", &boundary, "\r\n"]);
        for header in entity["headers"].as_array().unwrap() {
            let (name, value) = (header[0].as_str().unwrap(), header[1].as_str().unwrap());
            whole.extend([name, ": ", value, "\r\n"]);
        }
        whole += "\r\n";
        if media_type.starts_with("multipart/") {
            whole.extend(["--", &boundary, "\r\n"]);
            boundaries.push(boundary);
        }
        // A part of type message contains a message with its own header.
        if number == 0 && !media_type.starts_with("text/") {
            whole.extend(["Content-Type: ", body_type, "\r\n\r\n"]);
        }
    }
    whole += body;
    for boundary in boundaries.iter().rev() {
        whole.extend(["\r\n--", boundary, "--\r\n"]);
    }
    whole
}
