//! Windows paths where a URI is expected.

use napkin_schemes::View;
use napkin_schemes::schemes::File;

/// Whether a text is an absolute Windows path by its backslashes, which no URI has: `C:\dir`, `\\server\share`.
pub(crate) fn is_windows_path(text: &[u8]) -> bool {
    matches!(text, [letter, b':', b'\\', ..] if letter.is_ascii_alphabetic())
        || matches!(text, [b'\\', b'\\', first, ..] if first.is_ascii_alphanumeric() || *first == b'?')
}

/// The file URI of a text that is such a path.
pub(crate) fn file_uri_of_windows_path(text: &[u8]) -> Option<String> {
    let path = str::from_utf8(text).ok().filter(|_| is_windows_path(text))?;
    Some(File::from_windows_path(path).ok()?.to_uri().ok()?.to_string())
}
