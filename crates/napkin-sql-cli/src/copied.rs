//! `COPY … TO` files of this machine: into a folder that holds files only if that is said, and without leftovers if it fails.

use std::io;
use std::path::{Path, PathBuf};

use datafusion::sql::parser::{CopyToStatement, Statement};

use super::failure::Failure;
use super::files::writing;

/// What becomes of the files that a folder holds already.
#[derive(Debug)]
pub(crate) struct Copied {
    target: PathBuf,
    /// Files that are replaced by those that are written.
    replaced: Vec<PathBuf>,
}

impl Copied {
    /// Reads what a statement says of the files in its folder.
    ///
    /// # Errors
    ///
    /// If the folder holds files and the statement says nothing of them, or it cannot be read; or if files elsewhere are to be
    /// replaced. Those that executors of a cluster write are elsewhere: the folder of that name here may be another one, whose
    /// files would be lost.
    pub(crate) fn begin(
        statement: &mut Statement,
        is_cluster: bool,
    ) -> Result<Option<Self>, Failure> {
        writing::begin();
        let Statement::CopyTo(copy) = statement else { return Ok(None) };
        let (append, overwrite) = (is_said(copy, "append")?, is_said(copy, "overwrite")?);
        let target = match local(&copy.target) {
            Some(target) if !(is_cluster && overwrite) => target,
            _ if overwrite => return Err(elsewhere(&copy.target, is_cluster)),
            _ => return Ok(None),
        };
        let held = if target.is_dir() { files(&target)? } else { Vec::new() };
        if !held.is_empty() && append == overwrite {
            let replace = if is_cluster {
                "remove them first"
            } else {
                "OPTIONS (overwrite true) to replace them"
            };
            return Err(Failure::Usage(format!(
                "the folder '{}' holds files; say OPTIONS (append true) to add to them, or {replace}",
                copy.target
            )));
        }
        let replaced = if overwrite { held } else { Vec::new() };
        Ok(Some(Self { target, replaced }))
    }

    /// Removes the files that are replaced, once the others are whole.
    ///
    /// # Errors
    ///
    /// If one cannot be removed.
    pub(crate) fn end(self) -> Result<(), Failure> {
        for file in self.replaced {
            std::fs::remove_file(&file).map_err(|error| Failure::of_file(&file, &error))?;
            // Folders that are empty now; others stay.
            let folders = file.ancestors().skip(1).take_while(|folder| *folder != self.target);
            for folder in folders {
                if std::fs::remove_dir(folder).is_err() {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Removes what a statement that failed has written.
    pub(crate) async fn undo(self, failure: Failure) -> Failure {
        let cause = writing::undo(&self.target).await;
        match (failure, cause) {
            (Failure::Query(_) | Failure::Files(_), Some(cause)) => Failure::Files(cause),
            (failure, _) => failure,
        }
    }
}

/// Whether an option is said; it is taken out, since DataFusion does not know it.
fn is_said(copy: &mut CopyToStatement, option: &str) -> Result<bool, Failure> {
    let is_it = |name: &str| name.eq_ignore_ascii_case(option);
    let Some(at) = copy.options.iter().position(|(name, _)| is_it(name)) else { return Ok(false) };
    let (_, value) = copy.options.remove(at);
    match value.to_string().trim_matches('\'').to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => {
            Err(Failure::Usage(format!("COPY: the option {option} is true or false, not {value}")))
        }
    }
}

/// The path of a target on this machine.
fn local(target: &str) -> Option<PathBuf> {
    match target.split_once("://") {
        None => std::path::absolute(target).ok(),
        Some(("file", _)) => url::Url::parse(target).ok()?.to_file_path().ok(),
        Some(_) => None,
    }
}

/// The failure of a statement that would replace files of other machines.
fn elsewhere(target: &str, is_cluster: bool) -> Failure {
    let why = if is_cluster { ", and executors write these" } else { "" };
    Failure::Usage(format!(
        "COPY: OPTIONS (overwrite true) replaces files of this machine only{why}; remove those of '{target}' first"
    ))
}

/// The files in a folder, and in the folders in it. A folder that cannot be read is an error, since its files would be neither
/// counted nor replaced.
fn files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        let of_folder = |error: io::Error| Failure::of_file(&folder, &error);
        for entry in std::fs::read_dir(&folder).map_err(of_folder)? {
            let entry = entry.map_err(of_folder)?;
            let is_folder = entry.file_type().map_err(of_folder)?.is_dir();
            if is_folder { folders.push(entry.path()) } else { found.push(entry.path()) }
        }
    }
    Ok(found)
}
