//! A relative reference resolves back, in each form, and the shortest is no longer than its target.

use napkin::{RelativeForm, Uri, UriRef};

use crate::data::Data;

pub(crate) fn relativized(data: &[u8]) {
    let mut data = Data::new(data);
    let edition = data.edition();
    let (base, text) = (data.text(edition), data.text(edition));
    let (Ok(base), Ok(reference)) = (Uri::parse(&base), UriRef::parse(&text)) else { return };
    // A target from resolution, and one that need not be reachable.
    let target = reference.resolve(base).unwrap();
    let relative = back(&target, base);
    assert!(
        relative.as_str().len() <= text.len() || target.resolve(base).unwrap() != target,
        "{text} beats {relative} on {base}"
    );
    if let Ok(target) = reference.as_uri() {
        back(&target.into_owned(), base);
    }
}

/// Relativizes and resolves again. A target with dot segments may be unreachable; then it stays unchanged.
fn back(target: &Uri<String>, base: Uri<&str>) -> UriRef<String> {
    let relative = target.relativize(base);
    assert_eq!(UriRef::parse(relative.as_str()).unwrap().parts(), relative.parts());
    assert!(relative.as_str().len() <= target.as_str().len(), "{relative} for {target} on {base}");
    let is_in_reach = target.resolve(base).unwrap() == *target;
    if is_in_reach || relative.as_str() != target.as_str() {
        assert_eq!(relative.resolve(base).unwrap(), *target, "{relative} on {base}");
    }
    for (form, parts) in
        [(RelativeForm::Path, [false, false]), (RelativeForm::Authority, [false, true])]
    {
        let relative = target.relativize_as(base, form);
        assert_eq!(UriRef::parse(relative.as_str()).unwrap().parts(), relative.parts());
        if relative.as_str() != target.as_str() {
            let found = [relative.scheme().is_some(), relative.authority().is_some()];
            assert_eq!(found, parts, "{relative} for {target}");
            assert!(relative.authority().is_some() || relative.path().is_absolute(), "{relative}");
            assert_eq!(relative.resolve(base).unwrap(), *target, "{relative} on {base}");
        }
    }
    relative
}
