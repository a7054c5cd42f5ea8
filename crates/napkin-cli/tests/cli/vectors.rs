//! The vectors of `testdata/` through the command, batched by what options they need.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::support::{batch, cases, one};

/// Operations of the vectors that the commands here do not have, and why.
const ELSEWHERE: &[(&str, &str)] = &[
    ("extract", "URIs in running text: the crate for context"),
    ("suffix", "completing `www.example.com` by guessing: the crate for context"),
    ("base", "establishing a base: the crate for context"),
    ("security", "findings, and redaction: the crate for audits"),
    ("normalize dots", "traces of remove_dot_segments on bare paths: the library's own tests"),
];

/// How many cases of each operation `rfc3986.jsonl` has.
const COUNTS: &[(&str, usize)] = &[
    ("base", 18),
    ("different", 30),
    ("equivalent", 18),
    ("extract", 29),
    ("normalize", 70),
    ("normalize dots", 34),
    ("parse", 193),
    ("recompose", 31),
    ("reject", 139),
    ("resolve", 167),
    ("security", 84),
    ("suffix", 18),
];

/// A case that waits for the answer to its input.
struct Waiting<'c> {
    case: &'c Value,
    input: String,
    judge: fn(&Value, &Value),
}

/// Cases by the arguments they need.
#[derive(Default)]
struct Batches<'c>(BTreeMap<Vec<String>, Vec<Waiting<'c>>>);

impl<'c> Batches<'c> {
    fn add(
        &mut self,
        arguments: &[&str],
        case: &'c Value,
        input: String,
        judge: fn(&Value, &Value),
    ) {
        let arguments = arguments.iter().map(ToString::to_string).collect();
        self.0.entry(arguments).or_default().push(Waiting { case, input, judge });
    }

    fn run(self) {
        for (arguments, waiting) in self.0 {
            let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
            // What has a NUL goes as a line, since it cannot end with one.
            let (nul, lines): (Vec<_>, _) =
                waiting.into_iter().partition(|waiting| waiting.input.contains('\0'));
            for (waiting, delimiter) in [(nul, b'\n'), (lines, b'\0')] {
                if waiting.is_empty() {
                    continue;
                }
                let inputs: Vec<_> =
                    waiting.iter().map(|waiting| waiting.input.as_bytes()).collect();
                let answers = batch(&arguments, &inputs, delimiter);
                for (Waiting { case, input, judge }, answer) in waiting.iter().zip(answers) {
                    assert_eq!(answer["input"], **input, "{case}");
                    judge(case, &answer);
                }
            }
        }
    }
}

/// The text of a field.
fn text<'c>(case: &'c Value, field: &str) -> &'c str {
    case[field].as_str().unwrap_or_else(|| panic!("no {field} in {case}"))
}

fn operation(case: &Value) -> String {
    match (text(case, "op"), case["variant"].as_str()) {
        ("normalize", Some("dots")) => "normalize dots".into(),
        (op, _) => op.into(),
    }
}

/// The options that several operations share.
fn options(case: &Value) -> Vec<&str> {
    let mut options = Vec::new();
    if let Some(base) = case["base"].as_str() {
        options.extend(["--base", base]);
    }
    for redirect in case["observed"].as_array().into_iter().flatten() {
        options.extend([
            "--observed",
            redirect[0].as_str().unwrap(),
            redirect[1].as_str().unwrap(),
        ]);
    }
    for (field, value, option) in [
        ("strict", false, "--lenient"),
        ("normalize_base", true, "--normalize-base"),
        ("network", true, "--network"),
    ] {
        if case[field] == value {
            options.push(option);
        }
    }
    options
}

fn rule(case: &Value) -> String {
    case["production"].as_str().unwrap_or("uri-reference").to_lowercase()
}

fn input(case: &Value) -> String {
    text(case, "input").into()
}

fn run_file(file: &str) -> BTreeMap<String, usize> {
    let cases = cases(file);
    let mut counts = BTreeMap::new();
    let mut batches = Batches::default();
    for case in &cases {
        let operation = operation(case);
        let options = options(case);
        match operation.as_str() {
            "parse" => {
                let rule = rule(case);
                match case["variant"].as_str() {
                    Some("split") => batches.add(&["parse", "--split"], case, input(case), parsed),
                    Some("decode") => {
                        batches.add(&["parse", "--decode"], case, input(case), decoded);
                    }
                    _ => batches.add(&["parse", "--rule", &rule], case, input(case), parsed),
                }
            }
            "reject" => {
                let (rule, check, parse) = (rule(case), rejected_by_check, rejected_by_parse);
                if case["variant"] == "scheme" {
                    batches.add(&["check", "--scheme-rules"], case, input(case), check);
                } else {
                    batches.add(&["check", "--rule", &rule], case, input(case), check);
                    batches.add(&["parse", "--rule", &rule], case, input(case), parse);
                }
            }
            "resolve" => batches.add(
                &[&["resolve"], options.as_slice()].concat(),
                case,
                input(case),
                resolved,
            ),
            "normalize" => {
                let level = ["normalize", "--level", text(case, "level")];
                batches.add(&[&level, options.as_slice()].concat(), case, input(case), normalized);
            }
            "equivalent" | "different" => {
                let pair = format!("{}\t{}", text(case, "input"), text(case, "other"));
                batches.add(&[&["compare"], options.as_slice()].concat(), case, pair, compared);
            }
            "recompose" => recomposed(case),
            other => {
                let elsewhere = ELSEWHERE.iter().any(|(operation, _)| *operation == other);
                assert!(elsewhere, "no command for {case}");
            }
        }
        *counts.entry(operation).or_insert(0) += 1;
    }
    batches.run();
    println!("{file}: {counts:?}");
    counts
}

