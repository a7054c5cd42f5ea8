//! The report on each input: text with a picture, rows, JSON.

use std::ffi::OsString;
use std::iter;
use std::sync::atomic::{AtomicU64, Ordering};

use napkin_answers::Failure;
use napkin_answers::audit::{Auditing, BASE, Findings, HostsFor};
use napkin_audit::{Answer as Contact, Edit, Finding, Hosts, Severity};
use napkin_schemes::secrets::{Secrets, masked, redacted};

use crate::input::options::Options;
use crate::output::Tally;
use crate::output::columns::Field;
use crate::output::picture::Picture;
use crate::run::report::{self, Answer, PerInput};
use crate::terminal::exit;
use crate::terminal::text::{Text, grouped};

pub(super) fn run(options: &Options, texts: &[OsString], auditing: Auditing) -> Tally {
    let disagreements = auditing.hosts == HostsFor::Disagreements;
    let standard = auditing.standard;
    let reporting = Reporting { auditing, disagreements: disagreements.then(AtomicU64::default) };
    let tally = report::run(options, Some(standard), texts, &reporting);
    if let Some(disagreements) = reporting.disagreements {
        let (found, all) =
            (grouped(disagreements.into_inner()), grouped(tally.fine + tally.faulty));
        exit::warn(&format!(
            "readers disagree on {found} of {all}; --all shows the hosts of every input"
        ));
    }
    tally
}

struct Reporting {
    auditing: Auditing,
    /// The number of inputs on which readers disagree, if hosts are reported only for those.
    disagreements: Option<AtomicU64>,
}

impl PerInput for Reporting {
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
    let has_none = |answer: &Contact| matches!(answer, Contact::NoHost | Contact::Refused);
    let silent = hosts.answers().filter(|(_, answer)| has_none(answer));
    let silent: Vec<_> = silent.map(|(reader, _)| reader.name).collect();
    if !silent.is_empty() && silent.len() < hosts.answers().count() {
        let line = format!("  refused, or without a host, by {}", silent.join(", "));
        text.styled(text.palette.faint, &line);
        text.end_line();
    }
}
