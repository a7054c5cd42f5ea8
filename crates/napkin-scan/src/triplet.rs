//! One percent-encoded triplet (RFC 3986 §2.1), read from bytes or written: the only place that knows its digits.
//! `triplets.rs` finds the places of many at once.

/// The value of a hexadecimal digit.
///
/// ```
/// assert_eq!((napkin_scan::hex(b'f'), napkin_scan::hex(b'g')), (Some(15), None));
/// ```
#[inline]
pub const fn hex(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'A'..=b'F' => Some(digit - b'A' + 10),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    }
}

/// The octet of the triplet that a text begins with, if it begins with one.
///
/// ```
/// use napkin_scan::decode_triplet;
///
/// assert_eq!(decode_triplet(b"%2fb"), Some(b'/'));
/// assert_eq!(decode_triplet(b"a%2f"), None);
/// assert_eq!(decode_triplet(b"%2"), None);
/// ```
#[inline]
pub const fn decode_triplet(text: &[u8]) -> Option<u8> {
    let [b'%', high, low, ..] = text else { return None };
    match (hex(*high), hex(*low)) {
        (Some(high), Some(low)) => Some(high << 4 | low),
        _ => None,
    }
}

/// The triplet of an octet, with digits in uppercase (RFC 3986 §2.1).
///
/// ```
/// assert_eq!(&napkin_scan::encode_triplet(0xC3), b"%C3");
/// ```
#[inline]
pub const fn encode_triplet(octet: u8) -> [u8; 3] {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    [b'%', DIGITS[(octet >> 4) as usize], DIGITS[(octet & 15) as usize]]
}

#[cfg(test)]
mod tests {
    use super::{decode_triplet, encode_triplet};

    #[test]
    fn every_octet_is_read_as_it_is_written_in_either_case() {
        for octet in 0..=255 {
            let mut triplet = encode_triplet(octet);
            assert_eq!(decode_triplet(&triplet), Some(octet));
            triplet.make_ascii_lowercase();
            assert_eq!(decode_triplet(&triplet), Some(octet));
        }
    }

    #[test]
    fn nothing_else_is_a_triplet() {
        for byte in 0..=255_u8 {
            let is_digit = byte.is_ascii_hexdigit();
            assert_eq!(decode_triplet(&[b'%', byte, b'0']).is_some(), is_digit);
            assert_eq!(decode_triplet(&[b'%', b'0', byte]).is_some(), is_digit);
            assert_eq!(decode_triplet(&[byte, b'0', b'0']).is_some(), byte == b'%');
        }
    }
}
