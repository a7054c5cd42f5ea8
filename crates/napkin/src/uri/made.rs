//! How the three types are made from text, and over which text.
//!
//! They differ in the rule that the text has to match: `START` of each.

#[cfg(feature = "alloc")]
use alloc::string::String;

use super::{AbsoluteUri, Refused, Uri, UriRef};
use crate::components::Components;
use crate::error::ParseError;
use crate::parse::{self, Start};

/// The text that bytes are, if they parsed: then they are ASCII.
fn text_of(bytes: &[u8]) -> &str {
    core::str::from_utf8(bytes).unwrap_or_default()
}

/// The components of a text that matches the rule, or the text back with the fault.
fn components_of<T: AsRef<str>>(text: T, start: Start) -> Result<(T, Components), Refused<T>> {
    match parse::parse(text.as_ref().as_bytes(), start, |components| components) {
        Ok(components) => Ok((text, components)),
        Err(error) => Err(Refused { error, text }),
    }
}

const fn components_of_const(text: &str, start: Start) -> Result<Components, ParseError> {
    parse::exact::parse_const(text.as_bytes(), start)
}

impl<'a> UriRef<&'a str> {
    /// Parses a URI-reference by RFC 3986, without allocating.
    ///
    /// # Errors
    ///
    /// The first fault in reading order, with its part, place and rule.
    #[inline]
    pub fn parse(text: &'a str) -> Result<Self, ParseError> {
        parse::parse(text.as_bytes(), Self::START, |components| Self::wrap(text, components))
    }

    /// Parses bytes of any encoding by RFC 3986; what is not ASCII is not valid.
    ///
    /// # Errors
    ///
    /// The first fault in reading order, with its part, place and rule.
    pub fn parse_bytes(bytes: &'a [u8]) -> Result<Self, ParseError> {
        parse::parse(bytes, Self::START, |components| Self::wrap(text_of(bytes), components))
    }

    /// Parses a URI-reference at compile time; [`uri_ref!`](crate::uri_ref!) is the short way.
    ///
    /// # Errors
    ///
    /// The first fault in reading order, with its part, place and rule.
    pub const fn parse_const(text: &'a str) -> Result<Self, ParseError> {
        match components_of_const(text, Self::START) {
            Ok(components) => Ok(Self::wrap(text, components)),
            Err(error) => Err(error),
        }
    }
}

impl<T: AsRef<str>> UriRef<T> {
    /// Parses a URI-reference in a text of any type, and keeps the text.
    ///
    /// # Errors
    ///
    /// The first fault in reading order; the text comes back with it.
    pub fn new(text: T) -> Result<Self, Refused<T>> {
        components_of(text, Self::START).map(|(text, components)| Self::wrap(text, components))
    }

    /// The same over another type of text, such as `Arc<str>` for `String`.
    #[must_use = "the result holds the text"]
    pub fn convert<U: From<T>>(self) -> UriRef<U> {
        let components = *self.components();
        UriRef::wrap(self.into_text().into(), components)
    }

    /// The same over an owned copy of the text.
    #[cfg(feature = "alloc")]
    #[must_use = "the original stays as it was"]
    pub fn to_owned(&self) -> UriRef<String> {
        UriRef::wrap(self.raw().into(), *self.components())
    }

    /// The same over the text as `&str`: the way to the parts in code that is generic over the text.
    pub fn view(&self) -> UriRef<&str> {
        UriRef::wrap(self.raw(), *self.components())
    }
}

impl<'a> Uri<&'a str> {
    /// Parses a URI by RFC 3986, without allocating.
    ///
    /// # Errors
    ///
    /// The first fault in reading order, with its part, place and rule.
    #[inline]
    pub fn parse(text: &'a str) -> Result<Self, ParseError> {
        parse::parse(text.as_bytes(), Self::START, |components| Self::wrap(text, components))
    }

    /// Parses bytes of any encoding by RFC 3986; what is not ASCII is not valid.
    ///
    /// # Errors
    ///
    /// The first fault in reading order, with its part, place and rule.
    pub fn parse_bytes(bytes: &'a [u8]) -> Result<Self, ParseError> {
        parse::parse(bytes, Self::START, |components| Self::wrap(text_of(bytes), components))
    }

