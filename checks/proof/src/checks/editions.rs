//! The editions against each other: where two take a text, they take it apart alike, but for what their data
//! says.

use napkin::edition::EDITIONS;
use napkin::edition::rules::Resolution;
use napkin::{Level, Parts, Reference, Target, Uri, UriRef};

use crate::data::Data;

pub(crate) fn told_apart(data: &[u8]) {
    let mut data = Data::new(data);
    let edition = data.edition();
    let (text, base) = (data.text(edition), data.text(edition));
    let readings: Vec<_> =
        EDITIONS.iter().filter_map(|edition| edition.parse(&text).ok()).collect();
    for reference in &readings {
        put_together(reference);
        if reference.edition().generic().is_some() && !reference.is_opaque() {
            same_as_split(reference);
        }
    }
    let Ok(typed) = UriRef::parse(&text) else { return };
    let in_force = readings
        .iter()
        .rfind(|reference| reference.edition().resolution == Resolution::RemoveDotSegments);
    assert_eq!(in_force, Some(&Reference::from(&typed)));
    let Ok(base) = Uri::parse(&base) else { return };
    for reference in readings {
        let edition = reference.edition();
        if edition.resolution == Resolution::RemoveDotSegments {
            let target = edition.resolver(base.as_str()).resolve(&text);
            assert_eq!(target, Ok(Target::Uri(typed.resolve(base).unwrap().into_text())));
            if let Ok(uri) = typed.to_uri() {
                let levels = Level::ALL.iter();
                assert!(levels.copied().all(|level| {
                    reference.normalize(level).is_ok_and(|normal| {
                        uri.normalize(level).is_ok_and(|own| normal == own.as_str())
                    })
                }));
            }
        }
    }
}

/// The parts are the whole text.
fn put_together(reference: &Reference<'_>) {
    let delimited = |delimiter: &str, part: Option<&str>| {
        part.map_or(String::new(), |part| format!("{delimiter}{part}"))
    };
    let scheme = reference.scheme().map_or(String::new(), |scheme| format!("{scheme}:"));
    let authority = delimited("//", reference.authority());
    // In 1994 the slash after the host belongs to neither.
    let slash_apart = reference.edition().generic().is_none() && reference.authority().is_some();
    let slash = if slash_apart && reference.path().is_some() { "/" } else { "" };
    let path = delimited(slash, reference.path().map(|path| path.as_str()));
    let parameters = delimited(";", reference.parameters());
    let query = delimited("?", reference.query().map(|query| query.as_str()));
    let fragment = delimited("#", reference.fragment().map(|fragment| fragment.as_str()));
    let whole = format!("{scheme}{authority}{path}{parameters}{query}{fragment}");
    assert_eq!(whole, reference.as_str(), "{}", reference.edition().name);
}

/// All generic syntaxes split at the same delimiters, as Appendix B does; but that takes for a scheme whatever
/// stands before a colon, where early editions have a path, and in RFC 1808 only a slash ends the authority.
fn same_as_split(reference: &Reference<'_>) {
    let split = Parts::split(reference.as_str());
    let has_colon_in_path = reference.scheme().is_none() && split.scheme.is_some();
    if has_colon_in_path || reference.authority().is_some_and(|authority| authority.contains('?')) {
        return;
    }
    let parameters = reference.parameters().map_or(String::new(), |text| format!(";{text}"));
    let path = format!("{}{parameters}", reference.path().map_or("", |path| path.as_str()));
    let parts = Parts {
        scheme: reference.scheme().map(|scheme| scheme.as_str()),
        authority: reference.authority(),
        path: &path,
        query: reference.query().map(|query| query.as_str()),
        fragment: reference.fragment().map(|fragment| fragment.as_str()),
    };
    assert_eq!(parts, split, "{}", reference.edition().name);
}
