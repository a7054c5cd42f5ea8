//! The law of `allow`: every reader that is asked contacts the host of the URI to hand on, and its port where the reader tells one;
//! that URI is a fixed point; and where both standards accept the input, it has the server of both.

use std::collections::BTreeSet;

use crate::support::{cases, text};
use napkin::edition::{EDITIONS, RFC3986};
use napkin::{Target, encode_excluded};
use napkin_audit::{
    Answer, ContactedHost, Gate, HostList, JudgedBase, Policy, READERS, Refusal, Verdict,
    reference_verdict, verdict,
};
use napkin_url::Url;
use napkin_url::edition::{WHATWG, by_key};

/// Scheme, host and port of an absolute text, by the plainest splitting.
fn server(uri: &str) -> (String, ContactedHost, u16) {
    let (scheme, rest) = uri.split_once("://").unwrap();
    let scheme = scheme.to_ascii_lowercase();
    let authority = rest.split(['/', '?', '#']).next().unwrap();
    assert!(!authority.contains('@'), "{uri}");
    let bracket = authority.rfind(']').map_or(0, |at| at + 1);
    let colon = authority[bracket..].find(':').map(|at| bracket + at);
    let (host, port) =
        colon.map_or((authority, None), |at| (&authority[..at], Some(&authority[at + 1..])));
    let default = match scheme.as_str() {
        "http" | "ws" => 80,
        "https" | "wss" => 443,
        "ftp" => 21,
        _ => 0,
    };
    let port = port.filter(|port| !port.is_empty()).map_or(default, |port| port.parse().unwrap());
    (scheme, ContactedHost::normal(host.as_bytes()), port)
}

/// Asserts the law for an input, but for what other standards than the policy's read; whether it is allowed.
fn hold_but_for_others(input: &str, base: Option<&str>, list: &HostList, policy: &Policy) -> bool {
    let judged = |input: &str, base: Option<&JudgedBase>| match base {
        None => verdict(input.as_bytes(), list, policy),
        Some(base) => reference_verdict(base, input.as_bytes(), list, policy),
    };
    let judged_base = base.map(|base| JudgedBase::new(base, policy).unwrap());
    let verdict = judged(input, judged_base.as_ref());
    let Some(uri) = verdict.uri() else {
        assert!(verdict.refusal().is_some() && !verdict.as_is(), "{input}");
        return false;
    };
    assert_eq!(verdict.as_is(), uri == input, "{input}");
    let (scheme, host, port) = server(uri);
    assert!(uri.is_ascii() && RFC3986.parse(uri).is_ok(), "{uri}");
    for reader in READERS.iter().filter(|reader| reader.in_use) {
        let is_asked = policy.limits().all_readers || reader.class.is_asked();
        let knows = reader.schemes.is_none_or(|known| known.contains(&scheme.as_str()));
        let is_ignored = policy.limits().ignored_readers.contains(&reader.name);
        if is_asked && knows && !is_ignored {
            let answer = reader.read(uri.as_bytes());
            let is_right = answer == Answer::Refused
                || answer.host() == Some(&host) && answer.port().is_none_or(|other| other == port);
            assert!(is_right, "{input}: {} reads {uri} as {answer:?}", reader.name);
        }
    }
    for base in [None, judged_base.as_ref()] {
        let again = judged(uri, base);
        assert!(again.as_is() && again.uri() == Some(uri), "{uri}: {:?}", again.refusal());
    }
    let gate = Gate::new(list, policy).check(uri.as_bytes());
    assert!(gate.is_ok(), "{uri}: {gate:?}");
    true
}

/// Asserts the law for an input; whether it is allowed.
fn hold(input: &str, base: Option<&str>, list: &HostList, policy: &Policy) -> bool {
    if !hold_but_for_others(input, base, list, policy) {
        return false;
    }
    let verdict = match base.map(|base| JudgedBase::new(base, policy).unwrap()) {
        None => verdict(input.as_bytes(), list, policy),
        Some(base) => reference_verdict(&base, input.as_bytes(), list, policy),
    };
    let (scheme, host, port) = server(verdict.uri().unwrap());
    // Both standards, asked without the code of allow. Blanks and controls at the ends are no text of either.
    let trimmed = input.trim_matches(|c: char| c <= ' ');
    let base_url = base.map(|base| Url::parse(base).unwrap());
    let by_url = Url::options().edition(WHATWG).base_url(base_url.as_ref()).parse(trimmed);
    if let Ok(url) = by_url {
        let of_url = encode_excluded(url.as_str()).0.into_owned();
        assert_eq!(server(&of_url), (scheme.clone(), host.clone(), port), "{input}: {url}");
    }
    let coded = encode_excluded(trimmed).0;
    let is_relative = RFC3986.parse(&coded).is_ok_and(|reference| reference.scheme().is_none());
    let coded_base = base.map_or("http://other.invalid/".into(), |base| encode_excluded(base).0);
    if let Ok(Target::Uri(target)) = RFC3986.resolver(&coded_base).resolve(&coded)
        && !(is_relative && base.is_none())
    {
        assert_eq!(server(&target), (scheme, host, port), "{input}: {target}");
    }
    true
}

