//! `allow`: whether a URI may be followed, whichever program reads it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Once;

use clap::Args;
use napkin_answers::Failure;
use napkin_answers::allow::Judged;
use napkin_audit::{DeadEntry, Entry, HostList, Policy, Refusal, allow, dead_entries};

use super::{Finished, Run};
use crate::WrongUsage;
use crate::edition::SyntaxOption;
use crate::exit;
use crate::options::{Inputs, Options};
use crate::policy::PolicyOption;
use crate::report::{self, Answer, PerInput};
use crate::text::{Text, shown_path};

/// Say which URIs may be followed, by a list of hosts
///
/// A URI is allowed if every common program contacts one and the same host, that host is in the list with the port, it
/// has no userinfo, and an audit finds no other warning or error. Addresses are compared as numbers, names in normal
/// form. A host has letters, digits, hyphens, dots and underscores; names in other letters are written with xn--.
///
/// A line says 'allowed' and the URI to hand on, or 'refused', the input and the reason, with tabs between. The URI to
/// hand on is the normal form of the input (level 'scheme', in ASCII), which all readers take alike: hand on that one,
/// never the input. It follows RFC 3986 whatever the edition, which only decides what input is valid.
///
/// Only the text is judged. Do not follow redirects automatically: judge each new location. Look at the addresses that a
/// name resolves to, and connect to the one that was judged. For URIs that a server fetches take '--preset ssrf', for
/// links that people follow '--preset web'.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Allow {
    /// Allow a host: a name, '*.' and a name for all below it, or an address; with ':' and a port at that port alone,
    /// else at the scheme's default port and those of the policy; may be repeated
    #[arg(long, value_name = "HOST")]
    host: Vec<String>,

    /// Allow the hosts of a file, one a line as in '--host'; '-' is standard input
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
    edition: SyntaxOption,

    #[command(flatten)]
    options: Options,
}

/// Why no edition of the URL Standard can be chosen.
const URL_STANDARD: &str = "the URL Standard of every date is asked where the host is, as a reader; \
                            the edition decides what else is valid";

const EXAMPLE: &str = "\
Example:
  napkin allow --host trusted.example http://Trusted.example 'http://trusted.example@evil.example/'

prints

  allowed	http://trusted.example/
  refused	http://trusted.example@evil.example/	the host evil.example is not in the list";

impl Run for Allow {
    fn run(self) -> Finished {
        let edition = self.edition.syntax("allow").map_err(|wrong| wrong.and(URL_STANDARD))?;
        let policy = self.policy.get(edition)?;
        let allowing = Allowing { hosts: self.list(&policy)?, policy, warned: Once::new() };
        let texts = &self.inputs.texts;
        Ok(report::run(&self.options, Some(edition), texts, &allowing).exit_code())
    }
}

impl Allow {
    /// The list of hosts; that of the policy, if the options have none. Warns on standard error about an empty
    /// list and about entries that are there twice, allow nothing, or let anybody in.
    fn list(&self, policy: &Policy) -> Result<HostList, WrongUsage> {
        let mut list = match &self.hosts {
            Some(path) => self.read(path)?,
            None => HostList::default(),
        };
        for host in &self.host {
            list.push(host)
                .map_err(|error| WrongUsage::new(format!("'--host {host}': {error}")))?;
        }
        if self.public {
            list = list.and_public();
        }
        if list.is_empty() && self.hosts.is_none() {
            list = policy.limits().hosts.clone().ok_or_else(|| {
                let message =
                    "no hosts are given: use --host, --hosts or --public, or a policy with 'hosts'";
                WrongUsage::new(message)
            })?;
        }
        if list.is_empty() {
            let file = self.hosts.as_deref().map(|path| format!("'{}': ", shown_path(path)));
            exit::warn(&format!(
                "{}the list of hosts is empty: nothing is allowed",
                file.unwrap_or_default()
            ));
        }
        self.warn_of_duplicates(&list);
        for DeadEntry { entry, refusal, .. } in dead_entries(&list, policy) {
            exit::warn(&format!("{}{entry} allows nothing: {refusal}", self.place(entry)));
        }
        for entry in list.entries().iter().filter(|entry| entry.is_open_to_all()) {
            let what = "allows names that anybody can have (public suffix list)";
            exit::warn(&format!("{}{entry} {what}", self.place(entry)));
        }
        Ok(list)
    }

    /// Warns about entries that repeat an earlier entry of the list.
    fn warn_of_duplicates(&self, list: &HostList) {
        let mut seen = BTreeMap::new();
        for entry in list.entries() {
            let key = (entry.host(), entry.is_exact(), entry.port());
            let first: &Entry = seen.entry(key).or_insert(entry);
            if std::ptr::eq(first, entry) {
                continue;
            }
            let line = first.line().map(|line| format!(", in line {line}")).unwrap_or_default();
            exit::warn(&format!("{}{entry} is in the list already{line}", self.place(entry)));
        }
    }

    /// Reads a file of hosts.
    fn read(&self, path: &Path) -> Result<HostList, WrongUsage> {
        if path.as_os_str() == "-" && self.options.takes_standard_input(&self.inputs.texts) {
            let message =
                "standard input has the hosts, so inputs are arguments, or '--input FILE'";
            return Err(WrongUsage::new(message));
        }
        HostList::parse(&exit::read(path)).map_err(|error| {
            WrongUsage::new(format!("'{}' is not a list of hosts: {error}", shown_path(path)))
        })
    }

    /// The file and line of an entry, for a message.
    fn place(&self, entry: &Entry) -> String {
        match (&self.hosts, entry.line()) {
            (Some(path), Some(line)) => format!("'{}', line {line}: ", shown_path(path)),
            _ => String::new(),
        }
    }
}

struct Allowing {
    hosts: HostList,
    policy: Policy,
    /// Whether the user was told that an entry with a port no longer allows the default one.
    warned: Once,
}

impl PerInput for Allowing {
    type Answer<'a> = Judged<'a>;

    fn answer<'a>(&'a self, input: &'a [u8], _: &'a mut String) -> Result<Judged<'a>, Failure<'a>> {
        let verdict = allow(input, &self.hosts, &self.policy);
        if let Some(refusal @ Refusal::OtherPort { .. }) = &verdict.refusal {
            self.warned.call_once(|| {
                exit::warn(&format!(
                    "an entry with a port no longer allows the default one: {refusal}"
                ));
            });
        }
        Ok(Judged { input, verdict })
    }
}

impl Answer for Judged<'_> {
    fn write(&self, text: &mut Text<'_>) {
        if let Some(normal) = &self.verdict.normal_form {
            text.styled(text.palette.good, "allowed");
            text.push_raw(b"\t");
            text.push(normal);
        } else {
            text.styled(text.palette.bad, "refused");
            text.push_raw(b"\t");
            text.push_bytes(self.input);
            text.push_raw(b"\t");
            let refusal = self.verdict.refusal.as_ref();
            text.push(&refusal.map(ToString::to_string).unwrap_or_default());
        }
        text.end_line();
    }

    fn is_faulty(&self) -> bool {
        !self.verdict.is_allowed()
    }
}
