//! Runs a command over its inputs and prints one result for every input.
//!
//! A command computes an answer or a failure. This module writes it as a line of JSON, or as text with the
//! command's help.

use std::borrow::Cow;
use std::ffi::OsString;
use std::iter;
use std::mem;
use std::path::Path;

use napkin::edition::RFC3986;
use napkin::{LineCount, Lines, Start};
use napkin_answers::{Failure, envelope};
use napkin_schemes::secrets::redacted;
use napkin_standards::Standard;
use serde::Serialize;

use crate::help::usage::WrongUsage;
use crate::input::options::{OnError, Options};
use crate::input::redaction::Redaction;
use crate::input::table::{Header, Row};
use crate::input::{Origin, json_line};
use crate::output::columns::{self, Column, Field};
use crate::output::failure;
use crate::output::rows::Rows;
use crate::output::{self, Message, Output, Sink, Tally};
use crate::run::pipeline::{self, Work};
use crate::terminal::exit;
use crate::terminal::text::{Palette, Text, grouped, push_result, shown_path};

/// A command that answers every input independently.
pub(crate) trait PerInput: Sync {
    type Answer<'a>: Answer
    where
        Self: 'a;

    /// Answers one input.
    ///
    /// `scratch` is a buffer for new text that the answer borrows; its old content is meaningless.
    ///
    /// # Errors
    ///
    /// The error of the input, printed instead of an answer.
    fn answer<'a>(
        &'a self,
        input: &'a [u8],
        scratch: &'a mut String,
    ) -> Result<Self::Answer<'a>, Failure<'a>>;

    /// Answers an input in a row of a table, whose other cells the answer may need.
    ///
    /// # Errors
    ///
    /// As [`Self::answer`].
    fn answer_in_row<'a>(
        &'a self,
        input: &'a [u8],
        _: Row<'_>,
        scratch: &'a mut String,
    ) -> Result<Self::Answer<'a>, Failure<'a>> {
        self.answer(input, scratch)
    }

    /// Appends the line of JSON for an input.
    fn push_json(
        &self,
        out: &mut Vec<u8>,
        standard: Option<Standard>,
        input: &[u8],
        answer: &Result<Self::Answer<'_>, Failure<'_>>,
    ) {
        envelope::push_line(out, standard, input, answer);
    }

    /// Writes an answer as text, for a command with several text formats.
    fn write(&self, _input: &[u8], answer: &Self::Answer<'_>, text: &mut Text<'_>) {
        answer.write(text);
    }

    /// The text that is printed for an invalid input with `--on-error keep`.
    fn kept<'i>(&self, input: &'i [u8]) -> Cow<'i, [u8]> {
        input.into()
    }

    /// Writes the placeholder for an invalid input, if each result has a line.
    fn write_empty(&self, _input: &[u8], _failure: &Failure<'_>, text: &mut Text<'_>) {
        if <Self::Answer<'_> as Answer>::IS_LINE {
            text.end_line();
        }
    }

    /// Writes an invalid input in place of its result.
    fn write_kept(&self, input: &[u8], _failure: &Failure<'_>, text: &mut Text<'_>) {
        keep(&self.kept(input), <Self::Answer<'_> as Answer>::IS_LINE, text);
    }

    /// The names of the columns of rows. The first is the input, if [`Self::begins_with_input`].
    fn columns(&self) -> Vec<String> {
        let own = <Self::Answer<'_> as Answer>::COLUMNS.iter().map(|(name, _)| *name);
        iter::once("input").chain(own).chain(["error"]).map(str::to_owned).collect()
    }

    /// The keys of an answer, of which the first that is there has its value where one is asked for. With none, it is the whole
    /// answer.
    fn keys_of_value(&self) -> Vec<&str> {
        if let Some(key) = <Self::Answer<'_> as Answer>::VALUE {
            return vec![key];
        }
        match <Self::Answer<'_> as Answer>::COLUMNS {
            [(_, paths)] => {
                paths.iter().map(|path| path.strip_suffix("/*").unwrap_or(path)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Whether the first field of each row is the input, which a row of a table has already.
    fn begins_with_input(&self) -> bool {
        true
    }

    /// The rows of an answer. `keeps` says whether an invalid input stands in place of its result.
    fn rows<'f>(
        &'f self,
        input: &'f [u8],
        answer: &'f Result<Self::Answer<'_>, Failure<'_>>,
        _keeps: bool,
    ) -> Vec<Vec<Field<'f>>> {
        rows(input, answer)
    }

    /// Whether an argument that names a file is probably a mistake: not if inputs are data.
    fn takes_uris(&self) -> bool {
        true
    }

    /// Whether answers and failures are only counted.
    fn is_silent(&self) -> bool {
        false
    }

    /// Counts many inputs at once, for a silent command that only checks a start rule.
    fn count(&self, _: Lines<'_>) -> Option<LineCount> {
        None
    }
}

