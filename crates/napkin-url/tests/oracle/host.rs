//! The host parser and the host serializer.

#[path = "../../src/host/after_unicode_17.rs"]
mod after_unicode_17;

use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};

use self::after_unicode_17::is_new;
use super::{C0_CONTROL, Host, decode, encode, is_url_code_point};

/// Validation errors.
pub(crate) type Errors = Vec<&'static str>;

const FORBIDDEN_HOST: &str = "\0\t\n\r #/:<>?@[\\]^|";

fn is_forbidden_domain(c: char) -> bool {
    FORBIDDEN_HOST.contains(c) || c <= '\u{1F}' || c == '%' || c == '\u{7F}'
}

/// Notes a fatal error.
fn fail<T>(errors: &mut Errors, error: &'static str) -> Option<T> {
    errors.push(error);
    None
}

/// Host parser.
pub(crate) fn parse(input: &str, is_opaque: bool, errors: &mut Errors) -> Option<Host> {
    if input.starts_with('[') {
        if !input.ends_with(']') {
            return fail(errors, "IPv6-unclosed");
        }
        let inner: Vec<char> = input[1..input.len() - 1].chars().collect();
        return ipv6(&inner, errors).map(Host::Ipv6);
    }
    if is_opaque {
        return opaque(input, errors);
    }
    let decoded = decode(input);
    if decoded.len() < input.len() {
        errors.push("domain-percent-encoded");
    }
    let domain = String::from_utf8_lossy(&decoded).into_owned();
    let ascii = domain_parser(&domain, errors)?;
    if ends_in_number(&ascii) {
        return ipv4(&ascii, errors).map(Host::Ipv4);
    }
    Some(Host::Domain(ascii))
}

/// Opaque-host parser.
fn opaque(input: &str, errors: &mut Errors) -> Option<Host> {
    if input.chars().any(|c| FORBIDDEN_HOST.contains(c)) {
        return fail(errors, "host-invalid-code-point");
    }
    let c: Vec<char> = input.chars().collect();
    if c.iter().any(|&c| !is_url_code_point(c) && c != '%') {
        errors.push("invalid-URL-unit");
    }
    let lone = |at: usize| {
        c[at] == '%'
            && !(at + 2 < c.len() && c[at + 1].is_ascii_hexdigit() && c[at + 2].is_ascii_hexdigit())
    };
    if (0..c.len()).any(lone) {
        errors.push("invalid-URL-unit");
    }
    Some(if input.is_empty() { Host::Empty } else { Host::Opaque(encode(input, C0_CONTROL)) })
}

/// Domain parser with beStrict false.
fn domain_parser(domain: &str, errors: &mut Errors) -> Option<String> {
    let (std3, ldh) = (AsciiDenyList::STD3, Hyphens::Check);
    let idna = Uts46::new();
    // The tables of the crate may be newer than those of the standard.
    let (letters, _) = idna.to_unicode(domain.as_bytes(), AsciiDenyList::EMPTY, Hyphens::Allow);
    let is_too_new = domain.chars().chain(letters.chars()).any(is_new);
    if is_too_new || idna.to_ascii(domain.as_bytes(), std3, ldh, DnsLength::Verify).is_err() {
        errors.push("domain-to-ASCII");
    }
    if is_too_new {
        return None;
    }
    let ascii = if domain.is_ascii() {
        domain.to_ascii_lowercase()
    } else {
        let (any, allow) = (AsciiDenyList::EMPTY, Hyphens::Allow);
        idna.to_ascii(domain.as_bytes(), any, allow, DnsLength::Ignore).ok()?.into_owned()
    };
    (!ascii.is_empty() && !ascii.chars().any(is_forbidden_domain)).then_some(ascii)
}

/// Ends-in-a-number checker.
fn ends_in_number(input: &str) -> bool {
    let mut parts: Vec<&str> = input.split('.').collect();
    if parts.last() == Some(&"") {
        if parts.len() == 1 {
            return false;
        }
        parts.pop();
    }
    let last = parts[parts.len() - 1];
    !last.is_empty() && last.chars().all(|c| c.is_ascii_digit()) || ipv4_number(last).is_some()
}

/// IPv4 number parser: value, and whether it is not decimal. Values are capped far above the maximum.
fn ipv4_number(input: &str) -> Option<(u128, bool)> {
    if input.is_empty() {
        return None;
    }
    let (digits, radix) = if input.starts_with("0x") || input.starts_with("0X") {
        (&input[2..], 16)
    } else if input.len() >= 2 && input.starts_with('0') {
        (&input[1..], 8)
    } else {
        (input, 10)
    };
    let mut value = 0u128;
    for c in digits.chars() {
        value = (value * u128::from(radix) + u128::from(c.to_digit(radix)?)).min(1 << 90);
    }
    Some((value, radix != 10))
}

/// IPv4 parser.
fn ipv4(input: &str, errors: &mut Errors) -> Option<u32> {
    let mut parts: Vec<&str> = input.split('.').collect();
    if parts.last() == Some(&"") {
        errors.push("IPv4-empty-part");
        if parts.len() > 1 {
            parts.pop();
        }
    }
    if parts.len() < 4 {
        errors.push("IPv4-too-few-parts");
    }
    if parts.len() > 4 {
        return fail(errors, "IPv4-too-many-parts");
    }
    let mut numbers = Vec::new();
    for part in parts {
        let Some((value, not_decimal)) = ipv4_number(part) else {
            return fail(errors, "IPv4-non-numeric-part");
        };
        if not_decimal {
            errors.push("IPv4-non-decimal-part");
        }
        numbers.push(value);
    }
    if numbers.iter().any(|&number| number > 255) {
        errors.push("IPv4-out-of-range-part");
    }
    let last = numbers.len() - 1;
    if numbers[..last].iter().any(|&number| number > 255) {
        return None;
    }
    if numbers[last] >= 256u128.pow(5 - numbers.len() as u32) {
        return None;
    }
    let mut address = numbers[last];
    for (i, number) in numbers[..last].iter().enumerate() {
        address += number * 256u128.pow(3 - i as u32);
    }
    Some(address as u32)
}

