//! The repair of a part in another way, where an edition refuses the usual one: a grammar may have no escapes in a host or
//! a name of a newsgroup, or no query.
//!
//! If no plan has a candidate, the part that the edition refuses is repaired in its next [way](super::ways), until the
//! edition accepts the whole or the part has no other way. Each part has few ways, so that few passes are made.

use napkin::{ByteSet, Edition, Part};

use crate::name::is_dns_label;
use crate::octets::{decoded, raw_characters, triplet};
use crate::raw::Raw;
use crate::reading::Reading;
use crate::span::Span;

use super::around::{is_blank_byte, lone_delimiters, unwrapped};
use super::candidate::Candidate;
use super::edits::{Refusal, Repair, begins_with_literal, is_mapped};
use super::plan::{Plan, dns_name};
use super::ways::{QueryWay, ServerWay, Ways};

/// The candidate that other ways of repair lead to: of the text, of the text without a mark at one end, without a query, or
/// with the white space behind it as data.
pub(super) fn in_other_ways(input: &[u8], edition: &'static Edition) -> Option<Candidate> {
    let inner = unwrapped(input);
    let behind = input.get(inner.end..).unwrap_or_default();
    let has_query = input.contains(&b'?');
    let has_mark = lone_delimiters(inner.of(input)) != (0, 0);
    let is_padded = !behind.is_empty() && behind.iter().all(|&byte| is_blank_byte(byte));
    let usual = Ways { has_query, ..Ways::default() };
    let without_query = Ways { query: QueryWay::Removed, ..Ways::default() };
    let padded = Ways { padded: true, ..usual };
    let choices = [
        Some((false, usual)),
        has_mark.then_some((true, usual)),
        has_query.then_some((false, without_query)),
        is_padded.then_some((false, padded)),
    ];
    choices.into_iter().flatten().find_map(|(unquoted, mut ways)| {
        let plan = Plan { unquoted, ..Plan::default() };
        loop {
            let mut repair = Repair::new(input, edition, plan);
            repair.ways = ways;
            match repair.attempt() {
                Ok(candidate) => return Some(candidate),
                Err(Refusal::Edits) => return None,
                Err(Refusal::Part(part)) => ways.next(part)?,
            }
        }
    })
}

