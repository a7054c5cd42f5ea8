//! `base`: the base against which the references in a document are resolved.

use clap::Args;
use napkin_answers::Failure;
use napkin_answers::document_base::{DocumentBase, Establishing, Resolved};
use napkin_answers::documents::{BaseKeys, Visited, beginning, unusable};
use napkin_context::{Base as Established, Document, Found};
use napkin_standards::target_in_words;

use super::{Finished, Run};
use crate::documents::document::{About, Documents, Shown, in_command};
use crate::output::Output;
use crate::run::question::{Asked, about, summary};
use crate::terminal::text::Text;

#[derive(Args)]
#[command(
    about = summary::<DocumentBase>(),
    long_about = about::<DocumentBase>(),
    after_help = EXAMPLE,
    mut_args(in_command)
)]
pub(crate) struct Base {
    #[command(flatten)]
    asked: Asked<DocumentBase>,

    #[command(flatten)]
    documents: Documents,
}

const EXAMPLE: &str = "\
Example:
  echo '<head><base href=\"../up/\"></head>' |
  napkin base --base http://a/b/c/d --resolve x

prints

  http://a/b/up/\tcontent
    x -> http://a/b/up/x";

impl Run for Base {
    fn run(self) -> Finished {
        let establishing = self.asked.ready()?;
        let shown =
            |shown: &Shown<'_>, output: &mut Output, visited: &Visited<'_>, found: Found<'_>| {
                match found {
                    Found::Document => one(&establishing, shown, output, visited.document),
                    Found::Fault(fault) => shown.fault(output, visited.document, fault),
                    Found::Link { .. } | Found::Unread(_) => {}
                }
            };
        Ok(self.documents.show(About::Bases(&establishing), &shown)?.exit_code())
    }
}

fn one(
    establishing: &Establishing,
    shown: &Shown<'_>,
    output: &mut Output,
    document: &Document<'_>,
) {
    let base = document.base;
    let resolved = establishing.resolved(base);
    let unusable = unusable(base);
    let error = resolved.as_ref().and_then(|resolved| resolved.error.as_ref());
    let error = error.or(unusable.as_ref());
    output.tally.fine += u64::from(error.is_none());
    output.tally.faulty += u64::from(error.is_some());
    let keys = BaseKeys::new(base, resolved.as_ref().map(Resolved::keys), error);
    shown.result(output, document, &keys, |text| {
        shown.write_lead(text, None);
        write(text, document, resolved.as_ref());
    });
    for ignored in base.ignored() {
        shown.remark(output, document, None, &ignored_failure(base, ignored));
    }
    if let Some(error) = resolved.and_then(|resolved| resolved.error) {
        shown.remark(output, document, None, &error.of("--resolve"));
    }
}

/// Writes the base, its layer, and the part of the input that it applies to.
fn write(text: &mut Text<'_>, document: &Document<'_>, resolved: Option<&Resolved<'_>>) {
    match document.base.uri() {
        Some(uri) => text.push_result(uri.as_bytes()),
        None => text.styled(text.palette.faint, "(none)"),
    }
    text.push_raw(b"\t");
    text.push(document.base.layer().name());
    let mut add = |what: &str| {
        text.push_raw(b"\t");
        text.styled(text.palette.faint, what);
    };
    if let Some(record) = document.record {
        add(&format!("record at byte {}", record.offset));
    }
    if let Some(part) = document.part {
        add(&format!("part {part}"));
    }
    text.end_line();
    if let Some(Resolved { reference, target: Ok(target), .. }) = resolved {
        text.push_raw(b"  ");
        text.push(reference);
        text.push_raw(b" -> ");
        text.push(&target_in_words(target));
        text.end_line();
    }
}

fn ignored_failure<'f>(base: &Established, ignored: &napkin_context::Ignored) -> Failure<'f> {
    let edition = base.edition();
    let section = ignored.layer.section(edition);
    let napkin_context::Ignored { layer, reference, reason, .. } = ignored;
    let reference = beginning(reference);
    let message = format!(
        "'{reference}' gives no base ({}): {reason} ({} section {section})",
        layer.name(),
        edition.title
    );
    Failure::new(reason.name(), section, message)
}
