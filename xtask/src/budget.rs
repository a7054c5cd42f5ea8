//! Holds what every build and every reader pays for against `xtask/budget.txt`: packages, test programs and lines of code. They are
//! counts, which do not vary from machine to machine as seconds do.
//!
//! A count that is more than a fiftieth over the file fails, so that what is new shows its price when it lands. `--bless` writes the
//! file: whoever does says in the commit what the growth is for.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use anyhow::{Context, bail};
use serde_json::Value;
use xshell::cmd;

use crate::size;
use crate::tools::Tools;

const FILE: &str = "xtask/budget.txt";

/// Compares the counts, or writes them.
pub(crate) fn run(tools: &Tools) -> anyhow::Result<()> {
    let counts = counts(tools)?;
    let path = tools.shell.current_dir().join(FILE);
    if tools.bless {
        let mut text = String::new();
        for (name, count) in &counts {
            writeln!(text, "{count:7} {name}")?;
        }
        return Ok(fs::write(path, text)?);
    }
    let text = fs::read_to_string(path).context(FILE)?;
    let allowed = text.lines().map(|line| {
        let (count, name) = line.trim().split_once(' ').context("a line without a name")?;
        anyhow::Ok((name.to_owned(), count.parse::<usize>()?))
    });
    let allowed = allowed.collect::<anyhow::Result<BTreeMap<_, _>>>()?;
    let grown = grown(&counts, &allowed);
    let over: Vec<_> = grown.iter().filter(|grown| grown.is_over()).collect();
    if over.is_empty() {
        return Ok(());
    }
    for grown in over {
        println!("{}: {}, and {FILE} has {}", grown.name, grown.count, grown.allowed);
    }
    println!("the largest growths:");
    for Growth { name, count, allowed } in grown.iter().take(3) {
        println!("  {name}: {allowed} to {count}");
    }
    bail!("over the budget; `cargo xtask budget --bless` writes {FILE} anew")
}

/// A count that is larger than the file has it.
#[derive(Debug, PartialEq, Eq)]
struct Growth<'n> {
    name: &'n str,
    count: usize,
    allowed: usize,
}

impl Growth<'_> {
    const fn is_over(&self) -> bool {
        (self.count - self.allowed) * 50 > self.allowed
    }

    /// The growth in ten-thousandths; of what is new, all of it.
    fn ratio(&self) -> usize {
        (self.count - self.allowed) * 10_000 / self.allowed.max(1)
    }
}

/// The counts that are larger than allowed, the largest growth first.
fn grown<'n>(
    counts: &'n BTreeMap<String, usize>,
    allowed: &BTreeMap<String, usize>,
) -> Vec<Growth<'n>> {
    let allowed = |name: &str| allowed.get(name).copied().unwrap_or_default();
    let all = counts.iter().map(|(name, &count)| Growth { name, count, allowed: allowed(name) });
    let mut grown: Vec<_> = all.filter(|growth| growth.count > growth.allowed).collect();
    grown.sort_by_key(|growth| std::cmp::Reverse(growth.ratio()));
    grown
}

/// The counts, by their names.
fn counts(tools: &Tools) -> anyhow::Result<BTreeMap<String, usize>> {
    let root = tools.shell.current_dir();
    let mut counts = BTreeMap::new();
    let locks = cmd!(tools.shell, "git ls-files Cargo.lock */Cargo.lock").quiet().read()?;
    for lock in locks.lines() {
        let packages = fs::read_to_string(root.join(lock))?.matches("[[package]]").count();
        counts.insert(format!("packages of {lock}"), packages);
    }
    let mut programs = 0;
    for manifest in ["Cargo.toml", "crates/napkin-sql/Cargo.toml"] {
        let read = cmd!(tools.shell, "cargo metadata --no-deps --format-version 1");
        let told = read.args(["--manifest-path", manifest]).quiet().read()?;
        let told: Value = serde_json::from_str(&told)?;
        let packages = told["packages"].as_array().into_iter().flatten();
        let targets =
            packages.flat_map(|package| package["targets"].as_array().into_iter().flatten());
        programs += targets.filter(|target| target["kind"][0] == "test").count();
    }
    counts.insert("test programs".to_owned(), programs);
    let crates = size::crates(tools)?;
    counts.insert("lines of code".to_owned(), crates.values().sum());
    counts.extend(crates.into_iter().map(|(name, lines)| (format!("lines of {name}"), lines)));
    Ok(counts)
}

#[cfg(test)]
mod tests {
    use super::grown;

    #[test]
    fn more_than_a_fiftieth_is_over() {
        let of = |counts: [(&str, usize); 3]| {
            counts.into_iter().map(|(name, count)| (name.to_owned(), count)).collect()
        };
        let (counts, allowed) =
            (of([("a", 102), ("b", 103), ("c", 7)]), of([("a", 100), ("b", 100), ("d", 9)]));
        let grown = grown(&counts, &allowed);
        assert_eq!(grown.iter().map(|grown| grown.name).collect::<Vec<_>>(), ["c", "b", "a"]);
        assert_eq!(
            grown.iter().map(super::Growth::is_over).collect::<Vec<_>>(),
            [true, true, false]
        );
    }
}
