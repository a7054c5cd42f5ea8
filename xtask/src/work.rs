//! Checks complexity: every operation on inputs made to be expensive, and on inputs four times as large.
//!
//! Callgrind counts the instructions, an allocator the memory. The larger input may take 4.6 times of both; linear
//! growth is 4 times. A constant is added to both counts, so that fixed costs do not matter.

use std::fs;
use std::num::NonZero;
use std::thread;

use anyhow::{Context, bail};
use xshell::{Shell, cmd};

use crate::figures::{Cell, Figures, Table, figure};
use crate::tools::Tools;

#[derive(Default, clap::Args)]
pub(crate) struct Options {
    /// How often the pieces of the larger inputs are repeated; 4000 if not given, 2000 with --short
    times: Option<usize>,
    /// Built as the tests are, which compiles nothing more where these were run
    #[arg(long)]
    short: bool,
    /// Only the operations whose name has this; writes no figures
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
}

impl Options {
    fn times(&self) -> usize {
        self.times.unwrap_or(if self.short { 2000 } else { 4000 })
    }
}

/// Commands that read no text of a stranger, or ask what others ask.
const WITHOUT: [&str; 6] = ["completions", "man", "schemes", "serve", "sql", "witness"];

/// The maximum ratio for the larger input.
const MOST: f64 = 4.6;

/// The constants added to both counts: instructions, and bytes of memory.
const FLOORS: (f64, f64) = (100_000.0, 65_536.0);

/// An operation on a family of inputs: the costs of the smaller and the larger one.
#[derive(Clone)]
struct Row {
    operation: String,
    family: String,
    bytes: f64,
    memory: (f64, f64),
    instructions: (f64, f64),
}

/// The worst row of an operation, over all families.
#[derive(Default)]
struct Worst {
    operation: String,
    family: String,
    work: f64,
    memory: f64,
    instructions_a_byte: f64,
    memory_a_byte: f64,
}

pub(crate) fn run(options: &Options, tools: &Tools) -> anyhow::Result<()> {
    if !tools.needs("valgrind", "valgrind")? {
        return Ok(());
    }
    let rows = rows(options, tools)?;
    if options.only.is_none() {
        every_command_is_tried(&rows, tools)?;
    }
    let mut all: Vec<Worst> = Vec::new();
    let mut faults = 0;
    for row in &rows {
        let Row { operation, family, .. } = row;
        if all.last().is_none_or(|worst| worst.operation != *operation) {
            all.push(Worst { operation: operation.clone(), ..Worst::default() });
        }
        let Some(worst) = all.last_mut() else { continue };
        let times = |(small, large): (f64, f64), floor| (large + floor) / (small + floor);
        let work = times(row.instructions, FLOORS.0);
        let memory = times(row.memory, FLOORS.1);
        if work > MOST || memory > MOST {
            println!(
                "{operation} of {family}: {work:.2} times the instructions, {memory:.2} times the memory"
            );
            faults += 1;
        }
        if work > worst.work {
            (worst.work, worst.family) = (work, family.clone());
        }
        worst.memory = worst.memory.max(memory);
        worst.instructions_a_byte = worst.instructions_a_byte.max(row.instructions.1 / row.bytes);
        worst.memory_a_byte = worst.memory_a_byte.max(row.memory.1 / row.bytes);
    }
    for Worst { operation, family, work, memory, instructions_a_byte, memory_a_byte } in &all {
        println!(
            "{operation:<26} {work:5.2} times the instructions ({family}), {memory:5.2} times the memory; at most \
             {instructions_a_byte:.0} instructions and {memory_a_byte:.1} bytes a byte"
        );
    }
    println!("{} inputs", 2 * rows.len());
    if faults > 0 {
        bail!("{faults} inputs take more than {MOST} times as much for four times the input");
    }
    if options.only.is_some() {
        return Ok(());
    }
    let most = |of: fn(&Worst) -> f64| all.iter().map(of).fold(0.0, f64::max);
    let longest = rows.iter().map(|row| row.bytes).fold(0.0, f64::max);
    let figures = vec![
        figure("operations", all.len()),
        figure("operations on families of inputs", rows.len()),
        figure("bytes of the longest input", longest as u64),
        figure("most instructions for four times the input", most(|worst| worst.work)),
        figure("most memory for four times the input", most(|worst| worst.memory)),
    ];
    let head = vec![
        "operation",
        "instructions",
        "in the family",
        "memory",
        "instructions a byte, at most",
        "bytes of memory a byte, at most",
    ];
    let cells = |worst: &Worst| -> Vec<Cell> {
        vec![
            worst.operation.as_str().into(),
            worst.work.into(),
            worst.family.as_str().into(),
            worst.memory.into(),
            (worst.instructions_a_byte as u64).into(),
            worst.memory_a_byte.into(),
        ]
    };
    let short = if options.short { " --short" } else { "" };
    let outcome = Figures {
        title: "Complexity",
        what: "Time is linear and memory is bounded by the input. Every operation works on inputs made to be expensive and on four times as much of the same; callgrind counts the instructions, an allocator the memory. Linear is 4.00; more than 4.60 is a failure. 100,000 instructions and 64 KiB are added to both, since what does not depend on the input is no matter here.",
        command: format!("cargo xtask work {}{short}", options.times()),
        short: Some("cargo xtask work --short"),
        with: format!("{}, {}", tools.compiler()?, cmd!(tools.shell, "valgrind --version").read()?),
        rows: figures,
        table: Some(Table { head, rows: all.iter().map(cells).collect() }),
        listed: Vec::new(),
    };
    outcome.save("complexity", tools)
}

