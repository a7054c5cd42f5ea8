//! `--links`: the links in files.

use napkin::Target;
use napkin_answers::audit::{Auditing, Findings};
use napkin_answers::push_json;
use napkin_audit::{LinkText, sarif};
use napkin_context::Document;
use napkin_schemes::secrets::redacted_text;
use serde::Serialize;

use super::Audit;
use super::log::{self, SEPARATOR};
use crate::documents::linked::{self, Files, Linked};
use crate::input::tree::Search;
use crate::output::{Sink, Tally};
use crate::run::report::Answer as _;
use crate::run::whole::{Lead, Pen};
use crate::terminal::text::{Text, push};

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

    fn words(&self) -> String {
        let number = self.number.map(|number| format!(" {number}"));
        let from = self.from.map(|from| format!(" from '{from}'"));
        let subject = self.subject.map(|subject| format!(" with the subject '{subject}'"));
        [Some("message".to_owned()), number, from, subject].into_iter().flatten().collect()
    }
}

impl Audit {
    /// Audits the references in files as they are written. Links without findings are printed only in JSON.
    pub(super) fn audit_links(&self, auditing: &Auditing) -> Tally {
        if self.sarif {
            log::around(auditing, || self.write_links(auditing, SEPARATOR))
        } else {
            self.write_links(auditing, "")
        }
    }

    fn write_links(&self, auditing: &Auditing, separator: &'static str) -> Tally {
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
        pen.finish()
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
