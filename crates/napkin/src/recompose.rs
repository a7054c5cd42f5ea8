//! The five components as text: split without validation, and put together again.
//!
//! [`Parts::split`] is the regular expression of Appendix B of RFC 3986, which accepts any text.
//! [`Parts::recompose`] is §5.3, with guards that keep the parts where they were put.

use core::ops::Range;

use crate::components::Components;
use crate::identifier::text::Lend;
use crate::identifier::{AbsoluteIri, AbsoluteUri, Iri, IriRef, Uri, UriRef, for_each_identifier};

/// The five components as raw text; `None` is undefined, `Some("")` is empty.
///
/// ```
/// use napkin::Parts;
///
/// let parts = Parts::split("http://a b/<c>?[d]#{e}");
/// assert_eq!(parts.authority, Some("a b"));
/// assert_eq!(parts.path, "/<c>");
/// assert_eq!(Parts::split("?#"), Parts { query: Some(""), fragment: Some(""), ..Parts::default() });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[expect(
    clippy::exhaustive_structs,
    reason = "RFC 3986 §3 has five components, and users fill them in"
)]
pub struct Parts<'a> {
    /// The text before the first colon, if no `/`, `?` or `#` precedes that colon.
    pub scheme: Option<&'a str>,
    /// The text between `//` and the next `/`, `?`, `#` or the end.
    pub authority: Option<&'a str>,
    /// The text up to the first `?` or `#`.
    pub path: &'a str,
    /// The text between the first `?` and the `#`.
    pub query: Option<&'a str>,
    /// The text after the first `#`.
    pub fragment: Option<&'a str>,
}

impl<'a> Parts<'a> {
    /// Splits any text as in Appendix B, without validating the parts. Never fails.
    ///
    /// ```
    /// let parts = napkin::Parts::split("http://h/a|b?q");
    /// assert_eq!((parts.authority, parts.path, parts.query), (Some("h"), "/a|b", Some("q")));
    /// ```
    pub fn split(text: &'a str) -> Self {
        let (rest, fragment) = cut(text, '#');
        let (rest, query) = cut(rest, '?');
        let (scheme, rest) = match rest.split_once(':') {
            Some((scheme, rest)) if !scheme.is_empty() && !scheme.contains('/') => {
                (Some(scheme), rest)
            }
            _ => (None, rest),
        };
        let (authority, path) = match rest.strip_prefix("//") {
            Some(rest) => {
                let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
                (Some(authority), path)
            }
            None => (None, rest),
        };
        Self { scheme, authority, path, query, fragment }
    }
}

fn cut(text: &str, delimiter: char) -> (&str, Option<&str>) {
    match text.split_once(delimiter) {
        Some((before, after)) => (before, Some(after)),
        None => (text, None),
    }
}

#[cfg(all(feature = "alloc", test))]
pub(crate) use owned::recomposed;

#[cfg(feature = "alloc")]
mod owned {
    use alloc::string::String;

    use super::Parts;
    use crate::edition::Edition;
    use crate::error::ParseError;
    use crate::fault::{ErrorKind, Part};
    use crate::identifier::made::try_new;
    use crate::identifier::{
        AbsoluteIri, AbsoluteUri, Identifier, Iri, IriRef, Uri, UriRef, for_each_identifier,
    };
    use crate::parse::exact::parse_part;

    macro_rules! of_parts {
        ($type:ident) => {
            impl $type<String> {
                /// Puts parts together and checks them, with the guards of [`Parts::recompose`].
                ///
                /// # Errors
                ///
                /// As [`Parts::recompose`]; also if the whole does not match the grammar, for instance without a scheme.
                ///
                /// ```
                /// use napkin::{Iri, Parts};
                ///
                /// let parts = Parts { scheme: Some("http"), authority: Some("例え.jp"), ..Parts::default() };
                /// assert_eq!(Iri::from_parts(&parts)?, "http://例え.jp");
                /// # Ok::<(), napkin::ParseError>(())
                /// ```
                pub fn from_parts(parts: &Parts<'_>) -> Result<Self, ParseError> {
                    recomposed(parts)
                }
            }
        };
    }

    for_each_identifier!(of_parts);

    /// One of the six types from its parts.
    pub(crate) fn recomposed<I: Identifier<Text = String>>(
        parts: &Parts<'_>,
    ) -> Result<I, ParseError> {
        match try_new::<I>(parts.write()) {
            // If the whole is valid and every part is where it was put, every part is valid.
            Ok(whole) if parts.are_in_place(whole.inner()) => Ok(whole),
            // Checking a part alone gives the better offset.
            whole => parts.check(I::EDITION).and(whole),
        }
    }

