//! Finds names that are no hosts of the public Internet: known ones, and names of special addresses.

use std::net::{Ipv4Addr, Ipv6Addr};

use crate::address::special_purpose;
use crate::known_names::{KNOWN, KnownName, NameKind};
use crate::ranges::{Block, Purpose, SpecialPurpose, special};

/// What a name is, if it is known not to be a host of the public Internet.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Nearby {
    /// A known name, or a name below one.
    Known(KnownName),
    /// The name of special addresses, as the DNS has names of addresses.
    AddressesOf(Block, SpecialPurpose),
}

/// What a name is; the name is in lowercase and without a final dot.
pub(crate) fn nearby(name: &[u8]) -> Option<Nearby> {
    if !may_be_known(name) {
        return None;
    }
    let end = tail(name);
    let ends_alike = KNOWN.iter().zip(&TAILS).filter(|(_, (tail, mask))| (end ^ tail) & mask == 0);
    let known = ends_alike.map(|(known, _)| known).filter(|known| is_known(name, known));
    let known = known.max_by_key(|known| known.name.len())?;
    if known.kind != NameKind::Reverse {
        return Some(Nearby::Known(*known));
    }
    let block = block_of(name)?;
    let purpose = match block.prefix {
        32 if block.first.is_ipv4() => special_purpose(block.first),
        128 => special_purpose(block.first),
        _ => special(block),
    };
    Some(Nearby::AddressesOf(block, purpose?))
}

/// The address in no public network that a name spells, in four numbers between dots or hyphens: `127-0-0-1.example.com`,
/// `10.0.0.1.xip.example`. Anybody may give such a name that address.
pub(crate) fn spelled_address(name: &str) -> Option<(Ipv4Addr, SpecialPurpose)> {
    if name.bytes().filter(u8::is_ascii_digit).take(4).count() < 4 {
        return None;
    }
    let octet = |number: &str| {
        let is_short = number == "0" || !number.starts_with('0');
        number.parse::<u8>().ok().filter(|_| is_short)
    };
    ['.', '-'].into_iter().find_map(|separator| {
        let mut runs = name.split(|c: char| !c.is_ascii_digit() && c != separator);
        runs.find_map(|run| {
            let mut last = [None; 4];
            run.split(separator).find_map(|number| {
                last = [last[1], last[2], last[3], octet(number)];
                let [Some(a), Some(b), Some(c), Some(d)] = last else { return None };
                let address = Ipv4Addr::new(a, b, c, d);
                let purpose = special_purpose(address.into())?;
                let is_inside = match purpose.purpose() {
                    Purpose::Loopback
                    | Purpose::Private
                    | Purpose::LinkLocal
                    | Purpose::Metadata => true,
                    _ => address.is_unspecified(),
                };
                is_inside.then_some((address, purpose))
            })
        })
    })
}

fn is_known(name: &[u8], known: &KnownName) -> bool {
    let Some(begins) = known.begins else { return is_or_is_below(name, known.name.as_bytes()) };
    let Some(above) = name.strip_suffix(known.name.as_bytes()) else { return false };
    let is_at = |at: usize| at == 0 || above.get(at - 1) == Some(&b'.');
    let (begins, next) = begins.split_once('*').unwrap_or((begins, ""));
    let has_next = |rest: &[u8]| {
        next.is_empty() || rest.windows(next.len()).any(|labels| labels == next.as_bytes())
    };
    let fits = |rest: &[u8]| rest.strip_prefix(begins.as_bytes()).is_some_and(has_next);
    (0..above.len()).any(|at| is_at(at) && above.get(at..).is_some_and(fits))
}

fn is_or_is_below(name: &[u8], domain: &[u8]) -> bool {
    name.strip_suffix(domain).is_some_and(|above| above.is_empty() || above.ends_with(b"."))
}

