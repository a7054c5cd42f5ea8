//! Runs the cases of `spec/cases/` by the command, batched by their options.

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::context::{based, completed, extracted, typed};
use crate::support::{batch, cases, one};

/// Operations of the cases that the commands do not have, the editions concerned (empty for all), and the reason.
const ELSEWHERE: &[(&str, &[&str], &str)] = &[
    (
        "security redact",
        &[],
        "text without passwords is an interface of the library: its own tests",
    ),
    ("normalize dots", &[], "traces of remove_dot_segments on bare paths: the library's own tests"),
    ("parse split", &["rfc1808"], "its splitting of any text, valid or not, has no interface yet"),
    (
        "recompose",
        &["draft1997", "draft2003"],
        "`set` edits what the library's types hold, which are of RFC 3986: the library's own tests",
    ),
];

/// The editions and the files of their cases.
const FILES: &[(&str, &str)] = &[
    ("rfc1630", "rfc1630.jsonl"),
    ("rfc1738", "rfc1738.jsonl"),
    ("rfc1808", "rfc1808.jsonl"),
    ("draft1997", "draft-url-syntax-05.jsonl"),
    ("rfc2396", "rfc2396.jsonl"),
    ("draft2003", "draft-rfc2396bis-01.jsonl"),
    ("rfc3986", "rfc3986.jsonl"),
    ("rfc3987", "rfc3987.jsonl"),
    ("java", "java.jsonl"),
];

/// A case that waits for the answer to its input.
struct Waiting<'c> {
    case: &'c Value,
    input: Vec<u8>,
    judge: fn(&Value, &Value),
}

/// Cases by the arguments they need.
#[derive(Default)]
pub(crate) struct Batches<'c>(BTreeMap<Vec<String>, Vec<Waiting<'c>>>);

impl<'c> Batches<'c> {
    pub(crate) fn add(
        &mut self,
        arguments: &[&str],
        case: &'c Value,
        input: Vec<u8>,
        judge: fn(&Value, &Value),
    ) {
        let arguments = arguments.iter().map(ToString::to_string).collect();
        self.0.entry(arguments).or_default().push(Waiting { case, input, judge });
    }

    pub(crate) fn run(self) {
        for (arguments, waiting) in self.0 {
            let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
            // An input with a NUL is passed as a line, since NUL cannot also be its end.
            let (nul, lines): (Vec<_>, _) =
                waiting.into_iter().partition(|waiting| waiting.input.contains(&0));
            for (waiting, delimiter) in [(nul, b'\n'), (lines, b'\0')] {
                if waiting.is_empty() {
                    continue;
                }
                let inputs: Vec<_> =
                    waiting.iter().map(|waiting| waiting.input.as_slice()).collect();
                let answers = batch(&arguments, &inputs, delimiter);
                for (Waiting { case, input, judge }, answer) in waiting.iter().zip(answers) {
                    assert_eq!(answer["input"], *String::from_utf8_lossy(input), "{case}");
                    if str::from_utf8(input).is_err() {
                        assert_eq!(answer["input_base64"], STANDARD.encode(input), "{case}");
                    }
                    if let Some(edition) = answer.get("edition") {
                        let asked = arguments.iter().position(|name| *name == "--edition");
                        let own = if arguments.contains(&"ascii") { "java" } else { "rfc3987" };
                        let asked = asked.map_or(own, |asked| arguments[asked + 1]);
                        assert_eq!(*edition, asked, "{case}");
                    }
                    judge(case, &answer);
                }
            }
        }
    }
}

/// The text of a field.
pub(crate) fn text<'c>(case: &'c Value, field: &str) -> &'c str {
    case[field].as_str().unwrap_or_else(|| panic!("no {field} in {case}"))
}

fn operation(case: &Value) -> String {
    match (text(case, "op"), case["variant"].as_str()) {
        ("parse", Some("decode")) if case["edition"] == "java" => "parse decode".into(),
        (op @ "normalize", Some(variant @ "dots"))
        | (op @ "parse", Some(variant @ "split"))
        | (op @ "security", Some(variant @ ("lint" | "redact")))
        | (op @ "recompose", Some(variant @ "encode")) => format!("{op} {variant}"),
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
        ("strict", json!(false), "--lenient"),
        ("normalize_base", json!(true), "--normalize-base"),
        ("network", json!(true), "--network"),
        ("variant", json!("literal-n-slash"), "--literal-slash-runs"),
        ("nfc", json!(true), "--nfc"),
    ] {
        if case[field] == value {
            options.push(option);
        }
    }
    if let Some(excess) = case["excess"].as_str() {
        options.extend(["--excess", excess]);
    }
    if case["variant"] == "new-request" {
        // The document belongs to the option; the few cases with one may leak its text.
        options.push(format!("--new-request={}", text(case, "document")).leak());
    }
    options
}

