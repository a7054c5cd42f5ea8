//! `audit`: errors and dangers in an input, with place and reason.

use std::collections::BTreeMap;
use std::iter;
use std::sync::atomic::{AtomicU64, Ordering};

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use napkin::Target;
use napkin_answers::audit::{self, Auditing, BASE, Findings, HostsFor};
use napkin_answers::{Failure, push_json};
use napkin_audit::{
    Answer as Heard, Edit, Finding, Hosts, LinkText, Policy, RULES, Severity, sarif,
};
use napkin_context::Document;
use napkin_schemes::secrets::{Secrets, masked, redacted, redacted_text};
use serde::Serialize;

use super::{Finished, Run};
use crate::documents::linked::{self, Files, Linked};
use crate::input::Origin;
use crate::input::options::{Inputs, Options};
use crate::input::tree::Search;
use crate::output::columns::Field;
use crate::output::picture::Picture;
use crate::output::{self, Message, Output, Sink, Tally, failure};
use crate::run::pipeline::{self, Work};
use crate::run::question::{Asked, about, summary};
use crate::run::report::{self, Answer, PerInput};
use crate::run::whole::{Lead, Pen};
use crate::terminal::exit;
use crate::terminal::text::{Palette, Text, grouped, push};

#[derive(Args)]
#[command(
    about = summary::<audit::Audit>(),
    long_about = about::<audit::Audit>(),
    after_help = EXAMPLE,
    mut_args(|arg| {
        if arg.get_id() == "hosts" { arg.conflicts_with_all(["csv", "tsv", "into"]) } else { arg }
    })
)]
pub(crate) struct Audit {
    #[command(flatten)]
    asked: Asked<audit::Audit>,

    /// Exit 1 if any finding is at or above this severity; the policy decides if not given
    #[arg(long, value_name = "LEVEL", value_parser = severity())]
    deny: Option<Severity>,

    /// Write one log in SARIF 2.1.0
    #[arg(long, conflicts_with_all = ["json", "count", "hosts", "csv", "tsv", "into"])]
    sarif: bool,

    /// Print only how many inputs have findings of each rule
    #[arg(long, conflicts_with_all = ["hosts", "csv", "tsv", "into"])]
    count: bool,

    /// Treat inputs as files, and audit the links in them, with file, line and column
    #[arg(long, conflicts_with_all = ["input", "null", "hosts", "count", "csv", "tsv", "column", "field"])]
    links: bool,

    /// With --links, search directories recursively, except for hidden files and those that .gitignore excludes; the
    /// current directory if no path is given
    #[arg(short, long, requires = "links")]
    recursive: bool,

    /// With --recursive, search the directories that symbolic links lead to as well, each directory once
    #[arg(long, requires = "recursive")]
    follow: bool,

    /// List the rules, and read no input
    #[arg(long, conflicts_with_all = ["sarif", "count", "hosts", "csv", "tsv", "into"])]
    list_rules: bool,

    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    options: Options,
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
        if self.list_rules {
            self.print_rules(&auditing.policy);
            return Ok(Tally::default().exit_code());
        }
        let standard = auditing.standard;
        let disagreements = auditing.hosts == HostsFor::Disagreements;
        let counting = Counting {
            auditing,
            disagreements: disagreements.then(AtomicU64::default),
            count: self.count,
            counts: RULES.iter().map(|_| AtomicU64::new(0)).collect(),
        };
        let texts = &self.inputs.texts;
        if self.links {
            return Ok(self.audit_links(&counting.auditing).exit_code());
        }
        report::must_not_be_files(texts, true)?;
        if self.sarif {
            return Ok(counting.sarif(&self.options, texts).exit_code());
        }
        let tally = report::run(&self.options, Some(standard), texts, &counting);
        if self.count {
            counting.print_counts(tally, self.options.json);
        }
        if let Some(disagreements) = &counting.disagreements {
            let (found, all) = (disagreements.load(Ordering::Relaxed), tally.fine + tally.faulty);
            let (found, all) = (grouped(found), grouped(all));
            exit::warn(&format!(
                "readers disagree on {found} of {all}; --all shows the hosts of every input"
            ));
        }
        Ok(tally.exit_code())
    }
}

