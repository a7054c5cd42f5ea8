//! Building an identifier from its parts.
//!
//! The builder is a text and the places of its parts, which nobody has checked yet: each piece is written where it
//! belongs, by the splice of its part. At the end, the text is parsed once; it is right if the parser finds every part
//! where it was put. Only then is a faulty piece looked for.

use alloc::string::String;
use core::fmt::{Display, Write};
use core::marker::PhantomData;
use core::net::IpAddr;

use super::append::{self, split_off};
use super::splice::{Before, Moves, guard, has_rootless_path, place};
use super::value::HostValue;
use crate::components::{Components, HostKind};
use crate::error::ParseError;
use crate::fault::{ErrorKind, Part};
use crate::identifier::made::try_new;
use crate::identifier::{
    AbsoluteIri, AbsoluteUri, Identifier, Iri, IriRef, Uri, UriRef, for_each_identifier,
};
use crate::length;
use crate::parse::exact::{HostRange, parse_part};
use crate::percent::encode;
use crate::reference::Reference;

/// Collects the parts of a URI or a relative reference.
///
/// Whole parts are given in their final form, as anything that implements `Display`: text, or [`encode`]d data.
/// Parts given piece by piece ([`segment`](Self::segment), [`pair`](Self::pair), [`host_name`](Self::host_name))
/// are data; the builder encodes them.
///
/// ```
/// use napkin::{Builder, percent::encode};
///
/// let uri = Builder::new()
///     .scheme("https")
///     .host("example.com")
///     .port(8042)
///     .segment("over/there")
///     .segment("x y")
///     .pair("name", "ferret & co")
///     .fragment(encode("nose?"))
///     .uri()?;
/// assert_eq!(
///     uri.as_str(),
///     "https://example.com:8042/over%2Fthere/x%20y?name=ferret%20%26%20co#nose%3F",
/// );
/// # Ok::<(), napkin::ParseError>(())
/// ```
///
/// A value given for one part cannot end up in another:
///
/// ```
/// use napkin::{Builder, ErrorKind};
///
/// let http = || Builder::new().scheme("http");
/// assert!(http().host("user@evil.example").uri().is_err());
/// assert!(http().host("h:80").uri().is_err());
/// let error = http().host("h").segment("..").uri().unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::DotSegment);
/// ```
///
/// A reference gives its parts to a builder:
///
/// ```
/// use napkin::{Builder, uri};
///
/// let uri = Builder::from(uri!("http://u@h/a/?q#f")).port(80).segment("b").pair("k", "v").uri()?;
/// assert_eq!(uri, "http://u@h:80/a/b?q&k=v#f");
/// # Ok::<(), napkin::ParseError>(())
/// ```
pub type Builder = IdentifierBuilder<UriRef<String>>;

/// Collects the parts of an IRI or a relative reference, as [`Builder`] does those of a URI.
///
/// Parts given piece by piece are data and are encoded; non-ASCII letters stay as they are.
///
/// ```
/// use napkin::IriBuilder;
///
/// let builder = IriBuilder::new().scheme("http").host("例え.jp").segment("blåbær/1").pair("q", "ß&");
/// assert_eq!(builder.iri()?, "http://例え.jp/blåbær%2F1?q=ß%26");
/// # Ok::<(), napkin::ParseError>(())
/// ```
pub type IriBuilder = IdentifierBuilder<IriRef<String>>;

/// Collects the parts of an identifier: see [`Builder`] for URIs, [`IriBuilder`] for IRIs.
#[derive(Clone, Debug)]
#[must_use]
pub struct IdentifierBuilder<S> {
    text: String,
    /// The places of the parts in the text, apart from the kind of the host.
    components: Components,
    /// Whether the scheme was given as the empty text, which is in no place.
    has_empty_scheme: bool,
    /// Whether the last path segment was given by `segment`, so that an empty one is intended.
    ends_in_segment: bool,
    /// The error in a segment of the path that was last given.
    fault: Option<ParseError>,
    /// Whether the text became too long; no more is written then.
    is_too_long: bool,
    family: PhantomData<S>,
}

/// An empty host, which is at the start of its text.
const EMPTY_HOST: HostRange = (0, 0, HostKind::RegName);

impl<S> Default for IdentifierBuilder<S> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S> IdentifierBuilder<S> {
    /// A builder without parts, which builds the empty relative reference.
    pub const fn new() -> Self {
        Self {
            text: String::new(),
            components: Components::all_path(0),
            has_empty_scheme: false,
            ends_in_segment: false,
            fault: None,
            is_too_long: false,
            family: PhantomData,
        }
    }
}