/// The start rule by its name in RFC 3986.
fn rule(case: &Value) -> &'static str {
    match case["production"].as_str() {
        // The start rule of RFC 1630, in whose file partial forms have another.
        None if case["edition"] == "rfc1630" => "uri",
        None => "uri-reference",
        Some("URI" | "IRI" | "absolute-URI-reference") => "uri",
        Some("absolute-URI" | "absolute-IRI" | "absoluteURI" | "absoluteURL" | "url") => {
            "absolute-uri"
        }
        Some("relative-ref" | "irelative-ref" | "partial-reference") => "relative-ref",
        Some("relative-URI" | "relativeURI" | "relativeURL" | "our-partial-form") => "relative-uri",
        Some(other) => panic!("no such rule: {other}"),
    }
}

/// The command that maps an IRI or converts a URI, with its options.
fn mapping(case: &Value) -> Vec<&str> {
    let to = text(case, "op").trim_start_matches("to_");
    let host = case["host"].as_str().filter(|host| *host != "keep").unwrap_or("percent");
    let mut command = vec!["map", "--to", to, "--host", host];
    if case["nfc"] == true {
        command.push("--nfc");
    }
    if case["variant"] == "encode-ascii" {
        command.push("--encode-ascii");
    }
    command
}

fn mapped(case: &Value, answer: &Value) {
    if !failed_as_expected(case, answer) {
        let key = text(case, "op").trim_start_matches("to_");
        assert_eq!(answer[key], case["expect"], "{case}");
    }
}

/// The octets of the input, which is given as text or in hexadecimal.
fn input(case: &Value) -> Vec<u8> {
    let Some(digits) = case["input_hex"].as_str() else { return text(case, "input").into() };
    let octet = |pair| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).unwrap();
    digits.as_bytes().chunks(2).map(octet).collect()
}

fn run_file(edition: &str, file: &str) -> BTreeMap<String, usize> {
    let cases = cases(file);
    let mut counts = BTreeMap::new();
    let mut batches = Batches::default();
    for case in &cases {
        let operation = operation(case);
        let options = options(case);
        let mut add = |command: &[&str], options: &[&str], input, judge| {
            let arguments = [command, &["--edition", edition], options].concat();
            batches.add(&arguments, case, input, judge);
        };
        let elsewhere = ELSEWHERE.iter().any(|(elsewhere, editions, _)| {
            *elsewhere == operation && (editions.is_empty() || editions.contains(&edition))
        });
        match operation.as_str() {
            _ if elsewhere => {}
            "parse split" => add(&["parse", "--split"], &[], input(case), parsed),
            "parse" | "parse decode" if case["variant"] == "decode" => {
                add(&["parse", "--decode"], &[], input(case), decoded);
            }
            "parse" => add(&["parse", "--rule", rule(case)], &[], input(case), parsed),
            "reject" if case["variant"] == "scheme" => {
                add(&["check", "--scheme-rules"], &[], input(case), rejected_by_check);
            }
            "reject" => {
                add(&["check", "--rule", rule(case)], &[], input(case), rejected_by_check);
                add(&["parse", "--rule", rule(case)], &[], input(case), rejected_by_parse);
            }
            "resolve" => add(&["resolve"], &options, input(case), resolved),
            "relativize" => add(&["relativize"], &options, input(case), relativized),
            "normalize" => {
                let level = ["normalize", "--level", text(case, "level")];
                add(&level, &options, input(case), normalized);
            }
            "to_uri" | "to_iri" | "to_ascii" => {
                batches.add(&mapping(case), case, input(case), mapped);
            }
            "equivalent" | "different" => {
                let pair = format!("{}\t{}", text(case, "input"), text(case, "other"));
                add(&["compare"], &options, pair.into(), compared);
            }
            "decode" => {
                // Only in such a query is a plus known to be a space.
                let form = edition == "rfc1630" && case["part"] == "query";
                let form = if form { &["--form"][..] } else { &[] };
                add(&["decode"], form, input(case), decoded_data);
            }
            "scheme" => {
                add(&["describe"], &[], input(case), described);
                if case["expect"]["error"] == "delimiter" {
                    add(&["plan"], &[], input(case), failed);
                }
            }
            // The command percent-encodes a blank that no line break explains.
            "extract" if case["variant"] == "typed" && has_bare_blank(case) => {}
            "extract" if case["variant"] == "typed" => add(&["typed"], &[], input(case), typed),
            "extract" => extracted(edition, case),
            "suffix" => add(&["typed", "--suffix"], &options, input(case), completed),
            "base" => based(edition, case),
            "security" | "security lint" if edition == "rfc3987" => {
                add(&["audit", "--rule", "escaped-character=on"], &[], input(case), audited_as_iri);
            }
            "security" | "security lint" => {
                let filesystem: &[&str] = if case["filesystem"] == true {
                    &["--rule", "fs-special-char=on", "--rule", "fs-device-name=on"]
                } else {
                    &[]
                };
                add(&["audit"], filesystem, input(case), audited);
            }
            "recompose" => recomposed(edition, case),
            "recompose encode" => encoded(edition, case),
            other => panic!("no command for {other}: {case}"),
        }
        *counts.entry(operation).or_insert(0) += 1;
    }
    batches.run();
    println!("{file}: {counts:?}");
    counts
}

