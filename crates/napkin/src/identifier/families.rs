//! Conversions between the families: every URI is an IRI, and an ASCII IRI is a URI (RFC 3987 §1.3).

use super::grammar::{Absolute, Includes, WithScheme};
use super::{
    AbsoluteIri, AbsoluteUri, Family, Grammar, Identifier, Iri, IriRef, Refused, Uri, UriRef,
};
use crate::error::ParseError;
use crate::identifier::text::Text;

impl<T> From<UriRef<T>> for IriRef<T> {
    fn from(reference: UriRef<T>) -> Self {
        reference.0.0
    }
}

impl<T> From<Uri<T>> for Iri<T> {
    fn from(uri: Uri<T>) -> Self {
        Self(WithScheme(uri.into_ref().into()))
    }
}

impl<T> From<Uri<T>> for IriRef<T> {
    fn from(uri: Uri<T>) -> Self {
        uri.into_ref().into()
    }
}

impl<T> From<AbsoluteUri<T>> for AbsoluteIri<T> {
    fn from(uri: AbsoluteUri<T>) -> Self {
        Self(Absolute(uri.into_uri().into()))
    }
}

impl<T> From<AbsoluteUri<T>> for Iri<T> {
    fn from(uri: AbsoluteUri<T>) -> Self {
        uri.into_uri().into()
    }
}

impl<T> From<AbsoluteUri<T>> for IriRef<T> {
    fn from(uri: AbsoluteUri<T>) -> Self {
        uri.into_uri().into()
    }
}

impl<'a> From<Uri<&'a str>> for AbsoluteIri<&'a str> {
    /// The URI without its fragment, as resolution takes a base (RFC 3986 §5.1).
    fn from(uri: Uri<&'a str>) -> Self {
        uri.without_fragment().into()
    }
}

// Of a borrowed identifier, over its text: within a family, and from URIs to IRIs.

impl<'a, 'i, 'o: 'a, R, S> From<&'i Identifier<R>> for Identifier<S>
where
    R: Family<Text: Text<'i, 'o>>,
    S: Includes<R> + Grammar<Text = &'a str>,
{
    fn from(reference: &'i Identifier<R>) -> Self {
        Self::wrap(reference.as_str(), *reference.components())
    }
}

impl<'a, 'i, 'o: 'a, R, S> From<&'i Identifier<WithScheme<R>>> for Identifier<WithScheme<S>>
where
    R: Family<Text: Text<'i, 'o>>,
    S: Includes<R> + Grammar<Text = &'a str>,
{
    fn from(identifier: &'i Identifier<WithScheme<R>>) -> Self {
        Self::wrap(identifier.as_str(), *identifier.components())
    }
}

impl<'a, 'i, 'o: 'a, R, S> From<&'i Identifier<Absolute<R>>> for Identifier<Absolute<S>>
where
    R: Family<Text: Text<'i, 'o>>,
    S: Includes<R> + Grammar<Text = &'a str>,
{
    fn from(identifier: &'i Identifier<Absolute<R>>) -> Self {
        Self::wrap(identifier.as_str(), *identifier.components())
    }
}

impl<'a, 'i, 'o: 'a, R, S> From<&'i Identifier<WithScheme<R>>> for Identifier<Absolute<S>>
where
    R: Family<Text: Text<'i, 'o>>,
    S: Includes<R> + Grammar<Text = &'a str>,
{
    /// The identifier without its fragment, as resolution takes a base (RFC 3986 §5.1).
    fn from(identifier: &'i Identifier<WithScheme<R>>) -> Self {
        let end = identifier.components().query_end as usize;
        let text = identifier.as_str();
        Self::wrap(text.get(..end).unwrap_or(text), *identifier.components())
    }
}

// An ASCII IRI is a URI with the same parts. Parsing any other as a URI finds the offset of the first non-ASCII
// character.

impl<T: AsRef<str>> TryFrom<IriRef<T>> for UriRef<T> {
    type Error = Refused<T>;

    /// The reference, if it is in ASCII.
    fn try_from(reference: IriRef<T>) -> Result<Self, Refused<T>> {
        in_ascii(reference)
    }
}

impl<T: AsRef<str>> TryFrom<Iri<T>> for Uri<T> {
    type Error = Refused<T>;

    /// The IRI, if it is in ASCII.
    fn try_from(iri: Iri<T>) -> Result<Self, Refused<T>> {
        in_ascii(iri)
    }
}

impl<T: AsRef<str>> TryFrom<AbsoluteIri<T>> for AbsoluteUri<T> {
    type Error = Refused<T>;

    /// The IRI, if it is in ASCII.
    fn try_from(iri: AbsoluteIri<T>) -> Result<Self, Refused<T>> {
        in_ascii(iri)
    }
}

impl<'a, 'i, 'o: 'a, T: Text<'i, 'o>> TryFrom<&'i IriRef<T>> for UriRef<&'a str> {
    type Error = ParseError;

    /// The reference, if it is in ASCII.
    fn try_from(reference: &'i IriRef<T>) -> Result<Self, ParseError> {
        Ok(in_ascii(reference.as_borrowed())?)
    }
}

impl<'a, 'i, 'o: 'a, T: Text<'i, 'o>> TryFrom<&'i Iri<T>> for Uri<&'a str> {
    type Error = ParseError;

    /// The IRI, if it is in ASCII.
    fn try_from(iri: &'i Iri<T>) -> Result<Self, ParseError> {
        Ok(in_ascii(iri.as_borrowed())?)
    }
}

impl<'a, 'i, 'o: 'a, T: Text<'i, 'o>> TryFrom<&'i AbsoluteIri<T>> for AbsoluteUri<&'a str> {
    type Error = ParseError;

    /// The IRI, if it is in ASCII.
    fn try_from(iri: &'i AbsoluteIri<T>) -> Result<Self, ParseError> {
        Ok(in_ascii(iri.as_borrowed())?)
    }
}

fn in_ascii<G, H, T: AsRef<str>>(iri: Identifier<G>) -> Result<Identifier<H>, Refused<T>>
where
    G: Grammar<Text = T>,
    H: Grammar<Text = T>,
{
    if iri.raw().is_ascii() {
        let components = *iri.components();
        Ok(Identifier::wrap(iri.into_text(), components))
    } else {
        Identifier::new(iri.into_text())
    }
}
