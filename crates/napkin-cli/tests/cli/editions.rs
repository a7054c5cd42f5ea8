//! Commands by other editions than the default, and `editions`, which uses all of them.

use serde_json::{Value, json};

use crate::support::{EDITIONS, napkin, one, run, run_command};

/// The text output for one input: standard output without the line end, and standard error.
fn told(arguments: &[&str]) -> (i32, String, String) {
    let ran = run(arguments, b"");
    let (stdout, stderr) = ran.texts();
    (ran.code, stdout.into(), stderr.into())
}

#[test]
fn json_of_parse_has_the_keys_of_the_edition() {
    for (edition, input, rest) in [
        (
            "rfc1738",
            "HTTP://h",
            r#""kind":"uri","scheme":"http","authority":"h","userinfo":null,"user":null,"password":null,"host":"h","host_kind":"reg-name","port":null,"path":null,"segments":null,"query":null,"fragment":null,"ref_kind":"absolute"}"#,
        ),
        (
            "rfc1630",
            "HTTP://u.v/",
            r#""kind":"uri","scheme":"HTTP","authority":null,"userinfo":null,"user":null,"password":null,"host":null,"host_kind":null,"port":null,"path":"//u.v/","segments":["","u.v",""],"query":null,"fragment":null,"ref_kind":"absolute","note":{"kind":"scheme-in-capitals","part":"scheme","offset":0,"message":"RFC 1630 compares schemes as written, so 'HTTP' is not 'http' (decision D1630-16); write 'http' if that is meant","section":"4"}}"#,
        ),
        (
            "rfc1808",
            "//h/a;x/y?q",
            r#""kind":"relative-ref","scheme":null,"authority":"h","userinfo":null,"user":null,"password":null,"host":"h","host_kind":"reg-name","port":null,"path":"/a","segments":["a"],"params":"x/y","query":"q","fragment":null,"form":"relative","ref_kind":"network-path"}"#,
        ),
        (
            "draft2003",
            "http://a_b",
            r#""kind":"uri","scheme":"http","authority":"a_b","userinfo":null,"user":null,"password":null,"host":null,"host_kind":null,"port":null,"path":"","segments":[],"query":null,"fragment":null,"form":"hierarchical","authority_form":"registry","ref_kind":"absolute"}"#,
        ),
        (
            "draft1997",
            "foo:a",
            r#""kind":"uri","scheme":"foo","authority":null,"userinfo":null,"user":null,"password":null,"host":null,"host_kind":null,"port":null,"path":"a","segments":["a"],"query":null,"fragment":null,"form":"generic","ref_kind":"absolute"}"#,
        ),
    ] {
        let ran = run(["parse", "--json", "--edition", edition, input], b"");
        let expected = format!(r#"{{"input":"{input}","edition":"{edition}",{rest}"#);
        assert_eq!(ran.texts(), (format!("{expected}\n").as_str(), ""));
    }
    let decoded = one(&["parse", "--decode", "--edition", "rfc1808", "/%41;%42?%43"]);
    assert_eq!(
        decoded["decoded"],
        json!({
            "userinfo": null, "host": null, "segments": ["A"], "params": "B", "query": "C",
            "fragment": null,
        })
    );
    let decoded = one(&["parse", "--decode", "--edition", "rfc1738", "http://h"]);
    assert_eq!(decoded["decoded"]["segments"], Value::Null);
}

#[test]
fn text_of_parse_has_the_names_of_the_edition() {
    let (code, stdout, _) = told(&["parse", "--decode", "--edition", "rfc1738", "ftp://u@h/%41"]);
    assert_eq!(code, 0);
    assert_eq!(
        stdout,
        "\
kind               uri
scheme             ftp
authority (login)  u@h
userinfo           u
user               u
host               h
host-kind          hostname
path (url-path)    %41
ref-kind           absolute
decoded
userinfo           u
host               h
segment:0          A
"
    );
}

#[test]
fn the_edition_of_a_year() {
    for (year, edition) in [
        ("1994", "rfc1738"),
        ("1995", "rfc1808"),
        ("1997", "rfc1808"),
        ("1998", "rfc2396"),
        ("2004", "rfc2396+rfc2732"),
        ("2005", "rfc3986"),
        ("2030", "rfc3986"),
    ] {
        for command in ["parse", "check", "normalize"] {
            assert_eq!(one(&[command, "--as-of", year, "a:b"])["edition"], edition, "{year}");
        }
    }
    let resolved = one(&["resolve", "--as-of", "1996", "--base", "http://a/b", "../c"]);
    assert_eq!(
        resolved,
        json!({
            "input": "../c", "edition": "rfc1808", "base": "http://a/b",
            "target": "http://a/../c",
        })
    );
    let (code, _, stderr) = told(&["resolve", "--as-of", "1993", "--base", "http://a/b", "c"]);
    assert_eq!(code, 2);
    assert!(stderr.contains("before the year of the first edition: 1994"), "{stderr}");
}

#[test]
fn the_current_document() {
    let resolve = ["resolve", "--edition", "draft2003", "--base", "http://h/a#b"];
    let (code, stdout, stderr) = told(&[&resolve[..], &["", "#f", "#", "?"]].concat());
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert_eq!(
        stdout,
        "(current document)\n(current document)#f\n(current document)#\nhttp://h/a?\n"
    );
    let ran = run(resolve.iter().chain(&["--json", "", "#f"]), b"");
    assert_eq!(
        ran.texts().0,
        concat!(
            r#"{"input":"","edition":"draft2003","base":"http://h/a","target":null,"#,
            r#""current_document":true,"fragment":null}"#,
            "\n",
            r##"{"input":"#f","edition":"draft2003","base":"http://h/a","target":null,"##,
            r#""current_document":true,"fragment":"f"}"#,
            "\n",
        )
    );
    let document = ["--new-request=http://h/document", ""];
    assert_eq!(one(&[&resolve[..], &document].concat())["target"], "http://h/a");
    let resolve = ["resolve", "--edition", "draft1997", "--base", "http://h/a"];
    assert_eq!(one(&[&resolve[..], &document].concat())["target"], "http://h/document");

    let options = ["--edition", "draft2003", "--base", "http://h/a"];
    for input in [&["normalize", "#f"][..], &["compare", "#f", "a:b"]] {
        let answer = one(&[input, &options].concat());
        assert_eq!(answer["error"]["kind"], "current-document", "{answer}");
    }
}

#[test]
fn failures_of_resolution() {
    for (edition, options, base, input, kind, message) in [
        (
            "rfc1738",
            &[][..],
            "a:/b",
            "h",
            "unsupported",
            "RFC 1738 defines no relative references (RFC 1738 section 2.3)",
        ),
        (
            "rfc1630",
            &[],
            "a/b",
            "c",
            "base-not-absolute",
            "the base has no scheme, so nothing can be resolved against it (RFC 1630 section 4.1.3)",
        ),
        (
            "rfc1630",
            &[],
            "a:/b",
            "///c",
            "unsuitable-base",
            "this base cannot resolve such a reference (RFC 1630 section 4.1.3)",
        ),
        (
            "draft1997",
            &[],
            "",
            "c",
            "no-base",
            "a relative reference needs a base URI (the 1997 draft section 5.2)",
        ),
        (
            "draft2003",
            &[],
            "mailto:x",
            "c",
            "unsuitable-base",
            "this base cannot resolve such a reference (the 2003 draft section 5.2)",
        ),
        (
            "rfc2396",
            &["--excess", "error"],
            "a:/b",
            "../c",
            "excess-dotdot",
            "the reference climbs above the root of the base (RFC 2396 section 5.2)",
        ),
        (
            "rfc2396",
            &[],
            "a:/b",
            "[",
            "invalid-character",
            "invalid character in the path at byte 0 (path_segments, RFC 2396 section 3.3)",
        ),
        (
            "rfc1808",
            &["--normalize-base"],
            "a:[",
            "c",
            "invalid-base",
            "the base is not valid: invalid character in the path at byte 2 (path, RFC 1808 section 2.4.6)",
        ),
        (
            "draft1997",
            &["--new-request=doc"],
            "a:/b",
            "",
            "invalid-document",
            "the document is not valid: a relative reference where a URI is needed (absoluteURL, the 1997 draft section 4.2)",
        ),
    ] {
        let options = [&["resolve", "--edition", edition, "--base", base], options].concat();
        let answer = one(&[&options[..], &[input]].concat());
        let error = &answer["error"];
        assert_eq!((&error["kind"], &error["message"]), (&json!(kind), &json!(message)));
        assert!(error["section"].is_string());
    }
}

#[test]
fn partial_forms_are_resolved_before_anything_asks_for_a_uri() {
    let options = ["--edition", "rfc1630", "--base", "http://h/a/b"];
    let normalize = [&["normalize"], &options[..]].concat();
    let normalized = one(&[&normalize[..], &["c%2d"]].concat());
    assert_eq!(normalized["normalized"], "http://h/a/c-");
    assert_eq!(normalized["steps"][0]["rule"], "resolve");
    assert_eq!(normalized["steps"][0]["section"], "4.1.3");
    let refused = one(&[&normalize[..], &["c;"]].concat());
    assert_eq!(
        (&refused["error"]["kind"], &refused["error"]["of"], &refused["error"]["offset"]),
        (&json!("scheme-form"), &json!("target"), &json!(12))
    );
    let refused = one(&[&normalize[..], &["http://h/;"]].concat());
    assert_eq!(refused["error"].get("of"), None, "the input itself is at fault");
    let compared = one(&[&["compare"], &options[..], &["c", "http://h/a/c"]].concat());
    assert_eq!(compared["equivalent_at"], "simple");
    let relative = one(&["normalize", "--edition", "rfc1738", "--base", "http://h/", "c"]);
    assert_eq!(relative["error"]["kind"], "missing-scheme");
    let bad_base = one(&["normalize", "--edition", "rfc1808", "--base", "h/", "a:b"]);
    assert_eq!(bad_base["error"]["kind"], "base-not-absolute");
}

/// `set` and `relativize` by the forms and the resolution of each edition.
#[test]
fn parts_are_set_and_references_shortened_by_every_edition() {
    let set: &[(&str, &[&str], &str, &str)] = &[
        ("rfc1630", &["--path", "x"], "http://h.d/a", "http://h.d/x"),
        ("rfc1630", &["--fragment", "f"], "news:*", "news:*#f"),
        ("rfc1738", &["--path", "c/d?e"], "ftp://h.d", "ftp://h.d/c/d?e"),
        ("rfc1738", &["--userinfo", "u:p", "--port", "22"], "ftp://h.d/a", "ftp://u:p@h.d:22/a"),
        ("rfc1738", &["--push-segment", "~ b"], "http://h.d/a", "http://h.d/a/%7E%20b"),
        ("rfc1738", &["--set-pair", "k=a&b"], "http://h.d/?k=1", "http://h.d/?k=a%26b"),
        ("rfc1808", &["--path", "/x"], "http://h/a;p?q", "http://h/x;p?q"),
        ("draft1997", &["--remove", "scheme", "--path", ":a"], "x:b", ":a"),
        ("rfc2396", &["--host", "h.d", "--remove", "query"], "http://a_b/c?d", "http://h.d/c"),
        ("rfc2396", &["--query", "q"], "mailto:a@b", "mailto:a@b?q"),
        ("draft2003", &["--host", "[::1]", "--pop-segment"], "http://h/a/b", "http://[::1]/a"),
        ("rfc3986", &["--authority", "h", "--path", "a"], "x:/b", ""),
        ("rfc1738", &["--query", "q"], "ftp://h.d/a", ""),
        ("rfc1738", &["--host", "h.d:21"], "ftp://h/a", ""),
        ("rfc1630", &["--append-pair", "k=v"], "http://h.d/a?b", ""),
        ("rfc1630", &["--host", "h"], "magic://a/b", ""),
    ];
    for (edition, options, input, expected) in set {
        let (code, stdout, stderr) =
            told(&[&["set", "--edition", edition], *options, &[input]].concat());
        let shown = format!("{edition} {options:?} {input}: {stderr}");
        assert_eq!(
            (code, stdout.trim_end()),
            (i32::from(expected.is_empty()), *expected),
            "{shown}"
        );
    }
    for (edition, base, target, expected) in [
        ("rfc1630", "magic://a/b/c//d/e/f", "magic://a/b/c//d/e/g", "g"),
        ("rfc1630", "magic://a/b/c//d/e/f", "magic://a/b/c//d/g", "../g"),
        ("rfc1630", "magic://a/b/c//d/e/f", "magic://a/g", "/g"),
        ("rfc1630", "magic://a/b/c//d/e/f", "magic://g", "//g"),
        ("rfc1808", "http://a/b/c/d;p?q", "http://a/b/c/d;x", ";x"),
        ("rfc1808", "http://a/b/c/d;p?q", "http://a/b/c/d;p?q#s", "#s"),
        ("draft1997", "http://a/b/c/d;p?q", "http://a/b/c/?y", "?y"),
        ("rfc2396", "http://a/b/c/d;p?q", "http://a/b/c/d;p?q#s", "d;p?q#s"),
        ("draft2003", "http://a/b/c/d;p?q", "http://a/b/c/d;p?y", "?y"),
        ("rfc3986", "http://a/b/c/d;p?q", "http://a/b/c/d;p?q#s", "#s"),
    ] {
        let (_, stdout, stderr) =
            told(&["relativize", "--edition", edition, "--base", base, target]);
        assert_eq!(stdout.trim_end(), expected, "{edition} {target} on {base}: {stderr}");
    }
}

#[test]
fn wrong_usage_names_the_editions_that_would_do() {
    for (arguments, expected) in [
        (
            &["relativize", "--edition", "rfc1738", "--base", "a:b", "a:b"][..],
            "error: 'relativize' is not allowed by edition rfc1738; editions that allow it: rfc1630, rfc1808, draft1997, rfc2396, draft2003, rfc3986, rfc3987, java\n",
        ),
        (
            &["parse", "--edition", "rfc1630", "--split", "a:b"],
            "error: '--split' is not allowed by edition rfc1630; editions that allow it: draft1997, rfc2396, draft2003, rfc3986, rfc3987, java\n",
        ),
        (
            &["resolve", "--base", "a:b", "--new-request=a:c", ""],
            "error: '--new-request' is not allowed by edition rfc3986; editions that allow it: draft1997, rfc2396, draft2003\n",
        ),
        (
            &["resolve", "--base", "a:b", "--literal-slash-runs", ""],
            "error: '--literal-slash-runs' is not allowed by edition rfc3986; editions that allow it: rfc1630\n",
        ),
        (
            &["resolve", "--edition", "rfc1808", "--base", "a:b", "--lenient", ""],
            "error: '--lenient' is not allowed by edition rfc1808; editions that allow it: rfc2396, draft2003, rfc3986, rfc3987\n",
        ),
    ] {
        let (code, stdout, stderr) = told(arguments);
        assert_eq!((code, stdout.as_str()), (2, ""));
        assert!(stderr.starts_with(expected), "{stderr}");
    }
}

#[test]
fn json_of_editions() {
    let answer = one(&["editions", "--base", "http://a/b/c?q", "#s"]);
    let keys: Vec<_> = answer.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["differences", "editions", "input"], "no edition of its own");
    let editions = answer["editions"].as_object().unwrap();
    assert_eq!(editions.len(), EDITIONS.len() + 1, "and whatwg");
    let target = |edition: &str| {
        let answer = &editions[edition];
        let keys = ["valid", "target", "current_document", "target_error"];
        keys.map(|key| answer.get(key).cloned().unwrap_or(json!("absent")))
    };
    let absent = json!("absent");
    let uri = |valid: bool, uri: &str| [json!(valid), json!(uri), absent.clone(), absent.clone()];
    let current = [json!(true), Value::Null, json!(true), absent.clone()];
    let unsupported = [json!(false), absent.clone(), absent.clone(), json!("unsupported")];
    assert_eq!(target("rfc1630"), uri(true, "http://a/b/#s"));
    assert_eq!(target("rfc1738"), unsupported);
    assert_eq!(target("rfc1808"), uri(true, "http://a/b/c?q#s"));
    for edition in ["draft1997", "rfc2396", "draft2003"] {
        assert_eq!(target(edition), current);
        assert_eq!(editions[edition]["fragment"], "s");
    }
    assert_eq!(target("rfc3986"), uri(true, "http://a/b/c?q#s"));
    assert_eq!(editions["rfc1630"]["kind"], "relative-ref", "a partial form");
    assert_eq!(editions["rfc1738"]["error"]["kind"], "missing-scheme");

    let difference = |what: &str, editions: &[&str], value: Value, rule: &str, section: &str| {
        json!({
            "what": what, "editions": editions, "value": value, "rule": rule,
            "section": section, "than": "rfc3986",
        })
    };
    let document = json!({"current_document": true, "fragment": "s"});
    let expected = [
        difference("validity", &["rfc1738"], json!(false), "url", "2.1"),
        difference("target", &["rfc1630"], json!("http://a/b/#s"), "resolution", "4.1.3"),
        difference("target", &["rfc1738"], json!({"error": "unsupported"}), "resolution", "2.3"),
        difference("target", &["draft1997", "rfc2396", "draft2003"], document, "resolution", "5.2"),
    ];
    assert_eq!(answer["differences"], json!(expected));
}

