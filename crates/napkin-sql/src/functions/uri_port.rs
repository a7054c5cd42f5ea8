//! `uri_port`: the port, or the one that the scheme has without saying.

use napkin_standards::facts::{self, Fact};

use crate::arguments::Choice;
use crate::function::Function;

pub(super) const FUNCTION: Function = Function {
    about: "The port as text; with_default gives the default port of the scheme where there is none.",
    choices: &[Choice::WithDefault, Choice::Edition],
    answer: |rows| {
        rows.write_texts(|row, parsed, column| {
            let port = facts::Port::of(parsed);
            let is_wanted = rows.choices().with_default.get(row).unwrap_or_default();
            let is_wanted = is_wanted && port.as_deref().is_none_or(str::is_empty);
            match is_wanted.then(|| facts::DefaultPort::of(parsed)).flatten() {
                Some(default) => column.push_shown(default),
                None => column.push(port.as_deref()),
            }
        })
    },
    ..Function::BLANK
};
