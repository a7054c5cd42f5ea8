//! The command: file formats by extension, output formats, exit statuses.

use std::fs;
use std::path::Path;

use crate::process::{failure, run, text};
use tempfile::TempDir;

/// A folder with one file of each kind, all with the same two links.
fn files() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in [
        ("links.csv", "uri,n\n\"http://a.example/x,y\",1\nhttp://b.example/,2\n"),
        ("links.tsv", "uri\tn\nhttp://a.example/x,y\t1\nhttp://b.example/\t2\n"),
        (
            "links.jsonl",
            "{\"uri\":\"http://a.example/x,y\",\"n\":1}\n{\"uri\":\"http://b.example/\",\"n\":2}\n",
        ),
        ("links.txt", "http://a.example/x,y\nhttp://b.example/\n"),
    ] {
        fs::write(folder.path().join(name), content).unwrap();
    }
    folder
}

#[test]
fn files_are_read_by_their_endings() {
    let folder = files();
    let folder = folder.path();
    for (file, options) in [
        ("links.parquet", "STORED AS PARQUET"),
        ("links.csv.gz", "STORED AS CSV OPTIONS (format.compression 'gzip')"),
        ("links.jsonl.zst", "STORED AS JSON OPTIONS (format.compression 'zstd')"),
    ] {
        text(folder, &[&format!("COPY (SELECT * FROM 'links.csv') TO '{file}' {options}")]);
    }
    for file in ["csv", "tsv", "jsonl", "txt", "parquet", "csv.gz", "jsonl.zst"] {
        let sql = format!("SELECT uri, uri_host(uri) AS host FROM 'links.{file}' ORDER BY uri");
        let expected =
            "uri,host\n\"http://a.example/x,y\",a.example\nhttp://b.example/,b.example\n";
        assert_eq!(text(folder, &["--format", "csv", &sql]), expected, "{file}");
    }
    fs::write(folder.join("more.txt"), "http://c.example/\n").unwrap();
    let sql = "SELECT count(*) AS n FROM '*.txt'";
    assert_eq!(text(folder, &["--format", "csv", sql]), "n\n3\n");
}

#[test]
fn lines_are_read_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let lines = "a,b\n\"quoted\" 'text'\n\nc\td\\n\ntrailing \nlast";
    fs::write(folder.path().join("odd.txt"), lines).unwrap();
    let found = text(folder.path(), &["--format", "json", "SELECT uri FROM 'odd.txt'"]);
    let expected = "{\"uri\":\"a,b\"}\n{\"uri\":\"\\\"quoted\\\" 'text'\"}\n{\"uri\":\"c\\td\\\\n\"}\n\
                    {\"uri\":\"trailing \"}\n{\"uri\":\"last\"}\n";
    assert_eq!(found, expected);
}

#[test]
fn indexes_of_archives_are_read() {
    let index = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files/index.cdx");
    let folder = tempfile::tempdir().unwrap();
    let headless = fs::read_to_string(&index).unwrap();
    let (_, headless) = headless.split_once('\n').unwrap();
    fs::write(folder.path().join("headless.cdx"), headless).unwrap();
    for file in [index.to_str().unwrap(), "headless.cdx"] {
        let sql = format!(
            "SELECT original, mimetype, status, redirect, \"offset\" FROM '{file}' ORDER BY timestamp"
        );
        let found = text(folder.path(), &["--format", "json", &sql]);
        let lines: Vec<_> = found.lines().collect();
        assert_eq!(
            lines[1],
            r#"{"original":"http://www.example.org/a\"b","mimetype":"text/html","status":"404","redirect":"-","offset":"512"}"#
        );
        assert_eq!(
            lines[2],
            r#"{"original":"http://example.org/moved","mimetype":"-","status":"301","redirect":"http://example.org/","offset":"812"}"#
        );
        assert_eq!(lines.len(), 4);
    }
}

#[test]
fn answers_are_written_in_several_ways() {
    let folder = files();
    let folder = folder.path();
    let sql = "SELECT n, uri_segments(uri) AS segments FROM 'links.csv' ORDER BY n";
    let table = "| n | segments |\n|---|----------|\n| 1 | [x,y]    |\n| 2 | []       |\n";
    assert_eq!(text(folder, &[sql]), table);
    let json = "{\"n\":1,\"segments\":[\"x,y\"]}\n{\"n\":2,\"segments\":[\"\"]}\n";
    assert_eq!(text(folder, &["--format", "json", sql]), json);
    assert_eq!(text(folder, &["--output", "out.parquet", sql]), "");
    assert_eq!(text(folder, &["--format", "json", "SELECT * FROM 'out.parquet' ORDER BY n"]), json);
    // Control characters in an input do not reach the terminal.
    let steering = text(folder, &["SELECT chr(27) || '[2J' AS a"]);
    assert!(steering.contains("\\u{1b}[2J") && !steering.contains('\x1b'), "{steering}");
    // Several statements.
    assert_eq!(text(folder, &["--format", "csv", "SELECT 1 AS a; SELECT 2 AS b"]), "a\n1\nb\n2\n");
}