#[test]
fn differences_are_from_the_newest_that_answers() {
    // The newest edition rejects texts that some older ones accept.
    let answer = one(&["editions", "1a:b[c]", "1a:b"][..2]);
    assert_eq!(answer["differences"], json!([]), "nobody takes it");
    let answer = one(&["editions", "1a:b"]);
    let differences = answer["differences"].as_array().unwrap();
    let validity: Vec<_> = differences.iter().filter(|d| d["what"] == "validity").collect();
    let editions: Vec<_> =
        validity.iter().flat_map(|d| d["editions"].as_array().unwrap()).collect();
    assert_eq!(editions, ["rfc1738", "rfc1808", "draft1997"]);
    for difference in differences {
        let than = if difference["what"] == "validity" { "rfc3986" } else { "draft1997" };
        assert_eq!(difference["than"], than, "{difference}");
    }
    assert!(validity.iter().all(|d| d["value"] == true && d["rule"] == "scheme"), "{answer}");

    // Every value is the answer of its edition, and differs from that of the newest edition with an answer.
    for input in ["ftp://h/a?b;type=d", "http://a_b:/", "http://H?q", "foo:a[b]", "a;b", "http:a"] {
        let answer = one(&["editions", input]);
        for difference in answer["differences"].as_array().unwrap() {
            let what = difference["what"].as_str().unwrap();
            let key = if what == "validity" { "valid" } else { what };
            let than = &answer["editions"][difference["than"].as_str().unwrap()][key];
            for edition in difference["editions"].as_array().unwrap() {
                let said = &answer["editions"][edition.as_str().unwrap()][key];
                assert_eq!(said, &difference["value"], "{difference}");
                assert_ne!(said, than, "{difference}");
            }
        }
    }
}

