//! The standard of a command: an edition of the URI syntax or of the URL Standard, by name or by date; and the level of the comparison
//! ladder, which depends on it.

use std::env;
use std::sync::OnceLock;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue};
use napkin::Edition;
use napkin::edition::{RFC3986, RFC3987};
use napkin_answers::choice::{self, WrongChoice};
use napkin_standards::Standard;

/// The options that choose the standard.
#[derive(Args)]
#[command(next_help_heading = "Edition")]
pub(crate) struct EditionOption {
    /// The edition of the URI syntax or of the URL Standard to go by, rfc3986 if not given; the variable
    /// `NAPKIN_EDITION` sets another default
    #[arg(long, value_name = "NAME", default_values = of_environment(), value_parser = named())]
    edition: Option<Standard>,

    /// Go by the RFC that was in force at the end of a year or month, such as 1996 or 1999-12; or by the URL Standard of a
    /// year, a month or a day, such as whatwg:2021
    #[arg(long, value_name = "DATE", conflicts_with = "edition", value_parser = Standard::in_force)]
    as_of: Option<Standard>,
}

impl EditionOption {
    pub(crate) fn get(&self) -> Standard {
        self.chosen().unwrap_or(RFC3986.into())
    }

    /// The chosen standard; `None` lets each document use that of its format.
    pub(crate) fn chosen(&self) -> Option<Standard> {
        self.as_of.or(self.edition)
    }
}

/// The options that choose the standard for a command that the URL Standard does not define. Its editions are not listed,
/// and an error if they are chosen.
#[derive(Args)]
#[command(next_help_heading = "Edition")]
pub(crate) struct SyntaxOption {
    /// The edition of the URI syntax to go by, rfc3986 if not given; the variable `NAPKIN_EDITION` sets another default
    #[arg(long, value_name = "NAME", default_values = of_environment(), value_parser = named_syntax())]
    edition: Option<Standard>,

    /// Go by the RFC that was in force at the end of a year or month, such as 1996 or 1999-12
    #[arg(long, value_name = "DATE", conflicts_with = "edition", value_parser = Standard::in_force)]
    as_of: Option<Standard>,
}

impl SyntaxOption {
    /// The standard; `None` lets each document use that of its format.
    pub(crate) fn chosen(&self) -> Option<Standard> {
        self.as_of.or(self.edition)
    }

    /// The edition of the URI syntax.
    ///
    /// # Errors
    ///
    /// If another standard was chosen.
    pub(crate) fn syntax(&self, command: &str) -> Result<&'static Edition, WrongChoice> {
        syntax(self.chosen().unwrap_or(RFC3986.into()), command)
    }
}

/// The options that choose the standard for text, which has IRIs.
#[derive(Args)]
#[command(next_help_heading = "Edition")]
pub(crate) struct EditionInText {
    /// The edition of the URI syntax to go by; the variable `NAPKIN_EDITION` sets the default
    #[arg(long, value_name = "NAME", default_value = in_text(), value_parser = named_syntax())]
    edition: Standard,

    /// Go by the RFC that was in force at the end of a year or month, such as 1996 or 1999-12
    #[arg(long, value_name = "DATE", conflicts_with = "edition", value_parser = Standard::in_force)]
    as_of: Option<Standard>,
}

impl EditionInText {
    /// The edition of the URI syntax.
    ///
    /// # Errors
    ///
    /// If another standard was chosen.
    pub(crate) fn syntax(&self, command: &str) -> Result<&'static Edition, WrongChoice> {
        syntax(self.as_of.unwrap_or(self.edition), command)
    }
}

/// The edition of the URI syntax, if one was chosen. The error says so if the environment variable chose the other
/// standard.
fn syntax(standard: Standard, command: &str) -> Result<&'static Edition, WrongChoice> {
    choice::syntax(standard, command).map_err(|wrong| match of_environment() {
        Some(name) if Standard::named(name).map(Standard::name) == Some(standard.name()) => {
            wrong.and(&format!("{FROM_THE_VARIABLE}; choose one of them with --edition"))
        }
        _ => wrong,
    })
}

/// Tells a user who gave no option where the edition came from.
const FROM_THE_VARIABLE: &str = "the variable NAPKIN_EDITION sets the default";

/// Reads the name of a standard, by the libraries' lists.
pub(crate) fn named() -> impl TypedValueParser<Value = Standard> {
    Names { listed: || Standard::all().collect() }
}

/// Reads the name of a standard, and lists the editions of the URI syntax only.
fn named_syntax() -> impl TypedValueParser<Value = Standard> {
    Names { listed: || Standard::all().filter(|standard| !standard.is_url()).collect() }
}

/// The names of standards. Review drafts without observable changes have names that are not listed.
#[derive(Clone)]
struct Names {
    /// The standards that the help lists.
    listed: fn() -> Vec<Standard>,
}

impl Names {
    fn values(&self) -> impl Iterator<Item = PossibleValue> + use<> {
        let value = |standard: Standard| PossibleValue::new(standard.name()).help(standard.title());
        (self.listed)().into_iter().map(value)
    }
}

impl TypedValueParser for Names {
    type Value = Standard;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<Standard, clap::Error> {
        let name = StringValueParser::new().parse_ref(command, arg, value)?;
        if let Some(standard) = Standard::named(&name) {
            return Ok(standard);
        }
        // The name is not in the list that the error shows.
        let listed = PossibleValuesParser::new(self.values());
        let known = |name: String| Standard::named(&name).ok_or("not an edition of this build");
        listed.try_map(known).parse_ref(command, arg, value).map_err(|mut error| {
            if of_environment() == Some(&name) {
                let tip = ContextValue::StyledStrs(vec![FROM_THE_VARIABLE.into()]);
                error.insert(ContextKind::Suggested, tip);
            }
            error
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let (dated, others): (Vec<_>, Vec<_>) =
            self.values().partition(|value| value.get_name().starts_with(DATED));
        let dated: Vec<_> = dated.iter().map(PossibleValue::get_name).collect();
        let earlier = match *dated {
            [first, .., last] => format!(
                "; texts of other dates are {first} to {last}, which 'editions --all' lists"
            ),
            _ => String::new(),
        };
        let told = others.into_iter().map(move |value| match value.get_help() {
            Some(help) if DATED.starts_with(value.get_name()) => {
                let help = format!("{help}{earlier}");
                value.help(help)
            }
            _ => value,
        });
        Some(Box::new(told))
    }
}

/// The name of the default edition, if the variable `NAPKIN_EDITION` has one.
pub(crate) fn of_environment() -> Option<&'static str> {
    static NAME: OnceLock<Option<String>> = OnceLock::new();
    let name = || {
        // A message may quote it, and no name has a character that is not visible.
        let name = env::var_os("NAPKIN_EDITION").filter(|name| !name.is_empty())?;
        Some(napkin::visible(name.as_encoded_bytes()).to_string())
    };
    NAME.get_or_init(name).as_deref()
}

/// The name of the default edition in text.
fn in_text() -> &'static str {
    syntax_of_environment().unwrap_or(RFC3987.name)
}

/// The name of the default edition, where the URL Standard is not allowed.
pub(crate) fn syntax_of_environment() -> Option<&'static str> {
    let is_url = |name: &&str| Standard::named(name).is_some() && Edition::named(name).is_none();
    of_environment().filter(|name| !is_url(name))
}

/// The beginning of the names of editions of a date; without its dash, the newest one.
const DATED: &str = "whatwg-";
