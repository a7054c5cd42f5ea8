//! The grammars that a text can match, as types: an edition and one of its start rules.
//!
//! [`Internationalized`] is text by the rule `IRI-reference`. A stronger grammar contains an identifier of the
//! weaker one: the grammar of URIs contains an IRI, the grammar with a scheme contains a reference, and the
//! absolute grammar contains an identifier with a scheme. `Deref` lends the contained identifier, so nothing is
//! copied or reinterpreted.

use super::Identifier;
use crate::components::Components;
use crate::edition::{Edition, RFC3986, RFC3987};
use crate::parse::Start;

/// The grammar that an [`Identifier`]'s text matches: a start rule of an edition.
///
/// Each of the six aliases names one: [`UriRef`](crate::UriRef), [`Uri`](crate::Uri),
/// [`AbsoluteUri`](crate::AbsoluteUri), [`IriRef`](crate::IriRef), [`Iri`](crate::Iri) and
/// [`AbsoluteIri`](crate::AbsoluteIri). Use it as a bound where code takes any of them; it is sealed.
///
/// ```
/// use napkin::{Grammar, Identifier, iri, uri_ref};
///
/// fn length<G: Grammar<Text: AsRef<str>>>(identifier: &Identifier<G>) -> usize {
///     identifier.view().as_str().len()
/// }
/// assert_eq!((length(&iri!("a:é")), length(&uri_ref!("../b"))), (4, 4));
/// ```
pub trait Grammar: Parsed<Held = Self::Text> {
    /// The type of the text: `&str`, `String`, `Arc<str>` and others.
    type Text;
    /// This grammar with another type to hold the text.
    type With<U>: Grammar<Text = U>;
    /// The edition of the grammar.
    const EDITION: &'static Edition;
    /// The rule of the edition that the whole text matches.
    const START: Start;
}

/// The grammar of references in an edition: of URIs by RFC 3986, or of IRIs by RFC 3987. It is sealed.
pub trait Family: Grammar {
    /// This family with another type to hold the text.
    type Over<U>: Family<Text = U>;
}

/// The data that a grammar's type stores. Its module is private, which seals [`Grammar`].
pub trait Parsed: Sized {
    type Held;
    fn wrap(text: Self::Held, components: Components) -> Self;
    fn text(&self) -> &Self::Held;
    fn components(&self) -> &Components;
    fn parts_mut(&mut self) -> (&mut Self::Held, &mut Components);
    fn into_text(self) -> Self::Held;
}

/// A family whose texts include the texts of the family `R`, with the same parts. A family includes itself, and
/// every URI is an IRI (RFC 3987 §1.3). The trait is sealed.
pub trait Includes<R>: Family {}

/// Text by the rule `IRI-reference` of RFC 3987: [`IriRef`](crate::IriRef) is an [`Identifier`] of it.
#[derive(Clone, Copy, Debug)]
pub struct Internationalized<T> {
    text: T,
    components: Components,
}

/// Text by the rule `URI-reference` of RFC 3986: [`UriRef`](crate::UriRef) is an [`Identifier`] of it. It is all ASCII.
#[derive(Clone, Copy)]
pub struct Uniform<T>(pub(super) Identifier<Internationalized<T>>);

/// A reference of a family that has a scheme: [`Uri`](crate::Uri) and [`Iri`](crate::Iri) are [`Identifier`]s of it.
#[derive(Clone, Copy)]
pub struct WithScheme<S>(pub(super) Identifier<S>);

/// An identifier with a scheme and without a fragment: [`AbsoluteUri`](crate::AbsoluteUri) and
/// [`AbsoluteIri`](crate::AbsoluteIri) are [`Identifier`]s of it.
#[derive(Clone, Copy)]
pub struct Absolute<S>(pub(super) Identifier<WithScheme<S>>);

impl<T> Internationalized<T> {
    pub(super) const fn new(text: T, components: Components) -> Self {
        Self { text, components }
    }
}

