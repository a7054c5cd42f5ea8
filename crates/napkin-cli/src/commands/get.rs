//! `get`: single parts, for scripts.

use std::borrow::Cow;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::Args;
use napkin::Reference;
use napkin_answers::check::Checking;
use napkin_answers::{Failure, choice, envelope};
use napkin_audit::json;
use napkin_context::Context;
use napkin_domains::{List, Sections};
use napkin_schemes::secrets::Finder;
use napkin_standards::facts::{self, Fact as _, Names};
use napkin_standards::{Parsed, Read, Standard};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::{Finished, Run};
use crate::WrongUsage;
use crate::help::suggest::Suggest;
use crate::input::options::{Inputs, Options};
use crate::output::columns::Field;
use crate::parts::file_path::System;
use crate::parts::format::{Format, Piece};
use crate::parts::taking::{Decoding, Taking, Value};
use crate::parts::{self, Part};
use crate::run::edition::EditionOption;
use crate::run::report::{self, Answer, PerInput};
use crate::terminal::exit;
use crate::terminal::text::Text;

/// Print single parts
///
/// The parts of an input are printed in one line, with tabs between; --format prints another line. A part that is
/// undefined is empty there, or the text of --undefined; in JSON it is null. Control characters are printed as '\u{a}',
/// and a backslash as '\\', so that each line is one input. Lists such as 'segments' are printed with a blank between
/// two values; a blank inside a value is then '\u{20}', and a value that is empty is '\u{}'.
///
/// An input that is not valid gives an empty line, unless 'redacted' is asked for. With --format, --csv or --tsv its parts are
/// undefined, except 'input', 'error', 'redacted' and those of 'key:PROFILE': a program makes its key of any text.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Get {
    // With --format, the first of the inputs.
    #[arg(
        value_name = "PART",
        help = "The parts, with commas between; --help lists them",
        long_help = format!("The parts, with commas between:\n{}", parts::help()),
        value_parser = Suggest(parts::suggested),
        hide_possible_values = true,
        required_unless_present = "format"
    )]
    parts: Option<String>,

    /// Print a line of this form, such as '{host}\t{query:q}\t{input}', instead of a list of parts
    #[arg(long, value_name = "TEMPLATE", conflicts_with_all = ["json", "csv", "tsv", "into"])]
    format: Option<String>,

    /// Decode percent-encoded text, once
    #[arg(long)]
    decode: bool,

    /// Decode percent-encoded text, once, and '+' in the query as a space
    #[arg(long, conflicts_with = "decode")]
    form: bool,

    /// If the port is undefined, print the default port of the scheme
    #[arg(long)]
    default_port: bool,

    /// Print the part 'file-path' as Windows has it: 'C:\Users\Ann\x', '\\server\share\x'
    #[arg(long)]
    windows: bool,

    /// What to print for a part that is undefined; no part is printed as '\-'
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    undefined: String,

    /// In the part 'redacted', hide the values of parameters with this name too; may be repeated
    #[arg(long, value_name = "NAME")]
    hide: Vec<String>,

    /// In the part 'redacted', show the values of parameters with this name; may be repeated
    #[arg(long, value_name = "NAME")]
    keep: Vec<String>,

    /// Take domains apart by this public suffix list instead of Mozilla's: registrable-domain, public-suffix, private-suffix,
    /// subdomain, site
    #[arg(long, value_name = "FILE")]
    suffix_list: Option<PathBuf>,

    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    edition: EditionOption,

    #[command(flatten)]
    options: Options,
}

const EXAMPLE: &str = "\
Example:
  napkin get --decode host,segment:-1,query:q 'http://example.com/a/b%20c?x=1&q=%C3%A9'

prints

  example.com	b c	é";

