//! `uri_equivalent_at`: from which rung of the comparison ladder on two URIs are the same.

use napkin::{Level, Normalizer, Start};

use crate::function::Function;

pub(super) const FUNCTION: Function = Function {
    about: "The lowest level of the comparison ladder at which two URIs are the same; NULL if there is none, and \
            for relative references, but by edition java.",
    texts: &["uri", "other"],
    answer: |rows| {
        let normalizer = Normalizer::new(Level::Protocol)
            .with_schemes(napkin_schemes::normalize)
            .with_equivalence(napkin_schemes::equivalent);
        rows.write_texts(|row, reference, column| {
            let (Some(text), Some(edition)) = (rows.text(1, row), rows.edition(row)) else {
                return column.push(None);
            };
            // A relative reference is refused by the rule that a URI has to match, unless the edition compares it.
            let compares_all = edition.holds_components();
            let start = if compares_all { Start::UriReference } else { Start::Uri };
            let absolute = |text| match edition.parse_as(start, text) {
                Ok(uri) => Some(uri),
                Err(error) => {
                    rows.refuse(text, error);
                    None
                }
            };
            let is_relative = reference.is_relative_ref() && !compares_all;
            let uri = if is_relative { absolute(reference.as_str()) } else { Some(reference) };
            let pair = uri.zip(absolute(text));
            let level = pair.and_then(|(a, b)| normalizer.equivalent_at(a, b));
            column.push(level.map(Level::name));
        })
    },
    ..Function::BLANK
};
