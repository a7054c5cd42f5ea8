//! Resolution without writing parts: the target is what the base has up to some place, and the whole
//! reference.
//!
//! That is so where neither has dot segments and the base's path has a slash to cut behind, or the
//! reference has a scheme, an authority or no path (RFC 3986 §5.2.2). It is most of what is resolved.

use alloc::string::String;

use crate::components::Components;
use crate::dot_segments::may_have_dot_segments;
use crate::uri::UriRef;

/// A piece of the base, and the reference behind it.
pub(super) struct Splice<'t> {
    base: &'t str,
    reference: &'t str,
    components: Components,
}

/// The pieces of the target, if it has no more than two.
#[inline]
pub(super) fn find<'t>(base: UriRef<&'t str>, reference: UriRef<&'t str>) -> Option<Splice<'t>> {
    let (old, new) = (base.components(), reference.components());
    let path = reference.path().as_str();
    let has_scheme = new.scheme_end > 0;
    let base_path = base.path().as_str();
    // How much of the base is kept, and how much of that is a path that goes on.
    let (kept, directory) = if has_scheme {
        (0, "")
    } else if new.authority_end > 0 {
        (old.scheme_end + 1, "")
    } else if path.is_empty() {
        let has_query = new.query_end > new.path_end;
        (if has_query { old.path_end } else { old.query_end }, "")
    } else if path.starts_with('/') {
        (old.path_start, "")
    } else {
        let slash = base_path.rfind('/')?;
        let directory = base_path.get(..=slash)?;
        (old.path_start + directory.len() as u32, directory)
    };
    if may_have_dot_segments([directory, path]) {
        return None;
    }
    let components = if has_scheme {
        *new
    } else if new.authority_end > 0 {
        Components {
            scheme_end: old.scheme_end,
            host_start: new.host_start + kept,
            host_end: new.host_end + kept,
            authority_end: new.authority_end + kept,
            path_start: new.path_start + kept,
            path_end: new.path_end + kept,
            query_end: new.query_end + kept,
            ..*new
        }
    } else if path.is_empty() && new.query_end == new.path_end {
        Components { query_end: old.query_end, ..*old }
    } else {
        Components { path_end: new.path_end + kept, query_end: new.query_end + kept, ..*old }
    };
    let base = base.as_str().get(..kept as usize)?;
    Some(Splice { base, reference: reference.as_str(), components })
}

impl Splice<'_> {
    /// Writes the target, in memory of its size.
    pub(super) fn write(&self, out: &mut String) -> Components {
        out.reserve_exact(self.base.len() + self.reference.len());
        out.push_str(self.base);
        out.push_str(self.reference);
        self.components
    }
}
