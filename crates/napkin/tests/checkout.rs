//! Tests that read files of the checkout: cases, pages, manifests.
//!
//! One program, since each is linked with all that it tests.

mod allocations;
mod docs;
mod edition_properties;
mod editions;
mod edits;
mod errors;
mod examples;
mod house;
mod pages;
mod raw;
mod relative;
mod steps;
mod support;
