//! The result of a proof, `checks/figures/NAME.json`, and the page made from all results, `docs/assurance.md`.

use std::fs;
use std::path::PathBuf;

use serde::Serialize;
use xshell::cmd;

use crate::tools::Tools;

/// The outcome of a proof.
#[derive(Serialize)]
pub(crate) struct Figures {
    pub(crate) title: &'static str,
    /// The claim, and the method.
    pub(crate) what: &'static str,
    /// The command that gave the figures.
    pub(crate) command: String,
    /// The command that CI runs, if it runs one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) short: Option<&'static str>,
    /// The versions of the tools.
    pub(crate) with: String,
    #[serde(rename = "figures")]
    pub(crate) rows: Vec<(String, Cell)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) table: Option<Table>,
    /// The exceptions, with reasons.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) listed: Vec<Listed>,
}

#[derive(Serialize)]
pub(crate) struct Table {
    pub(crate) head: Vec<&'static str>,
    pub(crate) rows: Vec<Vec<Cell>>,
}

#[derive(Serialize)]
pub(crate) struct Listed {
    pub(crate) what: String,
    pub(crate) reason: String,
}

/// A figure.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum Cell {
    Count(u64),
    Ratio(f64),
    Text(String),
}

impl From<u64> for Cell {
    fn from(count: u64) -> Self {
        Self::Count(count)
    }
}

impl From<usize> for Cell {
    fn from(count: usize) -> Self {
        Self::Count(count as u64)
    }
}

impl From<f64> for Cell {
    /// With two decimals, as on the page.
    fn from(ratio: f64) -> Self {
        Self::Ratio((ratio * 100.0).round() / 100.0)
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

/// The figures, and the day of the run.
#[derive(Serialize)]
struct Dated<'a> {
    #[serde(flatten)]
    figures: &'a Figures,
    date: String,
}

/// A row of the figures.
pub(crate) fn figure(name: impl Into<String>, value: impl Into<Cell>) -> (String, Cell) {
    (name.into(), value.into())
}

/// The file with the figures of a proof.
pub(crate) fn path(tools: &Tools, name: &str) -> PathBuf {
    tools.shell.current_dir().join("checks/figures").join(format!("{name}.json"))
}

impl Figures {
    /// Writes the figures with today's date, if `--bless` is given.
    pub(crate) fn save(&self, name: &str, tools: &Tools) -> anyhow::Result<()> {
        if !tools.bless {
            return Ok(());
        }
        let dated = Dated { figures: self, date: tools.today()? };
        fs::write(path(tools, name), serde_json::to_string_pretty(&dated)? + "\n")?;
        Ok(())
    }
}

/// Writes `docs/assurance.md` from all figures, by running the test that checks the page.
pub(crate) fn write_page(tools: &Tools) -> anyhow::Result<()> {
    let write = cmd!(tools.shell, "cargo test --quiet --package napkin-proof --test assurance");
    write.env("NAPKIN_BLESS", "1").run()?;
    Ok(())
}