/// A finding in a link.
#[derive(Serialize)]
struct InFile<'f> {
    source: &'f str,
    line: Option<u64>,
    column: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<InMessage<'f>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<&'f str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'f str>,
    input: &'f str,
    edition: &'static str,
    #[serde(flatten)]
    findings: &'f Findings<'f>,
}

/// The message that has a link.
#[derive(Serialize)]
struct InMessage<'f> {
    /// Its number in the mailbox, from 1.
    number: Option<u64>,
    subject: Option<&'f str>,
    from: Option<&'f str>,
}

impl<'f> InMessage<'f> {
    const fn of(message: napkin_context::Message<'f>) -> Self {
        let napkin_context::Message { number, subject, sender, .. } = message;
        Self { number, subject, from: sender }
    }

    /// The message in words.
    fn words(&self) -> String {
        let number = self.number.map(|number| format!(" {number}"));
        let from = self.from.map(|from| format!(" from '{from}'"));
        let subject = self.subject.map(|subject| format!(" with the subject '{subject}'"));
        [Some("message".to_owned()), number, from, subject].into_iter().flatten().collect()
    }
}

impl Audit {
    /// Audits the references in files as they are written. Links without findings are printed only in JSON.
    fn audit_links(&self, auditing: &Auditing) -> Tally {
        if self.sarif {
            output::print(sarif::head(auditing.policy.edition()).as_bytes());
        }
        let separator = if self.sarif { SEPARATOR } else { "" };
        let mut pen = Pen::of(Sink::new(separator));
        let texts = &self.inputs.texts;
        let search = Search { recursive: self.recursive, follow: self.follow };
        let files = Files {
            paths: texts,
            search,
            standard: self.asked.chosen(),
            base: None,
            options: &self.options,
            json: self.options.json && !self.sarif,
        };
        linked::each(&files, &mut pen, &mut |pen, linked| {
            let input = linked.link.reference;
            let shown = linked.link.text();
            let target = linked.target.as_ref().ok();
            let target = target.and_then(|target| match target {
                Target::Uri(uri) => Some(uri.as_str()),
                Target::CurrentDocument { .. } => None,
            });
            let link = LinkText::new(shown.as_deref().unwrap_or_default());
            let link = target.map_or(link, |target| link.leading_to(target));
            let findings = auditing.answer_link(input.as_bytes(), link);
            let shown = shown.as_deref();
            pen.write(|output| {
                let denied = findings.is_denied();
                output.tally.fine += u64::from(!denied);
                output.tally.faulty += u64::from(denied);
                output.stdout(|out| self.write_link(out, linked, auditing, shown, &findings));
            });
        });
        let tally = pen.finish();
        if self.sarif {
            output::print(format!("{}\n", sarif::TAIL).as_bytes());
        }
        tally
    }

    fn write_link(
        &self,
        out: &mut Vec<u8>,
        linked: &Linked<'_>,
        auditing: &Auditing,
        shown: Option<&str>,
        findings: &Findings<'_>,
    ) {
        let (source, input) = (linked.file.shown.as_str(), linked.link.reference);
        let place = linked.place.map(|(start, _)| start);
        let edition = findings.policy.edition();
        let within = linked.document.message.map(|message| InMessage::of(message).words());
        if self.sarif {
            let origin = origin(linked, within.as_deref());
            for finding in findings.audited.findings() {
                let result = sarif::result(finding, input.as_bytes(), origin, edition);
                push(out, format_args!("{SEPARATOR}{result}"));
            }
        } else if self.options.json {
            let (line, column) = (place.map(|(line, _)| line), place.map(|(_, column)| column));
            let edition = auditing.standard.name();
            let Document { message, part, .. } = *linked.document;
            let message = message.map(InMessage::of);
            let text = shown;
            let shown =
                if self.options.redact { redacted_text(input.as_bytes()) } else { input.into() };
            let input = &*shown;
            let keys =
                InFile { source, line, column, message, part, text, input, edition, findings };
            push_json(out, &keys);
        } else if !findings.audited.findings().is_empty() {
            let mut text = Text::new(out, self.options.stdout_palette(), false);
            Lead::Place.write(&mut text, source, place);
            if let Some(words) = &within {
                text.push(" ");
                text.push_bytes(words.as_bytes());
            }
            text.end_line();
            findings.write(&mut text);
        }
    }
}