/// A command's answer to one input; serialized, it is the keys after `"input"` and `"edition"`.
pub(crate) trait Answer: Serialize {
    /// Whether the text of an answer is one line, so that lines of input and output correspond. An input without an
    /// answer then gives an empty line.
    const IS_LINE: bool = false;

    /// The columns of rows between the input and the error.
    const COLUMNS: &'static [Column] = &[];

    /// The key of a list, if each of its items has a row. The columns are then those of an item; an empty list has one row.
    const ROWS: Option<&'static str> = None;

    /// The key of the value of the answer, where one is asked for, if it has several columns.
    const VALUE: Option<&'static str> = None;

    /// Writes the answer as text, up to the end of a line.
    fn write(&self, text: &mut Text<'_>);

    /// Whether the input counts as faulty, for the exit code.
    fn is_faulty(&self) -> bool {
        false
    }

    /// A note to print beside the text.
    fn remark(&self) -> Option<&Failure<'_>> {
        None
    }

    /// The error of a faulty input, for rows.
    fn error(&self) -> Option<&Failure<'_>> {
        self.remark().filter(|_| self.is_faulty())
    }
}

/// The rows of an answer: one, or one for each item of a list.
fn rows<'f, A: Answer>(input: &'f [u8], answer: &'f Result<A, Failure<'_>>) -> Vec<Vec<Field<'f>>> {
    let items = match (A::ROWS, answer) {
        (Some(list), Ok(answer)) => columns::items(list, A::COLUMNS, answer),
        _ => return vec![row(vec![input.into()], answer)],
    };
    let error = answer.as_ref().ok().and_then(Answer::error);
    let error = error.map_or_else(Field::default, |failure| failure.message().as_bytes().into());
    let row = |fields: Vec<Field<'f>>| {
        iter::once(input.into()).chain(fields).chain([error.clone()]).collect()
    };
    items.into_iter().map(row).collect()
}

/// The row of an answer: some fields, its columns, and the error.
pub(crate) fn row<'f, A: Answer>(
    mut row: Vec<Field<'f>>,
    answer: &'f Result<A, Failure<'_>>,
) -> Vec<Field<'f>> {
    let failure = match answer {
        Ok(answer) => {
            row.extend(columns::fields(A::COLUMNS, answer));
            answer.error()
        }
        Err(failure) => {
            row.extend(A::COLUMNS.iter().map(|_| Field::default()));
            Some(failure)
        }
    };
    row.push(failure.map_or_else(Field::default, |failure| failure.message().as_bytes().into()));
    row
}

/// Writes a line of JSON Lines byte for byte; what a terminal shows, with escapes.
pub(crate) fn push_line(line: &[u8], palette: Palette, out: &mut Vec<u8>) {
    if palette.is_terminal() {
        push_result(out, line.strip_suffix(b"\r").unwrap_or(line), palette);
    } else {
        out.extend_from_slice(line);
    }
    out.push(b'\n');
}

/// Writes an input unchanged, separated from others if results have several lines.
pub(crate) fn keep(input: &[u8], is_line: bool, text: &mut Text<'_>) {
    if !is_line {
        text.gap();
    }
    text.push_result(input);
    text.end_line();
}

/// Runs a command over its inputs and prints its answers; by a standard, if it uses one.
pub(crate) fn run<C: PerInput>(
    options: &Options,
    standard: Option<impl Into<Standard>>,
    inputs: &[OsString],
    command: &C,
) -> Tally {
    run_with(options, standard, inputs, command, None)
}

