//! `arbitrary`: identifiers from the bytes of a fuzzer.

use alloc::string::String;

use ::arbitrary::{Arbitrary, Error, Result, Unstructured};

use super::{Choices, HostileText, Shape, for_each_shape, hostile, identifier};
use crate::identifier::{AbsoluteIri, AbsoluteUri, Iri, IriRef, Uri, UriRef};

impl Choices for Unstructured<'_> {
    fn below(&mut self, end: usize) -> usize {
        self.arbitrary::<u8>().map_or(0, |byte| usize::from(byte) % end)
    }
}

macro_rules! arbitrary {
    ($type:ident $has_scheme:literal $may_have_fragment:literal $is_ascii:literal) => {
        /// Valid, from pieces that programs get wrong.
        ///
        /// ```
        /// use arbitrary::{Arbitrary, Unstructured};
        ///
        /// let mut bytes = Unstructured::new(b"bytes of a fuzzer");
        #[doc = concat!("let generated = napkin::", stringify!($type), "::arbitrary(&mut bytes)?;")]
        #[doc = concat!("assert!(napkin::", stringify!($type), "::parse(generated.as_str()).is_ok());")]
        /// # Ok::<(), arbitrary::Error>(())
        /// ```
        impl<'a> Arbitrary<'a> for $type<String> {
            fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
                let shape = Shape {
                    has_scheme: $has_scheme,
                    may_have_fragment: $may_have_fragment,
                    is_ascii: $is_ascii,
                };
                Self::try_new(identifier(bytes, shape)).map_err(|_| Error::IncorrectFormat)
            }
        }
    };
}

for_each_shape! { arbitrary }

impl<'a> Arbitrary<'a> for HostileText {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        Ok(hostile(bytes))
    }
}
