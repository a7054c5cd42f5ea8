//! The library: its dependencies, and its usage example.

// Called here, since running cargo in a test would compile DataFusion again.
#[path = "../examples/spark.rs"]
mod example;

use std::collections::BTreeSet;
use std::process::Command;

/// The output of `cargo tree` for the library alone, one crate per line.
fn tree(options: &[&str]) -> BTreeSet<String> {
    let mut cargo = Command::new(env!("CARGO"));
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let _ = cargo.args([
        "tree",
        "--manifest-path",
        manifest,
        "--package",
        "napkin-sql",
        "--offline",
        "--locked",
    ]);
    let _ = cargo.args(["--edges", "normal", "--prefix", "none"]);
    let done = cargo.args(["--format", "{lib}"]).args(options).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let told = String::from_utf8(done.stdout).unwrap();
    told.lines().map(|line| line.trim_end_matches("(*)").trim().to_owned()).collect()
}

/// Users of the functions compile only the parts of DataFusion that functions need.
#[test]
fn the_library_depends_on_little() {
    let own = [
        "napkin",
        "napkin_answers",
        "napkin_audit",
        "napkin_context",
        "napkin_schemes",
        "napkin_sql",
        "napkin_standards",
        "napkin_url",
        "regex",
        "serde_json",
    ];
    let expected = own.into_iter().chain(["datafusion_common", "datafusion_expr"]);
    assert_eq!(tree(&["--depth", "1"]), expected.map(str::to_owned).collect());
    let all = tree(&[]);
    for heavy in
        ["datafusion", "datafusion_sql", "datafusion_execution", "sqlparser", "parquet", "ballista"]
    {
        assert!(!all.contains(heavy), "{heavy}");
    }
}

#[test]
fn the_example_is_short_and_answers() {
    let lines = include_str!("../examples/spark.rs").lines().count();
    assert!(lines < 25, "{lines} lines");
    example::main().unwrap();
}
