//! Repair: the smallest edits that make an invalid text valid, and whether they may change what it identifies.
//!
//! Some faults have one conventional repair: non-ASCII text is encoded (RFC 3987 §3.1). White space around a URI is
//! not part of it (RFC 3986 appendix C), but not every reader removes it. Others have several, and none is certainly
//! right: a backslash may be meant as a slash or as data. Each combination of such choices is a [`plan::Plan`]. Every
//! plan is applied to the whole input in one pass and its result parsed, so no candidate is invalid. [`kept`] says
//! which candidates keep what is identified. The fix of an error ([`ParseError::fix`]) leads to a candidate; a test
//! checks that.

use napkin::{Edition, ParseError, Part, Start};
use serde::Serialize;

use crate::parts::Parts;
use crate::span::{Edit, Span};

mod around;
mod directory;
mod kept;
mod plan;
mod edits;

use around::{begins_with_scheme, brackets, is_labelled, label, unwrapped};
pub use directory::ssh_of_scp;
use directory::{before_directory, is_removed, of_scp};
use edits::Repair;
use plan::{authority_start, dns_name, meant_at, plans};

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
    /// Whether a part is likely not what its writer meant: text before the last `@`, which may be a user name and a
    /// password, is not in the userinfo, and some of it would be the host; a directory behind the colon of a server is
    /// removed; the scp form of SSH or a URI in brackets becomes a path; or the label `URL:` with white space behind it stays as the scheme.
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
    /// Nothing was changed, or characters behind the `/` of a valid server were percent-encoded, in an input without
    /// anything on which programs differ.
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
                removed.extend(without_trace(text));
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
    let as_advised = |error: ParseError| {
        let fix = error.fix(input)?;
        by_edit(input, edition, Edit::new(Span::from(fix.range()), fix.text()))
    };
    let error = match edition.parse_bytes(Start::UriReference, input) {
        Ok(reference) => {
            let uri = reference.as_str().to_owned();
            let itself = Candidate::new(uri, Vec::new(), Identity::Kept);
            let other = reference.missing_slashes().and_then(as_advised);
            let directory = before_directory(input)
                .and_then(|colon| by_edit(input, edition, Edit::new(colon, "/")));
            return [itself].into_iter().chain(other).chain(directory).collect();
        }
        Err(error) => error,
    };
    let mut candidates: Vec<Candidate> = Vec::new();
    let planned = plans(input).filter_map(|plan| Repair::new(input, edition, plan).candidate());
    for candidate in planned.chain(as_advised(error)).chain(with_slash(input, edition)) {
        if !candidates.iter().any(|known| known.uri == candidate.uri) {
            candidates.push(candidate);
        }
    }
    judge(input, &mut candidates);
    candidates.sort_by_key(Candidate::cost);
    candidates
}

/// Finds the candidates in which a part is likely not what its writer meant.
fn judge(input: &[u8], candidates: &mut [Candidate]) {
    let within = unwrapped(input);
    let inner = within.of(input);
    let meant_at = meant_at(inner).map(|at| within.start + at);
    let is_labelled = is_labelled(inner);
    let (before, behind) = brackets(inner).unwrap_or_default();
    let inside = within.part(before, inner.len() - before - behind);
    let is_bracketed = before > 0;
    let is_scp = of_scp(inside.of(input)).is_some();
    for candidate in candidates {
        let uri = candidate.uri.as_bytes();
        let parts = Parts::refused(uri);
        let at = parts.get(Part::Userinfo).map(|userinfo| origin(&candidate.edits, userinfo.end));
        let is_early = meant_at.is_some() && at != meant_at;
        candidate.is_unlikely = is_early
            || is_removed(input, &candidate.edits)
            || is_bracketed && !begins_with_scheme(uri)
            || is_scp && (parts.get(Part::Authority).is_none() || parts.get(Part::Port).is_some())
            || is_labelled && label(uri) > 0;
        candidate.cuts = cuts(input, inside, &candidate.edits);
    }
}

/// Whether edits remove letters or digits of the text inside of what stands around it.
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
    let is_of_name = |byte: u8| byte.is_ascii_alphanumeric() || b"-.".contains(&byte);
    !name.is_empty() && name.bytes().all(is_of_name)
}

/// The characters of a host of which its DNS name has nothing: white space, control characters, quotation marks, and
/// characters that the mapping of names leaves out.
fn without_trace(host: &[u8]) -> impl Iterator<Item = &[u8]> {
    let text = str::from_utf8(host).unwrap_or_default();
    text.char_indices().filter_map(|(at, character)| {
        let letter = text.get(at..at + character.len_utf8())?;
        let is_left_out = match u8::try_from(character) {
            Ok(byte) if byte.is_ascii() => byte <= b' ' || b"\"<>".contains(&byte),
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
