//! Whether an input is valid, and what browsers make of it.

use napkin_audit::{Identity, Mend};
use napkin_standards::Standard;

use super::Seen;
use super::lead::{Direction, Lead};
use crate::failure::Failure;
use crate::parse::Parsing;

/// The rule that finds a host with letters that look like those of another name.
const IMITATION: &str = "confusable-host";

/// Whether an input is valid by a standard.
#[derive(Clone, Debug)]
pub struct Validity {
    /// Whether it is.
    pub is_valid: bool,
    /// The answer in a sentence, with the first error, its place and advice.
    pub sentence: String,
    /// The first error in words, with its place.
    pub fault: Option<String>,
    /// The place of the error, in bytes.
    pub offset: Option<usize>,
    /// The text with the cheapest repair, if it is not valid.
    pub repaired: Option<String>,
    /// Whether the repair keeps what the text identifies, at least for browsers.
    pub keeps_meaning: bool,
}

impl Validity {
    pub(super) fn of(seen: &Seen<'_>, standard: Standard, lead: &Lead) -> Self {
        let title = if standard.is_url() { "the URL Standard".into() } else { standard.title() };
        match Parsing::new(standard).answer(seen.input) {
            Ok(_) => {
                let agree = browsers(seen, standard, lead);
                let sentence = format!("Valid by {title}{agree}.");
                Self {
                    is_valid: true,
                    sentence,
                    fault: None,
                    offset: None,
                    repaired: None,
                    keeps_meaning: false,
                }
            }
            Err(failure) => Self::refused(seen, &failure, &title),
        }
    }

    fn refused(seen: &Seen<'_>, failure: &Failure<'_>, title: &str) -> Self {
        // An imitation stays one, however it is written.
        let first = seen.mends.first().filter(|_| !seen.has(IMITATION));
        // Advice about a single character says nothing of a path of Windows or a URL in quotation marks: so the advice is the whole URI.
        let is_whole =
            |mend: &&Mend| failure.advice().is_some() && seen.begins_otherwise(&mend.uri);
        let whole = first.filter(is_whole);
        let advice = match whole {
            Some(mend) => format!(" Write {}.", mend.uri),
            None if seen.has(IMITATION) => String::new(),
            None => advice(failure),
        };
        let fault = what(seen, failure);
        let sentence = format!("Not valid by {title}: {fault}.{advice}");
        let keeps_meaning = first.is_some_and(|mend| mend.identity != Identity::Guessed);
        let repaired = first.map(|mend| mend.uri.clone());
        Self {
            is_valid: false,
            sentence,
            fault: Some(fault),
            offset: failure.offset(),
            repaired,
            keeps_meaning,
        }
    }
}

/// What browsers make of a valid text, in a clause.
fn browsers(seen: &Seen<'_>, standard: Standard, lead: &Lead) -> &'static str {
    match (lead.direction, standard.is_url()) {
        // The sentence before says who goes where.
        (Direction::DifferentHosts, _) => "; programs read it differently",
        (Direction::Page, _) | (_, true) => "",
        _ if seen.scheme().is_none() => "",
        _ if seen.url.is_some() => "; browsers agree",
        _ => "; browsers refuse it",
    }
}

/// The error in words: the character and its place, if it is about a character.
fn what(seen: &Seen<'_>, failure: &Failure<'_>) -> String {
    let place = failure.offset().filter(|_| failure.kind() == "invalid-character");
    let rest = place.and_then(|offset| seen.input.get(offset..));
    let character = rest.and_then(|rest| String::from_utf8_lossy(rest).chars().next());
    match (character, place) {
        (Some(character), Some(offset)) => format!("{} at byte {offset}", named(character)),
        _ => message(failure),
    }
}

/// The message of a failure without the text in brackets at its end, which cites the rule.
fn message(failure: &Failure<'_>) -> String {
    let message = failure.message();
    let cited = message.rfind(" (").filter(|_| message.ends_with(')'));
    message.get(..cited.unwrap_or(message.len())).unwrap_or(message).to_owned()
}

/// A character in words.
fn named(character: char) -> String {
    match character {
        ' ' => "a blank".into(),
        '\t' => "a tab".into(),
        '\n' | '\r' => "a line break".into(),
        '\\' => "a backslash".into(),
        '"' | '\'' => format!("a quotation mark ({character})"),
        '[' | ']' => format!("a bracket ({character})"),
        _ if napkin::is_safe_to_show(character) => format!("'{character}'"),
        _ => format!("U+{:04X}", u32::from(character)),
    }
}

/// The advice as a sentence, behind a blank.
fn advice(failure: &Failure<'_>) -> String {
    let Some(advice) = failure.advice() else { return String::new() };
    let advice = advice.replacen("write it as ", "write ", 1);
    let mut characters = advice.chars();
    let first = characters.next().map(|first| first.to_ascii_uppercase());
    let advice: String = first.into_iter().chain(characters).collect();
    format!(" {advice}.")
}