#[test]
fn text_of_editions() {
    let (code, stdout, stderr) = told(&["editions", "--base", "http://a/b", "?y", "a\u{1b} b"]);
    assert_eq!(code, 1);
    assert_eq!(
        stdout,
        "\
?y
          rfc1630   rfc1738   rfc1808   draft1997  rfc2396   draft2003  rfc3986   java      whatwg
validity  yes       no        yes       yes        yes       yes        yes       yes
target    …://a/?y  (unsupp…  …//a/b?y  …p://a/?y  …://a/?y  …://a/b?y  …//a/b?y  …://a/?y  …//a/b?y
validity: no in rfc1738, yes in rfc3986: a relative reference where a URI is needed (url, RFC 1738 section 2.1)
target: http://a/?y in rfc1630 (resolution, section 4.1.3), http://a/b?y in rfc3986
target: (unsupported) in rfc1738 (resolution, section 2.3), http://a/b?y in rfc3986
target: http://a/?y in draft1997, rfc2396 (resolution, section 5.2), http://a/b?y in rfc3986
target: http://a/?y in java (resolution, section 5), http://a/b?y in rfc3986

a\\u{1b} b
        rfc1630    rfc1738    rfc1808    draft1997  rfc2396    draft2003  rfc3986    whatwg
target  (invalid…  (unsuppo…  (invalid…  (invalid…  (invalid…  (invalid…  (invalid…  …a%1B%20b
target: (unsupported) in rfc1738 (resolution, section 2.3), (invalid-reference) in rfc3986
target: http://a/a%1B%20b in whatwg (basic-url-parser, section 4.4), (invalid-reference) in rfc3986
"
    );
    assert_eq!(
        stderr,
        "\
napkin: argument 2: invalid character '\\u{1b}' in the path at byte 1 (segment, RFC 3986 section 3.3)
  a\\u{1b} b
   ^ write it as %1B
"
    );

    let (_, stdout, _) = told(&["editions", "/a", "1a:", "--all"]);
    assert_eq!(
        stdout,
        "\
/a
           rfc1630      rfc1738  rfc1808      draft1997    rfc2396      draft2003    rfc3986
validity   yes          no       yes          yes          yes          yes          yes
kind       relative-r…           relative-r…  relative-r…  relative-r…  relative-r…  relative-r…
path       /a                    /a           /a           /a           /a           /a
path-kind                                                                            path-absol…
form                             relative     relative     relative     relative
ref-kind   absolute-p…           absolute-p…  absolute-p…  absolute-p…  absolute-p…  absolute-p…
validity: no in rfc1738, yes in rfc3986: a relative reference where a URI is needed (url, RFC 1738 section 2.1)

1a:
          rfc1630  rfc1738   rfc1808   draft1997  rfc2396  draft2003  rfc3986
validity  no       yes       yes       yes        no       no         no
kind               uri       uri       uri
scheme             1a        1a        1a
path               (empty)   (empty)   (empty)
form                         generic   generic
ref-kind           absolute  absolute  absolute
validity: yes in rfc1738 (scheme, section 2.1), no in rfc3986: a scheme begins with a letter, and a relative reference has no ':' before its first '/' (scheme, RFC 3986 section 3.1)
validity: yes in rfc1808 (scheme, section 2.4.2), no in rfc3986: a scheme begins with a letter, and a relative reference has no ':' before its first '/' (scheme, RFC 3986 section 3.1)
validity: yes in draft1997 (scheme, section 4.1), no in rfc3986: a scheme begins with a letter, and a relative reference has no ':' before its first '/' (scheme, RFC 3986 section 3.1)
"
    );

    // Only an edition with non-ASCII characters accepts these.
    let (code, stdout, stderr) = told(&["editions", "/日本"]);
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert_eq!(
        stdout,
        "\
/日本
          rfc1630  rfc1738  rfc1808  draft1997  rfc2396  draft2003  rfc3986  rfc3987  java
validity  no       no       no       no         no       no         no       yes      yes
validity: yes in rfc3987 (isegment, section 2.2), no in rfc3986: invalid character in the path at byte 1 (segment, RFC 3986 section 3.3)
validity: yes in java (path-segments, section 2), no in rfc3986: invalid character in the path at byte 1 (segment, RFC 3986 section 3.3)
"
    );
}

#[test]
fn tables_fit_a_screen() {
    let long = format!("ftp://h/{}?{}", "a/".repeat(100), "b".repeat(100));
    for base in [&[][..], &["--base", "http://a/b"]] {
        let (_, stdout, _) = told(&[&["editions", "--all", &long], base].concat());
        let table = stdout.lines().skip(1).take_while(|line| !line.contains(": "));
        assert!(table.clone().count() > 10);
        assert!(table.clone().any(|line| line.contains('…')));
        assert!(table.clone().all(|line| line.chars().count() <= 100), "{stdout}");
    }
}

#[test]
fn witnesses() {
    let ran =
        run(["witness", "--json", "--length", "3", "--limit", "1", "draft2003", "rfc3986"], b"");
    assert_eq!(ran.code, 0);
    let (out, err) = ran.texts();
    assert_eq!(err, "");
    let told: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let short: Vec<_> = told
        .iter()
        .map(|w| (w["witness"].as_str().unwrap(), w["what"].as_str().unwrap(), w["part"].as_str()))
        .collect();
    let expected = [
        ("", "target", None),
        ("//", "parts", Some("host")),
        ("a:[", "validity", None),
        ("//:", "parts", Some("port")),
        ("//@", "parts", Some("userinfo")),
    ];
    assert_eq!(short, expected);
    assert_eq!(told[2]["editions"]["draft2003"]["valid"], true);
    assert_eq!(told[2]["editions"]["rfc3986"]["error"]["section"], "3.3");
    assert_eq!(told[0]["editions"]["draft2003"]["current_document"], true);

    // Finding no difference is not a failure.
    let ran = run(["witness", "rfc3986", "rfc3986", "--length", "2"], b"");
    let (out, _) = ran.texts();
    assert_eq!((ran.code, out.lines().count()), (0, 1));
    assert_eq!(run(["witness", "rfc3986"], b"").code, 2);
    assert_eq!(run(["witness", "rfc3986", "rfc9999"], b"").code, 2);
    assert_eq!(run(["witness", "rfc3986", "rfc1738", "--length", "9"], b"").code, 2);
}

/// The variable sets the default edition; the options for a year and a name override it.
#[test]
fn the_environment_sets_the_default() {
    let checked = |value: &str, arguments: &[&str]| {
        let mut command = napkin(["check"].iter().chain(arguments).chain(&["/é"]));
        run_command(command.env("NAPKIN_EDITION", value), b"").code
    };
    assert_eq!(checked("rfc3987", &[]), 0);
    assert_eq!(checked("", &[]), 1);
    assert_eq!(checked("rfc3987", &["--edition", "rfc3986"]), 1);
    assert_eq!(checked("rfc3987", &["--as-of", "2005"]), 1);
    assert_eq!(checked("rfc9999", &[]), 2);
    // Text is searched for IRIs, unless the variable names another edition.
    let found = |command: &[&str], value: &str| {
        let mut command = napkin(command);
        let ran = run_command(command.env("NAPKIN_EDITION", value), "at http://é/".as_bytes());
        (ran.code, ran.texts().0.lines().count())
    };
    for command in [&["extract"][..], &["links", "--type", "text"]] {
        assert_eq!(found(command, ""), (0, 1), "{command:?}");
        assert_eq!(found(command, "rfc3986"), (0, 0), "{command:?}");
        assert_eq!(found(command, "whatwg"), (0, 1), "{command:?}");
        assert_eq!(found(command, "rfc9999"), (2, 0), "{command:?}");
    }
    let ran = run_command(napkin(["check", "a:"]).env("NAPKIN_EDITION", "rfc9999"), b"");
    assert!(ran.texts().1.contains("tip: the variable NAPKIN_EDITION sets the default"));
}
