//! A base that owns its text and was parsed once, for any number of references.

use alloc::string::String;

use super::edition::EditionResolver;
use super::target::ResolveError;
use crate::components::Components;
use crate::edition::Edition;
use crate::reference::Reference;

/// A base with its text, parsed once by the rules of an edition. Made by [`Edition::base`].
#[derive(Clone, Debug)]
pub struct Base {
    edition: &'static Edition,
    text: String,
    parsed: Result<Option<Components>, ResolveError>,
}

impl Edition {
    /// A base that owns its text, and is parsed once for any number of references.
    ///
    /// ```
    /// use napkin::{Target, edition::RFC3986};
    ///
    /// let base = RFC3986.base("http://a/b/c");
    /// assert_eq!(base.resolver().resolve("../g"), Ok(Target::Uri("http://a/g".into())));
    /// assert!(RFC3986.base("b/c").resolver().resolve("g").is_err());
    /// ```
    pub fn base(&'static self, text: impl Into<String>) -> Base {
        let text = text.into();
        let parsed = self.resolver(&text).parsed();
        let parsed = parsed.map(|base| base.map(|base| *base.components()));
        Base { edition: self, text, parsed }
    }
}

impl Base {
    /// The text, as it was given.
    ///
    /// ```
    /// assert_eq!(napkin::edition::RFC3986.base("http://a/b").as_str(), "http://a/b");
    /// ```
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The edition by whose rules it was parsed.
    ///
    /// ```
    /// assert_eq!(napkin::edition::RFC1808.base("http://a/b").edition().name, "rfc1808");
    /// ```
    pub const fn edition(&self) -> &'static Edition {
        self.edition
    }

    /// Resolution against this base, as [`Edition::resolver`] has it.
    ///
    /// ```
    /// use napkin::{Target, edition::RFC1808};
    ///
    /// let base = RFC1808.base("http://a/b");
    /// assert_eq!(base.resolver().resolve("c"), Ok(Target::Uri("http://a/c".into())));
    /// ```
    pub fn resolver(&self) -> EditionResolver<'_> {
        let of = |components| Reference::wrap(self.edition, &self.text, components);
        EditionResolver::new(self.edition, &self.text, self.parsed.map(|base| base.map(of)))
    }
}
