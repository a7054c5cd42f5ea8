//! Resolution by merging: RFC 2396 and the drafts of 1997 and 2003.
//!
//! The steps are common to these editions; the fields of [`Merge`] are the differences. Only a merged path loses
//! dot segments; a path taken whole from the reference stays unchanged.

use alloc::string::String;

use super::target::{ResolveError, Written, parse_document};
use super::write_with_path;
use crate::dot_segments::collapse_onto;
use crate::edition::rules::{EmptyBasePath, Excess, Merge, NewRequest, QueryOnly};
use crate::recompose::Parts;
use crate::reference::Reference;
use crate::views::encoded::Encoded;

/// The caller's choices, as they apply to one reference.
pub(super) struct Choices<'a> {
    pub(super) excess: Excess,
    /// Whether the reference is read without its scheme.
    pub(super) drops_scheme: bool,
    /// The document that contains the reference, if a new request is made.
    pub(super) document: Option<&'a str>,
}

pub(super) fn resolve<'t>(
    rule: Merge,
    base: Option<Reference<'_>>,
    reference: Reference<'t>,
    choices: &Choices<'_>,
    out: &mut String,
) -> Result<Written<'t>, ResolveError> {
    let from = base.map_or(Parts::default(), |base| parts_of(base.without_fragment()));
    let mut to = parts_of(reference);
    if choices.drops_scheme {
        to.scheme = None;
    }
    let nothing = to.path.is_empty() && to.authority.is_none() && to.query.is_none();
    if to.scheme.is_none() && nothing {
        let document = match (choices.document, rule.new_request) {
            (None, _) => {
                return Ok(Written::CurrentDocument(reference.fragment().map(Encoded::as_str)));
            }
            (Some(document), NewRequest::Document) => {
                parts_of(parse_document(reference.edition(), document)?)
            }
            (Some(_), NewRequest::Base) => from,
        };
        return Ok(Written::parts(&Parts { fragment: to.fragment, ..document }, out));
    }
    if to.scheme.is_some() {
        return Ok(Written::parts(&to, out));
    }
    let base = base.ok_or(ResolveError::NoBase)?;
    if base.is_opaque() {
        return Err(ResolveError::UnsuitableBase);
    }
    to.scheme = from.scheme;
    if to.authority.is_some() {
        return Ok(Written::parts(&to, out));
    }
    to.authority = from.authority;
    if to.path.starts_with('/') {
        return Ok(Written::parts(&to, out));
    }
    if to.path.is_empty() && rule.query_only == QueryOnly::WholePath {
        to.path = from.path;
        return Ok(Written::parts(&to, out));
    }
    if rule.query_in_buffer {
        // The text from which dot segments are removed extends to the end of the query.
        let components = reference.components();
        let whole = components.path_start as usize..components.query_end as usize;
        to.path = reference.as_str().get(whole).unwrap_or_default();
        to.query = None;
    }
    merge(rule, from, to, choices.excess, out)
}

/// The path of the base up to its last slash, then the reference's, without dot segments.
fn merge<'t>(
    rule: Merge,
    from: Parts<'_>,
    to: Parts<'_>,
    excess: Excess,
    out: &mut String,
) -> Result<Written<'t>, ResolveError> {
    let slash = match rule.empty_base_path {
        EmptyBasePath::SlashAfterAuthority => from.authority.is_some(),
        EmptyBasePath::Slash => true,
    };
    let directory = match from.path.rfind('/') {
        Some(at) => from.path.get(..=at).unwrap_or_default(),
        None if from.path.is_empty() && slash => "/",
        None => "",
    };
    let with_merged_path =
        |out: &mut String| collapse_onto(out, [directory, to.path], excess != Excess::Remove);
    match (write_with_path(&to, directory.len(), out, with_merged_path), excess) {
        (1.., Excess::Error) => Err(ResolveError::ExcessDotSegments),
        _ => Ok(Written::Uri),
    }
}

pub(super) fn parts_of(reference: Reference<'_>) -> Parts<'_> {
    Parts {
        scheme: reference.scheme().map(crate::scheme::Scheme::as_str),
        authority: reference.authority(),
        path: reference.path_text().unwrap_or_default(),
        query: reference.query().map(crate::views::query::Query::as_str),
        fragment: reference.fragment().map(Encoded::as_str),
    }
}
