//! A reference parsed by any edition: the offsets, with the edition that gives them their meaning.
//!
//! [`UriRef`] is RFC 3986 and always has a path, and a host in every authority; here a
//! path can be undefined, an authority can be a registry name, and a URI can be opaque.

#[cfg(feature = "alloc")]
use alloc::borrow::Cow;
use core::fmt;
use core::ops::Range;

use crate::components::{Components, HostKind};
use crate::edition::Edition;
#[cfg(feature = "alloc")]
use crate::edition::rules::SchemeForm;
use crate::edition::rules::{Parameters, Rule};
use crate::error::ParseError;
use crate::fault::{ErrorKind, Part};
use crate::identifier::text::Lend;
use crate::identifier::{
    AbsoluteIri, AbsoluteUri, Identifier, Iri, IriRef, Parsed, Uri, UriRef, for_each_identifier,
};
use crate::parse::exact::check_start;
use crate::parse::{Start, is_valid, parse_by, parse_each};
use crate::scheme::Scheme;
use crate::views::authority::{Host, Port, Userinfo};
use crate::views::encoded::{Encoded, part};
use crate::views::path::{Path, PathKind};
use crate::views::query::Query;

/// A URI or a relative reference, as one edition reads it.
///
/// Made by [`Edition::parse`]. The parts have their RFC 3986 names; `Edition::own_name` tells what
/// the edition calls them.
///
/// ```
/// use napkin::edition::{RFC1738, RFC3986};
///
/// let text = "ftp://host.dom/a?b;type=d";
/// let then = RFC1738.parse(text)?;
/// assert_eq!(then.path().unwrap(), "a?b;type=d");
/// assert!(then.query().is_none());
/// let now = RFC3986.parse(text)?;
/// assert_eq!(now.path().unwrap(), "/a");
/// assert_eq!(now.query().unwrap(), "b;type=d");
/// # Ok::<(), napkin::ParseError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Reference<'a> {
    edition: &'static Edition,
    text: &'a str,
    components: Components,
}

/// The offsets of the parts of some bytes, by one edition. Made by [`Edition::ranges`].
#[derive(Clone, Copy, Debug)]
pub struct Ranges {
    components: Components,
    /// The end of the path without its parameters, as [`Reference::path`].
    path_end: u32,
    /// The number of bytes.
    length: u32,
}

impl Ranges {
    /// The byte range of a part; `None` if the part is undefined.
    #[inline]
    pub fn get(&self, part: Part) -> Option<Range<usize>> {
        let components = &self.components;
        let range = match part {
            Part::Scheme => components.scheme(),
            Part::Authority => components.authority(),
            Part::Userinfo => components.userinfo(),
            Part::Host => components.host(),
            Part::Port => components.port(),
            Part::Path if !components.facts.shape().has_path() => None,
            Part::Path => Some(components.path_start..self.path_end),
            Part::Query => components.query(),
            Part::Fragment => components.fragment(self.length),
        };
        range.map(|range| range.start as usize..range.end as usize)
    }

    /// The kind of the host, if there is one.
    ///
    /// ```
    /// use napkin::{HostKind, Start, edition::RFC3986};
    ///
    /// let ranges = RFC3986.ranges(Start::Uri, b"http://127.0.0.1/")?;
    /// assert_eq!(ranges.host_kind(), Some(HostKind::Ipv4));
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    #[inline]
    pub const fn host_kind(&self) -> Option<HostKind> {
        self.components.facts.host_kind()
    }
}

/// The end of a path, or the start of its parameters.
#[cold]
fn without_parameters(bytes: &[u8], components: &Components) -> u32 {
    let Range { start, end } = components.path();
    let path = bytes.get(start as usize..end as usize).unwrap_or_default();
    path.iter().position(|&byte| byte == b';').map_or(end, |at| start + at as u32)
}

