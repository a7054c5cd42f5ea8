//! IPv6 addresses.

use alloc::string::String;
use core::fmt::Write;

use super::HostText;
use crate::validation::{Failure, ValidationError};

impl HostText<'_> {
    /// The *IPv6 parser*, on the text between the brackets.
    pub(super) fn ipv6(&self, text: &str) -> Result<[u16; 8], Failure> {
        let bytes = text.as_bytes();
        let at = |pointer: usize| bytes.get(pointer).copied();
        let mut pieces = [0u16; 8];
        let (mut index, mut pointer) = (0, 0);
        let mut compress = None;
        if at(0) == Some(b':') {
            if at(1) != Some(b':') {
                return Err(self.fail(ValidationError::Ipv6InvalidCompression));
            }
            pointer = 2;
            index = 1;
            compress = Some(1);
        }
        while let Some(c) = at(pointer) {
            if index == 8 {
                return Err(self.fail(ValidationError::Ipv6TooManyPieces));
            }
            if c == b':' {
                if compress.is_some() {
                    return Err(self.fail(ValidationError::Ipv6MultipleCompression));
                }
                pointer += 1;
                index += 1;
                compress = Some(index);
                continue;
            }
            let (mut value, mut length) = (0u16, 0);
            while let (0..4, Some(digit)) = (length, at(pointer).and_then(napkin_scan::hex)) {
                value = value << 4 | u16::from(digit);
                pointer += 1;
                length += 1;
            }
            match at(pointer) {
                Some(b'.') => {
                    if length == 0 {
                        return Err(self.fail(ValidationError::Ipv4InIpv6InvalidCodePoint));
                    }
                    if index > 6 {
                        return Err(self.fail(ValidationError::Ipv4InIpv6TooManyPieces));
                    }
                    let [a, b, c, d] = self.ipv4_in_ipv6(&bytes[pointer - length..])?;
                    pieces[index] = u16::from_be_bytes([a, b]);
                    pieces[index + 1] = u16::from_be_bytes([c, d]);
                    index += 2;
                    break;
                }
                Some(b':') => {
                    pointer += 1;
                    if pointer == bytes.len() {
                        return Err(self.fail(ValidationError::Ipv6InvalidCodePoint));
                    }
                }
                Some(_) => return Err(self.fail(ValidationError::Ipv6InvalidCodePoint)),
                None => {}
            }
            if length > 1 && value < 1 << (4 * (length - 1)) {
                self.note(ValidationError::Ipv6PieceLeadingZero);
            }
            pieces[index] = value;
            index += 1;
        }
        match compress {
            // The pieces behind the `::` move to the end.
            Some(compress) => pieces[compress..].rotate_right(8 - index),
            None if index != 8 => return Err(self.fail(ValidationError::Ipv6TooFewPieces)),
            None => {}
        }
        Ok(pieces)
    }

    /// The dotted part at the end: four decimal numbers.
    fn ipv4_in_ipv6(&self, bytes: &[u8]) -> Result<[u8; 4], Failure> {
        let invalid = || self.fail(ValidationError::Ipv4InIpv6InvalidCodePoint);
        let mut parts = [0; 4];
        let (mut seen, mut pointer) = (0, 0);
        while pointer < bytes.len() {
            if seen > 0 {
                if bytes[pointer] != b'.' || seen == 4 {
                    return Err(invalid());
                }
                pointer += 1;
            }
            let mut value = None;
            while let Some(digit @ b'0'..=b'9') = bytes.get(pointer) {
                let digit = u16::from(digit - b'0');
                value = match value {
                    None => Some(digit),
                    Some(0) => return Err(invalid()),
                    Some(value) => Some(value * 10 + digit),
                };
                if value > Some(255) {
                    return Err(self.fail(ValidationError::Ipv4InIpv6OutOfRangePart));
                }
                pointer += 1;
            }
            parts[seen] = value.ok_or_else(invalid)? as u8;
            seen += 1;
        }
        if seen == 4 { Ok(parts) } else { Err(self.fail(ValidationError::Ipv4InIpv6TooFewParts)) }
    }
}

/// The *compressed piece index* and the length of its run: the first of the longest runs of two or more zeros.
fn compressed(pieces: [u16; 8]) -> Option<(usize, usize)> {
    let (mut best, mut run): (Option<(usize, usize)>, usize) = (None, 0);
    for (i, piece) in pieces.into_iter().enumerate() {
        run = if piece == 0 { run + 1 } else { 0 };
        if run > best.map_or(1, |(_, length)| length) {
            best = Some((i + 1 - run, run));
        }
    }
    best
}

/// The *IPv6 serializer*, in brackets.
pub(crate) fn push(out: &mut String, pieces: [u16; 8]) {
    out.push('[');
    let (start, length) = compressed(pieces).unwrap_or((8, 0));
    for (i, piece) in pieces.into_iter().enumerate() {
        if i == start {
            out.push_str("::");
        } else if !(start..start + length).contains(&i) {
            if i > 0 && i != start + length {
                out.push(':');
            }
            // Writing to a String cannot fail.
            let _ = write!(out, "{piece:x}");
        }
    }
    out.push(']');
}

/// Whether the serializer writes this text between the brackets.
pub(crate) fn is_canonical(text: &str) -> bool {
    let mut out = String::new();
    let Ok(address) = text.parse::<core::net::Ipv6Addr>() else { return false };
    push(&mut out, address.segments());
    out.get(1..out.len() - 1) == Some(text)
}
