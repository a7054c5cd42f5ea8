#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(
    not(all(
        feature = "brotli",
        feature = "bzip2",
        feature = "gzip",
        feature = "markdown",
        feature = "mime",
        feature = "turtle",
        feature = "warc",
        feature = "xml",
        feature = "xz",
        feature = "zstd",
    )),
    allow(
        dead_code,
        unused_variables,
        clippy::unnecessary_wraps,
        reason = "what formats share is not used by each; with all of them, everything is"
    )
)]

// The modules in the order in which data flows; each uses only those before it.
#[cfg(feature = "text")]
mod edition;
#[cfg(feature = "text")]
mod text;
#[cfg(feature = "text")]
mod robots;
#[cfg(feature = "documents")]
mod encoding;
#[cfg(feature = "documents")]
mod urls;
#[cfg(feature = "documents")]
mod base;
#[cfg(feature = "documents")]
mod vocabulary;
#[cfg(feature = "documents")]
mod notation;
#[cfg(feature = "documents")]
mod link;
#[cfg(feature = "documents")]
mod unread;
#[cfg(feature = "documents")]
mod fault;
#[cfg(feature = "documents")]
mod compression;
#[cfg(feature = "documents")]
mod kind;
#[cfg(feature = "documents")]
mod formats;
#[cfg(feature = "documents")]
mod guess;
#[cfg(feature = "documents")]
mod containers;
#[cfg(feature = "documents")]
mod walk;
#[cfg(feature = "documents")]
mod moves;
#[cfg(feature = "documents")]
mod rewrite;
#[cfg(feature = "html")]
mod page;
// Documentation only.
#[cfg(all(any(doc, doctest), feature = "documents"))]
pub mod guide;

#[cfg(feature = "documents")]
pub use base::{Base, Ignored, LONGEST_BASE, Layer, NoBase};
#[cfg(feature = "documents")]
pub use compression::unpack::{LARGEST_UNPACKED, RATIO};
#[cfg(feature = "documents")]
pub use compression::{Compression, Unpacking};
#[cfg(feature = "mime")]
pub use containers::encoded_words::decode_encoded_words;
#[cfg(feature = "text")]
pub use edition::{Context, Delimiting, Taken};
#[cfg(feature = "documents")]
pub use encoding::CharacterEncoding;
#[cfg(feature = "documents")]
pub use fault::{Fault, FaultKind};
#[cfg(feature = "markdown")]
pub use formats::fragments;
#[cfg(feature = "documents")]
pub use kind::Kind;
#[cfg(feature = "documents")]
pub use link::Link;
#[cfg(feature = "documents")]
pub use moves::{Move, NotAMove};
#[cfg(feature = "html")]
pub use page::{PageLink, links};
#[cfg(feature = "documents")]
pub use rewrite::{Change, Left, Rewritten, Rule};
#[cfg(feature = "text")]
pub use robots::{LARGEST_ROBOTS, NoAgent, Robots, RobotsAgent, RobotsRule, RobotsVerdict};
#[cfg(feature = "text")]
pub use text::disguise::{Disguises, Original, Revealing};
#[cfg(feature = "text")]
pub use text::extract::{Delimiter, Extractor, Find, Finds, GoesOn, LONGEST, LeftOut, Reason};
#[cfg(feature = "text")]
pub use text::schemes::Schemes;
#[cfg(feature = "text")]
pub use text::suffix::{Completed, Heuristic, NotAHost, NotCompleted};
#[cfg(feature = "text")]
pub use text::written::to_text;
#[cfg(feature = "documents")]
pub use unread::Unread;
#[cfg(feature = "documents")]
pub use urls::NoTarget;
#[cfg(feature = "documents")]
pub use vocabulary::also::Also;
#[cfg(feature = "documents")]
pub use walk::{Document, Found, LARGEST, Message, Record, Sink, Surroundings};
