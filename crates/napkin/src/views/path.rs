//! The path and its segments (RFC 3986 §3.3).

use core::fmt;

use napkin_scan::{Block, Class, Classes, Kernel, Work, run};

use crate::percent::Decode;
use crate::views::authority::{equal_to_text, read_as_text, shown_as_text};
use crate::views::encoded::{Encoded, part};

/// The path of a reference: always defined, possibly empty.
///
/// ```
/// let uri = napkin::UriRef::parse("http://example.com/a%2Fb//c")?;
/// let path = uri.path();
/// assert!(path.is_absolute());
/// let raw: Vec<_> = path.segments().map(|segment| segment.as_str()).collect();
/// assert_eq!(raw, ["a%2Fb", "", "c"]);
/// assert_eq!(path.segments().next().unwrap().decode().to_str().unwrap(), "a/b");
/// # Ok::<(), napkin::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Path<'a> {
    text: &'a str,
    behind_slash: bool,
}

impl<'a> Path<'a> {
    /// A path whose leading slash, if it has one, belongs to it.
    pub(crate) const fn new(text: &'a str) -> Self {
        Self { text, behind_slash: false }
    }

    /// A path after a slash that ends the authority and belongs to neither part, as in the editions of 1994.
    pub(crate) const fn behind_slash(text: &'a str) -> Self {
        Self { text, behind_slash: true }
    }

    /// The text as written in the reference.
    pub const fn as_str(self) -> &'a str {
        self.text
    }

    /// Whether the path is empty.
    ///
    /// ```
    /// assert!(napkin::uri!("http://h").path().is_empty());
    /// ```
    pub const fn is_empty(self) -> bool {
        self.text.is_empty()
    }

    /// Whether it begins with a slash that no segment precedes.
    ///
    /// In the editions of 1994 the slash after an authority is not part of the path, so in `ftp://h//a` the first
    /// segment of the path `/a` is empty.
    ///
    /// ```
    /// assert!(napkin::uri!("http://h/a").path().is_absolute() && !napkin::uri!("x:a").path().is_absolute());
    /// ```
    pub fn is_absolute(self) -> bool {
        !self.behind_slash && self.text.starts_with('/')
    }

    /// The segments in order: none for the empty path, otherwise one after each slash. A slash before the path that
    /// is not part of it also begins a segment.
    ///
    /// The empty text before a leading slash is not a segment; the empty text between two slashes is.
    ///
    /// ```
    /// let path = napkin::uri!("http://h/a/b%2Fc").path();
    /// assert!(path.segments().map(|segment| segment.decode_lossy()).eq(["a", "b/c"]));
    /// ```
    pub fn segments(self) -> Segments<'a> {
        let text = if self.is_absolute() { self.text.get(1..) } else { Some(self.text) };
        Segments { rest: text.filter(|_| self.behind_slash || !self.is_empty()) }
    }

    /// The decoded path. An encoded slash is a slash then: decode [segments](Self::segments) where that matters.
    ///
    /// ```
    /// assert_eq!(napkin::uri_ref!("/a%20b/c%2Fd").path().decode().to_string(), "/a b/c/d");
    /// ```
    pub const fn decode(self) -> Decode<'a> {
        Decode::new(self.text, false)
    }

    /// The decoded path, with U+FFFD for ill-formed UTF-8; borrowed if nothing was encoded. An encoded slash is a slash then.
    ///
    /// ```
    /// assert_eq!(napkin::uri_ref!("/a%20b/c").path().decode_lossy(), "/a b/c");
    /// ```
    #[cfg(feature = "alloc")]
    pub fn decode_lossy(self) -> alloc::borrow::Cow<'a, str> {
        self.decode().to_string_lossy()
    }

    /// The decoded last segment, if it is not empty: with U+FFFD for ill-formed UTF-8, and with a slash where one was
    /// encoded. To use it as the name of a file, check that it is one name.
    ///
    /// ```
    /// let name = |path| napkin::UriRef::parse(path).unwrap().path().file_name();
    /// assert_eq!(name("/a/my%20file.tar.gz").as_deref(), Some("my file.tar.gz"));
    /// assert_eq!(name("/a%2Fb.txt").as_deref(), Some("a/b.txt"));
    /// assert_eq!((name("/a/"), name(""), name("/a/..")), (None, None, None));
    /// ```
    #[cfg(feature = "alloc")]
    pub fn file_name(self) -> Option<alloc::borrow::Cow<'a, str>> {
        let last = self.segments().next_back()?.decode_lossy();
        (!matches!(&*last, "" | "." | "..")).then_some(last)
    }

    /// The text after the last dot of [`file_name`](Self::file_name), if that dot does not begin the name.
    ///
    /// ```
    /// let extension = |path| napkin::UriRef::parse(path).unwrap().path().extension();
    /// assert_eq!(extension("/a/b.tar.gz").as_deref(), Some("gz"));
    /// assert_eq!((extension("/.profile"), extension("/a.b/c")), (None, None));
    /// ```
    #[cfg(feature = "alloc")]
    pub fn extension(self) -> Option<alloc::borrow::Cow<'a, str>> {
        use alloc::borrow::Cow;

        let name = self.file_name()?;
        let at = name.rfind('.').filter(|at| *at > 0)? + 1;
        Some(match name {
            Cow::Borrowed(name) => Cow::Borrowed(name.get(at..)?),
            Cow::Owned(name) => Cow::Owned(name.get(at..)?.into()),
        })
    }

    /// Whether a whole segment is `.` or `..`.
    ///
    /// ```
    /// use napkin::uri_ref;
    ///
    /// assert!(uri_ref!("/a/../b").path().has_dot_segments());
    /// assert!(!uri_ref!("/a/..b/.well-known").path().has_dot_segments());
    /// ```
    pub fn has_dot_segments(self) -> bool {
        // Most paths have no segment that begins with a dot.
        self.may_have_dot_segments()
            && self.segments().any(|segment| matches!(segment.as_str(), "." | ".."))
    }

    /// Whether a segment begins with a dot.
    #[inline]
    pub(crate) fn may_have_dot_segments(self) -> bool {
        run(DotsBehindSlashes(self.text))
    }
}

