//! The functions of other engines: the answers of Spark and ClickHouse for the texts of `spec/cases/sql/`, errors,
//! keys that are patterns, and the names with napkin's own answers.

mod support;

use std::collections::BTreeSet;
use std::fs;

use datafusion::arrow::datatypes::DataType;
use datafusion::prelude::SessionContext;
use napkin_sql::Aliases;
use serde_json::{Value, json};
use support::{failure, rows, string_types, table};

fn session_of(pack: Aliases) -> SessionContext {
    let mut session = SessionContext::new();
    pack.register(&mut session).unwrap();
    session
}

/// The cases of an engine.
fn answered_by(engine: &str) -> Vec<Value> {
    let file = support::project().join(format!("spec/cases/sql/{engine}.jsonl"));
    let text = fs::read_to_string(file).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The call for a column of the cases: `HOST` and `QUERY key` of Spark, `domain` and `cutURLParameter key` of
/// ClickHouse.
fn call(pack: Aliases, column: &str) -> String {
    match column.split_once(' ') {
        Some((part, key)) if pack == Aliases::Spark => {
            format!("try_parse_url(u, '{part}', '{key}')")
        }
        Some((function, key)) => format!("{function}(u, '{key}')"),
        None if column == "url_decode" => "try_url_decode(u)".to_owned(),
        None if pack == Aliases::Spark && column != "url_encode" => {
            format!("try_parse_url(u, '{column}')")
        }
        None => format!("{column}(u)"),
    }
}

/// Compares every column of every case; a value that a case lacks is `nothing`.
async fn check(pack: Aliases, count: usize, is_nothing: fn(&Value) -> bool) {
    let cases = answered_by(pack.name());
    assert_eq!(cases.len(), count);
    let names: BTreeSet<_> =
        cases.iter().flat_map(|case| case["expect"].as_object().unwrap().keys().cloned()).collect();
    let session = session_of(pack);
    let calls = names.iter().enumerate().map(|(at, name)| format!("{} AS c{at}", call(pack, name)));
    let sql = calls.collect::<Vec<_>>().join(", ");
    for of in string_types() {
        let inputs = cases.iter().map(|case| case["input"].as_str().map(str::to_owned)).collect();
        let numbers = (0..cases.len()).map(|number| Some(format!("{number:05}"))).collect();
        table(&session, "texts", &of, &[("n", numbers), ("u", inputs)]);
        let answers = rows(&session, &format!("SELECT {sql} FROM texts ORDER BY n")).await;
        assert_eq!(answers.len(), cases.len());
        for (case, answer) in cases.iter().zip(answers) {
            for (at, name) in names.iter().enumerate() {
                let found = &answer[format!("c{at}")];
                match case["expect"].get(name) {
                    Some(expected) => assert_eq!(found, expected, "{name} of {case}"),
                    None => assert!(is_nothing(found), "{name} of {case}: {found}"),
                }
            }
        }
    }
}

#[tokio::test]
async fn spark_answers() {
    check(Aliases::Spark, 1000, Value::is_null).await;
}

#[tokio::test]
async fn clickhouse_answers() {
    check(Aliases::ClickHouse, 1000, |found| [json!(""), json!(0), json!([])].contains(found))
        .await;
}

#[tokio::test]
async fn spark_fails_where_a_url_is_invalid() {
    let session = session_of(Aliases::Spark);
    let told = failure(&session, "SELECT parse_url('http://a b/', 'HOST')").await;
    let reason =
        "parse_url: 'http://a b/': [INVALID_URL] Illegal character in authority at index 7";
    assert!(told.contains(reason), "{told}");
    let told = failure(&session, "SELECT url_decode('%4')").await;
    assert!(
        told.contains("url_decode: '%4': '%' without two hexadecimal digits at byte 0"),
        "{told}"
    );
    // With a key, the URL is parsed only for the query.
    let sql = "SELECT parse_url('http://a b/', 'HOST', 'k') AS key, try_parse_url('http://a b/', 'HOST') AS host, \
        parse_url('http://a b/', NULL) AS part, try_url_decode('%4') AS decoded";
    let answer = rows(&session, sql).await;
    assert_eq!(answer, [json!({"key": null, "host": null, "part": null, "decoded": null})]);
    // Java's undeclared exception, which Spark does not expect, fails in both.
    for function in ["parse_url", "try_parse_url"] {
        let sql = format!("SELECT {function}('http://[::99999999999.1.1.1]/', 'HOST')");
        assert!(failure(&session, &sql).await.contains("99999999999"));
    }
}

#[tokio::test]
async fn keys_are_patterns_of_java() {
    let session = session_of(Aliases::Spark);
    let query = "aq=3&qa=4&A=7&a-b=8&x.y=9&%71=10&aa=11&=12";
    for (key, value) in [
        ("aq", Some("3")),
        ("q", None),
        ("a", None),
        ("A", Some("7")),
        ("(?i)QA", Some("4")),
        (r"\Qx.y\E", Some("9")),
        ("x.y", Some("9")),
        (r"x\.y", Some("9")),
        ("a.b", Some("8")),
        ("[a-q]{2}", Some("3")),
        ("[^a]a", Some("4")),
        ("(q)a", Some("q")),
        ("(?:q)a", Some("4")),
        ("(?<n>q)a", Some("q")),
        ("(x)?aa", None),
        (r"\w\W\w", Some("8")),
        ("a+?", Some("11")),
        ("%71", Some("10")),
        ("", Some("12")),
        // The second half is `=([^&]*)` alone.
        ("nothing|", Some("3")),
        ("[-a]{2}", Some("11")),
    ] {
        let key = key.replace('\'', "''");
        let sql = format!("SELECT parse_url('http://h/?{query}', 'QUERY', '{key}') AS value");
        assert_eq!(rows(&session, &sql).await, [json!({"value": value})], "{key}");
    }
    for key in [
        "a[]", "(", ")", "a{", "*", "(a)+", "a**", "a++", "(?=a)", "[a&&b]", "[[a]]", r"\1", r"\b",
        r"\p{L}", "a{2000}", r"a\", "[a", "(?x)a", "{2}", "a{,2}", "[z-a]", "(?i)*",
    ] {
        let sql = format!("SELECT try_parse_url('http://h/?{query}', 'QUERY', '{key}')");
        let told = failure(&session, &sql).await;
        assert!(told.contains("is a pattern of Java: "), "{key}: {told}");
    }
    // Keys from a column, and an invalid pattern that no row with a query uses.
    let (urls, keys) = (["http://h/?a=1", "http://h/?b=2", "http://h/"], ["a", "b", "("]);
    let texts = |texts: [&str; 3]| texts.map(|text| Some(text.to_owned())).to_vec();
    table(&session, "texts", &DataType::Utf8, &[("u", texts(urls)), ("k", texts(keys))]);
    let answers = rows(&session, "SELECT parse_url(u, 'QUERY', k) AS v FROM texts").await;
    assert_eq!(answers, [json!({"v": "1"}), json!({"v": "2"}), json!({"v": null})]);
}

/// From the documentation of Trino: parts are decoded, undefined ones empty; NULL for an invalid URI; a port is a
/// number.
#[tokio::test]
async fn trino_answers() {
    let session = session_of(Aliases::Trino);
    let columns = "url_extract_protocol(u) AS s, url_extract_host(u) AS h, url_extract_port(u) AS o, url_extract_path(u) AS p, \
        url_extract_query(u) AS q, url_extract_fragment(u) AS f, url_extract_parameter(u, 'k') AS k";
    for (text, expected) in [
        (
            "http://h:080/%41?k=%42+c&k=2#%43",
            json!({"s": "http", "h": "h", "o": 80, "p": "/A", "q": "k=B+c&k=2", "f": "C", "k": "B c"}),
        ),
        (
            "http://h",
            json!({"s": "http", "h": "h", "o": null, "p": "", "q": "", "f": "", "k": null}),
        ),
        ("a?k", json!({"s": "", "h": "", "o": null, "p": "a", "q": "k", "f": "", "k": ""})),
        (
            "//h_1:7/?k==%26",
            json!({"s": "", "h": "", "o": null, "p": "/", "q": "k==&", "f": "", "k": "=&"}),
        ),
        (
            "mailto:a@b?k=1",
            json!({"s": "mailto", "h": "", "o": null, "p": "", "q": "", "f": "", "k": null}),
        ),
        (
            "http://a b/?k=1",
            json!({"s": null, "h": null, "o": null, "p": null, "q": null, "f": null, "k": null}),
        ),
    ] {
        assert_eq!(
            rows(&session, &format!("SELECT {columns} FROM (VALUES ('{text}')) AS t(u)")).await,
            [expected],
            "{text}"
        );
    }
    let sql = "SELECT url_encode('a b~*é') AS e, url_decode('a+%2B%C3%A9%FF%+1') AS d";
    assert_eq!(
        rows(&session, sql).await,
        [json!({"e": "a+b%7E*%C3%A9", "d": "a +é\u{FFFD}\u{1}"})]
    );
    let told = failure(&session, "SELECT url_decode('%zz')").await;
    assert!(told.contains("'%' without two hexadecimal digits"), "{told}");
}

#[tokio::test]
async fn the_names_may_have_our_own_answers() {
    let mut session = SessionContext::new();
    for pack in Aliases::ALL {
        pack.register_own(&mut session).unwrap();
    }
    let sql = "SELECT parse_url('file:///a', 'HOST') AS empty, parse_url('http://a b/', 'HOST') AS invalid, \
        parse_url('http://h/?%71=1', 'QUERY', 'q') AS key, url_extract_query('http://h/?%41') AS query, domain('http://h/') AS host, \
        extractURLParameter('http://h/?q=%41', 'q') AS parameter, decodeURLComponent('%FF') AS decoded";
    let expected = json!({"empty": "", "invalid": null, "key": "1", "query": "%41", "host": "h", "parameter": "%41", "decoded": null});
    assert_eq!(rows(&session, sql).await, [expected]);
    // A name without an answer of napkin is unknown.
    assert!(failure(&session, "SELECT netloc('http://h/')").await.contains("netloc"));
}

/// Each function names the version that it was compared with.
#[test]
fn every_function_names_a_version() {
    for pack in Aliases::ALL {
        for function in pack.functions() {
            let about = &function.documentation().unwrap().description;
            let engine =
                ["Spark 4.3.0", "the documentation of Trino", "ClickHouse 26.9 (chDB 4.4.0)"]
                    [pack as usize];
            assert!(
                about.ends_with(&format!(" As {engine} answers.")),
                "{}: {about}",
                function.name()
            );
        }
    }
}

/// A plan has only the name, so two functions with different answers must not share one.
#[test]
fn a_name_in_a_plan_is_of_one_function() {
    let state = SessionContext::new().state();
    let mut names: Vec<_> = state.scalar_functions().keys().cloned().collect();
    let own = napkin_sql::functions();
    let of_packs = Aliases::ALL.into_iter().flat_map(Aliases::functions);
    names.extend(own.iter().cloned().chain(of_packs).map(|function| function.name().to_owned()));
    names.sort();
    let twice = names.windows(2).find(|pair| pair[0] == pair[1]);
    assert_eq!(twice, None);
    // Functions of a pack that are napkin's own are called so in plans.
    for function in Aliases::ALL.into_iter().flat_map(Aliases::own_functions) {
        let is_own = own.iter().any(|known| known.name() == function.name());
        assert!(is_own || function.name() == "napkin_parse_url", "{}", function.name());
        assert!(function.aliases().iter().all(|alias| names.binary_search(alias).is_err()));
    }
}

/// Columns are named as the query calls the function.
#[tokio::test]
async fn a_column_is_named_by_the_query() {
    let mut session = SessionContext::new();
    Aliases::Spark.register(&mut session).unwrap();
    let sql =
        "SELECT parse_url(u, 'HOST'), try_parse_url(u, 'HOST') FROM (VALUES ('http://h/')) AS t(u)";
    let answer = session.sql(sql).await.unwrap();
    let names: Vec<_> = answer.schema().fields().iter().map(|field| field.name().clone()).collect();
    assert_eq!(names, ["parse_url(t.u,Utf8(\"HOST\"))", "try_parse_url(t.u,Utf8(\"HOST\"))"]);
}
