//! Tests that the package carries: they need nothing of the checkout.
//!
//! One program, since each is linked with all that it tests.

mod extract;
mod hands;
mod hostile;
mod mails;
mod support;
