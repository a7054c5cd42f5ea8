//! Views of the authority: userinfo, host and port (RFC 3986 §3.2).
//!
//! Slices of a parsed reference, cut by its [`Components`](crate::components::Components). Nothing is parsed again.

use core::{
    fmt,
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
};

use crate::components::HostKind;
use crate::views::encoded::{Encoded, part};

/// The authority: `[ userinfo "@" ] host [ ":" port ]`. Compared as text, octet by octet.
///
/// ```
/// let uri = napkin::UriRef::parse("http://fred:secret@example.com:8042/")?;
/// let authority = uri.authority().unwrap();
/// assert_eq!(authority.as_str(), "fred:secret@example.com:8042");
/// assert_eq!(authority.userinfo().unwrap().user(), "fred");
/// assert_eq!(authority.host().as_str(), "example.com");
/// assert_eq!(authority.port().unwrap().to_u16(), Some(8042));
/// # Ok::<(), napkin::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Authority<'a> {
    pub(crate) text: &'a str,
    pub(crate) userinfo: Option<Userinfo<'a>>,
    pub(crate) host: Host<'a>,
    pub(crate) port: Option<Port<'a>>,
}

impl<'a> Authority<'a> {
    /// The whole text, without the `//` before it.
    ///
    /// ```
    /// assert_eq!(napkin::uri!("http://ann@h:80/").authority().unwrap().as_str(), "ann@h:80");
    /// ```
    pub const fn as_str(&self) -> &'a str {
        self.text
    }

    /// The text before the `@`; empty if the `@` comes first, `None` without one.
    ///
    /// ```
    /// assert_eq!(napkin::uri!("http://ann@h/").authority().unwrap().userinfo().unwrap(), "ann");
    /// ```
    pub const fn userinfo(&self) -> Option<Userinfo<'a>> {
        self.userinfo
    }

    /// The host. It is always defined in an authority, and may be empty.
    ///
    /// ```
    /// assert_eq!(napkin::uri!("http://h:80/").authority().unwrap().host(), "h");
    /// ```
    pub const fn host(&self) -> Host<'a> {
        self.host
    }

    /// The text after the colon that follows the host; empty if nothing follows, `None` without a colon.
    ///
    /// ```
    /// assert_eq!(napkin::uri!("http://h:80/").authority().unwrap().port().unwrap(), "80");
    /// ```
    pub const fn port(&self) -> Option<Port<'a>> {
        self.port
    }
}

/// The userinfo, an opaque string that by old custom holds `user:password` (RFC 3986 §3.2.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Userinfo<'a>(&'a str);

impl<'a> Userinfo<'a> {
    pub(crate) const fn cut(text: &'a str) -> Self {
        Self(text)
    }

    /// The whole text.
    pub const fn as_str(self) -> &'a str {
        self.0
    }

    /// The text as percent-encoded text.
    ///
    /// ```
    /// let userinfo = napkin::uri!("ftp://an%6E:s@h/").userinfo().unwrap();
    /// assert_eq!(userinfo.encoded().decode(), "ann:s");
    /// ```
    pub const fn encoded(self) -> Encoded<'a, part::Userinfo> {
        Encoded::cut(self.0)
    }

    /// The text before the first colon; the whole text if there is none.
    ///
    /// ```
    /// assert_eq!(napkin::uri!("ftp://ann:s@h/").userinfo().unwrap().user(), "ann");
    /// ```
    pub fn user(self) -> Encoded<'a, part::Userinfo> {
        Encoded::cut(self.0.split_once(':').map_or(self.0, |(user, _)| user))
    }

    /// The text after the first colon.
    ///
    /// ```
    /// let userinfo = napkin::uri!("ftp://fred:s%3Ae@h/").userinfo().unwrap();
    /// assert_eq!(userinfo.user().decode(), "fred");
    /// assert_eq!(userinfo.password().unwrap().decode(), "s:e");
    /// assert_eq!(userinfo.encoded(), "fred:s%3Ae");
    /// ```
    pub fn password(self) -> Option<Encoded<'a, part::Userinfo>> {
        self.0.split_once(':').map(|(_, password)| Encoded::cut(password))
    }
}

