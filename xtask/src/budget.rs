//! Holds what every build and every reader pays for against `xtask/budget.txt`: packages, test programs and lines of code. They are
//! counts, which do not vary from machine to machine as seconds do.
//!
//! A count that is more than a fiftieth over the file fails, so that what is new shows its price when it lands. `--bless` writes the
//! file: whoever does says in the commit what the growth is for.
//!
//! With `--built`, what the compiler makes of it, against `xtask/budget-built.txt`: lines of LLVM, and bytes of the command and of the
//! wheel as they are shipped. Another compiler makes other ones, so they are compared only under the one that the file names.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use anyhow::{Context, bail, ensure};
use serde_json::Value;
use xshell::cmd;

use crate::size;
use crate::tools::Tools;

const FILE: &str = "xtask/budget.txt";
const BUILT: &str = "xtask/budget-built.txt";

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Hold what the compiler makes: a quarter of an hour
    #[arg(long)]
    pub(crate) built: bool,
}

/// Compares the counts, or writes them.
pub(crate) fn run(options: &Options, tools: &Tools) -> anyhow::Result<()> {
    if !options.built {
        return hold(tools, FILE, "", &counts(tools)?);
    }
    let compiler = cmd!(tools.shell, "rustc --version").quiet().read()?;
    let named = fs::read_to_string(tools.shell.current_dir().join(BUILT)).unwrap_or_default();
    if !tools.bless && named.lines().next() != Some(&compiler) {
        println!("not compared: {BUILT} is not of {compiler}");
        return Ok(());
    }
    hold(tools, BUILT, &format!("{compiler}\n"), &built(tools)?)
}

/// Compares counts with those of a file below its head, or writes the file.
fn hold(
    tools: &Tools,
    file: &str,
    head: &str,
    counts: &BTreeMap<String, usize>,
) -> anyhow::Result<()> {
    let path = tools.shell.current_dir().join(file);
    if tools.bless {
        let mut text = head.to_owned();
        for (name, count) in counts {
            writeln!(text, "{count:8} {name}")?;
        }
        return Ok(fs::write(path, text)?);
    }
    let text = fs::read_to_string(path).context(file.to_owned())?;
    let allowed = text.strip_prefix(head).unwrap_or(&text).lines().map(|line| {
        let (count, name) = line.trim().split_once(' ').context("a line without a name")?;
        anyhow::Ok((name.to_owned(), count.parse::<usize>()?))
    });
    let allowed = allowed.collect::<anyhow::Result<BTreeMap<_, _>>>()?;
    let grown = grown(counts, &allowed);
    let over: Vec<_> = grown.iter().filter(|grown| grown.is_over()).collect();
    if over.is_empty() {
        return Ok(());
    }
    for grown in over {
        println!("{}: {}, and {file} has {}", grown.name, grown.count, grown.allowed);
    }
    println!("the largest growths:");
    for Growth { name, count, allowed } in grown.iter().take(3) {
        println!("  {name}: {allowed} to {count}");
    }
    bail!("over the budget; with `--bless`, {file} is written anew")
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

/// What the compiler makes of the core, the command and the wheel.
fn built(tools: &Tools) -> anyhow::Result<BTreeMap<String, usize>> {
    let shell = &tools.shell;
    let mut counts = BTreeMap::new();
    for (name, chosen) in [("napkin", &["--lib"][..]), ("napkin-cli", &["--bin", "napkin"])] {
        let folder = tools.folder("llvm").join(name);
        let text = folder.with_extension("ll");
        let build = cmd!(
            shell,
            "cargo rustc --quiet --release --package {name} --all-features {chosen...}"
        );
        // The file is named, since what Cargo names has a hash.
        build
            .args(["--target-dir".as_ref(), folder.as_os_str(), "--".as_ref()])
            .args(["-Ccodegen-units=1".to_owned(), format!("--emit=llvm-ir={}", text.display())])
            .run()?;
        let code = fs::read_to_string(&text)?;
        let lines = code.lines().scan(false, |is_inside, line| {
            *is_inside = (*is_inside || line.starts_with("define ")) && line != "}";
            Some(*is_inside)
        });
        counts
            .insert(format!("lines of LLVM, {name}"), lines.filter(|is_inside| *is_inside).count());
    }
    let folder = tools.folder("shipped");
    let program = cmd!(shell, "cargo build --quiet --profile dist --package napkin-cli");
    program.args(["--target-dir".as_ref(), folder.as_os_str()]).run()?;
    let program = folder.join("dist/napkin");
    counts.insert("bytes of the command".to_owned(), fs::metadata(program)?.len().try_into()?);
    let host = tools.host()?;
    cmd!(shell, "checks/install/wheel {host}").run()?;
    let wheels = shell.current_dir().join("crates/napkin-python/target/dist").join(host);
    let wheels = fs::read_dir(wheels)?.collect::<Result<Vec<_>, _>>()?;
    ensure!(wheels.len() == 1, "{} wheels", wheels.len());
    counts.insert("bytes of the wheel".to_owned(), wheels[0].metadata()?.len().try_into()?);
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