/// Fails if no operation has the name of a command, which begins it.
fn every_command_is_tried(rows: &[Row], tools: &Tools) -> anyhow::Result<()> {
    let folder = tools.shell.current_dir().join("crates/napkin-cli/src/commands");
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
        let is_tried = rows.iter().any(|row| row.operation.split(' ').next() == Some(name));
        if name != "mod" && !WITHOUT.contains(&name) && !is_tried {
            bail!("checks/proof/examples/work/ has no operation of the command '{name}'");
        }
    }
    Ok(())
}

/// Runs the example `work` under callgrind, which dumps a count for each input, in as many processes as there are cores.
fn rows(options: &Options, tools: &Tools) -> anyhow::Result<Vec<Row>> {
    let shell = &tools.shell;
    let program = if options.short {
        cmd!(shell, "cargo test --quiet --workspace --all-features --no-run").run()?;
        "target/debug/examples/work"
    } else {
        cmd!(shell, "cargo build --quiet --release --package napkin-proof --example work").run()?;
        "target/release/examples/work"
    };
    let shares = thread::available_parallelism().map_or(1, NonZero::get);
    let root = shell.current_dir();
    let of_share = |share: usize| {
        let shell = Shell::new()?;
        shell.change_dir(&root);
        share_of_rows(&shell, program, options, share, shares)
    };
    let all = thread::scope(|scope| {
        let running: Vec<_> =
            (0..shares).map(|share| scope.spawn(move || of_share(share))).collect();
        let joined = running.into_iter().map(|share| match share.join() {
            Ok(rows) => rows,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        joined.collect::<anyhow::Result<Vec<_>>>()
    })?;
    let mut rows = all.concat();
    rows.sort_by_key(|(number, _)| *number);
    Ok(rows.into_iter().map(|(_, row)| row).collect())
}

/// The rows of one of several shares, each with its number.
fn share_of_rows(
    shell: &Shell,
    program: &str,
    options: &Options,
    share: usize,
    shares: usize,
) -> anyhow::Result<Vec<(usize, Row)>> {
    let folder = tempfile::tempdir()?;
    let out = folder.path().join("out");
    let times = options.times().to_string();
    let only = options.only.as_deref().unwrap_or_default();
    let [share, shares] = [share, shares].map(|number| number.to_string());
    let lines = cmd!(
        shell,
        "valgrind --tool=callgrind --callgrind-out-file={out} --collect-atstart=no
         --toggle-collect=work::measured --dump-after=work::measured {program} {times} {only} {share} {shares}"
    );
    let lines = lines.quiet().ignore_stderr().read()?;
    let count = |dump: usize| -> anyhow::Result<f64> {
        let text = fs::read_to_string(folder.path().join(format!("out.{dump}")))?;
        let total = |line: &str| {
            let line = line.strip_prefix("summary: ").or_else(|| line.strip_prefix("totals: "))?;
            line.trim().parse().ok()
        };
        text.lines().filter_map(total).next_back().context("callgrind gave no total")
    };
    let row = |(place, line): (usize, &str)| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [number, operation, family, _, bytes, small, large] = fields[..] else {
            bail!("not a row: {line}")
        };
        let row = Row {
            operation: operation.to_owned(),
            family: family.to_owned(),
            bytes: bytes.parse()?,
            memory: (small.parse()?, large.parse()?),
            instructions: (count(2 * place + 1)?, count(2 * place + 2)?),
        };
        Ok((number.parse()?, row))
    };
    lines.lines().enumerate().map(row).collect()
}
