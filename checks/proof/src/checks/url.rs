//! The URL Standard's parser against the standard's own states.

#[path = "../../../../crates/napkin-url/tests/oracle/mod.rs"]
mod oracle;

use std::cell::RefCell;

use napkin_url::edition::{EDITIONS, WHATWG};
use napkin_url::{Attribute, Note, Url};

use self::oracle::agree::{assert_same, set};
use self::oracle::machine;

/// U+0001 separates the text, a base and a value for setters.
pub(crate) fn as_the_standard(data: &[u8]) {
    let data = String::from_utf8_lossy(data);
    let mut pieces = data.split('\u{1}');
    let text = pieces.next().unwrap_or_default();
    let base = pieces.next().unwrap_or_default();
    let value = pieces.next().unwrap_or(base);
    parsed(text);
    joined(text, base);
    changed(text, value);
    for edition in EDITIONS {
        let url = edition.parse(text);
        assert_eq!(edition.can_parse(text), url.is_ok(), "{}", edition.key);
        if let Ok(url) = url {
            assert_eq!(edition.is_canonical(text), url.as_str() == text, "{}", edition.key);
            let _ = url.origin().ascii_serialization();
            for attribute in Attribute::ALL {
                url.clone().set(attribute, value);
            }
        }
    }
}

/// Without a base.
fn parsed(text: &str) {
    let errors = RefCell::new(Vec::new());
    let note = |note: Note| errors.borrow_mut().push(note.error.name());
    let noted = Url::options().validation_callback(Some(&note)).parse(text);
    let (record, expected) = machine::parse(text, None);
    assert_eq!(errors.into_inner(), expected);
    assert_eq!(noted, Url::parse(text));
    assert_eq!(noted.is_ok(), record.is_some());
    if let Some((url, record)) = Url::parse(text).ok().zip(record) {
        assert_same(&url, &record, text);
        assert_eq!(WHATWG.is_canonical(text), url.as_str() == text);
        assert_eq!(Url::parse(url.as_str()).as_ref(), Ok(&url));
    }
}

/// With a base.
fn joined(text: &str, base: &str) {
    let Ok(url) = Url::parse(base) else { return };
    let record = machine::parse(base, None).0.expect("the machine takes what the crate takes");
    let joined = url.join(text);
    let expected = machine::parse(text, Some(&record)).0;
    assert_eq!(joined.is_ok(), expected.is_some());
    if let Some((joined, expected)) = joined.ok().zip(expected) {
        assert_same(&joined, &expected, text);
        if let Some(reference) = url.make_relative(&joined) {
            let back = url.join(&reference).expect("a reference that was made leads back");
            assert_eq!(back.path(), joined.path());
            assert_eq!(back.query(), joined.query());
        }
    }
}

/// Applies setters in sequence.
fn changed(text: &str, value: &str) {
    let Ok(mut url) = Url::parse(text) else { return };
    let mut record = machine::parse(text, None).0.expect("the machine takes what the crate takes");
    for attribute in Attribute::ALL {
        url.set(attribute, value);
        set(&mut record, attribute, value);
        assert_same(&url, &record, text);
    }
}
