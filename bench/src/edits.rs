//! Editing: each setter on one URI that exists, segments, pairs and builders, beside the libraries that have them.
//!
//! The values of a setter alternate between two of different lengths, so that each call changes the text and moves
//! what is behind the part. Nothing is copied but the URI that pairs and segments are appended to, once for
//! [`MANY`] or [`MORE`] of them.

use std::cell::RefCell;
use std::hint::black_box;
use std::net::IpAddr;

use fluent_uri::component::Scheme;
use fluent_uri::pct_enc::EStr;
use fluent_uri::pct_enc::encoder::Fragment;
use iri_string::types::{UriFragmentStr, UriString};

use crate::operations::{Agreement, Operation, Subject};

/// A URI with every part.
const TEXT: &str =
    "https://ann@www.example.com:8042/over/there/index.html?name=ferret&color=purple#nose";

/// How often a setter is called in a round.
const CALLS: usize = 2_000;

/// How many segments or pairs are appended to a URI.
const MANY: usize = 1_000;

/// How many more pairs, whose cost has to be that of [`MANY`], each.
const MORE: usize = 16_000;

/// A query with pairs to decode.
const PAIRS: &str =
    "https://example.com/find?name=ferret&color=dark+purple&page=2&town=K%C3%B6ln&sort";

/// The URI in the type of each library.
fn napkin(text: &str) -> napkin::Uri<String> {
    napkin::Uri::parse(text).expect("a URI").into_owned()
}

fn napkin_url(text: &str) -> napkin_url::Url {
    napkin_url::Url::parse(text).expect("a URL")
}

fn url(text: &str) -> url::Url {
    url::Url::parse(text).expect("a URL")
}

fn fluent_uri(text: &str) -> fluent_uri::Uri<String> {
    fluent_uri::Uri::parse(text).expect("a URI").to_owned()
}

fn iri_string(text: &str) -> UriString {
    UriString::try_from(text.to_owned()).expect("a URI")
}

/// A subject that changes one URI again and again, to two values in turn.
fn setter<'a, U: AsRef<str> + Clone + 'a, V: Copy + 'a>(
    name: &'static str,
    uri: U,
    values: [V; 2],
    set: impl Fn(&mut U, V) + Copy + 'a,
) -> Subject<'a> {
    let first = uri.clone();
    let uri = RefCell::new(uri);
    Subject {
        name,
        run: Box::new(move || {
            let mut uri = uri.borrow_mut();
            for call in 0..CALLS {
                set(black_box(&mut *uri), values[black_box(call & 1)]);
            }
        }),
        answer: Some(Box::new(move |call| {
            let mut uri = first.clone();
            (0..=call & 3).for_each(|call| set(&mut uri, values[call & 1]));
            Some(uri.as_ref().to_owned())
        })),
        agreement: Agreement::Same,
    }
}

/// A subject that appends many pieces to a copy of one URI.
fn appender<'a, U: AsRef<str> + Clone + 'a>(
    name: &'static str,
    uri: U,
    append: impl Fn(&mut U) + Copy + 'a,
) -> Subject<'a> {
    let appended = move || {
        let mut uri = uri.clone();
        append(black_box(&mut uri));
        uri
    };
    let rerun = appended.clone();
    Subject {
        name,
        run: Box::new(move || {
            black_box(rerun());
        }),
        // One answer is enough.
        answer: Some(Box::new(move |at| (at == 0).then(|| appended().as_ref().to_owned()))),
        agreement: Agreement::Same,
    }
}

/// An operation of a setter: its two values, and its call in each library.
macro_rules! set {
    ($name:literal, $values:expr, $($library:ident($uri:ident, $value:ident) => $set:expr),* $(,)?) => {
        Operation {
            name: concat!("edit, ", $name),
            inputs: CALLS,
            subjects: vec![$(
                setter(stringify!($library), $library(TEXT), $values, |$uri, $value| {
                    let _ = black_box($set);
                })
            ),*],
        }
    };
}

/// All operations.
pub(crate) fn all<'a>() -> Vec<Operation<'a>> {
    let mut all = setters();
    all.extend([
        segments("edit, push a segment", MANY),
        pairs("edit, append a pair, of 1,000", MANY),
        pairs("edit, append a pair, of 16,000", MORE),
        query_pairs(),
        build(),
    ]);
    all
}

