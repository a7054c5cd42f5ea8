//! The laws, for the family that the module around this one names.

use std::borrow::Cow;

use napkin::scheme::Hierarchy;
use napkin::{Level, Part, Parts, Reference};

use super::{Full, LETTERS, Ref, Resolver, full, reference};
use crate::support::{Numbers, rounds};
use crate::transform::transform;

const ROUNDS: usize = 60_000;

/// Calls `check` with valid references and returns how many there were.
fn for_references(seed: u64, mut check: impl FnMut(&mut Numbers, Ref<&str>)) {
    let mut numbers = Numbers(seed);
    let mut valid = 0;
    for _ in 0..rounds(ROUNDS) {
        let text = reference(&mut numbers);
        if let Ok(parsed) = Ref::parse(&text) {
            valid += 1;
            check(&mut numbers, parsed);
        }
    }
    assert!(valid > rounds(ROUNDS) / 2, "only {valid} valid references");
}

/// Replacing a part by an edition (here RFC 3986) and setting it by the types are two implementations with equal
/// results.
#[test]
fn replacing_a_part_is_setting_it() {
    const VALUES: [Option<&str>; 16] = [
        None,
        Some(""),
        Some("x"),
        Some("/"),
        Some("//"),
        Some("//a/b"),
        Some("/a:b"),
        Some("a:b"),
        Some("a/b:c"),
        Some("h:80"),
        Some("u@h"),
        Some("[::1]"),
        Some("80"),
        Some("65536"),
        Some("a?b"),
        Some("a#b%4"),
    ];
    let mut replaced = 0;
    for_references(14, |numbers, reference| {
        let part = Part::ALL[numbers.below(Part::ALL.len())];
        let value = VALUES[numbers.below(VALUES.len())];
        let mut set = reference.into_owned();
        let result = match part {
            Part::Scheme => set.set_scheme(value),
            Part::Authority => set.set_authority(value),
            // The setters require an authority even if there is nothing to remove.
            Part::Userinfo | Part::Port if value.is_none() && set.authority().is_none() => {
                Ok(&mut set)
            }
            Part::Userinfo => set.set_userinfo(value),
            Part::Host => set.set_host(value),
            Part::Port => match value {
                Some(port) => set.set_port(port),
                None => set.set_port(None),
            },
            Part::Path => set.set_path(value.unwrap_or_default()),
            Part::Query => set.set_query(value),
            Part::Fragment => set.set_fragment(value),
            _ => unreachable!("a part that no setter knows"),
        };
        let result = result.map(drop);
        let ours = Reference::from(&reference).with_part(part, value);
        let told = format!("{reference} with {part} {value:?}");
        match (result, ours) {
            (Ok(()), Ok(text)) => {
                replaced += 1;
                assert_eq!(set, text.as_str(), "{told}");
            }
            (Err(set), Err(ours)) => assert_eq!(set.kind(), ours.kind(), "{told}"),
            (result, ours) => panic!("{told}: {result:?}, {ours:?}"),
        }
    });
    assert!(replaced > rounds(ROUNDS) / 8, "{replaced}");
}

fn for_uris(seed: u64, mut check: impl FnMut(&mut Numbers, Full<&str>)) {
    for_references(seed, |numbers, reference| {
        if let Ok(uri) = Full::parse(reference.as_str()) {
            check(numbers, uri);
        }
    });
}

#[test]
fn parts_give_the_text_back() {
    for_references(1, |_, uri| {
        assert_eq!(uri.parts(), Parts::split(uri.as_str()));
        assert_eq!(<Ref<String>>::from_parts(&uri.parts()).unwrap(), uri);
        let pieces =
            uri.path().segments().map(napkin::Encoded::as_str).collect::<Vec<_>>().join("/");
        let slash = if uri.path().is_absolute() { "/" } else { "" };
        assert_eq!(uri.path(), format!("{slash}{pieces}").as_str());
        let back: Vec<_> = uri.path().segments().rev().collect();
        let forth: Vec<_> = uri.path().segments().collect();
        assert!(back.iter().rev().eq(forth.iter()));
        if let Some(authority) = uri.authority() {
            let userinfo = authority.userinfo().map_or(String::new(), |u| format!("{u}@"));
            let port = authority.port().map_or(String::new(), |p| format!(":{p}"));
            assert_eq!(authority, format!("{userinfo}{}{port}", authority.host()).as_str());
        }
        if let Some(query) = uri.query() {
            let pairs = query.pairs().map(|(k, v)| match v {
                Some(v) => format!("{k}={v}"),
                None => k.to_string(),
            });
            assert_eq!(query, pairs.collect::<Vec<_>>().join("&").as_str());
        }
    });
}