impl Edition {
    /// Parses bytes and returns only the offsets of the parts, which is less work than returning them as text.
    ///
    /// ```
    /// use napkin::{Part, Start, edition::RFC3986};
    ///
    /// let ranges = RFC3986.ranges(Start::UriReference, b"http://h:80/a?")?;
    /// assert_eq!(ranges.get(Part::Port), Some(9..11));
    /// assert_eq!(ranges.get(Part::Query), Some(14..14));
    /// assert_eq!(ranges.get(Part::Fragment), None);
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The first fault in reading order, with the edition's rule and section.
    #[inline]
    #[doc(hidden)]
    pub fn ranges(&'static self, start: Start, bytes: &[u8]) -> Result<Ranges, ParseError> {
        parse_by(self, bytes, start, |components| {
            let mut path_end = components.path_end;
            if self.parameters() == Parameters::Component {
                path_end = without_parameters(bytes, &components);
            }
            Ranges { components, path_end, length: bytes.len() as u32 }
        })
    }

    /// Parses a text by this edition: a URI or a relative reference, if the edition has those, and its fragment, if
    /// one may follow.
    ///
    /// # Errors
    ///
    /// The first fault in reading order, with the edition's rule and section.
    ///
    /// ```
    /// use napkin::edition::{RFC1738, RFC3986};
    ///
    /// assert!(RFC3986.parse("../a").is_ok());
    /// let error = RFC1738.parse("http://h.example/~a").unwrap_err(); // 1994: '~' is unwise
    /// assert_eq!((error.offset(), error.edition().name), (17, "rfc1738"));
    /// ```
    pub fn parse<'a>(&'static self, text: &'a str) -> Result<Reference<'a>, ParseError> {
        self.parse_as(Start::UriReference, text)
    }

    /// Parses a text by one of the edition's start rules.
    ///
    /// # Errors
    ///
    /// The first fault in reading order, with the edition's rule and section.
    ///
    /// ```
    /// use napkin::Start;
    /// use napkin::edition::RFC3986;
    ///
    /// assert!(RFC3986.parse_as(Start::UriReference, "../a").is_ok());
    /// assert!(RFC3986.parse_as(Start::Uri, "../a").is_err());
    /// ```
    pub fn parse_as<'a>(
        &'static self,
        start: Start,
        text: &'a str,
    ) -> Result<Reference<'a>, ParseError> {
        let made = |components| Reference { edition: self, text, components };
        parse_by(self, text.as_bytes(), start, made)
    }

    /// Parses bytes of any encoding. Non-ASCII bytes are valid only as UTF-8, in an edition with non-ASCII
    /// characters.
    ///
    /// # Errors
    ///
    /// The first fault in reading order, with the edition's rule and section.
    ///
    /// ```
    /// use napkin::{ErrorKind, Start};
    /// use napkin::edition::RFC3987;
    ///
    /// assert!(RFC3987.parse_bytes(Start::Uri, "http://h/é".as_bytes()).is_ok());
    /// let error = RFC3987.parse_bytes(Start::Uri, b"http://h/\xE9").unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::IllFormedUtf8);
    /// ```
    pub fn parse_bytes<'a>(
        &'static self,
        start: Start,
        bytes: &'a [u8],
    ) -> Result<Reference<'a>, ParseError> {
        parse_by(self, bytes, start, |components| {
            let text = core::str::from_utf8(bytes).unwrap_or_default();
            Reference { edition: self, text, components }
        })
    }

    /// Whether a text is valid by one of the edition's start rules. This is less work than
    /// [`parse_as`](Self::parse_as), for callers that need neither the parts nor the fault.
    ///
    /// ```
    /// use napkin::Start;
    /// use napkin::edition::RFC3986;
    ///
    /// assert!(RFC3986.accepts(Start::UriReference, "../b"));
    /// assert!(!RFC3986.accepts(Start::Uri, "../b"));
    /// ```
    #[inline]
    pub fn accepts(&'static self, start: Start, text: &str) -> bool {
        is_valid(self, text.as_bytes(), start)
    }

    /// Parses many texts with one setup, and passes on each result in turn, as [`parse_as`](Self::parse_as) returns
    /// it. For lines of one buffer use [`Lines`](crate::Lines).
    ///
    /// ```
    /// use napkin::{Start, edition::RFC3986};
    ///
    /// let texts = ["http://example.com/", "http://a b/", "../c"];
    /// let mut hosts = Vec::new();
    /// RFC3986.parse_each(Start::UriReference, texts, |result| {
    ///     hosts.push(result.ok().and_then(|reference| reference.host()).map(|host| host.as_str()));
    /// });
    /// assert_eq!(hosts, [Some("example.com"), None, None]);
    /// ```
    #[doc(hidden)]
    pub fn parse_each<'a>(
        &'static self,
        start: Start,
        texts: impl IntoIterator<Item = &'a str>,
        mut take: impl FnMut(Result<Reference<'a>, ParseError>),
    ) {
        parse_each(self, start, texts.into_iter(), |text, result| {
            take(result.map(|components| Reference { edition: self, text, components }));
        });
    }
}

