//! `get`: single parts, for scripts.

use std::borrow::Cow;
use std::ffi::OsString;
use std::path::Path;

use clap::{Arg, Args};
use napkin_answers::Failure;
use napkin_answers::get::{self, Getting, Got, PartValue, Shown, part};
use napkin_answers::question::Ask;
use napkin_standards::Standard;

use super::{Finished, Run};
use crate::WrongUsage;
use crate::input::options::{Inputs, Options};
use crate::output::columns::Field;
use crate::run::question::{Asked, about, summary};
use crate::run::report::{self, Answer, PerInput};
use crate::terminal::text::Text;

#[derive(Args)]
#[command(
    about = summary::<get::Get>(),
    long_about = about::<get::Get>(),
    after_help = EXAMPLE,
    mut_args(argument)
)]
pub(crate) struct Get {
    #[command(flatten)]
    asked: Asked<get::Get>,

    // With --format, the first of them is the argument of the parts.
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    options: Options,
}

/// What the command says of an option of the question.
fn argument(arg: Arg) -> Arg {
    match arg.get_id().as_str() {
        "parts" => arg
            .help("The parts, with commas between; --help lists them")
            .long_help(format!("The parts, with commas between:\n{}", part::help()))
            .hide_possible_values(true)
            .required_unless_present("format"),
        "format" => arg.conflicts_with_all(["csv", "tsv"]),
        _ => arg,
    }
}

const EXAMPLE: &str = "\
Example:
  napkin get --decode host,segment:-1,query:q 'http://example.com/a/b%20c?x=1&q=%C3%A9'

prints

  example.com	b c	é";

impl Run for Get {
    fn run(self) -> Finished {
        let standard = self.asked.standard()?;
        let mut inputs = self.inputs.texts;
        let list = self.asked.path("parts").map(Path::as_os_str);
        let has_format = self.asked.has("format");
        if has_format {
            inputs.splice(0..0, list.map(OsString::from));
            self.options.must_be_free_for(&inputs)?;
        } else if let Some(list) = list.and_then(|list| list.to_str()) {
            part::check(list, standard).map_err(|reason| no_part(list, &inputs, &reason))?;
            no_parts_among(&inputs, list, standard)?;
            report::must_not_be_files(&inputs, false)?;
        }
        let getting = self.asked.ready_with(|question| get::Get {
            parts: question.parts.filter(|_| !has_format),
            ..question
        })?;
        Ok(report::run(&self.options, Some(standard), &inputs, &Printing(getting)).exit_code())
    }
}

/// Rejects inputs that are names of parts: `napkin get host site URL` asks for two parts.
fn no_parts_among(inputs: &[OsString], list: &str, standard: Standard) -> Result<(), WrongUsage> {
    let is_part = |input: &&str| !input.contains(',') && part::check(input, standard).is_ok();
    let leading = inputs.iter().map_while(|input| input.to_str().filter(is_part));
    let parts: Vec<_> = [list].into_iter().chain(leading).collect();
    let rest = inputs.get(parts.len() - 1).map(|input| input.to_string_lossy());
    match parts.get(1) {
        None => Ok(()),
        Some(second) => Err(WrongUsage::new(format!(
            "'{second}' is the name of a part, and parts have commas between them; write: napkin get {} {}",
            parts.join(","),
            rest.as_deref().unwrap_or("URI")
        ))),
    }
}

/// Why a list of parts is wrong: it is a URI, or a name that is like others.
fn no_part(list: &str, inputs: &[OsString], reason: &str) -> WrongUsage {
    let names: Vec<_> = part::suggested().into_iter().map(|(name, _)| name).collect();
    if list.contains(['/', '?', '#']) || list.contains("://") {
        let first = inputs.first().and_then(|input| input.to_str());
        let part = first.filter(|first| names.iter().any(|name| name == first)).unwrap_or("host");
        return WrongUsage::new(format!(
            "'{list}' stands where the part goes; write: napkin get {part} {list}"
        ));
    }
    let Some((wrong, _)) = reason.split_once(OF_LIST) else {
        return WrongUsage::new(format!("'PART': {reason}"));
    };
    let misspelt = wrong.trim_matches('\'');
    if let Some((_, part)) = MEANT.iter().find(|(words, _)| words.contains(&misspelt)) {
        let uri = inputs.first().map_or("URI".into(), |input| input.to_string_lossy());
        return WrongUsage::new(format!("get has no part {wrong}; write: napkin get {part} {uri}"));
    }
    let mut near: Vec<_> =
        names.iter().map(|name| (strsim::jaro_winkler(misspelt, name), name)).collect();
    near.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let near: Vec<_> = near.iter().take(3).map(|(_, name)| name.as_str()).collect();
    let near = near.join(", ");
    let parameter = if misspelt.contains(':') {
        String::new()
    } else {
        format!("; a parameter of the query is query:{misspelt}")
    };
    WrongUsage::new(format!(
        "get has no part {wrong}; the nearest names are {near}{parameter}; --help lists all"
    ))
}

