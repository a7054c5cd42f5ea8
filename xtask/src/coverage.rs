//! Coverage: which lines of the core, of `napkin-scan` and of `napkin-url` their tests reach. Below 97 % the check
//! fails.
//!
//! All tests count, except the examples in the documentation and most tests by the grammars, which take long.
//! Exhaustive tests do only a part of their work, which reaches the same lines. The lines of tests themselves do
//! not count.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde_json::Value;
use xshell::cmd;

use crate::figures::{Figures, figure};
use crate::tools::{Tools, left_out};

/// The version of cargo-llvm-cov that measures.
const CARGO_LLVM_COV: &str = "0.9.1";

/// The required percentage of reached lines.
const WANTED: f64 = 97.0;

#[derive(clap::Args, Default)]
pub(crate) struct Options {
    /// Write pages to target/llvm-cov/html/ instead
    #[arg(long)]
    html: bool,
}

/// The test programs of the core, as its manifest names them.
pub(crate) fn core_tests(tools: &Tools) -> anyhow::Result<Vec<String>> {
    let told = cmd!(tools.shell, "cargo read-manifest --manifest-path crates/napkin/Cargo.toml");
    let told: Value = serde_json::from_str(&told.quiet().read()?)?;
    let targets = told["targets"].as_array().context("a manifest without targets")?;
    let tests = targets.iter().filter(|target| target["kind"][0] == "test");
    Ok(tests.filter_map(|test| test["name"].as_str()).map(str::to_owned).collect())
}

/// The options that leave out those tests of the core that do not call it in their own process.
pub(crate) const NOT_OF_THE_CORE: &str =
    "--skip docs:: --skip examples:: --skip house:: --skip pages::";

pub(crate) fn run(options: &Options, tools: &Tools) -> anyhow::Result<()> {
    tools.cargo_tool("cargo-llvm-cov", CARGO_LLVM_COV)?;
    if !llvm(tools)? {
        return Ok(());
    }
    let shell = &tools.shell;
    let tests = core_tests(tools)?;
    let tests = tests.iter().flat_map(|test| ["--test", test]);
    let without = NOT_OF_THE_CORE.split(' ');
    cmd!(
        shell,
        "cargo llvm-cov --no-report --package napkin --package napkin-scan --all-features --lib {tests...} -- {without...}"
    )
    .run()?;
    cmd!(
        shell,
        "cargo llvm-cov --no-report --package napkin --all-features --test grammar -- trees_are_derivations"
    )
    .run()?;
    cmd!(
        shell,
        "cargo llvm-cov --no-report --package napkin-url --all-features --lib --test published --test checkout"
    )
    .run()?;
    // Tests, reference implementations, and code that runs only at compile time.
    let ignored = concat!(
        r"/(tests|extent|napkin-scan/src/reference)\.rs$|/tests/",
        r"|/(constant|edition/(production|rfc1630|rfc1738|dated))\.rs$",
    );
    let report = cmd!(
        shell,
        "cargo llvm-cov report --package napkin --package napkin-scan --package napkin-url
         --ignore-filename-regex {ignored}"
    );
    if options.html {
        report.arg("--html").run()?;
        return Ok(());
    }
    let report = report.arg("--summary-only").read()?;
    println!("{report}");
    let total = report.lines().find(|line| line.starts_with("TOTAL")).context("no total")?;
    // The columns: file, regions, functions, lines, each as total, missed and percentage.
    let columns: Vec<&str> = total.split_whitespace().collect();
    let number = |column: usize| -> anyhow::Result<u64> {
        Ok(columns.get(column).context("a column is missing")?.parse()?)
    };
    let (lines, missed) = (number(7)?, number(8)?);
    let percent = 100.0 * (1.0 - missed as f64 / lines as f64);
    println!("{percent:.2} % of {lines} lines");
    let outcome = Figures {
        title: "Coverage",
        what: "The lines of the core, of `napkin-scan` and of `napkin-url` that their tests reach, without the examples of the documentation and most of the tests by the grammars. Files of which all is evaluated when the core is compiled, such as the tables of an edition, are left out; in others, what is does not count as reached.",
        command: "cargo xtask coverage".to_owned(),
        short: None,
        with: format!("{}, cargo-llvm-cov {CARGO_LLVM_COV}", tools.compiler()?),
        rows: vec![
            figure("lines", lines),
            figure("reached", lines - missed),
            figure("reached, in percent", percent),
            figure("wanted, in percent", WANTED as u64),
        ],
        table: None,
        listed: Vec::new(),
    };
    outcome.save("coverage", tools)?;
    if percent < WANTED {
        bail!("fewer than {WANTED} % of the lines are reached");
    }
    Ok(())
}

/// Whether the LLVM tools are available: those of the compiler, or Debian's, whose format is unchanged since LLVM
/// 19.
fn llvm(tools: &Tools) -> anyhow::Result<bool> {
    let shell = &tools.shell;
    let sysroot = cmd!(shell, "rustc --print sysroot").quiet().read()?;
    let own = Path::new(&sysroot).join("lib/rustlib").join(tools.host()?).join("bin/llvm-cov");
    let added =
        || cmd!(shell, "rustup component add llvm-tools").quiet().ignore_stderr().run().is_ok();
    if own.exists() || added() {
        return Ok(true);
    }
    let debian = || -> Option<PathBuf> {
        let versions = (19..30).rev().map(|version| format!("/usr/lib/llvm-{version}/bin"));
        versions.map(PathBuf::from).find(|folder| folder.join("llvm-cov").exists())
    };
    if debian().is_none() {
        let _ = tools.install("llvm-19");
    }
    let Some(folder) = debian() else {
        return left_out("neither the component llvm-tools nor Debian's llvm-19 can be installed");
    };
    shell.set_var("LLVM_COV", folder.join("llvm-cov"));
    shell.set_var("LLVM_PROFDATA", folder.join("llvm-profdata"));
    Ok(true)
}
