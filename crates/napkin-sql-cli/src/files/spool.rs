//! Standard input and named pipes as tables: an input that can be read only once is first copied to a temporary
//! file, since a query may read it more than once, and in any order.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::Mutex;

use datafusion::common::parsers::CompressionTypeVariant;
use datafusion::common::{Result, plan_err};
use tempfile::NamedTempFile;

use super::form::{Form, Kind};
use super::place::Place;

/// The copies, which are kept as long as the session.
#[derive(Debug)]
pub(super) struct Spool {
    is_cluster: bool,
    /// Whether statements are read from standard input.
    is_input_taken: bool,
    copies: Mutex<HashMap<Option<PathBuf>, NamedTempFile>>,
}

impl Spool {
    pub(super) fn new(is_cluster: bool, is_input_taken: bool) -> Self {
        Self { is_cluster, is_input_taken, copies: Mutex::default() }
    }

    /// The copy of the input that a name stands for, if it can be read only once: `'-'` and `'-.csv'` are standard
    /// input.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or the query runs on another machine.
    pub(super) fn take(&self, name: &str) -> Result<Option<Place>> {
        let source = match name.strip_prefix('-') {
            Some(ending) if ending.is_empty() || ending.starts_with('.') => None,
            _ if name == "/dev/stdin" || name == "/dev/fd/0" => None,
            _ if is_pipe(name) => Some(PathBuf::from(name)),
            _ => return Ok(None),
        };
        let lines = Form { kind: Kind::Lines, compression: CompressionTypeVariant::UNCOMPRESSED };
        let form = match Form::of(name) {
            Some(form) => form,
            None if name.starts_with("-.") => {
                return plan_err!(
                    "'{name}': the ending does not say what is in standard input; known are {}",
                    super::form::endings()
                );
            }
            None => lines,
        };
        if self.is_cluster {
            return plan_err!(
                "'{name}' is read on this machine only; write it to a file that the cluster finds"
            );
        }
        if self.is_input_taken && source.is_none() {
            return plan_err!(
                "'{name}': the statements come from standard input, so no table does; give them as an argument or with --file"
            );
        }
        let Ok(mut copies) = self.copies.lock() else {
            return plan_err!("'{name}' cannot be read any more");
        };
        if let Some(copy) = copies.get(&source) {
            return Place::of_file(form, copy.path()).map(Some);
        }
        let mut copy = tempfile::Builder::new().prefix("napkin-sql-").tempfile()?;
        let mut input: Box<dyn Read> = match &source {
            Some(path) => Box::new(File::open(path)?),
            None => Box::new(io::stdin()),
        };
        io::copy(&mut input, &mut copy)?;
        let place = Place::of_file(form, copy.path())?;
        copies.insert(source, copy);
        Ok(Some(place))
    }
}

#[cfg(unix)]
fn is_pipe(name: &str) -> bool {
    use std::os::unix::fs::FileTypeExt;

    let kind = fs::metadata(name).map(|found| found.file_type());
    kind.is_ok_and(|kind| kind.is_fifo() || kind.is_char_device() || kind.is_socket())
}

#[cfg(not(unix))]
fn is_pipe(_: &str) -> bool {
    false
}
