//! Written by `cargo run -p napkin-schemes --example write-registry`; do not edit.

use super::{Registration, Status};

/// The registry, in the order of the schemes.
pub const REGISTRATIONS: &[Registration] = &[Registration {
    scheme: "mailto",
    description: "Electronic mail address",
    status: Status::Permanent,
    reference: "RFC6068",
}];
