//! Resolution and relativization by components (JAVA-40 to JAVA-51).

use alloc::borrow::Cow;
use alloc::string::String;

use super::compare::same_but_for_hex;
use super::{Object, path};

/// The target of a reference by a base; both may be any reference.
pub(crate) fn resolve<'a>(base: Object<'a>, given: Object<'a>) -> Object<'a> {
    if base.opaque.is_some() || given.opaque.is_some() {
        return given;
    }
    let is_fragment_only = given.scheme.is_none()
        && given.authority.is_none()
        && given.path.is_empty()
        && given.query.is_none()
        && given.fragment.is_some();
    if is_fragment_only {
        if base.fragment == given.fragment {
            return base;
        }
        return Object { text: None, fragment: given.fragment, ..base };
    }
    if given.scheme.is_some() {
        return given;
    }
    let computed = Object { text: None, scheme: base.scheme, ..given };
    if computed.authority.is_some() {
        return computed;
    }
    let path = if computed.path.starts_with('/') {
        computed.path
    } else {
        merged(base.scheme.is_some(), &base.path, &computed.path)
    };
    Object { path, authority: base.authority, server: base.server, ..computed }
}

/// The directory of the base's path and the path of the reference, normalized.
fn merged<'a>(has_scheme: bool, base: &str, given: &str) -> Cow<'a, str> {
    let directory = match base.rfind('/') {
        Some(at) => base.get(..=at).unwrap_or_default(),
        None if has_scheme && !given.is_empty() => "/",
        None => "",
    };
    let whole = [directory, given].concat();
    Cow::Owned(path::normalized(&whole).unwrap_or(whole))
}

/// The reference without scheme and authority that leads from the base down to `given`; otherwise `given` itself.
pub(crate) fn relativize<'a>(base: &Object<'a>, given: Object<'a>) -> Object<'a> {
    match below(base, &given) {
        Some(path) => Object {
            text: None,
            scheme: None,
            authority: None,
            server: None,
            path: Cow::Owned(path),
            ..given
        },
        None => given,
    }
}

/// The path after that of the base; `None` if the base does not lead there.
fn below(base: &Object<'_>, given: &Object<'_>) -> Option<String> {
    let same_scheme = match (base.scheme, given.scheme) {
        (Some(a), Some(b)) => a.eq_ignore_ascii_case(b),
        (a, b) => a == b,
    };
    let same_authority = match (base.authority, given.authority) {
        (Some(a), Some(b)) => same_but_for_hex(a, b),
        (a, b) => a == b,
    };
    if base.opaque.is_some() || given.opaque.is_some() || !same_scheme || !same_authority {
        return None;
    }
    let normalized = |object: &Object<'_>| {
        path::normalized(&object.path).unwrap_or_else(|| String::from(&*object.path))
    };
    let (mut directory, path) = (normalized(base), normalized(given));
    if directory == path {
        return Some(String::new());
    }
    if !directory.ends_with('/') {
        directory.push('/');
    }
    path.strip_prefix(&directory).map(String::from)
}
