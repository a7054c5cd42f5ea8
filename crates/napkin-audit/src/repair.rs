//! Repair: the smallest edits that make an invalid text valid, and whether they may change what it identifies.
//!
//! Some faults have one conventional repair: non-ASCII text is encoded (RFC 3987 §3.1), and white space around a
//! URI is not part of it (RFC 3986 appendix C). Others have several, and none is certainly right: a backslash may
//! be meant as a slash or as data. Each combination of such choices is a [`Plan`]. Every plan is applied to the
//! whole input in one pass and its result parsed, so no candidate is invalid. The fix of an error
//! ([`ParseError::fix`]) leads to a candidate; a test checks that.

use napkin::{ByteSet, Edition, Fix, ParseError, Part, Start};
use serde::Serialize;

use crate::idn;
use crate::name::{cannot_be_in_a_name, ipv6_literal};
use crate::octets::triplet;
use crate::parts::trimmed;
use crate::raw::Raw;
use crate::reading::Reading;
use crate::span::{Edit, Span};

/// A way to make an input valid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Candidate {
    /// The valid text.
    pub uri: String,
    /// The changes, in order.
    pub edits: Vec<Edit>,
    /// Whether the text may identify something else than the input did.
    pub identity: Identity,
}

/// Whether a repaired text identifies the same as the input, as far as the input identified anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
#[expect(clippy::exhaustive_enums, reason = "a yes or no")]
pub enum Identity {
    /// Each change is conventional, and changes no delimiter.
    Kept,
    /// Text was removed, or a delimiter was guessed.
    MayChange,
}

impl Identity {
    /// The label: `kept` or `may-change`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Kept => "kept",
            Self::MayChange => "may-change",
        }
    }
}

impl Candidate {
    /// The sort key of candidates: the number of edits, whether the identity may change, and the number of bytes
    /// removed and inserted.
    pub fn cost(&self) -> (usize, Identity, usize) {
        let bytes = |edit: &Edit| edit.span.len() + edit.text.len();
        (self.edits.len(), self.identity, self.edits.iter().map(bytes).sum())
    }
}

/// Finds the ways to make an input valid by an edition, the cheapest first. A valid input is its own candidate,
/// without edits; if its scheme needs a host and two slashes are missing, there is also a candidate with them.
/// Empty if no way is known: no scheme is invented, so an edition without relative references has none for a text
/// without a scheme.
///
/// ```
/// use napkin::edition::RFC3986;
/// use napkin_audit::{Identity, repair};
///
/// let found = repair(b"http://h/a b", RFC3986);
/// let told: Vec<_> = found.iter().map(|c| (c.uri.as_str(), c.identity)).collect();
/// assert_eq!(told[0], ("http://h/a%20b", Identity::Kept));
/// assert_eq!(told[1], ("http://h/ab", Identity::MayChange));
/// ```
pub fn repair(input: &[u8], edition: &'static Edition) -> Vec<Candidate> {
    let as_advised = |error: ParseError| by_fix(input, edition, &error.fix(input)?);
    let error = match edition.parse_bytes(Start::UriReference, input) {
        Ok(reference) => {
            let uri = reference.as_str().to_owned();
            let itself = Candidate { uri, edits: Vec::new(), identity: Identity::Kept };
            let other = reference.missing_slashes().and_then(as_advised);
            return [itself].into_iter().chain(other).collect();
        }
        Err(error) => error,
    };
    let mut candidates: Vec<Candidate> = Vec::new();
    let planned = plans(input).filter_map(|plan| Repair::new(input, edition, plan).candidate());
    for candidate in planned.chain(as_advised(error)) {
        if !candidates.iter().any(|known| known.uri == candidate.uri) {
            candidates.push(candidate);
        }
    }
    candidates.sort_by_key(Candidate::cost);
    candidates
}

/// The result of one edit, if it is valid.
fn by_fix(input: &[u8], edition: &'static Edition, fix: &Fix) -> Option<Candidate> {
    let edits = vec![Edit::new(Span::from(fix.range()), fix.text())];
    let uri = String::from_utf8(Edit::apply(input, &edits)).ok()?;
    edition.parse(&uri).ok()?;
    Some(Candidate { uri, edits, identity: Identity::MayChange })
}

