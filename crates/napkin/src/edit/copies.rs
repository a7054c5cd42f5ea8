//! Copies with one part changed, of identifiers over any text. One allocation, of the right size.

use alloc::string::String;

use super::splice::{Before, Splice};
use super::value::{HostValue, PartValue, PortValue};
use crate::components::Components;
use crate::error::ParseError;
use crate::fault::{ErrorKind, Part};
use crate::identifier::{Identifier, Iri, IriRef, Parsed, Uri, UriRef, for_each_changed};

/// The text and the offsets with a value in a part, or without the part.
fn changed<I: Identifier>(
    text: &str,
    components: &Components,
    part: Part,
    value: Option<&str>,
) -> Result<(String, Components), ParseError> {
    let is_beside_host = matches!(part, Part::Userinfo | Part::Port);
    if is_beside_host && value.is_none() && !components.has_host() {
        return Err(ParseError::new(I::EDITION, ErrorKind::MissingAuthority, part, 0));
    }
    let before = Before { edition: I::EDITION, text, components, is_independent: true };
    let splice = Splice::new(before, part, value)?;
    Ok((splice.copy(text), splice.moved(components)))
}

/// A copy with a value in a part, or without the part.
fn copy<I: Identifier<Text: AsRef<str>>>(
    before: &I,
    part: Part,
    value: Option<&str>,
) -> Result<I::With<String>, ParseError> {
    let inner = before.inner();
    let (text, components) = changed::<I>(inner.raw(), inner.components(), part, value)?;
    Ok(I::With::wrap(text, components))
}

macro_rules! copies {
    ($type:ident) => {
        impl<T: AsRef<str>> $type<T> {
            /// A copy with another authority, or without one; as [`set_authority`](Self::set_authority).
            ///
            /// # Errors
            ///
            /// If the text is no authority, or the path could not follow one.
            ///
            /// ```
            /// let uri = napkin::uri!("http://u@example.com:8042/over/there?q#nose");
            /// assert_eq!(uri.with_authority("h:80")?, "http://h:80/over/there?q#nose");
            /// assert_eq!(uri.with_authority(None)?, "http:/over/there?q#nose");
            /// # Ok::<(), napkin::ParseError>(())
            /// ```
            pub fn with_authority<'v>(
                &self,
                authority: impl PartValue<'v>,
            ) -> Result<$type<String>, ParseError> {
                authority.lend_part(|authority| copy(self, Part::Authority, authority))
            }

            /// A copy with other userinfo, or without it; as [`set_userinfo`](Self::set_userinfo).
            ///
            /// # Errors
            ///
            /// If the text is no userinfo, or there is no authority to put it into.
            ///
            /// ```
            /// let uri = napkin::uri!("http://u@example.com:8042/over/there?q#nose");
            /// assert_eq!(uri.with_userinfo(None)?, "http://example.com:8042/over/there?q#nose");
            /// # Ok::<(), napkin::ParseError>(())
            /// ```
            pub fn with_userinfo<'v>(
                &self,
                userinfo: impl PartValue<'v>,
            ) -> Result<$type<String>, ParseError> {
                userinfo.lend_part(|userinfo| copy(self, Part::Userinfo, userinfo))
            }

            /// A copy with another host, or without an authority; as [`set_host`](Self::set_host).
            ///
            /// # Errors
            ///
            /// If the text is no host, or if the path could not follow an authority.
            ///
            /// ```
            /// let uri = napkin::uri!("http://example.com:8042/over/there?q");
            /// let mirror = uri.with_host("mirror.example.org")?;
            /// assert_eq!(mirror, "http://mirror.example.org:8042/over/there?q");
            /// # Ok::<(), napkin::ParseError>(())
            /// ```
            pub fn with_host<'v>(
                &self,
                host: impl HostValue<'v>,
            ) -> Result<$type<String>, ParseError> {
                host.lend_host(|host| copy(self, Part::Host, host))
            }

            /// A copy with another port, or without it; as [`set_port`](Self::set_port).
            ///
            /// # Errors
            ///
            /// If the text is no port, its number is larger than 65535, or there is no authority to put it into.
            ///
            /// ```
            /// let uri = napkin::uri!("http://u@example.com:8042/over/there?q#nose");
            /// assert_eq!(uri.with_port(80)?, "http://u@example.com:80/over/there?q#nose");
            /// assert_eq!(uri.with_port(None)?, "http://u@example.com/over/there?q#nose");
            /// # Ok::<(), napkin::ParseError>(())
            /// ```
            pub fn with_port<'v>(
                &self,
                port: impl PortValue<'v>,
            ) -> Result<$type<String>, ParseError> {
                port.lend_port(|port| copy(self, Part::Port, port))
            }

            /// A copy with another path; as [`set_path`](Self::set_path).
            ///
            /// # Errors
            ///
            /// If the text is no path, or cannot follow the authority.
            ///
            /// ```
            /// let uri = napkin::uri!("http://u@example.com:8042/over/there?q#nose");
            /// assert_eq!(uri.with_path("/here")?, "http://u@example.com:8042/here?q#nose");
            /// assert!(uri.with_path("here").is_err()); // it would be part of the port
            /// # Ok::<(), napkin::ParseError>(())
            /// ```
            pub fn with_path(&self, path: &str) -> Result<$type<String>, ParseError> {
                copy(self, Part::Path, Some(path))
            }

            /// A copy with another query, or without it; as [`set_query`](Self::set_query).
            ///
            /// # Errors
            ///
            /// If the text is no query.
            ///
            /// ```
            /// let uri = napkin::uri!("http://u@example.com:8042/over/there?q#nose");
            /// assert_eq!(uri.with_query("a=b")?, "http://u@example.com:8042/over/there?a=b#nose");
            /// assert_eq!(uri.with_query(None)?, "http://u@example.com:8042/over/there#nose");
            /// # Ok::<(), napkin::ParseError>(())
            /// ```
            pub fn with_query<'v>(
                &self,
                query: impl PartValue<'v>,
            ) -> Result<$type<String>, ParseError> {
                query.lend_part(|query| copy(self, Part::Query, query))
            }

            /// A copy without the query; the fragment stays.
            ///
            /// ```
            /// let uri = napkin::uri!("http://h/a?b#c");
            /// assert_eq!(uri.without_query(), "http://h/a#c");
            /// assert_eq!(uri.without_fragment().without_query(), "http://h/a");
            /// ```
            pub fn without_query(&self) -> $type<String> {
                let (text, components) = (self.raw(), *self.components());
                let [path_end, query_end] =
                    [components.path_end, components.query_end].map(|end| end as usize);
                let kept = [text.get(..path_end), text.get(query_end..)];
                let text = kept.map(Option::unwrap_or_default).concat();
                let query_end = components.path_end;
                $type::wrap(text, Components { query_end, ..components })
            }

            /// A copy with more segments at the end of the path, from data; as
            /// [`extend_segments`](Self::extend_segments).
            ///
            /// # Errors
            ///
            /// As [`extend_segments`](Self::extend_segments).
            ///
            /// ```
            /// let uri = napkin::uri!("http://h/a?q").with_segments(["b c", "d"])?;
            /// assert_eq!(uri, "http://h/a/b%20c/d?q");
            /// # Ok::<(), napkin::ParseError>(())
            /// ```
            pub fn with_segments<S: AsRef<str>>(
                &self,
                segments: impl IntoIterator<Item = S>,
            ) -> Result<$type<String>, ParseError> {
                let mut copy = $type::wrap(String::from(self.raw()), *self.components());
                copy.extend_segments(segments)?;
                Ok(copy)
            }

            /// A copy with another fragment, or without it; as [`set_fragment`](Self::set_fragment).
            ///
            /// # Errors
            ///
            /// If the text is no fragment.
            ///
            /// ```
            /// let uri = napkin::uri!("http://h/a#nose");
            /// assert_eq!(uri.with_fragment(None)?, "http://h/a");
            /// assert_eq!(uri.with_fragment("top")?, "http://h/a#top");
            /// # Ok::<(), napkin::ParseError>(())
            /// ```
            pub fn with_fragment<'v>(
                &self,
                fragment: impl PartValue<'v>,
            ) -> Result<$type<String>, ParseError> {
                fragment.lend_part(|fragment| copy(self, Part::Fragment, fragment))
            }
        }
    };
}

