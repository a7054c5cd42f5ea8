//! `man`: the manual, as roff.

use clap::{Args, Command};
use clap_mangen::Man as Page;
use clap_mangen::roff::{Roff, bold, roman};

use super::{Finished, GROUPS, Run};
use crate::help::usage::WrongUsage;
use crate::output;
use crate::terminal::exit::{self, ExitCode};

/// Print the manual page, or that of a command
///
/// 'man -l -' shows it. To have it as 'man napkin-resolve', write it to napkin-resolve.1 in a directory man1 of the manual, such as
/// ~/.local/share/man/man1.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Man {
    /// The command whose page to print
    #[arg(value_name = "COMMAND")]
    name: Option<String>,
}

const EXAMPLE: &str = "\
Example:
  napkin man resolve | man -l -

prints

  the page of the command resolve";

/// The text at the foot of a page.
const SOURCE: &str = concat!("napkin ", env!("CARGO_PKG_VERSION"));

/// The meaning of each exit status.
const STATUS: [(&str, &str); 4] = [
    ("0", "All well; also when the reader of the output has gone."),
    ("1", "Some input is invalid, unequal or has findings."),
    ("2", "Wrong usage."),
    ("3", "A file could not be read or written."),
];

/// The variables that the command reads.
const ENVIRONMENT: [(&str, &str); 3] = [
    ("NO_COLOR", "If set and not empty, text has no colours, unless --color asks for them."),
    ("CLICOLOR_FORCE", "If set and not 0, text has colours even if the output is not a terminal."),
    ("COLUMNS", "How wide help is, where the terminal does not say."),
];

impl Run for Man {
    fn run(self) -> Finished {
        let mut napkin = crate::command();
        napkin.build();
        let command = match &self.name {
            None => napkin,
            Some(name) => napkin
                .find_subcommand(name)
                .cloned()
                .ok_or_else(|| WrongUsage::new(format!("there is no command '{name}'")))?,
        };
        let mut page = Vec::new();
        if let Err(error) = write(&command, self.name.as_deref(), &mut page) {
            exit::cannot_write(&error);
        }
        output::print(&page);
        Ok(ExitCode::Well)
    }
}

fn write(command: &Command, name: Option<&str>, out: &mut Vec<u8>) -> std::io::Result<()> {
    let page = Page::new(command.clone()).source(SOURCE).manual("Napkin Manual");
    page.render_title(out)?;
    page.render_name_section(out)?;
    page.render_synopsis_section(out)?;
    page.render_description_section(out)?;
    if name.is_none() {
        commands(command).to_writer(out)?;
    }
    page.render_options_section(out)?;
    listed("EXIT STATUS", &STATUS).to_writer(out)?;
    listed("ENVIRONMENT", &ENVIRONMENT).to_writer(out)?;
    if let Some(example) = command.get_after_help().filter(|_| name.is_some()) {
        examples(&example.to_string()).to_writer(out)?;
    }
    see_also(name).to_writer(out)
}

/// The commands in their groups.
fn commands(command: &Command) -> Roff {
    let mut roff = Roff::new();
    roff.control("SH", ["COMMANDS"]);
    for (group, names) in GROUPS {
        roff.control("SS", [*group]);
        for name in *names {
            let about = command.find_subcommand(name).and_then(Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            roff.control("TP", []);
            roff.text([bold(format!("napkin-{name}(1)"))]);
            roff.text([roman(about)]);
        }
    }
    roff
}

fn listed(section: &str, entries: &[(&str, &str)]) -> Roff {
    let mut roff = Roff::new();
    roff.control("SH", [section]);
    for (name, what) in entries {
        roff.control("TP", []);
        roff.text([bold(*name)]);
        roff.text([roman(*what)]);
    }
    roff
}

/// The example of a command, line by line, for pasting.
fn examples(example: &str) -> Roff {
    let mut roff = Roff::new();
    roff.control("SH", ["EXAMPLES"]);
    roff.control("nf", []);
    let lines = example.lines().skip_while(|line| line.starts_with("Example"));
    for line in lines {
        roff.text([roman(line)]);
    }
    roff.control("fi", []);
    roff
}

fn see_also(name: Option<&str>) -> Roff {
    let mut roff = Roff::new();
    roff.control("SH", ["SEE ALSO"]);
    let whole = if name.is_some() { "napkin(1)" } else { "napkin-parse(1)" };
    roff.text([bold(whole), roman(", RFC 3986, RFC 3987, RFC 6454")]);
    roff
}
