//! Changing a reference in place, part by part.
//!
//! A setter checks the part and the whole by [`Parts::recompose`], and only then replaces the
//! reference: one that fails changes nothing.

use alloc::string::String;
use alloc::vec::Vec;

use crate::edition::RFC3986;
use crate::error::ParseError;
use crate::fault::{ErrorKind, Part};
use crate::part_value::{HostValue, PartValue, PortValue};
use crate::pieces::{
    AuthorityPieces, check_piece, push_pair, push_segment, write_pair, write_raw_pair,
};
use crate::query::Pair;
use crate::recompose::Parts;
use crate::uri::{Uri, UriRef};

type Edited = Result<(), ParseError>;

/// Taking the place of the reference, once all is checked.
trait Replace {
    fn replace(&mut self, reference: UriRef<String>) -> Edited;
}

impl Replace for UriRef<String> {
    fn replace(&mut self, reference: UriRef<String>) -> Edited {
        *self = reference;
        Ok(())
    }
}

impl Replace for Uri<String> {
    fn replace(&mut self, reference: UriRef<String>) -> Edited {
        *self = Uri::new(reference.into_text())?;
        Ok(())
    }
}

/// The setters that a URI and a reference have in common.
macro_rules! setters {
    ($($type:ident)*) => {$(
        impl $type<String> {
            /// Replaces or removes the authority; raw text, or `None`.
            ///
            /// # Errors
            ///
            /// If the text is no authority, or the path could not follow one.
            pub fn set_authority<'v>(&mut self, authority: impl PartValue<'v>) -> Edited {
                let authority = authority.part_value();
                self.replace(Parts { authority: authority.as_deref(), ..self.parts() }.recompose()?)
            }

            /// Replaces or removes the userinfo with its `@`; raw text.
            ///
            /// # Errors
            ///
            /// If the text is no userinfo, or there is no authority to put it into.
            pub fn set_userinfo<'v>(&mut self, userinfo: impl PartValue<'v>) -> Edited {
                let userinfo = userinfo.part_value();
                check_piece(RFC3986, Part::Userinfo, userinfo.as_deref())?;
                let pieces = authority_of(self, Part::Userinfo)?;
                let pieces = AuthorityPieces { userinfo: userinfo.as_deref(), ..pieces };
                self.set_authority(pieces.write()?)
            }

            /// Replaces the host: an address, or raw text with the brackets of an IP literal. Without an
            /// authority, it makes one; with `None`, it removes the authority.
            ///
            /// # Errors
            ///
            /// If the text is no host, or if the path could not follow an authority.
            pub fn set_host<'v>(&mut self, host: impl HostValue<'v>) -> Edited {
                let host = host.host_value();
                check_piece(RFC3986, Part::Host, host.as_deref())?;
                match (host.as_deref(), authority_of(self, Part::Host)) {
                    (Some(host), Ok(pieces)) => {
                        self.set_authority(AuthorityPieces { host, ..pieces }.write()?)
                    }
                    (host, _) => self.set_authority(host),
                }
            }

            /// Replaces or removes the port with its colon: a number, or digits as text. No digits leave the
            /// colon.
            ///
            /// A larger number than 65535 is valid syntax (RFC 3986 §3.2.3) and no port, so it is refused here;
            /// [`set_authority`](Self::set_authority) takes it.
            ///
            /// # Errors
            ///
            /// If the text is no port, its number is larger than 65535, or there is no authority to put it into.
            pub fn set_port<'v>(&mut self, port: impl PortValue<'v>) -> Edited {
                let port = port.port_value();
                check_piece(RFC3986, Part::Port, port.as_deref())?;
                let pieces = authority_of(self, Part::Port)?;
                self.set_authority(AuthorityPieces { port: port.as_deref(), ..pieces }.write()?)
            }

            /// Replaces the path; raw text. The guards of [`Parts::recompose`] may go before it.
            ///
            /// # Errors
            ///
            /// If the text is no path, or cannot follow the authority.
            pub fn set_path(&mut self, path: &str) -> Edited {
                self.replace(Parts { path, ..self.parts() }.recompose()?)
            }

            /// Replaces or removes the query; raw text.
            ///
            /// # Errors
            ///
            /// If the text is no query.
            pub fn set_query<'v>(&mut self, query: impl PartValue<'v>) -> Edited {
                let query = query.part_value();
                self.replace(Parts { query: query.as_deref(), ..self.parts() }.recompose()?)
            }

            /// Replaces or removes the fragment; raw text.
            ///
            /// # Errors
            ///
            /// If the text is no fragment.
            pub fn set_fragment<'v>(&mut self, fragment: impl PartValue<'v>) -> Edited {
                let fragment = fragment.part_value();
                self.replace(Parts { fragment: fragment.as_deref(), ..self.parts() }.recompose()?)
            }

            /// Adds a segment to the path, from data: encoded. An empty last segment is filled, so
            /// that pushing onto `/a/` and onto `/a` both give `/a/b`.
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
            pub fn push_segment(&mut self, data: &str) -> Edited {
                let parts = self.parts();
                let mut path = String::from(parts.path);
                push_segment(RFC3986, &mut path, parts.authority.is_some(), true, data)?;
                self.set_path(&path)
            }

            /// Removes the last segment of the path with the slash before it; says whether there was
            /// one.
            ///
            /// ```
            /// let mut uri = napkin::uri!("http://h/a/b?q").to_owned();
            /// assert!(uri.pop_segment());
            /// assert_eq!(uri, "http://h/a?q");
            /// assert!(uri.pop_segment() && !uri.pop_segment());
            /// assert_eq!(uri, "http://h?q");
            /// ```
            pub fn pop_segment(&mut self) -> bool {
                let parts = self.parts();
                let path = parts.path.rfind('/').and_then(|slash| parts.path.get(..slash));
                let popped = Parts { path: path.unwrap_or_default(), ..parts }.recompose();
                let had_segments = !parts.path.is_empty();
                had_segments && popped.is_ok_and(|popped| self.replace(popped).is_ok())
            }

            /// Adds a pair at the end of the query, from data: both encoded; `None` adds the key
            /// without `=`.
            ///
            /// # Errors
            ///
            /// If the result would be too long.
            pub fn append_pair<'v>(&mut self, key: &str, value: impl PartValue<'v>) -> Edited {
                let mut query = String::from(self.parts().query.unwrap_or_default());
                push_pair(&mut query, key, value.part_value().as_deref());
                self.set_query(query)
            }

            /// Gives the query these pairs and no others, from data: keys and values are encoded. Without any,
            /// the query is removed.
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
            ) -> Edited {
                let mut query: Option<String> = None;
                for (key, value) in pairs {
                    let query = query.get_or_insert_default();
                    push_pair(query, key.as_ref(), Some(value.as_ref()));
                }
                self.set_query(query.as_deref())
            }

            /// Gives `key` this value: the first pair whose key decodes to it is replaced in its
            /// place, later ones are removed; without one the pair is appended. Data, encoded.
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
            pub fn set_pair<'v>(&mut self, key: &str, value: impl PartValue<'v>) -> Edited {
                let value = value.part_value();
                self.replace_pair(key, value.as_deref(), |(own, _)| own.decode() == key)
            }

            /// Like [`set_pair`](Self::set_pair), for a query that a form wrote: `first+name` is found as
            /// `first name`. What is written has `%20` for a space, which both readings take for one.
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
            pub fn set_form_pair<'v>(&mut self, key: &str, value: impl PartValue<'v>) -> Edited {
                let value = value.part_value();
                self.replace_pair(key, value.as_deref(), |(own, _)| own.decode_form() == key)
            }

            fn replace_pair(
                &mut self,
                key: &str,
                value: Option<&str>,
                is_meant: impl Fn(Pair<'_>) -> bool,
            ) -> Edited {
                let mut found = false;
                let mut query: Option<String> = None;
                for pair in self.query().into_iter().flat_map(|query| query.pairs()) {
                    let is_meant = is_meant(pair);
                    if is_meant && found {
                        continue;
                    }
                    if let Some(query) = &mut query {
                        query.push('&');
                    }
                    let query = query.get_or_insert_default();
                    if is_meant {
                        found = true;
                        write_pair(query, key, value);
                    } else {
                        write_raw_pair(query, pair);
                    }
                }
                if found { self.set_query(query.as_deref()) } else { self.append_pair(key, value) }
            }

            /// Sorts the pairs of the query by what their keys decode to, octet by octet. Pairs of one key keep
            /// their order, and each pair stays as it is written.
            ///
            /// ```
            /// let mut uri = napkin::uri!("http://h/?b=1&a=2&%62=0").to_owned();
            /// uri.sort_pairs();
            /// assert_eq!(uri, "http://h/?a=2&b=1&%62=0");
            /// ```
            pub fn sort_pairs(&mut self) {
                let Some(query) = self.query() else { return };
                let mut pairs: Vec<_> = query.pairs().collect();
                pairs.sort_by_cached_key(|(key, _)| key.decode().to_bytes());
                if let Some(sorted) = joined(pairs) {
                    // The pieces of a valid query are valid in any order, and as long.
                    let _ = self.set_query(sorted);
                }
            }

            /// Keeps the pairs of the query for which `keep` says so, as they are written; a query
            /// that loses all its pairs is removed.
            ///
            /// ```
            /// let mut uri = napkin::uri!("http://h/?utm_source=a&q=x%20y").to_owned();
            /// uri.retain_pairs(|(key, _)| !key.as_str().starts_with("utm_"));
            /// assert_eq!(uri, "http://h/?q=x%20y");
            /// ```
            pub fn retain_pairs(&mut self, mut keep: impl FnMut(Pair<'_>) -> bool) {
                let Some(query) = self.query().filter(|query| !query.is_empty()) else { return };
                let kept = joined(query.pairs().filter(|&pair| keep(pair)));
                // What is left of a valid query is valid.
                let _ = self.set_query(kept.as_deref());
            }
        }
    )*};
}

setters! { UriRef Uri }

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
    pub fn set_scheme<'v>(&mut self, scheme: impl PartValue<'v>) -> Edited {
        let scheme = scheme.part_value();
        self.replace(Parts { scheme: scheme.as_deref(), ..self.parts() }.recompose()?)
    }
}

impl Uri<String> {
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
    pub fn set_scheme(&mut self, scheme: &str) -> Edited {
        self.replace(Parts { scheme: Some(scheme), ..self.parts() }.recompose()?)
    }
}

/// The pieces of the authority, one of which is about to change.
fn authority_of(reference: &UriRef<String>, part: Part) -> Result<AuthorityPieces<'_>, ParseError> {
    let Some(authority) = reference.authority() else {
        return Err(ParseError::new(RFC3986, ErrorKind::MissingAuthority, part, 0));
    };
    Ok(AuthorityPieces {
        userinfo: authority.userinfo().map(super::authority::Userinfo::as_str),
        host: authority.host().as_str(),
        port: authority.port().map(super::authority::Port::as_str),
    })
}

/// Pairs as they are written, with `&` between them; nothing without any.
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
