//! Mutants: the core, `napkin-scan` and `napkin-url` are changed in hundreds of small ways by cargo-mutants; each
//! change has to make a test fail.
//!
//! A seed selects a sample of all mutants. The tests run in stages ([`STAGES`]); each stage tries the mutants that
//! the previous one missed. A surviving mutant has to be in `spec/cases/survivors.jsonl`, with the reason why no
//! test can catch it, and then skips the last stage. Outcomes are kept in `target/mutants` while a file is
//! unchanged, so an interrupted run continues where it stopped.

mod sample;
mod stage;

use std::collections::BTreeMap;

use anyhow::{Context, bail};
use serde_json::Value;

use crate::figures::{Figures, Listed, figure};
use crate::tools::Tools;
use sample::{Mutant, Sample};
use stage::{Outcome, STAGES};

/// The version of cargo-mutants that makes the mutants.
const CARGO_MUTANTS: &str = "27.1.0";

/// The size of the full sample.
const COUNT: usize = 800;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Only so many mutants; no figures are written
    #[arg(long)]
    count: Option<usize>,
    /// Which mutants are drawn
    #[arg(long, default_value_t = 3986)]
    seed: u64,
    /// Only those of the sample whose file has this in its path; no figures are written
    #[arg(long)]
    file: Option<String>,
}

impl Default for Options {
    fn default() -> Self {
        Self { count: None, seed: 3986, file: None }
    }
}

pub(crate) fn run(options: &Options, tools: &Tools) -> anyhow::Result<()> {
    tools.cargo_tool("cargo-mutants", CARGO_MUTANTS)?;
    let sample = Sample::draw(tools, options.seed, options.count.unwrap_or(COUNT))?;
    let mut names = sample.drawn.clone();
    if let Some(file) = &options.file {
        names.retain(|name| sample.mutants[name].file.contains(file));
    }
    println!("{} of {} mutants, seed {}", names.len(), sample.mutants.len(), options.seed);

    let reasons = reasons(tools)?;
    let reason = |mutant: &Mutant| reasons.get(&mutant.without_line_number()).map(String::as_str);
    let mut outcomes: BTreeMap<String, Outcome> = BTreeMap::new();
    let mut missed = names.clone();
    for stage in STAGES {
        let is_tried =
            |name: &&String| !stage.is_last() || reason(&sample.mutants[*name]).is_none();
        let to_try: Vec<String> = missed.iter().filter(is_tried).cloned().collect();
        println!("{} meet the tests of the stage {}", to_try.len(), stage.name);
        outcomes.extend(stage.run(&to_try, &sample, tools)?);
        missed.retain(|name| outcomes.get(name) == Some(&Outcome::Missed));
    }

    let unviable = names.iter().filter(|name| outcomes[*name] == Outcome::Unviable).count();
    let viable = names.len() - unviable;
    let caught = viable - missed.len();
    let percent = 100.0 * caught as f64 / viable.max(1) as f64;
    let mut unexplained = 0;
    for mutant in missed.iter().map(|name| &sample.mutants[name]) {
        if reason(mutant).is_none() {
            unexplained += 1;
            println!("survives: {}", serde_json::to_string(&mutant.described())?);
        }
    }
    println!(
        "{caught} of {viable} caught, {percent:.1} %; {unviable} do not compile; {unexplained} survive without a reason"
    );
    let is_whole = options.count.is_none() && options.file.is_none();
    if is_whole {
        let outcome = Figures {
            title: "Mutants",
            what: "The core, with its kernels in `napkin-scan`, and `napkin-url` are changed in one small way at a time: a function returns something else, an operator is another one, a match arm is gone. A test has to fail each time. The sample is drawn from all mutants of all files by a seed; only the kernel of a machine that the tests do not run on is left out.",
            command: "cargo xtask mutants".to_owned(),
            short: None,
            with: format!("{}, cargo-mutants {CARGO_MUTANTS}", tools.compiler()?),
            rows: vec![
                figure("mutants of the core", sample.mutants.len()),
                figure(format!("drawn, by the seed {}", options.seed), names.len()),
                figure("of these, do not compile", unviable),
                figure("tested", viable),
                figure("caught", caught),
                figure("caught, in percent", percent),
            ],
            table: None,
            listed: missed.iter().map(|name| listed(&sample.mutants[name], &reason)).collect(),
        };
        outcome.save("mutation", tools)?;
    }
    // In a small sample, one mutant may be new and unexplained.
    if unexplained > if is_whole { 0 } else { (viable / 20).max(1) } {
        bail!("{unexplained} mutants survive without a reason");
    }
    Ok(())
}

fn listed<'a>(mutant: &Mutant, reason: &impl Fn(&Mutant) -> Option<&'a str>) -> Listed {
    let (file, change, line) = mutant.without_line_number();
    let what = format!("`{file}`, {change}, in `{line}`");
    Listed { what, reason: reason(mutant).unwrap_or("not looked at yet").to_owned() }
}

/// The reasons why mutants survive, by file, change and line of code.
fn reasons(tools: &Tools) -> anyhow::Result<BTreeMap<(String, String, String), String>> {
    let mut reasons = BTreeMap::new();
    for line in tools.shell.read_file("spec/cases/survivors.jsonl")?.lines() {
        let survivor: Value = serde_json::from_str(line)?;
        let field = |name: &str| -> anyhow::Result<String> {
            Ok(survivor[name].as_str().with_context(|| format!("no {name} in {line}"))?.to_owned())
        };
        reasons.insert((field("file")?, field("mutant")?, field("line")?), field("reason")?);
    }
    Ok(reasons)
}
