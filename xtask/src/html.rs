//! Compares `napkin links` with html5lib's tree: on the pages of the project, on html5lib's own tests, on mixtures
//! of these, and on the pages of given folders.

use std::path::PathBuf;

use xshell::cmd;

use crate::tools::{Tools, left_out};

#[derive(clap::Args)]
pub(crate) struct Options {
    /// How many pages are mixed
    #[arg(long, default_value_t = 2_000)]
    pub(crate) mixed: u32,

    /// The seed that pages are mixed by
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,

    /// Folders with more pages, '.html' and '.htm'
    #[arg(value_name = "FOLDER")]
    pub(crate) folders: Vec<PathBuf>,
}

pub(crate) fn run(options: &Options, tools: &Tools) -> anyhow::Result<()> {
    if !tools.needs("python3", "python3")? {
        return Ok(());
    }
    if let Err(error) = cmd!(tools.shell, "checks/install/html5lib").run() {
        left_out(&format!("html5lib is not installed: {error}"))?;
        return Ok(());
    }
    // As the tests build it, so that nothing is compiled twice.
    cmd!(tools.shell, "cargo test --quiet --workspace --all-features --no-run").run()?;
    let (mixed, seed) = (options.mixed.to_string(), options.seed.to_string());
    // The shell runs in the root of the checkout, wherever it was started.
    let folders: Result<Vec<_>, _> = options.folders.iter().map(std::path::absolute).collect();
    let folders = folders?;
    cmd!(
        tools.shell,
        "target/html/venv/bin/python checks/html/check.py --napkin target/debug/napkin
         --tests target/html/html5lib-1.1 --mixed {mixed} --seed {seed} {folders...}"
    )
    .run()?;
    Ok(())
}
