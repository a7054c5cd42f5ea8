//! `uri_normalize`: the normal form at a level of normalization.

use napkin::{Level, Normalizer};
use napkin_answers::row::Parsed;

use crate::arguments::Choice;
use crate::function::Function;

pub(super) const FUNCTION: Function = Function {
    about: "The normal form of a URI or a relative reference at a level of normalization, by the URL Standard its one \
            canonical text.",
    choices: &[Choice::Level, Choice::Edition],
    answer: |rows| {
        rows.write_texts(|row, parsed, column| {
            let reference = match parsed {
                Parsed::Reference(reference) => reference,
                Parsed::Url(url) => return column.push(Some(url.as_str())),
            };
            let level = rows.choices().level.get(row).unwrap_or(Level::Syntax);
            let normalizer = Normalizer::new(level).with_schemes(napkin_schemes::normalize);
            let normal = normalizer.normalize_reference(*reference);
            let normal = normal.map_err(|error| rows.refuse(reference.as_str(), error));
            column.push(normal.ok().as_deref());
        })
    },
    ..Function::BLANK
};
