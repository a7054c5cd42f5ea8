//! Spliced targets against targets written part by part.

use alloc::string::String;

use super::{Resolver, splice};
use crate::identifier::{AbsoluteUri, Parsed, Uri, UriRef};

#[test]
fn splices_are_what_the_parts_give() {
    let bases = [
        "http://a/b/c/d;p?q",
        "http://a",
        "http://a?q",
        "http://a/",
        "http://u@h:80/b/../c",
        "foo:/a/b",
        "foo:",
        "foo:a",
        "foo:a/b",
        "foo:/",
        "urn:a:b?c",
        "foo:/.//x/y",
        "http://[::1]:1/a.b/.c/d",
        "x://h//a/./b",
    ];
    let references = [
        "",
        "#",
        "#f",
        "?",
        "?q#f",
        "g",
        "g/h?a/../b#c",
        "/g",
        "/g/../h",
        "//h",
        "//u@h:1/p?q#f",
        "//[::1]/x",
        "./g",
        "../g",
        "g/.",
        ".g",
        "..g",
        "g.",
        "s:",
        "s:g",
        "s:/a/./b",
        "s://h/p?q#f",
        "/.//x",
        "/",
        "g;x=1/y",
        "a:b",
        "//h/../x",
    ];
    let mut spliced = 0;
    for base in bases {
        let resolver = Resolver::new(AbsoluteUri::parse(base).unwrap());
        for reference in references {
            let reference = UriRef::parse(reference).unwrap();
            let mut written = String::from("before");
            let (resolving, new) = (&resolver.0, reference.components());
            let components = resolving.write_parts(reference.as_str(), new, &mut written);
            let expected = Uri::wrap(written.split_off(6), components);
            let target = resolver.resolve(reference).unwrap();
            assert_eq!(target, expected, "{reference} on {base}");
            assert_eq!(target.components(), expected.components(), "{reference} on {base}");
            let text = target.into_text();
            let mut buffer = String::from("old");
            let target = resolver.resolve_into(reference, &mut buffer).unwrap();
            assert_eq!(target, expected, "{reference} on {base}");
            assert_eq!(target.components(), expected.components(), "{reference} on {base}");
            let old = resolving.base.components();
            if splice::find(base, old, reference.as_str(), new).is_some() {
                spliced += 1;
                // A string allocates at least eight bytes.
                assert!(text.capacity() <= text.len().max(8));
            }
        }
    }
    assert!(spliced > 200, "{spliced}");
}
