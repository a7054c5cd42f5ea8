//! Building an identifier from its parts.
//!
//! The builder is a text and the places of its parts: each piece is written where it belongs, by the splice of its
//! part. Where every piece is [plain](is_plain), the text is right as it is. Otherwise it is parsed once, at the end; it
//! is right if the parser finds every part where it was put. Only then is a faulty piece looked for.

use alloc::string::String;
use core::marker::PhantomData;

use super::append;
use super::pieces::check_piece;
use super::plain::{host_of, is_plain};
use super::splice::{Before, Moves, guard, has_rootless_path, place, write};
use super::value::{HostValue, PartValue, PortValue};
use crate::components::Components;
use crate::edition::Edition;
use crate::error::ParseError;
use crate::fault::{ErrorKind, Part};
use crate::identifier::made::try_new;
use crate::identifier::{
    AbsoluteIri, AbsoluteUri, Identifier, Iri, IriRef, Uri, UriRef, for_each_identifier,
};
use crate::length;
use crate::parse::exact::{check_start, parse_part};
use crate::parse::parse_by;
use crate::percent::encode;
use crate::reference::Reference;

/// Collects the parts of a URI or a relative reference.
///
/// Whole parts are given in their final form, as a setter takes them: text, [`encode`]d data, or `None` to leave the
/// part out. Parts given piece by piece ([`segment`](Self::segment), [`pair`](Self::pair),
/// [`host_name`](Self::host_name)) are data; the builder encodes them.
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
/// let builder = Builder::from(uri!("http://u@h/a/?q#f")).userinfo(None).port(80);
/// assert_eq!(builder.segment("b").pair("k", "v").uri()?, "http://h:80/a/b?q&k=v#f");
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
    /// Whether the port was given as a larger number than a port has.
    has_large_port: bool,
    /// Whether a value was given that has to be parsed to know whether it is valid.
    has_unchecked: bool,
    /// Whether the last path segment was given by `segment`, so that an empty one is intended.
    ends_in_segment: bool,
    /// The error in a segment of the path that was last given.
    fault: Option<ParseError>,
    /// Whether the text became too long; no more is written then.
    is_too_long: bool,
    family: PhantomData<S>,
}

impl<S> Default for IdentifierBuilder<S> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S> IdentifierBuilder<S> {
    /// A builder without parts, which builds the empty relative reference.
    ///
    /// ```
    /// assert_eq!(napkin::Builder::new().uri_ref()?, "");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub const fn new() -> Self {
        Self {
            text: String::new(),
            components: Components::all_path(0),
            has_empty_scheme: false,
            has_large_port: false,
            has_unchecked: false,
            ends_in_segment: false,
            fault: None,
            is_too_long: false,
            family: PhantomData,
        }
    }
}

