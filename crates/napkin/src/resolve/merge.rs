//! Resolution by merging: RFC 2396 and the drafts of 1997 and 2003.
//!
//! The steps are the same; the fields of [`Merge`] say where they part. What comes from the reference
//! whole is not touched; only a merged path loses dot segments.

use alloc::borrow::Cow;
use alloc::string::String;

use super::edition::{ResolveError, Target};
use crate::dot_segments::collapse;
use crate::edition::rules::{EmptyBasePath, Excess, Merge, NewRequest, QueryOnly};
use crate::recompose::Parts;
use crate::reference::Reference;

/// What a caller chose.
pub(super) struct Choices<'a> {
    pub(super) excess: Excess,
    pub(super) lenient: bool,
    /// The document that holds the reference, where a new request is meant.
    pub(super) document: Option<&'a str>,
}

pub(super) fn resolve(
    rule: Merge,
    base: Option<Reference<'_>>,
    reference: Reference<'_>,
    choices: &Choices<'_>,
) -> Result<Target, ResolveError> {
    let from = base.map_or(Parts::default(), |base| parts_of(base.without_fragment()));
    let mut to = parts_of(reference);
    let base_scheme = base.and_then(|base| base.scheme());
    // A lenient reader takes the scheme away only where the base can give what is then missing.
    let hierarchical = base.is_some_and(|base| !base.is_opaque());
    let same_scheme = hierarchical && base_scheme.is_some() && reference.scheme() == base_scheme;
    if choices.lenient && rule.lenient && same_scheme && to.authority.is_none() {
        to.scheme = None;
    }
    let nothing = to.path.is_empty() && to.authority.is_none() && to.query.is_none();
    if to.scheme.is_none() && nothing {
        return Ok(match (choices.document, rule.new_request) {
            (None, _) => Target::CurrentDocument { fragment: to.fragment.map(String::from) },
            (Some(document), NewRequest::Document) => Target::Uri(document.into()),
            (Some(_), NewRequest::Base) => {
                Target::Uri(Parts { fragment: to.fragment, ..from }.write())
            }
        });
    }
    if to.scheme.is_some() {
        return Ok(Target::Uri(to.write()));
    }
    let base = base.ok_or(ResolveError::NoBase)?;
    if base.is_opaque() {
        return Err(ResolveError::UnsuitableBase);
    }
    to.scheme = from.scheme;
    if to.authority.is_some() {
        return Ok(Target::Uri(to.write()));
    }
    to.authority = from.authority;
    if to.path.starts_with('/') {
        return Ok(Target::Uri(to.write()));
    }
    if to.path.is_empty() && rule.query_only == QueryOnly::WholePath {
        to.path = from.path;
        return Ok(Target::Uri(to.write()));
    }
    merge(rule, from, to, choices.excess)
}

/// The path of the base up to its last slash, then the reference's, without dot segments.
fn merge(
    rule: Merge,
    from: Parts<'_>,
    to: Parts<'_>,
    excess: Excess,
) -> Result<Target, ResolveError> {
    let slash = match rule.empty_base_path {
        EmptyBasePath::SlashAfterAuthority => from.authority.is_some(),
        EmptyBasePath::Slash => true,
    };
    let directory = match from.path.rfind('/') {
        Some(at) => from.path.get(..=at).unwrap_or_default(),
        None if from.path.is_empty() && slash => "/",
        None => "",
    };
    let mut buffer = [directory, to.path].concat();
    if let Some(query) = to.query.filter(|_| rule.query_in_buffer) {
        buffer.push('?');
        buffer.push_str(query);
    }
    let collapsed = collapse(&buffer);
    let text = match excess {
        Excess::Error if collapsed.excess > 0 => return Err(ResolveError::ExcessDotSegments),
        Excess::Remove if collapsed.excess > 0 => {
            Cow::Owned(without_excess(&collapsed.text, collapsed.excess))
        }
        _ => Cow::Borrowed(collapsed.text.as_str()),
    };
    let (path, query) = match text.split_once('?') {
        Some((path, query)) if rule.query_in_buffer => (path, Some(query)),
        _ => (text.as_ref(), to.query.filter(|_| !rule.query_in_buffer)),
    };
    Ok(Target::Uri(Parts { path, query, ..to }.write()))
}

/// Drops the `..` segments that a path begins with, each with the slash after it.
fn without_excess(path: &str, excess: usize) -> String {
    let root = if path.starts_with('/') { "/" } else { "" };
    let mut rest = path.strip_prefix('/').unwrap_or(path);
    for _ in 0..excess {
        rest = rest.split_once('/').map_or("", |(_, rest)| rest);
    }
    [root, rest].concat()
}

pub(super) fn parts_of(reference: Reference<'_>) -> Parts<'_> {
    Parts {
        scheme: reference.scheme().map(crate::scheme::Scheme::as_str),
        authority: reference.authority(),
        path: reference.path_text().unwrap_or_default(),
        query: reference.query().map(crate::query::Query::as_str),
        fragment: reference.fragment().map(crate::encoded::Encoded::as_str),
    }
}
