//! An index: its lines, their format, and how its parts are opened.

use std::fmt;
use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::Path;

use super::blocks::Parts;
use super::error::IndexError;
use super::format::{Format, NoFormat, Top};
use super::lines::Lines;

/// An index of captures, sorted by keys: a file of CDX or CDXJ, or the index of a `ZipNum` cluster (`cluster.idx`).
///
/// A search halves the file, as `look` does, so it reads some blocks of 8 KiB whatever the size. Memory is that of a few lines,
/// of at most 1 MiB each. That lines are sorted is seen for those that a search reads, which is not all of them.
///
/// ```
/// use std::io::Cursor;
///
/// use napkin_keys::cdx::Index;
/// use napkin_keys::{Match, SURT};
///
/// let text = "com,example)/ 2020 {\"url\": \"http://example.com/\"}\n\
///             com,example,www2)/a 2021 {\"url\": \"http://www2.example.com/a\"}\n\
///             org,example)/ 2022 {\"url\": \"http://example.org/\"}\n";
/// let mut index = Index::new(Cursor::new(text))?;
/// index.check_keys(&SURT)?;
/// let mut captures = index.find(&SURT.range("http://example.com/", Match::Domain)?)?;
/// let mut urls = Vec::new();
/// while let Some(capture) = captures.next()? {
///     urls.extend(capture.fields()?.url.map(String::from));
/// }
/// assert_eq!(urls, ["http://example.com/", "http://www2.example.com/a"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Index<R> {
    pub(super) lines: Lines<R>,
    /// The format of the lines; `None` if there is none.
    pub(super) format: Option<Format>,
    /// Where the lines begin, behind the header.
    pub(super) begin: u64,
    pub(super) parts: Parts<R>,
    /// The format of the blocks of a `ZipNum` index, from the first line that was read.
    pub(super) of_blocks: Option<Format>,
}

impl<R> fmt::Debug for Index<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Index").field("format", &self.format).finish_non_exhaustive()
    }
}

impl Index<File> {
    /// The index in a file. The parts of a `ZipNum` cluster are files in the same folder.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new), or if the file is no regular one.
    ///
    /// ```
    /// use napkin_keys::{Match, SURT, cdx::Index};
    ///
    /// let path = std::env::temp_dir().join("napkin-example.cdxj");
    /// std::fs::write(&path, "com,example)/ 2020 {\"url\": \"http://example.com/\"}\n")?;
    /// let mut index = Index::open(&path)?;
    /// let mut captures = index.find(&SURT.range("http://example.com/", Match::Exact)?)?;
    /// let capture = captures.next()?.unwrap();
    /// assert_eq!((capture.key(), capture.timestamp()), (&b"com,example)/"[..], Some(&b"2020"[..])));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn open(path: impl AsRef<Path>) -> Result<Self, IndexError> {
        let path = path.as_ref();
        let folder = path.parent().map(Path::to_owned).unwrap_or_default();
        let open = move |part: &str| regular(&folder.join(part));
        Self::with_parts(regular(path)?, open)
    }
}

/// The first bytes of a gzip member.
const GZIP: &[u8] = &[0x1F, 0x8B];

/// Opens a file that can be searched: no pipe, and no device.
fn regular(path: &Path) -> io::Result<File> {
    // A FIFO is not opened, since that waits for a writer.
    if !std::fs::metadata(path)?.is_file() {
        let error = "it is no regular file, so it cannot be searched";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, error));
    }
    File::open(path)
}

impl<R: Read + Seek> Index<R> {
    /// The index in a reader, which has no `ZipNum` cluster.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or its first lines are of no format.
    pub fn new(reader: R) -> Result<Self, IndexError> {
        Self::with_parts(reader, |_| Err(io::ErrorKind::NotFound.into()))
    }

    /// The index in a reader, with a function that opens the parts of a `ZipNum` cluster by their names in it. A name is a path
    /// of names with `/` between.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    ///
    /// ```no_run
    /// use std::fs::File;
    ///
    /// use napkin_keys::cdx::Index;
    ///
    /// // `cluster.idx`, with its parts in the same folder.
    /// let index = Index::with_parts(File::open("cluster.idx")?, |name| File::open(name));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn with_parts(
        reader: R,
        open: impl FnMut(&str) -> io::Result<R> + Send + 'static,
    ) -> Result<Self, IndexError> {
        let mut lines = Lines::new(reader);
        lines.seek(0)?;
        let mut index =
            Self { lines, format: None, begin: 0, parts: Parts::new(open), of_blocks: None };
        while index.lines.advance()? {
            let line = index.lines.line();
            if line.starts_with(GZIP) {
                return Err(IndexError::Compressed);
            }
            let top = Format::of_top(line).map_err(|reason| match reason {
                NoFormat::NoKeyColumn => IndexError::NoKeyColumn,
                NoFormat::Unknown => IndexError::NotCdx { offset: index.lines.start() },
            })?;
            let behind = index.lines.start() + line.len() as u64;
            match top {
                Top::Line(format) => {
                    index.format = Some(format);
                    return Ok(index);
                }
                Top::Header(format) => {
                    (index.format, index.begin) = (Some(format), behind);
                    return Ok(index);
                }
                Top::Remark => index.begin = behind,
            }
        }
        Ok(index)
    }
}
