//! The command `napkin-sql`: queries over files of URIs, on this machine or on a cluster.

mod command;

use std::process::ExitCode;

fn main() -> ExitCode {
    command::main()
}
