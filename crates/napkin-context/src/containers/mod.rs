//! The formats whose documents hold other documents: HTTP responses, archives, mailboxes and messages, and the header fields
//! that all of them have.
//!
//! A module takes a container apart. `walk` reads what is in it.

// Each module uses only those before it.
pub(crate) mod header;
#[cfg(feature = "http")]
pub(crate) mod http;
#[cfg(feature = "warc")]
pub(crate) mod warc;
#[cfg(any(feature = "mime", feature = "warc"))]
pub(crate) mod entries;
#[cfg(feature = "warc")]
pub(crate) mod arc;
#[cfg(feature = "mime")]
pub(crate) mod mailbox;
#[cfg(feature = "mime")]
mod entities;
#[cfg(feature = "mime")]
pub(crate) mod encoded_words;
#[cfg(feature = "mime")]
pub(crate) mod message;
