//! Tests that read files of the checkout: cases, pages, manifests.
//!
//! One program, since each is linked with all that it tests.

mod allow;
mod editions;
mod gate;
mod handed_on;
mod hostile;
mod kept;
mod mends;
mod page;
mod public;
mod registries;
mod repair;
mod rules;
mod without_rules;
mod support;