/// IPv6 parser.
fn ipv6(input: &[char], errors: &mut Errors) -> Option<[u16; 8]> {
    let c = |pointer: usize| input.get(pointer).copied();
    let mut address = [0u16; 8];
    let mut piece_index = 0;
    let mut compress = None;
    let mut pointer = 0;
    if c(0) == Some(':') {
        if c(1) != Some(':') {
            return fail(errors, "IPv6-invalid-compression");
        }
        pointer += 2;
        piece_index += 1;
        compress = Some(piece_index);
    }
    while c(pointer).is_some() {
        if piece_index == 8 {
            return fail(errors, "IPv6-too-many-pieces");
        }
        if c(pointer) == Some(':') {
            if compress.is_some() {
                return fail(errors, "IPv6-multiple-compression");
            }
            pointer += 1;
            piece_index += 1;
            compress = Some(piece_index);
            continue;
        }
        let mut value = 0;
        let mut length = 0;
        while length < 4 && c(pointer).is_some_and(|c| c.is_ascii_hexdigit()) {
            value = value * 16 + c(pointer).unwrap().to_digit(16).unwrap();
            pointer += 1;
            length += 1;
        }
        if c(pointer) == Some('.') {
            if length == 0 {
                return fail(errors, "IPv4-in-IPv6-invalid-code-point");
            }
            pointer -= length;
            if piece_index > 6 {
                return fail(errors, "IPv4-in-IPv6-too-many-pieces");
            }
            let mut numbers_seen = 0;
            while c(pointer).is_some() {
                let mut part: Option<u32> = None;
                if numbers_seen > 0 {
                    if c(pointer) == Some('.') && numbers_seen < 4 {
                        pointer += 1;
                    } else {
                        return fail(errors, "IPv4-in-IPv6-invalid-code-point");
                    }
                }
                if !c(pointer).is_some_and(|c| c.is_ascii_digit()) {
                    return fail(errors, "IPv4-in-IPv6-invalid-code-point");
                }
                while let Some(digit) = c(pointer).and_then(|c| c.to_digit(10)) {
                    match part {
                        None => part = Some(digit),
                        Some(0) => return fail(errors, "IPv4-in-IPv6-invalid-code-point"),
                        Some(value) => part = Some(value * 10 + digit),
                    }
                    if part.unwrap() > 255 {
                        return fail(errors, "IPv4-in-IPv6-out-of-range-part");
                    }
                    pointer += 1;
                }
                address[piece_index] =
                    address[piece_index].wrapping_mul(0x100) + part.unwrap() as u16;
                numbers_seen += 1;
                if numbers_seen == 2 || numbers_seen == 4 {
                    piece_index += 1;
                }
            }
            if numbers_seen != 4 {
                return fail(errors, "IPv4-in-IPv6-too-few-parts");
            }
            break;
        } else if c(pointer) == Some(':') {
            pointer += 1;
            if c(pointer).is_none() {
                return fail(errors, "IPv6-invalid-code-point");
            }
        } else if c(pointer).is_some() {
            return fail(errors, "IPv6-invalid-code-point");
        }
        if length > 1 && value < 16u32.pow(length as u32 - 1) {
            errors.push("IPv6-piece-leading-zero");
        }
        address[piece_index] = value as u16;
        piece_index += 1;
    }
    if let Some(compress) = compress {
        let mut swaps = piece_index - compress;
        piece_index = 7;
        while piece_index != 0 && swaps > 0 {
            address.swap(piece_index, compress + swaps - 1);
            piece_index -= 1;
            swaps -= 1;
        }
    } else if piece_index != 8 {
        return fail(errors, "IPv6-too-few-pieces");
    }
    Some(address)
}

/// Host serializer.
pub(crate) fn serialize(host: &Host) -> String {
    match host {
        Host::Domain(text) | Host::Opaque(text) => text.clone(),
        Host::Empty => String::new(),
        Host::Ipv4(address) => {
            let part = |i: u32| (address / 256u32.pow(i) % 256).to_string();
            [part(3), part(2), part(1), part(0)].join(".")
        }
        Host::Ipv6(address) => format!("[{}]", serialize_ipv6(address)),
    }
}

/// IPv6 serializer.
fn serialize_ipv6(address: &[u16; 8]) -> String {
    // Compressed piece index: the first of the longest runs of zeros, of two or more.
    let run = |start: usize| address[start..].iter().take_while(|&&piece| piece == 0).count();
    let longest = (0..8).map(run).max().unwrap();
    let compress = (0..8).find(|&start| longest > 1 && run(start) == longest);
    let mut output = String::new();
    let mut ignore0 = false;
    for index in 0..8 {
        if ignore0 && address[index] == 0 {
            continue;
        }
        ignore0 = false;
        if compress == Some(index) {
            output += if index == 0 { "::" } else { ":" };
            ignore0 = true;
            continue;
        }
        output += &format!("{:x}", address[index]);
        if index != 7 {
            output.push(':');
        }
    }
    output
}
