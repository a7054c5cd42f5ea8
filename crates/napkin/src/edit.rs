//! Changing a reference in place, part by part.
//!
//! A setter checks the part and the whole by [`Parts::recompose`], and only then replaces the
//! reference: one that fails changes nothing.

use alloc::string::String;

use crate::edition::RFC3986;
use crate::encoded::{Encoded, part};
use crate::error::ParseError;
use crate::fault::{ErrorKind, Part};
use crate::parse::exact::parse_part;
use crate::percent::encode;
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
            pub fn set_authority<'v>(&mut self, authority: impl Into<Option<&'v str>>) -> Edited {
                let authority = authority.into();
                self.replace(Parts { authority, ..self.parts() }.recompose()?)
            }

            /// Replaces or removes the userinfo with its `@`; raw text.
            ///
            /// # Errors
            ///
            /// If the text is no userinfo, or there is no authority to put it into.
            pub fn set_userinfo<'v>(&mut self, userinfo: impl Into<Option<&'v str>>) -> Edited {
                let userinfo = userinfo.into();
                check(Part::Userinfo, userinfo)?;
                let authority = authority_of(self, Part::Userinfo)?.with(Part::Userinfo, userinfo);
                self.set_authority(&*authority)
            }

            /// Replaces the host, with the brackets of an IP literal; raw text. Without an
            /// authority, it makes one; with `None`, it removes the authority.
            ///
            /// # Errors
            ///
            /// If the text is no host, or if the path could not follow an authority.
            pub fn set_host<'v>(&mut self, host: impl Into<Option<&'v str>>) -> Edited {
                let host = host.into();
                check(Part::Host, host)?;
                match (host, authority_of(self, Part::Host)) {
                    (Some(_), Ok(authority)) => {
                        self.set_authority(&*authority.with(Part::Host, host))
                    }
                    _ => self.set_authority(host),
                }
            }

            /// Replaces or removes the port with its colon; digits, or nothing.
            ///
            /// # Errors
            ///
            /// If the text is no port, or there is no authority to put it into.
            pub fn set_port<'v>(&mut self, port: impl Into<Option<&'v str>>) -> Edited {
                let port = port.into();
                check(Part::Port, port)?;
                let authority = authority_of(self, Part::Port)?.with(Part::Port, port);
                self.set_authority(&*authority)
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
            pub fn set_query<'v>(&mut self, query: impl Into<Option<&'v str>>) -> Edited {
                let query = query.into();
                self.replace(Parts { query, ..self.parts() }.recompose()?)
            }

            /// Replaces or removes the fragment; raw text.
            ///
            /// # Errors
            ///
            /// If the text is no fragment.
            pub fn set_fragment<'v>(&mut self, fragment: impl Into<Option<&'v str>>) -> Edited {
                let fragment = fragment.into();
                self.replace(Parts { fragment, ..self.parts() }.recompose()?)
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
                if matches!(data, "." | "..") {
                    return Err(ParseError::new(RFC3986, ErrorKind::DotSegment, Part::Path, 0));
                }
                let parts = self.parts();
                let path = parts.path;
                let slash = if path.is_empty() && parts.authority.is_none() || path.ends_with('/') {
                    ""
                } else {
                    "/"
                };
                let path = alloc::format!("{path}{slash}{}", encode(data));
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
            pub fn append_pair<'v>(
                &mut self,
                key: &str,
                value: impl Into<Option<&'v str>>,
            ) -> Edited {
                let value = value.into();
                let mut query = match self.query() {
                    Some(query) if !query.is_empty() => alloc::format!("{query}&"),
                    _ => String::new(),
                };
                query.push_str(&written_pair(key, value));
                self.set_query(&*query)
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
            pub fn set_pair<'v>(
                &mut self,
                key: &str,
                value: impl Into<Option<&'v str>>,
            ) -> Edited {
                let value = value.into();
                let mut new = Some(written_pair(key, value));
                let mut found = false;
                let mut pairs = alloc::vec::Vec::new();
                for pair in self.query().into_iter().flat_map(|query| query.pairs()) {
                    if pair.0.decode() == key {
                        found = true;
                        pairs.extend(new.take());
                    } else {
                        pairs.push(raw_pair(pair));
                    }
                }
                if !found {
                    return self.append_pair(key, value);
                }
                self.set_query(&*pairs.join("&"))
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
                let mut kept = String::new();
                let mut any = false;
                for pair in query.pairs().filter(|&pair| keep(pair)) {
                    if any {
                        kept.push('&');
                    }
                    kept.push_str(&raw_pair(pair));
                    any = true;
                }
                // What is left of a valid query is valid.
                let _ = self.set_query(any.then_some(kept.as_str()));
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
    pub fn set_scheme<'v>(&mut self, scheme: impl Into<Option<&'v str>>) -> Edited {
        let scheme = scheme.into();
        self.replace(Parts { scheme, ..self.parts() }.recompose()?)
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

fn check(part: Part, text: Option<&str>) -> Edited {
    text.map_or(Ok(()), |text| parse_part(RFC3986, text.as_bytes(), part))
}

/// The pieces of an authority, one of which is about to change.
struct AuthorityParts<'a> {
    userinfo: Option<&'a str>,
    host: &'a str,
    port: Option<&'a str>,
}

fn authority_of(reference: &UriRef<String>, part: Part) -> Result<AuthorityParts<'_>, ParseError> {
    let Some(authority) = reference.authority() else {
        return Err(ParseError::new(RFC3986, ErrorKind::MissingAuthority, part, 0));
    };
    Ok(AuthorityParts {
        userinfo: authority.userinfo().map(super::authority::Userinfo::as_str),
        host: authority.host().as_str(),
        port: authority.port().map(super::authority::Port::as_str),
    })
}

impl<'a> AuthorityParts<'a> {
    /// The text of the authority with one piece replaced.
    fn with(mut self, part: Part, text: Option<&'a str>) -> String {
        match part {
            Part::Userinfo => self.userinfo = text,
            Part::Port => self.port = text,
            _ => self.host = text.unwrap_or_default(),
        }
        let userinfo = self.userinfo.map_or_else(String::new, |text| alloc::format!("{text}@"));
        let port = self.port.map_or_else(String::new, |digits| alloc::format!(":{digits}"));
        alloc::format!("{userinfo}{}{port}", self.host)
    }
}

fn written_pair(key: &str, value: Option<&str>) -> String {
    match value {
        Some(value) => alloc::format!("{}={}", encode(key), encode(value)),
        None => alloc::format!("{}", encode(key)),
    }
}

fn raw_pair((key, value): Pair<'_>) -> String {
    let equals = if value.is_some() { "=" } else { "" };
    let value = value.map_or("", Encoded::<part::Query>::as_str);
    alloc::format!("{key}{equals}{value}")
}
