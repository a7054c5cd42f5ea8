//! Replacing one part of a reference, in any edition: the new text, as a copy.
//!
//! The change is a [`Splice`]. Where the parts of an edition are [independent](has_independent_parts), it is the answer.
//! Elsewhere the edition parses the new text, and every part is compared with its intended value. So a value cannot
//! end up in another part, whatever form the edition gives a scheme.

use alloc::string::String;

use super::pieces::before_segment;
use super::query::{QueryEditor, Reading};
use super::splice::{Before, Splice, has_independent_parts};
use crate::error::ParseError;
use crate::fault::{ErrorKind, Part};
use crate::percent::encode;
use crate::reference::Reference;
use crate::views::encoded::Encoded;
use crate::views::query::Pair;

impl Reference<'_> {
    /// The text of this reference with one part replaced, or removed with its delimiter; the value is raw text.
    ///
    /// A host adds an authority if there is none; `None` removes the authority. In editions with a generic syntax,
    /// a path that would be read as another part gets the guard of [`Parts::recompose`](crate::Parts::recompose).
    ///
    /// ```
    /// use napkin::{Part, edition::{RFC1738, RFC2396}};
    ///
    /// let reference = RFC1738.parse("ftp://h.dom/a?b;type=d")?;
    /// assert_eq!(reference.with_part(Part::Path, Some("c"))?, "ftp://h.dom/c");
    /// assert_eq!(reference.with_part(Part::Userinfo, Some("u:p"))?, "ftp://u:p@h.dom/a?b;type=d");
    /// // There is no query in this scheme of 1994, and no port among the letters of a host.
    /// assert!(reference.with_part(Part::Query, Some("q")).is_err());
    /// assert!(reference.with_part(Part::Host, Some("h.dom:21")).is_err());
    ///
    /// let reference = RFC2396.parse("http://h/a?b#c")?;
    /// assert_eq!(reference.with_part(Part::Query, None)?, "http://h/a#c");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the edition does not allow the value in that part, with the offset in the value;
    /// [`MissingAuthority`](ErrorKind::MissingAuthority) for userinfo or a port without an authority;
    /// [`SchemeForm`](ErrorKind::SchemeForm) if the new text would have other parts than intended.
    pub fn with_part(&self, part: Part, value: Option<&str>) -> Result<String, ParseError> {
        // Only the forms of 1994 have undefined paths.
        let has_path = part == Part::Path && self.edition().has_generic_syntax();
        let value = if has_path { Some(value.unwrap_or_default()) } else { value };
        let splice = Splice::new(Before::of(self), part, value)?;
        if has_independent_parts(self.edition()) {
            return Ok(splice.copy(self.as_str()));
        }
        let wanted = Wanted { before: self, part, value };
        match wanted.check(&splice) {
            // The fault is shown as it is without the guard.
            Err(_) if splice.has_guard() => wanted.check(&splice.without_guard()),
            result => result,
        }
    }
}

/// A part and its new value, and the reference whose other parts stay.
struct Wanted<'r> {
    before: &'r Reference<'r>,
    part: Part,
    value: Option<&'r str>,
}

impl Wanted<'_> {
    /// The intended value of a part.
    fn expected(&self, part: Part) -> Option<&str> {
        if part == self.part { self.value } else { self.before.part(part) }
    }

    /// Whether a part's value changes with the replaced part, because one contains the other.
    fn follows(&self, part: Part) -> bool {
        let changes_authority = match self.part {
            Part::Authority => true,
            Part::Host => self.value.is_none() || !self.before.components().has_host(),
            _ => false,
        };
        let is_of_authority = matches!(part, Part::Userinfo | Part::Host | Part::Port);
        match part {
            _ if part == self.part => false,
            Part::Authority => matches!(self.part, Part::Userinfo | Part::Host | Part::Port),
            _ => is_of_authority && changes_authority,
        }
    }

    /// The changed text, if its parts are the intended ones.
    fn check(&self, splice: &Splice<'_>) -> Result<String, ParseError> {
        let (edition, start) = (self.before.edition(), splice.value_start);
        let text = splice.copy(self.before.as_str());
        let length = self.value.map_or(0, str::len);
        let fault = |at| ParseError::new(edition, ErrorKind::SchemeForm, self.part, at);
        let after = edition.parse(&text).map_err(|error| {
            let at = error.offset().checked_sub(start).filter(|at| *at <= length);
            at.map_or(fault(0), |at| error.at(at))
        })?;
        let is_in_place = |part: Part| {
            let (found, expected) = (after.part(part), self.expected(part));
            match found {
                Some(path) if part == Part::Path => splice.without_its_guard(path) == expected,
                _ => found == expected,
            }
        };
        let is_right = Part::ALL.iter().all(|part| self.follows(*part) || is_in_place(*part));
        if !is_right {
            // The fault is at the byte where the value's own part ends and the value reaches into another.
            return Err(fault(after.part(self.part).map_or(0, str::len).min(length)));
        }
        Ok(text)
    }
}

