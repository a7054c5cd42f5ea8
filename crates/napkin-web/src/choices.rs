//! What questions share: the edition, the start rule, the level.

use napkin::edition::{EDITIONS, RFC3986};
use napkin::{Edition, Level, Start};
use napkin_answers::choice::WrongChoice;

use crate::parameters::Parameters;
use crate::refusal::Refusal;

/// The start rules, by the names that the command has for them.
pub(crate) const START_RULES: [(&str, Start); 5] = [
    ("uri-reference", Start::UriReference),
    ("uri", Start::Uri),
    ("absolute-uri", Start::AbsoluteUri),
    ("relative-ref", Start::RelativeRef),
    ("relative-uri", Start::RelativeUri),
];

/// The levels of the ladder, by their names.
pub(crate) fn levels() -> Vec<(&'static str, Level)> {
    Level::ALL.into_iter().map(|level| (level.name(), level)).collect()
}

/// The edition to go by: named, or in force at the end of a year.
///
/// # Errors
///
/// If both are given, or there is no such edition.
pub(crate) fn edition(parameters: &mut Parameters) -> Result<&'static Edition, Refusal> {
    let known: Vec<_> = EDITIONS.iter().map(|edition| (edition.name, *edition)).collect();
    let named = parameters.one_of("edition", &known)?;
    let year = parameters.filled("as-of")?;
    match (named, year) {
        (Some(_), Some(_)) => Err(Refusal::bad("'edition' and 'as-of' exclude each other")),
        (Some(edition), None) => Ok(edition),
        (None, None) => Ok(RFC3986),
        (None, Some(year)) => year.parse().ok().and_then(Edition::in_force).ok_or_else(|| {
            Refusal::bad("'as-of' has to be a year from that of the first edition on")
        }),
    }
}

impl From<WrongChoice> for Refusal {
    fn from(wrong_choice: WrongChoice) -> Self {
        Self::bad(wrong_choice.to_string())
    }
}
