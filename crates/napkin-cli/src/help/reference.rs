//! Checks the options in `docs/cli.md`, and the table of which command has which, against their definitions.
//!
//! `NAPKIN_BLESS=1` rewrites the section.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use clap::{Arg, ArgAction, Command};

use super::shared;
use crate::command;
use crate::commands::GROUPS;

const BEGIN: &str =
    "<!-- The options are generated; see crates/napkin-cli/src/help/reference.rs. -->\n";
const END: &str = "<!-- The end of the options. -->\n";

/// An option shared by at least this many commands is listed once.
const COMMON: usize = 8;

/// How many values of an option are listed.
const MOST_VALUES: usize = 12;

/// An option as typed: `-i`, `--input FILE`.
fn typed(arg: &Arg) -> String {
    let names = arg.get_value_names().unwrap_or_default();
    let value = names.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    if arg.is_positional() {
        let dots = if matches!(arg.get_action(), ArgAction::Append) { "..." } else { "" };
        return format!("`{value}{dots}`");
    }
    let value = match arg.get_action().takes_values() {
        true if arg.is_require_equals_set() => format!("[={value}]"),
        true => format!(" {value}"),
        false => String::new(),
    };
    let long = arg.get_long().map(|long| format!("`--{long}{value}`"));
    let short = arg.get_short().map(|short| format!("`-{short}`"));
    [short, long].into_iter().flatten().collect::<Vec<_>>().join(", ").replace('|', "\\|")
}

/// The help of an option, as one cell of a table.
fn told(arg: &Arg) -> String {
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let mut told = help.split_whitespace().collect::<Vec<_>>().join(" ");
    let values = arg.get_possible_values();
    let values: Vec<_> = values.iter().map(|value| format!("`{}`", value.get_name())).collect();
    let is_listed = arg.get_action().takes_values() && !arg.is_hide_possible_values_set();
    if is_listed && (1..=MOST_VALUES).contains(&values.len()) {
        write!(told, ": {}", values.join(", ")).unwrap();
    }
    let defaults = arg.get_default_values();
    if arg.get_action().takes_values() && defaults.iter().any(|value| !value.is_empty()) {
        let defaults: Vec<_> = defaults.iter().map(|value| value.to_string_lossy()).collect();
        write!(told, " (`{}` if not given)", defaults.join(" ")).unwrap();
    }
    told.replace('|', "\\|").replace('<', "&lt;")
}

/// The options of a command, without those for help.
fn options(command: &Command) -> impl Iterator<Item = &Arg> {
    let is_help = |arg: &&Arg| matches!(arg.get_id().as_str(), "help" | "version");
    command.get_arguments().filter(move |arg| !is_help(arg) && !arg.is_hide_set())
}

fn row(arg: &Arg) -> String {
    format!("| {} | {} |\n", typed(arg), told(arg))
}

/// The section: the common options, then each command with its own.
fn section() -> String {
    let mut napkin = command();
    napkin.build();
    let named = |name: &str| napkin.find_subcommand(name).unwrap_or_else(|| panic!("{name}"));
    let names: Vec<_> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
    let mut counts = BTreeMap::<String, usize>::new();
    let mut common = Vec::new();
    for arg in names.iter().flat_map(|name| options(named(name))) {
        let count = counts.entry(row(arg)).or_default();
        *count += 1;
        if *count == COMMON {
            common.push(row(arg));
        }
    }
    let table = "| option | meaning |\n| --- | --- |\n";
    let mut made = format!("### Options of many commands\n\n{table}{}", common.concat());
    for (group, names) in GROUPS {
        for name in *names {
            let command = named(name);
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            write!(made, "\n### {name}\n\n{group}: {}.\n", about.trim_end_matches('.')).unwrap();
            let (shared, own): (Vec<_>, Vec<_>) =
                options(command).partition(|arg| common.contains(&row(arg)));
            if !own.is_empty() {
                let rows: String = own.into_iter().map(row).collect();
                write!(made, "\n{table}{rows}").unwrap();
            }
            if !shared.is_empty() {
                let name =
                    |arg: &&Arg| arg.get_long().map_or(typed(arg), |long| format!("`--{long}`"));
                let shared: Vec<_> = shared.iter().map(name).collect();
                write!(made, "\nOf many commands: {}.\n", shared.join(", ")).unwrap();
            }
        }
    }
    made + "\n"
}

#[test]
fn the_page_has_the_options_of_the_definitions() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/cli.md");
    // The published package has no pages.
    let Ok(text) = std::fs::read_to_string(&page) else { return };
    let (before, rest) = text.split_once(BEGIN).unwrap();
    let (_, after) = rest.split_once(END).unwrap();
    let made = shared::with_table(&format!("{before}{BEGIN}\n{}{END}{after}", section()));
    if std::env::var_os("NAPKIN_BLESS").is_some() {
        std::fs::write(&page, made).unwrap();
    } else {
        assert!(made == text, "{} says otherwise; NAPKIN_BLESS=1 writes it", page.display());
    }
}
