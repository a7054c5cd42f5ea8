//! Only tests: see `tests/schema.rs`.
