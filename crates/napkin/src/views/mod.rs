//! Views of the parts: slices of a text, with what their part can be asked.
//!
//! The text is valid when a view is made of it, so views read it without checking it again.

pub(crate) mod encoded;
pub(crate) mod authority;
pub(crate) mod path;
pub(crate) mod query;
