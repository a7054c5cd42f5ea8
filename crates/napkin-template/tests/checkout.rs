//! The tests that read cases or another crate's harness, which the package does not carry.

mod cases;
mod grammar;
