//! Non-ASCII names mapped to DNS names, as each family of programs maps them.
//!
//! The mappings differ: IDNA 2003 and UTS #46 disagree on four letters, versions of Unicode on more. A reader
//! therefore uses the mapping of its program, and where two mappings differ, readers disagree.

use std::borrow::Cow;
use std::collections::BTreeSet;

use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};
use stringprep::tables;
use unicode_normalization::UnicodeNormalization;

use crate::punycode;

/// From a non-ASCII name to its DNS name; `None` if the name is rejected.
pub(crate) type Mapping = fn(&str) -> Option<String>;

/// UTS #46 by Unicode 15.1 and later, non-transitional, as in current browsers.
pub(crate) fn uts46(name: &str) -> Option<String> {
    idna::domain_to_ascii(name).ok()
}

/// UTS #46 by Unicode 15.0 and earlier, non-transitional: it maps U+1E9E to `ss`, later versions to `ß`.
pub(crate) fn unicode_15(name: &str) -> Option<String> {
    uts46(&name.replace('\u{1e9e}', "ss"))
}

/// A name without the four deviation characters (UTS #46 §2.3): `ß` becomes `ss`, `ς` becomes `σ`, and the joiners
/// are removed.
fn without_deviations(name: &str) -> String {
    let name = name.replace(['\u{200c}', '\u{200d}'], "").replace('\u{3c2}', "\u{3c3}");
    name.replace(['\u{df}', '\u{1e9e}'], "ss")
}

/// UTS #46, transitional, as browsers mapped names until 2023.
fn transitional(name: &str) -> Option<String> {
    uts46(&without_deviations(name))
}

/// As curl and wget call libidn2: [`unicode_15`], and if that fails, transitional. The Bidi rule is not checked; the
/// length is.
pub(crate) fn libidn2(name: &str) -> Option<String> {
    let mapped = unicode_15(name)
        .or_else(|| transitional(name))
        .or_else(|| in_any_direction(&without_deviations(name)))?;
    let delimiters = [' ', '/', '?', '#', '@', ':', '<', '>', '[', ']', '\\', '%'];
    let is_sound = |label: &str| !(label.starts_with("xn--") && label.contains(delimiters));
    (mapped.len() <= 255 && mapped.split('.').all(is_sound)).then_some(mapped)
}

/// A name whose characters are each valid, without the Bidi rule.
fn in_any_direction(name: &str) -> Option<String> {
    let mapped = name.chars().map(|character| {
        ["a", "\u{5d0}"].iter().find_map(|beside| {
            let ascii = uts46(&format!("{beside}{character}{beside}"))?;
            let (mapped, _) = idna::domain_to_unicode(&ascii);
            Some(mapped.strip_prefix(beside)?.strip_suffix(beside)?.to_owned())
        })
    });
    let mapped = mapped.collect::<Option<String>>()?.nfc().collect::<String>();
    let labels = mapped.split('.').map(|label| match label.is_ascii() {
        true => Some(label.to_owned()),
        false if label.starts_with("xn--") => None,
        false => punycode::encoded(label).map(|coded| format!("xn--{coded}")),
    });
    Some(labels.collect::<Option<Vec<_>>>()?.join("."))
}

/// A label by IDNA 2008 with lowercasing as its only mapping, as in urllib3: a label that needs another mapping is
/// rejected.
fn idna2008(name: &str) -> Option<String> {
    let lower = name.to_lowercase();
    if lower.bytes().any(|byte| byte.is_ascii() && !byte.is_ascii_alphanumeric() && byte != b'-') {
        return None;
    }
    let ascii = uts46(&lower)?;
    let (back, _) = idna::domain_to_unicode(&ascii);
    (back == lower).then_some(ascii)
}

/// A name whose labels other than ASCII are mapped by [`idna2008`].
pub(crate) fn labels_of_2008(name: &str) -> Option<String> {
    let labels = name.split('.').map(|label| {
        if label.is_ascii() { Some(label.to_ascii_lowercase()) } else { idna2008(label) }
    });
    Some(labels.collect::<Option<Vec<_>>>()?.join("."))
}

/// The separators of labels (RFC 3490 §3.1).
const DOTS: [char; 4] = ['.', '\u{3002}', '\u{ff0e}', '\u{ff61}'];

/// A registered name of an IRI, label by label (RFC 3987 §3.1): an ASCII label stays unchanged, another one is
/// mapped by UTS #46, non-transitional and with the rules of STD 3.
pub(crate) fn of_iri(name: &str) -> Option<String> {
    let labels = name.split(DOTS).map(|label| {
        if label.is_ascii() {
            return Some(Cow::Borrowed(label.as_bytes()));
        }
        let (hyphens, length) = (Hyphens::CheckFirstLast, DnsLength::Ignore);
        let mapped = Uts46::new().to_ascii(label.as_bytes(), AsciiDenyList::STD3, hyphens, length);
        mapped.ok().map(|mapped| Cow::Owned(mapped.into_owned().into_bytes()))
    });
    String::from_utf8(labels.collect::<Option<Vec<_>>>()?.join(&b'.')).ok()
}

