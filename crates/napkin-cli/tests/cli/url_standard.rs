//! The URL Standard in the command: its cases, and the table of each command's behavior.

use serde_json::{Value, json};

use crate::support::{batch, cases, one, run};
use crate::vectors::{Batches, text};

/// The attributes requested from `get`.
const ATTRIBUTES: &str =
    "href,origin,protocol,username,password,host-port,hostname,port,pathname,search,hash";

/// The answer has the attributes that a case expects.
fn attributes(case: &Value, answer: &Value) {
    for (attribute, value) in case["expect"].as_object().unwrap() {
        let part = if attribute == "host" { "host-port" } else { attribute };
        assert_eq!(answer[part], *value, "{attribute}: {case}: {answer}");
    }
}

/// The parts agree with the attributes, and the validation errors are those of the case.
fn parts(case: &Value, answer: &Value) {
    let expected = &case["expect"];
    assert_eq!(answer["href"], expected["href"], "{case}");
    assert_eq!(answer["rewritten"], json!(answer["input"] != answer["href"]), "{case}");
    let told = |part: &str| answer[part].as_str().unwrap_or_default().to_owned();
    let signed = |sign: &str, part: &str| match told(part) {
        text if text.is_empty() => text,
        text => format!("{sign}{text}"),
    };
    for (attribute, value) in [
        ("protocol", format!("{}:", told("scheme"))),
        ("hostname", told("host")),
        ("port", told("port")),
        ("pathname", told("path")),
        ("search", signed("?", "query")),
        ("hash", signed("#", "fragment")),
    ] {
        // A case may omit one.
        if let Some(expected) = expected.get(attribute) {
            assert_eq!(value, *expected, "{attribute}: {case}");
        }
    }
    validation(case, answer);
}

fn validation(case: &Value, answer: &Value) {
    if let Some(errors) = case["errors"].as_array() {
        let told = answer["validation"].as_array().unwrap();
        let told: Vec<_> = told.iter().map(|error| &error["name"]).collect();
        assert_eq!(told, errors.iter().collect::<Vec<_>>(), "{case}");
    }
}

fn valid(case: &Value, answer: &Value) {
    assert_eq!(answer["valid"], true, "{case}");
    validation(case, answer);
}

fn target(case: &Value, answer: &Value) {
    assert_eq!(answer["target"], case["expect"]["href"], "{case}");
    assert_eq!(answer["href"], case["expect"]["href"], "{case}");
    validation(case, answer);
}

/// The last step of a rewriting is the URL, and each step begins with the result of the one before.
fn normalized(case: &Value, answer: &Value) {
    assert_eq!(answer["normalized"], case["expect"]["href"], "{case}");
    let mut before = answer["input"].clone();
    for step in answer["steps"].as_array().unwrap() {
        assert_eq!(step["before"], before, "{case}");
        before = step["after"].clone();
    }
    assert_eq!(before, answer["normalized"], "{case}");
}

fn equals(case: &Value, answer: &Value) {
    let rung = if answer["a"] == answer["b"] { "simple" } else { "url" };
    assert_eq!(answer["equivalent_at"], rung, "{case}");
}

fn invalid(case: &Value, answer: &Value) {
    assert_eq!(answer["valid"], false, "{case}");
    failed(case, answer);
    validation(case, answer);
}

fn failed(case: &Value, answer: &Value) {
    let (kind, expected) = (text(&answer["error"], "kind"), text(&case["expect"], "error"));
    let expected = if expected == "base" { "invalid-base" } else { expected };
    assert!(kind == expected || expected == "failure", "{case}: {kind}");
}

fn set(case: &Value, answer: &Value) {
    assert_eq!(answer["uri"], case["expect"]["href"], "{case}");
}

fn origin(case: &Value, answer: &Value) {
    assert_eq!(answer["origin"], case["expect"]["origin"], "{case}");
}

fn host(case: &Value, answer: &Value) {
    assert_eq!(answer.get("hostname").unwrap_or(&Value::Null), &case["expect"], "{case}");
}

