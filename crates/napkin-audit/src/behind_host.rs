//! The text behind the authority, in which some programs look for a host: what misleads them is percent-encoded in the
//! URI to hand on.

use napkin::Part;
use napkin::edition::RFC3986;

use crate::reading::Reading;

/// A URI with each `@` behind its authority as `%40`, and each `:` before `//` there as `%3A`, so that nothing there
/// looks like a userinfo or the start of another URI.
pub(crate) fn encoded_behind_host(uri: String) -> String {
    let authority = Reading::new(uri.as_bytes(), RFC3986).span(Part::Authority);
    let split = authority.and_then(|authority| uri.split_at_checked(authority.end));
    match split {
        Some((server, behind)) if behind.contains('@') || behind.contains("://") => {
            [server, &behind.replace('@', "%40").replace("://", "%3A//")].concat()
        }
        _ => uri,
    }
}
