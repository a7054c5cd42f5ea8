//! The command as scripts see it: run as a process, judged by what it prints and its exit code.
//!
//! One test binary, so that it is linked once; `help.rs` is separate for the published package.

mod audit;
mod by_document;
mod command;
mod context;
mod dated;
mod contract;
mod documents;
mod editions;
mod faults;
mod hostile;
mod recorded;
mod rewrite;
mod schemes;
mod one_line;
mod secrets;
mod serve;
mod sql;
mod streams;
mod support;
mod tables;
mod terminal;
mod text;
mod url_standard;
mod vectors;
mod whole;
