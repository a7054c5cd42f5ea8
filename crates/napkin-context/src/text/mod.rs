//! URIs in running text: found, rewritten from other spellings, completed from host names, and written.
//!
//! Nothing here knows documents, bases or links; plain text as a document is read by [`Extractor`] too.
//!
//! [`Extractor`]: extract::Extractor

// Each module uses only those before it.
pub(crate) mod schemes;
pub(crate) mod line_end;
pub(crate) mod suffix;
pub(crate) mod extract;
pub(crate) mod disguise;
pub(crate) mod written;
#[cfg(feature = "documents")]
pub(crate) mod shown;