/// The host: an IP literal in brackets, an IPv4 address, or a registered name (RFC 3986 §3.2.2).
///
/// Compared case-insensitively, as a [`Scheme`](crate::Scheme) is: `H.example` equals `h.example`, also in order
/// and hash. Other spellings of one name, such as `%68.example`, are not equal; normalization makes them equal.
/// Compare [`as_str`](Self::as_str) where the case matters.
///
/// ```
/// let host = |text| napkin::UriRef::parse(text).unwrap().host().unwrap();
/// assert_eq!(host("//H.example"), host("//h.EXAMPLE"));
/// assert_eq!(host("//H.example"), "h.example");
/// assert_ne!(host("//H.example").as_str(), "h.example");
/// ```
#[derive(Clone, Copy)]
pub struct Host<'a> {
    pub(crate) text: &'a str,
    pub(crate) kind: HostKind,
}

impl<'a> Host<'a> {
    /// The text, with the brackets of an IP literal.
    pub const fn as_str(self) -> &'a str {
        self.text
    }

    /// The rule that the host matches, decided on the raw text.
    ///
    /// ```
    /// use napkin::{HostKind, uri};
    ///
    /// assert_eq!(uri!("http://127.0.0.1/").host().unwrap().kind(), HostKind::Ipv4);
    /// ```
    pub const fn kind(self) -> HostKind {
        self.kind
    }

    /// Whether the text is empty: an empty registered name, as in `file:///etc`.
    ///
    /// ```
    /// assert!(napkin::uri!("file:///etc").host().unwrap().is_empty());
    /// ```
    pub const fn is_empty(self) -> bool {
        self.text.is_empty()
    }

    /// The address, if the host is an IPv4 address or an IPv6 literal.
    ///
    /// ```
    /// let uri = napkin::UriRef::parse("//[2001:db8::7]/")?;
    /// let host = uri.authority().unwrap().host();
    /// assert_eq!(host.to_ip(), Some("2001:db8::7".parse().unwrap()));
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn to_ip(self) -> Option<IpAddr> {
        match self.kind {
            HostKind::Ipv4 => self.text.parse::<Ipv4Addr>().ok().map(IpAddr::V4),
            HostKind::Ipv6 => self.in_brackets()?.parse::<Ipv6Addr>().ok().map(IpAddr::V6),
            HostKind::RegName | HostKind::IpvFuture => None,
        }
    }

    /// The registered name, if it is one.
    ///
    /// ```
    /// let host = napkin::uri!("http://%68.example/").host().unwrap();
    /// assert_eq!(host.reg_name().unwrap().decode(), "h.example");
    /// ```
    pub fn reg_name(self) -> Option<Encoded<'a, part::RegName>> {
        (self.kind == HostKind::RegName).then(|| Encoded::cut(self.text))
    }

    /// The text between the brackets of an IP literal.
    ///
    /// ```
    /// let host = napkin::uri!("http://[::1]/").host().unwrap();
    /// assert_eq!((host.as_str(), host.in_brackets()), ("[::1]", Some("::1")));
    /// assert!(host.reg_name().is_none());
    /// ```
    pub fn in_brackets(self) -> Option<&'a str> {
        self.text.strip_prefix('[')?.strip_suffix(']')
    }
}

/// The port: any number of digits, kept as text (RFC 3986 §3.2.3).
///
/// Compared as text: `80` and `080` differ; their [numbers](Self::to_u16) are equal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Port<'a>(pub(crate) &'a str);

