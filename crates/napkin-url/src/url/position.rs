//! Positions between the parts of a URL, and slices between them.

use core::ops::{Index, Range, RangeFrom, RangeFull, RangeTo};

use super::Url;

/// A position between parts of a URL, for slicing.
///
/// ```text
///                BeforePath
/// BeforeScheme   |
/// |              |
/// https://a:b@c:1/d?e#f
///      |  || || || | | |
///      |  || || || | | AfterFragment
///      |  || || || | BeforeFragment
///      |  || || || BeforeQuery
///      |  || || |AfterPort
///      |  || || BeforePort
///      |  || |AfterHost
///      |  || BeforeHost
///      |  |BeforePassword
///      |  AfterUsername; BeforeUsername is two before
///      AfterScheme
/// ```
///
/// The two positions of a missing part are equal.
///
/// ```
/// use napkin_url::{Position, Url};
///
/// let url = Url::parse("https://example.com:8080/a/b?c=d#e")?;
/// assert_eq!(&url[Position::BeforeHost..Position::AfterPort], "example.com:8080");
/// assert_eq!(&url[Position::BeforePath..Position::AfterQuery], "/a/b?c=d");
/// assert_eq!(&url[..Position::BeforePath], "https://example.com:8080");
/// # Ok::<(), napkin_url::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[expect(clippy::exhaustive_enums, reason = "as the crate `url` has it")]
pub enum Position {
    /// Start of the text.
    BeforeScheme,
    /// At the colon.
    AfterScheme,
    /// Behind `//`, or behind the colon.
    BeforeUsername,
    /// Behind the user name.
    AfterUsername,
    /// Behind the colon of a password.
    BeforePassword,
    /// At the `@`.
    AfterPassword,
    /// Before the host.
    BeforeHost,
    /// Behind the host.
    AfterHost,
    /// Behind the colon of the port.
    BeforePort,
    /// Behind the port.
    AfterPort,
    /// Before the path.
    BeforePath,
    /// Behind the path.
    AfterPath,
    /// Behind the `?`.
    BeforeQuery,
    /// Behind the query.
    AfterQuery,
    /// Behind the `#`.
    BeforeFragment,
    /// End of the text.
    AfterFragment,
}

impl<T: AsRef<str>> Url<T> {
    pub(crate) fn offset(&self, position: Position) -> usize {
        let parts = &self.parts;
        let length = self.as_str().len();
        let has_password = parts.host_start > parts.username_end + 1;
        let has_credentials = parts.host_start > parts.username_end;
        let offset = match position {
            Position::BeforeScheme => 0,
            Position::AfterScheme => parts.scheme_end,
            Position::BeforeUsername if parts.host().is_some() => parts.scheme_end + 3,
            Position::BeforeUsername => parts.scheme_end + 1,
            Position::AfterUsername => parts.username_end,
            Position::BeforePassword => parts.username_end + u32::from(has_password),
            // Without a password, the position is after the user name's `@`, as in the crate `url`.
            Position::AfterPassword => {
                parts.host_start - u32::from(has_password && has_credentials)
            }
            Position::BeforeHost => parts.host_start,
            Position::BeforePort => parts.host_end + u32::from(parts.port().is_some()),
            // A guard may be between the positions of port and path.
            Position::AfterPort if parts.host().is_some() => parts.path_start,
            Position::AfterHost | Position::AfterPort => parts.host_end,
            Position::BeforePath => parts.path_start,
            Position::AfterPath => return parts.path_end(length),
            Position::BeforeQuery => {
                return parts.path_end(length) + usize::from(parts.query_start != 0);
            }
            Position::AfterQuery => return parts.query_end(length),
            Position::BeforeFragment => {
                return parts.query_end(length) + usize::from(parts.fragment_start != 0);
            }
            Position::AfterFragment => return length,
        };
        offset as usize
    }

    /// The text between two places.
    pub(crate) fn between(&self, from: Position, to: Position) -> &str {
        self.as_str().get(self.offset(from)..self.offset(to)).unwrap_or_default()
    }
}

impl<T: AsRef<str>> Index<RangeFull> for Url<T> {
    type Output = str;

    fn index(&self, _: RangeFull) -> &str {
        self.as_str()
    }
}

impl<T: AsRef<str>> Index<RangeFrom<Position>> for Url<T> {
    type Output = str;

    fn index(&self, range: RangeFrom<Position>) -> &str {
        &self.as_str()[self.offset(range.start)..]
    }
}

impl<T: AsRef<str>> Index<RangeTo<Position>> for Url<T> {
    type Output = str;

    fn index(&self, range: RangeTo<Position>) -> &str {
        &self.as_str()[..self.offset(range.end)]
    }
}

impl<T: AsRef<str>> Index<Range<Position>> for Url<T> {
    type Output = str;

    fn index(&self, range: Range<Position>) -> &str {
        &self.as_str()[self.offset(range.start)..self.offset(range.end)]
    }
}
