#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

// The modules in the order in which data flows; each uses only those before it.
mod edition;
mod text;
mod encoding;
mod urls;
mod base;
mod vocabulary;
mod link;
mod unread;
mod fault;
mod compression;
mod kind;
mod formats;
mod guess;
mod containers;
mod walk;

pub use base::{Base, Ignored, LONGEST_BASE, Layer, NoBase};
pub use compression::unpack::{LARGEST_UNPACKED, RATIO};
pub use compression::{Compression, Unpacking};
pub use containers::encoded_words::decode_encoded_words;
pub use edition::{Context, Delimiting, Taken};
pub use encoding::CharacterEncoding;
pub use fault::{Fault, FaultKind};
pub use formats::fragments::fragments;
pub use kind::Kind;
pub use link::Link;
pub use text::disguise::{Disguises, Original, Revealing};
pub use text::extract::{Delimiter, Extractor, Find, Finds, LONGEST, LeftOut, Reason};
pub use text::schemes::Schemes;
pub use text::suffix::{Completed, Heuristic, NotAHost, NotCompleted};
pub use text::written::to_text;
pub use unread::Unread;
pub use urls::NoTarget;
pub use vocabulary::also::Also;
pub use walk::{Document, Found, LARGEST, Record, Sink, Surroundings};
