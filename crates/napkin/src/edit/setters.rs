//! Setters: each replaces the text if the changed one matches the same grammar.

use alloc::string::String;

use super::changed;
use crate::error::ParseError;
use crate::identifier::{Absolute, Family, Grammar, Identifier, WithScheme};
use crate::part_value::{HostValue, PartValue, PortValue};
use crate::query::Pair;

impl<S: Family<Text = String>> Identifier<S> {
    /// Replaces or removes the scheme; raw text.
    ///
    /// # Errors
    ///
    /// If the text is no scheme.
    ///
    /// ```
    /// let mut reference = napkin::uri_ref!("http:a:b").to_owned();
    /// reference.set_scheme(None)?;
    /// // The guard keeps the path a path.
    /// assert_eq!(reference, "./a:b");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn set_scheme<'v>(&mut self, scheme: impl PartValue<'v>) -> Result<(), ParseError> {
        *self = changed::scheme(self, scheme.part_value().as_deref())?;
        Ok(())
    }
}

impl<S: Family<Text = String>> Identifier<WithScheme<S>> {
    /// Replaces the scheme; raw text.
    ///
    /// # Errors
    ///
    /// If the text is no scheme.
    ///
    /// ```
    /// let mut uri = napkin::uri!("ipfs://cid/file").to_owned();
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
    pub fn set_scheme(&mut self, scheme: &str) -> Result<(), ParseError> {
        *self = changed::scheme(self, Some(scheme))?;
        Ok(())
    }
}

impl<S: Family<Text = String>> Identifier<Absolute<S>> {
    /// Replaces the scheme; raw text.
    ///
    /// # Errors
    ///
    /// If the text is no scheme.
    pub fn set_scheme(&mut self, scheme: &str) -> Result<(), ParseError> {
        *self = changed::scheme(self, Some(scheme))?;
        Ok(())
    }
}