/// The cases of audits and of allow-lists, and the lines of the files that `NAPKIN_URLS` names.
fn real_and_odd() -> BTreeSet<String> {
    let folder = crate::support::root().join("spec/cases/audit");
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name());
    let files = files.map(|file| format!("audit/{}", file.to_str().unwrap()));
    let cases = files.flat_map(|file| cases(&file));
    let inputs = cases.flat_map(|case| {
        ["input", "reference", "uri"].map(|key| case[key].as_str().map(str::to_owned))
    });
    let lists = std::env::var("NAPKIN_URLS").unwrap_or_default();
    let lists = lists.split(':').filter(|file| !file.is_empty()).flat_map(|file| {
        let text = String::from_utf8_lossy(&std::fs::read(file).unwrap()).into_owned();
        text.lines().map(str::to_owned).collect::<Vec<_>>()
    });
    inputs.flatten().chain(lists).collect()
}

/// What hostile texts are made of: delimiters, controls, digits, letters of other scripts, raw and percent-encoded.
const PIECES: [&str; 44] = [
    "/",
    "\\",
    "@",
    ":",
    "#",
    "?",
    "[",
    "]",
    "%",
    ";",
    "'",
    "&",
    "=",
    "$",
    ",",
    "!",
    "*",
    "\"",
    "~",
    "_",
    "-",
    ".",
    "..",
    "|",
    " ",
    "\t",
    "\n",
    "\0",
    "\u{7f}",
    "\u{e9}",
    "\u{430}",
    "\u{ff0f}",
    "\u{3002}",
    "\u{200b}",
    "%2f",
    "%2E",
    "%40",
    "%00",
    "%09",
    ":80",
    ":0443",
    "//",
    "0",
    "@evil.com",
];

/// Texts with a piece, or two, inserted at every place.
fn hostile(seeds: &[&str]) -> BTreeSet<String> {
    let step = if std::env::var_os("NAPKIN_DEEP").is_some() { 1 } else { 7 };
    let mut made = BTreeSet::new();
    for seed in seeds {
        let places: Vec<_> = seed.char_indices().map(|(at, _)| at).chain([seed.len()]).collect();
        for &at in &places {
            for piece in PIECES {
                made.insert(format!("{}{piece}{}", &seed[..at], &seed[at..]));
            }
        }
        let pairs = places.iter().flat_map(|&at| PIECES.iter().map(move |piece| (at, piece)));
        for (number, (at, first)) in pairs.enumerate() {
            for second in PIECES.iter().skip(number % step).step_by(step) {
                made.insert(format!("{}{first}{second}{}", &seed[..at], &seed[at..]));
            }
        }
    }
    made
}

const SEEDS: [&str; 9] = [
    "http://good.com/a?b#c",
    "https://good.com",
    "HTTP://Good.com:80/..//a",
    "ws://good.com:80/",
    "http://[2001:db8::1]/",
    "//good.com/x",
    "/a//b",
    "x?y",
    "http:good.com",
];

const BASES: [&str; 3] = ["https://good.com/docs/login", "http://good.com", "http://evil.com/a"];

#[test]
fn the_law_holds_for_hostile_texts() {
    let list = HostList::parse("good.com\n*.good.com\n[2001:db8::1]").unwrap();
    let policies = [Policy::default(), Policy::default().asking_all_readers(true)];
    let mut allowed = 0;
    for (number, input) in hostile(&SEEDS).iter().enumerate() {
        let policy = &policies[usize::from(number % 5 == 0)];
        let base = [None, Some(BASES[0]), Some(BASES[1]), Some(BASES[2])][number % 4];
        allowed += u32::from(hold(input, base, &list, policy));
        if is_deep() {
            for base in BASES {
                allowed += u32::from(hold(input, Some(base), &list, policy));
            }
        }
    }
    assert!(allowed > 1_000, "{allowed}");
}

/// What references are made of: every sequence of up to three is tried, or with `NAPKIN_DEEP` of four.
const OF_REFERENCES: [&str; 22] = [
    "./",
    "//evil.com",
    "/",
    "\\",
    ".",
    "..",
    "//",
    ":",
    "@",
    "?",
    "#",
    "%2f",
    "%2e",
    "%5C",
    "%09",
    "http:",
    "evil.com",
    "good.com",
    "a",
    "\t",
    " ",
    ";",
];

fn references(most: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut start = 0;
    for _ in 0..most {
        let end = all.len();
        for at in start..end {
            all.extend(OF_REFERENCES.map(|piece| format!("{}{piece}", all[at])));
        }
        start = end;
    }
    all
}

