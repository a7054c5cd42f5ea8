//! Setters: each checks its piece, changes the text in place, and moves the offsets of the parts.
//!
//! Each returns the identifier, so that calls can be chained. Nothing is parsed again, since the parts of RFC 3986 and
//! RFC 3987 are [independent](has_independent_parts). A setter that fails changes nothing.

use alloc::string::String;
use alloc::vec::Vec;

use super::append;
use super::pieces::{push_pair, write_pair, write_raw_pair};
use super::splice::{Before, Splice, has_independent_parts};
use super::value::{HostValue, PartValue, PortValue};
use crate::components::Components;
use crate::edition::Edition;
use crate::error::ParseError;
use crate::fault::{ErrorKind, Part};
use crate::identifier::{
    AbsoluteIri, AbsoluteUri, Identifier, Iri, IriRef, Parsed, Uri, UriRef, for_each_identifier,
};
use crate::parse::Start;
use crate::parse::exact::check_start;
use crate::views::query::{Pair, Query};

/// Puts a value into a part of a text that matches the start rule, or removes the part. With the part as a constant,
/// little of a [`Splice`] is left.
#[inline(always)]
fn set(
    (edition, start): (&'static Edition, Start),
    text: &mut String,
    components: &mut Components,
    part: Part,
    value: Option<&str>,
) -> Result<(), ParseError> {
    let before = Before { edition, text, components, is_independent: true };
    let splice = Splice::new(before, part, value)?;
    if part == Part::Fragment {
        // The types lose no scheme that they need, and no other part is a matter of the start rule.
        check_start(edition, splice.length, components, start)?;
    }
    splice.apply(text, components);
    Ok(())
}

/// The setter of each part, compiled once for all types.
macro_rules! of_parts {
    ($($set:ident $part:ident),*) => {
        $(
            fn $set(
                grammar: (&'static Edition, Start),
                text: &mut String,
                components: &mut Components,
                value: Option<&str>,
            ) -> Result<(), ParseError> {
                set(grammar, text, components, Part::$part, value)
            }
        )*

        /// The setter of a part.
        #[inline(always)]
        fn setter(part: Part) -> Setter {
            match part { $(Part::$part => $set,)* }
        }
    };
}

type Setter = fn(
    (&'static Edition, Start),
    &mut String,
    &mut Components,
    Option<&str>,
) -> Result<(), ParseError>;

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
        setter(part)((Self::EDITION, Self::START), text, components, value)
    }

    /// Puts a value into userinfo or port, or removes the part; an authority has to exist, also for removing it.
    fn set_beside_host(&mut self, part: Part, value: Option<&str>) -> Result<(), ParseError> {
        if value.is_none() && !self.inner().components().has_host() {
            return Err(ParseError::new(Self::EDITION, ErrorKind::MissingAuthority, part, 0));
        }
        self.set(part, value)
    }

    /// Puts one pair of this key and value in the place of the first pair that is meant, or at the end.
    fn replace_pair(
        &mut self,
        key: &str,
        value: Option<&str>,
        is_meant: impl Fn(Pair<'_>) -> bool,
    ) -> Result<(), ParseError> {
        let mut found = false;
        let mut made = String::new();
        for (number, pair) in self.inner().query().into_iter().flat_map(Query::pairs).enumerate() {
            let is_meant = is_meant(pair);
            if is_meant && found {
                continue;
            }
            let delimiter = (number > 0).then_some('&');
            if is_meant {
                found = true;
                write_pair(Self::EDITION, &mut made, delimiter, key, value);
            } else {
                made.extend(delimiter);
                write_raw_pair(&mut made, pair);
            }
        }
        if found {
            return self.set(Part::Query, Some(&made));
        }
        let (text, components) = self.parts_mut();
        append::pair(Self::EDITION, text, components, key, value)
    }
}

impl<I: Identifier<Text = String>> Change for I {}

/// The pairs joined with `&`, unchanged; `None` if there are none.
fn joined<'p>(pairs: impl IntoIterator<Item = Pair<'p>>) -> Option<String> {
    let mut text: Option<String> = None;
    for pair in pairs {
        match &mut text {
            Some(text) => {
                text.push('&');
                write_raw_pair(text, pair);
            }
            None => write_raw_pair(text.insert(String::new()), pair),
        }
    }
    text
}

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
required_scheme! { AbsoluteUri }
required_scheme! { Iri }
required_scheme! { AbsoluteIri }

for_each_identifier! { String => {
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
    /// If the segment would be a dot segment, which names no child; or if the result would
    /// be too long.
    ///
    /// ```
    /// let mut uri = napkin::uri!("http://h/a/").into_owned();
    /// uri.push_segment("b c")?;
    /// uri.push_segment("d/e")?;
    /// assert_eq!(uri, "http://h/a/b%20c/d%2Fe");
    /// assert!(uri.push_segment("..").is_err());
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn push_segment(&mut self, data: &str) -> Result<&mut Self, ParseError> {
        let (text, components) = self.parts_mut();
        if components.path().is_empty() && components.authority_end == 0 {
            // The first segment of a path may need a guard.
            let mut path = String::new();
            append::segment(Self::EDITION, &mut path, &mut Components::all_path(0), true, data)?;
            self.set(Part::Path, Some(&path))?;
        } else {
            append::segment(Self::EDITION, text, components, true, data)?;
        }
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
        let is_meant = |(own, _): Pair<'_>| own.decode() == key;
        value.lend_part(|value| self.replace_pair(key, value, is_meant))?;
        Ok(self)
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
        let is_meant = |(own, _): Pair<'_>| own.decode_form() == key;
        value.lend_part(|value| self.replace_pair(key, value, is_meant))?;
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
        let mut pairs: Vec<_> = self.query().into_iter().flat_map(Query::pairs).collect();
        pairs.sort_by_cached_key(|(key, _)| key.decode().to_bytes());
        if let Some(query) = joined(pairs) {
            // The pieces of a valid query in another order are a valid query of the length it had.
            let _ = self.set(Part::Query, Some(&query));
        }
    }

    /// Keeps the pairs of the query that satisfy `keep`, unchanged; a query that loses all its pairs is removed.
    ///
    /// ```
    /// let mut uri = napkin::uri!("http://h/?utm_source=a&q=x%20y").into_owned();
    /// uri.retain_pairs(|(key, _)| !key.as_str().starts_with("utm_"));
    /// assert_eq!(uri, "http://h/?q=x%20y");
    /// ```
    pub fn retain_pairs(&mut self, mut keep: impl FnMut(Pair<'_>) -> bool) {
        if let Some(query) = self.query().filter(|query| !query.is_empty()) {
            let query = joined(query.pairs().filter(|&pair| keep(pair)));
            // Some pieces of a valid query are a valid query.
            let _ = self.set(Part::Query, query.as_deref());
        }
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
        let is_meant = |(own, _): Pair<'_>| own.decode() == key;
        let found = self.query().into_iter().flat_map(Query::pairs).any(is_meant);
        if found {
            self.retain_pairs(|pair| !is_meant(pair));
        }
        found
    }

    /// Appends segments to the path, each as [`push_segment`](Self::push_segment) does.
    ///
    /// # Errors
    ///
    /// As [`push_segment`](Self::push_segment); then no segment is appended.
    ///
    /// ```
    /// let mut uri = napkin::uri!("http://h/a").into_owned();
    /// uri.extend_segments(["b", "c/d"])?;
    /// assert_eq!(uri, "http://h/a/b/c%2Fd");
    /// assert!(uri.extend_segments(["e", ".."]).is_err());
    /// assert_eq!(uri, "http://h/a/b/c%2Fd");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn extend_segments<S: AsRef<str>>(
        &mut self,
        segments: impl IntoIterator<Item = S>,
    ) -> Result<&mut Self, ParseError> {
        let mut extended = self.clone();
        for segment in segments {
            extended.push_segment(segment.as_ref())?;
        }
        *self = extended;
        Ok(self)
    }
} }
