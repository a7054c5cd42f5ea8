//! Display, and comparison by text, which is the standard's *equals*.

use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};

use super::Url;

impl<T: AsRef<str>> fmt::Display for Url<T> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.as_str(), f)
    }
}

impl<T: AsRef<str>> Url<T> {
    /// The URL for display: `***` in place of the password. `redacted` of `napkin` also hides the secrets that some schemes
    /// hold, and `secrets::redacted` of `napkin-schemes` tokens and parameters too.
    ///
    /// ```
    /// use napkin_url::Url;
    ///
    /// let url = Url::parse("https://ann:secret@example.com/a")?;
    /// assert_eq!(url.redacted().to_string(), "https://ann:***@example.com/a");
    /// assert_eq!(Url::parse("https://example.com/")?.redacted().to_string(), "https://example.com/");
    /// # Ok::<(), napkin_url::ParseError>(())
    /// ```
    pub fn redacted(&self) -> Redacted<'_> {
        let text = self.as_str();
        let password = self.password().and_then(|_| {
            let (start, end) = (self.parts.username_end + 1, self.parts.host_start - 1);
            Some((text.get(..start as usize)?, text.get(end as usize..)?))
        });
        Redacted { text, password }
    }
}

/// A URL that hides its password. Made by [`Url::redacted`].
#[derive(Clone, Copy)]
#[must_use = "it is shown by `Display`"]
pub struct Redacted<'a> {
    text: &'a str,
    /// What is before and behind the password.
    password: Option<(&'a str, &'a str)>,
}

impl fmt::Display for Redacted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.password {
            Some((before, behind)) => write!(f, "{before}***{behind}"),
            None => f.write_str(self.text),
        }
    }
}

impl fmt::Debug for Redacted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<T: AsRef<str>> fmt::Debug for Url<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Url")
            .field("scheme", &self.scheme())
            .field("cannot_be_a_base", &self.cannot_be_a_base())
            .field("username", &self.username())
            .field("password", &self.password())
            .field("host", &self.host())
            .field("port", &self.port())
            .field("path", &self.path())
            .field("query", &self.query())
            .field("fragment", &self.fragment())
            .finish()
    }
}

impl<T: AsRef<str>> PartialEq for Url<T> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl<T: AsRef<str>> Eq for Url<T> {}

impl<T: AsRef<str>> PartialOrd for Url<T> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T: AsRef<str>> Ord for Url<T> {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_str().cmp(other.as_str())
    }
}

impl<T: AsRef<str>> Hash for Url<T> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}
