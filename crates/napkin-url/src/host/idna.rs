//! UTS 46 by the crate `idna`, and its differences from the standard and from older editions. The URL Standard has its
//! own `ToASCII`, which accepts names that RFC 3987 and IDNA 2008 do not.
//!
//! The crate has the tables of one Unicode version and the rules of UTS 46 since revision 33. The editions use
//! Unicode 17, so code points assigned later are rejected here. Older editions mapped U+1E9E to `ss`, and decoded
//! `xn--` labels that are ASCII only. The crate rejects labels longer than some 1,000 code points, since Punycode
//! takes quadratic time; the standard has no such limit.

use alloc::{borrow::Cow, string::String};

use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};

use super::label::{NoDomain, has_xn_label};
use crate::edition::{AsciiXnLabel, CapitalSharpS, Edition};

/// Unicode `ToASCII` with the flags of the domain parser, `beStrict` false.
pub(super) fn to_ascii<'a>(edition: &Edition, domain: &'a str) -> Result<Cow<'a, str>, NoDomain> {
    let (deny, hyphens, length) = (AsciiDenyList::EMPTY, Hyphens::Allow, DnsLength::Ignore);
    let of_its_day = of_its_day(edition, domain);
    let ascii = Uts46::new().to_ascii(of_its_day.as_bytes(), deny, hyphens, length);
    let ascii = ascii.map_err(|_| NoDomain::Invalid)?;
    if is_too_new(domain, &ascii) {
        return Err(NoDomain::Invalid);
    }
    Ok(if ascii == domain { Cow::Borrowed(domain) } else { Cow::Owned(ascii.into_owned()) })
}

/// Whether Unicode `ToASCII` accepts a domain with `beStrict` true.
pub(super) fn is_strict(edition: &Edition, domain: &str) -> bool {
    let domain = of_its_day(edition, domain);
    let (deny, hyphens, length) = (AsciiDenyList::STD3, Hyphens::Check, DnsLength::Verify);
    let ascii = Uts46::new().to_ascii(domain.as_bytes(), deny, hyphens, length);
    ascii.is_ok_and(|ascii| !is_too_new(&domain, &ascii))
}

/// Unicode `ToUnicode` for display; the domain is unchanged if it has an error.
pub(super) fn to_unicode(domain: &str) -> Cow<'_, str> {
    match Uts46::new().to_unicode(domain.as_bytes(), AsciiDenyList::EMPTY, Hyphens::Allow) {
        (unicode, Ok(())) => unicode,
        _ => Cow::Borrowed(domain),
    }
}

/// Rewrites a domain so that the newest rules give the result of the edition's rules.
fn of_its_day<'a>(edition: &Edition, domain: &'a str) -> Cow<'a, str> {
    let mut domain = Cow::Borrowed(domain);
    if edition.capital_sharp_s == CapitalSharpS::Ss && domain.contains('\u{1E9E}') {
        domain = Cow::Owned(domain.replace('\u{1E9E}', "ss"));
    }
    if edition.ascii_xn_label == AsciiXnLabel::Decode && has_xn_label(&domain) {
        domain = Cow::Owned(decoded(&domain));
    }
    domain
}

/// A domain whose `xn--` labels are decoded if they decode to ASCII only, or to nothing.
fn decoded(domain: &str) -> String {
    let mut out = String::with_capacity(domain.len());
    for (i, label) in domain.split('.').enumerate() {
        if i > 0 {
            out.push('.');
        }
        let label_of_ascii = label
            .get(..4)
            .filter(|start| start.eq_ignore_ascii_case("xn--") && label.is_ascii())
            .and_then(|_| idna::punycode::decode_to_string(&label[4..].to_ascii_lowercase()))
            .filter(|decoded| decoded.is_ascii());
        out.push_str(label_of_ascii.as_deref().unwrap_or(label));
    }
    out
}

/// Whether a domain, or the decoded form of its `xn--` labels, has code points that Unicode 17 does not have.
fn is_too_new(domain: &str, ascii: &str) -> bool {
    let is_new = |text: &str| text.chars().any(is_new);
    is_new(domain) || has_xn_label(domain) && is_new(&to_unicode(ascii))
}

/// Whether a code point was assigned after Unicode 17.
fn is_new(c: char) -> bool {
    let place = AFTER_UNICODE_17.partition_point(|(_, last)| *last < c);
    AFTER_UNICODE_17.get(place).is_some_and(|(first, _)| *first <= c)
}

/// The code points that Unicode 18 assigned, which the tables of the crate may have.
#[rustfmt::skip]
const AFTER_UNICODE_17: &[(char, char)] = &[
    ('\u{558}', '\u{558}'),
    ('\u{58B}', '\u{58C}'),
    ('\u{5C8}', '\u{5C9}'),
    ('\u{B53}', '\u{B54}'),
    ('\u{1ADE}', '\u{1ADF}'),
    ('\u{1AEC}', '\u{1AF0}'),
    ('\u{208F}', '\u{208F}'),
    ('\u{209D}', '\u{209F}'),
    ('\u{20C2}', '\u{20C4}'),
    ('\u{2E60}', '\u{2E63}'),
    ('\u{A7DD}', '\u{A7DD}'),
    ('\u{A7E2}', '\u{A7E2}'),
    ('\u{AB6C}', '\u{AB6D}'),
    ('\u{107BB}', '\u{107BF}'),
    ('\u{10EC9}', '\u{10ECF}'),
    ('\u{10ED9}', '\u{10EEE}'),
    ('\u{10EF0}', '\u{10EF9}'),
    ('\u{11B0A}', '\u{11B0A}'),
    ('\u{11DF0}', '\u{11DF1}'),
    ('\u{1246F}', '\u{1246F}'),
    ('\u{12475}', '\u{1247F}'),
    ('\u{12550}', '\u{12686}'),
    ('\u{18CD6}', '\u{18CDA}'),
    ('\u{18D1F}', '\u{18D20}'),
    ('\u{18E00}', '\u{19191}'),
    ('\u{191A0}', '\u{191D2}'),
    ('\u{1B123}', '\u{1B128}'),
    ('\u{1B168}', '\u{1B168}'),
    ('\u{1CED2}', '\u{1CED4}'),
    ('\u{1CEDD}', '\u{1CEDF}'),
    ('\u{1CEF1}', '\u{1CEFD}'),
    ('\u{1D127}', '\u{1D128}'),
    ('\u{1D1EB}', '\u{1D1FF}'),
    ('\u{1D250}', '\u{1D281}'),
    ('\u{1D6A6}', '\u{1D6A6}'),
    ('\u{1DB00}', '\u{1DB1C}'),
    ('\u{1DF1F}', '\u{1DF24}'),
    ('\u{1DF2B}', '\u{1DF81}'),
    ('\u{1DF90}', '\u{1DF96}'),
    ('\u{1DFCD}', '\u{1DFFF}'),
    ('\u{1F1AE}', '\u{1F1AE}'),
    ('\u{1F6D9}', '\u{1F6D9}'),
    ('\u{1F7DA}', '\u{1F7DB}'),
    ('\u{1F7F1}', '\u{1F7FF}'),
    ('\u{1FA8B}', '\u{1FA8D}'),
    ('\u{1FACC}', '\u{1FACC}'),
    ('\u{1FADD}', '\u{1FADD}'),
    ('\u{1FAEB}', '\u{1FAEB}'),
    ('\u{1FAF9}', '\u{1FAFA}'),
    ('\u{2B81E}', '\u{2B81E}'),
    ('\u{3D000}', '\u{3FC3F}'),
];
