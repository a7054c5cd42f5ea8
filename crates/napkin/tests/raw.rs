//! URIs with fewer raw characters and with more: the cases, and laws for every valid one.

use crate::support::{cases, text};
use napkin::edition::EDITIONS;
use napkin::{ByteSet, Edition, Level, Reference};

#[test]
fn narrower_and_wider() {
    for case in cases("raw.jsonl") {
        let edition = Edition::named(text(&case, "edition")).unwrap();
        let uri = edition.parse(text(&case, "input")).unwrap();
        assert_eq!(uri.with_raw(ByteSet::EMPTY).unwrap(), text(&case, "narrow"), "{case}");
        assert_eq!(
            uri.with_raw(ByteSet::range(b'!', b'~')).unwrap(),
            text(&case, "wide"),
            "{case}"
        );
    }
}

/// The compared form: the normal form of a URI, the text of a relative reference.
fn normal(uri: Reference<'_>) -> String {
    uri.normalize(Level::Percent).map_or_else(|_| uri.as_str().into(), std::borrow::Cow::into_owned)
}

#[test]
fn nothing_is_lost() {
    let files = [
        "rfc1630.jsonl",
        "rfc1738.jsonl",
        "rfc1808.jsonl",
        "rfc2396.jsonl",
        "rfc3986.jsonl",
        "draft-rfc2396bis-01.jsonl",
        "draft-url-syntax-05.jsonl",
        "found.jsonl",
    ];
    let (mut changed, mut back) = (0, 0);
    for case in files.iter().flat_map(|file| cases(file)) {
        let Some(input) = case["input"].as_str() else { continue };
        for edition in EDITIONS {
            let Ok(uri) = edition.parse(input) else { continue };
            let narrow = uri.with_raw(ByteSet::EMPTY).unwrap();
            let narrow = edition.parse(&narrow).unwrap();
            let wide = narrow.with_raw(ByteSet::range(b'!', b'~')).unwrap();
            let wide = edition.parse(&wide).unwrap();
            let told = format!("{} {input} {} {}", edition.name, narrow.as_str(), wide.as_str());
            for other in [narrow, wide] {
                if uri.scheme().is_some() {
                    assert_eq!(normal(uri), normal(other), "{told}");
                }
                let parts = |uri: Reference<'_>| {
                    let segments = uri.path().map(|path| path.segments().count());
                    let parts = [uri.query().is_some(), uri.fragment().is_some()];
                    (uri.scheme().map(|scheme| scheme.as_str().to_owned()), segments, parts)
                };
                assert_eq!(parts(uri), parts(other), "{told}");
            }
            // Both directions: the wide form of the narrow form is that of the URI itself, and vice versa.
            let (all, none) = (ByteSet::range(b'!', b'~'), ByteSet::EMPTY);
            assert_eq!(uri.with_raw(all).unwrap(), wide.as_str(), "{told}");
            // An escape that was decoded is encoded again with uppercase digits; in a host it stays decoded.
            let again = wide.with_raw(none).unwrap();
            let same = again.eq_ignore_ascii_case(narrow.as_str());
            let host = uri.host().is_some_and(|host| host.as_str().contains('%'));
            assert!(same || host, "{told} {again}");
            back += usize::from(wide.as_str() == input && narrow.as_str() != input);
            // The narrowest and the widest form stay unchanged.
            assert_eq!(narrow.with_raw(ByteSet::EMPTY).unwrap(), narrow.as_str());
            assert_eq!(wide.with_raw(ByteSet::range(b'!', b'~')).unwrap(), wide.as_str());
            changed += usize::from(narrow.as_str() != input);
        }
    }
    // A URI with all characters raw is restored.
    assert!(changed > 500 && back > 400, "{changed} {back}");
}
