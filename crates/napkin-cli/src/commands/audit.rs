//! `audit`: what is wrong or dangerous in an input, where, and why.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

use clap::Args;
use napkin_answers::audit::{Auditing, BASE, Findings};
use napkin_answers::{Failure, push_json};
use napkin_audit::{Edit, Finding, Hosts, Policy, RULES, Severity, sarif};
use serde::Serialize;

use super::{Finished, Run};
use crate::edition::EditionOption;
use crate::input::Origin;
use crate::options::{Inputs, Options};
use crate::output::{self, Output, Tally};
use crate::picture::Picture;
use crate::pipeline::{self, Work};
use crate::policy::{PolicyOption, severity};
use crate::report::{self, Answer, PerInput};
use crate::text::{Text, push};

/// Say what is wrong or dangerous in inputs, where, and why
///
/// Takes anything, valid or not. The places are underlined, each part in its own colour. The page
/// docs/audit.md tells of every rule.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Audit {
    /// Show which hosts common readers would contact
    #[arg(long)]
    hosts: bool,

    /// From which severity on a finding makes the exit status 1; by the policy if not given
    #[arg(long, value_name = "LEVEL", value_parser = severity())]
    deny: Option<Severity>,

    /// Write one log in SARIF 2.1.0
    #[arg(long, conflicts_with_all = ["json", "count", "hosts"])]
    sarif: bool,

    /// Print only how many inputs have findings of each rule
    #[arg(long, conflicts_with = "hosts")]
    count: bool,

    /// List the rules, and read no input
    #[arg(long, conflicts_with_all = ["sarif", "count", "hosts"])]
    list_rules: bool,

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
  napkin audit http://trusted.example@127.1/ --rule userinfo-present=off --rule hosts-disagree=off

prints

  http://trusted.example@127.1/
         ^^^^^^^^^^^^^^^ error: 'trusted.example' looks like the host, which is '127.1' (userinfo-hostlike, RFC 3986 section 7.6)
                         ^^^^^ error: many readers take this for the address 127.0.0.1 (rare-ipv4, RFC 3986 section 7.4), write it as 127.0.0.1
                         ^^^^^ warning: 127.0.0.1: loopback (RFC 1122) (loopback-address, RFC 1122 section 3.2.1.3)";

impl Run for Audit {
    fn run(self) -> Finished {
        let edition = self.edition.get();
        let mut policy = self.policy.get(edition)?;
        if let Some(severity) = self.deny {
            policy = policy.denying(severity);
        }
        if self.list_rules {
            self.print_rules(&policy);
            return Ok(Tally::default().exit_code());
        }
        let counting = Counting {
            auditing: Auditing { policy, hosts: self.hosts },
            count: self.count,
            counts: RULES.iter().map(|_| AtomicU64::new(0)).collect(),
        };
        let texts = &self.inputs.texts;
        if self.sarif {
            return Ok(counting.sarif(&self.options, texts).exit_code());
        }
        let tally = report::run(&self.options, Some(edition), texts, &counting);
        if self.count {
            counting.print_counts(tally, self.options.json);
        }
        Ok(tally.exit_code())
    }
}

impl Audit {
    fn print_rules(&self, policy: &Policy) {
        let mut out = Vec::new();
        let mut text = Text::new(&mut out, self.options.stdout_palette(), true);
        for rule in RULES {
            let severity = policy.severity(rule.id);
            if self.options.json {
                let edition = policy.edition();
                let told = Told {
                    rule: rule.id,
                    severity: severity.map(Severity::name),
                    title: rule.title,
                    why: rule.why,
                    section: rule.section(edition),
                };
                let mut line = Vec::new();
                push_json(&mut line, &told);
                text.push_raw(&line);
                continue;
            }
            let title = format!("{}, {}", rule.title, rule.citation(policy.edition()));
            let name = format!("{} ({})", rule.id, severity.map_or("off", Severity::name));
            text.field(&name, 40, title.as_bytes());
        }
        output::print(&out);
    }
}

/// A rule in the list.
#[derive(Serialize)]
struct Told {
    rule: &'static str,
    severity: Option<&'static str>,
    title: &'static str,
    why: &'static str,
    section: &'static str,
}

struct Counting {
    auditing: Auditing,
    count: bool,
    /// In how many inputs each rule finds something.
    counts: Vec<AtomicU64>,
}

/// What stands between two results of a log.
const SEPARATOR: &str = ",\n";

/// The results of a log, each behind a separator.
struct Log<'a>(&'a Auditing);

impl Work for Log<'_> {
    fn one(&self, input: &[u8], origin: Origin<'_>, output: &mut Output) {
        let Self(auditing) = self;
        let findings = auditing.answer(input);
        let denied = findings.is_denied();
        output.tally.fine += u64::from(!denied);
        output.tally.faulty += u64::from(denied);
        let origin = match origin {
            Origin::Argument(number) => sarif::Origin::Argument(number),
            Origin::Record { file, number, .. } => sarif::Origin::Line { file, number },
            Origin::Place(file) => sarif::Origin::Line { file, number: 1 },
        };
        for finding in findings.audited.findings() {
            let result = sarif::result(finding, input, origin, auditing.policy.edition());
            output.stdout(|out| push(out, format_args!("{SEPARATOR}{result}")));
        }
    }
}

