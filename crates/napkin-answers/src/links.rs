//! The references in a document, with their targets.

use std::io;

use napkin_context::{Also, Document, Found, Surroundings};
use napkin_standards::Standard;
use schemars::JsonSchema;
use serde::Serialize;

use crate::choice::WrongChoice;
use crate::documents::{
    FaultKeys, InDocument, LinkKeys, SOURCE, UnreadKeys, Visit, lacks_base, no_target, of_fault,
};
use crate::options::{Bare, Between, Value, options};
use crate::question::{AskDocument, Question, Standards};
use crate::same_site::{BySite, SiteOf};
use crate::surroundings::{self, Around, DocumentContext, GoingBy};

options! {
    /// List the links of documents, resolved
    ///
    /// In HTML, XML, CSS, Turtle, Markdown, plain text, messages, mailboxes, HTTP responses and web archives: each
    /// reference with its place, its base and its target. A reference that cannot be resolved is listed with the error, and the
    /// listing goes on. Targets in HTML and CSS are what a browser requests, except in messages, which go by RFC 3986.
    pub struct Links {
        /// Also find references that are not links: 'lazy' for attributes from which scripts load, 'meta' for Open Graph
        /// and its like, 'microdata', 'rdfa', 'options' for values that are URLs; or 'all'
        also: Vec<AlsoNames>, "KIND,...";
        /// Also list documents that are not read since they hold no links by their type, such as pictures in an archive
        unread: bool;
        /// Only list links to the same site as the document, or as a URI: to hosts with the same registrable domain; below a
        /// private suffix such as github.io, to hosts of the same user. A broken link is listed with its error
        same_site: Option<Bare<SiteOf>>, "URI";
        /// Only list links to other sites than the document's, or than a URI's: those with a host that 'same-site' leaves out. A
        /// broken link is listed with its error
        other_site: Option<Bare<SiteOf>>, "URI";
    }
    with around: Around
    with going_by: GoingBy
}

/// Kinds of references that are no links, by their names, with commas between.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlsoNames(Vec<Also>);

impl AlsoNames {
    /// Surroundings in which references of these kinds are found too.
    pub(crate) fn wanted(all: &[Self], surroundings: Surroundings) -> Surroundings {
        all.iter().flat_map(|Self(kinds)| kinds).copied().fold(surroundings, Surroundings::also)
    }
}

/// The name of all kinds.
const ALL: &str = "all";

impl Value for AlsoNames {
    fn suggestions() -> Vec<(String, &'static str)> {
        let names = Also::ALL.iter().map(|also| also.name()).chain([ALL]);
        names.map(|name| (name.to_owned(), "")).collect()
    }

    fn read(octets: Vec<u8>) -> Result<Self, String> {
        let mut kinds = Vec::new();
        for name in String::read(octets)?.split(',') {
            let named = |also: &Also| name == ALL || name == also.name();
            let before = kinds.len();
            kinds.extend(Also::ALL.into_iter().filter(named));
            if kinds.len() == before {
                let names = Also::ALL.map(Also::name).join(", ");
                return Err(format!("has '{name}', which is none of {names}, {ALL}"));
            }
        }
        Ok(Self(kinds))
    }
}

impl Question for Links {
    const NAME: &'static str = "links";
    const STANDARDS: Standards = Standards::Own;
    const BETWEEN: &'static [Between] = &{
        let [base, edition] = surroundings::BETWEEN;
        [base, edition, Between::Excludes("same-site", "other-site")]
    };
    type Ready = Linking;

    fn ready(self, _: Standard) -> Result<Linking, WrongChoice> {
        let also = self.also.into_iter().flat_map(|AlsoNames(kinds)| kinds).collect();
        let of =
            |site: Option<Bare<SiteOf>>, is_other| site.map(|Bare(of)| BySite { of, is_other });
        Ok(Linking {
            also,
            unread: self.unread,
            by_site: of(self.same_site, false).or(of(self.other_site, true)),
            context: DocumentContext::new(self.around, self.going_by),
        })
    }
}

/// A search for the links of documents.
pub struct Linking {
    also: Vec<Also>,
    /// Whether documents that are not read are listed.
    pub unread: bool,
    /// Which links are kept by their site; all, if not chosen.
    by_site: Option<BySite>,
    /// What is around a document.
    pub context: DocumentContext,
}

impl Linking {
    /// Surroundings in which references that are no links are found too, as they were asked for.
    pub fn wanting(&self, surroundings: Surroundings) -> Surroundings {
        self.also.iter().copied().fold(surroundings, Surroundings::also)
    }

    /// Whether a result in a document is listed.
    pub fn lists(&self, document: &Document<'_>, found: &Found<'_>) -> bool {
        match found {
            Found::Document => false,
            Found::Unread(_) => self.unread,
            Found::Fault(_) => true,
            Found::Link { link, target, .. } => {
                self.by_site.as_ref().is_none_or(|by_site| by_site.has(document, link, target))
            }
        }
    }

    /// Whether a result that is not listed is a link that could be asked for, if the base were known.
    pub fn is_undecided(&self, found: &Found<'_>) -> bool {
        let is_own = |by_site: &BySite| by_site.of.is_none() && by_site.is_other;
        matches!(found, Found::Link { link, target, .. } if lacks_base(link, target))
            && !self.by_site.as_ref().is_some_and(is_own)
    }
}

impl AskDocument for Linking {
    type Answer<'a> = LinkAnswer<'a>;

    fn of_media_type(self, media_type: &str) -> Self {
        Self { context: self.context.of_media_type(media_type), ..self }
    }

    fn bounded(self) -> Self {
        Self { context: self.context.bounded(), ..self }
    }

    fn each(&self, document: &[u8], take: &mut dyn FnMut(&LinkAnswer<'_>)) -> io::Result<()> {
        let surroundings = self.wanting(self.context.surroundings());
        let visit = Visit { surroundings, has_links: true, has_places: true };
        visit.each(document, &mut |visited, found| {
            let document = visited.document;
            if !self.lists(document, &found) {
                return;
            }
            match found {
                Found::Document => {}
                Found::Unread(kind) => {
                    let keys = UnreadKeys::new(kind);
                    take(&LinkAnswer::Unread(InDocument::new(SOURCE, document, &keys)));
                }
                Found::Fault(fault) => {
                    let keys = FaultKeys { error: &of_fault(fault) };
                    take(&LinkAnswer::Fault(InDocument::new(SOURCE, document, &keys)));
                }
                Found::Link { link, target, inside } => {
                    let error = no_target(&link, &target);
                    let place = visited.place(link.start);
                    let keys = LinkKeys::new(&link, &target, inside, place, error.as_ref());
                    take(&LinkAnswer::Link(InDocument::new(SOURCE, document, &keys)));
                }
            }
        })
    }
}

/// A link, a document that is not read, or what is wrong with one.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "in-document")]
pub enum LinkAnswer<'a> {
    /// A link.
    Link(InDocument<'a, LinkKeys<'a>>),
    /// A document that is not read.
    Unread(InDocument<'a, UnreadKeys>),
    /// What is wrong with a document.
    Fault(InDocument<'a, FaultKeys<'a>>),
}
