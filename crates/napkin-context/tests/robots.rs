//! The Robots Exclusion Protocol: the examples of RFC 9309, the cases of Google's crawler, and our own.

use std::fs;
use std::path::Path;

use napkin_context::{NoAgent, Robots, RobotsAgent};
use serde_json::Value;

#[test]
fn the_rules_of_a_file() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/cases/robots.jsonl");
    let lines = fs::read_to_string(path).unwrap();
    for line in lines.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let robots = Robots::parse(case["robots"].as_str().unwrap().as_bytes());
        let agent = RobotsAgent::new(case["agent"].as_str().unwrap()).unwrap();
        let mut asked = 0;
        for (key, is_allowed) in [("allowed", true), ("disallowed", false)] {
            for path in case[key].as_array().into_iter().flatten() {
                asked += 1;
                let path = path.as_str().unwrap();
                let verdict = robots.judge(&agent, path);
                assert_eq!(verdict.is_allowed(), is_allowed, "{} {path}: {verdict:?}", case["id"]);
                if let Some(line) = case.get("line") {
                    let rule = verdict.rule.map(|rule| rule.line as u64);
                    assert!(is_allowed || rule == line.as_u64(), "{} {path}: {rule:?}", case["id"]);
                }
                if let Some(group) = case.get("group") {
                    assert_eq!(verdict.group, group.as_str(), "{}", case["id"]);
                }
            }
        }
        assert!(asked > 0, "{}", case["id"]);
        if let Some(sitemaps) = case.get("sitemaps") {
            assert_eq!(&Value::from(robots.sitemaps().to_vec()), sitemaps, "{}", case["id"]);
        }
    }
}

/// The names that Google's crawler takes and does not take (`ID_VerifyValidUserAgentsToObey` of google/robotstxt), and that of all others.
#[test]
fn names_of_crawlers() {
    for token in ["Foobot", "Foobot-Bar", "Foo_Bar", "*"] {
        assert!(RobotsAgent::new(token).is_ok(), "{token}");
    }
    for (text, begins) in [
        ("", None),
        ("ツ", None),
        ("Foobot*", Some("Foobot")),
        (" Foobot ", None),
        ("Foobot/2.1", Some("Foobot")),
        ("Foobot Bar", Some("Foobot")),
    ] {
        let NoAgent { token, .. } = RobotsAgent::new(text).unwrap_err();
        assert_eq!(token.as_deref(), begins, "{text}");
    }
}

/// Google cuts a line behind 8 · 2083 bytes (`GoogleOnly_LineTooLong` of google/robotstxt); RFC 9309 has no longest line,
/// and the whole pattern counts.
#[test]
fn long_lines_count_whole() {
    let agent = RobotsAgent::new("FooBot").unwrap();
    let [disallowed, long_a, long_b] = [("a", "disallow: "), ("a", "allow: "), ("b", "allow: ")]
        .map(|(letter, key)| format!("/x/{}", letter.repeat(8 * 2083 - 5 - key.len())));
    let robots =
        Robots::parse(format!("user-agent: FooBot\ndisallow: {disallowed}/qux\n").as_bytes());
    let is_allowed = |robots: &Robots, path: &str| robots.judge(&agent, path).is_allowed();
    assert!(is_allowed(&robots, "/fux"));
    assert!(!is_allowed(&robots, &format!("{disallowed}/qux")));
    assert!(is_allowed(&robots, &format!("{disallowed}/fux")), "Google's cut pattern matches it");
    let rules =
        format!("user-agent: FooBot\ndisallow: /\nallow: {long_a}/qux\nallow: {long_b}/qux\n");
    let robots = Robots::parse(rules.as_bytes());
    assert!(!is_allowed(&robots, "/"));
    assert!(is_allowed(&robots, &format!("{long_a}/qux")));
    assert!(!is_allowed(&robots, &format!("{long_b}/fux")), "Google's cut pattern matches it");
}

/// A byte order mark is passed over at the start of a file, and makes another key elsewhere, as does what is no mark
/// (`ID_UTF8ByteOrderMarkIsSkipped` of google/robotstxt, which takes the first two bytes of one too).
#[test]
fn marks_of_the_byte_order() {
    let agent = RobotsAgent::new("foo").unwrap();
    for (file, is_allowed) in [
        (&b"\xEF\xBB\xBFUser-Agent: foo\nDisallow: /AnyValue\n"[..], false),
        (b"\xEF\xBBUser-Agent: foo\nDisallow: /AnyValue\n", true),
        (b"\xEFUser-Agent: foo\nDisallow: /AnyValue\n", true),
        (b"\xEF\x11\xBFUser-Agent: foo\nDisallow: /AnyValue\n", true),
        (b"User-Agent: foo\n\xEF\xBB\xBFDisallow: /AnyValue\n", true),
    ] {
        let verdict = Robots::parse(file).judge(&agent, "/AnyValue").is_allowed();
        assert_eq!(verdict, is_allowed, "{}", String::from_utf8_lossy(file));
    }
}
