//! Replacing one part of a reference, in any edition.
//!
//! The setters of [`UriRef`](crate::UriRef) and [`Uri`](crate::Uri) implement RFC 3986. Here the text around the
//! part stays unchanged, the edition parses the new text, and every part is compared with its intended value. So a
//! value cannot end up in another part, whatever form the edition gives a scheme.

use alloc::string::String;
use core::ops::Range;

use napkin_scan::ByteSet;

use crate::components::Shape;
use crate::edition::Edition;
use crate::error::ParseError;
use crate::fault::{ErrorKind, Part};
use crate::percent::encode;
use crate::pieces::{check_piece, push, push_segment, write_raw_pair};
use crate::query::{Pair, Query};
use crate::reference::Reference;

/// The delimiters around a part: `//` before an authority, `?` before a query.
const fn delimiters(part: Part) -> (&'static str, &'static str) {
    match part {
        Part::Scheme => ("", ":"),
        Part::Authority => ("//", ""),
        Part::Userinfo => ("", "@"),
        Part::Port => (":", ""),
        Part::Query => ("?", ""),
        Part::Fragment => ("#", ""),
        _ => ("", ""),
    }
}

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
        let edition = self.edition();
        // Only the forms of 1994 have undefined paths.
        let has_path = part == Part::Path && edition.generic().is_some();
        let value = if has_path { Some(value.unwrap_or_default()) } else { value };
        // An opaque URI may contain characters that no part of a hierarchical one allows.
        if !self.is_opaque() {
            check_piece(edition, part, value)?;
        }
        let wanted = Wanted { before: self, part, value };
        let (range, before, after) = wanted.place()?;
        let piece = value.map_or(["", "", ""], |value| [before, value, after]);
        let (start, end) = (range.start as usize, range.end as usize);
        let text = self.as_str();
        let length: usize = piece.iter().map(|piece| piece.len()).sum();
        let mut changed = String::with_capacity(text.len() + length + GUARD);
        changed.push_str(text.get(..start).unwrap_or_default());
        changed.extend(piece);
        changed.push_str(text.get(end..).unwrap_or_default());
        let start = start + before.len();
        let Err(error) = wanted.check(&changed, start) else { return Ok(changed) };
        wanted.guard(&mut changed);
        wanted.check(&changed, start).map_err(|_| error)?;
        Ok(changed)
    }
}

/// The length of a guard.
const GUARD: usize = 2;

/// A part and its new value, and the reference whose other parts stay.
struct Wanted<'r> {
    before: &'r Reference<'r>,
    part: Part,
    value: Option<&'r str>,
}

impl Wanted<'_> {
    /// The range to replace, and the text before and after the value in its place.
    fn place(&self) -> Result<(Range<u32>, &'static str, &'static str), ParseError> {
        let components = self.before.components();
        let length = self.before.as_str().len() as u32;
        let has_authority = components.authority_end > 0;
        let (before, after) = delimiters(self.part);
        let authority_start = components.after_scheme();
        let range = match self.part {
            Part::Scheme => 0..authority_start,
            Part::Authority if has_authority => authority_start..components.authority_end,
            // With the two slashes of an empty authority, even where it counts as none.
            Part::Authority => authority_start..components.path_start,
            // The host of a registry name is the whole authority.
            Part::Host if self.value.is_none() || !components.has_host() => {
                let end =
                    if has_authority { components.authority_end } else { components.path_start };
                return Ok((authority_start..end, "//", ""));
            }
            Part::Host => components.host_start..components.host_end,
            Part::Userinfo | Part::Port if !components.has_host() => {
                if self.value.is_none() {
                    return Ok((length..length, before, after));
                }
                let kind = ErrorKind::MissingAuthority;
                return Err(ParseError::new(self.edition(), kind, self.part, 0));
            }
            Part::Userinfo => authority_start + 2..components.host_start,
            Part::Port => components.host_end..components.authority_end,
            Part::Path if components.facts.shape() == Shape::NoPath => {
                return Ok((components.authority_end..components.authority_end, "/", ""));
            }
            Part::Path => {
                let parameters = self.before.parameters().map_or(0, |text| text.len() as u32 + 1);
                // A slash that belongs to neither part is removed with the path.
                let start = if self.value.is_none() && has_authority {
                    components.authority_end
                } else {
                    components.path_start
                };
                start..components.path_end - parameters
            }
            Part::Query => components.path_end..components.query_end,
            Part::Fragment => components.query_end..length,
        };
        Ok((range, before, after))
    }

    const fn edition(&self) -> &'static Edition {
        self.before.edition()
    }

    /// The intended value of a part, unless it follows from another part.
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

    /// Whether a part is intended to exist; the parts `makers` add or remove it.
    fn has(&self, part: Part, makers: &[Part]) -> bool {
        if makers.contains(&self.part) {
            self.value.is_some()
        } else {
            self.before.part(part).is_some()
        }
    }

    fn path(&self) -> &str {
        self.expected(Part::Path).unwrap_or_default()
    }

    /// Inserts a guard before a path that would be read as an authority or a scheme.
    fn guard(&self, text: &mut String) {
        let Some(generic) = self.edition().generic() else { return };
        if self.has(Part::Authority, &[Part::Authority, Part::Host]) {
            return;
        }
        let path = self.path();
        let has_scheme = self.has(Part::Scheme, &[Part::Scheme]);
        let is_leading_colon = generic.leading_colon && path.starts_with(':');
        if path.starts_with("//") {
            let start = if has_scheme { text.find(':').map_or(0, |colon| colon + 1) } else { 0 };
            text.insert_str(start, "/.");
        } else if !has_scheme && !is_leading_colon && is_scheme_like(path) {
            text.insert_str(0, "./");
        }
    }

    /// Compares the changed text with the intended parts; `start` is the offset of the value in it.
    fn check(&self, text: &str, start: usize) -> Result<(), ParseError> {
        let edition = self.edition();
        let has_path = !self.path().is_empty() && !self.path().starts_with('/');
        if has_path
            && edition.generic().is_some()
            && self.has(Part::Authority, &[Part::Authority, Part::Host])
        {
            return Err(ParseError::new(edition, ErrorKind::PathNotAbempty, Part::Path, 0));
        }
        let length = self.value.map_or(0, str::len);
        let after = edition.parse(text).map_err(|error| {
            let at = error.offset().checked_sub(start).filter(|at| *at <= length);
            match at {
                Some(at) => error.at(at),
                None => ParseError::new(edition, ErrorKind::SchemeForm, self.part, 0),
            }
        })?;
        for part in Part::ALL.iter().filter(|part| !self.follows(**part)) {
            let (found, expected) = (after.part(*part), self.expected(*part));
            let is_guarded = *part == Part::Path && {
                let rest = found.zip(expected).and_then(|(found, path)| found.strip_suffix(path));
                matches!(rest, Some("/." | "./"))
            };
            if found != expected && !is_guarded {
                // The fault is at the byte where the value's own part ends and the value reaches into another.
                let own = after.part(self.part).map_or(0, str::len).min(length);
                return Err(ParseError::new(edition, ErrorKind::SchemeForm, self.part, own));
            }
        }
        Ok(())
    }
}

