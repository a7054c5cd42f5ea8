//! Details of single documents: character sets, partial forms, rule names, terms, choices.

use serde_json::{Value, json};

use crate::support::{one, run, temporary};

/// The standard output for one input, without the line end, and the exit status.
fn told(arguments: &[&str]) -> (i32, String) {
    let ran = run(arguments, b"");
    (ran.code, ran.texts().0.trim_end().to_owned())
}

/// Escapes are ISO Latin-1 in RFC 1630, in every command (4.1.2).
#[test]
fn escapes_are_latin1() {
    let told = |arguments: &[&str]| {
        let mut all = vec![arguments[0], "--edition", "rfc1630"];
        all.extend(&arguments[1..]);
        told(&all)
    };
    assert_eq!(told(&["get", "--decode", "path", "http://h/caf%E9"]), (0, "café".into()));
    assert_eq!(told(&["get", "--decode", "segments", "http://h/%C3%A9"]), (0, "Ã©".into()));
    assert_eq!(told(&["decode", "caf%E9"]), (0, "café".into()));
    assert_eq!(told(&["encode", "café"]), (0, "caf%E9".into()));
    assert_eq!(told(&["encode", "--raw", "café"]), (0, "caf%C3%A9".into()));
    let decoded = one(&["parse", "--decode", "--edition", "rfc1630", "http://h/%E9?a+b%2B#%E8"]);
    let expected =
        json!({"userinfo": null, "host": "h", "segments": ["é"], "query": "a b+", "fragment": "è"});
    assert_eq!(decoded["decoded"], expected);
    let repaired = one(&["repair", "--edition", "rfc1630", "http://h/café"]);
    assert_eq!(repaired["candidates"][0]["uri"], "http://h/caf%E9");
    // Browsers encode it as UTF-8.
    assert_eq!(repaired["candidates"][0]["identity"], "guessed");
    let advice = run(["check", "--edition", "rfc1630", "http://h/café"], b"");
    assert!(advice.texts().1.contains("write http://h/caf%E9"), "{}", advice.texts().1);
}

/// A character outside ISO Latin-1 has no escape in RFC 1630.
#[test]
fn what_is_not_latin1_is_told() {
    let refused = one(&["encode", "--edition", "rfc1630", "1 €"]);
    assert_eq!(refused["error"]["kind"], "not-latin1");
    assert_eq!(refused["error"]["offset"], 2);
    let repaired = one(&["repair", "--edition", "rfc1630", "http://h/€"]);
    assert_eq!(repaired["candidates"][0]["identity"], "as-browsers");
    let advice = run(["check", "--edition", "rfc1630", "http://h/€"], b"");
    assert!(!advice.texts().1.contains("write it as"));
    assert_eq!(told(&["encode", "café €"]), (0, "caf%C3%A9%20%E2%82%AC".into()));
}

/// A plus is a space in a query of RFC 1630, and in no other edition and part.
#[test]
fn a_plus_is_a_space_in_a_search() {
    let get = |edition, part, uri| told(&["get", "--decode", "--edition", edition, part, uri]).1;
    assert_eq!(get("rfc1630", "query", "http://h/a?b+c%2Bd"), "b c+d");
    assert_eq!(get("rfc1630", "path", "http://h/a+b"), "a+b");
    assert_eq!(get("rfc1738", "query", "http://h/a?b+c"), "b+c");
    assert_eq!(get("rfc3986", "query", "http://h/a?b+c"), "b+c");
}

/// A reference without a scheme is relative in every edition with relative references, with or without a fragment.
#[test]
fn relative_references_have_no_scheme() {
    let check =
        |edition, rule, input| told(&["check", "--edition", edition, "--rule", rule, input]).0;
    for edition in ["rfc1630", "rfc1808", "draft1997", "rfc2396", "draft2003", "rfc3986"] {
        assert_eq!(check(edition, "relative-ref", "g"), 0, "{edition}");
        assert_eq!(check(edition, "relative-ref", "g#f"), 0, "{edition}");
        assert_eq!(check(edition, "relative-uri", "g"), 0, "{edition}");
        assert_eq!(check(edition, "relative-uri", "g#f"), 1, "{edition}");
        assert_eq!(check(edition, "relative-ref", "http://h/"), 1, "{edition}");
        assert_eq!(check(edition, "uri", "g"), 1, "{edition}");
        let described = one(&["describe", "--edition", edition, "g"]);
        assert_eq!(described["error"]["kind"], "relative-reference", "{edition}");
    }
    assert_eq!(check("rfc1738", "relative-ref", "g"), 1);
    let parsed = one(&["parse", "--edition", "rfc1630", "//g/h?x+y#f"]);
    let expected =
        [("kind", "relative-ref"), ("path", "//g/h"), ("query", "x+y"), ("fragment", "f")];
    for (key, value) in expected {
        assert_eq!(parsed[key], value);
    }
    assert_eq!(parsed["authority"], Value::Null);
    let audited = one(&["audit", "--edition", "rfc1630", "../g"]);
    let findings = audited["findings"].as_array().unwrap();
    assert!(!findings.iter().any(|found| found["rule"] == "invalid-reference"), "{audited}");
}

