//! `links`: every reference in a document, with its target.

use std::borrow::Cow;
use std::cell::Cell;

use clap::Args;
use napkin::Target;
use napkin_answers::documents::{LinkKeys, UnreadKeys, Visited, lacks_base, no_target};
use napkin_answers::links;
use napkin_answers::places::Place;
use napkin_context::{Document, Found, Link, NoTarget, Unread};
use napkin_standards::target_in_words;

use super::{Finished, Run};
use crate::documents::document::{About, Documents, Shown, in_command};
use crate::help::usage::WrongUsage;
use crate::input::rows::RowOption;
use crate::output::rows::Rows;
use crate::output::{self, Output};
use crate::run::question::{Asked, about, summary};
use crate::run::whole::Lead;
use crate::terminal::exit;
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

    /// Print after each target, with tabs between, its element and attribute ('a href') and what else is known: nofollow, same
    /// document and the like. With --csv and --tsv, it adds that as a column; --json has all of it without this option
    #[arg(long, conflicts_with = "json")]
    with_element: bool,

    #[command(flatten)]
    rows: RowOption,

    #[command(flatten)]
    documents: Documents,
}

const EXAMPLE: &str = "\
Example:
  echo '<a href=../x>x</a> <img srcset=\"1.png, 2.png 2x\"> <a href=#top>up</a>' |
  napkin links --base http://a/b/c

prints

  http://a/x
  http://a/b/1.png
  http://a/b/2.png
  http://a/b/c#top";

/// The columns of rows, one for each link.
const COLUMNS: [&str; 7] =
    ["source", "line", "column", "reference", "target", "element", "attribute"];

/// The column with what else is known of a link.
const KNOWN: &str = "known";

impl Run for Links {
    fn run(self) -> Finished {
        self.must_not_take_a_site_for_a_file()?;
        let linking = self.asked.ready()?;
        let showing = Showing {
            with_element: self.with_element,
            rows: Rows::asked(&self.rows, false),
            without_base: Cell::new(0),
            left_out: Cell::new(0),
            without_line: Cell::new(0),
        };
        if let Some(rows) = showing.rows.filter(|_| self.rows.has_header()) {
            let mut header = Vec::new();
            let known = self.with_element.then_some(KNOWN);
            let names = COLUMNS.into_iter().chain(known);
            rows.write(&mut header, names.map(|name| name.as_bytes().into()));
            output::print(&header);
        }
        let shown =
            |shown: &Shown<'_>, output: &mut Output, visited: &Visited<'_>, found: Found<'_>| {
                if !linking.lists(visited.document, &found) {
                    let is_unknown = linking.is_undecided(&found);
                    return showing.left_out.update(|count| count + u64::from(is_unknown));
                }
                match found {
                    Found::Document => {}
                    Found::Unread(kind) => unread(shown, output, visited.document, kind),
                    Found::Fault(fault) => shown.fault(output, visited.document, fault),
                    Found::Link { link, target, inside } => {
                        showing.one(shown, output, visited, &Resolved { link, target, inside });
                    }
                }
            };
        let is_json = self.documents.options.json;
        let documents = self.documents.with_rows(showing.rows.is_some());
        let tally = documents.show(About::Links(&linking), &shown)?;
        if !is_json {
            showing.tell();
        }
        Ok(tally.exit_code())
    }
}

