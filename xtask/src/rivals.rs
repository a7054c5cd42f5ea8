//! Compares napkin with other libraries on generated and mutated texts. Every difference has to be in
//! `checks/rivals/src/differences.rs`.

use std::path::Path;

use xshell::cmd;

use crate::tools::{Tools, left_out};

#[derive(clap::Args)]
pub(crate) struct Options {
    /// How many pairs of texts
    #[arg(default_value_t = 20_000)]
    pub(crate) rounds: u64,
}

pub(crate) fn run(options: &Options, tools: &Tools) -> anyhow::Result<()> {
    let header = Path::new("/usr/include/uriparser/Uri.h");
    if !header.exists() {
        let _ = tools.install("liburiparser-dev");
    }
    if !header.exists() {
        left_out(
            "uriparser is not asked: its headers are not installed (package liburiparser-dev)",
        )?;
    }
    let rounds = options.rounds.to_string();
    cmd!(tools.shell, "cargo test --quiet --manifest-path checks/rivals/Cargo.toml")
        .env("NAPKIN_ROUNDS", rounds)
        .run()?;
    Ok(())
}
