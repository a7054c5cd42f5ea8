//! Resolution by inheritance: RFC 1808, section 4.
//!
//! Empty components of the reference are taken from the base, one by one, up to the first that is not empty. The
//! parameters are a component of their own, so dot segments in them are not removed.

use alloc::string::String;

use super::merge::parts_of;
use super::target::{ResolveError, Written};
use super::write_with_path;
use crate::dot_segments::collapse_onto;
use crate::recompose::Parts;
use crate::reference::Reference;

/// Resolves by the steps of the document; a missing base is the empty text.
pub(super) fn resolve<'t>(
    base: Option<Reference<'_>>,
    reference: Reference<'t>,
    out: &mut String,
) -> Result<Written<'t>, ResolveError> {
    let to = parts_of(reference);
    let base = match (base, to.scheme) {
        (_, Some(_)) => return Ok(Written::parts(&to, out)),
        (None, None) => return Err(ResolveError::NoBase),
        (Some(base), None) => base,
    };
    if reference.as_str().is_empty() {
        return Ok(Written::uri(base.as_str(), out));
    }
    let from = parts_of(base.without_fragment());
    let mut target = Parts { scheme: from.scheme, ..to };
    if to.authority.is_none_or(str::is_empty) {
        target.authority = from.authority;
        if !to.path.starts_with('/') {
            inherit_path(from, target, out);
            return Ok(Written::Uri);
        }
    }
    Ok(Written::parts(&target, out))
}

/// Steps 5 and 6: the path, the parameters and the query.
fn inherit_path<'a>(from: Parts<'a>, mut to: Parts<'a>, out: &mut String) {
    let (from_path, from_parameters) = split(from.path);
    let (to_path, mut parameters) = split(to.path);
    let has_authority = from.authority.is_some();
    if to_path.is_empty() && parameters.is_none_or(str::is_empty) {
        parameters = from_parameters;
        if to.query.is_none_or(str::is_empty) {
            to.query = from.query;
        }
    }
    write_with_path(&to, from.path.len(), out, |out| {
        let start = out.len();
        if to_path.is_empty() {
            out.push_str(from_path);
            // Parameters and query follow the slash that ends the authority.
            if out.len() == start && has_authority && (parameters.is_some() || to.query.is_some()) {
                out.push('/');
            }
        } else {
            let directory = match from_path.rfind('/') {
                Some(slash) => from_path.get(..=slash).unwrap_or_default(),
                None if has_authority => "/",
                None => "",
            };
            collapse_onto(out, [directory, to_path], true);
        }
        if let Some(parameters) = parameters {
            out.push(';');
            out.push_str(parameters);
        }
    });
}

/// The path and its parameters.
fn split(path: &str) -> (&str, Option<&str>) {
    match path.split_once(';') {
        Some((path, parameters)) => (path, Some(parameters)),
        None => (path, None),
    }
}
