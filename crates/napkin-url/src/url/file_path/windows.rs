//! Paths of Unicode text, on a drive or on the share of a server.

use std::path::PathBuf;
#[cfg(windows)]
use std::path::{Component, Path, Prefix};

use alloc::string::String;

use super::name;
#[cfg(windows)]
use super::push_segment;
#[cfg(windows)]
use crate::host_value::Host;

/// The text of a `file` URL.
#[cfg(windows)]
pub(super) fn to_text(path: &Path) -> Option<String> {
    let mut text = String::from("file://");
    let mut components = path.components();
    let Some(Component::Prefix(prefix)) = components.next() else { return None };
    match prefix.kind() {
        Prefix::Disk(letter) | Prefix::VerbatimDisk(letter) => {
            text.extend(['/', char::from(letter), ':']);
        }
        Prefix::UNC(server, share) | Prefix::VerbatimUNC(server, share) => {
            let host = Host::parse(server.to_str()?).ok()?;
            text.push_str(&alloc::format!("{host}"));
            push_segment(&mut text, share.to_str()?.as_bytes());
        }
        _ => return None,
    }
    let mut is_root = true;
    for component in components.filter(|component| *component != Component::RootDir) {
        is_root = false;
        push_segment(&mut text, component.as_os_str().to_str()?.as_bytes());
    }
    if !path.has_root() {
        return None;
    }
    if is_root {
        text.push('/');
    }
    Some(text)
}

/// The path of a file.
pub(super) fn to_path<'a>(
    host: Option<&str>,
    mut segments: impl Iterator<Item = &'a str>,
) -> Option<PathBuf> {
    let mut path = String::new();
    if let Some(host) = host {
        path.push_str("\\\\");
        path.push_str(host);
    } else {
        let first = String::from_utf8(name(segments.next()?, b"/\\")?).ok()?;
        let drive = matches!(first.as_bytes(), [letter, b':'] if letter.is_ascii_alphabetic());
        path.push_str(drive.then_some(&first)?);
    }
    for segment in segments {
        path.push('\\');
        path.push_str(&String::from_utf8(name(segment, b"/\\:")?).ok()?);
    }
    Some(PathBuf::from(path))
}

#[cfg(test)]
mod tests {
    use super::to_path;

    #[test]
    fn drives_and_servers() {
        let path = |host, text: &str| {
            to_path(host, text.split('/')).map(|path| path.into_os_string().into_string().unwrap())
        };
        assert_eq!(path(None, "C:/a%20b/").as_deref(), Some("C:\\a b\\"));
        assert_eq!(path(None, "C%3a/a").as_deref(), Some("C:\\a"));
        assert_eq!(path(Some("server"), "share/a").as_deref(), Some("\\\\server\\share\\a"));
        assert_eq!(path(None, "a/b"), None, "no drive");
        assert_eq!(path(None, "C:/..%5Cb"), None, "a separator");
        assert_eq!(path(None, "C:/a%00"), None);
        assert_eq!(path(None, "C:/%FF"), None, "no Unicode");
        assert_eq!(path(None, "C:/a%3Astream"), None, "a stream of a file");
    }
}
