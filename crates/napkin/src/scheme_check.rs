//! The requirements of a scheme beyond the generic syntax, as far as the fact table has them.
//!
//! Parsing does not check these: a URI that breaks its scheme's rules is still a URI.

use crate::error::ParseError;
use crate::fault::{ErrorKind, Part};
use crate::identifier::text::Text;
use crate::identifier::{Iri, Uri};
use crate::reference::Reference;
use crate::scheme::{HostFact, Scheme};

impl Reference<'_> {
    /// Checks this reference against the [facts](crate::scheme::FACTS) about its scheme, by the edition that
    /// read it (RFC 3986 §3.2.2). A reference without a scheme passes.
    ///
    /// # Errors
    ///
    /// If the scheme needs a host: [`MissingSlashes`](ErrorKind::MissingSlashes) without an authority, and
    /// [`MissingHost`](ErrorKind::MissingHost) for an authority without a host.
    ///
    /// ```
    /// use napkin::edition::RFC2396;
    ///
    /// let error = RFC2396.parse("http:x")?.check_scheme().unwrap_err();
    /// assert_eq!(error.kind(), napkin::ErrorKind::MissingSlashes);
    /// assert_eq!((error.offset(), error.edition().name), (5, "rfc2396"));
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn check_scheme(&self) -> Result<(), ParseError> {
        if let Some(error) = self.missing_slashes() {
            return Err(error);
        }
        let facts = self.scheme().and_then(Scheme::facts);
        let required = facts.is_some_and(|facts| facts.host == HostFact::Required);
        let at = match self.host() {
            Some(host) if !host.is_empty() => return Ok(()),
            Some(_) => self.components().host_start,
            None => self.components().after_scheme(),
        };
        if required {
            let kind = ErrorKind::MissingHost;
            Err(ParseError::new(self.edition(), kind, Part::Host, at as usize))
        } else {
            Ok(())
        }
    }

    /// The error of a URI without an authority whose scheme needs a host. `http:example.com` is valid and its path
    /// is `example.com`, which few writers intend.
    ///
    /// ```
    /// use napkin::edition::RFC2396;
    ///
    /// let text = "http:example.com";
    /// let error = RFC2396.parse(text).unwrap().missing_slashes().unwrap();
    /// assert_eq!(error.fix(text).unwrap().text(), "//");
    /// assert!(RFC2396.parse("mailto:a@b").unwrap().missing_slashes().is_none());
    /// ```
    #[doc(hidden)]
    pub fn missing_slashes(&self) -> Option<ParseError> {
        if self.authority().is_some() {
            return None;
        }
        self.scheme().and_then(Scheme::facts).filter(|facts| facts.host == HostFact::Required)?;
        let at = self.components().after_scheme() as usize;
        // An edition may read `//` as a path if it does not know the scheme, for instance in capital letters.
        if self.as_str().get(at..).is_some_and(|rest| rest.starts_with("//")) {
            return None;
        }
        Some(ParseError::new(self.edition(), ErrorKind::MissingSlashes, Part::Authority, at))
    }
}

macro_rules! checked {
    ($type:ident) => {
        impl<T: Text> $type<T> {
            /// Checks this URI against the [facts](crate::scheme::FACTS) about its scheme (RFC 3986 §3.2.2).
            ///
            /// # Errors
            ///
            /// If the scheme needs a host: [`MissingSlashes`](ErrorKind::MissingSlashes) without an authority, and
            /// [`MissingHost`](ErrorKind::MissingHost) for an empty host.
            ///
            /// ```
            /// assert!(napkin::uri!("file:///etc/motd").check_scheme().is_ok());
            /// let error = napkin::uri!("http:///x").check_scheme().unwrap_err();
            /// assert_eq!((error.kind(), error.offset()), (napkin::ErrorKind::MissingHost, 7));
            /// let error = napkin::uri!("http:example.com").check_scheme().unwrap_err();
            /// assert_eq!((error.kind(), error.offset()), (napkin::ErrorKind::MissingSlashes, 5));
            /// ```
            pub fn check_scheme(&self) -> Result<(), ParseError> {
                Reference::from(self).check_scheme()
            }
        }
    };
}

checked! { Uri }
checked! { Iri }
