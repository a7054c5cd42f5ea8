//! The needs of every check: a shell in the root of the checkout, the date, and whether a tool is available.

use std::path::PathBuf;

use anyhow::{Context, bail};
use xshell::{Shell, cmd};

/// A shell in the root of the checkout, and the options of all checks.
pub(crate) struct Tools {
    /// Runs programs in the root of the checkout.
    pub(crate) shell: Shell,
    /// Whether to write the expected values.
    pub(crate) bless: bool,
}

impl Tools {
    /// A shell in the root of the checkout.
    pub(crate) fn new(bless: bool) -> anyhow::Result<Self> {
        let shell = Shell::new()?;
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).parent();
        shell.change_dir(root.context("the crate has no folder above it")?);
        shell.set_var("CARGO_TERM_COLOR", "never");
        if bless {
            shell.set_var("NAPKIN_BLESS", "1");
        }
        Ok(Self { shell, bless })
    }

    /// A folder for what Cargo compiles: in the cache of `.ci/run`, or in `target/`.
    pub(crate) fn folder(&self, name: &str) -> PathBuf {
        let cache = std::env::var_os("NAPKIN_CI_CACHE").map(PathBuf::from);
        cache.unwrap_or_else(|| self.shell.current_dir().join("target")).join(name)
    }

    /// Whether a program is on the path.
    pub(crate) fn has(&self, program: &str) -> bool {
        cmd!(self.shell, "sh -c 'command -v \"$0\"' {program}")
            .quiet()
            .ignore_stdout()
            .run()
            .is_ok()
    }

    /// Whether `program` is available; if needed, it is installed from Debian's `package`. Without it, a check
    /// fails if `CI` is set; otherwise it prints what it skips, and this returns `false`.
    pub(crate) fn needs(&self, program: &str, package: &str) -> anyhow::Result<bool> {
        if !self.has(program) {
            let _ = self.install(package);
        }
        if self.has(program) {
            return Ok(true);
        }
        left_out(&format!("{program} is not installed (package {package})"))
    }

    /// Installs a package of Debian.
    pub(crate) fn install(&self, package: &str) -> anyhow::Result<()> {
        let command = format!("apt-get install -y --no-install-recommends {package}");
        let both = format!("apt-get update; {command} || sudo -n {command}");
        cmd!(self.shell, "sh -c {both}").quiet().ignore_stdout().ignore_stderr().run()?;
        Ok(())
    }

    /// Installs a subcommand of cargo, unless it is installed.
    pub(crate) fn cargo_tool(&self, name: &str, version: &str) -> anyhow::Result<()> {
        let subcommand = name.trim_start_matches("cargo-");
        let known = cmd!(self.shell, "cargo {subcommand} --version").quiet().ignore_stderr().read();
        if known.is_ok() {
            return Ok(());
        }
        let package = format!("{name}@{version}");
        cmd!(self.shell, "cargo install --quiet --locked {package}").run()?;
        Ok(())
    }

    /// The target triple of this machine.
    pub(crate) fn host(&self) -> anyhow::Result<String> {
        let told = cmd!(self.shell, "rustc -vV").quiet().read()?;
        let host = told.lines().find_map(|line| line.strip_prefix("host: "));
        Ok(host.context("rustc names no host")?.to_owned())
    }

    /// `rustc` and its version, such as `rustc 1.95.0`.
    pub(crate) fn compiler(&self) -> anyhow::Result<String> {
        let told = cmd!(self.shell, "rustc --version").quiet().read()?;
        Ok(told.split(' ').take(2).collect::<Vec<_>>().join(" "))
    }

    /// The day, as `2026-01-31`.
    pub(crate) fn today(&self) -> anyhow::Result<String> {
        Ok(cmd!(self.shell, "date +%F").quiet().read()?)
    }
}

/// Prints what is skipped; an error if `CI` is set, since a check must not be skipped there.
pub(crate) fn left_out(reason: &str) -> anyhow::Result<bool> {
    if std::env::var_os("CI").is_some() {
        bail!("{reason}, and CI leaves nothing out");
    }
    eprintln!("left out: {reason}");
    Ok(false)
}