/// Whether a typed text has a blank inside that is neither of a line break nor between delimiters.
fn has_bare_blank(case: &Value) -> bool {
    let typed = case["input"].as_str().unwrap_or_default().trim();
    let is_wrapped = typed.starts_with(['<', '"']);
    let bare = typed.strip_prefix("URL:").map_or(typed, str::trim_start);
    !is_wrapped && bare.contains(char::is_whitespace) && !bare.contains(['\n', '\r'])
}

#[test]
fn every_edition() {
    for (edition, file) in FILES {
        assert!(!run_file(edition, file).is_empty(), "{file}");
    }
}

#[test]
fn found_by_oracles_and_peers() {
    assert!(!run_file("rfc3986", "found.jsonl").is_empty());
    assert!(!run_file("rfc3986", "peers.jsonl").is_empty());
}

fn parsed(case: &Value, answer: &Value) {
    for (key, expected) in case["expect"].as_object().unwrap() {
        if key == "port_number" {
            // The command returns the port as text.
            let digits = answer["port"].as_str().filter(|digits| !digits.is_empty());
            assert_eq!(digits.map_or(-1, |digits| digits.parse().unwrap()), *expected, "{case}");
            continue;
        }
        assert_eq!(answer.get(key), Some(expected), "{key} of {case}");
    }
}

fn decoded(case: &Value, answer: &Value) {
    parsed(case, &answer["decoded"]);
}

fn rejected_by_check(case: &Value, answer: &Value) {
    assert_eq!(answer["valid"], false, "{case}");
    assert!(answer["error"]["message"].is_string(), "{answer}");
    excepted(case, answer);
    if case["edition"] == "rfc3987" {
        let is_encoding = case["expect"]["error"] == "encoding";
        assert_eq!(answer["error"]["kind"] == "ill-formed-utf-8", is_encoding, "{case}: {answer}");
    }
}

/// The exception of Java, if a case has one: -1 means no index.
fn excepted(case: &Value, answer: &Value) {
    if case.get("reason").is_some() {
        let exception = &answer["error"]["exception"];
        assert_eq!(exception["reason"], case["reason"], "{case}: {answer}");
        let index = Some(&case["index"]).filter(|index| **index != -1);
        assert_eq!(exception["index"], *index.unwrap_or(&Value::Null), "{case}: {answer}");
    }
}

fn rejected_by_parse(case: &Value, answer: &Value) {
    excepted(case, answer);
    assert!(answer["error"]["kind"].is_string(), "{case}: {answer}");
    let keys = 2 + usize::from(answer.get("input_base64").is_some());
    assert_eq!(answer.as_object().unwrap().len(), keys, "nothing but input and error: {answer}");
}

