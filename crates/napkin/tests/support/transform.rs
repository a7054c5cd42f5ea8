//! Resolution as the document describes it, without shortcuts.

use napkin::{IriRef, Parts, dot_segments};

/// RFC 3986 §5.2.2, §5.2.3 and §5.3, implemented literally.
pub(crate) fn transform(base: Parts<'_>, r: Parts<'_>) -> String {
    let base_directory = || base.path.rfind('/').map_or("", |slash| &base.path[..=slash]);
    let (scheme, authority, path, query) = if r.scheme.is_some() {
        (r.scheme, r.authority, clean(r.path), r.query)
    } else if r.authority.is_some() {
        (base.scheme, r.authority, clean(r.path), r.query)
    } else if r.path.is_empty() {
        (base.scheme, base.authority, base.path.to_owned(), r.query.or(base.query))
    } else if r.path.starts_with('/') {
        (base.scheme, base.authority, clean(r.path), r.query)
    } else if base.authority.is_some() && base.path.is_empty() {
        (base.scheme, base.authority, clean(&format!("/{}", r.path)), r.query)
    } else {
        let merged = format!("{}{}", base_directory(), r.path);
        (base.scheme, base.authority, clean(&merged), r.query)
    };
    let target = Parts { scheme, authority, path: &path, query, fragment: r.fragment };
    // Every URI is an IRI.
    IriRef::from_parts(&target).unwrap().into_text()
}

/// The path after the last step of the literal algorithm (§5.2.4).
fn clean(path: &str) -> String {
    dot_segments::trace(path).pop().unwrap().output
}
