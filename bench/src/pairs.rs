//! The operations with a base and a reference, or a URI to split and build: on pairs that every library accepts.

use std::hint::black_box;

use fluent_uri::build::Builder;
use fluent_uri::component::Scheme;
use fluent_uri::pct_enc::EStr;
use napkin::{Resolver, Uri, UriRef};

use crate::inputs::Random;
use crate::operations::{Agreement, Operation, Subject, WHATWG, limit, subject};

/// Bases and references, parsed by each library.
pub(crate) struct Pairs<'a> {
    napkin: Vec<(Uri<&'a str>, UriRef<&'a str>)>,
    fluent: Vec<(fluent_uri::Uri<&'a str>, fluent_uri::UriRef<&'a str>)>,
    oxiri: Vec<(oxiri::Iri<&'a str>, oxiri::IriRef<&'a str>)>,
    iri_string:
        Vec<(&'a iri_string::types::UriAbsoluteStr, &'a iri_string::types::UriReferenceStr)>,
    iref: Vec<(&'a iref::Uri, &'a iref::UriRef)>,
    url: Vec<(url::Url, &'a str)>,
    pieces: Vec<Pieces<'a>>,
}

/// The pieces of a base, as text.
struct Pieces<'a> {
    scheme: &'a str,
    userinfo: Option<&'a str>,
    host: Option<&'a str>,
    port: Option<&'a str>,
    path: &'a str,
    query: Option<&'a str>,
}

impl<'a> Pieces<'a> {
    fn of(uri: &Uri<&'a str>) -> Self {
        Self {
            scheme: uri.scheme().as_str(),
            userinfo: uri.userinfo().map(|userinfo| userinfo.as_str()),
            host: uri.host().map(|host| host.as_str()),
            port: uri.port().map(|port| port.as_str()),
            path: uri.path().as_str(),
            query: uri.query().map(|query| query.as_str()),
        }
    }
}

