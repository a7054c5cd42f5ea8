//! Laws of every view, on the inputs of all cases and on what becomes of them by small changes, read by
//! every edition.

#[path = "support/hold.rs"]
mod hold;
#[path = "support/inputs.rs"]
mod inputs;

use hold::hold;
use inputs::{changes, inputs};
use napkin::edition::EDITIONS;
use napkin::{Level, Normalizer};
use napkin_schemes::normalize;

#[test]
fn views_are_total_and_written_as_they_are_read() {
    let mut views = 0_usize;
    for input in inputs() {
        for text in changes(&input).chain([input.clone()]) {
            for edition in EDITIONS {
                if let Ok(reference) = edition.parse(&text) {
                    views += usize::from(hold(reference));
                }
            }
        }
    }
    println!("{views} views");
    assert!(views > 20_000, "{views}");
}

#[test]
fn normal_forms_stay_as_they_are() {
    let normalizer = Normalizer::new(Level::Scheme).with_schemes(normalize);
    for input in inputs() {
        for text in changes(&input).chain([input.clone()]) {
            let Ok(uri) = napkin::Uri::parse(&text) else { continue };
            let once = normalizer.normalize(&uri).unwrap();
            let twice = normalizer.normalize(&once).unwrap();
            assert_eq!(once.as_str(), twice.as_str(), "{text}");
        }
    }
}

/// The short cuts of the core ask the schemes as its list of actions does.
#[test]
fn the_short_way_is_the_long_way() {
    for level in Level::ALL {
        let normalizer = Normalizer::new(level).with_schemes(normalize);
        for input in inputs() {
            for edition in EDITIONS {
                let Ok(reference) = edition.parse(&input) else { continue };
                let Ok((explained, _)) = normalizer.explain_reference(reference) else { continue };
                let short = normalizer.normalize_reference(reference).unwrap();
                assert_eq!(short, explained, "{input} at {level:?} by {}", edition.name);
            }
        }
    }
}
