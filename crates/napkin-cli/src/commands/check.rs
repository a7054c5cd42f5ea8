//! `check`: whether inputs are valid.

use std::path::{Path, PathBuf};

use clap::Args;
use napkin::{LineCount, Lines, Target};
use napkin_answers::check::{self, Checked, Checking};
use napkin_answers::documents;
use napkin_answers::places::Place;
use napkin_answers::{Failure, push_json};
use serde::Serialize;

use super::{Finished, Run};
use crate::documents::linked::{self, Files, Linked};
use crate::documents::site::Site;
use crate::documents::targets::{Leads, Targets};
use crate::input::options::{Inputs, Options};
use crate::input::redaction::Redaction;
use crate::input::tree::Search;
use crate::output::columns::Column;
use crate::output::failure;
use crate::output::{self, Output, Tally};
use crate::run::question::Asked;
use crate::run::report::{self, Answer, PerInput};
use crate::run::whole::{Lead, Pen};
use crate::terminal::exit;
use crate::terminal::text::{Text, grouped, push};

/// Say which inputs are valid, and what is wrong with the others
///
/// 'repair' lists all that may be meant by an input, and 'clean' writes one of it.
///
/// A relative reference is valid too, and 'www.example.com' is one: a path. With '--rule uri' each input has to be a URI,
/// with a scheme.
///
/// With --links, inputs are files, and each link in them to a file or fragment must have a target.
/// Nothing is fetched: links to other schemes are counted and not judged.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Check {
    #[command(flatten)]
    asked: Asked<check::Check>,

    /// Print nothing; the exit status says whether all inputs are valid
    #[arg(long, conflicts_with_all = ["count", "csv", "tsv", "into"])]
    quiet: bool,

    /// Print only how many inputs are valid and how many are not
    #[arg(long, conflicts_with_all = ["on_error", "csv", "tsv", "into"])]
    count: bool,

    /// Treat inputs as files, and check that their links lead to files and fragments that exist
    #[arg(long, conflicts_with_all = ["input", "null", "rule", "scheme-rules", "csv", "tsv", "column", "field"])]
    links: bool,

    /// With --links, search directories recursively, except for hidden files and those that .gitignore excludes; the
    /// current directory if no path is given
    #[arg(short, long, requires = "links")]
    recursive: bool,

    /// With --recursive, search the directories that symbolic links lead to as well, each directory once
    #[arg(long, requires = "recursive")]
    follow: bool,

    /// With --links, the directory that paths with a leading slash are relative to
    #[arg(long, value_name = "DIRECTORY", requires = "links")]
    root: Option<PathBuf>,

    /// With --links, the URI of the file, or with --recursive of the directory: links to it and below it lead to files
    #[arg(long, value_name = "URI", requires = "links", conflicts_with = "root")]
    base: Option<String>,

    /// With --links, let links lead to files without the ending of their names: with 'html,md', 'b' and 'b/' lead to b.html, b.md and
    /// b/index.html, as sites of Jekyll and Hugo serve them
    #[arg(long, value_name = "NAMES", requires = "links", value_delimiter = ',', value_parser = extension)]
    extensions: Vec<String>,

    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    options: Options,
}

const EXAMPLE: &str = "\
Example:
  napkin check http://example.com/ 'http://example.com/a b'

prints

  valid	http://example.com/
  invalid	http://example.com/a b
  napkin: argument 2: invalid character ' ' in the path at byte 20 (segment, RFC 3986 section 3.3)
    http://example.com/a b
                        ^ write http://example.com/a%20b";

impl Run for Check {
    fn run(self) -> Finished {
        if self.links {
            return Ok(self.check_links().exit_code());
        }
        report::must_not_be_files(&self.inputs.texts, true)?;
        let checking = self.asked.ready()?;
        let standard = Some(checking.standard);
        let is_silent = self.quiet || self.count;
        let judging = Judging { checking, is_silent, redaction: self.options.redaction() };
        let tally = report::run(&self.options, standard, &self.inputs.texts, &judging);
        if self.count {
            self.print_count(tally);
        }
        Ok(tally.exit_code())
    }
}

/// A link that was checked.
#[derive(Serialize)]
struct CheckedLink<'l> {
    source: &'l str,
    line: Option<u64>,
    column: Option<u64>,
    reference: &'l str,
    target: Option<&'l str>,
    /// `None` for a target that is not checked.
    valid: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Failure<'l>>,
}

