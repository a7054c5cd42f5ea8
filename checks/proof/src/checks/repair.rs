//! Laws of repairs, for any input: a proposal is valid and the result of its edits, and one that is marked as kept
//! has the scheme, userinfo, host, port, path, query and fragment that readers make of the input.
//!
//! Readers of parts are the URL Standard, whose URL is converted to a URI, and RFC 3987, whose IRI is mapped to one
//! (§3.1). Two spellings of a part are the same part if they differ in the case of a host or of hexadecimal digits,
//! or in triplets of unreserved characters. Readers of hosts are those of `napkin_audit::READERS`. A reader that
//! rejects the input has no say, and one of hosts may reject the proposal. Nothing is left out before: a reader of
//! today sends the white space and the brackets around a URI that another one removes.

use napkin::edition::{EDITIONS, RFC3986, RFC3987};
use napkin::{ByteSet, Edition, Level, Part, Reference, Start};
use napkin_audit::{Answer, Candidate, Edit, Identity, hosts, repair};
use napkin_url::Url;

use programs::PROGRAMS;

mod programs;

/// The first byte chooses the edition; the rest is the input.
pub(crate) fn repaired(data: &[u8]) {
    let (&first, input) = data.split_first().unwrap_or((&0, &[]));
    let edition = EDITIONS[usize::from(first) % EDITIONS.len()];
    let candidates = repair(input, edition);
    for candidate in &candidates {
        assert!(edition.parse(&candidate.uri).is_ok(), "{candidate:?}");
        assert_eq!(Edit::apply(input, &candidate.edits), candidate.uri.as_bytes());
        if candidate.identity == Identity::Kept && !candidate.edits.is_empty() {
            only_encodes(input, candidate);
            is_kept(input, candidate, edition);
        }
    }
    assert!(candidates.is_sorted_by_key(|candidate| candidate.cost()), "{candidates:?}");
}

/// Panics if a reader finds other parts in a candidate than in the input.
fn is_kept(input: &[u8], candidate: &Candidate, edition: &Edition) {
    let told = || format!("{} {:?}: {candidate:?}", edition.name, String::from_utf8_lossy(input));
    let (before, after) = (hosts(input), hosts(candidate.uri.as_bytes()));
    for ((reader, before), (_, after)) in before.answers().zip(after.answers()) {
        let has_no_say = [before, after].contains(&&Answer::Refused);
        assert!(
            has_no_say || before == after,
            "{}: {before:?}, {after:?}: {}",
            reader.name,
            told()
        );
    }
    let Ok(text) = str::from_utf8(input) else { return };
    for (program, read) in PROGRAMS {
        let (before, after) = (read(text), read(&candidate.uri));
        // The hosts have their own readers.
        let (before, after) =
            (before.as_deref().map(behind_host), after.as_deref().map(behind_host));
        let (Some(before), Some(after)) = (before, after) else { continue };
        assert!(are_spellings(before, after), "{program}: {before}, {after}: {}", told());
    }
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

/// Panics if a kept candidate removes text, or encodes something else than a character that has no other meaning: a
/// delimiter of RFC 3986, a control character, an octet that is not UTF-8. Another replacement is that of a host, which
/// its readers judge.
fn only_encodes(input: &[u8], candidate: &Candidate) {
    for edit in &candidate.edits {
        let removed = edit.span.of(input);
        assert!(!edit.text.is_empty() && !removed.is_empty(), "{candidate:?}");
        let triplets: Vec<_> = removed.iter().map(|octet| format!("%{octet:02X}")).collect();
        let text = str::from_utf8(removed).unwrap_or_else(|_| panic!("{candidate:?}"));
        let is_data = |octet: u8| !RFC3986.reserved.without(ByteSet::of(b"[]")).contains(octet);
        if text.is_ascii() {
            assert_eq!(edit.text, triplets.concat(), "{candidate:?}");
            assert!(
                text.bytes().all(|octet| is_data(octet) && !octet.is_ascii_control()),
                "{candidate:?}"
            );
        }
    }
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

/// The text behind an authority, or behind a scheme.
fn behind_host(uri: &str) -> &str {
    let authority = uri.find("//").map_or(0, |at| at + 2);
    let end = uri[authority..].find(['/', '?', '#']).map_or(uri.len(), |at| authority + at);
    &uri[if authority > 0 { end } else { 0 }..]
}

/// Whether two texts differ in triplets of unreserved characters only, and in the case of hexadecimal digits.
fn are_spellings(one: &str, other: &str) -> bool {
    let plain = |text: &str| -> Vec<u8> {
        let decoded = text.split('%').enumerate().flat_map(|(nth, piece)| {
            let octet = piece.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
            match octet.filter(|_| nth > 0) {
                Some(octet) if RFC3986.unreserved.contains(octet) => {
                    [&[octet], &piece.as_bytes()[2..]].concat()
                }
                Some(octet) => {
                    [format!("%{octet:02X}").as_bytes(), &piece.as_bytes()[2..]].concat()
                }
                None => [if nth > 0 { "%" } else { "" }, piece].concat().into_bytes(),
            }
        });
        decoded.collect()
    };
    plain(one) == plain(other)
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
