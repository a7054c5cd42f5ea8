//! `compare`: the lowest level of normalization at which two URIs are equivalent, or the parts in which they differ.

use std::ffi::OsString;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use clap::Args;
use napkin::UriRef;
use napkin_answers::Failure;
use napkin_answers::compare::{self, Compared, Comparing, Spelling};
use napkin_answers::look_alike::LookAlike;
use napkin_answers::unlike::UnlikePart;

use super::{Finished, Run};
use crate::help::usage::WrongUsage;
use crate::input::options::Options;
use crate::input::{beside, name as name_of};
use crate::output::columns::{Column, Field};
use crate::run::question::{Asked, about, summary};
use crate::run::report::{self, Answer, PerInput};
use crate::terminal::text::Text;

#[derive(Args)]
#[command(override_usage = "napkin compare [OPTIONS] [A] [B]", about = summary::<compare::Compare>(),
    long_about = about::<compare::Compare>(),
    after_help = EXAMPLE)]
pub(crate) struct Compare {
    #[command(flatten)]
    asked: Asked<compare::Compare>,

    /// A reference; without B, each line of --input is compared with it. Without both, each line has two
    /// references with a tab between
    #[arg(value_name = "A", help_heading = None)]
    a: Option<OsString>,

    /// The other reference
    #[arg(id = "inputs", value_name = "B", help_heading = None)]
    b: Option<OsString>,

    /// Compare the lines of two files, A and B: the first with the first, and so on
    #[arg(long, requires = "inputs", conflicts_with_all = ["column", "field", "null", "comments", "crlf"])]
    lines: bool,

    #[command(flatten)]
    options: Options,
}

const EXAMPLE: &str = "\
Example:
  napkin compare http://example.com http://EXAMPLE.com:80/

prints

  equivalent at level scheme";

impl Run for Compare {
    fn run(mut self) -> Finished {
        let comparing = self.asked.ready()?;
        let standard = comparing.standard();
        let mut pairing = Pairing { comparing, tab: None, first: None, files: None };
        let mut inputs = Vec::new();
        match (&self.a, &self.b) {
            (Some(a), Some(b)) if self.lines => {
                if [a, b].iter().all(|name| *name == "-") {
                    return Err(WrongUsage::new("standard input can be only one of the two files"));
                }
                let names = [a, b].map(|name| name_of(Path::new(name)));
                let other = beside::Other { path: b.into(), ..Default::default() };
                pairing.files = Some(Files { names, longer: Arc::clone(&other.longer) });
                self.options = self.options.with_lines_of(a.into(), other);
            }
            (Some(a), Some(b)) => {
                are_no_files(a, Other::Argument(b))?;
                // The length of the first argument separates the two, however many tabs they contain.
                pairing.tab = Some(a.as_encoded_bytes().len());
                let mut input = a.clone();
                input.push("\t");
                input.push(b);
                inputs.push(input);
            }
            (Some(_), None) if !self.options.has_files() => {
                return Err(WrongUsage::new(
                    "compare takes two references; or one, and with '--input FILE' lines to compare with it",
                ));
            }
            (Some(first), _) => {
                are_no_files(first, Other::Input)?;
                pairing.first = Some(first.as_encoded_bytes().to_vec());
            }
            (None, _) => {}
        }
        Ok(report::run(&self.options, Some(standard), &inputs, &pairing).exit_code())
    }
}

/// Rejects names of files, which would be compared as references: two of them, one beside a URI, or one beside `--input`.
fn are_no_files(a: &OsString, other: Other<'_>) -> Result<(), WrongUsage> {
    let is_file = |name: &OsString| Path::new(name).is_file();
    let shown = a.display();
    let advice = match other {
        Other::Argument(b) => match (is_file(a), is_file(b)) {
            (true, true) => {
                let b = b.display();
                format!(
                    "'{shown}' and '{b}' are files; to compare their lines: napkin compare --lines {shown} {b}"
                )
            }
            (true, false) if has_scheme(b) => with_each_line(a, b),
            (false, true) if has_scheme(a) => with_each_line(b, a),
            _ => return Ok(()),
        },
        Other::Input if is_file(a) => format!(
            "'{shown}' is a file, where the URI goes that each line of '--input' is compared with; to compare the lines of \
             two files: napkin compare --lines A B"
        ),
        Other::Input => return Ok(()),
    };
    Err(WrongUsage::new(advice))
}

/// What the first argument is compared with.
#[derive(Clone, Copy)]
enum Other<'a> {
    Argument(&'a OsString),
    Input,
}

fn has_scheme(text: &OsString) -> bool {
    text.to_str().and_then(|text| UriRef::parse(text).ok()?.scheme().map(|_| ())).is_some()
}

fn with_each_line(file: &OsString, uri: &OsString) -> String {
    let (file, uri) = (file.display(), uri.display());
    format!(
        "'{file}' is a file; to compare its lines with the URI: napkin compare '{uri}' -i {file}"
    )
}

struct Pairing {
    comparing: Comparing,
    /// The offset of the separator, if it is known beforehand.
    tab: Option<usize>,
    /// The reference that every line is compared with.
    first: Option<Vec<u8>>,
    /// The files whose lines are compared.
    files: Option<Files>,
}

struct Files {
    names: [String; 2],
    longer: Arc<OnceLock<usize>>,
}

