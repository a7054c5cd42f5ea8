//! `uri_scheme`: the scheme.

use crate::function::Function;

pub(super) const FUNCTION: Function = Function {
    about: "The scheme, in lowercase where the edition says so; NULL for a relative reference.",
    answer: |rows| rows.write_texts(|_, parsed, column| column.push(parsed.scheme().as_deref())),
    ..Function::BLANK
};
