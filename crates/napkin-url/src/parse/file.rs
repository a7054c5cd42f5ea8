//! File, file slash and file host states; Windows drive letters.

use super::{End, Parser, authority_end};
use crate::edition::{FileDriveHost, SchemeType};
use crate::parts::HostKind;
use crate::validation::{Failure, ValidationError};

impl<'a> Parser<'a> {
    /// File state.
    pub(super) fn file(&mut self, at: usize) -> Result<(), Failure> {
        self.empty_host();
        if self.slash(at) {
            return self.file_slash(at + 1);
        }
        let Some(base) = self.file_base() else {
            self.path_and_tail(at);
            return Ok(());
        };
        let relative_path = !matches!(self.at(at), None | Some(b'?' | b'#'));
        if relative_path && starts_with_drive_letter(self.rest(at)) {
            self.notes.note(ValidationError::FileInvalidWindowsDriveLetter, at);
            if self.edition.file_drive_host == FileDriveHost::Keep {
                self.inherit_authority(base);
            }
            self.path_and_tail(at);
        } else {
            self.relative_to_path(base, at);
        }
        Ok(())
    }

    /// File slash state.
    fn file_slash(&mut self, at: usize) -> Result<(), Failure> {
        if self.slash(at) {
            return self.file_host(at + 1);
        }
        if let Some(base) = self.file_base() {
            let drive = base.path().get(1..).and_then(first_drive_letter);
            let own_drive = starts_with_drive_letter(self.rest(at));
            let takes_host = match self.edition.file_drive_host {
                FileDriveHost::Keep => true,
                FileDriveHost::Clear => !own_drive && drive.is_none(),
            };
            if takes_host {
                self.inherit_authority(base);
            }
            if let Some(drive) = drive.filter(|_| !own_drive) {
                self.out.push('/');
                self.out.push_str(drive);
            }
        }
        self.path_and_tail(at);
        Ok(())
    }

    /// File host state.
    fn file_host(&mut self, at: usize) -> Result<(), Failure> {
        let end = at + authority_end(self.rest(at), End::AnySlash);
        if is_drive_letter(self.slice(at, end)) {
            self.notes.note(ValidationError::FileInvalidWindowsDriveLetterHost, at);
            let path_end = self.path_end(end);
            self.note_path(end, path_end);
            self.path(at, path_end);
            self.end_path();
            self.tail(path_end);
            return Ok(());
        }
        if at < end {
            self.host(at, end)?;
            self.without_localhost();
        }
        self.path_start(end);
        Ok(())
    }

    /// Replaces the host `localhost`, and an empty domain (in old editions), by the empty host.
    pub(crate) fn without_localhost(&mut self) {
        let start = self.parts.host_start as usize;
        if self.out.get(start..).is_some_and(|host| host == "localhost" || host.is_empty()) {
            self.out.truncate(start);
            self.parts.set_host(Some(HostKind::Empty));
        }
        self.parts.host_end = self.out.len() as u32;
        self.parts.path_start = self.parts.host_end;
    }

    /// The base, if its scheme is `file`.
    fn file_base(&self) -> Option<super::Base<'a>> {
        self.base.filter(|base| base.parts.scheme() == SchemeType::File)
    }

    /// Appends the scheme `file` and the empty host.
    fn empty_host(&mut self) {
        self.out.clear();
        self.out.push_str("file:");
        self.no_authority();
        self.out.push_str("//");
        let end = self.out.len() as u32;
        self.parts.username_end = end;
        self.parts.host_start = end;
        self.parts.host_end = end;
        self.parts.path_start = end;
        self.parts.set_host(Some(HostKind::Empty));
    }
}

/// Whether a text is a Windows drive letter.
pub(crate) fn is_drive_letter(text: &str) -> bool {
    matches!(text.as_bytes(), [letter, b':' | b'|'] if letter.is_ascii_alphabetic())
}

/// Whether a text is a normalized Windows drive letter.
pub(super) fn is_normalized_drive_letter(text: &str) -> bool {
    is_drive_letter(text) && text.ends_with(':')
}

/// Whether a text starts with a Windows drive letter.
pub(crate) fn starts_with_drive_letter(text: &str) -> bool {
    text.get(..2).is_some_and(is_drive_letter)
        && matches!(text.as_bytes().get(2), None | Some(b'/' | b'\\' | b'?' | b'#'))
}

/// The first segment of a path after its slash, if it is a normalized Windows drive letter.
fn first_drive_letter(path: &str) -> Option<&str> {
    path.split('/').next().filter(|segment| is_normalized_drive_letter(segment))
}
