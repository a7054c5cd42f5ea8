//! The formats whose documents hold other documents: HTTP responses, archives, mailboxes and messages, and the header fields
//! that all of them have.
//!
//! A module takes a container apart. `walk` reads what is in it.

// Each module uses only those before it.
pub(crate) mod header;
pub(crate) mod http;
pub(crate) mod warc;
pub(crate) mod mailbox;
mod weight;
pub(crate) mod message;
pub(crate) mod encoded_words;
