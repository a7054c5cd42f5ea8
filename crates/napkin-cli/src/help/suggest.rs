//! Values that completions offer for options that also take other values.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};
use napkin_schemes::registry::REGISTRATIONS;

/// Accepts any text, and offers some values.
#[derive(Clone)]
pub(crate) struct Suggest(pub(crate) fn() -> Vec<(String, &'static str)>);

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
        let value = |(name, about): (String, &'static str)| match about {
            "" => PossibleValue::new(name),
            about => PossibleValue::new(name).help(about),
        };
        Some(Box::new(self.0().into_iter().map(value)))
    }
}

pub(crate) fn schemes() -> Vec<(String, &'static str)> {
    REGISTRATIONS.iter().map(|registration| (registration.scheme.into(), "")).collect()
}