#[test]
fn a_long_table_says_what_it_leaves_out() {
    let folder = files();
    let done = run(folder.path(), &["--rows", "1", "SELECT uri FROM 'links.txt' ORDER BY uri"]);
    assert_eq!(String::from_utf8(done.stdout).unwrap().lines().count(), 3);
    let told = String::from_utf8(done.stderr).unwrap();
    assert_eq!(told, "napkin-sql: 1 more rows; '--rows 0' shows them\n");
}

#[test]
fn failures_have_their_status() {
    let folder = files();
    let folder = folder.path();
    for (arguments, status, message) in [
        (
            vec!["SELECT uri_host_strict('http://a b/')"],
            1,
            "uri_host_strict: 'http://a b/': invalid character in the host at byte 8",
        ),
        (vec!["SELECT uri_hots('a')"], 2, "Did you mean 'uri_host"),
        (vec!["SELEC"], 2, "Expected"),
        (vec!["SELECT uri_normalize('a:', 'high')"], 2, "'high' is no level"),
        (vec!["SELECT * FROM links"], 2, "links"),
        (vec!["--format", "parquet", "SELECT 1"], 2, "--output"),
        (vec!["--format", "csv", "SELECT [1]"], 2, "CSV"),
        (vec!["--output", "x.odd", "SELECT 1"], 2, "--format"),
        (vec!["--aliases", "oracle", "SELECT 1"], 2, "oracle"),
        (vec!["SELECT * FROM 'none.parquet'"], 3, "no file 'none.parquet'"),
        (vec!["SELECT * FROM 'links.odd'"], 2, "known are .parquet, .csv"),
        (
            vec!["--cluster", "localhost:50050", "SELECT 1"],
            2,
            "write --cluster df://localhost:50050",
        ),
        (
            vec!["--cluster", "http://localhost:50050", "SELECT 1"],
            2,
            "write --cluster df://localhost:50050",
        ),
        (vec!["--cluster", "df://localhost", "SELECT 1"], 2, "df://localhost:50050"),
        (vec!["--cluster", "df://127.0.0.1:1", "SELECT 1"], 1, "no scheduler at df://127.0.0.1:1"),
        (vec!["SELECT uri_normalize('a:', edition => 'rfc1')"], 2, "'rfc1' is no edition"),
        (vec!["SELECT uri_host('a:', size => 1)"], 2, "size"),
        (vec!["SELECT uri_host(1)"], 2, "uri_host: uri is text, not Int64; CAST makes text of it"),
        (vec!["SELECT uri_host()"], 2, "uri_host(uri[, edition])"),
        (vec!["SELECT $host"], 2, "--param host=VALUE"),
        (vec!["--memory", "much", "SELECT 1"], 2, "512M"),
        (vec!["--output", "no/such/folder.csv", "SELECT 1"], 3, "no/such/folder.csv"),
    ] {
        let (found, told) = failure(folder, &arguments);
        assert_eq!(found, status, "{arguments:?}: {told}");
        assert!(told.contains(message), "{arguments:?}: {told}");
        // One sentence, without the wrappers.
        if !told.starts_with("error: ") {
            assert_eq!(told.lines().count(), 1, "{arguments:?}: {told}");
            let nested = [
                "Error during planning",
                "Execution error",
                "External error",
                "caused by",
                "SQL error",
            ];
            assert!(!nested.iter().any(|words| told.contains(words)), "{arguments:?}: {told}");
        }
    }
    // Incomplete output is not left behind.
    let arguments = ["--output", "out.csv", "SELECT uri_host_strict(uri || ' ') FROM 'links.txt'"];
    assert_eq!(failure(folder, &arguments).0, 1);
    assert!(!folder.join("out.csv").exists());
}

#[test]
fn other_names_are_asked_for() {
    let folder = files();
    // ClickHouse finds no host in a name without a dot.
    let sql = "SELECT domain('http://a.example/') AS h, domain('http://h/') AS none";
    assert_eq!(failure(folder.path(), &[sql]).0, 2);
    let asked = ["--aliases", "clickhouse,spark", "--format", "csv", sql];
    assert_eq!(text(folder.path(), &asked), "h,none\na.example,\"\"\n");
    let own = [&["--own-answers"][..], &asked].concat();
    assert_eq!(text(folder.path(), &own), "h,none\na.example,h\n");
    let (status, told) = failure(folder.path(), &["--own-answers", sql]);
    assert!(status == 2 && told.contains("--aliases"), "{told}");
}

