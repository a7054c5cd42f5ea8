//! Repair: the smallest edits that make an invalid text valid, and whether they may change what it identifies.
//!
//! Some faults have one conventional repair: non-ASCII text is encoded (RFC 3987 §3.1). White space around a URI is
//! not part of it (RFC 3986 appendix C), but not every reader removes it. Others have several, and none is certainly
//! right: a backslash may be meant as a slash or as data. Each combination of such choices is a [`plan::Plan`]. Every
//! plan is applied to the whole input in one pass and its result parsed, so no candidate is invalid. [`kept`] says
//! which candidates keep what is identified. The fix of an error ([`ParseError::fix`]) leads to a candidate; a test
//! checks that.

use napkin::edition::RFC3986;
use napkin::{Edition, ParseError, Part, Start};
use serde::Serialize;

use crate::name::cannot_be_in_a_name;
use crate::parts::Parts;
use crate::span::{Edit, Span};

mod around;
mod directory;
mod kept;
mod plan;
mod ways;
mod edits;
mod port;
mod refused;
mod advised;

use advised::as_advised;
use around::{begins_with_scheme, brackets, is_labelled, is_prose, label, unpadded, unwrapped};
pub use directory::ssh_of_scp;
use directory::{before_directory, is_port_of_scp, is_removed, of_scp};
use edits::{Repair, merge};
use plan::{authority_start, dns_name, meant_at, plans};

/// A way to make an input valid. Made by [`repair`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Candidate {
    /// The valid text.
    pub uri: String,
    /// The changes, in order.
    pub edits: Vec<Edit>,
    /// Whether the text may identify something else than the input did.
    pub identity: Identity,
    /// Whether a part is likely not what its writer meant: text before the last `@`, which may be a user name and a
    /// password, is not in the userinfo, and some of it would be the host; a directory behind the colon of a server is
    /// removed; the scp form of SSH or a URI in brackets becomes a path; the label `URL:` with white space behind it stays as the scheme; words
    /// are joined to a scheme; or non-ASCII white space around the URI stays.
    #[serde(skip)]
    pub is_unlikely: bool,
    /// Whether letters or digits of the URI are removed, which another candidate may keep.
    #[serde(skip)]
    pub cuts: bool,
}

/// Whether a repaired text identifies the same as the input, as far as the input identified anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
#[expect(clippy::exhaustive_enums, reason = "a yes or no")]
pub enum Identity {
    /// Nothing was changed, or characters behind the `/` of a server were percent-encoded, in an input whose parts by
    /// RFC 3986 appendix B are those of the repaired text, and whose host all [readers](crate::READERS) find in both.
    Kept,
    /// Everything else.
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
    const fn new(uri: String, edits: Vec<Edit>, identity: Identity) -> Self {
        Self { uri, edits, identity, is_unlikely: false, cuts: false }
    }

    /// The sort key of candidates: whether a part is unlikely, whether letters or digits are removed, the number of
    /// edits, whether the identity may change, and the number of bytes removed and inserted. A byte that is only removed counts as four, since it is
    /// lost: encoding it costs no more.
    pub fn cost(&self) -> (bool, bool, usize, Identity, usize) {
        let bytes = |edit: &Edit| match edit.text.len() {
            0 => 4 * edit.span.len(),
            inserted => edit.span.len() + inserted,
        };
        let size = self.edits.iter().map(bytes).sum();
        (self.is_unlikely, self.cuts, self.edits.len(), self.identity, size)
    }

    /// The texts of the input that are removed, in order. Of a host that becomes a DNS name they are the characters of
    /// which the name has nothing.
    ///
    /// ```
    /// use napkin::edition::RFC3986;
    /// use napkin_audit::repair;
    ///
    /// let input = "http://a\u{200b}b.example/".as_bytes();
    /// let found = repair(input, RFC3986);
    /// assert_eq!(found[0].uri, "http://ab.example/");
    /// assert_eq!(found[0].removed(input), ["\u{200b}".as_bytes()]);
    /// ```
    pub fn removed<'i>(&self, input: &'i [u8]) -> Vec<&'i [u8]> {
        let mut removed = Vec::new();
        for edit in &self.edits {
            let text = edit.span.of(input);
            if edit.text.is_empty() {
                removed.push(text);
            } else if is_name(&edit.text) {
                removed.extend(without_trace(text, &edit.text));
            }
        }
        removed
    }
}

