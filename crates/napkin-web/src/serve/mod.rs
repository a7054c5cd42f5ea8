//! The server: it reads requests of HTTP within limits, and answers with what [`render`](crate::render) makes.

mod names;

mod proxies;

mod origins;

mod accept;

mod responses;

mod requested_face;

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
pub use origins::{NotAnOrigin, Origin};
pub use proxies::{BasePath, NotAPath};
pub use server::{Server, Settings, serve};
