//! `dedupe`: one URI of each group of equivalent ones.

use std::borrow::Cow;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use clap::{Args, ValueEnum};
use napkin::edition::RFC3986;
use napkin::{Level, Part, QueryEditor, Reading, Reference, Start, percent};
use napkin_answers::choice::{self, LevelName};
use napkin_answers::key::{self, Keys, ProfileName};
use napkin_answers::normalize::Normalizing;
use napkin_answers::options::Value as _;
use napkin_answers::url_standard;
use napkin_answers::{Failure, envelope};
use napkin_audit::json;
use napkin_schemes::tracking;
use napkin_standards::{Base, Standard};
use serde::Serialize;

use super::{Finished, Run};
use crate::WrongUsage;
use crate::input::options::{Inputs, OnError, Options};
use crate::input::redaction::Redaction;
use crate::input::table::{Header, Row};
use crate::input::{Origin, json_line};
use crate::output::columns::Field;
use crate::output::failure;
use crate::output::rows::Rows;
use crate::output::{self, Message, Output, PendingLine, Sink};
use crate::run::edition::EditionOption;
use crate::run::pipeline::{self, Work};
use crate::run::profile::own_profile;
use crate::run::question::one_of;
use crate::run::report;
use crate::run::seen::{Seen, Texts};
use crate::terminal::text::{Palette, push, push_result};

/// Print the first of the URIs that share a normal form
///
/// The first spelling of each URI is printed, in the order of the inputs. An invalid input has no normal form: it is
/// printed, unless the same text was there before (see --on-error). A relative reference has a normal form of its own,
/// unless --base resolves it first. Normal forms are compared exactly, so memory grows with the number of different URIs.
/// For URLs as browsers have them, take '--edition whatwg'.
///
/// By edition java, normal forms are compared as java.net.URI.equals does; with '--level simple' the result is that of
/// a set in Java.
#[derive(Args)]
#[command(
    after_help = EXAMPLE,
    mut_arg("json", |json| json.help("Write JSON Lines: one object for every normal form")),
    mut_arg("on_error", |on_error| on_error.help(ON_ERROR))
)]
pub(crate) struct Dedupe {
    /// How far the normal form goes; 'scheme' if not given, and 'url' by the URL Standard, which has no other level
    #[arg(long, value_parser = one_of(LevelName::alternatives()))]
    level: Option<String>,

    /// Compare keys by a profile of 'key' in place of normal forms, such as surt; --edition does not count
    #[arg(long, value_name = "PROFILE", value_parser = one_of(key::named()), conflicts_with_all = ["level", "base"])]
    profile: Option<String>,

    /// Compare keys by your own profile, which is in this file (TOML), as 'key --profile-file'
    #[arg(long, value_name = "FILE", conflicts_with_all = ["profile", "level", "base"])]
    profile_file: Option<PathBuf>,

    /// Resolve relative references against this first
    #[arg(long, value_name = "URI")]
    base: Option<OsString>,

    /// Remove known tracking parameters from the query first; 'napkin set --list-tracking' lists them
    #[arg(long)]
    strip_tracking: bool,

    /// Sort the pairs of the query by key first
    #[arg(long)]
    sort_query: bool,

    /// Remove a part first; may be repeated
    #[arg(long, value_name = "PART", value_enum)]
    remove: Vec<Removed>,

    /// Print the normal form instead of the first spelling
    #[arg(long)]
    normalized: bool,

    /// Print a count before each URI, after reading all inputs
    #[arg(long, conflicts_with = "into")]
    count: bool,

    /// Print below each URI the other inputs that it stands for, after reading all; CSV has a row for each input
    #[arg(long, conflicts_with_all = ["into", "count"])]
    merged: bool,

    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    edition: EditionOption,

    #[command(flatten)]
    options: Options,
}

/// A part that can be removed before comparing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Removed {
    Query,
    Fragment,
}

