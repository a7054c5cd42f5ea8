//! The command `napkin-sql` on one machine.
//!
//! One program, since each is linked with all that it tests.

mod docs;
mod files_and_statuses;
mod folders;
mod formats;
mod memory;
mod output;
mod process;
mod server;
mod shell;
