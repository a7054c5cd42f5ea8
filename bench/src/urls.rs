//! The operations of the URL Standard: napkin-url beside the crate url, and ada-url.

use crate::inputs::Random;
use crate::operations::{Agreement, Operation, Subject, subject};

/// Why an answer of url may differ; `docs/differences.md` has every class.
const OWN: Agreement = Agreement::Differs("an older edition, with faults of its own");

/// URLs parsed by both libraries, and texts for their parser.
pub(crate) struct Urls<'a> {
    texts: &'a [&'a str],
    /// Texts that are not their own serialization.
    changed: Vec<String>,
    /// The path of each, as a relative reference.
    relative: Vec<String>,
    napkin: Vec<napkin_url::Url>,
    url: Vec<url::Url>,
    base: (napkin_url::Url, url::Url),
}

const BASE: &str = "https://example.com/a/b/c?d";

impl<'a> Urls<'a> {
    pub(crate) fn of(texts: &'a [&'a str], seed: u64) -> Self {
        let mut random = Random(seed);
        let parsed = texts.iter().filter_map(|text| {
            let (ours, theirs) = (napkin_url::Url::parse(text).ok()?, url::Url::parse(text).ok()?);
            (ours.as_str() == theirs.as_str() && ours.has_host()).then_some((ours, theirs))
        });
        let (napkin, url): (Vec<_>, Vec<_>) = parsed.unzip();
        let changed = napkin.iter().map(|url| change(url.as_str(), random.below(6))).collect();
        let relative = napkin.iter().map(|url| url.path().trim_start_matches('/').to_owned());
        let relative = relative.collect();
        let base =
            (napkin_url::Url::parse(BASE).expect("a URL"), url::Url::parse(BASE).expect("a URL"));
        Self { texts, changed, relative, napkin, url, base }
    }

    /// All operations.
    pub(crate) fn operations(&'a self) -> Vec<Operation<'a>> {
        vec![self.can_parse(), self.parse(), self.rewrite(), self.join(), self.query_pairs()]
    }

    fn can_parse(&'a self) -> Operation<'a> {
        let tell = |can: bool| can.then(String::new);
        let subjects = vec![
            subject(
                "napkin-url",
                self.texts,
                Agreement::Same,
                |t| napkin_url::Url::can_parse(t),
                tell,
            ),
            #[cfg(feature = "ada")]
            subject(
                "ada-url",
                self.texts,
                Agreement::Same,
                |t| ada_url::Url::can_parse(t, None),
                tell,
            ),
        ];
        Operation { name: "URL, can_parse", inputs: self.texts.len(), subjects }
    }

    fn parse(&'a self) -> Operation<'a> {
        let mut subjects = vec![subject(
            "napkin-url read",
            self.texts,
            Agreement::Same,
            |text| napkin_url::Url::read(text),
            |url| Some(url.ok()?.as_str().to_owned()),
        )];
        subjects.extend(parsers(self.texts));
        Operation { name: "URL, parse", inputs: self.texts.len(), subjects }
    }

    fn rewrite(&'a self) -> Operation<'a> {
        let subjects = parsers(&self.changed);
        Operation { name: "URL, parse and rewrite", inputs: self.changed.len(), subjects }
    }

    fn join(&'a self) -> Operation<'a> {
        let subjects = vec![
            subject(
                "napkin-url",
                &self.relative,
                Agreement::Same,
                |reference| self.base.0.join(reference),
                |url| Some(url.ok()?.as_str().to_owned()),
            ),
            subject(
                "url",
                &self.relative,
                OWN,
                |reference| self.base.1.join(reference),
                |url| url.ok().map(Into::into),
            ),
            #[cfg(feature = "ada")]
            subject(
                "ada-url",
                &self.relative,
                Agreement::Same,
                |reference| ada_url::Url::parse(reference, Some(BASE)),
                |url| Some(url.ok()?.href().to_owned()),
            ),
        ];
        Operation { name: "URL, parse with a base", inputs: self.relative.len(), subjects }
    }

    fn query_pairs(&'a self) -> Operation<'a> {
        let tell = |bytes: usize| Some(bytes.to_string());
        let subjects = vec![
            subject(
                "napkin-url",
                &self.napkin,
                Agreement::Same,
                |url| url.query_pairs().map(|(name, value)| name.len() + value.len()).sum(),
                tell,
            ),
            subject(
                "url",
                &self.url,
                OWN,
                |url| url.query_pairs().map(|(name, value)| name.len() + value.len()).sum(),
                tell,
            ),
        ];
        Operation { name: "URL, query_pairs", inputs: self.napkin.len(), subjects }
    }
}

/// Parsers into a URL that owns its text.
fn parsers<'a, T: AsRef<str>>(texts: &'a [T]) -> Vec<Subject<'a>> {
    vec![
        subject(
            "napkin-url",
            texts,
            Agreement::Same,
            |text: &T| napkin_url::Url::parse(text.as_ref()),
            |url| Some(url.ok()?.as_str().to_owned()),
        ),
        subject(
            "url",
            texts,
            OWN,
            |text: &T| url::Url::parse(text.as_ref()),
            |url| url.ok().map(Into::into),
        ),
        #[cfg(feature = "ada")]
        subject(
            "ada-url",
            texts,
            Agreement::Same,
            |text: &T| ada_url::Url::parse(text.as_ref(), None),
            |url| Some(url.ok()?.href().to_owned()),
        ),
    ]
}

/// A URL as it is often written, with one thing in it that the parser rewrites.
fn change(url: &str, how: usize) -> String {
    let (scheme, rest) = url.split_once("://").unwrap_or_default();
    let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    match how {
        0 => format!("{scheme}://{host}"),
        1 => format!("{scheme}://{}{path}", host.to_uppercase()),
        2 => format!("{scheme}:\\\\{host}{path}"),
        3 => format!("{url} a"),
        4 => format!("{scheme}://{host}/a/.{path}"),
        _ => format!("{url}\u{E9}"),
    }
}