impl Repair<'_> {
    /// Repairs an authority in another way than the usual one.
    pub(super) fn refused_authority(
        &mut self,
        text: &[u8],
        span: Span,
        raw: Raw,
        reading: &Reading<'_>,
    ) {
        let bytes = span.of(text);
        let at = bytes.iter().rposition(|&byte| byte == b'@');
        let server = Span::new(span.start + at.map_or(0, |at| at + 1), span.end);
        // An address in brackets is not guessed.
        if begins_with_literal(server.of(text)) {
            return;
        }
        let userinfo = Span::new(span.start, server.start);
        match self.ways.server {
            ServerWay::Usual => {}
            ServerWay::Name => {
                let stay = raw.name.or(self.edition.reserved).without(ByteSet::of(b"[]"));
                // The `@` of a userinfo is no data of a host.
                if at.is_none() || stay.contains(b'@') {
                    self.characters(text, span, Part::Host, stay);
                }
            }
            ServerWay::Bare => {
                if let Some(at) = at {
                    self.characters(text, span.part(0, at), Part::Userinfo, raw.userinfo);
                }
                self.bare_server(text, server, reading);
            }
            ServerWay::BareWithoutUserinfo | ServerWay::HostAlone => {
                if !userinfo.is_empty() {
                    self.edit(userinfo, "");
                }
                self.bare_server(text, server, reading);
            }
            ServerWay::Segment => {
                if reading.span(Part::Scheme).is_none() {
                    self.edit(Span::new(span.start - 1, span.start), "");
                    self.characters(text, span, Part::Path, raw.path);
                }
            }
        }
    }

    /// Removes what is no letter, digit, inner hyphen or dot of a host, and a port that is no number. A host stays if
    /// nothing would be left, if it has a delimiter, or if it is not ASCII and has no DNS name.
    fn bare_server(&mut self, text: &[u8], span: Span, reading: &Reading<'_>) {
        let bytes = span.of(text);
        let colon = bytes.iter().position(|&byte| byte == b':').unwrap_or(bytes.len());
        let (host, port) = (span.part(0, colon), Span::new(span.start + colon, span.end));
        let digits = port.of(text).get(1..).unwrap_or_default();
        let is_number = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
        if !port.is_empty() && (!is_number || self.ways.server == ServerWay::HostAlone) {
            self.edit(port, "");
        }
        if (host.start..host.end).any(|at| triplet(text, at).is_some()) {
            self.decoded_name(text, host, reading);
            return;
        }
        let kept = bare_name(text, host);
        // Text on both sides of a delimiter is no name. By RFC 1630 a blank is reserved.
        let is_delimiter = |&byte: &u8| byte > b' ' && self.edition.reserved.contains(byte);
        if kept.is_empty() || host.of(text).iter().any(is_delimiter) {
            return;
        }
        let name: String = kept.iter().map(|(one, _)| one).collect();
        if !name.is_ascii() {
            if let Some(ascii) = dns_name(&name).filter(|_| is_mapped(reading)) {
                self.edit(host, ascii);
            }
            return;
        }
        let mut start = host.start;
        let end = (' ', Span::new(host.end, host.end));
        for (_, place) in kept.iter().chain([&end]) {
            if start < place.start {
                self.edit(Span::new(start, place.start), "");
            }
            start = place.end;
        }
    }

    /// Decodes a percent-encoded host, if it is the name of a host then.
    fn decoded_name(&mut self, text: &[u8], host: Span, reading: &Reading<'_>) {
        let decoded = decoded(text, host);
        let name = str::from_utf8(&decoded).ok().filter(|_| is_mapped(reading)).and_then(dns_name);
        if let Some(name) =
            name.filter(|name| name.split('.').all(|one| is_dns_label(one.as_bytes())))
        {
            self.edit(host, name);
        }
    }

    /// Removes the bytes of a span that are not in a set.
    pub(super) fn keep_only(&mut self, text: &[u8], span: Span, keep: ByteSet) {
        self.remove(text, span, |byte| !keep.contains(byte));
    }

    /// Removes what is not in the name of a newsgroup.
    pub(super) fn word(&mut self, text: &[u8], span: Span) {
        let of_word = |byte: &u8| byte.is_ascii_alphanumeric() || b"-._+/".contains(byte);
        let bytes = span.of(text);
        let start = bytes.iter().position(u8::is_ascii_alphabetic).unwrap_or(bytes.len());
        self.remove(text, span.part(0, start), |byte| byte != b'/');
        self.remove(text, Span::new(span.start + start, span.end), |byte| !of_word(&byte));
    }
}

/// The letters and digits of a name with their places, and the hyphens and dots between them. A non-ASCII character
/// is never left out, since programs may take it for a delimiter.
fn bare_name(text: &[u8], host: Span) -> Vec<(char, Span)> {
    let mut kept: Vec<(char, Span)> = Vec::new();
    let is_label = |one: Option<&(char, Span)>| one.is_some_and(|(one, _)| *one != '.');
    let trim = |kept: &mut Vec<(char, Span)>| {
        while matches!(kept.last(), Some(('-', _))) {
            kept.pop();
        }
    };
    for (one, place) in raw_characters(text, host) {
        match one {
            '.' => {
                trim(&mut kept);
                if is_label(kept.last()) {
                    kept.push((one, place));
                }
            }
            '-' if is_label(kept.last()) => kept.push((one, place)),
            _ if one.is_ascii_alphanumeric() => kept.push((one, place)),
            _ if !one.is_ascii() && !one.is_control() && !one.is_whitespace() => {
                kept.push((one, place));
            }
            _ => {}
        }
    }
    trim(&mut kept);
    if matches!(kept.last(), Some(('.', _))) {
        kept.pop();
    }
    kept
}
