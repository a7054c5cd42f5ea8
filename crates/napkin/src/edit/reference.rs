//! Setters of a [`UriRef`], which may gain or lose a scheme.

use alloc::string::String;

use super::changed;
use crate::error::ParseError;
use crate::part_value::{HostValue, PartValue, PortValue};
use crate::query::Pair;
use crate::uri::UriRef;

impl UriRef<String> {
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

    /// Replaces the host: an address, or raw text with the brackets of an IP literal. More at
    /// [`Uri::set_host`](crate::Uri::set_host).
    ///
    /// # Errors
    ///
    /// If the text is no host, or if the path could not follow an authority.
    pub fn set_host<'v>(&mut self, host: impl HostValue<'v>) -> Result<(), ParseError> {
        *self = changed::host(self, host.host_value().as_deref())?;
        Ok(())
    }

    /// Replaces or removes the port with its colon: a number, or digits as text. More at
    /// [`Uri::set_port`](crate::Uri::set_port).
    ///
    /// # Errors
    ///
    /// If the text is no port, its number is larger than 65535, or there is no authority to put it into.
    pub fn set_port<'v>(&mut self, port: impl PortValue<'v>) -> Result<(), ParseError> {
        *self = changed::port(self, port.port_value().as_deref())?;
        Ok(())
    }

    /// Replaces the path; raw text. More at [`Uri::set_path`](crate::Uri::set_path).
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

    /// Adds a segment to the path, from data: encoded. [`Uri::push_segment`](crate::Uri::push_segment) has an
    /// example.
    ///
    /// # Errors
    ///
    /// If the segment would be a dot segment, which names no child; or if the result would
    /// be too long.
    pub fn push_segment(&mut self, data: &str) -> Result<(), ParseError> {
        *self = changed::pushed_segment(self, data)?;
        Ok(())
    }

    /// Removes the last segment of the path with the slash before it; says whether there was one.
    /// [`Uri::pop_segment`](crate::Uri::pop_segment) has an example.
    pub fn pop_segment(&mut self) -> bool {
        let popped = changed::popped_segment(self);
        let had_segments = popped.is_some();
        if let Some(popped) = popped {
            *self = popped;
        }
        had_segments
    }

    /// Adds a pair at the end of the query, from data: both encoded; `None` adds the key without `=`.
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

    /// Gives the query these pairs and no others, from data: keys and values are encoded.
    /// [`Uri::set_pairs`](crate::Uri::set_pairs) has an example.
    ///
    /// # Errors
    ///
    /// If the result would be too long.
    pub fn set_pairs<K: AsRef<str>, V: AsRef<str>>(
        &mut self,
        pairs: impl IntoIterator<Item = (K, V)>,
    ) -> Result<(), ParseError> {
        *self = changed::pairs(self, pairs)?;
        Ok(())
    }

    /// Gives `key` this value: the first pair whose key decodes to it is replaced in its place, later ones are
    /// removed; without one the pair is appended. [`Uri::set_pair`](crate::Uri::set_pair) has an example.
    ///
    /// # Errors
    ///
    /// If the result would be too long.
    pub fn set_pair<'v>(&mut self, key: &str, value: impl PartValue<'v>) -> Result<(), ParseError> {
        *self = changed::pair(self, key, value.part_value().as_deref(), |(own, _)| {
            own.decode() == key
        })?;
        Ok(())
    }

    /// Like [`set_pair`](Self::set_pair), for a query that a form wrote: `first+name` is found as `first name`.
    /// [`Uri::set_form_pair`](crate::Uri::set_form_pair) has an example.
    ///
    /// # Errors
    ///
    /// If the result would be too long.
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

    /// Sorts the pairs of the query by what their keys decode to, octet by octet.
    /// [`Uri::sort_pairs`](crate::Uri::sort_pairs) has an example.
    pub fn sort_pairs(&mut self) {
        if let Some(made) = changed::sorted_pairs(self) {
            *self = made;
        }
    }

    /// Keeps the pairs of the query for which `keep` says so, as they are written; a query that loses all its pairs
    /// is removed. [`Uri::retain_pairs`](crate::Uri::retain_pairs) has an example.
    pub fn retain_pairs(&mut self, keep: impl FnMut(Pair<'_>) -> bool) {
        if let Some(made) = changed::kept_pairs(self, keep) {
            *self = made;
        }
    }
}
