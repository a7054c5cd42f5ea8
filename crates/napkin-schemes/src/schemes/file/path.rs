//! Between `file` URIs and the paths of operating systems, on any platform (RFC 8089 §2 and
//! Appendices D and E).
//!
//! A segment that decodes to a separator is an error, since it would become two.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use napkin::edition::Rule;
use napkin::{Reference, Uri};

use super::File;
use crate::definition::View;
use crate::error::{ErrorKind, SchemeError};
use crate::octets::Octets;

pub(super) const NAMES: Rule = Rule { name: "segment", section: "RFC 8089 section 4" };
pub(super) const HOSTS: Rule = Rule { name: "file-auth", section: "RFC 8089 section 3" };
const UNC: Rule = Rule { name: "unc-path", section: "RFC 8089 section E.3.2" };
const UNIX: Rule = Rule { name: "local-path", section: "RFC 8089 section 2" };
const VMS: Rule = Rule { name: "fileurl", section: "RFC 1738 section 3.10" };
const DRIVES: Rule = Rule { name: "drive-letter", section: "RFC 8089 section E.2" };

/// The `file` URI of an absolute path of this platform, as [`File::from_path`] reads it.
///
/// # Errors
///
/// The errors of that function.
///
/// ```
/// # #[cfg(unix)] {
/// use napkin_schemes::{from_file_path, to_file_path};
///
/// let uri = from_file_path("/a b/50%")?;
/// assert_eq!(uri, "file:///a%20b/50%25");
/// assert_eq!(to_file_path(&uri)?, std::path::Path::new("/a b/50%"));
/// assert!(from_file_path("a/b").is_err()); // relative
/// assert!(to_file_path(&napkin::uri!("file://elsewhere/a")).is_err());
/// # }
/// # Ok::<(), napkin_schemes::SchemeError>(())
/// ```
pub fn from_file_path(path: impl AsRef<Path>) -> Result<Uri<String>, SchemeError> {
    File::from_path(path.as_ref())?.to_uri()
}

/// The path of a `file` URI on this platform, as [`File::to_path`] writes it.
///
/// # Errors
///
/// The errors of [`File::read`] and of that function, such as for a file of another host.
pub fn to_file_path<'a>(uri: impl Into<Reference<'a>>) -> Result<PathBuf, SchemeError> {
    File::read(uri)?.to_path()
}

