//! The files of a name, a folder or a pattern, whose `*`, `?`, `[…]`, `{a,b}` and `**` work in every component.

use std::io;

use datafusion::catalog::Session;
use datafusion::common::{Result, plan_datafusion_err};
use datafusion::datasource::listing::ListingTableUrl;
use datafusion::object_store::{Error, ObjectMeta, ObjectStoreExt};
use futures::TryStreamExt;
use globset::{GlobBuilder, GlobMatcher};

/// The files that a pattern describes, below a folder.
#[derive(Clone, Debug)]
pub(super) struct Pattern(GlobMatcher);

impl Pattern {
    /// Reads a pattern.
    ///
    /// # Errors
    ///
    /// If it is invalid.
    pub(super) fn new(pattern: &str) -> Result<Self> {
        let mut glob = GlobBuilder::new(pattern);
        let glob = glob.literal_separator(true).backslash_escape(false).build();
        let glob = glob.map_err(|error| plan_datafusion_err!("'{pattern}': {}", error.kind()))?;
        Ok(Self(glob.compile_matcher()))
    }
}

/// The files of an address, by their names: one file, or those of a folder that match a pattern.
///
/// # Errors
///
/// If they cannot be listed.
pub(super) async fn list(
    session: &dyn Session,
    url: &ListingTableUrl,
    is_wanted: impl Fn(&[&str]) -> bool,
) -> Result<Vec<ObjectMeta>> {
    let store = session.runtime_env().object_store(url)?;
    if !url.is_collection() {
        return match store.head(url.prefix()).await {
            Ok(file) => Ok(vec![file]),
            Err(Error::NotFound { .. }) => Ok(Vec::new()),
            Err(error) => Err(error.into()),
        };
    }
    let found = store.list(Some(url.prefix())).try_filter(|file| {
        let components = components(url, file);
        futures::future::ready(is_wanted(&components))
    });
    let mut files: Vec<_> = found.try_collect().await?;
    files.sort_by(|one, other| one.location.cmp(&other.location));
    Ok(files)
}

impl Pattern {
    /// Whether a file matches, by the components of its path below the folder.
    pub(super) fn matches(&self, components: &[&str]) -> bool {
        self.0.is_match(components.join("/"))
    }
}

/// The folders of a file below that of the address, and its name.
pub(super) fn components<'a>(url: &'a ListingTableUrl, file: &'a ObjectMeta) -> Vec<&'a str> {
    url.strip_prefix(&file.location).map(Iterator::collect).unwrap_or_default()
}

/// The error of a name that leads to no file.
pub(super) fn none(name: &str) -> datafusion::error::DataFusionError {
    io::Error::new(io::ErrorKind::NotFound, format!("no file '{name}'")).into()
}
