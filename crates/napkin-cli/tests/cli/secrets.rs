//! No secret of an input is in what any command says about it: in messages, advice, reasons, findings, SARIF, and the lines of
//! `allow` and `audit`. Results have their secrets, since they are to be used.

use serde_json::Value;

use crate::support::{self, napkin, run};

/// What the secrets of the cases are written with.
const PIECES: [&str; 5] = ["SEC", "RET", "hunter2", "eyJhZGQi", "U0VDUkVU"];

/// Each command with inputs, and how it is asked; the inputs are lines of standard input.
const ASKED: &[(&str, &[&str])] = &[
    ("parse", &[]),
    ("parse", &["--edition", "whatwg"]),
    ("check", &["--scheme-rules"]),
    ("check", &["--edition", "whatwg"]),
    ("check", &["--edition", "java"]),
    ("get", &["host,query:token", "--decode"]),
    ("get", &["redacted"]),
    ("set", &["--fragment", "x"]),
    ("clean", &[]),
    ("dedupe", &[]),
    ("normalize", &["--level", "protocol"]),
    ("key", &["--profile", "surt"]),
    ("resolve", &["--base", "http://a/b"]),
    ("relativize", &["--base", "http://a/b"]),
    ("extract", &[]),
    ("links", &["--type", "text/plain", "--base", "http://a/b"]),
    ("rewrite", &["--type", "text/plain", "--strip-tracking"]),
    ("glance", &[]),
    ("audit", &[]),
    ("audit", &["--hosts"]),
    ("audit", &["--edition", "whatwg"]),
    ("allow", &["--public"]),
    ("allow", &["--public", "--edition", "whatwg"]),
    ("allow", &["--public", "--base", "https://u:SECRET@h/"]),
    ("repair", &[]),
    ("robots", &["--robots", "/dev/null", "--agent", "a"]),
    ("editions", &[]),
    ("describe", &[]),
    ("plan", &[]),
    ("base", &["--type", "text/plain"]),
    ("encode", &["--uri"]),
    ("decode", &[]),
    ("map", &["--to", "uri"]),
    ("map", &["--to", "iri"]),
    ("typed", &[]),
    ("wrap", &[]),
];

/// Commands that ask about no URIs, that take pairs, or that another test asks.
const OTHERS: &[&str] = &[
    "compare",
    "cdx",
    "witness",
    "schemes",
    "compose",
    "expand",
    "unexpand",
    "sql",
    "serve",
    "completions",
    "man",
];

/// Commands whose text is about inputs and is no result.
const SAYING: [&str; 2] = ["allow", "audit"];

/// Keys of JSON whose texts are said about inputs, with all below them but the edits that repair them.
const SAID: [&str; 8] =
    ["error", "errors", "findings", "message", "advice", "reason", "note", "warnings"];

/// The inputs that have secrets, and what `get redacted` prints for each.
fn cases() -> Vec<(String, String)> {
    let text = |case: &Value, key: &str| case[key].as_str().unwrap().to_owned();
    let cases = support::cases("secrets/redacted.jsonl").into_iter();
    cases.map(|case| (text(&case, "input"), text(&case, "expect"))).collect()
}

/// Whether a text has a piece of a secret.
fn has_secret(text: &str) -> bool {
    PIECES.iter().any(|piece| text.contains(piece))
}

/// The inputs whose secrets are known, one a line.
fn inputs() -> Vec<u8> {
    let known = cases().into_iter().filter(|(_, shown)| !has_secret(shown));
    known.flat_map(|(input, _)| (input + "\n").into_bytes()).collect()
}

/// Whether what an answer says has a piece of a secret.
fn says_secret(value: &Value, is_said: bool) -> bool {
    match value {
        Value::String(text) => is_said && has_secret(text),
        Value::Array(values) => values.iter().any(|value| says_secret(value, is_said)),
        Value::Object(object) => {
            let said = object.iter().filter(|(key, _)| *key != "fix");
            said.into_iter()
                .any(|(key, value)| says_secret(value, is_said || SAID.contains(&key.as_str())))
        }
        _ => false,
    }
}

#[test]
fn every_input_is_redacted_valid_or_not() {
    let cases = cases();
    let inputs: String = cases.iter().map(|(input, _)| input.clone() + "\n").collect();
    let printed = run(["get", "--format", "{redacted}"], inputs.as_bytes());
    let expected: String =
        cases.iter().map(|(_, shown)| shown.replace('\\', "\\\\") + "\n").collect();
    assert_eq!(printed.texts().0, expected);
    let answers = run(["get", "redacted", "--json"], inputs.as_bytes()).json();
    for (answer, (input, shown)) in answers.iter().zip(&cases) {
        assert_eq!(answer["redacted"], **shown, "{input}");
    }
    assert_eq!(answers.len(), cases.len());
}

