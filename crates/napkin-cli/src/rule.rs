//! The start rule by which `parse` and `check` parse an input.

use clap::{Args, ValueEnum};
use napkin::Start;

/// The option that chooses the rule.
#[derive(Args)]
pub(crate) struct RuleOption {
    /// The rule of the grammar that the input has to match, by its name in RFC 3986
    #[arg(long, value_name = "RULE", default_value = "uri-reference")]
    rule: StartRule,
}

/// The library's start rules, by name.
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
    /// Without a scheme and without a fragment, a relative URI before RFC 3986
    RelativeUri,
}

impl RuleOption {
    /// The rule.
    pub(crate) const fn start(&self) -> Start {
        match self.rule {
            StartRule::UriReference => Start::UriReference,
            StartRule::Uri => Start::Uri,
            StartRule::AbsoluteUri => Start::AbsoluteUri,
            StartRule::RelativeRef => Start::RelativeRef,
            StartRule::RelativeUri => Start::RelativeUri,
        }
    }
}