/// The host is never an element of the path (D1630-17); by RFC 1738 an absolute reference resolves to itself.
#[test]
fn resolution_by_the_documents_of_1994() {
    let resolve = |edition, base, reference| {
        told(&["resolve", "--edition", edition, "--base", base, reference])
    };
    assert_eq!(resolve("rfc1630", "magic://a/b/c", "../../../g"), (0, "magic://a/../../g".into()));
    assert_eq!(resolve("rfc1630", "http://a/b/c", "../../../g"), (0, "http://a/../../g".into()));
    assert_eq!(resolve("rfc1738", "http://a/b", "http://c/d"), (0, "http://c/d".into()));
    assert_eq!(resolve("rfc1738", "http://a/b", "d").0, 1);
}

/// A document is required only in editions that use it.
#[test]
fn new_requests_name_a_document_where_it_counts() {
    let resolve = |edition, option, reference| {
        told(&["resolve", "--edition", edition, "--base", "http://a/b", option, reference])
    };
    assert_eq!(resolve("draft2003", "--new-request", ""), (0, "http://a/b".into()));
    assert_eq!(resolve("rfc2396", "--new-request", "g"), (0, "http://a/g".into()));
    assert_eq!(resolve("draft1997", "--new-request", "").0, 2);
    assert_eq!(resolve("draft1997", "--new-request=http://d/", ""), (0, "http://d/".into()));
}

/// The tree has the rule names of the document, with its sections.
#[test]
fn trees_have_the_rules_of_the_document() {
    let rules = |edition, input: &str, byte: u64| -> Vec<String> {
        let parsed = one(&["parse", "--tree", "--edition", edition, input]);
        let nodes = parsed["tree"].as_array().unwrap();
        let is_at = |node: &&Value| {
            node["start"].as_u64().unwrap() <= byte && byte < node["end"].as_u64().unwrap()
        };
        let named = |node: &Value| {
            format!("{} {}", node["rule"].as_str().unwrap(), node["section"].as_str().unwrap())
        };
        nodes.iter().filter(is_at).map(named).collect()
    };
    let to_parameter = [
        "URL-reference 3",
        "absoluteURL 4.2",
        "generic-URL 4.2",
        "relativeURL 5",
        "net_path 5",
        "abs_path 5",
        "rel_path 5",
        "path_segments 4.3.2",
        "segment 4.3.2",
        "param 4.3.2",
        "pchar 4.3.2",
        "unreserved 2.3",
        "alphanum 1.4",
        "alpha 1.4",
        "lowalpha 1.4",
    ];
    assert_eq!(rules("draft1997", "http://h/a;b", 11), to_parameter);
    let names = |edition, input: &str, byte| -> Vec<String> {
        let rules = rules(edition, input, byte).into_iter();
        rules.map(|rule| rule.split(' ').next().unwrap().to_owned()).collect()
    };
    let rfc2396 = [
        "URI-reference",
        "relativeURI",
        "net_path",
        "abs_path",
        "path_segments",
        "segment",
        "param",
    ];
    assert_eq!(names("rfc2396", "//h/a;b", 6)[..7], rfc2396);
    let draft2003 =
        ["URI-reference", "relative-URI", "rel-path", "abs-path", "path-segments", "segment"];
    assert_eq!(names("draft2003", "a/b", 2)[..6], draft2003);
    let rfc1808 = [
        "URL",
        "absoluteURL",
        "generic-RL",
        "relativeURL",
        "net_path",
        "abs_path",
        "rel_path",
        "path",
        "fsegment",
    ];
    assert_eq!(names("rfc1808", "http://h/a;b", 9)[..9], rfc1808);
}

/// Parameters of segments, in the editions that have them.
#[test]
fn segments_have_parameters() {
    let get = |edition, part| told(&["get", "--edition", edition, part, "http://h/a;v=1;w/b;x"]);
    for edition in ["draft1997", "rfc2396"] {
        let got = one(&["get", "--edition", edition, "params:0,params:1", "http://h/a;v=1;w/b;x"]);
        assert_eq!(got["params:0"], json!(["v=1", "w"]), "{edition}");
        assert_eq!(got["params:1"], json!(["x"]), "{edition}");
        let got =
            one(&["get", "--edition", edition, "params:-1,params:-3", "http://h/a;v=1;w/b;x"]);
        assert_eq!(
            (&got["params:-1"], &got["params:-3"]),
            (&json!(["x"]), &json!([])),
            "{edition}"
        );
    }
    assert_eq!(get("rfc1808", "params"), (0, "v=1;w/b;x".into()));
    assert_eq!(get("rfc1808", "params:0"), (0, "v=1 w/b x".into()));
    for edition in ["rfc1630", "rfc1738", "draft2003", "rfc3986"] {
        assert_eq!(get(edition, "params:0").0, 2, "{edition}");
        assert_eq!(get(edition, "params").0, 2, "{edition}");
    }
    assert_eq!(get("rfc2396", "params").0, 2);
}

