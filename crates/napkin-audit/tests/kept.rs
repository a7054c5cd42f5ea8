//! The claim `kept` of repair: the laws that hold for every proposal with that label.

use crate::support::cases;
use napkin::Edition;
use napkin::edition::{EDITIONS, RFC3986};
use napkin_audit::{Answer, ContactedHost, Identity, Mend, READERS, mends};

/// Scheme, authority, path, query and fragment by RFC 3986 appendix B.
fn parts(text: &[u8]) -> [Option<&[u8]>; 5] {
    let (rest, fragment) = cut(text, b'#');
    let (rest, query) = cut(rest, b'?');
    let colon = rest.iter().position(|byte| b":/".contains(byte));
    let colon = colon.filter(|&at| at > 0 && rest[at] == b':');
    let (scheme, rest) = colon.map_or((None, rest), |at| (Some(&rest[..at]), &rest[at + 1..]));
    let Some(behind) = rest.strip_prefix(b"//") else {
        return [scheme, None, Some(rest), query, fragment];
    };
    let end = behind.iter().position(|&byte| byte == b'/').unwrap_or(behind.len());
    [scheme, Some(&behind[..end]), Some(&behind[end..]), query, fragment]
}

fn cut(text: &[u8], at: u8) -> (&[u8], Option<&[u8]>) {
    let found = text.iter().position(|&byte| byte == at);
    found.map_or((text, None), |found| (&text[..found], Some(&text[found + 1..])))
}

/// The octets of a text, each with whether it is a delimiter: raw and reserved.
fn data(text: &[u8]) -> Vec<(u8, bool)> {
    let mut rest = text;
    let mut octets = Vec::new();
    while let Some(&first) = rest.first() {
        let hex = rest.get(1..3).and_then(|hex| str::from_utf8(hex).ok());
        let hex = hex.filter(|hex| hex.bytes().all(|digit| digit.is_ascii_hexdigit()));
        let octet = hex.filter(|_| first == b'%').and_then(|hex| u8::from_str_radix(hex, 16).ok());
        octets
            .push(octet.map_or((first, RFC3986.reserved.contains(first)), |octet| (octet, false)));
        rest = &rest[if octet.is_some() { 3 } else { 1 }..];
    }
    octets
}

/// The kept proposals of an invalid input. Each has the parts of the input, and every reader goes to one host for both.
fn kept(input: &[u8], edition: &'static Edition) -> usize {
    let is_kept = |one: &Mend| one.identity == Identity::Kept && !one.edits.is_empty();
    let found: Vec<_> = mends(input, edition).into_iter().filter(is_kept).collect();
    for proposal in &found {
        let shown =
            format!("{} {:?}: {}", edition.name, String::from_utf8_lossy(input), proposal.uri);
        let (before, after) = (parts(input), parts(proposal.uri.as_bytes()));
        assert_eq!(before[..2], after[..2], "{shown}");
        for (before, after) in before.into_iter().zip(after).skip(2) {
            assert_eq!(before.map(data), after.map(data), "{shown}");
        }
        let server = before[1].unwrap();
        let host = server.split(|&byte| byte == b':').next().unwrap();
        let host = ContactedHost::normal(host);
        let scheme = str::from_utf8(before[0].unwrap()).unwrap();
        let knows = |known: &&[&str]| known.contains(&scheme);
        for reader in READERS.iter().filter(|reader| reader.schemes.as_ref().is_none_or(knows)) {
            for text in [input, proposal.uri.as_bytes()] {
                let answer = reader.read(text);
                let is_refused = matches!(answer, Answer::Refused | Answer::NoHost);
                assert!(
                    is_refused || answer.host() == Some(&host),
                    "{shown}: {} {answer:?}",
                    reader.name
                );
            }
        }
    }
    found.len()
}

/// All cases of audits, by every edition, as they are and with each byte followed or replaced by one that misleads.
#[test]
fn kept_proposals_have_the_parts_and_the_host_of_the_input() {
    let mut found = 0;
    for name in [
        "audit/repair.jsonl",
        "audit/hostile.jsonl",
        "audit/authority.jsonl",
        "audit/userinfo.jsonl",
    ] {
        for case in cases(name) {
            let Some(input) = case["input"].as_str() else { continue };
            for edition in EDITIONS.iter().copied() {
                found += kept(input.as_bytes(), edition);
            }
        }
    }
    assert!(found > 100, "{found}");
}

/// Every way to put two misleading bytes into URIs with a fault.
#[test]
fn nothing_that_misleads_is_kept_with_another_host() {
    let inserts = b"\0\t %\\/?#@:[]<>\"'^.,;&=+~_-0x";
    let mut found = 0;
    for base in
        ["http://good.example/a b", "https://127.0.0.1:80/^?a#b", "ws://h:8080/{x}/evil.example"]
    {
        for at in 0..=base.len() {
            for first in inserts {
                for second in b"\0 %\\/?#@:[\"0" {
                    let text = [&base.as_bytes()[..at], &[*first, *second], &base.as_bytes()[at..]]
                        .concat();
                    found += kept(&text, RFC3986);
                }
            }
        }
    }
    assert!(found > 2000, "{found}");
}
