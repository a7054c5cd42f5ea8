//! The plain part of a scheme's form, which the fast parser can read by masks.
//!
//! Most forms are an authority, a path of certain bytes and perhaps a query of other bytes; further text is
//! optional and rare (`;type=a`). [`Plain::of`] finds these in the steps of a form. The plain form accepts only
//! texts that the steps accept; all other texts are left to the steps.

use napkin_scan::ByteSet;

use super::rules::{AuthorityRule, SchemeForm, Step};

/// A form of an edition for the fast parser: the word of its scheme, and its plain part.
pub(crate) type Form = (u64, Option<Plain>);

/// The plain part of a form.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plain {
    pub(crate) authority: Option<&'static AuthorityRule>,
    pub(crate) slash: Slash,
    /// The least number of characters in a query; `None` if there is no query.
    pub(crate) query: Option<usize>,
    /// Whether no step of the form is left out, behind which text may follow that is not plain.
    pub(crate) is_all: bool,
    /// The bytes that are invalid in path, query and fragment, but valid in another part of a plain form.
    pub(crate) invalid: [ByteList; 3],
}

/// The slash after the authority.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slash {
    /// The slash is required.
    Required,
    /// Without the slash, nothing follows.
    OrNothing,
    /// Without the slash, a query may follow; or no slash is expected, since there is no authority.
    Optional,
}

/// The bytes of a small set, one by one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ByteList {
    bytes: [u8; 4],
    count: usize,
}

impl ByteList {
    const fn of(set: ByteSet) -> Option<Self> {
        let mut few = Self { bytes: [0; 4], count: 0 };
        let mut byte = 0;
        while byte < 128 {
            if set.contains(byte) {
                if few.count == few.bytes.len() {
                    return None;
                }
                few.bytes[few.count] = byte;
                few.count += 1;
            }
            byte += 1;
        }
        Some(few)
    }

    /// The first place of one of the bytes in a text.
    pub(crate) fn first_in(&self, text: &[u8]) -> Option<usize> {
        let bytes = self.bytes();
        if bytes.is_empty() { None } else { text.iter().position(|byte| bytes.contains(byte)) }
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        self.bytes.get(..self.count).unwrap_or_default()
    }
}

/// The first steps of a form, if the remaining steps may be absent: the slash, the bytes of the path, and the bytes
/// of the query with their least number. Last, whether these steps are all. They are all of a query of words between
/// `+` too, since any other byte ends it.
type Start = (Slash, ByteSet, Option<(ByteSet, usize)>, bool);

const fn start(form: &SchemeForm) -> Option<Start> {
    let [steps] = form.tail else { return None };
    let (slash, path, rest): (_, _, &[Step]) = match (form.authority, *steps) {
        (Some(_), [Step::Maybe([Step::Literal(b"/"), Step::Characters(path, 0), rest @ ..])]) => {
            (Slash::OrNothing, *path, rest)
        }
        (Some(_), [Step::Maybe([Step::Literal(b"/"), Step::Characters(path, 0)]), rest @ ..]) => {
            (Slash::Optional, *path, rest)
        }
        (Some(_), [Step::Literal(b"/"), Step::Characters(path, 0), rest @ ..]) => {
            (Slash::Required, *path, rest)
        }
        (None, [Step::Characters(path, 0), rest @ ..]) => (Slash::Optional, *path, rest),
        _ => return None,
    };
    // At the end of the text, optional steps match nothing.
    let query = match rest {
        [
            Step::Maybe(
                [Step::Literal(b"?"), Step::Characters(query, least)]
                | [Step::Literal(b"?"), Step::Characters(query, least), Step::Repeat(_, 0)],
            ),
        ] => Some((*query, *least)),
        [] | [Step::Maybe(_) | Step::Repeat(_, 0)] => None,
        _ => return None,
    };
    let is_all = rest.is_empty() || query.is_some();
    if form.query == query.is_some() { Some((slash, path, query, is_all)) } else { None }
}

