//! Tests that every way to edit gives what recomposing the text from its parts and parsing it gives: the text, the
//! error, and all offsets. The oracles do so by other code.

mod oracle;
mod recomposed;

use alloc::format;
use alloc::string::{String, ToString};
use std::vec::Vec;

use self::recomposed::Collected;
use super::Builder;
use super::pieces::check_piece;
use super::plain::{host_of, is_plain, is_unreserved};
use super::setters::Change as _;
use super::splice::{Before, Splice, has_independent_parts};
use crate::edition::{AMENDMENTS, EDITIONS, Edition, RFC3986, RFC3987};
use crate::error::ParseError;
use crate::extent::all_or;
use crate::fault::{ErrorKind, Part};
use crate::identifier::made::try_new;
use crate::identifier::{Identifier, Iri, IriRef, Uri, UriRef, for_each_changed};
use crate::parse::Start;
use crate::percent::encode;
use crate::views::query::Pair;

/// Texts of every shape; each edition takes the ones that it can parse.
const BASES: [&str; 62] = [
    "",
    "a",
    "a/b",
    "a/",
    "/",
    "/a",
    "/a/",
    "./a:b",
    "a/b:c",
    "/.//a",
    ".",
    "..",
    ":a",
    "1:b",
    "a_b:c",
    "a;p",
    "a;p:q?r",
    "?",
    "?q",
    "#",
    "#f",
    "a?b#c",
    "//",
    "//h",
    "//h?q",
    "//h#f",
    "//h/a",
    "///",
    "///a",
    "////a",
    "//@",
    "//u@h:/",
    "//h:8",
    "x:",
    "x:?q#f",
    "x:a",
    "x:a:b",
    "x:a?b",
    "x:/a",
    "x:/.//a",
    "x://",
    "x:///",
    "x://h",
    "x://u@h:8/p?q#f",
    "x://@h:",
    "x://[::1]:80/",
    "x://[v1.a]",
    "x://a_b/c",
    "http://1.2.3.4/",
    "http://u:p@h.d:80/a;x=1;y?b#c",
    "http://h.d",
    "mailto:a@b.c",
    "mailto:a@b.c?d#e",
    "file:///a",
    "ftp://u:p@h.d/a?b;type=d",
    "gopher://h.d/1a",
    "news:a@b.c",
    "telnet://h.d",
    "wais://h.d/a?b",
    "prospero://h.d/a;b=c",
    "x://é/ü?ö#ä",
    "é:\u{E000}",
];

/// Values for any part: ordinary ones, delimiters, other parts, and what no part may have.
const VALUES: [Option<&str>; 58] = [
    None,
    Some(""),
    Some("x"),
    Some("X"),
    Some("http"),
    Some("ftp"),
    Some("mailto"),
    Some("1a"),
    Some("a_b"),
    Some("+"),
    Some("h.d"),
    Some("u:p"),
    Some("80"),
    Some("65536"),
    Some("99999999999999999999"),
    Some("1.2.3.4"),
    Some("[::1]"),
    Some("[::1]:8"),
    Some("[v1.a]"),
    Some("[::1%25en0]"),
    Some("["),
    Some("u@h"),
    Some("u:p@h.d:80"),
    Some("h:80"),
    Some("h:"),
    Some("@"),
    Some(":"),
    Some("::"),
    Some("a:b"),
    Some("a_b:c"),
    Some(":b"),
    Some("a/b:c"),
    Some("/"),
    Some("//"),
    Some("///"),
    Some("//x"),
    Some("//x:y@z/"),
    Some("/x"),
    Some("/a:b"),
    Some("a;b"),
    Some("/a;b/c"),
    Some("."),
    Some("./"),
    Some("?"),
    Some("a?b"),
    Some("#"),
    Some("a#b"),
    Some("%4"),
    Some("%41"),
    Some(" "),
    Some("é"),
    Some("\u{E000}a"),
    // Longer than what is moved byte by byte, and than what is looked up byte by byte.
    Some("www.example.com"),
    Some("/a-path/of-more-than/forty-eight-bytes/that-is-valid"),
    Some("a-name-of-more-than.forty-eight.bytes.that-is-valid.example"),
    Some("a-name-of-more-than.forty-eight.bytes.that-is-not valid.example"),
    Some("h1"),
    Some("12345"),
];

/// The quick check says what the exact parser says, or nothing.
#[test]
fn plain_values() {
    let mut values: Vec<String> = VALUES.into_iter().flatten().map(String::from).collect();
    for byte in 0..128_u8 {
        let byte = char::from(byte);
        values.extend([format!("{byte}"), format!("a{byte}"), format!("1{byte}2")]);
    }
    let mut valid = 0;
    for (part, value) in Part::ALL.iter().flat_map(|part| values.iter().map(|value| (*part, value)))
    {
        if is_plain(part, value) {
            let host = host_of(part, value);
            for edition in [RFC3986, RFC3987] {
                assert_eq!(check_piece(edition, part, value), Ok(host), "{part} {value:?}");
            }
            valid += 1;
        }
    }
    assert!(valid > 1_000, "{valid}");
    for value in &values {
        let encoded = |edition| encode(value).by(edition).for_part(Part::Query).to_string();
        let is_kept = [RFC3986, RFC3987].map(encoded).iter().all(|encoded| encoded == value);
        assert!(!is_unreserved(value) || is_kept, "{value:?}");
    }
}