impl File<'_> {
    /// The path on a Unix system: bytes of any encoding, as its file names are.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::NotLocal`] for a file of another host, which a [UNC string](Self::is_unc) names too;
    /// [`ErrorKind::EncodedSlash`] and [`ErrorKind::InvalidCharacter`] for a segment with a slash or a NUL
    /// in it.
    pub fn to_unix_path(&self) -> Result<Vec<u8>, SchemeError> {
        if !self.is_on_local_host() {
            return Err(SchemeError::new(ErrorKind::NotLocal, "host", HOSTS));
        }
        if let Some(first) = self.segments.first().filter(|_| self.is_unc()) {
            return Err(SchemeError::new(ErrorKind::NotLocal, "path", UNC).at_if(first.start()));
        }
        let mut path = Vec::new();
        for segment in &self.segments {
            check_separators(segment, b"/")?;
            path.push(b'/');
            path.extend_from_slice(&segment.to_bytes());
        }
        Ok(path)
    }

    /// The path on a Windows system: with its drive letter, or `\\host\share\…` for another host.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::EncodedSlash`] for a segment with a slash or a backslash in it, and
    /// [`ErrorKind::InvalidCharacter`] for one with NUL or that is not UTF-8.
    pub fn to_windows_path(&self) -> Result<String, SchemeError> {
        let mut path = String::new();
        let mut segments = self.segments.iter().peekable();
        let first = segments.peek().map(|first| first.to_latin1()).unwrap_or_default();
        if !self.is_on_local_host() {
            path.push_str(r"\\");
            path.push_str(self.host.as_deref().unwrap_or_default());
        } else if let Some(letter) = drive_letter(&first) {
            segments.next();
            path.extend([letter, ':']);
            if segments.peek().is_none() {
                path.push('\\');
            }
        } else if self.is_unc() {
            // A UNC string begins with two slashes, however many the path has.
            while segments.next_if(|segment| segment.is_empty()).is_some() {}
            path.push('\\');
        }
        for segment in segments {
            check_separators(segment, b"/\\")?;
            let invalid =
                SchemeError::new(ErrorKind::InvalidCharacter, "path", NAMES).at_if(segment.start());
            path.push('\\');
            path.push_str(&segment.to_str().map_err(|_| invalid)?);
        }
        Ok(path)
    }

    /// The file at an absolute path of a Unix system.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidValue`] for a path that does not begin with a slash, and
    /// [`ErrorKind::InvalidCharacter`] for one with NUL.
    ///
    /// ```
    /// use napkin_schemes::{View, schemes::File};
    ///
    /// assert_eq!(File::from_unix_path(b"/a b/50%")?.to_uri()?, "file:///a%20b/50%25");
    /// // Two slashes at the start would be read as a UNC string.
    /// assert_eq!(File::from_unix_path(b"//tmp/a")?.to_uri()?, "file:///.//tmp/a");
    /// assert!(File::from_unix_path(b"a/b").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_unix_path(path: &[u8]) -> Result<File<'_>, SchemeError> {
        let relative = SchemeError::new(ErrorKind::InvalidValue, "path", UNIX);
        let path = path.strip_prefix(b"/").ok_or(relative)?;
        check_separators(&path.into(), b"")?;
        let guard = path.starts_with(b"/").then(|| Octets::from("."));
        let segments = path.split(|&octet| octet == b'/').map(Octets::from);
        let segments = guard.into_iter().chain(segments).collect();
        Ok(File { host: Some(Cow::Borrowed("")), segments })
    }

    /// The file at an absolute path of this platform: by [`from_unix_path`](Self::from_unix_path), on Windows by
    /// [`from_windows_path`](Self::from_windows_path).
    ///
    /// # Errors
    ///
    /// The errors of that function; on Windows [`ErrorKind::InvalidCharacter`] for a path that is not Unicode.
    ///
    /// ```
    /// # #[cfg(unix)] {
    /// use std::path::{Path, PathBuf};
    ///
    /// use napkin_schemes::{View, schemes::File};
    ///
    /// let uri = File::from_path(Path::new("/a b/50%"))?.to_uri()?;
    /// assert_eq!(uri, "file:///a%20b/50%25");
    /// assert_eq!(File::read(&uri)?.to_path()?, PathBuf::from("/a b/50%"));
    /// assert!(File::from_path(Path::new("a/b")).is_err());
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_path(path: &Path) -> Result<File<'_>, SchemeError> {
        platform::from_path(path)
    }

    /// The path on this platform: by [`to_unix_path`](Self::to_unix_path), on Windows by
    /// [`to_windows_path`](Self::to_windows_path).
    ///
    /// # Errors
    ///
    /// The errors of that function.
    pub fn to_path(&self) -> Result<PathBuf, SchemeError> {
        platform::to_path(self)
    }

    /// The file at an absolute path of a Windows system: with a drive letter, or `\\host\share\…`;
    /// also behind `\\?\`.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidValue`] for a path that is relative, also one like `C:name` that is relative
    /// to a drive; [`ErrorKind::InvalidCharacter`] for one with NUL.
    ///
    /// ```
    /// use napkin_schemes::{View, schemes::File};
    ///
    /// assert_eq!(File::from_windows_path(r"C:\My Files\a.txt")?.to_uri()?, "file:///C:/My%20Files/a.txt");
    /// assert_eq!(File::from_windows_path(r"\\server\share\a")?.to_uri()?, "file://server/share/a");
    /// assert!(File::from_windows_path(r"C:name").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_windows_path(path: &str) -> Result<File<'_>, SchemeError> {
        const VERBATIM: &str = r"\\?\";
        check_separators(&path.into(), b"")?;
        let (path, separators): (_, &[char]) = match path.strip_prefix(VERBATIM) {
            Some(path) => (path, &['\\']),
            None => (path, &['\\', '/']),
        };
        let is_verbatim = separators.len() == 1;
        let split = |path| str::split(path, separators).map(Octets::from).collect();
        let on_host = match path.strip_prefix(separators) {
            Some(rest) if !is_verbatim => rest.strip_prefix(separators),
            _ => path.strip_prefix(r"UNC\").filter(|_| is_verbatim),
        };
        if let Some((host, rest)) = on_host.and_then(|path| path.split_once(separators)) {
            if host.is_empty() || rest.is_empty() {
                return Err(SchemeError::new(ErrorKind::InvalidValue, "path", HOSTS));
            }
            return Ok(File { host: Some(Cow::Borrowed(host)), segments: split(rest) });
        }
        match path.split_once(separators) {
            Some((drive, _)) if drive_letter(drive).is_some() => {
                Ok(File { host: Some(Cow::Borrowed("")), segments: split(path) })
            }
            _ => Err(SchemeError::new(ErrorKind::InvalidValue, "path", DRIVES)),
        }
    }
}

/// File names are bytes.
#[cfg(unix)]
mod platform {
    use std::ffi::OsString;
    use std::os::unix::ffi::{OsStrExt, OsStringExt};

    use super::{File, Path, PathBuf, SchemeError};

    pub(super) fn from_path(path: &Path) -> Result<File<'_>, SchemeError> {
        File::from_unix_path(path.as_os_str().as_bytes())
    }

    pub(super) fn to_path(file: &File<'_>) -> Result<PathBuf, SchemeError> {
        file.to_unix_path().map(|path| OsString::from_vec(path).into())
    }
}

/// File names are Unicode, in paths of Windows or of Unix.
#[cfg(not(unix))]
mod platform {
    use super::{ErrorKind, File, NAMES, Path, PathBuf, SchemeError};

