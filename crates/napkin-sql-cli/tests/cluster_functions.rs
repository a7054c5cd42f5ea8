//! Every function of every set, on a cluster of real processes: the answers are those of one machine, byte for byte, each time.
//! `NAPKIN_DEEP` asks twelve times, of all cases.

use std::fs;
use std::path::Path;

use crate::machines::{executor, scheduler};
use crate::process::text;
use datafusion::logical_expr::ScalarUDF;
use napkin_sql::Aliases;

/// Hard texts, whose answers differ between engines.
fn write_texts(folder: &Path, most: usize) {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/cases/sql");
    let mut lines = String::new();
    for engine in ["spark", "clickhouse"] {
        let cases = fs::read_to_string(cases.join(format!("{engine}.jsonl"))).unwrap();
        for case in cases.lines().take(most) {
            let case: serde_json::Value = serde_json::from_str(case).unwrap();
            let row = serde_json::json!({ "n": lines.lines().count(), "u": case["input"] });
            lines += &format!("{row}\n");
        }
    }
    lines += "{\"n\":100000,\"u\":\"http://a_b.example/x\"}\n{\"n\":100001,\"u\":null}\n";
    fs::write(folder.join("texts.jsonl"), lines).unwrap();
    let valid = "{\"n\":1,\"u\":\"http://a_b.example:80/x?q=1#f\"}\n{\"n\":2,\"u\":null}\n";
    fs::write(folder.join("valid.jsonl"), valid).unwrap();
}

/// A call of a function, by its syntax.
fn call(name: &str, function: &ScalarUDF) -> String {
    let syntax = &function.documentation().unwrap().syntax_example;
    let (_, arguments) = syntax.split_once('(').unwrap();
    let required = arguments.split(['[', ')']).next().unwrap();
    let arguments = required.split(',').map(|argument| match argument.trim() {
        "part" => "'HOST'",
        "key" | "name" => "'q'",
        "question" => "'check'",
        "profile" => "'surt'",
        "match" => "'domain'",
        "template" => "'{+x}'",
        "values" => "'{\"x\": 1}'",
        _ => "u",
    });
    format!("{name}({})", arguments.collect::<Vec<_>>().join(", "))
}

/// The query of all functions that fail for no text, and of those that do, with texts for which they do not.
fn queries(functions: impl Iterator<Item = (String, std::sync::Arc<ScalarUDF>)>) -> [String; 2] {
    let (mut all, mut strict) = (Vec::new(), Vec::new());
    for (name, function) in functions {
        let can_fail = name.ends_with("_strict")
            || ["parse_url", "url_decode", "url_extract_parameter"].contains(&name.as_str());
        let call = format!("{} AS {name}", call(&name, &function));
        if can_fail { strict.push(call) } else { all.push(call) }
    }
    let query = |calls: Vec<String>, file| {
        let calls = calls.join(", ");
        let comma = if calls.is_empty() { "" } else { ", " };
        format!("SELECT n{comma}{calls} FROM '{file}' ORDER BY n")
    };
    [query(all, "texts.jsonl"), query(strict, "valid.jsonl")]
}

#[test]
fn every_function_answers_as_on_one_machine() {
    let is_deep = std::env::var_os("NAPKIN_DEEP").is_some();
    let (runs, most) = if is_deep { (12, usize::MAX) } else { (3, 60) };
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write_texts(folder, most);
    let (_scheduler, port) = scheduler(&[]);
    let _executors = ["one", "two"].map(|name| executor(port, &folder.join(name)));
    let cluster = format!("df://127.0.0.1:{port}");
    let mut asked = Vec::new();
    for pack in Aliases::ALL {
        let named = |function: std::sync::Arc<ScalarUDF>| (function.aliases()[0].clone(), function);
        asked.push((
            vec!["--aliases", pack.name()],
            queries(pack.functions().into_iter().map(named)),
        ));
        let own = pack.own_functions().into_iter().flat_map(|function| {
            let names = function.aliases().to_vec();
            names.into_iter().map(move |name| (name, std::sync::Arc::clone(&function)))
        });
        let options = vec!["--aliases", pack.name(), "--own-answers"];
        asked.push((options, queries(own)));
    }
    let own = napkin_sql::functions().into_iter();
    let own = own.map(|function| (function.name().to_owned(), function));
    asked.push((Vec::new(), queries(own)));
    for (options, queries) in &asked {
        for query in queries {
            let ask = |more: &[&str]| {
                let options: Vec<_> = options.iter().copied().chain(["--format", "json"]).collect();
                text(folder, &[&options, more, &[query.as_str()]].concat())
            };
            let here = ask(&[]);
            assert!(here.lines().count() > 1);
            for run in 0..runs {
                assert_eq!(ask(&["--cluster", &cluster]), here, "{options:?}, run {run}: {query}");
            }
        }
    }
    // Columns without names of their own have those of the query on one machine.
    let query = "SELECT try_parse_url(u, 'HOST') FROM 'texts.jsonl' ORDER BY 1 LIMIT 1";
    let here = text(folder, &["--aliases", "spark", "--format", "csv", query]);
    let there = ["--aliases", "spark", "--format", "csv", "--cluster", &cluster, query];
    assert_eq!(text(folder, &there), here);
}
