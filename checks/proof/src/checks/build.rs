//! A URI built from parts has these parts, or building fails.

use napkin::{Builder, Parts, UriRef};

use crate::data::Data;

pub(crate) fn built(data: &[u8]) {
    let mut data = Data::new(data);
    let edition = data.edition();
    let text = data.text(edition);
    recomposed(&text);
    of_data(&text, &data.rest_as_text());
}

/// Splits by Appendix B and recomposes.
fn recomposed(text: &str) {
    let parts = Parts::split(text);
    match (parts.recompose(), UriRef::parse(text)) {
        (Ok(whole), Ok(parsed)) => {
            assert_eq!((whole.as_str(), whole.parts()), (text, parsed.parts()));
        }
        (Ok(whole), Err(error)) => {
            // Only a guard made it a valid reference.
            assert_ne!(whole.as_str(), text, "{error}");
            let now = whole.parts();
            assert!(now.path.ends_with(parts.path) && Parts { path: parts.path, ..now } == parts);
        }
        (Err(_), parsed) => assert!(parsed.is_err(), "{text}"),
    }
}

/// Data never becomes a delimiter.
fn of_data(host: &str, text: &str) {
    let builder = Builder::new().scheme("s").host_name(host).segment(text).pair(text, host);
    let Ok(uri) = builder.uri() else {
        // Only the host can be invalid, since the rest is encoded; except a dot segment, which names no child.
        let other = Builder::new().scheme("s").host("h").segment(text).pair(text, host).uri();
        assert_eq!(other.is_err(), matches!(text, "." | ".."), "{other:?}: {text:?}, {host:?}");
        return;
    };
    let parsed = UriRef::parse(uri.as_str()).unwrap();
    assert_eq!(parsed.parts(), uri.parts());
    let name = parsed.host().and_then(|host| host.reg_name());
    assert!(name.is_none_or(|name| name.decode().to_str().as_deref() == Ok(host)), "{uri}");
    let segments: Vec<_> = parsed.path().segments().collect();
    assert_eq!(segments.len(), 1, "{uri}");
    assert_eq!(segments[0].decode().to_str().as_deref(), Ok(text));
    let pairs: Vec<_> = parsed.query().unwrap().pairs().collect();
    let [(key, Some(value))] = pairs[..] else { panic!("{uri}") };
    assert_eq!(key.decode_form().to_str().as_deref(), Ok(text));
    assert_eq!(value.decode_form().to_str().as_deref(), Ok(host));
}
