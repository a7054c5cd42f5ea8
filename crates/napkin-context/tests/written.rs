//! URIs written into text are found there again, by each edition.

use crate::support::{FILES, cases, text};
use napkin::{Edition, Start};
use napkin_context::{Extractor, Schemes, to_text};

#[test]
fn what_is_written_is_found() {
    for (name, file) in FILES {
        let edition = Edition::named(name).unwrap();
        let extractor = Extractor::new(edition).schemes(Schemes::Any);
        let (mut written, mut broken) = (0, 0);
        for case in cases(file) {
            let uri = text(&case, "input");
            let Ok(reference) = edition.parse_as(Start::UriReference, uri) else { continue };
            for width in [0, 1, 20, 72, usize::MAX] {
                let Some(text) = to_text(reference, width) else {
                    // `foo://` names nothing and is not found in the usual wrapper.
                    let wrapper = if edition.has_generic_syntax() { "<URL:" } else { "<" };
                    let usual = [wrapper, uri, ">"].concat();
                    let mut found = extractor.find(usual.as_bytes());
                    // An IRI may contain white space, which is dropped in a wrapper.
                    assert!(found.all(|find| find.uri != uri), "{name}: {usual}");
                    continue;
                };
                let around = format!("Look: {text}\n(or do not).");
                let found: Vec<_> = extractor.find(around.as_bytes()).collect();
                let uris: Vec<_> = found.iter().map(|find| &*find.uri).collect();
                assert_eq!(uris, [uri], "{name}: {around}");
                assert!(found[0].alternatives.is_empty(), "{name}: {around}");
                assert!(!text.contains("-\n") && (width < 100 || !text.contains('\n')), "{text}");
                written += 1;
                broken += usize::from(text.contains('\n'));
            }
        }
        assert!(written > 50, "{name}: {written}");
        // RFC 1630 has no wrapper in which white space is ignored.
        assert_eq!(broken > 20, name != "rfc1630", "{name}: {broken}");
    }
}

#[test]
fn lines_end_where_a_reader_can_tell() {
    let edition = Edition::named("rfc3986").unwrap();
    let write = |uri: &str, width| to_text(edition.parse(uri).unwrap(), width).unwrap();
    assert_eq!(
        write("http://h/aaa/bbbb-cccc?d=%C3%A9&e=f", 12),
        "<http://h/\naaa/\nbbbb-cccc?d=\n%C3%A9&e=f>",
    );
    assert_eq!(write("http://h/a-b-c-d", 11), "<http://h/\na-b-c-d>");
    // A prefix in the text is not taken for the wrapper's prefix.
    assert_eq!(write("url:a", usize::MAX), "<URL:url:a>");
    assert_eq!(write("../a", usize::MAX), "<URL:../a>");
    assert!(to_text(edition.parse("").unwrap(), 72).is_none());
}
