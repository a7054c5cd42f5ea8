//! One plan, applied to the whole input: the edits of each part.

use napkin::edition::RFC3986;
use napkin::{ByteSet, Edition, Part, Start};

use crate::name::ipv6_literal;
use crate::octets::{first_character, percent_encoded, raw_characters, triplet};
use crate::raw::Raw;
use crate::reading::Reading;
use crate::scheme_lists::WITH_DOMAIN_NAME;
use crate::span::{Edit, Span};

use super::around::{is_blank_byte, is_prose, lone_delimiters, unwrapped};
use super::candidate::Candidate;
use super::directory::{of_scp, port_of_scp};
use super::plan::{
    NamedHost, Plan, becomes_mark, dns_name, late_userinfo, named_host, user_with_domain,
};
use super::ways::{PathWay, QueryWay, ServerWay, Ways};

/// The application of one plan.
pub(super) struct Repair<'a> {
    input: &'a [u8],
    pub(super) edition: &'static Edition,
    pub(super) plan: Plan,
    pub(super) ways: Ways,
    pub(super) edits: Vec<Edit>,
}

/// Why a plan has no candidate.
pub(super) enum Refusal {
    /// Edits overlap, or the result is not UTF-8.
    Edits,
    /// The edition rejects the result because of this part.
    Part(Part),
}

impl<'a> Repair<'a> {
    pub(super) fn new(input: &'a [u8], edition: &'static Edition, plan: Plan) -> Self {
        Self { input, edition, plan, ways: Ways::default(), edits: Vec::new() }
    }

    /// The result of the plan, if the edition accepts it.
    pub(super) fn candidate(self) -> Option<Candidate> {
        self.attempt().ok()
    }

    /// The result of the plan, or the part because of which there is none.
    pub(super) fn attempt(mut self) -> Result<Candidate, Refusal> {
        let whole = Span::new(0, self.input.len());
        let within = self.unwrap(whole);
        // These edits decide where the parts are, so they come first.
        let mut text = self.input.to_vec();
        self.late_userinfo(&mut text, within);
        self.slashes(&mut text, within);
        self.parts(&text, within);
        self.edits.sort_by_key(|edit| edit.span);
        // A backslash that became a slash may end the authority within text that another edit removes.
        let overlap = |pair: &[Edit]| matches!(pair, [one, next] if one.span.end > next.span.start);
        if self.edits.windows(2).any(overlap) {
            return Err(Refusal::Edits);
        }
        merge(&mut self.edits);
        let output = Edit::apply(self.input, &self.edits);
        let uri = String::from_utf8(output).map_err(|_| Refusal::Edits)?;
        self.edition.parse(&uri).map_err(|error| Refusal::Part(error.part()))?;
        Ok(Candidate::new(uri, self.edits))
    }

    pub(super) fn edit(&mut self, span: Span, text: impl Into<String>) {
        self.edits.push(Edit::new(span, text));
    }

    /// Removes the text around the URI. RFC 3986 appendix C allows it, but readers differ: some remove white space and
    /// brackets, others send them, or take the text for a relative reference.
    fn unwrap(&mut self, whole: Span) -> Span {
        let mut inner = unwrapped(self.input);
        let (before, behind) =
            (Span::new(whole.start, inner.start), Span::new(inner.end, whole.end));
        if !before.is_empty() {
            self.edit(before, "");
        }
        if self.ways.padded {
            self.edit(behind, percent_encoded(behind.of(self.input)));
        } else if !behind.is_empty() {
            self.edit(behind, "");
        }
        if self.plan.unquoted {
            let (begins, ends) = lone_delimiters(inner.of(self.input));
            for delimiter in [
                Span::new(inner.start, inner.start + begins),
                Span::new(inner.end - ends, inner.end),
            ] {
                if !delimiter.is_empty() {
                    self.edit(delimiter, "");
                }
            }
            inner = Span::new(inner.start + begins, inner.end - ends);
        }
        inner
    }

