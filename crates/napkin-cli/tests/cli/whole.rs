//! `extract`, `base` and `links` as scripts and people see them: keys, text, options, exit codes.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use serde_json::{Value, json};

use crate::support::{napkin, run, run_command, temporary};

fn keys(answer: &Value) -> Vec<&str> {
    let mut keys: Vec<_> = answer.as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

#[test]
fn a_find_word_for_word() {
    let ran = run(["extract", "--json", "see <URL:http://h/a-\n b>"], b"");
    let expected = json!({
        "source": "argument 1", "edition": "rfc3987", "uri": "http://h/a-b", "raw": "http://h/a-\n b",
        "start": 9, "end": 23, "delimiter": "angle", "prefix": "URL:", "alternatives": ["http://h/ab"],
        "heuristic": null, "line": 1, "column": 10,
    });
    assert_eq!((ran.code, ran.json()), (0, vec![expected]));
    let ran = run(["extract", "see <http://h/a-\n b>", "www.h.org", "--suffix"], b"");
    let notes = "napkin: argument 1: byte 5: note: or http://h/ab\n  http://h/a-b\n\
                 napkin: argument 2: byte 0: note: guessed: 'http://' before a name\n  http://www.h.org\n";
    assert_eq!((ran.code, ran.texts()), (0, ("http://h/a-b\nhttp://www.h.org\n", notes)));
}

#[test]
fn schemes_are_chosen() {
    let text = b"note:a http://h/ <x:y> mailto:a@b <URL:z:1>";
    let found = |options: &[&str]| {
        let ran = run([&["extract"], options].concat(), text);
        assert_eq!(ran.code, 0);
        ran.texts().0.replace('\n', " ")
    };
    assert_eq!(found(&[]), "http://h/ x:y mailto:a@b z:1 ");
    assert_eq!(found(&["--any-scheme"]), "note:a http://h/ x:y mailto:a@b z:1 ");
    assert_eq!(found(&["--scheme", "HTTP,mailto"]), "http://h/ mailto:a@b ");
    assert_eq!(found(&["--scheme", "x", "--scheme", "note"]), "note:a x:y ");
    assert_eq!(found(&["--edition", "rfc1738"]), "z:1 ");
    assert_eq!(found(&["--longest", "4"]), "x:y z:1 ");
    for wrong in [
        &["--scheme", "a b"][..],
        &["--scheme", "a", "--any-scheme"],
        &["--suffix", "--edition", "rfc1738"],
        &["-i", "file", "text"],
    ] {
        let ran = run([&["extract"], wrong].concat(), b"");
        assert_eq!((ran.code, ran.texts().0), (2, ""), "{wrong:?}");
    }
}

#[test]
fn files_and_what_cannot_be_read() {
    let one = temporary("one.txt", b"http://one/\0\xff http://two/");
    let ran =
        run(["extract", "-i", one.to_str().unwrap(), "-i", "missing", "-i", "-"], b"ftp://in/");
    let (stdout, stderr) = ran.texts();
    assert_eq!((ran.code, stdout), (3, "http://one/\nhttp://two/\nftp://in/\n"));
    assert!(stderr.starts_with("napkin: missing: "), "{stderr}");
    for command in ["base", "links"] {
        let ran = run([command, "missing"], b"");
        assert_eq!((ran.code, ran.texts().0), (3, ""));
    }
}

#[test]
fn what_was_found_is_written_before_more_is_waited_for() {
    let mut child =
        napkin(["extract"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for n in 0..3 {
        writeln!(stdin, "now http://h/{n} is here").unwrap();
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        assert_eq!(line, format!("http://h/{n}\n"));
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn what_was_typed() {
    let ran = run(["typed", "--json", "<www.h.org>", "http://a|b/", " x "], b"");
    let answers = ran.json();
    assert_eq!(ran.code, 1);
    assert_eq!(answers[0]["uri"], "www.h.org");
    assert_eq!(
        (&answers[1]["error"]["kind"], &answers[1]["error"]["offset"]),
        (&json!("invalid-character"), &json!(8))
    );
    assert_eq!(
        answers[2],
        json!({"input": " x ", "edition": "rfc3986", "uri": "x", "heuristic": null})
    );
    let ran = run(["typed", "--suffix", "ftp.h.org", "../x"], b"");
    let (stdout, stderr) = ran.texts();
    assert_eq!((ran.code, stdout), (1, "ftp://ftp.h.org\n\n"));
    assert_eq!(
        stderr,
        "napkin: argument 1: note: it has no scheme; ftp:// is a guess (ftp-name)\n  ftp.h.org\n\
         napkin: argument 2: it has no scheme, and does not begin with a host (RFC 3986 section 4.5)\n  ../x\n"
    );
}

#[test]
fn a_base_word_for_word() {
    let page = b"<head><base href='../%zz'></head>";
    let rfc = ["--edition", "rfc3986", "--default-base", "http://d/", "--type", "html"];
    let ran = run([&["base", "--json"], &rfc[..]].concat(), page);
    let expected = json!({
        "source": "<stdin>", "edition": "rfc3986", "type": "html", "document_start": 0,
        "base": "http://d/", "established_by": "default", "section": "5.1.4",
        "ignored": [{"layer": "content", "reference": "../%zz", "kind": "invalid-reference"}],
    });
    assert_eq!((ran.code, ran.json()), (0, vec![expected]));
    let ran = run([&["base"], &rfc[..]].concat(), page);
    let (stdout, stderr) = ran.texts();
    assert_eq!((ran.code, stdout), (0, "http://d/\tdefault\n"));
    assert!(stderr.starts_with("napkin: <stdin>: '../%zz' gives no base (content): "), "{stderr}");
    // The last redirect counts, and layers are given from the outside to the inside.
    let around = ["--retrieved-from", "http://a/", "--retrieved-from", "http://b/c/d"];
    let inside = ["--encapsulating", "e/", "--encapsulating", "f", "--resolve", "g"];
    let ran = run([&["base"], &around[..], &inside].concat(), b"<p>");
    assert_eq!(ran.texts().0, "http://b/c/e/f\tencapsulating\n  g -> http://b/c/e/g\n");
}

#[test]
fn a_link_word_for_word() {
    let ran = run(["links", "--json", "--type", "html"], b"<a href=//h/><a href=x>");
    let answers = ran.json();
    // A relative link is a link, where no base is known too.
    assert_eq!(ran.code, 0);
    let known = [
        "attribute",
        "base",
        "column",
        "document_start",
        "edition",
        "element",
        "end",
        "established_by",
        "line",
        "nofollow",
        "reference",
        "rel",
        "same_document",
        "source",
        "start",
        "target",
        "type",
    ];
    assert_eq!(keys(&answers[0]), known);
    assert_eq!((&answers[0]["reference"], &answers[0]["target"]), (&json!("//h/"), &Value::Null));
    assert_eq!((&answers[1]["start"], &answers[1]["target"]), (&json!(21), &Value::Null));
    let rfc = ["links", "--edition", "rfc3986", "--retrieved-from", "http://r/"];
    let ran = run(rfc, b"<a href='a b'><a href=c>");
    let (stdout, stderr) = ran.texts();
    assert_eq!((ran.code, stdout), (1, "http://r/c\n"));
    assert_eq!(
        stderr,
        "napkin: <stdin>: byte 9: reference: invalid character ' ' in the path at byte 1 (segment, RFC 3986 \
         section 3.3)\n  a b\n   ^ write it as %20\n"
    );
}

#[test]
fn a_broken_document_is_a_result() {
    let page = temporary("broken.xml", b"<a href='http://h/'><b></a>");
    let ran = run(["links", "--json", page.to_str().unwrap()], b"");
    let answers = ran.json();
    assert_eq!((ran.code, answers.len()), (1, 2));
    assert_eq!(answers[0]["target"], "http://h/");
    assert_eq!(answers[1]["error"]["kind"], "not-well-formed");
    assert_eq!(answers[1]["error"]["offset"], 23);
    let ran = run(["base", "--type", "http"], b"nothing");
    let told =
        "napkin: <stdin>: not an HTTP response at byte 0: it does not begin with a status line\n";
    assert_eq!((ran.code, ran.texts()), (1, ("", told)));
    let ran = run(["links", "--type", "html", "--largest", "3"], b"<a href=x>");
    assert_eq!(ran.code, 1);
    assert!(ran.texts().1.contains("larger than what may be read"));
}

#[test]
fn editions_of_a_time() {
    let target = |options: &[&str]| {
        let around = ["links", "--type", "html", "--retrieved-from", "http://a/b/c/d;p?q"];
        run([&around, options].concat(), b"<a href='?y'>").texts().0.to_owned()
    };
    assert_eq!(target(&[]), "http://a/b/c/d;p?y\n");
    assert_eq!(target(&["--as-of", "1999"]), "http://a/b/c/?y\n");
    assert_eq!(target(&["--edition", "draft1997"]), "http://a/b/c/?y\n");
    for wrong in [&["--as-of", "never"][..], &["--as-of", "1999", "--edition", "rfc3986"]] {
        assert_eq!(run([&["links"], wrong].concat(), b"").code, 2);
    }
}

/// Names of files are octets: two that differ in octets that are not UTF-8 stay two, on disk, in URIs and in results.
#[cfg(unix)]
#[test]
fn file_names_that_are_not_utf_8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let folder = temporary("octets.html", b"").with_extension("d");
    _ = std::fs::remove_dir_all(&folder);
    let page = b"<a href='b.html#q'>b</a> <a href='/\xff'>raw</a>";
    for (name, other) in [(&b"d\xff"[..], &b"<p id=q>"[..]), ("d\u{fffd}".as_bytes(), b"<p>")] {
        let inside = folder.join(OsStr::from_bytes(name));
        std::fs::create_dir_all(&inside).unwrap();
        std::fs::write(inside.join("a.html"), page).unwrap();
        std::fs::write(inside.join("b.html"), other).unwrap();
    }
    let at = |arguments: &str, file: &[u8]| {
        let arguments = arguments.split(' ').map(OsStr::new).chain([OsStr::from_bytes(file)]);
        run_command(napkin(arguments).current_dir(&folder), b"")
    };
    let ran = at("links --base-from-path --json", b"d\xff/a.html");
    let [link, raw] = &ran.json()[..] else { panic!() };
    assert_eq!(link["source"], r"d\xff/a.html");
    assert!(link["target"].as_str().unwrap().ends_with("/d%FF/b.html#q"), "{link}");
    assert!(raw["target"].as_str().is_some(), "{raw}");
    let ran = at("links --base http://h -r --json", b".");
    let targets: Vec<_> = ran.json().iter().map(|link| link["target"].to_string()).collect();
    assert!(targets.contains(&r#""http://h/d%FF/b.html#q""#.to_owned()), "{targets:?}");
    let ran = at("check --links", b"d\xff/a.html");
    assert!(!ran.texts().1.contains("#q"), "{:?}", ran.texts());
    let ran = at("check --links", "d\u{fffd}/a.html".as_bytes());
    assert!(ran.texts().0.contains("has no '#q'") || ran.texts().1.contains("has no '#q'"));
    std::fs::write(folder.join(OsStr::from_bytes(b"\xff.html")), "<a href='#none'>").unwrap();
    let ran = at("check --links", b"\xff.html");
    assert!(ran.texts().0.contains("has no '#none'") || ran.texts().1.contains("has no '#none'"));
    let ran = at("parse --json -i", b"d\xfe");
    assert_eq!((ran.code, ran.texts().1.contains(r"d\xfe")), (3, true), "{:?}", ran.texts());
}
