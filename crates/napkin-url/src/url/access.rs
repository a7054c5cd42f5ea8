//! The parts of a URL.

use core::str::Split;

use super::Url;
use super::origin::Origin;
use crate::host_value::Host;
use crate::parts::HostKind;

impl<T: AsRef<str>> Url<T> {
    /// A piece of the text.
    #[inline]
    pub(crate) fn slice(&self, from: u32, to: u32) -> &str {
        self.as_str().get(from as usize..to as usize).unwrap_or_default()
    }

    /// The scheme, in lower case and without the colon.
    ///
    /// ```
    /// # use napkin_url::Url;
    /// assert_eq!(Url::parse("HTTPS://example.com")?.scheme(), "https");
    /// # Ok::<(), napkin_url::ParseError>(())
    /// ```
    #[inline]
    pub fn scheme(&self) -> &str {
        self.slice(0, self.parts.scheme_end)
    }

    /// Whether the scheme is special: `http`, `https`, `ws`, `wss`, `ftp` or `file`.
    ///
    /// ```
    /// # use napkin_url::Url;
    /// assert!(Url::parse("wss://example.com/")?.is_special());
    /// assert!(!Url::parse("mailto:a@example.com")?.is_special());
    /// # Ok::<(), napkin_url::ParseError>(())
    /// ```
    #[inline]
    pub fn is_special(&self) -> bool {
        self.parts.scheme().is_special()
    }

    /// Whether there is an authority, behind `//`. It may be empty.
    ///
    /// ```
    /// # use napkin_url::Url;
    /// assert!(Url::parse("file:///a")?.has_authority());
    /// assert!(!Url::parse("mailto:a@example.com")?.has_authority());
    /// # Ok::<(), napkin_url::ParseError>(())
    /// ```
    #[inline]
    pub fn has_authority(&self) -> bool {
        self.parts.host().is_some()
    }

    /// User name, password, host and port, as written; empty if there is no authority.
    ///
    /// ```
    /// # use napkin_url::Url;
    /// assert_eq!(Url::parse("https://a:b@example.com:8080/c")?.authority(), "a:b@example.com:8080");
    /// assert_eq!(Url::parse("mailto:a@example.com")?.authority(), "");
    /// # Ok::<(), napkin_url::ParseError>(())
    /// ```
    pub fn authority(&self) -> &str {
        match self.parts.host() {
            Some(_) => self.slice(self.parts.scheme_end + 3, self.parts.path_start),
            None => "",
        }
    }

    /// Whether the path is opaque, as in `mailto:a@example.com`. Only a fragment is relative to such a URL.
    ///
    /// ```
    /// # use napkin_url::Url;
    /// assert!(Url::parse("mailto:a@example.com")?.cannot_be_a_base());
    /// assert!(!Url::parse("https://example.com/")?.cannot_be_a_base());
    /// # Ok::<(), napkin_url::ParseError>(())
    /// ```
    #[inline]
    pub fn cannot_be_a_base(&self) -> bool {
        self.parts.opaque_path()
    }

    /// The user name, percent-encoded; empty if there is none.
    ///
    /// ```
    /// # use napkin_url::Url;
    /// let url = Url::parse("ftp://us er:p%3Aw@example.com/")?;
    /// assert_eq!((url.username(), url.password()), ("us%20er", Some("p%3Aw")));
    /// # Ok::<(), napkin_url::ParseError>(())
    /// ```
    pub fn username(&self) -> &str {
        match self.parts.host() {
            Some(_) => self.slice(self.parts.scheme_end + 3, self.parts.username_end),
            None => "",
        }
    }

    /// The password, percent-encoded.
    pub fn password(&self) -> Option<&str> {
        let has_one = self.parts.host_start > self.parts.username_end + 1;
        has_one.then(|| self.slice(self.parts.username_end + 1, self.parts.host_start - 1))
    }

