//! `completions`: scripts by which shells complete command lines.

use clap::Args;
use clap_complete::Shell;

use super::{Finished, Run};
use crate::output;
use crate::terminal::exit::ExitCode;

/// Print completions for a shell
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

const EXAMPLE: &str = "\
Example:
  napkin completions bash | grep -c 'complete -F _napkin'

prints

  2";

impl Run for Completions {
    fn run(self) -> Finished {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut crate::command(), "napkin", &mut script);
        output::print(&script);
        Ok(ExitCode::Well)
    }
}
