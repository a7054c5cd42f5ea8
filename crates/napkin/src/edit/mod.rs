//! Changing a reference in place, part by part.
//!
//! A setter makes the reference that it is asked for ([`changed`]), which is checked, and only then replaces the one
//! that it was called on: one that fails changes nothing.

mod changed;
mod reference;
mod uri;
