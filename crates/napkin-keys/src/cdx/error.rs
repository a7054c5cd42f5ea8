//! Why an index cannot be searched.

use std::error::Error;
use std::fmt;
use std::io;

/// The longest line, in bytes.
pub(super) const LONGEST: usize = 1 << 20;

/// Why an index, or a part of it, cannot be searched. Offsets are in bytes, in the file of the lines.
#[derive(Debug)]
#[non_exhaustive]
pub enum IndexError {
    /// It cannot be read.
    Io(io::Error),
    /// It is compressed as a whole, so nothing can be found in it but by reading it from the start.
    Compressed,
    /// A line is neither CDXJ, nor CDX with a number of columns that is known without a header, nor an entry of a `ZipNum` index.
    NotCdx {
        /// The start of the line.
        offset: u64,
    },
    /// The first column of its header is no key.
    NoKeyColumn,
    /// A line is longer than 1 MiB.
    LongLine {
        /// A byte of the line.
        offset: u64,
    },
    /// A line has a lower key than one before it.
    Unsorted {
        /// The start of the line.
        offset: u64,
    },
    /// The keys are not those of the profile.
    OtherKeys(Box<OtherKeys>),
    /// A block of a `ZipNum` index cannot be read.
    Block {
        /// The file of the block.
        part: String,
        /// The start of the block in the file.
        offset: u64,
        /// Why it cannot be read.
        error: io::Error,
    },
    /// The block at a place of a `ZipNum` index does not begin with the line that the index says.
    OtherBlock {
        /// The file of the block.
        part: String,
        /// The start of the block in the file.
        offset: u64,
    },
    /// The name of a file in a `ZipNum` index is no relative path in its folder.
    PartName {
        /// The name.
        part: String,
    },
}

/// A line whose key is not that of its URL by a profile.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OtherKeys {
    /// The name of the profile.
    pub profile: String,
    /// The key of the line.
    pub key: String,
    /// The URL of the line.
    pub url: String,
    /// The key of the URL by the profile, if it has one.
    pub made: Option<String>,
    /// The profile whose keys the lines have, if there is one.
    pub others: Option<&'static str>,
}

impl fmt::Display for IndexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Compressed => f.write_str(
                "it is compressed, so it cannot be searched: decompress it, or search its ZipNum index (cluster.idx)",
            ),
            Self::NotCdx { offset } => {
                write!(f, "the line at byte {offset} is neither CDX nor CDXJ")
            }
            Self::NoKeyColumn => f.write_str("the first column of its header is not the key (N or A)"),
            Self::LongLine { offset } => {
                write!(f, "the line at byte {offset} is longer than {LONGEST} bytes")
            }
            Self::Unsorted { offset } => write!(
                f,
                "it is not sorted: the key of the line at byte {offset} is lower than one before it; sort it by LC_ALL=C sort"
            ),
            Self::OtherKeys(other) => other.fmt(f),
            Self::Block { part, offset, error } => {
                write!(f, "the block at byte {offset} of {part} cannot be read: {error}")
            }
            Self::OtherBlock { part, offset } => write!(
                f,
                "the block at byte {offset} of {part} does not begin with the line of the index: it is another file, or has changed"
            ),
            Self::PartName { part } => {
                write!(f, "'{part}' is not a file in the folder of the index")
            }
        }
    }
}

impl fmt::Display for OtherKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { profile, key, url, made, others } = self;
        write!(
            f,
            "the index has keys of another profile than {profile}: for {url} it has '{key}', "
        )?;
        match made {
            Some(made) => write!(f, "and {profile} makes '{made}'")?,
            None => write!(f, "and {profile} makes no key")?,
        }
        match others {
            Some(others) => write!(f, "; the keys are of profile {others}"),
            None => Ok(()),
        }
    }
}

impl Error for IndexError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Io(error) | Self::Block { error, .. } => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for IndexError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}