const ON_ERROR: &str = "What to print for an invalid input; 'keep' if not given, which prints identical ones once. \
                        With --count, 'empty' prints one line for all of them";

const EXAMPLE: &str = "\
Example:
  napkin dedupe --strip-tracking --remove fragment 'http://a/?utm_source=x' http://A:80/#b http://b/

prints

  http://a/
  http://b/";

impl Run for Dedupe {
    fn run(self) -> Finished {
        let standard = self.edition.get();
        let profile = self.profile.map(|name| ProfileName::read(name.into())).transpose();
        let profile = profile.map_err(|reason| WrongUsage::new(format!("'--profile' {reason}")))?;
        let written = self.profile_file.as_deref().map(own_profile).transpose()?;
        let keys = profile
            .map(|profile| Keys::new(profile, false))
            .or(written.map(|own| Keys::written(own, false)));
        let usual = (!standard.is_url()).then(|| Level::Scheme.name());
        let level = choice::level(standard, self.level.as_deref().or(usual))?;
        if self.base.is_none() {
            report::must_not_be_files(&self.inputs.texts, false)?;
        }
        let base = self.base.map(|base| Base::new(base.into_encoded_bytes(), standard));
        let normalizing = Normalizing::new(standard, level).by_base(base).explained(false);
        let deduping = Deduping {
            standard,
            keys,
            normalizing,
            strip_tracking: self.strip_tracking,
            sort_query: self.sort_query,
            removed: self.remove,
            normalized: self.normalized,
            json: self.options.json,
            rows: Rows::asked(&self.options.rows, self.options.redact),
            carries: self.options.carries() && !self.merged,
            prefix: self.options.prefix().to_owned(),
            is_table: self.options.reads_tables(),
            into: self.options.field_of_answer().map(str::to_owned),
            redaction: self.options.redaction(),
            on_error: self.options.on_error(OnError::Keep),
            shown: self.options.shown(),
            palette: self.options.stdout_palette(),
            stderr: self.options.stderr_palette(),
            count: self.count,
            merged: self.merged,
            found: Mutex::default(),
        };
        let texts = &self.inputs.texts;
        report::hint_at_files(texts, "a reference");
        if let Some(rows) =
            deduping.rows.filter(|_| self.options.rows.has_header() && !deduping.carries)
        {
            let mut header = Vec::new();
            rows.write_header(&mut header, &deduping.columns());
            output::print(&header);
        }
        let sink = Sink::new("").showing(deduping.shown);
        let sources = self.options.sources(texts);
        let tally = pipeline::run(sources, self.options.threads(), sink, &deduping);
        if self.count {
            deduping.print_counts();
        }
        if self.merged {
            deduping.print_merged();
        }
        report::summarize(tally, deduping.shown);
        Ok(tally.exit_code())
    }
}

/// How many times longer a key may be than its input, before the input is stored in its place.
const MUCH: usize = 4;

/// The key of all invalid inputs, if each has an empty line and they are counted. No normal form has this byte.
const INVALID: &[u8] = b"\xff";

struct Deduping {
    standard: Standard,
    /// What makes the keys to compare, if they are no normal forms.
    keys: Option<Keys>,
    normalizing: Normalizing,
    strip_tracking: bool,
    sort_query: bool,
    removed: Vec<Removed>,
    normalized: bool,
    json: bool,
    rows: Option<Rows>,
    /// Whether rows begin with the cells of a table.
    carries: bool,
    /// The text before the names of the answer's columns.
    prefix: String,
    /// Whether inputs are of tables or of JSON Lines.
    is_table: bool,
    /// The field of JSON Lines that gets the result.
    into: Option<String>,
    redaction: Redaction,
    on_error: OnError,
    shown: u64,
    palette: Palette,
    stderr: Palette,
    count: bool,
    merged: bool,
    found: Mutex<Found>,
}

