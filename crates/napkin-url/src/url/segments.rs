//! The segments of a path, for changing them.

use alloc::{borrow::Cow, string::String};

use super::Url;
use crate::edition::{Class, SchemeType, sets};
use crate::parts::Field;
use crate::percent;

/// The segments of a URL's path, for changing them. Made by [`Url::path_segments_mut`].
///
/// The URL is complete again when this value is dropped.
///
/// ```
/// use napkin_url::Url;
///
/// let mut url = Url::parse("https://example.com/a/b?c")?;
/// url.path_segments_mut().unwrap().pop().push("d/e").push("..").push("f");
/// assert_eq!(url.as_str(), "https://example.com/a/d%2Fe/f?c");
/// # Ok::<(), napkin_url::ParseError>(())
/// ```
#[derive(Debug)]
pub struct PathSegmentsMut<'a> {
    url: &'a mut Url,
    /// The offset after the path's first slash.
    after_first_slash: usize,
    /// Query and fragment, and their offset.
    after_path: String,
    old_end: usize,
}

impl Url {
    /// The segments of the path, for changing them.
    ///
    /// # Errors
    ///
    /// If the path is opaque.
    #[expect(clippy::result_unit_err, reason = "as the crate `url` has it")]
    pub fn path_segments_mut(&mut self) -> Result<PathSegmentsMut<'_>, ()> {
        if self.parts.opaque_path() {
            return Err(());
        }
        let old_end = self.parts.path_end(self.text.len());
        let after_path = self.text.split_off(old_end);
        // A guard is added again at the end, if the path still needs it.
        if self.parts.host().is_none() {
            let (start, end) = (self.parts.scheme_end as usize + 1, self.parts.path_start as usize);
            self.text.replace_range(start..end, "");
            self.parts.path_start = start as u32;
        }
        let after_first_slash = self.parts.path_start as usize + 1;
        Ok(PathSegmentsMut { url: self, after_first_slash, after_path, old_end })
    }
}

impl PathSegmentsMut<'_> {
    /// Removes all segments. The path is then `/`, like that of a URL with one empty segment.
    pub fn clear(&mut self) -> &mut Self {
        self.url.text.truncate(self.after_first_slash);
        self
    }

    /// Removes the last segment if it is empty, so that the next pushed segment goes into the directory.
    pub fn pop_if_empty(&mut self) -> &mut Self {
        let segments = self.url.text.get(self.after_first_slash..).unwrap_or_default();
        if segments.ends_with('/') {
            self.url.text.pop();
        }
        self
    }

    /// Removes the last segment. If it is the only one, it becomes empty.
    pub fn pop(&mut self) -> &mut Self {
        let segments = self.url.text.get(self.after_first_slash..).unwrap_or_default();
        if !segments.is_empty() {
            let slash = segments.rfind('/').unwrap_or(0);
            self.url.text.truncate(self.after_first_slash + slash);
        }
        self
    }

    /// Appends a segment; see [`extend`](Self::extend).
    pub fn push(&mut self, segment: &str) -> &mut Self {
        self.extend(Some(segment))
    }

    /// Appends segments, percent-encoded; `/` and `%`, and `\` in special URLs, are encoded too, so that each stays
    /// one segment. If the path is `/`, the first segment replaces the empty one. Segments `.` and `..` are
    /// dropped, and tabs and newlines are removed from all segments. A segment that would make the URL 4 GiB long
    /// is dropped too.
    ///
    /// ```
    /// # use napkin_url::Url;
    /// let mut url = Url::parse("https://example.com/a/").unwrap();
    /// url.path_segments_mut().unwrap().pop_if_empty().extend(["b c", "d"]);
    /// assert_eq!(url.as_str(), "https://example.com/a/b%20c/d");
    /// ```
    pub fn extend<I>(&mut self, segments: I) -> &mut Self
    where
        I: IntoIterator,
        I::Item: AsRef<str>,
    {
        let start = self.url.parts.path_start as usize;
        let special = self.url.parts.scheme().is_special();
        let edition = self.url.parts.edition;
        for segment in segments {
            let is_plain = edition.classes.has_none(segment.as_ref(), Class::Segment);
            let segment = match segment.as_ref() {
                plain if is_plain => Cow::Borrowed(plain),
                segment => crate::parse::without_tabs(segment),
            };
            if matches!(segment.as_ref(), "." | "..") {
                continue;
            }
            let out = &mut self.url.text;
            // A slash, three bytes for each byte of the segment, a guard.
            let most = out.len() + self.after_path.len() + 3 * segment.len() + 3;
            if u32::try_from(most).is_err() {
                continue;
            }
            if out.len() > start + 1 || out.len() == start {
                out.push('/');
            }
            let first = out.len() == start + 1;
            if first && is_drive(&segment, self.url.parts.scheme()) {
                out.extend(segment.chars().take(1));
                out.push(':');
                continue;
            }
            if is_plain {
                out.push_str(&segment);
                continue;
            }
            let set = edition.path_encode.or(sets::SEGMENT);
            let set = if special { set.or(BACKSLASH) } else { set };
            percent::push_short(out, &segment, set);
        }
        self
    }
}

/// The further byte encoded in a segment of a special URL.
const BACKSLASH: napkin_scan::ByteSet = napkin_scan::ByteSet::of(b"\\");

/// Whether a first segment is the drive letter of a `file` URL, which is normalized.
fn is_drive(segment: &str, scheme: SchemeType) -> bool {
    scheme == SchemeType::File
        && matches!(segment.as_bytes(), [letter, b':' | b'|'] if letter.is_ascii_alphabetic())
}

impl Drop for PathSegmentsMut<'_> {
    fn drop(&mut self) {
        let Url { text, parts } = &mut *self.url;
        let start = parts.path_start as usize;
        let empty_first = text.get(start..).is_some_and(|path| path.starts_with("//"));
        if empty_first && parts.host().is_none() && parts.edition.dot_slash_guard {
            text.insert_str(start, "/.");
            parts.path_start += 2;
        }
        let new_end = text.len();
        text.push_str(&self.after_path);
        parts.shift(Field::Query, self.old_end, new_end);
    }
}
