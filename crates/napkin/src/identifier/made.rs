//! Making identifiers from text, and changing the type that holds the text.

#[cfg(feature = "alloc")]
use alloc::string::String;

use super::grammar::{Absolute, Grammar, Internationalized, Uniform, WithScheme};
use super::{AbsoluteIri, AbsoluteUri, Identifier, Iri, IriRef, Refused, Uri, UriRef};
use crate::components::Components;
use crate::error::ParseError;
use crate::parse;

/// The bytes as text; parsed bytes are always UTF-8.
fn text_of(bytes: &[u8]) -> &str {
    core::str::from_utf8(bytes).unwrap_or_default()
}

impl<'a, G: Grammar<Text = &'a str>> Identifier<G> {
    /// Parses a text by the grammar, without allocating.
    ///
    /// # Errors
    ///
    /// The first fault in reading order, with its part, place and rule.
    #[inline]
    pub fn parse(text: &'a str) -> Result<Self, ParseError> {
        let make = |components| Self::wrap(text, components);
        parse::parse_by(G::EDITION, text.as_bytes(), G::START, make)
    }

    /// Parses bytes of any encoding by the grammar; non-ASCII bytes are not valid in a URI.
    ///
    /// # Errors
    ///
    /// The first fault in reading order, with its part, place and rule.
    // Inlined into a loop that looks for lines, the parser would take the registers of the loop.
    #[inline(never)]
    pub fn parse_bytes(bytes: &'a [u8]) -> Result<Self, ParseError> {
        let make = |components| Self::wrap(text_of(bytes), components);
        parse::parse_by(G::EDITION, bytes, G::START, make)
    }
}

impl<G: Grammar> Identifier<G> {
    /// A reference of the family, if it matches the start rule too.
    pub(crate) fn of(text: G::Text, components: Components) -> Result<Self, ParseError>
    where
        G::Text: AsRef<str>,
    {
        parse::exact::check_start(G::EDITION, text.as_ref().len(), &components, G::START)?;
        Ok(Self::wrap(text, components))
    }
}

impl<G: Grammar<Text: AsRef<str>>> Identifier<G> {
    /// The text, whatever holds it.
    pub(crate) fn raw(&self) -> &str {
        self.0.text().as_ref()
    }

    /// Parses a text of any type, and keeps the text.
    ///
    /// # Errors
    ///
    /// The first fault in reading order, together with the text.
    pub fn new(text: G::Text) -> Result<Self, Refused<G::Text>> {
        match parse::parse_by(G::EDITION, text.as_ref().as_bytes(), G::START, |found| found) {
            Ok(components) => Ok(Self::wrap(text, components)),
            Err(error) => Err(Refused::new(error, text)),
        }
    }

    /// This identifier with its text converted to another type, such as `String` to `Arc<str>`.
    #[must_use = "the result holds the text"]
    pub fn convert<U: From<G::Text>>(self) -> Identifier<G::With<U>> {
        let components = *self.components();
        Identifier::wrap(self.into_text().into(), components)
    }

    /// This identifier with an owned copy of the text.
    #[cfg(feature = "alloc")]
    #[must_use = "the original stays as it was"]
    pub fn to_owned(&self) -> Identifier<G::With<String>> {
        Identifier::wrap(self.raw().into(), *self.components())
    }

    /// This identifier with its text as `&str`: access to the parts in code that is generic over the text.
    ///
    /// ```
    /// use napkin::Uri;
    ///
    /// fn host<T: AsRef<str>>(uri: &Uri<T>) -> Option<&str> {
    ///     Some(uri.view().host()?.as_str())
    /// }
    /// assert_eq!(host(&napkin::uri!("http://h/").to_owned()), Some("h"));
    /// ```
    pub fn view(&self) -> Identifier<G::With<&str>> {
        Identifier::wrap(self.raw(), *self.components())
    }
}

// A trait method cannot be called at compile time, so each grammar is written out.

impl<'a> UriRef<&'a str> {
    /// Parses a URI-reference at compile time; [`uri_ref!`](crate::uri_ref!) is the short way.
    ///
    /// # Errors
    ///
    /// The first fault in reading order, with its part, place and rule.
    pub const fn parse_const(text: &'a str) -> Result<Self, ParseError> {
        match parse_const::<Uniform<&str>>(text) {
            Ok(components) => Ok(Self(Uniform::new(text, components))),
            Err(error) => Err(error),
        }
    }
}

impl<'a> Uri<&'a str> {
    /// Parses a URI at compile time; [`uri!`](crate::uri!) is the short way.
    ///
    /// # Errors
    ///
    /// The first fault in reading order, with its part, place and rule.
    pub const fn parse_const(text: &'a str) -> Result<Self, ParseError> {
        match parse_const::<WithScheme<Uniform<&str>>>(text) {
            Ok(components) => Ok(with_scheme(Identifier(Uniform::new(text, components)))),
            Err(error) => Err(error),
        }
    }
}

impl<'a> AbsoluteUri<&'a str> {
    /// Parses an absolute-URI at compile time; [`absolute_uri!`](crate::absolute_uri!) is the short way.
    ///
    /// # Errors
    ///
    /// The first fault in reading order, with its part, place and rule.
    pub const fn parse_const(text: &'a str) -> Result<Self, ParseError> {
        match parse_const::<Absolute<Uniform<&str>>>(text) {
            Ok(components) => Ok(absolute(Identifier(Uniform::new(text, components)))),
            Err(error) => Err(error),
        }
    }
}

impl<'a> IriRef<&'a str> {
    /// Parses an IRI-reference at compile time; [`iri_ref!`](crate::iri_ref!) is the short way.
    ///
    /// # Errors
    ///
    /// The first fault in reading order, with its part, place and rule.
    pub const fn parse_const(text: &'a str) -> Result<Self, ParseError> {
        match parse_const::<Internationalized<&str>>(text) {
            Ok(components) => Ok(Self(Internationalized::new(text, components))),
            Err(error) => Err(error),
        }
    }
}

impl<'a> Iri<&'a str> {
    /// Parses an IRI at compile time; [`iri!`](crate::iri!) is the short way.
    ///
    /// # Errors
    ///
    /// The first fault in reading order, with its part, place and rule.
    pub const fn parse_const(text: &'a str) -> Result<Self, ParseError> {
        match parse_const::<WithScheme<Internationalized<&str>>>(text) {
            Ok(components) => Ok(with_scheme(Identifier(Internationalized::new(text, components)))),
            Err(error) => Err(error),
        }
    }
}

impl<'a> AbsoluteIri<&'a str> {
    /// Parses an absolute-IRI at compile time; [`absolute_iri!`](crate::absolute_iri!) is the short way.
    ///
    /// # Errors
    ///
    /// The first fault in reading order, with its part, place and rule.
    pub const fn parse_const(text: &'a str) -> Result<Self, ParseError> {
        match parse_const::<Absolute<Internationalized<&str>>>(text) {
            Ok(components) => Ok(absolute(Identifier(Internationalized::new(text, components)))),
            Err(error) => Err(error),
        }
    }
}

const fn with_scheme<S: Copy>(reference: Identifier<S>) -> Identifier<WithScheme<S>> {
    Identifier(WithScheme(reference))
}

const fn absolute<S: Copy>(reference: Identifier<S>) -> Identifier<Absolute<S>> {
    Identifier(Absolute(with_scheme(reference)))
}

const fn parse_const<G: Grammar>(text: &str) -> Result<Components, ParseError> {
    parse::exact::parse_const(G::EDITION, text.as_bytes(), G::START)
}
