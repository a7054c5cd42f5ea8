//! `rewrite`: documents whose URIs change, and not one other byte.

use std::cell::RefCell;
use std::io::{self, Read};
use std::path::Path;

use clap::{Args, ColorChoice};
use napkin_answers::Failure;
use napkin_answers::documents::of_fault;
use napkin_answers::places::{Counting, Places};
use napkin_answers::push_json;
use napkin_answers::rewrite::{self, DocumentKeys, RewriteAnswer, Rewriting};
use napkin_context::{RATIO, Rewritten};

use super::{Finished, Run};
use crate::documents::document::{in_command, is_faulty};
use crate::documents::replace::Replacement;
use crate::documents::sources::Sources;
use crate::help::usage::WrongUsage;
use crate::input::Origin;
use crate::input::tree::Search;
use crate::output::{diff, failure};
use crate::run::question::{Asked, about, summary};
use crate::run::whole::{Pen, Whole};
use crate::terminal::text::{Palette, Text, grouped};

#[derive(Args)]
#[command(
    about = summary::<rewrite::Rewrite>(),
    long_about = about::<rewrite::Rewrite>(),
    after_help = EXAMPLE,
    mut_args(in_command)
)]
pub(crate) struct Rewrite {
    #[command(flatten)]
    asked: Asked<rewrite::Rewrite>,

    #[command(flatten)]
    sources: Sources,

    #[command(flatten)]
    whereto: Whereto,
}

/// Where the result goes.
#[derive(Args)]
#[command(next_help_heading = "Input and output")]
struct Whereto {
    /// Write the result to the files that are read: beside each, and then in its place. No symbolic link is followed. A summary goes
    /// to standard error
    #[arg(long)]
    in_place: bool,

    /// Print what changes as a unified diff, and write no file; exit 1 if there is a change
    #[arg(long, conflicts_with_all = ["in_place", "json"])]
    diff: bool,

    /// Search directories recursively, except for hidden files and those that .gitignore excludes; the current
    /// directory if no path is given
    #[arg(short, long)]
    recursive: bool,

    /// Write JSON Lines: one object for each change, and one for the document, which --in-place leaves out
    #[arg(long)]
    json: bool,

    /// When to use colours
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: ColorChoice,
}

const EXAMPLE: &str = "\
Example:
  echo '<!-- http://old/ --> <a href=http://old/a?b>x</a> <img srcset=\"http://old/1.png 2x\">' |
  napkin rewrite --from http://old/ --to https://new/

prints

  <!-- http://old/ --> <a href=https://new/a?b>x</a> <img srcset=\"https://new/1.png 2x\">";

impl Run for Rewrite {
    fn run(self) -> Finished {
        let rewriting = self.asked.ready()?;
        self.must_have_one_result()?;
        let mut pen = Pen::new();
        let mut summary = Summary::default();
        let search = Search { recursive: self.whereto.recursive, follow: false };
        for input in Whole::of_paths(&self.sources.files, search) {
            match input {
                Ok(input) => self.one(&rewriting, &input, &mut pen, &mut summary),
                Err(skipped) => pen.skipped(&skipped),
            }
        }
        if self.whereto.in_place {
            pen.remark(Some(&summary.words()));
        }
        Ok(pen.finish().exit_code())
    }
}

/// What was done to files.
#[derive(Default)]
struct Summary {
    read: u64,
    written: u64,
    changed: u64,
    left: u64,
}

impl Summary {
    fn words(&self) -> String {
        let count = |number: u64, one: &str, many: &str| {
            format!("{} {}", grouped(number), if number == 1 { one } else { many })
        };
        let changed = count(self.changed, "reference", "references");
        let [written, read] = [self.written, self.read].map(|files| count(files, "file", "files"));
        let left = match self.left {
            0 => String::new(),
            left => format!("; {} left as written", count(left, "reference is", "references are")),
        };
        format!("changed {changed} in {written}, of {read} read{left}")
    }
}

impl Rewrite {
    /// Rejects several documents whose results would run together, and standard input in place of itself.
    fn must_have_one_result(&self) -> Result<(), WrongUsage> {
        let Whereto { in_place, diff, recursive, json, .. } = self.whereto;
        let files = &self.sources.files;
        let is_stdin = |path: &Path| path.as_os_str() == "-";
        let reads_stdin = files.is_empty() && !recursive || files.iter().any(|path| is_stdin(path));
        if in_place && reads_stdin {
            return Err(WrongUsage::new("'--in-place' needs a file, which standard input is not"));
        }
        if !(in_place || diff || json) && (recursive || files.len() > 1) {
            return Err(WrongUsage::new(
                "of several documents, print what changes with '--diff' or '--json', or write it with '--in-place'",
            ));
        }
        Ok(())
    }

