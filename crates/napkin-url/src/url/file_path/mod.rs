//! Paths of files to `file` URLs and back.
//!
//! The form of a path depends on the platform: bytes on Unix, text with a drive or a server on Windows.

#[cfg(not(windows))]
mod unix;
#[cfg(any(windows, test))]
mod windows;

use std::path::{Path, PathBuf};

use alloc::string::String;
use alloc::vec::Vec;

use napkin_scan::ByteSet;

#[cfg(not(windows))]
use self::unix as platform;
#[cfg(windows)]
use self::windows as platform;
use super::Url;
use crate::edition::{WHATWG, sets};
use crate::percent;

/// The bytes encoded in a segment, including the separators of all platforms.
const SEGMENT: ByteSet = sets::PATH.or(ByteSet::of(b"/%\\"));

impl Url {
    /// The `file` URL of an absolute path. A URL has no dot segments, so `..` removes the name before it.
    ///
    /// # Errors
    ///
    /// If the path is not absolute, or on Windows is not Unicode or has a prefix without a URL form.
    ///
    /// ```
    /// # #[cfg(unix)] {
    /// use napkin_url::Url;
    ///
    /// let url = Url::from_file_path("/tmp/a b%").unwrap();
    /// assert_eq!(url.as_str(), "file:///tmp/a%20b%25");
    /// assert_eq!(url.to_file_path().unwrap().to_str(), Some("/tmp/a b%"));
    /// # }
    /// ```
    #[expect(clippy::result_unit_err, reason = "as the crate `url` has it")]
    pub fn from_file_path<P: AsRef<Path>>(path: P) -> Result<Self, ()> {
        let text = platform::to_text(path.as_ref()).ok_or(())?;
        WHATWG.parse(&text).map_err(|_| ())
    }

    /// The `file` URL of the absolute path of a directory. It ends with a slash, so that [`join`](Self::join)
    /// leads into the directory.
    ///
    /// # Errors
    ///
    /// As [`from_file_path`](Self::from_file_path).
    ///
    /// ```
    /// # #[cfg(unix)] {
    /// use napkin_url::Url;
    ///
    /// let folder = Url::from_directory_path("/home/ann").unwrap();
    /// assert_eq!(folder.join("a.txt").unwrap().as_str(), "file:///home/ann/a.txt");
    /// # }
    /// ```
    #[expect(clippy::result_unit_err, reason = "as the crate `url` has it")]
    pub fn from_directory_path<P: AsRef<Path>>(path: P) -> Result<Self, ()> {
        let mut text = platform::to_text(path.as_ref()).ok_or(())?;
        if !text.ends_with('/') {
            text.push('/');
        }
        WHATWG.parse(&text).map_err(|_| ())
    }

    /// The file path of a URL, with its segments decoded. The scheme is ignored, except for a host on Windows.
    ///
    /// # Errors
    ///
    /// If there is a host that is not `localhost`, except the server of a `file` URL on Windows; if a segment
    /// decodes to a name with a separator or a NUL in it; if the path is not absolute on the platform.
    ///
    /// ```
    /// # use napkin_url::Url;
    /// assert!(Url::parse("file:///a/..%2Fb")?.to_file_path().is_err());
    /// # Ok::<(), napkin_url::ParseError>(())
    /// ```
    #[expect(clippy::result_unit_err, reason = "as the crate `url` has it")]
    pub fn to_file_path(&self) -> Result<PathBuf, ()> {
        let segments = self.path_segments().ok_or(())?;
        let host = self.host_str().filter(|host| *host != "localhost");
        if host.is_some() && self.scheme() != "file" {
            return Err(());
        }
        platform::to_path(host, segments).ok_or(())
    }
}

/// A decoded segment, if it is a single name: without NUL and without separators of the platform.
fn name(segment: &str, separators: &[u8]) -> Option<Vec<u8>> {
    let name = percent::decode(segment.as_bytes()).into_owned();
    let is_name = !name.iter().any(|byte| *byte == 0 || separators.contains(byte));
    is_name.then_some(name)
}

/// Appends a name as a segment.
fn push_segment(out: &mut String, name: &[u8]) {
    out.push('/');
    // Raw, the bar of such a name would become the colon of a drive letter.
    let set = match name {
        [letter, b'|'] if letter.is_ascii_alphabetic() => SEGMENT.or(ByteSet::of(b"|")),
        _ => SEGMENT,
    };
    for &byte in name {
        percent::push_byte(out, byte, set);
    }
}
