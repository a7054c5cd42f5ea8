//! The contract of the command line: each command's answer, and its exit status.

use serde_json::{Value, json};

use crate::support::{one, run};

/// The line of JSON, byte for byte: the order of the keys is part of the contract.
fn line(arguments: &[&str]) -> String {
    let ran = run(arguments.iter().chain(&["--json"]), b"");
    let (stdout, stderr) = ran.texts();
    assert_eq!(stderr, "");
    stdout.strip_suffix('\n').unwrap().to_owned()
}

#[test]
fn json_of_parse() {
    assert_eq!(
        line(&["parse", "http://fred:x:y@[::1]:8042/over//there?#nose"]),
        concat!(
            r#"{"input":"http://fred:x:y@[::1]:8042/over//there?#nose","edition":"rfc3986","#,
            r#""kind":"uri","scheme":"http","authority":"fred:x:y@[::1]:8042","#,
            r#""userinfo":"fred:x:y","user":"fred","password":"x:y","host":"[::1]","#,
            r#""host_kind":"ipv6","port":"8042","path":"/over//there","#,
            r#""segments":["over","","there"],"query":"","fragment":"nose","#,
            r#""path_kind":"path-abempty","ref_kind":"absolute"}"#,
        )
    );
    assert_eq!(
        line(&["parse", ""]),
        concat!(
            r#"{"input":"","edition":"rfc3986","kind":"relative-ref","scheme":null,"#,
            r#""authority":null,"userinfo":null,"user":null,"password":null,"host":null,"#,
            r#""host_kind":null,"port":null,"path":"","segments":[],"query":null,"fragment":null,"#,
            r#""path_kind":"path-empty","ref_kind":"relative-path"}"#,
        )
    );
    assert_eq!(
        line(&["parse", "--split", "http://a b/<c>?"]),
        concat!(
            r#"{"input":"http://a b/<c>?","edition":"rfc3986","scheme":"http","authority":"a b","#,
            r#""path":"/<c>","query":"","fragment":null}"#,
        )
    );
    assert_eq!(
        one(&["parse", "--decode", "//a%40b@%68/%2F/%ff?%26#%23"])["decoded"],
        json!({
            "userinfo": "a@b", "host": "h", "segments": ["/", {"hex": "FF"}], "query": "&",
            "fragment": "#",
        })
    );
}

#[test]
fn json_of_a_tree() {
    assert_eq!(
        one(&["parse", "--tree", "//a"])["tree"],
        json!([
            {"rule": "relative-ref", "section": "4.2", "start": 0, "end": 3, "depth": 0},
            {"rule": "relative-part", "section": "4.2", "start": 0, "end": 3, "depth": 1},
            {"rule": "authority", "section": "3.2", "start": 2, "end": 3, "depth": 2},
            {"rule": "host", "section": "3.2.2", "start": 2, "end": 3, "depth": 3},
            {"rule": "reg-name", "section": "3.2.2", "start": 2, "end": 3, "depth": 4},
            {"rule": "unreserved", "section": "2.3", "start": 2, "end": 3, "depth": 5},
            {"rule": "ALPHA", "section": "1.3", "start": 2, "end": 3, "depth": 6},
            {"rule": "path-abempty", "section": "3.3", "start": 3, "end": 3, "depth": 2},
        ])
    );
    let ran = run(["parse", "--tree", "--edition", "rfc1808", ";%41"], b"");
    assert!(ran.texts().0.contains("\n      params (2.4.5) %41\n        param (2.2) %41\n"));
}