/// The bytes allowed anywhere in the plain forms of an edition, delimiters included.
pub(super) const fn body(known: &[SchemeForm], other: &[SchemeForm], fragment: ByteSet) -> ByteSet {
    let mut body = fragment.or(ByteSet::of(b":/@"));
    let mut number = 0;
    while number < known.len() + other.len() {
        if let Some((_, path, query, _)) = start(nth(known, other, number)) {
            body = body.or(path);
            if let Some((query, _)) = query {
                body = body.or(query);
            }
        }
        number += 1;
    }
    body
}

/// The forms of an edition, in the order of their numbers.
pub(super) const fn forms<const N: usize>(
    known: &'static [SchemeForm],
    other: &'static [SchemeForm],
    fragment: ByteSet,
) -> [Form; N] {
    let body = body(known, other, fragment).or(ByteSet::of(b"?"));
    let mut forms = [(0, None); N];
    let mut number = 0;
    while number < N {
        let form = nth(known, other, number);
        forms[number] = (word(form.scheme.as_bytes()), Plain::of(form, body, fragment));
        number += 1;
    }
    forms
}

/// A scheme of at most eight bytes as a word, the first byte lowest; 0 for a longer scheme.
const fn word(scheme: &[u8]) -> u64 {
    let mut word = 0;
    let mut at = 0;
    while at < scheme.len() && scheme.len() <= 8 {
        word |= (scheme[at] as u64) << (8 * at);
        at += 1;
    }
    word
}

const fn nth<'f>(
    known: &'f [SchemeForm],
    other: &'f [SchemeForm],
    number: usize,
) -> &'f SchemeForm {
    if number < known.len() { &known[number] } else { &other[number - known.len()] }
}

impl Plain {
    /// The plain part of a form, if it has one; `body` holds the bytes of all plain forms.
    const fn of(form: &SchemeForm, body: ByteSet, fragment: ByteSet) -> Option<Self> {
        let Some((slash, path, query, is_all)) = start(form) else { return None };
        // A `?` ends a path that a query may follow.
        let (in_path, in_query, least) = match query {
            Some((query, least)) => (path.or(ByteSet::of(b"?")), query, Some(least)),
            None => (path, body, None),
        };
        let invalid = [
            ByteList::of(body.without(in_path)),
            ByteList::of(body.without(in_query)),
            ByteList::of(body.without(fragment)),
        ];
        let [Some(path), Some(query), Some(fragment)] = invalid else { return None };
        Some(Self {
            authority: form.authority,
            slash,
            query: least,
            is_all,
            invalid: [path, query, fragment],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Plain, body, nth, word};
    use crate::edition::EDITIONS;
    use crate::edition::rules::Hierarchy;
    use alloc::{format, vec::Vec};
    use napkin_scan::ByteSet;

    /// The plain forms, by scheme: those without a name are for all other schemes. The test reads them back from
    /// the edition's constant.
    #[test]
    fn common_forms_are_plain() {
        let mut found = Vec::new();
        for edition in EDITIONS {
            let Hierarchy::ByScheme { known, other, fragment, .. } = edition.hierarchy else {
                assert!(edition.plain.is_empty(), "{}", edition.name);
                continue;
            };
            let body = body(known, other, fragment).or(ByteSet::of(b"?"));
            assert_eq!(edition.plain.len(), known.len() + other.len(), "{}", edition.name);
            for (number, (scheme, plain)) in edition.plain.iter().enumerate() {
                let form = nth(known, other, number);
                let again = Plain::of(form, body, fragment);
                assert_eq!(*scheme, word(form.scheme.as_bytes()), "{}", form.scheme);
                assert_eq!(format!("{plain:?}"), format!("{again:?}"), "{}", form.scheme);
                if plain.is_some() {
                    found.push((edition.name, form.scheme));
                }
            }
        }
        let of = |edition, schemes: &[&'static str]| -> Vec<_> {
            schemes.iter().map(|scheme| (edition, *scheme)).collect()
        };
        let expected = [
            of("rfc1630", &["http", "ftp", "file", ""]),
            of("rfc1738", &["http", "ftp", "file", "gopher", "prospero", "", ""]),
        ];
        assert_eq!(found, expected.concat());
    }
}