/// Adds the questions of a case; returns `false` if an argument or a line cannot hold its input.
fn add<'c>(batches: &mut Batches<'c>, case: &'c Value) -> bool {
    if text(case, "op").starts_with("form_") {
        return false;
    }
    let input = text(case, "input");
    if input.contains('\0') && input.contains(['\n', '\r']) {
        return false;
    }
    let edition = ["--edition", text(case, "edition")];
    let mut ask = |command: &[&str], options: &[&str], input: &str, judge| {
        let arguments = [command, &edition, options].concat();
        batches.add(&arguments, case, input.into(), judge);
    };
    let base = case["base"].as_str().map(|base| ["--base", base]);
    let base = base.as_ref().map_or(&[][..], |base| &base[..]);
    match text(case, "op") {
        _ if !case["encoding"].is_null() => return false,
        "parse" if base.is_empty() => {
            ask(&["get", ATTRIBUTES], &[], input, attributes);
            ask(&["parse"], &[], input, parts);
            ask(&["check"], &[], input, valid);
            ask(&["normalize"], &[], input, normalized);
            // In old editions a URL with an empty domain does not parse again.
            if !input.contains('\t') && edition[1] == "whatwg" {
                let href = text(&case["expect"], "href");
                ask(&["compare"], &[], &format!("{input}\t{href}"), equals);
            }
        }
        "parse" => {
            ask(&["resolve"], base, input, target);
            ask(&["normalize"], base, input, normalized);
        }
        "reject" if base.is_empty() => {
            ask(&["parse"], &[], input, failed);
            ask(&["check"], &[], input, invalid);
        }
        "reject" => ask(&["resolve"], base, input, failed),
        "origin" => ask(&["get", "origin"], &[], input, origin),
        "set" => {
            let part = case["part"].as_str().unwrap_or_else(|| text(case, "setter"));
            let value = text(case, "value");
            if value.contains('\0') {
                return false;
            }
            ask(&["set"], &[&format!("--{part}={value}")], input, set);
        }
        "domain_to_ascii" => {
            // A URL cannot hold other hosts, or parses them as addresses.
            let is_number = |host: &str| {
                host.trim_end_matches('.')
                    .rsplit('.')
                    .next()
                    .is_some_and(|label| label.starts_with(|first: char| first.is_ascii_digit()))
            };
            let delimiters = |c: char| c <= ' ' || ":/?#@\\[]%".contains(c);
            let expected = case["expect"].as_str();
            if input.contains(delimiters) || expected.is_some_and(is_number) {
                return false;
            }
            let url = format!("http://{input}/");
            let judge = if expected.is_some() { host } else { host_is_refused };
            ask(&["get", "hostname"], &[], &url, judge);
        }
        op => panic!("{op}"),
    }
    true
}

fn host_is_refused(case: &Value, answer: &Value) {
    assert!(answer.get("error").is_some(), "{case}: {answer}");
}

/// Runs the cases of a file; returns how many the command cannot be asked.
fn elsewhere(file: &str) -> usize {
    let cases = cases(file);
    let mut batches = Batches::default();
    let left = cases.iter().filter(|case| !add(&mut batches, case)).count();
    batches.run();
    left
}

#[test]
fn vectors_of_parsing() {
    // Three with both NUL and line ends in one input, nine about encodings (tested with documents), 52 about forms.
    assert_eq!(elsewhere("url-standard.jsonl"), 64);
}

#[test]
fn vectors_of_setters() {
    // An argument cannot hold a NUL.
    assert_eq!(elsewhere("url-standard-setters.jsonl"), 15);
}

#[test]
fn vectors_of_hosts() {
    // Hosts with delimiters of a URL, and hosts that end in a number, which are addresses in a URL.
    assert_eq!(elsewhere("url-standard-hosts.jsonl"), 62);
}

#[test]
fn vectors_of_dated_editions() {
    // 18 about encodings (tested with documents), and three values with NUL.
    assert_eq!(elsewhere("url-standard-history.jsonl"), 21);
}

