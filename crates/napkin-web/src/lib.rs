#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! In flow order:
//!
//! - `refusal` is what is answered to a request that cannot be understood; `names` are those by which a server is
//!   called; `parameters` are those of a request, from its query or its body; `choices` reads what all questions
//!   share.
//! - `questions` has the one list of what can be asked under `/api/v1/`; `openapi` describes it.
//! - `assets` are the style and the script of the page; `shown` makes text from outside safe to show;
//!   `page` is the page, a panel a file.
//! - `guard` limits requests and adds what every answer carries; `app` leads them to all that; `unread`
//!   words what the HTTP library refuses by itself; `unheard` bounds connections without a request; `server` has
//!   the connections.

#![forbid(unsafe_code)]

mod refusal;

mod names;

mod parameters;

mod choices;

mod questions;

mod openapi;

mod assets;

mod shown;

mod page;

mod guard;

mod app;

mod unread;

mod unheard;

mod server;

pub use names::{HostName, NotAHostName};
pub use parameters::LARGEST;
pub use server::{Server, Settings, serve};
