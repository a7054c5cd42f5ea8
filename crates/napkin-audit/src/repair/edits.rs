//! One plan, applied to the whole input: the edits of each part.

use napkin::edition::RFC3986;
use napkin::{ByteSet, Edition, Part};

use crate::idn;
use crate::name::ipv6_literal;
use crate::octets::triplet;
use crate::raw::Raw;
use crate::reading::Reading;
use crate::scheme_lists::WITH_DOMAIN_NAME;
use crate::span::{Edit, Span};

use super::around::{lone_delimiters, unwrapped};
use super::directory::is_directory;
use super::doubt;
use super::plan::{Plan, dns_name, late_userinfo, named_host};
use super::{Candidate, Identity};

/// The application of one plan.
pub(super) struct Repair<'a> {
    input: &'a [u8],
    edition: &'static Edition,
    plan: Plan,
    edits: Vec<Edit>,
    identity: Identity,
    /// Whether the input has a percent-encoded octet.
    has_triplet: bool,
    /// Whether a scheme is followed by a path that does not begin with a slash.
    is_rootless: bool,
}

impl<'a> Repair<'a> {
    pub(super) fn new(input: &'a [u8], edition: &'static Edition, plan: Plan) -> Self {
        let has_triplet = (0..input.len()).any(|at| triplet(input, at).is_some());
        Self {
            input,
            edition,
            plan,
            edits: Vec::new(),
            identity: Identity::Kept,
            has_triplet,
            is_rootless: false,
        }
    }

