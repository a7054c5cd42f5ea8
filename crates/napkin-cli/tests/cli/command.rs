//! Runs of the command as data: `spec/cases/command/*.jsonl`, one run a line.
//!
//! A case has an `id`; `files`, by name, in the folder where the command runs; its arguments as `run`; its standard
//! input as `stdin`; and the outcome: the exit status `code` (0 if not given), `stdout`, `stderr`. `NAPKIN_BLESS=1`
//! writes the outcome instead of comparing it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use crate::support::{napkin, run_command};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../spec/cases/command")
}

fn text<'c>(case: &'c Value, key: &str) -> &'c str {
    case[key].as_str().unwrap_or_default()
}

/// Runs one case in a folder of its own; returns the outcome as keys of a case.
fn came(case: &Value) -> Map<String, Value> {
    let at = Path::new(env!("CARGO_TARGET_TMPDIR")).join("command").join(text(case, "id"));
    let _ = fs::remove_dir_all(&at);
    fs::create_dir_all(&at).unwrap();
    for (name, content) in case["files"].as_object().into_iter().flatten() {
        let file = at.join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, content.as_str().unwrap()).unwrap();
    }
    let arguments = case["run"].as_array().unwrap().iter().map(|word| word.as_str().unwrap());
    let mut command = napkin(arguments);
    let ran = run_command(command.current_dir(&at), text(case, "stdin").as_bytes());
    let (stdout, stderr) = ran.texts();
    let mut came = Map::new();
    // The folder differs on each machine.
    let name = at.to_str().unwrap();
    let mut add = |key: &str, text: &str| {
        if !text.is_empty() {
            came.insert(key.into(), text.replace(name, "FOLDER").into());
        }
    };
    add("stdout", stdout);
    add("stderr", stderr);
    if ran.code != 0 {
        came.insert("code".into(), ran.code.into());
    }
    came
}

/// The keys of a case's input, in order; those of its outcome follow.
const GIVEN: [&str; 4] = ["id", "files", "run", "stdin"];
const CAME: [&str; 3] = ["code", "stdout", "stderr"];

/// The line of a case.
fn line(case: &Value, came: &Map<String, Value>) -> String {
    let given = GIVEN.iter().filter_map(|key| Some((key, case.get(key)?)));
    let came = CAME.iter().filter_map(|key| Some((key, came.get(*key)?)));
    let keys: Vec<_> = given.chain(came).map(|(key, value)| format!("\"{key}\":{value}")).collect();
    format!("{{{}}}\n", keys.join(","))
}

#[test]
fn every_run() {
    let bless = std::env::var_os("NAPKIN_BLESS").is_some();
    let mut ids = BTreeSet::new();
    let mut wrong = Vec::new();
    for entry in fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        let mut lines = String::new();
        for case in fs::read_to_string(&path).unwrap().lines() {
            let case: Value = serde_json::from_str(case).unwrap();
            let id = text(&case, "id").to_owned();
            let came = came(&case);
            if CAME.iter().any(|key| case.get(key) != came.get(*key)) {
                wrong.push(format!("{id}: {}", Value::Object(came.clone())));
            }
            lines += &line(&case, &came);
            assert!(ids.insert(id.clone()), "two cases are called {id}");
        }
        if bless {
            fs::write(path, lines).unwrap();
        }
    }
    assert!(ids.len() > 20, "only {} cases", ids.len());
    assert!(bless || wrong.is_empty(), "{}", wrong.join("\n"));
}