/// The one-line text output of a command by the URL Standard.
fn line(arguments: &[&str]) -> String {
    let arguments = [&arguments[..1], &["--edition", "whatwg"], &arguments[1..]].concat();
    let ran = run(arguments, b"");
    ran.texts().0.trim_end_matches('\n').to_owned()
}

#[test]
fn parse_adds_what_was_rewritten() {
    let answer = one(&["parse", "--edition", "whatwg", " HTTP://u:p@EXAMPLE.com:80/a b?q#f"]);
    let expected = json!({
        "input": " HTTP://u:p@EXAMPLE.com:80/a b?q#f", "edition": "whatwg", "kind": "uri",
        "scheme": "http", "authority": "u:p@example.com", "userinfo": "u:p", "user": "u",
        "password": "p", "host": "example.com", "host_kind": "domain", "port": null,
        "path": "/a%20b", "segments": ["a%20b"], "query": "q", "fragment": "f",
        "href": "http://u:p@example.com/a%20b?q#f", "rewritten": true,
        "origin": "http://example.com",
        "validation": [
            {"name": "invalid-URL-unit", "offset": 0},
            {"name": "invalid-credentials", "offset": 11},
            {"name": "invalid-URL-unit", "offset": 28},
        ],
    });
    assert_eq!(answer, expected);
    let answer = one(&["parse", "--edition", "whatwg-2019-02", "mailto:a@b.example"]);
    assert_eq!(answer["edition"], "whatwg-2018-08", "the edition that serves the draft");
    assert_eq!(answer["segments"], Value::Null, "an opaque path");
    assert_eq!(answer["host"], Value::Null);
    assert_eq!(one(&["parse", "--as-of", "whatwg:2021", "a:b"])["edition"], "whatwg-2021-08");
}

#[test]
fn validation_errors_are_notes_unless_strict() {
    let check = |strict: &[&str], input: &str| {
        let ran = run(["check", "--edition", "whatwg"].iter().chain(strict).chain(&[input]), b"");
        let (out, err) = ran.texts();
        (ran.code, out.split('\t').next().unwrap().to_owned(), err.to_owned())
    };
    assert_eq!(check(&[], "http://h/"), (0, "valid".into(), String::new()));
    let (code, valid, err) = check(&[], "http://h/a b");
    assert_eq!((code, &*valid), (0, "valid"));
    assert!(
        err.contains("note: a code point is not a URL unit (invalid-URL-unit, URL Standard"),
        "{err}"
    );
    let (code, valid, err) = check(&["--strict"], "http://h/a b");
    assert_eq!((code, &*valid), (1, "invalid"));
    assert!(!err.contains("note:"), "{err}");
    let (code, valid, err) = check(&[], "http://h:x/");
    assert_eq!((code, &*valid), (1, "invalid"));
    assert!(err.contains("(port-invalid, URL Standard section 4.4)"), "{err}");
    assert_eq!(check(&[], "a/b").0, 1, "a relative URL without a base");
    let answers = batch(&["check", "--edition", "whatwg"], &[b"http://h/\xFF"], b'\n');
    assert_eq!(answers[0]["error"]["kind"], "not-utf8");
}

#[test]
fn compare_has_two_levels() {
    assert_eq!(line(&["compare", "http://h/?a#b", "http://h/?a#b"]), "equivalent at level simple");
    assert_eq!(line(&["compare", "http:h", "http://H:80/"]), "equivalent at level url");
    let different = "different in: fragment\n  fragment  a\n            b";
    assert_eq!(line(&["compare", "http://h/#a", "http://h/#b"]), different);
    assert_eq!(
        line(&["compare", "--network", "http://h/#a", "http://h/#b"]),
        "equivalent at level simple"
    );
    assert_eq!(
        line(&["compare", "--network", "http://h/#a", "http://h#b"]),
        "equivalent at level url"
    );
    assert_eq!(
        line(&["compare", "--base", "http://h/a/b", "c", "http://h/a/c"]),
        "equivalent at level url"
    );
    let answer = one(&["compare", "--edition", "whatwg", "http://h/", "http://h:x/"]);
    assert_eq!(
        (&answer["error"]["kind"], &answer["error"]["of"]),
        (&json!("port-invalid"), &json!("b"))
    );
}