/// Whether the first segment of a path has a colon.
fn is_scheme_like(path: &str) -> bool {
    path.bytes().find(|byte| matches!(byte, b'/' | b':')) == Some(b':')
}

/// Delimiters of pairs, which are always encoded in data, even if the edition allows them raw.
const PAIR_DELIMITERS: ByteSet = ByteSet::of(b"&=+;");

impl Reference<'_> {
    /// The text with one more segment at the end of the path, from data: encoded as in the edition. An empty last
    /// segment is replaced.
    ///
    /// ```
    /// use napkin::edition::RFC1738;
    ///
    /// let reference = RFC1738.parse("http://h.d/a/")?;
    /// assert_eq!(reference.with_segment("~b/c")?, "http://h.d/a/%7Eb%2Fc");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`DotSegment`](ErrorKind::DotSegment) for a dot segment, which names no child, and like
    /// [`with_part`](Self::with_part).
    pub fn with_segment(&self, data: &str) -> Result<String, ParseError> {
        let before = self.part(Part::Path);
        let mut path = String::from(before.unwrap_or_default());
        // Where the slash after the host belongs to neither part, the path does not begin with it.
        let begins_with_slash = self.authority().is_some() && self.edition().generic().is_some();
        push_segment(self.edition(), &mut path, begins_with_slash, true, data)?;
        self.with_part(Part::Path, Some(&path))
    }

    /// The text without the last segment of the path and the slash before it; nothing if there is no segment.
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
    pub fn with_pair(&self, key: &str, value: Option<&str>) -> Result<String, ParseError> {
        let mut is_found = false;
        let mut query = String::new();
        for pair in self.query().into_iter().flat_map(Query::pairs) {
            let is_meant = pair.0.decode() == key;
            if is_meant && is_found {
                continue;
            }
            if !query.is_empty() {
                query.push('&');
            }
            if is_meant {
                is_found = true;
                self.push_pair(&mut query, key, value);
            } else {
                write_raw_pair(&mut query, pair);
            }
        }
        if is_found {
            self.with_part(Part::Query, Some(&query))
        } else {
            self.with_appended_pair(key, value)
        }
    }

    /// The text with one more pair at the end of the query, from data: encoded as the edition does.
    ///
    /// # Errors
    ///
    /// Like [`with_part`](Self::with_part).
    pub fn with_appended_pair(&self, key: &str, value: Option<&str>) -> Result<String, ParseError> {
        let mut query = String::from(self.part(Part::Query).unwrap_or_default());
        if !query.is_empty() {
            query.push('&');
        }
        self.push_pair(&mut query, key, value);
        self.with_part(Part::Query, Some(&query))
    }

    /// The text with only the query pairs that satisfy `keep`, unchanged; a query that loses all its pairs is
    /// removed.
    ///
    /// # Errors
    ///
    /// Like [`with_part`](Self::with_part), where a scheme of 1994 must have a query.
    pub fn with_kept_pairs(
        &self,
        mut keep: impl FnMut(Pair<'_>) -> bool,
    ) -> Result<String, ParseError> {
        let Some(query) = self.query().filter(|query| !query.is_empty()) else {
            return Ok(self.as_str().into());
        };
        let mut kept: Option<String> = None;
        for pair in query.pairs().filter(|pair| keep(*pair)) {
            match &mut kept {
                Some(kept) => kept.push('&'),
                None => kept = Some(String::new()),
            }
            write_raw_pair(kept.get_or_insert_default(), pair);
        }
        self.with_part(Part::Query, kept.as_deref())
    }

    fn push_pair(&self, query: &mut String, key: &str, value: Option<&str>) {
        let encoded = |data| encode(data).by(self.edition()).escape(PAIR_DELIMITERS);
        push(query, encoded(key));
        if let Some(value) = value {
            push(query, format_args!("={}", encoded(value)));
        }
    }
}