    impl Parts<'_> {
        /// Puts the parts together as a URI-reference (RFC 3986 §5.3) and checks it. [`Uri::from_parts`] and its
        /// siblings make the other types.
        ///
        /// Two guards keep the parts where they were put. Without an authority, a path that begins with `//` gets
        /// `/.` before it (§3.3). Without scheme and authority, a first segment with a colon gets `./` before it
        /// (§4.2).
        ///
        /// # Errors
        ///
        /// The first invalid part, with the offset within that part; [`PathNotAbempty`](ErrorKind::PathNotAbempty)
        /// for an authority before a path that is neither empty nor begins with `/`.
        ///
        /// ```
        /// use napkin::Parts;
        ///
        /// let parts = Parts { scheme: Some("foo"), path: "//x", ..Parts::default() };
        /// assert_eq!(parts.recompose()?.as_str(), "foo:/.//x");
        /// let parts = Parts { path: "a:b", ..Parts::default() };
        /// assert_eq!(parts.recompose()?.as_str(), "./a:b");
        /// # Ok::<(), napkin::ParseError>(())
        /// ```
        pub fn recompose(&self) -> Result<UriRef<String>, ParseError> {
            UriRef::from_parts(self)
        }

        /// Whether parsing the text written from these parts gives these parts.
        fn are_in_place(&self, whole: &IriRef<String>) -> bool {
            let with_delimiter = |part: Option<&str>| part.map_or(0, |part| part.len() + 1);
            let query_end = whole.as_str().len() - with_delimiter(self.fragment);
            let path_end = query_end - with_delimiter(self.query);
            let scheme_end = self.scheme.map_or(0, str::len);
            let authority_end = self
                .authority
                .map_or(0, |authority| with_delimiter(self.scheme) + 2 + authority.len());
            let components = whole.components();
            [scheme_end, authority_end, path_end, query_end]
                == [
                    components.scheme_end,
                    components.authority_end,
                    components.path_end,
                    components.query_end,
                ]
                .map(|end| end as usize)
        }

        /// Puts the parts together by another edition, with the guards that it needs.
        ///
        /// # Errors
        ///
        /// The first invalid part, or the fault of the whole.
        ///
        /// ```
        /// use napkin::{edition::RFC2396, uri};
        ///
        /// let parts = uri!("http://h/a?b").parts();
        /// assert_eq!(parts.recompose_by(RFC2396)?, "http://h/a?b");
        /// # Ok::<(), napkin::ParseError>(())
        /// ```
        pub fn recompose_by(&self, edition: &'static Edition) -> Result<String, ParseError> {
            let colon_first = edition.generic().is_some_and(|generic| generic.leading_colon);
            let text = self.write();
            let text = match text.strip_prefix("./") {
                Some(unguarded) if colon_first && self.path.starts_with(':') => unguarded.into(),
                _ => text,
            };
            let back = Parts { path: self.path, ..Parts::split(&text) };
            match edition.parse(&text) {
                Ok(_) if back == *self => Ok(text),
                // Checking a part alone gives the better offset.
                whole => {
                    let misplaced =
                        || ParseError::new(edition, ErrorKind::PathNotAbempty, Part::Path, 0);
                    let of_part = self.check(edition).err().or(whole.err());
                    Err(of_part.unwrap_or_else(misplaced))
                }
            }
        }

        fn check(&self, edition: &'static Edition) -> Result<(), ParseError> {
            let parts = [
                (Part::Scheme, self.scheme),
                (Part::Authority, self.authority),
                (Part::Path, Some(self.path)),
                (Part::Query, self.query),
                (Part::Fragment, self.fragment),
            ];
            for (part, text) in parts {
                if let Some(text) = text {
                    parse_part(edition, text.as_bytes(), part)?;
                }
            }
            if self.authority.is_some() && !self.path.is_empty() && !self.path.starts_with('/') {
                return Err(ParseError::new(edition, ErrorKind::PathNotAbempty, Part::Path, 0));
            }
            Ok(())
        }

