//! Making the six types from text, and changing the type that holds the text.
//!
//! The macro is called beside the types: messages of rustc then name a function as one of the type, and no private module.

use super::Identifier;
use crate::error::ParseError;
use crate::parse;

/// Parses a text of any type, and keeps the text.
#[inline]
pub(crate) fn try_new<I: Identifier<Text: AsRef<str>>>(text: I::Text) -> Result<I, ParseError> {
    let components =
        parse::parse_by(I::EDITION, text.as_ref().as_bytes(), I::START, |found| found)?;
    Ok(I::wrap(text, components))
}

/// The bytes as text; parsed bytes are always UTF-8.
pub(super) fn text_of(bytes: &[u8]) -> &str {
    core::str::from_utf8(bytes).unwrap_or_default()
}

macro_rules! made {
    ($($type:ident $macro:ident $name:literal $example:literal)*) => {$(
        impl<'a> $type<&'a str> {
            #[doc = concat!("Parses ", $name, ", without allocating. Owned text is taken by [`try_new`](Self::try_new).")]
            ///
            /// # Errors
            ///
            /// The first fault in reading order, with its part, place and rule.
            ///
            /// ```
            #[doc = concat!("use napkin::{ErrorKind, Part, ", stringify!($type), "};")]
            ///
            #[doc = concat!("let parsed = ", stringify!($type), "::parse(\"", $example, "\")?;")]
            #[doc = concat!("assert_eq!(parsed.as_str(), \"", $example, "\");")]
            ///
            #[doc = concat!("let error = ", stringify!($type), "::parse(\"http://h/a b\").unwrap_err();")]
            /// assert_eq!((error.kind(), error.part()), (ErrorKind::InvalidCharacter, Part::Path));
            /// assert_eq!(error.offset(), 10);
            /// # Ok::<(), napkin::ParseError>(())
            /// ```
            #[inline]
            pub fn parse(text: &'a str) -> Result<Self, ParseError> {
                let make = |components| Self::wrap(text, components);
                crate::parse::parse_by(Self::EDITION, text.as_bytes(), Self::START, make)
            }

            #[doc = concat!("Parses ", $name, " in bytes, which may be of any encoding: what is not UTF-8 is a fault.")]
            ///
            /// # Errors
            ///
            /// The first fault in reading order, with its part, place and rule.
            ///
            /// ```
            #[doc = concat!("use napkin::", stringify!($type), ";")]
            ///
            #[doc = concat!("let parsed = ", stringify!($type), "::parse_bytes(\"", $example, "\".as_bytes())?;")]
            #[doc = concat!("assert_eq!(parsed, \"", $example, "\");")]
            #[doc = concat!("assert!(", stringify!($type), "::parse_bytes(b\"http://h/\\xFF\").is_err());")]
            /// # Ok::<(), napkin::ParseError>(())
            /// ```
            // Inlined into a loop that looks for lines, the parser would take the registers of the loop.
            #[inline(never)]
            pub fn parse_bytes(bytes: &'a [u8]) -> Result<Self, ParseError> {
                let make = |components| Self::wrap(made::text_of(bytes), components);
                crate::parse::parse_by(Self::EDITION, bytes, Self::START, make)
            }

            #[doc = concat!("Parses ", $name, " at compile time; [`", stringify!($macro), "!`](crate::", stringify!($macro), "!) is the short way.")]
            ///
            /// # Errors
            ///
            /// The first fault in reading order, with its part, place and rule.
            ///
            /// ```
            #[doc = concat!("use napkin::", stringify!($type), ";")]
            ///
            #[doc = concat!("const IS_VALID: bool = ", stringify!($type), "::parse_const(\"", $example, "\").is_ok();")]
            /// assert!(IS_VALID);
            /// ```
            #[doc(hidden)]
            pub const fn parse_const(text: &'a str) -> Result<Self, ParseError> {
                match crate::parse::exact::parse_const(Self::EDITION, text.as_bytes(), Self::START) {
                    Ok(components) => Ok(Self::made(text, components)),
                    Err(error) => Err(error),
                }
            }
        }

        impl<T: AsRef<str>> $type<T> {
            #[doc = concat!("Parses ", $name, " in a text of any type, such as `String` or `Arc<str>`, and keeps the text.")]
            ///
            /// # Errors
            ///
            /// The first fault in reading order. [`try_keep`](Self::try_keep) gives the text back too.
            ///
            /// ```
            #[doc = concat!("use napkin::", stringify!($type), ";")]
            ///
            #[doc = concat!("let parsed = ", stringify!($type), "::try_new(String::from(\"", $example, "\"))?;")]
            #[doc = concat!("assert_eq!(parsed.as_str(), \"", $example, "\");")]
            #[doc = concat!("assert_eq!(", stringify!($type), "::try_new(\"http://h/a b\").unwrap_err().offset(), 10);")]
            /// # Ok::<(), napkin::ParseError>(())
            /// ```
            #[inline]
            pub fn try_new(text: T) -> Result<Self, ParseError> {
                made::try_new(text)
            }

            #[doc = concat!("Parses ", $name, " as [`try_new`](Self::try_new) does, and gives the text back if it is refused.")]
            ///
            /// # Errors
            ///
            /// The first fault in reading order, together with the text.
            ///
            /// ```
            #[doc = concat!("let refused = napkin::", stringify!($type), "::try_keep(String::from(\"http://h/a b\")).unwrap_err();")]
            /// assert_eq!((refused.error.offset(), refused.text), (10, String::from("http://h/a b")));
            /// ```
            #[inline]
            pub fn try_keep(text: T) -> Result<Self, Refused<T>> {
                match crate::parse::parse_by(Self::EDITION, text.as_ref().as_bytes(), Self::START, |found| found) {
                    Ok(components) => Ok(Self::wrap(text, components)),
                    Err(error) => Err(Refused::new(error, text)),
                }
            }

            /// The text converted to another type, such as `String` to `Arc<str>`.
            ///
            /// ```
            /// use std::sync::Arc;
            ///
            #[doc = concat!("use napkin::{", stringify!($type), ", ", stringify!($macro), "};")]
            ///
            #[doc = concat!("let shared: ", stringify!($type), "<Arc<str>> = ", stringify!($macro), "!(\"", $example, "\").convert();")]
            #[doc = concat!("assert_eq!(&*shared.into_text(), \"", $example, "\");")]
            /// ```
            #[must_use = "the result holds the text"]
            #[inline]
            pub fn convert<U: From<T>>(self) -> $type<U> {
                let IriRef { text, components } = self.into_inner();
                $type::wrap(text.into(), components)
            }

            /// The text as a `String`, copied if it is borrowed or shared.
            ///
            /// ```
            #[doc = concat!("use napkin::{", stringify!($type), ", ", stringify!($macro), "};")]
            ///
            #[doc = concat!("let owned: ", stringify!($type), "<String> = ", stringify!($macro), "!(\"", $example, "\").into_owned();")]
            #[doc = concat!("assert_eq!(owned, \"", $example, "\");")]
            /// ```
            #[cfg(feature = "alloc")]
            #[must_use = "the result holds the text"]
            pub fn into_owned(self) -> $type<String>
            where
                T: Into<String>,
            {
                let IriRef { text, components } = self.into_inner();
                $type::wrap(text.into(), components)
            }
        }

        impl<T> $type<T> {
            /// The value that holds the text: of a constant, the text as a constant.
            ///
            /// ```
            #[doc = concat!("use napkin::{", stringify!($type), ", ", stringify!($macro), "};")]
            ///
            #[doc = concat!("const PARSED: ", stringify!($type), "<&str> = ", stringify!($macro), "!(\"", $example, "\");")]
            /// const TEXT: &str = PARSED.text();
            #[doc = concat!("assert_eq!(TEXT, \"", $example, "\");")]
            /// ```
            #[inline]
            pub const fn text(&self) -> &T {
                &self.parsed().text
            }

            /// The text, taken out.
            ///
            /// ```
            #[doc = concat!("let text: &str = napkin::", stringify!($macro), "!(\"", $example, "\").into_text();")]
            #[doc = concat!("assert_eq!(text, \"", $example, "\");")]
            /// ```
            #[inline]
            pub fn into_text(self) -> T {
                self.into_inner().text
            }
        }

        impl<'i, 'o, T: Lend<'i, 'o>> $type<T> {
            /// The text, byte for byte as it was parsed. A constant has [`text`](Self::text), which is a `const fn`.
            ///
            /// ```
            #[doc = concat!("assert_eq!(napkin::", stringify!($macro), "!(\"", $example, "\").as_str(), \"", $example, "\");")]
            /// ```
            #[inline]
            pub fn as_str(&'i self) -> &'o str {
                self.inner().text.lend()
            }

            /// This identifier over its borrowed text, which is `Copy`.
            ///
            /// ```
            #[doc = concat!("let owned = napkin::", stringify!($macro), "!(\"", $example, "\").into_owned();")]
            /// let borrowed = owned.as_borrowed();
            /// assert_eq!(borrowed, owned);
            /// ```
            #[inline]
            pub fn as_borrowed(&'i self) -> $type<&'o str> {
                $type::wrap(self.as_str(), *self.components())
            }
        }
    )*};
}

pub(super) use made;