impl Run for Get {
    fn run(self) -> Finished {
        let standard = self.edition.get();
        let mut inputs = self.inputs.texts;
        let mut parts = Vec::new();
        let mut format = None;
        let wrong = |option: &str, reason| WrongUsage::new(format!("'{option}': {reason}"));
        if let Some(template) = &self.format {
            let made = Format::new(template, &mut parts, standard);
            format = Some(made.map_err(|reason| wrong("--format", reason))?);
            inputs.splice(0..0, self.parts.map(OsString::from));
            self.options.must_be_free_for(&inputs)?;
        } else if let Some(list) = &self.parts {
            parts =
                parts::list(list, standard).map_err(|reason| no_part(list, &inputs, &reason))?;
            no_parts_among(&inputs, list, standard)?;
            report::must_not_be_files(&inputs, false)?;
        }
        for part in &parts {
            if let Some(has) = part.editions() {
                choice::must_allow(standard, &part.name, has)?;
            }
        }
        let decoding = match (self.decode, self.form) {
            (true, _) => Decoding::Decoded,
            (_, true) => Decoding::Form,
            _ => Decoding::Raw,
        };
        let secrets = self.hide.iter().fold(Finder::default(), |finder, name| finder.hide(name));
        let secrets = self.keep.iter().fold(secrets, |finder, name| finder.keep(name));
        let names_parameters = !(self.hide.is_empty() && self.keep.is_empty());
        if names_parameters && !parts.iter().any(Part::is_redacted) {
            return Err(WrongUsage::new("'--hide' and '--keep' are about the part 'redacted'"));
        }
        let suffix_list = self.suffix_list.as_deref().map(suffix_list).transpose()?;
        let default_port = self.default_port;
        let getting = Getting {
            standard,
            decoding,
            default_port,
            system: if self.windows { System::Windows } else { System::Posix },
            parts,
            format,
            suffix_list,
            undefined: self.undefined,
            secrets,
        };
        Ok(report::run(&self.options, Some(standard), &inputs, &getting).exit_code())
    }
}

