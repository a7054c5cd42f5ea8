//! Parameters common to questions: the edition, the start rule, the level.

use napkin::edition::{RFC3986, RFC3987};
use napkin::{Edition, Start};
use napkin_answers::Standard;
use napkin_answers::choice::{self, WrongChoice};

use crate::parameters::Parameters;
use crate::refusal::Refusal;

/// The start rules, by their names in the command.
pub(crate) const START_RULES: [(&str, Start); 5] = [
    ("uri-reference", Start::UriReference),
    ("uri", Start::Uri),
    ("absolute-uri", Start::AbsoluteUri),
    ("relative-ref", Start::RelativeRef),
    ("relative-uri", Start::RelativeUri),
];

/// The standard: by name, or in force at a date.
///
/// # Errors
///
/// If both are given, or there is no such standard.
pub(crate) fn standard(parameters: &mut Parameters) -> Result<Standard, Refusal> {
    standard_or(parameters, RFC3986)
}

/// The standard, or a default edition if none is given.
fn standard_or(
    parameters: &mut Parameters,
    default: &'static Edition,
) -> Result<Standard, Refusal> {
    let name = parameters.filled("edition")?;
    let date = parameters.filled("as-of")?;
    match (name, date) {
        (Some(_), Some(_)) => Err(Refusal::bad("'edition' and 'as-of' exclude each other")),
        (Some(name), None) => Standard::named(&name).ok_or_else(|| {
            let names: Vec<_> = Standard::all().map(Standard::name).collect();
            Refusal::bad(format!("'edition' has to be one of {}", names.join(", ")))
        }),
        (None, None) => Ok(Standard::Syntax(default)),
        (None, Some(date)) => {
            Standard::in_force(&date).map_err(|reason| Refusal::bad(format!("'as-of' is {reason}")))
        }
    }
}

/// The edition of the URI syntax, for a question that is not defined for the URL Standard.
///
/// # Errors
///
/// If there is no such edition.
pub(crate) fn syntax(
    parameters: &mut Parameters,
    question: &str,
) -> Result<&'static Edition, Refusal> {
    Ok(choice::syntax(standard(parameters)?, question)?)
}

/// The edition of the URI syntax for text, which contains IRIs.
///
/// # Errors
///
/// If there is no such edition.
pub(crate) fn syntax_in_text(
    parameters: &mut Parameters,
    question: &str,
) -> Result<&'static Edition, Refusal> {
    Ok(choice::syntax(standard_or(parameters, RFC3987)?, question)?)
}

impl From<WrongChoice> for Refusal {
    fn from(wrong_choice: WrongChoice) -> Self {
        Self::bad(wrong_choice.to_string())
    }
}
