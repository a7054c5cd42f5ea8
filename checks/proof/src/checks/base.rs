//! Laws of a document's base, for layers with any content.

use napkin::Target;
use napkin_context::{Base, LONGEST_BASE};

use crate::data::Data;

pub(crate) fn established(data: &[u8]) {
    let mut data = Data::new(data);
    let edition = data.edition();
    let mut base = Base::new(edition);
    if data.below(2) == 1 {
        base = base.or_default(&data.text(edition));
    }
    if data.below(2) == 1 {
        base = base.retrieved_from(&data.text(edition));
    }
    for _ in 0..data.below(4) {
        let text = data.text(edition);
        base = match data.below(4) {
            0 => base.encapsulated(&text),
            1 => base.entity([("content-base", &*text), ("Content-Location", "a/b")]),
            2 => base.entity([("Base", &*format!("<URL:{text}>"))]),
            _ => base.embedded(&text),
        };
    }
    assert!(base.ignored().iter().all(|ignored| !ignored.reason.to_string().is_empty()));
    // RFC 1630 works on text, and its results need not be URIs; `java.net.URI` does not check its results.
    let is_text = edition.resolves_text() || edition.holds_components();
    assert!(base.uri().is_none_or(|uri| uri.len() <= LONGEST_BASE));
    if base.is_too_long() {
        assert_eq!((base.uri(), base.told()), (None, None));
        assert!(base.target("a/b").is_err(), "{}: {base:?}", edition.name);
    }
    if let Some(uri) = base.uri().filter(|_| !is_text) {
        let read = edition.parse(uri);
        let read =
            read.unwrap_or_else(|error| panic!("{}: {uri} is a base, and {error}", edition.name));
        assert!(!read.is_relative_ref(), "{}: {uri} is a base, and relative", edition.name);
        assert!(
            !edition.has_fragment_inside() || read.fragment().is_none(),
            "{}: {uri}",
            edition.name
        );
    }
    let reference = data.text(edition);
    match base.target(&reference) {
        Ok(Target::Uri(target)) if !is_text => {
            assert!(edition.parse(&target).is_ok(), "{}: {reference} on {base:?}", edition.name);
        }
        Ok(_) => {}
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
