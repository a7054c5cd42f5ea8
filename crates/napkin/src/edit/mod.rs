//! Changing an identifier in place, part by part.
//!
//! A setter makes the new text ([`changed`]), checks it, and only then replaces the old one: a setter that fails
//! changes nothing.

mod changed;
mod setters;