impl<'a> Reference<'a> {
    pub(crate) const fn wrap(
        edition: &'static Edition,
        text: &'a str,
        components: Components,
    ) -> Self {
        Self { edition, text, components }
    }

    pub(crate) const fn components(&self) -> &Components {
        &self.components
    }

    /// The form of the text's scheme, in an edition that has such forms.
    #[cfg(feature = "alloc")]
    pub(crate) const fn scheme_form(&self) -> Option<&'static SchemeForm> {
        self.edition.form(self.components.facts.form())
    }

    /// The edition by which the text was read.
    ///
    /// ```
    /// assert_eq!(napkin::edition::RFC1808.parse("a;b")?.edition().name, "rfc1808");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub const fn edition(&self) -> &'static Edition {
        self.edition
    }

    /// The text, byte for byte.
    ///
    /// ```
    /// assert_eq!(napkin::edition::RFC3986.parse("../a")?.as_str(), "../a");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub const fn as_str(&self) -> &'a str {
        self.text
    }

    /// The scheme as it is written, if there is one.
    ///
    /// ```
    /// assert_eq!(napkin::edition::RFC3986.parse("HTTP://h/")?.scheme().unwrap(), "http");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn scheme(&self) -> Option<Scheme<'a>> {
        self.cut(self.components.scheme()).map(Scheme::cut)
    }

    /// The scheme as the edition's parser reports it: in lowercase, where the edition says so.
    ///
    /// ```
    /// use napkin::edition::{RFC1738, RFC3986};
    ///
    /// assert_eq!(RFC3986.parse("HTTP://h/")?.reported_scheme().unwrap(), "HTTP");
    /// assert_eq!(RFC1738.parse("HTTP://h/")?.reported_scheme().unwrap(), "http");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    #[cfg(feature = "alloc")]
    #[doc(hidden)]
    pub fn reported_scheme(&self) -> Option<Cow<'a, str>> {
        let scheme = self.scheme()?.as_str();
        if self.edition.scheme.reported_lowercase {
            Some(Cow::Owned(scheme.to_ascii_lowercase()))
        } else {
            Some(Cow::Borrowed(scheme))
        }
    }

    /// The authority: the text between `//` and the path.
    ///
    /// ```
    /// assert_eq!(napkin::edition::RFC3986.parse("http://u@h:80/")?.authority(), Some("u@h:80"));
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn authority(&self) -> Option<&'a str> {
        self.cut(self.components.authority())
    }

    /// The userinfo: the text before the `@` of a server's authority.
    ///
    /// ```
    /// assert_eq!(napkin::edition::RFC3986.parse("http://u@h/")?.userinfo().unwrap(), "u");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn userinfo(&self) -> Option<Userinfo<'a>> {
        self.cut(self.components.userinfo()).map(Userinfo::cut)
    }

    /// The host, if the authority is that of a server.
    ///
    /// ```
    /// assert_eq!(napkin::edition::RFC3986.parse("//h:80")?.host().unwrap(), "h");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn host(&self) -> Option<Host<'a>> {
        let kind = self.components.facts.host_kind()?;
        Some(Host { text: self.cut(self.components.host())?, kind })
    }

    /// The port after the host.
    ///
    /// ```
    /// assert_eq!(napkin::edition::RFC3986.parse("//h:80")?.port().unwrap(), "80");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn port(&self) -> Option<Port<'a>> {
        self.cut(self.components.port()).map(Port)
    }

    /// The path. Undefined only in the editions of 1994, where the slash after the host belongs to neither part,
    /// and where an opaque URI is not split.
    ///
    /// ```
    /// assert_eq!(napkin::edition::RFC3986.parse("//h/a")?.path().unwrap(), "/a");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn path(&self) -> Option<Path<'a>> {
        let text = self.path_text()?;
        let own = self.parameters().map_or(text.len(), |p| text.len() - p.len() - 1);
        let text = text.get(..own)?;
        let Components { authority_end, path_start, .. } = self.components;
        // A slash between authority and path exists only if it belongs to neither.
        let behind_slash = authority_end > 0 && path_start > authority_end;
        Some(if behind_slash { Path::behind_slash(text) } else { Path::new(text) })
    }

    /// The path with its parameters, if the edition separates them.
    pub(crate) fn path_text(&self) -> Option<&'a str> {
        let has_path = self.components.facts.shape().has_path();
        has_path.then(|| self.cut(Some(self.components.path())))?
    }

    /// The text after the first `;` of the path, in an edition where the parameters are a component.
    ///
    /// ```
    /// use napkin::edition::{RFC1808, RFC3986};
    ///
    /// assert_eq!(RFC1808.parse("http://h/a;b")?.parameters(), Some("b"));
    /// assert_eq!(RFC3986.parse("http://h/a;b")?.parameters(), None);
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    #[doc(hidden)]
    pub fn parameters(&self) -> Option<&'a str> {
        if self.edition.parameters() != Parameters::Component {
            return None;
        }
        self.path_text()?.split_once(';').map(|(_, parameters)| parameters)
    }

    /// The parameters of the path, one by one. In RFC 1808, those of the component; in editions that give segments
    /// parameters (the draft of 1997, RFC 2396), those of the segment with this number.
    ///
    /// ```
    /// use napkin::edition::{RFC1808, RFC2396, RFC3986};
    ///
    /// let of = |edition: &'static napkin::Edition, segment| -> Vec<_> {
    ///     let reference = edition.parse("http://h/a;v=1;w/b;x").unwrap();
    ///     reference.parameters_of(segment).map(|parameter| parameter.as_str()).collect()
    /// };
    /// assert_eq!(of(RFC2396, 0), ["v=1", "w"]);
    /// assert_eq!(of(RFC2396, 1), ["x"]);
    /// assert!(of(RFC3986, 0).is_empty());
    ///
    /// let reference = RFC1808.parse("http://h/a;v=1;w")?;
    /// assert_eq!(reference.parameters_of(0).count(), 2);
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    #[doc(hidden)]
    pub fn parameters_of(
        &self,
        segment: usize,
    ) -> impl Iterator<Item = Encoded<'a, part::Segment>> + use<'a> {
        let text = match self.edition.parameters() {
            Parameters::None => None,
            Parameters::Component => self.parameters(),
            Parameters::OfSegments => {
                let segment = self.path().and_then(|path| path.segments().nth(segment));
                segment
                    .and_then(|segment| segment.split_once(b';'))
                    .map(|(_, after)| after.as_str())
            }
        };
        text.into_iter().flat_map(|text| text.split(';')).map(Encoded::cut)
    }

    /// The query.
    ///
    /// ```
    /// assert_eq!(napkin::edition::RFC3986.parse("a?b#c")?.query().unwrap(), "b");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn query(&self) -> Option<Query<'a>> {
        self.cut(self.components.query()).map(Query)
    }

    /// The fragment, which in most editions is no part of the URI.
    ///
    /// ```
    /// assert_eq!(napkin::edition::RFC3986.parse("a?b#c")?.fragment().unwrap(), "c");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn fragment(&self) -> Option<Encoded<'a, part::Fragment>> {
        self.cut(self.components.fragment(self.text.len() as u32)).map(Encoded::cut)
    }

    /// The text of a part.
    ///
    /// ```
    /// use napkin::{Part, edition::RFC3986};
    ///
    /// let reference = RFC3986.parse("//h:80?q")?;
    /// assert_eq!(reference.part(Part::Port), Some("80"));
    /// assert_eq!(reference.part(Part::Path), Some(""));
    /// assert_eq!(reference.part(Part::Fragment), None);
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn part(&self, part: Part) -> Option<&'a str> {
        match part {
            Part::Scheme => self.scheme().map(Scheme::as_str),
            Part::Authority => self.authority(),
            Part::Userinfo => self.userinfo().map(Userinfo::as_str),
            Part::Host => self.host().map(Host::as_str),
            Part::Port => self.port().map(Port::as_str),
            Part::Path => self.path().map(Path::as_str),
            Part::Query => self.query().map(Query::as_str),
            Part::Fragment => self.fragment().map(Encoded::as_str),
        }
    }

    /// Whether there is no scheme.
    ///
    /// ```
    /// assert!(napkin::edition::RFC3986.parse("../a")?.is_relative_ref());
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub const fn is_relative_ref(&self) -> bool {
        self.components.scheme_end == 0
    }

    /// Whether the edition calls this URI opaque: not hierarchical.
    ///
    /// ```
    /// assert!(napkin::edition::RFC2396.parse("mailto:a@b")?.is_opaque());
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn is_opaque(&self) -> bool {
        self.components.facts.shape().is_opaque()
    }

    /// The path rule that the path matches, in an edition that has the five rules.
    ///
    /// ```
    /// use napkin::{PathKind, edition::RFC3986};
    ///
    /// assert_eq!(RFC3986.parse("/a")?.path_kind(), Some(PathKind::Absolute));
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn path_kind(&self) -> Option<PathKind> {
        let has_kinds = self.edition.views.path_kinds;
        has_kinds.then(|| UriRef::wrap(self.text, self.components).path_kind())
    }

    /// The text after the scheme of an opaque URI, up to its fragment.
    ///
    /// ```
    /// use napkin::edition::RFC2396;
    ///
    /// let uri = RFC2396.parse("mailto:fred@example.com?x#y")?;
    /// assert_eq!(uri.opaque_part(), Some("fred@example.com?x"));
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    #[doc(hidden)]
    pub fn opaque_part(&self) -> Option<&'a str> {
        self.is_opaque().then(|| self.scheme_specific_part())
    }

    /// The text between the scheme's colon, or the start, and the fragment.
    ///
    /// ```
    /// use napkin::edition::JAVA;
    ///
    /// let uri = JAVA.parse("mailto:fred@example.com?x#y")?;
    /// assert_eq!(uri.scheme_specific_part(), "fred@example.com?x");
    /// assert!(uri.path().is_none() && uri.query().is_none());
    /// assert_eq!(JAVA.parse("file:///a")?.scheme_specific_part(), "///a");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    #[doc(hidden)]
    pub fn scheme_specific_part(&self) -> &'a str {
        let range = self.components.after_scheme()..self.components.query_end;
        self.cut(Some(range)).unwrap_or_default()
    }

    /// The edition's name for the form of the whole: `generic` or `hierarchical`, `opaque`, or `relative`; `None`
    /// if the edition does not distinguish forms.
    #[doc(hidden)]
    pub fn form(&self) -> Option<&'static str> {
        let [hierarchical, opaque] = self.edition.views.forms?;
        Some(if self.is_relative_ref() {
            "relative"
        } else if self.is_opaque() {
            opaque
        } else {
            hierarchical
        })
    }

    /// Whether the authority is that of a `server` (also if empty) or a `registry` name, in editions that
    /// distinguish them.
    #[doc(hidden)]
    pub fn authority_form(&self) -> Option<&'static str> {
        let authority = self.authority().filter(|_| self.edition.views.authority_forms)?;
        let server = authority.is_empty() || self.components.has_host();
        Some(if server { "server" } else { "registry" })
    }

    /// The edition's rule for a part of this text: the rule of its scheme, if the scheme has a form, otherwise the
    /// general one.
    ///
    /// ```
    /// use napkin::{Part, edition::RFC1738};
    ///
    /// let rule = |text| RFC1738.parse(text).unwrap().rule(Part::Path);
    /// assert_eq!((rule("ftp://h.d/a").name, rule("ftp://h.d/a").section), ("ftpurl", "3.2"));
    /// ```
    #[doc(hidden)]
    pub fn rule(&self, part: Part) -> Rule {
        match (part, self.edition.form(self.components.facts.form())) {
            (Part::Path | Part::Query, Some(form)) => form.rule,
            _ => self.edition.rule(ErrorKind::InvalidCharacter, part),
        }
    }

    /// The reference without its fragment.
    ///
    /// ```
    /// assert_eq!(napkin::edition::RFC3986.parse("a?b#c")?.without_fragment().as_str(), "a?b");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    #[must_use]
    pub fn without_fragment(&self) -> Self {
        let text = self.text.get(..self.components.query_end as usize).unwrap_or(self.text);
        Self { text, ..*self }
    }

    fn cut(&self, range: Option<Range<u32>>) -> Option<&'a str> {
        let range = range?;
        self.text.get(range.start as usize..range.end as usize)
    }
}