#[test]
fn no_command_says_a_secret() {
    let help = run(["--help"], b"");
    let listed = help
        .texts()
        .0
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next());
    for name in listed {
        let is_known = ASKED.iter().any(|(known, _)| *known == name) || OTHERS.contains(&name);
        assert!(is_known, "{name} is asked nothing");
    }
    let inputs = inputs();
    for (name, options) in ASKED {
        let arguments: Vec<_> = [name].into_iter().chain(*options).copied().collect();
        let mut all = arguments.clone();
        if !["extract", "links", "rewrite", "base"].contains(name) {
            all.push("--all-errors");
        }
        let told = run(&all, &inputs);
        let (stdout, stderr) = told.texts();
        assert!(told.code < 2, "{arguments:?}: {stderr}");
        let said = if SAYING.contains(name) { stdout } else { "" };
        let refused = said.lines().filter(|line| !line.starts_with("allowed\t"));
        for line in stderr.lines().chain(refused) {
            assert!(!has_secret(line), "{arguments:?}: {line}");
        }
        let json: Vec<_> = arguments.iter().copied().chain(["--json"]).collect();
        for answer in run(&json, &inputs).texts().0.lines() {
            let answer: Value = serde_json::from_str(answer).unwrap();
            assert!(!says_secret(&answer, false), "{json:?}: {answer}");
        }
    }
}

#[test]
fn no_log_has_a_secret() {
    let log = run(["audit", "--sarif"], &inputs());
    for line in log.texts().0.lines() {
        assert!(!has_secret(line), "{line}");
    }
}

#[test]
fn no_error_of_the_command_line_says_a_secret() {
    let cases = cases();
    let known = cases.iter().filter(|(_, shown)| !has_secret(shown)).map(|(input, _)| input);
    for (number, input) in known.enumerate() {
        let all = [
            &["compare", input, "a b"][..],
            &["relativize", "--base", input, "a b"],
            &["resolve", "--base", input, "a b"],
            &["get", input],
            &["allow", "--host", input, "x"],
            &["cdx", "--index", "/none", input],
            &["parse", "--edition", input],
            &["audit", "--preset", input, "x"],
            &["schemes", input],
        ];
        // Each case in one of them, since each is a process.
        let some = all.len() - 1;
        let chosen =
            if support::is_deep() { 0..=some } else { number % all.len()..=number % all.len() };
        for arguments in &all[chosen] {
            let told = napkin(*arguments).output().unwrap();
            let stderr = String::from_utf8(told.stderr).unwrap();
            assert!(!has_secret(&stderr), "{arguments:?}: {stderr}");
        }
    }
}

#[test]
fn redact_hides_the_secrets_of_inputs_beside_results() {
    let inputs = inputs();
    for format in ["--json", "--csv", "--tsv"] {
        let printed = run(["check", "--redact", format], &inputs);
        let has_input = |line: &&str| has_secret(line);
        assert_eq!(printed.texts().0.lines().find(has_input), None, "{format}");
    }
    let table = "a,url\n1,http://u:p@h/?key=x\n";
    let printed = run(["check", "--column", "url", "--csv", "--redact"], table.as_bytes());
    assert_eq!(
        printed.texts().0,
        "a,url,valid,reason,mended,identity,error\n1,http://u:***@h/?key=x,true,,,,\n"
    );
    let object = "{\"url\":\"http://u:p@h/\"}\n";
    let printed =
        run(["get", "host", "--field", "url", "--into", "n", "--redact"], object.as_bytes());
    assert_eq!(printed.texts().0, "{\"url\":\"http://u:***@h/\",\"n\":\"h\"}\n");
    let printed = run(["check", "--field", "url", "--json", "--redact"], object.as_bytes());
    assert_eq!(printed.json()[0]["row"]["url"], "http://u:***@h/");
}

/// What would be written in place of an input without a result has its secrets, in places that nobody knows.
#[test]
fn redact_hides_the_mends_of_inputs_without_a_result() {
    let inputs =
        "user:SECRET@h:8080\nhttp://u:SECRET##@h:7777\nttps://u:SECRET@h/x\nhttp//u:SECRET@h/\n";
    for command in ["check", "map", "typed", "clean", "normalize"] {
        let printed = run([command, "--redact", "--json"], inputs.as_bytes());
        for line in printed.texts().0.lines() {
            let answer: Value = serde_json::from_str(line).unwrap();
            let is_without = command == "check" || answer.get("error").is_some();
            assert!(!is_without || !line.contains("SECRET"), "{command}: {line}");
        }
    }
}

#[test]
fn names_of_parameters_are_ones_own() {
    let run = |options: &[&str]| {
        let arguments = ["get", "redacted", "/?token=a&ref=b"].iter().chain(options);
        run(arguments, b"").texts().0.trim_end().to_owned()
    };
    assert_eq!(run(&[]), "/?token=***&ref=b");
    assert_eq!(run(&["--hide", "REF"]), "/?token=***&ref=***");
    assert_eq!(run(&["--keep", "token", "--hide", "ref"]), "/?token=a&ref=***");
}