#[test]
fn relativize_is_proven() {
    for (base, url, reference) in [
        ("http://h/a/b/c?q", "http://h/a/b/c?q", ""),
        ("http://h/a/b/c?q#f", "http://h/a/b/c?q#g", "#g"),
        ("http://h/a/b/c?q", "http://h/a/b/c?r", "?r"),
        ("http://h/a/b/c?q", "http://h/a/b/c", "c"),
        ("http://h/a/b/c", "http://h/a/b/", "."),
        ("http://h/a/b/c", "http://h/a/d", "../d"),
        ("http://h/a/b/c", "http://h/", "/"),
        ("http://h/a/b/c", "http://i/d", "//i/d"),
        ("http://h/a", "https://h/a", "https://h/a"),
        ("http://h/a/b", "http://h//x", "/.//x"),
        ("http://h/a/b", "http://h/a/c:d", "./c:d"),
        ("foo:/a/b", "foo:/.//x", "/.//x"),
        ("mailto:a#x", "mailto:a#y", "#y"),
        ("mailto:a", "mailto:b", "mailto:b"),
        ("file:///c:/a/b", "file:///c:/a/d", "d"),
        ("file:///c:/a/b", "file:///d:/a", "/d:/a"),
        ("http://u@h/a", "http://h/b", "//h/b"),
    ] {
        let found = line(&["relativize", "--base", base, url]);
        let back = line(&["resolve", "--base", base, &found]);
        assert_eq!(back, url, "{found} on {base}");
        assert!(found.len() <= reference.len(), "{found} is longer than {reference}");
    }
    assert_eq!(line(&["relativize", "--base", "http://h/a/b/c?q", "http://h/a/b/c?r"]), "?r");
}

#[test]
fn setters_without_effect_say_so() {
    let ran =
        run(["set", "--edition", "whatwg", "--protocol", "mailto", "--port=8x", "http://h/"], b"");
    let (out, err) = ran.texts();
    assert_eq!((ran.code, out), (0, "http://h:8/\n"));
    assert!(
        err.contains("note: no effect: --protocol 'mailto' (URL Standard section 6.1)"),
        "{err}"
    );
    let answer =
        one(&["set", "--edition", "whatwg", "--scheme", "mailto", "--query=?a b", "http://h/"]);
    assert_eq!(answer["uri"], "http://h/??a%20b");
    assert_eq!(answer["without_effect"], json!(["--scheme"]));
    let all = [
        "set",
        "--edition",
        "whatwg",
        "--push-segment",
        "a/b",
        "--set-pair",
        "k=v&w",
        "--remove",
        "fragment",
    ];
    assert_eq!(one(&[&all[..], &["http://h/x?k=1#f"]].concat())["uri"], "http://h/x/a%2Fb?k=v%26w");
    let ran = run(["set", "--hash", "x", "http://h/"], b"");
    assert_eq!(ran.code, 2, "no setter of RFC 3986");
}

#[test]
fn percent_encode_sets() {
    for (set, expected) in [
        ("component", "a%20b%2F%3F'%5E%60%7B%23%25%2B%C3%A9"),
        ("userinfo", "a%20b%2F%3F'%5E%60%7B%23%+%C3%A9"),
        ("path", "a%20b/%3F'%5E%60%7B%23%+%C3%A9"),
        ("query", "a%20b/?'^`{%23%+%C3%A9"),
        ("special-query", "a%20b/?%27^`{%23%+%C3%A9"),
        ("fragment", "a%20b/?'^%60{#%+%C3%A9"),
        ("form", "a+b%2F%3F%27%5E%60%7B%23%25%2B%C3%A9"),
        ("c0", "a b/?'^`{#%+%C3%A9"),
    ] {
        assert_eq!(line(&["encode", "--set", set, "a b/?'^`{#%+é"]), expected, "{set}");
    }
    assert_eq!(line(&["encode", "a b"]), "a%20b");
    assert_eq!(line(&["decode", "100%25 %zz%c3%a9+"]), "100% %zzé+");
    assert_eq!(line(&["decode", "--form", "a+b%2B"]), "a b+");
    assert_eq!(run(["encode", "--set", "path", "a"], b"").code, 2);
}

