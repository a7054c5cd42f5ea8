//! `allow`: whether a URI may be followed, whichever program reads it.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use clap::Args;
use napkin::Parts;
use napkin_answers::Failure;
use napkin_answers::allow::{self, Allowing, Judged};
use napkin_answers::question::{Ask, Rebase};
use napkin_audit::{DeadEntry, Entry, HostList, Policy, Refusal, dead_entries};
use napkin_schemes::secrets::redacted;

use super::{Finished, Run};
use crate::WrongUsage;
use crate::input::options::{Inputs, Options};
use crate::output::columns::Column;
use crate::run::question::{Asked, BaseOfRow, about, summary};
use crate::run::report::{self, Answer, PerInput};
use crate::terminal::exit;
use crate::terminal::text::{Text, shown_path};

#[derive(Args)]
#[command(about = summary::<allow::Allow>(),
    long_about = about::<allow::Allow>(),
    after_help = EXAMPLE, mut_args(|arg| if arg.get_id() == "hosts" { arg.help(HOSTS) } else { arg }))]
pub(crate) struct Allow {
    #[command(flatten)]
    asked: Asked<allow::Allow>,

    #[command(flatten)]
    base_of_row: BaseOfRow,

    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    options: Options,
}

/// The help of the option, which is a path here.
const HOSTS: &str = "Allow the hosts of a file, one a line as in '--host'; '-' is standard input";

const EXAMPLE: &str = "\
A line has tabs between its columns. Behind the URI of a relative reference stands the input.

Example:
  napkin allow --host trusted.example http://Trusted.example 'http://trusted.example@evil.example/'

prints

  allowed	http://trusted.example/
  refused	http://trusted.example@evil.example/	the host 'evil.example' is not in the list";

impl Run for Allow {
    fn run(self) -> Finished {
        let Self { asked, base_of_row, inputs, options } = self;
        let (options, has_bases) = base_of_row.choose(options)?;
        // Against a base, a name of a file is a relative reference.
        if !asked.has("base") {
            report::must_not_be_files(&inputs.texts, false)?;
        }
        let path = asked.path("hosts");
        if path == Some(Path::new("-")) && options.takes_standard_input(&inputs.texts) {
            let message =
                "standard input has the hosts, so inputs are arguments, or '--input FILE'";
            return Err(WrongUsage::new(message));
        }
        let allowing = if has_bases { asked.ready_for_bases()? } else { asked.ready()? };
        warn_of_list(&allowing.hosts, &allowing.policy, path);
        let standard = Ask::standard(&allowing);
        let warned = Warned::default();
        if options.json {
            // The answer says it under the key `instead`.
            let _ = warned.of_resolving.set(());
        }
        let judging = Judging { allowing, warned: warned.into() };
        let rebased = |base: &[u8]| judging.rebased(base);
        Ok(report::run_by_base(&options, standard, &inputs.texts, &judging, &rebased).exit_code())
    }
}

/// Warns on standard error about an empty list, and about entries that are there twice, allow nothing, or let anybody in.
fn warn_of_list(list: &HostList, policy: &Policy, path: Option<&Path>) {
    if list.is_empty() {
        let file = path.map(|path| format!("'{}': ", shown_path(path)));
        exit::warn(&format!(
            "{}the list of hosts is empty: nothing is allowed",
            file.unwrap_or_default()
        ));
    }
    warn_of_duplicates(list, path);
    for DeadEntry { entry, refusal, .. } in dead_entries(list, policy) {
        exit::warn(&format!("{}{entry} allows nothing: {refusal}", place(entry, path)));
    }
    for entry in list.entries().iter().filter(|entry| entry.is_open_to_all()) {
        let what = "allows names that anybody can have (public suffix list)";
        exit::warn(&format!("{}{entry} {what}", place(entry, path)));
    }
}

