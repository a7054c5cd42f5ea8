//! Laws of every reference, tested on many composed from pieces that have caused trouble: one list of laws for both
//! families.

#![allow(clippy::duplicate_mod, reason = "the laws are compiled for each family")]

#[path = "../support/mapping.rs"]
mod mapping;
#[path = "../support/mod.rs"]
mod support;
#[path = "../support/transform.rs"]
mod transform;

mod both;
mod iris;
mod uris;
