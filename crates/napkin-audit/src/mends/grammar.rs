//! What an edition refuses: the smallest edits that make the text valid.
//!
//! Some faults have one conventional repair: non-ASCII text is encoded (RFC 3987 §3.1). White space around a URI is
//! not part of it (RFC 3986 appendix C), but not every reader removes it. Others have several, and none is certainly
//! right: a backslash may be meant as a slash or as data. Each combination of such choices is a [`super::plan::Plan`]. Every
//! plan is applied to the whole input in one pass and its result parsed, so no candidate is invalid. The fix of an error
//! ([`ParseError::fix`]) leads to a candidate; a test checks that.

use napkin::{Edition, ParseError, Part, Start};

use super::advised::as_advised;
use super::around::{
    begins_with_scheme, brackets, is_labelled, is_prose, label, unpadded, unwrapped,
};
use super::candidate::Candidate;
use super::directory::{before_directory, is_port_of_scp, is_removed, of_scp};
use super::edits::Repair;
use super::plan::{authority_start, dns_name, meant_at, plans};
use super::{Source, Step, Wrong, refused};
use crate::name::cannot_be_in_a_name;
use crate::parts::Parts;
use crate::span::{Edit, Span};

/// The texts of an input that edits remove, in order. Of a host that becomes a DNS name they are the characters of
/// which the name has nothing.
pub(super) fn removed<'i>(input: &'i [u8], edits: &[Edit]) -> Vec<&'i [u8]> {
    let mut removed = Vec::new();
    for edit in edits {
        let text = edit.span.of(input);
        if edit.text.is_empty() {
            removed.push(text);
        } else if is_name(&edit.text) {
            removed.extend(without_trace(text, &edit.text));
        }
    }
    removed
}

/// The first steps to make an input valid by an edition, the cheapest first. Of a valid input there are two: if its scheme
/// needs a host and two slashes are missing, to insert them, and if the port of a repository is likely a directory, to write a
/// slash in place of the colon. Empty if no way is known.
pub(super) fn steps(input: &[u8], edition: &'static Edition) -> Vec<Step> {
    let step = |wrong, edits| Step { wrong, edits, source: Source::Grammar };
    let of_error = |error: ParseError| Wrong {
        what: error.kind().name(),
        message: error.to_string().into(),
        place: Span::new(error.offset(), error.offset()),
    };
    match edition.parse_bytes(Start::UriReference, input) {
        Err(error) => {
            let candidates = candidates(input, edition, error).into_iter();
            candidates.map(|candidate| step(of_error(error), candidate.edits)).collect()
        }
        Ok(reference) => {
            let slashes = reference.missing_slashes().and_then(|error| {
                let fix = error.fix(input)?;
                Some(step(of_error(error), vec![Edit::new(fix.range().into(), fix.text())]))
            });
            let directory = before_directory(input).map(|colon| {
                let message = "the port of a repository is likely a directory".into();
                let wrong = Wrong { what: "directory-as-port", message, place: colon };
                step(wrong, vec![Edit::new(colon, "/")])
            });
            slashes.into_iter().chain(directory).collect()
        }
    }
}

/// The ways to make an input valid, the cheapest first.
fn candidates(input: &[u8], edition: &'static Edition, error: ParseError) -> Vec<Candidate> {
    let mut candidates: Vec<Candidate> = Vec::new();
    let planned = plans(input).filter_map(|plan| Repair::new(input, edition, plan).candidate());
    let others = as_advised(input, edition, error).into_iter().chain(with_slash(input, edition));
    for candidate in planned.chain(others) {
        if !candidates.iter().any(|known| known.uri == candidate.uri) {
            candidates.push(candidate);
        }
    }
    if candidates.is_empty() {
        candidates.extend(refused::in_other_ways(input, edition));
    }
    judge(input, candidates.iter_mut());
    candidates.sort_by_key(Candidate::cost);
    candidates
}

/// Finds the candidates in which a part is likely not what its writer meant.
pub(super) fn judge<'c>(input: &[u8], candidates: impl Iterator<Item = &'c mut Candidate>) {
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
    Some(Candidate::new(uri, edits))
}