/// As [`run`], by the base of each row: `rebased` makes the command for it.
pub(crate) fn run_by_base<C: PerInput>(
    options: &Options,
    standard: Option<impl Into<Standard>>,
    inputs: &[OsString],
    command: &C,
    rebased: &(dyn Fn(&[u8]) -> C + Sync),
) -> Tally {
    run_with(options, standard, inputs, command, options.base_column().map(|name| (name, rebased)))
}

/// The column of the bases, and the command by one of them.
type ByBase<'c, C> = (&'c str, &'c (dyn Fn(&[u8]) -> C + Sync));

fn run_with<C: PerInput>(
    options: &Options,
    standard: Option<impl Into<Standard>>,
    inputs: &[OsString],
    command: &C,
    by_base: Option<ByBase<'_, C>>,
) -> Tally {
    let report = Report {
        command,
        by_base,
        standard: standard.map(Into::into),
        json: options.json,
        rows: Rows::asked(&options.rows, options.redact).filter(|_| !command.is_silent()),
        carries: options.carries(),
        prefix: options.prefix(),
        into: options.field_of_answer(),
        redaction: options.redaction(),
        replaces_input: options.replaces_input(),
        on_error: options.on_error(OnError::default()),
        shown: options.shown(),
        stdout: options.stdout_palette(),
        stderr: options.stderr_palette(),
    };
    if command.takes_uris() {
        hint_at_files(inputs, "a reference");
    }
    let has_header = options.rows.has_header() && !options.carries();
    if let Some(rows) = report.rows.filter(|_| has_header) {
        let mut header = Vec::new();
        rows.write_header(&mut header, &command.columns());
        output::print(&header);
    }
    let sink = Sink::new("").showing(report.shown);
    let tally = pipeline::run(options.sources(inputs), options.threads(), sink, &report);
    if !command.is_silent() {
        summarize(tally, report.shown);
    }
    tally
}

/// Rejects arguments that all name files, for a command whose answer about a name of a file is of no use: `fine` is no
/// answer about a mailbox. `reads_links` says whether the command reads documents with `--links`.
///
/// # Errors
///
/// If every argument is a file, and none has a scheme.
pub(crate) fn must_not_be_files(inputs: &[OsString], reads_links: bool) -> Result<(), WrongUsage> {
    let Some(name) = name_of_files(inputs) else { return Ok(()) };
    let links = if reads_links { format!("; its links: --links {name}") } else { String::new() };
    Err(WrongUsage::new(format!("'{name}' is a file; its lines: -i {name}{links}")))
}

/// Rejects arguments that are all names of files, where they are texts to search.
///
/// # Errors
///
/// If they are.
pub(crate) fn must_not_be_texts(inputs: &[OsString]) -> Result<(), WrongUsage> {
    match name_of_files(inputs) {
        Some(name) => Err(WrongUsage::new(format!("'{name}' is a file; its text: -i {name}"))),
        None => Ok(()),
    }
}

/// The name of the first of some inputs, if all are names of files.
fn name_of_files(inputs: &[OsString]) -> Option<String> {
    let is_file = |input: &OsString| {
        let has_scheme = RFC3986.parse_bytes(Start::Uri, input.as_encoded_bytes()).is_ok();
        !has_scheme && Path::new(input).is_file()
    };
    let first = inputs.first().filter(|_| inputs.iter().all(is_file))?;
    Some(shown_path(Path::new(first)))
}

/// Explains how to read a file if an argument names one: `napkin check urls.txt` checks the name.
///
/// `taken_as` says in words what an argument is for the command.
pub(crate) fn hint_at_files(inputs: &[OsString], taken_as: &str) {
    if let Some(name) = inputs.iter().find(|input| Path::new(input).is_file()) {
        let name = shown_path(Path::new(name));
        exit::warn(&format!("'{name}' is taken as {taken_as}; to read the file, write -i {name}"));
    }
}