/// The inputs so far.
#[derive(Default)]
struct Found {
    seen: Seen,
    /// The first input of each key or its line, and the number of inputs; only with `--count` or `--merged`.
    firsts: Texts,
    counts: Vec<u64>,
    /// The other inputs and the number of the key of each; only with `--merged`.
    others: Texts,
    keys_of_others: Vec<usize>,
}

/// An input that may be equivalent to another.
#[derive(Serialize)]
struct One<'a> {
    /// The input after the changes by options.
    uri: Cow<'a, str>,
    /// The input as it is, if it is not UTF-8 and has no changes.
    #[serde(skip)]
    octets: Option<&'a [u8]>,
    /// The normal form, or the key by a profile, which equivalent inputs share.
    normalized: Cow<'a, str>,
    /// What they share instead, by an edition that compares components.
    #[serde(skip)]
    key: Option<String>,
}

impl One<'_> {
    fn key(&self) -> &str {
        self.key.as_deref().unwrap_or(&self.normalized)
    }
}

/// The key of a reference by an edition that compares components instead of texts.
fn component_key(standard: Standard, text: &str) -> Option<String> {
    let edition = standard.syntax_or(RFC3986);
    if !edition.holds_components() {
        return None;
    }
    edition.parse_as(Start::UriReference, text).ok()?.component_key()
}

/// Octets with those percent-encoded that are not UTF-8.
fn encoded(octets: &[u8]) -> String {
    let mut text = String::new();
    for chunk in octets.utf8_chunks() {
        text.push_str(chunk.valid());
        text.push_str(&percent::encode(chunk.invalid()).to_string());
    }
    text
}

