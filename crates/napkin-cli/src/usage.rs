//! Errors of the command line, printed so that nothing they quote steers a terminal.
//!
//! An error quotes arguments, names of files and lines of files. clap writes them as they are, between its own
//! colours, so they are made visible in the error before it is rendered.

use std::error::Error as _;
use std::io::Write;

use clap::Error;
use clap::builder::StyledStr;
use clap::error::{ContextValue, ErrorKind};
use napkin::visible;
use napkin_answers::choice::WrongChoice;

/// A command line that clap accepts, but whose values contradict each other. The message is safe to show.
pub(crate) struct WrongUsage(String);

impl WrongUsage {
    /// The error with a message of one line.
    pub(crate) fn new(message: impl AsRef<str>) -> Self {
        Self(visible(message.as_ref()).to_string())
    }

    /// The error with a message of one line, and a text of several, such as one with a caret under a place.
    pub(crate) fn with_lines(message: impl AsRef<str>, lines: &str) -> Self {
        Self(format!("{}{}", visible(message.as_ref()), visible_lines(lines)))
    }

    /// The error of a command, with its usage.
    pub(crate) fn of(self, mut command: clap::Command) -> Error {
        command.error(ErrorKind::ValueValidation, self.0)
    }
}

impl From<WrongChoice> for WrongUsage {
    fn from(wrong_choice: WrongChoice) -> Self {
        let dashes = if wrong_choice.is_option { "--" } else { "" };
        Self::new(format!("'{dashes}{}' {}", wrong_choice.what, wrong_choice.reason()))
    }
}

/// A text made visible, except for its line ends.
fn visible_lines(text: &str) -> String {
    text.split('\n').map(|line| visible(line).to_string()).collect::<Vec<_>>().join("\n")
}

/// Prints an error on standard error.
pub(crate) fn print(error: Error) {
    // If the message cannot be written, there is no other way to report it.
    let _ = anstream::stderr().write_all(rendered(error).as_bytes());
}

/// The text of an error, with clap's colours.
fn rendered(mut error: Error) -> String {
    let mut quoted = Vec::new();
    let mut shown = |text: &String| {
        quoted.push(text.clone());
        visible(text).to_string()
    };
    let contexts = error.context().map(|(kind, value)| {
        let value = match value {
            ContextValue::String(text) => ContextValue::String(shown(text)),
            ContextValue::Strings(texts) => {
                ContextValue::Strings(texts.iter().map(&mut shown).collect())
            }
            other => other.clone(),
        };
        (kind, value)
    });
    let contexts: Vec<_> = contexts.collect();
    // A tip has the argument inside clap's colours.
    let without = |tip: &StyledStr| {
        let tip = tip.ansi().to_string();
        let shown = |tip: String, text: &String| tip.replace(text, &visible(text).to_string());
        StyledStr::from(quoted.iter().filter(|text| !text.is_empty()).fold(tip, shown))
    };
    for (kind, value) in contexts {
        let value = match value {
            ContextValue::StyledStrs(tips) => {
                ContextValue::StyledStrs(tips.iter().map(without).collect())
            }
            other => other,
        };
        error.insert(kind, value);
    }
    let mut text = error.render().ansi().to_string();
    // The reason of a parser of values is no part of the context.
    if let Some(reason) = error.source().map(ToString::to_string).filter(|text| !text.is_empty()) {
        text = text.replace(&reason, &visible_lines(&reason));
    }
    colours_only(&text)
}

/// A text in which only colours and line ends are not visible.
fn colours_only(text: &str) -> String {
    let mut pieces = text.split("\u{1b}[");
    let mut only = visible_lines(pieces.next().unwrap_or_default());
    for piece in pieces {
        let end = piece.find(|character: char| !matches!(character, '0'..='9' | ';'));
        match end.and_then(|end| piece.split_at_checked(end)) {
            Some((numbers, rest)) if rest.starts_with('m') => {
                only.push_str("\u{1b}[");
                only.push_str(numbers);
                only.push_str(&visible_lines(rest));
            }
            _ => only.push_str(&visible_lines(&format!("\u{1b}[{piece}"))),
        }
    }
    only
}

#[cfg(test)]
mod tests {
    use clap::error::ErrorKind;

    use super::{WrongUsage, colours_only, rendered};
    use crate::command;

    const HOSTILE: &str = "\u{1b}[95m\u{9b}2J\u{202e}\u{2028}\n\u{7}";
    const VISIBLE: &str = r"\u{1b}[95m\u{9b}2J\u{202e}\u{2028}\u{a}\u{7}";

    #[test]
    fn what_clap_quotes_is_visible() {
        let option = format!("--{HOSTILE}");
        let value = format!("--rule={HOSTILE}");
        for arguments in [
            &["napkin", HOSTILE][..],
            &["napkin", "parse", &option],
            &["napkin", "parse", "--edition", HOSTILE],
            &["napkin", "parse", "--as-of", HOSTILE],
            &["napkin", "audit", &value],
            &["napkin", "links", "--base-for", HOSTILE],
        ] {
            let error = rendered(command().try_get_matches_from(arguments).unwrap_err());
            assert!(error.contains(VISIBLE) && !error.contains("\u{1b}[95m"), "{error:?}");
            assert!(error.contains("\u{1b}["), "it has clap's colours: {error:?}");
        }
    }

    #[test]
    fn messages_of_commands_are_visible_by_line() {
        let wrong = WrongUsage::with_lines(HOSTILE, "a\u{1b}[2J\n  ^").of(command());
        assert_eq!(wrong.kind(), ErrorKind::ValueValidation);
        let text = rendered(wrong);
        assert!(text.contains("\\u{a}\\u{7}a\\u{1b}[2J\n  ^"), "{text}");
    }

    #[test]
    fn colours_are_all_that_is_left() {
        assert_eq!(
            colours_only("\u{1b}[1;31mred\u{1b}[0m\u{1b}[2J\u{1b}]0;\u{7}\n\u{1b}["),
            "\u{1b}[1;31mred\u{1b}[0m\\u{1b}[2J\\u{1b}]0;\\u{7}\n\\u{1b}["
        );
    }
}
