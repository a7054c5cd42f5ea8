//! Counts how often each audit rule fires in four lists of real URIs, and compares the counts with the table of
//! `docs/audit.md`, whose columns are links, phishing, files A and files B.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context, bail};
use xshell::cmd;

use crate::tools::Tools;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// The lists, a URI a line: links, phishing, files A, files B
    #[arg(num_args = 4, required = true)]
    lists: Vec<String>,
}

pub(crate) fn run(options: &Options, tools: &Tools) -> anyhow::Result<()> {
    let shell = &tools.shell;
    cmd!(shell, "cargo build --quiet --release -p napkin-cli").run()?;
    let mut rows: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut any = Vec::new();
    for (column, list) in options.lists.iter().enumerate() {
        let list = std::path::absolute(list)?;
        // With findings, the exit status is 1.
        let told =
            cmd!(shell, "target/release/napkin audit --count -i {list}").ignore_status().read()?;
        for line in told.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words[..] {
                [inputs, "input," | "inputs,", with, ..] => any.push(format!("{with} of {inputs}")),
                [count, rule] => {
                    let row =
                        rows.entry(rule.to_owned()).or_insert_with(|| vec!["0".to_owned(); 4]);
                    count.clone_into(&mut row[column]);
                }
                _ => bail!("not a count: {line}"),
            }
        }
    }
    let mut counted: Vec<String> =
        rows.iter().map(|(rule, row)| format!("| `{rule}` | {} |", row.join(" | "))).collect();
    counted.push(format!("| any | {} |", any.join(" | ")));
    counted.sort();
    let page = fs::read_to_string(shell.current_dir().join("docs/audit.md"))?;
    let (_, table) = page.split_once("<!-- counts -->").context("docs/audit.md has no counts")?;
    let is_row = |line: &&str| line.starts_with("| `") || line.starts_with("| any");
    let mut written: Vec<&str> = table.lines().filter(is_row).collect();
    written.sort_unstable();
    let wrong: Vec<&String> =
        counted.iter().filter(|row| !written.contains(&row.as_str())).collect();
    if wrong.is_empty() && written.len() == counted.len() {
        println!("docs/audit.md has the counts");
        return Ok(());
    }
    for row in wrong {
        println!("{row}");
    }
    bail!("docs/audit.md has other counts");
}
