//! IPv4 addresses, in all spellings that browsers accept.

use alloc::string::String;

use super::HostText;
use crate::edition::Ipv4When;
use crate::validation::{Failure, ValidationError};

impl HostText<'_> {
    /// The IPv4 address that a domain spells, or `None` if it spells none.
    pub(super) fn ipv4(&self, domain: &str) -> Result<Option<u32>, Failure> {
        match self.edition.ipv4_when {
            Ipv4When::EndsInNumber if ends_in_number(domain) => self.parts(domain).map(Some),
            Ipv4When::AllPartsNumeric if all_parts_numeric(domain) => self.parts(domain).map(Some),
            _ => Ok(None),
        }
    }

    /// The *IPv4 parser*.
    fn parts(&self, text: &str) -> Result<u32, Failure> {
        let parts = match text.strip_suffix('.') {
            Some(rest) => {
                self.note(ValidationError::Ipv4EmptyPart);
                rest
            }
            None => text,
        };
        let count = parts.split('.').count();
        if count < 4 {
            self.note(ValidationError::Ipv4TooFewParts);
        } else if count > 4 {
            return Err(self.fail(ValidationError::Ipv4TooManyParts));
        }
        let mut numbers = [0; 4];
        for (number, part) in numbers.iter_mut().zip(parts.split('.')) {
            let parsed =
                parse_number(part).ok_or_else(|| self.fail(ValidationError::Ipv4NonNumericPart))?;
            if parsed.radix != 10 {
                self.note(ValidationError::Ipv4NonDecimalPart);
            }
            *number = parsed.value;
        }
        if numbers.iter().any(|&number| number > 255) {
            self.note(ValidationError::Ipv4OutOfRangePart);
        }
        let (first, last) = (&numbers[..count - 1], numbers[count - 1]);
        if first.iter().any(|&number| number > 255) || last >= 1 << (8 * (5 - count)) {
            return Err(Failure::new(ValidationError::Ipv4OutOfRangePart, self.at));
        }
        let first = first.iter().enumerate().map(|(i, &number)| number << (8 * (3 - i)));
        Ok((last + first.sum::<u64>()) as u32)
    }
}

/// The *ends-in-a-number checker*.
pub(crate) fn ends_in_number(text: &str) -> bool {
    let text = text.strip_suffix('.').unwrap_or(text);
    let last = text.rsplit('.').next().unwrap_or(text);
    !last.is_empty()
        && (last.bytes().all(|byte| byte.is_ascii_digit()) || parse_number(last).is_some())
}

/// Whether a domain consists of one to four numbers, which was an IPv4 address until 2021.
fn all_parts_numeric(text: &str) -> bool {
    let text = text.strip_suffix('.').unwrap_or(text);
    text.split('.').count() <= 4 && text.split('.').all(|part| parse_number(part).is_some())
}

/// A part of an address.
struct Number {
    /// Saturated, far above the largest address.
    value: u64,
    radix: u32,
}

/// The *IPv4 number parser*.
fn parse_number(part: &str) -> Option<Number> {
    let (digits, radix) = match part.as_bytes() {
        [] => return None,
        [b'0', b'x' | b'X', ..] => (&part[2..], 16),
        [b'0', _, ..] => (&part[1..], 8),
        _ => (part, 10),
    };
    let mut value: u64 = 0;
    for digit in digits.chars() {
        let digit = digit.to_digit(radix)?;
        value = (value * u64::from(radix) + u64::from(digit)).min(1 << 40);
    }
    Some(Number { value, radix })
}

/// The *IPv4 serializer*.
pub(crate) fn push(out: &mut String, address: u32) {
    for (at, part) in address.to_be_bytes().into_iter().enumerate() {
        if at > 0 {
            out.push('.');
        }
        push_decimal(out, part.into());
    }
}

/// Appends a number without leading zeros.
pub(crate) fn push_decimal(out: &mut String, number: u16) {
    let mut unit = 1;
    while number / unit >= 10 {
        unit *= 10;
    }
    while unit > 0 {
        out.push(char::from(b'0' + (number / unit % 10) as u8));
        unit /= 10;
    }
}

/// Whether a text is four shortest decimals, as the serializer writes them.
pub(crate) fn is_canonical(text: &str) -> bool {
    let mut parts = text.split('.');
    let shortest = |part: &str| match part.as_bytes() {
        [b'0'] => true,
        [b'1'..=b'9', ..] => part.parse::<u8>().is_ok(),
        _ => false,
    };
    (0..4).all(|_| parts.next().is_some_and(shortest)) && parts.next().is_none()
}
