//! The base that `--base` gives: parsed once, and found wanting only when an input needs it.

use std::ffi::OsString;

use napkin::{AbsoluteUri, Edition, Level, ParseError, Resolver, Uri, UriRef};

use crate::failure::Failure;

/// A base URI, or why the text is none.
pub(crate) struct Base {
    text: OsString,
    edition: &'static Edition,
    uri: Result<Uri<String>, Reason>,
}

enum Reason {
    Invalid(ParseError),
    NotAbsolute,
}

impl Base {
    /// Parses the base; its fragment is dropped (RFC 3986 §5.1).
    pub(crate) fn new(text: OsString, edition: &'static Edition) -> Self {
        let uri = UriRef::parse_bytes(text.as_encoded_bytes())
            .map_err(Reason::Invalid)
            .and_then(|reference| reference.to_uri().map_err(|_| Reason::NotAbsolute))
            .map(|uri| uri.without_fragment().to_owned().into());
        Self { text, edition, uri }
    }

    /// The same, normalized by syntax before it is used (§5.2.1).
    pub(crate) fn normalized(mut self) -> Self {
        self.uri = self.uri.map(|uri| uri.normalize(Level::Syntax).convert());
        self
    }

    /// The edition that the base was parsed by.
    pub(crate) const fn edition(&self) -> &'static Edition {
        self.edition
    }

    /// The base as it is used.
    ///
    /// # Errors
    ///
    /// `invalid-base` or `base-not-absolute`.
    pub(crate) fn get(&self) -> Result<AbsoluteUri<&str>, Failure<'_>> {
        match &self.uri {
            Ok(uri) => Ok(uri.without_fragment()),
            Err(Reason::Invalid(error)) => {
                let reason = Failure::refused(*error, self.text.as_encoded_bytes());
                Err(reason.because("invalid-base", "5.1", "the base is not valid: "))
            }
            Err(Reason::NotAbsolute) => {
                let message = format!(
                    "the base has no scheme, so nothing can be resolved against it ({} section 5.1)",
                    self.edition.title
                );
                Err(Failure::new("base-not-absolute", "5.1", message))
            }
        }
    }

    /// Resolution against this base.
    ///
    /// # Errors
    ///
    /// `invalid-base` or `base-not-absolute`.
    pub(crate) fn resolver(&self) -> Result<Resolver<'_>, Failure<'_>> {
        self.get().map(Resolver::new)
    }
}
