//! Hosts as domain names, for schemes whose hosts are: non-ASCII letters and A-labels (RFC 3987 §3.1, §3.2,
//! §5.3.3).
//!
//! An ASCII label stays as written. Other labels are mapped (UTS #46, non-transitional, with STD 3 rules) and have
//! to be valid by IDNA 2008 (`letters`). All results have to be DNS labels.

#[cfg(feature = "idna")]
mod letters;
#[cfg(feature = "idna")]
mod labels;
#[cfg(not(feature = "idna"))]
mod ascii;

use napkin::edition::RFC3987;
use napkin::{HostKind, Part, Reference, percent};

#[cfg(not(feature = "idna"))]
use ascii::{a_label, follows_bidi_rule};
#[cfg(feature = "idna")]
use labels::{a_label, follows_bidi_rule};

#[cfg(not(feature = "idna"))]
pub(crate) use ascii::letters_of;
#[cfg(feature = "idna")]
pub(crate) use labels::letters_of;

/// The schemes whose hosts are domain names.
const SCHEMES: [&str; 13] = [
    "http", "https", "ftp", "ws", "wss", "gopher", "telnet", "nntp", "imap", "ldap", "sftp", "ssh",
    "rtsp",
];

/// The separators of labels, besides the full stop (RFC 3490 §3.1).
const SEPARATORS: [char; 4] = ['.', '\u{3002}', '\u{FF0E}', '\u{FF61}'];

/// The host of a reference, if it is a domain name: not an address, and of one of the schemes.
pub(crate) fn of(reference: Reference<'_>) -> Option<&str> {
    let scheme = reference.scheme()?;
    SCHEMES.iter().find(|name| scheme == **name)?;
    let host = reference.host().filter(|host| host.kind() == HostKind::RegName)?;
    Some(host.as_str()).filter(|host| !host.is_empty())
}

/// Whether a host has a non-ASCII character, raw or as triplets.
pub(crate) fn is_beyond_ascii(host: &str) -> bool {
    !host.is_ascii() || percent::decode(host, false).any(|octet| !octet.is_ascii())
}

/// A host as an ASCII DNS name; `None` if it is not a valid DNS name.
pub(crate) fn to_ascii(host: &str) -> Option<String> {
    dns_name(percent::decode(host, false).to_str().ok()?.as_ref())
}

/// The DNS name of a registered name, whose triplets are decoded (RFC 3987 §3.1): an ASCII label as it is, another
/// one as its A-label by UTS #46 and IDNA 2008. `None` if it is not a valid DNS name. Without the feature `idna`, no name
/// with a non-ASCII label or an A-label is valid: neither can be checked.
///
/// ```
/// use napkin_schemes::dns_name;
///
/// assert_eq!(dns_name("b\u{fc}cher.example").as_deref(), Some("xn--bcher-kva.example"));
/// assert_eq!(dns_name("\u{1f600}.example"), None, "emoji are not letters");
/// ```
pub fn dns_name(name: &str) -> Option<String> {
    let labels: Vec<&str> = name.split(SEPARATORS).collect();
    let mut ascii = Vec::with_capacity(labels.len());
    for label in &labels {
        if label.is_ascii() {
            ascii.push(String::from(*label));
        } else {
            ascii.push(a_label(label)?);
        }
    }
    let (last, before) = ascii.split_last()?;
    let is_root = last.is_empty() && !before.is_empty();
    let named = if is_root { before } else { &ascii };
    let name = ascii.join(".");
    let length = name.len() - usize::from(is_root);
    (named.iter().all(|label| is_label(label)) && length <= 253 && follows_bidi_rule(&name))
        .then_some(name)
}

/// Whether a text is a label of letters, digits and inner hyphens.
fn is_label(text: &str) -> bool {
    let is_ldh = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    (1..=63).contains(&text.len())
        && text.bytes().all(is_ldh)
        && !text.starts_with('-')
        && !text.ends_with('-')
}

pub(crate) fn is_ace(label: &str) -> bool {
    label.get(..4).is_some_and(|prefix| prefix.eq_ignore_ascii_case("xn--"))
}

/// A host with its A-labels in Unicode, as far as an IRI allows the characters raw in a host.
pub(crate) fn to_letters(host: &str) -> String {
    let label = |label: &str| match letters_of(label) {
        Some(letters) => percent::encode(&letters).by(RFC3987).for_part(Part::Host).to_string(),
        None => label.to_owned(),
    };
    host.split('.').map(label).collect::<Vec<_>>().join(".")
}

pub(crate) fn with_host(reference: Reference<'_>, host: &str) -> Option<String> {
    let old = reference.host()?.as_str();
    let text = reference.as_str();
    // The host follows the two slashes and the userinfo.
    let authority = text.find("//")? + 2;
    let userinfo = reference.userinfo().map_or(0, |userinfo| userinfo.as_str().len() + 1);
    let (before, rest) = text.split_at_checked(authority + userinfo)?;
    Some([before, host, rest.get(old.len()..)?].concat())
}

/// The reference with its host's name in Unicode, its normal form (RFC 3987 §5.3.3); `None` if it is already in
/// that form, or not a valid DNS name.
pub(crate) fn normal(reference: Reference<'_>) -> Option<String> {
    let host = of(reference)?;
    // An ASCII name without A-labels is unchanged.
    if !is_beyond_ascii(host) && !host.split('.').any(is_ace) {
        return None;
    }
    let letters = to_letters(&to_ascii(host)?.to_ascii_lowercase());
    if letters == host { None } else { with_host(reference, &letters) }
}

#[cfg(test)]
#[cfg(feature = "idna")]
mod tests {
    use super::{to_ascii, to_letters};
    use crate::server::a_labels;

    #[test]
    fn names_lead_there_and_back() {
        for (letters, ascii) in [
            ("bücher.example", "xn--bcher-kva.example"),
            ("日本語.例え.", "xn--wgv71a119e.xn--r8jz45g."),
            ("אב.example", "xn--4dbc.example"),
        ] {
            assert_eq!(to_ascii(letters).as_deref(), Some(ascii));
            assert_eq!(to_letters(ascii), letters);
        }
    }

    #[test]
    fn what_dns_cannot_have_is_no_name() {
        for host in [
            "é..example",
            ".é",
            "a_b.é",
            "-é",
            "é%FF",
            "é%2Fb",
            "é.-a",
            "אב.1a",
            "c℀.example",
            "a⁄b",
            "😀",
            "ab--é",
        ] {
            assert_eq!(to_ascii(host), None, "{host}");
            assert_eq!(a_labels(host.as_bytes()), None, "{host}");
        }
        for host in ["bücher.xn--bcher-9va", "xn--a.é"] {
            assert_eq!(a_labels(host.as_bytes()), None, "{host}");
        }
        // The first decodes to letters that are no valid label; the second has no letters.
        for label in ["xn--a", "xn--", "xn--bcher-kv", "a"] {
            assert_eq!(to_letters(label), label);
        }
    }
}
