//! The measured operations, with the libraries beside napkin: one function per operation, napkin first.
//!
//! Each subject also returns its answer for an input as text, so that the answers can be compared. Answers of
//! strict parsers of RFC 3986 must be equal. If a library follows another standard or makes another choice, the
//! difference is counted and named.

use std::hint::black_box;

use napkin::edition::EDITIONS;
use napkin::{Iri, Level, Normalizer, Uri};

use crate::inputs::Random;

/// The required agreement of an answer.
#[derive(Clone, Copy)]
pub(crate) enum Agreement {
    /// It must equal napkin's.
    Same,
    /// It may differ, for this reason.
    Differs(&'static str),
}

type Answer<'a> = Box<dyn Fn(usize) -> Option<String> + 'a>;

/// A library or function that performs the operation.
pub(crate) struct Subject<'a> {
    pub(crate) name: &'static str,
    /// Performs the operation once for every input.
    pub(crate) run: Box<dyn Fn() + 'a>,
    /// The answer for one input; `None` if it is rejected.
    pub(crate) answer: Option<Answer<'a>>,
    pub(crate) agreement: Agreement,
}

/// An operation and its subjects; napkin first.
pub(crate) struct Operation<'a> {
    pub(crate) name: &'static str,
    pub(crate) inputs: usize,
    pub(crate) subjects: Vec<Subject<'a>>,
}

pub(crate) const WHATWG: Agreement = Agreement::Differs("follows the URL Standard");
const IRI: Agreement = Agreement::Differs("reads IRIs, checks no IP literals");
const LAX: Agreement = Agreement::Differs("its own, laxer grammar");

/// A subject that processes one input after the other.
pub(crate) fn subject<'a, T, R>(
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

/// A subject that only measures a speed limit.
pub(crate) fn limit<'a>(name: &'static str, run: impl Fn() + 'a) -> Subject<'a> {
    Subject { name, run: Box::new(run), answer: None, agreement: Agreement::Same }
}

fn parts<'t>(host: Option<&'t str>, path: &'t str, query: Option<&'t str>) -> Option<String> {
    Some(format!("{host:?} {path:?} {query:?}"))
}

/// Parsing a URI in a `&str`, up to where its accessors can be called.
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
                // It does not distinguish an empty path from a slash after an authority.
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
    subjects.push(subject(
        "ada-url",
        texts,
        WHATWG,
        |text| ada_url::Url::parse(*text, None),
        |url| {
            let url = url.ok()?;
            parts(Some(url.hostname()), url.pathname(), Some(url.search()))
        },
    ));
    if check_rivals::HAS_URIPARSER {
        subjects.push(subject(
            "uriparser (C)",
            texts,
            Same,
            |text| check_rivals::is_uri_to_uriparser(text),
            // `checks/rivals` compares its parts.
            |is_uri| is_uri.then(String::new),
        ));
    }
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