impl Links {
    /// Rejects `--other-site URI`, which would read the URI as a file: it is written `--other-site=URI`.
    fn must_not_take_a_site_for_a_file(&self) -> Result<(), WrongUsage> {
        let Some(first) = self.documents.files().first() else { return Ok(()) };
        let uri = first.to_string_lossy();
        let is_bare = |option: &&str| self.asked.has(option) && self.asked.path(option).is_none();
        match ["same-site", "other-site"].into_iter().find(is_bare) {
            Some(option) if uri.contains("://") && !first.exists() => Err(WrongUsage::new(
                format!("the URI of '--{option}' stands behind '='; write: --{option}={uri}"),
            )),
            _ => Ok(()),
        }
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

struct Resolved<'l> {
    link: Link<'l>,
    target: Result<Target, NoTarget>,
    inside: Option<&'l str>,
}

struct Showing {
    with_element: bool,
    rows: Option<Rows>,
    /// The number of links that need a base, where there is none.
    without_base: Cell<u64>,
    /// The number of links that need a base, where there is none, and that are not listed, since their site is not known.
    left_out: Cell<u64>,
    /// The number of links that were to be printed with their line, and have none.
    without_line: Cell<u64>,
}

impl Showing {
    fn one(
        &self,
        shown: &Shown<'_>,
        output: &mut Output,
        visited: &Visited<'_>,
        resolved: &Resolved<'_>,
    ) {
        let document = visited.document;
        let Resolved { link, target, inside } = resolved;
        let error = no_target(link, target);
        output.tally.fine += u64::from(error.is_none());
        output.tally.faulty += u64::from(error.is_some());
        self.without_base.update(|count| count + u64::from(lacks_base(link, target)));
        let place = visited.place(link.start);
        let lacks_line = matches!(shown.lead, Lead::Place) && place.is_none();
        self.without_line.update(|count| count + u64::from(lacks_line));
        let keys = LinkKeys::new(link, target, *inside, place, error.as_ref());
        if let Some(error) = &error {
            shown.remark(output, document, Some(link.start), error);
        }
        shown.result(output, document, &keys, |text| match self.rows {
            Some(rows) => {
                let known = self.with_element.then(|| known(resolved, keys.same_document));
                write_row(rows, shown.source, place, resolved, known, text);
            }
            // In text output, the error is already printed.
            None if error.is_some() => {}
            None => {
                shown.write_lead(text, place);
                text.push_result(resolved.text().as_bytes());
                if self.with_element {
                    write_element(text, resolved, keys.same_document);
                }
                text.end_line();
            }
        });
    }

    /// Says how the links without a base get one, and how many have no line.
    fn tell(&self) {
        let links = match self.without_line.get() {
            0 => None,
            1 => Some("1 link has".to_owned()),
            count => Some(format!("{count} links have")),
        };
        if let Some(links) = links {
            exit::warn(&format!(
                "{links} no line, since the file has that text encoded or compressed"
            ));
        }
        let counts = [(&self.without_base, "printed as written"), (&self.left_out, "left out")];
        for (count, what) in counts {
            let (count, links) = match count.get() {
                0 => continue,
                1 => (1, "link is"),
                count => (count, "links are"),
            };
            exit::warn(&format!(
                "{count} relative {links} {what}, since no base is known; --base URI says where the document or folder is"
            ));
        }
    }
}

impl Resolved<'_> {
    /// The target, in the words of `resolve`; the reference as it is written, if there is no base.
    fn text(&self) -> Cow<'_, str> {
        match &self.target {
            Ok(target) => target_in_words(target),
            Err(_) => self.link.reference.into(),
        }
    }
}

fn write_row(
    rows: Rows,
    source: &str,
    place: Option<Place>,
    resolved: &Resolved<'_>,
    known: Option<Vec<String>>,
    text: &mut Text<'_>,
) {
    let Resolved { link, target, .. } = resolved;
    let number = |number: Option<u64>| number.map(|number| number.to_string()).unwrap_or_default();
    let fields: [Cow<'_, str>; 7] = [
        source.into(),
        number(place.map(|(line, _)| line)).into(),
        number(place.map(|(_, column)| column)).into(),
        link.reference.into(),
        target.as_ref().map(target_in_words).unwrap_or_default(),
        link.element.into(),
        link.attribute.unwrap_or_default().into(),
    ];
    let known = known.map(|known| known.join("; ").into());
    let fields: Vec<Cow<'_, str>> = fields.into_iter().chain(known).collect();
    rows.write(text.out(), fields.iter().map(|field| Cow::Borrowed(field.as_bytes())));
}

fn write_element(text: &mut Text<'_>, resolved: &Resolved<'_>, same_document: bool) {
    let link = &resolved.link;
    text.push_raw(b"\t");
    text.push(link.element);
    if let Some(attribute) = link.attribute {
        text.push_raw(b" ");
        text.push(attribute);
    }
    for what in known(resolved, same_document) {
        text.push_raw(b"\t");
        text.styled(text.palette.faint, &what);
    }
}

/// What is known of a link beside its element and attribute.
fn known(resolved: &Resolved<'_>, same_document: bool) -> Vec<String> {
    let Resolved { link, inside, .. } = resolved;
    let told = [
        same_document.then(|| "same document".to_owned()),
        link.is_nofollow().then(|| "nofollow".to_owned()),
        link.also.map(|also| also.name().to_owned()),
        link.is_inert.then(|| "in a template".to_owned()),
        link.is_template.then(|| "a template".to_owned()),
        inside.map(|part| format!("part {part}")),
    ];
    told.into_iter().flatten().collect()
}
