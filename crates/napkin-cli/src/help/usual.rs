//! The options that most people need of a command: its help has them after the example, each in one line. All options follow.

use std::fmt::Write;

use clap::{Arg, Command};

/// The options of each command that has many, by their names.
pub(crate) const USUAL: &[(&str, &[&str])] = &[
    ("parse", &["input", "decode", "pairs", "json", "edition"]),
    ("check", &["input", "explain", "rule", "count", "links"]),
    ("get", &["input", "column", "decode", "format", "csv"]),
    ("set", &["host", "remove", "set-pair", "strip-tracking", "on-error"]),
    ("clean", &["input", "column", "json"]),
    ("dedupe", &["input", "strip-tracking", "sort-query", "remove", "count"]),
    ("normalize", &["input", "level", "base", "explain", "edition"]),
    ("key", &["input", "profile", "explain", "json"]),
    ("cdx", &["index", "match", "fields", "from", "limit"]),
    ("resolve", &["base", "input", "column", "base-column", "explain"]),
    ("relativize", &["base", "form", "input", "json"]),
    ("compare", &["input", "base", "json", "edition"]),
    ("extract", &["input", "recursive", "scheme", "suffix", "line-number"]),
    ("links", &["recursive", "base", "line-number", "with-element", "json"]),
    ("rewrite", &["from", "to", "diff", "in-place", "recursive"]),
    ("glance", &["input", "json", "edition"]),
    ("audit", &["input", "links", "recursive", "preset", "rule"]),
    ("allow", &["host", "public", "base", "use", "input"]),
    ("repair", &["input", "json"]),
    ("robots", &["robots", "agent", "input", "json"]),
    ("editions", &["input", "base", "all", "json"]),
    ("witness", &["part", "limit", "json"]),
    ("describe", &["input", "json"]),
    ("plan", &["input", "json", "proxy"]),
    ("base", &["input", "recursive", "json"]),
    ("encode", &["input", "uri", "part", "keep"]),
    ("decode", &["input", "uri", "form", "raw"]),
    ("map", &["input", "encode-ascii", "to", "host"]),
    ("typed", &["input", "suffix", "base", "file-path"]),
    ("wrap", &["input", "width"]),
    ("expand", &["vars", "input", "column", "partial", "json"]),
    ("unexpand", &["input", "column", "csv", "json"]),
];

/// The lines of the help about these options; empty for a command without a list.
pub(crate) fn lines(command: &Command) -> String {
    let options = USUAL.iter().find(|(name, _)| *name == command.get_name());
    let options = options.into_iter().flat_map(|(_, names)| *names);
    let told: Vec<_> =
        options.filter_map(|name| Some((typed(named(command, name)?), name))).collect();
    let width = told.iter().map(|(typed, _)| typed.len()).max().unwrap_or_default();
    let mut lines = String::new();
    for (typed, name) in told {
        let about = named(command, name).map(summary).unwrap_or_default();
        let start = if lines.is_empty() { "Most used:\n" } else { "" };
        // Writing to memory cannot fail.
        let _ = writeln!(lines, "{start}  {typed:width$}  {about}");
    }
    lines
}

/// The option with a long name.
pub(crate) fn named<'c>(command: &'c Command, name: &str) -> Option<&'c Arg> {
    command.get_arguments().find(|arg| arg.get_long() == Some(name))
}

/// An option as it is typed.
fn typed(arg: &Arg) -> String {
    let short = arg.get_short().map_or("    ".into(), |short| format!("-{short}, "));
    let names = arg.get_value_names().filter(|_| arg.get_action().takes_values());
    let has_sign = arg.is_require_equals_set();
    let written = |name| if has_sign { format!("[=<{name}>]") } else { format!(" <{name}>") };
    let value = names.unwrap_or_default().iter().map(written).collect::<Vec<_>>().concat();
    format!("{short}--{}{value}", arg.get_long().unwrap_or_default())
}

/// What an option does, up to the end of its first clause.
fn summary(arg: &Arg) -> String {
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let words = help.split_whitespace().collect::<Vec<_>>().join(" ");
    let end = [". ", "; ", ": "].iter().filter_map(|end| words.find(end)).min();
    words[..end.unwrap_or(words.len())].to_owned()
}

#[cfg(test)]
mod tests {
    use super::{USUAL, lines, named};
    use crate::command;

    /// How many options need no list.
    const MANY: usize = 12;

    #[test]
    fn every_option_in_the_list_is_one_of_its_command() {
        let mut napkin = command();
        napkin.build();
        for (name, options) in USUAL {
            let command = napkin.find_subcommand(name).unwrap_or_else(|| panic!("{name}"));
            assert!(options.len() <= 5, "{name} has more than five");
            for option in *options {
                assert!(named(command, option).is_some(), "{name} has no --{option}");
            }
            let lines = lines(command);
            let long = lines.lines().find(|line| line.chars().count() > 140);
            assert_eq!(long, None, "{name}");
        }
    }

    /// A command whose options fill a screen has a list.
    #[test]
    fn every_command_with_many_options_has_a_list() {
        let mut napkin = command();
        napkin.build();
        for command in napkin.get_subcommands() {
            let is_listed = USUAL.iter().any(|(name, _)| *name == command.get_name());
            assert!(is_listed || command.get_arguments().count() <= MANY, "{}", command.get_name());
        }
    }
}
