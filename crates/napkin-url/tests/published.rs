//! Tests that the package carries: they need nothing of the checkout.
//!
//! One program, since each is linked with all that it tests.

mod drop_in;
mod hands;
#[cfg(feature = "idna")]
mod oracle;
mod properties;
#[cfg(feature = "idna")]
mod texts;
