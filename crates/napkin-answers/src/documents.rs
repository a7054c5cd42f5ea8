//! Links and bases of documents: one JSON object for each, with its document.

use napkin::Target;
use napkin_context::{Also, Base, Document, Fault, Ignored, Kind, Link, NoTarget, Unread};
use serde::Serialize;

use crate::failure::Failure;
use crate::places::Place;
use crate::resolve::Meaning;

/// A result in a document: the keys of the document, followed by its own.
#[derive(Serialize)]
pub struct InDocument<'d, K> {
    source: &'d str,
    edition: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<InRecord<'d>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<&'d str>,
    #[serde(rename = "type")]
    kind: Option<&'static str>,
    document_start: Option<usize>,
    #[serde(flatten)]
    keys: &'d K,
}

#[derive(Serialize)]
struct InRecord<'d> {
    offset: u64,
    uri: Option<&'d str>,
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
#[derive(Serialize)]
pub struct FaultKeys<'k> {
    /// The error.
    pub error: &'k Failure<'k>,
}

/// A document that is not read, since it holds no links by its type.
#[derive(Serialize)]
pub struct UnreadKeys {
    unread: &'static str,
}

impl UnreadKeys {
    /// The type of the document, such as `image`.
    pub const fn new(unread: Unread) -> Self {
        Self { unread: unread.name() }
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

/// Why a link has no target.
pub fn no_target<'l>(link: &Link<'l>, target: &Result<Target, NoTarget>) -> Option<Failure<'l>> {
    let error = *target.as_ref().err()?;
    Some(Failure::no_target(link.base, error, link.reference.as_bytes()).of("reference"))
}

/// A link and its target.
#[derive(Serialize)]
pub struct LinkKeys<'k> {
    reference: &'k str,
    #[serde(flatten)]
    meaning: Meaning<'k>,
    element: &'k str,
    attribute: Option<&'k str>,
    start: usize,
    end: usize,
    line: Option<u64>,
    column: Option<u64>,
    rel: Option<&'k str>,
    nofollow: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    also: Option<&'static str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    inert: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    template: bool,
    base: Option<&'k str>,
    established_by: &'static str,
    /// Whether the target is the document itself.
    pub same_document: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    inside: Option<&'k str>,
    #[serde(skip_serializing_if = "Option::is_none")]
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
            error,
        }
    }
}

/// The base of a document, and a reference resolved against it.
#[derive(Serialize)]
pub struct BaseKeys<'k> {
    base: Option<&'k str>,
    established_by: &'static str,
    section: &'static str,
    ignored: Vec<IgnoredKeys<'k>>,
    #[serde(flatten)]
    resolved: Option<ResolvedKeys<'k>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'k Failure<'k>>,
}

#[derive(Serialize)]
struct IgnoredKeys<'k> {
    layer: &'static str,
    reference: &'k str,
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
#[derive(Serialize)]
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
