//! The encoding in an XML declaration, which pages of HTML have too.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

/// The encoding that a document declares at its beginning.
pub(crate) fn encoding(document: &[u8]) -> Option<&'static Encoding> {
    let declaration = document.strip_prefix(b"<?xml")?;
    let end = memchr::memmem::find(declaration.get(..1024).unwrap_or(declaration), b"?>")?;
    let declaration = str::from_utf8(declaration.get(..end)?).ok()?;
    let (_, label) = declaration.split_once("encoding")?;
    let label = label.trim_start().strip_prefix('=')?.trim_start();
    let label = label.trim_start_matches(['"', '\'']).split(['"', '\'']).next()?;
    let encoding = Encoding::for_label(label.as_bytes())?;
    // A declaration that can be read as ASCII cannot be in UTF-16.
    Some(if encoding == UTF_16LE || encoding == UTF_16BE { UTF_8 } else { encoding })
}