/// Rejects inputs that are names of parts: `napkin get host site URL` asks for two parts.
fn no_parts_among(inputs: &[OsString], list: &str, standard: Standard) -> Result<(), WrongUsage> {
    let is_part = |input: &&str| Part::named(input, standard).is_ok();
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
    let names: Vec<_> = parts::suggested().into_iter().map(|(name, _)| name).collect();
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

/// The parts to print, and their format.
struct Getting {
    standard: Standard,
    decoding: Decoding,
    default_port: bool,
    system: System,
    parts: Vec<Part>,
    format: Option<Format>,
    suffix_list: Option<List>,
    undefined: String,
    secrets: Finder,
}

/// Reads a public suffix list.
fn suffix_list(path: &Path) -> Result<List, WrongUsage> {
    List::parse(&exit::read(path))
        .map_err(|error| WrongUsage::new(format!("'--suffix-list': {}: {error}", path.display())))
}

impl Getting {
    /// The values of the parts of a valid input.
    fn values<'t>(
        &self,
        input: &'t [u8],
        row: Parsed<'_, 't>,
    ) -> Result<Vec<Value<'t>>, Failure<'static>> {
        let Self { decoding, default_port, system, .. } = *self;
        let names = self.suffix_list.as_ref().map(Names::by);
        let taking = Taking { decoding, default_port, system, names, secrets: &self.secrets };
        self.parts.iter().map(|part| part.take(taking, input, row)).collect()
    }

    /// Whether the part is requested that an invalid input has too.
    fn is_redacted(&self) -> bool {
        self.parts.iter().any(Part::is_redacted)
    }

    /// Whether a part may be such that it cannot be decoded, or a key that the input does not have.
    fn may_fail(&self) -> bool {
        let raw = Decoding::Raw;
        let may_fail =
            |part: &Part| part.may_fail() || part.decoding.unwrap_or(self.decoding) != raw;
        self.parts.iter().any(may_fail)
    }

    /// A note on an input without a host that has none of the parts: what is wrong with it as `check` tells it, or that a host
    /// lacks its slashes.
    fn note<'a>(
        &self,
        is_hostless: bool,
        values: &[Value<'_>],
        from: Option<Reference<'_>>,
        input: &'a [u8],
    ) -> Option<Failure<'a>> {
        let is_none = |value: &Value<'_>| match value {
            Value::Undefined => true,
            Value::Text(text) => text.is_empty(),
            _ => false,
        };
        let is_empty = || values.iter().all(is_none);
        let told = || Checking::new(self.standard).answer(input).note;
        (is_hostless && is_empty())
            .then(|| from.and_then(host_without_slashes).or_else(told))
            .flatten()
    }

    /// The values of the parts of an input that is not valid.
    fn of_invalid<'v>(&self, input: &'v [u8], failure: &'v Failure<'_>) -> Vec<Value<'v>> {
        self.parts.iter().map(|part| part.of_invalid(input, failure, &self.secrets)).collect()
    }

    fn write(&self, values: &[Value<'_>], text: &mut Text<'_>) {
        match &self.format {
            Some(format) => {
                for piece in &format.pieces {
                    match piece {
                        Piece::Text(literal) => text.push_literal(literal),
                        Piece::Part(number) => self.push(*number, values, text),
                    }
                }
            }
            None => {
                for number in 0..values.len() {
                    if number > 0 {
                        text.push_raw(b"\t");
                    }
                    self.push(number, values, text);
                }
            }
        }
        text.end_line();
    }

    /// Writes a value with its backslashes doubled, so that `\n` is an escape and no text; an input is written as it is.
    fn push(&self, number: usize, values: &[Value<'_>], text: &mut Text<'_>) {
        let is_input = self.parts.get(number).is_some_and(Part::is_input);
        match values.get(number) {
            Some(Value::Text(value)) if is_input => text.push_result(value.as_bytes()),
            Some(Value::Bytes(value)) if is_input => text.push_result(value),
            None | Some(Value::Undefined) => text.push(&self.undefined),
            Some(Value::Text(value)) => text.push_data(value.as_bytes()),
            Some(Value::Bytes(value)) => text.push_data(value),
            Some(Value::Path(path)) => text.push_result(path.as_bytes()),
            Some(Value::List(texts) | Value::Pairs { texts, .. }) => {
                text.push_list(texts.iter().map(|value| value.as_bytes()));
            }
        }
    }

    /// A value as the field of a row; a list is written as in text.
    fn field(&self, value: &Value<'_>) -> Field<'static> {
        match value {
            Value::Undefined => self.undefined.clone().into_bytes().into(),
            Value::Text(value) => value.as_bytes().to_vec().into(),
            Value::Bytes(value) => value.to_vec().into(),
            Value::Path(path) => path.clone().into_bytes().into(),
            Value::List(texts) | Value::Pairs { texts, .. } => {
                let mut field = Vec::new();
                let mut text =
                    Text::new(&mut field, crate::terminal::text::Palette::default(), true);
                text.push_list(texts.iter().map(|value| value.as_bytes()));
                field.into()
            }
        }
    }
}

impl PerInput for Getting {
    type Answer<'a> = Got<'a>;

    fn answer<'a>(&'a self, input: &'a [u8], _: &'a mut String) -> Result<Got<'a>, Failure<'a>> {
        let read = self.standard.read(input).map_err(|error| Failure::refused(error, input))?;
        let Some(from) = read.reference() else {
            let has_host = facts::Host::of(read.parsed()).is_some();
            let note = if self.may_fail() || !has_host {
                let values = self.values(input, read.parsed())?;
                self.note(!has_host, &values, None, input)
            } else {
                None
            };
            return Ok(Got { getting: self, parts: Parts::Kept(input, read), note });
        };
        let values = self.values(input, (&from).into())?;
        let note = self.note(from.authority().is_none(), &values, Some(from), input);
        Ok(Got { getting: self, parts: Parts::Taken(values), note })
    }

    fn columns(&self) -> Vec<String> {
        self.parts.iter().map(|part| part.name.clone()).collect()
    }

    fn begins_with_input(&self) -> bool {
        false
    }

    fn keys_of_value(&self) -> Vec<&str> {
        match &*self.parts {
            [part] => vec![&part.name],
            _ => Vec::new(),
        }
    }

    fn rows<'f>(
        &'f self,
        input: &'f [u8],
        got: &'f Result<Got<'_>, Failure<'_>>,
        keeps: bool,
    ) -> Vec<Vec<Field<'f>>> {
        let fields = |values: &[Value<'_>]| values.iter().map(|value| self.field(value)).collect();
        vec![match got {
            Ok(got) => got.with_values(fields),
            Err(failure) => {
                let mut row: Vec<_> = fields(&self.of_invalid(input, failure));
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
        if self.is_redacted() { self.secrets.redacted(input) } else { input.into() }
    }

    fn push_json(
        &self,
        out: &mut Vec<u8>,
        standard: Option<Standard>,
        input: &[u8],
        got: &Result<Got<'_>, Failure<'_>>,
    ) {
        envelope::push_line(out, standard, input, got);
        if got.is_err() && self.is_redacted() && out.ends_with(b"}\n") {
            out.truncate(out.len() - 2);
            out.extend_from_slice(b",\"redacted\":");
            json::push(out, &String::from_utf8_lossy(&self.secrets.redacted(input)));
            out.extend_from_slice(b"}\n");
        }
    }

    fn write_empty(&self, input: &[u8], failure: &Failure<'_>, text: &mut Text<'_>) {
        if self.format.is_none() && !self.is_redacted() {
            text.end_line();
            return;
        }
        self.write(&self.of_invalid(input, failure), text);
    }
}

/// An input with the requested parts.
pub(crate) struct Got<'a> {
    getting: &'a Getting,
    parts: Parts<'a>,
    /// A note on an input that has none of them.
    note: Option<Failure<'a>>,
}

/// The requested parts.
enum Parts<'a> {
    /// Their values.
    Taken(Vec<Value<'a>>),
    /// An input and its URL. They are taken where they are written, since they are slices of the canonical text.
    Kept(&'a [u8], Read<'a>),
}

impl Got<'_> {
    fn with_values<R>(&self, take: impl FnOnce(&[Value<'_>]) -> R) -> R {
        match &self.parts {
            Parts::Taken(values) => take(values),
            // Whether they can be taken was asked before.
            Parts::Kept(input, read) => {
                take(&self.getting.values(input, read.parsed()).unwrap_or_default())
            }
        }
    }
}

impl Serialize for Got<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.with_values(|values| {
            let mut map = serializer.serialize_map(None)?;
            let values = self.getting.parts.iter().zip(values);
            // The JSON envelope has the input.
            for (part, value) in values.filter(|(part, _)| !part.is_input()) {
                map.serialize_entry(&part.name, value)?;
            }
            map.end()
        })
    }
}

impl Answer for Got<'_> {
    const IS_LINE: bool = true;

    fn write(&self, text: &mut Text<'_>) {
        self.with_values(|values| self.getting.write(values, text));
    }

    fn remark(&self) -> Option<&Failure<'_>> {
        self.note.as_ref()
    }
}

/// A note on a name that is probably meant as a host: `example.com/a` is a path.
fn host_without_slashes(reference: Reference<'_>) -> Option<Failure<'static>> {
    if reference.scheme().is_some() || reference.authority().is_some() {
        return None;
    }
    let name = reference.path()?.as_str().split('/').next()?;
    List::mozilla().registrable_domain(name, Sections::Icann)?;
    let edition = reference.edition();
    let section = Context::of(edition).suffixes.unwrap_or(edition.sections.relative);
    let title = edition.title;
    let message = format!(
        "'{name}' has no '//' before it, so it is a path and no host; if a host is meant, write http://{name} ({title} section {section})"
    );
    Some(Failure::new("host-without-slashes", section, message).as_note())
}
