//! Checks that every answer and every refusal for the cases of `spec/cases/` has the shape in the OpenAPI
//! description. Each question is asked a third of the cases, a different third than the question before; with
//! `NAPKIN_DEEP`, all of them.

#[path = "../../../crates/napkin-web/tests/client/mod.rs"]
mod client;

use std::collections::BTreeMap;
use std::path::Path;

use client::{Client, encoded};
use jsonschema::Validator;
use napkin_web::{Server, Settings};
use serde_json::{Value, json};

/// The validator of one of the shapes.
fn shape(document: &Value, name: &str) -> Validator {
    let schema = json!({
        "$ref": format!("#/components/schemas/{name}"),
        "components": document["components"],
    });
    jsonschema::validator_for(&schema).unwrap()
}

fn inputs() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/cases");
    let files = [
        "rfc3986.jsonl",
        "rfc1738.jsonl",
        "rfc1630.jsonl",
        "rfc1808.jsonl",
        "rfc3987.jsonl",
        "found.jsonl",
        "audit/hostile.jsonl",
    ];
    let lines = files.map(|file| std::fs::read_to_string(folder.join(file)).unwrap());
    let cases = lines.iter().flat_map(|text| text.lines());
    let cases = cases.map(|line| serde_json::from_str::<Value>(line).unwrap());
    cases.filter_map(|case| Some(case["input"].as_str()?.to_owned())).collect()
}

/// Requests with options that no input can stand for.
const EXAMPLES: &[(&str, &str)] = &[
    ("witness", "first=rfc2396&second=rfc3986&length=2"),
    ("witness", "first=whatwg-2018-08&second=whatwg&length=2"),
    ("schemes", ""),
    ("schemes", "name=http&name=urn:isbn&name=none"),
    ("compose", "scheme=tel&field=number&field=%2B1-201-555-0123"),
    ("compose", "scheme=tel"),
    ("get", "input=http://h/a?b&parts=host,segments,pairs,query:b,redacted"),
    ("get", "input=http://h/a%20b&parts=redacted"),
    ("get", "input=http://h/a?b&format=%7Bhost%7D"),
    ("set", "input=http://h/a?b&set-pair=b=%20&pop-segment=1&push-segment=%2F"),
    ("set", "input=http://h/a&edition=whatwg&port=x&hash=b"),
];

/// What is wrong with the answers of a question about documents, for all in `spec/cases/context/`.
fn of_documents(client: &mut Client, path: &str, shape: &Validator) -> Option<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/cases/context");
    let packed = std::fs::read_to_string(folder.join("packed.jsonl")).unwrap();
    let packed = packed.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let packed = packed.map(|line| {
        let bytes = line["bytes"].as_str().unwrap().chars();
        bytes.map(|byte| u8::try_from(byte).unwrap()).collect()
    });
    let files = std::fs::read_dir(folder.join("documents")).unwrap();
    let documents = files.map(|file| std::fs::read(file.unwrap().path()).unwrap()).chain(packed);
    let options: &[_] = match path {
        "/api/v1/base" => &["resolve=x"],
        // Nothing is asked without a change.
        "/api/v1/rewrite" => &[
            "absolute",
            "relative&also=all",
            "as=uri&edition=whatwg",
            "from=http://h/a&to=http://h/b&resolved&edition=rfc1808",
            "strip-tracking&type=http",
        ],
        _ => &["unread", "also=all", "edition=whatwg", "edition=rfc1808", "type=http"],
    };
    let mut asked = 0;
    for document in documents {
        for option in options {
            for base in ["http://h/a/b", "x"] {
                let target = format!("{path}?{option}&base={base}");
                let response = client.post(&target, "", &document);
                assert_eq!(response.status, 200, "{target}: {}", response.body);
                let answer: Value = serde_json::from_str(&response.body).unwrap();
                asked += answer.as_array().unwrap().len();
                if let Err(error) = shape.validate(&answer) {
                    return Some(format!("{target}: {error} at {}", error.instance_path()));
                }
            }
        }
    }
    assert!(asked > 200, "{asked}");
    None
}

#[test]
fn answers_have_the_shapes_of_the_description() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let server = runtime.block_on(Server::bind(&Settings::default().port(0))).unwrap();
    let mut client = Client::new(server.address());
    runtime.spawn(server.run(std::future::pending()));
    let document: Value = serde_json::from_str(&client.get("/api/v1/openapi.json").body).unwrap();
    let refusal = shape(&document, "refusal");
    let inputs = inputs();
    assert!(inputs.len() > 800);
    let paths = document["paths"].as_object().unwrap();
    assert!(!paths.is_empty());
    // One mistake per question is enough.
    let mut wrong = BTreeMap::new();
    let one_of = if std::env::var_os("NAPKIN_DEEP").is_some() { 1 } else { 3 };
    // What answers with a status alone has no shape: `crates/napkin-web/tests/authorization.rs` asks it.
    let has_shape = |item: &Value| item["get"]["responses"].get("204").is_none();
    for (turn, (path, item)) in paths.iter().filter(|(_, item)| has_shape(item)).enumerate() {
        let name = path.strip_prefix('/').unwrap();
        let path = &format!("/api/v1{path}");
        let shape = shape(&document, &format!("{name}-answer"));
        if item.get("get").is_none() {
            let found = of_documents(&mut client, path, &shape);
            wrong.extend(found.map(|error| (name, error)));
            continue;
        }
        let parameters = item["get"]["parameters"].as_array().unwrap();
        let flags: Vec<_> =
            parameters.iter().filter(|p| p["schema"]["type"] == "boolean").collect();
        let asked = EXAMPLES.iter().filter(|(question, _)| *question == name);
        for (_, query) in asked {
            let response = client.get(&format!("{path}?{query}"));
            assert_eq!(response.status, 200, "{name} {query}: {}", response.body);
            if let Err(error) = shape.validate(&serde_json::from_str(&response.body).unwrap()) {
                wrong.entry(name).or_insert(format!("{query}: {error}"));
            }
        }
        // A question without an input has examples only.
        let takes_input =
            ["input", "a"].iter().any(|name| parameters.iter().any(|p| p["name"] == *name));
        let asked = inputs.iter().enumerate().filter(|_| takes_input);
        for (number, input) in asked.filter(|(number, _)| (number + turn) % one_of == 0) {
            let mut query = String::new();
            for parameter in parameters.iter().filter(|p| p["required"] == true) {
                let base = if parameter["name"] == "base" { "http://a/b/c/d;p?q" } else { input };
                query += &format!("&{}={}", parameter["name"].as_str().unwrap(), encoded(base));
            }
            // Every flag together with the others, in turn.
            if let Some(flag) = flags.get(number / one_of % (flags.len() + 1)) {
                query += &format!("&{}=true", flag["name"].as_str().unwrap());
            }
            // Also by the URL Standard, if the question has an edition.
            let by_url = parameters.iter().any(|parameter| parameter["name"] == "edition");
            for edition in ["", "&edition=whatwg"].into_iter().take(1 + usize::from(by_url)) {
                let response = client.get(&format!("{path}?{}{edition}", &query[1..]));
                let answer: Value = serde_json::from_str(&response.body).unwrap();
                let shape = if response.status == 200 { &shape } else { &refusal };
                if let Err(error) = shape.validate(&answer) {
                    let what = format!("{query}{edition}: {error} at {}", error.instance_path());
                    wrong.entry(name).or_insert(what);
                }
            }
        }
        let refused = client.get(&format!("{path}?none"));
        assert_eq!(refused.status, 400);
        refusal.validate(&serde_json::from_str(&refused.body).unwrap()).unwrap();
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
