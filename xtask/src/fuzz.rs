//! Fuzzes the targets of `checks/proof/` under the address sanitizer.
//!
//! New inputs are in `target/fuzz/found/`, and inputs that break a check in `target/fuzz/broken/`.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Mutex;
use std::thread;

use anyhow::bail;
use xshell::cmd;

use crate::corpus;
use crate::figures::{Cell, Figures, Table, figure};
use crate::tools::Tools;

/// The version of cargo-fuzz that builds the targets.
const CARGO_FUZZ: &str = "0.13.2";

#[derive(clap::Args, Default)]
pub(crate) struct Options {
    /// Seconds for each target
    #[arg(long, default_value_t = 5)]
    pub(crate) seconds: u64,
    /// Keep in the corpus the fewest inputs that reach what all found ones reach
    #[arg(long)]
    pub(crate) minimize: bool,
    /// Add this file to the corpus of the one target, under its name
    #[arg(long, value_name = "FILE", conflicts_with = "minimize")]
    pub(crate) keep: Option<PathBuf>,
    /// Targets to fuzz; all if none are given
    pub(crate) targets: Vec<String>,
}

pub(crate) fn run(options: &Options, tools: &Tools) -> anyhow::Result<()> {
    if !tools.needs("c++", "g++")? {
        return Ok(());
    }
    let fuzzer = Fuzzer::build(tools)?;
    let all = fuzzer.targets()?;
    let mut chosen: Vec<&str> = options.targets.iter().map(String::as_str).collect();
    if let Some(unknown) = chosen.iter().find(|name| !all.iter().any(|(known, _)| known == *name)) {
        bail!("{unknown} is not a target");
    }
    if chosen.is_empty() {
        chosen = all.iter().map(|(name, _)| name.as_str()).collect();
    }
    if let Some(file) = &options.keep {
        let [target] = chosen[..] else { bail!("--keep takes one target") };
        return corpus::add(tools, target, file);
    }
    if options.minimize {
        return chosen.iter().try_for_each(|target| fuzzer.minimize(target));
    }
    let mut rows = Vec::new();
    let (mut executions, mut broken) = (0, Vec::new());
    for (target, outcome) in chosen.iter().zip(fuzzer.fuzz(&chosen, options.seconds)?) {
        executions += outcome.executions;
        if !outcome.held {
            broken.push(*target);
        }
        let what = all.iter().find(|(name, _)| name == target).map_or("", |(_, what)| what);
        let kept = corpus::count(tools, target)?;
        rows.push(vec![
            Cell::from(*target),
            what.into(),
            outcome.executions.into(),
            outcome.edges.into(),
            kept.into(),
        ]);
    }
    println!("{executions} executions in all");
    if !broken.is_empty() {
        bail!("{} broke a check; the inputs are in target/fuzz/broken/", broken.join(", "));
    }
    if chosen.len() == all.len() {
        let seconds = options.seconds;
        let figures = vec![
            figure("targets", all.len()),
            figure("seconds for each", seconds),
            figure("executions", executions),
            figure("checks that did not hold", 0_u64),
        ];
        let head = vec!["target", "what has to hold", "executions", "edges reached", "inputs kept"];
        let outcome = Figures {
            title: "Fuzzing",
            what: "Whatever the bytes, nothing panics, nothing reads or writes where it may not (the address sanitizer watches), and the checks of `checks/proof/` hold. Texts are taken as they are, put together from pieces, or derived from the grammar of an edition. What reaches something new is kept in `checks/fuzz/corpus/`, which the tests of the workspace run, with variants.",
            command: format!("cargo xtask fuzz --seconds {seconds}"),
            short: Some("cargo test --workspace"),
            with: format!("{}, cargo-fuzz {CARGO_FUZZ}", tools.compiler()?),
            rows: figures,
            table: Some(Table { head, rows }),
            listed: Vec::new(),
        };
        outcome.save("fuzz", tools)?;
    }
    Ok(())
}

/// The program of all targets, and the folders of their inputs.
struct Fuzzer<'a> {
    tools: &'a Tools,
    program: PathBuf,
    folder: PathBuf,
}

/// A run of the fuzzer on one target.
struct Job {
    target: String,
    command: Command,
    log: PathBuf,
}

impl Job {
    /// Runs the fuzzer to its end, and keeps its log.
    fn run(mut self) -> anyhow::Result<Outcome> {
        let output = self.command.output()?;
        let log = String::from_utf8_lossy(&output.stderr).into_owned();
        fs::write(&self.log, &log)?;
        let held = output.status.success();
        if !held {
            let noise =
                |line: &&str| !["#", "INFO", "stat::"].iter().any(|mark| line.starts_with(mark));
            log.lines().filter(noise).take(40).for_each(|line| eprintln!("{line}"));
        }
        let number = |before: &str| {
            let rest = log.lines().rev().find_map(|line| line.split_once(before))?.1.trim_start();
            rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
        };
        let executions = number("stat::number_of_executed_units:").unwrap_or(0);
        Ok(Outcome { executions, edges: number(" cov: ").unwrap_or(0), held })
    }
}

