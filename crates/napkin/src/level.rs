//! The levels of the comparison ladder, by name.

use core::fmt;
use core::str::FromStr;

/// A step of the comparison ladder: which differences are ignored (RFC 3986 §6.2).
///
/// `Case`, `Percent` and `Path` each ignore one kind of difference, and `Syntax` ignores all three. `Scheme` and
/// `Protocol` each add to the level before. The edition's data says what it does on each level; if it states nothing
/// for a level, that level changes nothing.
///
/// ```
/// use napkin::{Level, uri};
///
/// let uri = uri!("HTTP://h:80/%7ea/../b");
/// assert_eq!(uri.normalize(Level::Simple)?, uri);
/// assert_eq!(uri.normalize(Level::Case)?, "http://h:80/%7Ea/../b");
/// assert_eq!(uri.normalize(Level::Syntax)?, "http://h:80/b");
/// assert_eq!(uri.normalize(Level::Scheme)?, "http://h/b");
/// assert!(Level::ALL.is_sorted());
/// # Ok::<(), napkin::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(clippy::exhaustive_enums, reason = "the ladder is that of RFC 3986 §6.2")]
pub enum Level {
    /// None: the text is compared character by character (§6.2.1).
    Simple,
    /// Lowercase scheme and host, uppercase hexadecimal digits (§6.2.2.1).
    Case,
    /// Percent-encoded unreserved characters are decoded (§6.2.2.2).
    Percent,
    /// Dot segments are removed (§6.2.2.3).
    Path,
    /// Percent, case and path (§6.2.2).
    Syntax,
    /// `Syntax` and the rules of the scheme: default port, empty path, local host (§6.2.3).
    Scheme,
    /// `Scheme` and observed redirects that add or remove a final slash (§6.2.4).
    Protocol,
}

impl Level {
    /// The levels, lowest first.
    pub const ALL: [Self; 7] = [
        Self::Simple,
        Self::Case,
        Self::Percent,
        Self::Path,
        Self::Syntax,
        Self::Scheme,
        Self::Protocol,
    ];

    /// The name in JSON and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Simple => "simple",
            Self::Case => "case",
            Self::Percent => "percent",
            Self::Path => "path",
            Self::Syntax => "syntax",
            Self::Scheme => "scheme",
            Self::Protocol => "protocol",
        }
    }

    /// The level with a name.
    ///
    /// ```
    /// use napkin::Level;
    ///
    /// assert_eq!(Level::named("syntax"), Some(Level::Syntax));
    /// assert_eq!("scheme".parse(), Ok(Level::Scheme));
    /// assert_eq!(Level::Path.to_string(), "path");
    /// ```
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name() == name)
    }

    /// Whether this level does what `step` does: it is that step, or it builds on it.
    #[cfg(feature = "alloc")]
    pub(crate) fn includes(self, step: Self) -> bool {
        match step {
            Self::Case | Self::Percent | Self::Path => self == step || self >= Self::Syntax,
            _ => self >= step,
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// No level has this name. The text lists their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct UnknownLevel;

impl fmt::Display for UnknownLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the levels are")?;
        Level::ALL.iter().enumerate().try_for_each(|(number, level)| {
            write!(f, "{} {level}", if number > 0 { "," } else { "" })
        })
    }
}

impl core::error::Error for UnknownLevel {}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(name: &str) -> Result<Self, UnknownLevel> {
        Self::named(name).ok_or(UnknownLevel)
    }
}
