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