/// Finds the ways to make an input valid by an edition, the cheapest first. A valid input is its own candidate,
/// without edits; if its scheme needs a host and two slashes are missing, there is also a candidate with them, and if
/// the port of a repository is likely a directory, one with a slash in place of the colon.
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
    let with_slashes_of = |error: ParseError| {
        let fix = error.fix(input)?;
        by_edit(input, edition, Edit::new(Span::from(fix.range()), fix.text()))
    };
    let error = match edition.parse_bytes(Start::UriReference, input) {
        Ok(reference) => {
            let uri = reference.as_str().to_owned();
            let itself = Candidate::new(uri, Vec::new(), Identity::Kept);
            let other = reference.missing_slashes().and_then(with_slashes_of);
            let directory = before_directory(input)
                .and_then(|colon| by_edit(input, edition, Edit::new(colon, "/")));
            return [itself].into_iter().chain(other).chain(directory).collect();
        }
        Err(error) => error,
    };
    let mut candidates: Vec<Candidate> = Vec::new();
    let planned = plans(input).filter_map(|plan| Repair::new(input, edition, plan).candidate());
    let planned = planned.chain(with_slashes(input, edition));
    for candidate in
        planned.chain(as_advised(input, edition, error)).chain(with_slash(input, edition))
    {
        if !candidates.iter().any(|known| known.uri == candidate.uri) {
            candidates.push(candidate);
        }
    }
    if candidates.is_empty() {
        candidates.extend(refused::in_other_ways(input, edition));
    }
    judge(input, &mut candidates);
    candidates.sort_by_key(Candidate::cost);
    candidates
}

/// Finds the candidates in which a part is likely not what its writer meant.
fn judge(input: &[u8], candidates: &mut [Candidate]) {
    let (outer, within) = (unwrapped(input), unpadded(input));
    let padding = [Span::new(outer.start, within.start), Span::new(within.end, outer.end)];
    let inner = within.of(input);
    let is_prose = is_prose(inner);
    let meant_at = meant_at(inner).map(|at| within.start + at);
    let is_labelled = is_labelled(inner);
    let (before, behind) = brackets(inner).unwrap_or_default();
    let inside = within.part(before, inner.len() - before - behind);
    let is_bracketed = before > 0;
    let is_scp = of_scp(inside.of(input)).is_some();
    let is_port = is_scp && is_port_of_scp(inside.of(input));
    for candidate in candidates {
        let uri = candidate.uri.as_bytes();
        let parts = Parts::refused(uri);
        let at = parts.get(Part::Userinfo).map(|userinfo| origin(&candidate.edits, userinfo.end));
        let is_early = meant_at.is_some() && at != meant_at;
        candidate.is_unlikely = is_early
            || is_removed(input, &candidate.edits)
            || is_bracketed && !begins_with_scheme(uri)
            || is_scp && parts.get(Part::Authority).is_none()
            || is_scp && parts.get(Part::Port).is_some() != is_port
            || is_labelled && label(uri) > 0
            || is_prose && begins_with_scheme(uri)
            || padding.iter().any(|padding| !removes(&candidate.edits, *padding));
        candidate.cuts = cuts(input, inside, &candidate.edits);
    }
}

/// Whether an edit removes a whole span, or the span is empty.
fn removes(edits: &[Edit], span: Span) -> bool {
    let is_within = |edit: &Edit| edit.span.start <= span.start && span.end <= edit.span.end;
    span.is_empty() || edits.iter().any(|edit| edit.text.is_empty() && is_within(edit))
}

/// Whether edits remove letters or digits of the URI, and not of the text around it.
fn cuts(input: &[u8], inside: Span, edits: &[Edit]) -> bool {
    let is_inside = |edit: &&Edit| edit.text.is_empty() && inside.start <= edit.span.start;
    edits.iter().filter(is_inside).filter(|edit| edit.span.end <= inside.end).any(|edit| {
        let mut chunks = edit.span.of(input).utf8_chunks();
        chunks.any(|chunk| {
            chunk.valid().contains(char::is_alphanumeric) || !chunk.invalid().is_empty()
        })
    })
}

/// Whether the text of an edit is a DNS name, or two slashes and one.
fn is_name(text: &str) -> bool {
    let name = text.strip_prefix("//").unwrap_or(text);
    !name.is_empty() && !name.bytes().any(cannot_be_in_a_name)
}

