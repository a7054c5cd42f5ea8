//! The `scheme` cases of `spec/cases/`: the description of a URI by its scheme, field by field.

use std::fs;
use std::path::{Path, PathBuf};

use napkin::{Edition, Level, Normalizer};
use napkin_schemes::{
    Client, DEFINITIONS, Definition, Fields, Server, Value, View, describe, escape_literals,
    normalize, plan,
};
use serde_json::{Value as Json, json};

fn cases_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/cases")
}

/// The cases of a file, with their own edition or the current one.
fn cases(file: &Path) -> Vec<Json> {
    let text =
        fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    text.lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect()
}

fn json_of(value: &Value) -> Json {
    match value {
        Value::Undefined => Json::Null,
        Value::Flag(flag) => json!(flag),
        Value::Number(number) => json!(number),
        Value::Text(text) | Value::Encoded(text) => json!(text),
        Value::List(values) => values.iter().map(json_of).collect(),
        Value::Record(fields) => json_of_fields(fields),
    }
}

fn json_of_fields(fields: &Fields) -> Json {
    Json::Object(fields.iter().map(|(name, value)| (name.into(), json_of(value))).collect())
}

/// The answer to a case, in the format of its `expect`.
fn answer(case: &Json) -> Json {
    let input = case["input"].as_str().unwrap();
    let name = case["edition"].as_str().unwrap_or("rfc3986");
    let edition = Edition::named(name).unwrap_or_else(|| panic!("no edition {name}"));
    if case["op"] == "literals" {
        return json!({ "text": escape_literals(input) });
    }
    let reference = match edition.parse(input) {
        Ok(reference) => reference,
        Err(error) => return json!({ "error": "syntax", "message": error.to_string() }),
    };
    match case["op"].as_str().unwrap() {
        "scheme" => {
            let description = describe(reference).unwrap();
            let mut fields = json_of_fields(&description.fields());
            if let Some(Err(error)) = description.view() {
                fields["field"] = json!(error.field());
                fields["offset"] = json!(error.offset());
                fields["message"] = json!(error.to_string());
            }
            fields
        }
        "plan" => {
            let mut client = Client::default();
            if let Some(email) = case["email"].as_str() {
                client = client.email(email);
            }
            if let Some(host) = case["news_server"].as_str() {
                client = client.news_server(Server::new(host.to_owned()));
            }
            if let Some((host, port)) = case["proxy"].as_str().and_then(|at| at.split_once(':')) {
                client = client.proxy(Server::new(host.to_owned()).on_port(port.parse().unwrap()));
            }
            for allowed in case["allow"].as_array().into_iter().flatten() {
                client = match allowed.as_str().unwrap() {
                    "foreign-port" => client.allow_foreign_port(),
                    "control-octets" => client.allow_control_octets(),
                    other => panic!("{other} cannot be allowed"),
                };
            }
            match plan(reference, &client) {
                Ok(plan) => {
                    let told: Vec<_> = plan.steps().iter().map(ToString::to_string).collect();
                    json!({ "steps": told })
                }
                Err(error) => json!({
                    "error": error.kind().name(),
                    "field": error.field(),
                    "message": error.to_string(),
                }),
            }
        }
        "equivalent" => {
            let other = edition.parse(case["other"].as_str().unwrap()).unwrap();
            let ladder = Normalizer::new(Level::Scheme)
                .with_schemes(normalize)
                .with_equivalence(napkin_schemes::equivalent);
            let equivalent = ladder.equivalent_at(reference, other).is_some();
            assert_eq!(ladder.equivalent_at(other, reference).is_some(), equivalent, "{input}");
            json!({ "equivalent": equivalent })
        }
        "normal" => json!({ "normal": normalize(reference).map(|(_, text)| text) }),
        "uri" => {
            let description = describe(reference).unwrap();
            match description.view().map(|view| view.and_then(View::to_uri)) {
                Some(Ok(uri)) => json!({ "uri": uri.as_str() }),
                Some(Err(error)) => json!({ "error": error.kind().name() }),
                None => json!({ "uri": null }),
            }
        }
        other => panic!("no operation {other}"),
    }
}

/// The keys of `expect` that differ, with both values.
fn differences(case: &Json) -> Vec<String> {
    let given = answer(case);
    let expected = case["expect"].as_object().unwrap();
    expected
        .iter()
        .filter(|(key, value)| {
            given.get(key.as_str()).unwrap_or(&json!("(no such field)")) != *value
        })
        .map(|(key, value)| {
            format!("{}: {key} is {}, not {value}; {}", case["id"], given[key], case["input"])
        })
        .collect()
}

