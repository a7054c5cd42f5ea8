//! Non-ASCII names mapped to DNS names, as each family of programs maps them.
//!
//! The mappings differ: IDNA 2003 and UTS #46 disagree on four letters, versions of Unicode on more. A reader
//! therefore uses the mapping of its program, and where two mappings differ, readers disagree.

use std::borrow::Cow;

use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};
use stringprep::tables;
use unicode_normalization::UnicodeNormalization;

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

/// As curl and wget call libidn2: [`unicode_15`], and if that fails, transitional: `ß` becomes `ss`, `ς` becomes
/// `σ`, and the joiners are removed. The Bidi rule is not checked; the length is.
pub(crate) fn libidn2(name: &str) -> Option<String> {
    let mapped = unicode_15(name).or_else(|| {
        let name = name.replace(['\u{200c}', '\u{200d}'], "").replace('\u{3c2}', "\u{3c3}");
        let name = name.replace(['\u{df}', '\u{1e9e}'], "ss");
        uts46(&name).or_else(|| in_any_direction(&name))
    })?;
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
        false => idna::punycode::encode_str(label).map(|coded| format!("xn--{coded}")),
    });
    Some(labels.collect::<Option<Vec<_>>>()?.join("."))
}

/// A label by IDNA 2008 with lowercasing as its only mapping, as in urllib3: a label that needs another mapping is
/// rejected.
pub(crate) fn idna2008(name: &str) -> Option<String> {
    let lower = name.to_lowercase();
    if lower.bytes().any(|byte| byte.is_ascii() && !byte.is_ascii_alphanumeric() && byte != b'-') {
        return None;
    }
    let ascii = uts46(&lower)?;
    let (back, _) = idna::domain_to_unicode(&ascii);
    (back == lower).then_some(ascii)
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

/// IDNA 2003 (RFC 3490, RFC 3491), as Python's codec `idna` implements it: characters unknown to Unicode 3.2 are
/// kept, in lowercase.
pub(crate) fn idna2003(name: &str) -> Option<String> {
    let labels: Vec<_> = if name.is_ascii() {
        name.split('.').map(str::to_owned).collect()
    } else {
        name.split(DOTS).map(label_of_2003).collect::<Option<_>>()?
    };
    let (last, before) = labels.split_last()?;
    let fits = |label: &String| (1..64).contains(&label.len());
    (before.iter().all(fits) && last.len() < 64).then(|| labels.join("."))
}

/// One label by `ToASCII` of RFC 3490, without `UseSTD3ASCIIRules` and with `AllowUnassigned`.
fn label_of_2003(label: &str) -> Option<String> {
    if label.is_ascii() {
        return Some(label.to_owned());
    }
    let label = nameprep(label)?;
    if label.is_ascii() {
        return Some(label);
    }
    let coded = idna::punycode::encode_str(&label)?;
    (!label.starts_with("xn--")).then(|| format!("xn--{coded}"))
}

/// RFC 3491, with `AllowUnassigned`.
fn nameprep(label: &str) -> Option<String> {
    let mut mapped = String::new();
    for character in label.chars().filter(|&c| !tables::commonly_mapped_to_nothing(c)) {
        if tables::unassigned_code_point(character) {
            mapped.extend(character.to_lowercase().flat_map(tables::case_fold_for_nfkc));
        } else {
            mapped.extend(tables::case_fold_for_nfkc(character));
        }
    }
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

/// NFKC by Unicode 3.2, which leaves unknown characters unchanged.
fn nfkc_of_3_2(text: &str) -> String {
    let mut made = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_known = !tables::unassigned_code_point(first);
        let end = rest.find(|c| tables::unassigned_code_point(c) == is_known).unwrap_or(rest.len());
        let (run, behind) = rest.split_at(end);
        if is_known {
            made.extend(run.nfkc());
        } else {
            made.push_str(run);
        }
        rest = behind;
    }
    made
}

#[cfg(test)]
mod tests {
    use super::{idna2003, idna2008, libidn2, unicode_15, uts46};

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
}
