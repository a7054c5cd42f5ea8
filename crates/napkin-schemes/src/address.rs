//! Mail addresses, which have the form of message ids: `addr-spec` of RFC 822, without comments and white space.
//!
//! A check returns the index of the first invalid octet, so that its place in a URI can be found.

use napkin::ByteSet;

use crate::spelling::ALPHANUM;

/// The characters of an atom (RFC 822 §3.3; `atext` of RFC 5322).
pub(crate) const ATOM: ByteSet = ALPHANUM.or(ByteSet::of(b"!#$%&'*+-/=?^_`{|}~"));

/// The characters allowed between quotes or brackets, or after a backslash there.
const PRINTABLE: ByteSet = ByteSet::range(b' ', b'~');

/// `addr-spec`: words and a domain, with the last `@` between them (RFC 822 §6.1).
pub(crate) fn addr_spec_fault(octets: &[u8]) -> Option<usize> {
    let Some(at) = octets.iter().rposition(|&octet| octet == b'@') else {
        return Some(dotted_fault(octets, Some((b'"', b'"'))).unwrap_or(octets.len()));
    };
    let (local, domain) = octets.split_at(at);
    let domain = domain.get(1..).unwrap_or_default();
    dotted_fault(local, Some((b'"', b'"')))
        .or_else(|| dotted_fault(domain, Some((b'[', b']'))).map(|index| at + 1 + index))
}

/// `dot-atom-text`: atoms with dots between them (RFC 5322 §3.2.3).
pub(crate) fn dot_atom_fault(octets: &[u8]) -> Option<usize> {
    dotted_fault(octets, None)
}

/// Checks atoms, or text between two marks, separated by dots.
fn dotted_fault(octets: &[u8], marks: Option<(u8, u8)>) -> Option<usize> {
    let at = |index: usize| octets.get(index).copied();
    let mut index = 0;
    loop {
        let start = index;
        match marks {
            Some((open, close)) if at(index) == Some(open) => {
                index += 1;
                while at(index) != Some(close) {
                    index += usize::from(at(index) == Some(b'\\'));
                    if !at(index).is_some_and(|octet| PRINTABLE.contains(octet)) {
                        return Some(index.min(octets.len()));
                    }
                    index += 1;
                }
                index += 1;
            }
            _ => {
                while at(index).is_some_and(|octet| ATOM.contains(octet)) {
                    index += 1;
                }
            }
        }
        match at(index) {
            None if index > start => return None,
            Some(b'.') if index > start => index += 1,
            _ => return Some(index),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{addr_spec_fault, dot_atom_fault};

    #[test]
    fn addresses() {
        for address in
            ["a@b", "a.b+c@[1.2]", "\"a b\\\"@\".c@d.e", "a@[b\\]c].d", "!#$%&'*+-/=?^_`{|}~@x"]
        {
            assert_eq!(addr_spec_fault(address.as_bytes()), None, "{address}");
        }
    }

    #[test]
    fn faults_have_a_place() {
        let faults = [
            ("", 0),
            ("a", 1),
            ("@b", 0),
            ("a@", 2),
            ("a..b@c", 2),
            (".a@b", 0),
            ("a.@b", 2),
            ("a@b.", 4),
            ("a b@c", 1),
            ("a@b c", 3),
            ("a@@b", 1),
            ("\"a@b", 2),
            ("a@[b", 4),
            ("a@[b]c", 5),
            ("\"a\r\"@b", 2),
            ("a>@b", 1),
            ("\"\\", 2),
            ("\u{e9}@b", 0),
        ];
        for (address, place) in faults {
            assert_eq!(addr_spec_fault(address.as_bytes()), Some(place), "{address}");
        }
        assert_eq!(dot_atom_fault(b"a.b"), None);
        assert_eq!(dot_atom_fault(b"\"a\""), Some(0));
    }
}
