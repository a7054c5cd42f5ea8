//! What lies between the command and the terminal: standard streams, exit codes, and text that is safe to show.

pub(crate) mod streams;
pub(crate) mod text;
pub(crate) mod exit;
pub(crate) mod progress;
pub(crate) mod table;