/// The components besides the text, which a case has if parsing the text gives others.
fn has_components(case: &Value, answer: &Value) {
    let Some(components) = case["components"].as_object() else { return };
    for (key, expected) in components {
        let is_none = key == "port_number" && *expected == -1;
        let expected = if is_none { &Value::Null } else { expected };
        assert_eq!(answer["components"].get(key), Some(expected), "{key} of {case}");
    }
}

fn relativized(case: &Value, answer: &Value) {
    has_components(case, answer);
    assert_eq!(answer["reference"], case["expect"], "{case}");
}

fn resolved(case: &Value, answer: &Value) {
    has_components(case, answer);
    // The sheet of RFC 1630 writes a failure as null.
    if case["expect"].is_null() {
        assert!(answer["error"]["kind"].is_string(), "{case}: {answer}");
        return;
    }
    if failed_as_expected(case, answer) {
        return;
    }
    if case["expect"]["current_document"] == true {
        assert_eq!(answer["target"], Value::Null, "{case}");
        assert!(answer.as_object().unwrap().contains_key("target"), "{answer}");
        parsed(case, answer);
    } else {
        assert_eq!(answer["target"], case["expect"], "{case}");
        assert!(answer.get("current_document").is_none(), "{answer}");
    }
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
    // Each step begins with the result of the one before.
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
    // Without a level any rung is accepted; in Java `equals` compares the text, and normalization is a separate
    // operation.
    let own = (case["edition"] == "java").then_some("simple");
    let level = case["level"].as_str().or(own).map_or(RUNGS.len(), rung);
    if let Some(order) = case["expect"].get("compare") {
        assert_eq!(answer["order"], *order, "{case}: {answer}");
    }
    let reached = answer["equivalent_at"].as_str().map(rung);
    // Rungs of one step do not include each other, so their order means nothing.
    let is_step = (rung("case")..=rung("path")).contains(&level);
    let equivalent = reached.is_some_and(|reached| {
        reached <= level
            && !(is_step
                && case["expect"]["equivalent"] == false
                && reached > 0
                && reached != level)
    });
    assert_eq!(case["expect"]["equivalent"], equivalent, "{case}: {answer}");
}

/// The answer has the fields of the case, and may have more.
fn described(case: &Value, answer: &Value) {
    parsed(case, &answer["scheme_fields"]);
}

/// The rules that the edition itself has are found exactly, since the cases list only those; a section of the
/// edition is written as a bare number.
fn audited(case: &Value, answer: &Value) {
    const PRACTICE: &[&str] = &[
        "default-port",
        "dot-segment",
        "empty-port",
        "host-not-dns",
        "host-uppercase",
        "lowercase-hex",
        "non-utf8-escape",
        "scheme-uppercase",
        "unneeded-escape",
    ];
    const BOTH: &[&str] = &["host-not-utf8", "host-too-long", "password-in-userinfo"];
    let is_lint = case["variant"] == "lint";
    let found = answer["findings"].as_array().unwrap().iter();
    let own = found.filter(|finding| {
        let rule = text(finding, "rule");
        let of_concern = BOTH.contains(&rule) || PRACTICE.contains(&rule) == is_lint;
        of_concern && text(finding, "section").starts_with(|first: char| first.is_ascii_digit())
    });
    let mut rules: Vec<_> = own.map(|finding| finding["rule"].clone()).collect();
    rules.sort_by_key(ToString::to_string);
    rules.dedup();
    assert_eq!(Value::from(rules), case["expect"]["findings"], "{case}");
    if let Some(address) = case["expect"].get("ipv4") {
        let mut found = answer["findings"].as_array().unwrap().iter();
        let rare = found.find(|finding| finding["rule"] == "rare-ipv4").unwrap();
        assert_eq!(&rare["address"], address, "{case}");
    }
}

