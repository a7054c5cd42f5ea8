//! `uri_to_iri`: the IRI that a URI is converted to.

use napkin_schemes::Mapping;

use super::iri_to_uri::each;
use crate::arguments::Choice;
use crate::function::Function;

pub(super) const FUNCTION: Function = Function {
    about: "The IRI that a URI or a relative reference is converted to (RFC 3987, 3.2): triplets become the characters \
            that they stand for, where these are known and allowed there; NULL for what is no URI.",
    choices: &[Choice::Idna],
    answer: |rows| each(rows, Mapping::to_iri),
    ..Function::BLANK
};
