//! Values that completions offer for options that also take other values.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};
use napkin_audit::{RULES, Severity};
use napkin_schemes::registry::REGISTRATIONS;

/// Accepts any text, and offers some values.
#[derive(Clone)]
pub(crate) struct Suggest(pub(crate) fn() -> Vec<PossibleValue>);

impl TypedValueParser for Suggest {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0().into_iter()))
    }
}

/// The registered schemes.
pub(crate) fn schemes() -> Vec<PossibleValue> {
    REGISTRATIONS.iter().map(|registration| PossibleValue::new(registration.scheme)).collect()
}

/// The rules of audits, each with every setting.
pub(crate) fn settings() -> Vec<PossibleValue> {
    let severities = Severity::ALL.map(Severity::name);
    let settings = ["off", "on"].into_iter().chain(severities);
    let rules = RULES.iter().flat_map(|rule| {
        settings.clone().map(|setting| (format!("{}={setting}", rule.id), rule.title))
    });
    rules.map(|(setting, title)| PossibleValue::new(setting).help(title)).collect()
}
