//! The functions on the cases of `spec/cases/`; in columns of every string type.

mod support;

use serde_json::Value;
use support::{cases, cases_of, edition, rows, session, string_types, table};

/// Whether the input is a relative reference, not a URI; functions accept references.
fn is_reference(case: &Value) -> bool {
    let edition = napkin::Edition::named(edition(case));
    let parsed = edition.zip(case["input"].as_str()).map(|(edition, input)| edition.parse(input));
    parsed.is_some_and(|parsed| parsed.is_ok_and(|parsed| parsed.is_relative_ref()))
}

/// Judges the answers to the cases of an operation that the functions can express.
async fn check(op: &str, sql: &str, judge: impl Fn(&Value, &Value)) {
    let plain = |case: &Value| {
        let leniently = case["strict"] == false;
        // Functions have no option for another resolution, another start rule, or the plus signs of forms.
        let chosen = case.get("variant").or(case.get("excess")).or(case.get("document"));
        let other_rule = op == "reject" && (case.get("production").is_some() || is_reference(case));
        let is_form = op == "decode" && case["part"] == "query";
        // A column of text cannot have ill-formed octets.
        let is_text = case["input"].is_string();
        case["op"] == op && is_text && chosen.is_none() && !leniently && !other_rule && !is_form
    };
    let cases: Vec<_> = cases().into_iter().filter(plain).collect();
    assert!(!cases.is_empty(), "{op}");
    let text = |key: &str| {
        cases.iter().map(|case| case[key].as_str().map(str::to_owned)).collect::<Vec<_>>()
    };
    let session = session();
    for of in string_types() {
        table(
            &session,
            "cases",
            &of,
            &[
                ("number", (0..cases.len()).map(|number| Some(format!("{number:05}"))).collect()),
                ("input", text("input")),
                ("other", text("other")),
                ("base", text("base")),
                (
                    "level",
                    text("level")
                        .into_iter()
                        .map(|level| level.or(Some("syntax".into())))
                        .collect(),
                ),
                ("edition", cases.iter().map(|case| Some(edition(case).to_owned())).collect()),
            ],
        );
        let answers =
            rows(&session, &format!("SELECT {sql} AS answer FROM cases ORDER BY number")).await;
        assert_eq!(answers.len(), cases.len());
        for (case, answer) in cases.iter().zip(answers) {
            judge(case, &answer["answer"]);
        }
    }
}

#[tokio::test]
async fn parse() {
    check("parse", "uri_parse(input, edition)", |case, answer| {
        for (key, expected) in case["expect"].as_object().unwrap() {
            // Java also has the port as a number, and the text after the scheme as a component.
            if ["port_number", "ssp"].contains(&key.as_str()) {
                continue;
            }
            assert_eq!(&answer[key], expected, "{key} of {case}: {answer}");
        }
    })
    .await;
    for (function, key) in [
        ("uri_scheme", "scheme"),
        ("uri_userinfo", "userinfo"),
        ("uri_host", "host"),
        ("uri_host_kind", "host_kind"),
        ("uri_path", "path"),
        ("uri_segments", "segments"),
        ("uri_query", "query"),
        ("uri_fragment", "fragment"),
    ] {
        check("parse", &format!("{function}(input, edition)"), |case, answer| {
            if let Some(expected) = case["expect"].get(key) {
                assert_eq!(answer, expected, "{function} of {case}");
            }
        })
        .await;
    }
    check("parse", "uri_port(input, false, edition)", |case, answer| {
        if let Some(expected) = case["expect"].get("port") {
            assert_eq!(answer, expected, "{case}");
        }
    })
    .await;
    check("parse", "uri_valid(input, edition)", |case, answer| {
        assert_eq!(*answer, true, "{case}");
    })
    .await;
    check("parse", "uri_error(input, edition)", |case, answer| {
        assert!(answer.is_null(), "{case}");
    })
    .await;
}

#[tokio::test]
async fn reject() {
    check("reject", "uri_valid(input, edition)", |case, answer| {
        assert_eq!(*answer, false, "{case}");
    })
    .await;
    check("reject", "uri_error(input, edition)", |case, answer| {
        assert!(answer["kind"].is_string() && answer["message"].is_string(), "{case}: {answer}");
    })
    .await;
    check("reject", "uri_host(input, edition)", |case, answer| {
        assert!(answer.is_null(), "{case}");
    })
    .await;
}

#[tokio::test]
async fn resolve() {
    check("resolve", "uri_resolve(input, base, edition)", |case, answer| {
        let expected = case["expect"].as_str().map_or(Value::Null, Value::from);
        assert_eq!(*answer, expected, "{case}");
    })
    .await;
}

