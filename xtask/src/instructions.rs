//! Counts the instructions of the main operations by callgrind, and compares them with `bench/instructions.txt`.
//!
//! The check fails if a count differs by more than 3 %, or an operation is not listed. The counts are those of the
//! compiler named in the file. Under another compiler they are shown and not compared, which fails if `CI` is set.
//! Callgrind knows AVX2 and not AVX-512. An audit of clean URIs may take five times the instructions of parsing
//! them, which is about ten times the time.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, bail};
use xshell::cmd;

use crate::tools::{Tools, left_out};

const LISTED: &str = "bench/instructions.txt";

/// The tolerance of a count, in percent.
const TOLERANCE: f64 = 3.0;

/// The maximum ratio of an audit's instructions to parsing's.
const AUDIT: f64 = 5.0;

pub(crate) fn run(tools: &Tools) -> anyhow::Result<()> {
    if !std::env::consts::ARCH.eq("x86_64") {
        left_out("the instruction counts are those of x86-64")?;
        return Ok(());
    }
    if !tools.needs("valgrind", "valgrind")? {
        return Ok(());
    }
    let counted = count(tools)?;
    let audit = audit_by_parse(tools)?;
    println!("an audit takes {audit:.1} times the instructions of parsing");
    if audit > AUDIT {
        bail!("an audit may take {AUDIT} times the instructions of parsing");
    }
    let compiler = tools.compiler()?;
    let head = format!("{compiler}, instructions for 2,000 URIs");
    let listed_file = tools.shell.current_dir().join(LISTED);
    if tools.bless {
        let row = |(name, count): (&String, &u64)| format!("{name:<33} {count:10}\n");
        let rows: String = counted.iter().map(row).collect();
        fs::write(listed_file, format!("{head}\n{rows}"))?;
        return Ok(());
    }
    let text = fs::read_to_string(&listed_file)?;
    let (listed_head, rows) = text.split_once('\n').context("the list has no first line")?;
    let listed: BTreeMap<String, u64> = rows.lines().filter_map(row).collect();
    let mut faults = 0;
    for (name, count) in &counted {
        let Some(expected) = listed.get(name) else {
            println!("{name} {count:10}, and not in {LISTED}");
            faults += 1;
            continue;
        };
        let change = 100.0 * (*count as f64 / *expected as f64 - 1.0);
        println!("{name} {count:10}  {change:+.1} %");
        faults += usize::from(change.abs() > TOLERANCE);
    }
    faults += listed.keys().filter(|name| !counted.contains_key(*name)).count();
    if listed_head != head {
        left_out(&format!("{LISTED} has the counts of {listed_head}, and this is {head}"))?;
    } else if faults > 0 {
        bail!("{faults} counts are not those of {LISTED}; --bless writes them, if they are meant");
    }
    Ok(())
}

/// A row of the list: a name of two columns, and a count.
fn row(line: &str) -> Option<(String, u64)> {
    let (name, count) = line.rsplit_once(' ')?;
    Some((name.trim_end().to_owned(), count.parse().ok()?))
}

/// The instructions of each operation, with AVX2 and with SSE2.
fn count(tools: &Tools) -> anyhow::Result<BTreeMap<String, u64>> {
    let shell = &tools.shell;
    cmd!(
        shell,
        "cargo build --quiet --release --manifest-path bench/Cargo.toml --bin instructions"
    )
    .run()?;
    let program = shell.current_dir().join("bench/target/release/instructions");
    let mut counted = BTreeMap::new();
    for operation in cmd!(shell, "{program} list").quiet().read()?.lines() {
        for set in ["avx2", "sse2"] {
            let count = callgrind(tools, &program, &[set, operation], "instructions::measured")?;
            counted.insert(format!("{operation:<28} {set}"), count);
        }
    }
    Ok(counted)
}

/// The ratio of an audit's instructions to parsing's.
fn audit_by_parse(tools: &Tools) -> anyhow::Result<f64> {
    cmd!(tools.shell, "cargo build --quiet --release --manifest-path bench/Cargo.toml --bin audit")
        .run()?;
    let once = |what: &str| {
        let program = tools.shell.current_dir().join("bench/target/release/audit");
        callgrind(tools, &program, &["--once", what], "audit::counted")
    };
    Ok(once("audit")? as f64 / once("parse")? as f64)
}

/// The instructions of a program inside one function.
fn callgrind(
    tools: &Tools,
    program: &Path,
    arguments: &[&str],
    function: &str,
) -> anyhow::Result<u64> {
    let folder = tempfile::tempdir()?;
    let out = folder.path().join("out");
    let command = cmd!(
        tools.shell,
        "valgrind --tool=callgrind --callgrind-out-file={out} --collect-atstart=no
         --toggle-collect={function} {program} {arguments...}"
    );
    command.quiet().ignore_stdout().ignore_stderr().run()?;
    let text = fs::read_to_string(&out)?;
    let summary = text.lines().find_map(|line| line.strip_prefix("summary: "));
    Ok(summary.context("callgrind gave no summary")?.trim().parse()?)
}
