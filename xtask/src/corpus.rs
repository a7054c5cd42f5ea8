//! The inputs that fuzzing kept: one file per target, `checks/fuzz/corpus/TARGET.jsonl`, one input per line.
//!
//! A line is `{"bytes": …}`, with a character from U+0000 to U+00FF for each byte, so that reviews can read
//! changes. An input with a `"name"`, such as one that once broke a check, stays when the corpus is minimized.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};

use crate::tools::Tools;

/// One input.
#[derive(Serialize, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
struct Input {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    bytes: String,
}

fn file(tools: &Tools, target: &str) -> PathBuf {
    tools.shell.current_dir().join("checks/fuzz/corpus").join(format!("{target}.jsonl"))
}

/// Writes the inputs of a target as files into a new folder; only the named ones, if `named`.
pub(crate) fn unpack(
    tools: &Tools,
    target: &str,
    folder: &Path,
    named: bool,
) -> anyhow::Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)?;
    let file = file(tools, target);
    let lines = if file.exists() { fs::read_to_string(&file)? } else { String::new() };
    for (number, line) in lines.lines().enumerate() {
        let place = || format!("{}:{}", file.display(), number + 1);
        let Input { name, bytes } = serde_json::from_str(line).with_context(place)?;
        if named && name.is_none() {
            continue;
        }
        let bytes: Result<Vec<u8>, _> = bytes.chars().map(u8::try_from).collect();
        let name = name.unwrap_or_else(|| format!("{number:05}"));
        fs::write(folder.join(name), bytes.with_context(place)?)?;
    }
    Ok(())
}

/// Writes the files of a folder as the inputs of a target, the short ones first. A file name of digits or a hash is
/// not kept as a name.
pub(crate) fn pack(tools: &Tools, target: &str, folder: &Path) -> anyhow::Result<usize> {
    let mut inputs = BTreeSet::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().into_string().ok().context("a name that is not UTF-8")?;
        let bytes: String = fs::read(entry.path())?.iter().map(|byte| char::from(*byte)).collect();
        let is_made = name.len() >= 5 && name.bytes().all(|byte| byte.is_ascii_hexdigit());
        let name = (!is_made).then_some(name);
        inputs.insert((name.is_none(), bytes.len(), Input { name, bytes }));
    }
    if inputs.is_empty() {
        bail!("{target} would have no corpus");
    }
    let mut text = String::new();
    for (_, _, input) in &inputs {
        text += &serde_json::to_string(input)?;
        text.push('\n');
    }
    fs::write(file(tools, target), text)?;
    Ok(inputs.len())
}

/// Adds a file to the inputs of a target, under its name.
pub(crate) fn add(tools: &Tools, target: &str, file: &Path) -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    unpack(tools, target, folder.path(), false)?;
    let name = file.file_name().context("not a file")?;
    fs::copy(file, folder.path().join(name))?;
    pack(tools, target, folder.path())?;
    Ok(())
}

/// How many inputs a target has.
pub(crate) fn count(tools: &Tools, target: &str) -> anyhow::Result<usize> {
    Ok(fs::read_to_string(file(tools, target))?.lines().count())
}