    fn one(&self, rewriting: &Rewriting, input: &Whole<'_>, pen: &mut Pen, summary: &mut Summary) {
        pen.begin();
        let name = input.name(1);
        let path = input.path().unwrap_or(Path::new(""));
        if self.whereto.in_place && input.is_met() && path.is_symlink() {
            let message = format!(
                "{name}: passed over: it is a symbolic link, which --in-place does not follow"
            );
            return pen.remark(Some(&message));
        }
        let surroundings = self.sources.surroundings(&rewriting.context, &name, input, RATIO);
        let places = RefCell::new(Places::default());
        let mut replacement = self.whereto.in_place.then(|| Replacement::new(path));
        let (mut read, mut changed) = (0, 0);
        let mut take = |old: &[u8], new: Rewritten| {
            // A picture in a folder is nothing to rewrite.
            let is_unread = new.faults.iter().any(|fault| fault.unread.is_some());
            if input.is_met() && is_unread {
                return Ok(());
            }
            summary.read += u64::from(read == 0 && new.kind.is_some());
            summary.left += new.left.len() as u64;
            changed += new.changes.len() as u64;
            places.borrow_mut().drop_before(read);
            read += old.len();
            self.tell(pen, &name, &places.borrow(), old, &new);
            let faulty = new.faults.iter().filter(|fault| is_faulty(fault, !input.is_met()));
            let faulty = faulty.count() + new.left.len();
            pen.write(|output| output.tally.faulty += faulty as u64);
            match &mut replacement {
                Some(file) => file.write(&new.document, !new.changes.is_empty()),
                None => Ok(()),
            }
        };
        let result = input.open().and_then(|reader| {
            let mut reader = Counting { reader, places: Some(&places) };
            if self.is_whole() {
                let document = read_whole(rewriting, reader)?;
                let new = rewriting.rewritten(surroundings, &document);
                return take(&document, new);
            }
            rewriting.rewrite_pieces(surroundings, &mut reader, &mut take)
        });
        match result.and_then(|()| replacement.map_or(Ok(()), Replacement::finish)) {
            Ok(()) if self.whereto.in_place && changed > 0 => {
                summary.written += 1;
                summary.changed += changed;
            }
            Ok(()) => {}
            Err(error) => pen.unreadable(&name, &error),
        }
        pen.flush();
    }

    /// Whether the result has the document as a whole: the lines around a change, or a string of JSON.
    const fn is_whole(&self) -> bool {
        self.whereto.diff || self.whereto.json && !self.whereto.in_place
    }

    /// Prints a document or a piece of it, what changes in it, and on standard error what could not be changed.
    fn tell(&self, pen: &mut Pen, name: &str, places: &Places, old: &[u8], new: &Rewritten) {
        let Whereto { in_place, diff, json, color, .. } = self.whereto;
        let stdout = Palette::chosen(color, &io::stdout());
        let stderr = Palette::chosen(color, &io::stderr());
        if json {
            return pen.write(|output| {
                output.stdout(|out| {
                    let mut take = |answer: &RewriteAnswer<'_>| push_json(out, answer);
                    rewrite::answers(name, places, new, &mut take);
                    if !in_place {
                        take(&RewriteAnswer::Document(DocumentKeys::new(name, new)));
                    }
                });
            });
        }
        let mut remark = |place: Option<usize>, failure: &Failure<'_>| {
            let place = place.map(|place| match places.find(place) {
                Some((line, column)) => format!("{name}:{line}:{column}"),
                None => format!("{name}: byte {place}"),
            });
            let place = place.as_deref().unwrap_or(name);
            pen.write(|output| {
                output
                    .stderr(|out| failure::tell(failure, out, Origin::Place(place), None, stderr));
            });
        };
        for left in &new.left {
            remark(Some(left.place.start), &rewrite::not_written(left));
        }
        for fault in &new.faults {
            remark(None, &of_fault(fault));
        }
        if new.kind.is_none() || in_place {
            return;
        }
        let mut changed = Vec::new();
        let result = if diff {
            diff::push(&mut changed, name, old, &new.document, &new.changes);
            &changed
        } else {
            &new.document
        };
        pen.write(|output| {
            // As diff has it, a change is for scripts to see.
            output.tally.faulty += u64::from(!changed.is_empty());
            output.stdout(|out| {
                if stdout.is_terminal() {
                    Text::new(out, stdout, false).push_literal(&String::from_utf8_lossy(result));
                } else {
                    out.extend_from_slice(result);
                }
            });
        });
    }
}

/// Reads a document, up to the limit, behind which it is not rewritten.
fn read_whole(rewriting: &Rewriting, reader: impl Read) -> io::Result<Vec<u8>> {
    let mut document = Vec::new();
    let limit = (rewriting.context.largest() as u64).saturating_add(1);
    reader.take(limit).read_to_end(&mut document)?;
    Ok(document)
}
