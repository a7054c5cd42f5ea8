//! The laws for URIs.

use napkin::{Resolver, Uri as Full, UriRef as Ref, uri as full};

use crate::support::reference;

#[path = "laws.rs"]
mod laws;

/// The characters of small alphabets.
const LETTERS: [char; 2] = ['a', 'b'];
