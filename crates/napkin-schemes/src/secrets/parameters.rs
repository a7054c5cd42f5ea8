//! Values of parameters: of a query, a fragment or a segment, of a connection string, and of JSON in a value.
//!
//! A name stands before `=`, or quoted before `:`. Where a value ends depends on what is before its name, since nobody encodes
//! connection strings.

use std::ops::Range;

use super::Finder;
use super::names::{AT_HOSTS, BESIDE, LONGEST, WAYS, Written};
use super::places::is_below;
use super::servers::{find, servers};
use super::shapes;

/// Hands on the secret values of a text.
pub(super) fn secrets(finder: &Finder, text: &[u8], push: &mut impl FnMut(Range<usize>)) {
    // Values that are secrets if one of some others is in the text.
    let mut pending: Vec<(usize, Range<usize>)> = Vec::new();
    let mut told = [false; BESIDE.len()];
    let mut servers = servers(text).peekable();
    let mut host = 0..0;
    let mut at = 0;
    while let Some(found) =
        text.get(at..).and_then(|rest| find(rest, |byte| matches!(byte, b'=' | b':')))
    {
        let sign = at + found;
        at = sign + 1;
        let Some(pair) = Pair::read(text, sign) else { continue };
        while let Some(server) = servers.next_if(|server| server.start <= sign) {
            host = server.host;
        }
        let Some(name) = text.get(pair.name.clone()).and_then(Written::read) else { continue };
        for (told, (_, others)) in told.iter_mut().zip(BESIDE) {
            *told |= others.iter().any(|other| name.is(other));
        }
        if finder.keeps(&name) {
            continue;
        }
        let is_secret = finder.hides(&name) || name.is_secret();
        let host = text.get(host.clone()).unwrap_or_default();
        if is_secret
            || AT_HOSTS.iter().any(|(known, own)| name.is(own.text) && is_below(host, known))
        {
            let value = pair.value(text, &name);
            at = value.end.max(at);
            if is_told(text.get(value.clone()).unwrap_or_default(), &name) {
                push(value);
            }
            continue;
        }
        let beside = BESIDE.iter().position(|(own, _)| name.is(own.text));
        if beside.is_some() || name.is_by_value() {
            let place = pair.short_value(text);
            let value = text.get(place.clone()).unwrap_or_default();
            if shapes::is_token(value) {
                at = place.end;
                push(place);
            } else if let Some(number) = beside.filter(|_| value.len() >= FEWEST) {
                pending.push((number, place));
            }
        }
    }
    for (number, place) in pending {
        if told.get(number) == Some(&true) {
            push(place);
        }
    }
}

/// The fewest bytes of a value that is a secret by its neighbours.
const FEWEST: usize = 6;

/// Whether a value tells a secret: it is there, is no yes or no in letters, no stars, and no way to log in. A single digit may be a
/// password; of 48,000 real URLs two have one behind such a name.
fn is_told(value: &[u8], name: &Written) -> bool {
    const ANSWERS: [&[u8]; 11] = [
        b"false",
        b"n",
        b"no",
        b"none",
        b"null",
        b"off",
        b"on",
        b"true",
        b"undefined",
        b"y",
        b"yes",
    ];
    let is = |other: &[u8]| value.eq_ignore_ascii_case(other);
    let is_way = || {
        let is_mechanism = matches!(value.first(), Some(b'*' | b'+'));
        name.is_word("auth") && (is_mechanism || WAYS.iter().any(|way| is(way.as_bytes())))
    };
    !value.iter().all(|&byte| byte == b'*') && !ANSWERS.iter().any(|answer| is(answer)) && !is_way()
}

/// A name with a sign behind it.
struct Pair {
    name: Range<usize>,
    /// What is before the name.
    lead: Lead,
    /// Where the value begins.
    value: usize,
}

/// What is before a name, which tells where the value ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lead {
    /// `?`, `&` or `#`: the value ends at the next of them.
    Query,
    /// `;` or `:`: it ends at the next `;`, in a path at the end of the segment.
    Semicolon,
    /// `/`: it ends with the segment.
    Slash,
    /// `(`, `,` or `!`: it ends at the next of them, or at the bracket.
    List,
    /// A quote: a value of JSON, which ends at its quote.
    Quote,
    /// A blank, or nothing.
    Other,
}

const fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'[' | b']' | b'$' | b'%')
}

