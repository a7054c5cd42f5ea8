//! Paths of bytes with a single root.

use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};

use alloc::string::String;
use alloc::vec::Vec;

use super::{name, push_segment};

/// What a `file` URL begins with.
const START: &str = "file://";

/// The text of a `file` URL.
pub(super) fn to_text(path: &Path) -> Option<String> {
    if !path.is_absolute() {
        return None;
    }
    let mut text = String::from(START);
    let mut is_directory = true;
    for component in path.components().skip(1) {
        is_directory = component == Component::ParentDir;
        if is_directory {
            // Not left to the parser, for which `..` removes no drive letter.
            text.truncate(text.rfind('/').unwrap_or(0).max(START.len()));
        } else {
            push_segment(&mut text, component.as_os_str().as_encoded_bytes());
        }
    }
    if is_directory {
        text.push('/');
    }
    Some(text)
}

/// The path of a file.
pub(super) fn to_path<'a>(
    host: Option<&str>,
    segments: impl Iterator<Item = &'a str>,
) -> Option<PathBuf> {
    if host.is_some() {
        return None;
    }
    let mut bytes = Vec::new();
    for segment in segments {
        bytes.push(b'/');
        bytes.extend(name(segment, b"/")?);
    }
    // A drive letter alone is a directory.
    if matches!(bytes[..], [b'/', letter, b':'] if letter.is_ascii_alphabetic()) {
        bytes.push(b'/');
    }
    os_string(bytes).map(PathBuf::from)
}

/// Bytes as a name of the platform.
#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere not all bytes are a name")]
fn os_string(bytes: Vec<u8>) -> Option<OsString> {
    use std::os::unix::ffi::OsStringExt;
    Some(OsString::from_vec(bytes))
}

/// Bytes as a name of the platform.
#[cfg(not(unix))]
fn os_string(bytes: Vec<u8>) -> Option<OsString> {
    String::from_utf8(bytes).ok().map(OsString::from)
}