impl<S: Identifier<Text = String>> IdentifierBuilder<S> {
    /// The scheme, without its colon.
    ///
    /// ```
    /// assert_eq!(napkin::Builder::new().scheme("urn").path("a:b").uri()?, "urn:a:b");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    #[inline]
    pub fn scheme<'v>(mut self, scheme: impl PartValue<'v>) -> Self {
        scheme.lend_part(|scheme| self.put_scheme(scheme));
        self
    }

    /// The userinfo, in its final form. Passwords in it are deprecated (RFC 3986 §3.2.1).
    ///
    /// ```
    /// assert_eq!(napkin::Builder::new().userinfo("ann").host("h").uri_ref()?, "//ann@h");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    #[inline]
    pub fn userinfo<'v>(mut self, userinfo: impl PartValue<'v>) -> Self {
        userinfo.lend_part(|userinfo| self.put_userinfo(userinfo));
        self
    }

    /// The host, in its final form: a name, an IP literal with its brackets, or an address. `None` leaves out the
    /// whole authority.
    ///
    /// ```
    /// use std::net::Ipv6Addr;
    ///
    /// let uri = napkin::Builder::new().scheme("http").host(Ipv6Addr::LOCALHOST).port(80).uri()?;
    /// assert_eq!(uri, "http://[::1]:80");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    #[inline]
    pub fn host<'v>(mut self, host: impl HostValue<'v>) -> Self {
        host.lend_host(|host| self.put_host(host));
        self
    }

    /// A host name of any characters, encoded as UTF-8 and percent-encoded (§3.2.2).
    ///
    /// ```
    /// use napkin::Builder;
    ///
    /// let uri = Builder::new().scheme("x").host_name("my host").uri()?;
    /// assert_eq!(uri, "x://my%20host");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn host_name(self, name: &str) -> Self {
        self.host(encode(name).by(S::EDITION).for_part(Part::Host))
    }

    /// The port: a number, or digits as text.
    ///
    /// ```
    /// assert_eq!(napkin::Builder::new().host("h").port(8080).uri_ref()?, "//h:8080");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    #[inline]
    pub fn port<'v>(mut self, port: impl PortValue<'v>) -> Self {
        port.lend_port(|port| self.put_port(port));
        self
    }

    /// The whole path, in its final form.
    ///
    /// ```
    /// assert_eq!(napkin::Builder::new().host("h").path("/a/b").uri_ref()?, "//h/a/b");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    #[inline]
    pub fn path<'v>(mut self, path: impl PartValue<'v>) -> Self {
        path.lend_part(|path| self.put_path(path));
        self
    }

    /// Appends one segment, given as data. The segment is encoded and follows a slash, unless the path is empty and
    /// there is no authority. If a path given as a whole ends in a slash, no second slash is added.
    ///
    /// The segments `.` and `..` name no child; [`uri_ref`](Self::uri_ref) refuses them.
    ///
    /// ```
    /// assert_eq!(napkin::Builder::new().host("h").segment("a/b").segment("c").uri_ref()?, "//h/a%2Fb/c");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn segment(mut self, data: &str) -> Self {
        let fills = !self.ends_in_segment;
        self.append(|text, components| append::segment(S::EDITION, text, components, fills, data));
        self.ends_in_segment = true;
        self
    }

    /// The whole query, in its final form.
    ///
    /// ```
    /// assert_eq!(napkin::Builder::new().path("a").query("b=c").uri_ref()?, "a?b=c");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    #[inline]
    pub fn query<'v>(mut self, query: impl PartValue<'v>) -> Self {
        query.lend_part(|query| self.put_query(query));
        self
    }

    /// Appends one `key=value` pair to the query, given as data: key and value are encoded.
    ///
    /// ```
    /// assert_eq!(napkin::Builder::new().pair("q", "a&b").uri_ref()?, "?q=a%26b");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
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
    ///
    /// ```
    /// assert_eq!(napkin::Builder::new().path("a").fragment("top").uri_ref()?, "a#top");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    #[inline]
    pub fn fragment<'v>(mut self, fragment: impl PartValue<'v>) -> Self {
        fragment.lend_part(|fragment| self.put_fragment(fragment));
        self
    }

    #[inline(never)]
    fn put_scheme(&mut self, scheme: Option<&str>) {
        // Without a scheme, its colon would be part of the path.
        self.has_empty_scheme = scheme.is_some_and(str::is_empty);
        self.put(Part::Scheme, scheme.filter(|scheme| !scheme.is_empty()));
    }

    #[inline(never)]
    fn put_userinfo(&mut self, userinfo: Option<&str>) {
        self.put_beside_host(Part::Userinfo, userinfo);
    }

    #[inline(never)]
    fn put_host(&mut self, host: Option<&str>) {
        self.put(Part::Host, host);
    }

    #[inline(never)]
    fn put_port(&mut self, port: Option<&str>) {
        // The syntax allows more digits than a port has.
        self.has_large_port = port.is_some_and(|port| {
            !is_plain(Part::Port, port)
                && check_piece(S::EDITION, Part::Port, port)
                    .is_err_and(|error| error.kind() == ErrorKind::PortOutOfRange)
        });
        self.put_beside_host(Part::Port, port);
    }

    #[inline(never)]
    fn put_path(&mut self, path: Option<&str>) {
        self.put(Part::Path, Some(path.unwrap_or_default()));
        self.ends_in_segment = false;
        self.fault = None;
    }

    #[inline(never)]
    fn put_query(&mut self, query: Option<&str>) {
        self.put(Part::Query, query);
    }

    #[inline(never)]
    fn put_fragment(&mut self, fragment: Option<&str>) {
        self.put(Part::Fragment, fragment);
    }

    /// Puts userinfo or a port, with an empty host if there is none.
    #[inline(always)]
    fn put_beside_host(&mut self, part: Part, value: Option<&str>) {
        if value.is_some() && !self.components.has_host() {
            self.put(Part::Host, Some(""));
        }
        self.put(part, value);
    }

    /// Writes a value where its part belongs, or removes the part. With the part as a constant, little of this is left.
    #[inline(always)]
    fn put(&mut self, part: Part, value: Option<&str>) {
        let Some(place) = place(self.before(), part, value.is_some()) else { return };
        if value.is_none() && place.range.is_empty() {
            return;
        }
        self.has_unchecked |= value.is_some_and(|value| !is_plain(part, value));
        let put = [place.before, value.unwrap_or_default(), place.after];
        let put_length = put.iter().map(|piece| piece.len()).sum::<usize>();
        let range = place.range.start as usize..place.range.end as usize;
        self.is_too_long |=
            length::check(S::EDITION, self.text.len() - range.len() + put_length).is_err();
        if self.is_too_long {
            return;
        }
        if self.text.capacity() == 0 {
            self.text.reserve(ROOM.max(put_length));
        }
        let moves = Moves {
            part,
            delta: (put_length as u32).wrapping_sub(range.len() as u32),
            value: value.map(|value| value.len() as u32),
            host: value.and_then(|value| host_of(part, value)),
            guard: 0,
        };
        moves.apply(&mut self.components);
        write(&mut self.text, range, put);
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
    fn build<I: Identifier<Text = String>>(mut self) -> Result<I, ParseError> {
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        if self.is_too_long {
            return Err(length::too_long(S::EDITION));
        }
        let path = Some(self.before().path());
        if self.has_unchecked || self.has_empty_scheme {
            return self.parse();
        }
        if has_rootless_path(self.before(), Part::Path, path) {
            return Err(rootless(S::EDITION));
        }
        check_start(S::EDITION, self.text.len(), &self.components, I::START)?;
        let guard = guard(self.before(), Part::Path, path);
        if !guard.is_empty() {
            self.insert_guard(guard);
        }
        Ok(I::wrap(self.text, self.components))
    }

    #[cold]
    fn insert_guard(&mut self, guard: &str) {
        self.text.insert_str(self.components.path_start as usize, guard);
        self.components.path_end += guard.len() as u32;
        self.components.query_end += guard.len() as u32;
    }

    /// Builds an identifier of parts that may be faulty.
    #[inline(never)]
    fn parse<I: Identifier<Text = String>>(self) -> Result<I, ParseError> {
        let path = Some(self.before().path());
        let guard = guard(self.before(), Part::Path, path);
        let is_whole = guard.is_empty() && !self.has_empty_scheme && !self.has_large_port;
        if is_whole {
            let bytes = self.text.as_bytes();
            let found = parse_by(I::EDITION, bytes, I::START, |found| found);
            let wanted = self.components.offsets();
            if let Some(found) = found.ok().filter(|found| found.offsets() == wanted) {
                return Ok(I::wrap(self.text, found));
            }
        }
        let mut text = self.text.clone();
        text.insert_str(self.components.path_start as usize, guard);
        let mut wanted = self.components;
        wanted.path_end += guard.len() as u32;
        wanted.query_end += guard.len() as u32;
        let wanted = wanted.offsets();
        match try_new::<I>(text) {
            // If the whole is valid and every part is where it was put, every part is valid.
            Ok(whole)
                if !self.has_empty_scheme && whole.inner().components().offsets() == wanted =>
            {
                let port = ParseError::new(S::EDITION, ErrorKind::PortOutOfRange, Part::Port, 0);
                if self.has_large_port { Err(port) } else { Ok(whole) }
            }
            whole => {
                let of_whole = || whole.err();
                let is_rootless = has_rootless_path(self.before(), Part::Path, path);
                let rootless = rootless(S::EDITION);
                let fault = self.faulty_piece().or_else(|| is_rootless.then_some(rootless));
                Err(fault.or_else(of_whole).unwrap_or(rootless))
            }
        }
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

/// The error of a path without a leading slash behind an authority.
const fn rootless(edition: &'static Edition) -> ParseError {
    ParseError::new(edition, ErrorKind::PathNotAbempty, Part::Path, 0)
}

/// The room for most texts, so that they are written to one allocation.
const ROOM: usize = 128;

impl Builder {
    /// Puts a reference together (RFC 3986 §5.3); see [`Parts::recompose`](crate::Parts::recompose) for its guards.
    ///
    /// # Errors
    ///
    /// The first part that is not valid, with the offset within that part.
    ///
    /// ```
    /// assert_eq!(napkin::Builder::new().path("a").uri_ref()?, "a");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn uri_ref(self) -> Result<UriRef<String>, ParseError> {
        self.build()
    }

    /// Puts a URI together.
    ///
    /// # Errors
    ///
    /// Like [`uri_ref`](Self::uri_ref); [`MissingScheme`](crate::ErrorKind::MissingScheme) without a
    /// scheme.
    ///
    /// ```
    /// assert!(napkin::Builder::new().path("a").uri().is_err());
    /// assert_eq!(napkin::Builder::new().scheme("x").path("a").uri()?, "x:a");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn uri(self) -> Result<Uri<String>, ParseError> {
        self.build()
    }
}

impl IriBuilder {
    /// Puts an IRI-reference together; see [`Parts::recompose`](crate::Parts::recompose) for its guards.
    ///
    /// # Errors
    ///
    /// The first part that is not valid, with the offset within that part.
    ///
    /// ```
    /// assert_eq!(napkin::IriBuilder::new().segment("é").iri_ref()?, "é");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn iri_ref(self) -> Result<IriRef<String>, ParseError> {
        self.build()
    }

    /// Puts an IRI together.
    ///
    /// # Errors
    ///
    /// Like [`iri_ref`](Self::iri_ref); [`MissingScheme`](crate::ErrorKind::MissingScheme) without a
    /// scheme.
    ///
    /// ```
    /// assert_eq!(napkin::IriBuilder::new().scheme("x").pair("q", "é").iri()?, "x:?q=é");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn iri(self) -> Result<Iri<String>, ParseError> {
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
