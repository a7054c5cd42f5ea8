//! The steps that have to pass before landing, as data: a name, a job, and a command.
//!
//! `.ci/run` runs all of them one after the other; `.github/workflows/ci.yml` runs the jobs beside each other. What is
//! quick, or fails most often for its time, comes first. The time of each step is printed, and how many packages were
//! compiled for it. The steps of the job `deep` take long and fail seldom: `cargo xtask deep` runs them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant, SystemTime};

use anyhow::bail;

use crate::tools::Tools;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Jobs to run; all but `deep` if none are given
    pub(crate) jobs: Vec<String>,
    /// List the steps instead, each with its job and command
    #[arg(long)]
    pub(crate) list: bool,
}

/// A step: its job, and its command as a line of a shell.
struct Step {
    job: &'static str,
    command: &'static str,
}

const fn step(job: &'static str, command: &'static str) -> Step {
    Step { job, command }
}

/// Clippy is the compiler of the workspace's packages, so that they are not checked and then compiled. It turns the
/// inlining of MIR off, so nothing whose figures are kept is compiled by it: no release, no instructions, no wheel to measure.
macro_rules! linted {
    ($command:literal) => {
        concat!(
            "RUSTC_WORKSPACE_WRAPPER=clippy-driver CLIPPY_ARGS=-Dwarnings__CLIPPY_HACKERY__ ",
            $command
        )
    };
}

