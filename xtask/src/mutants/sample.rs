//! The list of all mutants, and the sample that is tried.

use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use xshell::cmd;

use crate::tools::Tools;

/// A change of the core or of `napkin-url`.
pub(crate) struct Mutant {
    pub(crate) file: String,
    /// The column of the change, and the text of its line.
    column: u64,
    line: String,
    change: String,
    /// A hash of the file's text.
    pub(crate) version: u64,
}

impl Mutant {
    /// File, change and line of code, which stay the same when line numbers change.
    pub(crate) fn without_line_number(&self) -> (String, String, String) {
        let file = self.file.strip_prefix("crates/").unwrap_or(&self.file);
        let file = file.strip_prefix("napkin/src/").unwrap_or(file);
        (file.to_owned(), self.change.clone(), self.line.clone())
    }

    /// The fields of a line in `survivors.jsonl`, without the reason.
    pub(crate) fn described(&self) -> Value {
        let (file, mutant, line) = self.without_line_number();
        json!({"file": file, "mutant": mutant, "line": line})
    }
}

/// All mutants by name, the sample, and the copy of the tree that is changed.
pub(crate) struct Sample {
    pub(crate) mutants: BTreeMap<String, Mutant>,
    pub(crate) drawn: Vec<String>,
    pub(crate) tree: PathBuf,
}

impl Sample {
    /// Draws `count` mutants. Adding or removing other mutants changes only the last ones of the sample.
    pub(crate) fn draw(tools: &Tools, seed: u64, count: usize) -> anyhow::Result<Self> {
        let tree = tools.shell.current_dir().join("target/mutants/tree");
        copy_tree(tools, &tree)?;
        let mutants = listed(tools, &tree)?;
        let mut drawn: Vec<String> = mutants.keys().cloned().collect();
        drawn.sort_by_cached_key(|name| lot(seed, &mutants[name]));
        drawn.truncate(count);
        Ok(Self { mutants, drawn, tree })
    }

    /// A hash of everything that a test depends on.
    pub(crate) fn version(&self) -> anyhow::Result<u64> {
        let mut hasher = DefaultHasher::new();
        for folder in ["crates/napkin-scan", "crates/napkin", "crates/napkin-url", "spec/cases"] {
            for file in files(&self.tree.join(folder))? {
                fs::read(file)?.hash(&mut hasher);
            }
        }
        Ok(hasher.finish())
    }
}

/// The command `cargo mutants` on the copy of the tree.
pub(crate) fn cargo_mutants<'a>(tools: &'a Tools, tree: &Path) -> xshell::Cmd<'a> {
    // The tests of all three packages run against the mutants of each.
    cmd!(
        tools.shell,
        "cargo mutants --dir {tree} --package napkin --package napkin-scan --package napkin-url
         --test-package napkin --test-package napkin-scan --test-package napkin-url"
    )
}

/// The hash by which a mutant is drawn: the same on every machine.
fn lot(seed: u64, Mutant { file, column, line, change, .. }: &Mutant) -> Vec<u8> {
    let text = |text: &String| Value::from(text.as_str()).to_string();
    let place = format!("[{seed}, {}, {column}, {}, {}]", text(file), text(line), text(change));
    Sha256::digest(place).to_vec()
}

/// Updates the copy. An unchanged file keeps its modification time, so that it is not rebuilt.
fn copy_tree(tools: &Tools, tree: &Path) -> anyhow::Result<()> {
    let root = tools.shell.current_dir();
    let listed =
        cmd!(tools.shell, "git ls-files -z --cached --others --exclude-standard").quiet().read()?;
    let mut known = BTreeSet::new();
    for file in listed.split('\0').filter(|file| root.join(file).is_file()) {
        let (new, old) = (fs::read(root.join(file))?, tree.join(file));
        known.insert(old.clone());
        if fs::read(&old).ok().as_ref() != Some(&new) {
            fs::create_dir_all(old.parent().context("a file without folder")?)?;
            fs::write(old, new)?;
        }
    }
    for folder in ["crates", "spec"] {
        for old in files(&tree.join(folder))? {
            if !known.contains(&old) {
                fs::remove_file(old)?;
            }
        }
    }
    Ok(())
}

/// The files below a folder, in order.
fn files(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() { folders.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    Ok(found)
}

/// All mutants that cargo-mutants can make.
fn listed(tools: &Tools, tree: &Path) -> anyhow::Result<BTreeMap<String, Mutant>> {
    let told = cargo_mutants(tools, tree).args(["--list", "--json"]).quiet().read()?;
    let told: Vec<Value> = serde_json::from_str(&told)?;
    let mut sources: BTreeMap<String, String> = BTreeMap::new();
    let mut mutants = BTreeMap::new();
    for mutant in &told {
        let text =
            |value: &Value| value.as_str().map(str::to_owned).context("a mutant lacks a field");
        let (name, file) = (text(&mutant["name"])?, text(&mutant["file"])?);
        if !sources.contains_key(&file) {
            sources.insert(file.clone(), fs::read_to_string(tree.join(&file))?);
        }
        let source = &sources[&file];
        let place = &mutant["span"]["start"];
        let number = |field: &str| place[field].as_u64().context("a mutant has no place");
        let line = source.lines().nth(number("line")? as usize - 1).context("a line is missing")?;
        let change = name.split_once(": ").context("a mutant has no change")?.1.to_owned();
        let line = line.trim().to_owned();
        let mut hasher = DefaultHasher::new();
        source.hash(&mut hasher);
        let version = hasher.finish();
        mutants.insert(name, Mutant { file, column: number("column")?, line, change, version });
    }
    Ok(mutants)
}
