//! What holds for every reference, tried on many put together from pieces that have met trouble: one list of laws,
//! which both families keep.

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
