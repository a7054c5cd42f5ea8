//! Errors of the command line, printed so that nothing they quote steers a terminal.
//!
//! An error quotes arguments, names of files and lines of files. clap writes them as they are, between its own
//! colours, so they are made visible in the error before it is rendered.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::error::Error as _;
use std::ffi::OsString;
use std::io::Write;

use clap::Error;
use clap::builder::{PossibleValue, StyledStr, Styles};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use napkin::visible;
use napkin_answers::choice::WrongChoice;
use napkin_schemes::secrets::Secrets;

use super::synonyms::{job_of, job_of_option};
use super::usual::named;
use crate::command;

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
        let message = format!("'{dashes}{}' {}", wrong_choice.what, wrong_choice.reason());
        Self::with_lines(message, wrong_choice.lines())
    }
}

/// A text made visible, except for its line ends.
fn visible_lines(text: &str) -> String {
    text.split('\n').map(|line| visible(line).to_string()).collect::<Vec<_>>().join("\n")
}

/// Prints an error on standard error.
pub(crate) fn print(error: Error, arguments: &[OsString]) {
    // If the message cannot be written, there is no other way to report it.
    let _ = anstream::stderr().write_all(rendered(error, arguments).as_bytes());
}

/// The text of an error, with clap's colours.
fn rendered(error: Error, arguments: &[OsString]) -> String {
    let told = with_secrets(error, arguments);
    arguments.iter().fold(told, |told, argument| {
        let secrets = Secrets::of(argument.as_encoded_bytes());
        if secrets.places().is_empty() { told } else { secrets.hidden_in(&told, 0).into_owned() }
    })
}

/// The text of an error as it quotes the arguments, with clap's colours.
fn with_secrets(mut error: Error, arguments: &[OsString]) -> String {
    let own = arguments.get(1).and_then(|name| name.to_str()).unwrap_or_default();
    // A tip has the argument, or what is before its '=', inside clap's colours.
    let arguments = arguments.iter().map(|argument| argument.to_string_lossy().into_owned());
    let mut quoted: Vec<_> = arguments.collect();
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
    quoted.retain(|text| visible(text).to_string() != *text);
    // The longest first, since others may be parts of it.
    quoted.sort_by_key(|text| Reverse(text.len()));
    let without = |tip: &StyledStr| {
        let tip = tip.ansi().to_string();
        let shown = |tip: String, text: &String| tip.replace(text, &visible(text).to_string());
        StyledStr::from(quoted.iter().fold(tip, shown))
    };
    let of_others = option_of_others(&error).or_else(|| command_as_option(&error, own));
    let of_others = of_others.or_else(|| job_or_part(&error));
    let is_of_others = of_others.is_some();
    let is_option = matches!(error.get(ContextKind::InvalidArg), Some(ContextValue::String(typed)) if typed.starts_with("--"));
    let tip = if lacks_base(&error) {
        let example = "--base https://example.com/a/page.html";
        Some(format!("a base is the URI of the document that has the references: {example}"))
    } else {
        of_others
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
    if let Some(tip) = tip {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![StyledStr::from(tip)]));
    }
    let mut text = error.render().ansi().to_string();
    if is_of_others {
        let is_alike = |line: &&str| {
            line.contains("a similar argument exists") || line.contains("similar subcommand")
        };
        text = text.split_inclusive('\n').filter(|line| !is_alike(line)).collect();
    }
    // Nobody who misspells an option wants a value that begins with two dashes.
    if is_option {
        let is_of_value = |line: &&str| line.contains("as a value, use '");
        text = text.split_inclusive('\n').filter(|line| !is_of_value(line)).collect();
        text = text.replace("\n\n\n", "\n\n");
    }
    // The reason of a parser of values is no part of the context. It has one line.
    if let Some(reason) = error.source().map(ToString::to_string).filter(|text| !text.is_empty()) {
        text = text.replace(&reason, of_number(&reason).unwrap_or(&visible(&reason).to_string()));
    }
    colours_only(&text, &colours(command().get_styles()))
}

