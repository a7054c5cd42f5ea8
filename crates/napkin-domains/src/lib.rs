#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

// The modules in the order in which data flows: a list is read into rules, and names are looked up in them.

mod error;
mod suffix;
mod rules;
mod name;
mod list;

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

/// The registrable domain of a name by the list in this package: [`List::registrable_domain`] of [`List::mozilla`].
///
/// ```
/// use napkin_domains::{Sections, registrable_domain};
///
/// assert_eq!(registrable_domain("forums.bbc.co.uk", Sections::Icann), Some("bbc.co.uk"));
/// assert_eq!(registrable_domain("co.uk", Sections::Icann), None);
/// ```
pub fn registrable_domain(name: &str, sections: Sections) -> Option<&str> {
    List::mozilla().registrable_domain(name, sections)
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
