//! URIs in running text: one JSON object for each.

use std::borrow::Cow;

use napkin::Edition;
use napkin_context::Find;
use serde::Serialize;

use crate::envelope::{Base64, text_and_bytes};

/// A URI in text, as JSON.
#[derive(Serialize)]
pub struct Found<'f> {
    source: &'f str,
    edition: &'static str,
    uri: &'f str,
    raw: Cow<'f, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    raw_base64: Option<Base64<'f>>,
    start: u64,
    end: u64,
    delimiter: &'static str,
    prefix: Option<&'static str>,
    alternatives: &'f [String],
    heuristic: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u64>,
}

impl<'f> Found<'f> {
    /// A find in a named text, by an edition.
    pub fn new(source: &'f str, edition: &Edition, find: &'f Find<'_>) -> Self {
        let (raw, raw_base64) = text_and_bytes(find.raw);
        Self {
            source,
            edition: edition.name,
            uri: &find.uri,
            raw,
            raw_base64,
            start: find.start,
            end: find.end,
            delimiter: find.delimiter.name(),
            prefix: find.prefix.map(|_| "URL:"),
            alternatives: &find.alternatives,
            heuristic: find.heuristic.map(napkin_context::Heuristic::name),
            line: None,
            column: None,
        }
    }

    /// This find with its line and column, both counted from 1.
    #[must_use]
    pub fn at(self, place: Option<(u64, u64)>) -> Self {
        Self { line: place.map(|(line, _)| line), column: place.map(|(_, column)| column), ..self }
    }
}