    /// Encodes the delimiters of a late userinfo, if the plan says so. In the text, an unreserved character takes
    /// their place.
    fn late_userinfo(&mut self, text: &mut [u8], within: Span) {
        let Some(userinfo) = late_userinfo(within.of(text)).filter(|_| self.plan.late_at) else {
            return;
        };
        for at in within.start + userinfo.start..within.start + userinfo.end {
            let Some(byte) = text.get_mut(at).filter(|byte| b"/?#".contains(byte)) else {
                continue;
            };
            let encoded = percent_encoded(&[*byte]);
            *byte = b'_';
            self.edit(Span::new(at, at + 1), encoded);
        }
    }

    /// Replaces the backslashes of the hierarchical part by slashes, if the plan says so, but for those of a user.
    fn slashes(&mut self, text: &mut [u8], within: Span) {
        let ends = within.of(text).iter().position(|byte| b"?#".contains(byte));
        let end = ends.map_or(within.end, |end| within.start + end);
        let start = within.start + user_with_domain(within.of(text)).unwrap_or(0);
        for (at, byte) in text.iter_mut().enumerate().take(end).skip(start) {
            if *byte == b'\\' && self.plan.slashes {
                *byte = b'/';
                self.edit(Span::new(at, at + 1), "/");
            }
        }
    }

    /// Repairs each part by its own set.
    fn parts(&mut self, text: &[u8], within: Span) {
        let inner = within.of(text);
        if self.plan.as_ssh {
            self.scp(text, within);
        } else if let Some(host) = named_host(inner).filter(|_| self.plan.as_host) {
            let NamedHost { ascii, length, end } = host;
            self.edit(within.part(0, length), format!("//{ascii}"));
            let port = within.part(length, end - length);
            self.port(text, port, Raw::of(self.edition, ""));
            self.parts_behind(text, Span::new(within.start + end, within.end));
        } else {
            self.parts_behind(text, within);
        }
    }

    /// Makes a URI of the scp form of SSH. All behind its colon is a path, but for a port if the plan says so.
    fn scp(&mut self, text: &[u8], within: Span) {
        let Some(colon) = of_scp(within.of(text)).map(|colon| within.start + colon) else { return };
        let port = port_of_scp(within.of(text)).filter(|_| self.plan.other_port);
        self.edit(Span::new(within.start, within.start), "ssh://");
        if port.is_none() {
            let slash = if text.get(colon + 1) == Some(&b'/') { "" } else { "/" };
            self.edit(Span::new(colon, colon + 1), slash);
        }
        let start = colon + 1 + port.map_or(0, <[u8]>::len);
        let raw = Raw::of(self.edition, "ssh");
        self.characters(text, Span::new(start, within.end), Part::Path, raw.path);
    }

    /// Repairs each part of a text, which may be the text after a host that was found.
    fn parts_behind(&mut self, text: &[u8], within: Span) {
        let inner = within.of(text);
        let reading = Reading::new(inner, self.edition);
        let at = |span: Span| Span::new(within.start + span.start, within.start + span.end);
        let part = |part| reading.span(part).map(at);
        let raw = Raw::of(self.edition, reading.scheme());
        let (scheme, authority) = (part(Part::Scheme), part(Part::Authority));
        let path = part(Part::Path).unwrap_or(Span::new(within.end, within.end));
        let is_relative =
            scheme.map_or(authority.is_none(), |scheme| !self.is_scheme(text, scheme));
        if is_relative {
            self.relative_path(text, Span::new(within.start, path.end), raw);
        } else {
            self.remove(text, scheme.unwrap_or_default(), is_blank_byte);
            if let Some(authority) = authority {
                self.authority(text, authority, raw, &reading);
            }
            self.path(text, path, raw, authority.is_some());
        }
        if let Some(query) = part(Part::Query) {
            let has_path = authority.is_none() || !path.is_empty();
            self.query(text, query, raw, has_path);
        }
        if let Some(fragment) = part(Part::Fragment) {
            self.characters(text, fragment, Part::Fragment, raw.fragment);
        }
    }

