//! The comparison ladder (RFC 3986 §6.2): at which level two URIs are equivalent.

mod below;

use alloc::string::String;
use core::cmp::Ordering;

use crate::identifier::text::Text;
use crate::identifier::{IriRef, UriRef};
use crate::level::Level;
use crate::normalize::{Normalizer, is_normal};
use crate::object::{Object, are_equal, key, order};
use crate::reference::Reference;

macro_rules! compared {
    ($type:ident) => {
        impl<T: Text> $type<T> {
            /// The lowest level of the ladder at which this and `other` are equivalent, if there is one.
            ///
            /// Two are equivalent if their normal forms at that level are the same text. `None` does not prove that
            /// the two identify different resources, which no comparison can (§6.1).
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
            pub fn equivalent_at<U: Text>(&self, other: &$type<U>) -> Option<Level> {
                Reference::from(self).equivalent_at(&Reference::from(other))
            }

            /// Like [`equivalent_at`](Self::equivalent_at), with known redirects; see [`Normalizer::observed`].
            ///
            /// ```
            /// use napkin::{Level, uri};
            ///
            /// let (a, b) = (uri!("http://h/data"), uri!("http://h/data/"));
            /// assert_eq!(a.equivalent_at(&b), None);
            /// let redirects = [("http://h/data", "http://h/data/")];
            /// assert_eq!(a.equivalent_with(&b, &redirects), Some(Level::Protocol));
            /// ```
            pub fn equivalent_with<U: Text>(
                &self,
                other: &$type<U>,
                redirects: &[(&str, &str)],
            ) -> Option<Level> {
                Reference::from(self).equivalent_with(&Reference::from(other), redirects)
            }
        }
    };
}

compared! { UriRef }
compared! { IriRef }

impl Reference<'_> {
    /// The lowest level at which two references of one edition are equivalent, as far as the edition defines equivalence.
    /// `None` if they are not equivalent, or if their editions differ. Relative references are compared by their
    /// [normal forms](Reference::normalize), which need no base.
    ///
    /// ```
    /// use napkin::{Level, edition::{DRAFT2003, RFC3986}};
    ///
    /// let (a, b) = ("http://h/%2D", "http://h/-");
    /// assert_eq!(DRAFT2003.parse(a)?.equivalent_at(&DRAFT2003.parse(b)?), None);
    /// assert_eq!(RFC3986.parse(a)?.equivalent_at(&RFC3986.parse(b)?), Some(Level::Percent));
    /// assert_eq!(RFC3986.parse("a/./b")?.equivalent_at(&RFC3986.parse("a/b")?), Some(Level::Path));
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn equivalent_at(&self, other: &Reference<'_>) -> Option<Level> {
        Normalizer::new(Level::Protocol).equivalent_at(*self, *other)
    }

    /// Like [`equivalent_at`](Self::equivalent_at), with known redirects.
    pub fn equivalent_with(
        &self,
        other: &Reference<'_>,
        redirects: &[(&str, &str)],
    ) -> Option<Level> {
        let normalizer = Normalizer::new(Level::Protocol);
        let redirects = normalizer.redirects(self.edition(), redirects.iter().copied());
        normalizer.observed(&redirects).equivalent_at(*self, *other)
    }
}

