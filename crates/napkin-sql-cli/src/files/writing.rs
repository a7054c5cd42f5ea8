//! Files that a statement writes on this machine: why one could not be written, which DataFusion does not tell, and which are
//! removed if the statement fails.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;
use std::path::{Path as LocalPath, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::Bytes;
use datafusion::object_store::local::LocalFileSystem;
use datafusion::object_store::path::Path;
use datafusion::object_store::{
    CopyOptions, Error, GetOptions, GetResult, ListResult, MultipartUpload, ObjectMeta,
    ObjectStore, PutMultipartOptions, PutOptions, PutPayload, PutResult, Result, UploadPart,
};
use futures::FutureExt;
use futures::stream::BoxStream;
use tokio::sync::Notify;

/// How often and at which interval an upload that is dropped is given time to remove its temporary file.
const ATTEMPTS: u32 = 20;
const PERIOD: Duration = Duration::from_millis(50);

/// What the current statement writes.
#[derive(Debug, Default)]
struct Writing {
    begun: BTreeSet<PathBuf>,
    done: BTreeSet<PathBuf>,
    error: Option<String>,
    /// Whether the statement failed: a task that has not heard of it begins no more files.
    has_failed: bool,
}

/// Nothing is recorded before the first statement: an executor runs none, and would collect names for as long as it runs.
static WRITING: Mutex<Option<Writing>> = Mutex::new(None);

/// Notified when a file could not be written.
static FAILED: Notify = Notify::const_new();

fn with<R>(change: impl FnOnce(&mut Writing) -> R) -> Option<R> {
    WRITING.lock().ok()?.as_mut().map(change)
}

/// Begins a statement.
pub(crate) fn begin() {
    if let Ok(mut writing) = WRITING.lock() {
        *writing = Some(Writing::default());
    }
}

/// Waits until a file of the current statement could not be written; returns why. DataFusion notices it some parts of the file
/// later.
pub(crate) async fn failed() -> String {
    loop {
        FAILED.notified().await;
        if let Some(error) = with(|writing| writing.error.clone()).flatten() {
            return error;
        }
    }
}

/// Removes what a statement that failed has written, whole files in a folder too; returns why it could not be written.
pub(crate) async fn undo(target: &LocalPath) -> Option<String> {
    with(|writing| writing.has_failed = true);
    for _ in 0..ATTEMPTS {
        if temporary().is_empty() {
            break;
        }
        // The tasks that write are dropped meanwhile.
        tokio::time::sleep(PERIOD).await;
    }
    for _ in 0..ATTEMPTS {
        remove(Some(target));
        // A thread that was about to make a file when its task was dropped makes it late.
        tokio::time::sleep(PERIOD).await;
        if temporary().is_empty() {
            break;
        }
    }
    with(|writing| writing.error.take())?
}

/// Removes temporary files, for code that ends the process.
pub(crate) fn forget() {
    remove(None);
}

fn remove(folder: Option<&LocalPath>) {
    let mut files = temporary();
    if let Some(folder) = folder {
        // The only file of a statement that names it is whole, and has replaced the one before it.
        let done = with(|writing| writing.done.clone()).unwrap_or_default();
        files.extend(done.into_iter().filter(|file| file != folder));
    }
    for file in files {
        let _ = std::fs::remove_file(file);
    }
}

/// The temporary files of what is being written: the name, `#` and a number.
fn temporary() -> Vec<PathBuf> {
    let begun = with(|writing| writing.begun.clone()).unwrap_or_default();
    let of_file = |file: PathBuf| {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned() + "#";
        let folder = file.parent().map(std::fs::read_dir).and_then(std::result::Result::ok);
        let is_its = move |path: &PathBuf| {
            let found = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            found.strip_prefix(&name).is_some_and(|number| number.parse::<u32>().is_ok())
        };
        folder.into_iter().flatten().flatten().map(|entry| entry.path()).filter(is_its)
    };
    begun.into_iter().flat_map(of_file).collect()
}

/// The files of this machine, with a record of those that are written.
#[derive(Debug)]
pub(super) struct Written(Arc<LocalFileSystem>);

impl Written {
    pub(super) fn new() -> Self {
        Self(Arc::new(LocalFileSystem::new()))
    }

    fn path(&self, location: &Path) -> PathBuf {
        self.0.path_to_filesystem(location).unwrap_or_default()
    }
}

fn begun(file: &LocalPath) -> Result<()> {
    let has_failed = with(|writing| {
        writing.begun.insert(file.to_owned());
        writing.has_failed
    });
    if has_failed == Some(true) {
        return Err(Error::Generic { store: "file", source: "the statement has failed".into() });
    }
    Ok(())
}

fn recorded<T>(file: &LocalPath, is_end: bool, result: Result<T>) -> Result<T> {
    with(|writing| match &result {
        Ok(_) if is_end => {
            writing.begun.remove(file);
            writing.done.insert(file.to_owned());
        }
        Ok(_) => {}
        Err(error) => {
            let cause = super::innermost(error);
            let _ = writing.error.get_or_insert_with(|| format!("{}: {cause}", file.display()));
            FAILED.notify_one();
        }
    });
    result
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[async_trait::async_trait]
impl ObjectStore for Written {
    async fn put_opts(
        &self,
        location: &Path,
        payload: PutPayload,
        options: PutOptions,
    ) -> Result<PutResult> {
        let file = self.path(location);
        begun(&file)?;
        recorded(&file, true, self.0.put_opts(location, payload, options).await)
    }

    async fn put_multipart_opts(
        &self,
        location: &Path,
        options: PutMultipartOptions,
    ) -> Result<Box<dyn MultipartUpload>> {
        let file = self.path(location);
        begun(&file)?;
        let upload = recorded(&file, false, self.0.put_multipart_opts(location, options).await)?;
        Ok(Box::new(Upload { file, upload }))
    }

    async fn get_opts(&self, location: &Path, options: GetOptions) -> Result<GetResult> {
        self.0.get_opts(location, options).await
    }

    async fn get_ranges(&self, location: &Path, ranges: &[Range<u64>]) -> Result<Vec<Bytes>> {
        self.0.get_ranges(location, ranges).await
    }

    fn delete_stream(
        &self,
        locations: BoxStream<'static, Result<Path>>,
    ) -> BoxStream<'static, Result<Path>> {
        self.0.delete_stream(locations)
    }

    fn list(&self, prefix: Option<&Path>) -> BoxStream<'static, Result<ObjectMeta>> {
        self.0.list(prefix)
    }

    fn list_with_offset(
        &self,
        prefix: Option<&Path>,
        offset: &Path,
    ) -> BoxStream<'static, Result<ObjectMeta>> {
        self.0.list_with_offset(prefix, offset)
    }

    async fn list_with_delimiter(&self, prefix: Option<&Path>) -> Result<ListResult> {
        self.0.list_with_delimiter(prefix).await
    }

    async fn copy_opts(&self, from: &Path, to: &Path, options: CopyOptions) -> Result<()> {
        self.0.copy_opts(from, to, options).await
    }
}

/// A file that is being written.
#[derive(Debug)]
struct Upload {
    file: PathBuf,
    upload: Box<dyn MultipartUpload>,
}

#[async_trait::async_trait]
impl MultipartUpload for Upload {
    fn put_part(&mut self, data: PutPayload) -> UploadPart {
        let file = self.file.clone();
        self.upload.put_part(data).map(move |result| recorded(&file, false, result)).boxed()
    }

    async fn complete(&mut self) -> Result<PutResult> {
        recorded(&self.file, true, self.upload.complete().await)
    }

    async fn abort(&mut self) -> Result<()> {
        self.upload.abort().await
    }
}
