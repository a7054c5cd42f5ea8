//! Resolution by inheritance: RFC 1808, section 4.
//!
//! What is empty in the reference is taken from the base, component by component, until one is not;
//! the parameters of the path are a component, so no dot segment is looked for in them.

use alloc::string::String;

use super::edition::{ResolveError, Target};
use super::merge::parts_of;
use crate::dot_segments::collapse;
use crate::recompose::Parts;
use crate::reference::Reference;

/// Resolves by the steps of the document; no base is the empty one.
pub(super) fn resolve(
    base: Option<Reference<'_>>,
    reference: Reference<'_>,
) -> Result<Target, ResolveError> {
    let to = parts_of(reference);
    let base = match (base, to.scheme) {
        (_, Some(_)) => return Ok(Target::Uri(to.write())),
        (None, None) => return Err(ResolveError::NoBase),
        (Some(base), None) => base,
    };
    if reference.as_str().is_empty() {
        return Ok(Target::Uri(base.as_str().into()));
    }
    let from = parts_of(base.without_fragment());
    let mut target = Parts { scheme: from.scheme, ..to };
    if to.authority.is_none_or(str::is_empty) {
        target.authority = from.authority;
        if !to.path.starts_with('/') {
            return Ok(inherit_path(from, target));
        }
    }
    Ok(Target::Uri(target.write()))
}

/// Steps 5 and 6: the path, the parameters and the query.
fn inherit_path<'a>(from: Parts<'a>, mut to: Parts<'a>) -> Target {
    let (from_path, from_parameters) = split(from.path);
    let (to_path, to_parameters) = split(to.path);
    let has_authority = from.authority.is_some();
    let mut path;
    let mut parameters = to_parameters;
    if to_path.is_empty() {
        path = String::from(from_path);
        if parameters.is_none_or(str::is_empty) {
            parameters = from_parameters;
            if to.query.is_none_or(str::is_empty) {
                to.query = from.query;
            }
        }
        // Parameters and query stand behind the slash that ends the authority.
        if path.is_empty() && has_authority && (parameters.is_some() || to.query.is_some()) {
            path.push('/');
        }
    } else {
        let directory = match from_path.rfind('/') {
            Some(slash) => from_path.get(..=slash).unwrap_or_default(),
            None if has_authority => "/",
            None => "",
        };
        path = collapse(&[directory, to_path].concat()).text;
    }
    if let Some(parameters) = parameters {
        path.push(';');
        path.push_str(parameters);
    }
    Target::Uri(Parts { path: &path, ..to }.write())
}

/// The path and its parameters.
fn split(path: &str) -> (&str, Option<&str>) {
    match path.split_once(';') {
        Some((path, parameters)) => (path, Some(parameters)),
        None => (path, None),
    }
}
