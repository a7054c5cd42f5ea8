//! The grammar rule that `parse` and `check` hold an input against.

use clap::{Args, ValueEnum};
use napkin::{AbsoluteUri, Uri, UriRef};

use crate::failure::Failure;

/// The option that chooses the rule.
#[derive(Args)]
pub(crate) struct RuleOption {
    /// The rule of the grammar that the input has to match
    #[arg(long, value_name = "RULE", default_value = "uri-reference")]
    rule: StartRule,
}

/// The rules that a whole input can match.
#[derive(Clone, Copy, ValueEnum)]
enum StartRule {
    /// A URI or a relative reference
    UriReference,
    /// With a scheme
    Uri,
    /// With a scheme and without a fragment
    AbsoluteUri,
    /// Without a scheme
    RelativeRef,
}

impl RuleOption {
    /// Parses an input by the rule.
    ///
    /// # Errors
    ///
    /// The first fault in reading order, or that the input matches another rule.
    pub(crate) fn parse<'a>(&self, input: &'a [u8]) -> Result<UriRef<&'a str>, Failure<'a>> {
        let parsed = match self.rule {
            StartRule::UriReference => UriRef::parse_bytes(input),
            StartRule::Uri => Uri::parse_bytes(input).map(Into::into),
            StartRule::AbsoluteUri => {
                AbsoluteUri::parse_bytes(input).map(|uri| uri.into_uri().into())
            }
            StartRule::RelativeRef => {
                UriRef::parse_bytes(input).and_then(|reference| reference.to_relative_ref())
            }
        };
        parsed.map_err(|error| Failure::refused(error, input))
    }
}
