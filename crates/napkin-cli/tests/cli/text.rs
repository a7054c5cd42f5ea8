//! Text for people: answers, messages and colours, word for word.

use crate::support::{cases, napkin, run, run_command};

/// Both output streams of a run, and its exit code.
fn told(arguments: &[&str]) -> (i32, String, String) {
    let ran = run(arguments, b"");
    let (stdout, stderr) = ran.texts();
    (ran.code, stdout.into(), stderr.into())
}

#[test]
fn text_of_parse() {
    let (code, stdout, stderr) =
        told(&["parse", "--decode", "a://%41@?q", "a b", "/%1b\u{202e}", "/%0a"]);
    assert_eq!(code, 1);
    assert_eq!(
        stdout,
        "\
kind        uri
scheme      a
authority   %41@
userinfo    %41
user        %41
host        (empty)
host-kind   reg-name
path        (empty)
query       q
path-kind   path-abempty
ref-kind    absolute
decoded
userinfo    A
host        (empty)
query       q

kind        relative-ref
path        /%0a
path-kind   path-absolute
ref-kind    absolute-path
decoded
segment:0   \\u{a}
"
    );
    assert_eq!(
        stderr,
        "\
napkin: argument 2: invalid character ' ' in the path at byte 1 (segment, RFC 3986 section 3.3)
  a b
   ^ write it as %20
napkin: argument 3: invalid character '\\u{202e}' in the path at byte 4 (segment, RFC 3986 section 3.3)
  /%1b\\u{202e}
      ^ write it as %E2%80%AE
"
    );
}

#[test]
fn messages_word_for_word() {
    for (arguments, code, expected) in [
        (
            &["resolve", "--base", "/a b", "c"][..],
            1,
            "\
napkin: argument 1: base: the base is not valid: invalid character ' ' in the path at byte 2 (segment, RFC 3986 section 3.3)
  /a b
    ^ write it as %20
",
        ),
        (
            &["resolve", "--base", "/a", "c"],
            1,
            "napkin: argument 1: base: the base has no scheme, so nothing can be resolved against it (RFC 3986 section 5.1)\n",
        ),
        (
            &["relativize", "--base", "a:b", "c"],
            1,
            "napkin: argument 1: a relative reference is already relative; resolve it first (RFC 3986 section 5.2.1)\n  c\n",
        ),
        (
            &["compare", "a\tb:c", "d:e"],
            1,
            "\
napkin: argument 1: invalid character '\\u{9}' in the scheme at byte 1, and a relative reference has no ':' before its first '/' (scheme, RFC 3986 section 3.1)
  a\\u{9}b:c
   ^
",
        ),
        (
            &["get", "--decode", "path", "/a/b%2Fc"],
            1,
            "napkin: argument 1: segment 1 of the path has an encoded slash, which decoding the path would make a delimiter; get 'segments' instead (RFC 3986 section 2.2)\n  /a/b%2Fc\n",
        ),
        (
            &["get", "--decode", "host,fragment", "//h#%41%ff"],
            1,
            "napkin: argument 1: fragment: the decoded text is not UTF-8 from octet 1 on (RFC 3986 section 2.5)\n",
        ),
        (
            &["describe", &"long".repeat(30)],
            1,
            "napkin: argument 1: a relative reference has no scheme (RFC 3986 section 5.2.1)\n  longlonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglong…\n",
        ),
        (
            &["set", "--host", "h", "mailto:x"],
            1,
            "napkin: argument 1: --host: after an authority the path must be empty or begin with '/' (path-abempty, RFC 3986 section 3.3)\n",
        ),
        (
            &["set", "--query", "a b", "c:d"],
            1,
            "\
napkin: argument 1: --query: invalid character ' ' in the query at byte 1 (query, RFC 3986 section 3.4)
  a b
   ^ write it as %20
",
        ),
        (
            &["decode", "0123456789012345678901234567890123456789\u{1b}é%4"],
            1,
            "\
napkin: argument 1: '%' without two hexadecimal digits at byte 43 (pct-encoded, RFC 3986 section 2.1)
  …3456789012345678901234567890123456789\\u{1b}é%4
                                               ^
",
        ),
        (
            &["check", "-i", "/no/such/file"],
            3,
            "napkin: /no/such/file: No such file or directory\n",
        ),
    ] {
        let (actual, _, stderr) = told(arguments);
        assert_eq!((actual, stderr.as_str()), (code, expected), "{arguments:?}");
    }
}

