//! Documents: markdown.

#![no_main]
#![allow(dead_code, reason = "each target checks one thing")]

#[path = "../context.rs"]
mod context;

use libfuzzer_sys::fuzz_target;
use napkin_context::Kind;

fuzz_target!(|data: &[u8]| context::links(Kind::Markdown, data));
