//! Files as tables: `'path'` or `'pattern*'` in a query is read by its extension.

mod cdx;
mod content;
mod skipped;
mod empties;
mod decode;
mod form;
mod listing;
mod place;
mod folders;
mod lines;
mod lenient;
mod header;
mod source;
mod parquet;
mod naming;
mod table;
pub(crate) mod writing;
mod stores;
mod spool;
mod external;

use std::error::Error;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use datafusion::arrow::error::ArrowError;
use datafusion::catalog::{DynamicFileCatalog, Session, TableProvider, UrlTableFactory};
use datafusion::common::{Result, plan_datafusion_err};
use datafusion::datasource::listing::ListingTableUrl;
use datafusion::datasource::physical_plan::FileScanConfig;
use datafusion::error::DataFusionError;
use datafusion::execution::SessionState;
use datafusion::object_store::ObjectMeta;
use datafusion::prelude::SessionContext;
use datafusion_session::SessionStore;

use external::ExternalFiles;
pub(super) use folders::FILE_NAME;
pub(super) use form::Form;
pub(super) use naming::{Naming, naming};
use place::Named;
use skipped::{Reading, Skipped};
pub(super) use source::TextSource;
use spool::Spool;
pub(super) use stores::Stores;
pub(super) use table::FileTable;

/// This session, in which file names are tables. On a cluster, all machines have to find the files. Standard input
/// is not a table if statements are read from it.
pub(crate) fn readable(
    session: SessionContext,
    is_cluster: bool,
    is_input_taken: bool,
    are_broken_skipped: bool,
) -> (SessionContext, Arc<Files>) {
    let files = Arc::new(Files {
        session: SessionStore::new(),
        spool: Spool::new(is_cluster, is_input_taken),
        has_name: AtomicBool::new(false),
        skipped: are_broken_skipped.then(Arc::default),
    });
    let factory = Arc::clone(&files) as Arc<dyn UrlTableFactory>;
    let catalogs = Arc::clone(session.state().catalog_list());
    let id = session.session_id();
    let builder = session.into_state_builder().with_session_id(id);
    let catalogs = Arc::new(DynamicFileCatalog::new(catalogs, factory));
    let builder = ["CSV", "JSON", "NDJSON"].into_iter().fold(builder, |builder, called| {
        let files = ExternalFiles::new(files.skipped.clone());
        builder.with_table_factory(called.to_owned(), Arc::new(files))
    });
    let session = SessionContext::from(builder.with_catalog_list(catalogs).build());
    files.session.with_state(session.state_weak_ref());
    (session, files)
}

/// Creates tables of files.
#[derive(Debug)]
pub(crate) struct Files {
    session: SessionStore,
    spool: Spool,
    /// Whether tables have a column with the name of the file.
    has_name: AtomicBool,
    /// What is left out since it is broken.
    skipped: Option<Arc<Skipped>>,
}

impl Files {
    /// Whether the tables of the next statement have a column with the name of the file.
    pub(crate) fn set_name(&self, has_name: bool) {
        self.has_name.store(has_name, Ordering::Relaxed);
    }

    /// Tells what the last statement left out, on standard error.
    pub(crate) fn tell_left_out(&self) {
        for what in self.left_out() {
            eprintln!("napkin-sql: {}", napkin::visible(&what));
        }
    }

    /// What the last statement left out, a sentence each.
    fn left_out(&self) -> Vec<String> {
        self.skipped.as_ref().map(|skipped| skipped.report()).unwrap_or_default()
    }

    /// The session as it is now. A future that held a `SessionState` itself would cost the compiler seconds, since all
    /// plans and expressions that a state may hold are then proven to be `Send`.
    fn session(&self) -> Result<Box<dyn Session>> {
        let session = self.session.get_session().upgrade();
        let state = session
            .and_then(|session| session.read().as_any().downcast_ref::<SessionState>().cloned());
        Ok(Box::new(state.ok_or_else(|| plan_datafusion_err!("the session is over"))?))
    }
}

#[async_trait::async_trait]
impl UrlTableFactory for Files {
    async fn try_new(&self, name: &str) -> Result<Option<Arc<dyn TableProvider>>> {
        let named = match self.spool.take(name)? {
            Some(place) => Named::Files(place),
            None => match place::of(name)? {
                Some(named) => named,
                None => return Ok(None),
            },
        };
        let session = self.session()?;
        let place = match named {
            Named::Files(place) => place,
            Named::Folder(url) => place::of_folder(&*session, name, &url).await?,
        };
        let has_name = self.has_name.load(Ordering::Relaxed);
        let reading = Reading { has_name, skipped: self.skipped.clone() };
        Ok(Some(Arc::new(FileTable::open(&*session, name, place, reading).await?)))
    }
}

/// The name of a file, as a query can have it.
fn shown(url: &ListingTableUrl, file: &ObjectMeta) -> String {
    match url.scheme() {
        "file" => format!("/{}", file.location),
        _ => format!("{}{}", url.object_store().as_str(), file.location),
    }
}

/// The beginning of the names of files that a scan reads, as a query can have them.
fn place_of(config: &FileScanConfig) -> String {
    let url = config.object_store_url.as_str();
    url.strip_prefix("file://").unwrap_or(url).to_owned()
}

/// The error of a text file, in one sentence that names it.
fn told(file: &str, error: &DataFusionError) -> DataFusionError {
    let message = message(error);
    match is_no_utf8(&message).filter(|_| !message.starts_with(file)) {
        Some(place) => {
            let what = format!(
                "{file}: {place} has a byte that is no UTF-8; 'iconv -f LATIN1 -t UTF-8' converts a file from Latin-1"
            );
            io::Error::new(io::ErrorKind::InvalidData, what).into()
        }
        None => named(file, error),
    }
}

/// The error of a file, in one sentence that names it.
fn named(file: &str, error: &DataFusionError) -> DataFusionError {
    let message = message(error);
    if message.starts_with(file) {
        return DataFusionError::Plan(message);
    }
    io::Error::new(io::ErrorKind::InvalidData, format!("{file}: {message}")).into()
}

fn message(error: &DataFusionError) -> String {
    match error.find_root() {
        DataFusionError::ArrowError(error, _) => match error.as_ref() {
            ArrowError::CsvError(message)
            | ArrowError::ParseError(message)
            | ArrowError::JsonError(message) => message.clone(),
            other => innermost(other),
        },
        DataFusionError::IoError(error) => innermost(error),
        DataFusionError::ObjectStore(error) => innermost(error.as_ref()),
        other => other.message().into_owned(),
    }
}

/// The innermost cause of an error.
fn innermost(error: &(dyn Error + 'static)) -> String {
    let mut cause = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    cause.to_string()
}

/// The place of invalid UTF-8, if a message is about that.
fn is_no_utf8(message: &str) -> Option<String> {
    if !message.to_ascii_lowercase().contains("utf-8") {
        return None;
    }
    let line = message
        .split_once("line ")
        .map(|(_, rest)| rest.chars().take_while(char::is_ascii_digit).collect::<String>());
    Some(match line {
        Some(line) if !line.is_empty() => format!("line {line}"),
        _ => "a line".to_owned(),
    })
}
