//! Recognizes URIs in normal form by masks: the answer is yes, or not sure.
//!
//! No action of any edition changes a URI that satisfies all of these conditions. It has no `%`, and no uppercase
//! before its path. It has an authority without userinfo, port or IP literal, which is not the local host. It has a
//! path after the authority that is not empty, and in which no segment begins with a dot. It has no `@` after the
//! authority. Most URIs satisfy them.

use napkin_scan::{Block, Class, Classes, Kernel, Work, run};

use crate::components::{Components, HostKind, Shape};

/// Whether a URI is surely in normal form at every level that follows no redirects.
#[inline]
pub(super) fn is_surely_normal(text: &str, components: &Components, classes: &Classes) -> bool {
    let start = components.after_scheme() + 2;
    let named = matches!(components.facts.host_kind(), Some(HostKind::RegName | HostKind::Ipv4))
        && components.host_start == start
        && components.host_end == components.authority_end
        && components.path_start == components.authority_end
        && components.path_end > components.path_start
        && matches!(components.facts.shape(), Shape::Path);
    named && run(Looks { text: text.as_bytes(), components, classes })
}

/// The search of a text for bytes that may change.
struct Looks<'t> {
    text: &'t [u8],
    components: &'t Components,
    classes: &'t Classes,
}

impl Work for Looks<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> bool {
        let Self { text, components, classes } = self;
        let path_start = components.path_start as usize;
        let host = text.get(components.host_start as usize..path_start);
        if host.is_none_or(|host| host == b"localhost") {
            return false;
        }
        let mut at = 0;
        // Whether the previous block ended in a slash.
        let mut slash_before = 0;
        while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
            let block = kernel.read(rest, classes);
            let head = kernel.below(path_start.saturating_sub(at).min(64));
            let uppercase =
                if head == 0 { 0 } else { block.mask(Class::Uppercase, classes) & head };
            let slashes = block.mask(Class::Slash, classes);
            let dots = block.mask(Class::Dot, classes) & (slashes << 1 | slash_before);
            let unusual = block.mask(Class::Percent, classes) | block.mask(Class::At, classes);
            if uppercase | dots & !head | unusual != 0 {
                return false;
            }
            slash_before = slashes >> 63;
            at += 64;
        }
        true
    }
}