/// What fuzzing a target came to.
struct Outcome {
    executions: u64,
    edges: u64,
    held: bool,
}

impl<'a> Fuzzer<'a> {
    fn build(tools: &'a Tools) -> anyhow::Result<Self> {
        tools.cargo_tool("cargo-fuzz", CARGO_FUZZ)?;
        // On the stable compiler, sanitizers need a switch.
        cmd!(tools.shell, "cargo fuzz build --fuzz-dir checks/fuzz proof")
            .env("RUSTC_BOOTSTRAP", "1")
            .run()?;
        let root = tools.shell.current_dir();
        let program = root.join("checks/fuzz/target").join(tools.host()?).join("release/proof");
        Ok(Self { tools, program, folder: root.join("target/fuzz") })
    }

    /// The name of each target, and its law.
    fn targets(&self) -> anyhow::Result<Vec<(String, String)>> {
        let program = &self.program;
        let told = cmd!(self.tools.shell, "{program}").quiet().env("NAPKIN_TARGET", "").read()?;
        let rows = told.lines().filter_map(|line| line.split_once('\t'));
        Ok(rows.map(|(name, what)| (name.to_owned(), what.to_owned())).collect())
    }

    /// A folder of the target, created if missing.
    fn folder(&self, kind: &str, target: &str) -> anyhow::Result<PathBuf> {
        let folder = self.folder.join(kind).join(target);
        fs::create_dir_all(&folder)?;
        Ok(folder)
    }

    /// Fuzzes the targets, as many at a time as the machine has cores, and prints each when it is done.
    fn fuzz(&self, targets: &[&str], seconds: u64) -> anyhow::Result<Vec<Outcome>> {
        let jobs: Vec<Job> = targets
            .iter()
            .map(|target| self.job(target, seconds))
            .collect::<anyhow::Result<_>>()?;
        let waiting = Mutex::new(jobs.into_iter().enumerate());
        let done = Mutex::new(Vec::new());
        let work = || -> anyhow::Result<()> {
            loop {
                let next = waiting.lock().expect("no worker panics").next();
                let Some((at, job)) = next else { return Ok(()) };
                let target = job.target.clone();
                let outcome = job.run()?;
                println!(
                    "{target:12} {:12} executions {:8} edges",
                    outcome.executions, outcome.edges
                );
                done.lock().expect("no worker panics").push((at, outcome));
            }
        };
        thread::scope(|scope| {
            let cores = thread::available_parallelism().map_or(1, usize::from);
            let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
            workers.into_iter().try_for_each(|worker| worker.join().expect("no worker panics"))
        })?;
        let mut outcomes = done.into_inner().expect("no worker panics");
        outcomes.sort_by_key(|(at, _)| *at);
        Ok(outcomes.into_iter().map(|(_, outcome)| outcome).collect())
    }

    /// The job of one target, with its corpus unpacked.
    fn job(&self, target: &str, seconds: u64) -> anyhow::Result<Job> {
        let (found, kept) = (self.folder("found", target)?, self.folder("kept", target)?);
        corpus::unpack(self.tools, target, &kept, false)?;
        let broken = format!("{}/", self.folder("broken", target)?.display());
        let mut command = Command::new(&self.program);
        command.env("NAPKIN_TARGET", target);
        command.arg(format!("-max_total_time={seconds}"));
        command.args(["-max_len=2048", "-timeout=60", "-rss_limit_mb=4096"]);
        command.args(["-print_final_stats=1", &format!("-artifact_prefix={broken}")]);
        command.args([found, kept]);
        let log = self.folder.join(format!("{target}.log"));
        Ok(Job { target: target.to_owned(), command, log })
    }

    fn minimize(&self, target: &str) -> anyhow::Result<()> {
        let (found, kept) = (self.folder("found", target)?, self.folder("kept", target)?);
        corpus::unpack(self.tools, target, &kept, false)?;
        let least = self.folder("least", target)?;
        corpus::unpack(self.tools, target, &least, true)?;
        let program = &self.program;
        let merge = cmd!(
            self.tools.shell,
            "{program} -set_cover_merge=1 -use_counters=0 -max_len=512 {least} {kept} {found}"
        );
        merge.quiet().env("NAPKIN_TARGET", target).ignore_stderr().run()?;
        println!("{target:12} {} inputs", corpus::pack(self.tools, target, &least)?);
        Ok(())
    }
}