#[test]
fn normalizing_is_idempotent_and_keeps_the_lower_rungs() {
    use Level::{Case, Path, Percent, Protocol, Scheme, Simple, Syntax};
    let below: [(Level, &[Level]); 7] = [
        (Simple, &[]),
        (Case, &[Simple]),
        (Percent, &[Simple]),
        (Path, &[Simple]),
        (Syntax, &[Case, Percent, Path]),
        (Scheme, &[Case, Percent, Path, Syntax]),
        (Protocol, &[Scheme]),
    ];
    for_uris(2, |_, uri| {
        for (level, lower) in below {
            let normal = uri.normalize(level).unwrap();
            assert_eq!(normal.normalize(level).unwrap(), normal, "{uri} at {level:?}");
            // A text in normal form is recognized without a copy.
            assert!(
                matches!(normal.normalize(level).unwrap().into_text(), Cow::Borrowed(_)),
                "{uri}"
            );
            for &lower in lower {
                assert_eq!(
                    normal.normalize(lower).unwrap(),
                    normal,
                    "{uri}: {lower:?} after {level:?}"
                );
                // Encoded dots are ordinary text to the path rung, and dot segments after decoding.
                if lower != Path || !uri.path().as_str().to_lowercase().contains("%2e") {
                    let climbed =
                        uri.normalize(lower).unwrap().normalize(level).unwrap().into_owned();
                    assert_eq!(climbed, normal, "{uri}: {lower:?} first");
                }
            }
            // The authority never moves into or out of the path; `file:` has its own rule.
            let moved = normal.authority().is_some() != uri.authority().is_some();
            assert!(!moved || level >= Scheme && uri.scheme() == "file", "{uri} gives {normal}");
        }
    });
}

#[test]
fn resolving_an_absolute_reference_removes_its_dot_segments() {
    let base = full!("http://a/b/c/d;p?q");
    for_uris(3, |_, uri| {
        // Resolution applies its algorithm literally; the ladder keeps the roots of schemes.
        if uri.scheme().hierarchy() == Hierarchy::Whole {
            let target = uri.resolve(base).unwrap();
            assert_eq!(target, uri.normalize(Level::Path).unwrap());
        }
    });
}

#[test]
fn resolving_is_the_algorithm_of_the_document() {
    let mut numbers = Numbers(4);
    for_uris(5, |_, base| {
        let text = reference(&mut numbers);
        let Ok(reference) = Ref::parse(&text) else { return };
        let target = reference.resolve(base).unwrap();
        assert_eq!(target.as_str(), transform(base.parts(), reference.parts()));
        assert_eq!(Ref::parse(target.as_str()).unwrap().parts(), target.parts(), "offsets");
        assert_eq!(target.host(), Ref::parse(target.as_str()).unwrap().host(), "offsets");
        let lenient = Resolver::new(base).lenient(true).resolve(reference).unwrap();
        if reference.scheme() == Some(base.scheme()) {
            let without = Parts { scheme: None, ..reference.parts() };
            assert_eq!(lenient.as_str(), transform(base.parts(), without));
        } else {
            assert_eq!(lenient, target);
        }
    });
}

#[test]
fn relativizing_round_trips() {
    let mut numbers = Numbers(6);
    for_uris(7, |_, base| {
        let text = reference(&mut numbers);
        let Ok(reference) = Ref::parse(&text) else { return };
        // A target of resolution has no dot segments except the guard.
        let target = reference.resolve(base).unwrap();
        let relative = target.relativize(base);
        // Its offsets are not from parsing, so they are compared with those of parsing.
        let parsed = Ref::parse(relative.as_str()).unwrap();
        assert_eq!(
            (parsed.parts(), parsed.host(), parsed.port()),
            (relative.parts(), relative.host(), relative.port())
        );
        let back = relative.resolve(base).unwrap();
        let reachable = target.resolve(base).unwrap() == target;
        assert!(back == target || !reachable, "{base} + {relative} = {back}, not {target}");
        assert!(relative.as_str().len() <= target.as_str().len());
        assert!(relative.as_str().len() <= text.len() || !reachable, "{text} beats {relative}");
    });
}

