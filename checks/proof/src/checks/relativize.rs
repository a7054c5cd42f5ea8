//! A relative reference resolves back, and is not longer than what it stands for.

use napkin::{Uri, UriRef};

use crate::data::Data;

pub(crate) fn relativized(data: &[u8]) {
    let mut data = Data::new(data);
    let edition = data.edition();
    let (base, text) = (data.text(edition), data.text(edition));
    let (Ok(base), Ok(reference)) = (Uri::parse(&base), UriRef::parse(&text)) else { return };
    // One that comes from resolution, and one that need not.
    let target = reference.resolve(base).unwrap();
    let relative = back(&target, base);
    assert!(
        relative.as_str().len() <= text.len() || target.resolve(base).unwrap() != target,
        "{text} beats {relative} on {base}"
    );
    if let Ok(target) = reference.to_uri() {
        back(&target.to_owned(), base);
    }
}

/// Makes it relative and resolves it again. What has dot segments may be out of reach; then it stays as it is.
fn back(target: &Uri<String>, base: Uri<&str>) -> UriRef<String> {
    let relative = target.relativize(base);
    assert_eq!(UriRef::parse(relative.as_str()).unwrap().parts(), relative.parts());
    assert!(relative.as_str().len() <= target.as_str().len(), "{relative} for {target} on {base}");
    let is_in_reach = target.resolve(base).unwrap() == *target;
    if is_in_reach || relative.as_str() != target.as_str() {
        assert_eq!(relative.resolve(base).unwrap(), *target, "{relative} on {base}");
    }
    relative
}
