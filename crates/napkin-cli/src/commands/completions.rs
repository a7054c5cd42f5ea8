//! `completions`: scripts by which shells complete command lines.

use std::fmt::Write as _;

use clap::Args;
use clap::builder::PossibleValue;
use clap_complete::Shell;

use super::{Finished, Run};
use crate::output;
use crate::terminal::exit::ExitCode;

/// Print completions for a shell
///
/// Write them where the shell finds them: for bash ~/.local/share/bash-completion/completions/napkin, for fish
/// ~/.config/fish/completions/napkin.fish, for zsh a file _napkin in a directory of fpath.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

const EXAMPLE: &str = "\
Example:
  bash -c '. <(napkin completions bash); complete -p napkin'

prints

  complete -o bashdefault -o default -o nosort -F _napkin_lists napkin";

/// Completes the last of several values with commas between, such as `napkin get host,reg`: what is before the comma stays.
const LISTS_OF_BASH: &str = r#"
_napkin_lists() {
    _napkin "$1" "${2##*,}" "$3"
    if [[ "$2" == *,* && "$2" != -* ]]; then
        COMPREPLY=("${COMPREPLY[@]/#/${2%,*},}")
    fi
}
"#;

/// The same for zsh, at the start of its function.
const LISTS_OF_ZSH: &str = "_napkin() {\n    [[ $PREFIX == -* ]] || compset -P '*,'\n";

impl Run for Completions {
    fn run(self) -> Finished {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut crate::command(), "napkin", &mut script);
        match self.shell {
            Shell::Bash => script = with_lists(&script),
            Shell::Zsh => {
                let text = String::from_utf8_lossy(&script);
                script = text.replacen("_napkin() {\n", LISTS_OF_ZSH, 1).into_bytes();
            }
            Shell::Fish => script.extend_from_slice(values_for_fish().as_bytes()),
            _ => {}
        }
        output::print(&script);
        Ok(ExitCode::Well)
    }
}

/// The script for bash, which registers the function for lists in place of clap's own, which it calls.
fn with_lists(script: &[u8]) -> Vec<u8> {
    let script = String::from_utf8_lossy(script);
    let registered = script.replace("complete -F _napkin ", "complete -F _napkin_lists ");
    let at = registered.rfind("\nif [[ ").unwrap_or(registered.len());
    let (functions, registration) = registered.split_at(at);
    [functions, LISTS_OF_BASH, registration].concat().into_bytes()
}

/// Values of arguments, which clap's script for fish lacks: a function that prints them for each, and where they stand.
fn values_for_fish() -> String {
    let command = crate::command();
    let mut lines = String::new();
    for command in command.get_subcommands() {
        for argument in command.get_positionals() {
            let values = argument.get_possible_values();
            let values = values.iter().filter(|value| !value.is_hide_set());
            let of_value = |value: &PossibleValue| {
                let about = value.get_help().map(ToString::to_string).unwrap_or_default();
                format!(" {} {}", quoted(value.get_name()), quoted(&about))
            };
            let values: String = values.map(of_value).collect();
            if values.is_empty() {
                continue;
            }
            let (name, id) = (command.get_name(), argument.get_id());
            let function = format!("__napkin_{name}_{id}");
            let _ = write!(
                lines,
                "function {function}\n    printf '%s\\t%s\\n'{values}\nend\n\
                 complete -c napkin -n '__fish_napkin_using_subcommand {name}' -a '(__fish_complete_list , {function})'\n"
            );
        }
    }
    lines
}

/// A text as fish quotes it.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
}
