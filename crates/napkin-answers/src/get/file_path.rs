//! The path that a URI of `file` names: of POSIX, or of Windows.

use napkin::Reference;
use napkin::edition::RFC3986;
use napkin_schemes::schemes::File;
use napkin_standards::Parsed;

use crate::failure::Failure;

/// The path of a file.
///
/// # Errors
///
/// If it is no URI of `file`, or the system has no such path.
pub(super) fn file_path(row: Parsed<'_, '_>, windows: bool) -> Result<String, Failure<'static>> {
    let reference = match row.reference() {
        Some(reference) => reference,
        None => RFC3986.parse(row.as_str()).map_err(Failure::impossible)?,
    };
    of_reference(reference, windows)
}

fn of_reference(reference: Reference<'_>, windows: bool) -> Result<String, Failure<'static>> {
    let of_scheme =
        |error| Failure::of_scheme(error, reference.as_str().as_bytes()).without_place();
    if !reference.scheme().is_some_and(|scheme| scheme.as_str().eq_ignore_ascii_case("file")) {
        return Err(none(
            "RFC 8089 section 2",
            "only a URI of the scheme 'file' has the path of a file".into(),
        ));
    }
    let file = File::read(reference).map_err(of_scheme)?;
    if windows {
        let path = file.to_windows_path().map_err(of_scheme)?;
        return refusal(&path).map_or(Ok(path), |(section, reason)| Err(none(section, reason)));
    }
    let path = file.to_unix_path().map_err(of_scheme)?;
    String::from_utf8(path).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        none("RFC 8089 section 4", format!("the path is not UTF-8 from octet {valid} on"))
    })
}

fn none(section: &'static str, message: String) -> Failure<'static> {
    let cited = if section.is_empty() { message } else { format!("{message} ({section})") };
    Failure::new("no-file-path", section, cited).in_part("path")
}

/// The characters that no name in Windows has, beside controls and the separators.
const RESERVED: [char; 7] = ['<', '>', ':', '"', '|', '?', '*'];

/// Why a text is no path in Windows that names one file, with the section that says so, if there is one.
fn refusal(path: &str) -> Option<(&'static str, String)> {
    let names = match path.strip_prefix(r"\\") {
        Some(rest) => {
            let (host, names) = rest.split_once('\\').unwrap_or((rest, ""));
            let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b".-_".contains(&byte);
            // The hosts '.' and '?' are devices.
            if host.starts_with('.') || host.is_empty() || !host.bytes().all(is_name) {
                let message = format!("'{host}' is no name of a host in a path of Windows");
                return Some(("RFC 8089 section E.3", message));
            }
            if names.starts_with('\\') || names.is_empty() {
                let message = "a path of Windows has a share behind the host";
                return Some(("RFC 8089 section E.3", message.into()));
            }
            names
        }
        None => match path.split_at_checked(3) {
            Some((drive, names)) if drive.ends_with(r":\") => names,
            _ => {
                let message = "a path of Windows begins with a drive letter or a host";
                return Some(("RFC 8089 section E.2", message.into()));
            }
        },
    };
    names.split('\\').find_map(wrong_name).map(|message| ("", message))
}

/// Why a text names no file in Windows.
fn wrong_name(name: &str) -> Option<String> {
    let is_wrong = |character: &char| character.is_control() || RESERVED.contains(character);
    if let Some(wrong) = name.chars().find(is_wrong) {
        return Some(format!("no name in Windows has {wrong:?}"));
    }
    let is_dots = matches!(name, "." | "..");
    if !is_dots && name.ends_with(['.', ' ']) {
        return Some(format!("Windows drops the end of the name '{name}'"));
    }
    is_device(name).then(|| format!("'{name}' is a device in Windows, and no file"))
}

/// Whether a name is that of a device, with or without an ending.
fn is_device(name: &str) -> bool {
    const DEVICES: [&str; 6] = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"];
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_ascii_uppercase();
    // The superscript digits count too.
    let is_digit = |text: &str| {
        text.chars().count() == 1
            && text.contains([
                '\u{b9}', '\u{b2}', '\u{b3}', '1', '2', '3', '4', '5', '6', '7', '8', '9',
            ])
    };
    let is_port = |kind| stem.strip_prefix(kind).is_some_and(is_digit);
    DEVICES.contains(&stem.as_str()) || is_port("COM") || is_port("LPT")
}
