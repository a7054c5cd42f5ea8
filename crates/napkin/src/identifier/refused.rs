//! A rejected text with the error.

use core::fmt;

use crate::error::{Diagnosis, ParseError};

/// A text that could not be parsed, with the error. Made by [`Uri::try_keep`](crate::Uri::try_keep) and its like.
///
/// ```
/// let refused = napkin::Uri::try_keep(String::from("http://a b/")).unwrap_err();
/// assert_eq!((refused.error.offset(), refused.text.as_str()), (8, "http://a b/"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Refused<T> {
    /// The error.
    pub error: ParseError,
    /// The text.
    pub text: T,
}

impl<T> Refused<T> {
    pub(super) const fn new(error: ParseError, text: T) -> Self {
        Self { error, text }
    }
}

impl<T> fmt::Display for Refused<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl<T: fmt::Debug> core::error::Error for Refused<T> {}

impl<T: AsRef<str>> Refused<T> {
    /// Formats the error with the text: a caret under the fault, and what to write instead.
    ///
    /// ```
    /// let refused = napkin::Uri::try_keep(String::from("http://h/a b")).unwrap_err();
    /// assert!(refused.diagnose().to_string().ends_with("^ write it as %20"));
    /// ```
    pub fn diagnose(&self) -> Diagnosis<'_> {
        self.error.diagnose(self.text.as_ref())
    }
}

impl<T> From<Refused<T>> for ParseError {
    fn from(refused: Refused<T>) -> Self {
        refused.error
    }
}