for_each_changed!(copies);

macro_rules! with_optional_scheme {
    ($($type:ident)*) => {$(
        impl<T: AsRef<str>> $type<T> {
            /// A copy with another scheme, or without it; as [`set_scheme`](Self::set_scheme).
            ///
            /// # Errors
            ///
            /// If the text is no scheme.
            ///
            /// ```
            /// let uri = napkin::uri!("http://u@example.com:8042/over/there?q#nose");
            /// assert_eq!(uri.with_scheme("https")?, "https://u@example.com:8042/over/there?q#nose");
            /// # Ok::<(), napkin::ParseError>(())
            /// ```
            pub fn with_scheme<'v>(
                &self,
                scheme: impl PartValue<'v>,
            ) -> Result<$type<String>, ParseError> {
                scheme.lend_part(|scheme| copy(self, Part::Scheme, scheme))
            }
        }
    )*};
}

with_optional_scheme! { UriRef IriRef }

macro_rules! with_scheme {
    ($($type:ident)*) => {$(
        impl<T: AsRef<str>> $type<T> {
            /// A copy with another scheme; as [`set_scheme`](Self::set_scheme).
            ///
            /// # Errors
            ///
            /// If the text is no scheme.
            ///
            /// ```
            /// let uri = napkin::uri!("http://u@example.com:8042/over/there?q#nose");
            /// assert_eq!(uri.with_scheme("https")?, "https://u@example.com:8042/over/there?q#nose");
            /// # Ok::<(), napkin::ParseError>(())
            /// ```
            pub fn with_scheme(&self, scheme: &str) -> Result<$type<String>, ParseError> {
                copy(self, Part::Scheme, Some(scheme))
            }
        }
    )*};
}

with_scheme! { Uri Iri }