/// One combination of choices.
#[derive(Clone, Copy)]
struct Plan {
    /// Backslashes become slashes; otherwise they are data.
    slashes: bool,
    /// Inner white space is removed; otherwise it is encoded.
    joined: bool,
    /// The first `@` ends the userinfo; otherwise the last does.
    first_at: bool,
    /// An invalid port is removed; otherwise it is cut after its digits.
    no_port: bool,
    /// A quotation mark or bracket at one end, without its partner at the other, is removed; otherwise it is
    /// encoded.
    unquoted: bool,
    /// An internationalized DNS name at the start of a path becomes the host.
    as_host: bool,
}

/// Every combination of the choices that the input has: at most 64 passes.
fn plans(input: &[u8]) -> impl Iterator<Item = Plan> {
    let count = |of: fn(u8) -> bool| input.iter().filter(|byte| of(**byte)).count();
    let choices = [
        count(|byte| byte == b'\\') > 0,
        count(|byte| byte.is_ascii_whitespace() || byte == 0x0b) > 0,
        count(|byte| byte == b'@') > 1,
        count(|byte| byte == b':') > 1,
        lone_quote(unwrapped(input).of(input)) != (0, 0),
        named_host(unwrapped(input).of(input)).is_some(),
    ];
    (0..64_usize).filter_map(move |bits| {
        let chosen = [1, 2, 4, 8, 16, 32].map(|bit| bits & bit != 0);
        let possible = chosen.iter().zip(choices).all(|(chosen, there)| there || !chosen);
        let [slashes, joined, first_at, no_port, unquoted, as_host] = chosen;
        possible.then_some(Plan { slashes, joined, first_at, no_port, unquoted, as_host })
    })
}

/// The pairs that people write around a URI in text, including typographic forms.
const WRAPPERS: [(&str, &str); 8] = [
    ("<", ">"),
    ("\"", "\""),
    ("'", "'"),
    ("\u{201c}", "\u{201d}"),
    ("\u{201e}", "\u{201c}"),
    ("\u{2018}", "\u{2019}"),
    ("\u{ab}", "\u{bb}"),
    ("\u{bb}", "\u{ab}"),
];

/// The byte order mark in UTF-8.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The input without the byte order mark before it, white space, brackets and quotes around it, and the prefix `URL:`
/// (RFC 3986 appendix C).
fn unwrapped(input: &[u8]) -> Span {
    let mark = if input.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
    let (start, end) = trimmed(input.get(mark..).unwrap_or_default());
    let inner = Span::new(mark + start, mark + end.max(start));
    let text = inner.of(input);
    let within = WRAPPERS.iter().find_map(|(open, close)| {
        let within = text.strip_prefix(open.as_bytes())?.strip_suffix(close.as_bytes())?;
        Some((open.len(), within))
    });
    let Some((open, within)) = within else { return inner };
    let is_prefixed = within.get(..4).is_some_and(|url| url.eq_ignore_ascii_case(b"URL:"));
    let start = inner.start + open;
    let prefix = if is_prefixed { 4 } else { 0 };
    Span::new(start + prefix, start + within.len())
}

/// The lengths of a quotation mark or bracket at the start of a text and at its end. An apostrophe is a URI
/// character.
fn lone_quote(text: &[u8]) -> (usize, usize) {
    let marks = || WRAPPERS.iter().filter(|(open, _)| *open != "'");
    let begins = marks().find(|(open, _)| text.starts_with(open.as_bytes()));
    let ends = marks().find(|(_, close)| text.ends_with(close.as_bytes()));
    let (begins, ends) =
        (begins.map_or(0, |(open, _)| open.len()), ends.map_or(0, |(_, close)| close.len()));
    if begins + ends > text.len() { (begins, 0) } else { (begins, ends) }
}

/// The internationalized DNS name at the start of a text without scheme and slash, and its length in the text.
fn named_host(text: &[u8]) -> Option<(String, usize)> {
    let end = text.iter().position(|byte| b"/?#".contains(byte)).unwrap_or(text.len());
    let name = str::from_utf8(text.get(..end)?).ok()?;
    let is_name = name.contains('.') && !name.is_ascii() && !name.contains([':', '@', '%', ' ']);
    let ascii = dns_name(name).filter(|_| is_name)?;
    Some((ascii, end))
}

/// The DNS name of a non-ASCII name by UTS #46; `None` if a character of it would become a delimiter.
fn dns_name(name: &str) -> Option<String> {
    idn::uts46(name).filter(|name| !name.bytes().any(cannot_be_in_a_name))
}

/// The application of one plan.
struct Repair<'a> {
    input: &'a [u8],
    edition: &'static Edition,
    plan: Plan,
    edits: Vec<Edit>,
    identity: Identity,
}

