//! The laws for IRIs.

use napkin::{Iri as Full, IriRef as Ref, IriResolver as Resolver, iri as full};

use crate::support::iri_reference as reference;

#[path = "laws.rs"]
mod laws;

/// The characters of small alphabets.
const LETTERS: [char; 2] = ['a', 'é'];
