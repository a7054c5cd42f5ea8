//! Setters: each checks its piece, changes the text in place, and moves the offsets of the parts.
//!
//! Each returns the identifier, so that calls can be chained. Nothing is parsed again, since the parts of RFC 3986 and
//! RFC 3987 are [independent](has_independent_parts). A setter that fails changes nothing.

use alloc::string::String;

use super::append;
use super::pieces::push_pair;
use super::query::{self, QueryEditor, Reading};
use super::splice::{Before, Splice, has_independent_parts};
use super::value::{HostValue, PartValue, PortValue};
use crate::components::Components;
use crate::edition::Edition;
use crate::error::ParseError;
use crate::fault::{ErrorKind, Part};
use crate::identifier::{Identifier, Iri, IriRef, Parsed, Uri, UriRef, for_each_changed};
use crate::percent::decode;
use crate::views::query::Query;

/// Puts a value into a part of a text, or removes the part. With the part as a constant, little of a [`Splice`] is left. No part
/// is a matter of the start rules: a type that needs a scheme cannot lose it, and those without a fragment have no setters.
#[inline(always)]
fn set(
    edition: &'static Edition,
    text: &mut String,
    components: &mut Components,
    part: Part,
    value: Option<&str>,
) -> Result<(), ParseError> {
    let before = Before { edition, text, components, is_independent: true };
    let splice = Splice::new(before, part, value)?;
    splice.apply(text, components);
    Ok(())
}

/// The setter of each part, compiled once for all types.
macro_rules! of_parts {
    ($($set:ident $part:ident),*) => {
        $(
            fn $set(
                edition: &'static Edition,
                text: &mut String,
                components: &mut Components,
                value: Option<&str>,
            ) -> Result<(), ParseError> {
                set(edition, text, components, Part::$part, value)
            }
        )*

        /// The setter of a part.
        #[inline(always)]
        fn setter(part: Part) -> Setter {
            match part { $(Part::$part => $set,)* }
        }
    };
}

type Setter =
    fn(&'static Edition, &mut String, &mut Components, Option<&str>) -> Result<(), ParseError>;

of_parts! {
    set_scheme Scheme, set_authority Authority, set_userinfo Userinfo, set_host Host, set_port Port, set_path Path,
    set_query Query, set_fragment Fragment
}

/// The changes that the setters are made of.
pub(super) trait Change: Identifier<Text = String> {
    /// Puts a value into a part, or removes the part.
    #[inline]
    fn set(&mut self, part: Part, value: Option<&str>) -> Result<(), ParseError> {
        const { assert!(has_independent_parts(Self::EDITION)) };
        let (text, components) = self.parts_mut();
        setter(part)(Self::EDITION, text, components, value)
    }

    /// Puts a value into userinfo or port, or removes the part; an authority has to exist, also for removing it.
    fn set_beside_host(&mut self, part: Part, value: Option<&str>) -> Result<(), ParseError> {
        if value.is_none() && !self.inner().components().has_host() {
            return Err(ParseError::new(Self::EDITION, ErrorKind::MissingAuthority, part, 0));
        }
        self.set(part, value)
    }

    /// Appends a segment to the path, from data. If `fills`, an empty last segment is replaced.
    fn add_segment(&mut self, data: &str, fills: bool) -> Result<(), ParseError> {
        let (text, components) = self.parts_mut();
        let path = components.path();
        let path = text.get(path.start as usize..path.end as usize).unwrap_or_default();
        // Without an authority, a first segment with a colon and an empty one need a guard.
        let needs_guard = path.is_empty() || path == "/" && !fills;
        if !needs_guard || components.authority_end > 0 {
            return append::segment(Self::EDITION, text, components, fills, data);
        }
        let mut path = String::from(path);
        let mut alone = Components::all_path(path.len() as u32);
        append::segment(Self::EDITION, &mut path, &mut alone, fills, data)?;
        self.set(Part::Path, Some(&path))
    }

    /// Puts one pair of this key and value in the place of the first pair with the key, or at the end.
    fn replace_pair(
        &mut self,
        reading: Reading,
        key: &str,
        value: Option<&str>,
    ) -> Result<(), ParseError> {
        let editor = QueryEditor::new(reading).by(Self::EDITION);
        let query = self.inner().query().map_or("", Query::as_str);
        let places = editor.places(query, key);
        if places.is_empty() {
            let (text, components) = self.parts_mut();
            return append::pair(Self::EDITION, text, components, key, value);
        }
        let made = editor.replaced(query, &places, key, value);
        self.put_query(Some(&made))
    }

    /// Puts a query that is known to be valid, or removes it.
    fn put_query(&mut self, query: Option<&str>) -> Result<(), ParseError> {
        let (text, components) = self.parts_mut();
        append::query(Self::EDITION, text, components, query)
    }
}

impl<I: Identifier<Text = String>> Change for I {}

macro_rules! optional_scheme {
    ($type:ident) => {
        impl $type<String> {
            /// Replaces or removes the scheme; raw text.
            ///
            /// # Errors
            ///
            /// If the text is no scheme.
            ///
            /// ```
            /// let mut reference = napkin::uri_ref!("http:a:b").into_owned();
            /// reference.set_scheme(None)?;
            /// // The guard keeps the path a path.
            /// assert_eq!(reference, "./a:b");
            /// # Ok::<(), napkin::ParseError>(())
            /// ```
            pub fn set_scheme<'v>(
                &mut self,
                scheme: impl PartValue<'v>,
            ) -> Result<&mut Self, ParseError> {
                scheme.lend_part(|scheme| self.set(Part::Scheme, scheme))?;
                Ok(self)
            }
        }
    };
}