/// What a reason of Rust's parser of numbers says, in words of the command line.
fn of_number(reason: &str) -> Option<&'static str> {
    Some(match reason {
        "invalid digit found in string" | "cannot parse integer from empty string" => {
            "not a whole number"
        }
        "number too large to fit in target type" => "too large a number",
        "number would be zero for non-zero type" => "the least is 1",
        _ => return None,
    })
}

/// Whether a command that resolves against a base has none.
fn lacks_base(error: &Error) -> bool {
    let is_base = |text: &String| text.trim_start_matches('<').starts_with("--base ");
    error.kind() == ErrorKind::MissingRequiredArgument
        && matches!(error.get(ContextKind::InvalidArg), Some(ContextValue::Strings(texts)) if texts.iter().any(is_base))
}

/// The tip for an option that a command does not have, but others do: clap proposes one of the command whose name is alike.
fn option_of_others(error: &Error) -> Option<String> {
    let Some(ContextValue::String(typed)) = error.get(ContextKind::InvalidArg) else { return None };
    let name = typed.strip_prefix("--").filter(|_| error.kind() == ErrorKind::UnknownArgument)?;
    let napkin = command();
    let commands = napkin.get_subcommands().filter(|command| named(command, name).is_some());
    let commands: Vec<_> = commands.map(clap::Command::get_name).collect();
    let more = if commands.len() > SOME { " and others" } else { "" };
    let some = commands[..commands.len().min(SOME)].join(", ");
    let of_others =
        (!commands.is_empty()).then(|| format!("'--{name}' is an option of {some}{more}"));
    of_others.or_else(|| job_of_option(name).map(str::to_owned))
}

/// The tip for an option that is the name of a command: `links --check` is `check --links`.
fn command_as_option(error: &Error, own: &str) -> Option<String> {
    let Some(ContextValue::String(typed)) = error.get(ContextKind::InvalidArg) else { return None };
    let name = typed.strip_prefix("--").filter(|_| error.kind() == ErrorKind::UnknownArgument)?;
    let napkin = command();
    let meant = napkin.find_subcommand(name)?;
    Some(match named(meant, own) {
        Some(_) => format!("write: napkin {name} --{own}"),
        None => format!("'{name}' is a command: napkin {name}"),
    })
}

/// The tip for a word that is no command: the command that does the job, or `get` for the name of a part.
fn job_or_part(error: &Error) -> Option<String> {
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else {
        return None;
    };
    let job = job_of(word).map(str::to_owned);
    let of_part = || {
        let napkin = command();
        let get = napkin.find_subcommand("get")?;
        let has = |part: &PossibleValue| part.matches(word, false);
        let is_part = get.get_positionals().any(|arg| arg.get_possible_values().iter().any(has));
        is_part.then(|| format!("napkin get {word} URI"))
    };
    job.or_else(of_part).map(|job| format!("write: {job}"))
}

/// How many commands are named that have an option.
const SOME: usize = 6;

/// The control sequences of clap's styles.
fn colours(styles: &Styles) -> Vec<String> {
    let all = [
        styles.get_header(),
        styles.get_error(),
        styles.get_usage(),
        styles.get_literal(),
        styles.get_placeholder(),
        styles.get_valid(),
        styles.get_invalid(),
        styles.get_context(),
        styles.get_context_value(),
    ];
    let written = all.map(|style| format!("{}{}", style.render(), style.render_reset())).concat();
    let sequences = written.split_inclusive('m').map(str::to_owned);
    let sequences: BTreeSet<_> = sequences.collect();
    sequences.into_iter().collect()
}