impl<T> Uniform<T> {
    pub(super) const fn new(text: T, components: Components) -> Self {
        Self(Identifier(Internationalized::new(text, components)))
    }
}

impl<T> Parsed for Internationalized<T> {
    type Held = T;

    #[inline]
    fn wrap(text: T, components: Components) -> Self {
        Self::new(text, components)
    }

    #[inline]
    fn text(&self) -> &T {
        &self.text
    }

    #[inline]
    fn components(&self) -> &Components {
        &self.components
    }

    #[inline]
    fn parts_mut(&mut self) -> (&mut T, &mut Components) {
        (&mut self.text, &mut self.components)
    }

    #[inline]
    fn into_text(self) -> T {
        self.text
    }
}

impl<T> Parsed for Uniform<T> {
    type Held = T;

    #[inline]
    fn wrap(text: T, components: Components) -> Self {
        Self::new(text, components)
    }

    #[inline]
    fn text(&self) -> &T {
        self.0.0.text()
    }

    #[inline]
    fn components(&self) -> &Components {
        self.0.0.components()
    }

    #[inline]
    fn parts_mut(&mut self) -> (&mut T, &mut Components) {
        self.0.0.parts_mut()
    }

    #[inline]
    fn into_text(self) -> T {
        self.0.0.into_text()
    }
}

impl<S: Parsed> Parsed for WithScheme<S> {
    type Held = S::Held;

    #[inline]
    fn wrap(text: S::Held, components: Components) -> Self {
        Self(Identifier(S::wrap(text, components)))
    }

    #[inline]
    fn text(&self) -> &S::Held {
        self.0.0.text()
    }

    #[inline]
    fn components(&self) -> &Components {
        self.0.0.components()
    }

    #[inline]
    fn parts_mut(&mut self) -> (&mut S::Held, &mut Components) {
        self.0.0.parts_mut()
    }

    #[inline]
    fn into_text(self) -> S::Held {
        self.0.0.into_text()
    }
}

impl<S: Parsed> Parsed for Absolute<S> {
    type Held = S::Held;

    #[inline]
    fn wrap(text: S::Held, components: Components) -> Self {
        Self(Identifier(WithScheme::wrap(text, components)))
    }

    #[inline]
    fn text(&self) -> &S::Held {
        self.0.0.text()
    }

    #[inline]
    fn components(&self) -> &Components {
        self.0.0.components()
    }

    #[inline]
    fn parts_mut(&mut self) -> (&mut S::Held, &mut Components) {
        self.0.0.parts_mut()
    }

    #[inline]
    fn into_text(self) -> S::Held {
        self.0.0.into_text()
    }
}

impl<T> Grammar for Internationalized<T> {
    type Text = T;
    type With<U> = Internationalized<U>;
    const EDITION: &'static Edition = RFC3987;
    const START: Start = Start::UriReference;
}

impl<T> Family for Internationalized<T> {
    type Over<U> = Internationalized<U>;
}

impl<T> Grammar for Uniform<T> {
    type Text = T;
    type With<U> = Uniform<U>;
    const EDITION: &'static Edition = RFC3986;
    const START: Start = Start::UriReference;
}

impl<T> Family for Uniform<T> {
    type Over<U> = Uniform<U>;
}

impl<T, U> Includes<Internationalized<U>> for Internationalized<T> {}

impl<T, U> Includes<Uniform<U>> for Internationalized<T> {}

impl<T, U> Includes<Uniform<U>> for Uniform<T> {}

impl<S: Family> Grammar for WithScheme<S> {
    type Text = S::Text;
    type With<U> = WithScheme<S::Over<U>>;
    const EDITION: &'static Edition = S::EDITION;
    const START: Start = Start::Uri;
}

impl<S: Family> Grammar for Absolute<S> {
    type Text = S::Text;
    type With<U> = Absolute<S::Over<U>>;
    const EDITION: &'static Edition = S::EDITION;
    const START: Start = Start::AbsoluteUri;
}