impl Counting {
    /// Writes one log over all inputs.
    fn sarif(&self, options: &Options, texts: &[std::ffi::OsString]) -> Tally {
        output::print(sarif::head(self.auditing.policy.edition()).as_bytes());
        let sources = options.sources(texts);
        let tally = pipeline::run(sources, options.threads(), SEPARATOR, &Log(&self.auditing));
        output::print(format!("{}\n", sarif::TAIL).as_bytes());
        tally
    }

    fn print_counts(&self, tally: Tally, json: bool) {
        let counts = RULES.iter().zip(&self.counts);
        let counts = counts.map(|(rule, count)| (rule.id, count.load(Ordering::Relaxed)));
        let counted = Counted {
            inputs: tally.fine + tally.faulty,
            denied: tally.faulty,
            rules: counts.filter(|(_, count)| *count > 0).collect(),
        };
        let mut out = Vec::new();
        if json {
            push_json(&mut out, &counted);
        } else {
            let Counted { inputs, denied, rules } = counted;
            let noun = if inputs == 1 { "input" } else { "inputs" };
            push(&mut out, format_args!("{inputs} {noun}, {denied} denied\n"));
            for (rule, count) in rules {
                push(&mut out, format_args!("{count:8} {rule}\n"));
            }
        }
        output::print(&out);
    }
}

/// How many inputs have findings.
#[derive(Serialize)]
struct Counted {
    inputs: u64,
    denied: u64,
    rules: BTreeMap<&'static str, u64>,
}

impl PerInput for Counting {
    type Answer<'a> = Findings<'a>;

    fn answer<'a>(
        &'a self,
        input: &'a [u8],
        _: &'a mut String,
    ) -> Result<Findings<'a>, Failure<'a>> {
        let findings = self.auditing.answer(input);
        if self.count {
            for (rule, count) in RULES.iter().zip(&self.counts) {
                if findings.audited.findings().iter().any(|finding| finding.rule == rule) {
                    count.fetch_add(1, Ordering::Relaxed);
                }
            }
        }
        Ok(findings)
    }

    fn is_silent(&self) -> bool {
        self.count
    }
}

impl Answer for Findings<'_> {
    fn write(&self, text: &mut Text<'_>) {
        let findings = self.audited.findings();
        if findings.is_empty() {
            text.styled(text.palette.good, "fine");
            text.push_raw(b"\t");
            text.push_bytes(self.input);
            text.end_line();
        } else {
            let picture = Picture::new(self.input, &self.audited);
            picture.write_line(text);
            for finding in findings {
                picture.write_underline(text, finding);
                write_message(self, text, finding);
            }
            if self.audited.left_out() > 0 {
                let more = format!("and {} places more", self.audited.left_out());
                text.styled(text.palette.faint, &more);
                text.end_line();
            }
        }
        if let Some(hosts) = &self.hosts {
            write_hosts(&hosts.0, text);
        }
    }

    fn is_faulty(&self) -> bool {
        self.is_denied()
    }
}

fn write_message(findings: &Findings<'_>, text: &mut Text<'_>, finding: &Finding) {
    let style = match finding.severity {
        Severity::Note => text.palette.name,
        Severity::Warning => text.palette.mark,
        Severity::Error => text.palette.bad,
    };
    text.styled(style, finding.severity.name());
    text.push(": ");
    text.push(&finding.message);
    let citation = finding.citation(findings.policy.edition());
    text.styled(text.palette.faint, &format!(" ({}, {citation})", finding.rule.id));
    if let Some(fix) = &finding.fix {
        let shown = |text: &mut Text<'_>| {
            text.push("'");
            text.push_bytes(fix.span.of(findings.input));
            text.push("'");
        };
        match (fix.span == finding.span, fix.text.as_str()) {
            (true, "") => text.push(", leave it out"),
            (true, written) => text.push(&format!(", write it as {written}")),
            (false, "") => {
                text.push(", leave out ");
                shown(text);
            }
            (false, written) if is_before(fix, finding) => {
                text.push(&format!(", put '{written}' before it"));
            }
            (false, written) => {
                text.push(&format!(", write '{written}' for "));
                shown(text);
            }
        }
    }
    text.end_line();
}

/// Whether a fix adds something before what was found.
fn is_before(fix: &Edit, finding: &Finding) -> bool {
    fix.span.is_empty() && fix.span.start == finding.span.start
}

fn write_hosts(hosts: &Hosts, text: &mut Text<'_>) {
    let by_host = hosts.by_host();
    if by_host.is_empty() {
        text.styled(text.palette.faint, "  no reader contacts a host");
        text.end_line();
    }
    for (host, readers) in by_host {
        text.push_raw(b"  ");
        let host = host.map_or(BASE.into(), ToString::to_string);
        text.styled(text.palette.name, &host);
        let names: Vec<_> = readers.iter().map(|reader| reader.name).collect();
        text.push(&format!(" by {}", names.join(", ")));
        text.end_line();
    }
}