const STEPS: &[Step] = &[
    step("style", "cargo fmt --all --check"),
    // Modules declared by a macro, which cargo fmt does not follow.
    step(
        "style",
        "rustfmt --edition 2024 --check crates/napkin-cli/src/commands/*.rs crates/napkin-schemes/src/schemes/*.rs \
         crates/napkin-schemes/src/schemes/*/*.rs crates/napkin-audit/src/rules/*.rs crates/napkin-sql/src/functions/*.rs",
    ),
    step(
        "style",
        "for workspace in bench checks/api checks/fuzz checks/rivals checks/schemas crates/napkin-python crates/napkin-sql crates/napkin-sql-cli; do cargo fmt --manifest-path $workspace/Cargo.toml --check || exit 1; done",
    ),
    step("style", "cargo xtask flow"),
    step("style", "cargo xtask words"),
    step("style", "cargo xtask budget"),
    step("style", "cargo xtask speed"),
    // Before any build, which may add what `Cargo.lock` lacks.
    step("style", "cargo xtask stability --short"),
    // The library and the command have the same name, so the command is documented separately.
    step(
        "style",
        "RUSTDOCFLAGS='-D warnings' cargo doc --workspace --exclude napkin-cli --all-features --no-deps \
         --document-private-items",
    ),
    step(
        "style",
        "RUSTDOCFLAGS='-D warnings' cargo rustdoc --package napkin-cli --bin napkin -- --document-private-items",
    ),
    // The core without std, without alloc, and each library without its features; deep has each feature alone.
    step(
        "style",
        "each() { crate=$1; shift; for feature in '' \"$@\"; do \
         cargo clippy -p $crate --lib --no-default-features --features \"$feature\" -- -D warnings || exit 1; done; }; \
         each napkin-scan std; each napkin alloc std; each napkin-url std; each napkin-schemes; each napkin-context",
    ),
    // What is not compiled in is an error.
    step(
        "style",
        "cargo test --quiet -p napkin-schemes --no-default-features --features data --test families; \
         cargo test --quiet -p napkin-context --no-default-features --features http --test features",
    ),
    // The kernel of another machine, as far as the compiler can check it.
    step(
        "style",
        "rustup target add aarch64-unknown-linux-gnu >/dev/null 2>&1 || true; \
         if rustup target list --installed 2>/dev/null | grep -q aarch64-unknown-linux-gnu; then \
         cargo clippy -p napkin-scan -p napkin --lib --target aarch64-unknown-linux-gnu -- -D warnings; \
         else echo 'left out: the target aarch64-unknown-linux-gnu is not installed'; [ -z \"${CI:-}\" ]; fi",
    ),
    // The page without the server, for a machine without sockets and threads.
    step(
        "style",
        "cargo clippy -p napkin-web --lib --no-default-features -- -D warnings && \
         { rustup target add wasm32-unknown-unknown >/dev/null 2>&1 || true; } && \
         if rustup target list --installed 2>/dev/null | grep -q wasm32-unknown-unknown; then \
         cargo clippy -p napkin-web --lib --no-default-features --target wasm32-unknown-unknown -- -D warnings; \
         else echo 'left out: the target wasm32-unknown-unknown is not installed'; [ -z \"${CI:-}\" ]; fi",
    ),
    // The servers for testing plans, and the programs that the audit's readers represent.
    step("tests", "checks/install/servers"),
    step("tests", "checks/install/readers"),
    // The README's own command.
    step(
        "tests",
        linted!("eval \"$(sed -nE 's/^\\$ (cargo test.*)/\\1/p' README.md | head -n 1)\""),
    ),
    // The Python package: a wheel, in its own environment.
    step("python", linted!("checks/install/python")),
    step("python", "cd crates/napkin-python && target/venv/bin/python -m pytest --quiet"),
    step("python", "cd crates/napkin-python && target/venv/bin/mypy python tests examples"),
    // DataFusion and Ballista take long to compile, so SQL is a workspace of its own.
    step("sql", linted!("cargo test --manifest-path crates/napkin-sql/Cargo.toml")),
    // The page in a real browser, and the answers against their description.
    step("page", "checks/install/browser"),
    // The programs that the tests have built: a build without tests has other features, and compiles the crates again.
    step("page", linted!("cargo test --quiet --workspace --all-features --no-run")),
    step("page", "node checks/browser/check.mjs"),
    // What the two workspaces depend on alike is compiled once.
    step("page", "cargo test --manifest-path checks/schemas/Cargo.toml --target-dir target"),
    step("page", "target/debug/examples/load 3"),
    // The proofs in short; `cargo xtask deep` runs the long form, and proofs without a short one.
    step("proofs", "cargo xtask instructions"),
    // These two run programs that the tests have built. The short form of work compares two counts of one program, and the
    // worst ratio is 3.99 whichever way it is compiled.
    step("proofs", linted!("cargo xtask work --short")),
    step("proofs", linted!("cargo xtask html --mixed 300")),
    step("proofs", "cargo xtask rivals"),
    step("proofs", "cargo xtask sanitize --short"),
    // The oldest Rust of the manifests: the core with its tests, and what stands on it without the tables of Unicode.
    step(
        "proofs",
        "rustup toolchain install 1.85 --profile minimal >/dev/null 2>&1 || true; \
         if rustup toolchain list 2>/dev/null | grep -q '^1[.]85-'; then \
         export CARGO_TARGET_DIR=${NAPKIN_CI_CACHE:-target}/rust-1.85; \
         cargo +1.85 test --quiet -p napkin-scan -p napkin --lib --test published --test vectors && \
         cargo +1.85 test --quiet -p napkin --test checkout steps:: && \
         cargo +1.85 check --tests -p napkin-scan -p napkin && \
         cargo +1.85 check -p napkin-url --no-default-features --features std,simd,serde,uri,http && \
         cargo +1.85 check -p napkin-schemes --no-default-features \
         --features web,file,data,mail,ssh,urn,hash,tel,directory,misc,simd && \
         cargo +1.85 check -p napkin-standards --no-default-features --features simd && \
         cargo +1.85 check -p napkin-template --features serde; \
         else echo 'left out: Rust 1.85 is not installed'; [ -z \"${CI:-}\" ]; fi",
    ),
    // Each library with each of its features alone, and the kernels without std.
    step(
        "deep",
        "each() { crate=$1; shift; for feature in '' \"$@\"; do \
         cargo clippy -p $crate --lib --no-default-features --features \"$feature\" -- -D warnings || exit 1; done; }; \
         each napkin-scan std simd avx512; \
         each napkin alloc std editions explain simd avx512 serde form url http arbitrary proptest; \
         each napkin-url std idna simd serde uri http url; \
         each napkin-schemes web file data mail ssh urn hash tel directory misc idna simd unicode; \
         each napkin-standards domains idna serde simd; \
         each napkin-template std serde simd; \
         each napkin-context text documents css html xml markdown turtle http mime warc gzip zstd xz bzip2 brotli idna \
         text,idna simd",
    ),
    // Each library documented with its default features: no link leads to an item of another feature.
    step(
        "deep",
        "for crate in napkin-scan napkin napkin-url napkin-schemes napkin-context napkin-domains napkin-template napkin-standards napkin-keys napkin-audit; do \
         RUSTDOCFLAGS='-D warnings' cargo doc --quiet -p $crate --no-deps || exit 1; done",
    ),
    // The bench in short: every subject compiles, and the answers are the expected ones.
    step(
        "deep",
        "cargo run --quiet --release --manifest-path bench/Cargo.toml --bin napkin-bench -- --compare --count 5000",
    ),
    // Clients that other programs make of the OpenAPI description: they are compiled, and ask.
    step(
        "deep",
        "checks/install/clients && cargo build --quiet --package napkin-cli && checks/clients/check",
    ),
    // Code outside the workspace; the README's tests run every target of the fuzzer on its corpus.
    step("deep", "cargo clippy --manifest-path bench/Cargo.toml --bins -- -D warnings"),
    step("deep", "cargo check --manifest-path checks/fuzz/Cargo.toml"),
    // A machine of 32 bits, where an offset or a limit may not fit in `usize`: the libraries and the command.
    step(
        "deep",
        "rustup target add i686-unknown-linux-gnu >/dev/null 2>&1 || true; \
         if rustup target list --installed 2>/dev/null | grep -q i686-unknown-linux-gnu; then \
         cargo clippy --workspace --exclude napkin-proof --exclude xtask --lib --bins --all-features \
         --target i686-unknown-linux-gnu -- -D warnings; \
         else echo 'left out: the target i686-unknown-linux-gnu is not installed'; [ -z \"${CI:-}\" ]; fi",
    ),
    // The README's main job. Its release build takes as long as the tests'.
    step(
        "deep",
        "eval \"$(sed -nE 's/^\\$ (cargo run --release.*)/\\1/p' README.md | head -n 1)\" >/dev/null",
    ),
    // The library of SQL without its command.
    step(
        "deep",
        "cargo clippy --manifest-path crates/napkin-sql/Cargo.toml --package napkin-sql --lib --all-features -- -D warnings",
    ),
    step(
        "deep",
        "RUSTDOCFLAGS='-D warnings' cargo doc --manifest-path crates/napkin-sql/Cargo.toml --package napkin-sql --lib \
         --all-features --no-deps --document-private-items",
    ),
];

