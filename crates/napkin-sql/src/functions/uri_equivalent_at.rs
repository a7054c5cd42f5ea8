//! `uri_equivalent_at`: the level of normalization at which two URIs are the same.

use napkin_standards::Equivalence;

use crate::function::Function;

pub(super) const FUNCTION: Function = Function {
    about: "The lowest level of normalization at which two URIs are the same, by the URL Standard 'simple' or \
            'url'; NULL if there is none.",
    texts: &["uri", "other"],
    answer: |rows| {
        rows.write_texts(|row, parsed, column| {
            let texts = rows.text(0, row).zip(rows.text(1, row));
            let Some(((a, b), standard)) = texts.zip(rows.choices().standard.get(row)) else {
                return column.push(None);
            };
            column.push(standard.parse(b, |other| {
                let other = other.map_err(|error| rows.refuse(b, error)).ok()?;
                parsed.equivalent_at(other, a == b).map(Equivalence::name)
            }));
        })
    },
    ..Function::BLANK
};
