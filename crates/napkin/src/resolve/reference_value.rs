//! The references that resolution takes: text, which is parsed once, or what was parsed already.

use alloc::borrow::Cow;
use alloc::string::String;

use crate::error::ParseError;
use crate::identifier::text::Lend;
use crate::identifier::{AbsoluteIri, AbsoluteUri, Iri, IriRef, Uri, UriRef};

/// A reference to resolve: text, or one of the identifiers by reference. `R` is [`UriRef<&str>`](UriRef) or
/// [`IriRef<&str>`](IriRef).
///
/// ```
/// use napkin::{UriRef, uri};
///
/// let base = uri!("http://a/b/c");
/// let targets = [base.join("../g")?, base.join(&String::from("../g"))?, base.join(&UriRef::parse("../g")?)?];
/// assert!(targets.iter().all(|target| target == "http://a/g"));
/// # Ok::<(), napkin::ParseError>(())
/// ```
pub trait ReferenceValue<R> {
    /// The parsed reference.
    ///
    /// # Errors
    ///
    /// If the text is no reference.
    fn reference(self) -> Result<R, ParseError>;
}

macro_rules! parsed {
    ($reference:ident from $($text:ty),*) => {$(
        impl<'r> ReferenceValue<$reference<&'r str>> for &'r $text {
            #[inline]
            fn reference(self) -> Result<$reference<&'r str>, ParseError> {
                $reference::parse(self.as_ref())
            }
        }
    )*};
}

parsed! { UriRef from str, &str, String, &String, Cow<'_, str> }
parsed! { IriRef from str, &str, String, &String, Cow<'_, str> }

macro_rules! lent {
    ($reference:ident from $($from:ident)*) => {$(
        impl<'i, 'o, T: Lend<'i, 'o>> ReferenceValue<$reference<&'o str>> for &'i $from<T> {
            #[inline]
            fn reference(self) -> Result<$reference<&'o str>, ParseError> {
                Ok(self.into())
            }
        }

        impl<'o> ReferenceValue<$reference<&'o str>> for $from<&'o str> {
            #[inline]
            fn reference(self) -> Result<$reference<&'o str>, ParseError> {
                Ok(self.into())
            }
        }
    )*};
}

lent! { UriRef from UriRef Uri AbsoluteUri }
lent! { IriRef from IriRef Iri AbsoluteIri UriRef Uri AbsoluteUri }