/// Prints how many inputs are invalid, unless all of them were shown.
pub(crate) fn summarize(tally: Tally, shown: u64) {
    let Tally { failures, notes, left_out, .. } = tally;
    let hint = format!("first {shown} shown, --all-errors for all");
    let inputs = grouped(tally.fine + tally.faulty);
    let is_hidden = failures > shown;
    if left_out > 0 || is_hidden {
        let invalid = grouped(failures.max(left_out));
        let skipped = if left_out > 0 { " and left out" } else { "" };
        let hint = if is_hidden { format!("; {hint}") } else { String::new() };
        let read = tally.read_by_browsers.min(failures);
        let hint = match read {
            0 => hint,
            read => {
                let read = grouped(read);
                format!(
                    "{hint}; browsers read {read} of them (--edition whatwg), and 'napkin clean' writes those as URIs"
                )
            }
        };
        exit::warn(&format!("{invalid} of {inputs} invalid{skipped}{hint}"));
    }
    if notes > shown {
        exit::warn(&format!("notes on {} of {inputs}; {hint}", grouped(notes)));
    }
}

struct Report<'c, C> {
    command: &'c C,
    by_base: Option<ByBase<'c, C>>,
    standard: Option<Standard>,
    json: bool,
    rows: Option<Rows>,
    /// Whether rows begin with the cells of a table.
    carries: bool,
    /// The text before the names of the answer's columns.
    prefix: &'c str,
    /// The field of JSON Lines that gets the answer.
    into: Option<&'c str>,
    /// Whether that is the field of the input.
    replaces_input: bool,
    redaction: Redaction,
    on_error: OnError,
    /// The number of messages of each kind that are shown.
    shown: u64,
    stdout: Palette,
    stderr: Palette,
}

impl<C: PerInput> Work for Report<'_, C> {
    fn one(&self, input: &[u8], origin: Origin<'_>, output: &mut Output) {
        let of_row = self
            .by_base
            .zip(origin.row())
            .map(|((name, rebased), row)| row.base(name).map(|base| rebased(&base)));
        let mut scratch = mem::take(&mut output.scratch);
        let answer = match (&of_row, origin.row()) {
            (None, None) => self.command.answer(input, &mut scratch),
            (None, Some(row)) => self.command.answer_in_row(input, row, &mut scratch),
            (Some(Ok(command)), _) => command.answer(input, &mut scratch),
            (Some(Err(failure)), _) => Err(Failure::clone(failure)),
        };
        let answer = answer.map_err(|failure| {
            if self.redaction.hides(input) { failure.without_mends() } else { failure }
        });
        self.write(input, &answer, origin, output);
        drop(answer);
        output.scratch = scratch;
    }

    fn none(&self, failure: Failure<'_>, origin: Origin<'_>, output: &mut Output) {
        self.write(b"", &Err(failure), origin, output);
    }

    fn header(&self, header: &Header, output: &mut Output) {
        let Some(rows) = self.rows else { return };
        let mut names = self.command.columns();
        if self.command.begins_with_input() {
            names.remove(0);
        }
        match header.names_beside(&names, self.prefix) {
            Ok(names) => output.stdout(|out| rows.write_header_after(out, header, &names)),
            Err(message) => output.misuse(&message),
        }
    }

    fn count(&self, lines: Lines<'_>) -> Option<LineCount> {
        let is_all = self.command.is_silent() && self.on_error != OnError::Fail;
        if is_all { self.command.count(lines) } else { None }
    }
}

