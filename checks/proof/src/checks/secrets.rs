//! The places of secrets, and what hides them.

use napkin_schemes::secrets::{find, masked, redacted};

use crate::data::Data;

pub(crate) fn hidden(data: &[u8]) {
    places(data);
    let mut data = Data::new(data);
    let edition = data.edition();
    places(data.text(edition).as_bytes());
}

/// The places are in the text, in order and apart; around them nothing changes.
fn places(text: &[u8]) {
    let places = find(text);
    let ends = places.iter().map(|place| place.end);
    let starts = places.iter().skip(1).map(|place| place.start);
    assert!(ends.zip(starts).all(|(end, start)| end < start), "{places:?}");
    let mut shown = Vec::new();
    let mut done = 0;
    for place in &places {
        assert!(!place.is_empty());
        shown.extend_from_slice(&text[done..place.start]);
        shown.extend_from_slice(b"***");
        done = place.end;
    }
    shown.extend_from_slice(&text[done..]);
    assert_eq!(*redacted(text), *shown);
    let masked = masked(text);
    assert_eq!(masked.len(), text.len());
    let is_secret = |at: usize| places.iter().any(|place| place.contains(&at));
    assert!((0..text.len()).all(|at| is_secret(at) || masked[at] == text[at]));
    // A secret is cut from a text at its characters.
    if str::from_utf8(text).is_ok() {
        assert!(str::from_utf8(&shown).is_ok() && str::from_utf8(&masked).is_ok());
    }
}