impl Pairing {
    fn split<'a>(&'a self, input: &'a [u8]) -> Result<(&'a [u8], &'a [u8]), Failure<'a>> {
        if let Some(first) = &self.first {
            return Ok((first, input));
        }
        let mut tabs = memchr::memchr_iter(b'\t', input);
        let (first, second) = (tabs.next(), tabs.next());
        let tab = self.tab.or(first.filter(|_| second.is_none()));
        let (a, b) = tab.and_then(|tab| input.split_at_checked(tab)).ok_or_else(|| {
            let what = if second.is_some() { "more than one tab" } else { "no tab" };
            let message = format!(
                "{what} in a line that should be two URIs with a tab between; --lines A B compares the lines of two files"
            );
            let section = self.comparing.standard().section_of_equivalence();
            let longer = self.files.as_ref().and_then(|files| files.names.get(*files.longer.get()?));
            if let Some(name) = longer.filter(|_| second.is_none()) {
                return Failure::new("not-a-pair", section, format!("only {name} has this line"));
            }
            Failure::new("not-a-pair", section, message).at(second.unwrap_or(input.len()), input)
        })?;
        Ok((a, b.strip_prefix(b"\t").unwrap_or(b)))
    }
}

impl PerInput for Pairing {
    type Answer<'a> = Compared<'a>;

    fn answer<'a>(
        &'a self,
        input: &'a [u8],
        _: &'a mut String,
    ) -> Result<Compared<'a>, Failure<'a>> {
        self.comparing.check_base()?;
        let (a, b) = self.split(input)?;
        self.comparing.answer(a, b)
    }

    fn columns(&self) -> Vec<String> {
        let inputs: &[&str] = if self.first.is_some() { &["input"] } else { &["a", "b"] };
        let own = Compared::COLUMNS.iter().map(|(name, _)| name);
        inputs.iter().chain(own).chain(&["error"]).map(ToString::to_string).collect()
    }

    fn begins_with_input(&self) -> bool {
        self.first.is_some()
    }

    fn rows<'f>(
        &'f self,
        input: &'f [u8],
        compared: &'f Result<Compared<'_>, Failure<'_>>,
        _: bool,
    ) -> Vec<Vec<Field<'f>>> {
        let inputs = match self.split(input) {
            _ if self.first.is_some() => vec![input.into()],
            Ok((a, b)) => vec![a.into(), b.into()],
            Err(_) => vec![input.into(), Field::default()],
        };
        vec![report::row(inputs, compared)]
    }

    fn write(&self, input: &[u8], compared: &Compared<'_>, text: &mut Text<'_>) {
        compared.write(text);
        // The line of a list has one line, which ends with what was compared; two arguments are a question of a person.
        if self.tab.is_none() {
            for compared in input.split(|byte| *byte == b'\t') {
                text.push_raw(b"\t");
                text.push_bytes(compared);
            }
        }
        text.end_line();
        if self.tab.is_some() {
            write_aligned(&compared.differences, text);
        }
    }
}

/// Writes the values of each part below each other.
fn write_aligned(differences: &[UnlikePart], text: &mut Text<'_>) {
    let width = differences.iter().map(|unlike| unlike.part.len()).max().unwrap_or_default();
    for UnlikePart { part, a, b, .. } in differences {
        for (name, value) in [(*part, a), ("", b)] {
            text.push_raw(b"  ");
            text.label(name, width);
            text.push_raw(b" ");
            write_value(value.as_deref(), text);
            text.end_line();
        }
    }
}

/// Writes the value of a part, or that there is none.
fn write_value(value: Option<&str>, text: &mut Text<'_>) {
    match value {
        None => text.styled(text.palette.faint, "none"),
        Some("") => text.styled(text.palette.faint, "empty"),
        Some(value) => text.push(value),
    }
}

/// How many octets of different spelling are shown.
const SHOWN: usize = 3;

/// The parts whose values are short enough for the line of the result.
const SHORT: [&str; 3] = ["scheme", "host", "port"];

impl Answer for Compared<'_> {
    const IS_LINE: bool = true;

    const COLUMNS: &'static [Column] =
        &[("equivalent_at", &["equivalent_at"]), ("differences", &["differences/*/part"])];

    fn write(&self, text: &mut Text<'_>) {
        match self.equivalent_at {
            Some(level) => text.styled(text.palette.good, &format!("equivalent at level {level}")),
            None => text.styled(text.palette.bad, "different"),
        }
        for (number, Spelling { a, b }) in self.encoded.iter().take(SHOWN).enumerate() {
            text.push_raw(if number == 0 { b" (" } else { b"; " });
            text.push(a);
            text.push_raw(b", ");
            text.push(b);
        }
        match self.encoded.len() {
            0 => {}
            1..=SHOWN => text.push_raw(b")"),
            _ => text.push("; …)"),
        }
        for (number, UnlikePart { part, a, b, look_alike }) in self.differences.iter().enumerate() {
            text.push_raw(if number == 0 { b" in: " } else { b", " });
            text.push(part);
            if SHORT.contains(part) {
                text.push_raw(b" (");
                write_value(a.as_deref(), text);
                text.push_raw(b", ");
                write_value(b.as_deref(), text);
                text.push_raw(b")");
            }
            if let Some(LookAlike { a, b }) = look_alike {
                text.push(&format!(" that look alike: {a} in the first, {b} in the second"));
            }
        }
    }

    fn is_faulty(&self) -> bool {
        self.equivalent_at.is_none()
    }
}
