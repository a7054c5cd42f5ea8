//! Between IRIs and URIs: mapping (RFC 3987 §3.1) and conversion (§3.2), on triplets of UTF-8.
//!
//! Mapping is total and changes only non-ASCII characters, which become triplets. Conversion is partial: triplets
//! become characters only if they are well-formed UTF-8 of a character that is allowed, visible and typable at that
//! place. The edition's data says which characters are. IDNA host names and Unicode normalization need tables and
//! are left to other crates.

mod conversion;
mod families;
pub(crate) mod excluded;

use alloc::{borrow::Cow, string::String, vec::Vec};

use napkin_scan::{Block, Classes, Kernel, Work, encode_triplet, run};

pub(crate) use self::conversion::{Kept, convert};
use crate::edition::RFC3987;
use crate::error::ParseError;
use crate::length;
use crate::reference::Reference;

impl<'a> Reference<'a> {
    /// The URI that this reference is mapped to (RFC 3987 §3.1): each non-ASCII character becomes the triplets of
    /// its UTF-8, also in the host; all else stays unchanged. Borrowed if the reference is already a URI.
    ///
    /// The host of a DNS name is written with `xn--` by `Mapping::idna` of the crate `napkin-schemes`, which has the tables.
    ///
    /// # Errors
    ///
    /// [`TooLong`](crate::ErrorKind::TooLong), if the URI would be.
    ///
    /// ```
    /// use napkin::edition::RFC3987;
    ///
    /// let iri = RFC3987.parse("http://résumé.example/%41?ü")?;
    /// assert_eq!(iri.to_uri()?, "http://r%C3%A9sum%C3%A9.example/%41?%C3%BC");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn to_uri(&self) -> Result<Cow<'a, str>, ParseError> {
        let text = self.as_str();
        let [length] = mapped(text, || [text.len() as u64]);
        self.mapped_to(length)
    }

    /// Like [`to_uri`](Self::to_uri), for a URI of known length.
    fn mapped_to(self, length: u64) -> Result<Cow<'a, str>, ParseError> {
        let text = self.as_str();
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        if length == text.len() {
            return Ok(Cow::Borrowed(text));
        }
        length::check(self.edition(), length)?;
        Ok(Cow::Owned(encoded(text, length)))
    }

    /// The IRI that this reference is converted to (RFC 3987 §3.2). Triplets of unreserved characters are decoded,
    /// and so are triplets of non-ASCII characters that are allowed at their place, visible and unlike a space. All
    /// other triplets stay. [`to_uri`](Self::to_uri) reverses this, except for the case of hexadecimal digits and
    /// triplets of unreserved ASCII. Borrowed if nothing changes.
    ///
    /// # Errors
    ///
    /// The first fault of a reference that is no IRI, of an edition before RFC 3986;
    /// [`TooLong`](crate::ErrorKind::TooLong), if the IRI would be.
    ///
    /// ```
    /// use napkin::edition::RFC3986;
    ///
    /// let uri = RFC3986.parse("http://h/D%C3%BCrst/%FC%2f%7E?%E2%80%AE")?;
    /// assert_eq!(uri.to_iri()?, "http://h/Dürst/%FC%2f~?%E2%80%AE");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn to_iri(&self) -> Result<Cow<'a, str>, ParseError> {
        let iri = RFC3987.parse(self.as_str())?;
        let Some(text) = convert(iri, Kept::NOTHING) else {
            return Ok(Cow::Borrowed(iri.as_str()));
        };
        length::check(iri.edition(), text.len())?;
        Ok(Cow::Owned(text))
    }
}

/// For each byte what it becomes, in four bytes: itself, or from `0x80` on its triplet; and then nothing.
const WRITTEN: [[u8; 4]; 256] = {
    let mut written = [[0; 4]; 256];
    let mut octet = 0;
    while octet < 256 {
        written[octet] = if octet < 128 {
            [octet as u8, 0, 0, 0]
        } else {
            let [percent, high, low] = encode_triplet(octet as u8);
            [percent, high, low, 0]
        };
        octet += 1;
    }
    written
};

/// The offsets of a text once its non-ASCII octets are triplets.
fn mapped<const N: usize>(text: &str, offsets: impl Fn() -> [u64; N]) -> [u64; N] {
    run(Mapped { text: text.as_bytes(), offsets })
}

/// The text, and offsets in it. They are read where they are used: what has just been written to memory one by one
/// cannot be read as a vector without waiting for it.
struct Mapped<'t, F> {
    text: &'t [u8],
    offsets: F,
}

impl<const N: usize, F: Fn() -> [u64; N]> Work for Mapped<'_, F> {
    type Output = [u64; N];

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> [u64; N] {
        let offsets = (self.offsets)();
        let mut mapped = offsets;
        for (at, rest) in (0..).step_by(64).zip(self.text.chunks(64)) {
            let beyond = kernel.read(rest, Classes::NONE).at_least(0x80);
            for (mapped, offset) in mapped.iter_mut().zip(offsets) {
                // Not by `Kernel::below`: with AVX2, the shifts of all offsets are one instruction.
                let bit = 1_u64.checked_shl(offset.saturating_sub(at).min(64) as u32);
                let before = bit.unwrap_or(0).wrapping_sub(1);
                *mapped += 2 * u64::from((beyond & before).count_ones());
            }
        }
        mapped
    }
}

/// The text with its non-ASCII octets as triplets; `None` if there are none.
pub(crate) fn encoded_beyond_ascii(text: &str) -> Option<String> {
    let [length] = mapped(text, || [text.len() as u64]);
    (length > text.len() as u64).then(|| encoded(text, length as usize))
}

/// The text with its non-ASCII octets as triplets, which has this length.
fn encoded(text: &str, length: usize) -> String {
    /// How many octets are mapped between two checks of the room for them.
    const STEP: usize = 8;
    /// The room for their triplets: the last one may begin at any place that five bits can have, and is written with
    /// one byte too many, which the next write covers.
    const ROOM: usize = 31 + 4;
    /// The high bits of so many octets.
    const BEYOND_ASCII: u64 = u64::from_ne_bytes([0x80; STEP]);
    let text = text.as_bytes();
    let is_ascii = |step: &&[u8; STEP]| u64::from_ne_bytes(**step) & BEYOND_ASCII == 0;
    let whole = text.chunks_exact(STEP).filter_map(<[u8]>::first_chunk);
    let ascii = STEP * whole.take_while(is_ascii).count();
    let (unchanged, rest) = text.split_at(ascii);
    let mut out = Vec::with_capacity(length + ROOM);
    out.extend_from_slice(unchanged);
    out.resize(length + ROOM, 0);
    let mut at = ascii;
    let mut write = |octets: &[u8]| {
        let Some(room) = out.get_mut(at..).and_then(<[u8]>::first_chunk_mut::<ROOM>) else {
            return;
        };
        let mut written = 0;
        for &octet in octets {
            if let Some(place) = room.get_mut(written & 31..).and_then(<[u8]>::first_chunk_mut) {
                *place = WRITTEN[usize::from(octet)];
            }
            written += 1 + 2 * usize::from(octet >> 7);
        }
        at += written;
    };
    let mut steps = rest.chunks_exact(STEP);
    for step in &mut steps {
        write(step);
    }
    write(steps.remainder());
    out.truncate(length);
    // Every byte of the output is ASCII.
    String::from_utf8(out).unwrap_or_default()
}