#[test]
fn rfc3986() {
    let counts = run_file("rfc3986.jsonl");
    let expected: BTreeMap<_, _> = COUNTS.iter().map(|&(op, n)| (op.to_owned(), n)).collect();
    assert_eq!(counts, expected);
}

#[test]
fn found_by_oracles_and_peers() {
    assert!(!run_file("found.jsonl").is_empty());
    assert!(!run_file("peers.jsonl").is_empty());
}

fn parsed(case: &Value, answer: &Value) {
    for (key, expected) in case["expect"].as_object().unwrap() {
        assert_eq!(answer.get(key), Some(expected), "{key} of {case}");
    }
}

fn decoded(case: &Value, answer: &Value) {
    parsed(case, &answer["decoded"]);
}

fn rejected_by_check(case: &Value, answer: &Value) {
    assert_eq!(answer["valid"], false, "{case}");
    assert!(answer["error"]["message"].is_string(), "{answer}");
}

fn rejected_by_parse(case: &Value, answer: &Value) {
    assert!(answer["error"]["kind"].is_string(), "{case}: {answer}");
    assert_eq!(answer.as_object().unwrap().len(), 2, "nothing but input and error: {answer}");
}

fn resolved(case: &Value, answer: &Value) {
    if failed_as_expected(case, answer) {
        return;
    }
    assert_eq!(answer["target"], case["expect"], "{case}");
    if let Some(same_document) = case.get("same_document") {
        assert_eq!(answer["same_document"], *same_document, "{case}");
    }
    let base = text(case, "base");
    if case["normalize_base"] != true {
        assert_eq!(answer["base"], base.split('#').next().unwrap(), "{case}");
    }
}

fn normalized(case: &Value, answer: &Value) {
    if failed_as_expected(case, answer) {
        return;
    }
    assert_eq!(answer["normalized"], case["expect"], "{case}");
    // Each step begins where the one before ended.
    let mut reached = &answer["input"];
    for step in answer["steps"].as_array().unwrap() {
        assert_eq!(&step["before"], reached, "{answer}");
        assert_ne!(step["before"], step["after"], "{answer}");
        reached = &step["after"];
    }
    assert_eq!(reached, &answer["normalized"], "{answer}");
}

fn compared(case: &Value, answer: &Value) {
    const RUNGS: [&str; 7] = ["simple", "case", "percent", "path", "syntax", "scheme", "protocol"];
    let rung = |name: &str| RUNGS.iter().position(|rung| *rung == name).expect("a rung");
    let level = rung(text(case, "level"));
    let reached = answer["equivalent_at"].as_str().map(rung);
    let equivalent = reached.is_some_and(|reached| reached <= level);
    assert_eq!(case["expect"]["equivalent"], equivalent, "{case}: {answer}");
}

/// Whether the case expects an error; then the answer has it.
fn failed_as_expected(case: &Value, answer: &Value) -> bool {
    let Some(expected) = case["expect"]["error"].as_str() else {
        assert!(answer["error"].is_null(), "{case}: {answer}");
        return false;
    };
    let kind = answer["error"]["kind"].as_str().expect("a kind of error");
    match expected {
        // The parser names what is wrong; the vectors only name that something is.
        "invalid-reference" | "invalid-component" => assert!(!kind.is_empty()),
        expected => assert_eq!(kind, expected, "{case}"),
    }
    true
}

/// Recomposing is setting the parts of the empty reference.
fn recomposed(case: &Value) {
    let parts = case["input"].as_object().unwrap();
    let mut arguments = vec!["set".to_owned()];
    if case["variant"] == "encode" {
        arguments.push("--encode".into());
    }
    for (part, value) in parts {
        match value {
            Value::Null => {}
            Value::String(value) => arguments.push(format!("--{part}={value}")),
            segments => {
                for segment in segments.as_array().unwrap() {
                    arguments.push(format!("--push-segment={}", segment.as_str().unwrap()));
                }
            }
        }
    }
    arguments.push(String::new());
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    let answer = one(&arguments);
    if !failed_as_expected(case, &answer) {
        assert_eq!(answer["uri"], case["expect"], "{case}");
    }
    // A single piece of data is what `encode` takes.
    if let (1, Some([data])) =
        (parts.len(), parts.get("segments").and_then(Value::as_array).map(Vec::as_slice))
    {
        assert_eq!(one(&["encode", data.as_str().unwrap()])["output"], case["expect"], "{case}");
        let back = one(&["decode", case["expect"].as_str().unwrap()]);
        assert_eq!(back, json!({"input": case["expect"], "edition": "rfc3986", "output": data}));
    }
}
