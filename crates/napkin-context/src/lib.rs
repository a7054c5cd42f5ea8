#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

// The modules in the order in which data flows; each uses only those before it.
mod edition;
mod schemes;
mod suffix;
mod extract;
mod disguise;
mod written;
mod encoding;
mod urls;
mod base;
mod vocabulary;
mod link;
mod unread;
mod fault;
mod unpack;
mod zstandard;
mod compression;
mod places;
mod css;
mod html;
mod xml;
mod turtle;
mod autolinks;
mod nesting;
mod markdown;
mod kind;
mod triples;
mod guess;
mod fragments;
mod header;
mod http;
mod warc;
mod mailbox;
mod weight;
mod message;
mod walk;

pub use base::{Base, Ignored, LONGEST_BASE, Layer, NoBase};
pub use compression::{Compression, Unpacking};
pub use disguise::{Disguises, Original, Revealing};
pub use edition::{Context, Delimiting, Taken};
pub use encoding::CharacterEncoding;
pub use extract::{Delimiter, Extractor, Find, Finds, LONGEST, LeftOut, Reason};
pub use fault::{Fault, FaultKind};
pub use fragments::fragments;
pub use kind::Kind;
pub use link::Link;
pub use schemes::Schemes;
pub use suffix::{Completed, Heuristic, NotAHost, NotCompleted};
pub use unpack::{LARGEST_UNPACKED, RATIO};
pub use unread::Unread;
pub use urls::NoTarget;
pub use vocabulary::also::Also;
pub use walk::{Document, Found, LARGEST, Record, Sink, Surroundings};
pub use written::to_text;
