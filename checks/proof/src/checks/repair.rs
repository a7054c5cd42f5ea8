//! Laws of repairs, for any input: a proposal is valid and the result of its edits, and one that is marked as kept
//! has the scheme, userinfo, host, port, path, query and fragment that readers make of the input.
//!
//! Readers of parts are the URL Standard, whose URL is converted to a URI, and RFC 3987, whose IRI is mapped to one
//! (§3.1). Two spellings of a part are the same part if they differ in the case of a host or of hexadecimal digits,
//! or in triplets of unreserved characters. Readers of hosts are those of `napkin_audit::READERS`. A reader that
//! rejects the input has no say, and one of hosts may reject the proposal. What was removed around the input is
//! left out first: white space, and around a text with a scheme the delimiters of RFC 3986 appendix C.

use napkin::edition::{EDITIONS, RFC3986, RFC3987};
use napkin::{Edition, Level, Part, Reference, Start};
use napkin_audit::{Answer, Candidate, Edit, Identity, hosts, repair};
use napkin_url::Url;

/// The first byte chooses the edition; the rest is the input.
pub(crate) fn repaired(data: &[u8]) {
    let (&first, input) = data.split_first().unwrap_or((&0, &[]));
    let edition = EDITIONS[usize::from(first) % EDITIONS.len()];
    let candidates = repair(input, edition);
    for candidate in &candidates {
        assert!(edition.parse(&candidate.uri).is_ok(), "{candidate:?}");
        assert_eq!(Edit::apply(input, &candidate.edits), candidate.uri.as_bytes());
        if candidate.identity == Identity::Kept && !candidate.edits.is_empty() {
            is_kept(input, candidate, edition);
        }
    }
    assert!(candidates.is_sorted_by_key(|candidate| candidate.cost()), "{candidates:?}");
}

/// Panics if a reader finds other parts in a candidate than in the input.
fn is_kept(input: &[u8], candidate: &Candidate, edition: &Edition) {
    let inner = without_surroundings(input);
    let told = || format!("{} {:?}: {candidate:?}", edition.name, String::from_utf8_lossy(input));
    let (before, after) = (hosts(inner), hosts(candidate.uri.as_bytes()));
    for ((reader, before), (_, after)) in before.answers().zip(after.answers()) {
        let has_no_say = [before, after].contains(&&Answer::Refused);
        assert!(
            has_no_say || before == after,
            "{}: {before:?}, {after:?}: {}",
            reader.name,
            told()
        );
    }
    let Ok(text) = str::from_utf8(inner) else { return };
    if let Some(url) = url(text) {
        let after = url_of(&candidate.uri);
        assert!(are_one(&url, &after), "{url}, {after}: {}", told());
    }
    if let Ok(iri) = RFC3987.parse(text) {
        let mapped = iri.to_uri().unwrap();
        let before = RFC3986.parse(&mapped).unwrap();
        let after = RFC3987.parse(&candidate.uri);
        let after = after.unwrap_or_else(|error| panic!("{error}: {}", told())).to_uri().unwrap();
        let uri = RFC3986.parse(&after).unwrap();
        let host = uri.host().map(|host| host.as_str());
        is_name_kept(iri.host().map(|host| host.as_str()), before, host, &told);
        let before = with_host(before, host.unwrap_or_default());
        assert!(are_one(&before, &after), "{before}: {}", told());
    }
}

/// The pairs of brackets and quotation marks that may stand around a URI.
const PAIRS: [(&str, &str); 8] = [
    ("<", ">"),
    ("\"", "\""),
    ("'", "'"),
    ("“", "”"),
    ("„", "“"),
    ("‘", "’"),
    ("«", "»"),
    ("»", "«"),
];

/// The input without the white space around it and, if a text with a scheme is left, without a byte order mark, a
/// pair around it and the prefix `URL:`.
fn without_surroundings(input: &[u8]) -> &[u8] {
    let trimmed = |mut text: &'_ [u8]| -> (usize, usize) {
        let start = text.iter().take_while(|byte| **byte <= b' ').count();
        text = &text[start..];
        (start, start + text.len() - text.iter().rev().take_while(|byte| **byte <= b' ').count())
    };
    let (start, end) = trimmed(input);
    let plain = &input[start..end];
    let text = input.strip_prefix("\u{feff}".as_bytes()).unwrap_or(input);
    let (start, end) = trimmed(text);
    let text = &text[start..end];
    let between = PAIRS.iter().find_map(|(open, close)| {
        text.strip_prefix(open.as_bytes())?.strip_suffix(close.as_bytes())
    });
    let inner = between.map_or(text, |between| match between.get(..4) {
        Some(prefix) if prefix.eq_ignore_ascii_case(b"URL:") => &between[4..],
        _ => between,
    });
    let colon =
        inner.iter().position(|byte| !byte.is_ascii_alphanumeric() && !b"+-.".contains(byte));
    let has_scheme = colon.is_some_and(|at| at > 0 && inner[at] == b':');
    if has_scheme { inner } else { plain }
}

/// The URI of a text by the URL Standard; a relative one is resolved against a base. `None` if the standard rejects
/// it; a URL that is no URI stays as it is.
fn url(text: &str) -> Option<String> {
    let base = Url::parse("http://base.invalid/").unwrap();
    let url = Url::parse(text).or_else(|_| Url::options().base_url(Some(&base)).parse(text));
    let url = url.ok()?;
    Some(url.to_uri().map_or_else(|_| url.to_string(), |(uri, _)| uri.to_string()))
}

fn url_of(text: &str) -> String {
    url(text).unwrap_or_else(|| panic!("the URL Standard rejects {text}"))
}

/// Whether two texts are one URI but for the case of a host and triplets of unreserved characters.
fn are_one(one: &str, other: &str) -> bool {
    // Only URIs with a scheme are compared.
    let of = |text: &str| match RFC3986.parse(text) {
        Ok(reference) if reference.scheme().is_none() => format!("x:{text}"),
        _ => text.to_owned(),
    };
    let (one, other) = (of(one), of(other));
    let (Ok(one), Ok(other)) = (RFC3986.parse(&one), RFC3986.parse(&other)) else { return false };
    one.equivalent_at(&other).is_some_and(|level| level <= Level::Percent)
}

/// A host is as the IRI's, mapped to a URI, or it is the DNS name of it: the standard's, if no older mapping has
/// another one for a letter of it.
fn is_name_kept(
    letters: Option<&str>,
    mapped: Reference<'_>,
    host: Option<&str>,
    told: &dyn Fn() -> String,
) {
    let mapped = mapped.host().map(|host| host.as_str());
    if mapped == host {
        return;
    }
    let (letters, host) = (letters.unwrap(), host.unwrap());
    let deviations = ['\u{df}', '\u{1e9e}', '\u{3c2}', '\u{200c}', '\u{200d}'];
    assert!(!letters.contains(deviations), "{}", told());
    assert_eq!(idna::domain_to_ascii(letters).ok().as_deref(), Some(host), "{}", told());
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    assert!(host.bytes().all(is_plain), "{}", told());
}

/// A reference with another host.
fn with_host(reference: Reference<'_>, host: &str) -> String {
    let text = reference.as_str();
    let ranges = RFC3986.ranges(Start::UriReference, text.as_bytes()).unwrap();
    match ranges.get(Part::Host) {
        Some(place) => [&text[..place.start], host, &text[place.end..]].concat(),
        None => text.to_owned(),
    }
}
