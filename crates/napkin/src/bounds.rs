//! Tests that every operation that makes a new text checks a length bound; here the bound is low enough to reach.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use core::net::{IpAddr, Ipv6Addr};

use crate::edit::Builder;
use crate::edition::rules::Rule;
use crate::edition::{EDITIONS, RFC1630, RFC3986};
use crate::error::ParseError;
use crate::fault::{ErrorKind, Part};
use crate::identifier::{AbsoluteUri, Uri, UriRef};
use crate::length::lowered;
use crate::level::Level;
use crate::normalize::Normalizer;
use crate::recompose::Parts;
use crate::reference::Reference;
use crate::resolve::Resolver;
use crate::resolve::target::ResolveError;

type Edit = for<'e> fn(&'e mut UriRef<String>, &str) -> Result<&'e mut UriRef<String>, ParseError>;

/// The bound in these tests.
const MOST: usize = 400;

/// The longest text within the bound that begins with `start`.
fn longest(start: &str) -> String {
    let mut text = String::from(start);
    text.extend(core::iter::repeat_n('a', MOST - start.len()));
    text
}

fn is_too_long<T>(result: Result<T, ParseError>) -> bool {
    result.is_err_and(|error| error.kind() == ErrorKind::TooLong)
}

/// A normal form longer than the bound is an error at each level that lengthens the text; at the other levels the
/// text stays as it was.
#[test]
fn normal_forms() {
    lowered(MOST, || {
        for (start, from) in [
            ("http://[::ffff:ffff:ffff]?", Level::Scheme),
            ("HTTP://[::ffff:ffff:ffff]/?", Level::Scheme),
            ("http://h?", Level::Scheme),
            ("file:/", Level::Scheme),
            ("file://u@/", Level::Scheme),
        ] {
            let text = longest(start);
            let uri = Uri::parse(&text).unwrap();
            let reference = RFC3986.parse(&text).unwrap();
            for level in Level::ALL {
                let grows = level.includes(from);
                assert_eq!(is_too_long(uri.normalize(level)), grows, "{start} at {level:?}");
                assert_eq!(is_too_long(uri.into_owned().into_normalized(level)), grows);
                assert_eq!(is_too_long(Normalizer::new(level).explain(&uri)), grows);
                assert_eq!(is_too_long(reference.normalize(level)), grows);
                assert_eq!(is_too_long(Normalizer::new(level).explain_reference(reference)), grows);
            }
            let normalizer = Normalizer::new(Level::Protocol);
            let redirects = normalizer.redirects(RFC3986, [("http://h/a", "http://h/a/")]);
            assert!(is_too_long(normalizer.observed(&redirects).normalize(&uri)), "{start}");
            assert_eq!(uri.equivalent_at(&Uri::parse("http://i/").unwrap()), None);
        }
        // One byte less than grows beyond it.
        let text = longest("http://h?");
        let uri = Uri::parse(&text[..MOST - 1]).unwrap();
        assert_eq!(uri.normalize(Level::Scheme).unwrap().as_str().len(), MOST);
        // One byte becomes three.
        let search = longest("http://h.d/a?b+");
        let uri = RFC1630.parse(&search).unwrap();
        assert!(is_too_long(uri.normalize(Level::Protocol)));
    });
}

/// A scheme's normalizer can write a text of any length.
#[test]
fn normal_forms_of_schemes() {
    fn longer(uri: Reference<'_>) -> Option<(Rule, String)> {
        let rule = Rule { name: "test", section: "1" };
        uri.scheme().map(|_| (rule, format!("{}a", uri.as_str())))
    }
    lowered(MOST, || {
        let normalizer = Normalizer::new(Level::Scheme).with_schemes(longer);
        for start in ["x:", "http://h/", "http://H/%41"] {
            let text = longest(start);
            let uri = Uri::parse(&text).unwrap();
            let removed = if start.contains('%') { 2 } else { 0 };
            assert_eq!(is_too_long(normalizer.normalize(&uri)), removed == 0, "{start}");
            assert_eq!(is_too_long(normalizer.explain(&uri)), removed == 0, "{start}");
        }
    });
}

