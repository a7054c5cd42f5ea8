//! The comparison ladder (RFC 3986 §6.2): at which rung two URIs are equivalent.

use crate::level::Level;
use crate::normalize::{Normalizer, is_normal};
use crate::reference::Reference;
use crate::text::Text;
use crate::uri::Uri;

impl<'i, 'o, T: Text<'i, 'o>> Uri<T> {
    /// The lowest rung of the ladder at which this URI and `other` are equivalent, if there is one.
    ///
    /// Equivalent means that the normal forms at that level are the same text. `None` does not say
    /// that the two identify different resources, which no comparison can (§6.1).
    ///
    /// ```
    /// use napkin::{Level, uri};
    ///
    /// let uri = uri!("http://example.com/~smith");
    /// assert_eq!(uri.equivalent_at(&uri!("http://example.com/%7Esmith")), Some(Level::Percent));
    /// assert_eq!(uri.equivalent_at(&uri!("HTTP://example.com/%7esmith")), Some(Level::Syntax));
    /// assert_eq!(uri.equivalent_at(&uri!("http://example.com:80/~smith")), Some(Level::Scheme));
    /// assert_eq!(uri.equivalent_at(&uri!("http://example.com/~Smith")), None);
    /// ```
    pub fn equivalent_at<'j, 'p, U: Text<'j, 'p>>(&'i self, other: &'j Uri<U>) -> Option<Level> {
        self.equivalent_with(other, &[])
    }

    /// Like [`equivalent_at`](Self::equivalent_at), knowing redirects that were observed; see
    /// [`Normalizer::observed`].
    pub fn equivalent_with<'j, 'p, U: Text<'j, 'p>>(
        &'i self,
        other: &'j Uri<U>,
        redirects: &[(&str, &str)],
    ) -> Option<Level> {
        Reference::from(&**self).equivalent_with(&Reference::from(&**other), redirects)
    }
}

impl Reference<'_> {
    /// The lowest rung at which two URIs of one edition are equivalent, as far as the edition defines
    /// what that means; `None` where they are not, or where one is a relative reference, or they are
    /// of two editions.
    ///
    /// ```
    /// use napkin::{Level, edition::{DRAFT2003, RFC3986}};
    ///
    /// let (a, b) = ("http://h/%2D", "http://h/-");
    /// assert_eq!(DRAFT2003.parse(a)?.equivalent_at(&DRAFT2003.parse(b)?), None);
    /// assert_eq!(RFC3986.parse(a)?.equivalent_at(&RFC3986.parse(b)?), Some(Level::Percent));
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn equivalent_at(&self, other: &Reference<'_>) -> Option<Level> {
        self.equivalent_with(other, &[])
    }

    /// Like [`equivalent_at`](Self::equivalent_at), knowing redirects that were observed.
    pub fn equivalent_with(
        &self,
        other: &Reference<'_>,
        redirects: &[(&str, &str)],
    ) -> Option<Level> {
        if self.edition() != other.edition() || self.is_relative_ref() || other.is_relative_ref() {
            return None;
        }
        // Equal texts are equal on the lowest rung. Of two that are in normal form already, no rung makes
        // anything else; and without redirects, the last rung is the one before it.
        if self.as_str() == other.as_str() {
            return Some(Level::Simple);
        }
        let without_redirects = redirects.is_empty();
        if without_redirects && is_normal(self) && is_normal(other) {
            return None;
        }
        // Not from the top: a rung need not keep what a lower one calls equal. Decoding makes a dot
        // segment of `%2E%2E`, so `/a/%2E%2E/..` and `/a/` are equal at `path` and not at `syntax`.
        let rungs = Level::ALL.into_iter().skip(1);
        let mut rungs = rungs.filter(|&level| level < Level::Protocol || !without_redirects);
        rungs.find(|&level| {
            let normalizer = Normalizer::new(level).observed(redirects);
            let normals =
                (normalizer.normalize_reference(*self), normalizer.normalize_reference(*other));
            matches!(normals, (Ok(a), Ok(b)) if a == b)
        })
    }
}
