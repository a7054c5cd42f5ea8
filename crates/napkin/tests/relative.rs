//! The law of the normal form of a relative reference (R3986-A9): no hierarchical base tells it from the reference.
//!
//! Every short reference of troublesome pieces is resolved against bases with an authority, or with a path that begins
//! with a slash, by every edition that resolves components: the target of the reference and the target of its normal
//! form have one normal form, and are one text where case and percent-encoding change nothing.

use napkin::Edition;
use napkin::edition::{AMENDMENTS, EDITIONS};
use napkin::{EditionResolver, Level, Normalizer, Reference, Target};

/// Pieces of all parts, and pieces of paths, which are put together to longer texts.
const PIECES: [&[&str]; 2] = [
    &["/", ".", "..", "a", "B", ":", "?", "#", ";", "%2E", "%7e", "//"],
    &["/", ".", "..", "a", ":"],
];

const BASES: [&str; 11] = [
    "http://h",
    "http://h/",
    "http://h/x",
    "http://h/x/y/",
    "http://h/x//y",
    "http://h/../x/./y?q#f",
    "http://h?q/..",
    "http://h/x;p/y;q",
    "foo:/",
    "foo:/x/y",
    "foo:/..//x",
];

/// Every text of up to `longest` pieces.
fn texts(pieces: &[&str], longest: usize) -> Vec<String> {
    let mut texts = vec![String::new()];
    let mut from = 0;
    for _ in 0..longest {
        let shorter = texts.split_off(from);
        let longer =
            shorter.iter().flat_map(|text| pieces.iter().map(move |p| format!("{text}{p}")));
        let longer: Vec<_> = longer.collect();
        texts.extend(shorter);
        from = texts.len();
        texts.extend(longer);
    }
    texts
}

fn editions() -> impl Iterator<Item = &'static Edition> {
    let amended = AMENDMENTS.iter().map(|amendment| amendment.edition);
    EDITIONS
        .iter()
        .copied()
        .chain(amended)
        .filter(|edition| edition.resolves_relative() && !edition.holds_components())
}

#[test]
fn no_base_tells_the_normal_form() {
    let longest = if std::env::var_os("NAPKIN_DEEP").is_some() { [5, 8] } else { [3, 5] };
    let texts: Vec<_> =
        PIECES.iter().zip(longest).flat_map(|(pieces, longest)| texts(pieces, longest)).collect();
    for edition in editions() {
        let bases = BASES.iter().filter(|base| edition.parse(base).is_ok());
        let resolvers: Vec<_> = bases.map(|base| (*base, edition.resolver(base))).collect();
        assert!(resolvers.len() > 5, "{}", edition.name);
        let mut tried = 0;
        for text in &texts {
            let Ok(reference) = edition.parse(text) else { continue };
            if reference.is_relative_ref() {
                tried += 1;
                is_reduced(reference, &resolvers);
            }
        }
        assert!(tried > 1000, "{}: {tried}", edition.name);
    }
}

fn is_reduced(reference: Reference<'_>, resolvers: &[(&str, EditionResolver<'_>)]) {
    let edition = reference.edition();
    let (text, name) = (reference.as_str(), edition.name);
    let normal = reference.normalize(Level::Protocol).unwrap();
    let again = edition.parse(&normal).unwrap();
    assert!(again.is_relative_ref(), "{name}: {text:?} becomes {normal:?}");
    for level in Level::ALL {
        let normal = reference.normalize(level).unwrap();
        let again = edition.parse(&normal).unwrap().normalize(level).unwrap();
        assert_eq!(again, normal, "{name}: {text:?} at {level:?}");
        let (explained, _) = Normalizer::new(level).explain_reference(reference).unwrap();
        assert_eq!(explained, normal, "{name}: {text:?} at {level:?}");
    }
    let rung = reference.equivalent_at(&again);
    assert!(
        rung.is_some_and(|rung| rung <= Level::Syntax),
        "{name}: {text:?} and {normal:?}: {rung:?}"
    );
    let is_plain = !text.contains(['%', 'B', '+']);
    for (base, resolver) in resolvers {
        match (resolver.resolve(text), resolver.resolve(&normal)) {
            (Ok(Target::Uri(target)), Ok(Target::Uri(other))) => {
                // RFC 1630 resolves texts, and its target may be no URI (`http:` and a path).
                let normal_of = |target: &str| {
                    let normal = edition.parse(target).ok()?.normalize(Level::Syntax);
                    Some(normal.unwrap().into_owned())
                };
                assert_eq!(
                    normal_of(&target),
                    normal_of(&other),
                    "{name}: {text:?} becomes {normal:?}; on {base}: {target:?}, {other:?}"
                );
                if is_plain {
                    assert_eq!(target, other, "{name}: {text:?} becomes {normal:?}; on {base}");
                }
            }
            (target, other) => {
                let kind = |result: &Result<Target, _>| std::mem::discriminant(result);
                assert_eq!(
                    kind(&target),
                    kind(&other),
                    "{name}: {text:?} becomes {normal:?}; on {base}"
                );
            }
        }
    }
    if edition.removes_dot_segments() {
        has_no_dots_to_spare(again);
    }
}

/// By RFC 3986 the dot segments that stay climb above the reference, or keep a colon or an empty segment from being
/// read as something else.
fn has_no_dots_to_spare(normal: Reference<'_>) {
    let path = normal.path().map_or("", |path| path.as_str());
    let behind = path.strip_prefix("./").or(path.strip_prefix("/./")).unwrap_or(path);
    let mut behind = behind;
    while let Some(rest) = behind.strip_prefix("../") {
        behind = rest;
    }
    let dots = behind.split('/').any(|segment| matches!(segment, "." | ".."));
    assert!(!dots, "{normal} keeps dot segments");
}