impl<'a> Repair<'a> {
    fn new(input: &'a [u8], edition: &'static Edition, plan: Plan) -> Self {
        Self { input, edition, plan, edits: Vec::new(), identity: Identity::Kept }
    }

    fn candidate(mut self) -> Option<Candidate> {
        let whole = Span::new(0, self.input.len());
        let within = self.unwrap(whole);
        // Replacing backslashes decides where the parts are, so it comes first.
        let text = self.with_slashes(within);
        self.parts(&text, within);
        self.edits.sort_by_key(|edit| edit.span);
        merge(&mut self.edits);
        let output = Edit::apply(self.input, &self.edits);
        let uri = String::from_utf8(output).ok()?;
        self.edition.parse(&uri).ok()?;
        Some(Candidate { uri, edits: self.edits, identity: self.identity })
    }

    fn edit(&mut self, span: Span, text: impl Into<String>, identity: Identity) {
        self.edits.push(Edit::new(span, text));
        self.identity = self.identity.max(identity);
    }

    /// Removes the text around the URI.
    fn unwrap(&mut self, whole: Span) -> Span {
        let mut inner = unwrapped(self.input);
        let (before, behind) =
            (Span::new(whole.start, inner.start), Span::new(inner.end, whole.end));
        for outside in [before, behind] {
            if !outside.is_empty() {
                self.edit(outside, "", Identity::Kept);
            }
        }
        if self.plan.unquoted {
            let (begins, ends) = lone_quote(inner.of(self.input));
            for quote in [
                Span::new(inner.start, inner.start + begins),
                Span::new(inner.end - ends, inner.end),
            ] {
                if !quote.is_empty() {
                    self.edit(quote, "", Identity::MayChange);
                }
            }
            inner = Span::new(inner.start + begins, inner.end - ends);
        }
        inner
    }