/// A text in which only these colours and line ends are not visible.
fn colours_only(text: &str, colours: &[String]) -> String {
    let mut pieces = text.split('\u{1b}');
    let mut only = visible_lines(pieces.next().unwrap_or_default());
    for piece in pieces {
        let whole = format!("\u{1b}{piece}");
        let colour = colours.iter().find(|colour| whole.starts_with(*colour));
        let colour = colour.map(String::as_str).unwrap_or_default();
        only.push_str(colour);
        only.push_str(&visible_lines(&whole[colour.len()..]));
    }
    only
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::{WrongUsage, colours, colours_only, rendered};
    use crate::command;
    use clap::error::ErrorKind;

    const HOSTILE: &str = "\u{1b}[95m\u{9b}2J\u{202e}\u{2028}\n\u{7}";

    /// The error of a command line whose arguments have a text.
    fn error(arguments: &[&str], text: &str) -> String {
        let arguments = arguments.iter().map(|argument| argument.replace("TEXT", text));
        let arguments: Vec<_> = arguments.map(OsString::from).collect();
        rendered(command().try_get_matches_from(&arguments).unwrap_err(), &arguments)
    }

    #[test]
    fn what_clap_quotes_is_visible() {
        for arguments in [
            &["napkin", "TEXT"][..],
            &["napkin", "parseTEXT"],
            &["TEXT", "parse", "--TEXT"],
            &["napkin", "parse", "--TEXT=TEXT"],
            &["napkin", "parse", "--jsonTEXT"],
            &["napkin", "parse", "--json=TEXT"],
            &["napkin", "parse", "-TEXT"],
            &["napkin", "parse", "-iTEXT", "--TEXT"],
            &["napkin", "parse", "--edition", "TEXT"],
            &["napkin", "parse", "--edition=rfcTEXT"],
            &["napkin", "parse", "--as-of", "TEXT"],
            &["napkin", "parse", "--threads", "TEXT"],
            &["napkin", "parse", "--on-error", "emptyTEXT"],
            &["napkin", "audit", "--rule=TEXT"],
            &["napkin", "links", "--base-for", "TEXT"],
            &["napkin", "links", "--charset", "TEXT"],
            &["napkin", "links", "--also", "TEXT,TEXT"],
            &["napkin", "witness", "TEXT", "TEXT", "TEXT"],
            &["napkin", "completions", "TEXT"],
        ] {
            let harmless = error(arguments, "Q");
            assert!(harmless.contains("\u{1b}["), "it has clap's colours: {harmless:?}");
            // Colours of clap's own, colours of others, and other controls.
            for hostile in ["\u{1b}[31mZ", "\u{1b}[0mZ", "\u{1b}[95mZ", HOSTILE] {
                let error = error(arguments, hostile);
                // Of a group of short options, the first is quoted.
                assert!(error.contains(r"\u{1b}"), "{error:?}");
                let escapes = |text: &str| text.matches('\u{1b}').count();
                // A tip may name something else for another text.
                let has_tip = error.contains("tip") || harmless.contains("tip");
                assert!(has_tip || escapes(&error) == escapes(&harmless), "{error:?}");
                assert!(!error.contains(hostile), "{error:?}");
                let lines = |text: &str| text.lines().count();
                assert!(has_tip || lines(&error) == lines(&harmless), "{error:?}");
            }
        }
    }

    #[test]
    fn messages_of_commands_are_visible_by_line() {
        let wrong = WrongUsage::with_lines(HOSTILE, "a\u{1b}[2J\n  ^").of(command());
        assert_eq!(wrong.kind(), ErrorKind::ValueValidation);
        let text = rendered(wrong, &[]);
        assert!(text.contains("\\u{a}\\u{7}a\\u{1b}[2J\n  ^"), "{text}");
    }

    #[test]
    fn colours_are_all_that_is_left() {
        let colours = colours(command().get_styles());
        assert_eq!(
            colours_only(
                "\u{1b}[1m\u{1b}[31mred\u{1b}[0m\u{1b}[95m\u{1b}[31;1m\u{1b}[2J\u{1b}]0;\u{7}\n\u{1b}[",
                &colours
            ),
            "\u{1b}[1m\u{1b}[31mred\u{1b}[0m\\u{1b}[95m\\u{1b}[31;1m\\u{1b}[2J\\u{1b}]0;\\u{7}\n\\u{1b}["
        );
    }
}
