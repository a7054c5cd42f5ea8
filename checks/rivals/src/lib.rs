//! Other libraries that implement RFC 3986, RFC 3987 or the URL Standard, as witnesses: their answers for a text,
//! and the list of known differences, each with the section that decides it.
//!
//! `tests/differences.rs` compares all of them on generated and mutated texts, and `tests/url_api.rs` the API of
//! `napkin-url` with that of `url`. A difference that is not in the list is a bug of napkin, or is missing in the list.

pub mod differences;
mod loose;
pub mod rivals;
pub mod url_api;
pub mod url_differences;
mod urls;
#[cfg(uriparser)]
mod uriparser;

/// Whether the C library uriparser was found when this crate was compiled.
pub const HAS_URIPARSER: bool = cfg!(uriparser);

/// Whether uriparser accepts a text as a URI, not as a relative reference; `false` without the library.
pub fn is_uri_to_uriparser(text: &str) -> bool {
    #[cfg(uriparser)]
    return uriparser::Parsed::new(text).is_some_and(|parsed| parsed.has_scheme());
    #[cfg(not(uriparser))]
    {
        let _ = text;
        false
    }
}
