//! `sql`: tables of URIs, queried by a separate program, so that this one stays small.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

use clap::Args;

use super::{Finished, Run};
use crate::output;
use crate::terminal::exit::ExitCode;
use crate::terminal::text::push_message;

/// The name of the program, searched beside this one and in PATH.
const PROGRAM: &str = "napkin-sql";

/// Query tables of URIs in SQL, with the program napkin-sql
///
/// All arguments go to napkin-sql, which is looked for beside this program, then in PATH; it is
/// installed by 'cargo install --path crates/napkin-sql-cli'. 'napkin sql -- --help' prints its help.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Sql {
    /// Arguments for napkin-sql
    #[arg(value_name = "ARGUMENT", trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<OsString>,
}

const EXAMPLE: &str = "\
Example:
  napkin sql \"SELECT uri_host('http://example.com/a') AS host\"

prints

  | host        |
  |-------------|
  | example.com |";

impl Run for Sql {
    fn run(self) -> Finished {
        let program = beside().unwrap_or_else(|| PathBuf::from(PROGRAM));
        let status = Command::new(program).args(self.arguments).status();
        let message = match status.map(|status| status.code()) {
            Ok(Some(code)) => std::process::exit(code),
            Ok(None) => format!("{PROGRAM}: it was ended by a signal"),
            Err(error) => {
                format!(
                    "{PROGRAM}: {error}; 'cargo install --path crates/napkin-sql-cli' installs it"
                )
            }
        };
        let mut complaint = Vec::new();
        push_message(&mut complaint, &message);
        output::complain(&complaint);
        Ok(ExitCode::File)
    }
}

/// The program in the folder of this one.
fn beside() -> Option<PathBuf> {
    let this = std::env::current_exe().ok()?;
    let program = this.with_file_name(format!("{PROGRAM}{}", std::env::consts::EXE_SUFFIX));
    program.is_file().then_some(program)
}
