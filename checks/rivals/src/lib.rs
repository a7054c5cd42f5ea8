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

/// Whether the C library uriparser was there when this crate was compiled.
pub const HAS_URIPARSER: bool = cfg!(uriparser);

/// Whether uriparser takes a text for a URI, and not for a relative reference; no without the library.
pub fn is_uri_to_uriparser(text: &str) -> bool {
    #[cfg(uriparser)]
    return uriparser::Parsed::new(text).is_some_and(|parsed| parsed.has_scheme());
    #[cfg(not(uriparser))]
    {
        let _ = text;
        false
    }
}
