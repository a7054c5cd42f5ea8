#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

// The modules in the order in which data flows; each uses only those before it.
mod schemes;
mod suffix;
mod extract;

pub use extract::{Delimiter, Extractor, Find, Finds, LONGEST};
pub use schemes::Schemes;
pub use suffix::{Completed, Heuristic, NotCompleted};