        /// The guard before the path: `/.` so that its two slashes do not begin an authority, or `./` so that its
        /// first segment is not read as a scheme.
        fn guard(&self) -> &'static str {
            let delimiter = || self.path.bytes().find(|byte| matches!(byte, b'/' | b':'));
            if self.authority.is_some() {
                ""
            } else if self.path.starts_with("//") {
                "/."
            } else if self.scheme.is_none() && delimiter() == Some(b':') {
                "./"
            } else {
                ""
            }
        }

        /// The length of the text, with the guards.
        pub(crate) fn length(&self) -> usize {
            let delimited = [self.scheme, self.query, self.fragment];
            let delimited: usize = delimited.iter().flatten().map(|part| part.len() + 1).sum();
            let authority = self.authority.map_or(0, |authority| authority.len() + 2);
            delimited + authority + self.guard().len() + self.path.len()
        }

        /// The text of the parts, with the guards, unchecked.
        pub(crate) fn write(&self) -> String {
            let mut text = String::with_capacity(self.length());
            self.write_onto(&mut text);
            text
        }

        /// Appends the text of the parts, with the guards, to a text that has room for it.
        pub(crate) fn write_onto(&self, text: &mut String) {
            self.write_before_path(text);
            text.push_str(self.guard());
            text.push_str(self.path);
            self.write_behind_path(text);
        }

        pub(crate) fn write_before_path(&self, text: &mut String) {
            if let Some(scheme) = self.scheme {
                text.push_str(scheme);
                text.push(':');
            }
            if let Some(authority) = self.authority {
                text.push_str("//");
                text.push_str(authority);
            }
        }

        pub(crate) fn write_behind_path(&self, text: &mut String) {
            for (delimiter, part) in [('?', self.query), ('#', self.fragment)] {
                if let Some(part) = part {
                    text.push(delimiter);
                    text.push_str(part);
                }
            }
        }
    }

    #[cfg(test)]
    mod tests {
        use super::{Parts, String, UriRef};

        /// A whole whose parts are found where they were put needs no check of each part.
        #[test]
        fn parts_are_found_where_they_were_put() {
            for text in ["http://u@h:80/a?b#c", "//h?b", "a/b#", "mailto:a@b", ""] {
                let whole = UriRef::try_new(String::from(text)).unwrap();
                assert!(Parts::split(text).are_in_place(&whole), "{text}");
            }
        }
    }
}

impl<'a> Parts<'a> {
    /// The parts of a text by its components.
    // Inlined, since ten offsets would be written to memory and read from there.
    #[inline(always)]
    pub(crate) fn of(text: &'a str, components: &Components) -> Self {
        let cut = |range: Range<u32>| text.get(range.start as usize..range.end as usize);
        Self {
            scheme: components.scheme().and_then(cut),
            authority: components.authority().and_then(cut),
            path: cut(components.path()).unwrap_or_default(),
            query: components.query().and_then(cut),
            fragment: components.fragment(text.len() as u32).and_then(cut),
        }
    }
}

impl<'i, 'o, T: Lend<'i, 'o>> IriRef<T> {
    /// The five components as raw text.
    ///
    /// ```
    /// let parts = napkin::uri!("http://u@h:80/a?b#").parts();
    /// assert_eq!((parts.authority, parts.path), (Some("u@h:80"), "/a"));
    /// assert_eq!((parts.query, parts.fragment), (Some("b"), Some("")));
    /// ```
    pub fn parts(&'i self) -> Parts<'o> {
        Parts::of(self.as_str(), self.components())
    }
}

/// The text of a range, at compile time. Offsets are those of whole characters.
const fn cut_const(text: &str, range: Range<u32>) -> &str {
    let (text, _) = text.as_bytes().split_at(range.end as usize);
    let (_, text) = text.split_at(range.start as usize);
    match core::str::from_utf8(text) {
        Ok(text) => text,
        Err(_) => "",
    }
}

const fn cut_some(text: &str, range: Option<Range<u32>>) -> Option<&str> {
    match range {
        Some(range) => Some(cut_const(text, range)),
        None => None,
    }
}

macro_rules! const_parts {
    ($type:ident) => {
        impl<'a> $type<&'a str> {
            /// The five components as raw text, at compile time.
            ///
            /// ```
            /// use napkin::{Uri, uri};
            ///
            /// const API: Uri<&str> = uri!("https://api.example/v1");
            /// const PATH: &str = API.parts_const().path;
            /// assert_eq!(PATH, "/v1");
            /// ```
            #[doc(hidden)]
            pub const fn parts_const(&self) -> Parts<'a> {
                let text: &'a str = *self.text();
                let components = self.parsed().components();
                Parts {
                    scheme: cut_some(text, components.scheme()),
                    authority: cut_some(text, components.authority()),
                    path: cut_const(text, components.path()),
                    query: cut_some(text, components.query()),
                    fragment: cut_some(text, components.fragment(text.len() as u32)),
                }
            }
        }
    };
}

for_each_identifier!(const_parts);
