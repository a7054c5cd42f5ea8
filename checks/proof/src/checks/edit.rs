//! Setters in sequence: a setter that fails changes nothing, and one that succeeds sets its part. The text always
//! parses to the parts of the value.

use napkin::{Parts, Uri, UriRef};

use crate::data::Data;

const TEXTS: [&str; 24] = [
    "", "a", "/a", "//a", "a:b", ":", "[::1]", "[v1.a]", "80", "99999", "é", "a b", "%4", "%41",
    "x@y", "a?b#c", "a=b&c", "..", ".", "/.//x", "h:80", "u:p", "-", "A",
];

pub(crate) fn edited(data: &[u8]) {
    let mut data = Data::new(data);
    let edition = data.edition();
    let text = data.text(edition);
    if let Ok(mut reference) = UriRef::try_new(text.clone()) {
        while !data.is_used_up() && reference.as_str().len() < 4096 {
            of_reference(&mut reference, &mut data);
        }
    }
    let mut data = Data::new(data.rest());
    if let Ok(mut uri) = Uri::try_new(text) {
        for _ in 0..8 {
            of_uri(&mut uri, &mut data);
        }
    }
}

fn of_reference(edited: &mut UriRef<String>, data: &mut Data<'_>) {
    let before = edited.clone();
    let was = before.parts();
    let (number, text) = (data.below(12), data.pick(&TEXTS));
    let given = (data.below(4) > 0).then_some(text);
    let (result, wanted) = match number {
        0 => (edited.set_scheme(given), Some(Parts { scheme: given, ..was })),
        1 => (edited.set_authority(given), Some(Parts { authority: given, ..was })),
        2 => (edited.set_path(text), Some(Parts { path: text, ..was })),
        3 => (edited.set_query(given), Some(Parts { query: given, ..was })),
        4 => (edited.set_fragment(given), Some(Parts { fragment: given, ..was })),
        5 => (edited.set_userinfo(given), None),
        6 => (edited.set_host(given), None),
        7 => match given {
            Some(port) => (edited.set_port(port), None),
            None => (edited.set_port(None), None),
        },
        8 => (edited.push_segment(text), None),
        9 => {
            edited.pop_segment();
            (Ok(&mut *edited), None)
        }
        10 => (edited.append_pair(text, given), None),
        _ => (edited.set_pair(text, given), None),
    };
    let succeeded = result.is_ok();
    if !succeeded {
        assert_eq!(edited.as_str(), before.as_str(), "a setter that fails changes nothing");
    }
    has_its_parts(edited);
    if !succeeded {
        return;
    }
    let now = edited.parts();
    if let Some(wanted) = wanted {
        let guarded = [format!("/.{}", wanted.path), format!("./{}", wanted.path)];
        let unguarded = wanted.path.strip_prefix("/.").or_else(|| wanted.path.strip_prefix("./"));
        assert!(
            now.path == wanted.path
                || guarded.iter().any(|path| path == now.path)
                || unguarded == Some(now.path),
            "{wanted:?} gives {edited}"
        );
        assert_eq!(Parts { path: wanted.path, ..now }, wanted);
        return;
    }
    // Unrelated parts stay.
    assert_eq!((now.scheme, now.fragment), (was.scheme, was.fragment));
    match number {
        5 => assert_eq!(edited.userinfo().map(|userinfo| userinfo.as_str()), given),
        6 => assert_eq!(edited.host().map(|host| host.as_str()), given),
        7 => assert_eq!(edited.port().map(|port| port.as_str()), given),
        8 => {
            // An empty segment leaves an empty path unchanged.
            let last = edited
                .path()
                .segments()
                .next_back()
                .map(|last| last.decode().to_string_lossy().into_owned());
            assert_eq!(last.unwrap_or_default(), text, "{before} gives {edited}");
        }
        9 => assert_eq!(now.query, was.query),
        _ => assert_eq!(now.path, was.path),
    }
}

fn of_uri(edited: &mut Uri<String>, data: &mut Data<'_>) {
    let before = edited.clone();
    let text = data.pick(&TEXTS);
    let result = match data.below(5) {
        0 => edited.set_scheme(text),
        1 => edited.set_authority(text),
        2 => edited.set_path(text),
        3 => edited.set_host(None),
        _ => edited.set_port(text),
    };
    assert!(result.is_ok() || edited.as_str() == before.as_str());
    assert!(Uri::parse(edited.as_str()).is_ok(), "a URI stays one");
    has_its_parts(edited);
}

/// Parsing the text gives the parts of the value.
fn has_its_parts(edited: &UriRef<String>) {
    let parsed = UriRef::parse(edited.as_str()).unwrap();
    assert_eq!(parsed.parts(), edited.parts());
    assert_eq!((parsed.host(), parsed.port()), (edited.host(), edited.port()));
    assert_eq!((parsed.userinfo(), parsed.path_kind()), (edited.userinfo(), edited.path_kind()));
}
