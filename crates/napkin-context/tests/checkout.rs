//! Tests that read files of the checkout: cases, pages, manifests.
//!
//! One program, since each is linked with all that it tests.

mod examples;
mod formats;
mod limits;
mod linkify;
mod moves;
mod reading;
mod rewrite;
mod robots;
mod vectors;
mod written;
mod support;