    fn query(&mut self, text: &[u8], span: Span, raw: Raw, has_path: bool) {
        let mark = Span::new(span.start - 1, span.start);
        match self.ways.query {
            QueryWay::Usual => self.characters(text, span, Part::Query, raw.query),
            QueryWay::Strict => {
                self.characters(text, span, Part::Query, self.edition.unreserved);
            }
            QueryWay::Data if has_path => {
                self.edit(mark, "%3F");
                self.characters(text, span, Part::Path, raw.path);
            }
            // An encoded question mark behind a server would be in the host.
            QueryWay::Data | QueryWay::Removed => self.edit(Span::new(mark.start, span.end), ""),
        }
    }

    fn path(&mut self, text: &[u8], span: Span, raw: Raw, is_behind_authority: bool) {
        let bytes = span.of(text);
        // The form of the scheme ends with the server. An encoded slash would become a part of the host.
        let has_no_path = is_behind_authority && !raw.path.contains(b'/');
        if has_no_path && bytes == b"/" {
            self.edit(span, "");
            return;
        }
        let keep = if has_no_path { raw.path.or(ByteSet::of(b"/")) } else { raw.path };
        match self.ways.path {
            PathWay::Strict => {
                let plain = self.edition.unreserved.or(ByteSet::of(b"/"));
                self.characters(text, span, Part::Path, plain);
            }
            PathWay::Raw => self.keep_only(text, span, keep.or(ByteSet::of(b"%"))),
            PathWay::Word => self.word(text, span),
            PathWay::Removed if is_behind_authority && !span.is_empty() => {
                let kept = usize::from(!has_no_path);
                self.edit(Span::new(span.start + kept, span.end), "");
            }
            PathWay::Usual | PathWay::Removed => self.characters(text, span, Part::Path, keep),
        }
    }

    /// Whether the text before the first colon is a scheme, with inner white space. Words are one if the plan joins them.
    fn is_scheme(&self, text: &[u8], span: Span) -> bool {
        let mut kept = span.of(text).iter().filter(|byte| !is_blank_byte(**byte));
        let begins = kept.next().is_some_and(|&first| self.edition.scheme_start().contains(first));
        let characters = self.edition.raw_bytes(Part::Scheme, "");
        let is_word = self.plan.joined || !is_prose(text.get(span.start..).unwrap_or_default());
        begins && is_word && kept.all(|&byte| characters.contains(byte))
    }

    /// Repairs a path at the start of a reference. A dot segment stands before a first segment with a colon, which would be
    /// a scheme (RFC 3986 §4.2).
    fn relative_path(&mut self, text: &[u8], span: Span, raw: Raw) {
        let first = span.of(text).split(|&byte| byte == b'/').next().unwrap_or_default();
        // Some editions read a path there themselves.
        let read = if first.starts_with(b":") { ":" } else { "!:" };
        if first.contains(&b':') && self.edition.parse(read).is_err() {
            self.edit(span.part(0, 0), "./");
        }
        self.path(text, span, raw, false);
    }

    /// Repairs userinfo, host and port, unless the edition reads the authority as it is.
    fn authority(&mut self, text: &[u8], span: Span, raw: Raw, reading: &Reading<'_>) {
        let bytes = span.of(text);
        if self.is_valid_authority(bytes, reading) {
            return;
        }
        if self.ways.server != ServerWay::Usual {
            self.refused_authority(text, span, raw, reading);
            return;
        }
        let ats: Vec<_> = (0..bytes.len()).filter(|&at| bytes.get(at) == Some(&b'@')).collect();
        let end = if self.plan.first_at { ats.first() } else { ats.last() };
        let mut server = span;
        if let Some(&end) = end {
            let userinfo = Span::new(span.start, span.start + end);
            server.start = userinfo.end + 1;
            self.characters(text, userinfo, Part::Userinfo, raw.userinfo);
        }
        self.server(text, server, raw, reading);
    }

