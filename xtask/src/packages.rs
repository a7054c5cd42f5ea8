//! Checks packages: each crate has everything that it needs in what `cargo publish` would upload.
//!
//! The crates are packed, unpacked into a separate workspace below `target/packages/`, and tested there, without
//! `spec/` and without files that `include` omits. Dependencies use the same lock file and target folder, so that
//! they are not compiled again.

use std::fs;

use anyhow::{Context, bail};
use serde::Deserialize;
use xshell::cmd;

use crate::tools::Tools;

/// The files in each package besides its sources.
const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    /// The registries that it may be published to: any, or an empty list.
    publish: Option<Vec<String>>,
}

pub(crate) fn run(tools: &Tools) -> anyhow::Result<()> {
    let shell = &tools.shell;
    let told = cmd!(shell, "cargo metadata --no-deps --format-version 1").quiet().read()?;
    let Metadata { mut packages } = serde_json::from_str(&told)?;
    packages.retain(|package| package.publish.is_none());
    let chosen = packages.iter().flat_map(|package| ["--package", package.name.as_str()]);
    cmd!(shell, "cargo package --quiet --no-verify --allow-dirty --target-dir target {chosen...}")
        .run()?;
    let root = shell.current_dir();
    let folder = root.join("target/packages");
    shell.remove_path(&folder)?;
    shell.create_dir(&folder)?;
    let mut members = Vec::new();
    for Package { name, version, .. } in &packages {
        let member = format!("{name}-{version}");
        let archive = format!("target/package/{member}.crate");
        cmd!(shell, "tar --extract --gzip --file {archive} --directory {folder}").quiet().run()?;
        for file in LICENCES {
            let own = shell.read_file(folder.join(&member).join(file));
            let own = own.with_context(|| format!("{member} has no {file}"))?;
            if own != shell.read_file(file)? {
                bail!("{member} has another {file} than the repository");
            }
        }
        members.push((name, member));
    }
    let manifest = workspace(&shell.read_file("Cargo.toml")?, &members);
    shell.write_file(folder.join("Cargo.toml"), manifest)?;
    fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock"))?;
    let target = root.join("target");
    let told = {
        let _inside = shell.push_dir(&folder);
        cmd!(shell, "cargo test --workspace --all-features --target-dir {target}").read()
    };
    let told = told.context("the tests of the unpacked packages do not pass")?;
    let passed: usize = told.lines().filter_map(passed).sum();
    println!("{} packages have their licences, and {passed} tests pass in them", members.len());
    Ok(())
}

/// The manifest of a workspace of unpacked packages, which replace those of the registry; with the profiles of the
/// repository's manifest.
fn workspace(manifest: &str, members: &[(&String, String)]) -> String {
    let names: Vec<String> = members.iter().map(|(_, member)| format!("{member:?}")).collect();
    let mut made = format!("[workspace]\nresolver = \"3\"\nmembers = [{}]\n", names.join(", "));
    made.push_str("\n[patch.crates-io]\n");
    made.extend(members.iter().map(|(name, member)| format!("{name} = {{ path = {member:?} }}\n")));
    for section in manifest.split("\n[").filter(|section| section.starts_with("profile.dev")) {
        let named =
            section.split(']').next().and_then(|name| name.strip_prefix("profile.dev.package."));
        if named.is_none_or(|named| members.iter().any(|(name, _)| *name == named)) {
            made.extend(["\n[", section, "\n"]);
        }
    }
    made
}

/// The number of passed tests in a line of a test program's output.
pub(crate) fn passed(line: &str) -> Option<usize> {
    let (count, _) = line.strip_prefix("test result: ok. ")?.split_once(' ')?;
    count.parse().ok()
}