/// The URL Standard and its dated editions: the parts of canonical texts, and resolution.
#[tokio::test]
async fn url_standard() {
    let files = ["url-standard.jsonl", "url-standard-history.jsonl"];
    // A function has no document, whose encoding its query would have.
    let can_ask = |case: &Value| {
        (case["op"] == "parse" || case["op"] == "reject") && case.get("encoding").is_none()
    };
    let cases: Vec<_> =
        cases_of(|file| files.contains(&file)).into_iter().filter(can_ask).collect();
    assert!(!cases.is_empty());
    let text = |key: &str| cases.iter().map(|case| case[key].as_str().map(str::to_owned)).collect();
    let numbers = (0..cases.len()).map(|number| Some(format!("{number:05}"))).collect();
    let session = session();
    for of in string_types() {
        let columns = ["input", "base", "edition"].map(|key| (key, text(key)));
        table(
            &session,
            "cases",
            &of,
            &[&[("number", Vec::clone(&numbers))], &columns[..]].concat(),
        );
        let of_text = "uri_parse(input, edition) AS parts, uri_normalize(input, 'syntax', edition) AS href, \
             uri_error(input, edition) AS error, uri_valid(input, edition) AS valid, \
             uri_equivalent_at(input, ' ' || input, edition) AS level, \
             uri_resolve(input, base, edition) AS target, \
             uri_resolve(uri_relativize(uri_resolve(input, base, edition), base, edition), base, edition) AS back";
        let sql = format!("SELECT {of_text} FROM cases ORDER BY number");
        for (case, answer) in cases.iter().zip(rows(&session, &sql).await) {
            let expected = &case["expect"];
            if case["base"].is_string() {
                assert_eq!(answer["target"], expected["href"], "{case}");
                assert_eq!(answer["back"], expected["href"], "{case}");
                continue;
            }
            assert_eq!(answer["href"], expected["href"], "{case}");
            assert_eq!(answer["valid"], case["op"] == "parse", "{case}");
            if case["op"] == "reject" {
                assert!(answer["parts"].is_null() && answer["error"]["kind"].is_string(), "{case}");
                continue;
            }
            assert_eq!(answer["level"], "url", "{case}");
            let told = |part: &str| answer["parts"][part].as_str().unwrap_or_default();
            let signed = |sign: &str, part: &str| match told(part) {
                "" => String::new(),
                text => format!("{sign}{text}"),
            };
            for (attribute, value) in [
                ("protocol", format!("{}:", told("scheme"))),
                ("username", told("user").to_owned()),
                ("password", told("password").to_owned()),
                ("hostname", told("host").to_owned()),
                ("port", told("port").to_owned()),
                ("pathname", told("path").to_owned()),
                ("search", signed("?", "query")),
                ("hash", signed("#", "fragment")),
            ] {
                // A case may omit one.
                if let Some(expected) = expected.get(attribute) {
                    assert_eq!(value, *expected, "{attribute}: {case}");
                }
            }
        }
    }
}

#[tokio::test]
async fn relativize() {
    // The target of a case has to be reachable by relativizing, if it is in normal form.
    let back = "uri_resolve(uri_relativize(uri_resolve(input, base), base), base)";
    let sql = format!("{back} IS NOT DISTINCT FROM uri_resolve(input, base)");
    check("resolve", &sql, |case, answer| {
        assert_eq!(*answer, true, "{case}");
    })
    .await;
}

#[tokio::test]
async fn normalize() {
    check("normalize", "uri_normalize(input, level, edition)", |case, answer| {
        let expected = case["expect"].as_str().map_or(Value::Null, Value::from);
        assert_eq!(*answer, expected, "{case}");
    })
    .await;
}

#[tokio::test]
async fn compare() {
    let rung = |name: &str| napkin::Level::ALL.iter().position(|level| level.name() == name);
    let is_equivalent = move |case: &Value, answer: &Value| {
        // Two URIs of Java are compared by `equals`.
        let level = case["level"].as_str().or((case["edition"] == "java").then_some("simple"));
        // These rungs each do one thing, so the lowest one says nothing about the others.
        let single = |level: Option<&str>| {
            level.is_some_and(|level| ["case", "percent", "path"].contains(&level))
        };
        if single(level) && single(answer.as_str()) && answer.as_str() != level {
            return None;
        }
        let level = level.and_then(rung).unwrap_or(usize::MAX);
        let found = answer.as_str().and_then(rung);
        Some(found.is_some_and(|found| found <= level))
    };
    check("equivalent", "uri_equivalent_at(input, other, edition)", |case, answer| {
        assert_ne!(is_equivalent(case, answer), Some(false), "{case}: {answer}");
    })
    .await;
    check("different", "uri_equivalent_at(input, other, edition)", |case, answer| {
        assert_ne!(is_equivalent(case, answer), Some(true), "{case}: {answer}");
    })
    .await;
}

#[tokio::test]
async fn extract() {
    check("extract", "uri_extract(input, edition)", |case, answer| {
        assert_eq!(*answer, case["expect"], "{case}");
    })
    .await;
}

/// The mapping of IRIs and back. Steps before mapping (NFC, encoding of ASCII) have no function.
#[tokio::test]
async fn map() {
    let judge = |of_idna: bool| {
        move |case: &Value, answer: &Value| {
            if (case["host"] == "idna") == of_idna {
                let expected = case["expect"].as_str().map_or(Value::Null, Value::from);
                assert_eq!(*answer, expected, "{case}");
            }
        }
    };
    for idna in [false, true] {
        check("to_uri", &format!("iri_to_uri(input, {idna})"), judge(idna)).await;
        check("to_iri", &format!("uri_to_iri(input, {idna})"), judge(idna)).await;
    }
}

#[tokio::test]
async fn decode() {
    check("decode", "uri_decode(input, edition)", |case, answer| {
        // Octets are text if they are UTF-8, or if the edition says that they are Latin-1.
        let is_latin1 = edition(case) == "rfc1630";
        let octets = case["expect"]["octets"].as_str().and_then(octets);
        let expected = octets.and_then(|octets| {
            let latin1 = octets.iter().copied().map(char::from).collect();
            if is_latin1 { Some(latin1) } else { String::from_utf8(octets).ok() }
        });
        assert_eq!(answer.as_str(), expected.as_deref(), "{case}");
    })
    .await;
}

/// Octets from their hexadecimal digits.
fn octets(digits: &str) -> Option<Vec<u8>> {
    let pairs = (0..digits.len()).step_by(2);
    pairs.map(|at| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok()).collect()
}