/// The origin of a link, for a log.
fn origin<'l>(linked: &Linked<'l>, within: Option<&'l str>) -> sarif::Origin<'l> {
    let file = linked.file.octets.as_slice();
    match linked.place {
        Some(((line, column), (end_line, end))) => {
            let is_exact = linked.is_verbatim && line == end_line;
            let end = (!is_exact).then_some(if line == end_line { end } else { column + 1 });
            sarif::Origin::Place { file, line, column, end, within }
        }
        None => sarif::Origin::Place { file, line: 1, column: 1, end: Some(1), within },
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
                let listed = ListedRule {
                    rule: rule.id,
                    severity: severity.map(Severity::name),
                    title: rule.title,
                    why: rule.why,
                    section: rule.section(edition),
                };
                let mut line = Vec::new();
                push_json(&mut line, &listed);
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
struct ListedRule {
    rule: &'static str,
    severity: Option<&'static str>,
    title: &'static str,
    why: &'static str,
    section: &'static str,
}

/// The columns of rows. There is one row for each finding, and one for an input without findings.
const COLUMNS: [&str; 11] = [
    "input",
    "rule",
    "severity",
    "part",
    "start",
    "end",
    "message",
    "section",
    "fix_start",
    "fix_end",
    "fix_text",
];

/// The rows of an input: one for each finding, and one for an input without findings.
fn rows<'f>(findings: &'f Findings<'_>) -> Vec<Vec<Field<'f>>> {
    let edition = findings.policy.edition();
    let row = |finding: &'f Finding| {
        let fix = finding.fix.as_ref();
        let number = |number: Option<usize>| number.map_or_else(String::new, |at| at.to_string());
        let texts = [
            finding.rule.id.to_owned(),
            finding.severity.name().to_owned(),
            finding.part.map_or_else(String::new, |part| part.name().to_owned()),
            finding.span.start.to_string(),
            finding.span.end.to_string(),
            finding.message.to_string(),
            finding.rule.section(edition).to_owned(),
            number(fix.map(|fix| fix.span.start)),
            number(fix.map(|fix| fix.span.end)),
            fix.map_or_else(String::new, |fix| fix.text.clone()),
        ];
        let texts = texts.into_iter().map(|text| Field::Owned(text.into_bytes()));
        iter::once(findings.input.into()).chain(texts).collect()
    };
    let rows: Vec<_> = findings.audited.findings().iter().map(row).collect();
    if rows.is_empty() { vec![row_without_findings(findings.input)] } else { rows }
}

fn row_without_findings(input: &[u8]) -> Vec<Field<'_>> {
    let nothing = iter::repeat_n(Field::default(), COLUMNS.len() - 1);
    iter::once(input.into()).chain(nothing).collect()
}

struct Counting {
    auditing: Auditing,
    /// The number of inputs on which readers disagree, if hosts are reported only for those.
    disagreements: Option<AtomicU64>,
    count: bool,
    /// For each rule, the number of inputs in which it finds something.
    counts: Vec<AtomicU64>,
}

/// The separator between two results of a log.
const SEPARATOR: &str = ",\n";

/// The results of a log, each after a separator.
struct Log<'a>(&'a Auditing);

