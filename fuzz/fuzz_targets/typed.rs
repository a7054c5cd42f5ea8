//! What a user typed.

#![no_main]
#![allow(dead_code, reason = "each target checks one thing")]

#[path = "../context.rs"]
mod context;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| context::typed(data));