    /// Whether the edition accepts an authority before a path.
    fn is_valid_authority(&self, authority: &[u8], reading: &Reading<'_>) -> bool {
        let colon = if reading.span(Part::Scheme).is_some() { ":" } else { "" };
        let before = [reading.scheme(), colon, "//"].concat();
        let text = [before.as_bytes(), authority, b"/"].concat();
        self.edition.parse_bytes(Start::UriReference, &text).is_ok()
    }

    fn server(&mut self, text: &[u8], span: Span, raw: Raw, reading: &Reading<'_>) {
        let bytes = span.of(text);
        let is_colon = |&byte: &u8| byte == b':';
        let is_address = ipv6_literal(&[b"[", bytes, b"]"].concat()).is_some();
        if self.is_list(bytes, reading) {
            self.list(text, span, raw, reading);
        } else if begins_with_literal(bytes) {
            self.literal(text, span, raw);
        } else if is_unopened_literal(bytes) {
            self.edit(Span::new(span.start, span.start), "[");
            self.literal(text, span, raw);
        } else if let Some(colon) =
            colon_behind_address(bytes).filter(|_| self.plan.other_port || !is_address)
        {
            self.edit(Span::new(span.start, span.start), "[");
            self.edit(span.part(colon, 0), "]");
        } else if is_address {
            self.edit(Span::new(span.start, span.start), "[");
            self.edit(Span::new(span.end, span.end), "]");
        } else {
            let colon = bytes.iter().position(is_colon).unwrap_or(bytes.len());
            let (name, port) = (span.part(0, colon), Span::new(span.start + colon, span.end));
            self.name(text, name, raw, reading, ByteSet::of(b"[]"));
            self.port(text, port, raw);
        }
    }

    /// Whether a server is a list of servers with ports, which the plan keeps: `a:1,b:2`. Hosts of a scheme that are
    /// domain names have no commas.
    fn is_list(&self, server: &[u8], reading: &Reading<'_>) -> bool {
        server.contains(&b',')
            && server.contains(&b':')
            && !self.plan.no_port
            && !self.plan.other_port
            && reading.span(Part::Scheme).is_some()
            && !reading.is_scheme(WITH_DOMAIN_NAME)
            && self.edition.parse("x://a%3Ab,c/").is_ok()
    }

    /// Encodes the colons and brackets of a list of servers, but for the colon of the last port.
    fn list(&mut self, text: &[u8], span: Span, raw: Raw, reading: &Reading<'_>) {
        let bytes = span.of(text);
        let colon = bytes.iter().rposition(|&byte| byte == b':').unwrap_or(bytes.len());
        let is_port = bytes.iter().skip(colon + 1).all(u8::is_ascii_digit);
        let list = span.part(0, if is_port { colon } else { bytes.len() });
        for (at, byte) in list.of(text).iter().enumerate().filter(|(_, byte)| b":[]".contains(byte))
        {
            self.edit(list.part(at, 1), percent_encoded(&[*byte]));
        }
        self.name(text, list, raw, reading, ByteSet::EMPTY);
    }

    /// Repairs an IP literal: adds a missing bracket, and removes white space, a zone and any text after the bracket.
    fn literal(&mut self, text: &[u8], span: Span, raw: Raw) {
        let bytes = span.of(text);
        let close = bytes.iter().position(|&byte| byte == b']');
        let within = close.unwrap_or(bytes.len());
        let zone = bytes.iter().take(within).position(|&byte| byte == b'%');
        let address = Span::new(span.start + 1, span.start + zone.unwrap_or(within));
        self.remove(text, address, |byte| is_blank_byte(byte) || byte == b'[');
        let Some(close) = close else {
            self.edit(Span::new(span.end, span.end), "]");
            return;
        };
        if let Some(zone) = zone {
            let zone = Span::new(span.start + zone, span.start + close);
            self.edit(zone, "");
        }
        let behind = Span::new(span.start + close + 1, span.end);
        if !behind.of(text).contains(&b':') && self.port_without_colon(text, behind) {
            return;
        }
        let colon = behind.of(text).iter().position(|&byte| byte == b':').unwrap_or(behind.len());
        if colon > 0 {
            self.edit(Span::new(behind.start, behind.start + colon), "");
        }
        self.port(text, Span::new(behind.start + colon, span.end), raw);
    }

