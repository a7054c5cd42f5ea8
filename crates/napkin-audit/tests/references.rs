//! `allow_reference` against an attacker: however an allowed relative reference is resolved, by the editions of both
//! standards, decoded or normalized before, or appended to the base, it leads to the listed host at the listed port.

use napkin::edition::{EDITIONS, RFC3986};
use napkin::{ResolveError, Target, UriRef};
use napkin_audit::{HostList, Policy, allow_reference};
use napkin_url::edition::EDITIONS as URL_EDITIONS;
use napkin_url::{Edition as UrlEdition, Url};

const BASES: [&str; 9] = [
    "http://good.com/a/b",
    "http://good.com/",
    "http://good.com",
    "http://good.com:80/a//b/c?d/e#f",
    "https://good.com/a",
    "http://good.com?/b",
    "http://good.com/%2e%2e//evil.com/",
    "http://evil.com/",
    "ws://good.com/a;b/",
];

/// What references are made of: every sequence of up to three is tried, or with `NAPKIN_DEEP` of four.
const PIECES: [&str; 22] = [
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
            all.extend(PIECES.map(|piece| format!("{}{piece}", all[at])));
        }
        start = end;
    }
    all
}

/// The URLs to which browsers and libraries resolve a reference.
fn by_urls(base: &str, reference: &str, editions: &[&'static UrlEdition]) -> Vec<String> {
    let of = |edition: &&'static UrlEdition| {
        let base = edition.parse(base).ok()?;
        let options = Url::options().edition(edition).base_url(Some(&base));
        Some(options.parse_exactly(reference).ok()?.into_text())
    };
    editions.iter().filter_map(of).collect()
}

/// The targets by the editions of URIs.
fn by_editions(base: &str, reference: &str) -> Vec<String> {
    let of = |edition: &&'static napkin::Edition| match edition.resolver(base).resolve(reference) {
        Ok(Target::Uri(target)) => Some(target),
        _ => None,
    };
    EDITIONS.iter().filter_map(of).collect()
}

/// The reference as programs have it that decode or normalize before they resolve.
fn rewritten(reference: &str) -> Vec<String> {
    let decoded = [("%2f", "/"), ("%2e", "."), ("%5C", "\\"), ("%09", "\t")];
    let decoded =
        decoded.iter().fold(reference.to_owned(), |text, (from, to)| text.replace(from, to));
    let without_dots = |text: &str| {
        let mut kept: Vec<&str> = Vec::new();
        for segment in text.split('/') {
            match segment {
                "." => {}
                ".." => drop(kept.pop().filter(|last| !last.is_empty())),
                segment => kept.push(segment),
            }
        }
        kept.join("/")
    };
    let normal = without_dots(&decoded);
    vec![without_dots(reference), normal, decoded]
}

/// Whether a text leads to the listed host at the default port, read until the first delimiter.
fn is_good(target: &str) -> bool {
    let rest = target.split_once("://").map_or("", |(_, rest)| rest);
    let authority = rest.split(['/', '?', '#', '\\']).next().unwrap_or_default();
    matches!(authority.to_ascii_lowercase().as_str(), "good.com" | "good.com:80" | "good.com:")
        && !target.starts_with("https://good.com:80")
}

#[test]
fn allowed_references_lead_to_the_listed_host() {
    let deep = std::env::var_os("NAPKIN_DEEP").is_some();
    let list = HostList::parse("good.com").unwrap();
    let policy = Policy::default();
    let editions = URL_EDITIONS.to_vec();
    let editions = if deep { &editions[..] } else { &editions[editions.len() - 1..] };
    let mut allowed = 0;
    for reference in references(if deep { 4 } else { 3 }) {
        for base in BASES {
            let verdict = allow_reference(base, reference.as_bytes(), &list, &policy).unwrap();
            let Some(normal) = verdict.normal_form else { continue };
            allowed += 1;
            assert!(is_good(&normal), "{normal}");
            let mut targets = by_editions(base, &reference);
            targets.extend(by_urls(base, &reference, editions));
            if UriRef::parse(&reference).unwrap().scheme().is_none() && !reference.starts_with("//")
            {
                for rewritten in rewritten(&reference) {
                    targets.extend(by_urls(base, &rewritten, editions));
                }
                // As java.net.URI appends a path.
                let directory = base.split(['?', '#']).next().unwrap();
                let end = directory.rfind('/').filter(|&at| at > "https://".len());
                if !reference.starts_with(['/', '?', '#']) {
                    targets.push(format!(
                        "{}{reference}",
                        end.map_or(directory, |at| &directory[..=at])
                    ));
                }
            }
            for target in targets {
                assert!(is_good(&target), "{base} and {reference:?} lead to {target}");
            }
        }
    }
    // Most bases allow some references, so the property is not vacuous.
    assert!(allowed > 1_000, "{allowed}");
}

#[test]
fn a_base_is_an_absolute_uri() {
    let list = HostList::parse("good.com").unwrap();
    let judged = |base: &str| allow_reference(base, b"http://good.com/", &list, &Policy::default());
    assert!(judged("http://good.com/").unwrap().is_allowed());
    for relative in ["", "a", "/a", "//good.com/", "?a", "#a"] {
        assert_eq!(judged(relative).unwrap_err(), ResolveError::BaseNotAbsolute);
    }
    for wrong in [
        "http://good.com/a b",
        "http://good.com\\@evil.com/",
        " http://good.com/",
        "http://h:x/",
        "\u{e9}:",
    ] {
        let error = RFC3986.parse(wrong).unwrap_err();
        assert_eq!(judged(wrong).unwrap_err(), ResolveError::InvalidBase(error));
    }
}
