//! The comparison ladder (RFC 3986 §6.2): at which rung two URIs are equivalent.

use crate::normalize::{Level, Normalizer};
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
        redirects: &[(Uri<&str>, Uri<&str>)],
    ) -> Option<Level> {
        // Not from the top: a rung need not keep what a lower one calls equal. Decoding makes a dot
        // segment of `%2E%2E`, so `/a/%2E%2E/..` and `/a/` are equal at `path` and not at `syntax`.
        Level::ALL.into_iter().find(|&level| {
            let normalizer = Normalizer::new(level).observed(redirects);
            normalizer.normalize(self) == normalizer.normalize(other)
        })
    }
}
