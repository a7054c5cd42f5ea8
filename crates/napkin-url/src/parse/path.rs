//! Path start, path and opaque path states.

use super::Parser;
use super::file::{is_drive_letter, is_normalized_drive_letter, starts_with_drive_letter};
use crate::dots::{Dots, dots};
use crate::edition::{FileDriveHost, OpaqueSpace, SchemeType, sets};
use crate::encoding::QueryEncoding;
use crate::parts::HostKind;
use crate::percent;
use crate::scan::{self, Begin};
use crate::validation::note_units;

impl Parser<'_> {
    /// Path start state, after an authority, and all states after it.
    pub(super) fn path_start(&mut self, at: usize) {
        self.parts.path_start = self.out.len() as u32;
        if self.slash(at) {
            self.path_and_tail(at + 1);
        } else if self.parts.scheme().is_special() {
            self.path_and_tail(at);
        } else {
            // The authority of a URL that is not special ends at `/`, `?`, `#` or the end of the text.
            self.tail(at);
        }
    }

    /// Path state up to the query, the fragment or the end, and all states after it.
    pub(super) fn path_and_tail(&mut self, at: usize) {
        if self.kept_path_and_tail(at) {
            return;
        }
        let end = self.path_end(at);
        self.note_path(at, end);
        self.path(at, end);
        self.end_path();
        self.tail(end);
    }

    /// Appends path, query and fragment unchanged, if certainly nothing in them is rewritten; otherwise returns
    /// `false`.
    fn kept_path_and_tail(&mut self, at: usize) -> bool {
        let rest = self.rest(at);
        let so_far = self.out.get(self.parts.path_start as usize..).unwrap_or_default();
        // A path that begins with an empty segment may need a guard, and a first segment may be a drive letter.
        let odd = match so_far {
            "" => rest.starts_with('/') || matches!(rest.as_bytes(), [_, b'|', ..]),
            "/" => true,
            path => path.starts_with("//"),
        };
        let odd = odd
            || self.edition.file_drive_host == FileDriveHost::Clear
            || self.notes.wanted()
            || !matches!(self.encoding, QueryEncoding::Utf8);
        if odd {
            return false;
        }
        let kept = self.edition.classes.kept(self.parts.scheme().is_special());
        let body = scan::body(rest, kept, Begin::Segment);
        if body.is_rewritten() {
            return false;
        }
        self.out.push('/');
        let start = self.out.len();
        self.out.push_str(rest);
        self.parts.query_start = body.query(start);
        self.parts.fragment_start = body.fragment(start);
        true
    }

    /// The end of a path that begins at an offset.
    pub(super) fn path_end(&self, at: usize) -> usize {
        let end = self.rest(at).bytes().position(|byte| matches!(byte, b'?' | b'#'));
        end.map_or(self.text.len(), |end| at + end)
    }

    /// Notes the errors in a path.
    pub(super) fn note_path(&self, at: usize, end: usize) {
        if self.notes.wanted() {
            note_units(self.notes, self.text, at, end, self.parts.scheme().is_special(), false);
        }
    }

    /// Path state: appends the segments from `at` to `end`, of which the first has no slash before it.
    pub(crate) fn path(&mut self, at: usize, end: usize) {
        let special = self.parts.scheme().is_special();
        let mut rest = self.slice(at, end);
        if !self.may_begin_with_drive_letter(rest) {
            let (plain, odd) = rest.split_at(scan::plain_segments(rest));
            if odd.is_empty() {
                return self.push_segments(plain);
            }
            if let Some(plain) = plain.strip_suffix('/') {
                self.push_segments(plain);
            }
            rest = odd;
        }
        let is_slash = |byte: u8| byte == b'/' || special && byte == b'\\';
        loop {
            let stop = rest.bytes().position(is_slash);
            let (segment, after) = rest.split_at(stop.unwrap_or(rest.len()));
            self.segment(segment, stop.is_none());
            match after.get(1..) {
                Some(after) => rest = after,
                None => return,
            }
        }
    }

    /// Whether the first segment of a path may be a Windows drive letter, which has rules of its own.
    fn may_begin_with_drive_letter(&self, path: &str) -> bool {
        self.parts.scheme() == SchemeType::File && starts_with_drive_letter(path)
    }

    /// Appends a slash and segments, none of which is removed.
    fn push_segments(&mut self, segments: &str) {
        let special = self.parts.scheme().is_special();
        self.out.push('/');
        percent::push(&mut self.out, segments, &self.edition.classes.kept(special).path);
    }

    /// The path state at the end of a segment, which is the last or is followed by a slash.
    fn segment(&mut self, segment: &str, last: bool) {
        if let Some(dots) = dots(segment) {
            if dots == Dots::Double {
                self.shorten();
            }
            if last {
                self.out.push('/');
            }
            return;
        }
        let first = self.out.len() == self.parts.path_start as usize;
        if first && self.parts.scheme() == SchemeType::File && is_drive_letter(segment) {
            self.drive_letter(segment);
        } else {
            self.push_segments(segment);
        }
    }

    /// A first segment of `file` that is a Windows drive letter.
    fn drive_letter(&mut self, segment: &str) {
        if self.edition.file_drive_host == FileDriveHost::Clear {
            self.out.truncate(self.parts.host_start as usize);
            self.parts.set_host(Some(HostKind::Empty));
            self.parts.host_end = self.parts.host_start;
            self.parts.path_start = self.parts.host_start;
        }
        self.out.push('/');
        self.out.extend(segment.chars().take(1));
        self.out.push(':');
    }

    /// Whether the path so far is only a drive letter, which is never removed.
    fn is_drive(&self) -> bool {
        let path = self.out.get(self.parts.path_start as usize..).unwrap_or_default();
        self.parts.scheme() == SchemeType::File
            && path.strip_prefix('/').is_some_and(is_normalized_drive_letter)
    }

    /// *Shorten* the path.
    pub(super) fn shorten(&mut self) {
        if self.is_drive() {
            return;
        }
        let start = self.parts.path_start as usize;
        let path = self.out.get(start..).unwrap_or_default();
        if let Some(slash) = path.rfind('/') {
            self.out.truncate(start + slash);
        }
    }

    /// The end of a path: applies the edition's rule for a path that begins with empty segments.
    pub(crate) fn end_path(&mut self) {
        let start = self.parts.path_start as usize;
        if !self.out.get(start..).is_some_and(|path| path.starts_with("//")) {
            return;
        }
        if self.parts.scheme() == SchemeType::File && !self.edition.file_leading_empty_kept {
            let path = self.out.get(start..).unwrap_or_default();
            let empty = path.len() - path.trim_start_matches('/').len() - 1;
            self.out.replace_range(start..start + empty, "");
        } else if self.parts.host().is_none() && self.edition.dot_slash_guard {
            self.out.insert_str(start, "/.");
            self.parts.path_start += 2;
        }
    }

    /// Opaque path state, and all states after it.
    pub(super) fn opaque_path(&mut self, at: usize) {
        self.parts.set_opaque_path(true);
        let end = self.path_end(at);
        if self.notes.wanted() {
            note_units(self.notes, self.text, at, end, false, false);
        }
        let path = self.slice(at, end);
        let encodes = self.edition.opaque_space == OpaqueSpace::EncodeLast;
        let (path, space) = match path.strip_suffix(' ') {
            Some(path) if end < self.text.len() && encodes => (path, "%20"),
            _ => (path, ""),
        };
        percent::push(&mut self.out, path, &sets::PRINTABLE);
        self.out.push_str(space);
        self.tail(end);
    }
}
