//! Builds packages of the registry that use the crate `url` with `napkin-url` in its place, and runs the tests of some.
//!
//! The packages are a list in `checks/drop-in/dependents.txt`. A workspace below `target/drop-in/` has copies of those
//! whose tests run, and a package that depends on the others; it patches `url` with a package of that name that
//! re-exports `napkin-url`. The same workspace without the patch gives the number of tests. The check also measures how
//! much `napkin-url` without `idna` adds to a release binary.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use serde::Deserialize;
use xshell::{Shell, cmd};

use crate::figures::{Figures, figure};
use crate::tools::Tools;

/// The list of packages.
const LIST: &str = "checks/drop-in/dependents.txt";

/// The version of `url` that the packages ask for.
const URL: &str = "2.5.8";

/// The maximum that `napkin-url` without `idna` may add to a release binary, in bytes.
const LARGEST: u64 = 150 * 1000;

#[derive(clap::Args, Default)]
pub(crate) struct Options {
    /// How many packages of the list to build; all if no number is given
    pub(crate) count: Option<usize>,
    /// Run the tests of the program in this folder instead, such as a checkout of reqwest; changes its Cargo.lock
    #[arg(long, value_name = "FOLDER")]
    pub(crate) checkout: Option<PathBuf>,
    /// Arguments of `cargo test` in that folder, such as features
    #[arg(last = true, requires = "checkout")]
    pub(crate) arguments: Vec<String>,
}

/// A package of the list.
struct Dependent<'l> {
    name: &'l str,
    version: &'l str,
    features: Vec<&'l str>,
    has_defaults: bool,
    is_tested: bool,
}

impl<'l> Dependent<'l> {
    fn read(line: &'l str) -> anyhow::Result<Self> {
        let cells: Vec<&str> = line.split_whitespace().collect();
        let [name, version, features, what @ ("tests" | "compiles")] = cells[..] else {
            bail!(
                "{LIST}: {line:?} is not a package, its version, its features and `tests` or `compiles`"
            );
        };
        let named = features.trim_start_matches(['+', '-']).split(',');
        Ok(Self {
            name,
            version,
            features: named.filter(|name| !name.is_empty()).collect(),
            has_defaults: features.starts_with('+'),
            is_tested: what == "tests",
        })
    }

    /// The folder of the copy, and the name of the dependency: a package may be there in two versions.
    fn key(&self) -> String {
        format!("{}-{}", self.name, self.version.replace('.', "-"))
    }

    /// The line of a manifest that depends on it.
    fn dependency(&self) -> String {
        let Self { name, version, features, has_defaults, .. } = self;
        let key = self.key();
        format!(
            "{key} = {{ package = {name:?}, version = \"={version}\", default-features = {has_defaults}, features = {features:?} }}\n"
        )
    }
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    manifest_path: PathBuf,
}

pub(crate) fn run(options: &Options, tools: &Tools) -> anyhow::Result<()> {
    let shell = &tools.shell;
    let folder = shell.current_dir().join("target/drop-in/workspace");
    shell.remove_path(&folder)?;
    write_substitute(shell, &folder)?;
    if let Some(checkout) = &options.checkout {
        return test_checkout(shell, &folder, checkout, &options.arguments);
    }
    let list = shell.read_file(LIST)?;
    let lines = list.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let dependents: Vec<Dependent<'_>> = lines
        .take(options.count.unwrap_or(usize::MAX))
        .map(Dependent::read)
        .collect::<anyhow::Result<_>>()?;
    copy_packages(shell, &folder, &dependents)?;
    let tested: Vec<&Dependent<'_>> = dependents.iter().filter(|known| known.is_tested).collect();
    let with_url = tests_that_pass(shell, &folder, &tested, "")?;
    let patch = "\n[patch.crates-io]\nurl = { path = \"url\" }\n";
    let with_napkin = tests_that_pass(shell, &folder, &tested, patch)?;
    println!(
        "{with_url} tests of {} packages pass with url, {with_napkin} with napkin-url",
        tested.len()
    );
    ensure!(
        with_url > 0 && with_napkin == with_url,
        "a test that passes with url fails with napkin-url"
    );
    build(shell, &folder)?;
    println!("{} packages compile with napkin-url", dependents.len());
    let size = added_size(shell, &folder)?;
    println!("napkin-url without idna adds {size} bytes to a release binary");
    ensure!(size <= LARGEST, "it may add {LARGEST} bytes");
    let names = |is_tested| {
        let chosen = dependents.iter().filter(|known| known.is_tested == is_tested);
        let named = chosen.map(|known| format!("`{}` {}", known.name, known.version));
        named.collect::<Vec<_>>().join(", ")
    };
    let outcome = Figures {
        title: "In place of the crate url",
        what: "Packages of the registry that use the crate `url` compile with `napkin-url` under its name. Of some, their own tests pass too.",
        command: "cargo xtask drop-in".to_owned(),
        short: None,
        with: format!("{}, `url` {URL}", tools.compiler()?),
        rows: vec![
            figure("packages that compile", dependents.len()),
            figure("of these, whose tests run", tested.len()),
            figure("of their tests pass with `url`", with_url),
            figure("of their tests pass with `napkin-url`", with_napkin),
            figure("bytes that `napkin-url` without `idna` adds to a release binary", size),
            figure("whose tests run", names(true).as_str()),
            figure("that compile", names(false).as_str()),
        ],
        table: None,
        listed: Vec::new(),
    };
    outcome.save("drop_in", tools)
}