/// Words that people try for parts, with the part.
const MEANT: &[(&[&str], &str)] = &[
    (&["filename", "file-name", "file", "basename", "last-segment"], "segment:-1"),
    (&["domain", "root-domain", "apex"], "registrable-domain"),
    (&["tld", "suffix"], "public-suffix"),
    (&["protocol"], "scheme"),
    (&["anchor", "hash"], "fragment"),
    (&["params", "parameters", "args", "query-string"], "pairs"),
];

/// The text before the list of all parts in an error.
const OF_LIST: &str = " is not a part; parts: ";

struct Printing(Getting);

impl PerInput for Printing {
    type Answer<'a> = Got<'a>;

    fn answer<'a>(
        &'a self,
        input: &'a [u8],
        scratch: &'a mut String,
    ) -> Result<Got<'a>, Failure<'a>> {
        self.0.ask(input, scratch)
    }

    fn columns(&self) -> Vec<String> {
        self.0.names().map(str::to_owned).collect()
    }

    fn begins_with_input(&self) -> bool {
        false
    }

    fn keys_of_value(&self) -> Vec<&str> {
        if self.0.has_format() {
            return vec!["text"];
        }
        let names: Vec<_> = self.0.names().collect();
        if names.len() == 1 { names } else { Vec::new() }
    }

    fn rows<'f>(
        &'f self,
        input: &'f [u8],
        got: &'f Result<Got<'_>, Failure<'_>>,
        keeps: bool,
    ) -> Vec<Vec<Field<'f>>> {
        let fields = |values: &[PartValue<'_>]| -> Vec<Field<'f>> {
            self.0.cells(values).map(|cell| cell.into_owned().into()).collect()
        };
        vec![match got {
            Ok(got) => got.with_values(fields),
            Err(failure) => {
                let mut row = fields(&self.0.of_invalid(input, failure));
                // The first column has the input.
                if let Some(first) = row.first_mut().filter(|_| keeps) {
                    *first = match self.kept(input) {
                        Cow::Borrowed(kept) => kept.into(),
                        Cow::Owned(kept) => kept.into(),
                    };
                }
                row
            }
        }]
    }

    fn kept<'i>(&self, input: &'i [u8]) -> Cow<'i, [u8]> {
        Ask::kept(&self.0, input)
    }

    fn push_json(
        &self,
        out: &mut Vec<u8>,
        _: Option<Standard>,
        input: &[u8],
        got: &Result<Got<'_>, Failure<'_>>,
    ) {
        self.0.push_line(out, input, got);
    }

    fn write_empty(&self, input: &[u8], failure: &Failure<'_>, text: &mut Text<'_>) {
        if self.0.has_format() || self.0.is_redacted() {
            write(&self.0, &self.0.of_invalid(input, failure), text);
        } else {
            text.end_line();
        }
    }
}

fn write(getting: &Getting, values: &[PartValue<'_>], text: &mut Text<'_>) {
    getting.each_piece(values, |piece| match piece {
        Shown::Literal(literal) => text.push_literal(literal),
        Shown::Value(octets) => text.push_result(octets),
    });
    text.end_line();
}

impl Answer for Got<'_> {
    const IS_LINE: bool = true;

    fn write(&self, text: &mut Text<'_>) {
        self.with_values(|values| write(self.getting, values, text));
    }

    fn remark(&self) -> Option<&Failure<'_>> {
        self.note.as_ref()
    }
}
