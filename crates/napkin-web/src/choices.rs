//! The standard of a question, and errors of its options.

use napkin_answers::choice::WrongChoice;
use napkin_answers::question::Standards;
use napkin_standards::Standard;

use crate::parameters::Parameters;
use crate::refusal::Refusal;

/// The standard: by name, or in force at a date; the default if none is given.
///
/// # Errors
///
/// If both are given, or there is no such standard.
pub(crate) fn standard(
    parameters: &mut Parameters,
    standards: Standards,
) -> Result<Standard, Refusal> {
    Ok(chosen(parameters, standards)?.unwrap_or(standards.default().into()))
}

/// The standard that is chosen, by name or by a date.
///
/// # Errors
///
/// As [`standard`].
pub(crate) fn chosen(
    parameters: &mut Parameters,
    standards: Standards,
) -> Result<Option<Standard>, Refusal> {
    if standards == Standards::Own {
        return Ok(None);
    }
    let name = parameters.filled("edition")?;
    let date = parameters.filled("as-of")?;
    match (name, date) {
        (Some(_), Some(_)) => Err(Refusal::bad("'edition' and 'as-of' exclude each other")),
        (Some(name), None) => Standard::named(&name).map(Some).ok_or_else(|| {
            let names: Vec<_> = Standard::all().map(Standard::name).collect();
            Refusal::bad(format!("'edition' has to be one of {}", names.join(", ")))
        }),
        (None, None) => Ok(None),
        (None, Some(date)) => Standard::in_force(&date)
            .map(Some)
            .map_err(|reason| Refusal::bad(format!("'as-of' is {reason}"))),
    }
}

impl From<WrongChoice> for Refusal {
    fn from(wrong_choice: WrongChoice) -> Self {
        Self::bad(wrong_choice.to_string())
    }
}