/// Warns about entries that repeat an earlier entry of the list.
fn warn_of_duplicates(list: &HostList, path: Option<&Path>) {
    let mut seen = BTreeMap::new();
    for entry in list.entries() {
        let reach = (entry.is_exact(), entry.is_site());
        let key = (entry.host(), reach, entry.port(), entry.allows_any_port());
        let first: &Entry = seen.entry(key).or_insert(entry);
        if std::ptr::eq(first, entry) {
            continue;
        }
        let line = first.line().map(|line| format!(", in line {line}")).unwrap_or_default();
        exit::warn(&format!("{}{entry} is in the list already{line}", place(entry, path)));
    }
}

/// The file and line of an entry, for a message.
fn place(entry: &Entry, path: Option<&Path>) -> String {
    match (path, entry.line()) {
        (Some(path), Some(line)) => format!("'{}', line {line}: ", shown_path(path)),
        _ => String::new(),
    }
}

struct Judging {
    allowing: Allowing,
    warned: Arc<Warned>,
}

/// What the user was told once.
#[derive(Default)]
struct Warned {
    /// That an entry with a port no longer allows the default one.
    of_port: OnceLock<()>,
    /// That the option '--resolve' allows the target of a relative reference.
    of_resolving: OnceLock<()>,
}

impl Judging {
    /// The same by another base.
    fn rebased(&self, base: &[u8]) -> Self {
        Self { allowing: self.allowing.rebased(base), warned: Arc::clone(&self.warned) }
    }
}

impl PerInput for Judging {
    type Answer<'a> = Judged<'a>;

    fn answer<'a>(&'a self, input: &'a [u8], _: &'a mut String) -> Result<Judged<'a>, Failure<'a>> {
        let judged = self.allowing.answer(input);
        if let Some(refusal @ Refusal::OtherPort { .. }) = judged.refusal() {
            self.warned.of_port.get_or_init(|| {
                exit::warn(&format!(
                    "an entry with a port no longer allows the default one: {refusal}"
                ));
            });
        }
        if judged.instead().is_some() {
            self.warned.of_resolving.get_or_init(|| {
                exit::warn(
                    "a relative reference that programs resolve differently is refused; with '--resolve' it is resolved here, and the \
                    URI that is printed is the one to hand on",
                );
            });
        }
        Ok(judged)
    }
}

/// The number of hosts that are named behind the reason.
const NAMED: usize = 4;

/// Writes the hosts behind the reason, if that is that there are several.
fn push_hosts(judged: &Judged<'_>, text: &mut Text<'_>) {
    let Some(Refusal::Disagreement | Refusal::MissingSlash) = judged.refusal() else { return };
    let hosts = judged.hosts();
    if hosts.len() > 1 {
        let more = if hosts.len() > NAMED { ", …" } else { "" };
        let named = hosts.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
        text.push(&format!(" ({named}{more})"));
    }
}

impl Answer for Judged<'_> {
    const COLUMNS: &'static [Column] = &[
        ("allowed", &["allowed"]),
        ("hosts", &["hosts/*"]),
        ("reason", &["reason"]),
        ("use", &["use"]),
        ("instead", &["instead"]),
    ];

    fn write(&self, text: &mut Text<'_>) {
        if let Some(normal) = self.normal_form() {
            text.styled(text.palette.good, "allowed");
            text.push_raw(b"\t");
            text.push(normal);
            // What the base has completed is found again by its input.
            if Parts::split(&String::from_utf8_lossy(self.input)).scheme.is_none() {
                text.push_raw(b"\t");
                text.push_bytes(&redacted(self.input));
            }
        } else {
            text.styled(text.palette.bad, "refused");
            text.push_raw(b"\t");
            text.push_bytes(&redacted(self.input));
            text.push_raw(b"\t");
            text.push(&self.reason().unwrap_or_default());
            push_hosts(self, text);
        }
        text.end_line();
    }

    fn is_faulty(&self) -> bool {
        self.normal_form().is_none()
    }
}
