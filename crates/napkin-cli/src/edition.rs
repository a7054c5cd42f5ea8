//! The edition of the URI syntax that a command goes by, and what it can be asked for.

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use napkin::Edition;
use napkin::edition::{EDITIONS, RFC3986};

/// The options that choose the edition.
#[derive(Args)]
#[command(next_help_heading = "Edition")]
pub(crate) struct EditionOption {
    /// The edition of the URI syntax to go by
    #[arg(long, value_name = "NAME", default_value = RFC3986.name, value_parser = named())]
    edition: &'static Edition,

    /// Go by the RFC that was in force at the end of a year, such as 1996
    #[arg(long, value_name = "YEAR", conflicts_with = "edition", value_parser = in_force)]
    as_of: Option<&'static Edition>,
}

impl EditionOption {
    /// The edition.
    pub(crate) fn get(&self) -> &'static Edition {
        self.as_of.unwrap_or(self.edition)
    }
}

/// Reads the name of an edition, by the library's list.
pub(crate) fn named() -> impl TypedValueParser<Value = &'static Edition> {
    let values =
        EDITIONS.iter().map(|edition| PossibleValue::new(edition.name).help(edition.title));
    PossibleValuesParser::new(values)
        .try_map(|name| Edition::named(&name).ok_or("not an edition that this build knows"))
}

/// Reads a year, as the edition that was in force at its end.
pub(crate) fn in_force(year: &str) -> Result<&'static Edition, String> {
    let year = year.parse().map_err(|_| "not a year".to_owned())?;
    Edition::in_force(year).ok_or_else(|| {
        let first = EDITIONS.iter().find(|edition| Edition::in_force(edition.year).is_some());
        let first = first.map_or_else(String::new, |edition| format!(": {}", edition.year));
        format!("before the year of the first edition{first}")
    })
}
