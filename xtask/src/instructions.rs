//! Counts the instructions of the main operations, and of whole commands, by callgrind, and compares them with
//! `bench/instructions.txt`.
//!
//! The check fails if a count differs by more than 3 %, or an operation is not listed. The counts are those of the
//! compiler named in the file. Under another compiler they are shown and not compared, which fails if `CI` is set.
//! Callgrind knows AVX2 and not AVX-512. An audit of clean URIs may take five times the instructions of parsing
//! them, which is about ten times the time, and seven times as many with the search for secrets.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, bail};
use xshell::cmd;

use crate::tools::{Tools, left_out};

const LISTED: &str = "bench/instructions.txt";

/// The tolerance of a count, in percent.
const TOLERANCE: f64 = 3.0;

/// What is counted of an audit, and the maximum ratio of its instructions to parsing's.
const AUDITS: [(&str, &str, f64); 2] =
    [("audit", "an audit without the search for secrets", 5.0), ("secrets", "an audit", 35.0)];

pub(crate) fn run(tools: &Tools) -> anyhow::Result<()> {
    if !std::env::consts::ARCH.eq("x86_64") {
        left_out("the instruction counts are those of x86-64")?;
        return Ok(());
    }
    if !tools.needs("valgrind", "valgrind")? {
        return Ok(());
    }
    let counted = count(tools)?;
    audit_by_parse(tools)?;
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
            let count =
                callgrind(tools, &program, &[set, operation], Some("instructions::measured"))?;
            counted.insert(format!("{operation:<28} {set}"), count);
        }
    }
    count_commands(tools, &mut counted)?;
    Ok(counted)
}

/// Commands whose instructions are counted as a whole.
const COMMANDS: [&str; 3] = ["get host", "resolve --base http://a.example/b/c", "parse --json"];

/// The instructions of whole commands with one thread, without those of a run without input.
fn count_commands(tools: &Tools, counted: &mut BTreeMap<String, u64>) -> anyhow::Result<()> {
    // In one unit: of sixteen, a change of any file can move a function to another.
    let one_unit = "profile.release.package.napkin-cli.codegen-units=1";
    cmd!(tools.shell, "cargo build --quiet --release --package napkin-cli --config {one_unit}")
        .run()?;
    let program = tools.shell.current_dir().join("target/release/napkin");
    let folder = tempfile::tempdir()?;
    let uri = |n| format!("https://user@www{n}.example.com:8443/a/b{n}/c?x={n}&y=z#f{n}\n");
    let uris = (0..2000).map(uri).collect::<Vec<_>>().concat();
    let input = folder.path().join("input");
    let path = input.to_str().context("a folder whose name is no text")?;
    for command in COMMANDS {
        let arguments = command.split(' ').chain(["--threads", "1", "-i", path]);
        let arguments: Vec<_> = arguments.collect();
        let count = |text: &str| {
            fs::write(&input, text)?;
            callgrind(tools, &program, &arguments, None)
        };
        let (uris, none) = (count(&uris)?, count("")?);
        let name = command.split(" http").next().unwrap_or(command);
        counted.insert(format!("{:<28} avx2", format!("napkin {name}")), uris - none);
    }
    Ok(())
}

/// Holds an audit's instructions to parsing's.
fn audit_by_parse(tools: &Tools) -> anyhow::Result<()> {
    cmd!(tools.shell, "cargo build --quiet --release --manifest-path bench/Cargo.toml --bin audit")
        .run()?;
    let once = |what: &str| {
        let program = tools.shell.current_dir().join("bench/target/release/audit");
        callgrind(tools, &program, &["--once", what], Some("audit::counted"))
    };
    let parse = once("parse")? as f64;
    for (operation, name, most) in AUDITS {
        let times = once(operation)? as f64 / parse;
        println!("{name} takes {times:.1} times the instructions of parsing");
        if times > most {
            bail!("{name} may take {most} times the instructions of parsing");
        }
    }
    Ok(())
}

/// The instructions of a program: inside one function, or all.
fn callgrind(
    tools: &Tools,
    program: &Path,
    arguments: &[&str],
    function: Option<&str>,
) -> anyhow::Result<u64> {
    let folder = tempfile::tempdir()?;
    let out = folder.path().join("out");
    let inside = function.map(|name| format!("--toggle-collect={name}"));
    let collected = inside.into_iter().chain(function.map(|_| "--collect-atstart=no".to_owned()));
    let command = cmd!(
        tools.shell,
        "valgrind --tool=callgrind --callgrind-out-file={out} {collected...} {program} {arguments...}"
    );
    command.quiet().ignore_stdout().ignore_stderr().run()?;
    let text = fs::read_to_string(&out)?;
    let summary = text.lines().find_map(|line| line.strip_prefix("summary: "));
    Ok(summary.context("callgrind gave no summary")?.trim().parse()?)
}
