//! Indexes of archives: files of CDX and CDXJ that are sorted by keys, and `ZipNum` clusters of them, searched by halving.
//!
//! ```text
//!   com,example)/a 20200102030405 {"url": "http://example.com/a", "status": "200", …}     CDXJ
//!   com,example)/a 20200102030405 http://example.com/a text/html 200 ABC… - - 512 0 x.warc.gz     CDX
//!   com,example)/a 20200102030405   cdx-00000.gz   188224   189163   2     an entry of cluster.idx, with tabs between
//! ```
//!
//! The modules in the order in which data flows: lines are read and searched, their format is told from the first one, and an
//! [`Index`] hands out its [`Captures`].

mod error;
mod lines;
mod format;
mod capture;
mod blocks;
mod index;
mod captures;
mod check;

pub use capture::{BrokenLine, Capture, Fields};
pub use captures::Captures;
pub use error::{IndexError, OtherKeys};
pub use index::Index;
