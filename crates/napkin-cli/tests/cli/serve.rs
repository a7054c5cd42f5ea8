//! `serve`: HTTP answers equal those of the command, on the cases of `spec/cases/`.

#[path = "../../../napkin-web/tests/client/mod.rs"]
mod client;

use std::fmt::Write;
use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};

use client::{Client, encoded};
use serde_json::Value;

use crate::documents::document;
use crate::support::{batch, cases, is_deep, napkin, run};

/// A server that is stopped when it is dropped.
struct Serving {
    child: Child,
    address: std::net::SocketAddr,
}

impl Serving {
    fn new() -> Self {
        let mut child = napkin(["serve", "--port", "0"]).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/');
        Self { child, address: address.parse().unwrap_or_else(|_| panic!("{line:?}")) }
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Inputs of all kinds, valid and not.
fn inputs() -> Vec<String> {
    let files = [
        "rfc3986.jsonl",
        "rfc1738.jsonl",
        "rfc1630.jsonl",
        "rfc3987.jsonl",
        "found.jsonl",
        "peers.jsonl",
        "audit/hostile.jsonl",
    ];
    let cases = files.iter().flat_map(|file| cases(file));
    let inputs = cases.filter_map(|case| Some(case["input"].as_str()?.to_owned()));
    // NUL ends an input of the command.
    inputs.filter(|input| !input.contains('\0') && input.len() < 4096).collect()
}

#[test]
fn the_answers_are_those_of_the_command() {
    let serving = Serving::new();
    let mut client = Client::new(serving.address);
    let inputs = inputs();
    assert!(inputs.len() > 700);
    // Each command answers a ninth of the inputs, or with the variable `NAPKIN_DEEP` all of them.
    let step = if is_deep() { 1 } else { 9 };
    for (turn, (command, query)) in [
        (&["parse"][..], "parse?"),
        (&["parse", "--tree", "--decode", "--as-of", "1996"], "parse?tree&decode&as-of=1996"),
        (&["parse", "--split"], "parse?split"),
        (&["parse", "--facts"], "parse?facts"),
        (
            &["get", "host,segment:-1,pairs,normalized:scheme"],
            "get?parts=host,segment:-1,pairs,normalized:scheme",
        ),
        (&["get", "redacted", "--edition", "whatwg"], "get?parts=redacted&edition=whatwg"),
        (
            &["get", "--format", "{host}+{form:query-all:q}"],
            "get?format=%7Bhost%7D%2B%7Bform:query-all:q%7D",
        ),
        (&["check", "--scheme-rules"], "check?scheme-rules=true"),
        (&["check", "--edition", "rfc1738", "--rule", "uri"], "check?edition=rfc1738&rule=uri"),
        (&["resolve", "--base", "http://a/b/c/d;p?q"], "resolve?base=http://a/b/c/d;p?q"),
        (
            &["resolve", "--base", "http://a/b", "--edition", "rfc2396", "--excess", "remove"],
            "resolve?base=http://a/b&edition=rfc2396&excess=remove",
        ),
        (&["relativize", "--base", "http://a/b/c/d;p?q"], "relativize?base=http://a/b/c/d;p?q"),
        (&["normalize", "--level", "scheme"], "normalize?level=scheme"),
        (&["key", "--profile", "surt"], "key?profile=surt"),
        (&["key", "--profile", "w3lib", "--explain"], "key?profile=w3lib&explain"),
        (&["normalize", "--base", "http://a/b/"], "normalize?base=http://a/b/"),
        (
            &["set", "--strip-tracking", "--set-pair", "k=a b", "--pop-segment"],
            "set?strip-tracking&set-pair=k=a+b&pop-segment=1",
        ),
        (&["set", "--edition", "whatwg", "--hash", "x"], "set?edition=whatwg&hash=x"),
        (&["encode", "--keep", "/"], "encode?keep=/"),
        (&["encode", "--edition", "whatwg", "--set", "form"], "encode?edition=whatwg&set=form"),
        (&["decode", "--form"], "decode?form"),
        (&["map"], "map?"),
        (&["map", "--to", "iri", "--host", "idna"], "map?to=iri&host=idna"),
        (&["map", "--host", "percent"], "map?host=percent"),
        (&["map", "--host", "idna", "--nfc", "--encode-ascii"], "map?host=idna&nfc&encode-ascii"),
        (&["map", "--to", "ascii"], "map?to=ascii"),
        (&["parse", "--edition", "rfc3987"], "parse?edition=rfc3987"),
        (&["editions", "--base", "http://a/b/"], "editions?base=http://a/b/"),
        (&["describe"], "describe?"),
        (&["plan", "--allow", "foreign-port"], "plan?allow=foreign-port"),
        (&["glance"], "glance?"),
        (&["glance", "--edition", "whatwg"], "glance?edition=whatwg"),
        (&["audit", "--hosts", "--all"], "audit?hosts&all"),
        (&["allow", "--host", "example.com", "--public"], "allow?host=example.com&public"),
        (&["allow", "--host", "a", "--base", "http://a/b/"], "allow?host=a&base=http://a/b/"),
        (
            &["allow", "--same-site", "https://www.example.com/"],
            "allow?same-site=https://www.example.com/",
        ),
        (&["audit", "--preset", "ssrf"], "audit?preset=ssrf"),
        (&["repair"], "repair?"),
        (&["robots", "--robots", "/dev/null", "--agent", "a"], "robots?robots=&agent=a"),
        (&["typed", "--suffix"], "typed?suffix"),
        (&["typed", "--file-path"], "typed?file-path"),
        (&["typed", "--suffix", "--edition", "whatwg"], "typed?suffix&edition=whatwg"),
        (&["clean"], "clean?"),
        (&["wrap", "--width", "40"], "wrap?width=40"),
        (&["expand", "/{x}{?y}"], "expand?template=/%7Bx%7D%7B?y%7D"),
        (&["unexpand", "{+x}"], "unexpand?template=%7B%2Bx%7D"),
    ]
    .into_iter()
    .enumerate()
    {
        let inputs: Vec<_> = inputs.iter().skip(turn % step).step_by(step).collect();
        let bytes: Vec<_> = inputs.iter().map(|input| input.as_bytes()).collect();
        for (input, expected) in inputs.iter().zip(batch(command, &bytes, b'\0')) {
            let response = client.get(&format!("/api/v1/{query}&input={}", encoded(input)));
            assert_eq!(response.status, 200, "{query} {input:?}: {}", response.body);
            let answer: Value = serde_json::from_str(&response.body).unwrap();
            assert_eq!(answer, expected, "{query} {input:?}");
        }
    }
}

#[test]
fn pairs_and_texts_too() {
    let serving = Serving::new();
    let mut client = Client::new(serving.address);
    for (a, b) in
        [("http://a", "HTTP://A:80/"), ("a", "b"), ("http://a/%7e", "http://a/~"), ("a b", "c")]
    {
        let expected = run(["compare", "--json", "--", a, b], b"").json();
        let response = client.get(&format!("/api/v1/compare?a={}&b={}", encoded(a), encoded(b)));
        assert_eq!(serde_json::from_str::<Value>(&response.body).unwrap(), expected[0]);
    }
    let text = "See <http://a/b\nc> and www.example.com, \"URL:ftp://x/\" or mailto:é.";
    let expected = run(["extract", "--json", "--suffix", text], b"").json();
    assert!(expected.len() > 2);
    let response = client.get(&format!("/api/v1/extract?suffix&input={}", encoded(text)));
    let mut answers: Vec<Value> = serde_json::from_str(&response.body).unwrap();
    for (answer, mut expected) in answers.iter_mut().zip(expected) {
        // The command names its argument as the source, the server its parameter.
        expected["source"] = "input".into();
        assert_eq!(*answer, expected);
    }
}

#[test]
fn rewritten_documents_too() {
    let serving = Serving::new();
    let mut client = Client::new(serving.address);
    let file = document("page.html");
    let target = "/api/v1/rewrite?type=html&base=http://a/b/&absolute=true";
    let answered = client.post(target, "", &std::fs::read(&file).unwrap());
    assert_eq!(answered.status, 200, "{}", answered.body);
    let answers: Vec<Value> = serde_json::from_str(&answered.body).unwrap();
    let arguments = ["rewrite", "--json", "--absolute", "--base", "http://a/b/"];
    let arguments = arguments.into_iter().chain([file.to_str().unwrap()]);
    let mut expected = run(arguments, b"").json();
    for answer in &mut expected {
        answer["source"] = "input".into();
    }
    assert!(answers.len() > 2);
    assert_eq!(answers, expected);
}

/// The ending of the name of a file, as the option `type` has it, where the command looks at the name.
fn type_of(file: &str) -> Option<String> {
    let (_, ending) = file.rsplit_once('/').map_or(file, |(_, name)| name).split_once('.')?;
    (ending != "bin").then(|| format!("type={}&", encoded(ending)))
}

#[test]
fn documents_too() {
    let serving = Serving::new();
    let mut client = Client::new(serving.address);
    let mut asked = 0;
    // A third of the documents, or with the variable `NAPKIN_DEEP` all of them.
    let step = if is_deep() { 1 } else { 3 };
    for case in cases("context/documents.jsonl").iter().step_by(step) {
        let name = case["file"].as_str().unwrap();
        let file = document(name);
        let texts = |key: &str| -> Vec<String> {
            let texts = case[key].as_array().into_iter().flatten();
            texts.map(|text| text.as_str().unwrap().to_owned()).collect()
        };
        let options = texts("arguments");
        for command in ["links", "base"] {
            let options = [options.clone(), texts(command)].concat();
            let is_named = options.iter().any(|option| option == "--type");
            let mut query = type_of(name).filter(|_| !is_named).unwrap_or_default();
            for option in options.chunks(2) {
                let [option, value] = option else { panic!("{options:?}") };
                write!(query, "{}={}&", option.trim_start_matches('-'), encoded(value)).unwrap();
            }
            let target = format!("/api/v1/{command}?{}", query.trim_end_matches('&'));
            let answered = client.post(&target, "", &std::fs::read(&file).unwrap());
            assert_eq!(answered.status, 200, "{target}: {}", answered.body);
            let answers: Vec<Value> = serde_json::from_str(&answered.body).unwrap();
            let arguments = [command, "--json", file.to_str().unwrap()];
            let arguments = arguments.into_iter().chain(options.iter().map(String::as_str));
            let mut expected = run(arguments, b"").json();
            for answer in &mut expected {
                answer["source"] = "input".into();
            }
            assert_eq!(answers, expected, "{target} {name}");
            asked += answers.len();
        }
    }
    assert!(asked > 100, "{asked}");
}

#[test]
fn a_port_that_is_taken_is_told() {
    let serving = Serving::new();
    let port = serving.address.port().to_string();
    let ran = run(["serve", "--port", &port], b"");
    assert_eq!((ran.code, ran.texts().0), (3, ""));
    assert!(ran.texts().1.starts_with(&format!("napkin: 127.0.0.1:{port}: ")));
}