#[test]
fn get_has_the_attributes_and_the_parts() {
    let url = "https://u:p@h:8080/a/b%2Fc?k=v+w&x#f";
    assert_eq!(
        line(&["get", "host,hostname,host-port,port,origin", url]),
        "h\th\th:8080\t8080\thttps://h:8080"
    );
    assert_eq!(line(&["get", "user,password,scheme,fragment", url]), "u\tp\thttps\tf");
    assert_eq!(
        line(&["get", "segments,segment:-1,query,query:k,form:query:k", url]),
        "a b%2Fc\tb%2Fc\tk=v+w&x\tv+w\tv w"
    );
    assert_eq!(line(&["get", "--default-port", "port", "http://h"]), "80");
    assert_eq!(
        line(&["get", "--format", "{href} {host-kind}", "http://0x7f.1"]),
        "http://127.0.0.1/ ipv4"
    );
    assert_eq!(run(["get", "href", "a:b"], b"").code, 2);
}

#[test]
fn commands_without_a_meaning_say_which_editions_they_have() {
    for command in ["describe", "plan", "repair", "wrap", "extract"] {
        let ran = run([command, "--edition", "whatwg", "a:b"], b"");
        let expected = format!(
            "error: '{command}' has no meaning by edition whatwg; editions that have it: rfc1630,"
        );
        assert!(ran.code == 2 && ran.texts().1.starts_with(&expected), "{}", ran.texts().1);
    }
    for arguments in [
        &["parse", "--split"][..],
        &["parse", "--tree"],
        &["parse", "--rule", "uri"],
        &["check", "--scheme-rules"],
        &["resolve", "--lenient", "--base", "a:b"],
        &["normalize", "--level", "syntax"],
        &["set", "--authority", "a"],
        &["decode", "--uri"],
        &["encode", "--uri"],
    ] {
        let arguments = [arguments, &["--edition", "whatwg", "a:b"]].concat();
        let ran = run(&arguments, b"");
        assert_eq!(ran.code, 2, "{arguments:?}");
        assert!(ran.texts().1.contains("is not allowed by edition whatwg"), "{}", ran.texts().1);
    }
    assert_eq!(run(["normalize", "--level", "url", "a:b"], b"").code, 2);
    assert_eq!(line(&["dedupe", "http://h", "HTTP://h/", "http:h?"]), "http://h\nhttp:h?");
}

/// The targets of the links of a page.
fn targets(options: &[&str], page: &[u8]) -> Vec<Value> {
    let arguments =
        [&["links", "--json", "--retrieved-from", "http://h/dir/page"], options].concat();
    let mut answers = run(arguments, page).json();
    answers.iter_mut().map(|answer| answer["target"].take()).collect()
}

