//! Audits of anything.

#![no_main]

#[path = "../audit.rs"]
mod audit;

libfuzzer_sys::fuzz_target!(|data: &[u8]| audit::audited(data));
