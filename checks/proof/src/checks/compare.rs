//! The ladder of comparison is reflexive and symmetric, and each rung keeps what the lower ones found equal.

use napkin::{Level, Uri};

use super::normalize::{BELOW, has_encoded_dots};
use crate::data::Data;

pub(crate) fn compared(data: &[u8]) {
    let mut data = Data::new(data);
    let edition = data.edition();
    let a = data.text(edition);
    // Two random texts are hardly ever equal, so one is often derived from the other.
    let b = match data.below(3) {
        0 => data.text(edition),
        1 => a.replace("%41", "A").replace("/./", "/").replace("%7e", "%7E"),
        _ => altered(&a, &mut data),
    };
    if let (Ok(a), Ok(b)) = (edition.parse(&a), edition.parse(&b)) {
        assert_eq!(a.equivalent_at(&a), Some(Level::Simple));
        assert_eq!(a.equivalent_at(&b), b.equivalent_at(&a), "{a} and {b} by {}", edition.name);
    }
    let (Ok(a), Ok(b)) = (Uri::parse(&a), Uri::parse(&b)) else { return };
    let rung = a.equivalent_at(&b);
    let equal = |level| a.normalize(level) == b.normalize(level);
    assert_eq!(rung, Level::ALL.into_iter().find(|&level| equal(level)), "{a} and {b}");
    for (level, below) in BELOW {
        let encoded = has_encoded_dots(&a) || has_encoded_dots(&b);
        for &lower in below.iter().filter(|&&lower| lower != Level::Path || !encoded) {
            assert!(!equal(lower) || equal(level), "{a} and {b}: {lower:?}, {level:?}");
        }
    }
    assert_eq!(a == b, rung == Some(Level::Simple));
    assert_eq!(a.cmp(&b), a.as_str().cmp(b.as_str()));
}

/// A text with letters in the other case.
fn altered(text: &str, data: &mut Data<'_>) -> String {
    let alter = |character: char| match data.below(4) {
        0 if character.is_ascii_lowercase() => character.to_ascii_uppercase(),
        1 => character.to_ascii_lowercase(),
        _ => character,
    };
    text.chars().map(alter).collect()
}
