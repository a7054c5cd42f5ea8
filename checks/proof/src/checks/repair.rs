//! Laws of mends, for any input: a mended text is valid, has no mend, and is the result of its edits; if readers agree on a host, only
//! a guess has another; and one that is marked as kept
//! percent-encodes characters behind an untouched server, in an input of the short list in `docs/audit.md`, and has
//! the scheme, userinfo, host, port, path, query and fragment that readers make of the input.
//!
//! Readers of parts are the URL Standard, whose URL is converted to a URI, and RFC 3987, whose IRI is mapped to one
//! (§3.1). Two spellings of a part are the same part if they differ in the case of a host or of hexadecimal digits,
//! or in triplets of unreserved characters. Readers of hosts are those of `napkin_audit::READERS`. A reader that
//! rejects the input has no say, and one of hosts may reject the proposal. Nothing is left out before: a reader of
//! today sends the white space and the brackets around a URI that another one removes.

use napkin::edition::{EDITIONS, RFC3986, RFC3987};
use napkin::{Edition, Level};
use napkin_audit::{Answer, Edit, Identity, Mend, hosts, mends};
use napkin_url::Url;

use programs::PROGRAMS;

mod programs;

/// The first byte chooses the edition; the rest is the input.
pub(crate) fn repaired(data: &[u8]) {
    let (&first, input) = data.split_first().unwrap_or((&0, &[]));
    let edition = EDITIONS[usize::from(first) % EDITIONS.len()];
    let candidates = mends(input, edition);
    for candidate in &candidates {
        assert!(edition.parse(&candidate.uri).is_ok(), "{candidate:?}");
        assert_eq!(Edit::apply(input, &candidate.edits), candidate.uri.as_bytes());
        assert_eq!(mends(candidate.uri.as_bytes(), edition), [], "{candidate:?}");
        keeps_the_agreed_host(input, candidate);
        if candidate.identity == Identity::Kept {
            is_on_the_list(input, candidate);
            is_kept(input, candidate, edition);
        }
    }
}

/// Panics if a mend that is no guess has another host than the one on which all readers in use agree.
fn keeps_the_agreed_host(input: &[u8], mend: &Mend) {
    let of = |text: &[u8]| hosts(text).among(|reader| reader.in_use && reader.in_audits);
    let (before, after) = (of(input), of(mend.uri.as_bytes()));
    if let Some(host) = before.agreed().filter(|_| mend.identity != Identity::Guessed) {
        assert!(after.contacted().iter().all(|other| *other == host), "{mend:?}");
    }
}

/// Panics if a reader finds other parts in a candidate than in the input.
fn is_kept(input: &[u8], candidate: &Mend, edition: &Edition) {
    let told = || format!("{} {:?}: {candidate:?}", edition.name, String::from_utf8_lossy(input));
    let (before, after) = (hosts(input), hosts(candidate.uri.as_bytes()));
    for ((reader, before), (_, after)) in before.answers().zip(after.answers()) {
        let has_no_say = [before, after].contains(&&Answer::Refused);
        assert!(
            has_no_say || before.host() == after.host(),
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
        let after = RFC3987.parse(&candidate.uri);
        let after = after.unwrap_or_else(|error| panic!("{error}: {}", told())).to_uri().unwrap();
        assert!(are_one(&mapped, &after), "{mapped}, {after}: {}", told());
    }
}

/// Panics if a kept candidate changes something else than characters behind a server, or if its input has a character
/// that is not on the list.
fn is_on_the_list(input: &[u8], candidate: &Mend) {
    let told = || format!("{:?}: {candidate:?}", String::from_utf8_lossy(input));
    let text = str::from_utf8(input).unwrap_or_else(|_| panic!("{}", told()));
    let (scheme, rest) = text.split_once("://").unwrap_or_else(|| panic!("{}", told()));
    let (server, behind) = rest.split_once('/').unwrap_or_else(|| panic!("{}", told()));
    let scheme = scheme.to_ascii_lowercase();
    assert!(["http", "https", "ws", "wss"].contains(&&*scheme), "{}", told());
    let is_of_server = |byte: u8| byte.is_ascii_alphanumeric() || b"-.:".contains(&byte);
    assert!(!server.is_empty() && server.bytes().all(is_of_server), "{}", told());
    let before = text.len() - behind.len();
    for edit in &candidate.edits {
        let triplets = edit.span.of(input).iter().map(|octet| format!("%{octet:02X}"));
        assert_eq!(edit.text, triplets.collect::<String>(), "{}", told());
        assert!(edit.span.start >= before && !edit.span.is_empty(), "{}", told());
        let is_delimiter = |octet: &u8| RFC3986.reserved.contains(*octet);
        assert!(!edit.span.of(input).iter().any(is_delimiter), "{}", told());
    }
    let is_refused = |one: char| {
        one.is_control() || one != ' ' && one.is_whitespace() || "\\[]<>\"'()*!@".contains(one)
    };
    assert!(!behind.contains(is_refused), "{}", told());
    let is_invisible =
        |one: char| !napkin::is_safe_to_show(one) || "\u{2800}\u{16fe4}".contains(one);
    assert!(!behind.contains(is_invisible), "{}", told());
    let path =
        behind.split(['?', '#']).next().unwrap_or_default().to_lowercase().replace("%2e", ".");
    assert!(!path.split('/').any(|segment| [".", ".."].contains(&segment)), "{}", told());
    assert!(!behind.contains("//") && !behind.starts_with('/'), "{}", told());
    assert!(behind.matches('#').count() <= 1, "{}", told());
    let percent = behind.split('%').skip(1);
    let is_octet = |piece: &str| {
        piece.get(..2).is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
    };
    assert!(percent.into_iter().all(is_octet), "{}", told());
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
