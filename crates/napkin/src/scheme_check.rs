//! What a scheme demands of a URI beyond the generic syntax, as far as the fact table knows.
//!
//! Parsing never asks this: a URI that breaks its scheme's rules is still a URI.

use crate::error::ParseError;
use crate::fault::{ErrorKind, Part};
use crate::reference::Reference;
use crate::scheme::{HostFact, Scheme};
use crate::text::Text;
use crate::uri::Uri;

impl Reference<'_> {
    /// Checks this reference against the [facts](crate::scheme::FACTS) about its scheme, by the edition that
    /// read it (RFC 3986 §3.2.2). A reference without a scheme passes.
    ///
    /// # Errors
    ///
    /// [`MissingHost`](ErrorKind::MissingHost), if the scheme needs a host and there is none, or an
    /// empty one.
    ///
    /// ```
    /// use napkin::edition::RFC2396;
    ///
    /// let error = RFC2396.parse("http:x")?.check_scheme().unwrap_err();
    /// assert_eq!(error.kind(), napkin::ErrorKind::MissingHost);
    /// assert_eq!((error.offset(), error.edition().name), (5, "rfc2396"));
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn check_scheme(&self) -> Result<(), ParseError> {
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
}

impl<'i, 'o, T: Text<'i, 'o>> Uri<T> {
    /// Checks this URI against the [facts](crate::scheme::FACTS) about its scheme (RFC 3986 §3.2.2).
    ///
    /// # Errors
    ///
    /// [`MissingHost`](ErrorKind::MissingHost), if the scheme needs a host and there is none, or an
    /// empty one.
    ///
    /// ```
    /// assert!(napkin::uri!("file:///etc/motd").check_scheme().is_ok());
    /// let error = napkin::uri!("http:///x").check_scheme().unwrap_err();
    /// assert_eq!((error.kind(), error.offset()), (napkin::ErrorKind::MissingHost, 7));
    /// ```
    pub fn check_scheme(&'i self) -> Result<(), ParseError> {
        Reference::from(self).check_scheme()
    }
}
