//! The option that chooses a level of the comparison ladder.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use napkin::Level;
use napkin_answers::choice::URL_RUNG;

/// Reads the name of a level, by the library's list; and the one rung of the URL Standard. Which of them there are depends
/// on the edition.
pub(crate) fn named() -> impl TypedValueParser<Value = String> {
    PossibleValuesParser::new(Level::ALL.map(Level::name).into_iter().chain([URL_RUNG]))
}
