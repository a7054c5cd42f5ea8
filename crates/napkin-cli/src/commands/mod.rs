//! The commands: a file each, a `mod` line, and a line in the list below.
//!
//! A file has the options of its command as a `clap::Args` struct, whose documentation is the help
//! and its [`Run`] does the work. Most of them implement [`PerInput`](crate::report::PerInput) and
//! leave inputs, threads and output to [`report::run`](crate::report::run).

mod allow;
mod audit;
mod base;
mod check;
mod compare;
mod completions;
mod compose;
mod decode;
mod describe;
mod editions;
mod encode;
mod extract;
mod get;
mod links;
mod man;
mod normalize;
mod parse;
mod plan;
mod relativize;
mod repair;
mod resolve;
mod schemes;
mod serve;
mod set;
mod sql;
mod typed;
mod witness;
mod wrap;

use clap::Subcommand;

use crate::WrongUsage;
use crate::exit::ExitCode;

type Finished = Result<ExitCode, WrongUsage>;

/// A command: its options, and what it does with them.
trait Run {
    /// Does it.
    ///
    /// # Errors
    ///
    /// If the values of the options do not go together.
    fn run(self) -> Finished;
}

/// Makes the enum that clap reads, and the call of each command from the one list.
macro_rules! commands {
    ($($module:ident::$Command:ident,)*) => {
        #[derive(Subcommand)]
        pub(crate) enum Command {
            $($Command($module::$Command),)*
        }

        impl Command {
            /// Does what was asked for.
            ///
            /// # Errors
            ///
            /// If the values of the options do not go together.
            pub(crate) fn run(self) -> Finished {
                match self {
                    $(Self::$Command(command) => command.run(),)*
                }
            }
        }

        #[cfg(test)]
        const FILES: &[&str] = &[$(stringify!($module)),*];
    };
}

commands! {
    parse::Parse,
    check::Check,
    resolve::Resolve,
    relativize::Relativize,
    normalize::Normalize,
    compare::Compare,
    editions::Editions,
    witness::Witness,
    describe::Describe,
    compose::Compose,
    plan::Plan,
    schemes::Schemes,
    audit::Audit,
    allow::Allow,
    repair::Repair,
    get::Get,
    set::Set,
    extract::Extract,
    typed::Typed,
    wrap::Wrap,
    base::Base,
    links::Links,
    encode::Encode,
    decode::Decode,
    sql::Sql,
    serve::Serve,
    completions::Completions,
    man::Man,
}

#[cfg(test)]
mod tests {
    use super::FILES;

    #[test]
    fn every_file_has_a_line_in_the_list() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/commands");
        let mut found: Vec<_> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned())
            .filter(|name| name != "mod")
            .collect();
        found.sort();
        let mut listed = FILES.to_vec();
        listed.sort_unstable();
        assert_eq!(found, listed);
    }
}
