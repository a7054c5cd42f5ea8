//! Compares the keys of `napkin-keys` with those that the programs of its profiles make: of the URLs of lists, and of texts
//! that are made of pieces of URLs at random.

use std::path::PathBuf;

use xshell::cmd;

use crate::tools::{Tools, left_out};

#[derive(clap::Args)]
pub(crate) struct Options {
    /// How many texts are made at random, twice
    #[arg(long, default_value_t = 5_000)]
    pub(crate) mixed: u32,

    /// The seed of the random texts
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,

    /// Lists of URLs, one a line
    #[arg(value_name = "LIST")]
    pub(crate) lists: Vec<PathBuf>,
}

pub(crate) fn run(options: &Options, tools: &Tools) -> anyhow::Result<()> {
    if !tools.needs("python3", "python3")? {
        return Ok(());
    }
    if let Err(error) = cmd!(tools.shell, "checks/install/keys").run() {
        left_out(&format!("the programs are not installed: {error}"))?;
        return Ok(());
    }
    cmd!(tools.shell, "cargo build --quiet --package napkin-keys --example keys").run()?;
    let (mixed, seed) = (options.mixed.to_string(), options.seed.to_string());
    // The shell runs in the root of the checkout, wherever it was started.
    let lists: Result<Vec<_>, _> = options.lists.iter().map(std::path::absolute).collect();
    let lists = lists?;
    cmd!(
        tools.shell,
        "target/keys/venv/bin/python -W ignore checks/keys/compare.py --keys target/debug/examples/keys
         --mixed {mixed} --seed {seed} {lists...}"
    )
    .run()?;
    Ok(())
}
