//! Documents whose URIs change, each written as its place needs it.

mod map;

use std::borrow::Cow;
use std::io::{self, Read};

use napkin::edition::RFC3987;
use napkin::{Parts, Target};
use napkin_context::{Kind, Left, Link, Move, NoTarget, Rewritten, Surroundings};
use napkin_schemes::Mapping;
use napkin_standards::Standard;
use napkin_url::edition::WHATWG;
use schemars::JsonSchema;
use serde::Serialize;

use crate::choice::WrongChoice;
use crate::documents::{SOURCE, lacks_base, of_fault};
use crate::envelope::{Base64, text_and_bytes};
use crate::failure::Failure;
use crate::links::AlsoNames;
use crate::options::{Between, SchemeName, one_of, options};
use crate::places::{Place, Places};
use crate::question::{Ask, AskDocument, Question, Standards};
use crate::schema::KindName;
use crate::set::{Changes, Set};
use crate::surroundings::{self, Around, DocumentContext, GoingBy};
use map::Moves;

options! {
    /// Change the URIs of documents, and not one other byte
    ///
    /// In HTML, XML, CSS, Turtle, N-Triples, N-Quads, Markdown, plain text and JSON: the references that 'links' lists, each
    /// written as its place needs it. What is not changed keeps its spelling. Changes are made in this order: 'from' and
    /// 'map'; the changes of 'set'; 'as'; 'relative' or 'absolute'. The result is read again: it has the same links in the
    /// same order. A change that cannot be made at its place is named, and the reference is left as it is. Mail, archives,
    /// HTTP messages and compressed documents are refused.
    pub struct Rewrite {
        /// The prefix to move from, which ends where a segment of a path ends; in pages, as browsers read it
        from: Option<String>, "URI";
        /// The prefix to move to
        to: Option<String>, "URI";
        /// Move single URIs: a line has the old URI and the new one, with white space between; the fragment of a
        /// reference stays
        map: Option<Moves>, "FILE";
        /// Also move relative references that lead to what moves: they become absolute
        resolved: bool;
        /// Also change what declares a base: the base element of pages, xml:base, and @base of Turtle
        with_base: bool;
        /// Make absolute references relative to the base, where it has their authority
        relative: bool;
        /// Make relative references absolute, but not those into the document itself
        absolute: bool;
        /// Write references as URIs or as IRIs
        as_: Option<WrittenAs>, "FORM";
        /// Make the changes of 'set' only in references with this scheme; may be repeated
        if_scheme: Vec<SchemeName>, "SCHEME";
        /// Make the changes of 'set' only in references with this host, in which '*' is any text; may be repeated
        if_host: Vec<String>, "HOST";
        /// Replace the scheme; needs 'if-host' or 'if-scheme'
        scheme: Option<String>, "TEXT";
        /// Remove the pairs of queries whose key is a known tracking parameter, such as utm_source and fbclid
        strip_tracking: bool;
        /// Remove the pairs of queries that have this key: data, in which '*' is any text; may be repeated
        remove_pair: Vec<String>, "KEY";
        /// Remove all pairs of queries but those with this key, in which '*' is any text; may be repeated
        keep_pair: Vec<String>, "KEY";
        /// Give a key of queries this value, and remove its other pairs: data, which is encoded; needs 'if-host' or
        /// 'if-scheme'; may be repeated
        set_pair: Vec<String>, "KEY=VALUE";
        /// Make changes too whose results would change again if the result were rewritten
        again: bool;
        /// Also change references that are not links: 'lazy', 'meta', 'microdata', 'rdfa', 'options', as 'links' finds them;
        /// or 'all'
        also: Vec<AlsoNames>, "KIND,...";
    }
    with around: Around
    with going_by: GoingBy
}

/// How references are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrittenAs {
    /// As URIs.
    Uri,
    /// As IRIs.
    Iri,
}

one_of!(WrittenAs {
    Uri "uri": "A URI (RFC 3987 section 3.1)",
    Iri "iri": "An IRI (section 3.2)",
});

