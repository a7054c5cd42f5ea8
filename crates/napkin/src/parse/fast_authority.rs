//! The authority in the fast path: found in the masks of the first block, and read from them in the common cases.
//!
//! Host names by the rules before RFC 3986 consist of labels, or begin with a letter. The code of the exact parser
//! reads, byte by byte, what is neither such a name nor a registered name by RFC 3986, and what has userinfo.

use napkin_scan::{Block, Class, Kernel, find, first};

use super::authority::read_authority;
use super::host::is_ipv4;
use super::packed::Fault;
use super::reader::Reader;
use super::reading::{Grammar, Reading};
use crate::components::HostKind;
use crate::edition::Edition;
use crate::edition::rules::{AuthorityRule, NameRule};
use crate::fault::Part;

/// Masks of the first block.
#[derive(Clone, Copy)]
pub(super) struct Head {
    pub(super) colons: u64,
    pub(super) questions: u64,
    /// Mask of `/`, `?` and `#`.
    pub(super) stops: u64,
    pub(super) signs: u64,
}

/// Offsets of the authority's parts.
#[derive(Clone, Copy)]
pub(super) struct AuthorityOffsets {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) host_start: usize,
    pub(super) host_end: usize,
    pub(super) kind: Option<HostKind>,
}

impl AuthorityOffsets {
    pub(super) const NONE: Self = Self { start: 0, end: 0, host_start: 0, host_end: 0, kind: None };

    /// The fault that a stray byte in the authority is. Bytes before a stray byte in the host are valid, unless the
    /// host is an IP literal.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn fault(self, text: &[u8], stray: usize) -> Fault {
        let in_host = (self.host_start..self.host_end).contains(&stray);
        if in_host && text.get(self.host_start) != Some(&b'[') {
            Fault::Byte(stray, Part::Host)
        } else {
            Fault::Authority(self.start, self.end)
        }
    }
}

impl<K: Kernel, G: Grammar, const LEAN: bool> Reading<'_, K, G, LEAN> {
    /// Reads the authority that begins at `start`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn authority(
        self,
        rule: &'static AuthorityRule,
        block: K::Block,
        head: Head,
        hash: usize,
        start: usize,
    ) -> Option<AuthorityOffsets> {
        let ends = if rule.end.contains(b'?') { head.stops } else { head.stops & !head.questions };
        let ends = ends & !self.kernel.below(start);
        if !LEAN && ends == 0 && self.text.len() > 64 {
            return long_authority(self.grammar.edition(), rule, self.text, hash, start);
        }
        let end = first(ends).min(self.text.len());
        if !matches!((rule.host.name, rule.registry), (NameRule::Registered(_), None)) {
            return match self.named_authority(rule, block, head, start, end) {
                None => other_authority(self.grammar.edition(), rule, self.text, start, end),
                named => named,
            };
        }
        let places = self.kernel.below(end) & !self.kernel.below(start);
        let (mut host_start, mut host_end) = (start, end);
        if (head.signs | head.colons) & places != 0 {
            let signs = head.signs & places;
            let mut colons = head.colons & places;
            if signs != 0 {
                if signs & (signs - 1) != 0 {
                    return None;
                }
                host_start = first(signs) + 1;
                colons &= !self.kernel.below(host_start);
            }
            if colons != 0 {
                host_end = first(colons);
                if !self.text.get(host_end + 1..end)?.iter().all(u8::is_ascii_digit) {
                    return None;
                }
            }
        }
        let digit = |at: usize| self.text.get(at).is_some_and(u8::is_ascii_digit);
        let mut kind = HostKind::RegName;
        // An IPv4 address begins and ends with a digit, as few names do.
        if digit(host_start) && digit(host_end - 1) {
            if LEAN {
                return None;
            }
            if is_ipv4(self.text, host_start, host_end) {
                kind = HostKind::Ipv4;
            }
        }
        Some(AuthorityOffsets { start, end, host_start, host_end, kind: Some(kind) })
    }

    /// Reads an authority that is a host name with an optional port. By the edition's rule, the name is labels of
    /// which the last begins with a letter, or any name that begins with a letter.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn named_authority(
        self,
        rule: &'static AuthorityRule,
        block: K::Block,
        head: Head,
        start: usize,
        end: usize,
    ) -> Option<AuthorityOffsets> {
        let behind = !self.kernel.below(start);
        let host_end = first(head.colons & behind).min(end);
        let host = self.kernel.below(host_end) & behind;
        let names = block.mask(Class::Name, self.grammar.edition().classes);
        let signs = head.signs & self.kernel.below(end) & behind;
        if host == 0 || signs | host & !names != 0 {
            return None;
        }
        let letter = match rule.host.name {
            NameRule::LetterThen(_) => start,
            NameRule::Labels { .. } => {
                let dots = block.mask(Class::Dot, self.grammar.edition().classes) & host;
                let ends = dots << 1 | dots >> 1 | 1 << start | 1 << (host_end - 1);
                if ends & (dots | block.equal(b'-')) & host != 0 {
                    return None;
                }
                if dots == 0 { start } else { 64 - dots.leading_zeros() as usize }
            }
            NameRule::Registered(_) => return None,
        };
        if !self.text.get(letter).is_some_and(u8::is_ascii_alphabetic) {
            return None;
        }
        if host_end < end {
            let port = self.text.get(host_end + 1..end)?;
            let is_port =
                rule.port.allows_length(port.len()) && port.iter().all(u8::is_ascii_digit);
            if !is_port || !rule.port.allows_value(port, 0, port.len()) {
                return None;
            }
        }
        let kind = Some(HostKind::RegName);
        Some(AuthorityOffsets { start, end, host_start: start, host_end, kind })
    }
}

/// Reads an authority that does not end in the first block.
#[cold]
#[inline(never)]
fn long_authority(
    edition: &'static Edition,
    rule: &AuthorityRule,
    text: &[u8],
    hash: usize,
    start: usize,
) -> Option<AuthorityOffsets> {
    let end = (start + find(text.get(start..)?, &rule.end)).min(hash);
    other_authority(edition, rule, text, start, end)
}

/// Reads an authority one byte at a time.
#[inline(never)]
fn other_authority(
    edition: &'static Edition,
    rule: &AuthorityRule,
    text: &[u8],
    start: usize,
    end: usize,
) -> Option<AuthorityOffsets> {
    let reader = Reader { edition, text };
    let host = read_authority(&reader, rule, start, end).ok()?;
    Some(match host {
        Some((host_start, host_end, kind)) => {
            AuthorityOffsets { start, end, host_start, host_end, kind: Some(kind) }
        }
        None => AuthorityOffsets { start, end, ..AuthorityOffsets::NONE },
    })
}
