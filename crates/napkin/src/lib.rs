#![doc = include_str!("../README.md")]
#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod set;
pub mod percent;
pub mod edition;
mod error;
mod components;
mod parse;
mod encoded;
mod authority;
mod path;
mod query;
pub mod scheme;
mod text;
mod uri;

pub use authority::{Authority, Host, Port, Userinfo};
pub use components::HostKind;
pub use edition::Edition;
pub use encoded::{Encoded, part};
pub use error::{Diagnosis, ErrorKind, ParseError, Part};
pub use path::{Path, PathKind, Segments};
pub use query::{Pair, Query};
pub use scheme::Scheme;
pub use set::ByteSet;
pub use text::Text;
pub use uri::{AbsoluteUri, Refused, Uri, UriRef};
