//! A gate decides as `allow` does, of any text: what it says faster is what the readers say.
//!
//! `NAPKIN_DEEP=1` makes more texts, and `NAPKIN_LISTS=one.txt:two.txt` takes lists of real URLs too.

use std::collections::BTreeSet;

use crate::support::{cases, text};
use napkin::edition::RFC3987;
use napkin_audit::{Gate, HostList, Policy, Refusal, verdict};
use napkin_url::edition::WHATWG;

/// Pieces of which paths, queries and fragments are made, and hosts are spoiled.
const PIECES: [&str; 48] = [
    "",
    "a",
    "/",
    "//",
    "/.",
    "/..",
    ".",
    "..",
    "?",
    "#",
    "@",
    ":",
    ":80",
    ":8080",
    ":443",
    ":0",
    ":065",
    ":65536",
    "://",
    "'",
    "&",
    "=",
    ";",
    ",",
    "!",
    "*",
    "(",
    "%2F",
    "%2e",
    "%7e",
    "%C3%A9",
    "%c3",
    "%00",
    "%0D%0A",
    "%25",
    "%",
    "\\",
    "[",
    "|",
    " ",
    "\u{e9}",
    "http:",
    "@evil.example",
    "A",
    ";x",
    "?a;b=//c",
    "/.a",
    "/%2E./",
];

const HOSTS: [&str; 34] = [
    "example.com",
    "a-b.example.org",
    "localhost",
    "redis",
    "10.0.0.1",
    "8.8.8.8",
    "127.1",
    "0x7f.1",
    "[::1]",
    "co.uk",
    "a.co.uk",
    "metadata.google.internal",
    "10.in-addr.arpa",
    "127.0.0.1.nip.io",
    "printer.local",
    "xn--a.com",
    "a_b.com",
    "abcdefghijklmnopqrstuvwxyz-abcdefghijklmnopqrstuvwxyz-0123456789.com",
    "example.com.",
    "a.1",
    "Example.COM",
    "LOCALHOST",
    "http",
    "8.8.8.8.",
    "www.shadetreelocal.com",
    "drive.google.com",
    "XN--a.com",
    "a..com",
    ".com",
    "-a.com",
    "a-.com",
    "010.0.0.1",
    "0x8.8.8.8",
    "256.8.8.8",
];

fn inputs() -> BTreeSet<String> {
    let hostile = cases("audit/hostile.jsonl");
    let hostile = hostile.iter().map(|case| text(case, "input").to_owned());
    let mut made: BTreeSet<_> = hostile.collect();
    let is_deep = std::env::var_os("NAPKIN_DEEP").is_some();
    let schemes = ["http://", "https://", "HTTP://", "ftp://", "ws://", "http:", "//", "https:/"];
    for scheme in &schemes[..if is_deep { schemes.len() } else { 3 }] {
        for host in HOSTS {
            made.extend(PIECES.map(|piece| format!("{scheme}{host}{piece}")));
        }
    }
    for first in PIECES {
        for second in PIECES.into_iter().step_by(if is_deep { 1 } else { 3 }) {
            made.insert(format!("http://example.com{first}{second}"));
            made.insert(format!("https://8.8.8.8/{first}{second}"));
            made.insert(format!("http://example.com/{first}{second}"));
            made.insert(format!("https://example.com/a?{first}b{second}"));
            made.insert(format!("http://example.com/#{first}{second}"));
            made.insert(format!("http://{first}example.com{second}/"));
            let thirds = PIECES.into_iter().filter(|_| is_deep);
            made.extend(thirds.map(|third| format!("http://example.com/{first}{second}{third}")));
        }
    }
    made
}

/// URIs of a scheme, a host and some pieces, the same in each run.
fn random(count: usize) -> impl Iterator<Item = String> {
    let mut state = 3986_u64;
    let mut below = move |most: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % most
    };
    (0..count).map(move |_| {
        let scheme = ["http://", "https://"][below(2)];
        let host = HOSTS[below(HOSTS.len())];
        let pieces: String = (0..=below(5)).map(|_| PIECES[below(PIECES.len())]).collect();
        let slash = ["", "/", "/", "/a?"][below(4)];
        format!("{scheme}{host}{slash}{pieces}")
    })
}

#[test]
fn a_gate_decides_as_allow_does() {
    let policies = [
        Policy::preset("ssrf").unwrap(),
        Policy::default(),
        Policy::preset("ssrf").unwrap().by(WHATWG),
        Policy::default().by(RFC3987),
    ];
    let mut some = HostList::public();
    some.push("redis:8080").unwrap();
    some.push("localhost").unwrap();
    let lists = [HostList::public(), some, HostList::parse("example.com\n*.example.org").unwrap()];
    let is_deep = std::env::var_os("NAPKIN_DEEP").is_some();
    let mut inputs = inputs();
    inputs.extend(random(if is_deep { 200_000 } else { 4_000 }));
    let lists_of_urls = std::env::var_os("NAPKIN_LISTS").unwrap_or_default();
    for list in std::env::split_paths(&lists_of_urls).filter(|list| !list.as_os_str().is_empty()) {
        inputs.extend(std::fs::read_to_string(list).unwrap().lines().map(str::to_owned));
    }
    let (mut wrong, mut allowed) = (Vec::new(), 0);
    for (number, policy) in policies.iter().enumerate() {
        let lists = lists.iter().enumerate().filter(|(at, _)| is_deep || *at == number / 2);
        for (_, list) in lists {
            let gate = Gate::new(list, policy);
            for input in &inputs {
                let slow = verdict(input.as_bytes(), list, policy);
                let fast = gate.check(input.as_bytes());
                allowed += usize::from(fast.is_ok());
                let slow = match slow.decision {
                    Ok(allowed) if !allowed.as_is => Some(Refusal::Rewritten(allowed.uri)),
                    decision => decision.err(),
                };
                if slow != fast.clone().err() {
                    wrong.push(format!("{input}: {slow:?}, and not {fast:?}"));
                }
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(20)].join("\n")
    );
    assert!(allowed > 1_000, "{allowed}");
}
