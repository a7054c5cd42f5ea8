//! Other libraries that follow RFC 3986, RFC 3987 or the URL Standard, as witnesses: what each makes of a text, and the list of the
//! differences that are known, each with the section that decides it.
//!
//! `tests/differences.rs` asks all of them about generated and mutated texts. A difference that is not in the
//! list is a fault of napkin, or belongs into the list.

pub mod differences;
mod loose;
pub mod rivals;
mod urls;
#[cfg(uriparser)]
mod uriparser;
