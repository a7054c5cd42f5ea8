//! Every fault of an input, where a parser stops at the first.
//!
//! After a fault, its character is replaced by letters of the same length, so that offsets stay, and the text is parsed
//! again. If the parser stops at the same place, the whole part is replaced: an authority with a malformed address is one
//! fault.

use napkin::{Edition, Parts, Start};
use schemars::JsonSchema;
use serde::Serialize;

use crate::failure::Failure;

/// The maximum number of faults: each is found by parsing the text again.
const MOST: usize = 32;

/// Faults of an input.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Faults<'a> {
    /// The faults, in order.
    pub errors: Vec<Failure<'a>>,
    /// Whether there are more, which are not looked for.
    pub more_errors: bool,
}

/// The faults of an input that is not valid, in order, at most [`MOST`] of them. The first one is known.
pub(crate) fn all<'a>(
    edition: &'static Edition,
    start: Start,
    input: &'a [u8],
    first: Failure<'a>,
) -> Faults<'a> {
    let mut errors = vec![first];
    let (mut text, mut last) = (input.to_vec(), None);
    while let Err(error) = edition.parse_bytes(start, &text) {
        let at = error.offset();
        let is_new = last.is_none_or(|last| at > last);
        if is_new && last.is_some() {
            if errors.len() >= MOST {
                return Faults { errors, more_errors: true };
            }
            // The offset is that in the input, whose character is quoted. What repairs the fault before may repair this one.
            if !errors.last().is_some_and(|before| before.repairs(at)) {
                errors.push(Failure::refused(error, input));
            }
        }
        let character = is_new.then(|| fill_character(&mut text, at));
        if character != Some(true) && !fill_part(&mut text, at) {
            break;
        }
        last = Some(at);
    }
    Faults { errors, more_errors: false }
}

/// A character that every part allows; in a port it is a fault, and the part is replaced.
const FILLER: u8 = b'x';

/// Replaces the character at an offset, or the byte that is part of none; `false` if that changes nothing.
fn fill_character(text: &mut [u8], at: usize) -> bool {
    let Some(rest) = text.get_mut(at..) else { return false };
    let of_character =
        |len: &usize| rest.get(..*len).is_some_and(|bytes| str::from_utf8(bytes).is_ok());
    let len = (1..=4).find(of_character).unwrap_or(1).min(rest.len());
    fill(&mut rest[..len])
}

/// Replaces the part that has an offset, but for its slashes; `false` if that changes nothing.
fn fill_part(text: &mut [u8], at: usize) -> bool {
    // Delimiters are ASCII, so the parts are those of the text without other characters.
    let ascii: String =
        text.iter().map(|&byte| if byte.is_ascii() { byte.into() } else { 'x' }).collect();
    let Parts { scheme, authority, path, query, fragment } = Parts::split(&ascii);
    let mut begin = scheme.map_or(0, |scheme| scheme.len() + 1);
    for (part, delimiter) in [(authority, 2), (Some(path), 0), (query, 1), (fragment, 1)] {
        let Some(part) = part else { continue };
        begin += delimiter;
        let end = begin + part.len();
        if (begin..=end).contains(&at) {
            return text.get_mut(begin..end).is_some_and(fill);
        }
        begin = end;
    }
    false
}

/// Fills a piece of a text, but for its slashes; `false` if that changes nothing.
fn fill(piece: &mut [u8]) -> bool {
    let mut changes = false;
    for byte in piece.iter_mut().filter(|byte| !matches!(**byte, b'/' | FILLER)) {
        *byte = FILLER;
        changes = true;
    }
    changes
}

#[cfg(test)]
mod tests {
    use napkin::Start;
    use napkin::edition::{EDITIONS, RFC3986};

    use super::{MOST, all};
    use crate::failure::Failure;

    #[test]
    fn faults_are_in_order_and_have_an_end() {
        let many = format!("http://h/{}", "^a".repeat(40));
        let inputs: [&[u8]; 9] = [
            b"a b",
            b"http://[::g]:x/a b<c>%zz?{#^",
            b"1a:b c",
            b"http://h:8x/^",
            b"http://h/\xff\xfe ^",
            b"\xff:\xff",
            b"//[#^",
            many.as_bytes(),
            "é:é".as_bytes(),
        ];
        for (edition, input) in
            EDITIONS.iter().flat_map(|edition| inputs.map(|input| (edition, input)))
        {
            let Err(error) = edition.parse_bytes(Start::UriReference, input) else { continue };
            let found = all(edition, Start::UriReference, input, Failure::refused(error, input));
            assert!(found.errors.is_sorted_by_key(Failure::offset), "{}", input.escape_ascii());
            assert_eq!(found.more_errors, input == many.as_bytes());
            assert!(found.errors.len() <= MOST);
        }
        let faults = |input: &'static [u8]| {
            let error = RFC3986.parse_bytes(Start::UriReference, input).unwrap_err();
            let found = all(RFC3986, Start::UriReference, input, Failure::refused(error, input));
            found.errors.iter().filter_map(Failure::offset).collect::<Vec<_>>()
        };
        assert_eq!(faults(b"http://h/\xff\xfe ^"), [9, 10, 11, 12]);
        assert_eq!(faults(b"http://h:8x/^"), [10, 12]);
        assert_eq!(faults(b"http://[::g]:x/a b#^"), [10, 16, 19]);
        // A host is one fault, since it is written anew as a whole.
        assert_eq!(faults("http://b\u{fc}cher.b\u{fc}cher/\u{fc}".as_bytes()), [8, 23]);
    }
}
