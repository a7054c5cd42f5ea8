//! What a scheme demands of a URI beyond the generic syntax, as far as the fact table knows.
//!
//! Parsing never asks this: a URI that breaks its scheme's rules is still a URI.

use crate::edition::RFC3986;
use crate::error::ParseError;
use crate::fault::{ErrorKind, Part};
use crate::scheme::HostFact;
use crate::text::Text;
use crate::uri::Uri;

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
        let required = self.scheme().facts().is_some_and(|f| f.host == HostFact::Required);
        let at = match self.host() {
            Some(host) if !host.is_empty() => return Ok(()),
            Some(_) => self.components().host_start,
            None => self.components().after_scheme(),
        };
        if required {
            Err(ParseError::new(RFC3986, ErrorKind::MissingHost, Part::Host, at as usize))
        } else {
            Ok(())
        }
    }
}
