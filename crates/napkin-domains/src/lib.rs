#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

// The modules in the order in which data flows: a list is read into rules, and names are looked up in them.

mod error;
mod suffix;
mod rules;
mod name;
mod list;

use std::borrow::Cow;

pub use error::{ListError, ListErrorKind};
pub use list::List;
pub use suffix::{Section, Sections, Suffix};

/// The date of the list in this package, in the form `YYYY-MM-DD`.
///
/// ```
/// assert_eq!(napkin_domains::LIST_DATE, "2026-10-22");
/// ```
pub const LIST_DATE: &str = "2026-10-22";

/// The public suffix of a name by the list in this package: [`List::public_suffix`] of [`List::mozilla`].
///
/// ```
/// use napkin_domains::{Section, Sections, public_suffix};
///
/// let suffix = public_suffix("forums.bbc.co.uk", Sections::Icann).unwrap();
/// assert_eq!((suffix.as_str(), suffix.section()), ("co.uk", Section::Icann));
/// assert_eq!(public_suffix("printer.lan", Sections::Icann), None);
/// ```
pub fn public_suffix(name: &str, sections: Sections) -> Option<Suffix<'_>> {
    List::mozilla().public_suffix(name, sections)
}

/// The registrable domain of a host by the list in this package: [`List::registrable_domain`] of [`List::mozilla`], in
/// lowercase and percent-decoded, so that the domains of one owner are equal.
///
/// ```
/// use napkin_domains::{Sections, registrable_domain};
///
/// let domain = |host| registrable_domain(host, Sections::Icann);
/// assert_eq!(domain("Forums.BBC.co.uk").unwrap(), "bbc.co.uk");
/// assert_eq!(domain("forums.b%62c.co.uk"), domain("bbc.co.uk"));
/// assert_eq!(domain("co.uk"), None);
/// ```
pub fn registrable_domain(name: &str, sections: Sections) -> Option<Cow<'_, str>> {
    let list = List::mozilla();
    match name::decoded(name)? {
        Cow::Borrowed(name) => {
            let (domain, is_plain) = list.spelled_domain(name, sections)?;
            let is_lowercase = is_plain || !domain.chars().any(char::is_uppercase);
            Some(if is_lowercase { domain.into() } else { domain.to_lowercase().into() })
        }
        Cow::Owned(name) => Some(list.registrable_domain(&name, sections)?.to_lowercase().into()),
    }
}

/// Whether a name is a public suffix by the list in this package: [`List::is_public_suffix`] of [`List::mozilla`].
///
/// ```
/// use napkin_domains::{Sections, is_public_suffix};
///
/// assert!(is_public_suffix("co.uk", Sections::Icann));
/// assert!(!is_public_suffix("bbc.co.uk", Sections::Icann));
/// assert!(is_public_suffix("github.io", Sections::All));
/// assert!(!is_public_suffix("github.io", Sections::Icann));
/// ```
pub fn is_public_suffix(name: &str, sections: Sections) -> bool {
    List::mozilla().is_public_suffix(name, sections)
}
