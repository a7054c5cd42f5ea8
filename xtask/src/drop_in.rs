//! Runs the tests of programs in the registry that use the crate `url`, with `napkin-url` in its place.
//!
//! A workspace below `target/drop-in/` has copies of the programs' packages, and patches `url` with a package of
//! that name that re-exports `napkin-url`. The same workspace without the patch gives the number of tests. The
//! check also measures how much `napkin-url` without `idna` adds to a release binary.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use serde::Deserialize;
use xshell::{Shell, cmd};

use crate::figures::{Figures, figure};
use crate::tools::Tools;

/// The programs, which use `url` in different ways: rewriting links, keying a store by host and path, resolving the
/// URLs in `robots.txt`.
const PROGRAMS: [(&str, &str); 3] =
    [("ammonia", "4.2.4"), ("cookie_store", "0.22.1"), ("texting_robots", "0.2.2")];

/// The version of `url` that the programs ask for.
const URL: &str = "2.5.8";

/// The maximum that `napkin-url` without `idna` may add to a release binary, in bytes.
const LARGEST: u64 = 150 * 1000;

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    manifest_path: PathBuf,
}

pub(crate) fn run(tools: &Tools) -> anyhow::Result<()> {
    let shell = &tools.shell;
    let folder = shell.current_dir().join("target/drop-in");
    shell.remove_path(&folder)?;
    copy_programs(shell, &folder)?;
    write_substitute(shell, &folder)?;
    let with_url = tests_that_pass(shell, &folder, "")?;
    let patch = "\n[patch.crates-io]\nurl = { path = \"url\" }\n";
    let with_napkin = tests_that_pass(shell, &folder, patch)?;
    println!(
        "{with_url} tests of {} programs pass with url, {with_napkin} with napkin-url",
        PROGRAMS.len()
    );
    ensure!(
        with_url > 0 && with_napkin == with_url,
        "a test that passes with url fails with napkin-url"
    );
    let size = added_size(shell, &folder)?;
    println!("napkin-url without idna adds {size} bytes to a release binary");
    ensure!(size <= LARGEST, "it may add {LARGEST} bytes");
    let programs = PROGRAMS.map(|(name, version)| format!("`{name}` {version}")).join(", ");
    let outcome = Figures {
        title: "In place of the crate url",
        what: "Programs of the registry that use the crate `url` compile with `napkin-url` under its name, and their own tests pass.",
        command: "cargo xtask drop-in".to_owned(),
        short: None,
        with: format!("{}, `url` {URL}", tools.compiler()?),
        rows: vec![
            figure("programs", programs.as_str()),
            figure("of their tests pass with `url`", with_url),
            figure("of their tests pass with `napkin-url`", with_napkin),
            figure("bytes that `napkin-url` without `idna` adds to a release binary", size),
        ],
        table: None,
        listed: Vec::new(),
    };
    outcome.save("drop_in", tools)
}

/// Copies the programs' packages from cargo's cache, into which a crate that depends on them downloads them.
fn copy_programs(shell: &Shell, folder: &Path) -> anyhow::Result<()> {
    let probe = folder.join("probe");
    let wanted = PROGRAMS.map(|(name, version)| format!("{name} = \"={version}\"\n")).concat();
    write_package(shell, &probe, "probe", "0.0.0", &format!("{wanted}\n[workspace]\n"), "")?;
    let manifest = probe.join("Cargo.toml");
    let found = cmd!(shell, "cargo metadata --format-version 1 --manifest-path {manifest}")
        .quiet()
        .read()?;
    let Metadata { packages } = serde_json::from_str(&found)?;
    for (name, _) in PROGRAMS {
        let package = packages.iter().find(|package| package.name == name);
        let source = package.and_then(|package| package.manifest_path.parent());
        let source = source.with_context(|| format!("cargo did not fetch {name}"))?;
        cmd!(shell, "cp -r {source} {folder}/{name}").quiet().run()?;
    }
    shell.remove_path(probe)?;
    Ok(())
}

/// Writes the package that replaces `url`.
fn write_substitute(shell: &Shell, folder: &Path) -> anyhow::Result<()> {
    let napkin = shell.current_dir().join("crates/napkin-url");
    let napkin = napkin.display();
    let rest = format!(
        "napkin-url = {{ path = \"{napkin}\" }}\n\n[features]\ndefault = [\"std\"]\nstd = []\nserde = [\"napkin-url/serde\"]\n"
    );
    write_package(shell, &folder.join("url"), "url", URL, &rest, "pub use napkin_url::*;\n")
}

/// The number of the programs' tests that pass.
fn tests_that_pass(shell: &Shell, folder: &Path, patch: &str) -> anyhow::Result<usize> {
    let members = PROGRAMS.map(|(name, _)| format!("{name:?}")).join(", ");
    let manifest = format!(
        "[workspace]\nresolver = \"2\"\nmembers = [{members}]\nexclude = [\"url\", \"size\"]\n{patch}"
    );
    shell.write_file(folder.join("Cargo.toml"), manifest)?;
    let _inside = shell.push_dir(folder);
    let used = cmd!(shell, "cargo tree --workspace --invert url --depth 0").quiet().read()?;
    if used.contains("drop-in") == patch.is_empty() {
        bail!("the programs build on another crate than they were to: {used}");
    }
    let printed = cmd!(shell, "cargo test --workspace --lib --tests --no-fail-fast")
        .env("RUSTFLAGS", "--cap-lints=allow")
        .read()?;
    Ok(printed.lines().filter_map(crate::packages::passed).sum())
}

/// The growth of a release binary, in bytes, that parses its argument by `napkin-url` without `idna`.
fn added_size(shell: &Shell, folder: &Path) -> anyhow::Result<u64> {
    let napkin = shell.current_dir().join("crates/napkin-url");
    let napkin = napkin.display();
    let with = format!(
        "napkin-url = {{ path = \"{napkin}\", default-features = false, features = [\"std\"], optional = true }}\n\n\
         [workspace]\n\n[profile.release]\nstrip = true\n"
    );
    let size = folder.join("size");
    write_package(shell, &size, "size", "0.0.0", &with, "")?;
    shell.write_file(
        size.join("src/main.rs"),
        "fn main() {\n    let text = std::env::args().nth(1).unwrap_or_default();\n    \
         #[cfg(feature = \"napkin-url\")]\n    let text = napkin_url::Url::parse(&text).unwrap().to_string();\n    \
         println!(\"{text}\");\n}\n",
    )?;
    let _inside = shell.push_dir(&size);
    let binary = size.join("target/release/size");
    cmd!(shell, "cargo build --quiet --release").run()?;
    let without = std::fs::metadata(&binary)?.len();
    cmd!(shell, "cargo build --quiet --release --features napkin-url").run()?;
    Ok(std::fs::metadata(&binary)?.len().saturating_sub(without))
}

/// Writes a package; `rest` follows the head of its dependencies.
fn write_package(
    shell: &Shell,
    folder: &Path,
    name: &str,
    version: &str,
    rest: &str,
    library: &str,
) -> anyhow::Result<()> {
    let manifest = format!(
        "[package]\nname = {name:?}\nversion = {version:?}\nedition = \"2024\"\n\n[dependencies]\n{rest}"
    );
    shell.write_file(folder.join("Cargo.toml"), manifest)?;
    shell.write_file(folder.join("src/lib.rs"), library)?;
    Ok(())
}
