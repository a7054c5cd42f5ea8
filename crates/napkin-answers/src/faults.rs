//! Every fault of an input, where a parser stops at the first.
//!
//! After a fault, its character is replaced by letters of the same length, so that offsets stay, and the text is parsed
//! again. If the parser stops at the same place, the whole part is replaced: the rest of a malformed host says nothing.

use napkin::{Edition, Parts, Start};

use crate::failure::Failure;

/// The maximum number of faults: each is found by parsing the text again.
const MOST: usize = 32;

/// All faults of an input that is not valid, in order, at most [`MOST`] of them. The first one is known.
pub(crate) fn all<'a>(
    edition: &'static Edition,
    start: Start,
    input: &'a [u8],
    first: Option<Failure<'a>>,
) -> Vec<Failure<'a>> {
    let mut faults: Vec<_> = first.into_iter().collect();
    let Ok(text) = str::from_utf8(input) else { return faults };
    let mut text = text.to_owned();
    let mut last = None;
    for _ in 0..2 * MOST {
        let Err(error) = edition.parse_bytes(start, text.as_bytes()) else { break };
        let at = error.offset();
        let is_new = last.is_none_or(|last| at > last);
        let replaced =
            Some(one_character(&text, at)).filter(|replaced| is_new && *replaced != text);
        let replaced = replaced.unwrap_or_else(|| whole_part(&text, at));
        if is_new && last.is_some() {
            // The offset is that in the input, whose character is quoted.
            faults.push(Failure::refused(error, input));
        }
        if replaced == text || faults.len() >= MOST {
            break;
        }
        last = Some(last.map_or(at, |last: usize| last.max(at)));
        text = replaced;
    }
    faults
}

/// The text with letters in place of the character at an offset.
fn one_character(text: &str, at: usize) -> String {
    let Some((before, rest)) = text.split_at_checked(at) else { return text.into() };
    let Some(character) = rest.chars().next() else { return text.into() };
    let (_, behind) = rest.split_at(character.len_utf8());
    format!("{before}{}{behind}", FILLER.repeat(character.len_utf8()))
}

/// A character that every part allows; in a port it is a fault, and the part is replaced.
const FILLER: &str = "x";

/// The text with letters in place of the part that has an offset, but for its delimiters.
fn whole_part(text: &str, at: usize) -> String {
    let Parts { scheme, authority, path, query, fragment } = Parts::split(text);
    let mut begin = scheme.map_or(0, |scheme| scheme.len() + 1);
    for (part, delimiter) in [(authority, 2), (Some(path), 0), (query, 1), (fragment, 1)] {
        let Some(part) = part else { continue };
        begin += delimiter;
        let end = begin + part.len();
        if (begin..=end).contains(&at) {
            let filled: String =
                part.bytes().map(|byte| if byte == b'/' { '/' } else { 'x' }).collect();
            let [before, behind] =
                [text.get(..begin), text.get(end..)].map(Option::unwrap_or_default);
            return [before, &filled, behind].concat();
        }
        begin = end;
    }
    text.into()
}
