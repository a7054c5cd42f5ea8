//! Conversion and deref from a type with a stronger guarantee to a weaker one.

use core::ops::Deref;

use super::grammar::{Absolute, Family, Internationalized, Uniform, WithScheme};
use super::{AbsoluteIri, AbsoluteUri, Identifier, Iri, Uri};

impl<T> Deref for Identifier<Uniform<T>> {
    type Target = Identifier<Internationalized<T>>;

    #[inline]
    fn deref(&self) -> &Identifier<Internationalized<T>> {
        &self.0.0
    }
}

impl<S> Deref for Identifier<WithScheme<S>> {
    type Target = Identifier<S>;

    #[inline]
    fn deref(&self) -> &Identifier<S> {
        &self.0.0
    }
}

impl<S> Deref for Identifier<Absolute<S>> {
    type Target = Identifier<WithScheme<S>>;

    #[inline]
    fn deref(&self) -> &Identifier<WithScheme<S>> {
        &self.0.0
    }
}

impl<S> Identifier<WithScheme<S>> {
    /// This identifier as a reference.
    pub fn into_ref(self) -> Identifier<S> {
        self.0.0
    }
}

impl<T> AbsoluteUri<T> {
    /// This URI, without the guarantee that it has no fragment.
    pub fn into_uri(self) -> Uri<T> {
        self.0.0
    }
}

impl<T> AbsoluteIri<T> {
    /// This IRI, without the guarantee that it has no fragment.
    pub fn into_iri(self) -> Iri<T> {
        self.0.0
    }
}

impl<S> From<Identifier<WithScheme<S>>> for Identifier<S> {
    fn from(identifier: Identifier<WithScheme<S>>) -> Self {
        identifier.0.0
    }
}

impl<S> From<Identifier<Absolute<S>>> for Identifier<S> {
    fn from(identifier: Identifier<Absolute<S>>) -> Self {
        identifier.0.0.0.0
    }
}

impl<S> From<Identifier<Absolute<S>>> for Identifier<WithScheme<S>> {
    fn from(identifier: Identifier<Absolute<S>>) -> Self {
        identifier.0.0
    }
}

impl<'a, S: Family<Text = &'a str>> From<Identifier<WithScheme<S>>> for Identifier<Absolute<S>> {
    /// The identifier without its fragment, as resolution takes a base (RFC 3986 §5.1).
    fn from(identifier: Identifier<WithScheme<S>>) -> Self {
        let end = identifier.components().query_end as usize;
        let text = identifier.as_str();
        Self::wrap(text.get(..end).unwrap_or(text), *identifier.components())
    }
}