impl<S: Identifier<Text = String>> IdentifierBuilder<S> {
    /// The scheme, without its colon.
    pub fn scheme(mut self, scheme: impl Display) -> Self {
        self.put(Part::Scheme, None, &scheme);
        // Without a scheme, its colon is part of the path.
        self.has_empty_scheme = self.components.scheme_end == 0;
        if self.has_empty_scheme && !self.is_too_long {
            self.text.drain(..1);
            let offsets = self.components.offsets().map(|offset| offset.saturating_sub(1));
            self.components = self.components.with_offsets(offsets);
        }
        self
    }

    /// The userinfo, in its final form. Passwords in it are deprecated (RFC 3986 §3.2.1).
    pub fn userinfo(self, userinfo: impl Display) -> Self {
        self.put_into_authority(Part::Userinfo, &userinfo)
    }

    /// The host, in its final form: a name, an IPv4 address, or an IP literal with its brackets.
    pub fn host(self, host: impl Display) -> Self {
        self.put_into_authority(Part::Host, &host)
    }

    /// A host name of any characters, encoded as UTF-8 and percent-encoded (§3.2.2).
    pub fn host_name(self, name: &str) -> Self {
        self.host(encode(name).by(S::EDITION).for_part(Part::Host))
    }

    /// An IP address as host, with brackets if it needs them.
    pub fn ip(self, address: IpAddr) -> Self {
        address.lend_host(|host| self.host(host.unwrap_or_default()))
    }

    /// The port.
    pub fn port(self, port: u16) -> Self {
        self.put_into_authority(Part::Port, &port)
    }

    /// The whole path, in its final form.
    pub fn path(mut self, path: impl Display) -> Self {
        self.put(Part::Path, None, &path);
        self.ends_in_segment = false;
        self.fault = None;
        self
    }

    /// Appends one segment, given as data. The segment is encoded and follows a slash, unless the path is empty and
    /// there is no authority. If a path given as a whole ends in a slash, no second slash is added.
    ///
    /// The segments `.` and `..` name no child; [`uri_ref`](Self::uri_ref) refuses them.
    pub fn segment(mut self, data: &str) -> Self {
        let fills = !self.ends_in_segment;
        self.append(|text, components| append::segment(S::EDITION, text, components, fills, data));
        self.ends_in_segment = true;
        self
    }

    /// The whole query, in its final form.
    pub fn query(mut self, query: impl Display) -> Self {
        self.put(Part::Query, None, &query);
        self
    }

    /// Appends one `key=value` pair to the query, given as data: key and value are encoded.
    pub fn pair(mut self, key: &str, value: &str) -> Self {
        self.append(|text, components| {
            append::pair(S::EDITION, text, components, key, Some(value))
        });
        self
    }