#[test]
fn targets() {
    lowered(MOST, || {
        let (base, reference) = (longest("http://h/a/"), longest("b/"));
        for reference in [&*reference, "../b", "?a", "./b/../c/../d", "b/../../c"] {
            let base = Uri::parse(&base).unwrap();
            let parsed = UriRef::parse(reference).unwrap();
            assert!(is_too_long(parsed.resolve(base)), "{reference}");
            assert!(is_too_long(Resolver::new(base).resolve_into(parsed, &mut String::new())));
        }
        let mut defined = 0;
        for edition in EDITIONS {
            for base in ["http://h.d/a/", "http://h.d/a?"] {
                let base = longest(base);
                for reference in [&*reference, "b#c", "x/../bbbbbbbbbbbbbbbbb#c"] {
                    // Some results stay within the bound.
                    let resolver = edition.resolver(&base);
                    match resolver.resolve(reference) {
                        Err(ResolveError::InvalidReference(error)) => {
                            defined += usize::from(error.kind() == ErrorKind::TooLong);
                        }
                        Ok(crate::resolve::target::Target::Uri(target)) => {
                            assert!(target.len() <= MOST, "{edition:?} {reference}");
                        }
                        _ => {}
                    }
                    let mut text = String::from("before");
                    if resolver.resolve_onto(reference, &mut text).is_err() {
                        assert_eq!(text, "before");
                    }
                }
            }
        }
        assert!(defined >= 6, "{defined}");
        let target = longest("http://h/b/");
        let target = Uri::parse(&target).unwrap();
        for base in ["http://h/a/", "x:", "http://i", "http://h/b/c/d?e"] {
            let relative = target.relativize(Uri::parse(base).unwrap());
            assert!(relative.as_str().len() <= MOST);
        }
    });
}

#[test]
fn whole_texts_of_parts() {
    lowered(MOST, || {
        let long = longest("");
        let edits: [Edit; 14] = [
            |edited, long| edited.set_scheme(long),
            |edited, long| edited.set_authority(long),
            |edited, long| edited.set_userinfo(long),
            |edited, long| edited.set_host(long),
            |edited, _| edited.set_host(IpAddr::V6(Ipv6Addr::from(u128::MAX))),
            |edited, _| edited.set_port(65535),
            |edited, long| edited.set_path(&format!("/{long}")),
            |edited, long| edited.set_query(long),
            |edited, long| edited.set_fragment(long),
            |edited, long| edited.push_segment(long),
            |edited, _| edited.append_pair("a", None),
            |edited, _| edited.set_pair("a", "b"),
            |edited, long| edited.set_form_pair(long, "b"),
            |edited, long| edited.set_pairs([(long, "b")]),
        ];
        for edit in edits {
            let mut edited = UriRef::try_new(longest("http://h/a?x=")).unwrap();
            let before = edited.clone();
            assert!(is_too_long(edit(&mut edited, &long)));
            assert_eq!(edited, before);
        }
        let builder = || Builder::new().scheme("x").host("h");
        for built in [
            Builder::new().scheme(&long),
            builder().userinfo(&long),
            builder().host(&long),
            builder().segment(&long),
            builder().pair(&long, ""),
            builder().fragment(&long),
            Builder::from(UriRef::try_new(longest("x://h/")).unwrap()).port(1),
        ] {
            assert!(is_too_long(built.clone().uri_ref()) && is_too_long(built.uri()));
        }
        let parts = Parts { path: &long, query: Some(""), ..Parts::default() };
        assert!(is_too_long(parts.recompose()));
        for edition in EDITIONS {
            let parts = Parts::split("http://h.d/a");
            let path = longest("/");
            assert!(is_too_long(Parts { path: &path, ..parts }.recompose_by(edition)));
            let reference = edition.parse("http://h.d/a").unwrap();
            assert!(is_too_long(reference.with_part(Part::Path, Some(&path))));
        }
    });
}

#[test]
fn texts_of_others() {
    lowered(MOST, || {
        let long = longest("http://h/") + "a";
        assert!(is_too_long(UriRef::parse(&long)) && is_too_long(Uri::parse(&long)));
        let owned: Cow<'_, str> = Cow::Owned(long.clone());
        assert!(is_too_long(AbsoluteUri::try_new(owned)));
        for edition in EDITIONS {
            assert!(is_too_long(edition.parse(&long)), "{edition:?}");
        }
        #[cfg(feature = "http")]
        assert!(Uri::try_from(long.parse::<::http::Uri>().unwrap()).is_err());
        #[cfg(feature = "url")]
        assert!(Uri::try_from(::url::Url::parse(&long).unwrap()).is_err());
    });
}
