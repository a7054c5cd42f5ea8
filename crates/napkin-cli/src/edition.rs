//! The edition of the URI syntax that a command goes by, and what it can be asked for.

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use napkin::Edition;
use napkin::edition::rules::Resolution;
use napkin::edition::{EDITIONS, RFC3986};

use crate::WrongUsage;

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

    /// Refuses an option that the edition leaves no room for.
    ///
    /// # Errors
    ///
    /// If `allows` says no; the message names the editions for which it says yes.
    pub(crate) fn must_allow(
        &self,
        option: &str,
        allows: impl Fn(&Edition) -> bool,
    ) -> Result<(), WrongUsage> {
        let edition = self.get();
        if allows(edition) {
            return Ok(());
        }
        let (edition, others) = (edition.name, names(allows));
        Err(WrongUsage(format!(
            "'{option}' is not allowed by edition {edition}; editions that allow it: {others}"
        )))
    }

    /// Refuses what the library does with references of [`UriRef`](napkin::UriRef) only: those of the
    /// editions that resolve like RFC 3986.
    ///
    /// # Errors
    ///
    /// If the edition is another.
    pub(crate) fn must_be_of_uri_ref(&self, what: &str) -> Result<(), WrongUsage> {
        let suits = |edition: &Edition| edition.resolution == Resolution::RemoveDotSegments;
        let edition = self.get();
        if suits(edition) {
            return Ok(());
        }
        let (edition, others) = (edition.name, names(suits));
        Err(WrongUsage(format!(
            "'{what}' does not know edition {edition}; editions that it knows: {others}"
        )))
    }
}

fn names(of: impl Fn(&Edition) -> bool) -> String {
    let names = EDITIONS.iter().filter(|edition| of(edition)).map(|edition| edition.name);
    let names: Vec<_> = names.collect();
    if names.is_empty() { "none".into() } else { names.join(", ") }
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