/// No reference over a small alphabet is shorter than the result of `relativize`.
#[test]
fn relativizing_gives_the_shortest() {
    let alphabet = ['/', '.', LETTERS[0], LETTERS[1], ':', '?', '#'];
    let mut references = vec![String::new()];
    let mut from = 0;
    for _ in 0..5 {
        let until = references.len();
        for index in from..until {
            for character in alphabet {
                references.push(format!("{}{character}", references[index]));
            }
        }
        from = until;
    }
    // Length is counted in octets.
    references.retain(|text| text.len() <= 5 && Ref::parse(text).is_ok());
    references.sort_by_key(String::len);
    let bases = [
        "a:",
        "a:b",
        "a:b/",
        "a:b/b",
        // Without dot segments, these begin with a slash, or with two.
        "a:b/../b",
        "a:a/../../b/b",
        "a:.///b",
        "a:./b",
        "a:/",
        "a:/b",
        "a:/a/b",
        "a:/a/../b/b",
        "a:/.//b",
        "a://b",
        "a://b?a",
        "a://b/",
        "a://b/a",
        "a://b/a?b",
        "a://b//a",
        "a://b/a/b/",
        "a://b/a:b/b",
        "a:b:a?b",
        "a:?b",
    ];
    let mut checked = 0;
    for base in bases {
        let base = base.replace('b', &String::from(LETTERS[1]));
        let base = Full::parse(&base).unwrap();
        // References in order of length: the first that resolves to a target is a shortest one.
        let mut shortest = std::collections::HashMap::new();
        for text in &references {
            let target = Ref::parse(text).unwrap().resolve(base).unwrap();
            shortest.entry(target).or_insert(text.as_str());
        }
        for (target, text) in shortest {
            let relative = target.relativize(base);
            assert_eq!(relative.resolve(base).unwrap(), target, "{base}: {relative}");
            assert_eq!(
                relative.as_str().len(),
                text.len(),
                "{base} to {target}: {text}, {relative}"
            );
            checked += 1;
        }
    }
    println!("{checked} targets from {} references and {} bases", references.len(), bases.len());
    assert!(checked > 20_000);
}

#[test]
fn comparing_is_reflexive_symmetric_and_climbs() {
    let mut numbers = Numbers(8);
    for_uris(9, |_, a| {
        assert_eq!(a.equivalent_at(&a), Some(Level::Simple));
        let normal = a.normalize(Level::Scheme).unwrap();
        assert!(a.equivalent_at(&normal).is_some_and(|level| level <= Level::Scheme));
        let text = reference(&mut numbers);
        if let Ok(b) = Full::parse(&text) {
            let rung = a.equivalent_at(&b);
            assert_eq!(rung, b.equivalent_at(&a));
            let climbed = Level::ALL.into_iter().find(|&l| a.normalize(l) == b.normalize(l));
            assert_eq!(rung, climbed, "{a} and {b}");
        }
    });
}

#[test]
fn setters_set_what_they_say_or_change_nothing() {
    const TEXTS: [&str; 12] =
        ["", "a", "/a", "//a", "a:b", "[::1]", "80", "é", "a b", "%4", "x@y", "a?b#c"];
    for_references(10, |numbers, reference| {
        let mut edited = reference.into_owned();
        let text = *numbers.pick(&TEXTS.each_ref());
        let before = reference.parts();
        let (result, wanted) = match numbers.below(5) {
            0 => (edited.set_scheme(Some(text)), Parts { scheme: Some(text), ..before }),
            1 => (edited.set_authority(Some(text)), Parts { authority: Some(text), ..before }),
            2 => (edited.set_path(text), Parts { path: text, ..before }),
            3 => (edited.set_query(Some(text)), Parts { query: Some(text), ..before }),
            _ => (edited.set_fragment(None), Parts { fragment: None, ..before }),
        };
        if result.is_err() {
            assert_eq!(edited, reference, "a failing setter changes nothing");
            return;
        }
        let after = edited.parts();
        let guarded = [format!("/.{}", wanted.path), format!("./{}", wanted.path)];
        assert!(after.path == wanted.path || guarded.contains(&after.path.to_owned()));
        assert_eq!(Parts { path: wanted.path, ..after }, wanted);
        assert_eq!(Parts::split(edited.as_str()), after, "the text has the parts that were set");
    });
}

#[test]
fn decoding_undoes_encoding() {
    let mut numbers = Numbers(11);
    for _ in 0..rounds(ROUNDS) {
        let data: Vec<u8> = (0..numbers.below(12)).map(|_| numbers.below(256) as u8).collect();
        let text = format!("?{}", napkin::percent::encode(&data));
        let reference = Ref::parse(&text).unwrap();
        assert_eq!(reference.query().unwrap().encoded().decode().to_bytes(), data);
    }
}
