//! What can be asked for by an edition, and the refusal of what it leaves no room for.

use std::fmt;

use napkin::Edition;
use napkin::edition::EDITIONS;

/// A choice that the edition does not leave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongChoice {
    /// What was asked for: a question or one of its options.
    pub what: String,
    /// Whether that is an option.
    pub is_option: bool,
    reason: String,
}

impl WrongChoice {
    /// What was asked for, and the reason against it.
    pub(crate) const fn new(what: String, reason: String) -> Self {
        Self { what, is_option: false, reason }
    }

    /// The same, where what was asked for is an option.
    #[must_use]
    pub(crate) fn of_option(self) -> Self {
        Self { is_option: true, ..self }
    }

    /// The reason, which follows the quoted name of what was asked for.
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

impl fmt::Display for WrongChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' {}", self.what, self.reason)
    }
}

impl std::error::Error for WrongChoice {}

/// Refuses an option that the edition leaves no room for.
///
/// # Errors
///
/// If `allows` says no; the reason names the editions for which it says yes.
pub fn option_must_suit(
    edition: &Edition,
    option: &str,
    allows: impl Fn(&Edition) -> bool,
) -> Result<(), WrongChoice> {
    must_allow(edition, option, allows).map_err(WrongChoice::of_option)
}

/// Refuses a question that the edition leaves no room for.
///
/// # Errors
///
/// If `allows` says no; the reason names the editions for which it says yes.
pub fn must_allow(
    edition: &Edition,
    what: &str,
    allows: impl Fn(&Edition) -> bool,
) -> Result<(), WrongChoice> {
    if allows(edition) {
        return Ok(());
    }
    let (edition, others) = (edition.name, names(allows));
    let reason = format!("is not allowed by edition {edition}; editions that allow it: {others}");
    Err(WrongChoice { what: what.into(), is_option: false, reason })
}

fn names(of: impl Fn(&Edition) -> bool) -> String {
    let names = EDITIONS.iter().filter(|edition| of(edition)).map(|edition| edition.name);
    let names: Vec<_> = names.collect();
    if names.is_empty() { "none".into() } else { names.join(", ") }
}