/// Text output has the terms of the document; JSON has those of RFC 3986.
#[test]
fn terms_are_those_of_the_document() {
    let (_, text) = told(&["parse", "--edition", "draft2003", "http://h/"]);
    assert!(text.contains("hostname") && text.contains("server"), "{text}");
    assert!(!text.contains("reg-name"), "{text}");
    let parsed = one(&["parse", "--edition", "draft2003", "http://h/"]);
    assert_eq!(parsed["host_kind"], "reg-name");
    let (_, text) = told(&["parse", "--edition", "draft1997", "//1.2.3.4/"]);
    assert!(text.contains("hostnumber") && text.contains("net_path"), "{text}");
}

/// The wrappers of an edition, and the help about them.
#[test]
fn quotation_marks_delimit_urls() {
    let text = temporary("quotes", b"see \"http://a.b/c\", <http://d/>");
    let ran = run(["extract", "--edition", "rfc1738", "-i", text.to_str().unwrap()], b"");
    assert_eq!(ran.texts().0, "http://a.b/c\n");
    let help = run(["extract", "--help"], b"");
    assert!(help.texts().0.contains("rfc1738: <URL:...>, \"...\""), "{}", help.texts().0);
    assert!(help.texts().0.contains("rfc1630: url:..."));
}

/// Section 6 of RFC 1738, whose example is telnet.
#[test]
fn encoded_line_ends_in_telnet_are_found() {
    let audited = one(&["audit", "--edition", "rfc1738", "telnet://u%0D%0A@h/"]);
    let findings = audited["findings"].as_array().unwrap();
    let found = findings.iter().find(|found| found["rule"] == "encoded-crlf").unwrap();
    assert_eq!(found["section"], "6");
}

/// Requirements in the text of a scheme's document, beyond its grammar.
#[test]
fn schemes_demand_more_than_their_grammar() {
    let check = |input| told(&["check", "--scheme-rules", input]).0;
    assert_eq!(check("gopher://h/1a%0Ab"), 1);
    assert_eq!(check("gopher://h/1a%09b%0D"), 1);
    assert_eq!(check("gopher://h/1a%09b%09+%0D"), 0);
    let checked = one(&["check", "--scheme-rules", "gopher://h/1a%0Ab"]);
    assert_eq!(checked["error"]["offset"], 13);
}

/// Every edition checks the requirements of a scheme, each by its own rules.
#[test]
fn every_edition_asks_what_a_scheme_demands() {
    let check =
        |edition: &str, input: &str| one(&["check", "--scheme-rules", "--edition", edition, input]);
    for edition in napkin::edition::EDITIONS {
        let name = edition.name;
        assert_eq!(check(name, "http://h.d/a")["valid"], true, "{name}");
        assert_eq!(check(name, "http://h.d/a")["edition"], name);
        // By RFC 1630 and RFC 1738 the grammar itself requires a host here.
        let checked = check(name, "http:");
        assert_eq!(checked["valid"], false, "{name}");
        assert_eq!(check(name, "foo://h.d/a")["valid"], true, "{name}");
        // The selector of RFC 1630 is sent unchanged.
        assert_eq!(check(name, "gopher://h/1a%0Ab")["valid"], name == "rfc1630", "{name}");
    }
    for edition in ["draft1997", "rfc2396", "draft2003", "rfc3986"] {
        let checked = check(edition, "http:x");
        assert_eq!(checked["error"]["kind"], "missing-slashes", "{edition}");
        assert_eq!(checked["error"]["offset"], 5, "{edition}");
    }
    let checked = check("rfc1738", "mailto:a%20b@c.d");
    assert_eq!(checked["error"]["section"], "RFC 822 section 6.1");
    assert_eq!(check("rfc1738", "mailto:a.b@c.d")["valid"], true);
}

/// Schemes that RFC 1630 leaves to further study.
#[test]
fn schemes_are_classed_as_the_document_does() {
    for scheme in ["x500", "whois"] {
        let described = one(&["describe", "--edition", "rfc1630", &format!("{scheme}:a")]);
        assert_eq!(described["scheme_fields"]["class"], "further-study", "{described}");
        assert_eq!(one(&["schemes", scheme])["classes"], json!({"rfc1630": "further-study"}));
    }
}