fn editions() -> impl Iterator<Item = &'static Edition> {
    EDITIONS.iter().copied().chain(AMENDMENTS.iter().map(|amendment| amendment.edition))
}

#[test]
fn parts_of_references() {
    let mut changed = 0;
    for edition in editions() {
        for reference in BASES.iter().filter_map(|base| edition.parse(base).ok()) {
            for (part, value) in
                Part::ALL.iter().flat_map(|part| VALUES.map(|value| (*part, value)))
            {
                let found = reference.with_part(part, value);
                let expected = oracle::with_part(&reference, part, value);
                assert_eq!(found, expected, "{reference:?} with {part} {value:?}");
                let Ok(text) = found else { continue };
                changed += 1;
                if has_independent_parts(edition) {
                    let value = value.or((part == Part::Path).then_some(""));
                    let splice = Splice::new(Before::of(&reference), part, value).unwrap();
                    let mut spliced = (String::from(reference.as_str()), *reference.components());
                    splice.apply(&mut spliced.0, &mut spliced.1);
                    let components = *edition.parse(&text).unwrap().components();
                    let told = format!("{reference:?} with {part} {value:?}");
                    assert_eq!(spliced, (text, components), "{told}");
                }
            }
        }
    }
    assert!(changed > 10_000, "{changed}");
}

/// RFC 3986 and RFC 3987 have independent parts, so their types are never parsed again.
#[test]
fn independent_parts() {
    let independent: Vec<_> = editions().filter(|edition| has_independent_parts(edition)).collect();
    let amended = editions().filter(|edition| edition.amends.is_some_and(has_independent_parts));
    let expected: Vec<_> = [RFC3986, RFC3987].into_iter().chain(amended).collect();
    assert_eq!(independent, expected);
}

/// Makes one change, which has to give the expected identifier, or the expected error and no change; the offsets
/// have to be those of the text.
fn compare<I: Identifier<Text = String>>(
    edited: &mut I,
    told: &str,
    expected: &Result<I, ParseError>,
    change: impl FnOnce(&mut I) -> Result<&mut I, ParseError>,
) {
    let told = format!("{:?}: {} by {told}", I::START, edited.inner().as_str());
    let before = edited.inner().clone();
    let error = change(edited).err();
    assert_eq!(error, expected.as_ref().err().copied(), "{told}");
    let expected = expected.as_ref().map_or(&before, I::inner);
    let of = |it: &IriRef<String>| (String::from(it.as_str()), *it.components());
    assert_eq!(of(edited.inner()), of(expected), "{told}");
}

fn bases<I: Identifier<Text = String>>() -> impl Iterator<Item = I> {
    BASES.iter().filter_map(|base| try_new(String::from(*base)).ok())
}

/// The setters of one type.
macro_rules! setters {
    ($type:ident) => {
        for before in bases::<$type<String>>() {
            for (part, value) in
                Part::ALL.iter().flat_map(|part| VALUES.map(|value| (*part, value)))
            {
                // The types decide which part can be removed.
                let value = match part {
                    Part::Path => Some(value.unwrap_or_default()),
                    Part::Scheme if <$type<String>>::START != Start::UriReference => {
                        Some(value.unwrap_or_default())
                    }
                    _ => value,
                };
                let expected = recomposed::part(&before, part, value);
                let mut edited = before.clone();
                compare(
                    &mut edited,
                    &format!("{part} {value:?}"),
                    &expected,
                    |edited| match part {
                        Part::Scheme => edited.set(part, value).map(|()| edited),
                        Part::Authority => edited.set_authority(value),
                        Part::Userinfo => edited.set_userinfo(value),
                        Part::Host => edited.set_host(value),
                        Part::Port => match value {
                            Some(port) => edited.set_port(port),
                            None => edited.set_port(None),
                        },
                        Part::Path => edited.set_path(value.unwrap_or_default()),
                        Part::Query => edited.set_query(value),
                        Part::Fragment => edited.set_fragment(value),
                    },
                );
                let copied = match part {
                    Part::Scheme => continue,
                    Part::Authority => before.with_authority(value),
                    Part::Userinfo => before.with_userinfo(value),
                    Part::Host => before.with_host(value),
                    Part::Port => match value {
                        Some(port) => before.with_port(port),
                        None => before.with_port(None),
                    },
                    Part::Path => before.with_path(value.unwrap_or_default()),
                    Part::Query => before.with_query(value),
                    Part::Fragment => before.with_fragment(value),
                };
                let of = |it: $type<String>| (*it.components(), it.into_text());
                assert_eq!(copied.map(of), expected.map(of), "{before:?} {part} {value:?}");
            }
        }
    };
}

