//! The authority in the fast path: found in the masks of the first block, and read from them in the common cases.
//!
//! # Registered names, and no registry: RFC 3986 and RFC 3987
//!
//! No byte of the authority is checked here, except the digits of the port. The body of the text has been searched when
//! [`Reading::authority`] is called, and a stray byte is known. Every other byte of the authority is plain: a byte of a
//! query, or a whole triplet. Without the delimiters `/` and `?`, which end the authority, these are exactly the bytes
//! of a name, `:` and `@`. So the two masks of `:` and `@` decide:
//!
//! ```text
//!   //user:pass@host:8042/          no @       the host begins at the start
//!     |         |    |   |          one @      the host begins behind it; a `:` before it is userinfo
//!     start     @    :   end        two @      the exact parser, which refuses the second
//!                                   a `:`      behind the @, the first ends the host; digits up to the end are a port
//!                                   else       the exact parser, which finds the fault
//! ```
//!
//! Brackets are no plain bytes, so `[::1]` has a stray byte. The offsets found for such an authority are meaningless; they
//! are thrown away with the text's stray byte (`finish` in `fast.rs`), and the exact parser reads the text. The tests
//! `sets_differ_in_delimiters_only` and `names_of_hosts_are_labels_or_begin_with_a_letter` in `parse/tests.rs` hold
//! what is assumed here of the sets and rules of all editions.
//!
//! # Other names
//!
//! Host names by the rules before RFC 3986 consist of labels, or begin with a letter. [`Reading::named_authority`] accepts
//! only what is certainly such a name; `None` does not mean that it is none. The code of the exact parser reads, byte by
//! byte, what is left: userinfo, addresses, registry names, a dot at the end. Before there were masks for names, these
//! editions took twelve to sixteen times the instructions of RFC 3986.

use napkin_scan::{Block, Class, Kernel, find, first};

use super::authority::read_authority;
use super::host::is_ipv4;
use super::packed::Fault;
use super::reader::Reader;
use super::reading::{Grammar, Reading};
use crate::components::HostKind;
use crate::edition::Edition;
use crate::edition::rules::{AuthorityRule, EmptyAuthority, NameRule};
use crate::fault::Part;

/// Masks of the first block.
#[derive(Clone, Copy)]
pub(super) struct Head {
    pub(super) colons: u64,
    /// Mask of the `?` before the first `#`.
    pub(super) questions: u64,
    /// Mask of `/`, `#` and these `?`.
    pub(super) stops: u64,
    /// Mask of `@`, also behind the end of the text, where a block may hold other bytes.
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
        // From here on, `end` is at most 64: a delimiter was found in the block, or the block has the whole text. So no mask
        // below lacks a byte of the authority, and no shift is by more than 63.
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
                // More than one bit.
                if signs & (signs - 1) != 0 {
                    return None;
                }
                host_start = first(signs) + 1;
                colons &= !self.kernel.below(host_start);
            }
            if colons != 0 {
                host_end = first(colons);
                // Ports are short, so a loop over their bytes is enough.
                if !self.text.get(host_end + 1..end)?.iter().all(u8::is_ascii_digit) {
                    return None;
                }
            }
        }
        let digit = |at: usize| self.text.get(at).is_some_and(u8::is_ascii_digit);
        let mut kind = HostKind::RegName;
        // An IPv4 address begins and ends with a digit, as few names do. An empty host has none: at its start there is a `:`,
        // a delimiter or nothing. `host_end` is never 0, since two slashes are before it.
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

    /// Reads an authority that is empty, or a host name with an optional port. By the edition's rule, the name is
    /// labels of which the last begins with a letter, or any name that begins with a letter.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn named_authority(
        self,
        rule: &'static AuthorityRule,
        block: K::Block,
        head: Head,
        start: usize,
        end: usize,
    ) -> Option<AuthorityOffsets> {
        if start == end {
            let empty = AuthorityOffsets { start, end, ..AuthorityOffsets::NONE };
            let kind = Some(HostKind::RegName);
            return match rule.empty {
                EmptyAuthority::EmptyHost => {
                    Some(AuthorityOffsets { host_start: start, host_end: end, kind, ..empty })
                }
                EmptyAuthority::NoHost => Some(empty),
                EmptyAuthority::UndefinedBeforeText if end < self.text.len() => Some(empty),
                EmptyAuthority::UndefinedBeforeText | EmptyAuthority::Invalid => None,
            };
        }
        let behind = !self.kernel.below(start);
        let host_end = first(head.colons & behind).min(end);
        let host = self.kernel.below(host_end) & behind;
        let names = block.mask(Class::Name, self.grammar.edition().classes);
        let signs = head.signs & self.kernel.below(end) & behind;
        // A port needs a host; and with a byte in the host, the shift by `host_end - 1` below is possible.
        if host == 0 || signs | host & !names != 0 {
            return None;
        }
        let letter = match rule.host.name {
            NameRule::LetterThen(_) => start,
            NameRule::Labels { .. } => {
                // The first and the last byte of each label, which are no hyphen; a dot among them is an empty label. With the
                // first byte on the left:
                //
                //   host   a - b . c 9 . d
                //   dots   0 0 0 1 0 0 1 0
                //   ends   1 0 1 0 1 1 0 1    dots shifted both ways, the first byte and the last
                //
                // So `a..b`, `.a`, `a.`, `a-.b` and `-a` are left to the exact parser. The last label begins behind the
                // highest bit of `dots`.
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
