//! IP addresses as the programs read and write them.

use std::net::Ipv6Addr;

use crate::no_key::NoKey;

/// The numbers of an address of version 4, of which the last fills what the others leave: `1.2.3`, `1.515`.
fn filled(numbers: &[u64]) -> Option<u64> {
    let (&last, before) = numbers.split_last()?;
    if before.len() > 3 || before.iter().any(|&number| number > 255) {
        return None;
    }
    let left = 8 * (4 - before.len() as u32);
    if last >> left != 0 {
        return None;
    }
    let high = before.iter().fold(0, |all, &number| all << 8 | number);
    Some(if before.is_empty() { last } else { high << left | last })
}

/// An address of version 4 with dots.
pub(crate) fn push_dotted(out: &mut Vec<u8>, address: u32) {
    out.extend_from_slice(std::net::Ipv4Addr::from(address).to_string().as_bytes());
}

/// What the package surt makes of digits alone: a number of which the lowest 32 bits count.
pub(crate) fn lowest_bits(digits: &[u8]) -> u32 {
    digits
        .iter()
        .fold(0_u32, |all, digit| all.wrapping_mul(10).wrapping_add(u32::from(digit - b'0')))
}

/// The address that the package surt asks the C library for (`inet_aton`), of decimal and octal numbers with dots. Behind a zero at the
/// start, it asks only where all digits are octal.
pub(crate) fn by_libc(host: &[u8]) -> Option<u32> {
    if host.first() == Some(&b'0') && host.iter().any(|digit| matches!(digit, b'8' | b'9')) {
        return None;
    }
    let mut numbers = [0; 4];
    let mut count = 0;
    for digits in host.split(|&byte| byte == b'.') {
        let base = if digits.len() > 1 && digits[0] == b'0' { 8 } else { 10 };
        *numbers.get_mut(count)? = number(digits, base)?;
        count += 1;
    }
    filled(&numbers[..count])?.try_into().ok()
}

/// The address of version 4 that webarchive-commons reads: digits alone, of which the lowest 32 bits count, or four octal numbers of
/// which the first begins with a zero, or four decimal ones of which it does not.
pub(crate) fn by_webarchive(host: &[u8]) -> Option<u32> {
    if !host.is_empty() && host.iter().all(u8::is_ascii_digit) {
        let fits = std::str::from_utf8(host).is_ok_and(|digits| digits.parse::<i64>().is_ok());
        return fits.then(|| lowest_bits(host));
    }
    let base = if host.first() == Some(&b'0') { 8 } else { 10 };
    let numbers: Option<Vec<_>> =
        host.split(|&byte| byte == b'.').map(|digits| number(digits, base)).collect();
    let numbers = numbers.filter(|numbers| numbers.len() == 4)?;
    numbers
        .iter()
        .try_fold(0_u32, |all, &number| Some(all << 8 | u32::from(u8::try_from(number).ok()?)))
}

/// The value of digits of a base; of more than fit, the largest there is.
fn number(digits: &[u8], base: u32) -> Option<u64> {
    let mut all = 0_u64;
    for &digit in digits {
        let value = char::from(digit).to_digit(base)?;
        all = all.saturating_mul(base.into()).saturating_add(value.into());
    }
    (!digits.is_empty()).then_some(all)
}