impl Question for Rewrite {
    const NAME: &'static str = "rewrite";
    const STANDARDS: Standards = Standards::Own;
    const BETWEEN: &'static [Between] = &{
        let [base, edition] = surroundings::BETWEEN;
        [
            base,
            edition,
            Between::Requires("from", "to"),
            Between::Requires("to", "from"),
            Between::Excludes("relative", "absolute"),
        ]
    };
    type Ready = Rewriting;

    fn ready(self, _: Standard) -> Result<Rewriting, WrongChoice> {
        let has_condition = !(self.if_scheme.is_empty() && self.if_host.is_empty());
        for (option, is_given) in
            [("scheme", self.scheme.is_some()), ("set-pair", !self.set_pair.is_empty())]
        {
            if is_given && !has_condition {
                let reason = "needs 'if-host' or 'if-scheme': a document has links of many kinds";
                return Err(WrongChoice::of_option_named(option).because(reason.into()));
            }
        }
        let moved = match (self.from, self.to) {
            (Some(from), Some(to)) => Some(Move::new(from, to).map_err(|error| {
                let option = if error == napkin_context::NotAMove::To { "to" } else { "from" };
                WrongChoice::of_option_named(option).because(format!("is wrong: {error}"))
            })?),
            _ => None,
        };
        if !self.again && moved.as_ref().is_some_and(Move::is_repeated) {
            let reason = "leads to what 'from' moves, so a second run would move it again; 'again' allows that";
            return Err(WrongChoice::of_option_named("to").because(reason.into()));
        }
        if let Some(uri) = self.map.as_ref().filter(|_| !self.again).and_then(Moves::repeated) {
            let reason = format!(
                "moves '{uri}', to which it leads, so a second run would move it again; 'again' allows that"
            );
            return Err(WrongChoice::of_option_named("map").because(reason));
        }
        let edits = Set {
            if_scheme: self.if_scheme,
            if_host: self.if_host,
            scheme: self.scheme,
            strip_tracking: self.strip_tracking,
            remove_pair: self.remove_pair,
            keep_pair: self.keep_pair,
            set_pair: self.set_pair,
            ..Set::default()
        };
        let has_edits = edits.scheme.is_some()
            || edits.strip_tracking
            || !edits.remove_pair.is_empty()
            || !edits.keep_pair.is_empty()
            || !edits.set_pair.is_empty();
        let edits = has_edits.then(|| {
            let [syntax, url] =
                [RFC3987.into(), WHATWG.into()].map(|by: Standard| edits.clone().ready(by));
            Ok::<_, WrongChoice>(Edits { syntax: syntax?, url: url? })
        });
        let rewriting = Rewriting {
            moved,
            map: self.map,
            resolved: self.resolved,
            with_base: self.with_base,
            relative: self.relative,
            absolute: self.absolute,
            written: self.as_,
            edits: edits.transpose()?,
            also: self.also,
            context: DocumentContext::new(self.around, self.going_by),
        };
        if rewriting.is_idle() {
            let reason = "or another change is missing: 'from' and 'to', 'map', 'relative', 'absolute', 'as', or a change of 'set'";
            return Err(WrongChoice::of_option_named("from").because(reason.into()));
        }
        Ok(rewriting)
    }
}

/// The changes of references as `set` makes them.
struct Edits {
    /// By RFC 3987, in which the spelling stays.
    syntax: Changes,
    /// By the URL Standard, for what only browsers read.
    url: Changes,
}

/// A change of documents.
pub struct Rewriting {
    moved: Option<Move>,
    map: Option<Moves>,
    resolved: bool,
    with_base: bool,
    relative: bool,
    absolute: bool,
    written: Option<WrittenAs>,
    edits: Option<Edits>,
    also: Vec<AlsoNames>,
    /// What is around a document.
    pub context: DocumentContext,
}

impl Rewriting {
    /// Whether nothing would change in any document.
    const fn is_idle(&self) -> bool {
        self.moved.is_none()
            && self.map.is_none()
            && self.written.is_none()
            && self.edits.is_none()
            && !self.relative
            && !self.absolute
    }

    /// Changes a document in some surroundings.
    pub fn rewritten(&self, surroundings: Surroundings, document: &[u8]) -> Rewritten {
        let surroundings = AlsoNames::wanted(&self.also, surroundings);
        surroundings.rewrite(document, &mut |link, target| self.rule(link, target))
    }

    /// Changes a document in some surroundings while it is read, and passes on its pieces, as they were and as they are.
    ///
    /// # Errors
    ///
    /// If the reader fails, or what takes the pieces.
    pub fn rewrite_pieces(
        &self,
        surroundings: Surroundings,
        reader: impl Read,
        take: &mut dyn FnMut(&[u8], Rewritten) -> io::Result<()>,
    ) -> io::Result<()> {
        let surroundings = AlsoNames::wanted(&self.also, surroundings);
        surroundings.rewrite_pieces(reader, &mut |link, target| self.rule(link, target), take)
    }

