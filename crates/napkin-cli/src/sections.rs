//! The sections that messages quote where the library has no error that knows them.

use napkin::edition::rules::{Resolution, Rule};
use napkin::{Edition, ErrorKind, Part};

/// Where an edition states what a command relies on.
pub(crate) struct Sections {
    /// What a base has to be.
    pub(crate) base: &'static str,
    /// That a relative reference needs a base.
    pub(crate) relative: &'static str,
    /// How a reference becomes its target.
    pub(crate) resolution: &'static str,
    /// What the characters of a URI are.
    pub(crate) characters: &'static str,
    /// What reserved characters are for.
    pub(crate) delimiters: &'static str,
    /// What percent-encoded octets stand for.
    pub(crate) data: &'static str,
    /// What equivalence means.
    pub(crate) comparison: &'static str,
}

impl Sections {
    /// The sections of an edition.
    ///
    /// The ones of RFC 3986 are exact; for the others the library's rules tell the nearest.
    pub(crate) fn of(edition: &Edition) -> Self {
        if edition.resolution == Resolution::RemoveDotSegments {
            return Self {
                base: "5.1",
                relative: "5.2.1",
                resolution: "5.2.2",
                characters: "2",
                delimiters: "2.2",
                data: "2.5",
                comparison: "6.2",
            };
        }
        let relative = of_relative(edition).section;
        let escapes = edition.rule(ErrorKind::InvalidPercentEncoding, Part::Path).section;
        Self {
            base: relative,
            relative,
            resolution: relative,
            characters: escapes.split('.').next().unwrap_or(escapes),
            delimiters: escapes,
            data: escapes,
            comparison: edition.normalization.first().map_or(escapes, |rule| rule.section),
        }
    }
}

/// The rule of what has no scheme, which is resolved.
pub(crate) fn of_relative(edition: &Edition) -> Rule {
    edition.rule(ErrorKind::UnexpectedScheme, Part::Scheme)
}
