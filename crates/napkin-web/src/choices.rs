//! The standard of a question, and errors of its options.

use napkin::edition::RFC3986;
use napkin_answers::choice::WrongChoice;
use napkin_answers::parse::Parsing;
use napkin_answers::question::Standards;
use napkin_standards::{Standard, UrlStandard};

use crate::parameters::Parameters;
use crate::refusal::Refusal;

/// The reading of browsers.
pub(crate) fn browsers() -> Standard {
    UrlStandard::NEWEST.into()
}

/// The standard by which a page reads a text if none is chosen: people paste what browsers show. A reference without a scheme has no
/// meaning to browsers by itself, so it is read by RFC 3986.
pub(crate) fn usual(text: &str) -> Standard {
    let read = Parsing::new(browsers()).answer(text.as_bytes());
    let is_relative =
        read.is_err_and(|failure| failure.kind() == "missing-scheme-non-relative-URL");
    if is_relative { RFC3986.into() } else { browsers() }
}

/// The standard that is chosen, by name or by a date.
///
/// # Errors
///
/// If both are given, or there is no such standard.
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
