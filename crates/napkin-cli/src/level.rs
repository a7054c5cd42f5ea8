//! The option that chooses a level of the comparison ladder.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use napkin::Level;
use napkin_answers::choice::URL_RUNG;

/// Parses the name of a level: one of the library's list, or the one level of the URL Standard. The edition decides
/// which of them exist.
pub(crate) fn named() -> impl TypedValueParser<Value = String> {
    PossibleValuesParser::new(Level::ALL.map(Level::name).into_iter().chain([URL_RUNG]))
}
