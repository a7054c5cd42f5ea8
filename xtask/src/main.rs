//! `cargo xtask`: the project's checks, proofs and figures.
//!
//! A check is one file and one variant of [`Task`]. Each can be run from any folder of the checkout, prints its
//! results, and exits with 1 if something is wrong. `--bless` writes the expected values.
#![allow(
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "counts become ratios and percentages that people read"
)]

mod bless;
mod budget;
mod ci;
mod corpus;
mod coverage;
mod drop_in;
mod faults;
mod figures;
mod findings;
mod flow;
mod fuzz;
mod html;
mod instructions;
mod keys;
mod longest;
mod mutants;
mod packages;
mod pictures;
mod rivals;
mod sanitize;
mod size;
mod speed;
mod stability;
mod tools;
mod words;
mod work;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use tools::Tools;

/// The project's checks, proofs and figures
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
    /// Write what the check compares with: figures, counts, listings, expected texts
    #[arg(long, global = true, env = "NAPKIN_BLESS", value_parser = clap::builder::FalseyValueParser::new())]
    bless: bool,
}

#[derive(Subcommand)]
enum Task {
    /// Run the steps that have to pass before anything lands, each with its time
    Ci(ci::Options),
    /// Write everything that is generated: pages, modules, outcomes of cases, listings
    Bless(bless::Options),
    /// Run every deep proof: hours; leaves dated figures
    Deep,
    /// Refuse imports against the flow of the modules, also inside folders
    Flow,
    /// Refuse phrases that hide what a sentence is about, in pages, comments, help and messages
    Words,
    /// Hold the public API, licences, lock files and lowest versions to what is written down
    Stability(stability::Options),
    /// Hold packages, test programs and lines of code against the budget
    Budget(budget::Options),
    /// Count lines of code, by crate: without comments and tests
    Size,
    /// Unpack what would be published, and run the tests that it carries
    Packages,
    /// Build packages that use the crate `url` with `napkin-url` in its place, and run the tests of some
    DropIn(drop_in::Options),
    /// Fuzz the targets of the proofs under the address sanitizer
    Fuzz(fuzz::Options),
    /// Change the core in small ways; a test has to fail each time
    Mutants(mutants::Options),
    /// Measure which lines of the core its tests reach
    Coverage(coverage::Options),
    /// Run the core's tests under the address sanitizer
    Sanitize(sanitize::Options),
    /// Count the instructions of the main operations
    Instructions,
    /// Count the instructions and memory of expensive inputs, against four times as much
    Work(work::Options),
    /// Ask other libraries the same questions
    Rivals(rivals::Options),
    /// Hold the links of HTML against the tree of html5lib
    Html(html::Options),
    /// Hold keys against those of the programs whose profiles they are
    Keys(keys::Options),
    /// Parse and normalize the longest text that there may be: 10 GiB of memory
    Longest,
    /// Run the command under full disks, closed pipes, signals and broken files
    Faults,
    /// Count the findings of each audit rule in four lists
    Findings(findings::Options),
    /// Write docs/assurance.md from the figures
    Figures,
    /// Take the screenshots of docs/tour.md again
    Pictures,
    /// Hold the picture of docs/speed.md to its table
    Speed,
}

fn main() -> ExitCode {
    let Arguments { task, bless } = Arguments::parse();
    match run(task, bless) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Without the backtrace that the variable RUST_BACKTRACE would add.
            let causes: Vec<String> = error.chain().map(ToString::to_string).collect();
            eprintln!("xtask: {}", causes.join(": "));
            ExitCode::FAILURE
        }
    }
}

fn run(task: Task, bless: bool) -> anyhow::Result<()> {
    let tools = Tools::new(bless)?;
    match task {
        Task::Ci(options) => ci::run(&options, &tools),
        Task::Bless(options) => bless::run(&options),
        Task::Deep => deep(&tools),
        Task::Flow => flow::run(&tools),
        Task::Words => words::run(&tools),
        Task::Stability(options) => stability::run(&options, &tools),
        Task::Budget(options) => budget::run(&options, &tools),
        Task::Size => size::run(&tools),
        Task::Packages => packages::run(&tools),
        Task::DropIn(options) => drop_in::run(&options, &tools),
        Task::Fuzz(options) => fuzz::run(&options, &tools),
        Task::Mutants(options) => mutants::run(&options, &tools),
        Task::Coverage(options) => coverage::run(&options, &tools),
        Task::Sanitize(options) => sanitize::run(&options, &tools),
        Task::Instructions => instructions::run(&tools),
        Task::Work(options) => work::run(&options, &tools),
        Task::Rivals(options) => rivals::run(&options, &tools),
        Task::Html(options) => html::run(&options, &tools),
        Task::Keys(options) => keys::run(&options, &tools),
        Task::Longest => longest::run(&tools),
        Task::Faults => faults::run(&tools),
        Task::Findings(options) => findings::run(&options, &tools),
        Task::Figures => figures::write_page(&tools),
        Task::Pictures => pictures::run(&tools),
        Task::Speed => speed::run(&tools),
    }
}

/// Runs every proof in its long form, of which `ci` runs a short form.
fn deep(tools: &Tools) -> anyhow::Result<()> {
    flow::run(tools)?;
    words::run(tools)?;
    ci::run(&ci::Options { jobs: vec!["deep".to_owned()], list: false }, tools)?;
    budget::run(&budget::Options { built: true }, tools)?;
    stability::run(&stability::Options::default(), tools)?;
    let tests = xshell::cmd!(tools.shell, "cargo test --workspace --all-features");
    tests.env("NAPKIN_DEEP", "1").run()?;
    let schemas = "checks/schemas/Cargo.toml";
    let shapes =
        xshell::cmd!(tools.shell, "cargo test --manifest-path {schemas} --target-dir target");
    shapes.env("NAPKIN_DEEP", "1").run()?;
    packages::run(tools)?;
    drop_in::run(&drop_in::Options::default(), tools)?;
    longest::run(tools)?;
    faults::run(tools)?;
    coverage::run(&coverage::Options::default(), tools)?;
    sanitize::run(&sanitize::Options::default(), tools)?;
    instructions::run(tools)?;
    work::run(&work::Options::default(), tools)?;
    rivals::run(&rivals::Options { rounds: 1_000_000 }, tools)?;
    xshell::cmd!(tools.shell, "crates/napkin-sql/bench/run agree").run()?;
    // The Python functions of Spark, in a session on this machine.
    xshell::cmd!(tools.shell, "checks/install/python spark").run()?;
    let python = xshell::cmd!(tools.shell, "crates/napkin-python/target/venv/bin/python");
    python.args(["-m", "pytest", "--quiet", "-m", "spark", "crates/napkin-python"]).run()?;
    html::run(&html::Options { mixed: 20_000, seed: 1, folders: Vec::new() }, tools)?;
    keys::run(&keys::Options { mixed: 100_000, seed: 1, lists: Vec::new() }, tools)?;
    mutants::run(&mutants::Options::default(), tools)?;
    fuzz::run(&fuzz::Options { seconds: 600, ..fuzz::Options::default() }, tools)?;
    figures::write_page(tools)
}