/// The changes of segments and pairs of one type, one after the other on one identifier.
macro_rules! segments_and_pairs {
    ($type:ident) => {
        for mut edited in bases::<$type<String>>() {
            for (number, value) in VALUES.into_iter().enumerate() {
                let key = VALUES[number * 7 % VALUES.len()].unwrap_or_default();
                let segment = value.unwrap_or_default();
                let told = format!("{key:?} {value:?}");
                let expected = recomposed::appended_pair(&edited, key, value);
                compare(&mut edited, &told, &expected, |edited| edited.append_pair(key, value));
                let expected = recomposed::pushed_segment(&edited, segment);
                compare(&mut edited, &told, &expected, |edited| edited.push_segment(segment));
                let segments = [key, segment, key];
                let expected = recomposed::extended_segments(&edited, &segments);
                compare(&mut edited, &told, &expected, |edited| edited.extend_segments(segments));
                let expected = recomposed::changed_pair(&edited, segment, Some(key));
                compare(&mut edited, &told, &expected, |edited| edited.set_pair(segment, key));
                if number % 3 == 0 {
                    let expected = recomposed::popped_segment(&edited);
                    let is_expected = expected.is_some();
                    let mut is_popped = is_expected;
                    let expected = Ok(expected.unwrap_or_else(|| edited.clone()));
                    compare(&mut edited, "a pop", &expected, |edited| {
                        is_popped = edited.pop_segment();
                        Ok(edited)
                    });
                    assert_eq!(is_popped, is_expected);
                }
                if number % 5 == 0 {
                    let keep = |(own, _): Pair<'_>| own.decode_lossy().len() != number / 5;
                    let expected = recomposed::kept_pairs(&edited, keep);
                    compare(&mut edited, "its pairs", &expected, |edited| {
                        edited.retain_pairs(|own, _| own.len() != number / 5);
                        Ok(edited)
                    });
                    let expected = recomposed::pairs(&edited, [(key, segment), (segment, key)]);
                    compare(&mut edited, &told, &expected, |edited| {
                        edited.set_pairs([(key, segment), (segment, key)])
                    });
                }
            }
        }
    };
}

#[test]
fn parts_of_identifiers() {
    for_each_changed!(setters);
}

#[test]
fn segments_and_pairs_of_identifiers() {
    for_each_changed!(segments_and_pairs);
}

/// Builders, by calls in any order.
#[test]
fn builders() {
    let mut seed = 1_u64;
    let mut below = |limit: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % limit
    };
    let mut built = 0;
    for _ in 0..all_or(2_000_000, 60_000) {
        let base = UriRef::parse(BASES[below(BASES.len())]).ok().filter(|_| below(3) == 0);
        let mut ours = base.as_ref().map_or_else(Builder::new, Builder::from);
        let mut theirs = base.as_ref().map_or_else(Collected::default, Collected::of);
        let mut told = format!("{base:?}");
        for _ in 0..below(7) {
            // Half of the values are ordinary.
            let values = if below(2) == 0 { 12 } else { VALUES.len() };
            let given = VALUES[below(values)];
            let value = given.unwrap_or_default();
            let call = below(9);
            told = format!("{told} {} {given:?}", CALLS[call]);
            ours = match call {
                0 => ours.scheme(given),
                1 => ours.userinfo(given),
                2 => ours.host(given),
                3 => ours.port(value.len() as u16),
                4 => ours.path(given),
                5 => ours.segment(value),
                6 => ours.query(given),
                7 => ours.pair(value, value),
                _ => ours.fragment(given),
            };
            theirs.call(CALLS[call], given);
        }
        let (ours_ref, theirs_ref) = (ours.clone().uri_ref(), theirs.build::<UriRef<String>>());
        assert_eq!(ours_ref, theirs_ref, "{told}");
        assert_eq!(ours.uri(), theirs.build(), "{told}");
        built += usize::from(ours_ref.is_ok());
    }
    assert!(built > 10_000, "{built}");
}

/// A port is a number of 16 bits, where the syntax has digits.
#[test]
fn ports_of_builders() {
    let with = |port: &str| Builder::new().host("h").port(port).uri_ref();
    assert_eq!(with("65535").unwrap(), "//h:65535");
    assert_eq!(with("").unwrap(), "//h:");
    assert_eq!(with("000080").unwrap(), "//h:000080");
    assert_eq!(Builder::new().host("h").port(80).port(None).uri_ref().unwrap(), "//h");
    for (port, kind) in [
        ("65536", ErrorKind::PortOutOfRange),
        ("9".repeat(30).as_str(), ErrorKind::PortOutOfRange),
        ("8a", ErrorKind::InvalidCharacter),
    ] {
        let error = with(port).unwrap_err();
        assert_eq!((error.part(), error.kind()), (Part::Port, kind), "{port}");
        assert_eq!(Builder::new().port(port).port(80).uri_ref().unwrap(), "//:80");
    }
    // One that was there is kept.
    let large = UriRef::parse("//h:70000").unwrap();
    assert_eq!(Builder::from(large).path("/%41").uri_ref().unwrap(), "//h:70000/%41");
}

const CALLS: [&str; 9] =
    ["scheme", "userinfo", "host", "port", "path", "segment", "query", "pair", "fragment"];
