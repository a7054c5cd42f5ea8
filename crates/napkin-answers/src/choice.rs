//! The choices that an edition has, and the errors for choices that it does not have.

use napkin::edition::{EDITIONS, RFC3986};
use napkin::{Edition, Level};
use napkin_standards::{Equivalence, Standard};

use crate::options::{Named, names};
pub use crate::wrong_choice::WrongChoice;

/// Rejects an option that the edition does not have.
///
/// # Errors
///
/// If `allows` returns `false`; the reason names the editions for which it returns `true`.
pub(crate) fn option_must_suit(
    standard: impl Into<Standard>,
    option: &str,
    allows: impl Fn(&Edition) -> bool,
) -> Result<(), WrongChoice> {
    must_allow(standard, option, allows).map_err(WrongChoice::of_option)
}

/// Rejects a question that the edition cannot answer.
///
/// # Errors
///
/// If `allows` returns `false`; the reason names the editions for which it returns `true`.
pub fn must_allow(
    standard: impl Into<Standard>,
    what: &str,
    allows: impl Fn(&Edition) -> bool,
) -> Result<(), WrongChoice> {
    let standard = standard.into();
    if !standard.is_url() && allows(standard.syntax_or(RFC3986)) {
        return Ok(());
    }
    let (edition, others) = (standard.name(), names_of(allows));
    let reason = format!("is not allowed by edition {edition}; editions that allow it: {others}");
    Err(WrongChoice::new(what.into(), reason))
}

/// As [`option_must_suit`], of editions of the URI syntax alone: the URL Standard has the option.
///
/// # Errors
///
/// As [`option_must_suit`].
pub(crate) fn edition_must_suit(
    standard: Standard,
    option: &str,
    allows: impl Fn(&Edition) -> bool,
) -> Result<(), WrongChoice> {
    edition_must_allow(standard, option, allows).map_err(WrongChoice::of_option)
}

/// As [`must_allow`], of editions of the URI syntax alone: the URL Standard answers the question.
///
/// # Errors
///
/// As [`must_allow`].
pub(crate) fn edition_must_allow(
    standard: Standard,
    what: &str,
    allows: impl Fn(&Edition) -> bool,
) -> Result<(), WrongChoice> {
    if standard.is_url() { Ok(()) } else { must_allow(standard, what, allows) }
}

/// The edition of the URI syntax, for a question that is not defined for the URL Standard.
///
/// # Errors
///
/// If the standard is the URL Standard; the reason names the editions.
pub fn syntax(standard: Standard, question: &str) -> Result<&'static Edition, WrongChoice> {
    standard.syntax().ok_or_else(|| {
        let (name, others) = (standard.name(), names_of(|_| true));
        let reason = format!("has no meaning by edition {name}; editions that have it: {others}");
        WrongChoice::new(question.into(), reason)
    })
}

/// Rejects an option that only the URL Standard has.
///
/// # Errors
///
/// If the standard is an edition of the URI syntax.
pub(crate) fn only_by_url_standard(standard: Standard, option: &str) -> Result<(), WrongChoice> {
    if standard.is_url() {
        return Ok(());
    }
    let reason = format!(
        "is not allowed by edition {}; editions that allow it: whatwg, and those by date",
        standard.name()
    );
    Err(WrongChoice::new(option.into(), reason).of_option())
}

/// The one level of the URL Standard above `simple`.
pub const URL_LEVEL: &str = Equivalence::URL;

/// The standard's level with a name, or its default level: `syntax`, or for the URL Standard `url`, which is no
/// level of the ladder.
///
/// # Errors
///
/// If the standard has no level of that name. The message lists the names of its levels.
pub fn level(standard: Standard, name: Option<&str>) -> Result<Level, WrongChoice> {
    let named = |name: &str| Level::ALL.into_iter().find(|level| level.name() == name);
    let (found, levels) = if standard.is_url() {
        let is_url = name.is_none_or(|name| name == URL_LEVEL);
        (is_url.then_some(Level::Syntax), URL_LEVEL.into())
    } else {
        (name.map_or(Some(Level::Syntax), named), Level::ALL.map(Level::name).join(", "))
    };
    found.ok_or_else(|| {
        let reason = format!("is not allowed by edition {}; levels: {levels}", standard.name());
        let what = format!("level {}", name.unwrap_or_default());
        WrongChoice::new(what, reason).of_option()
    })
}

/// What the normal form of a level is.
pub(crate) const fn about(level: Level) -> &'static str {
    match level {
        Level::Simple => "The text as it is",
        Level::Case => "Scheme and host in lowercase, hexadecimal digits in uppercase",
        Level::Percent => "Unreserved characters decoded",
        Level::Path => "Dot segments removed",
        Level::Syntax => "What 'case', 'percent' and 'path' do",
        Level::Scheme => "What 'syntax' does, and what the scheme says, such as its default port",
        Level::Protocol => "What 'scheme' does, and redirects that were observed",
    }
}

/// What the normal form of the one level of the URL Standard is.
pub(crate) const ABOUT_URL: &str = "The normal form of the URL Standard";

/// The levels, the lowest first, and that of the URL Standard.
fn levels() -> impl Iterator<Item = Named> {
    let ladder = Level::ALL.map(|level| Named { name: level.name(), about: about(level) });
    ladder.into_iter().chain([Named { name: URL_LEVEL, about: ABOUT_URL }])
}

names! {
    /// The name of a level: of the ladder, or of the URL Standard.
    pub struct LevelName of levels();
}

fn names_of(of: impl Fn(&Edition) -> bool) -> String {
    let names = EDITIONS.iter().filter(|edition| of(edition)).map(|edition| edition.name);
    let names: Vec<_> = names.collect();
    if names.is_empty() { "none".into() } else { names.join(", ") }
}