    /// The reference to write for a link, if it changes.
    fn rule(
        &self,
        link: &Link<'_>,
        target: &Result<Target, NoTarget>,
    ) -> Result<Option<String>, String> {
        // What is broken stays; a relative reference without a base is not broken.
        let is_broken = target.is_err() && !lacks_base(link, target);
        if is_broken || link.is_base() && !self.with_base {
            return Ok(None);
        }
        let moved = target.as_ref().ok().and_then(|target| {
            let moved = self.moved.as_ref();
            let moved = moved.and_then(|by| by.reference(link, target, self.resolved));
            moved.or_else(|| self.map.as_ref()?.reference(link, target, self.resolved))
        });
        let mut reference = moved.unwrap_or_else(|| link.reference.to_owned());
        if !link.is_template {
            self.edit(&mut reference, link)?;
            self.write(&mut reference, link)?;
            self.reach(&mut reference, link);
        }
        Ok(Some(reference).filter(|reference| reference != link.reference))
    }

    /// Makes the changes of `set`.
    fn edit(&self, reference: &mut String, link: &Link<'_>) -> Result<(), String> {
        let Some(edits) = &self.edits else { return Ok(()) };
        let is_absolute = has_scheme(reference);
        // Only pairs of the query can be changed in a reference without a scheme.
        if !is_absolute && !edits.syntax.is_of_pairs() || edits.syntax.is_of_none(reference) {
            return Ok(());
        }
        let mut scratch = String::new();
        let changed = match edits.syntax.ask(reference.as_bytes(), &mut scratch) {
            Ok(changed) => Ok(changed.uri),
            Err(failure) => {
                let message = failure.message().to_owned();
                let url = is_absolute && link.base.standard().starts_with("whatwg");
                let by_url =
                    url.then(|| edits.url.ask(reference.as_bytes(), &mut String::new()).ok());
                by_url.flatten().map(|changed| changed.uri).ok_or(message)
            }
        };
        let changed = changed?;
        // Without its query, `?a#b` would be the document, which has a query of its own.
        if !is_absolute && reference.starts_with('?') && !changed.starts_with('?') {
            return Err("without its query it would lead into the document itself".into());
        }
        *reference = changed;
        Ok(())
    }

    /// Writes a reference as a URI or as an IRI.
    fn write(&self, reference: &mut String, link: &Link<'_>) -> Result<(), String> {
        let mapping = Mapping::new();
        let written = match self.written {
            None => return Ok(()),
            Some(WrittenAs::Uri) => mapping.idna(true).to_uri(reference),
            Some(WrittenAs::Iri) => mapping.to_iri(reference),
        };
        let written = written.map_err(|error| error.to_string())?.into_owned();
        // In another encoding than UTF-8, the query of a page means other bytes.
        let means_another = |written: &str| {
            link.base.standard().starts_with("whatwg")
                && link.base.target(written).ok() != link.base.target(reference).ok()
        };
        if means_another(&written) {
            return Err("in the encoding of the document it would be another URI".into());
        }
        *reference = written;
        Ok(())
    }

    /// Makes a reference relative or absolute.
    fn reach(&self, reference: &mut String, link: &Link<'_>) {
        let is_local = reference.is_empty() || reference.starts_with('#');
        if link.is_base() || is_local || !(self.relative || self.absolute) {
            return;
        }
        let is_absolute = has_scheme(reference);
        let Ok(Target::Uri(uri)) = link.base.target(reference) else { return };
        if self.absolute && !is_absolute {
            *reference = uri;
        } else if self.relative && (is_absolute || reference.starts_with("//")) {
            // An empty reference would be the document, or no picture.
            if let Some(relative) = link.base.relative(&uri).filter(|text| !text.is_empty()) {
                *reference = relative;
            }
        }
    }
}

fn has_scheme(reference: &str) -> bool {
    Parts::split(reference).scheme.is_some()
}

impl AskDocument for Rewriting {
    type Answer<'a> = RewriteAnswer<'a>;

    fn of_media_type(self, media_type: &str) -> Self {
        Self { context: self.context.of_media_type(media_type), ..self }
    }

    fn bounded(self) -> Self {
        Self { context: self.context.bounded(), ..self }
    }