/// IDNA 2003 (RFC 3490, RFC 3491), as Python's codec `idna` implements it: a letter that table B.2 of RFC 3454 has no
/// lowercase letter for, since Unicode 3.2 had none, becomes that of Python's own version of Unicode.
pub(crate) fn idna2003(name: &str) -> Option<String> {
    by_2003(name, |character| {
        let stays = tables::case_fold_for_nfkc(character).eq([character]);
        let lower: String =
            if stays { character.to_lowercase().collect() } else { character.into() };
        lower.chars().flat_map(tables::case_fold_for_nfkc).collect()
    })
}

/// IDNA 2003 without exceptions, as GNU libidn implements it: a letter without an entry in table B.2 stays unchanged.
fn libidn(name: &str) -> Option<String> {
    by_2003(name, |character| tables::case_fold_for_nfkc(character).collect())
}

/// A name by IDNA 2003, with a function that maps a character to lowercase.
fn by_2003(name: &str, fold: fn(char) -> String) -> Option<String> {
    let labels: Vec<_> = if name.is_ascii() {
        name.split('.').map(str::to_owned).collect()
    } else {
        name.split(DOTS).map(|label| label_of_2003(label, fold)).collect::<Option<_>>()?
    };
    let (last, before) = labels.split_last()?;
    let fits = |label: &String| (1..64).contains(&label.len());
    (before.iter().all(fits) && last.len() < 64).then(|| labels.join("."))
}

/// One label by `ToASCII` of RFC 3490, without `UseSTD3ASCIIRules` and with `AllowUnassigned`.
fn label_of_2003(label: &str, fold: fn(char) -> String) -> Option<String> {
    if label.is_ascii() {
        return Some(label.to_owned());
    }
    let label = nameprep(label, fold).filter(|label| !label.is_empty())?;
    if label.is_ascii() {
        return Some(label);
    }
    let coded = punycode::encoded(&label)?;
    (!label.starts_with("xn--")).then(|| format!("xn--{coded}"))
}

/// RFC 3491, with `AllowUnassigned`.
fn nameprep(label: &str, fold: fn(char) -> String) -> Option<String> {
    let stays = |character: &char| !tables::commonly_mapped_to_nothing(*character);
    let mapped: String = label.chars().filter(stays).map(fold).collect();
    let prepared = nfkc_of_3_2(&mapped);
    let is_prohibited = |c| {
        tables::non_ascii_space_character(c)
            || tables::non_ascii_control_character(c)
            || tables::private_use(c)
            || tables::non_character_code_point(c)
            || tables::inappropriate_for_plain_text(c)
            || tables::inappropriate_for_canonical_representation(c)
            || tables::change_display_properties_or_deprecated(c)
            || tables::tagging_character(c)
    };
    let is_known = |c: char| !tables::unassigned_code_point(c);
    let is_right_to_left = |c: char| is_known(c) && tables::bidi_r_or_al(c);
    let mut ends = [prepared.chars().next(), prepared.chars().next_back()].into_iter().flatten();
    let bidi = !prepared.chars().any(is_right_to_left)
        || !prepared.chars().any(|c| is_known(c) && tables::bidi_l(c))
            && ends.all(is_right_to_left);
    (bidi && !prepared.chars().any(is_prohibited)).then_some(prepared)
}

/// The compatibility ideographs whose mapping Unicode 4.0 corrected (Corrigendum #4), each with that of Unicode 3.2.
const CORRECTED: [(char, char); 5] = [
    ('\u{2f868}', '\u{2136a}'),
    ('\u{2f874}', '\u{5f33}'),
    ('\u{2f91f}', '\u{43ab}'),
    ('\u{2f95f}', '\u{7aae}'),
    ('\u{2f9bf}', '\u{4d57}'),
];

/// A character, or what Unicode 3.2 maps it to if later versions map it to another character.
fn as_in_3_2(character: char) -> char {
    let known = CORRECTED.iter().find(|(corrected, _)| *corrected == character);
    known.map_or(character, |(_, mapped)| *mapped)
}

/// NFKC by Unicode 3.2, which leaves unknown characters unchanged.
fn nfkc_of_3_2(text: &str) -> String {
    let mut made = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_known = !tables::unassigned_code_point(first);
        let end = rest.find(|c| tables::unassigned_code_point(c) == is_known).unwrap_or(rest.len());
        let (run, behind) = rest.split_at(end);
        if is_known {
            made.extend(run.chars().map(as_in_3_2).nfkc());
        } else {
            made.push_str(run);
        }
        rest = behind;
    }
    made
}

