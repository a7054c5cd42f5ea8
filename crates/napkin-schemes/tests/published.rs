//! Tests that the package carries: they need nothing of the checkout.
//!
//! One program, since each is linked with all that it tests.

mod building;
mod hands;