/// The address of version 4 that the package urlcanon reads, whose numbers are read by Python's `int`.
///
/// # Errors
///
/// If it is below zero, which ends the package with an error when it writes the address.
pub(crate) fn by_urlcanon(host: &[u8]) -> Result<Option<u32>, NoKey> {
    if host.is_empty() {
        return Ok(None);
    }
    let mut numbers = [0_i128; 4];
    let mut count = 0;
    for text in host.strip_suffix(b".").unwrap_or(host).split(|&byte| byte == b'.') {
        let (Some(place), Some(number)) = (numbers.get_mut(count), by_python(text)) else {
            return Ok(None);
        };
        *place = number;
        count += 1;
    }
    let Some((&last, before)) = numbers[..count].split_last() else { return Ok(None) };
    let left = 8 * (4 - before.len() as u32);
    // The first of two or more numbers may be anything; the sum has to fit.
    let rest = before.get(1..).unwrap_or_default();
    if rest.iter().any(|&number| number >= 256) || (!before.is_empty() && last >= 1 << left) {
        return Ok(None);
    }
    let mut place = 1_i128 << 32;
    let mut all = last;
    for &number in before {
        place >>= 8;
        let Some(sum) = number.checked_mul(place).and_then(|high| all.checked_add(high)) else {
            return Ok(None);
        };
        all = sum;
    }
    match u32::try_from(all) {
        Ok(address) => Ok(Some(address)),
        Err(_) if all < 0 => Err(NoKey::Address),
        Err(_) => Ok(None),
    }
}

/// A number as `urlcanon` takes it from a host: `0x` and `0` say the base, nothing is zero, and the digits are read by Python's
/// `int`, with white space around, a sign, single underscores between digits, and a second prefix of the base.
fn by_python(text: &[u8]) -> Option<i128> {
    let (digits, base) = match text {
        [] | [b'0', b'x' | b'X'] => return Some(0),
        [b'0', b'x' | b'X', digits @ ..] => (digits, 16),
        [b'0', digits @ ..] if !digits.is_empty() => (digits, 8),
        digits => (digits, 10),
    };
    let digits = digits.trim_ascii();
    let (sign, digits) = match digits {
        [b'-', digits @ ..] => (-1, digits),
        [b'+', digits @ ..] | digits => (1, digits),
    };
    let digits = match (digits, base) {
        ([b'0', b'x' | b'X', digits @ ..], 16) | ([b'0', b'o' | b'O', digits @ ..], 8) => {
            digits.strip_prefix(b"_").unwrap_or(digits)
        }
        (digits, _) => digits,
    };
    let mut all = 0_i128;
    for group in digits.split(|&byte| byte == b'_') {
        if group.is_empty() {
            return None;
        }
        for &digit in group {
            let value = char::from(digit).to_digit(base)?;
            // What is larger than any address stays so.
            all = (all * i128::from(base) + i128::from(value)).min(1 << 100);
        }
    }
    Some(sign * all)
}

/// An address of version 6 as Python's `ipaddress` reads it: it may have a zone behind `%`.
pub(crate) fn of_six(text: &[u8]) -> Option<(Ipv6Addr, Option<&[u8]>)> {
    let (address, zone) = crate::octets::cut(text, b'%');
    if zone.is_some_and(|zone| zone.is_empty() || zone.contains(&b'%')) {
        return None;
    }
    let address: Ipv6Addr = std::str::from_utf8(address).ok()?.parse().ok()?;
    Some((address, zone))
}

/// Appends an address of version 6 in the form of RFC 5952 §4, all of it in hexadecimal numbers, as Python wrote it before
/// version 3.13, and as the URL Standard does.
pub(crate) fn push_six(out: &mut Vec<u8>, address: Ipv6Addr) {
    let numbers = address.segments();
    let (mut longest, mut start) = (0..0, 0);
    while start < numbers.len() {
        let zeros = numbers[start..].iter().take_while(|&&number| number == 0).count();
        if zeros > longest.len() && zeros > 1 {
            longest = start..start + zeros;
        }
        start += zeros + 1;
    }
    let push = |out: &mut Vec<u8>, numbers: &[u16]| {
        for (place, number) in numbers.iter().enumerate() {
            let colon = if place > 0 { ":" } else { "" };
            out.extend_from_slice(format!("{colon}{number:x}").as_bytes());
        }
    };
    if longest.is_empty() {
        push(out, &numbers);
        return;
    }
    push(out, &numbers[..longest.start]);
    out.extend_from_slice(b"::");
    push(out, &numbers[longest.end..]);
}
