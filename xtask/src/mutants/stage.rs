//! The stages in which tests run against mutants.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::bail;
use serde::{Deserialize, Serialize};
use xshell::cmd;

use super::sample::{Sample, cargo_mutants};
use crate::tools::Tools;

/// The processor time limit of a compiler, in seconds; normally none takes a third of it.
const COMPILER_SECONDS: u32 = 240;

/// A stage: the tests to build, the tests to run, and the processor time limit of a test program in seconds.
pub(crate) struct Stage {
    pub(crate) name: &'static str,
    tests: &'static [&'static str],
    filters: &'static [&'static str],
    cpu_seconds: u32,
}

/// The first stage is built in half the time of the tests in the modules, for which the whole core is compiled once
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

/// The outcome for a mutant.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Outcome {
    Caught,
    Timeout,
    Unviable,
    Missed,
}

/// The recorded outcomes of a stage.
#[derive(Default, Serialize, Deserialize)]
struct Record {
    /// The hash of the tree in which mutants were missed.
    tree: u64,
    outcomes: BTreeMap<String, Outcome>,
}

impl Stage {
    /// Whether this stage has all tests.
    pub(crate) fn is_last(&self) -> bool {
        self.tests.is_empty()
    }

    /// Tries the mutants that were not tried yet; returns all outcomes.
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
            // A test may have been added, so missed mutants are tried again.
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
        // The second one is left by a compiler that was killed.
        for old in [&outcomes, &sample.tree.join("target/mutants/incremental")] {
            if old.exists() {
                fs::remove_dir_all(old)?;
            }
        }
        // Hundreds of mutants cannot be named otherwise: all others are marked as already caught.
        fs::create_dir_all(&outcomes)?;
        let others = sample.mutants.keys().filter(|name| !to_try.contains(name));
        let others: Vec<&str> = others.map(String::as_str).collect();
        fs::write(outcomes.join("previously_caught.txt"), others.join("\n") + "\n")?;
        // Process limits end a mutant that loops forever or takes all memory, however busy the machine is; the
        // wall-clock limit is only a fallback. A mutant of a constant loops in the compiler, and does not compile.
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
            // Also for building, which is most of the work.
            .args(self.tests.iter().map(|test| format!("--cargo-arg={test}")))
            .env(format!("CARGO_TARGET_{host}_RUNNER"), limits);
        if !self.filters.is_empty() {
            command = command.args(["--", "--"]).args(self.filters);
        }
        if self.is_last() {
            command = command.env("NAPKIN_DEEP", "1");
        }
        // The exit status says that mutants were missed; the files name them.
        command.ignore_status().run()?;
        Ok(())
    }
}

/// The outcomes of the last run, complete or not.
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