    /// Appends pairs to the query, as [`pair`](Self::pair) does.
    ///
    /// ```
    /// let uri = napkin::Builder::new().scheme("x").pairs([("a", "1"), ("b", "2")]).uri()?;
    /// assert_eq!(uri, "x:?a=1&b=2");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn pairs<K: AsRef<str>, V: AsRef<str>>(
        self,
        pairs: impl IntoIterator<Item = (K, V)>,
    ) -> Self {
        pairs.into_iter().fold(self, |built, (key, value)| built.pair(key.as_ref(), value.as_ref()))
    }

    /// The fragment, in its final form.
    pub fn fragment(mut self, fragment: impl Display) -> Self {
        self.put(Part::Fragment, None, &fragment);
        self
    }

    /// Puts a piece of the authority, which it makes if there is none.
    fn put_into_authority(mut self, part: Part, value: &dyn Display) -> Self {
        if !self.components.has_host() {
            self.put(Part::Authority, Some(EMPTY_HOST), &"");
        }
        self.put(part, None, value);
        self
    }

    /// Writes a value where its part belongs, unchecked.
    fn put(&mut self, part: Part, host: Option<HostRange>, value: &dyn Display) {
        let Some(place) = place(self.before(), part, true).filter(|_| !self.is_too_long) else {
            return;
        };
        // At the end, this allocates nothing.
        let rest = split_off(&mut self.text, place.range.end as usize);
        let start = place.range.start as usize;
        self.text.truncate(start);
        self.text.push_str(place.before);
        // Writing to a string fails only if the value does.
        let _ = write!(self.text, "{value}");
        let written = self.text.len() - start - place.before.len();
        self.text.push_str(place.after);
        let put = self.text.len() - start;
        self.text.push_str(&rest);
        self.is_too_long = length::check(S::EDITION, self.text.len()).is_err();
        if !self.is_too_long {
            let delta = (put as u32).wrapping_sub(place.range.end - place.range.start);
            let value = Some(written as u32);
            Moves { part, delta, value, host, guard: 0 }.apply(&mut self.components);
        }
    }

    fn before(&self) -> Before<'_> {
        Before {
            edition: S::EDITION,
            text: self.text.as_str(),
            components: &self.components,
            is_independent: true,
        }
    }

    /// Appends data, unless the text is too long.
    fn append(
        &mut self,
        append: impl FnOnce(&mut String, &mut Components) -> Result<(), ParseError>,
    ) {
        if self.is_too_long {
            return;
        }
        match append(&mut self.text, &mut self.components) {
            Err(error) if error.kind() == ErrorKind::TooLong => self.is_too_long = true,
            Err(error) => self.fault = self.fault.or(Some(error)),
            Ok(()) => {}
        }
    }

    /// Builds an identifier of one of the family's grammars.
    fn build<I: Identifier<Text = String>>(&self) -> Result<I, ParseError> {
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        if self.is_too_long {
            return Err(length::too_long(S::EDITION));
        }
        let path = Some(self.before().path());
        let guard = guard(self.before(), Part::Path, path);
        let path_start = self.components.path_start as usize;
        let mut text = String::with_capacity(self.text.len() + guard.len());
        text.push_str(self.text.get(..path_start).unwrap_or_default());
        text.push_str(guard);
        text.push_str(self.text.get(path_start..).unwrap_or_default());
        let mut wanted = self.components;
        wanted.path_end += guard.len() as u32;
        wanted.query_end += guard.len() as u32;
        match try_new::<I>(text) {
            // If the whole is valid and every part is where it was put, every part is valid.
            Ok(whole) if self.is_wanted(whole.inner(), &wanted) => Ok(whole),
            whole => {
                let rootless =
                    ParseError::new(S::EDITION, ErrorKind::PathNotAbempty, Part::Path, 0);
                let of_whole = || whole.err().map(ParseError::from);
                let is_rootless = has_rootless_path(self.before(), Part::Path, path);
                let fault = self.faulty_piece().or_else(|| is_rootless.then_some(rootless));
                Err(fault.or_else(of_whole).unwrap_or(rootless))
            }
        }
    }

    /// Whether the parser found every part where it was put.
    fn is_wanted(&self, found: &IriRef<String>, wanted: &Components) -> bool {
        !self.has_empty_scheme && found.components().offsets() == wanted.offsets()
    }

    /// The error of the first piece that is not valid alone.
    fn faulty_piece(&self) -> Option<ParseError> {
        let reference = Reference::wrap(S::EDITION, &self.text, self.components);
        let pieces = [
            Part::Userinfo,
            Part::Host,
            Part::Port,
            Part::Scheme,
            Part::Path,
            Part::Query,
            Part::Fragment,
        ];
        pieces.into_iter().find_map(|part| {
            let no_scheme = (part == Part::Scheme && self.has_empty_scheme).then_some("");
            let text = reference.part(part).or(no_scheme)?;
            parse_part(S::EDITION, text.as_bytes(), part).err()
        })
    }
}

impl Builder {
    /// Puts a reference together (RFC 3986 §5.3); see [`Parts::recompose`](crate::Parts::recompose) for its guards.
    ///
    /// # Errors
    ///
    /// The first part that is not valid, with the offset within that part.
    pub fn uri_ref(&self) -> Result<UriRef<String>, ParseError> {
        self.build()
    }

    /// Puts a URI together.
    ///
    /// # Errors
    ///
    /// Like [`uri_ref`](Self::uri_ref); [`MissingScheme`](crate::ErrorKind::MissingScheme) without a
    /// scheme.
    pub fn uri(&self) -> Result<Uri<String>, ParseError> {
        self.build()
    }
}

impl IriBuilder {
    /// Puts an IRI-reference together; see [`Parts::recompose`](crate::Parts::recompose) for its guards.
    ///
    /// # Errors
    ///
    /// The first part that is not valid, with the offset within that part.
    pub fn iri_ref(&self) -> Result<IriRef<String>, ParseError> {
        self.build()
    }

    /// Puts an IRI together.
    ///
    /// # Errors
    ///
    /// Like [`iri_ref`](Self::iri_ref); [`MissingScheme`](crate::ErrorKind::MissingScheme) without a
    /// scheme.
    pub fn iri(&self) -> Result<Iri<String>, ParseError> {
        self.build()
    }
}

macro_rules! of_identifier {
    ($type:ident) => {
        impl<S, T: AsRef<str>> From<&$type<T>> for IdentifierBuilder<S> {
            /// A builder with the parts of an identifier.
            fn from(identifier: &$type<T>) -> Self {
                let components = *identifier.components();
                Self { text: identifier.raw().into(), components, ..Self::new() }
            }
        }

        impl<S, T: AsRef<str>> From<$type<T>> for IdentifierBuilder<S> {
            /// A builder with the parts of an identifier.
            fn from(identifier: $type<T>) -> Self {
                Self::from(&identifier)
            }
        }
    };
}

for_each_identifier!(of_identifier);
