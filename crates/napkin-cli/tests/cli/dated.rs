//! The URL Standard beside the editions of the URI syntax, and its dated editions side by side.

use serde_json::{Value, json};

use crate::support::{napkin, one, run, run_command};

/// The text output for one input: standard output without the line end, and standard error.
fn told(arguments: &[&str]) -> (i32, String, String) {
    let ran = run(arguments, b"");
    let (stdout, stderr) = ran.texts();
    (ran.code, stdout.into(), stderr.into())
}

#[test]
fn the_url_standard_by_date() {
    let arguments = ["editions", "--all", "https://example.com/quote/^GSPC"];
    let (code, stdout, _) = told(&arguments);
    // No edition of the URI syntax allows a raw caret.
    assert_eq!(code, 1);
    let lines: Vec<_> = stdout.lines().skip_while(|line| !line.starts_with("whatwg")).collect();
    let words = |line: &str| {
        line.split("  ")
            .map(str::trim)
            .filter(|w| !w.is_empty())
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(words(lines[0]), ["whatwg", "2018-08 to 2023-08", "2025-08 to 2026-07"]);
    assert_eq!(words(lines[1]), ["validity", "yes", "yes"]);
    assert_eq!(words(lines[9]), ["origin", "https://example.com", "https://example.com"]);
    let answer = one(&arguments);
    let href = |name: &str| answer["editions"][name]["href"].as_str().unwrap().to_owned();
    assert_eq!(href("whatwg-2023-08"), "https://example.com/quote/^GSPC");
    assert_eq!(href("whatwg-2025-08"), "https://example.com/quote/%5EGSPC");
    assert_eq!(href("whatwg"), href("whatwg-2026-07"));
    let of_href = |d: &&Value| d["what"] == "href";
    let difference = answer["differences"].as_array().unwrap().iter().find(of_href).unwrap();
    assert_eq!(difference["editions"].as_array().unwrap().len(), 8);
    assert_eq!((&difference["than"], &difference["section"]), (&json!("whatwg"), &json!("4.5")));

    // With a base, and without the option.
    let answer = one(&["editions", "--all", "--base", "http://h/a", "b"]);
    assert_eq!(answer["editions"]["whatwg"]["error"]["kind"], "missing-scheme-non-relative-URL");
    assert_eq!(answer["editions"]["whatwg"]["target"], "http://h/b");
    let answer = one(&["editions", "--all", "--base", "b", "b"]);
    assert_eq!(answer["editions"]["whatwg"]["target_error"], "invalid-base");
    let undated = one(&["editions", "b"]);
    assert_eq!(undated["editions"].get("whatwg-2018-08"), None);
    assert_eq!(undated["editions"]["whatwg"]["valid"], false);
}

#[test]
fn witnesses_of_dated_editions() {
    let (code, stdout, stderr) = told(&["witness", "whatwg-2018-08", "whatwg", "--length", "2"]);
    assert_eq!((code, stderr.as_str()), (0, ""));
    for line in [
        "the target differs            ^",
        "only whatwg-2018-08 accepts   ws:\\u{7f}  ws:<  ws:^  ws:|",
        "the href differs              a:/^  a: ?  a: #",
        "only whatwg accepts           gopher:",
    ] {
        assert!(stdout.lines().any(|told| told == line), "{line}: {stdout}");
    }
    let end = "tried every text of up to 2 characters or '//', 'a:', 'xn--', after a:, ws:, file:, blob:, gopher: or \
               nothing: ";
    assert!(stdout.lines().last().unwrap().starts_with(end), "{stdout}");

    let ran = run(["witness", "whatwg-2025-08", "whatwg", "--json", "--length", "1"], b"");
    let witnesses: Vec<Value> =
        ran.texts().0.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let validity = witnesses.iter().find(|told| told["what"] == "validity").unwrap();
    assert_eq!(validity["witness"], "ws:xn--");
    assert_eq!(validity["editions"]["whatwg-2025-08"]["valid"], false);
    assert_eq!(validity["editions"]["whatwg"]["href"], "ws://xn--/");

    let part =
        run(["witness", "whatwg-2023-08", "whatwg", "--part", "fragment", "--length", "2"], b"");
    assert_eq!(
        (part.code, part.texts().0.lines().count()),
        (0, 1),
        "fragments have not changed since"
    );

    for (wrong, why) in [
        (
            ["witness", "rfc3986", "whatwg", "--length=2"],
            "'rfc3986' and 'whatwg' have no witnesses",
        ),
        (["witness", "whatwg", "whatwg-2021-08", "--length=6"], "'--length' is up to 5"),
    ] {
        let (code, _, stderr) = told(&wrong);
        assert!(code == 2 && stderr.contains(why), "{stderr}");
    }
}

/// Every command uses the standard in the variable, or reports that it cannot and where the choice came from.
#[test]
fn the_environment_can_choose_the_url_standard() {
    let told = |arguments: &[&str]| {
        let ran = run_command(napkin(arguments).env("NAPKIN_EDITION", "whatwg"), b"http://h/a|b\n");
        let (stdout, stderr) = ran.texts();
        (ran.code, format!("{stdout}{stderr}"))
    };
    for command in [
        &["parse"][..],
        &["check"],
        &["normalize"],
        &["resolve", "--base", "http://h/"],
        &["relativize", "--base", "http://h/"],
        &["get", "host"],
        &["set", "--host=x"],
        &["compare", "http://h", "HTTP://H/"],
        &["dedupe"],
        &["typed"],
        &["encode"],
        &["decode"],
        &["editions", "a"],
        &["extract"],
        &["links", "--type", "html"],
        &["base", "--type", "html"],
        &["schemes", "http"],
        &["audit"],
        &["witness", "rfc1738", "rfc3986", "--length", "2"],
    ] {
        assert_eq!(told(command).0, 0, "{command:?}: {}", told(command).1);
    }
    // It reads by both standards, unless an option chooses one.
    let (code, text) = told(&["allow", "--host", "h"]);
    assert_eq!((code, text.as_str()), (1, "use\thttp://h/a%7Cb\thttp://h/a|b\n"));
    for command in [&["repair"][..], &["describe"], &["plan"], &["wrap"]] {
        let (code, text) = told(command);
        assert_eq!(code, 2, "{command:?}: {text}");
        let reason = format!(
            "'{}' has no meaning by edition whatwg; editions that have it: rfc1630, ",
            command[0]
        );
        assert!(text.contains(&reason), "{text}");
        let advice =
            "the variable NAPKIN_EDITION sets the default; choose one of them with --edition";
        assert!(text.contains(advice), "{text}");
        let by_name = [command, &["--edition", "rfc3986"]].concat();
        assert_ne!(told(&by_name).0, 2, "{by_name:?}");
    }
}
