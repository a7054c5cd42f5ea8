//! `man`: the manual, as roff.

use clap::{Args, CommandFactory};
use clap_mangen::Man as Page;

use super::{Finished, Run};
use crate::exit::{self, ExitCode};
use crate::{Napkin, WrongUsage, output};

/// Print the manual page, or that of a command
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Man {
    /// The command whose page to print
    #[arg(value_name = "COMMAND")]
    name: Option<String>,
}

const EXAMPLE: &str = "\
Example:
  napkin man resolve | grep -o 'TH napkin-resolve 1'

prints

  TH napkin-resolve 1";

/// What the foot of a page says.
const SOURCE: &str = concat!("napkin ", env!("CARGO_PKG_VERSION"));

impl Run for Man {
    fn run(self) -> Finished {
        let mut napkin = Napkin::command();
        napkin.build();
        let command = match &self.name {
            None => napkin,
            Some(name) => napkin
                .find_subcommand(name)
                .cloned()
                .ok_or_else(|| WrongUsage(format!("there is no command '{name}'")))?,
        };
        let mut page = Vec::new();
        if let Err(error) = Page::new(command).source(SOURCE).render(&mut page) {
            exit::cannot_write(&error);
        }
        output::print(&page);
        Ok(ExitCode::Well)
    }
}