pub(crate) fn run(options: &Options, tools: &Tools) -> anyhow::Result<()> {
    let is_known = |job: &&String| STEPS.iter().any(|step| step.job == job.as_str());
    if let Some(unknown) = options.jobs.iter().find(|job| !is_known(job)) {
        bail!("{unknown} is not a job; `cargo xtask ci --list` has the jobs");
    }
    let is_chosen = |step: &&Step| match &options.jobs[..] {
        [] => step.job != "deep",
        jobs => jobs.iter().any(|job| job == step.job),
    };
    if options.list {
        STEPS.iter().filter(is_chosen).for_each(|step| println!("{:7} {}", step.job, step.command));
        return Ok(());
    }
    let start = Instant::now();
    let mut done = Vec::new();
    for step in STEPS.iter().filter(is_chosen) {
        println!("\n== {} (minute {})", step.command, start.elapsed().as_secs() / 60);
        let (since, time) = (SystemTime::now(), Instant::now());
        // A shell, since steps have loops and file patterns.
        let status =
            Command::new("bash").args(["-euo", "pipefail", "-c", step.command]).status()?;
        let mut packages = BTreeSet::new();
        compiled(&tools.folder(""), since, 3, &mut packages)?;
        done.push(Done { time: time.elapsed(), compiled: packages.len(), command: step.command });
        if !status.success() {
            print(&done);
            bail!("failed: {}", step.command);
        }
    }
    print(&done);
    println!("{:>4} s in all", start.elapsed().as_secs());
    Ok(())
}

/// A step that has run.
struct Done {
    time: Duration,
    /// The number of packages that were compiled.
    compiled: usize,
    command: &'static str,
}

fn print(steps: &[Done]) {
    println!("\ntime, packages compiled");
    for Done { time, compiled, command } in steps {
        let shown: String = command.chars().take(100).collect();
        println!("{:>4} s {compiled:>4}  {shown}", time.as_secs());
    }
}

/// Finds the packages that were compiled since a time, in the folders of Cargo's builds: for each way to compile a package
/// there is `.fingerprint/NAME-HASH/invoked.timestamp`, as old as its last compilation.
fn compiled(
    folder: &Path,
    since: SystemTime,
    depth: usize,
    found: &mut BTreeSet<String>,
) -> anyhow::Result<()> {
    let Ok(units) = fs::read_dir(folder.join(".fingerprint")) else {
        let folders = fs::read_dir(folder).into_iter().flatten().flatten();
        for inner in folders.filter(|_| depth > 0) {
            compiled(&inner.path(), since, depth - 1, found)?;
        }
        return Ok(());
    };
    for unit in units {
        let unit = unit?;
        let time = fs::metadata(unit.path().join("invoked.timestamp"));
        if time.and_then(|time| time.modified()).is_ok_and(|time| time >= since) {
            let name = unit.file_name().to_string_lossy().into_owned();
            found.extend(name.rsplit_once('-').map(|(name, _)| name.to_owned()));
        }
    }
    Ok(())
}
