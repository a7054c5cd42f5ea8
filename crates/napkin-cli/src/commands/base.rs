//! `base`: the base against which the references in a document are resolved.

use clap::Args;
use napkin::Target;
use napkin_answers::Failure;
use napkin_answers::base::told;
use napkin_answers::documents::{BaseKeys, ResolvedKeys, beginning, unusable};
use napkin_answers::resolve::Meaning;
use napkin_context::{Base as Established, Document, Found, NoTarget};

use super::{Finished, Run};
use crate::documents::document::{Documents, Shown};
use crate::output::Output;
use crate::terminal::text::Text;

/// Establish the base of documents
///
/// From four layers, of which the innermost that yields a base wins: the content, what encloses it,
/// how it was retrieved, a default. A message or an archive gives one result for each document in
/// it.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Base {
    /// A reference to resolve against the base of each document
    #[arg(long, value_name = "REFERENCE")]
    resolve: Option<String>,

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
        let shown =
            |shown: &Shown<'_>, output: &mut Output, document: &Document<'_>, found: Found<'_>| {
                match found {
                    Found::Document => self.one(shown, output, document),
                    Found::Fault(fault) => shown.fault(output, document, fault),
                    Found::Link { .. } | Found::Unread(_) => {}
                }
            };
        Ok(self.documents.show(None, &shown).exit_code())
    }
}

impl Base {
    fn one(&self, shown: &Shown<'_>, output: &mut Output, document: &Document<'_>) {
        let base = document.base;
        let resolved = self.resolve.as_deref().map(|reference| {
            let target = base.target(reference);
            Resolved { reference, error: failure(base, &target, reference), target }
        });
        let unusable = unusable(base);
        let error = resolved.as_ref().and_then(|resolved| resolved.error.as_ref());
        let error = error.or(unusable.as_ref());
        output.tally.fine += u64::from(error.is_none());
        output.tally.faulty += u64::from(error.is_some());
        let keys = BaseKeys::new(base, resolved.as_ref().map(Resolved::keys), error);
        shown.result(output, document, &keys, |text| write(text, document, resolved.as_ref()));
        for ignored in base.ignored() {
            shown.remark(output, document, None, &ignored_failure(base, ignored));
        }
        if let Some(error) = resolved.and_then(|resolved| resolved.error) {
            shown.remark(output, document, None, &error.of("--resolve"));
        }
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
        text.push(&told(target));
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

fn failure<'r>(
    base: &Established,
    target: &Result<Target, NoTarget>,
    reference: &'r str,
) -> Option<Failure<'r>> {
    let error = *target.as_ref().err()?;
    Some(Failure::no_target(base, error, reference.as_bytes()))
}

/// The result of `--resolve`.
struct Resolved<'r> {
    reference: &'r str,
    target: Result<Target, NoTarget>,
    error: Option<Failure<'r>>,
}

impl Resolved<'_> {
    fn keys(&self) -> ResolvedKeys<'_> {
        let meaning = Meaning(self.target.as_ref().ok());
        ResolvedKeys { reference: self.reference, meaning }
    }
}
