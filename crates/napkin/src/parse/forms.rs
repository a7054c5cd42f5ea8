//! The forms of schemes: matching [`Step`]s from left to right (RFC 1630, RFC 1738).
//!
//! Used by the exact parser only. The steps are written so that the first choice that fits is the right one.
//! Nothing is matched twice, except by the alternatives of one tail.

use napkin_scan::{ByteSet, span};

use super::host::host_end;
use crate::code_points::CodePoints;
use crate::edition::HEXDIG;
use crate::edition::rules::Step;

/// Matches `steps` at `at`; returns the offset of their end, which is at most `end`.
///
/// # Errors
///
/// The offset at which the steps do not fit.
pub(super) fn match_steps(
    text: &[u8],
    at: usize,
    end: usize,
    steps: &[Step],
) -> Result<usize, usize> {
    let mut at = at;
    let mut i = 0;
    while i < steps.len() {
        match match_step(text, at, end, &steps[i]) {
            Ok(next) => at = next,
            Err(failed) => return Err(failed),
        }
        i += 1;
    }
    Ok(at)
}

fn match_step(text: &[u8], at: usize, end: usize, step: &Step) -> Result<usize, usize> {
    match *step {
        Step::Literal(literal) => {
            if begins_with(text, at, end, literal) {
                Ok(at + literal.len())
            } else {
                Err(at)
            }
        }
        Step::Byte(set) => {
            if at < end && set.contains(text[at]) {
                Ok(at + 1)
            } else {
                Err(at)
            }
        }
        Step::Character(set) => {
            let next = character(text, at, end, set);
            if next > at { Ok(next) } else { Err(at) }
        }
        Step::Bytes(set, least) => {
            let next = at + span(text.get(at..end).unwrap_or_default(), &set);
            if next - at >= least { Ok(next) } else { Err(next) }
        }
        Step::Characters(set, least) => {
            let next = characters(text, at, end, set, b"");
            if next - at >= least { Ok(next) } else { Err(next) }
        }
        Step::CharactersBefore(set, stop) => Ok(characters(text, at, end, set, stop)),
        Step::Maybe(steps) => match match_steps(text, at, end, steps) {
            Ok(next) => Ok(next),
            // A step that begins to fit and then fails is an error there; it is not absent.
            Err(failed) if failed > at => Err(failed),
            Err(_) => Ok(at),
        },
        Step::Repeat(steps, least) => repeat(text, at, end, steps, least),
        Step::OneOf(choices) => {
            let mut farthest = at;
            let mut i = 0;
            while i < choices.len() {
                match match_steps(text, at, end, choices[i]) {
                    Ok(next) => return Ok(next),
                    Err(failed) if failed > farthest => farthest = failed,
                    Err(_) => {}
                }
                i += 1;
            }
            Err(farthest)
        }
        Step::LastAt(before, after) => {
            let mut at_sign = end;
            while at_sign > at && text[at_sign - 1] != b'@' {
                at_sign -= 1;
            }
            if at_sign == at {
                return Err(characters(text, at, end, before, b""));
            }
            let local_end = characters(text, at, at_sign - 1, before, b"");
            if local_end != at_sign - 1 || local_end == at {
                return Err(local_end);
            }
            match_steps(text, at_sign, end, after)
        }
        Step::AtInside(set) => {
            let next = characters(text, at, end, set, b"");
            let mut inner = character(text, at, end, set);
            while inner < next && text[inner] != b'@' {
                inner = character(text, inner, end, set);
            }
            // Characters have to follow the first `@`, unless it is the very first character.
            if next == end && inner + 1 < end { Ok(end) } else { Err(next) }
        }
        Step::Host(rule) => match host_end(rule, [CodePoints::EMPTY; 2], text, at, end) {
            Ok((next, _)) if next == end => Ok(end),
            Ok((next, _)) => Err(next),
            Err(failed) => Err(failed),
        },
        Step::DecodedAddress(set) => {
            let next = characters(text, at, end, set, b"");
            if next == end && is_decoded_address(text, at, end) { Ok(end) } else { Err(next) }
        }
    }
}

fn repeat(
    text: &[u8],
    at: usize,
    end: usize,
    steps: &[Step],
    least: usize,
) -> Result<usize, usize> {
    let mut at = at;
    let mut count = 0;
    loop {
        match match_steps(text, at, end, steps) {
            Ok(next) if next > at => {
                at = next;
                count += 1;
            }
            Err(failed) if failed > at || count < least => return Err(failed),
            _ => return Ok(at),
        }
    }
}

const fn begins_with(text: &[u8], at: usize, end: usize, literal: &[u8]) -> bool {
    let mut i = 0;
    while i < literal.len() {
        if at + i >= end || text[at + i] != literal[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// The end of the character at `at`, which is a byte of the set or a percent-encoded octet; `at` if there is none.
const fn character(text: &[u8], at: usize, end: usize, set: ByteSet) -> usize {
    if at >= end {
        at
    } else if set.contains(text[at]) {
        at + 1
    } else if text[at] == b'%'
        && at + 2 < end
        && HEXDIG.contains(text[at + 1])
        && HEXDIG.contains(text[at + 2])
    {
        at + 3
    } else {
        at
    }
}

/// The end of the characters of the set that begin at `at`, or the start of `stop` if it is not empty.
fn characters(text: &[u8], at: usize, end: usize, set: ByteSet, stop: &[u8]) -> usize {
    let mut at = at;
    loop {
        if stop.is_empty() {
            at += span(text.get(at..end).unwrap_or_default(), &set);
        } else if begins_with(text, at, end, stop) {
            return at;
        }
        let next = character(text, at, end, set);
        if next == at {
            return at;
        }
        at = next;
    }
}

/// Whether the characters decode to text, `@` and text: raw or percent-encoded, the last `@` splits.
const fn is_decoded_address(text: &[u8], start: usize, end: usize) -> bool {
    let mut at = start;
    let mut characters = 0;
    let mut before_last = None;
    while at < end {
        let encoded = text[at] == b'%';
        let is_at = text[at] == b'@' || encoded && text[at + 1] == b'4' && text[at + 2] == b'0';
        if is_at {
            before_last = Some(characters);
        }
        characters += 1;
        at += if encoded { 3 } else { 1 };
    }
    match before_last {
        Some(before) => before > 0 && before + 1 < characters,
        None => false,
    }
}
