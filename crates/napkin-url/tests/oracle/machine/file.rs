//! File, file slash and file host states.

use super::super::{
    Host, Path, is_drive_letter, is_normalized_drive_letter, starts_with_drive_letter,
};
use super::{Machine, State, Stop};

impl Machine<'_> {
    pub(super) fn file(&mut self, c: Option<char>) -> Result<(), Stop> {
        self.url.scheme = "file".to_owned();
        self.url.host = Some(Host::Empty);
        if matches!(c, Some('/' | '\\')) {
            if c == Some('\\') {
                self.note("invalid-reverse-solidus");
            }
            return self.go(State::FileSlash);
        }
        let Some(base) = self.base.filter(|base| base.scheme == "file") else {
            return self.back(State::Path);
        };
        self.url.host.clone_from(&base.host);
        self.url.path = base.path.clone();
        self.url.query.clone_from(&base.query);
        match c {
            Some(c @ ('?' | '#')) => self.query_or_fragment(c),
            Some(_) => {
                self.url.query = None;
                if starts_with_drive_letter(self.rest()) {
                    self.note("file-invalid-Windows-drive-letter");
                    self.url.path = Path::List(Vec::new());
                } else {
                    self.url.shorten();
                }
                self.back(State::Path)
            }
            None => Ok(()),
        }
    }

    pub(super) fn file_slash(&mut self, c: Option<char>) -> Result<(), Stop> {
        if matches!(c, Some('/' | '\\')) {
            if c == Some('\\') {
                self.note("invalid-reverse-solidus");
            }
            return self.go(State::FileHost);
        }
        if let Some(base) = self.base.filter(|base| base.scheme == "file") {
            self.url.host.clone_from(&base.host);
            if !starts_with_drive_letter(self.rest())
                && let Path::List(path) = &base.path
                && let Some(drive) = path.first().filter(|first| is_normalized_drive_letter(first))
            {
                self.url.segments().push(drive.clone());
            }
        }
        self.back(State::Path)
    }

    pub(super) fn file_host(&mut self, c: Option<char>) -> Result<(), Stop> {
        if !matches!(c, None | Some('/' | '\\' | '?' | '#')) {
            self.buffer.extend(c);
            return Ok(());
        }
        self.pointer -= 1;
        if self.so.is_none() && is_drive_letter(&self.buffer) {
            self.note("file-invalid-Windows-drive-letter-host");
            return self.go(State::Path);
        }
        if self.buffer.is_empty() {
            self.url.host = Some(Host::Empty);
        } else {
            self.parse_host()?;
            if self.url.host == Some(Host::Domain("localhost".to_owned())) {
                self.url.host = Some(Host::Empty);
            }
        }
        if self.so.is_some() {
            return Err(Stop::Return);
        }
        self.buffer.clear();
        self.go(State::PathStart)
    }
}