impl Work for Log<'_> {
    fn none(&self, failure: Failure<'_>, origin: Origin<'_>, output: &mut Output) {
        output.tally.faulty += 1;
        output.message(Message::Failure, u64::MAX, |out| {
            failure::tell(&failure, out, origin, None, Palette::default());
        });
    }

    fn one(&self, input: &[u8], origin: Origin<'_>, output: &mut Output) {
        let Self(auditing) = self;
        let findings = auditing.answer(input);
        let denied = findings.is_denied();
        output.tally.fine += u64::from(!denied);
        output.tally.faulty += u64::from(denied);
        let origin = match origin {
            Origin::Argument(number) => sarif::Origin::Argument(number),
            Origin::Record { file, number, .. } => {
                sarif::Origin::Line { file: &file.octets, number }
            }
            Origin::Place(file) => sarif::Origin::Line { file: file.as_bytes(), number: 1 },
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
        let sink = Sink::new(SEPARATOR);
        let tally = pipeline::run(sources, options.threads(), sink, &Log(&self.auditing));
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

/// The number of inputs that have findings.
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
        if let Some(disagreements) = &self.disagreements {
            disagreements.fetch_add(u64::from(findings.hosts.is_some()), Ordering::Relaxed);
        }
        if self.count {
            for (rule, count) in RULES.iter().zip(&self.counts) {
                if findings.audited.findings().iter().any(|finding| finding.rule == rule) {
                    count.fetch_add(1, Ordering::Relaxed);
                }
            }
        }
        Ok(findings)
    }

    fn write(&self, _: &[u8], findings: &Findings<'_>, text: &mut Text<'_>) {
        if self.disagreements.is_none() || findings.hosts.is_some() {
            findings.write(text);
        }
    }

    fn columns(&self) -> Vec<String> {
        COLUMNS.map(str::to_owned).into()
    }

    fn rows<'f>(
        &'f self,
        input: &'f [u8],
        findings: &'f Result<Findings<'_>, Failure<'_>>,
        _: bool,
    ) -> Vec<Vec<Field<'f>>> {
        findings.as_ref().map_or_else(|_| vec![row_without_findings(input)], rows)
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
            text.push_bytes(&redacted(self.input));
            text.end_line();
        } else {
            let shown = masked(self.input);
            let picture = Picture::new(&shown, &self.audited);
            picture.write_line(text);
            for finding in self.told() {
                picture.write_underline(text, finding);
                write_message(self, &shown, text, finding);
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

/// Writes a finding of an input that is shown as a text of the same length.
fn write_message(findings: &Findings<'_>, input: &[u8], text: &mut Text<'_>, finding: &Finding) {
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
            text.push_bytes(fix.span.of(input));
            text.push("'");
        };
        let written = Secrets::of(findings.input).hidden_in(&fix.text, fix.span.start);
        match (fix.span == finding.span, &*written) {
            (true, "") => text.push(", leave it out"),
            (true, written) => text.push(&format!(", write it as {written}")),
            (false, "") => {
                text.push(", leave out ");
                shown(text);
            }
            (false, written) if is_before(fix, finding) => {
                text.push(&format!(", put '{written}' before it"));
            }
            (false, written) if fix.span.is_empty() && fix.span.start == finding.span.end => {
                text.push(&format!(", put '{written}' behind it"));
            }
            (false, written) => {
                text.push(&format!(", write '{written}' for "));
                shown(text);
            }
        }
    }
    text.end_line();
}

/// Whether a fix inserts text before the finding.
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
    let has_none = |answer: &Heard| matches!(answer, Heard::NoHost | Heard::Refused);
    let silent = hosts.answers().filter(|(_, answer)| has_none(answer));
    let silent: Vec<_> = silent.map(|(reader, _)| reader.name).collect();
    if !silent.is_empty() && silent.len() < hosts.answers().count() {
        let line = format!("  refused, or without a host, by {}", silent.join(", "));
        text.styled(text.palette.faint, &line);
        text.end_line();
    }
}
