//! What is measured, and beside whom: one function for each operation, napkin first.
//!
//! Each subject gives its answer for an input as text too, so that the answers can be compared: those of
//! strict parsers of RFC 3986 have to be the same; where another standard is followed, or another choice
//! was made, the difference is counted and named.

use std::hint::black_box;

use napkin::edition::EDITIONS;
use napkin::{Level, Normalizer, Resolver, Uri, UriRef};

use crate::inputs::Random;

/// What an answer has to be like.
#[derive(Clone, Copy)]
pub(crate) enum Agreement {
    /// That of napkin.
    Same,
    /// It may differ, for this reason.
    Differs(&'static str),
}

type Answer<'a> = Box<dyn Fn(usize) -> Option<String> + 'a>;

/// One who does the operation.
pub(crate) struct Subject<'a> {
    pub(crate) name: &'static str,
    /// Does it once for every input.
    pub(crate) run: Box<dyn Fn() + 'a>,
    /// What comes of one input; nothing if it is refused.
    pub(crate) answer: Option<Answer<'a>>,
    pub(crate) agreement: Agreement,
}

/// An operation and who does it; napkin first.
pub(crate) struct Operation<'a> {
    pub(crate) name: &'static str,
    pub(crate) inputs: usize,
    pub(crate) subjects: Vec<Subject<'a>>,
}

const WHATWG: Agreement = Agreement::Differs("follows the URL Standard");
const IRI: Agreement = Agreement::Differs("reads IRIs, checks no IP literals");
const LAX: Agreement = Agreement::Differs("its own, laxer grammar");

/// A subject whose work is done on one input after the other.
fn subject<'a, T, R>(
    name: &'static str,
    items: &'a [T],
    agreement: Agreement,
    work: impl Fn(&'a T) -> R + Copy + 'a,
    tell: impl Fn(R) -> Option<String> + 'a,
) -> Subject<'a> {
    Subject {
        name,
        run: Box::new(move || {
            for item in items {
                black_box(&work(black_box(item)));
            }
        }),
        answer: Some(Box::new(move |number| tell(work(&items[number])))),
        agreement,
    }
}

/// A subject that only says how fast something is.
fn limit<'a>(name: &'static str, run: impl Fn() + 'a) -> Subject<'a> {
    Subject { name, run: Box::new(run), answer: None, agreement: Agreement::Same }
}

fn parts<'t>(host: Option<&'t str>, path: &'t str, query: Option<&'t str>) -> Option<String> {
    Some(format!("{host:?} {path:?} {query:?}"))
}