impl<'a> Port<'a> {
    /// The digits, possibly none.
    pub const fn as_str(self) -> &'a str {
        self.0
    }

    /// The number. `None` if there are no digits or the number is above 65535, both of which are valid syntax.
    ///
    /// ```
    /// assert_eq!(napkin::uri!("http://h:080/").port().unwrap().to_u16(), Some(80));
    /// ```
    pub fn to_u16(self) -> Option<u16> {
        let digits = self.0.trim_start_matches('0');
        if digits.is_empty() && !self.0.is_empty() {
            return Some(0);
        }
        digits.parse().ok()
    }
}

/// `Display` and `AsRef<str>` of a view of a part, by its text.
macro_rules! shown_as_text {
    ($($view:ident)*) => {$(
        impl fmt::Display for $view<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl AsRef<str> for $view<'_> {
            fn as_ref(&self) -> &str {
                self.as_str()
            }
        }

        impl fmt::Debug for $view<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(self.as_str(), f)
            }
        }

    )*};
}
pub(crate) use shown_as_text;

/// The methods of `str`, for a view that is compared as text.
macro_rules! read_as_text {
    ($($view:ident)*) => {$(
        impl core::ops::Deref for $view<'_> {
            type Target = str;

            fn deref(&self) -> &str {
                self.as_str()
            }
        }
    )*};
}
pub(crate) use read_as_text;

/// Compares a view with text, in both directions, by a function of two texts.
macro_rules! equal_to_text {
    ($equal:expr; $($view:ident)*) => {$(
        impl PartialEq<str> for $view<'_> {
            fn eq(&self, other: &str) -> bool {
                $equal(self.as_str(), other)
            }
        }

        impl PartialEq<&str> for $view<'_> {
            fn eq(&self, other: &&str) -> bool {
                $equal(self.as_str(), *other)
            }
        }

        impl PartialEq<$view<'_>> for str {
            fn eq(&self, other: &$view<'_>) -> bool {
                *other == *self
            }
        }

        impl PartialEq<$view<'_>> for &str {
            fn eq(&self, other: &$view<'_>) -> bool {
                *other == **self
            }
        }

        #[cfg(feature = "alloc")]
        impl PartialEq<alloc::string::String> for $view<'_> {
            fn eq(&self, other: &alloc::string::String) -> bool {
                *self == **other
            }
        }

        #[cfg(feature = "alloc")]
        impl PartialEq<$view<'_>> for alloc::string::String {
            fn eq(&self, other: &$view<'_>) -> bool {
                *other == **self
            }
        }
    )*};
}
pub(crate) use equal_to_text;

/// Equality, order and hash of a view, case-insensitive in ASCII.
macro_rules! without_case {
    ($($view:ident)*) => {$(
        impl PartialEq for $view<'_> {
            fn eq(&self, other: &Self) -> bool {
                self.as_str().eq_ignore_ascii_case(other.as_str())
            }
        }

        impl Eq for $view<'_> {}

        impl PartialOrd for $view<'_> {
            fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
                Some(self.cmp(other))
            }
        }

        impl Ord for $view<'_> {
            fn cmp(&self, other: &Self) -> core::cmp::Ordering {
                let [own, other] = [self.as_str(), other.as_str()].map(str::bytes);
                own.map(|byte| byte.to_ascii_lowercase()).cmp(other.map(|byte| byte.to_ascii_lowercase()))
            }
        }

        impl core::hash::Hash for $view<'_> {
            fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
                for byte in self.as_str().bytes() {
                    state.write_u8(byte.to_ascii_lowercase());
                }
                // 0xFF is no byte of UTF-8, so it separates one text from the next in the hash.
                state.write_u8(0xFF);
            }
        }

        crate::views::authority::equal_to_text! { str::eq_ignore_ascii_case; $view }
    )*};
}
pub(crate) use without_case;

shown_as_text! { Authority Userinfo Host Port }
read_as_text! { Authority Userinfo Port }
equal_to_text! { PartialEq::eq; Authority Userinfo Port }
without_case! { Host }