impl Reference<'_> {
    /// The text with more segments at the end of the path, from data: encoded as in the edition. They are the last
    /// segments then, also the empty ones; only an empty segment that was the last one before is replaced.
    ///
    /// ```
    /// use napkin::edition::RFC1738;
    ///
    /// let reference = RFC1738.parse("http://h.d/a/")?;
    /// assert_eq!(reference.with_segments(["~b/c", "", "d"])?, "http://h.d/a/%7Eb%2Fc//d");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`DotSegment`](ErrorKind::DotSegment) for a dot segment, which names no child,
    /// [`EmptySegment`](ErrorKind::EmptySegment) for an empty first one without a slash before it, and like
    /// [`with_part`](Self::with_part).
    pub fn with_segments<S: AsRef<str>>(
        &self,
        segments: impl IntoIterator<Item = S>,
    ) -> Result<String, ParseError> {
        let before = self.part(Part::Path);
        let mut path = String::from(before.unwrap_or_default());
        // Where the slash after the host belongs to neither part, the path does not begin with it.
        let begins_with_slash = self.authority().is_some() && self.edition().has_generic_syntax();
        for (number, segment) in segments.into_iter().enumerate() {
            let (data, fills) = (segment.as_ref(), number == 0);
            let delimiter = before_segment(self.edition(), &path, begins_with_slash, fills, data)?;
            path.push_str(delimiter);
            encode(data).by(self.edition()).for_part(Part::Path).push_onto(&mut path);
        }
        self.with_part(Part::Path, Some(&path))
    }

    /// The text without the last segment of the path and the slash before it; nothing if there is no segment.
    ///
    /// ```
    /// use napkin::edition::RFC1738;
    ///
    /// let reference = RFC1738.parse("http://h.d/a/b")?;
    /// assert_eq!(reference.without_last_segment().unwrap(), "http://h.d/a");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn without_last_segment(&self) -> Option<String> {
        let path = self.part(Part::Path).filter(|path| !path.is_empty())?;
        let rest = path.rfind('/').and_then(|slash| path.get(..slash)).unwrap_or_default();
        self.with_part(Part::Path, Some(rest)).ok()
    }

    /// The text with these pairs in place of the query pairs whose key decodes to `key`. The first replaces the
    /// first such pair; if there is none, the pair is appended. Data is encoded as in the edition; `None` is a key
    /// without `=`.
    ///
    /// # Errors
    ///
    /// Like [`with_part`](Self::with_part): the query of RFC 1630 has no `=`.
    ///
    /// ```
    /// use napkin::edition::RFC2396;
    ///
    /// let reference = RFC2396.parse("http://h/?a=1&b=2")?;
    /// assert_eq!(reference.with_pair("a", Some("x y"))?, "http://h/?a=x%20y&b=2");
    /// assert_eq!(reference.with_appended_pair("c", None)?, "http://h/?a=1&b=2&c");
    /// assert_eq!(reference.with_kept_pairs(|(key, _)| key != "a")?, "http://h/?b=2");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn with_pair(&self, key: &str, value: Option<&str>) -> Result<String, ParseError> {
        let query = self.part(Part::Query).unwrap_or_default();
        self.with_part(Part::Query, Some(&self.editor().set(query, key, value)))
    }

    /// The text with one more pair at the end of the query, from data: encoded as the edition does.
    ///
    /// # Errors
    ///
    /// Like [`with_part`](Self::with_part).
    ///
    /// ```
    /// use napkin::edition::RFC3986;
    ///
    /// assert_eq!(RFC3986.parse("a?b=1")?.with_appended_pair("c", Some("&"))?, "a?b=1&c=%26");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn with_appended_pair(&self, key: &str, value: Option<&str>) -> Result<String, ParseError> {
        let query = self.part(Part::Query).unwrap_or_default();
        self.with_part(Part::Query, Some(&self.editor().append(query, key, value)))
    }

    /// The text with only the query pairs that satisfy `keep`, unchanged; a query that loses all its pairs is
    /// removed.
    ///
    /// # Errors
    ///
    /// Like [`with_part`](Self::with_part), where a scheme of 1994 must have a query.
    #[doc(hidden)]
    pub fn with_kept_pairs(
        &self,
        mut keep: impl FnMut(Pair<'_>) -> bool,
    ) -> Result<String, ParseError> {
        let Some(query) = self.part(Part::Query).filter(|query| !query.is_empty()) else {
            return Ok(self.as_str().into());
        };
        let kept = self
            .editor()
            .keep(query, |key, value| keep((Encoded::cut(key), value.map(Encoded::cut))));
        self.with_part(Part::Query, kept.as_deref())
    }

    fn editor(&self) -> QueryEditor {
        QueryEditor::new(Reading::Decoded).by(self.edition())
    }
}
