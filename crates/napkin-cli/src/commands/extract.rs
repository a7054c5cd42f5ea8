//! `extract`: URIs in running text.

use std::cell::RefCell;
use std::ffi::OsString;
use std::io::{self, Read};
use std::ops::ControlFlow;

use clap::Args;
use napkin::Edition;
use napkin::edition::EDITIONS;
use napkin::edition::context::{Delimiting, Taken};
use napkin_answers::extract::Found;
use napkin_answers::{choice, push_json};
use napkin_context::{Extractor, Find, LONGEST, Schemes};

use super::{Finished, Run};
use crate::WrongUsage;
use crate::edition::EditionOption;
use crate::output::Output;
use crate::text::{Palette, Text};
use crate::whole::{Pen, Whole, WholeOptions};

/// Find URIs in text
#[derive(Args)]
#[command(after_help = EXAMPLE, long_about = about())]
pub(crate) struct Extract {
    /// The texts; without any, standard input
    #[arg(value_name = "TEXT", id = "inputs")]
    texts: Vec<OsString>,

    /// Find only URIs with these schemes, such as 'http,https'
    #[arg(
        long = "scheme",
        value_name = "NAMES",
        value_delimiter = ',',
        conflicts_with = "any_scheme"
    )]
    schemes: Vec<String>,

    /// Take any word before a colon as a scheme, not only registered ones
    #[arg(long)]
    any_scheme: bool,

    /// Find host names without a scheme too, such as 'www.example.com', and complete them by
    /// guessing
    #[arg(long)]
    suffix: bool,

    /// The longest URI to look for, in bytes; this bounds the memory that is used
    #[arg(long, value_name = "BYTES", default_value_t = LONGEST)]
    longest: usize,

    #[command(flatten)]
    edition: EditionOption,

    #[command(flatten)]
    options: WholeOptions,
}

/// What the command does, with the wrappers that each edition takes.
fn about() -> String {
    let mut about = String::from(
        "Find URIs in text

A URI that is broken over lines between brackets or quotes is put together again; where a hyphen stands before the \
         break, both readings are given. Punctuation of the sentence is left out.

The wrappers that set a URI off from text depend on the edition:",
    );
    for edition in EDITIONS {
        let Delimiting { angle_brackets, quotes, bare, .. } = edition.context.delimiting;
        let prefix = edition.context.delimiting.prefix();
        let places = [("<", angle_brackets, ">"), ("\"", quotes, "\""), ("", bare, "")];
        let told = places.iter().filter_map(|(open, taken, close)| match taken {
            Taken::Nothing => None,
            Taken::Prefixed => Some(format!("{open}{prefix}...{close}")),
            Taken::Likely if open.is_empty() => Some("white space around it".into()),
            Taken::Likely => Some(format!("{open}...{close}")),
        });
        about.extend(["\n  ", edition.name, ": ", &told.collect::<Vec<_>>().join(", ")]);
    }
    about
}

const EXAMPLE: &str = "\
Example:
  napkin extract 'See <http://example.com/a/
  long/path> (or http://example.com/b).'

prints

  http://example.com/a/long/path
  http://example.com/b";

impl Run for Extract {
    fn run(self) -> Finished {
        let edition = self.edition.get();
        if self.suffix {
            let knows = |edition: &Edition| edition.context.suffixes.is_some();
            choice::option_must_suit(edition, "suffix", knows)?;
        }
        let extractor = Extractor::new(edition)
            .schemes(self.chosen_schemes()?)
            .suffixes(self.suffix)
            .longest(self.longest);
        let palette = self.options.stdout_palette();
        let pen = RefCell::new(Pen::new());
        let inputs = Whole::all(&self.texts, &self.options.input);
        for (input, number) in inputs.iter().zip(1..) {
            let name = input.name(number);
            let told = Told { name: &name, edition, json: self.options.json, palette };
            let read = input.open().and_then(|reader| {
                extractor.read(Waiting { reader, pen: &pen }, |find| {
                    pen.borrow_mut().write(|output| told.write(output, &find));
                    ControlFlow::Continue(())
                })
            });
            if let Err(error) = read {
                pen.borrow_mut().unreadable(&name, &error);
            }
        }
        Ok(pen.into_inner().finish().exit_code())
    }
}

impl Extract {
    fn chosen_schemes(&self) -> Result<Schemes, WrongUsage> {
        if self.any_scheme {
            return Ok(Schemes::Any);
        }
        if self.schemes.is_empty() {
            return Ok(Schemes::default());
        }
        match self.schemes.iter().find(|scheme| !is_scheme(scheme)) {
            Some(wrong) => Err(WrongUsage(format!("'{wrong}' is no scheme"))),
            None => Ok(Schemes::only(&self.schemes)),
        }
    }
}

fn is_scheme(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_some_and(|first| first.is_ascii_alphanumeric())
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
}

/// Writes what was found before it waits for more.
struct Waiting<'p, R> {
    reader: R,
    pen: &'p RefCell<Pen>,
}

impl<R: Read> Read for Waiting<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.pen.borrow_mut().flush();
        self.reader.read(buffer)
    }
}

/// How the finds of one input are shown.
struct Told<'t> {
    name: &'t str,
    edition: &'static Edition,
    json: bool,
    palette: Palette,
}

impl Told<'_> {
    fn write(&self, output: &mut Output, find: &Find<'_>) {
        output.tally.fine += 1;
        output.stdout(|out| {
            if self.json {
                push_json(out, &Found::new(self.name, self.edition, find));
            } else {
                write_text(&mut Text::new(out, self.palette, false), find);
            }
        });
    }
}

/// The URI, and behind a tab what is in doubt.
fn write_text(text: &mut Text<'_>, find: &Find<'_>) {
    text.push(&find.uri);
    let faint = text.palette.faint;
    for alternative in &find.alternatives {
        text.push_raw(b"\t");
        text.styled(faint, &format!("or {alternative}"));
    }
    if let Some(heuristic) = find.heuristic {
        text.push_raw(b"\t");
        text.styled(faint, &format!("guessed: {}", heuristic.name()));
    }
    text.end_line();
}