    /// The text with the backslashes of its hierarchical part replaced by slashes, if the plan says so.
    fn with_slashes(&mut self, within: Span) -> Vec<u8> {
        let mut text = self.input.to_vec();
        if !self.plan.slashes {
            return text;
        }
        let ends = within.of(self.input).iter().position(|byte| b"?#".contains(byte));
        let end = ends.map_or(within.end, |end| within.start + end);
        for (at, byte) in text.iter_mut().enumerate().take(end).skip(within.start) {
            if *byte == b'\\' {
                *byte = b'/';
                self.edit(Span::new(at, at + 1), "/", Identity::MayChange);
            }
        }
        text
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
        } else if inner.first() == Some(&b':') {
            self.edit(Span::new(within.start, within.start), "./", Identity::Kept);
        }
        if let Some(authority) = part(Part::Authority) {
            self.authority(text, authority, raw);
        }
        if let Some(span) = part(Part::Path) {
            // Some readers treat the backslashes of a path as slashes.
            let doubtful = span.of(text).contains(&b'\\');
            let doubt = if doubtful { Identity::MayChange } else { Identity::Kept };
            self.characters(text, span, raw.path, doubt);
        }
        for (span, keep) in [(part(Part::Query), raw.query), (part(Part::Fragment), raw.fragment)] {
            if let Some(span) = span {
                self.characters(text, span, keep, Identity::Kept);
            }
        }
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
            self.edit(Span::new(span.start, span.start), "./", Identity::MayChange);
            self.characters(text, span, raw.path, Identity::MayChange);
        }
    }

    fn authority(&mut self, text: &[u8], span: Span, raw: Raw) {
        let bytes = span.of(text);
        let ats: Vec<_> = (0..bytes.len()).filter(|&at| bytes.get(at) == Some(&b'@')).collect();
        let end = if self.plan.first_at { ats.first() } else { ats.last() };
        let mut server = span;
        if let Some(&end) = end {
            let userinfo = Span::new(span.start, span.start + end);
            server.start = userinfo.end + 1;
            let doubtful = ats.len() > 1 || bytes.contains(&b'\\');
            let doubt = if doubtful { Identity::MayChange } else { Identity::Kept };
            self.characters(text, userinfo, raw.userinfo, doubt);
            self.identity = self.identity.max(doubt);
        }
        self.server(text, server, raw);
    }

    fn server(&mut self, text: &[u8], span: Span, raw: Raw) {
        let bytes = span.of(text);
        let bracketed = bytes.starts_with(b"[");
        let is_colon = |&byte: &u8| byte == b':';
        let several = bytes.iter().position(is_colon) != bytes.iter().rposition(is_colon);
        if bracketed {
            self.literal(text, span);
        } else if several && ipv6_literal(&[b"[", bytes, b"]"].concat()).is_some() {
            self.edit(Span::new(span.start, span.start), "[", Identity::MayChange);
            self.edit(Span::new(span.end, span.end), "]", Identity::MayChange);
        } else {
            let colon = bytes.iter().position(is_colon).unwrap_or(bytes.len());
            self.name(text, Span::new(span.start, span.start + colon), raw);
            self.port(text, Span::new(span.start + colon, span.end));
        }
    }

    /// Repairs an IP literal: adds a missing bracket, and removes a zone and any text after the bracket.
    fn literal(&mut self, text: &[u8], span: Span) {
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
        self.port(text, Span::new(behind.start + colon, span.end));
    }

    /// Repairs a name: as a DNS name if possible, without white space and quotation marks; otherwise it is encoded.
    fn name(&mut self, text: &[u8], span: Span, raw: Raw) {
        let bytes = span.of(text);
        let name = str::from_utf8(bytes).ok().filter(|name| !name.is_ascii());
        if let Some(ascii) = name.and_then(dns_name) {
            let is_agreed = name.and_then(idn::agreed).as_ref() == Some(&ascii);
            let identity = if is_agreed { Identity::Kept } else { Identity::MayChange };
            self.edit(span, ascii, identity);
            return;
        }
        let left_out = ByteSet::range(0, b' ').or(ByteSet::of(b"\"<>")).without(raw.name);
        for (at, _) in bytes.iter().enumerate().filter(|(_, byte)| left_out.contains(**byte)) {
            self.edit(span.part(at, 1), "", Identity::MayChange);
        }
        let stay = raw.name.or(left_out);
        self.characters(text, span, stay, Identity::MayChange);
    }

    /// Repairs a port and its colon: keeps the leading digits, or removes both.
    fn port(&mut self, text: &[u8], span: Span) {
        let Some(digits) = span.of(text).get(1..) else { return };
        if digits.iter().all(u8::is_ascii_digit) {
            return;
        }
        let good = digits.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let cut = if self.plan.no_port || good == 0 { span.start } else { span.start + 1 + good };
        self.edit(Span::new(cut, span.end), "", Identity::MayChange);
    }

    /// The percent-encoded form of the character (or ill-formed byte) at the start of a span, its length, and
    /// whether the edition decodes it to that character.
    fn encoded(&self, text: &[u8], span: Span) -> (String, usize, bool) {
        let bytes = span.of(text);
        let mut buffer = [0; 4];
        let (octets, length, is_kept) = match first_character(bytes) {
            None => (bytes.get(..1).unwrap_or_default(), 1, true),
            Some((character, length)) => {
                match self.edition.escapes.octets_of(character, &mut buffer) {
                    Some(octets) => (octets, length, true),
                    None => (bytes.get(..length).unwrap_or_default(), length, false),
                }
            }
        };
        let triplets: Vec<_> = octets.iter().map(|octet| format!("%{octet:02X}")).collect();
        (triplets.concat(), length, is_kept)
    }

    /// Encodes the characters of a part that are not allowed raw.
    fn characters(&mut self, text: &[u8], span: Span, keep: ByteSet, identity: Identity) {
        let mut at = span.start;
        while at < span.end {
            let Some(&byte) = text.get(at) else { return };
            let one = Span::new(at, at + 1);
            if byte == b'%' {
                if triplet(text, at).is_some() && at + 3 <= span.end {
                    at += 3;
                    continue;
                }
                self.edit(one, "%25", identity);
            } else if !keep.contains(byte) {
                let is_space = matches!(byte, b' ' | b'\t'..=b'\r');
                if is_space && self.plan.joined {
                    self.edit(one, "", Identity::MayChange);
                } else {
                    let (data, length, is_kept) = self.encoded(text, Span::new(at, span.end));
                    let kept = is_kept && byte >= b' ';
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

/// Merges adjacent edits.
fn merge(edits: &mut Vec<Edit>) {
    let mut merged: Vec<Edit> = Vec::with_capacity(edits.len());
    for edit in edits.drain(..) {
        match merged.last_mut() {
            Some(last) if last.span.end == edit.span.start => {
                last.span.end = edit.span.end;
                last.text.push_str(&edit.text);
            }
            _ => merged.push(edit),
        }
    }
    *edits = merged;
}