    pub(super) fn from_path(path: &Path) -> Result<File<'_>, SchemeError> {
        let invalid = SchemeError::new(ErrorKind::InvalidCharacter, "path", NAMES);
        let text = path.to_str().ok_or(invalid)?;
        if cfg!(windows) {
            File::from_windows_path(text)
        } else {
            File::from_unix_path(text.as_bytes())
        }
    }

    pub(super) fn to_path(file: &File<'_>) -> Result<PathBuf, SchemeError> {
        if cfg!(windows) {
            return file.to_windows_path().map(PathBuf::from);
        }
        let invalid = SchemeError::new(ErrorKind::InvalidCharacter, "path", NAMES);
        String::from_utf8(file.to_unix_path()?).map(PathBuf::from).map_err(|_| invalid)
    }
}

impl File<'_> {
    /// The path on a VMS system: the device, the directories and the name with its type, in uppercase (RFC 1738
    /// §3.10).
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Missing`] for a path without a device before the name, and [`ErrorKind::InvalidCharacter`] for a
    /// segment with what no VMS name has.
    ///
    /// ```
    /// use napkin_schemes::{View, schemes::File};
    ///
    /// let uri = napkin::Uri::parse("file://vms.host.edu/disk$user/my/notes/note12345.txt")?;
    /// let file = File::read(&uri)?;
    /// assert_eq!(file.to_vms_path()?, "DISK$USER:[MY.NOTES]NOTE12345.TXT");
    /// let again = File::from_vms_path("vms.host.edu", "DISK$USER:[MY.NOTES]NOTE12345.TXT")?;
    /// assert_eq!(again.to_uri()?.as_str(), uri.as_str());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_vms_path(&self) -> Result<String, SchemeError> {
        let [device, directories @ .., name] = &*self.segments else {
            return Err(SchemeError::new(ErrorKind::Missing, "path", VMS));
        };
        let mut path = vms_name(device, is_vms_octet)?;
        path.push_str(":[");
        if directories.is_empty() {
            path.push_str(VMS_TOP);
        }
        for (number, directory) in directories.iter().enumerate() {
            path.push_str(if number == 0 { "" } else { "." });
            path.push_str(&vms_name(directory, is_vms_octet)?);
        }
        path.push(']');
        if !name.is_empty() {
            path.push_str(&vms_name(name, |octet| {
                is_vms_octet(octet) || matches!(octet, b'.' | b';')
            })?);
        }
        Ok(path)
    }

    /// The file at a path of a VMS system that is a host: device, directories in brackets, name; in lowercase, as VMS
    /// tells no case (RFC 1738 §3.10).
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidValue`] for a path that has not this form.
    pub fn from_vms_path<'a>(host: &'a str, path: &str) -> Result<File<'a>, SchemeError> {
        let invalid = SchemeError::new(ErrorKind::InvalidValue, "path", VMS);
        let (device, rest) = path.split_once(":[").ok_or(invalid)?;
        let (directories, name) = rest.split_once(']').ok_or(invalid)?;
        let directories = directories.split('.').filter(|directory| *directory != VMS_TOP);
        let segments = std::iter::once(device).chain(directories).chain([name]);
        let segments = segments.map(|segment| Octets::from(segment.to_ascii_lowercase())).collect();
        let file = File { host: Some(Cow::Borrowed(host)), segments };
        file.to_vms_path().map_err(|_| invalid)?;
        Ok(file)
    }
}

/// The name for the root of a device, which has no directory.
const VMS_TOP: &str = "000000";

/// Whether a name of VMS may have an octet.
const fn is_vms_octet(octet: u8) -> bool {
    octet.is_ascii_alphanumeric() || matches!(octet, b'$' | b'_' | b'-')
}

/// A segment as a name of VMS, which is not empty.
fn vms_name(segment: &Octets<'_>, allowed: impl Fn(u8) -> bool) -> Result<String, SchemeError> {
    if segment.is_empty() || !segment.has_only(&allowed) {
        let error = SchemeError::new(ErrorKind::InvalidCharacter, "path", VMS);
        let place = segment.place_of(|octet| !allowed(octet));
        return Err(place.map_or(error, |at| error.at(at)));
    }
    Ok(segment.to_latin1().to_ascii_uppercase())
}

/// The letter of a drive, which a colon or, in old URIs, a bar follows (RFC 8089 §E.2).
pub(super) fn drive_letter(segment: &str) -> Option<char> {
    let mut characters = segment.chars();
    let letter = characters.next().filter(char::is_ascii_alphabetic)?;
    matches!((characters.next(), characters.next()), (Some(':' | '|'), None)).then_some(letter)
}

/// # Errors
///
/// If one of the separators, or NUL, is among the octets.
fn check_separators(octets: &Octets<'_>, separators: &[u8]) -> Result<(), SchemeError> {
    let placed = |kind, place: Option<usize>| {
        let error = SchemeError::new(kind, "path", NAMES);
        Err(place.map_or(error, |at| error.at(at)))
    };
    let bytes = octets.to_bytes();
    if bytes.contains(&0) {
        return placed(ErrorKind::InvalidCharacter, octets.place_of(|octet| octet == 0));
    }
    let is_separator = |octet| separators.contains(&octet);
    if bytes.iter().copied().any(is_separator) {
        return placed(ErrorKind::EncodedSlash, octets.place_of(is_separator));
    }
    Ok(())
}
