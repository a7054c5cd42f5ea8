//! Reading the cases of `spec/cases/`.

#![allow(dead_code, reason = "each test uses some of it")]

use std::path::{Path, PathBuf};

use serde_json::Value;

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The lines of a file of `spec/cases/`.
pub(crate) fn cases(file: &str) -> Vec<Value> {
    let path = root().join("spec/cases").join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    text.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

/// A field that is text; empty if it is not there.
pub(crate) fn text<'v>(case: &'v Value, key: &str) -> &'v str {
    case[key].as_str().unwrap_or_default()
}
