//! The server, asked as clients ask it.
//!
//! One program, since each is linked with all that it tests.

mod authorization;
mod client;
mod documents;
mod hosting;
mod http;
mod limits;
mod malformed;
mod running;
