//! `allow`: whether a URI may be followed, whichever program reads it.

use std::path::PathBuf;

use clap::Args;
use napkin_answers::Failure;
use napkin_answers::allow::Judged;
use napkin_audit::{DeadEntry, HostList, Policy, allow, dead_entries};

use super::{Finished, Run};
use crate::WrongUsage;
use crate::edition::EditionOption;
use crate::exit;
use crate::options::{Inputs, Options};
use crate::policy::PolicyOption;
use crate::report::{self, Answer, PerInput};
use crate::text::Text;

/// Say which URIs may be followed, by a list of hosts
///
/// A URI is allowed if every common program contacts one and the same host, that host is in the list,
/// its port is the default one or in the list, and an audit finds no other warning or error. Addresses
/// are compared as numbers, names in normal form. A host has letters, digits, hyphens, dots and
/// underscores; names in other letters are written with xn--.
///
/// Only the text is judged. Do not follow redirects automatically: judge each new location. Look
/// at the addresses that a name resolves to, and connect to the one that was judged. Hand on the URI
/// that was judged, best in its normal form. For URIs that a server fetches take '--preset ssrf', for
/// links that people follow '--preset web'.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
#[command(group(clap::ArgGroup::new("listed").required(true).multiple(true).args(["hosts", "public"])))]
pub(crate) struct Allow {
    /// The hosts, one a line, '-' for standard input: a name, '*.' and a name for all below it, or an
    /// address; ':' and a port may follow
    #[arg(long, value_name = "FILE")]
    hosts: Option<PathBuf>,

    /// Allow any public host: a name below a public suffix, or a global unicast address
    #[arg(long)]
    public: bool,

    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    policy: PolicyOption,

    #[command(flatten)]
    edition: EditionOption,

    #[command(flatten)]
    options: Options,
}

const EXAMPLE: &str = "\
Example:
  echo trusted.example | napkin allow --hosts - http://trusted.example/ 'http://trusted.example@evil.example/'

prints

  allowed	http://trusted.example/
  refused	http://trusted.example@evil.example/
    the host evil.example is not in the list";

impl Run for Allow {
    fn run(self) -> Finished {
        let edition = self.edition.syntax("allow")?;
        let policy = self.policy.get(edition)?;
        let allowing = Allowing { hosts: self.list(&policy)?, policy };
        let texts = &self.inputs.texts;
        Ok(report::run(&self.options, Some(edition), texts, &allowing).exit_code())
    }
}

impl Allow {
    /// The list of hosts. Warns on standard error about entries that allow nothing.
    fn list(&self, policy: &Policy) -> Result<HostList, WrongUsage> {
        let Some(path) = &self.hosts else { return Ok(HostList::public()) };
        if path.as_os_str() == "-" && self.options.takes_standard_input(&self.inputs.texts) {
            let message =
                "standard input has the hosts, so inputs are arguments, or '--input FILE'";
            return Err(WrongUsage::new(message));
        }
        let list = HostList::parse(&exit::read(path)).map_err(|error| {
            WrongUsage::new(format!("'{}' is not a list of hosts: {error}", path.display()))
        })?;
        for DeadEntry { entry, refusal, .. } in dead_entries(&list, policy) {
            let line = entry.line().unwrap_or_default();
            let place = format!("'{}', line {line}", path.display());
            exit::warn(&format!("{place}: {entry} allows nothing: {refusal}"));
        }
        Ok(if self.public { list.and_public() } else { list })
    }
}

struct Allowing {
    hosts: HostList,
    policy: Policy,
}

impl PerInput for Allowing {
    type Answer<'a> = Judged<'a>;

    fn answer<'a>(&'a self, input: &'a [u8], _: &'a mut String) -> Result<Judged<'a>, Failure<'a>> {
        Ok(Judged { input, verdict: allow(input, &self.hosts, &self.policy) })
    }
}

impl Answer for Judged<'_> {
    fn write(&self, text: &mut Text<'_>) {
        match self.verdict.refusal {
            None => text.styled(text.palette.good, "allowed"),
            Some(_) => text.styled(text.palette.bad, "refused"),
        }
        text.push_raw(b"\t");
        text.push_bytes(self.input);
        text.end_line();
        if let Some(refusal) = &self.verdict.refusal {
            text.push_raw(b"  ");
            text.push(&refusal.to_string());
            text.end_line();
        }
    }

    fn is_faulty(&self) -> bool {
        !self.verdict.is_allowed()
    }
}