#[test]
fn example_data_depends_on_its_seed_only() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for (name, options) in [
        ("one", ["--rows", "3000", "--files", "1", "--seed", "1"]),
        ("three", ["--rows", "3000", "--files", "3", "--seed", "1"]),
        ("other", ["--rows", "3000", "--files", "1", "--seed", "2"]),
    ] {
        text(folder, &[&["generate", name][..], &options].concat());
    }
    let links = |name: &str| {
        let sql = format!("SELECT * FROM '{name}/*.parquet' ORDER BY uri, page, day, status");
        text(folder, &["--format", "csv", &sql])
    };
    assert_eq!(links("one"), links("three"));
    assert_ne!(links("one"), links("other"));
    // It contains what the cookbook searches for.
    let sql = "SELECT count(*) > count(DISTINCT uri) AS twice, \
               count(DISTINCT uri) > count(DISTINCT uri_normalize(uri, 'scheme')) AS spellings, \
               bool_or(NOT uri_valid(uri)) AS invalid, bool_or(cardinality(uri_hosts(uri)) > 1) AS confusing \
               FROM 'one/*.parquet'";
    let found = text(folder, &["--format", "csv", sql]);
    assert_eq!(found, "twice,spellings,invalid,confusing\ntrue,true,true,true\n");
}

#[test]
fn names_and_places_of_arguments_are_free() {
    let folder = files();
    let folder = folder.path();
    for (call, expected) in [
        ("uri_normalize('HTTP://h:80/%7ea', 'SCHEME')", "http://h/~a"),
        (
            "uri_normalize('HTTP://h:80/%7ea', Level => 'Scheme', edition => 'RFC3986')",
            "http://h/~a",
        ),
        ("uri_normalize('HTTP://h:80/%7ea', edition => 'Rfc2396')", "http://h:80/~a"),
        (
            "uri_normalize(edition => 'rfc3986', level => 'case', uri => 'HTTP://h:80/%7ea')",
            "http://h:80/%7Ea",
        ),
        ("uri_port('http://h/', edition => 'rfc3986', with_default => true)", "80"),
        ("uri_port_strict('http://h:1/', edition => 'rfc3986')", "1"),
        (
            "uri_host(edition => 'rfc3986', uri => uri_normalize('HTTP://H', edition => 'rfc3986'))",
            "h",
        ),
    ] {
        let sql = format!("SELECT {call} AS a");
        assert_eq!(text(folder, &["--format", "csv", &sql]), format!("a\n{expected}\n"), "{call}");
    }
}

#[test]
fn statements_come_from_files_and_have_parameters() {
    let folder = files();
    let folder = folder.path();
    let sql = "SELECT uri_host(uri) AS host FROM 'links.csv' WHERE uri_host(uri) = $host AND n < $most LIMIT $rows;";
    fs::write(folder.join("query.sql"), format!("-- hosts\n{sql}\n")).unwrap();
    let parameters = ["--param", "host=a.example", "-p", "most=5", "-p", "rows=1"];
    let expected = "host\na.example\n";
    let arguments = [&["--format", "csv", "-f", "query.sql"][..], &parameters].concat();
    assert_eq!(text(folder, &arguments), expected);
    let sql = "SELECT $1 AS a, $2 AS b";
    assert_eq!(text(folder, &["--format", "csv", "-p", "1=x", "-p", "$2=y", sql]), "a,b\nx,y\n");
    // A parameter's value is never SQL.
    let sql = "SELECT uri_host($u) AS host";
    assert_eq!(text(folder, &["--format", "csv", "-p", "u=http://h/') --", sql]), "host\n\n");
    let (status, told) = failure(folder, &["-p", "rows=x", "SELECT 1 LIMIT $rows"]);
    assert_eq!((status, told.contains("'x' is not")), (2, true), "{told}");
    let (status, told) = failure(folder, &["-f", "none.sql"]);
    assert_eq!((status, told.contains("none.sql")), (3, true), "{told}");
}

#[test]
fn functions_and_plans_can_be_read() {
    let folder = files();
    let folder = folder.path();
    let found = text(folder, &["--format", "csv", "SHOW FUNCTIONS LIKE 'uri_%'"]);
    assert!(found.contains("\nuri_host,scalar,\"uri_host(uri[, edition])\","), "{found}");
    assert!(found.lines().count() > 40, "{found}");
    assert!(text(folder, &["SHOW FUNCTIONS"]).contains("| abs "));
    let plan = text(folder, &["EXPLAIN SELECT uri_host(uri) FROM 'links.csv' WHERE n > 1"]);
    assert!(plan.starts_with("logical_plan\nProjection: "), "{plan}");
    assert!(plan.contains("\nphysical_plan\n") && !plan.contains("\\u{a}"), "{plan}");
    let plan = text(folder, &["EXPLAIN ANALYZE SELECT count(*) FROM 'links.csv'"]);
    assert!(plan.contains("output_rows=") && plan.lines().count() > 3, "{plan}");
    // An empty answer is not printed as a table.
    assert_eq!(text(folder, &["SET datafusion.execution.batch_size = 100"]), "");
    assert_eq!(
        text(folder, &["CREATE VIEW v AS SELECT 1 AS a; SELECT a FROM v"]),
        "| a |\n|---|\n| 1 |\n"
    );
}
