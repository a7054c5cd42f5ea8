//! The number formats that old routines read as IPv4 addresses (RFC 3986 §7.4).

use std::net::Ipv4Addr;

/// An address in four decimal numbers without leading zeros, the only form of the grammar.
pub(crate) fn dotted(host: &[u8]) -> Option<Ipv4Addr> {
    str::from_utf8(host).ok()?.parse().ok()
}

/// The address that `inet_aton` reads: one to four numbers, decimal, octal after `0` or hexadecimal after `0x`; the
/// last number fills the remaining bytes. The dotted form is one of these formats.
///
/// ```text
/// 127.1 = 0177.0.0.1 = 0x7f.1 = 2130706433 = 127.0.0.1
/// ```
pub(crate) fn any_form(host: &[u8]) -> Option<Ipv4Addr> {
    let mut address: u64 = 0;
    let mut parts = host.split(|&byte| byte == b'.').peekable();
    for place in 0..4 {
        let number = number(parts.next()?)?;
        if parts.peek().is_some() {
            if number > 0xff || place == 3 {
                return None;
            }
            address |= number << (24 - 8 * place);
        } else {
            let bits = 32 - 8 * place;
            return (number >> bits == 0).then(|| Ipv4Addr::from_bits((address | number) as u32));
        }
    }
    None
}

/// A number of at most 32 bits in one of the three notations.
fn number(text: &[u8]) -> Option<u64> {
    let (digits, radix) = match text {
        [b'0', b'x' | b'X', digits @ ..] => (digits, 16),
        [b'0', digits @ ..] if !digits.is_empty() => (digits, 8),
        digits => (digits, 10),
    };
    if digits.is_empty() {
        return None;
    }
    digits.iter().try_fold(0_u64, |number, &digit| {
        let digit = char::from(digit).to_digit(radix)?;
        let number = number * u64::from(radix) + u64::from(digit);
        (number >> 32 == 0).then_some(number)
    })
}

#[cfg(test)]
mod tests {
    use super::any_form;

    #[test]
    fn numbers_as_addresses() {
        let address = |host: &str| any_form(host.as_bytes()).map(|address| address.to_string());
        for host in ["127.1", "2130706433", "0x7f.1", "0X7F000001", "0177.0.0.1", "127.0.0.1"] {
            assert_eq!(address(host).as_deref(), Some("127.0.0.1"), "{host}");
        }
        assert_eq!(address("1.16777215").as_deref(), Some("1.255.255.255"));
        assert_eq!(address("4294967295").as_deref(), Some("255.255.255.255"));
        for host in
            ["", ".", "1.", ".1", "1..2", "4294967296", "1.2.3.4.5", "1.2.65536", "08", "0x"]
        {
            assert_eq!(address(host), None, "{host}");
        }
        assert_eq!(address(&"0".repeat(100_000)).as_deref(), Some("0.0.0.0"));
    }
}
