//! `links`: every reference in a document, with its target.

use clap::Args;
use clap::builder::PossibleValuesParser;
use napkin::Target;
use napkin_answers::base::told;
use napkin_answers::documents::{LinkKeys, no_target};
use napkin_context::{Also, Document, Found, Link, NoTarget};

use super::{Finished, Run};
use crate::documents::document::{Documents, Shown};
use crate::output::Output;
use crate::terminal::text::Text;

/// List the links of documents, resolved
///
/// In HTML, XML, CSS, Turtle, Markdown, plain text, messages, mailboxes, HTTP responses and web archives: each
/// reference with its place, its base and its target. A reference that cannot be resolved is listed with the error, and the
/// listing goes on. Targets in HTML and CSS are what a browser requests.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Links {
    /// Also find references that are not links: 'lazy' for attributes from which scripts load, 'meta' for Open Graph
    /// and its like, 'microdata', 'rdfa', 'options' for values that are URLs; or 'all'
    #[arg(long, value_name = "KIND,...", value_delimiter = ',', value_parser = also())]
    also: Vec<String>,

    #[command(flatten)]
    documents: Documents,
}

fn also() -> PossibleValuesParser {
    PossibleValuesParser::new(Also::ALL.iter().map(|also| also.name()).chain(["all"]))
}

impl Links {
    /// The requested kinds of references.
    fn wanted(&self) -> impl Iterator<Item = Also> {
        let asked = |also: &Also| self.also.iter().any(|name| name == "all" || name == also.name());
        Also::ALL.into_iter().filter(asked)
    }
}

const EXAMPLE: &str = "\
Example:
  echo '<a href=../x>x</a> <img srcset=\"1.png, 2.png 2x\"> <a href=#top>up</a>' |
  napkin links --base http://a/b/c

prints

  http://a/x\ta href
  http://a/b/1.png\timg srcset
  http://a/b/2.png\timg srcset
  http://a/b/c#top\ta href\tsame document";

impl Run for Links {
    fn run(self) -> Finished {
        let shown =
            |shown: &Shown<'_>, output: &mut Output, document: &Document<'_>, found: Found<'_>| {
                match found {
                    Found::Document | Found::Unread(_) => {}
                    Found::Fault(fault) => shown.fault(output, document, fault),
                    Found::Link { link, target, inside } => {
                        one(shown, output, document, &Resolved { link, target, inside });
                    }
                }
            };
        let wanted: Vec<Also> = self.wanted().collect();
        Ok(self.documents.show(Some(&wanted), &shown).exit_code())
    }
}

/// A link with its target.
struct Resolved<'l> {
    link: Link<'l>,
    target: Result<Target, NoTarget>,
    inside: Option<&'l str>,
}

fn one(shown: &Shown<'_>, output: &mut Output, document: &Document<'_>, resolved: &Resolved<'_>) {
    let Resolved { link, target, inside } = resolved;
    let error = no_target(link, target);
    output.tally.fine += u64::from(error.is_none());
    output.tally.faulty += u64::from(error.is_some());
    let place = shown.place(document, link.start);
    let keys = LinkKeys::new(link, target, *inside, place, error.as_ref());
    if let Ok(target) = target {
        shown.result(output, document, &keys, |text| {
            shown.write_lead(text, place);
            write(text, resolved, target, keys.same_document);
        });
    } else {
        if let Some(error) = &error {
            shown.remark(output, document, Some(link.start), error);
        }
        // In text output, the error is already printed.
        shown.result(output, document, &keys, |_| {});
    }
}

fn write(text: &mut Text<'_>, resolved: &Resolved<'_>, target: &Target, same_document: bool) {
    let Resolved { link, inside, .. } = resolved;
    text.push_result(told(target).as_bytes());
    text.push_raw(b"\t");
    text.push(link.element);
    if let Some(attribute) = link.attribute {
        text.push_raw(b" ");
        text.push(attribute);
    }
    let mut add = |what: &str| {
        text.push_raw(b"\t");
        text.styled(text.palette.faint, what);
    };
    if same_document {
        add("same document");
    }
    if link.is_nofollow() {
        add("nofollow");
    }
    if let Some(also) = link.also {
        add(also.name());
    }
    if link.is_inert {
        add("in a template");
    }
    if link.is_template {
        add("a template");
    }
    if let Some(part) = inside {
        add(&format!("part {part}"));
    }
    text.end_line();
}