/// The characters of a host of which its DNS name has nothing: ASCII marks, white space, control characters, and
/// characters that the mapping of names leaves out.
fn without_trace<'a>(host: &'a [u8], name: &str) -> impl Iterator<Item = &'a [u8]> {
    let text = str::from_utf8(host).unwrap_or_default();
    text.char_indices().filter_map(|(at, character)| {
        let letter = text.get(at..at + character.len_utf8())?;
        let is_left_out = match u8::try_from(character) {
            Ok(byte) if byte.is_ascii() => {
                !byte.is_ascii_alphanumeric() && byte != b'%' && !name.contains(character)
            }
            _ if character.is_whitespace() || character.is_control() => true,
            _ => dns_name(&format!("a{letter}a")).as_deref() == Some("aa"),
        };
        is_left_out.then_some(letter.as_bytes())
    })
}

/// The place in the input of a place in the result of edits, outside of the edited text.
fn origin(edits: &[Edit], at: usize) -> usize {
    let mut origin = at;
    for edit in edits {
        if edit.span.start >= origin {
            break;
        }
        origin = (origin + edit.span.len()).saturating_sub(edit.text.len());
    }
    origin
}

/// The proposals for a text whose scheme needs a host, with the two slashes that it lacks: `http:example.com/a b`.
fn with_slashes(input: &[u8], edition: &'static Edition) -> Vec<Candidate> {
    let Some(insertion) = slashes(input) else { return Vec::new() };
    let (at, length) = (insertion.span.start, insertion.text.len());
    let text = Edit::apply(input, std::slice::from_ref(&insertion));
    let of_input = |candidate: Candidate| {
        let mut edits = vec![insertion.clone()];
        for mut edit in candidate.edits {
            if edit.span.start >= at + length {
                edit.span = Span::new(edit.span.start - length, edit.span.end - length);
            } else if edit.span.end > at {
                return None;
            }
            edits.push(edit);
        }
        edits.sort_by_key(|edit| edit.span);
        merge(&mut edits);
        (Edit::apply(input, &edits) == candidate.uri.as_bytes())
            .then(|| Candidate::new(candidate.uri, edits, Identity::MayChange))
    };
    let planned = plans(&text).filter_map(|plan| Repair::new(&text, edition, plan).candidate());
    planned.filter_map(of_input).collect()
}

/// The insertion of the slashes that a text lacks before its host.
fn slashes(input: &[u8]) -> Option<Edit> {
    let within = unpadded(input);
    let inner = within.of(input);
    let colon =
        inner.iter().position(|&byte| byte == b':').filter(|_| begins_with_scheme(inner))?;
    let (scheme, rest) = inner.split_at_checked(colon + 1)?;
    let rest = rest.strip_prefix(b"/").unwrap_or(rest);
    let is_host = |byte: &u8| byte.is_ascii_alphanumeric() || !byte.is_ascii() || *byte == b'[';
    rest.first().filter(|first| is_host(first))?;
    // The rule for a valid text decides by the scheme.
    let slash = if scheme.len() + rest.len() < inner.len() { "/" } else { "" };
    let valid = format!("{}{slash}h", str::from_utf8(scheme).ok()?);
    RFC3986.parse(&valid).ok()?.missing_slashes()?;
    Some(Edit::new(within.part(colon + 1, 0), if slash.is_empty() { "//" } else { "/" }))
}

/// The text with a slash behind the server, without which some schemes of 1994 have no search and no path.
fn with_slash(input: &[u8], edition: &'static Edition) -> Option<Candidate> {
    let within = unwrapped(input);
    let start = within.start + authority_start(within.of(input))?;
    let rest = Span::new(start, within.end).of(input);
    let length = rest.iter().position(|byte| b"/?#;".contains(byte)).unwrap_or(rest.len());
    let end = Span::new(start + length, start + length);
    if length > 0 { by_edit(input, edition, Edit::new(end, "/")) } else { None }
}

/// The result of an edit that may change what is identified, if it is valid.
fn by_edit(input: &[u8], edition: &'static Edition, edit: Edit) -> Option<Candidate> {
    let edits = vec![edit];
    let uri = String::from_utf8(Edit::apply(input, &edits)).ok()?;
    edition.parse(&uri).ok()?;
    Some(Candidate::new(uri, edits, Identity::MayChange))
}
