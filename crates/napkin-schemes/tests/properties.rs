//! Laws of every view, on the inputs of all cases and on small variations of them, parsed by every edition.

#[path = "support/hold.rs"]
mod hold;
#[path = "support/inputs.rs"]
mod inputs;

use hold::hold;
use inputs::{changes, inputs};
use napkin::edition::EDITIONS;
use napkin::{Level, Normalizer};
use napkin_schemes::{Client, describe, normalize, plan};

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

/// `describe` and `plan` support the same schemes: if there is a view, there is a plan or the view's reason against
/// one.
#[test]
fn describe_and_plan_know_the_same() {
    let registered = napkin_schemes::registry::REGISTRATIONS.iter();
    let registered = registered.map(|known| format!("{}://h/x", known.scheme));
    let mut without_view = 0;
    for text in inputs().into_iter().chain(registered) {
        for edition in EDITIONS {
            let Ok(reference) = edition.parse(&text) else { continue };
            let Ok(description) = describe(reference) else { continue };
            let planned = plan(reference, &Client::default());
            match description.view() {
                Some(Err(error)) => assert_eq!(planned, Err(error), "{text}"),
                Some(Ok(_)) => {
                    let reason = planned.map_err(|error| error.to_string()).err();
                    let of_registry = reason.filter(|it| it.contains("RFC 7595 section 3)"));
                    assert_eq!(of_registry, None, "{text}");
                }
                None => {
                    without_view += 1;
                    let reason = planned.unwrap_err().to_string();
                    let knows = match (description.definition(), description.registration()) {
                        (Some(_), _) => "this edition says too little of the scheme",
                        (None, Some(_)) => "the scheme is registered, and has no definition here",
                        (None, None) => "the scheme has no definition here",
                    };
                    assert!(reason.contains(knows), "{text}: {reason}");
                }
            }
        }
    }
    assert!(without_view > 1000, "{without_view}");
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

/// The fast paths of the core apply the rules of schemes as its list of actions does.
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
