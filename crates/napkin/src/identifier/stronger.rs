//! Conversions to a type with a stronger promise, which check it: a scheme, no fragment, ASCII.

use super::made;
use super::text::Lend;
use super::{AbsoluteIri, AbsoluteUri, Identifier, Iri, IriRef, Parsed, Uri, UriRef};
use crate::error::ParseError;
use crate::parse::exact::check_start;

/// Within an edition, the parts are those that were found, and only the start rule is checked.
fn by_start_rule<I: Identifier<Text: AsRef<str>>>(found: IriRef<I::Text>) -> Result<I, ParseError> {
    let IriRef { text, components } = found;
    check_start(I::EDITION, text.as_ref().len(), &components, I::START)?;
    Ok(I::wrap(text, components))
}

/// An ASCII IRI is a URI with the same parts. Parsing any other as a URI finds the offset of the first non-ASCII
/// character.
fn in_ascii<I: Identifier<Text: AsRef<str>>>(found: IriRef<I::Text>) -> Result<I, ParseError> {
    if found.raw().is_ascii() { by_start_rule(found) } else { made::try_new(found.text) }
}

macro_rules! stronger {
    ($check:ident $doc:literal: $($from:ident => $to:ident;)*) => {$(
        impl<T: AsRef<str>> TryFrom<$from<T>> for $to<T> {
            type Error = ParseError;

            #[doc = $doc]
            fn try_from(identifier: $from<T>) -> Result<Self, ParseError> {
                $check(identifier.into_inner())
            }
        }

        impl<'i, 'o, T: Lend<'i, 'o>> TryFrom<&'i $from<T>> for $to<&'o str> {
            type Error = ParseError;

            #[doc = $doc]
            fn try_from(identifier: &'i $from<T>) -> Result<Self, ParseError> {
                $check(IriRef::from(identifier))
            }
        }
    )*};
}

stronger! {
    by_start_rule "The identifier, if it has a scheme.":
    UriRef => Uri;
    IriRef => Iri;
}

stronger! {
    in_ascii "The identifier, if it is in ASCII.":
    IriRef => UriRef;
    Iri => Uri;
    AbsoluteIri => AbsoluteUri;
}