/// The results of one file, which are written in the order of their places: a parser may pass on links of one place later.
#[derive(Default)]
struct Held {
    file: String,
    results: Vec<(Option<Place>, Vec<u8>)>,
}

impl Held {
    /// Begins with a file, and writes the results of the one before.
    fn of_file(&mut self, file: &str, output: &mut Output) {
        if self.file != file {
            self.release(output);
            file.clone_into(&mut self.file);
        }
    }

    fn hold(&mut self, checked: &CheckedLink<'_>, write: impl FnOnce(&mut Vec<u8>)) {
        let mut out = Vec::new();
        write(&mut out);
        if !out.is_empty() {
            self.results.push((checked.line.zip(checked.column), out));
        }
    }

    fn release(&mut self, output: &mut Output) {
        self.results.sort_by_key(|(place, _)| *place);
        for (_, result) in self.results.drain(..) {
            output.stdout(|out| out.extend_from_slice(&result));
        }
    }
}

/// The number of links of each result.
#[derive(Default, Serialize)]
struct LinkCount {
    valid: u64,
    invalid: u64,
    elsewhere: u64,
}

impl Check {
    /// Checks the links of files, and prints a summary on standard error.
    fn check_links(&self) -> Tally {
        let mut pen = Pen::new();
        let search = Search { recursive: self.recursive, follow: self.follow };
        let files = Files {
            paths: &self.inputs.texts,
            search,
            standard: self.asked.chosen(),
            base: self.base.as_deref(),
            options: &self.options,
            json: self.options.json && !self.quiet && !self.count,
        };
        let site = self.base.as_deref().map(|base| Site::new(base, files.paths, search));
        let root = self.root.as_deref().map(absolute);
        let mut targets = Targets::new(root, site.unwrap_or_default(), self.extensions.clone());
        let mut count = LinkCount::default();
        let has_no_root = self.root.is_none() && self.base.is_none();
        let mut from_root = false;
        let mut held = Held::default();
        linked::each(&files, &mut pen, &mut |pen, linked| {
            let checked = check_link(linked, &mut targets);
            match checked.valid {
                Some(true) => count.valid += 1,
                Some(false) => count.invalid += 1,
                None => count.elsewhere += 1,
            }
            let is_broken = checked.valid == Some(false);
            let is_path =
                checked.reference.starts_with('/') && !checked.reference.starts_with("//");
            from_root |= is_broken && is_path && has_no_root;
            pen.write(|output| {
                output.tally.fine += u64::from(!is_broken);
                output.tally.faulty += u64::from(is_broken);
                if !self.quiet && !self.count {
                    held.of_file(&linked.file.shown, output);
                    held.hold(&checked, |out| self.write_link(out, &checked));
                }
            });
        });
        pen.write(|output| held.release(output));
        let tally = pen.finish();
        let LinkCount { valid, invalid, elsewhere } = count;
        let mut out = Vec::new();
        if self.count && self.options.json {
            push_json(&mut out, &count);
            output::print(&out);
        } else if self.count {
            push(
                &mut out,
                format_args!("{valid} valid, {invalid} invalid, {elsewhere} elsewhere\n"),
            );
            output::print(&out);
        } else if !self.quiet && !self.options.json {
            let links = grouped(valid + invalid + elsewhere);
            let (invalid, elsewhere) = (grouped(invalid), grouped(elsewhere));
            exit::warn(&format!(
                "{links} links: {invalid} broken, {elsewhere} elsewhere and not checked"
            ));
            if from_root {
                exit::warn(
                    "paths with a leading slash are taken from the root of the file system; --root DIRECTORY says where the site is",
                );
            }
        }
        tally
    }

    fn write_link(&self, out: &mut Vec<u8>, checked: &CheckedLink<'_>) {
        if self.options.json {
            push_json(out, checked);
            return;
        }
        let Some(error) = &checked.error else { return };
        let mut text = Text::new(out, self.options.stdout_palette(), false);
        Lead::Place.write(&mut text, checked.source, checked.line.zip(checked.column));
        text.push_raw(b" ");
        text.push(checked.reference);
        text.push_raw(b": ");
        text.styled(text.palette.bad, error.message());
        text.end_line();
    }
}

