//! Runs the command under faults of its environment: full disks, closed pipes, signals, broken files.

use xshell::cmd;

use crate::figures::{Cell, Figures, Table, figure};
use crate::tools::Tools;

pub(crate) fn run(tools: &Tools) -> anyhow::Result<()> {
    let log = cmd!(tools.shell, "cargo test --package napkin-cli --test cli faults::").read()?;
    println!("{log}");
    let held = |line: &str| {
        let name = line.strip_prefix("test faults::")?.strip_suffix(" ... ok")?;
        let name = name.rsplit("::").next()?;
        Some(name.replace('_', " "))
    };
    let mut held: Vec<String> = log.lines().filter_map(held).collect();
    held.sort();
    let kernel = cmd!(tools.shell, "uname -r").quiet().read()?;
    let kernel = kernel.split('-').next().unwrap_or_default();
    let outcome = Figures {
        title: "The command under faults",
        what: "Whatever goes wrong around the command, it ends with the exit status of its contract, tells why, and has written every result that it had. Each line is a test that runs the command as a process and asserts all three.",
        command: "cargo xtask faults".to_owned(),
        short: Some("cargo test --workspace"),
        with: format!("{}, Linux {kernel}", tools.compiler()?),
        rows: vec![figure("faults that are made", held.len())],
        table: Some(Table {
            head: vec!["what holds"],
            rows: held.into_iter().map(|name| vec![Cell::Text(name)]).collect(),
        }),
        listed: Vec::new(),
    };
    outcome.save("faults", tools)
}
