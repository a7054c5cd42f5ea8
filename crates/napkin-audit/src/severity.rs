//! The severity of a finding.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The severity of a finding, from the least to the worst.
///
/// ```
/// use napkin_audit::Severity;
///
/// assert!(Severity::Note < Severity::Error);
/// assert_eq!("warning".parse(), Ok(Severity::Warning));
/// ```
///
/// ```
/// use napkin_audit::Severity;
///
/// assert!(Severity::Note < Severity::Warning && Severity::Warning < Severity::Error);
/// assert_eq!(Severity::ALL.map(Severity::name), ["note", "warning", "error"]);
/// assert_eq!("warning".parse(), Ok(Severity::Warning));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(
    clippy::exhaustive_enums,
    reason = "the levels of SARIF, on which policies and exit statuses rely"
)]
pub enum Severity {
    /// Deviates from good practice, or deserves a look.
    Note,
    /// Some reader, protocol or person may be misled.
    Warning,
    /// Invalid, or made to mislead.
    Error,
}

impl Severity {
    /// Every level, from the least to the worst.
    pub const ALL: [Self; 3] = [Self::Note, Self::Warning, Self::Error];

    /// The name in JSON, in policies and in SARIF, whose names are the same.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Severity {
    type Err = NotASeverity;

    fn from_str(name: &str) -> Result<Self, NotASeverity> {
        Self::ALL.into_iter().find(|severity| severity.name() == name).ok_or(NotASeverity)
    }
}

/// A name other than `note`, `warning` and `error`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NotASeverity;

impl fmt::Display for NotASeverity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not one of note, warning and error")
    }
}

impl std::error::Error for NotASeverity {}
