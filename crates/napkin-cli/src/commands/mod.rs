//! The commands: one file each, a `mod` line, and a line in the list below, in the group in which the help shows
//! it.
//!
//! A file has the options of its command as a `clap::Args` struct, whose documentation is the help
//! and its [`Run`] does the work. Most of them implement [`PerInput`](crate::run::report::PerInput) and
//! leave inputs, threads and output to [`report::run`](crate::run::report::run).

mod allow;
mod audit;
mod base;
mod cdx;
mod check;
mod clean;
mod compare;
mod completions;
mod compose;
mod decode;
mod dedupe;
mod describe;
mod editions;
mod encode;
mod expand;
mod extract;
mod get;
mod glance;
mod key;
mod links;
mod man;
mod map;
mod normalize;
mod parse;
mod plan;
mod relativize;
mod repair;
mod resolve;
mod rewrite;
mod robots;
mod schemes;
mod serve;
mod set;
mod sql;
mod typed;
mod unexpand;
mod witness;
mod wrap;

use clap::Subcommand;

use crate::run::{Finished, Run};

/// Generates the enum for clap, and the call of each command, from the one list.
macro_rules! commands {
    ($($group:literal: $($module:ident::$Command:ident,)*;)*) => {
        #[derive(Subcommand)]
        #[allow(clippy::large_enum_variant, reason = "there is one, for the whole run; with 32 bits, none is large")]
        pub(crate) enum Command {
            $($($Command($module::$Command),)*)*
        }

        impl Command {
            /// Executes the chosen command.
            ///
            /// # Errors
            ///
            /// If the values of the options contradict each other.
            pub(crate) fn run(self) -> Finished {
                match self {
                    $($(Self::$Command(command) => command.run(),)*)*
                }
            }
        }

        /// The commands in groups, each with a title.
        pub(crate) const GROUPS: &[(&str, &[&str])] =
            &[$(($group, &[$(stringify!($module)),*])),*];
    };
}

commands! {
    "Everyday":
    parse::Parse,
    check::Check,
    get::Get,
    set::Set,
    clean::Clean,
    dedupe::Dedupe,
    normalize::Normalize,
    key::Key,
    cdx::Cdx,
    resolve::Resolve,
    relativize::Relativize,
    compare::Compare,
    extract::Extract,
    links::Links,
    rewrite::Rewrite,
    ;
    "Safety":
    glance::Glance,
    audit::Audit,
    allow::Allow,
    repair::Repair,
    robots::Robots,
    ;
    "Standards":
    editions::Editions,
    witness::Witness,
    schemes::Schemes,
    describe::Describe,
    compose::Compose,
    plan::Plan,
    base::Base,
    ;
    "Text":
    encode::Encode,
    decode::Decode,
    map::Map,
    typed::Typed,
    wrap::Wrap,
    expand::Expand,
    unexpand::Unexpand,
    ;
    "Other programs":
    sql::Sql,
    serve::Serve,
    completions::Completions,
    man::Man,
    ;
}

#[cfg(test)]
mod tests {
    use super::GROUPS;

    #[test]
    fn every_file_has_a_line_in_the_list() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/commands");
        let mut found: Vec<_> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned())
            .filter(|name| !["mod", "help"].contains(&name.as_str()))
            .collect();
        found.sort();
        let mut listed: Vec<_> = GROUPS.iter().flat_map(|(_, names)| names.to_vec()).collect();
        listed.sort_unstable();
        assert_eq!(found, listed);
    }
}
