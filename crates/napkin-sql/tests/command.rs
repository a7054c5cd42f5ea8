//! The command: files by their endings, the ways of writing an answer, exit statuses.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

fn run(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_napkin-sql"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null()).output().unwrap()
}

fn text(folder: &Path, arguments: &[&str]) -> String {
    let done = run(folder, arguments);
    assert!(done.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
    assert!(done.stderr.is_empty(), "{arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).unwrap()
}

/// The exit status, and what is told on standard error.
fn failure(folder: &Path, arguments: &[&str]) -> (i32, String) {
    let done = run(folder, arguments);
    (done.status.code().unwrap(), String::from_utf8(done.stderr).unwrap())
}

/// A folder with one file of each kind, which all have the same two links.
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
    // Nothing in an input steers the terminal.
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
        (vec!["--output", "no/such/folder.csv", "SELECT 1"], 3, "no/such/folder.csv"),
    ] {
        let (found, told) = failure(folder, &arguments);
        assert_eq!(found, status, "{arguments:?}: {told}");
        assert!(told.contains(message), "{arguments:?}: {told}");
    }
    // What could not be written to its end is not left behind.
    let arguments = ["--output", "out.csv", "SELECT uri_host_strict(uri || ' ') FROM 'links.txt'"];
    assert_eq!(failure(folder, &arguments).0, 1);
    assert!(!folder.join("out.csv").exists());
}

#[test]
fn other_names_are_asked_for() {
    let folder = files();
    let sql = "SELECT domain('http://h/') AS h";
    assert_eq!(failure(folder.path(), &[sql]).0, 2);
    let asked = ["--aliases", "clickhouse,spark", "--format", "csv", sql];
    assert_eq!(text(folder.path(), &asked), "h\nh\n");
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
    // It has what the cookbook looks for.
    let sql = "SELECT count(*) > count(DISTINCT uri) AS twice, \
               count(DISTINCT uri) > count(DISTINCT uri_normalize(uri, 'scheme')) AS spellings, \
               bool_or(NOT uri_valid(uri)) AS invalid, bool_or(cardinality(uri_hosts(uri)) > 1) AS confusing \
               FROM 'one/*.parquet'";
    let found = text(folder, &["--format", "csv", sql]);
    assert_eq!(found, "twice,spellings,invalid,confusing\ntrue,true,true,true\n");
}
