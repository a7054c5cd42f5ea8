//! Links and bases of documents: one JSON object for each, with its document.

use std::cell::RefCell;
use std::io::{self, Read};

use napkin::edition::RFC3987;
use napkin::{ResolveError, Target};
use napkin_audit::Mend;
use napkin_context::{
    Also, Base, Document, Fault, Found, Ignored, Kind, Link, NoTarget, Surroundings, Unread,
};
use napkin_url::ValidationError;
use schemars::JsonSchema;
use serde::Serialize;

use crate::failure::Failure;
use crate::notes;
use crate::places::{Counting, Place, Places};
use crate::resolve::Meaning;
use crate::schema::{AlsoName, EditionName, KindName, LayerName, Mended, UnreadName};

/// A result in a document: the keys of the document, followed by its own.
#[derive(Serialize, JsonSchema)]
pub struct InDocument<'d, K> {
    /// The name of the source.
    source: &'d str,
    /// The standard by which references are resolved.
    #[schemars(with = "EditionName")]
    edition: &'static str,
    /// The record of an archive that has the document.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "InRecord<'d>")]
    record: Option<InRecord<'d>>,
    /// The part of a message or an archive that is the document.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "&'d str")]
    part: Option<&'d str>,
    /// The kind of document.
    #[serde(rename = "type")]
    #[schemars(with = "Option<KindName>")]
    kind: Option<&'static str>,
    /// The start of the document in its source, in bytes.
    document_start: Option<usize>,
    #[serde(flatten)]
    keys: &'d K,
}

/// A record of an archive.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "record")]
struct InRecord<'d> {
    /// The start of the record, in bytes.
    offset: u64,
    /// The URI that it has.
    uri: Option<&'d str>,
    /// The date that it has.
    date: Option<&'d str>,
}

impl<'d, K> InDocument<'d, K> {
    /// A result in a document from a named source.
    pub fn new(source: &'d str, document: &Document<'d>, keys: &'d K) -> Self {
        Self {
            source,
            edition: document.base.standard(),
            record: document.record.map(|record| InRecord {
                offset: record.offset,
                uri: record.uri,
                date: record.date,
            }),
            part: document.part,
            kind: document.kind.map(Kind::name),
            document_start: document.start,
            keys,
        }
    }
}

/// An error in a document.
#[derive(Serialize, JsonSchema)]
pub struct FaultKeys<'k> {
    /// The error.
    pub error: &'k Failure<'k>,
}

/// A document that is not read, since it holds no links by its type.
#[derive(Serialize, JsonSchema)]
pub struct UnreadKeys {
    /// The type of the document.
    #[schemars(with = "UnreadName")]
    unread: &'static str,
}

impl UnreadKeys {
    /// The type of the document, such as `image`.
    pub const fn new(unread: Unread) -> Self {
        Self { unread: unread.name() }
    }
}

/// The name of the only document, where the command has that of a file.
pub const SOURCE: &str = "input";

/// A document that is visited, in the lines of its source.
#[derive(Clone, Copy)]
pub struct Visited<'v> {
    /// The document.
    pub document: &'v Document<'v>,
    /// The lines of its source, if they are counted.
    places: Option<&'v RefCell<Places>>,
}

impl Visited<'_> {
    /// The line and the column of an offset in the document, if lines are counted and the document is content of its
    /// source as it is.
    pub fn place(&self, start: usize) -> Option<Place> {
        let Self { document, places } = self;
        let block = match document.record {
            _ if document.is_unpacked => return None,
            None => 0,
            Some(record) => usize::try_from(record.block?).ok()?,
        };
        (*places)?.borrow().find(block.checked_add(document.start?)?.checked_add(start)?)
    }
}

/// A visit to the documents of a source.
pub struct Visit {
    /// What is around them.
    pub surroundings: Surroundings,
    /// Whether each is followed by its links.
    pub has_links: bool,
    /// Whether lines are counted.
    pub has_places: bool,
}

