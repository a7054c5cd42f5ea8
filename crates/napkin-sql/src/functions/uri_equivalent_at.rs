//! `uri_equivalent_at`: the level of normalization at which two URIs are the same.

use napkin::{Edition, Level, Normalizer, Reference};
use napkin_answers::choice::URL_LEVEL;
use napkin_answers::row::Parsed;
use napkin_answers::standard::{Standard, UrlStandard};
use napkin_url::Url;

use crate::function::Function;
use crate::rows::Rows;

pub(super) const FUNCTION: Function = Function {
    about: "The lowest level of normalization at which two URIs are the same, by the URL Standard 'simple' or \
            'url'; NULL if there is none.",
    texts: &["uri", "other"],
    answer: |rows| {
        let normalizer = Normalizer::new(Level::Protocol)
            .with_schemes(napkin_schemes::normalize)
            .with_equivalence(napkin_schemes::equivalent);
        rows.write_texts(|row, parsed, column| {
            let texts = rows.text(0, row).zip(rows.text(1, row));
            let Some((texts, standard)) = texts.zip(rows.choices().standard.get(row)) else {
                return column.push(None);
            };
            column.push(match (parsed, standard) {
                (Parsed::Reference(a), Standard::Syntax(edition)) => {
                    by_syntax(rows, &normalizer, edition, *a, texts.1)
                }
                (Parsed::Url(a), Standard::Url(standard)) => {
                    by_url_standard(rows, standard, a, texts)
                }
                // The text was parsed by this standard.
                _ => None,
            });
        })
    },
    ..Function::BLANK
};

fn by_syntax(
    rows: &Rows<'_>,
    normalizer: &Normalizer<'_>,
    edition: &'static Edition,
    a: Reference<'_>,
    b: &str,
) -> Option<&'static str> {
    let other = edition.parse(b).map_err(|error| rows.refuse(b, error)).ok()?;
    normalizer.equivalent_at(a, other).map(Level::name)
}

fn by_url_standard<T: AsRef<str>>(
    rows: &Rows<'_>,
    standard: UrlStandard,
    a: &Url<T>,
    (written_a, written_b): (&str, &str),
) -> Option<&'static str> {
    let b = standard.edition.read(written_b).map_err(|error| rows.refuse(written_b, error)).ok()?;
    if written_a == written_b {
        return Some(Level::Simple.name());
    }
    (a.as_str() == b.as_str()).then_some(URL_LEVEL)
}