/// Parsing an IRI in a `&str`; of ASCII texts, also parsing them as URIs.
pub(crate) fn parse_iris<'a>(name: &'static str, texts: &'a [&'a str]) -> Operation<'a> {
    use Agreement::Same;
    let mut subjects = vec![
        subject(
            "napkin",
            texts,
            Same,
            |text| Iri::parse(text),
            |iri| {
                let iri = iri.ok()?;
                parts(
                    iri.host().map(|h| h.as_str()),
                    iri.path().as_str(),
                    iri.query().map(|q| q.as_str()),
                )
            },
        ),
        subject(
            "fluent-uri",
            texts,
            Same,
            |text| fluent_uri::Iri::parse(*text),
            |iri| {
                let iri = iri.ok()?;
                let host = iri.authority().map(|authority| authority.host());
                parts(host, iri.path().as_str(), iri.query().map(|query| query.as_str()))
            },
        ),
        subject(
            "oxiri",
            texts,
            Agreement::Differs("checks no IP literals"),
            |text| oxiri::Iri::parse(*text),
            |iri| {
                let iri = iri.ok()?;
                parts(iri.authority().map(host_of), iri.path(), iri.query())
            },
        ),
        subject(
            "iri-string",
            texts,
            Same,
            |text| iri_string::types::IriStr::new(text),
            |iri| {
                let iri = iri.ok()?;
                let host = iri.authority_components().map(|authority| authority.host());
                parts(host, iri.path_str(), iri.query().map(|query| query.as_str()))
            },
        ),
        subject(
            "iref",
            texts,
            Same,
            |text| iref::Iri::new(*text),
            |iri| {
                let iri = iri.ok()?;
                let host = iri.authority().map(|authority| authority.host().as_str());
                parts(host, iri.path().as_str(), iri.query().map(|query| query.as_str()))
            },
        ),
        limit("from_utf8 of each input", move || {
            for text in texts {
                black_box(&std::str::from_utf8(black_box(text).as_bytes()));
            }
        }),
    ];
    if texts.iter().all(|text| text.is_ascii()) {
        subjects.insert(
            1,
            limit("napkin, as URIs", move || {
                for text in texts {
                    black_box(&Uri::parse(black_box(text)));
                }
            }),
        );
    }
    Operation { name, inputs: texts.len(), subjects }
}

/// IRIs, parsed by each library.
pub(crate) struct Iris<'a> {
    napkin: Vec<Iri<&'a str>>,
    fluent: Vec<fluent_uri::Iri<&'a str>>,
    iri_string: Vec<&'a iri_string::types::IriStr>,
}

impl<'a> Iris<'a> {
    /// The texts that every library accepts.
    pub(crate) fn of(texts: &[&'a str]) -> Self {
        let mut iris = Self { napkin: Vec::new(), fluent: Vec::new(), iri_string: Vec::new() };
        for text in texts {
            let (Ok(a), Ok(b)) = (Iri::parse(text), fluent_uri::Iri::parse(*text)) else {
                continue;
            };
            let Ok(c) = iri_string::types::IriStr::new(text) else { continue };
            iris.napkin.push(a);
            iris.fluent.push(b);
            iris.iri_string.push(c);
        }
        iris
    }
}

/// Mapping a parsed IRI to a URI (RFC 3987 section 3.1).
pub(crate) fn map<'a>(iris: &'a Iris<'a>) -> Operation<'a> {
    use Agreement::Same;
    let subjects = vec![
        subject("napkin", &iris.napkin, Same, Iri::to_uri, |uri| {
            Some(uri.ok()?.into_text().into_owned())
        }),
        subject("fluent-uri", &iris.fluent, Same, fluent_uri::Iri::to_uri, |uri| {
            Some(uri.into_string())
        }),
        subject(
            "iri-string",
            &iris.iri_string,
            Same,
            |iri| {
                use iri_string::format::ToDedicatedString;
                iri.encode_to_uri().to_dedicated_string()
            },
            |uri| Some(uri.into()),
        ),
    ];
    Operation { name: "map an IRI to a URI", inputs: iris.napkin.len(), subjects }
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
        Some(uri.normalize(Level::Syntax).ok()?.into_text())
    };
    let subjects = vec![
        subject("napkin", texts, Same, normalize, |normal| normal.map(Into::into)),
        subject(
            "napkin, by scheme",
            texts,
            Agreement::Differs("default ports and empty paths too"),
            |text| {
                Some(
                    Normalizer::new(Level::Scheme)
                        .normalize(&Uri::parse(text).ok()?)
                        .ok()?
                        .into_text(),
                )
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
        #[cfg(feature = "ada")]
        subject(
            "ada-url parse",
            texts,
            WHATWG,
            |text| ada_url::Url::parse(*text, None),
            |url| url.ok().map(|url| url.href().to_owned()),
        ),
    ];
    Operation { name: "parse and normalize", inputs: texts.len(), subjects }
}

/// Every input with one invalid byte, at a random place.
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

/// Parsing invalid inputs, including the error; and the valid inputs that they were made from.
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
