//! Conversions to a type with a weaker promise. Every URI is an IRI (RFC 3987 §1.3).

use super::text::Lend;
use super::{AbsoluteIri, AbsoluteUri, Iri, IriRef, Parsed, Uri, UriRef};

/// By value, which keeps the type of the text.
macro_rules! weaker {
    ($($from:ident => $($to:ident)*;)*) => {$($(
        impl<T> From<$from<T>> for $to<T> {
            #[inline]
            fn from(identifier: $from<T>) -> Self {
                let IriRef { text, components } = identifier.into_inner();
                Self::wrap(text, components)
            }
        }
    )*)*};
}

weaker! {
    UriRef => IriRef;
    Uri => UriRef IriRef Iri;
    AbsoluteUri => Uri UriRef IriRef Iri AbsoluteIri;
    Iri => IriRef;
    AbsoluteIri => Iri IriRef;
}

/// From a borrow, over the borrowed text.
macro_rules! borrowed {
    ($($from:ident => $($to:ident)*;)*) => {$($(
        impl<'i, 'o, T: Lend<'i, 'o>> From<&'i $from<T>> for $to<&'o str> {
            #[inline]
            fn from(identifier: &'i $from<T>) -> Self {
                Self::wrap(identifier.as_str(), *identifier.components())
            }
        }
    )*)*};
}

borrowed! {
    IriRef => IriRef;
    UriRef => UriRef IriRef;
    Uri => Uri UriRef IriRef Iri;
    AbsoluteUri => AbsoluteUri Uri UriRef IriRef Iri AbsoluteIri;
    Iri => Iri IriRef;
    AbsoluteIri => AbsoluteIri Iri IriRef;
}

/// To a base: without the fragment.
macro_rules! absolute {
    ($($from:ident => $($to:ident)*;)*) => {$($(
        impl<'a> From<$from<&'a str>> for $to<&'a str> {
            /// The identifier without its fragment, as resolution takes a base (RFC 3986 §5.1).
            #[inline]
            fn from(identifier: $from<&'a str>) -> Self {
                identifier.without_fragment().into()
            }
        }

        impl<'i, 'o, T: Lend<'i, 'o>> From<&'i $from<T>> for $to<&'o str> {
            /// The identifier without its fragment, as resolution takes a base (RFC 3986 §5.1).
            #[inline]
            fn from(identifier: &'i $from<T>) -> Self {
                identifier.without_fragment().into()
            }
        }
    )*)*};
}

absolute! {
    Uri => AbsoluteUri AbsoluteIri;
    Iri => AbsoluteIri;
}

impl<T> Uri<T> {
    /// This URI as a reference.
    ///
    /// ```
    /// use napkin::{UriRef, uri};
    ///
    /// let references: [UriRef<&str>; 2] = [uri!("http://h/").into_ref(), napkin::uri_ref!("../a")];
    /// assert!(!references[0].is_relative_ref() && references[1].is_relative_ref());
    /// ```
    #[inline]
    pub fn into_ref(self) -> UriRef<T> {
        self.0
    }
}

impl<T> Iri<T> {
    /// This IRI as a reference.
    ///
    /// ```
    /// assert_eq!(napkin::iri!("http://h/é").into_ref(), napkin::iri_ref!("http://h/é"));
    /// ```
    #[inline]
    pub fn into_ref(self) -> IriRef<T> {
        self.0
    }
}

impl<T> AbsoluteUri<T> {
    /// This URI, without the guarantee that it has no fragment.
    ///
    /// ```
    /// let base = napkin::absolute_uri!("http://h/a");
    /// assert_eq!(base.into_uri().with_fragment("top")?, "http://h/a#top");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    #[inline]
    pub fn into_uri(self) -> Uri<T> {
        self.0
    }
}

impl<T> AbsoluteIri<T> {
    /// This IRI, without the guarantee that it has no fragment.
    ///
    /// ```
    /// let base = napkin::absolute_iri!("http://h/é");
    /// assert_eq!(base.into_iri().with_fragment("à")?, "http://h/é#à");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    #[inline]
    pub fn into_iri(self) -> Iri<T> {
        self.0
    }
}
