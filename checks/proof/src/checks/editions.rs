//! The editions compared: if two accept a text, they split it alike, except where their data differs.

use napkin::edition::EDITIONS;
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
        if reference.edition().has_generic_syntax() && !reference.is_opaque() {
            same_as_split(reference);
        }
    }
    let Ok(typed) = UriRef::parse(&text) else { return };
    // An edition with non-ASCII characters adds to RFC 3986, and converts escapes to characters.
    let of_uris = |reference: &Reference<'_>| !reference.edition().has_characters_beyond_ascii();
    let readings: Vec<_> = readings.into_iter().filter(of_uris).collect();
    let in_force = readings.iter().rfind(|reference| reference.edition().removes_dot_segments());
    assert_eq!(in_force, Some(&Reference::from(&typed)));
    let Ok(base) = Uri::parse(&base) else { return };
    for reference in readings {
        let edition = reference.edition();
        if edition.removes_dot_segments() {
            let target = edition.resolver(base.as_str()).resolve(&text);
            assert_eq!(target, Ok(Target::Uri(typed.resolve(base).unwrap().into_text())));
            if let Ok(uri) = typed.as_uri() {
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
    let fragment = delimited("#", reference.fragment().map(|fragment| fragment.as_str()));
    if reference.edition().holds_components() && reference.authority().is_none() {
        // In Java an opaque URI has no parts, and an empty authority is undefined.
        let whole = [&scheme, reference.scheme_specific_part(), &fragment].concat();
        assert_eq!(whole, reference.as_str(), "{}", reference.edition().name);
        return;
    }
    // In 1994 the slash after the host belongs to neither part.
    let slash_apart = !reference.edition().has_generic_syntax() && reference.authority().is_some();
    let slash = if slash_apart && reference.path().is_some() { "/" } else { "" };
    let path = delimited(slash, reference.path().map(|path| path.as_str()));
    let parameters = delimited(";", reference.parameters());
    let query = delimited("?", reference.query().map(|query| query.as_str()));
    let whole = format!("{scheme}{authority}{path}{parameters}{query}{fragment}");
    assert_eq!(whole, reference.as_str(), "{}", reference.edition().name);
}

/// All generic syntaxes split at the same delimiters, as Appendix B does. The exceptions: Appendix B reads any text
/// before a colon as a scheme, where early editions have a path; in RFC 1808 only a slash ends the authority; in
/// Java an empty authority is undefined.
fn same_as_split(reference: &Reference<'_>) {
    let split = Parts::split(reference.as_str());
    let has_colon_in_path = reference.scheme().is_none() && split.scheme.is_some();
    let is_undefined = reference.edition().holds_components() && split.authority == Some("");
    if has_colon_in_path
        || is_undefined
        || reference.authority().is_some_and(|authority| authority.contains('?'))
    {
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