impl Visit {
    /// Passes on the documents in order, each followed by what is found in it.
    ///
    /// # Errors
    ///
    /// If the reader fails. Errors in a document are passed on as results.
    pub fn each(
        &self,
        reader: impl Read,
        take: &mut dyn FnMut(&Visited<'_>, Found<'_>),
    ) -> io::Result<()> {
        let places = RefCell::new(Places::default());
        let places = self.has_places.then_some(&places);
        let mut sink = |document: &Document<'_>, found: Found<'_>| {
            if let Some(places) = places {
                // Records and pieces are read in order, so nothing that comes lies before this one.
                let passed = match document.record {
                    Some(record) => usize::try_from(record.offset).unwrap_or(usize::MAX),
                    None => document.passed,
                };
                places.borrow_mut().drop_before(passed);
            }
            take(&Visited { document, places }, found);
        };
        let reader = Counting { reader, places };
        if self.has_links {
            self.surroundings.links(reader, &mut sink)
        } else {
            self.surroundings.bases(reader, &mut sink)
        }
    }
}

/// An error in a document, as a failure.
pub fn of_fault(fault: &Fault) -> Failure<'static> {
    let failure = Failure::new(fault.kind.name(), "", fault.to_string());
    match fault.offset {
        Some(offset) => failure.at_offset(offset),
        None => failure,
    }
}

/// Whether a link is a relative reference in a document without a base: it leads somewhere, and where is not known.
pub fn lacks_base(link: &Link<'_>, target: &Result<Target, NoTarget>) -> bool {
    const RELATIVE: Option<ValidationError> = Some(ValidationError::MissingSchemeNonRelativeUrl);
    let is_relative = match target {
        Err(NoTarget::Unresolved(error)) => *error == ResolveError::NoBase,
        Err(NoTarget::Url(failure)) => failure.error() == RELATIVE,
        _ => false,
    };
    is_relative && link.base.told().is_none()
}

/// Why a link has no target, if that is an error.
pub fn no_target<'l>(link: &Link<'l>, target: &Result<Target, NoTarget>) -> Option<Failure<'l>> {
    let error = *target.as_ref().err().filter(|_| !lacks_base(link, target))?;
    Some(Failure::no_target(link.base, error, link.reference.as_bytes()).of("reference"))
}

/// A link and its target.
#[derive(Serialize, JsonSchema)]
pub struct LinkKeys<'k> {
    /// The reference.
    reference: &'k str,
    #[serde(flatten)]
    meaning: Meaning<'k>,
    /// The element, or the field of a header.
    element: &'k str,
    /// The attribute.
    attribute: Option<&'k str>,
    /// The start of the reference in the document, in bytes.
    start: usize,
    /// The end of the reference.
    end: usize,
    /// The line of its start, from 1.
    line: Option<u64>,
    /// The column of its start, from 1.
    column: Option<u64>,
    /// The relation of the link.
    rel: Option<&'k str>,
    /// Whether the relation says that robots do not follow it.
    nofollow: bool,
    /// Its kind, if it is no link but a further reference that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "AlsoName")]
    also: Option<&'static str>,
    /// Whether it is in a `template` element, and followed only if a script uses that.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    inert: bool,
    /// Whether it is a template for references, with parameters in braces.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    template: bool,
    /// The base of the document.
    base: Option<&'k str>,
    /// What establishes the base.
    #[schemars(with = "LayerName")]
    established_by: &'static str,
    /// Whether the target is the document itself.
    pub same_document: bool,
    /// The number of the part of the same message that it refers to.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "&'k str")]
    inside: Option<&'k str>,
    /// The ways to mend the reference, if it has a slip.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<Mended>")]
    mends: Vec<Mend>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "&'k Failure<'k>")]
    error: Option<&'k Failure<'k>>,
}