    /// Parses a URI at compile time; [`uri!`](crate::uri!) is the short way.
    ///
    /// # Errors
    ///
    /// The first fault in reading order, with its part, place and rule.
    pub const fn parse_const(text: &'a str) -> Result<Self, ParseError> {
        match components_of_const(text, Self::START) {
            Ok(components) => Ok(Self::wrap(text, components)),
            Err(error) => Err(error),
        }
    }
}

impl<T: AsRef<str>> Uri<T> {
    /// Parses a URI in a text of any type, and keeps the text.
    ///
    /// # Errors
    ///
    /// The first fault in reading order; the text comes back with it.
    pub fn new(text: T) -> Result<Self, Refused<T>> {
        components_of(text, Self::START).map(|(text, components)| Self::wrap(text, components))
    }

    /// The same over another type of text, such as `Arc<str>` for `String`.
    #[must_use = "the result holds the text"]
    pub fn convert<U: From<T>>(self) -> Uri<U> {
        let components = *self.components();
        Uri::wrap(self.into_text().into(), components)
    }

    /// The same over an owned copy of the text.
    #[cfg(feature = "alloc")]
    #[must_use = "the original stays as it was"]
    pub fn to_owned(&self) -> Uri<String> {
        Uri::wrap(self.raw().into(), *self.components())
    }

    /// The same over the text as `&str`: the way to the parts in code that is generic over the text.
    ///
    /// ```
    /// use napkin::Uri;
    ///
    /// fn host<T: AsRef<str>>(uri: &Uri<T>) -> Option<&str> {
    ///     Some(uri.view().host()?.as_str())
    /// }
    /// assert_eq!(host(&napkin::uri!("http://h/").to_owned()), Some("h"));
    /// ```
    pub fn view(&self) -> Uri<&str> {
        Uri::wrap(self.raw(), *self.components())
    }
}

impl<'a> AbsoluteUri<&'a str> {
    /// Parses an absolute-URI by RFC 3986, without allocating.
    ///
    /// # Errors
    ///
    /// The first fault in reading order, with its part, place and rule.
    #[inline]
    pub fn parse(text: &'a str) -> Result<Self, ParseError> {
        parse::parse(text.as_bytes(), Self::START, |components| Self::wrap(text, components))
    }

    /// Parses bytes of any encoding by RFC 3986; what is not ASCII is not valid.
    ///
    /// # Errors
    ///
    /// The first fault in reading order, with its part, place and rule.
    pub fn parse_bytes(bytes: &'a [u8]) -> Result<Self, ParseError> {
        parse::parse(bytes, Self::START, |components| Self::wrap(text_of(bytes), components))
    }

    /// Parses an absolute-URI at compile time; [`absolute_uri!`](crate::absolute_uri!) is the short way.
    ///
    /// # Errors
    ///
    /// The first fault in reading order, with its part, place and rule.
    pub const fn parse_const(text: &'a str) -> Result<Self, ParseError> {
        match components_of_const(text, Self::START) {
            Ok(components) => Ok(Self::wrap(text, components)),
            Err(error) => Err(error),
        }
    }
}

impl<T: AsRef<str>> AbsoluteUri<T> {
    /// Parses an absolute-URI in a text of any type, and keeps the text.
    ///
    /// # Errors
    ///
    /// The first fault in reading order; the text comes back with it.
    pub fn new(text: T) -> Result<Self, Refused<T>> {
        components_of(text, Self::START).map(|(text, components)| Self::wrap(text, components))
    }

    /// The same over another type of text, such as `Arc<str>` for `String`.
    #[must_use = "the result holds the text"]
    pub fn convert<U: From<T>>(self) -> AbsoluteUri<U> {
        let components = *self.components();
        AbsoluteUri::wrap(self.into_text().into(), components)
    }

    /// The same over an owned copy of the text.
    #[cfg(feature = "alloc")]
    #[must_use = "the original stays as it was"]
    pub fn to_owned(&self) -> AbsoluteUri<String> {
        AbsoluteUri::wrap(self.raw().into(), *self.components())
    }

    /// The same over the text as `&str`: the way to the parts in code that is generic over the text.
    pub fn view(&self) -> AbsoluteUri<&str> {
        AbsoluteUri::wrap(self.raw(), *self.components())
    }
}