optional_scheme! { UriRef }
optional_scheme! { IriRef }

macro_rules! required_scheme {
    ($type:ident) => {
        impl $type<String> {
            /// Replaces the scheme; raw text.
            ///
            /// # Errors
            ///
            /// If the text is no scheme.
            ///
            /// ```
            /// let mut uri = napkin::uri!("ipfs://cid/file").into_owned();
            /// uri.set_scheme("http")?;
            /// uri.set_host("[::1]")?;
            /// uri.set_port("8080")?;
            /// assert_eq!(uri, "http://[::1]:8080/file");
            ///
            /// // A failing setter changes nothing.
            /// let error = uri.set_path("no slash").unwrap_err();
            /// assert_eq!(error.part(), napkin::Part::Path);
            /// assert_eq!(uri, "http://[::1]:8080/file");
            /// # Ok::<(), napkin::ParseError>(())
            /// ```
            pub fn set_scheme(&mut self, scheme: &str) -> Result<&mut Self, ParseError> {
                self.set(Part::Scheme, Some(scheme))?;
                Ok(self)
            }
        }
    };
}

required_scheme! { Uri }
required_scheme! { Iri }

for_each_changed! { String => {
    /// Replaces or removes the authority; raw text, or `None`.
    ///
    /// # Errors
    ///
    /// If the text is no authority, or the path could not follow one.
    ///
    /// ```
    /// let mut uri = napkin::uri!("http://u@example.com/a").into_owned();
    /// assert_eq!(*uri.set_authority("[::1]:80")?, "http://[::1]:80/a");
    /// assert_eq!(*uri.set_authority(None)?, "http:/a");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn set_authority<'v>(&mut self, authority: impl PartValue<'v>) -> Result<&mut Self, ParseError> {
        authority.lend_part(|authority| self.set(Part::Authority, authority))?;
        Ok(self)
    }

    /// Replaces or removes the userinfo with its `@`; raw text.
    ///
    /// # Errors
    ///
    /// If the text is no userinfo, or there is no authority to put it into.
    ///
    /// ```
    /// let mut uri = napkin::uri!("ftp://user:secret@h/").into_owned();
    /// uri.set_userinfo("user")?;
    /// assert_eq!(uri, "ftp://user@h/");
    /// uri.set_userinfo(None)?;
    /// assert_eq!(uri, "ftp://h/");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn set_userinfo<'v>(&mut self, userinfo: impl PartValue<'v>) -> Result<&mut Self, ParseError> {
        userinfo.lend_part(|userinfo| self.set_beside_host(Part::Userinfo, userinfo))?;
        Ok(self)
    }

    /// Replaces the host: an address, or raw text with the brackets of an IP literal. Without an
    /// authority, it makes one; with `None`, it removes the authority.
    ///
    /// # Errors
    ///
    /// If the text is no host, or if the path could not follow an authority.
    ///
    /// ```
    /// use std::net::Ipv6Addr;
    ///
    /// let mut uri = napkin::uri!("http://a:80/").into_owned();
    /// uri.set_host("example.com")?;
    /// assert_eq!(uri, "http://example.com:80/");
    /// uri.set_host(Ipv6Addr::LOCALHOST)?;
    /// assert_eq!(uri, "http://[::1]:80/");
    /// // A value cannot become another part.
    /// assert!(uri.set_host("user@evil.example/").is_err());
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn set_host<'v>(&mut self, host: impl HostValue<'v>) -> Result<&mut Self, ParseError> {
        host.lend_host(|host| self.set(Part::Host, host))?;
        Ok(self)
    }

    /// Replaces or removes the port with its colon: a number, or digits as text. No digits leave the
    /// colon.
    ///
    /// A number larger than 65535 is valid syntax (RFC 3986 §3.2.3) but not a port, so it is an error here;
    /// [`set_authority`](Self::set_authority) accepts it.
    ///
    /// # Errors
    ///
    /// If the text is no port, its number is larger than 65535, or there is no authority to put it into.
    ///
    /// ```
    /// let mut uri = napkin::uri!("http://h/").into_owned();
    /// uri.set_port(8080)?;
    /// assert_eq!(uri, "http://h:8080/");
    /// uri.set_port(Some(80))?;
    /// assert_eq!(uri, "http://h:80/");
    /// uri.set_port(None)?;
    /// assert_eq!(uri, "http://h/");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn set_port<'v>(&mut self, port: impl PortValue<'v>) -> Result<&mut Self, ParseError> {
        port.lend_port(|port| self.set_beside_host(Part::Port, port))?;
        Ok(self)
    }

    /// Replaces the path; raw text. The guards of [`Parts::recompose`](crate::Parts::recompose) may go before it.
    ///
    /// # Errors
    ///
    /// If the text is no path, or cannot follow the authority.
    ///
    /// ```
    /// let mut uri = napkin::uri!("http://h/a?b").into_owned();
    /// uri.set_path("/c/d")?;
    /// assert_eq!(uri, "http://h/c/d?b");
    /// assert!(uri.set_path("/e?f").is_err());
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn set_path(&mut self, path: &str) -> Result<&mut Self, ParseError> {
        self.set(Part::Path, Some(path))?;
        Ok(self)
    }

    /// Replaces or removes the query; raw text.
    ///
    /// # Errors
    ///
    /// If the text is no query.
    ///
    /// ```
    /// let mut uri = napkin::uri!("http://h/").into_owned();
    /// uri.set_query("a=b&c")?;
    /// assert_eq!(uri, "http://h/?a=b&c");
    /// let search = Some(String::from("q=x"));
    /// uri.set_query(&search)?;
    /// assert_eq!(uri, "http://h/?q=x");
    /// uri.set_query(None)?;
    /// assert_eq!(uri, "http://h/");
    /// assert!(uri.set_query("a b").is_err());
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn set_query<'v>(&mut self, query: impl PartValue<'v>) -> Result<&mut Self, ParseError> {
        query.lend_part(|query| self.set(Part::Query, query))?;
        Ok(self)
    }

    /// Replaces or removes the fragment; raw text.
    ///
    /// # Errors
    ///
    /// If the text is no fragment.
    ///
    /// ```
    /// let mut uri = napkin::uri_ref!("a#b").into_owned();
    /// uri.set_fragment("c")?;
    /// assert_eq!(uri, "a#c");
    /// uri.set_fragment(None)?;
    /// assert_eq!(uri, "a");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn set_fragment<'v>(&mut self, fragment: impl PartValue<'v>) -> Result<&mut Self, ParseError> {
        fragment.lend_part(|fragment| self.set(Part::Fragment, fragment))?;
        Ok(self)
    }

    /// Appends a segment to the path, from data: encoded. An empty last segment is replaced, so pushing onto `/a/`
    /// and onto `/a` both give `/a/b`.
    ///
    /// # Errors
    ///
    /// If the segment is a dot segment, which names no child, or empty, since the next segment would replace it
    /// ([`extend_segments`](Self::extend_segments) takes it); or if the result would be too long.
    ///
    /// ```
    /// let mut uri = napkin::uri!("http://h/a/").into_owned();
    /// uri.push_segment("b c")?;
    /// uri.push_segment("d/e")?;
    /// assert_eq!(uri, "http://h/a/b%20c/d%2Fe");
    /// assert!(uri.push_segment("..").is_err() && uri.push_segment("").is_err());
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn push_segment(&mut self, data: &str) -> Result<&mut Self, ParseError> {
        if data.is_empty() {
            return Err(ParseError::new(Self::EDITION, ErrorKind::EmptySegment, Part::Path, 0));
        }
        self.add_segment(data, true)?;
        Ok(self)
    }

    /// Removes the last segment of the path with the slash before it; returns whether there was one.
    ///
    /// ```
    /// let mut uri = napkin::uri!("http://h/a/b?q").into_owned();
    /// assert!(uri.pop_segment());
    /// assert_eq!(uri, "http://h/a?q");
    /// assert!(uri.pop_segment() && !uri.pop_segment());
    /// assert_eq!(uri, "http://h?q");
    /// ```
    pub fn pop_segment(&mut self) -> bool {
        let path = self.path().as_str();
        if path.is_empty() {
            return false;
        }
        let kept = path.rfind('/').unwrap_or_default();
        let cut = (path.len() - kept) as u32;
        let (text, components) = self.parts_mut();
        // A path that loses its end needs no other guard.
        text.drain((components.path_end - cut) as usize..components.path_end as usize);
        components.path_end -= cut;
        components.query_end -= cut;
        true
    }

    /// Appends a pair to the query, from data: both encoded; `None` adds the key without `=`.
    ///
    /// # Errors
    ///
    /// If the result would be too long.
    ///
    /// ```
    /// let mut uri = napkin::uri!("http://h/").into_owned();
    /// uri.append_pair("q", "a&b")?;
    /// uri.append_pair("page", 3)?;
    /// uri.append_pair("all", None)?;
    /// assert_eq!(uri, "http://h/?q=a%26b&page=3&all");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn append_pair<'v>(
        &mut self,
        key: &str,
        value: impl PartValue<'v>,
    ) -> Result<&mut Self, ParseError> {
        let (text, components) = self.parts_mut();
        value.lend_part(|value| append::pair(Self::EDITION, text, components, key, value))?;
        Ok(self)
    }

    /// Replaces all pairs of the query with these, from data: keys and values are encoded. Without pairs, the query
    /// is removed.
    ///
    /// # Errors
    ///
    /// If the result would be too long.
    ///
    /// ```
    /// let mut uri = napkin::uri!("http://h/?old").into_owned();
    /// uri.set_pairs([("q", "a&b"), ("page", "2")])?;
    /// assert_eq!(uri, "http://h/?q=a%26b&page=2");
    /// uri.set_pairs::<&str, &str>([])?;
    /// assert_eq!(uri, "http://h/");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn set_pairs<K: AsRef<str>, V: AsRef<str>>(
        &mut self,
        pairs: impl IntoIterator<Item = (K, V)>,
    ) -> Result<&mut Self, ParseError> {
        let mut made: Option<String> = None;
        for (key, value) in pairs {
            let query = made.get_or_insert_default();
            push_pair(Self::EDITION, query, key.as_ref(), Some(value.as_ref()));
        }
        self.set(Part::Query, made.as_deref())?;
        Ok(self)
    }

    /// Sets the value of `key`: the first pair whose key decodes to it is replaced in its place, and later ones are
    /// removed. If there is none, the pair is appended. Data, encoded.
    ///
    /// # Errors
    ///
    /// If the result would be too long.
    ///
    /// ```
    /// let mut uri = napkin::uri!("http://h/?page=1&q=x&page=2").into_owned();
    /// uri.set_pair("page", "3")?;
    /// uri.set_pair("lang", "é")?;
    /// assert_eq!(uri, "http://h/?page=3&q=x&lang=%C3%A9");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn set_pair<'v>(&mut self, key: &str, value: impl PartValue<'v>) -> Result<&mut Self, ParseError> {
        value.lend_part(|value| self.replace_pair(Reading::Decoded, key, value))?;
        Ok(self)
    }

    /// [`set_pair`](Self::set_pair), under the name that `Url` of `napkin-url` has; there keys and values are those of a form, as
    /// [`set_form_pair`](Self::set_form_pair) has them.
    ///
    /// # Errors
    ///
    /// If the result would be too long.
    ///
    /// ```
    /// let mut uri = napkin::uri!("http://h/?page=1&q").into_owned();
    /// uri.set_query_pair("page", 2)?;
    /// assert_eq!(uri, "http://h/?page=2&q");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn set_query_pair<'v>(
        &mut self,
        key: &str,
        value: impl PartValue<'v>,
    ) -> Result<&mut Self, ParseError> {
        self.set_pair(key, value)
    }

    /// Like [`set_pair`](Self::set_pair), for a query from an HTML form: `first+name` is found as `first name`. A
    /// space is written as `%20`, which decodes to a space with and without form decoding.
    ///
    /// # Errors
    ///
    /// If the result would be too long.
    ///
    /// ```
    /// let mut uri = napkin::uri!("http://h/?first+name=Ann&x=1").into_owned();
    /// uri.set_form_pair("first name", "Eve")?;
    /// assert_eq!(uri, "http://h/?first%20name=Eve&x=1");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn set_form_pair<'v>(
        &mut self,
        key: &str,
        value: impl PartValue<'v>,
    ) -> Result<&mut Self, ParseError> {
        value.lend_part(|value| self.replace_pair(Reading::Form, key, value))?;
        Ok(self)
    }

    /// Sorts the pairs of the query by their decoded keys, octet by octet. Pairs of one key keep their order, and
    /// each pair keeps its spelling.
    ///
    /// ```
    /// let mut uri = napkin::uri!("http://h/?b=1&a=2&%62=0").into_owned();
    /// uri.sort_pairs();
    /// assert_eq!(uri, "http://h/?a=2&b=1&%62=0");
    /// ```
    pub fn sort_pairs(&mut self) {
        if let Some(query) = self.query().map(Query::as_str) {
            let sorted = QueryEditor::new(Reading::Decoded).sort(query);
            // The pieces of a valid query in another order are a valid query of the length it had.
            let _ = self.put_query(Some(&sorted));
        }
    }

    /// Keeps the pairs of the query that satisfy `keep`, unchanged; a query that loses all its pairs is removed. Key and
    /// value are percent-decoded, with U+FFFD for ill-formed UTF-8; the value of a key without `=` is empty.
    ///
    /// ```
    /// let mut uri = napkin::uri!("http://h/?utm%5Fsource=a&q=x%20y&empty=").into_owned();
    /// uri.retain_pairs(|key, value| !key.starts_with("utm_") && value != "");
    /// assert_eq!(uri, "http://h/?q=x%20y");
    /// ```
    pub fn retain_pairs(&mut self, mut keep: impl FnMut(&str, &str) -> bool) {
        let Some(query) = self.query().map(Query::as_str) else { return };
        let kept = QueryEditor::new(Reading::Decoded).keep(query, |key, value| {
            let [key, value] = [key, value.unwrap_or_default()].map(|text| decode(text, false));
            keep(&key.decode_lossy(), &value.decode_lossy())
        });
        // Some pieces of a valid query are a valid query.
        let _ = self.put_query(kept.as_deref());
    }

    /// Removes the pairs of the query whose key decodes to `key`; returns whether there were any. A query that loses all
    /// its pairs is removed.
    ///
    /// ```
    /// let mut uri = napkin::uri!("http://h/?q=x&p%61ge=1&page").into_owned();
    /// assert!(uri.remove_pair("page") && !uri.remove_pair("page"));
    /// assert_eq!(uri, "http://h/?q=x");
    /// ```
    pub fn remove_pair(&mut self, key: &str) -> bool {
        let query = self.query().map_or("", Query::as_str);
        let places = QueryEditor::new(Reading::Decoded).places(query, key);
        if !places.is_empty() {
            let kept = query::without(query, &places);
            // Some pieces of a valid query are a valid query.
            let _ = self.put_query(kept.as_deref());
        }
        !places.is_empty()
    }

    /// Appends segments to the path, from data: encoded. They are the last [`segments`](crate::Path::segments) of the path
    /// then, also the empty ones; only an empty segment that was the last one before is replaced.
    ///
    /// # Errors
    ///
    /// If one is a dot segment, if the first one is empty and no slash can be written before it, or if the result
    /// would be too long; then no segment is appended.
    ///
    /// ```
    /// let mut uri = napkin::uri!("http://h/a/").into_owned();
    /// uri.extend_segments(["b", "c/d"])?;
    /// assert_eq!(uri, "http://h/a/b/c%2Fd");
    /// assert!(uri.extend_segments(["e", ".."]).is_err());
    /// assert_eq!(uri, "http://h/a/b/c%2Fd");
    /// uri.extend_segments(["users", "", "delete"])?;
    /// assert_eq!(uri, "http://h/a/b/c%2Fd/users//delete");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn extend_segments<S: AsRef<str>>(
        &mut self,
        segments: impl IntoIterator<Item = S>,
    ) -> Result<&mut Self, ParseError> {
        let mut extended = self.clone();
        for (number, segment) in segments.into_iter().enumerate() {
            extended.add_segment(segment.as_ref(), number == 0)?;
        }
        *self = extended;
        Ok(self)
    }
} }