impl<'k> LinkKeys<'k> {
    /// A link with its target or the reason why it has none, and its line and column, if they are known.
    pub fn new(
        link: &'k Link<'_>,
        target: &'k Result<Target, NoTarget>,
        inside: Option<&'k str>,
        place: Option<Place>,
        error: Option<&'k Failure<'k>>,
    ) -> Self {
        let slip = slip(link);
        Self {
            reference: link.reference,
            meaning: Meaning(target.as_ref().ok()),
            element: link.element,
            attribute: link.attribute,
            start: link.start,
            end: link.end,
            line: place.map(|(line, _)| line),
            column: place.map(|(_, column)| column),
            rel: link.rel,
            nofollow: link.is_nofollow(),
            also: link.also.map(Also::name),
            inert: link.is_inert,
            template: link.is_template,
            base: link.base.told(),
            established_by: link.base.layer().name(),
            same_document: target.as_ref().is_ok_and(|target| link.is_same_document(target)),
            inside,
            mends: slip.map(|slip| slip.mends().to_vec()).unwrap_or_default(),
            error,
        }
    }
}

/// What is probably wrong with the reference of a link that is valid, with its mends.
pub fn slip<'l>(link: &Link<'l>) -> Option<Failure<'l>> {
    if link.is_template { None } else { notes::slip(link.reference, RFC3987) }
}

/// The base of a document, and a reference resolved against it.
#[derive(Serialize, JsonSchema)]
pub struct BaseKeys<'k> {
    /// The base.
    base: Option<&'k str>,
    /// What establishes it.
    #[schemars(with = "LayerName")]
    established_by: &'static str,
    /// The section about that.
    section: &'static str,
    /// The possible bases that are not used.
    ignored: Vec<IgnoredKeys<'k>>,
    #[serde(flatten)]
    resolved: Option<ResolvedKeys<'k>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "&'k Failure<'k>")]
    error: Option<&'k Failure<'k>>,
}

/// A possible base that is not used.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ignored-base")]
struct IgnoredKeys<'k> {
    /// What would establish it.
    #[schemars(with = "LayerName")]
    layer: &'static str,
    /// The reference, or its beginning.
    reference: &'k str,
    /// Why it is not the base.
    kind: &'static str,
}

impl<'k> From<&'k Ignored> for IgnoredKeys<'k> {
    fn from(ignored: &'k Ignored) -> Self {
        let layer = ignored.layer.name();
        Self { layer, reference: beginning(&ignored.reference), kind: ignored.reason.name() }
    }
}

/// The most bytes of an ignored base that are shown: each document of a message repeats those around it.
const LONGEST_SHOWN: usize = 1024;

/// As much of the reference of an ignored base as is shown.
pub fn beginning(reference: &str) -> &str {
    match (0..=LONGEST_SHOWN).rev().find(|&len| reference.is_char_boundary(len)) {
        Some(len) if reference.len() > LONGEST_SHOWN => reference.get(..len).unwrap_or(reference),
        _ => reference,
    }
}

/// Why a base cannot be used, if so.
pub fn unusable(base: &Base) -> Option<Failure<'static>> {
    base.is_too_long().then(|| Failure::no_target(base, NoTarget::BaseTooLong, b""))
}

/// A reference resolved against the base of a document.
#[derive(Serialize, JsonSchema)]
pub struct ResolvedKeys<'k> {
    /// The reference.
    pub reference: &'k str,
    /// Its target.
    #[serde(flatten)]
    pub meaning: Meaning<'k>,
}

impl<'k> BaseKeys<'k> {
    /// The base of a document, optionally a reference resolved against it, and why that has no target or the base cannot
    /// be used.
    pub fn new(
        base: &'k Base,
        resolved: Option<ResolvedKeys<'k>>,
        error: Option<&'k Failure<'k>>,
    ) -> Self {
        Self {
            base: base.told(),
            established_by: base.layer().name(),
            section: base.layer().section(base.edition()),
            ignored: base.ignored().iter().map(IgnoredKeys::from).collect(),
            resolved,
            error,
        }
    }
}