    /// Whether there is a host that is not empty.
    ///
    /// ```
    /// # use napkin_url::Url;
    /// assert!(Url::parse("https://example.com/")?.has_host());
    /// assert!(!Url::parse("file:///a")?.has_host());
    /// # Ok::<(), napkin_url::ParseError>(())
    /// ```
    pub fn has_host(&self) -> bool {
        !matches!(self.parts.host(), None | Some(HostKind::Empty))
    }

    /// Kind of the host; `None` if the host is null.
    ///
    /// ```
    /// # use napkin_url::{HostKind, Url};
    /// assert_eq!(Url::parse("http://1.2.3.4/")?.host_kind(), Some(HostKind::Ipv4));
    /// assert_eq!(Url::parse("file:///a")?.host_kind(), Some(HostKind::Empty));
    /// assert_eq!(Url::parse("mailto:a")?.host_kind(), None);
    /// # Ok::<(), napkin_url::ParseError>(())
    /// ```
    pub const fn host_kind(&self) -> Option<HostKind> {
        self.parts.host()
    }

    /// The host as text, an IPv6 address in brackets; `None` if it is null or empty.
    ///
    /// ```
    /// # use napkin_url::Url;
    /// assert_eq!(Url::parse("http://[::1]:80/")?.host_str(), Some("[::1]"));
    /// assert_eq!(Url::parse("file:///a")?.host_str(), None);
    /// # Ok::<(), napkin_url::ParseError>(())
    /// ```
    pub fn host_str(&self) -> Option<&str> {
        self.has_host().then(|| self.slice(self.parts.host_start, self.parts.host_end))
    }

    /// The host; `None` if it is null or empty.
    ///
    /// ```
    /// # use napkin_url::{Host, Url};
    /// assert_eq!(Url::parse("http://127.1/")?.host(), Some(Host::Ipv4([127, 0, 0, 1].into())));
    /// # Ok::<(), napkin_url::ParseError>(())
    /// ```
    pub fn host(&self) -> Option<Host<&str>> {
        Host::of(self.parts.host()?, self.slice(self.parts.host_start, self.parts.host_end))
    }

    /// The host, if it is a domain or opaque.
    ///
    /// ```
    /// # use napkin_url::Url;
    /// assert_eq!(Url::parse("http://Example.com/")?.domain(), Some("example.com"));
    /// assert_eq!(Url::parse("http://127.0.0.1/")?.domain(), None);
    /// # Ok::<(), napkin_url::ParseError>(())
    /// ```
    pub fn domain(&self) -> Option<&str> {
        match self.host() {
            Some(Host::Domain(domain)) => Some(domain),
            _ => None,
        }
    }

