//! Normal forms are stable, keep the lower rungs and the authority, and commute with resolution.

use std::borrow::Cow;

use napkin::{Level, Normalizer, Reference, Uri, UriRef};
use napkin_schemes::normalize as by_scheme;

use super::resolve::has_its_offsets;
use crate::data::Data;

/// The rungs that each level includes.
pub(crate) const BELOW: [(Level, &[Level]); 7] = {
    use Level::{Case, Path, Percent, Protocol, Scheme, Simple, Syntax};
    [
        (Simple, &[]),
        (Case, &[Simple]),
        (Percent, &[Simple]),
        (Path, &[Simple]),
        (Syntax, &[Simple, Case, Percent, Path]),
        (Scheme, &[Simple, Case, Percent, Path, Syntax]),
        (Protocol, &[Simple, Scheme]),
    ]
};

/// Whether the path rung sees other dot segments than the syntax rung, which decodes first.
pub(crate) fn has_encoded_dots(uri: &Uri<&str>) -> bool {
    uri.path().as_str().to_ascii_lowercase().contains("%2e")
}

pub(crate) fn normalized(data: &[u8]) {
    let mut data = Data::new(data);
    let edition = data.edition();
    let (text, reference) = (data.text(edition), data.text(edition));
    if let Ok(reference) = edition.parse(&text) {
        of_edition(reference);
    }
    let Ok(uri) = Uri::parse(&text) else { return };
    for (level, lower) in BELOW {
        of_level(uri, level, lower);
    }
    if let Ok(reference) = UriRef::parse(&reference) {
        commutes(uri, reference);
    }
}

fn of_level(uri: Uri<&str>, level: Level, lower: &[Level]) {
    let normal = uri.normalize(level).unwrap().into_owned();
    has_its_offsets(&normal);
    assert!(
        matches!(normal.normalize(level).unwrap().into_text(), Cow::Borrowed(_)),
        "{uri} gives {normal}"
    );
    assert_eq!(normal.normalize(level).unwrap(), normal, "{uri} at {level:?}");
    let (explained, steps) = Normalizer::new(level).explain(&uri).unwrap();
    assert_eq!(explained, normal, "{uri} at {level:?}");
    assert_eq!(steps.last().map_or(uri.as_str(), |step| &step.after), normal.as_str());
    assert!(steps.iter().all(|step| step.before != step.after), "{steps:?}");
    assert!(steps.windows(2).all(|two| two[0].after == two[1].before), "{steps:?}");
    for &lower in lower {
        assert_eq!(normal.normalize(lower).unwrap(), normal, "{uri}: {lower:?} after {level:?}");
        if lower != Level::Path || !has_encoded_dots(&uri) {
            let climbed = uri.normalize(lower).unwrap().normalize(level).unwrap().into_owned();
            assert_eq!(climbed, normal, "{uri}: {lower:?} first");
        }
    }
    // The authority never moves into or out of the path; `file:` has its own rule.
    let moved = normal.authority().is_some() != uri.authority().is_some();
    assert!(!moved || level >= Level::Scheme && uri.scheme() == "file", "{uri} gives {normal}");
    let normalizer = Normalizer::new(level).with_schemes(by_scheme);
    let once = normalizer.normalize(&uri).unwrap().into_owned();
    assert_eq!(normalizer.normalize(&once).unwrap(), once, "{uri} at {level:?} with schemes");
    assert_eq!(normalizer.explain(&uri).unwrap().0, once, "{uri} at {level:?} with schemes");
}

fn of_edition(reference: Reference<'_>) {
    let (edition, name) = (reference.edition(), reference.edition().name);
    for level in Level::ALL {
        for normalizer in [Normalizer::new(level), Normalizer::new(level).with_schemes(by_scheme)] {
            let normal = normalizer.normalize_reference(reference).unwrap();
            let again = edition.parse(&normal).unwrap();
            let twice = normalizer.normalize_reference(again).unwrap();
            assert_eq!(twice, normal, "{name} {reference} at {level:?}");
            let (explained, _) = normalizer.explain_reference(reference).unwrap();
            assert_eq!(explained, normal, "{name} {reference} at {level:?}");
        }
    }
}

/// Normalizing base or reference before resolving gives the result of normalizing after it, if the base has no dot segments, which
/// resolution leaves in the base (RFC 3986 §5.2.3).
fn commutes(base: Uri<&str>, reference: UriRef<&str>) {
    let target = reference.resolve(base).unwrap();
    let case = base.normalize(Level::Case).unwrap();
    assert_eq!(
        reference.resolve(case.as_borrowed()).unwrap().normalize(Level::Case).unwrap(),
        target.normalize(Level::Case).unwrap(),
        "{reference} on {base}"
    );
    if base.path().has_dot_segments() || has_encoded_dots(&base) {
        return;
    }
    // A base with an authority cannot tell a relative reference from its normal form (R3986-A9). Schemes with roots
    // that `..` does not remove see encoded dots only after resolution.
    let tells_nothing = base.authority().is_some() && base.scheme().facts().is_none();
    if reference.is_relative_ref() && tells_nothing {
        let normal = reference.normalize(Level::Syntax).unwrap();
        assert_eq!(
            normal.resolve(base).unwrap().normalize(Level::Syntax).unwrap(),
            target.normalize(Level::Syntax).unwrap(),
            "{reference} and {normal} on {base}"
        );
    }
    for level in [Level::Percent, Level::Syntax] {
        let normal = base.normalize(level).unwrap();
        assert_eq!(
            reference.resolve(normal.as_borrowed()).unwrap().normalize(level).unwrap(),
            target.normalize(level).unwrap(),
            "{reference} on {base} at {level:?}"
        );
    }
}
