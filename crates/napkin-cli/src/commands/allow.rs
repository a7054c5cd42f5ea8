//! `allow`: which URI to hand on for an input, or why none.

use std::collections::BTreeMap;
use std::path::Path;

use clap::Args;
use napkin_answers::Failure;
use napkin_answers::allow::{self, Allowing, Judged};
use napkin_answers::question::{Ask, Rebase};
use napkin_audit::{Entry, HostList};
use napkin_schemes::secrets::redacted;
use serde::{Serialize, Serializer};

use super::{Finished, Run};
use crate::WrongUsage;
use crate::input::options::{Inputs, Options};
use crate::output::columns::{Column, Field};
use crate::run::question::{Asked, BaseOfRow, about, summary};
use crate::run::report::{self, Answer, PerInput};
use crate::terminal::exit;
use crate::terminal::text::{Text, shown_path};

#[derive(Args)]
#[command(about = summary::<allow::Allow>(),
    long_about = about::<allow::Allow>(),
    after_help = EXAMPLE, mut_args(|arg| if arg.get_id() == "hosts" { arg.help(HOSTS) } else { arg }))]
pub(crate) struct Allow {
    #[command(flatten)]
    asked: Asked<allow::Allow>,

    /// Print the URI to hand on alone, and nothing for a refused input; the exit status is 0 if every input is allowed, whether it is
    /// that URI or not
    #[arg(long = "use", conflicts_with_all = ["json", "csv", "on_error"])]
    only_use: bool,

    #[command(flatten)]
    base_of_row: BaseOfRow,

    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    options: Options,
}

/// The help of the option, which is a path here.
const HOSTS: &str = "Allow the hosts of a file, one a line as in '--host'; '-' is standard input";

const EXAMPLE: &str = "\
A line has tabs between its columns: 'allowed' and the input, which may be handed on itself; 'use', the URI to hand on and the \
input that must not be; 'refused', the input and the reason. The exit status is 0 if every input may be handed on itself, so \
that 'napkin allow … -- \"$u\" >/dev/null && curl -- \"$u\"' is safe; with '--use', if every input is allowed.

Example:
  napkin allow --host trusted.example http://trusted.example/ http://Trusted.example 'http://trusted.example@evil.example/'

prints

  allowed	http://trusted.example/
  use	http://trusted.example/	http://Trusted.example
  refused	http://trusted.example@evil.example/	the host 'evil.example' is not in the list";

impl Run for Allow {
    fn run(self) -> Finished {
        let Self { asked, only_use, base_of_row, inputs, options } = self;
        let (options, has_bases) = base_of_row.choose(options)?;
        // Against a base, a name of a file is a relative reference.
        if !asked.has("base") {
            report::must_not_be_files(&inputs.texts, false)?;
        }
        let path = asked.path("hosts");
        if path == Some(Path::new("-")) && options.takes_standard_input(&inputs.texts) {
            let message =
                "standard input has the hosts, so inputs are arguments, or '--input FILE'";
            return Err(WrongUsage::new(message));
        }
        let allowing = if has_bases { asked.ready_for_bases()? } else { asked.ready()? };
        for warning in allowing.warnings.iter() {
            let file = path.map(|path| format!("'{}': ", shown_path(path))).unwrap_or_default();
            exit::warn(&format!("{file}{warning}"));
        }
        warn_of_duplicates(&allowing.hosts, path);
        let standard = Ask::standard(&allowing);
        let judging = Judging { allowing, only_use };
        let rebased = |base: &[u8]| judging.rebased(base);
        Ok(report::run_by_base(&options, standard, &inputs.texts, &judging, &rebased).exit_code())
    }
}

/// Warns about entries that repeat an earlier entry of the list.
fn warn_of_duplicates(list: &HostList, path: Option<&Path>) {
    let mut seen = BTreeMap::new();
    for entry in list.entries() {
        let reach = (entry.is_exact(), entry.is_site());
        let key = (entry.host(), reach, entry.port(), entry.allows_any_port());
        let first: &Entry = seen.entry(key).or_insert(entry);
        if std::ptr::eq(first, entry) {
            continue;
        }
        let line = first.line().map(|line| format!(", in line {line}")).unwrap_or_default();
        exit::warn(&format!("{}{entry} is in the list already{line}", place(entry, path)));
    }
}

/// The file and line of an entry, for a message.
fn place(entry: &Entry, path: Option<&Path>) -> String {
    match (path, entry.line()) {
        (Some(path), Some(line)) => format!("'{}', line {line}: ", shown_path(path)),
        _ => String::new(),
    }
}

struct Judging {
    allowing: Allowing,
    only_use: bool,
}

impl Judging {
    /// The same by another base.
    fn rebased(&self, base: &[u8]) -> Self {
        Self { allowing: self.allowing.rebased(base), only_use: self.only_use }
    }
}

impl PerInput for Judging {
    type Answer<'a> = Decided<'a>;

    fn answer<'a>(
        &'a self,
        input: &'a [u8],
        _: &'a mut String,
    ) -> Result<Decided<'a>, Failure<'a>> {
        let judged = self.allowing.answer(input);
        // Told in the order of the inputs, as what is wrong with one is.
        match (self.only_use, judged.uri(), judged.reason()) {
            (true, None, Some(reason)) => {
                Err(Failure::new("refused", "", format!("refused: {reason}")))
            }
            _ => Ok(Decided { judged, only_use: self.only_use }),
        }
    }

    fn rows<'f>(
        &'f self,
        input: &'f [u8],
        answer: &'f Result<Decided<'_>, Failure<'_>>,
        _: bool,
    ) -> Vec<Vec<Field<'f>>> {
        let mut row = report::row(vec![input.into()], answer);
        let error = answer.as_ref().ok().and_then(|decided| decided.judged.error());
        if let Some((field, error)) = row.last_mut().zip(error) {
            *field = error.message().to_owned().into_bytes().into();
        }
        vec![row]
    }
}

/// A decision, and how it is printed.
struct Decided<'a> {
    judged: Judged<'a>,
    only_use: bool,
}

impl Serialize for Decided<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.judged.serialize(serializer)
    }
}

impl Answer for Decided<'_> {
    const COLUMNS: &'static [Column] = &[
        ("allowed", &["allowed"]),
        ("as_is", &["as_is"]),
        ("hosts", &["hosts/*"]),
        ("reason", &["reason"]),
        ("use", &["use"]),
    ];

    fn write(&self, text: &mut Text<'_>) {
        let judged = &self.judged;
        if self.only_use {
            text.push(judged.uri().unwrap_or_default());
            text.end_line();
            return;
        }
        match judged.uri() {
            Some(uri) if judged.is_as_is() => {
                text.styled(text.palette.good, "allowed");
                text.push_raw(b"\t");
                text.push(uri);
            }
            Some(uri) => {
                text.styled(text.palette.good, "use");
                text.push_raw(b"\t");
                text.push(uri);
                text.push_raw(b"\t");
                text.push_bytes(judged.input);
            }
            None => {
                text.styled(text.palette.bad, "refused");
                text.push_raw(b"\t");
                text.push_bytes(&redacted(judged.input));
                text.push_raw(b"\t");
                text.push(&judged.reason().unwrap_or_default());
                if let Some(first) = judged.mends().first() {
                    text.push(&format!("; perhaps {} is meant", first.uri));
                }
            }
        }
        text.end_line();
    }

    fn is_faulty(&self) -> bool {
        if self.only_use { self.judged.uri().is_none() } else { !self.judged.is_as_is() }
    }
}