impl<'i, 'o, I: Identifier<Text: Lend<'i, 'o>>> From<&'i I> for Reference<'o> {
    fn from(identifier: &'i I) -> Self {
        let inner = identifier.inner();
        Self::wrap(I::EDITION, inner.as_str(), *inner.components())
    }
}

macro_rules! of_reference {
    ($type:ident) => {
        impl<'a> TryFrom<Reference<'a>> for $type<&'a str> {
            type Error = ParseError;

            /// The text by a grammar of RFC 3986. It is parsed again only if another edition parsed it.
            ///
            /// ```
            /// use napkin::{UriRef, edition::{RFC1738, RFC3986}};
            ///
            /// let text = "http://h.example/a?b";
            /// assert_eq!(UriRef::try_from(RFC3986.parse(text)?)?, text);
            /// assert_eq!(UriRef::try_from(RFC1738.parse(text)?)?.query().unwrap(), "b");
            /// # Ok::<(), napkin::ParseError>(())
            /// ```
            #[inline]
            fn try_from(reference: Reference<'a>) -> Result<Self, ParseError> {
                let Reference { edition, text, components } = reference;
                if edition == Self::EDITION {
                    check_start(edition, text.len(), &components, Self::START)?;
                    Ok(Self::wrap(text, components))
                } else {
                    Self::parse(text)
                }
            }
        }
    };
}

for_each_identifier!(of_reference);

impl fmt::Display for Reference<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text)
    }
}

impl fmt::Debug for Reference<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{:?}", self.edition.name, self.text)
    }
}

impl AsRef<str> for Reference<'_> {
    fn as_ref(&self) -> &str {
        self.text
    }
}

impl PartialEq for Reference<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.edition == other.edition && self.text == other.text
    }
}

impl Eq for Reference<'_> {}

impl PartialOrd for Reference<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Reference<'_> {
    /// By text, then by the name of the edition.
    fn cmp(&self, other: &Self) -> core::cmp::Ordering {
        (self.text, self.edition.name).cmp(&(other.text, other.edition.name))
    }
}

impl core::hash::Hash for Reference<'_> {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        (self.text, self.edition.name).hash(state);
    }
}