/// Copies the packages whose tests run from cargo's cache, into which a package that depends on them downloads them, and
/// writes the package that depends on the others.
fn copy_packages(shell: &Shell, folder: &Path, dependents: &[Dependent<'_>]) -> anyhow::Result<()> {
    let (tested, others): (Vec<_>, Vec<_>) = dependents.iter().partition(|known| known.is_tested);
    let wanted = |dependents: &[&Dependent<'_>]| -> String {
        dependents.iter().map(|known| known.dependency()).collect()
    };
    write_package(shell, &folder.join("others"), "others", "0.0.0", &wanted(&others), "")?;
    let probe = folder.join("probe");
    let rest = wanted(&tested) + "\n[workspace]\n";
    write_package(shell, &probe, "probe", "0.0.0", &rest, "")?;
    let manifest = probe.join("Cargo.toml");
    let found = cmd!(shell, "cargo metadata --format-version 1 --manifest-path {manifest}")
        .quiet()
        .read()?;
    let Metadata { packages } = serde_json::from_str(&found)?;
    for known in tested {
        let is_it = |package: &&Package| {
            package.name == known.name && package.version.split('+').next() == Some(known.version)
        };
        let source = packages.iter().find(is_it).and_then(|package| package.manifest_path.parent());
        let source = source.with_context(|| format!("cargo did not fetch {}", known.name))?;
        let copy = folder.join(known.key());
        cmd!(shell, "cp -r {source} {copy}").quiet().run()?;
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

/// The number of tests of the packages that pass.
fn tests_that_pass(
    shell: &Shell,
    folder: &Path,
    tested: &[&Dependent<'_>],
    patch: &str,
) -> anyhow::Result<usize> {
    let mut members = String::from("\"others\"");
    for known in tested {
        write!(members, ", {:?}", known.key())?;
    }
    let manifest = format!(
        "[workspace]\nresolver = \"2\"\nmembers = [{members}]\nexclude = [\"url\", \"size\"]\n{patch}"
    );
    shell.write_file(folder.join("Cargo.toml"), manifest)?;
    let _inside = shell.push_dir(folder);
    let used = cmd!(shell, "cargo tree --workspace --invert url --depth 0").quiet().read()?;
    if used.contains("drop-in") == patch.is_empty() {
        bail!("the packages build on another crate than they were to: {used}");
    }
    let test = "test --workspace --exclude others --lib --tests --no-fail-fast".split(' ');
    Ok(passed(&cargo(shell, folder, test.map(str::to_owned)).ignore_status().read()?))
}

/// Builds the packages whose tests do not run.
fn build(shell: &Shell, folder: &Path) -> anyhow::Result<()> {
    let _inside = shell.push_dir(folder);
    cargo(shell, folder, "check --package others".split(' ').map(str::to_owned)).run()?;
    Ok(())
}

/// A call of cargo for code of others, whose warnings are not ours.
fn cargo<'s>(
    shell: &'s Shell,
    folder: &Path,
    arguments: impl Iterator<Item = String>,
) -> xshell::Cmd<'s> {
    // Beside the workspace, which is written anew each time.
    let target = folder.with_file_name("target");
    cmd!(shell, "cargo {arguments...}")
        .env("RUSTFLAGS", "--cap-lints=allow")
        .env("CARGO_TARGET_DIR", target)
}

/// The number of tests that passed, by what cargo printed.
fn passed(printed: &str) -> usize {
    let is_passed = |line: &&str| line.starts_with("test ") && line.ends_with(" ... ok");
    printed.lines().filter(is_passed).count()
}

/// Runs the tests of a checkout, with and without the patch.
fn test_checkout(
    shell: &Shell,
    folder: &Path,
    checkout: &Path,
    arguments: &[String],
) -> anyhow::Result<()> {
    let patch = format!("patch.crates-io.url.path='{}'", folder.join("url").display());
    let _inside = shell.push_dir(checkout);
    let run = |patch: &[&str]| -> anyhow::Result<usize> {
        let mut all = vec!["test"];
        all.extend(patch);
        all.extend(["--lib", "--tests", "--no-fail-fast"]);
        all.extend(arguments.iter().map(String::as_str));
        Ok(passed(
            &cargo(shell, folder, all.into_iter().map(str::to_owned)).ignore_status().read()?,
        ))
    };
    // The lock file may hold an older `url`, for which cargo takes no patch.
    cmd!(shell, "cargo update --quiet").run()?;
    let with_url = run(&[])?;
    cmd!(shell, "cargo update --quiet --config {patch}").run()?;
    let used = cmd!(shell, "cargo tree --config {patch} --invert url --depth 0").read()?;
    ensure!(used.contains("drop-in"), "the checkout builds on another crate: {used}");
    let with_napkin = run(&["--config", &patch])?;
    println!("{with_url} tests pass with url, {with_napkin} with napkin-url");
    ensure!(
        with_url > 0 && with_napkin >= with_url,
        "a test that passes with url fails with napkin-url"
    );
    Ok(())
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
