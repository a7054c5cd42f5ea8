//! Tests that read files of the checkout: cases, pages, manifests.
//!
//! One program, since each is linked with all that it tests.

mod citations;
mod composing;
mod iris;
mod meaning;
mod properties;
mod secrets;
mod vectors;

#[path = "support/hold.rs"]
mod hold;
#[path = "support/inputs.rs"]
mod inputs;
