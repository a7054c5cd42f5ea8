//! Changing and building: one part of a text, or a whole from its parts.
//!
//! [`splice`] works out what changes, for every edition. The types of RFC 3986 and RFC 3987 are changed in place
//! ([`setters`], [`append`]), or copied with the change ([`copies`]); any other edition reads the new text again and
//! compares the parts ([`replace`]). Pairs of queries are changed on their text ([`query`]). The builder ([`build`]) puts pieces together and parses them once, at the end, if
//! one of them may be faulty. The tests compare all of them with recomposing the text from its parts and parsing it.

#![expect(
    clippy::needless_pass_by_value,
    reason = "a value lends its text, and callers write `set_port(80)`, not `set_port(&80)`"
)]

mod value;
mod plain;
mod pieces;
mod splice;
mod query;
mod append;
mod setters;
mod copies;
mod replace;
mod build;

pub use self::build::{Builder, IdentifierBuilder, IriBuilder};
pub use self::query::{QueryEditor, Reading};
pub use self::value::{HostValue, PartValue, PortValue};

#[cfg(test)]
mod tests;
