//! Tests that read the cases of the checkout, and those of the crates that URLs are handed to.
//!
//! One program, since each is linked with all that it tests.

mod bridges;
mod interop;
#[cfg(all(feature = "http", feature = "url"))]
#[allow(dead_code, reason = "other tests choose from more lists")]
mod texts;
mod vectors;
