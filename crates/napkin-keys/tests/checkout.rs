//! Tests that read files of the checkout: cases, pages, manifests.
//!
//! One program, since each is linked with all that it tests.

mod cases;
mod cdx;
mod hands;
mod written;