#[test]
fn the_mark_stands_below_its_place() {
    for (input, expected) in [
        // Characters of two columns, and of zero.
        (
            "日本%4",
            "\
napkin: argument 1: '%' without two hexadecimal digits at byte 6 (pct-encoded, RFC 3986 section 2.1)
  日本%4
      ^
",
        ),
        (
            "e\u{301}%4",
            "\
napkin: argument 1: '%' without two hexadecimal digits at byte 3 (pct-encoded, RFC 3986 section 2.1)
  e\u{301}%4
   ^
",
        ),
    ] {
        assert_eq!(told(&["decode", input]).2, expected);
    }
    let (_, _, stderr) = told(&["compare", "--", "a:日", "b:"]);
    assert_eq!(
        stderr,
        "\
napkin: argument 1: invalid character '日' in the path at byte 2 (segment, RFC 3986 section 3.3)
  a:日
    ^ write it as %E6%97%A5
"
    );
    // A replacement character is not proposed as a fix.
    let (_, _, stderr) = told(&["parse", "a\u{fffd}"]);
    assert!(stderr.ends_with("\n  a\u{fffd}\n   ^\n"), "{stderr}");
}

/// Excerpts of long inputs begin and end between characters, wherever the limits fall.
#[test]
fn excerpts_cut_no_character() {
    let letters = "é€𝒳".repeat(30);
    for shift in 0..9 {
        let ascii = &"abcdefgh"[..shift];
        let fault = format!("http://h/{ascii}{letters} {ascii}{letters}");
        let host = format!("http://{letters}{ascii}[{letters}");
        for input in [fault, host] {
            for arguments in [
                &["check"][..],
                &["audit"],
                &["map"],
                &["editions"],
                &["resolve", "--base", &input],
                &["compare", "http://h/"],
                &["normalize"],
            ] {
                let (code, stdout, stderr) = told(&[arguments, &[&input]].concat());
                assert!(matches!(code, 1 | 2), "{arguments:?} {input}: {code}");
                assert!(stderr.contains('…') || stdout.contains('…'), "{arguments:?} {input}");
                for text in [stdout, stderr] {
                    assert!(!text.contains("\\x"), "{arguments:?} {input}: {text}");
                }
            }
        }
    }
    // What is no UTF-8 keeps its place.
    let ran = run(["check", "-0"], &[b"http://h/ ", &[b'\x80'; 60][..]].concat());
    let (_, stderr) = ran.texts();
    assert!(stderr.contains(&format!("\n  http://h/ {}…\n", "\\x80".repeat(39))), "{stderr}");
}

#[test]
fn every_error_of_the_library_is_told_in_its_words() {
    let mut told_cases = 0;
    for case in cases("errors.jsonl") {
        let text = |field: &str| case[field].as_str().unwrap();
        let arguments = match text("op") {
            "reference" => ["check", "--rule", "uri-reference"],
            rule @ ("uri" | "absolute-uri" | "relative-ref") => ["check", "--rule", rule],
            "scheme-rules" => ["check", "--scheme-rules", "--color=never"],
            // Changes, whose messages are tested above.
            _ => continue,
        };
        let arguments = [&arguments[..], &["--", text("input")]].concat();
        let (code, stdout, stderr) = told(&arguments);
        assert_eq!(code, 1);
        assert!(stdout.starts_with("invalid\t"), "{stdout}");
        // Behind the mark, the command advises the whole text.
        let to_mark = |text: &str| text.rsplit_once('^').map(|(before, _)| before.to_owned());
        let diagnosis = format!("napkin: argument 1: {}\n", text("diagnosis"));
        assert_eq!(to_mark(&stderr), to_mark(&diagnosis));
        let answer = run([&["check", "--json"], &arguments[1..]].concat(), b"").json().remove(0);
        for key in ["kind", "part", "offset", "message"] {
            assert_eq!(answer["error"][key], case[key]);
        }
        told_cases += 1;
    }
    assert!(told_cases >= 23, "only {told_cases}");
}

