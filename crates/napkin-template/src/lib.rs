#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

// The modules in the order in which data flows: a text is checked, cut into pieces, and expanded with values; a program made
// of the pieces reads a text back.

mod operator;
mod error;
mod syntax;
mod pieces;
mod value;
mod variables;
mod expand;
mod partial;
mod program;
mod matching;
mod template;
mod constant;
#[cfg(feature = "serde")]
mod serialized;

#[doc(hidden)]
pub use constant::refuse as __refuse;
pub use error::{ErrorKind, ExpandError, ExpandErrorKind, TemplateError};
pub use matching::{Matcher, NoReading};
pub use operator::Operator;
pub use pieces::{Expression, Modifier, Piece, Pieces, Variable};
#[cfg(feature = "serde")]
pub use serialized::{ValueError, to_values};
pub use template::Template;
pub use value::{Members, ToValue, Value};
pub use variables::{Values, Variables};
