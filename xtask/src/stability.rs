//! Checks stability: nothing that users build on changes unnoticed.
//!
//! - The public API of the libraries equals the listings of `checks/api/`.
//! - Dependencies are under accepted licences and come from the registry; the bare core has none but `napkin-scan`.
//! - Every `Cargo.lock` is complete: building changes nothing in it.
//! - The lowest versions that the manifests allow compile; not in the short form.
//! - The oldest compiler that the manifest allows compiles the core; if it cannot be installed, clippy checks since
//!   which version the standard library has each called function.
//!
//! Advisories come over the network, from a place that is not a registry: `cargo deny check advisories` looks them
//! up.

use std::fs;

use anyhow::Context;
use xshell::cmd;

use crate::figures::{Figures, Listed, figure};
use crate::tools::{Tools, left_out};

#[derive(clap::Args, Default)]
pub(crate) struct Options {
    /// Without the lowest versions
    #[arg(long)]
    short: bool,
}

pub(crate) fn run(options: &Options, tools: &Tools) -> anyhow::Result<()> {
    let shell = &tools.shell;
    for lock in cmd!(shell, "git ls-files *Cargo.lock").quiet().read()?.lines() {
        let manifest = lock.replace("Cargo.lock", "Cargo.toml");
        cmd!(shell, "cargo metadata --locked --format-version 1 --manifest-path {manifest}")
            .quiet()
            .ignore_stdout()
            .run()
            .with_context(|| format!("{lock} is not whole"))?;
        println!("{lock} is whole");
    }
    cmd!(shell, "cargo test --quiet --manifest-path checks/api/Cargo.toml").run()?;
    let (oldest, is_built) = oldest_compiler(tools)?;
    if options.short {
        return Ok(());
    }
    let lowest = lowest_versions(tools)?;
    let mut public_items = 0;
    for entry in fs::read_dir(shell.current_dir().join("checks/api"))? {
        let file = entry?.path();
        if file.extension().is_some_and(|extension| extension == "txt") {
            public_items += fs::read_to_string(file)?.lines().count();
        }
    }
    let packages =
        shell.read_file("Cargo.lock")?.lines().filter(|line| line.starts_with("name = ")).count();
    let listed =
        |what: &str, reason: &str| Listed { what: what.to_owned(), reason: reason.to_owned() };
    let outcome = Figures {
        title: "Stability",
        what: "The public API of the libraries is written down in `checks/api/`, so that a change of it shows in review. Dependencies are under accepted licences and from the registry, and the bare core has none but `napkin-scan`, the kernels of its scanner; the lowest versions that the manifests allow compile; `Cargo.lock` is what is built.",
        command: "cargo xtask stability".to_owned(),
        short: Some("cargo xtask stability --short"),
        with: tools.compiler()?,
        rows: vec![
            figure("public items of the libraries", public_items),
            figure("packages in Cargo.lock", packages),
            figure("of these, tried in a lower version", lowest),
            figure("oldest compiler allowed", oldest.as_str()),
            figure("built with it", if is_built { "yes" } else { "no" }),
        ],
        table: None,
        listed: vec![
            listed(
                "advisories",
                "they come over the network, from a place that is no registry; `cargo deny check advisories` looks them up where it can",
            ),
            listed(
                "the oldest compiler",
                "clippy knows since when the standard library has what is called, and looks at each build (`incompatible_msrv`)",
            ),
        ],
    };
    outcome.save("stability", tools)
}

/// Compiles with the lowest versions that the manifests allow, in a copy with its own `Cargo.lock`; returns how
/// many packages have a lower version there.
fn lowest_versions(tools: &Tools) -> anyhow::Result<usize> {
    let shell = &tools.shell;
    let copy = shell.current_dir().join("target/minimal-versions/tree");
    // A previous run may have left deleted files there.
    shell.remove_path(&copy)?;
    shell.create_dir(&copy)?;
    let files =
        "git ls-files -z | tar --create --null --files-from=- | tar --extract --directory=\"$0\"";
    cmd!(shell, "sh -c {files} {copy}").quiet().run()?;
    {
        let _inside = shell.push_dir(&copy);
        // The switch of cargo is unstable.
        let update = cmd!(shell, "cargo update --quiet -Zdirect-minimal-versions");
        update.env("RUSTC_BOOTSTRAP", "1").run()?;
        // The command depends on all libraries.
        let check = "--package napkin --package napkin-cli --all-features --target-dir ../target";
        let check = check.split(' ');
        cmd!(shell, "cargo check --quiet {check...}").run()?;
    }
    let versions = |file: &std::path::Path| -> anyhow::Result<Vec<String>> {
        let text = fs::read_to_string(file)?;
        Ok(text
            .split("[[package]]")
            .filter_map(|package| package.split("source =").next())
            .map(str::to_owned)
            .collect())
    };
    let usual = versions(&shell.current_dir().join("Cargo.lock"))?;
    let low = versions(&copy.join("Cargo.lock"))?;
    let lowest = low.iter().filter(|package| !usual.contains(package)).count();
    println!("compiles with the lowest versions, of which {lowest} are not those of Cargo.lock");
    Ok(lowest)
}

/// The oldest compiler that the manifest allows, and whether it was available to compile the core.
fn oldest_compiler(tools: &Tools) -> anyhow::Result<(String, bool)> {
    let shell = &tools.shell;
    let manifest = shell.read_file("crates/napkin/Cargo.toml")?;
    let version = manifest.lines().find_map(|line| line.strip_prefix("rust-version = \""));
    let oldest = version.context("no rust-version")?.trim_end_matches('"').to_owned();
    let _ = cmd!(shell, "rustup toolchain install --profile minimal {oldest}")
        .quiet()
        .ignore_stdout()
        .ignore_stderr()
        .run();
    let installed =
        cmd!(shell, "rustup toolchain list").quiet().ignore_stderr().read().unwrap_or_default();
    let is_installed = installed.lines().any(|line| {
        line.starts_with(&format!("{oldest}.")) || line.starts_with(&format!("{oldest}-"))
    });
    if !is_installed {
        left_out(&format!("Rust {oldest} is not installed, and cannot be"))?;
    }
    if is_installed {
        let toolchain = format!("+{oldest}");
        let folder = tools.folder(&format!("rust-{oldest}"));
        cmd!(
            shell,
            "cargo {toolchain} check --quiet --package napkin --features explain,http,serde --target-dir {folder}"
        )
        .run()?;
    }
    println!("built with Rust {oldest}: {is_installed}");
    Ok((oldest, is_installed))
}
