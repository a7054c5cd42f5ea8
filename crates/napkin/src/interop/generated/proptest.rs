//! `proptest`: strategies for identifiers. They shrink to short texts of the first pieces.

use alloc::string::String;
use alloc::vec::{self, Vec};

use ::proptest::arbitrary::Arbitrary;
use ::proptest::collection::{VecStrategy, vec};
use ::proptest::num::u8::{ANY, Any};
use ::proptest::strategy::{FilterMap, Map, Strategy};

use super::{Choices, HostileText, Shape, for_each_shape, hostile, identifier};
use crate::identifier::{AbsoluteIri, AbsoluteUri, Iri, IriRef, Uri, UriRef};

/// The bytes that choices are made by.
struct Bytes(vec::IntoIter<u8>);

impl Choices for Bytes {
    fn below(&mut self, end: usize) -> usize {
        self.0.next().map_or(0, |byte| usize::from(byte) % end)
    }
}

/// How many bytes: each identifier is made by fewer choices.
const MOST: usize = 48;

macro_rules! strategy {
    ($type:ident $has_scheme:literal $may_have_fragment:literal $is_ascii:literal) => {
        /// Valid, from pieces that programs get wrong: `any::<Uri>()` and its siblings.
        ///
        /// ```
        /// use proptest::prelude::*;
        ///
        /// proptest!(|(generated: napkin::Uri)| {
        ///     prop_assert_eq!(napkin::Uri::parse(generated.as_str()), Ok(generated.as_borrowed()));
        /// });
        /// ```
        impl Arbitrary for $type<String> {
            type Parameters = ();
            type Strategy = FilterMap<VecStrategy<Any>, fn(Vec<u8>) -> Option<Self>>;

            fn arbitrary_with((): ()) -> Self::Strategy {
                let shape = |bytes: Vec<u8>| {
                    let shape = Shape {
                        has_scheme: $has_scheme,
                        may_have_fragment: $may_have_fragment,
                        is_ascii: $is_ascii,
                    };
                    Self::try_new(identifier(&mut Bytes(bytes.into_iter()), shape)).ok()
                };
                vec(ANY, 0..MOST).prop_filter_map("valid by construction", shape)
            }
        }
    };
}

for_each_shape! { strategy }

impl Arbitrary for HostileText {
    type Parameters = ();
    type Strategy = Map<VecStrategy<Any>, fn(Vec<u8>) -> Self>;

    fn arbitrary_with((): ()) -> Self::Strategy {
        vec(ANY, 0..MOST).prop_map(|bytes| hostile(&mut Bytes(bytes.into_iter())))
    }
}
