//! Changing an identifier in place, part by part.
//!
//! A setter makes the text that it is asked for ([`changed`]), which is checked, and only then replaces the one
//! that it was called on: one that fails changes nothing.

mod changed;
mod setters;