fn run(files: &[PathBuf]) -> usize {
    let mut wrong = Vec::new();
    let mut count = 0;
    for file in files {
        for case in cases(file) {
            if file.parent() == Some(&cases_folder()) && case["op"] != "scheme" {
                continue;
            }
            count += 1;
            wrong.extend(differences(&case));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    count
}

#[test]
fn the_cases_of_the_editions() {
    let files = ["rfc1630.jsonl", "rfc1738.jsonl"].map(|file| cases_folder().join(file));
    assert!(run(&files) > 0);
}

#[test]
fn the_cases_of_the_schemes() {
    let mut files: Vec<_> = fs::read_dir(cases_folder().join("schemes"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    assert!(run(&files) > DEFINITIONS.len());
}

/// Every scheme has cases, a page or a section of a page with its example, and a link to it from the list of pages.
#[test]
fn every_scheme_has_its_files() {
    let pages = fs::read_dir(cases_folder().join("../../docs/schemes")).unwrap();
    let pages: Vec<_> =
        pages.map(|page| fs::read_to_string(page.unwrap().path()).unwrap()).collect();
    // A scheme that shares the view of another has a section on that scheme's page.
    let is_heading = |line: &str, name: &str| {
        line.strip_prefix("# ").or_else(|| line.strip_prefix("## ")) == Some(name)
    };
    let list = fs::read_to_string(cases_folder().join("../../docs/schemes/README.md")).unwrap();
    let cases = cases(&cases_folder().join("schemes/schemes.jsonl"));
    for definition in DEFINITIONS {
        let file = definition.name.replace(':', "-").trim_end_matches('-').to_owned();
        // A case is numbered after the name of its scheme, as `ftp-1`.
        let is_own = |case: &&Json| {
            let id = case["id"].as_str().and_then(|id| id.strip_prefix(&file));
            id.and_then(|id| id.strip_prefix('-')).is_some_and(|id| !id.contains('-'))
        };
        let count = cases.iter().filter(is_own).count();
        assert!(count >= 5, "{} has few cases", definition.name);
        let page = pages
            .iter()
            .find(|page| page.lines().any(|line| is_heading(line, definition.name)))
            .unwrap_or_else(|| panic!("docs/schemes: {} has no heading", definition.name));
        let link = format!("[`{}`](", definition.name);
        assert!(list.contains(&link), "docs/schemes/README.md does not list {}", definition.name);
        let example = definition.example;
        assert!(page.contains(example), "the page of {} lacks its example", definition.name);
    }
}

/// The core's facts are equal.
#[test]
fn ports_are_those_of_the_core() {
    for facts in napkin::scheme::FACTS {
        let port = match Definition::named(facts.scheme) {
            Some(definition) => definition.default_port,
            // The table only has its secret, or its port.
            None if facts.secret.is_some() => None,
            None if facts.port_document.is_some() => facts.default_port,
            None => panic!("{} is not defined", facts.scheme),
        };
        assert_eq!(port, facts.default_port, "{}", facts.scheme);
    }
}

/// Every view that is read can be written, and is then read back equal.
#[test]
fn writing_is_the_inverse_of_reading() {
    let mut seen = 0;
    let mut inputs: Vec<String> = DEFINITIONS.iter().map(|d| d.example.to_owned()).collect();
    for entry in fs::read_dir(cases_folder().join("schemes")).unwrap() {
        let cases = cases(&entry.unwrap().path());
        inputs.extend(cases.iter().map(|case| case["input"].as_str().unwrap().to_owned()));
    }
    for input in inputs {
        let Ok(uri) = napkin::Uri::parse(&input) else { continue };
        let description = describe(&uri).unwrap();
        let Some(Ok(view)) = description.view() else { continue };
        let written = view.to_uri().unwrap_or_else(|error| panic!("{input}: {error}"));
        let again = describe(&written).unwrap();
        let Some(Ok(view_again)) = again.view() else { panic!("{input} became {written}") };
        assert_eq!(view.fields(), view_again.fields(), "{input} became {written}");
        seen += 1;
    }
    assert!(seen >= DEFINITIONS.len(), "{seen}");
}

/// Normalizing a normal form changes nothing, by the scheme and by the whole ladder.
#[test]
fn normalizing_twice_changes_nothing_more() {
    let normalizer = Normalizer::new(Level::Protocol).with_schemes(normalize);
    for entry in fs::read_dir(cases_folder().join("schemes")).unwrap() {
        for case in cases(&entry.unwrap().path()) {
            let Ok(uri) = napkin::Uri::parse(case["input"].as_str().unwrap()) else { continue };
            let once = normalizer.normalize(&uri).unwrap();
            let twice = normalizer.normalize(&once).unwrap();
            assert_eq!(once.as_str(), twice.as_str(), "{uri}");
        }
    }
}
