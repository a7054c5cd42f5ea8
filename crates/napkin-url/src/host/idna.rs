//! UTS 46 by the crate `idna`, and its differences from the standard and from older editions. The URL Standard has its
//! own `ToASCII`, which accepts names that RFC 3987 and IDNA 2008 do not.
//!
//! The crate has the tables of one Unicode version and the rules of UTS 46 since revision 33. The editions use
//! Unicode 17, so code points assigned later are rejected here. Older editions mapped U+1E9E to `ss`, and decoded
//! `xn--` labels that are ASCII only. The crate rejects labels longer than some 1,000 code points, since Punycode
//! takes quadratic time; the standard has no such limit.

use alloc::{borrow::Cow, string::String};

use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};

use super::after_unicode_17::is_new;
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
            .and_then(|_| of_ascii(&label[4..]));
        match label_of_ascii {
            Some(decoded) => out.push_str(&decoded.to_ascii_lowercase()),
            None => out.push_str(label),
        }
    }
    out
}

/// The letters of Punycode without non-ASCII letters: what is before a delimiter at its end (RFC 3492 section 3.1). It is not
/// decoded, which takes quadratic time.
fn of_ascii(coded: &str) -> Option<&str> {
    match coded {
        "" => Some(""),
        _ => coded.strip_suffix('-').filter(|letters| !letters.is_empty()),
    }
}

/// Whether a domain, or the decoded form of its `xn--` labels, has code points that Unicode 17 does not have.
fn is_too_new(domain: &str, ascii: &str) -> bool {
    let is_new = |text: &str| text.chars().any(is_new);
    is_new(domain) || has_xn_label(domain) && is_new(&to_unicode(ascii))
}

#[cfg(test)]
mod tests {
    use alloc::string::String;
    use alloc::vec::Vec;

    use super::of_ascii;

    #[test]
    fn punycode_of_ascii_is_told_by_its_end() {
        let pieces = ["", "a", "-", "b9", "--", "z"];
        let longer = |texts: &[String]| -> Vec<String> {
            texts.iter().flat_map(|text| pieces.map(|piece| text.clone() + piece)).collect()
        };
        for coded in longer(&longer(&longer(&longer(&[String::new()])))) {
            let decoded = idna::punycode::decode_to_string(&coded);
            let slow = decoded.filter(|decoded| decoded.is_ascii());
            assert_eq!(of_ascii(&coded), slow.as_deref(), "{coded}");
        }
    }
}