/// Pairs of a base and a reference that every library accepts: each input, without its fragment, and a reference as
/// in the links of documents.
pub(crate) fn references<'a>(texts: &'a [&'a str], seed: u64) -> Pairs<'a> {
    const REFERENCES: [&str; 12] = [
        "index.html",
        "../images/logo.png",
        "/about/contact",
        "?page=2&sort=asc",
        "#top",
        "./a/b/../c",
        "//cdn.example.com/lib/jquery.min.js",
        "https://example.org/a/b?c=d#e",
        "../../x",
        "",
        "style.css?v=3",
        "products/list/item-17.html#reviews",
    ];
    let mut random = Random(seed);
    let mut pairs = Pairs {
        napkin: Vec::new(),
        fluent: Vec::new(),
        oxiri: Vec::new(),
        iri_string: Vec::new(),
        iref: Vec::new(),
        url: Vec::new(),
        pieces: Vec::new(),
    };
    for text in texts {
        let base = text.split('#').next().unwrap_or_default();
        let reference = REFERENCES[random.below(REFERENCES.len())];
        let (Ok(a), Ok(b)) = (Uri::parse(base), fluent_uri::Uri::parse(base)) else { continue };
        let (Ok(c), Ok(d)) =
            (oxiri::Iri::parse(base), iri_string::types::UriAbsoluteStr::new(base))
        else {
            continue;
        };
        let (Ok(e), Ok(f)) = (iref::Uri::new(base), url::Url::parse(base)) else { continue };
        pairs.pieces.push(Pieces::of(&a));
        pairs.napkin.push((a, UriRef::parse(reference).expect("a reference")));
        pairs.fluent.push((b, fluent_uri::UriRef::parse(reference).expect("a reference")));
        pairs.oxiri.push((c, oxiri::IriRef::parse(reference).expect("a reference")));
        let read = iri_string::types::UriReferenceStr::new(reference).expect("a reference");
        pairs.iri_string.push((d, read));
        pairs.iref.push((e, iref::UriRef::new(reference).expect("a reference")));
        pairs.url.push((f, reference));
    }
    pairs
}

/// Resolving a reference against a base; both are parsed already.
pub(crate) fn resolve<'a>(pairs: &'a Pairs<'a>) -> Operation<'a> {
    use Agreement::Same;
    let subjects = vec![
        subject(
            "napkin",
            &pairs.napkin,
            Same,
            |(base, reference)| reference.resolve(base),
            |target| Some(target.ok()?.into_text()),
        ),
        subject(
            "fluent-uri",
            &pairs.fluent,
            Agreement::Differs("cleans the dots of the base"),
            |(base, reference)| reference.resolve_against(base),
            |target| Some(target.ok()?.into_string()),
        ),
        subject(
            "oxiri",
            &pairs.oxiri,
            Same,
            |(base, reference)| base.resolve(reference),
            |target| Some(target.ok()?.into_inner()),
        ),
        subject(
            "iri-string",
            &pairs.iri_string,
            Same,
            |(base, reference)| reference.resolve_against(base).to_string(),
            Some,
        ),
        subject(
            "iref",
            &pairs.iref,
            Agreement::Differs("keeps what climbs above the root"),
            |(base, reference)| reference.resolved(*base),
            |target| Some(target.to_string()),
        ),
        subject(
            "url",
            &pairs.url,
            WHATWG,
            |(base, reference)| base.join(reference),
            |target| target.ok().map(Into::into),
        ),
    ];
    Operation { name: "resolve", inputs: pairs.napkin.len(), subjects }
}

/// Resolving many references against one base, into one buffer.
pub(crate) fn resolve_into<'a>(pairs: &'a Pairs<'a>) -> Operation<'a> {
    let run = move || {
        let mut buffer = String::new();
        for (base, reference) in &pairs.napkin {
            let resolver = Resolver::new(base);
            black_box(&resolver.resolve_into(reference, &mut buffer).is_ok());
        }
    };
    let rival = move || {
        let mut buffer = String::new();
        for (base, reference) in &pairs.oxiri {
            buffer.clear();
            black_box(&base.resolve_into(reference, &mut buffer).is_ok());
        }
    };
    let subjects = vec![limit("napkin", run), limit("oxiri", rival)];
    Operation { name: "resolve into a buffer", inputs: pairs.napkin.len(), subjects }
}

/// The reference from one input to the next.
pub(crate) fn relativize<'a>(pairs: &'a Pairs<'a>) -> Operation<'a> {
    const OWN: Agreement = Agreement::Differs("not always the shortest, or none");
    fn steps<T>(items: &[T]) -> impl Iterator<Item = (&T, &T)> {
        items.iter().zip(items.iter().skip(1))
    }
    let subjects = vec![
        Subject {
            name: "napkin",
            run: Box::new(move || {
                for ((base, _), (target, _)) in steps(&pairs.napkin) {
                    black_box(&target.relativize(base));
                }
            }),
            answer: Some(Box::new(move |number| {
                let (base, target) = (pairs.napkin.get(number)?.0, pairs.napkin.get(number + 1)?.0);
                Some(target.relativize(base).into_text())
            })),
            agreement: Agreement::Same,
        },
        Subject {
            name: "oxiri",
            run: Box::new(move || {
                for ((base, _), (target, _)) in steps(&pairs.oxiri) {
                    black_box(&base.relativize(target).is_ok());
                }
            }),
            answer: Some(Box::new(move |number| {
                let (base, target) = (&pairs.oxiri.get(number)?.0, &pairs.oxiri.get(number + 1)?.0);
                Some(base.relativize(target).ok()?.into_inner())
            })),
            agreement: OWN,
        },
        Subject {
            name: "iref",
            run: Box::new(move || {
                for ((base, _), (target, _)) in steps(&pairs.iref) {
                    black_box(&target.relative_to(base));
                }
            }),
            answer: Some(Box::new(move |number| {
                let (base, target) = (pairs.iref.get(number)?.0, pairs.iref.get(number + 1)?.0);
                Some(target.relative_to(base).to_string())
            })),
            agreement: OWN,
        },
        Subject {
            name: "url",
            run: Box::new(move || {
                for ((base, _), (target, _)) in steps(&pairs.url) {
                    black_box(&base.make_relative(target));
                }
            }),
            answer: Some(Box::new(move |number| {
                let (base, target) = (&pairs.url.get(number)?.0, &pairs.url.get(number + 1)?.0);
                base.make_relative(target)
            })),
            agreement: OWN,
        },
    ];
    Operation { name: "relativize", inputs: pairs.napkin.len(), subjects }
}

/// A URI from the pieces that it has, which are text, checked.
pub(crate) fn build<'a>(pairs: &'a Pairs<'a>) -> Operation<'a> {
    let napkin = |pieces: &Pieces<'a>| {
        let mut builder = napkin::Builder::new()
            .scheme(pieces.scheme)
            .userinfo(pieces.userinfo)
            .host(pieces.host)
            .path(pieces.path)
            .query(pieces.query);
        if let Some(port) = pieces.port {
            builder = builder.port(port);
        }
        builder.uri().ok().map(Uri::into_text)
    };
    let fluent = |pieces: &Pieces<'a>| {
        let (userinfo, port) =
            (pieces.userinfo.and_then(EStr::new), pieces.port.and_then(EStr::new));
        let builder = fluent_uri::Uri::builder()
            .scheme(Scheme::new(pieces.scheme)?)
            .optional(
                |builder, host: &str| {
                    builder.authority_with(|authority| {
                        authority
                            .optional(Builder::userinfo, userinfo)
                            .host(EStr::new(host).unwrap_or(EStr::EMPTY))
                            .optional(Builder::port, port)
                    })
                },
                pieces.host,
            )
            .path(EStr::new(pieces.path)?)
            .optional(Builder::query, pieces.query.and_then(EStr::new));
        builder.build().ok().map(fluent_uri::Uri::into_string)
    };
    let iri_string = |pieces: &Pieces<'a>| {
        let mut builder = iri_string::build::Builder::new();
        builder.scheme(pieces.scheme);
        if let Some(host) = pieces.host {
            builder.host(host);
        }
        if let Some(userinfo) = pieces.userinfo {
            builder.userinfo(userinfo);
        }
        if let Some(port) = pieces.port {
            builder.port(port);
        }
        builder.path(pieces.path);
        if let Some(query) = pieces.query {
            builder.query(query);
        }
        let built = builder.build::<iri_string::types::UriStr>();
        built.ok().map(|built| built.to_string())
    };
    let subjects = vec![
        subject("napkin", &pairs.pieces, Agreement::Same, napkin, |uri| uri),
        subject("fluent-uri", &pairs.pieces, Agreement::Same, fluent, |uri| uri),
        subject("iri-string", &pairs.pieces, Agreement::Same, iri_string, |uri| uri),
    ];
    Operation { name: "build", inputs: pairs.pieces.len(), subjects }
}