fn setters<'a>() -> Vec<Operation<'a>> {
    vec![
        set!("scheme", ["http", "https"],
            napkin(uri, value) => uri.set_scheme(value),
            napkin_url(uri, value) => uri.set_scheme(value),
            url(uri, value) => uri.set_scheme(value),
        ),
        set!("user name", ["ann", "anonymous"],
            napkin(uri, value) => uri.set_userinfo(value),
            napkin_url(uri, value) => uri.set_username(value),
            url(uri, value) => uri.set_username(value),
        ),
        set!("password", ["ann:pass", "ann:a-longer-word"],
            napkin(uri, value) => uri.set_userinfo(value),
            napkin_url(uri, value) => uri.set_password(value.get(4..)),
            url(uri, value) => uri.set_password(value.get(4..)),
        ),
        set!("host", ["example.org", "cdn.static.example.net"],
            napkin(uri, value) => uri.set_host(value),
            napkin_url(uri, value) => uri.set_host(Some(value)),
            url(uri, value) => uri.set_host(Some(value)),
        ),
        set!("host, an address", [IpAddr::from([192, 0, 2, 17]), IpAddr::from([10, 0, 0, 1])],
            napkin(uri, value) => uri.set_host(value),
            napkin_url(uri, value) => uri.set_ip_host(value),
            url(uri, value) => uri.set_ip_host(value),
        ),
        set!("port", [90, 8080],
            napkin(uri, value) => uri.set_port(value),
            napkin_url(uri, value) => uri.set_port(Some(value)),
            url(uri, value) => uri.set_port(Some(value)),
        ),
        set!("path", ["/a/b.html", "/over/there/and/back"],
            napkin(uri, value) => uri.set_path(value),
            napkin_url(uri, value) => uri.set_path(value),
            url(uri, value) => uri.set_path(value),
        ),
        set!("query", ["page=2", "name=ferret&color=purple"],
            napkin(uri, value) => uri.set_query(value),
            napkin_url(uri, value) => uri.set_query(Some(value)),
            url(uri, value) => uri.set_query(Some(value)),
        ),
        set!("query, removed and set", [None, Some("page=2")],
            napkin(uri, value) => uri.set_query(value),
            napkin_url(uri, value) => uri.set_query(value),
            url(uri, value) => uri.set_query(value),
        ),
        set!("fragment", ["nose", "section-2.1"],
            napkin(uri, value) => uri.set_fragment(value),
            napkin_url(uri, value) => uri.set_fragment(Some(value)),
            url(uri, value) => uri.set_fragment(Some(value)),
            fluent_uri(uri, value) => uri.set_fragment(EStr::<Fragment>::new(value)),
            iri_string(uri, value) => uri.set_fragment(UriFragmentStr::new(value).ok()),
        ),
        set!("segment pushed and popped", ["index", ""],
            napkin(uri, value) => if value.is_empty() {
                uri.pop_segment();
            } else {
                let _ = uri.push_segment(value);
            },
            napkin_url(uri, value) => if let Ok(mut segments) = uri.path_segments_mut() {
                if value.is_empty() { segments.pop() } else { segments.push(value) };
            },
            url(uri, value) => if let Ok(mut segments) = uri.path_segments_mut() {
                if value.is_empty() { segments.pop() } else { segments.push(value) };
            },
        ),
    ]
}

/// Each segment is pushed alone, as where each is known a little later.
fn segments<'a>(name: &'static str, count: usize) -> Operation<'a> {
    const BASE: &str = "https://example.com/a?q";
    const DATA: [&str; 3] = ["over", "there and back", "index.html"];
    let subjects = vec![
        appender("napkin", napkin(BASE), move |uri| {
            for data in black_box(&DATA).iter().cycle().take(count) {
                let _ = uri.push_segment(data);
            }
        }),
        appender("napkin_url", napkin_url(BASE), move |uri| {
            for data in black_box(&DATA).iter().cycle().take(count) {
                if let Ok(mut segments) = uri.path_segments_mut() {
                    segments.push(data);
                }
            }
        }),
        appender("url", url(BASE), move |uri| {
            for data in black_box(&DATA).iter().cycle().take(count) {
                if let Ok(mut segments) = uri.path_segments_mut() {
                    segments.push(data);
                }
            }
        }),
    ];
    Operation { name, inputs: count, subjects }
}

/// Each pair is appended alone.
fn pairs<'a>(name: &'static str, count: usize) -> Operation<'a> {
    const BASE: &str = "https://example.com/find";
    const DATA: [(&str, &str); 3] = [("name", "ferret"), ("page", "2"), ("color", "purple-red")];
    let subjects = vec![
        appender("napkin", napkin(BASE), move |uri| {
            for &(key, value) in black_box(&DATA).iter().cycle().take(count) {
                let _ = uri.append_pair(key, value);
            }
        }),
        appender("napkin_url", napkin_url(BASE), move |uri| {
            for &(key, value) in black_box(&DATA).iter().cycle().take(count) {
                uri.query_pairs_mut().append_pair(key, value);
            }
        }),
        appender("url", url(BASE), move |uri| {
            for &(key, value) in black_box(&DATA).iter().cycle().take(count) {
                uri.query_pairs_mut().append_pair(key, value);
            }
        }),
    ];
    Operation { name, inputs: count, subjects }
}

