//! Resolution without writing parts: the target is a prefix of the base and a suffix of the reference.
//!
//! This applies if the reference has a scheme, an authority or no path, or if the base's path has a slash to cut
//! after (RFC 3986 §5.2.2). Neither path may have dot segments, except at the start of a relative path, where each
//! removes one segment of the base. Most references are resolved this way.

use napkin_scan::{Block, Class, Classes, Kernel, Work, run};

use crate::components::Components;

/// The origin of the target's pieces.
#[derive(Clone, Copy)]
pub(super) struct Splice {
    /// The length of the prefix of the base.
    kept: u32,
    /// The length of the dot segments at the start of the reference, which are skipped.
    skipped: u32,
    /// Whether the authority and all parts after it come from the reference.
    own_authority: bool,
    /// Whether the reference has neither path nor query, so that path and query come from the base.
    keeps_query: bool,
}

/// The pieces of the target, if it has at most two.
#[inline(always)]
pub(super) fn find(
    base: &str,
    old: &Components,
    reference: &str,
    new: &Components,
) -> Option<Splice> {
    let own_authority = new.scheme_end > 0 || new.authority_end > 0;
    let mut path = cut(reference, new.path_start, new.path_end);
    let mut splice = Splice { kept: 0, skipped: 0, own_authority, keeps_query: false };
    let mut directory = None;
    if own_authority {
        splice.kept = if new.scheme_end > 0 { 0 } else { old.scheme_end + 1 };
    } else if let Some(&first) = path.first() {
        splice.kept = old.path_start;
        if first != b'/' {
            directory = Some(cut(base, old.path_start, old.path_end));
        }
    } else {
        splice.keeps_query = new.query_end == 0;
        splice.kept = if splice.keeps_query { old.query_end } else { old.path_end };
        return Some(splice);
    }
    let mut levels = 0;
    if directory.is_some() {
        let rest;
        (rest, levels) = climb(path);
        splice.skipped = (path.len() - rest.len()) as u32;
        path = rest;
    }
    let base_path = directory.unwrap_or_default();
    let mut length = run(Directory { base_path, path })?;
    if directory.is_some() {
        if length == 0 || levels > 0 && base_path.first() != Some(&b'/') {
            // There is no slash to cut after, or too few for the `..`.
            return None;
        }
        for _ in 0..levels {
            let above = base_path.get(..length - 1).unwrap_or_default();
            length = above.iter().rposition(|&byte| byte == b'/').map_or(1, |slash| slash + 1);
        }
        if path.first() == Some(&b'/') && old.authority_end == 0 {
            // The path's two slashes may need a guard.
            return None;
        }
    }
    splice.kept += length as u32;
    Some(splice)
}

/// A relative path without the dot segments at its start, and how many of them were `..`.
#[inline(always)]
fn climb(mut path: &[u8]) -> (&[u8], u32) {
    let mut levels = 0;
    loop {
        path = match path {
            [b'.', b'.', b'/', rest @ ..] => {
                levels += 1;
                rest
            }
            [b'.', b'/', rest @ ..] => rest,
            b".." => return (&[], levels + 1),
            b"." => return (&[], levels),
            _ => return (path, levels),
        }
    }
}

#[inline(always)]
fn cut(text: &str, start: u32, end: u32) -> &[u8] {
    text.as_bytes().get(start as usize..end as usize).unwrap_or_default()
}

/// The length of the base's path up to its last slash. `None` if a dot follows a slash in it, or in the path of the
/// reference, which continues there.
struct Directory<'t> {
    base_path: &'t [u8],
    path: &'t [u8],
}

impl Work for Directory<'_> {
    type Output = Option<usize>;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> Option<usize> {
        let mut length = 0;
        let mut dots = 0;
        let mut at = 0;
        let mut slash_before = 0;
        while let Some(rest) = self.base_path.get(at..).filter(|rest| !rest.is_empty()) {
            let block = kernel.read(rest, Classes::NONE);
            let slashes = block.mask(Class::Slash, Classes::NONE);
            dots |= block.mask(Class::Dot, Classes::NONE) & (slashes << 1 | slash_before);
            if slashes != 0 {
                length = at + 64 - slashes.leading_zeros() as usize;
            }
            slash_before = slashes >> 63;
            at += 64;
        }
        let mut rest = self.path;
        // The start of the path counts as after a slash.
        slash_before = 1;
        while !rest.is_empty() {
            let block = kernel.read(rest, Classes::NONE);
            let slashes = block.mask(Class::Slash, Classes::NONE);
            dots |= block.mask(Class::Dot, Classes::NONE) & (slashes << 1 | slash_before);
            slash_before = slashes >> 63;
            rest = rest.get(64..).unwrap_or_default();
        }
        (dots == 0 && self.base_path.first() != Some(&b'.')).then_some(length)
    }
}

impl Splice {
    #[inline(always)]
    pub(super) fn pieces<'t>(self, base: &'t str, reference: &'t str) -> [&'t str; 2] {
        let kept = base.get(..self.kept as usize).unwrap_or_default();
        [kept, reference.get(self.skipped as usize..).unwrap_or_default()]
    }

    /// The offsets of the target.
    #[inline(always)]
    pub(super) fn components(self, old: &Components, new: &Components) -> Components {
        let Self { kept, skipped, own_authority, keeps_query } = self;
        // An undefined part begins and ends at 0, and stays there.
        let has_host = new.authority_end > 0;
        let site = |new: u32, old: u32| match (own_authority, has_host) {
            (false, _) => old,
            (true, true) => new + kept,
            (true, false) => 0,
        };
        Components {
            scheme_end: if new.scheme_end > 0 { new.scheme_end } else { old.scheme_end },
            host_start: site(new.host_start, old.host_start),
            host_end: site(new.host_end, old.host_end),
            authority_end: site(new.authority_end, old.authority_end),
            path_start: if own_authority { new.path_start + kept } else { old.path_start },
            path_end: if keeps_query { old.path_end } else { new.path_end - skipped + kept },
            query_end: new.query_end - skipped + kept,
            facts: if own_authority { new.facts } else { old.facts },
        }
    }
}