impl Deduping {
    /// The key of an input by a profile. Profiles make keys of any octets; `uri` has octets that are not UTF-8 percent-encoded.
    fn by_profile<'a>(&'a self, keys: &'a Keys, input: &'a [u8]) -> Result<One<'a>, Failure<'a>> {
        let (uri, octets) = if let Ok(text) = str::from_utf8(input) {
            (self.changed_text(text), None)
        } else {
            let text = encoded(input);
            let changed = self.changed_text(&text).into_owned();
            let octets = (changed == text).then_some(input);
            (changed.into(), octets)
        };
        let mut scratch = String::new();
        let key = keys.key(octets.unwrap_or(uri.as_bytes()), &mut scratch);
        let key = key.map_err(|failure| failure.in_input(input))?;
        let normalized = key.into_owned().into();
        Ok(One { uri, octets, normalized, key: None })
    }

    fn one<'a>(&'a self, input: &'a [u8]) -> Result<One<'a>, Failure<'a>> {
        if let Some(keys) = &self.keys {
            return self.by_profile(keys, input);
        }
        // A URL is parsed after the change, since the URL Standard reads what no grammar takes.
        let uri = match self.standard.syntax() {
            Some(edition) => {
                let reference = edition.parse_bytes(Start::UriReference, input);
                let reference = reference.map_err(|error| Failure::refused(error, input))?;
                self.changed(reference)?
            }
            None => self.changed_text(url_standard::text(input)?),
        };
        let mut scratch = String::new();
        let normalized = match self.normalizing.answer(uri.as_bytes(), &mut scratch) {
            Ok(normalized) => normalized.text.into_owned(),
            Err(failure) => return Err(failure.in_input(input)),
        };
        let key = component_key(self.standard, &normalized);
        Ok(One { uri, octets: None, normalized: normalized.into(), key })
    }

    /// A text by the URL Standard after the changes by options: the first `#` begins the fragment, and the first `?`
    /// before it begins the query.
    fn changed_text<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let (before, fragment) = text.split_at(text.find('#').unwrap_or(text.len()));
        let keeps_fragment = !self.removed.contains(&Removed::Fragment);
        let fragment = if keeps_fragment { fragment } else { "" };
        let (before, query) = before
            .split_once('?')
            .map_or((before, None), |(before, query)| (before, self.changed_query(query)));
        match query {
            Some(query) => format!("{before}?{query}{fragment}").into(),
            None => format!("{before}{fragment}").into(),
        }
    }

    /// A query after the changes by options; `None` if it is removed.
    fn changed_query<'q>(&self, query: &'q str) -> Option<Cow<'q, str>> {
        if self.removed.contains(&Removed::Query) {
            return None;
        }
        let stripped = self.strip_tracking.then(|| tracking::strip(query));
        let query = match stripped {
            Some(stripped) => Cow::Owned(stripped?),
            None => query.into(),
        };
        Some(if self.sort_query {
            QueryEditor::new(Reading::Decoded).sort(&query).into()
        } else {
            query
        })
    }

    /// A reference after the changes by options.
    fn changed<'a>(&self, reference: Reference<'a>) -> Result<Cow<'a, str>, Failure<'a>> {
        let edition = reference.edition();
        let mut text = Cow::Borrowed(reference.as_str());
        if self.removed.contains(&Removed::Fragment) && reference.fragment().is_some() {
            text = reference.without_fragment().as_str().to_owned().into();
        }
        let Some(query) = reference.query() else { return Ok(text) };
        let changed = self.changed_query(query.as_str());
        if changed.as_deref() == Some(query.as_str()) {
            return Ok(text);
        }
        let without = edition.parse(&text).map_err(Failure::impossible)?;
        let changed = without.with_part(Part::Query, changed.as_deref());
        changed.map(Cow::Owned).map_err(Failure::impossible)
    }

    /// Whether the line of the first of a group is stored with its row, and not made again of its input.
    const fn has_rows(&self) -> bool {
        (self.rows.is_some() || self.is_table) && !self.merged
    }

    /// The names of the columns of rows.
    fn columns(&self) -> Vec<String> {
        let input = (!self.carries).then_some("input");
        let count = self.count.then_some("count");
        let names = input.into_iter().chain(["uri", "normalized", "error"]).chain(count);
        names.map(str::to_owned).collect()
    }

    /// Appends the row of an input, which ends with its count if there is one.
    fn push_row(
        &self,
        rows: Rows,
        out: &mut Vec<u8>,
        input: &[u8],
        one: &Asked<'_>,
        row: Option<Row<'_>>,
    ) {
        let mut fields: Vec<Field<'_>> = Vec::new();
        if !self.carries {
            fields.push(self.redaction.shown(input));
        }
        match one {
            Ok(one) => {
                fields.extend([one.uri.as_bytes().into(), one.normalized.as_bytes().into()]);
                fields.push(Field::default());
            }
            Err(failure) => {
                fields.extend([Field::default(), Field::default()]);
                fields.push(failure.message().as_bytes().into());
            }
        }
        rows.write_after(out, row.filter(|_| self.carries), fields);
    }

    /// Appends the line of an input, which is the first of its group.
    fn push(&self, out: &mut Vec<u8>, input: &[u8], one: &Asked<'_>, row: Option<Row<'_>>) {
        if let Some(rows) = self.rows {
            return self.push_row(rows, out, input, one, row);
        }
        if let Some((field, row)) = self.into.as_deref().zip(row)
            && let Some(line) = row.line()
        {
            let redacted = self.redaction.line(row, input);
            let line = redacted.as_deref().unwrap_or(line);
            let mut value = Vec::new();
            json::push(&mut value, &one.as_ref().ok().map(|one| self.line(one)));
            let is_kept = one.is_err() && self.on_error == OnError::Keep;
            let set = json_line::with_field(line, field, &value).filter(|_| !is_kept);
            return report::push_line(set.as_deref().unwrap_or(line), self.palette, out);
        }
        if self.json {
            let shown = self.redaction.shown(input);
            match one {
                Ok(_) => envelope::push_line(out, Some(self.standard), &shown, one),
                Err(_) => envelope::push_line(out, None::<Standard>, &shown, one),
            }
            if let Some(row) = row {
                self.redaction.push_row(row, input, out);
            }
            return;
        }
        match one {
            Ok(One { octets: Some(octets), .. }) if !self.normalized => {
                push_result(out, octets, self.palette);
            }
            Ok(one) => push_result(out, self.line(one).as_bytes(), self.palette),
            Err(_) if self.on_error == OnError::Empty => {}
            Err(_) => push_result(out, input, self.palette),
        }
        out.push(b'\n');
    }

    /// Appends the line of the first of a group with the number of its inputs.
    fn push_counted(&self, out: &mut Vec<u8>, line: &[u8], count: u64) {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        match (self.rows, self.json, line.strip_suffix(b"}")) {
            (Some(rows), ..) => {
                out.extend_from_slice(line);
                out.push(rows.separator());
                push(out, count);
            }
            (None, true, Some(object)) => {
                out.extend_from_slice(object);
                push(out, format_args!(",\"count\":{count}}}"));
            }
            _ => {
                push(out, format_args!("{count}\t"));
                out.extend_from_slice(line);
            }
        }
        out.push(b'\n');
    }

    fn line<'o>(&self, one: &'o One<'_>) -> &'o str {
        if self.normalized { &one.normalized } else { &one.uri }
    }

    fn print_counts(&self) {
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let mut sink = Sink::new("");
        let mut output = Output::default();
        for (number, count) in found.counts.iter().enumerate() {
            let first = found.firsts.get(number);
            let mut line = Vec::new();
            if !self.has_rows() {
                self.push(&mut line, first, &self.one(first), None);
            }
            let line = if self.has_rows() { first } else { &line };
            output.stdout(|out| self.push_counted(out, line, *count));
            if output.len() > output::BLOCK {
                sink.write(&mut output);
            }
        }
        sink.write(&mut output);
    }

    /// Prints each group: the line of its first input, and the others.
    fn print_merged(&self) {
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let mut sink = Sink::new("");
        let mut output = Output::default();
        let key_of = |other: &usize| found.keys_of_others.get(*other).copied();
        let mut others: Vec<usize> = (0..found.others.len()).collect();
        others.sort_by_key(key_of);
        let mut rest = &*others;
        for number in 0..found.firsts.len() {
            let first = found.firsts.get(number);
            let own = rest.iter().take_while(|other| key_of(other) == Some(number)).count();
            let (own, behind) = rest.split_at(own);
            rest = behind;
            let own = own.iter().map(|other| found.others.get(*other));
            output.stdout(|out| self.push_merged(out, first, own));
            if output.len() > output::BLOCK {
                sink.write(&mut output);
            }
        }
        sink.write(&mut output);
    }

    /// Appends a group: a row for each input, an object with the others, or a line for each.
    fn push_merged<'f>(
        &self,
        out: &mut Vec<u8>,
        first: &'f [u8],
        others: impl Iterator<Item = &'f [u8]>,
    ) {
        let one = self.one(first);
        self.push(out, first, &one, None);
        if let Some(rows) = self.rows {
            others.for_each(|other| self.push_row(rows, out, other, &one, None));
        } else if self.json {
            let others: Vec<_> = others.map(|other| self.redaction.shown(other)).collect();
            let others: Vec<_> =
                others.iter().map(|other| String::from_utf8_lossy(other)).collect();
            out.truncate(out.len().saturating_sub("}\n".len()));
            out.extend_from_slice(b",\"others\":");
            json::push(out, &others);
            out.extend_from_slice(b"}\n");
        } else {
            for other in others {
                out.push(b'\t');
                push_result(out, other, self.palette);
                out.push(b'\n');
            }
        }
    }

    /// Writes the line of an input, if it may be the first of its group.
    fn write(&self, input: &[u8], one: &Asked<'_>, origin: Origin<'_>, output: &mut Output) {
        output.tally.fine += u64::from(one.is_ok());
        output.tally.faulty += u64::from(one.is_err());
        let mut line = |key: Option<&[u8]>| {
            let is_long = key.is_some_and(|key| key.len() / MUCH > input.len() + MUCH);
            let is_kept = (self.count || self.merged) && !self.has_rows();
            let line = |out: &mut Vec<u8>| {
                if is_kept {
                    out.extend_from_slice(input);
                } else {
                    self.push(out, input, one, origin.row());
                }
            };
            output.pending.push(key, is_long.then_some(input), line);
        };
        // An invalid row of a table has other cells, so it is printed by itself.
        let has_row = self.carries && self.rows.is_some();
        match (one, self.on_error) {
            (Ok(one), _) => line(Some(one.key().as_bytes())),
            (Err(_), OnError::Empty | OnError::Keep) if self.merged => line(Some(input)),
            (Err(_), OnError::Empty | OnError::Keep) if has_row && !self.count => line(None),
            (Err(_), OnError::Empty | OnError::Keep) if has_row => {
                let mut key = INVALID.to_vec();
                self.push(&mut key, input, one, origin.row());
                line(Some(&key));
            }
            // Lines of JSON without a URI are different, though each has an empty text for its URI.
            (Err(_), OnError::Empty | OnError::Keep) if self.into.is_some() => {
                let mut key = INVALID.to_vec();
                key.extend_from_slice(origin.row().and_then(Row::line).unwrap_or(input));
                line(Some(&key));
            }
            (Err(_), OnError::Empty) if !self.count => line(None),
            (Err(_), OnError::Empty) if !self.json => line(Some(INVALID)),
            (Err(_), OnError::Empty | OnError::Keep) => line(Some(input)),
            (Err(_), OnError::Skip) => output.tally.left_out += 1,
            (Err(_), OnError::Fail) => output.is_last = true,
        }
        if let Some(failure) = one.as_ref().err().filter(|_| !self.json) {
            let has_input = !(input.is_empty() && origin.row().is_some());
            output.message(Message::Failure, self.shown, |out| {
                failure::tell(failure, out, origin, has_input.then_some(input), self.stderr);
            });
        }
    }
}