    fn each(&self, document: &[u8], take: &mut dyn FnMut(&RewriteAnswer<'_>)) -> io::Result<()> {
        let rewritten = self.rewritten(self.context.surroundings(), document);
        answers(SOURCE, &Places::of(document), &rewritten, take);
        take(&RewriteAnswer::Document(DocumentKeys::new(SOURCE, &rewritten)));
        Ok(())
    }
}

/// Passes on what changed in a document, or in a piece of it, and what did not: all answers but that with the whole.
pub fn answers(
    source: &str,
    places: &Places,
    rewritten: &Rewritten,
    take: &mut dyn FnMut(&RewriteAnswer<'_>),
) {
    let kind = rewritten.kind.map(Kind::name);
    for change in &rewritten.changes {
        let at = At::new(change.place.start, change.place.end, places);
        let (reference, new) = (&*change.old, &*change.new);
        take(&RewriteAnswer::Change(ChangeKeys { source, kind, reference, rewritten: new, at }));
    }
    for left in &rewritten.left {
        let at = At::new(left.place.start, left.place.end, places);
        let reference = &*left.reference;
        take(&RewriteAnswer::Left(LeftKeys {
            source,
            kind,
            reference,
            at,
            error: not_written(left),
        }));
    }
    for fault in &rewritten.faults {
        take(&RewriteAnswer::Fault(RewriteFaultKeys { source, kind, error: of_fault(fault) }));
    }
}

/// Why a reference is left, as a failure.
pub fn not_written(left: &Left) -> Failure<'static> {
    Failure::new("not-written", "", format!("left as it is: {}", left.reason))
}

/// What is told of a document that is rewritten.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "rewritten")]
pub enum RewriteAnswer<'a> {
    /// A reference that changed.
    Change(ChangeKeys<'a>),
    /// A reference that could not be changed.
    Left(LeftKeys<'a>),
    /// What is wrong with the document.
    Fault(RewriteFaultKeys<'a>),
    /// The document as it is now.
    Document(DocumentKeys<'a>),
}

/// A reference that changed.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "rewritten-reference")]
pub struct ChangeKeys<'a> {
    /// The name of the source.
    source: &'a str,
    /// The kind of document.
    #[serde(rename = "type")]
    #[schemars(with = "Option<KindName>")]
    kind: Option<&'static str>,
    /// The reference that was there.
    reference: &'a str,
    /// The reference that is there now.
    rewritten: &'a str,
    #[serde(flatten)]
    at: At,
}

/// A reference that could not be changed.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "unwritten-reference")]
pub struct LeftKeys<'a> {
    /// The name of the source.
    source: &'a str,
    /// The kind of document.
    #[serde(rename = "type")]
    #[schemars(with = "Option<KindName>")]
    kind: Option<&'static str>,
    /// The reference.
    reference: &'a str,
    #[serde(flatten)]
    at: At,
    /// Why it is left as it is.
    error: Failure<'static>,
}

/// What is wrong with a document.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "rewriting-error")]
pub struct RewriteFaultKeys<'a> {
    /// The name of the source.
    source: &'a str,
    /// The kind of document; null if it is not rewritten.
    #[serde(rename = "type")]
    #[schemars(with = "Option<KindName>")]
    kind: Option<&'static str>,
    /// The error.
    error: Failure<'static>,
}

/// A document as it is now.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "rewritten-document")]
pub struct DocumentKeys<'a> {
    /// The name of the source.
    source: &'a str,
    /// The kind of document; null if it is not rewritten.
    #[serde(rename = "type")]
    #[schemars(with = "Option<KindName>")]
    kind: Option<&'static str>,
    /// The number of references that changed.
    changed: usize,
    /// The number of references that could not be changed.
    left: usize,
    /// The document, with U+FFFD for what is not UTF-8.
    document: Cow<'a, str>,
    /// The bytes of the document, if it is not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Base64<'a>")]
    document_base64: Option<Base64<'a>>,
}

impl<'a> DocumentKeys<'a> {
    /// A document with all of its bytes.
    pub fn new(source: &'a str, rewritten: &'a Rewritten) -> Self {
        let (document, document_base64) = text_and_bytes(&rewritten.document);
        Self {
            source,
            kind: rewritten.kind.map(Kind::name),
            changed: rewritten.changes.len(),
            left: rewritten.left.len(),
            document,
            document_base64,
        }
    }
}

/// A place in the document that was read.
#[derive(Serialize, JsonSchema)]
struct At {
    /// The start of the reference, in bytes.
    start: usize,
    /// The end of the reference.
    end: usize,
    /// The line of its start, from 1.
    line: Option<u64>,
    /// The column of its start, from 1.
    column: Option<u64>,
}

impl At {
    fn new(start: usize, end: usize, places: &Places) -> Self {
        let place: Option<Place> = places.find(start);
        Self {
            start,
            end,
            line: place.map(|(line, _)| line),
            column: place.map(|(_, column)| column),
        }
    }
}
