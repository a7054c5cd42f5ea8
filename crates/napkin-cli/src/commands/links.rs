//! `links`: every reference in a document, with its target.

use clap::Args;
use napkin::Target;
use napkin_answers::base::told;
use napkin_answers::documents::{LinkKeys, UnreadKeys, no_target};
use napkin_answers::links;
use napkin_context::{Document, Found, Link, NoTarget, Unread};

use super::{Finished, Run};
use crate::documents::document::{About, Documents, Shown, in_command};
use crate::output::Output;
use crate::run::question::{Asked, about, summary};
use crate::terminal::text::Text;

#[derive(Args)]
#[command(
    about = summary::<links::Links>(),
    long_about = about::<links::Links>(),
    after_help = EXAMPLE,
    mut_args(in_command)
)]
pub(crate) struct Links {
    #[command(flatten)]
    asked: Asked<links::Links>,

    #[command(flatten)]
    documents: Documents,
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
        let linking = self.asked.ready()?;
        let shown =
            |shown: &Shown<'_>, output: &mut Output, document: &Document<'_>, found: Found<'_>| {
                match found {
                    Found::Unread(kind) if linking.unread => {
                        unread(shown, output, document, kind);
                    }
                    Found::Document | Found::Unread(_) => {}
                    Found::Fault(fault) => shown.fault(output, document, fault),
                    Found::Link { link, target, inside } => {
                        one(shown, output, document, &Resolved { link, target, inside });
                    }
                }
            };
        Ok(self.documents.show(About::Links(&linking), &shown).exit_code())
    }
}

/// A document that is not read.
fn unread(shown: &Shown<'_>, output: &mut Output, document: &Document<'_>, kind: Unread) {
    shown.result(output, document, &UnreadKeys::new(kind), |text| {
        text.styled(text.palette.faint, &shown.words(document, None));
        text.push_raw(b"\t");
        text.styled(text.palette.faint, &format!("not read: {}", kind.name()));
        text.end_line();
    });
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
