//! Scans a canonical text after its scheme by masks of 64 bytes, instead of a state machine.

use napkin_scan::{Block, ByteSet, Classes, Kernel, Work, first, run};

use crate::dots::dots;
use crate::edition::Kept;

/// The part that a text begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Begin {
    /// An authority that consists of a domain only, after `//`.
    Domain,
    /// A path, which may be empty.
    Path,
    /// A segment of a path, after its slash.
    Segment,
}

/// The result, packed in two words, so that it is returned in registers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Body {
    /// The end of the domain, and its last dot plus 1; or [`NO_DOMAIN`], [`REWRITTEN`].
    domain: u64,
    /// Offsets of the query (high half) and the fragment (low half), each plus 1; 0 if there is none.
    tail: u64,
}

/// The text does not begin with a domain and a path, or the domain is long. The rest was not scanned.
const NO_DOMAIN: u64 = u64::MAX;
/// Something has to be rewritten.
const REWRITTEN: u64 = u64::MAX - 1;

impl Body {
    /// Something has to be rewritten.
    const NONE: Self = Self { domain: REWRITTEN, tail: 0 };

    #[inline(always)]
    pub(crate) const fn is_rewritten(self) -> bool {
        self.domain == REWRITTEN
    }

    /// The end of the domain.
    #[inline(always)]
    pub(crate) const fn host_end(self) -> Option<usize> {
        if self.domain >= REWRITTEN { None } else { Some((self.domain & 0xFF) as usize) }
    }

    /// The start of the domain's last label.
    #[inline(always)]
    pub(crate) const fn last_label(self) -> usize {
        (self.domain >> 8) as usize
    }

    /// The offset of the query's sign in the whole text, if the scan began at `start`; 0 if there is none.
    #[inline(always)]
    pub(crate) const fn query(self, start: usize) -> u32 {
        let place = (self.tail >> 32) as u32;
        if place == 0 { 0 } else { start as u32 + (place - 1) }
    }

    /// The offset of the fragment's sign, likewise.
    #[inline(always)]
    pub(crate) const fn fragment(self, start: usize) -> u32 {
        let place = self.tail as u32;
        if place == 0 { 0 } else { start as u32 + (place - 1) }
    }
}

/// Scans a text.
#[inline]
pub(crate) fn body(text: &str, kept: &Kept, begin: Begin) -> Body {
    let (domain, tail) = run(Scan { text, kept, begin });
    Body { domain, tail }
}

/// A domain at the start of a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Domain {
    /// Its end: the offset of the first byte that is not in the set.
    pub(crate) end: usize,
    /// The start of its last label.
    pub(crate) last_label: usize,
}

impl Domain {
    /// Whether the domain is empty, or its last label is empty or begins with a digit, so that it may be a number.
    #[inline]
    pub(crate) fn may_be_number(self, text: &[u8]) -> bool {
        let label = text.get(self.last_label).filter(|_| self.last_label < self.end);
        label.is_none_or(u8::is_ascii_digit)
    }
}

/// The domain at the start of a text, of bytes of a set; `None` if it is longer than 63 bytes.
#[inline]
pub(crate) fn domain(text: &[u8], kept: &ByteSet) -> Option<Domain> {
    let found = run(DomainScan { text, kept });
    let end = (found & 0xFF) as usize;
    (end < 64).then_some(Domain { end, last_label: (found >> 8) as usize })
}

/// The scan of a domain; the result is packed, so that it is returned in a register.
struct DomainScan<'t> {
    text: &'t [u8],
    kept: &'t ByteSet,
}

impl Work for DomainScan<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> u64 {
        let block = kernel.read(self.text, Classes::NONE);
        // A short text is padded with zeros, which are not allowed in a domain.
        let end = first(!block.members(*self.kept));
        let dots = block.equal(b'.') & kernel.below(end);
        end as u64 | u64::from(64 - dots.leading_zeros()) << 8
    }
}

/// The length of the segments at the start of a path, with a slash after each, of which none may be a dot segment and
/// none has a backslash; the length of the path if no segment may be or has one.
pub(crate) fn plain_segments(path: &str) -> usize {
    let found = run(OddSegment(path.as_bytes()));
    match path.as_bytes().get(found) {
        Some(b'\\') => {
            path.get(..found).and_then(|before| before.rfind('/')).map_or(0, |at| at + 1)
        }
        _ => found,
    }
}