#[test]
fn json_of_the_other_commands() {
    for (arguments, expected) in [
        (&["check", "a:b"][..], r#"{"input":"a:b","edition":"rfc3986","valid":true}"#),
        (
            &["check", "a b"],
            concat!(
                r#"{"input":"a b","edition":"rfc3986","valid":false,"error":{"#,
                r#""kind":"invalid-character","part":"path","offset":1,"#,
                r#""message":"invalid character in the path at byte 1 (segment, RFC 3986 section 3.3)","#,
                r#""section":"3.3","fix":{"start":1,"end":2,"text":"%20"},"character":" ","#,
                r#""advice":"write a%20b"},"mends":[{"what":"invalid-character","#,
                r#""message":"invalid character in the path at byte 1 (segment, RFC 3986 section 3.3)","#,
                r#""start":1,"end":1,"edits":[{"start":1,"end":2,"text":"%20"}],"uri":"a%20b","#,
                r#""identity":"as-browsers"},{"what":"invalid-character","#,
                r#""message":"invalid character in the path at byte 1 (segment, RFC 3986 section 3.3)","#,
                r#""start":1,"end":1,"edits":[{"start":1,"end":2,"text":""}],"uri":"ab","#,
                r#""identity":"guessed"}]}"#,
            ),
        ),
        (&["check", "--count", "a:b", "a b"], r#"{"valid":1,"invalid":1}"#),
        (
            &["resolve", "--base", "http://a/b#c", "?d"],
            concat!(
                r#"{"input":"?d","edition":"rfc3986","base":"http://a/b","#,
                r#""target":"http://a/b?d","same_document":false}"#,
            ),
        ),
        (
            &["relativize", "--base", "http://a/b/c#d", "http://a/b/"],
            r#"{"input":"http://a/b/","edition":"rfc3986","base":"http://a/b/c","reference":"."}"#,
        ),
        (
            &["normalize", "HTTP://a/"],
            concat!(
                r#"{"input":"HTTP://a/","edition":"rfc3986","normalized":"http://a/","steps":[{"#,
                r#""rule":"lowercase-scheme","section":"6.2.2.1","before":"HTTP://a/","#,
                r#""after":"http://a/","start":0,"end":4}],"equivalent_at":"case"}"#,
            ),
        ),
        (
            &["compare", "a:b", "A:b"],
            r#"{"input":"a:b\tA:b","edition":"rfc3986","a":"a:b","b":"A:b","equivalent_at":"case","differences":[]}"#,
        ),
        (
            &["get", "port,host,segments,segment:-1,segment:7,query:k", "//h/a/b?k=v"],
            concat!(
                r#"{"input":"//h/a/b?k=v","edition":"rfc3986","port":null,"host":"h","#,
                r#""segments":["a","b"],"segment:-1":"b","segment:7":null,"query:k":"v"}"#,
            ),
        ),
        (
            &["set", "--scheme", "https", "http://h"],
            r#"{"input":"http://h","edition":"rfc3986","uri":"https://h"}"#,
        ),
        (&["encode", "é/"], r#"{"input":"é/","edition":"rfc3986","output":"%C3%A9%2F"}"#),
        (&["decode", "%41"], r#"{"input":"%41","edition":"rfc3986","output":"A"}"#),
        (
            &["decode", "%ff"],
            "{\"input\":\"%ff\",\"edition\":\"rfc3986\",\"output\":\"\u{fffd}\",\"output_base64\":\"/w==\"}",
        ),
        (
            &["parse", "%"],
            concat!(
                r#"{"input":"%","error":{"kind":"invalid-percent-encoding","part":"path","offset":0,"#,
                r#""message":"'%' without two hexadecimal digits in the path at byte 0 "#,
                r#"(pct-encoded, RFC 3986 section 2.1)","section":"2.1","#,
                r#""fix":{"start":0,"end":1,"text":"%25"},"advice":"a percent sign is %25"}}"#,
            ),
        ),
    ] {
        assert_eq!(line(arguments), expected, "{arguments:?}");
    }
}

/// The error of one input, without its message.
fn error(arguments: &[&str]) -> Value {
    let mut error = one(arguments)["error"].take();
    assert!(error.as_object_mut().unwrap().remove("message").unwrap().is_string());
    error
}

#[test]
fn json_of_failures() {
    for (arguments, expected) in [
        (
            &["resolve", "--base", "a b", "c"][..],
            json!({
                "kind": "invalid-base", "part": "path", "offset": 1, "section": "5.1",
                "of": "base",
            }),
        ),
        (
            &["relativize", "--base", "/a", "a:b"],
            json!({
                "kind": "base-not-absolute", "part": null, "offset": null, "section": "5.1",
                "of": "base",
            }),
        ),
        (
            &["describe", "../a"],
            json!({"kind": "relative-reference", "part": null, "offset": null, "section": "5.2.1"}),
        ),
        (
            &["compare", "a:b", "c d"],
            json!({
                "kind": "invalid-character", "part": "path", "offset": 1, "section": "3.3",
                "fix": {"start": 1, "end": 2, "text": "%20"}, "character": " ", "advice": "write it as %20",
                "of": "b",
            }),
        ),
        (
            &["get", "--decode", "fragment", "#%41%ff"],
            json!({
                "kind": "not-utf8", "part": "fragment", "offset": null, "section": "2.5",
                "of": "fragment",
            }),
        ),
        (
            &["get", "--decode", "path", "/a%2Fb"],
            json!({"kind": "encoded-slash", "part": "path", "offset": null, "section": "2.2"}),
        ),
        (
            &["set", "--port", "8a", "//h"],
            json!({
                "kind": "invalid-character", "part": "port", "offset": 1, "section": "3.2.3", "character": "a",
                "of": "--port",
            }),
        ),
        (
            &["set", "--authority", "h", "mailto:x"],
            json!({
                "kind": "path-not-abempty", "part": "path", "offset": null, "section": "3.3",
                "of": "--authority",
            }),
        ),
        (
            &["decode", "a%4"],
            json!({
                "kind": "invalid-percent-encoding", "part": null, "offset": 1, "section": "2.1",
            }),
        ),
        (
            &["check", "--scheme-rules", "http:///x"],
            json!({
                "kind": "missing-host", "part": "host", "offset": 7, "section": "3.2.2",
                "advice": "write http://x",
            }),
        ),
    ] {
        assert_eq!(error(arguments), expected, "{arguments:?}");
        assert_eq!(run(arguments, b"").code, 1, "{arguments:?}");
    }
}

#[test]
fn choices_of_the_commands() {
    let output = |arguments: &[&str]| {
        let ran = run(arguments, b"");
        assert_eq!((ran.code, ran.texts().1), (0, ""), "{arguments:?}");
        ran.texts().0.strip_suffix('\n').unwrap().to_owned()
    };
    for (arguments, expected) in [
        (&["resolve", "--base", "http://a/b/c", "--lenient", "http:g"][..], "http://a/b/g"),
        (&["resolve", "--base", "http://a/b/c", "http:g"], "http:g"),
        (&["resolve", "--base", "HTTP://a/b/..", "--normalize-base", "c"], "http://a/c"),
        (&["resolve", "--base", "http://a/", "--excess", "remove", "../g"], "http://a/g"),
        (&["normalize", "--level", "simple", "HTTP://a/%7e"], "HTTP://a/%7e"),
        (&["normalize", "--level", "scheme", "http://h:80"], "http://h/"),
        (&["normalize", "--base", "http://H/a/", "../%61"], "http://h/a"),
        (
            &[
                "normalize",
                "--level",
                "protocol",
                "--observed",
                "http://h/a",
                "http://h/a/",
                "http://h/a",
            ],
            "http://h/a/",
        ),
        (&["compare", "--network", "a:b#c", "a:b#d"], "equivalent at level simple"),
        (&["compare", "--base", "http://a/b", "c", "http://a/c"], "equivalent at level simple"),
        (&["get", "port", "--default-port", "http://h:/"], "80"),
        (&["get", "scheme,fragment,port", "a:"], "a\t\t"),
        (&["get", "path,segments", "--decode", "/a%20b//c"], r"/a b//c	a\u{20}b \u{} c"),
        (
            &["get", "user,password,userinfo,authority,host-kind", "//u:p:q@1.2.3.4/"],
            "u\tp:q\tu:p:q\tu:p:q@1.2.3.4\tipv4",
        ),
        (&["set", "--host", "h", "--path", "/a", "--userinfo", "u", "mailto:x"], "mailto://u@h/a"),
        (
            &[
                "set",
                "--remove",
                "authority",
                "--remove",
                "query",
                "--remove",
                "port",
                "a://h:1//b?c#d",
            ],
            "a:/.//b#d",
        ),
        (&["set", "--pop-segment", "--pop-segment", "--push-segment", "x/y", "/a/b/c"], "/a/x%2Fy"),
        (
            &[
                "set",
                "--remove-pair",
                "é",
                "--set-pair",
                "b=2",
                "--append-pair",
                "f",
                "--append-pair",
                "g=",
                "?%C3%A9=1&b=1&c&b=3",
            ],
            "?b=2&c&f&g=",
        ),
        (
            &[
                "set",
                "--encode",
                "--userinfo",
                "a@",
                "--host",
                "é",
                "--path",
                "/a b/%",
                "--query",
                "?&",
                "--fragment",
                "#",
                "http:",
            ],
            "http://a%40@%C3%A9/a%20b/%25?%3F%26#%23",
        ),
        (&["encode", "--keep", "/:", "a:/ %"], "a:/%20%25"),
        (&["decode", "--form", "a+b%2B"], "a b+"),
        (&["decode", "é+%1b"], "é+\\u{1b}"),
        (&["decode", "--raw", "%1b"], "\u{1b}"),
        (&["check", "--quiet", "a:b"], ""),
        (&["check", "--count", "a:b"], "1 valid, 0 invalid"),
    ] {
        if expected.is_empty() {
            assert_eq!(run(arguments, b"").stdout, b"");
        } else {
            assert_eq!(output(arguments), expected, "{arguments:?}");
        }
    }
}

#[test]
fn exit_codes() {
    for (arguments, code) in [
        (&["check", "a:b", ""][..], 0),
        (&["check", "a:b", "a b"], 1),
        (&["check", "--quiet", "a b"], 1),
        (&["check", "--count", "a b"], 1),
        (&["compare", "a:b", "a:b"], 0),
        (&["compare", "a:b", "a:c"], 1),
        (&["compare", "a", "a"], 0),
        (&["compare", "a", "./a"], 0),
        (&["compare", "a", "../a"], 1),
        (&["check", "-i", "/no/such/file", "-i", "/no/such/file"], 3),
        (&["--help"], 0),
        (&["--version"], 0),
        (&["parse", "--help"], 0),
        (&[], 2),
        (&["nonsense"], 2),
        (&["parse", "--nonsense"], 2),
        (&["parse", "--edition", "rfc1"], 2),
        (&["parse", "--threads", "0"], 2),
        (&["parse", "--split", "--decode", "a"], 2),
        (&["parse", "--as-of", "1993", "a"], 2),
        (&["parse", "--as-of", "then", "a"], 2),
        (&["parse", "--as-of", "1998", "--edition", "rfc2396", "a"], 2),
        (&["parse", "--split", "--edition", "rfc1738", "a"], 2),
        (&["parse", "--split", "--edition", "rfc1808", "a"], 2),
        (&["parse", "--split", "--edition", "rfc2396", "a"], 0),
        (&["check", "--scheme-rules", "--edition", "rfc2396", "a"], 0),
        (&["set", "--edition", "draft2003", "a"], 0),
        (&["compose", "ftp", "--host", "h", "--name", "x"], 0),
        (&["compose", "ftp", "--name", "x"], 1),
        (&["compose", "ftp", "--host", "h", "--nme", "x"], 2),
        (&["compose", "ftp", "--host", "h", "--json"], 2),
        (&["compose", "ftp", "--host"], 2),
        (&["compose", "ftp", "h"], 2),
        (&["compose", "nonsense", "--host", "h"], 2),
        (&["compose", "--edition", "rfc1630", "mailserver", "--domain", "h"], 2),
        (&["relativize", "--edition", "rfc1630", "--base", "a:b", "a:c"], 0),
        (&["relativize", "--edition", "rfc1738", "--base", "a:b", "a:c"], 2),
        (&["editions", "--edition", "rfc3986", "a"], 2),
        (&["editions", "a:b", "a"], 0),
        (&["editions", "a:b", "a b"], 1),
        (&["parse", "-i", "/dev/null", "a"], 2),
        (&["check", "--quiet", "--count", "a"], 2),
        (&["resolve", "a"], 2),
        (&["witness", "rfc1738", "rfc3986", "--limit", "0"], 2),
        (&["get", "host_kind,scheme", "a:b"], 0),
        (&["get", "host-kind", "a:b"], 0),
        (&["resolve", "--base", "a:b", "--excess", "retain", "a"], 2),
        (&["resolve", "--base", "a:b", "--excess", "error", "a"], 2),
        (&["resolve", "--base", "a:b", "--literal-slash-runs", "a"], 2),
        (&["resolve", "--base", "a:b", "--new-request=a:c", "a"], 2),
        (&["resolve", "--base", "a:/b", "--lenient", "--edition", "draft1997", "a"], 2),
        (&["resolve", "--base", "a:/b", "--lenient", "--edition", "rfc2396", "a"], 0),
        (&["resolve", "--base", "a:/b", "--edition", "rfc1738", "a"], 1),
        (&["normalize", "--level", "best", "a:b"], 2),
        (&["normalize", "--observed", "a:b"], 2),
        (&["normalize", "--observed", "a:b", "c", "a:b"], 2),
        (&["compare", "a:b"], 2),
        (&["compare", "a:b", "a:b", "a:b"], 2),
        (&["get"], 2),
        (&["get", "hots", "a:b"], 2),
        (&["get", "host,host", "a:b"], 2),
        (&["get", "segment:x", "a:b"], 2),
        (&["encode", "--keep", "%", "a"], 2),
        (&["set", "--remove", "path", "a"], 2),
    ] {
        assert_eq!(run(arguments, b"").code, code, "{arguments:?}");
    }
}
