//! The stages in which mutants meet the tests.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::bail;
use serde::{Deserialize, Serialize};
use xshell::cmd;

use super::sample::{Sample, cargo_mutants};
use crate::tools::Tools;

/// How long a compiler may go on, in seconds of its own; none takes a third of it.
const COMPILER_SECONDS: u32 = 240;

/// A stage: the tests that are built, which of these run, and the seconds of processor time that a program of tests
/// may take.
pub(crate) struct Stage {
    pub(crate) name: &'static str,
    tests: &'static [&'static str],
    filters: &'static [&'static str],
    cpu_seconds: u32,
}

/// The first is built in half the time that the tests in the modules take, for which the whole core is compiled once
/// more; all tests take minutes.
pub(crate) const STAGES: &[Stage] = &[
    Stage {
        name: "quick",
        tests: &[
            "--test=drop_in",
            "--test=editions",
            "--test=edits",
            "--test=errors",
            "--test=properties",
            "--test=types",
            "--test=vectors",
            "--test=views",
        ],
        filters: &[],
        cpu_seconds: 20,
    },
    Stage {
        name: "modules",
        tests: &[
            "--lib",
            "--test=allocations",
            "--test=bridges",
            "--test=edition_properties",
            "--test=lines",
            "--test=steps",
            "--test=witness",
        ],
        filters: &[],
        cpu_seconds: 120,
    },
    Stage {
        name: "trees",
        tests: &["--test=grammar"],
        filters: &["trees_are_derivations", "byte_sets"],
        cpu_seconds: 60,
    },
    Stage { name: "all", tests: &[], filters: &[], cpu_seconds: 900 },
];

/// What became of a mutant.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Outcome {
    Caught,
    Timeout,
    Unviable,
    Missed,
}

/// What is known of the mutants of a stage.
#[derive(Default, Serialize, Deserialize)]
struct Record {
    /// The number of the tree in which mutants were missed.
    tree: u64,
    outcomes: BTreeMap<String, Outcome>,
}

impl Stage {
    /// Whether this stage has all tests.
    pub(crate) fn is_last(&self) -> bool {
        self.tests.is_empty()
    }

    /// Tries the mutants that were not tried yet; what became of each.
    pub(crate) fn run(
        &self,
        names: &[String],
        sample: &Sample,
        tools: &Tools,
    ) -> anyhow::Result<BTreeMap<String, Outcome>> {
        let folder = tools.shell.current_dir().join("target/mutants").join(self.name);
        fs::create_dir_all(&folder)?;
        let file = folder.join("outcomes.json");
        let mut record: Record = fs::read_to_string(&file)
            .ok()
            .and_then(|text| serde_json::from_str(&text).ok())
            .unwrap_or_default();
        let key = |name: &String| format!("{:016x} {name}", sample.mutants[name].version);
        let version = sample.version()?;
        if record.tree != version {
            // A test may have come since, so what was missed is tried again.
            record.outcomes.retain(|_, outcome| *outcome != Outcome::Missed);
            record.tree = version;
        }
        let to_try: BTreeSet<&String> =
            names.iter().filter(|name| !record.outcomes.contains_key(&key(name))).collect();
        if !to_try.is_empty() {
            let tried = self.try_mutants(&to_try, &folder, sample, tools);
            for (name, outcome) in told(&folder) {
                if sample.mutants.contains_key(&name) {
                    record.outcomes.insert(key(&name), outcome);
                }
            }
            fs::write(&file, serde_json::to_string_pretty(&record)?)?;
            tried?;
        }
        let known = |name: &String| Some((name.clone(), *record.outcomes.get(&key(name))?));
        let outcomes: BTreeMap<String, Outcome> = names.iter().filter_map(known).collect();
        if outcomes.len() < names.len() {
            bail!("cargo-mutants did not try {} mutants", names.len() - outcomes.len());
        }
        Ok(outcomes)
    }

    fn try_mutants(
        &self,
        to_try: &BTreeSet<&String>,
        folder: &Path,
        sample: &Sample,
        tools: &Tools,
    ) -> anyhow::Result<()> {
        let outcomes = folder.join("mutants.out");
        // The second is what a compiler that was ended halfway left behind.
        for old in [&outcomes, &sample.tree.join("target/mutants/incremental")] {
            if old.exists() {
                fs::remove_dir_all(old)?;
            }
        }
        // There is no other way to name hundreds of mutants: the others are said to be caught already.
        fs::create_dir_all(&outcomes)?;
        let others = sample.mutants.keys().filter(|name| !to_try.contains(name));
        let others: Vec<&str> = others.map(String::as_str).collect();
        fs::write(outcomes.join("previously_caught.txt"), others.join("\n") + "\n")?;
        // A mutant that goes on for ever, or takes all memory, ends by the limits of its process, however busy the
        // machine is; the time by the clock is only a net below that. One that is a constant goes on for ever in the
        // compiler, and does not compile.
        let compiler_seconds = COMPILER_SECONDS.to_string();
        let parent = std::process::id().to_string();
        cmd!(tools.shell, "prlimit --pid {parent} --cpu={compiler_seconds}:").quiet().run()?;
        let host = tools.host()?.to_uppercase().replace('-', "_");
        let limits = format!("prlimit --core=0 --cpu={} --as={}", self.cpu_seconds, 8_u64 << 30);
        let mut command = cargo_mutants(tools, &sample.tree)
            .args([
                "--in-place",
                "--iterate",
                "--timeout",
                "1800",
                "--build-timeout",
                "1800",
                "--shuffle",
            ])
            .args(["--colors=never", "--output"])
            .arg(folder)
            // For building too, which is most of the work.
            .args(self.tests.iter().map(|test| format!("--cargo-arg={test}")))
            .env(format!("CARGO_TARGET_{host}_RUNNER"), limits);
        if !self.filters.is_empty() {
            command = command.args(["--", "--"]).args(self.filters);
        }
        if self.is_last() {
            command = command.env("NAPKIN_DEEP", "1");
        }
        // The status tells that mutants were missed, which the files tell by name.
        command.ignore_status().run()?;
        Ok(())
    }
}

/// What became of the mutants of the last run, whether it came to its end or not.
fn told(folder: &Path) -> Vec<(String, Outcome)> {
    let files = [
        ("caught", Outcome::Caught),
        ("timeout", Outcome::Timeout),
        ("unviable", Outcome::Unviable),
        ("missed", Outcome::Missed),
    ];
    let mut told = Vec::new();
    for (name, outcome) in files {
        let text =
            fs::read_to_string(folder.join(format!("mutants.out/{name}.txt"))).unwrap_or_default();
        told.extend(text.lines().map(|line| (line.to_owned(), outcome)));
    }
    told
}
