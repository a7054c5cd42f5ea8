//! The fast paths against the list of actions: equal text, equal offsets, borrowed if nothing changes.

use alloc::borrow::Cow;
use alloc::string::String;

use super::{Normalizer, Wanted, is_normal};
use crate::edition::{EDITIONS, Edition, RFC3986, RFC3987};
use crate::level::Level;
use crate::reference::Reference;

/// Common URIs take the fast paths; the list of actions would be correct too, but slower.
#[test]
fn common_uris_are_normalized_fast() {
    let uri = |text| RFC3986.parse(text).unwrap();
    assert!(is_normal(&uri("http://host.d/A/b.c?d#e")));
    assert!(!is_normal(&uri("http://host.d/%41")));
    for level in Level::ALL {
        assert!(Wanted::of(uri("http://host.d"), level.min(Level::Scheme)).is_some());
    }
}

/// Without the feature `editions`, the actions of other editions are not compiled.
#[test]
fn the_compiled_editions_have_no_action_of_others() {
    let has_one = |edition: &&&Edition| {
        edition.normalization.iter().any(|rule| rule.action.is_of_other_editions())
    };
    assert!(![RFC3986, RFC3987].iter().any(|edition| has_one(&edition)));
    assert!(EDITIONS.iter().filter(has_one).count() > 3);
}

/// Compares all levels of one reference with the list; returns how many levels change it.
fn agree(uri: Reference<'_>) -> usize {
    let mut changed = 0;
    let mut normal_everywhere = true;
    for level in Level::ALL {
        let normalizer = Normalizer::new(level);
        let slow = normalizer.run(uri, |_, _, _| {}).unwrap();
        let quick = normalizer.quickly(uri).unwrap();
        assert_eq!(quick.text, slow.text, "{uri:?} at {}", level.name());
        assert_eq!(quick.components, slow.components, "{uri:?} at {}", level.name());
        let is_normal = slow.text == uri.as_str();
        let borrowed = matches!(quick.text, Cow::Borrowed(_));
        assert_eq!(borrowed, is_normal, "{uri:?} at {}", level.name());
        normal_everywhere &= is_normal;
        changed += usize::from(!is_normal);
    }
    assert!(normal_everywhere || !is_normal(&uri), "{uri:?}");
    changed
}

/// Every URI of the pieces below, by every edition that reads it.
#[test]
fn on_every_combination_of_parts() {
    let schemes = [
        "http:",
        "HTTP:",
        "file:",
        "mailto:",
        "x:",
        "ftp:",
        "urn:",
        "javascript:",
        "did:",
        "jar:",
        "sftp:",
        "nfs:",
    ];
    let authorities = [
        "",
        "//",
        "//h",
        "//H.example",
        "//localhost",
        "//LOCALhost",
        "//%6Cocalhost",
        "//u@",
        "//U%7e@h",
        "//h:",
        "//h:80",
        "//h:0080",
        "//h:21",
        "//h:8080",
        "//%31.2.3.4",
        "//1.2.3.4",
        "//[::1]",
        "//[2001:DB8:0:0::7]",
        "//[V1.A]",
        "//localhost:",
        "//:80",
        "//%c3%a9",
    ];
    let paths = [
        "",
        "/",
        "/a",
        "/a/../b",
        "/./a",
        "/%2e%2E/a",
        "/.well-known",
        "/a%2fb%7Ec",
        "/.//x",
        "/..//x",
        "//x",
        "a/../B@C%7eD",
        "a@B%c3",
        "./a",
        "..",
        "/a/..",
        "a..b/",
        "/A%41",
        "/c:/../x",
        "c:/../x/.",
        "%63%3a/../x",
        "//h/s/../../x",
        "/%2fa/../b",
        "/%2Fa/b/../c",
        "/~/../x",
        "/%7e/a/../../x",
        "//../x",
        "e:a/../../k",
        "x:/a/../b!/c/../../d",
        "A@%22B%22%40C",
    ];
    let tails = ["", "?", "?Q=%7e%2f", "#", "?a#%3f%41", "#/./a"];
    let (mut tried, mut changed) = (0, 0);
    for scheme in schemes {
        for authority in authorities {
            for path in paths {
                for tail in tails {
                    let text = [scheme, authority, path, tail].concat();
                    for edition in EDITIONS {
                        let Ok(uri) = edition.parse(&text) else { continue };
                        tried += 1;
                        changed += agree(uri);
                    }
                }
            }
        }
    }
    assert!(tried > 100_000 && changed > 200_000, "{tried} {changed}");
}

/// Long URIs, at the boundaries between blocks of 64 bytes.
#[test]
fn on_long_ones() {
    let tails = ["/./x", "/.x", "/..", "%41", "%2F", "/A", "?/./x", "@", "#", "#f", "."];
    let mut normal = 0;
    for length in 0..140 {
        for tail in tails {
            let text = ["http://h.example/", &"a".repeat(length), tail].concat();
            normal += usize::from(agree(RFC3986.parse(&text).unwrap()) == 0);
        }
        let text = ["http://", &"a".repeat(length), "B.example/"].concat();
        assert!(agree(RFC3986.parse(&text).unwrap()) > 0);
        let host: String = "a".repeat(length);
        assert_eq!(agree(RFC3986.parse(&["http://h", &host, "/"].concat()).unwrap()), 0);
    }
    assert!(normal > 500, "{normal}");
}