#[test]
fn wrong_usage_says_what_would_be_right() {
    let (_, _, stderr) = told(&["resolve", "--base", "a:b", "--excess", "retain", "a"]);
    assert_eq!(
        stderr,
        "\
error: '--excess retain' is not allowed by edition rfc3986; editions that allow it: rfc1630, rfc1808, draft1997, rfc2396, draft2003, java

Usage: napkin resolve [OPTIONS] <--base <URI>|--base-column <NAME>> [INPUT]...

For more information, try '--help'.
"
    );
}

#[test]
fn colours() {
    let coloured = |arguments: &[&str], environment: &[(&str, &str)]| {
        let mut command = napkin(["check", "a:b", "a b"].iter().chain(arguments));
        let ran = run_command(command.envs(environment.iter().copied()), b"");
        let escapes = |bytes: &[u8]| bytes.contains(&0x1b);
        assert_eq!(escapes(&ran.stdout), escapes(&ran.stderr));
        escapes(&ran.stdout)
    };
    assert!(!coloured(&[], &[]), "pipes are no terminals");
    assert!(coloured(&["--color", "always"], &[]));
    assert!(coloured(&["--color", "always"], &[("NO_COLOR", "1")]), "what is typed counts more");
    assert!(!coloured(&["--color", "never"], &[("CLICOLOR_FORCE", "1")]));
    assert!(coloured(&["--color", "auto"], &[("CLICOLOR_FORCE", "1")]));
    assert!(!coloured(&["--color", "auto"], &[("NO_COLOR", "1")]));
    assert!(!coloured(&["--color", "auto"], &[("NO_COLOR", "1"), ("CLICOLOR_FORCE", "")]));

    let ran = run(["check", "--color", "always", "a b"], b"");
    let (stdout, stderr) = ran.texts();
    assert_eq!(stdout, "\u{1b}[1m\u{1b}[31minvalid\u{1b}[0m\ta b\n");
    assert_eq!(
        stderr,
        "\u{1b}[1m\u{1b}[31mnapkin: argument 1:\u{1b}[0m invalid character ' ' in the path at byte 1 \
         (segment, RFC 3986 section 3.3)\n  a b\n   \u{1b}[1m\u{1b}[33m^ write a%20b\u{1b}[0m\n"
    );
}

/// The output distinguishes different parts: an escape cannot be confused with text.
#[test]
fn text_of_get_can_be_told_apart() {
    let said = |arguments: &[&str]| {
        let (code, stdout, _) = told(arguments);
        assert_eq!(code, 0, "{arguments:?}");
        stdout
    };
    for (arguments, expected) in [
        (&["get", "--decode", "path", "/%0A"][..], r"/\u{a}"),
        (&["get", "--decode", "path", "/%5Cu%7Ba%7D"], r"/\\u{a}"),
        (&["get", "--decode", "path", "/%E2%80%AE%5C"], "/\u{202e}\\\\"),
        (&["get", "--decode", "segments", "/a%20b/c"], r"a\u{20}b c"),
        (&["get", "--decode", "segments", "/a/b/c"], "a b c"),
        (&["get", "--decode", "segments", "/a//c"], r"a \u{} c"),
        (&["get", "--decode", "segments", "/a/%5Cu%7B%7D/c"], r"a \\u{} c"),
        (&["get", "segments", "/"], r"\u{}"),
        (&["get", "segments", ""], ""),
        (&["get", "query", "//h?"], ""),
        (&["get", "query,fragment", "--undefined", r"\-", "//h?"], "\t\\-"),
        (&["decode", "%5Cu%7Ba%7D"], r"\\u{a}"),
        (&["decode", "%0A"], r"\u{a}"),
    ] {
        assert_eq!(said(arguments), format!("{expected}\n"), "{arguments:?}");
    }
    let query = |uri| {
        said(&["parse", uri]).lines().find(|line| line.starts_with("query")).map(str::to_owned)
    };
    assert_eq!(query("//h?").unwrap().split_whitespace().nth(1), Some("(empty)"));
    assert_eq!(query("//h?(empty)").unwrap().split_whitespace().nth(1), Some(r"\u{28}empty)"));
}
