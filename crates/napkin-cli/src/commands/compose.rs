//! `compose`: the URI of a scheme from its fields.

use std::ffi::{OsStr, OsString};

use clap::{Args, ColorChoice};
use napkin_answers::compose::compose_by;
use napkin_answers::push_json;
use napkin_schemes::Definition;

use super::{Finished, Run};
use crate::WrongUsage;
use crate::help::suggest::{self, Suggest};
use crate::input::Origin;
use crate::output::failure;
use crate::output::{Output, Sink};
use crate::run::edition::SyntaxOption;
use crate::terminal::text::{Palette, push_result};

/// Compose the URI of a scheme from its fields
///
/// The fields have the names that 'describe' shows, as options behind the scheme: --NAME VALUE or
/// --NAME=VALUE. Each value is data and is encoded for its place. A field that is a list is given once for
/// each value, a pair as NAME=VALUE. What 'describe' shows as it is written, such as the path of http, keeps
/// its escapes. For an unknown field, the message lists the fields of the scheme.
///
/// A URL of http is made of segments and pairs by 'set', from nothing:
/// napkin set --scheme https --host h.example --push-segment 'a b' --append-pair 'q=x&y' ''
///
/// The URI is described again, and is refused unless it says what was given.
#[derive(Args)]
#[command(after_help = EXAMPLE, override_usage = "napkin compose [OPTIONS] <SCHEME> [--FIELD <VALUE>]...")]
pub(crate) struct Compose {
    /// The scheme, or a namespace such as urn:isbn
    #[arg(value_name = "SCHEME", value_parser = Suggest(suggest::schemes), hide_possible_values = true)]
    scheme: String,

    /// The fields of the scheme, each with its value
    #[arg(value_name = "FIELDS", trailing_var_arg = true, allow_hyphen_values = true)]
    fields: Vec<OsString>,

    /// Write JSON Lines: one object
    #[arg(long)]
    json: bool,

    /// When to use colours
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: ColorChoice,

    #[command(flatten)]
    edition: SyntaxOption,
}

const EXAMPLE: &str = "\
Example:
  napkin compose ftp --host ftp.example --cwd pub --cwd 'a b' --name x --type a

prints

  ftp://ftp.example/pub/a%20b/x;type=a";

impl Run for Compose {
    fn run(self) -> Finished {
        let edition = self.edition.syntax("compose")?;
        let known = Definition::named(&self.scheme);
        let known = known.map_or(Vec::new(), |scheme| scheme.composed_from_in(edition));
        let fields = read(&self.fields, &known)?;
        let fields = fields.iter().map(|(name, value)| (*name, *value));
        let dashed = |reason: &str| {
            known.iter().fold(reason.to_owned(), |reason, field| with_dashes(&reason, field))
        };
        let composed = compose_by(edition, &self.scheme, fields);
        let composed = composed.map_err(|wrong| wrong.map_reason(dashed))?;
        let mut output = Output::default();
        output.tally.faulty = composed.error.is_some().into();
        if self.json {
            output.stdout(|out| push_json(out, &composed));
        } else if let Some(error) = &composed.error {
            let palette = Palette::chosen(self.color, &std::io::stderr());
            let origin = Origin::Place(&composed.scheme);
            output.stderr(|out| failure::tell(error, out, origin, None, palette));
        }
        if let Some(uri) = composed.uri.as_ref().filter(|_| !self.json) {
            let palette = Palette::chosen(self.color, &std::io::stdout());
            output.stdout(|out| {
                push_result(out, uri.as_bytes(), palette);
                out.push(b'\n');
            });
        }
        let mut sink = Sink::new("");
        sink.write(&mut output);
        Ok(sink.tally.exit_code())
    }
}

/// A reason in which a field is written as on the command line.
fn with_dashes(reason: &str, field: &str) -> String {
    let field = field.replace('_', "-");
    reason.replace(&format!("'{field}'"), &format!("--{field}"))
}

/// The options of the command itself, which precede the fields.
const OWN: [&str; 6] = ["edition", "as-of", "json", "color", "help", "version"];

/// Names and values of the fields; an option of the command that is a field of the scheme is the field.
///
/// # Errors
///
/// If an argument is not a field, or a field has no value.
fn read<'a>(
    arguments: &'a [OsString],
    known: &[&str],
) -> Result<Vec<(&'a str, &'a [u8])>, WrongUsage> {
    let mut fields = Vec::new();
    let mut arguments = arguments.iter().map(OsString::as_os_str);
    while let Some(argument) = arguments.next() {
        let option = argument.as_encoded_bytes().strip_prefix(b"--").filter(|it| !it.is_empty());
        let Some(option) = option else {
            let shown = argument.display();
            return Err(WrongUsage::new(format!(
                "'{shown}' is not an option; write a field as --NAME VALUE"
            )));
        };
        let (name, value) = match option.iter().position(|byte| *byte == b'=') {
            Some(at) => (option.get(..at), option.get(at + 1..)),
            None => (Some(option), None),
        };
        let name = name.and_then(|name| str::from_utf8(name).ok()).ok_or_else(|| {
            WrongUsage::new(format!("'{}' has no name of a field", argument.display()))
        })?;
        if OWN.contains(&name) && !known.contains(&name) {
            return Err(WrongUsage::new(format!("'--{name}' must precede the fields")));
        }
        let value = value.or_else(|| arguments.next().map(OsStr::as_encoded_bytes));
        let value = value.ok_or_else(|| WrongUsage::new(format!("'--{name}' needs a value")))?;
        fields.push((name, value));
    }
    Ok(fields)
}
