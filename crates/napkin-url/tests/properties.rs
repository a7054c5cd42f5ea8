//! Compares the crate with the standard's state machine, on generated and mutated texts.
//!
//! The seeds are fixed. The short form takes seconds; `NAPKIN_DEEP=1` takes ten million texts.
#![cfg(feature = "idna")]

use std::cell::RefCell;

use napkin_url::edition::{EDITIONS, WHATWG};
use napkin_url::{Attribute, Note, Url};

use crate::oracle::agree::{assert_same, set};
use crate::oracle::machine;
use crate::texts::{HOSTS, PORTS, Random, SCHEMES, SEGMENTS, TAILS, generate};

/// The number of texts.
fn extent(deep: usize) -> usize {
    if std::env::var_os("NAPKIN_DEEP").is_some() { deep } else { deep / 100 }
}

/// Parses with notes.
fn parse(text: &str, base: Option<&Url>) -> (Option<Url>, Vec<&'static str>) {
    let errors = RefCell::new(Vec::new());
    let note = |note: Note| {
        assert!(note.offset <= text.len(), "{text:?}");
        errors.borrow_mut().push(note.error.name());
    };
    let options = Url::options().base_url(base);
    let url = options.validation_callback(Some(&note)).parse_exactly(text);
    let plain = options.parse_exactly(text);
    assert_eq!(url, plain, "notes change nothing: {text:?}");
    if let (Ok(url), Ok(plain)) = (&url, &plain) {
        assert_eq!(format!("{url:?}"), format!("{plain:?}"), "{text:?}");
    }
    (plain.ok(), errors.into_inner())
}

#[test]
fn parsing() {
    let mut random = Random(0x5EED_0F01);
    let (mut parsed, mut canonical) = (0, 0);
    let texts = extent(10_000_000);
    for _ in 0..texts {
        let text = generate(&mut random);
        let (url, errors) = parse(&text, None);
        let (record, expected) = machine::parse(&text, None);
        assert_eq!(url.is_some(), record.is_some(), "{text:?}");
        assert_eq!(errors, expected, "{text:?}");
        assert_eq!(Url::can_parse(&text), record.is_some(), "{text:?}");
        let Some((url, record)) = url.zip(record) else { continue };
        parsed += 1;
        assert_same(&url, &record, &text);
        let is_canonical = url.as_str() == text;
        canonical += usize::from(is_canonical);
        assert_eq!(WHATWG.is_canonical(&text), is_canonical, "{text:?}");
        let read = Url::read(&text).unwrap();
        assert_eq!(read.is_rewritten(), !is_canonical, "{text:?}");
        assert_eq!(format!("{read:?}"), format!("{url:?}"), "{text:?}");
        // A serialization is a fixed point, and its parts are those of the record.
        let again = Url::parse(url.as_str()).unwrap();
        assert_same(&again, &record, &text);
        assert!(WHATWG.is_canonical(url.as_str()), "{text:?}");
    }
    assert!(parsed > texts / 3 && canonical > texts / 50, "{parsed} and {canonical} of {texts}");
}

#[test]
fn parsing_with_a_base() {
    let mut random = Random(0x5EED_0F02);
    let mut joined = 0;
    let texts = extent(5_000_000);
    for _ in 0..texts {
        let base_text = generate(&mut random);
        let Ok(base) = Url::parse(&base_text) else { continue };
        let record = machine::parse(&base_text, None).0.unwrap();
        for _ in 0..4 {
            let mut text = generate(&mut random);
            if random.one_in(2) {
                // Without scheme and authority.
                text = text.split_once("//").map(|(_, rest)| rest.to_owned()).unwrap_or(text);
            }
            let (url, errors) = parse(&text, Some(&base));
            let (expected, expected_errors) = machine::parse(&text, Some(&record));
            let what = format!("{text:?} with {base_text:?}");
            assert_eq!(url.is_some(), expected.is_some(), "{what}");
            assert_eq!(errors, expected_errors, "{what}");
            if let Some((url, expected)) = url.zip(expected) {
                joined += 1;
                assert_same(&url, &expected, &what);
                assert_eq!(Url::parse(url.as_str()).as_ref(), Ok(&url), "{what}");
            }
        }
        // A relative reference resolves back.
        let target = generate(&mut random);
        if let Ok(target) = base.join(&target)
            && let Some(reference) = base.make_relative(&target)
        {
            let back = base.join(&reference).unwrap();
            let what = format!("{reference:?} from {base} to {target}");
            assert_eq!(
                (back.path(), back.query(), back.fragment()),
                (target.path(), target.query(), target.fragment()),
                "{what}"
            );
        }
    }
    assert!(joined > texts, "{joined}");
}

#[test]
fn setters() {
    let mut random = Random(0x5EED_0F03);
    let mut changed = 0;
    for _ in 0..extent(2_000_000) {
        let text = generate(&mut random);
        let Ok(mut url) = Url::parse(&text) else { continue };
        let mut record = machine::parse(&text, None).0.unwrap();
        let mut what = format!("{text:?}");
        let mut has_become_file = false;
        for _ in 0..=random.below(5) {
            let attribute = Attribute::ALL[random.below(Attribute::ALL.len())];
            let value = match random.below(6) {
                0 => generate(&mut random),
                1 => String::new(),
                2 => random.pick(SCHEMES).to_owned(),
                3 => format!("{}{}", random.pick(HOSTS), random.pick(PORTS)),
                4 => format!("{}/{}", random.pick(SEGMENTS), random.pick(SEGMENTS)),
                _ => random.pick(TAILS).to_owned(),
            };
            let before = url.clone();
            what = format!("{what}, {} = {value:?}", attribute.name());
            let has_changed = url.set(attribute, &value);
            changed += usize::from(has_changed);
            set(&mut record, attribute, &value);
            assert_eq!(has_changed, url != before, "{what}");
            assert_same(&url, &record, &what);
            // The setter of the protocol keeps text that the parser would change in `file`: the host `localhost`,
            // and a drive letter with a bar.
            has_become_file |= before.scheme() != "file" && url.scheme() == "file";
            assert!(WHATWG.is_canonical(url.as_str()) || has_become_file, "{what}");
        }
    }
    assert!(changed > extent(2_000_000) / 4, "{changed}");
}

#[test]
fn editions_do_not_fall_over() {
    let mut random = Random(0x5EED_0F04);
    for _ in 0..extent(500_000) {
        let text = generate(&mut random);
        let value = generate(&mut random);
        for edition in EDITIONS {
            let parsed = edition.parse(&text);
            assert_eq!(edition.can_parse(&text), parsed.is_ok(), "{} {text:?}", edition.key);
            let Ok(mut url) = parsed else { continue };
            let read = edition.read(&text).unwrap();
            assert_eq!(format!("{read:?}"), format!("{url:?}"), "{} {text:?}", edition.key);
            assert_eq!(read.is_rewritten(), url.as_str() != text, "{} {text:?}", edition.key);
            // The recognizer of canonical texts agrees with the parser; collecting notes disables the recognizer.
            let slow =
                Url::options().edition(edition).validation_callback(Some(&|_| ())).parse(&text);
            assert_eq!(
                format!("{:?}", slow.unwrap()),
                format!("{url:?}"),
                "{} {text:?}",
                edition.key
            );
            let _ = url.origin().ascii_serialization();
            let _ = url.join(&value);
            for attribute in Attribute::ALL {
                url.set(attribute, &value);
            }
        }
    }
}