    pub(super) fn candidate(mut self) -> Option<Candidate> {
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
            return None;
        }
        merge(&mut self.edits);
        let output = Edit::apply(self.input, &self.edits);
        let uri = String::from_utf8(output).ok()?;
        self.edition.parse(&uri).ok()?;
        Some(Candidate::new(uri, self.edits, self.identity))
    }

    fn edit(&mut self, span: Span, text: impl Into<String>, identity: Identity) {
        self.edits.push(Edit::new(span, text));
        self.identity = self.identity.max(identity);
    }

    /// Removes the text around the URI. RFC 3986 appendix C allows it, but readers differ: some remove white space and
    /// brackets, others send them, or take the text for a relative reference.
    fn unwrap(&mut self, whole: Span) -> Span {
        let mut inner = unwrapped(self.input);
        let (before, behind) =
            (Span::new(whole.start, inner.start), Span::new(inner.end, whole.end));
        for outside in [before, behind] {
            if !outside.is_empty() {
                self.edit(outside, "", Identity::MayChange);
            }
        }
        if self.plan.unquoted {
            let (begins, ends) = lone_delimiters(inner.of(self.input));
            for delimiter in [
                Span::new(inner.start, inner.start + begins),
                Span::new(inner.end - ends, inner.end),
            ] {
                if !delimiter.is_empty() {
                    self.edit(delimiter, "", Identity::MayChange);
                }
            }
            inner = Span::new(inner.start + begins, inner.end - ends);
        }
        if doubt::about_text(inner.of(self.input)) {
            self.identity = Identity::MayChange;
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
            let encoded = format!("%{byte:02X}");
            *byte = b'_';
            self.edit(Span::new(at, at + 1), encoded, Identity::MayChange);
        }
    }

    /// Replaces the backslashes of the hierarchical part by slashes, if the plan says so.
    fn slashes(&mut self, text: &mut [u8], within: Span) {
        let ends = within.of(text).iter().position(|byte| b"?#".contains(byte));
        let end = ends.map_or(within.end, |end| within.start + end);
        for (at, byte) in text.iter_mut().enumerate().take(end).skip(within.start) {
            if *byte == b'\\' && self.plan.slashes {
                *byte = b'/';
                self.edit(Span::new(at, at + 1), "/", Identity::MayChange);
            }
        }
    }

    /// Repairs each part by its own set.
    fn parts(&mut self, text: &[u8], within: Span) {
        let inner = within.of(text);
        if let Some((name, length)) = named_host(inner).filter(|_| self.plan.as_host) {
            self.edit(within.part(0, length), format!("//{name}"), Identity::MayChange);
            self.parts_behind(text, Span::new(within.start + length, within.end));
        } else {
            self.parts_behind(text, within);
        }
    }

    /// Repairs each part of a text, which may be the text after a host that was found.
    fn parts_behind(&mut self, text: &[u8], within: Span) {
        let inner = within.of(text);
        let reading = Reading::new(inner, self.edition);
        let at = |span: Span| Span::new(within.start + span.start, within.start + span.end);
        let part = |part| reading.span(part).map(at);
        let raw = Raw::of(self.edition, reading.scheme());
        if let Some(scheme) = part(Part::Scheme) {
            self.scheme(text, scheme, raw);
        } else if inner.first() == Some(&b':') && self.edition.parse(":").is_err() {
            self.edit(Span::new(within.start, within.start), "./", Identity::MayChange);
        }
        if let Some(authority) = part(Part::Authority) {
            self.authority(text, authority, raw, &reading);
        }
        if let Some(span) = part(Part::Path) {
            let is_rooted = part(Part::Authority).is_some() || span.of(text).starts_with(b"/");
            self.is_rootless = part(Part::Scheme).is_some() && !is_rooted;
            if self.is_rootless && doubt::about_rootless(span.of(text)) {
                self.identity = Identity::MayChange;
            }
            self.path(text, span, raw, part(Part::Authority).is_some());
        }
        for (which, keep) in [(Part::Query, raw.query), (Part::Fragment, raw.fragment)] {
            if let Some(span) = part(which) {
                self.characters(text, span, which, keep, Identity::Kept);
            }
        }
    }

    fn path(&mut self, text: &[u8], span: Span, raw: Raw, is_behind_authority: bool) {
        let bytes = span.of(text);
        // The form of the scheme ends with the server. An encoded slash would become a part of the host.
        let has_no_path = is_behind_authority && !raw.path.contains(b'/');
        if has_no_path && bytes == b"/" {
            self.edit(span, "", Identity::MayChange);
            return;
        }
        let keep = if has_no_path { raw.path.or(ByteSet::of(b"/")) } else { raw.path };
        // Some readers treat the backslashes of a path as slashes.
        let doubtful = bytes.contains(&b'\\');
        let doubt = if doubtful { Identity::MayChange } else { Identity::Kept };
        self.characters(text, span, Part::Path, keep, doubt);
    }

    /// Removes inner white space from a scheme; text before a colon that is no scheme becomes a path.
    fn scheme(&mut self, text: &[u8], span: Span, raw: Raw) {
        let mut kept = span.of(text).iter().filter(|byte| **byte > b' ');
        let begins = kept.next().is_some_and(|&first| self.edition.scheme_start().contains(first));
        let characters = self.edition.raw_bytes(Part::Scheme, "");
        if begins && kept.all(|&byte| characters.contains(byte)) {
            for (at, _) in span.of(text).iter().enumerate().filter(|(_, byte)| **byte <= b' ') {
                self.edit(span.part(at, 1), "", Identity::MayChange);
            }
        } else {
            // RFC 1808 reads a path there itself.
            if self.edition.parse("1:").is_err() {
                self.edit(Span::new(span.start, span.start), "./", Identity::MayChange);
            }
            self.characters(text, span, Part::Path, raw.path, Identity::MayChange);
        }
    }

    fn authority(&mut self, text: &[u8], span: Span, raw: Raw, reading: &Reading<'_>) {
        let bytes = span.of(text);
        let ats: Vec<_> = (0..bytes.len()).filter(|&at| bytes.get(at) == Some(&b'@')).collect();
        let end = if self.plan.first_at { ats.first() } else { ats.last() };
        let mut server = span;
        if let Some(&end) = end {
            let userinfo = Span::new(span.start, span.start + end);
            server.start = userinfo.end + 1;
            let doubtful = ats.len() > 1 || bytes.contains(&b'\\');
            let doubt = if doubtful { Identity::MayChange } else { Identity::Kept };
            self.characters(text, userinfo, Part::Userinfo, raw.userinfo, doubt);
            self.identity = self.identity.max(doubt);
        }
        self.server(text, server, raw, reading);
    }

    fn server(&mut self, text: &[u8], span: Span, raw: Raw, reading: &Reading<'_>) {
        let bytes = span.of(text);
        let bracketed = bytes.starts_with(b"[");
        let is_colon = |&byte: &u8| byte == b':';
        let several = bytes.iter().position(is_colon) != bytes.iter().rposition(is_colon);
        if bracketed {
            self.literal(text, span, raw);
        } else if several && ipv6_literal(&[b"[", bytes, b"]"].concat()).is_some() {
            self.edit(Span::new(span.start, span.start), "[", Identity::MayChange);
            self.edit(Span::new(span.end, span.end), "]", Identity::MayChange);
        } else {
            let colon = bytes.iter().position(is_colon).unwrap_or(bytes.len());
            self.name(text, Span::new(span.start, span.start + colon), raw, reading);
            self.port(text, Span::new(span.start + colon, span.end), raw);
        }
    }

    /// Repairs an IP literal: adds a missing bracket, and removes a zone and any text after the bracket.
    fn literal(&mut self, text: &[u8], span: Span, raw: Raw) {
        let bytes = span.of(text);
        let Some(close) = bytes.iter().position(|&byte| byte == b']') else {
            self.edit(Span::new(span.end, span.end), "]", Identity::MayChange);
            return;
        };
        if let Some(zone) = bytes.iter().take(close).position(|&byte| byte == b'%') {
            let zone = Span::new(span.start + zone, span.start + close);
            self.edit(zone, "", Identity::MayChange);
        }
        let behind = Span::new(span.start + close + 1, span.end);
        let colon = behind.of(text).iter().position(|&byte| byte == b':').unwrap_or(behind.len());
        if colon > 0 {
            self.edit(Span::new(behind.start, behind.start + colon), "", Identity::MayChange);
        }
        self.port(text, Span::new(behind.start + colon, span.end), raw);
    }

    /// Repairs a name. A DNS name is mapped if it can be, by the schemes whose hosts are DNS names, and where the
    /// scheme is not known. Otherwise non-ASCII text is encoded (RFC 3986 §3.2.2), and white space and quotation
    /// marks are removed.
    fn name(&mut self, text: &[u8], span: Span, raw: Raw, reading: &Reading<'_>) {
        let bytes = span.of(text);
        let is_allowed = |character: char| match u8::try_from(character) {
            Ok(byte) if byte.is_ascii() => raw.name.contains(byte) || byte == b'%',
            _ => self.edition.allows_raw(Part::Host, character),
        };
        let name = str::from_utf8(bytes).ok();
        let name = name.filter(|name| !name.is_ascii() && !name.chars().all(is_allowed));
        let is_dns_name = reading.is_scheme(WITH_DOMAIN_NAME);
        let is_unknown = reading.span(Part::Scheme).is_none();
        let mapped = name.filter(|_| is_dns_name || is_unknown);
        if let Some((name, ascii)) = mapped.and_then(|name| Some((name, dns_name(name)?))) {
            let is_agreed = is_dns_name && idn::agreed(name).as_ref() == Some(&ascii);
            let behind = text.get(span.end..).unwrap_or_default();
            let is_kept = is_agreed && !doubt::about_name(&ascii, behind);
            let identity = if is_kept { Identity::Kept } else { Identity::MayChange };
            self.edit(span, ascii, identity);
            return;
        }
        let left_out = ByteSet::range(0, b' ').or(ByteSet::of(b"\"<>")).without(raw.name);
        for (at, _) in bytes.iter().enumerate().filter(|(_, byte)| left_out.contains(**byte)) {
            self.edit(span.part(at, 1), "", Identity::MayChange);
        }
        let stay = raw.name.or(left_out);
        self.characters(text, span, Part::Host, stay, Identity::MayChange);
    }

    /// Repairs a port and its colon: keeps the leading digits, makes a path of a word, as `git clone` writes it, or
    /// removes both.
    fn port(&mut self, text: &[u8], span: Span, raw: Raw) {
        let Some(digits) = span.of(text).get(1..) else { return };
        if digits.iter().all(u8::is_ascii_digit) {
            return;
        }
        let behind = text.get(span.end..).unwrap_or_default();
        if is_directory(digits, behind) && !self.plan.no_port {
            self.edit(span.part(0, 1), "/", Identity::MayChange);
            let path = Span::new(span.start + 1, span.end);
            self.characters(text, path, Part::Path, raw.path, Identity::MayChange);
            return;
        }
        let good = digits.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let cut = if self.plan.no_port || good == 0 { span.start } else { span.start + 1 + good };
        self.edit(Span::new(cut, span.end), "", Identity::MayChange);
    }

    /// The percent-encoded form of the character (or ill-formed byte) at the start of a span, its length, and
    /// whether that is its UTF-8, by which other readers encode it: octets that are not UTF-8 are decoded by some.
    fn encoded(&self, text: &[u8], span: Span) -> (String, usize, bool) {
        let bytes = span.of(text);
        let mut buffer = [0; 4];
        let (octets, length, is_kept) = match first_character(bytes) {
            None => (bytes.get(..1).unwrap_or_default(), 1, false),
            Some((character, length)) => {
                match self.edition.escapes.octets_of(character, &mut buffer) {
                    Some(octets) => (octets, length, bytes.starts_with(octets)),
                    None => (bytes.get(..length).unwrap_or_default(), length, false),
                }
            }
        };
        let triplets: Vec<_> = octets.iter().map(|octet| format!("%{octet:02X}")).collect();
        (triplets.concat(), length, is_kept)
    }

    /// The length of the non-ASCII character at `at`, if the edition allows it raw.
    fn raw_character(&self, text: &[u8], span: Span, at: usize, part: Part) -> Option<usize> {
        let (character, length) = first_character(Span::new(at, span.end).of(text))?;
        (!character.is_ascii() && self.edition.allows_raw(part, character)).then_some(length)
    }

    /// Encodes the characters of a part that are not allowed raw.
    fn characters(
        &mut self,
        text: &[u8],
        span: Span,
        part: Part,
        keep: ByteSet,
        identity: Identity,
    ) {
        let is_doubtful = doubt::about_part(span.of(text), part);
        let identity = if is_doubtful { Identity::MayChange } else { identity };
        let mut at = span.start;
        while at < span.end {
            let Some(&byte) = text.get(at) else { return };
            let one = Span::new(at, at + 1);
            if byte == b'%' {
                if triplet(text, at).is_some() && at + 3 <= span.end {
                    at += 3;
                    continue;
                }
                // Some readers encode every percent sign of a text that has a wrong one.
                let doubt = if self.has_triplet { Identity::MayChange } else { identity };
                self.edit(one, "%25", doubt);
            } else if let Some(length) = self.raw_character(text, span, at, part) {
                at += length;
                continue;
            } else if !keep.contains(byte) {
                let is_space = matches!(byte, b' ' | b'\t'..=b'\r');
                if is_space && self.plan.joined {
                    self.edit(one, "", Identity::MayChange);
                } else {
                    let (data, length, is_kept) = self.encoded(text, Span::new(at, span.end));
                    // To other readers, a reserved character that RFC 3986 has raw there is not its triplet.
                    let raw = RFC3986.raw_bytes(part, "").without(RFC3986.unreserved);
                    let is_doubtful = doubt::about_character(byte, part, self.is_rootless);
                    let kept = is_kept && !is_doubtful && !raw.contains(byte);
                    let identity = if kept { identity } else { Identity::MayChange };
                    self.edit(Span::new(at, at + length), data, identity);
                    at += length;
                    continue;
                }
            }
            at += 1;
        }
    }
}

/// The first character of a text and its length; `None` if the text does not begin with UTF-8.
fn first_character(text: &[u8]) -> Option<(char, usize)> {
    let head = text.get(..text.len().min(4)).unwrap_or(text);
    let valid = head.utf8_chunks().next()?.valid();
    valid.chars().next().map(|character| (character, character.len_utf8()))
}

/// Merges adjacent edits. An edit that only removes text stays apart from those that replace it.
fn merge(edits: &mut Vec<Edit>) {
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