impl<C: PerInput> Report<'_, C> {
    fn write(
        &self,
        input: &[u8],
        answer: &Result<C::Answer<'_>, Failure<'_>>,
        origin: Origin<'_>,
        output: &mut Output,
    ) {
        let fine = answer.as_ref().is_ok_and(|answer| !answer.is_faulty());
        output.tally.fine += u64::from(fine);
        output.tally.faulty += u64::from(!fine);
        output.is_last = !fine && self.on_error == OnError::Fail;
        if self.command.is_silent() {
            return;
        }
        let refusing = self.standard.filter(|standard| !fine && !standard.is_url());
        let is_refused = refusing.is_some_and(|standard| standard.check(true, input).is_err());
        // The newest edition of the URL Standard is what browsers read by.
        if let Some(browsers) = Standard::named("whatwg").filter(|_| is_refused) {
            output.tally.read_by_browsers += u64::from(browsers.check(false, input).is_ok());
        }
        let is_skipped = answer.is_err() && self.on_error == OnError::Skip;
        output.tally.left_out += u64::from(is_skipped);
        if self.json {
            if !is_skipped {
                output.stdout(|out| {
                    self.command.push_json(
                        out,
                        self.standard,
                        &self.redaction.shown(input),
                        answer,
                    );
                    if let Some(row) = origin.row() {
                        self.redaction.push_row(row, input, out);
                    }
                });
            }
            return;
        }
        if let Some((field, row)) = self.into.zip(origin.row())
            && let Some(line) = row.line()
        {
            let redacted = self.redaction.line(row, input);
            let line = redacted.as_deref().unwrap_or(line);
            output.stdout(|out| self.write_into(field, line, input, answer, out));
        } else if let Some(rows) = self.rows {
            let is_left_out = is_skipped || (answer.is_err() && output.is_last);
            if !is_left_out {
                output.stdout(|out| self.write_rows(rows, input, answer, origin.row(), out));
            }
        } else {
            output.stdout(|out| {
                let mut text = Text::new(out, self.stdout, origin.is_first());
                self.write_text(input, answer, &mut text);
            });
        }
        self.tell(input, answer, origin, output);
    }

    /// Writes a line of JSON with the answer in a field.
    fn write_into(
        &self,
        field: &str,
        line: &[u8],
        input: &[u8],
        answer: &Result<C::Answer<'_>, Failure<'_>>,
        out: &mut Vec<u8>,
    ) {
        let value = match (answer, self.on_error) {
            (Ok(answer), _) => columns::value(&self.command.keys_of_value(), answer).into_bytes(),
            (Err(_), OnError::Empty) => b"null".to_vec(),
            (Err(_), OnError::Keep) => match self.command.kept(input) {
                kept if *kept == *input => {
                    // An older answer is none to this input, and somebody else may have written it.
                    let older = Some(line).filter(|_| !self.replaces_input);
                    let nulled = older.and_then(|line| json_line::nulled(line, field));
                    return push_line(nulled.as_deref().unwrap_or(line), self.stdout, out);
                }
                kept => serde_json::to_vec(&String::from_utf8_lossy(&kept)).unwrap_or_default(),
            },
            (Err(_), OnError::Skip | OnError::Fail) => return,
        };
        match json_line::with_field(line, field, &value) {
            Some(line) => push_line(&line, self.stdout, out),
            // What is no object has no field.
            None => push_line(line, self.stdout, out),
        }
    }

    fn write_text(
        &self,
        input: &[u8],
        answer: &Result<C::Answer<'_>, Failure<'_>>,
        text: &mut Text<'_>,
    ) {
        match (answer, self.on_error) {
            (Ok(answer), _) => self.command.write(input, answer, text),
            (Err(failure), OnError::Keep) => self.command.write_kept(input, failure, text),
            (Err(failure), OnError::Empty) => self.command.write_empty(input, failure, text),
            (Err(_), OnError::Skip | OnError::Fail) => {}
        }
    }

    fn write_rows(
        &self,
        rows: Rows,
        input: &[u8],
        answer: &Result<C::Answer<'_>, Failure<'_>>,
        row: Option<Row<'_>>,
        out: &mut Vec<u8>,
    ) {
        let keeps = self.on_error == OnError::Keep && !self.carries;
        let known = usize::from(self.carries && self.command.begins_with_input());
        let columns = if self.redaction.is_on { self.command.columns() } else { Vec::new() };
        for mut fields in self.command.rows(input, answer, keeps) {
            for (field, _) in fields.iter_mut().zip(&columns).filter(|(_, name)| *name == "input") {
                if let Cow::Owned(shown) = redacted(field) {
                    *field = shown.into();
                }
            }
            rows.write_after(out, row.filter(|_| self.carries), fields.into_iter().skip(known));
        }
    }

    /// Writes the message about an input, if there is one.
    fn tell(
        &self,
        input: &[u8],
        answer: &Result<C::Answer<'_>, Failure<'_>>,
        origin: Origin<'_>,
        output: &mut Output,
    ) {
        let fine = answer.as_ref().is_ok_and(|answer| !answer.is_faulty());
        let (message, failure) = match answer {
            Ok(answer) if fine => (Message::Note, answer.remark()),
            Ok(answer) => (Message::Failure, answer.remark()),
            Err(failure) => (Message::Failure, Some(failure)),
        };
        let Some(failure) = failure else { return };
        let has_input = !(input.is_empty() && origin.row().is_some());
        output.message(message, self.shown, |out| {
            failure::tell(failure, out, origin, has_input.then_some(input), self.stderr);
        });
    }
}