/// The pairs of a query, decoded as a form's.
fn query_pairs<'a>() -> Operation<'a> {
    fn reader<'a, U: 'a>(
        name: &'static str,
        uri: U,
        read: impl Fn(&U, &mut dyn FnMut(&str, &str)) + Copy + 'a,
    ) -> Subject<'a> {
        let read =
            std::rc::Rc::new(move |see: &mut dyn FnMut(&str, &str)| read(black_box(&uri), see));
        let told = read.clone();
        Subject {
            name,
            run: Box::new(move || {
                for _ in 0..CALLS {
                    read(&mut |key, value| {
                        black_box((key, value));
                    });
                }
            }),
            answer: Some(Box::new(move |_| {
                let mut pairs = String::new();
                told(&mut |key, value| pairs.push_str(&format!("{key}={value}\n")));
                Some(pairs)
            })),
            agreement: Agreement::Same,
        }
    }
    let subjects = vec![
        reader("napkin", napkin(PAIRS), |uri, see| {
            for (key, value) in uri.query().into_iter().flat_map(napkin::Query::form) {
                let value = value.map(|value| value.to_string_lossy()).unwrap_or_default();
                see(&key.to_string_lossy(), &value);
            }
        }),
        reader("napkin_url", napkin_url(PAIRS), |uri, see| {
            uri.query_pairs().for_each(|(key, value)| see(&key, &value));
        }),
        reader("url", url(PAIRS), |uri, see| {
            uri.query_pairs().for_each(|(key, value)| see(&key, &value));
        }),
    ];
    Operation { name: "edit, query_pairs of 5", inputs: CALLS, subjects }
}

/// The seven parts of a URI.
struct Seven {
    scheme: &'static str,
    userinfo: &'static str,
    host: &'static str,
    port: u16,
    path: &'static str,
    query: &'static str,
    fragment: &'static str,
}

/// A URI of its seven parts, which are text, checked.
fn build<'a>() -> Operation<'a> {
    const PARTS: Seven = Seven {
        scheme: "https",
        userinfo: "ann",
        host: "www.example.com",
        port: 8042,
        path: "/over/there/index.html",
        query: "name=ferret&color=purple",
        fragment: "nose",
    };
    fn builder<'a>(name: &'static str, build: fn(&Seven) -> Option<String>) -> Subject<'a> {
        Subject {
            name,
            run: Box::new(move || {
                for _ in 0..CALLS {
                    black_box(build(black_box(&PARTS)));
                }
            }),
            answer: Some(Box::new(move |_| build(&PARTS))),
            agreement: Agreement::Same,
        }
    }
    let subjects = vec![
        builder("napkin", |parts| {
            let builder = napkin::Builder::new()
                .scheme(parts.scheme)
                .userinfo(parts.userinfo)
                .host(parts.host)
                .port(parts.port)
                .path(parts.path)
                .query(parts.query)
                .fragment(parts.fragment);
            Some(builder.uri().ok()?.into_text())
        }),
        builder("fluent_uri", |parts| {
            let builder = fluent_uri::Uri::builder()
                .scheme(Scheme::new(parts.scheme)?)
                .authority_with(|authority| {
                    authority
                        .userinfo(EStr::new(parts.userinfo).unwrap_or(EStr::EMPTY))
                        .host(EStr::new(parts.host).unwrap_or(EStr::EMPTY))
                        .port(parts.port)
                })
                .path(EStr::new(parts.path)?)
                .query(EStr::new(parts.query)?)
                .fragment(EStr::new(parts.fragment)?);
            Some(builder.build().ok()?.into_string())
        }),
        builder("iri_string", |parts| {
            let mut builder = iri_string::build::Builder::new();
            builder.scheme(parts.scheme);
            builder.userinfo(parts.userinfo);
            builder.host(parts.host);
            builder.port(parts.port);
            builder.path(parts.path);
            builder.query(parts.query);
            builder.fragment(parts.fragment);
            Some(builder.build::<iri_string::types::UriStr>().ok()?.to_string())
        }),
    ];
    Operation { name: "edit, build from 7 parts", inputs: CALLS, subjects }
}