#[test]
fn the_law_holds_for_references() {
    let list = HostList::parse("good.com").unwrap();
    let policy = Policy::default();
    let bases = [
        "http://good.com/a/b",
        "http://good.com",
        "http://good.com:80/a//b/c?d/e#f",
        "https://good.com/a",
        "http://good.com/%2e%2e//evil.com/",
        "http://evil.com/",
        "ws://good.com/a;b/",
    ];
    let (mut allowed, most) = (0, if is_deep() { 4 } else { 3 });
    for (number, reference) in references(most).iter().enumerate() {
        let step = if is_deep() { 1 } else { 4 };
        for base in bases.iter().skip(number % step).step_by(step) {
            allowed += u32::from(hold(reference, Some(base), &list, &policy));
        }
    }
    assert!(allowed > 1_000, "{allowed}");
}

/// An edition that a policy has chosen reads alone: what is handed on holds to the law but for the other standard.
#[test]
fn the_law_holds_for_every_edition() {
    let list = HostList::parse("good.com\n[2001:db8::1]").unwrap();
    let inputs = hostile(&SEEDS[..6]);
    let editions = EDITIONS.iter().map(|edition| Policy::default().by(*edition));
    let dated = ["whatwg-2018-08", "whatwg"].map(|key| by_key(key).unwrap());
    let dated = dated.map(|edition| Policy::default().by(edition));
    for policy in editions.chain(dated) {
        let mut allowed = 0;
        let step = if is_deep() { 1 } else { 11 };
        for input in inputs.iter().step_by(step) {
            allowed += u32::from(hold_but_for_others(input, None, &list, &policy));
            let base = Some("http://good.com/a/b");
            allowed += u32::from(hold_but_for_others(input, base, &list, &policy));
        }
        assert!(allowed > 100, "{}: {allowed}", policy.edition().name);
    }
}

#[test]
fn a_base_is_judged_once() {
    let judged = |base: &str| JudgedBase::new(base, &Policy::default());
    assert!(judged("http://good.com/").is_ok() && judged(" http://good.com/a b ").is_ok());
    for relative in ["", "a", "/a", "//good.com/", "?a", "#a"] {
        assert_eq!(judged(relative).unwrap_err(), Refusal::Relative, "{relative}");
    }
    assert!(matches!(judged("http:good.com/").unwrap_err(), Refusal::Readings(_)));
    assert!(matches!(judged(r"http://good.com\@evil.com/").unwrap_err(), Refusal::Readings(_)));
    assert_eq!(judged("http://@good.com/").unwrap_err(), Refusal::Userinfo);
    assert!(matches!(judged("http://g%6Fod.com/").unwrap_err(), Refusal::EncodedHost { .. }));
    assert_eq!(judged("mailto:a@good.com").unwrap_err(), Refusal::NoServer);
}

fn is_deep() -> bool {
    std::env::var_os("NAPKIN_DEEP").is_some()
}

#[test]
fn the_law_holds_for_cases_and_lists() {
    let mut list = HostList::public();
    for host in ["trusted.example", "*.cdn.example", "a_b", "127.0.0.1:*", "[::1]:8080"] {
        list.push(host).unwrap();
    }
    let policies = [
        Policy::default(),
        Policy::preset("ssrf").unwrap(),
        Policy::preset("web").unwrap(),
        Policy::default().asking_all_readers(true),
    ];
    let mut allowed = 0;
    for input in real_and_odd() {
        for policy in &policies {
            allowed += u32::from(hold(&input, None, &list, policy));
            allowed += u32::from(hold(&input, Some("https://example.com/a/b"), &list, policy));
        }
    }
    assert!(allowed > 1_000, "{allowed}");
}

fn by_both(verdict: &Verdict) -> bool {
    matches!(verdict.refusal(), Some(Refusal::Readings(_)))
}

#[test]
fn redirects_after_a_login() {
    let list = HostList::parse("example.com").unwrap();
    let mut policy = Policy::default();
    policy.only_schemes(["https"]).unwrap();
    let base = JudgedBase::new("https://example.com/docs/login", &policy).unwrap();
    let mut refused = Vec::new();
    for case in cases("audit/redirects.jsonl") {
        let (reference, stays) = (text(&case, "reference"), case["stays"] == true);
        let verdict = reference_verdict(&base, reference.as_bytes(), &list, &policy);
        match verdict.uri() {
            Some(uri) => {
                assert!(uri.starts_with("https://example.com/"), "{reference}: {uri}");
                assert!(stays, "{reference}: {uri}");
            }
            None if stays => refused.push((reference.to_owned(), by_both(&verdict))),
            None => {}
        }
    }
    let expected = [
        ("https:evil.com", true),
        ("https:/evil.com", true),
        ("/%09/evil.com", false),
        ("https://ex\u{ad}ample.com/", false),
        ("https:x", true),
        ("https:example.com/x", true),
    ];
    let expected = expected.map(|(reference, differs)| (reference.to_owned(), differs));
    assert_eq!(refused, expected);
}