/// The addresses that a name below `in-addr.arpa` or `ip6.arpa` is about: its labels from the right, as far as they are
/// octets or hexadecimal digits (RFC 1035 §3.5, RFC 3596 §2.5).
fn block_of(name: &[u8]) -> Option<Block> {
    let name = str::from_utf8(name).ok()?;
    if let Some(above) = name.strip_suffix("in-addr.arpa") {
        let mut octets = [0; 4];
        let found = numbers(above, 10, 3);
        octets.iter_mut().zip(&found).for_each(|(octet, number)| *octet = *number);
        let prefix = 8 * found.len().min(4) as u32;
        return Some(Block { first: Ipv4Addr::from(octets).into(), prefix });
    }
    let found = numbers(name.strip_suffix("ip6.arpa")?, 16, 1);
    let digits = found.iter().take(32).zip((0..128).step_by(4).rev());
    let bits = digits.fold(0, |bits, (digit, place)| bits | u128::from(*digit) << place);
    let prefix = 4 * found.len().min(32) as u32;
    Some(Block { first: Ipv6Addr::from_bits(bits).into(), prefix })
}

/// The numbers at the end of a name, from the right: labels of up to `most` digits.
fn numbers(name: &str, radix: u32, most: usize) -> Vec<u8> {
    let number = |label: &str| {
        let is_number = label.len() <= most && label.chars().all(|digit| digit.is_digit(radix));
        u8::from_str_radix(label, radix).ok().filter(|_| is_number)
    };
    let labels = name.strip_suffix('.').unwrap_or(name).rsplit('.');
    labels.map_while(number).take(32).collect()
}

/// A bit for each name.
type Names = [u128; KNOWN.len().div_ceil(128)];

const NONE: Names = [0; KNOWN.len().div_ceil(128)];

/// For each byte, which of the names end in it.
static BY_LAST: [Names; 256] = by_place(1);

/// For each byte, which of the names have it five bytes before their end, or are shorter.
static BY_FIFTH: [Names; 256] = by_place(5);

const fn by_place(from_end: usize) -> [Names; 256] {
    let mut found = [NONE; 256];
    let mut place = 0;
    while place < KNOWN.len() {
        let name = KNOWN[place].name.as_bytes();
        let (group, bit) = (place / 128, 1 << (place % 128));
        if name.len() < from_end {
            let mut byte = 0;
            while byte < 256 {
                found[byte][group] |= bit;
                byte += 1;
            }
        } else {
            found[name[name.len() - from_end] as usize][group] |= bit;
        }
        place += 1;
    }
    found
}

/// The last eight bytes of each name, or fewer, with a mask for how many.
static TAILS: [(u64, u64); KNOWN.len()] = {
    let mut tails = [(0, 0); KNOWN.len()];
    let mut place = 0;
    while place < KNOWN.len() {
        let name = KNOWN[place].name.as_bytes();
        let missing = 8_usize.saturating_sub(name.len()) as u32;
        tails[place] = (tail(name), u64::MAX.unbounded_shr(8 * missing));
        place += 1;
    }
    tails
};

/// The last eight bytes of a name as a number, after zeros where there are fewer.
const fn tail(name: &[u8]) -> u64 {
    if let Some(last) = name.last_chunk() {
        return u64::from_be_bytes(*last);
    }
    let mut tail = 0;
    let mut place = 0;
    while place < name.len() {
        tail = tail << 8 | name[place] as u64;
        place += 1;
    }
    tail
}

/// Whether a lowercase name ends like a known name, in its last eight bytes, so that a full comparison is needed.
pub(crate) fn may_be_known(name: &[u8]) -> bool {
    let of = |table: &'static [Names; 256], from_end| {
        let byte = name.len().checked_sub(from_end).and_then(|at| name.get(at))?;
        table.get(usize::from(*byte))
    };
    let Some(by_last) = of(&BY_LAST, 1) else { return false };
    // A shorter name has no fifth byte from its end.
    let by_fifth = of(&BY_FIFTH, 5).unwrap_or(by_last);
    let mut groups = by_last.iter().zip(by_fifth).map(|(last, fifth)| last & fifth).enumerate();
    groups.any(|(group, names)| names != 0 && has_tail_of(name, 128 * group, names))
}

/// Whether a name ends like one of the names that the bits stand for, from a place of the list on.
fn has_tail_of(name: &[u8], first: usize, mut names: u128) -> bool {
    let tail = tail(name);
    while names != 0 {
        let known = TAILS.get(first + names.trailing_zeros() as usize);
        if known.is_some_and(|(known, mask)| (tail ^ known) & mask == 0) {
            return true;
        }
        names &= names - 1;
    }
    false
}
