//! Checks the longest text: a text longer than the offsets allow is an error, not a wrong answer. Takes about 9 GB
//! of memory.

use std::fs;

use anyhow::Context;
use serde::Deserialize;
use xshell::cmd;

use crate::figures::{Figures, Listed, figure};
use crate::tools::{Tools, left_out};

/// The required free memory, in kilobytes: the text, its normal form, and some room.
const NEEDED: u64 = 10 * 1024 * 1024;

/// The output of the example.
#[derive(Deserialize)]
struct Told {
    bytes: u64,
    kept: u64,
    refused: u64,
    memory: Option<u64>,
}

pub(crate) fn run(tools: &Tools) -> anyhow::Result<()> {
    let free = free_memory();
    if free.is_none_or(|free| free < NEEDED) {
        let free = free.map_or("an unknown number of".to_owned(), |free| (free >> 10).to_string());
        left_out(&format!(
            "the longest text takes 10 GiB of free memory, and there are {free} MiB"
        ))?;
        return Ok(());
    }
    let told =
        cmd!(tools.shell, "cargo run --quiet --package napkin-proof --example longest").read()?;
    println!("{told}");
    let told: Told = serde_json::from_str(&told).context("the example tells no figures")?;
    let outcome = Figures {
        title: "The longest text",
        what: "A text may have 4,294,967,294 bytes, since offsets have 32 bits. The longest URI is parsed; each level of normalization that would write it longer gives the error `too-long`, and each edition refuses a byte more.",
        command: "cargo xtask longest".to_owned(),
        short: Some("cargo test --workspace"),
        with: tools.compiler()?,
        rows: vec![
            figure("bytes of the text", told.bytes),
            figure("levels that keep it", told.kept),
            figure("levels that refuse what they would make of it", told.refused),
            figure("bytes of memory, at most", told.memory.unwrap_or_default()),
        ],
        table: None,
        listed: vec![Listed {
            what: "in CI".to_owned(),
            reason: "the bound is lowered to 400 bytes, and every operation that makes a new text is held to it (`crates/napkin/src/bounds.rs`)".to_owned(),
        }],
    };
    outcome.save("longest", tools)
}

/// The available memory, in kilobytes, if the system reports it.
fn free_memory() -> Option<u64> {
    let told = fs::read_to_string("/proc/meminfo").ok()?;
    let line = told.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}