#[test]
fn links_of_a_messy_page_are_what_a_browser_requests() {
    let page = b"<!doctype html><meta charset=utf-8>\n\
        <a href=' a b.html '>1</a><a href='\\\\other.example\\x'>2</a><a href='b\xC3\xBCcher?q=\xC3\xBC#\xC3\xBC'>3</a>\
        <a href='a|b[c]'>4</a><a href='100%'>5</a><a href='a\tb\nc'>6</a><a href='http:\\\\EXAMPLE.com'>7</a>\
        <a href='http://b\xC3\xBCcher.example/^'>8</a><a href='http:x'>9</a><a href='http://0x7f.1:80'>10</a>\
        <img srcset='1 .png 2x, ../2\\3.png'><meta http-equiv=refresh content='0; url=a b'>\
        <style>a { background: url('x y\\\\z') }</style><a href='http://h:x/'>no</a>";
    let expected = [
        "http://h/dir/a%20b.html",
        "http://other.example/x",
        "http://h/dir/b%C3%BCcher?q=%C3%BC#%C3%BC",
        "http://h/dir/a|b[c]",
        "http://h/dir/100%",
        "http://h/dir/abc",
        "http://example.com/",
        "http://xn--bcher-kva.example/%5E",
        "http://h/dir/x",
        "http://127.0.0.1/",
        "http://h/dir/1",
        "http://h/2/3.png",
        "http://h/dir/a%20b",
        "http://h/dir/x%20y/z",
    ];
    let mut expected: Vec<_> = expected.iter().map(|target| json!(target)).collect();
    expected.push(Value::Null);
    assert_eq!(targets(&["--type", "html"], page), expected);

    // By another edition for all documents, if one is given.
    let by_rfc =
        targets(&["--type", "html", "--edition", "rfc3986"], b"<a href='a b'><a href='c'>");
    assert_eq!(by_rfc, [Value::Null, json!("http://h/dir/c")]);
    let dated =
        |options: &[&str]| targets(&[options, &["--type", "html"]].concat(), b"<a href='^'>");
    assert_eq!(dated(&["--edition", "whatwg-2023-08"]), ["http://h/dir/^"]);
    assert_eq!(dated(&["--as-of", "whatwg:2021"]), ["http://h/dir/^"]);
    assert_eq!(dated(&[]), ["http://h/dir/%5E"]);
    // Other documents use URIs, unless another standard is chosen.
    let markdown =
        |options: &[&str]| targets(&[options, &["--type", "markdown"]].concat(), b"[x](a|b)");
    assert_eq!(markdown(&[]), [Value::Null]);
    assert_eq!(markdown(&["--edition", "whatwg"]), ["http://h/dir/a|b"]);
    assert_eq!(targets(&["--type", "css"], b"@import 'a|b';"), ["http://h/dir/a|b"]);
}

#[test]
fn bases_of_pages_are_urls() {
    let base = |options: &[&str], page: &[u8]| {
        let ran = run([&["base", "--json", "--type", "html"], options].concat(), page);
        ran.json().remove(0)
    };
    let answer = base(&["--retrieved-from", "http://h/a b\\c"], b"");
    assert_eq!(
        (&answer["base"], &answer["edition"]),
        (&json!("http://h/a%20b/c"), &json!("whatwg"))
    );
    assert_eq!(answer["ignored"], json!([]));
    let answer = base(&["--retrieved-from", "http://h/"], b"<base href='\\\\i\\d\\'>");
    assert_eq!(
        (&answer["base"], &answer["established_by"]),
        (&json!("http://i/d/"), &json!("content"))
    );
    let answer = base(&["--retrieved-from", "http://h/"], b"<base href='http://i:x/'>");
    assert_eq!(answer["base"], "http://h/");
    assert_eq!(answer["ignored"][0]["kind"], "port-invalid");
    // A form without an action is sent to its page, even if the page has another base.
    let page = b"<base href='http://i/'><form action=''></form><form action='x'></form>";
    let answers = targets(&["--type", "html"], page);
    assert_eq!(answers, ["http://i/", "http://h/dir/page", "http://i/x"]);
}

/// Queries in the encoding of the page: the cases about encodings.
#[test]
fn vectors_of_encodings() {
    let mut found = 0;
    let cases: Vec<_> =
        ["url-standard.jsonl", "url-standard-history.jsonl"].into_iter().flat_map(cases).collect();
    for case in cases.iter().filter(|case| !case["encoding"].is_null()) {
        // In ASCII, which all of these encodings contain.
        let characters = text(case, "input").chars().map(|c| format!("&#{};", u32::from(c)));
        let page = format!("<a href=\"{}\"></a>", characters.collect::<String>());
        let base = case["base"].as_str().unwrap_or("http://h/");
        let ran = run(
            [
                "links",
                "--json",
                "--type",
                "html",
                "--charset",
                text(case, "encoding"),
                "--edition",
                text(case, "edition"),
                "--retrieved-from",
                base,
            ],
            page.as_bytes(),
        );
        assert_eq!(ran.json()[0]["target"], case["expect"]["href"], "{case}");
        found += 1;
    }
    assert_eq!(found, 27);
}
