//! `audit`: errors and dangers in an input, with place and reason. A flag asks for another job than a report on each input; each job
//! has its file.

mod report;
mod counts;
mod log;
mod links;
mod rules;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args};
use napkin_answers::audit;
use napkin_audit::Severity;

use super::{Finished, Run};
use crate::input::options::{Inputs, Options};
use crate::run::question::{Asked, about, summary};
use crate::run::report::must_not_be_files;

#[derive(Args)]
#[command(
    about = summary::<audit::Audit>(),
    long_about = about::<audit::Audit>(),
    after_help = EXAMPLE,
    mut_args(without_others)
)]
pub(crate) struct Audit {
    #[command(flatten)]
    asked: Asked<audit::Audit>,

    /// Exit 1 if any finding is at or above this severity; the policy decides if not given
    #[arg(long, value_name = "LEVEL", value_parser = severity())]
    deny: Option<Severity>,

    /// Write one log in SARIF 2.1.0
    #[arg(long)]
    sarif: bool,

    /// Print only how many inputs have findings of each rule
    #[arg(long)]
    count: bool,

    /// Treat inputs as files, and audit the links in them, with file, line and column
    #[arg(long)]
    links: bool,

    /// With --links, search directories recursively, except for hidden files and those that .gitignore excludes; the
    /// current directory if no path is given
    #[arg(short, long, requires = "links")]
    recursive: bool,

    /// With --recursive, search the directories that symbolic links lead to as well, each directory once
    #[arg(long, requires = "recursive")]
    follow: bool,

    /// List the rules, and read no input
    #[arg(long)]
    list_rules: bool,

    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    options: Options,
}

/// The options that exclude each other: one that chooses a job of the audit, and those that this job does not have.
const EXCLUDED: &[(&str, &[&str])] = &[
    ("hosts", &["csv", "tsv", "into"]),
    ("sarif", &["json", "count", "hosts", "csv", "tsv", "into"]),
    ("count", &["hosts", "csv", "tsv", "into"]),
    ("links", &["input", "null", "hosts", "count", "csv", "tsv", "column", "field"]),
    ("list_rules", &["sarif", "count", "hosts", "csv", "tsv", "into"]),
];

/// An option without those that its job leaves no room for.
fn without_others(arg: Arg) -> Arg {
    match EXCLUDED.iter().find(|(job, _)| arg.get_id() == *job) {
        Some((_, others)) => arg.conflicts_with_all(*others),
        None => arg,
    }
}

/// Reads the name of a severity.
fn severity() -> impl TypedValueParser<Value = Severity> {
    PossibleValuesParser::new(Severity::ALL.map(Severity::name))
        .try_map(|name| name.parse::<Severity>())
}

const EXAMPLE: &str = "\
Example:
  napkin audit http://trusted.example@127.1/ --rule userinfo-present=off --rule hosts-disagree=off

prints

  http://trusted.example@127.1/
         ^^^^^^^^^^^^^^^ error: 'trusted.example' looks like the host, which is '127.1' (userinfo-hostlike, RFC 3986 section 7.6)
                         ^^^^^ error: many readers take this for the address 127.0.0.1 (rare-ipv4, RFC 3986 section 7.4), write it as 127.0.0.1
                         ^^^^^ warning: 127.0.0.1: loopback (RFC 1122) (loopback-address, RFC 1122 section 3.2.1.3)";

impl Run for Audit {
    fn run(self) -> Finished {
        let mut auditing = self.asked.ready()?;
        if let Some(severity) = self.deny {
            auditing.policy = auditing.policy.denying(severity);
        }
        let (options, texts) = (&self.options, &*self.inputs.texts);
        if self.list_rules {
            return Ok(rules::print(options, &auditing.policy).exit_code());
        }
        if self.links {
            return Ok(self.audit_links(&auditing).exit_code());
        }
        must_not_be_files(texts, true)?;
        let tally = if self.sarif {
            log::write(options, texts, &auditing)
        } else if self.count {
            counts::print(options, texts, auditing)
        } else {
            report::run(options, texts, auditing)
        };
        Ok(tally.exit_code())
    }
}