    /// Repairs a name. A DNS name is mapped if it can be, by the schemes whose hosts are DNS names, and where the
    /// scheme is not known. Otherwise non-ASCII text is encoded (RFC 3986 §3.2.2), and white space, control characters,
    /// quotation marks and other bytes that are no data of a host are removed.
    fn name(&mut self, text: &[u8], span: Span, raw: Raw, reading: &Reading<'_>, no_data: ByteSet) {
        let bytes = span.of(text);
        let is_allowed = |character: char| match u8::try_from(character) {
            Ok(byte) if byte.is_ascii() => raw.name.contains(byte) || byte == b'%',
            _ => self.edition.allows_raw(Part::Host, character),
        };
        let left_out = ByteSet::range(0, b' ').or(ByteSet::of(b"\"<>\x7f")).or(no_data);
        let left_out = left_out.without(raw.name);
        let is_mapped = is_mapped(reading);
        let is_left_out = |one: char| match u8::try_from(one) {
            Ok(byte) if byte.is_ascii() => left_out.contains(byte),
            _ => is_mapped && (one.is_whitespace() || one.is_control()) && !is_allowed(one),
        };
        let name = str::from_utf8(bytes).unwrap_or_default().replace(is_left_out, "");
        let is_mapped = is_mapped && !name.is_ascii() && !name.chars().all(is_allowed);
        if let Some(ascii) = is_mapped.then(|| dns_name(&name)).flatten() {
            self.edit(span, ascii);
            return;
        }
        // A delimiter, which ends the host elsewhere, is no data of it, but for an `@` that the plan reads so.
        let stay = raw.name.or(self.edition.reserved.without(ByteSet::of(b"@")));
        let mut start = span.start;
        for (_, place) in raw_characters(text, span).filter(|(one, _)| is_left_out(*one)) {
            self.characters(text, Span::new(start, place.start), Part::Host, stay);
            self.edit(place, "");
            start = place.end;
        }
        self.characters(text, Span::new(start, span.end), Part::Host, stay);
    }

    /// Removes bytes of a span.
    pub(super) fn remove(&mut self, text: &[u8], span: Span, is_removed: impl Fn(u8) -> bool) {
        for (at, _) in span.of(text).iter().enumerate().filter(|(_, byte)| is_removed(**byte)) {
            self.edit(span.part(at, 1), "");
        }
    }

    /// The percent-encoded form of the character (or ill-formed byte) at the start of a span, and its length.
    fn encoded(&self, text: &[u8], span: Span) -> (String, usize) {
        let bytes = span.of(text);
        let mut buffer = [0; 4];
        let (octets, length) = match first_character(bytes) {
            None => (bytes.get(..1).unwrap_or_default(), 1),
            Some((character, length)) => {
                let octets = self.edition.escapes.octets_of(character, &mut buffer);
                (octets.or_else(|| bytes.get(..length)).unwrap_or_default(), length)
            }
        };
        (percent_encoded(octets), length)
    }

    /// The length of the non-ASCII character at `at`, if the edition allows it raw.
    fn raw_character(&self, text: &[u8], span: Span, at: usize, part: Part) -> Option<usize> {
        let (character, length) = first_character(Span::new(at, span.end).of(text))?;
        let is_allowed = !character.is_ascii() && self.edition.allows_raw(part, character);
        let is_mark = matches!(part, Part::Host | Part::Userinfo) && becomes_mark(character);
        (is_allowed && !is_mark).then_some(length)
    }

