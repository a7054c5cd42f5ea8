#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! In flow order:
//!
//! - `refusal` is the answer to an invalid request; `names` are the host names of the server, `proxies` those before it; `parameters` are the
//!   parameters of a request, from its query or its body; `choices` reads those common to all questions.
//! - `questions` has the one list of questions under `/api/v1/`; `openapi` describes it.
//! - `assets` are the style and the script of the page; `escape` makes external text safe to show; `page` is the
//!   page, with one file per panel.
//! - `accept` tells who asks for HTML; `face` writes an error as JSON or as a page; `pace` says how slow a client may be; `limits` bounds the requests that are
//!   worked on, `rates` those that a client sends; `body` reads a body; `half_open` bounds the connections without a request.
//! - `guard` limits requests and adds the headers of every answer; `app` routes them; `slow_reader` ends connections that
//!   take no answer; `http_errors` adds a message to errors of the HTTP library; `server` manages the connections.

#![forbid(unsafe_code)]

mod refusal;

mod names;

mod proxies;

mod parameters;

mod choices;

mod questions;

mod openapi;

mod assets;

mod escape;

mod page;

mod accept;

mod face;

mod pace;

mod limits;

mod rates;

mod body;

mod half_open;

mod guard;

mod app;

mod slow_reader;

mod http_errors;

mod server;

pub use names::{HostName, NotAHostName};
pub use parameters::{LARGEST, LARGEST_DOCUMENT};
pub use proxies::{BasePath, NotAPath};
pub use server::{Server, Settings, serve};
