//! Writes everything that is generated: pages, modules, outcomes of cases, listings.
//!
//! Each test that compares a generated file writes it where `NAPKIN_BLESS` is set. This is the list of these tests, in the order in which
//! one needs what another wrote. What changed is read by `git diff` before it is committed.

use std::process::Command;

use anyhow::bail;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Workspaces to write for; all if none are given, of which sql and python take minutes to build
    #[arg(value_parser = ["main", "sql", "python"])]
    workspaces: Vec<String>,
    /// List the commands instead, each with what it writes
    #[arg(long)]
    list: bool,
}

/// What a command writes: the workspace, the files, the command as a line of a shell.
const WRITTEN: &[(&str, &str, &str)] = &[
    (
        "main",
        "docs/editions.md, docs/normalization.md",
        "cargo test --quiet -p napkin --test checkout docs::",
    ),
    (
        "main",
        "crates/napkin-domains/src/public_suffix_list.bin",
        "cargo test --quiet -p napkin-domains --lib",
    ),
    (
        "main",
        "docs/context.md, spec/cases/context/matrix.jsonl",
        "cargo test --quiet -p napkin-context --test matrix --test checkout",
    ),
    ("main", "docs/audit.md", "cargo test --quiet -p napkin-audit --test checkout page::"),
    ("main", "docs/keys.md", "cargo test --quiet -p napkin-answers --test checkout keys::"),
    (
        "main",
        "docs/faces.md, crates/napkin-python/src/keys.txt",
        "cargo test --quiet -p napkin-answers --test checkout faces::",
    ),
    (
        "main",
        "docs/cli.md",
        "cargo test --quiet -p napkin-cli --all-features --bin napkin reference",
    ),
    (
        "main",
        "spec/cases/command/, spec/cases/context/, crates/napkin-cli/tests/recorded/",
        "cargo test --quiet -p napkin-cli --all-features --test cli -- command:: documents:: recorded::",
    ),
    (
        "main",
        "what commands print in the pages",
        "cargo test --quiet -p napkin-cli --all-features --test readme",
    ),
    (
        "main",
        "the table of docs/url.md",
        "cargo test --quiet --manifest-path checks/rivals/Cargo.toml --test url_api the_table_is_the_list",
    ),
    ("main", "docs/pictures/speed-light.svg and -dark.svg", "cargo xtask speed --bless"),
    ("main", "checks/api/*.txt", "cargo test --quiet --manifest-path checks/api/Cargo.toml"),
    (
        "sql",
        "crates/napkin-sql/tests/sql/",
        "cargo test --quiet --manifest-path crates/napkin-sql/Cargo.toml --test logic",
    ),
    (
        "sql",
        "docs/sql.md",
        "cargo test --quiet --manifest-path crates/napkin-sql-cli/Cargo.toml --test command docs::",
    ),
    (
        "python",
        "crates/napkin-python/tests/recorded.txt, crates/napkin-python/python/napkin/*.pyi",
        "checks/install/python && cd crates/napkin-python && \
         target/venv/bin/python -m pytest --quiet tests/test_recorded.py tests/test_stub.py",
    ),
];

pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    let is_chosen = |workspace: &str| {
        options.workspaces.is_empty() || options.workspaces.iter().any(|chosen| chosen == workspace)
    };
    let mut failed = Vec::new();
    for (workspace, files, command) in WRITTEN {
        if !is_chosen(workspace) {
            continue;
        }
        println!("{files}: {command}");
        if options.list {
            continue;
        }
        let status = Command::new("bash")
            .args(["-euo", "pipefail", "-c", command])
            .env("NAPKIN_BLESS", "1")
            .status()?;
        if !status.success() {
            failed.push(*files);
        }
    }
    // What fails although it may write is a fault that no writing mends; the others are written all the same.
    if !failed.is_empty() {
        bail!("not written: {}", failed.join("; "));
    }
    Ok(())
}