impl<G: Grammar<Text = String>> Identifier<G> {
    /// Replaces or removes the authority; raw text, or `None`.
    ///
    /// # Errors
    ///
    /// If the text is no authority, or the path could not follow one.
    pub fn set_authority<'v>(&mut self, authority: impl PartValue<'v>) -> Result<(), ParseError> {
        *self = changed::authority(self, authority.part_value().as_deref())?;
        Ok(())
    }

    /// Replaces or removes the userinfo with its `@`; raw text.
    ///
    /// # Errors
    ///
    /// If the text is no userinfo, or there is no authority to put it into.
    pub fn set_userinfo<'v>(&mut self, userinfo: impl PartValue<'v>) -> Result<(), ParseError> {
        *self = changed::userinfo(self, userinfo.part_value().as_deref())?;
        Ok(())
    }

    /// Replaces the host: an address, or raw text with the brackets of an IP literal. Without an
    /// authority, it makes one; with `None`, it removes the authority.
    ///
    /// # Errors
    ///
    /// If the text is no host, or if the path could not follow an authority.
    pub fn set_host<'v>(&mut self, host: impl HostValue<'v>) -> Result<(), ParseError> {
        *self = changed::host(self, host.host_value().as_deref())?;
        Ok(())
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
    pub fn set_port<'v>(&mut self, port: impl PortValue<'v>) -> Result<(), ParseError> {
        *self = changed::port(self, port.port_value().as_deref())?;
        Ok(())
    }

    /// Replaces the path; raw text. The guards of [`Parts::recompose`](crate::Parts::recompose) may go before it.
    ///
    /// # Errors
    ///
    /// If the text is no path, or cannot follow the authority.
    pub fn set_path(&mut self, path: &str) -> Result<(), ParseError> {
        *self = changed::path(self, path)?;
        Ok(())
    }

    /// Replaces or removes the query; raw text.
    ///
    /// # Errors
    ///
    /// If the text is no query.
    pub fn set_query<'v>(&mut self, query: impl PartValue<'v>) -> Result<(), ParseError> {
        *self = changed::query(self, query.part_value().as_deref())?;
        Ok(())
    }

    /// Replaces or removes the fragment; raw text.
    ///
    /// # Errors
    ///
    /// If the text is no fragment.
    pub fn set_fragment<'v>(&mut self, fragment: impl PartValue<'v>) -> Result<(), ParseError> {
        *self = changed::fragment(self, fragment.part_value().as_deref())?;
        Ok(())
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
    /// let mut uri = napkin::uri!("http://h/a/").to_owned();
    /// uri.push_segment("b c")?;
    /// uri.push_segment("d/e")?;
    /// assert_eq!(uri, "http://h/a/b%20c/d%2Fe");
    /// assert!(uri.push_segment("..").is_err());
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn push_segment(&mut self, data: &str) -> Result<(), ParseError> {
        *self = changed::pushed_segment(self, data)?;
        Ok(())
    }

    /// Removes the last segment of the path with the slash before it; returns whether there was one.
    ///
    /// ```
    /// let mut uri = napkin::uri!("http://h/a/b?q").to_owned();
    /// assert!(uri.pop_segment());
    /// assert_eq!(uri, "http://h/a?q");
    /// assert!(uri.pop_segment() && !uri.pop_segment());
    /// assert_eq!(uri, "http://h?q");
    /// ```
    pub fn pop_segment(&mut self) -> bool {
        let popped = changed::popped_segment(self);
        let had_segments = popped.is_some();
        if let Some(popped) = popped {
            *self = popped;
        }
        had_segments
    }

    /// Appends a pair to the query, from data: both encoded; `None` adds the key without `=`.
    ///
    /// # Errors
    ///
    /// If the result would be too long.
    pub fn append_pair<'v>(
        &mut self,
        key: &str,
        value: impl PartValue<'v>,
    ) -> Result<(), ParseError> {
        *self = changed::appended_pair(self, key, value.part_value().as_deref())?;
        Ok(())
    }

    /// Replaces all pairs of the query with these, from data: keys and values are encoded. Without pairs, the query
    /// is removed.
    ///
    /// # Errors
    ///
    /// If the result would be too long.
    ///
    /// ```
    /// let mut uri = napkin::uri!("http://h/?old").to_owned();
    /// uri.set_pairs([("q", "a&b"), ("page", "2")])?;
    /// assert_eq!(uri, "http://h/?q=a%26b&page=2");
    /// uri.set_pairs::<&str, &str>([])?;
    /// assert_eq!(uri, "http://h/");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn set_pairs<K: AsRef<str>, V: AsRef<str>>(
        &mut self,
        pairs: impl IntoIterator<Item = (K, V)>,
    ) -> Result<(), ParseError> {
        *self = changed::pairs(self, pairs)?;
        Ok(())
    }

    /// Sets the value of `key`: the first pair whose key decodes to it is replaced in its place, and later ones are
    /// removed. If there is none, the pair is appended. Data, encoded.
    ///
    /// # Errors
    ///
    /// If the result would be too long.
    ///
    /// ```
    /// let mut uri = napkin::uri!("http://h/?page=1&q=x&page=2").to_owned();
    /// uri.set_pair("page", "3")?;
    /// uri.set_pair("lang", "é")?;
    /// assert_eq!(uri, "http://h/?page=3&q=x&lang=%C3%A9");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn set_pair<'v>(&mut self, key: &str, value: impl PartValue<'v>) -> Result<(), ParseError> {
        *self = changed::pair(self, key, value.part_value().as_deref(), |(own, _)| {
            own.decode() == key
        })?;
        Ok(())
    }

    /// Like [`set_pair`](Self::set_pair), for a query from an HTML form: `first+name` is found as `first name`. A
    /// space is written as `%20`, which decodes to a space with and without form decoding.
    ///
    /// # Errors
    ///
    /// If the result would be too long.
    ///
    /// ```
    /// let mut uri = napkin::uri!("http://h/?first+name=Ann&x=1").to_owned();
    /// uri.set_form_pair("first name", "Eve")?;
    /// assert_eq!(uri, "http://h/?first%20name=Eve&x=1");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn set_form_pair<'v>(
        &mut self,
        key: &str,
        value: impl PartValue<'v>,
    ) -> Result<(), ParseError> {
        *self = changed::pair(self, key, value.part_value().as_deref(), |(own, _)| {
            own.decode_form() == key
        })?;
        Ok(())
    }

    /// Sorts the pairs of the query by their decoded keys, octet by octet. Pairs of one key keep their order, and
    /// each pair keeps its spelling.
    ///
    /// ```
    /// let mut uri = napkin::uri!("http://h/?b=1&a=2&%62=0").to_owned();
    /// uri.sort_pairs();
    /// assert_eq!(uri, "http://h/?a=2&b=1&%62=0");
    /// ```
    pub fn sort_pairs(&mut self) {
        if let Some(made) = changed::sorted_pairs(self) {
            *self = made;
        }
    }

    /// Keeps the pairs of the query that satisfy `keep`, unchanged; a query that loses all its pairs is removed.
    ///
    /// ```
    /// let mut uri = napkin::uri!("http://h/?utm_source=a&q=x%20y").to_owned();
    /// uri.retain_pairs(|(key, _)| !key.as_str().starts_with("utm_"));
    /// assert_eq!(uri, "http://h/?q=x%20y");
    /// ```
    pub fn retain_pairs(&mut self, keep: impl FnMut(Pair<'_>) -> bool) {
        if let Some(made) = changed::kept_pairs(self, keep) {
            *self = made;
        }
    }
}
