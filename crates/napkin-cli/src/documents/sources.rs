//! The files that are documents, and what their names and paths tell of their bases.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::Args;
use globset::{GlobBuilder, GlobMatcher};
use napkin_answers::surroundings::DocumentContext;
use napkin_context::Surroundings;

use crate::input;
use crate::run::whole::{self, Whole};

/// The documents, and what else a command knows of them: their names and paths, where its question has values only.
#[derive(Args)]
pub(crate) struct Sources {
    /// Documents to read; reads standard input if none are given
    #[arg(value_name = "FILE", id = "inputs")]
    pub(crate) files: Vec<PathBuf>,

    /// Set the default base of files by a pattern of their paths, such as 'docs/**/*.md=file:///site/'; may be
    /// repeated, and the first match counts
    #[arg(long, value_name = "PATTERN=URI", value_parser = base_for)]
    base_for: Vec<(GlobMatcher, String)>,

    /// With --base and --recursive, the name of files that stand for their folder, such as 'index.html': 'dir/index.html'
    /// is 'dir/'
    #[arg(long, value_name = "NAME", requires_all = ["base", "recursive"])]
    index: Option<OsString>,

    /// Use the 'file:' URI of each file as its default base
    #[arg(long, conflicts_with = "default-base")]
    base_from_path: bool,
}

fn base_for(text: &str) -> Result<(GlobMatcher, String), String> {
    let (pattern, uri) = text.split_once('=').ok_or("it has no '=' between a pattern and a URI")?;
    let glob = GlobBuilder::new(pattern).literal_separator(true).build();
    Ok((glob.map_err(|error| error.to_string())?.compile_matcher(), uri.into()))
}

impl Sources {
    /// What is around a document, which may be decompressed to some times its size.
    pub(crate) fn surroundings(
        &self,
        context: &DocumentContext,
        name: &str,
        input: &Whole<'_>,
        ratio: u32,
    ) -> Surroundings {
        let mut surroundings = context.begin().expanding(ratio);
        if let Some(name) = input.path().and_then(input::file_name) {
            surroundings = surroundings.of_file_name(name);
        }
        let by_pattern = self.base_for.iter().find(|(pattern, _)| pattern.is_match(name));
        if let Some((_, uri)) = by_pattern {
            surroundings = surroundings.or_default(uri);
        } else if let Some(uri) = input.path().filter(|_| self.base_from_path).and_then(file_uri) {
            surroundings = surroundings.or_default(uri);
        }
        let surroundings = context.complete(surroundings);
        match context.base() {
            Some(base) => {
                surroundings.retrieved_from(input.uri(base, self.index.as_deref()).into_owned())
            }
            None => surroundings,
        }
    }
}

/// The `file:` URI of a path; `None` for standard input, or if the current directory is unknown.
pub(crate) fn file_uri(path: &Path) -> Option<String> {
    let path = std::path::absolute(path).ok().filter(|path| path.exists())?;
    let path = whole::encoded(&path);
    Some(format!("file://{}{path}", if path.starts_with('/') { "" } else { "/" }))
}