/// An input with its key, or why it has none.
type Asked<'a> = Result<One<'a>, Failure<'a>>;

impl Work for Deduping {
    fn one(&self, input: &[u8], origin: Origin<'_>, output: &mut Output) {
        self.write(input, &self.one(input), origin, output);
    }

    fn none(&self, failure: Failure<'_>, origin: Origin<'_>, output: &mut Output) {
        self.write(b"", &Err(failure), origin, output);
    }

    fn header(&self, header: &Header, output: &mut Output) {
        let Some(rows) = self.rows.filter(|_| !self.merged) else { return };
        match header.names_beside(&self.columns(), &self.prefix) {
            Ok(names) => output.stdout(|out| rows.write_header_after(out, header, &names)),
            Err(message) => output.misuse(&message),
        }
    }

    fn in_order(&self, output: &mut Output) {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let pending = std::mem::take(&mut output.pending);
        let key_of = |input: &[u8]| Some(self.one(input).ok()?.key().as_bytes().to_vec());
        for PendingLine { key, source, line } in pending.iter() {
            let Some(key) = key else {
                output.stdout(|out| out.extend_from_slice(line));
                continue;
            };
            let (number, is_new) = found.seen.insert(key, source, key_of);
            if !self.count && !self.merged {
                if is_new {
                    output.stdout(|out| out.extend_from_slice(line));
                }
                continue;
            }
            if is_new {
                found.firsts.push(line);
                found.counts.push(0);
            } else if self.merged {
                found.others.push(line);
                found.keys_of_others.push(number);
            }
            if let Some(count) = found.counts.get_mut(number) {
                *count += 1;
            }
        }
        output.pending = pending;
    }
}