impl Normalizer<'_> {
    /// The lowest level, up to this level, at which two URIs of one edition are equivalent with the redirects and
    /// schemes that this normalizer knows. `None` as in [`Reference::equivalent_at`].
    ///
    /// ```
    /// use napkin::{Level, Normalizer, uri};
    ///
    /// let (a, b) = (uri!("http://h:80/"), uri!("http://h/"));
    /// let up_to = |level| Normalizer::new(level).equivalent_at(&a, &b);
    /// assert_eq!((up_to(Level::Syntax), up_to(Level::Scheme)), (None, Some(Level::Scheme)));
    /// ```
    pub fn equivalent_at<'a, 'b>(
        &self,
        a: impl Into<Reference<'a>>,
        b: impl Into<Reference<'b>>,
    ) -> Option<Level> {
        let (a, b) = (a.into(), b.into());
        if a.edition() != b.edition() {
            return None;
        }
        if a.edition().holds_components() {
            return self.equal_components_at(a, b);
        }
        if a.is_relative_ref() != b.is_relative_ref() {
            return None;
        }
        // Equal texts are equal on the lowest level. If both are already in normal form, every level leaves them
        // unchanged, unless the normalizer knows redirects or schemes.
        if a.as_str() == b.as_str() {
            return Some(Level::Simple);
        }
        let is_final = |uri: &Reference<'_>| self.knows_nothing_more() && is_normal(uri);
        let [a_is_final, b_is_final] = [&a, &b].map(is_final);
        if a_is_final && b_is_final {
            return None;
        }
        // Search from the bottom: URIs equal on one level can differ on a higher one. Decoding makes a dot segment
        // of `%2E%2E`, so `/a/%2E%2E/..` and `/a/` are equal at `path` and not at `syntax`.
        let levels = Level::ALL.into_iter().skip(1);
        levels.filter(|&level| self.level().includes(level)).find(|&level| {
            let normalizer = self.at(level);
            let by_scheme = self
                .same_to_scheme
                .filter(|_| level == Level::Scheme && !a.is_relative_ref())
                .filter(|_| normalizer.asks_schemes(a.edition()));
            if let Some(same) = by_scheme.and_then(|same_to_scheme| same_to_scheme(a, b)) {
                return same;
            }
            match (a_is_final, b_is_final) {
                (true, _) => normalizer.normalize_reference(b).is_ok_and(|b| b == a.as_str()),
                (_, true) => normalizer.normalize_reference(a).is_ok_and(|a| a == b.as_str()),
                _ => {
                    let normals =
                        (normalizer.normalize_reference(a), normalizer.normalize_reference(b));
                    matches!(normals, (Ok(a), Ok(b)) if a == b)
                }
            }
        })
    }

    /// The lowest level at which the components are equal: as they are, or with normalized paths.
    fn equal_components_at(&self, a: Reference<'_>, b: Reference<'_>) -> Option<Level> {
        let (a, b) = (Object::of(a), Object::of(b));
        if are_equal(&a, &b) {
            return Some(Level::Simple);
        }
        let same =
            self.level().includes(Level::Path) && are_equal(&a.normalized(), &b.normalized());
        same.then_some(Level::Path)
    }
}

impl Reference<'_> {
    /// The order of two references, as java.net.URI compares them; `None` if the edition does not compare
    /// components. Two references are equal here if [`equivalent_at`](Self::equivalent_at) returns
    /// [`Level::Simple`], except a server and a registry name with the same text.
    ///
    /// ```
    /// use core::cmp::Ordering;
    /// use napkin::edition::{JAVA, RFC3986};
    ///
    /// let (a, b) = (JAVA.parse("http://H:080/%c3")?, JAVA.parse("HTTP://h:80/%C3")?);
    /// assert_eq!(a.component_order(&b), Some(Ordering::Equal));
    /// assert_eq!(RFC3986.parse("a")?.component_order(&RFC3986.parse("b")?), None);
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    #[doc(hidden)]
    pub fn component_order(&self, other: &Reference<'_>) -> Option<Ordering> {
        let holds = self.edition() == other.edition() && self.edition().holds_components();
        holds.then(|| order(&Object::of(*self), &Object::of(*other)))
    }

    /// A text that two references share if and only if java.net.URI takes them for equal; `None` if the edition does
    /// not compare components. It groups references as Java's `HashSet` does. It is no URI.
    ///
    /// ```
    /// use napkin::edition::JAVA;
    ///
    /// let key = |text| JAVA.parse(text).unwrap().component_key().unwrap();
    /// assert_eq!(key("http://H:080/%c3"), key("HTTP://h:80/%C3"));
    /// assert_ne!(key("http://h/"), key("http://h"));
    /// ```
    #[doc(hidden)]
    pub fn component_key(&self) -> Option<String> {
        self.edition().holds_components().then(|| key(&Object::of(*self)))
    }
}