impl Pair {
    fn read(text: &[u8], sign: usize) -> Option<Self> {
        let quotes = |byte: &&u8| b"\"'\\".contains(byte);
        let before = text.get(..sign)?;
        let quoted = before.iter().rev().take(2).take_while(quotes).count();
        let is_json = text.get(sign) == Some(&b':');
        if is_json && quoted == 0 {
            return None;
        }
        let before = before.get(..sign - quoted)?;
        let length =
            before.iter().rev().take(LONGEST + 1).take_while(|byte| is_of_name(**byte)).count();
        let name = before.len() - length..before.len();
        let mut before = before.get(..name.start)?;
        // Of a text in HTML.
        before = before.strip_suffix(b"amp;").unwrap_or(before);
        let lead = match before.last() {
            _ if quoted > 0 => Lead::Quote,
            Some(b'?' | b'&' | b'#') => Lead::Query,
            Some(b';' | b':') => Lead::Semicolon,
            Some(b'/') => Lead::Slash,
            Some(b'(' | b',' | b'!' | b'{' | b'|') => Lead::List,
            _ => Lead::Other,
        };
        let blanks = text.get(sign + 1..)?.iter().take(2).take_while(|byte| **byte == b' ').count();
        let value = sign + 1 + if is_json { blanks } else { 0 };
        Some(Self { name, lead, value })
    }

    /// The value, up to where it surely ends.
    fn value(&self, text: &[u8], name: &Written) -> Range<usize> {
        let start = self.value;
        let rest = text.get(start..).unwrap_or_default();
        let escape = usize::from(rest.first() == Some(&b'\\'));
        match rest.get(escape) {
            Some(&quote @ (b'"' | b'\'')) => {
                let inside = start + escape + 1;
                let length = find(text.get(inside..).unwrap_or_default(), |byte| {
                    byte == quote || byte == b'\n'
                });
                let end = length.map_or(text.len(), |length| inside + length);
                return inside..end - usize::from(escape == 1 && end > inside);
            }
            // Microsoft's JDBC driver writes a value with a semicolon in braces.
            Some(b'{') if self.lead != Lead::Query => {
                let length = find(rest, |byte| byte == b'}' || byte == b'\n');
                return start..length.map_or(text.len(), |length| start + length + 1);
            }
            _ => {}
        }
        let is_session = name.text().ends_with(b"sessionid") || name.text().ends_with(b"sessid");
        let mut at = 0;
        while let Some(&byte) = rest.get(at) {
            let ends = match byte {
                b'\n' | b'\r' | 0 | b'"' | b'<' | b'>' | b'`' => true,
                b'&' => {
                    matches!(self.lead, Lead::Query | Lead::Slash | Lead::Quote | Lead::Other)
                        || is_session
                }
                b'#' => matches!(self.lead, Lead::Query | Lead::Slash) || is_session,
                b'/' | b'?' => self.lead == Lead::Slash || is_session,
                b')' | b'}' => self.lead == Lead::List,
                b';' => is_session || ends_at(rest, at),
                b',' | b' ' | b'|' => begins_pair(rest.get(at + 1..).unwrap_or_default()),
                _ => false,
            };
            if ends {
                break;
            }
            at += 1;
        }
        start..start + at
    }

    /// The value, if it is of the letters of tokens; at most [`shapes::LONGEST`] bytes.
    fn short_value(&self, text: &[u8]) -> Range<usize> {
        let rest = text.get(self.value..).unwrap_or_default();
        let of_token = |byte: &&u8| byte.is_ascii_alphanumeric() || b"-_.~%+/=!:*|".contains(byte);
        let length = rest.iter().take(shapes::LONGEST).take_while(of_token).count();
        self.value..self.value + length
    }
}

/// Whether a value ends at its semicolon: the text ends, or another pair begins.
fn ends_at(rest: &[u8], at: usize) -> bool {
    let behind = rest.get(at + 1..).unwrap_or_default();
    behind.first().is_none_or(|byte| b"/?#;\"'".contains(byte)) || begins_pair(behind)
}

/// Whether a text begins with a name and `=`. A name of a connection string has blanks, as in `User Id=`.
fn begins_pair(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"!").unwrap_or(text);
    let length =
        find(text.get(..LONGEST).unwrap_or(text), |byte| !is_of_name(byte) && byte != b' ');
    length.is_some_and(|length| length > 0 && text.get(length) == Some(&b'='))
}