/// Parsing a URI that is held in a `&str`, into what its accessors read from.
pub(crate) fn parse<'a>(texts: &'a [&'a str]) -> Operation<'a> {
    use Agreement::Same;
    let mut subjects = vec![
        subject(
            "napkin",
            texts,
            Same,
            |text| Uri::parse(text),
            |uri| {
                let uri = uri.ok()?;
                parts(
                    uri.host().map(|h| h.as_str()),
                    uri.path().as_str(),
                    uri.query().map(|q| q.as_str()),
                )
            },
        ),
        subject(
            "fluent-uri",
            texts,
            Same,
            |text| fluent_uri::Uri::parse(*text),
            |uri| {
                let uri = uri.ok()?;
                let host = uri.authority().map(|authority| authority.host());
                parts(host, uri.path().as_str(), uri.query().map(|query| query.as_str()))
            },
        ),
        subject(
            "oxiri",
            texts,
            IRI,
            |text| oxiri::Iri::parse(*text),
            |iri| {
                let iri = iri.ok()?;
                let host = iri.authority().map(host_of);
                parts(host, iri.path(), iri.query())
            },
        ),
        subject(
            "iri-string",
            texts,
            Same,
            |text| iri_string::types::UriStr::new(text),
            |uri| {
                let uri = uri.ok()?;
                let host = uri.authority_components().map(|authority| authority.host());
                let query = uri.query().map(|query| query.as_str());
                parts(host, uri.path_str(), query)
            },
        ),
        subject(
            "iref",
            texts,
            Same,
            |text| iref::Uri::new(*text),
            |uri| {
                let uri = uri.ok()?;
                let host = uri.authority().map(|authority| authority.host().as_str());
                parts(host, uri.path().as_str(), uri.query().map(|query| query.as_str()))
            },
        ),
        subject(
            "uriparse",
            texts,
            Agreement::Differs("refuses ports above 65535 and IPvFuture"),
            |text| uriparse::URI::try_from(*text),
            |uri| {
                let uri = uri.ok()?;
                let host = uri.host().map(ToString::to_string);
                let path = uri.path().to_string();
                // It makes one of the empty path and the slash after an authority.
                parts(host.as_deref(), &path, uri.query().map(|query| query.as_str()))
            },
        ),
        subject(
            "url",
            texts,
            WHATWG,
            |text| url::Url::parse(text),
            |url| {
                let url = url.ok()?;
                parts(url.host_str(), url.path(), url.query())
            },
        ),
        subject(
            "http",
            texts,
            LAX,
            |text| text.parse::<http::Uri>(),
            |uri| {
                let uri = uri.ok()?;
                parts(uri.host(), uri.path(), uri.query())
            },
        ),
    ];
    #[cfg(feature = "ada")]
    subjects.extend([
        subject(
            "ada-url",
            texts,
            WHATWG,
            |text| ada_url::Url::parse(*text, None),
            |url| {
                let url = url.ok()?;
                parts(Some(url.hostname()), url.pathname(), Some(url.search()))
            },
        ),
        subject(
            "ada-url can_parse",
            texts,
            WHATWG,
            |text| ada_url::Url::can_parse(text, None),
            |can| can.then(String::new),
        ),
    ]);
    #[cfg(uriparser)]
    subjects.push(subject(
        "uriparser (C)",
        texts,
        Same,
        |text| crate::uriparser::parse(text),
        |uri| uri.map(|uri| uri.tell()),
    ));
    subjects.extend(EDITIONS.iter().map(|&edition| {
        subject(
            format!("napkin, {}", edition.title).leak(),
            texts,
            Agreement::Differs("a grammar of its time"),
            move |text| edition.parse(text),
            |reference| {
                let reference = reference.ok()?;
                let path = reference.path().map_or("", |path| path.as_str());
                parts(
                    reference.host().map(|host| host.as_str()),
                    path,
                    reference.query().map(|query| query.as_str()),
                )
            },
        )
    }));
    subjects.push(limit("is_ascii of each input", move || {
        for text in texts {
            black_box(black_box(text).is_ascii());
        }
    }));
    Operation { name: "parse", inputs: texts.len(), subjects }
}

/// The host of an authority's text.
fn host_of(authority: &str) -> &str {
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    let end = host.rfind(':').filter(|&colon| !host[colon..].contains(']'));
    end.map_or(host, |colon| &host[..colon])
}

/// Parsing, and then the normal form of RFC 3986 section 6.2.2.
pub(crate) fn parse_and_normalize<'a>(texts: &'a [&'a str]) -> Operation<'a> {
    use Agreement::Same;
    let normalize = |text: &&'a str| {
        let uri = Uri::parse(text).ok()?;
        Some(uri.normalize(Level::Syntax).into_text())
    };
    let mut subjects = vec![
        subject("napkin", texts, Same, normalize, |normal| normal.map(Into::into)),
        subject(
            "napkin, by scheme",
            texts,
            Agreement::Differs("default ports and empty paths too"),
            |text| {
                Some(Normalizer::new(Level::Scheme).normalize(&Uri::parse(text).ok()?).into_text())
            },
            |normal| normal.map(Into::into),
        ),
        subject(
            "fluent-uri",
            texts,
            Agreement::Differs("drops empty ports, writes IPv6 by RFC 5952"),
            |text| Some(fluent_uri::Uri::parse(*text).ok()?.normalize().into_string()),
            |normal| normal,
        ),
        subject(
            "iri-string",
            texts,
            Agreement::Differs("drops empty ports"),
            |text| {
                let uri = iri_string::types::UriStr::new(text).ok()?;
                Some(uri.normalize().to_string())
            },
            |normal| normal,
        ),
        subject(
            "uriparse",
            texts,
            Agreement::Differs("writes IPv6 and empty paths in its own way"),
            |text| {
                let mut uri = uriparse::URI::try_from(*text).ok()?;
                uri.normalize();
                Some(uri.to_string())
            },
            |normal| normal,
        ),
        subject(
            "url parse",
            texts,
            WHATWG,
            |text| url::Url::parse(text),
            |url| url.ok().map(Into::into),
        ),
    ];
    #[cfg(feature = "ada")]
    subjects.push(subject(
        "ada-url parse",
        texts,
        WHATWG,
        |text| ada_url::Url::parse(*text, None),
        |url| url.ok().map(|url| url.href().to_owned()),
    ));
    Operation { name: "parse and normalize", inputs: texts.len(), subjects }
}

/// Bases and references, as the parsers of each library read them.
pub(crate) struct Pairs<'a> {
    napkin: Vec<(Uri<&'a str>, UriRef<&'a str>)>,
    fluent: Vec<(fluent_uri::Uri<&'a str>, fluent_uri::UriRef<&'a str>)>,
    oxiri: Vec<(oxiri::Iri<&'a str>, oxiri::IriRef<&'a str>)>,
    iri_string:
        Vec<(&'a iri_string::types::UriAbsoluteStr, &'a iri_string::types::UriReferenceStr)>,
    iref: Vec<(&'a iref::Uri, &'a iref::UriRef)>,
    url: Vec<(url::Url, &'a str)>,
}

/// Pairs of a base and a reference, both of which every library reads: each input, up to its fragment,
/// with one of the references that links in documents are.
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
            Agreement::Differs("keeps what climbs above the top"),
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

/// The reference that leads from one input to the next.
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

/// A URI from its parts, checked.
pub(crate) fn build<'a>(pairs: &'a Pairs<'a>) -> Operation<'a> {
    use fluent_uri::component::Scheme;
    use fluent_uri::pct_enc::EStr;
    let napkin = |(uri, _): &(Uri<&'a str>, UriRef<&'a str>)| uri.parts().recompose();
    let fluent = |(uri, _): &(fluent_uri::Uri<&'a str>, fluent_uri::UriRef<&'a str>)| {
        fluent_uri::Uri::builder()
            .scheme(Scheme::new(uri.scheme().as_str()).expect("a scheme"))
            .optional(fluent_uri::build::Builder::authority, uri.authority())
            .path(EStr::new(uri.path().as_str()).expect("a path"))
            .optional(fluent_uri::build::Builder::query, uri.query())
            .build()
    };
    let iri_string = |(uri, _): &(
        &'a iri_string::types::UriAbsoluteStr,
        &'a iri_string::types::UriReferenceStr,
    )| {
        let mut builder = iri_string::build::Builder::new();
        builder.scheme(uri.scheme_str());
        if let Some(authority) = uri.authority_components() {
            builder.host(authority.host());
            if let Some(userinfo) = authority.userinfo() {
                builder.userinfo(userinfo);
            }
            if let Some(port) = authority.port() {
                builder.port(port);
            }
        }
        builder.path(uri.path_str());
        if let Some(query) = uri.query_str() {
            builder.query(query);
        }
        builder.build::<iri_string::types::UriStr>().map(|built| built.to_string())
    };
    let subjects = vec![
        subject("napkin", &pairs.napkin, Agreement::Same, napkin, |uri| {
            Some(uri.ok()?.into_text())
        }),
        subject("fluent-uri", &pairs.fluent, Agreement::Same, fluent, |uri| {
            Some(uri.ok()?.into_string())
        }),
        subject("iri-string", &pairs.iri_string, Agreement::Same, iri_string, Result::ok),
    ];
    Operation { name: "build", inputs: pairs.napkin.len(), subjects }
}

/// Every input with one byte in it that makes it invalid, at any place.
pub(crate) fn broken(texts: &[&str], seed: u64) -> Vec<String> {
    let mut random = Random(seed);
    let texts = texts.iter().filter(|text| text.is_ascii() && Uri::parse(text).is_ok());
    let broken = texts.map(|text| {
        let mut text = (*text).to_owned();
        let at = random.below(text.len() + 1);
        text.insert_str(at, [" ", "<", "%g", "\"", "^", "|"][random.below(6)]);
        text
    });
    broken.collect()
}

/// Parsing what is invalid, error included; and the valid inputs that it was made of.
pub(crate) fn errors<'a>(broken: &'a [&'a str], texts: &'a [&'a str]) -> Operation<'a> {
    let valid = move || {
        for text in texts {
            black_box(&Uri::parse(black_box(text)));
        }
    };
    let refused = |refused: bool| refused.then(String::new);
    let subjects = vec![
        subject(
            "napkin",
            broken,
            Agreement::Same,
            |text| Uri::parse(text),
            move |uri| refused(uri.is_err()),
        ),
        limit("napkin, the inputs before they were broken", valid),
        subject(
            "fluent-uri",
            broken,
            Agreement::Same,
            |text| fluent_uri::Uri::parse(*text),
            move |uri| refused(uri.is_err()),
        ),
        subject(
            "oxiri",
            broken,
            IRI,
            |text| oxiri::Iri::parse(*text),
            move |uri| refused(uri.is_err()),
        ),
        subject(
            "iri-string",
            broken,
            Agreement::Same,
            |text| iri_string::types::UriStr::new(text),
            move |uri| refused(uri.is_err()),
        ),
        subject(
            "uriparse",
            broken,
            Agreement::Same,
            |text| uriparse::URI::try_from(*text),
            move |uri| refused(uri.is_err()),
        ),
        subject(
            "url",
            broken,
            WHATWG,
            |text| url::Url::parse(text),
            move |url| refused(url.is_err()),
        ),
    ];
    Operation { name: "error path", inputs: broken.len(), subjects }
}