/// The search for a backslash, or a segment that begins with a dot or a percent sign.
struct OddSegment<'t>(&'t [u8]);

impl Work for OddSegment<'_> {
    type Output = usize;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> usize {
        let mut offset = 0;
        // The path begins with a segment.
        let mut carried = 1;
        while let Some(rest) = self.0.get(offset..).filter(|rest| !rest.is_empty()) {
            let block = kernel.read(rest, Classes::NONE);
            let slashes = block.equal(b'/');
            let dots = (slashes << 1 | carried) & (block.equal(b'.') | block.equal(b'%'));
            let odd = dots | block.equal(b'\\');
            if odd != 0 {
                return offset + first(odd);
            }
            carried = slashes >> 63;
            offset += 64;
        }
        self.0.len()
    }
}

/// The part that an offset is in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Path,
    Query,
    Fragment,
}

struct Scan<'t> {
    text: &'t str,
    kept: &'t Kept,
    begin: Begin,
}

impl Work for Scan<'_> {
    type Output = (u64, u64);

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> (u64, u64) {
        let bytes = self.text.as_bytes();
        let kept = *self.kept;
        let rewritten = (Body::NONE.domain, Body::NONE.tail);
        let mut domain = if self.begin == Begin::Domain { NO_DOMAIN } else { 0 };
        let (mut query, mut fragment) = (0, 0);
        let (mut offset, mut from) = (0, 0);
        let mut part = Part::Path;
        // Whether the block begins just after a slash.
        let mut carried = u64::from(self.begin == Begin::Segment);
        while let Some(rest) = bytes.get(offset..).filter(|rest| !rest.is_empty()) {
            let block = kernel.read(rest, Classes::NONE);
            let inside = kernel.below(rest.len().min(64));
            let slashes = block.equal(b'/');
            let dots = block.equal(b'.');
            if offset == 0 && self.begin == Begin::Domain {
                let end = first(slashes);
                let host = kernel.below(end);
                if end == 64 || !block.members(kept.domain) & host != 0 {
                    return (NO_DOMAIN, 0);
                }
                domain = end as u64 | u64::from(64 - (dots & host).leading_zeros()) << 8;
                from = end;
            }
            if part == Part::Path {
                let strays = !block.members(kept.path) & inside & !kernel.below(from);
                let end = first(strays);
                let behind_slash = slashes << 1 | carried;
                let dots = behind_slash & (dots | block.equal(b'%'));
                let dots = dots & !kernel.below(from) & kernel.below(end);
                if dots != 0 && has_dot_segment(self.text, offset, dots) {
                    return rewritten;
                }
                carried = slashes >> 63;
                if end < 64 {
                    match rest.get(end) {
                        Some(b'?') => {
                            query = (offset + end + 1) as u64;
                            part = Part::Query;
                        }
                        Some(b'#') => {
                            fragment = (offset + end + 1) as u64;
                            part = Part::Fragment;
                        }
                        _ => return rewritten,
                    }
                    from = end + 1;
                }
            }
            if part == Part::Query {
                let strays = !block.members(kept.query) & inside & !kernel.below(from);
                let end = first(strays);
                if end < 64 {
                    if rest.get(end) != Some(&b'#') {
                        return rewritten;
                    }
                    fragment = (offset + end + 1) as u64;
                    part = Part::Fragment;
                    from = end + 1;
                }
            }
            if part == Part::Fragment {
                let strays = !block.members(kept.fragment) & inside & !kernel.below(from);
                if strays != 0 {
                    return rewritten;
                }
            }
            offset += 64;
            from = 0;
        }
        (domain, query << 32 | fragment)
    }
}

/// Whether a dot segment begins at one of the offsets in a mask.
#[cold]
fn has_dot_segment(text: &str, offset: usize, mut places: u64) -> bool {
    while places != 0 {
        let segment = text.get(offset + first(places)..).unwrap_or_default();
        // The longest dot segment has six bytes. Kept bytes are ASCII, and so is the byte after a segment.
        let end = segment.bytes().take(7).position(|byte| matches!(byte, b'/' | b'?' | b'#'));
        if segment.get(..end.unwrap_or(segment.len().min(7))).and_then(dots).is_some() {
            return true;
        }
        places &= places - 1;
    }
    false
}