/// The rules of RFC 3987, and invalid IRIs; the cases list rules about labels where these have to find something.
fn audited_as_iri(case: &Value, answer: &Value) {
    const LINT: [&str; 3] = ["escaped-character", "not-nfkc", "width-variant"];
    const OF_LABELS: [&str; 2] = ["confusable-host", "mixed-scripts"];
    let findings = answer["findings"].as_array().unwrap();
    let own = findings.iter().filter(|finding| {
        let rule = text(finding, "rule");
        let of_concern = LINT.contains(&rule) == (case["variant"] == "lint");
        let is_own = text(finding, "section").starts_with(|first: char| first.is_ascii_digit());
        of_concern && is_own && !OF_LABELS.contains(&rule)
    });
    let mut rules: Vec<_> = own.map(|finding| finding["rule"].clone()).collect();
    rules.sort_by_key(ToString::to_string);
    rules.dedup();
    assert_eq!(Value::from(rules), case["expect"]["findings"], "{case}");
    for also in case["expect"]["also"].as_array().into_iter().flatten() {
        assert!(findings.iter().any(|finding| finding["rule"] == *also), "{also}: {case}");
    }
}

fn failed(case: &Value, answer: &Value) {
    assert!(failed_as_expected(case, answer), "{case}");
}

/// Whether the case expects an error; the answer then has to have it.
pub(crate) fn failed_as_expected(case: &Value, answer: &Value) -> bool {
    let Some(expected) = case["expect"]["error"].as_str() else {
        assert!(answer["error"].is_null(), "{case}: {answer}");
        return false;
    };
    let kind = answer["error"]["kind"].as_str().expect("a kind of error");
    match expected {
        // The parser reports the kind of error; the cases only say that there is one.
        "invalid-reference" | "invalid-component" => assert!(!kind.is_empty()),
        expected => assert_eq!(kind, expected, "{case}"),
    }
    true
}

/// The decoded data of percent-encoded text, as octets in hexadecimal.
fn decoded_data(case: &Value, answer: &Value) {
    if case["expect"]["error"] == "escape" {
        assert_eq!(answer["error"]["kind"], "invalid-percent-encoding", "{case}");
        return;
    }
    if case["edition"] == "rfc1630" {
        // In this edition the octets are characters of ISO Latin-1.
        assert_eq!(answer["output"], case["expect"]["text"], "{case}");
        return;
    }
    let octets = match answer["output_base64"].as_str() {
        Some(octets) => STANDARD.decode(octets).unwrap(),
        None => text(answer, "output").into(),
    };
    let expected = text(&case["expect"], "octets").as_bytes().chunks(2);
    let octet = |hex| u8::from_str_radix(str::from_utf8(hex).unwrap(), 16).unwrap();
    assert_eq!(octets, expected.map(octet).collect::<Vec<_>>(), "{case}");
}

/// Recomposing is tested by setting the parts of the empty reference.
fn recomposed(edition: &str, case: &Value) {
    set(case, &["--edition", edition]);
}

/// Recomposing from data is tested by encoding it piece by piece, and putting delimiters in between.
fn encoded(edition: &str, case: &Value) {
    let piece = |data: &Value, part: &str| {
        let data = data.as_str()?;
        let delimiter = if data.contains('\0') { b'\n' } else { b'\0' };
        let answer = |command: &[&str], input: &str| {
            let command = [command, &["--edition", edition]].concat();
            batch(&command, &[input.as_bytes()], delimiter).remove(0)
        };
        let encoded = answer(&["encode", "--part", part], data)["output"].take();
        let encoded = encoded.as_str().unwrap().to_owned();
        let back = answer(&["decode"], &encoded);
        assert_eq!(back, json!({"input": encoded, "edition": edition, "output": data}));
        Some(encoded)
    };
    let parts = &case["input"];
    let segments = parts["segments"].as_array().into_iter().flatten();
    let path = segments.map(|data| piece(data, "path").unwrap()).collect::<Vec<_>>().join("/");
    let mut whole = String::new();
    if let Some(scheme) = parts["scheme"].as_str() {
        whole += scheme;
        whole.push(':');
    }
    if let Some(host) = piece(&parts["host"], "host") {
        whole += &["//", &host, if path.is_empty() { "" } else { "/" }].concat();
    }
    whole += &path;
    for (part, delimiter) in [("query", '?'), ("fragment", '#')] {
        if let Some(encoded) = piece(&parts[part], part) {
            whole.push(delimiter);
            whole += &encoded;
        }
    }
    assert_eq!(case["expect"], whole, "{case}");
    if edition == "rfc3986" {
        set(case, &["--encode"]);
    }
}

fn set(case: &Value, options: &[&str]) {
    let mut arguments =
        [&["set"], options].concat().iter().map(ToString::to_string).collect::<Vec<_>>();
    for (part, value) in case["input"].as_object().unwrap() {
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
}
