//! What the six types promise of their text: an edition and one of its start rules.
//!
//! A type with a stronger promise contains a value of the weaker type, down to [`IriRef`], which holds the text. So
//! `Deref` lends the weaker value, and nothing is copied or reinterpreted. There is no `DerefMut`: an edit through the
//! weaker type could break the promise of the stronger one.

use core::ops::Deref;

use super::{AbsoluteIri, AbsoluteUri, Iri, IriRef, Uri, UriRef};
use crate::components::Components;
use crate::edition::{Edition, RFC3986, RFC3987};
use crate::parse::Start;

/// One of [`UriRef`], [`Uri`], [`AbsoluteUri`], [`IriRef`], [`Iri`] and [`AbsoluteIri`]. It is sealed.
///
/// Use it as a bound where code takes any of them and gives back the type that it took. Code that only reads takes an
/// [`&IriRef<T>`](IriRef), to which all six deref.
///
/// ```
/// use std::borrow::Cow;
///
/// use napkin::{Identifier, Level, Normalizer, ParseError, iri, uri_ref};
///
/// fn normal<'a, I>(identifier: &'a I) -> Result<I::With<Cow<'a, str>>, ParseError>
/// where
///     I: Identifier<Text = &'a str>,
/// {
///     Normalizer::new(Level::Path).normalize(identifier)
/// }
/// assert_eq!(normal(&iri!("a:/b/../é"))?, "a:/é");
/// assert_eq!(normal(&uri_ref!("./a/./b"))?, "a/b");
/// # Ok::<(), ParseError>(())
/// ```
pub trait Identifier: Parsed<Held = Self::Text> {
    /// The type of the text: `&str`, `String`, `Arc<str>` and others.
    type Text;
    /// This type with another type to hold the text.
    type With<U>: Identifier<Text = U>;
    /// The edition whose rule the text matches.
    const EDITION: &'static Edition;
    /// The rule of the edition that the whole text matches.
    const START: Start;
}

/// The access that code for all six types needs. Its module is private, which seals [`Identifier`].
pub trait Parsed: Sized {
    type Held;
    fn wrap(text: Self::Held, components: Components) -> Self;
    fn inner(&self) -> &IriRef<Self::Held>;
    /// The text and the offsets of its parts, for a change that keeps both true.
    fn parts_mut(&mut self) -> (&mut Self::Held, &mut Components);
    fn into_inner(self) -> IriRef<Self::Held>;
}

impl<T> IriRef<T> {
    pub(super) const fn made(text: T, components: Components) -> Self {
        Self { text, components }
    }

    pub(crate) const fn parsed(&self) -> &Self {
        self
    }
}

impl<T> Parsed for IriRef<T> {
    type Held = T;

    #[inline]
    fn wrap(text: T, components: Components) -> Self {
        Self { text, components }
    }

    #[inline]
    fn inner(&self) -> &Self {
        self
    }

    #[inline]
    fn parts_mut(&mut self) -> (&mut T, &mut Components) {
        (&mut self.text, &mut self.components)
    }

    #[inline]
    fn into_inner(self) -> Self {
        self
    }
}

impl<T> Identifier for IriRef<T> {
    type Text = T;
    type With<U> = IriRef<U>;
    const EDITION: &'static Edition = RFC3987;
    const START: Start = Start::UriReference;
}

macro_rules! promises {
    ($($type:ident($weaker:ident): $edition:ident $start:ident,)*) => {$(
        impl<T> $type<T> {
            pub(super) const fn made(text: T, components: Components) -> Self {
                Self($weaker::made(text, components))
            }

            /// [`Parsed::inner`] for constants.
            pub(crate) const fn parsed(&self) -> &IriRef<T> {
                self.0.parsed()
            }
        }

        impl<T> Deref for $type<T> {
            type Target = $weaker<T>;

            #[inline]
            fn deref(&self) -> &$weaker<T> {
                &self.0
            }
        }

        impl<T> Parsed for $type<T> {
            type Held = T;

            #[inline]
            fn wrap(text: T, components: Components) -> Self {
                Self($weaker::wrap(text, components))
            }

            #[inline]
            fn inner(&self) -> &IriRef<T> {
                self.0.inner()
            }

            #[inline]
            fn parts_mut(&mut self) -> (&mut T, &mut Components) {
                self.0.parts_mut()
            }

            #[inline]
            fn into_inner(self) -> IriRef<T> {
                self.0.into_inner()
            }
        }

        impl<T> Identifier for $type<T> {
            type Text = T;
            type With<U> = $type<U>;
            const EDITION: &'static Edition = $edition;
            const START: Start = Start::$start;
        }
    )*};
}

promises! {
    UriRef(IriRef): RFC3986 UriReference,
    Uri(UriRef): RFC3986 Uri,
    AbsoluteUri(Uri): RFC3986 AbsoluteUri,
    Iri(IriRef): RFC3987 Uri,
    AbsoluteIri(Iri): RFC3987 AbsoluteUri,
}