    /// Encodes the characters of a part that are not allowed raw.
    pub(super) fn characters(&mut self, text: &[u8], span: Span, part: Part, keep: ByteSet) {
        let mut at = span.start;
        while at < span.end {
            let Some(&byte) = text.get(at) else { return };
            let one = Span::new(at, at + 1);
            if byte == b'%' {
                if triplet(text, at).is_some() && at + 3 <= span.end {
                    at += 3;
                    continue;
                }
                self.edit(one, "%25");
            } else if let Some(length) = self.raw_character(text, span, at, part) {
                at += length;
                continue;
            } else if !keep.contains(byte) {
                let is_space = matches!(byte, b' ' | b'\t'..=b'\r');
                if is_space && self.plan.joined {
                    self.edit(one, "");
                } else {
                    let (data, length) = self.encoded(text, Span::new(at, span.end));
                    self.edit(Span::new(at, at + length), data);
                    at += length;
                    continue;
                }
            }
            at += 1;
        }
    }
}

/// Whether the hosts of a text are mapped to DNS names: those of schemes that have such hosts, or of no scheme.
pub(super) fn is_mapped(reading: &Reading<'_>) -> bool {
    reading.is_scheme(WITH_DOMAIN_NAME) || reading.span(Part::Scheme).is_none()
}

/// Whether a server begins with a bracket and an address: a text with a colon that is no name or number with a port, or the
/// address of a future version of IP.
pub(super) fn begins_with_literal(server: &[u8]) -> bool {
    let Some(rest) = server.strip_prefix(b"[") else { return false };
    let inside = rest.split(|&byte| byte == b']').next().unwrap_or_default();
    let groups: Vec<&[u8]> = inside.split(|&byte| byte == b':').collect();
    let is_no_group = |byte: &u8| byte.is_ascii_alphabetic() && !byte.is_ascii_hexdigit();
    match groups.as_slice() {
        [one] => {
            str::from_utf8(one).is_ok_and(|one| RFC3986.parse(&format!("x://[{one}]")).is_ok())
        }
        [host, port] if !host.is_empty() && port.iter().all(u8::is_ascii_digit) => false,
        // One colon behind an open bracket begins no address.
        [[], _] if !rest.contains(&b']') => false,
        [first, ..] => !first.iter().any(is_no_group),
        [] => false,
    }
}

/// The colon before the port of an IPv6 address without brackets, if its last group may be a port.
fn colon_behind_address(server: &[u8]) -> Option<usize> {
    let colon = server.iter().rposition(|&byte| byte == b':')?;
    let (address, port) = server.split_at_checked(colon)?;
    let is_port = (2..=6).contains(&port.len()) && port.iter().skip(1).all(u8::is_ascii_digit);
    (is_port && ipv6_literal(&[b"[", address, b"]"].concat()).is_some()).then_some(colon)
}

/// Whether a server begins with an IPv6 address and a closing bracket, without the opening one.
fn is_unopened_literal(server: &[u8]) -> bool {
    let close = server.iter().position(|&byte| byte == b']');
    let address = close.and_then(|close| server.get(..=close)).unwrap_or_default();
    ipv6_literal(&[b"[", address].concat()).is_some()
}

/// Merges adjacent edits of one kind: removals with removals, replacements and insertions with each other.
pub(super) fn merge(edits: &mut Vec<Edit>) {
    let mut merged: Vec<Edit> = Vec::with_capacity(edits.len());
    for edit in edits.drain(..) {
        match merged.last_mut() {
            Some(last)
                if last.span.end == edit.span.start
                    && last.text.is_empty() == edit.text.is_empty() =>
            {
                last.span.end = edit.span.end;
                last.text.push_str(&edit.text);
            }
            _ => merged.push(edit),
        }
    }
    *edits = merged;
}