impl<'a> IntoIterator for Path<'a> {
    type Item = Encoded<'a, part::Segment>;
    type IntoIter = Segments<'a>;

    /// The [segments](Path::segments).
    fn into_iter(self) -> Segments<'a> {
        self.segments()
    }
}

/// The search for a dot at the start of a path or after a slash.
struct DotsBehindSlashes<'p>(&'p str);

impl Work for DotsBehindSlashes<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> bool {
        let mut found = 0;
        let mut rest = self.0.as_bytes();
        // The start of the path counts as after a slash.
        let mut slash_before = 1;
        while !rest.is_empty() {
            let block = kernel.read(rest, Classes::NONE);
            let slashes = block.mask(Class::Slash, Classes::NONE);
            found |= block.mask(Class::Dot, Classes::NONE) & (slashes << 1 | slash_before);
            slash_before = slashes >> 63;
            rest = rest.get(64..).unwrap_or_default();
        }
        found != 0
    }
}

/// The segments of a [`Path`], from either end. Made by [`Path::segments`].
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy"]
pub struct Segments<'a> {
    rest: Option<&'a str>,
}

impl<'a> Iterator for Segments<'a> {
    type Item = Encoded<'a, part::Segment>;

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.rest?;
        let (segment, rest) = match rest.split_once('/') {
            Some((segment, rest)) => (segment, Some(rest)),
            None => (rest, None),
        };
        self.rest = rest;
        Some(Encoded::cut(segment))
    }
}

impl DoubleEndedIterator for Segments<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let rest = self.rest?;
        let (rest, segment) = match rest.rsplit_once('/') {
            Some((rest, segment)) => (Some(rest), segment),
            None => (None, rest),
        };
        self.rest = rest;
        Some(Encoded::cut(segment))
    }
}

impl core::iter::FusedIterator for Segments<'_> {}

/// The five path rules; which one a path matches depends on the parts before it.
///
/// ```
/// use napkin::{PathKind, uri, uri_ref};
///
/// assert_eq!(uri!("http://h").path_kind(), PathKind::Abempty);
/// assert_eq!(uri!("file:/a").path_kind(), PathKind::Absolute);
/// assert_eq!(uri_ref!("#a").path_kind().name(), "path-empty");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(clippy::exhaustive_enums, reason = "RFC 3986 §3.3 has no other rules")]
pub enum PathKind {
    /// After an authority: empty or beginning with `/`.
    Abempty,
    /// Begins with `/`, not with `//`.
    Absolute,
    /// Of a relative reference: begins with a segment without a colon.
    Noscheme,
    /// After a scheme: begins with a segment.
    Rootless,
    /// The empty path.
    Empty,
}

impl PathKind {
    /// The name of the rule: `path-abempty`, `path-absolute` and so on.
    ///
    /// ```
    /// assert_eq!(napkin::uri!("urn:a:b").path_kind().name(), "path-rootless");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::Abempty => "path-abempty",
            Self::Absolute => "path-absolute",
            Self::Noscheme => "path-noscheme",
            Self::Rootless => "path-rootless",
            Self::Empty => "path-empty",
        }
    }
}

shown_as_text! { Path }
read_as_text! { Path }
equal_to_text! { PartialEq::eq; Path }

#[cfg(test)]
mod tests {
    use super::Path;

    /// Dots inside a segment are no dot segments; segments are checked one by one only if one begins with a dot.
    #[test]
    fn dots_inside_of_segments_are_none() {
        let may_have = |path| Path::new(path).may_have_dot_segments();
        assert!(!may_have("/a/b.c/d."));
        assert!(may_have(".a") && may_have("/a/.b"));
    }
}
