#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(
    not(all(
        feature = "data",
        feature = "directory",
        feature = "file",
        feature = "hash",
        feature = "mail",
        feature = "misc",
        feature = "ssh",
        feature = "tel",
        feature = "urn",
    )),
    allow(
        dead_code,
        unused_imports,
        reason = "what families share is not used by each; with all of them, everything is"
    )
)]

// The modules in the order in which data flows: a URI is split and read into a view, and the view gives fields,
// text and plans. In the other direction, named fields build a view that is written.

mod citation;
mod error;
mod spelling;
mod address;
mod octets;
mod value;
mod domain_name;
mod server;
mod source;
mod pairs;
mod writer;
mod named_fields;
mod visitor;
mod place;
mod plan;
pub mod ports;
mod client;
mod mail_user;
mod definition;
mod newsgroup;
pub mod schemes;
pub mod registry;
mod describe;
mod compose;
mod mapping;
mod relative;
mod normalize;
mod literals;
pub mod secrets;
pub mod tracking;

pub use client::Client;
pub use compose::{ComposeError, compose};
pub use definition::{CLASSING, Class, Definition, Standing, View, standings};
pub use describe::{Description, describe, mentioned, plan};
pub use domain_name::dns_name;
pub use error::{ErrorKind, SchemeError};
pub use literals::escape_literals;
pub use mail_user::{MailMechanism, MailUser};
pub use mapping::{Mapping, MappingError};
#[cfg(feature = "unicode")]
pub use mapping::{nfc, to_ascii};
pub use normalize::{equivalent, normalize};
pub use octets::Octets;
pub use pairs::{Header, Parameter};
pub use plan::{Argument, Command, Plan, Question, Step, Transport, Until};
pub use relative::{OwnReading, own_reading};
#[cfg(feature = "file")]
pub use schemes::file::path::{from_file_path, to_file_path};
pub use schemes::{DEFINITIONS, FAMILIES};
pub use server::{Login, Server};
pub use value::{Fields, Value};