fn check_link<'l>(linked: &Linked<'l>, targets: &mut Targets) -> CheckedLink<'l> {
    let reference = linked.link.reference;
    let place = linked.place.map(|(start, _)| start);
    let (mut valid, mut error) = (None, None);
    let target = match linked.target {
        Ok(Target::Uri(uri)) => {
            let slip = || documents::slip(linked.link);
            match targets.judge(reference, uri) {
                Leads::Here => valid = Some(true),
                Leads::Elsewhere => error = slip().map(meaning),
                Leads::Nowhere(kind, message) => {
                    error = Some(slip().map_or_else(|| Failure::new(kind, "", message), meaning));
                }
            }
            Some(uri.as_str())
        }
        Ok(_) => None,
        Err(refused) => {
            let failure = Failure::no_target(linked.link.base, *refused, reference.as_bytes());
            error = Some(failure.of("reference"));
            None
        }
    };
    if error.is_some() {
        valid = Some(false);
    }
    let (line, column) = (place.map(|(line, _)| line), place.map(|(_, column)| column));
    CheckedLink { source: &linked.file.shown, line, column, reference, target, valid, error }
}

/// A slip whose message also says what to write.
fn meaning(slip: Failure<'_>) -> Failure<'_> {
    match slip.mends().first().map(|first| format!("write {}", first.uri)) {
        Some(meant) => slip.and(&meant),
        None => slip,
    }
}

/// The ending of file names, with or without its dot.
fn extension(text: &str) -> Result<String, String> {
    let ending = text.strip_prefix('.').unwrap_or(text);
    let is_ending = !ending.is_empty() && !ending.contains(['/', '\\']);
    is_ending
        .then(|| ending.to_owned())
        .ok_or_else(|| "not the ending of a file name, such as html".into())
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

impl Check {
    fn print_count(&self, tally: Tally) {
        let Tally { fine: valid, faulty: invalid, .. } = tally;
        let mut out = Vec::new();
        if self.options.json {
            push_json(&mut out, &Count { valid, invalid });
        } else {
            push(&mut out, format_args!("{valid} valid, {invalid} invalid\n"));
        }
        output::print(&out);
    }
}

#[derive(Serialize)]
struct Count {
    valid: u64,
    invalid: u64,
}

struct Judging {
    checking: Checking,
    is_silent: bool,
    /// Which inputs' mends are hidden.
    redaction: Redaction,
}

impl PerInput for Judging {
    type Answer<'a> = Checked<'a>;

    fn answer<'a>(
        &'a self,
        input: &'a [u8],
        _: &'a mut String,
    ) -> Result<Checked<'a>, Failure<'a>> {
        let mut checked = self.checking.answer(input);
        if self.redaction.hides(input) {
            checked.mends.clear();
        }
        Ok(checked)
    }

    fn is_silent(&self) -> bool {
        self.is_silent
    }

    fn count(&self, lines: Lines<'_>) -> Option<LineCount> {
        let Checking { standard, options } = &self.checking;
        let (edition, start) = (standard.syntax()?, self.checking.start());
        if options.scheme_rules {
            return None;
        }
        let mut count = lines.by(edition, start).count();
        // A blank line is an input too.
        let blank = core::mem::take(&mut count.blank);
        if edition.accepts(start, "") {
            count.valid += blank;
        } else {
            count.invalid += blank;
        }
        Some(count)
    }
}

impl Answer for Checked<'_> {
    const COLUMNS: &'static [Column] = &[
        ("valid", &["valid"]),
        ("reason", &["error/message", "note/message"]),
        ("mended", &["mends/0/uri"]),
        ("identity", &["mends/0/identity"]),
    ];

    const VALUE: Option<&'static str> = Some("valid");

    fn write(&self, text: &mut Text<'_>) {
        if self.valid {
            text.styled(text.palette.good, "valid");
        } else {
            text.styled(text.palette.bad, "invalid");
        }
        text.push_raw(b"\t");
        text.push_bytes(self.input);
        text.end_line();
        let Some(faults) = &self.faults else { return };
        for error in &faults.errors {
            text.push_raw(b"  ");
            text.push(&failure::words(error));
            if let Some(advice) = error.advice() {
                text.push_raw(b": ");
                text.push(advice);
            }
            text.end_line();
        }
        if faults.more_errors {
            text.styled(text.palette.faint, "  and more faults");
            text.end_line();
        }
    }

    fn is_faulty(&self) -> bool {
        !self.valid
    }

    fn remark(&self) -> Option<&Failure<'_>> {
        self.error.as_ref().or(self.note.as_ref())
    }
}