/// The labels between full stops in lowercase, without any other mapping, as in the URIs of libwww-perl.
fn lowercased(name: &str) -> Option<String> {
    let labels = name.split('.').map(|label| {
        let lower: String = label.chars().flat_map(char::to_lowercase).collect();
        if lower.is_ascii() {
            return Some(lower);
        }
        punycode::encoded(&lower).map(|coded| format!("xn--{coded}"))
    });
    Some(labels.collect::<Option<Vec<_>>>()?.join("."))
}

/// The mappings that prepare a name. The first is that of the current standard.
const MAPPINGS: [Mapping; 8] =
    [uts46, unicode_15, transitional, libidn2, labels_of_2008, idna2003, libidn, of_iri];

/// The DNS name, in lowercase, that every mapping makes of a name. A mapping may reject the name, other than UTS #46.
/// `None` if two mappings differ, or the result holds another character than letters, digits, hyphens, underscores
/// and dots. Programs that do not map names, but send UTF-8 or percent-encode it, are not asked.
pub(crate) fn agreed(name: &str) -> Option<String> {
    let mappings = MAPPINGS.iter().chain(&[lowercased as Mapping]);
    let mut made = mappings.map(|map| Some(map(name)?.to_ascii_lowercase()));
    let first = made.next()??;
    (made.flatten().all(|other| other == first) && is_plain(&first)).then_some(first)
}

/// The DNS names of letters, digits, hyphens, underscores and dots that the [`MAPPINGS`] make of a name, in lowercase,
/// each once.
pub(crate) fn names(name: &str) -> BTreeSet<String> {
    let made = MAPPINGS.iter().filter_map(|map| Some(map(name)?.to_ascii_lowercase()));
    made.filter(|name| is_plain(name)).collect()
}

/// Whether a name has letters, digits, hyphens, underscores and dots only.
fn is_plain(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::{agreed, idna2003, idna2008, libidn2, unicode_15, uts46};

    #[test]
    fn mappings_differ_where_they_are_known_to() {
        for (name, [today, older, curl, strict, old]) in [
            ("b\u{fc}cher", [Some("xn--bcher-kva"); 5]),
            (
                "stra\u{df}e",
                [
                    Some("xn--strae-oqa"),
                    Some("xn--strae-oqa"),
                    Some("xn--strae-oqa"),
                    Some("xn--strae-oqa"),
                    Some("strasse"),
                ],
            ),
            (
                "stra\u{1e9e}e",
                [
                    Some("xn--strae-oqa"),
                    Some("strasse"),
                    Some("strasse"),
                    Some("xn--strae-oqa"),
                    Some("strasse"),
                ],
            ),
            ("a\u{200d}b", [None, None, Some("ab"), None, Some("ab")]),
            ("a\u{7ca}b", [None, None, Some("xn--ab-8te"), None, Some("xn--ab-8te")]),
            ("\u{ff41}b", [Some("ab"), Some("ab"), Some("ab"), None, Some("ab")]),
            ("a\u{2024}b", [None, None, None, None, Some("a.b")]),
        ] {
            assert_eq!(uts46(name).as_deref(), today, "{name}");
            assert_eq!(unicode_15(name).as_deref(), older, "{name}");
            assert_eq!(libidn2(name).as_deref(), curl, "{name}");
            assert_eq!(idna2008(name).as_deref(), strict, "{name}");
            assert_eq!(idna2003(name).as_deref(), old, "{name}");
        }
        assert_eq!(idna2003("a..b"), None);
        assert_eq!(idna2003("a.b.").as_deref(), Some("a.b."));
        assert_eq!(idna2003(&"a".repeat(64)), None);
    }

    #[test]
    fn mappings_agree_on_few_names() {
        for (name, expected) in [
            ("example", Some("example")),
            ("B\u{dc}CHER.Example", Some("xn--bcher-kva.example")),
            ("b\u{fc}cher.example.", Some("xn--bcher-kva.example.")),
            ("b\u{fc}cher\u{3002}example.", None),
            ("\u{ff41}b", None),
            ("a\u{ad}b", None),
            ("bu\u{308}cher", None),
            ("stra\u{df}e", None),
            ("stra\u{1e9e}e", None),
            ("\u{3bb}\u{3cc}\u{3b3}\u{3bf}\u{3c2}", None),
            ("a\u{200d}b", None),
            ("a\u{2024}b", None),
            ("\u{13a0}", None),
            ("\u{ab70}", None),
            ("\u{2f868}", None),
            ("good\u{ff20}evil", None),
            ("a\u{ff0f}b", None),
            ("b\u{fc}~cher", None),
            ("\u{ff05}41", None),
        ] {
            assert_eq!(agreed(name).as_deref(), expected, "{name}");
        }
    }
}