    /// The domain for display, with its labels in Unicode; the text of any other host.
    ///
    /// The domain is unchanged if UTS 46 finds an error in it. Some code points look like others, so use this for
    /// display only.
    ///
    /// ```
    /// # use napkin_url::Url;
    /// # #[cfg(feature = "idna")]
    /// assert_eq!(Url::parse("https://xn--bcher-kva.example/")?.host_to_unicode(), "bücher.example");
    /// # Ok::<(), napkin_url::ParseError>(())
    /// ```
    pub fn host_to_unicode(&self) -> alloc::borrow::Cow<'_, str> {
        let host = self.slice(self.parts.host_start, self.parts.host_end);
        match self.parts.host() {
            Some(HostKind::Domain) => crate::host::domain::to_unicode(host),
            _ => host.into(),
        }
    }

    /// The port, unless it is the scheme's default.
    ///
    /// ```
    /// # use napkin_url::Url;
    /// let url = Url::parse("https://example.com:443/")?;
    /// assert_eq!((url.port(), url.port_or_known_default()), (None, Some(443)));
    /// assert_eq!(Url::parse("https://example.com:8443/")?.port(), Some(8443));
    /// # Ok::<(), napkin_url::ParseError>(())
    /// ```
    #[inline]
    pub fn port(&self) -> Option<u16> {
        self.parts.port()
    }

    /// The port, or the default port of a special scheme.
    #[inline]
    pub fn port_or_known_default(&self) -> Option<u16> {
        self.parts.port().or_else(|| self.parts.scheme().default_port())
    }

    /// The path, percent-encoded.
    ///
    /// ```
    /// # use napkin_url::Url;
    /// let url = Url::parse("https://example.com/a b?c d#e f")?;
    /// assert_eq!((url.path(), url.query(), url.fragment()), ("/a%20b", Some("c%20d"), Some("e%20f")));
    /// # Ok::<(), napkin_url::ParseError>(())
    /// ```
    #[inline]
    pub fn path(&self) -> &str {
        self.slice(self.parts.path_start, self.parts.path_end(self.as_str().len()) as u32)
    }

    /// The segments of the path, percent-encoded; `None` if the path is opaque.
    ///
    /// A path without a segment, as in `foo://host`, gives `None` too.
    ///
    /// ```
    /// # use napkin_url::Url;
    /// let url = Url::parse("https://example.com/a/b%2Fc/")?;
    /// assert!(url.path_segments().unwrap().eq(["a", "b%2Fc", ""]));
    /// # Ok::<(), napkin_url::ParseError>(())
    /// ```
    pub fn path_segments(&self) -> Option<Split<'_, char>> {
        let path = if self.parts.opaque_path() { None } else { self.path().strip_prefix('/') };
        path.map(|path| path.split('/'))
    }

    /// The query, without its `?`, percent-encoded.
    #[inline]
    pub fn query(&self) -> Option<&str> {
        let start = self.parts.query_start;
        let end = || self.parts.query_end(self.as_str().len()) as u32;
        (start != 0).then(|| self.slice(start + 1, end()))
    }

    /// The query as pairs of name and value, decoded.
    ///
    /// ```
    /// # use napkin_url::Url;
    /// let url = Url::parse("https://example.com/?a=b+c&%C3%A9")?;
    /// assert!(url.query_pairs().eq([("a".into(), "b c".into()), ("é".into(), "".into())]));
    /// # Ok::<(), napkin_url::ParseError>(())
    /// ```
    #[inline]
    pub fn query_pairs(&self) -> form_urlencoded::Parse<'_> {
        form_urlencoded::parse(self.query().unwrap_or_default().as_bytes())
    }

    /// The fragment, without its `#`, percent-encoded.
    #[inline]
    pub fn fragment(&self) -> Option<&str> {
        let start = self.parts.fragment_start;
        (start != 0).then(|| self.as_str().get(start as usize + 1..).unwrap_or_default())
    }

    /// The serialization without the fragment.
    ///
    /// ```
    /// # use napkin_url::Url;
    /// assert_eq!(Url::parse("https://example.com/a?b#c")?.without_fragment(), "https://example.com/a?b");
    /// # Ok::<(), napkin_url::ParseError>(())
    /// ```
    pub fn without_fragment(&self) -> &str {
        let text = self.as_str();
        text.get(..self.parts.query_end(text.len())).unwrap_or_default()
    }

    /// *Equals* with fragments excluded: whether two URLs are the same for the network.
    ///
    /// ```
    /// # use napkin_url::Url;
    /// let url = Url::parse("https://example.com/a#b")?;
    /// assert!(url.equals_without_fragment(&Url::parse("https://example.com/a")?));
    /// # Ok::<(), napkin_url::ParseError>(())
    /// ```
    pub fn equals_without_fragment<U: AsRef<str>>(&self, other: &Url<U>) -> bool {
        self.without_fragment() == other.without_fragment()
    }

    /// The origin.
    ///
    /// ```
    /// # use napkin_url::Url;
    /// let url = Url::parse("https://example.com:443/a")?;
    /// assert_eq!(url.origin().ascii_serialization(), "https://example.com");
    /// assert!(!Url::parse("data:,a")?.origin().is_tuple());
    /// # Ok::<(), napkin_url::ParseError>(())
    /// ```
    #[inline]
    pub fn origin(&self) -> Origin {
        Origin::of(self)
    }
}
