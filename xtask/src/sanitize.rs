//! Runs the tests of the core and of the kernels under the address sanitizer.

use std::fs;

use anyhow::bail;
use xshell::cmd;

use crate::coverage::{NOT_OF_THE_CORE, core_tests};
use crate::figures::{Figures, figure};
use crate::tools::{Tools, left_out};

#[derive(clap::Args, Default)]
pub(crate) struct Options {
    /// Fewer inputs, and no grammars
    #[arg(long)]
    short: bool,
}

pub(crate) fn run(options: &Options, tools: &Tools) -> anyhow::Result<()> {
    let host = tools.host()?;
    if !["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"].contains(&host.as_str()) {
        left_out(&format!("there is no address sanitizer for {host}"))?;
        return Ok(());
    }
    let mut tests = core_tests(tools)?;
    if options.short {
        tests.retain(|test| test != "grammar");
    } else {
        tools.shell.set_var("NAPKIN_DEEP", "1");
    }
    let tests = tests.iter().flat_map(|test| ["--test", test]);
    let without = NOT_OF_THE_CORE.split(' ');
    // A folder of its own, since build scripts ask for the switch: with one folder, both builds would undo each other.
    let folder = tools.folder("sanitizer");
    // Without `serde` and similar features, so that little besides the core is built. On the stable compiler,
    // sanitizers need a switch.
    let run = cmd!(
        tools.shell,
        "cargo test --package napkin --package napkin-scan --target {host} --target-dir {folder} --lib {tests...} -- {without...}"
    );
    let run = run.env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", "-Zsanitizer=address");
    let run = run.env("CARGO_BUILD_BUILD_DIR", &folder);
    let output = run.ignore_status().output()?;
    let log = String::from_utf8_lossy(&output.stdout).into_owned();
    print!("{log}");
    if !output.status.success() {
        eprint!("{}", String::from_utf8_lossy(&output.stderr));
        bail!("the tests do not pass under the address sanitizer");
    }
    let passed = |line: &str| {
        let count = line.strip_prefix("test result: ok. ")?;
        count.split(' ').next()?.parse::<u64>().ok()
    };
    let passed: u64 = log.lines().filter_map(passed).sum();
    println!("{passed} tests passed");
    let short = if options.short { " --short" } else { "" };
    let outcome = Figures {
        title: "Sanitizers",
        what: "The tests of the core and of `napkin-scan` run under the address sanitizer: each kernel that the machine has on every length and alignment, the parsers on every short text, the laws on random ones. Nothing is read or written outside of what was allocated, nothing is used after it was freed, nothing is leaked. `unsafe` is in `crates/napkin-scan/` only; [design.md](design.md#unsafe-code) has every block with its proof, which a test holds it to, and clippy wants it beside the code too.",
        command: format!("cargo xtask sanitize{short}"),
        short: Some("cargo xtask sanitize --short"),
        with: format!("{}, -Zsanitizer=address", tools.compiler()?),
        rows: vec![
            figure("tests that passed", passed),
            figure("errors of the sanitizer", 0_u64),
            figure("blocks of unsafe code", unsafe_blocks(tools)?),
        ],
        table: None,
        listed: Vec::new(),
    };
    outcome.save("sanitizers", tools)
}

/// The number of unsafe blocks in the kernels.
fn unsafe_blocks(tools: &Tools) -> anyhow::Result<usize> {
    let mut blocks = 0;
    for entry in fs::read_dir(tools.shell.current_dir().join("crates/napkin-scan/src"))? {
        let path = entry?.path();
        if path.file_name().is_some_and(|name| name != "tests.rs") {
            let text = fs::read_to_string(path)?;
            let is_block =
                |line: &&str| line.contains("unsafe {") && !line.trim_start().starts_with("//");
            blocks += text.lines().filter(is_block).count();
        }
    }
    Ok(blocks)
}
