//! `uri_normalize`: the normal form at a level of normalization.

use napkin::Level;

use crate::arguments::Choice;
use crate::function::Function;

pub(super) const FUNCTION: Function = Function {
    about: "The normal form of a URI or a relative reference at a level of normalization, by the URL Standard its one \
            canonical text.",
    choices: &[Choice::Level, Choice::Edition],
    answer: |rows| {
        rows.write_texts(|row, parsed, column| {
            let level = rows.choices().level.get(row).unwrap_or(Level::Syntax);
            let normal = parsed.normalized(level);
            let normal = normal.map_err(|error| rows.refuse(parsed.as_str(), error));
            column.push(normal.ok().as_deref());
        })
    },
    ..Function::BLANK
};
