#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! In flow order:
//!
//! - `refusal` is the answer to an invalid request; `parameters` are the parameters of a request, from its query or its body; `choices`
//!   reads those common to all questions.
//! - `questions` has the one list of questions under `/api/v1/`; `authorization` is the answer of `allow` for proxies;
//!   `openapi` describes them.
//! - `assets` are the style and the script of the page; `escape` makes external text safe to show; `page` is the
//!   page, with one file per panel.
//! - `face` writes an error as JSON or as a page; `render` has the one list of paths, and makes the response to a request.
//! - `serve`, of the feature of that name, is the server. `names` are its host names, `proxies` those before it, `origins` the sites whose pages may ask; `accept` tells who
//!   asks for HTML; `responses` are those of HTTP; `asked` finds the face of a damaged request; `pace` says how slow a client may
//!   be; `limits` bounds the requests that are worked on, `rates` those that a client sends; `body` reads the body of a request within the limits; `half_open` bounds
//!   the connections without a request; `guard` limits requests and adds the headers of every answer; `app` hands them to
//!   `render`; `slow_reader` ends connections that take no answer; `http_errors` adds a message to errors of the HTTP
//!   library; `server` manages the connections.

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod refusal;

mod parameters;

mod choices;

mod questions;

mod authorization;

mod openapi;

mod assets;

mod escape;

mod page;

mod face;

mod render;

#[cfg(feature = "serve")]
mod serve;

pub use parameters::{LARGEST, LARGEST_DOCUMENT};
pub use render::{Method, Rendered, Request};
#[cfg(feature = "serve")]
pub use serve::{
    BasePath, HostName, NotAHostName, NotAPath, NotAnOrigin, Origin, Server, Settings, serve,
};
