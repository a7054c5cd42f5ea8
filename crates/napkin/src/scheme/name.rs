//! The scheme of a URI. The type is public as [`napkin::Scheme`](crate::Scheme) only.

#[cfg(feature = "alloc")]
use alloc::borrow::Cow;
use core::fmt;

use super::{FACTS, Hierarchy, SchemeFacts};
use crate::views::authority::{shown_as_text, without_case};

/// The scheme of a URI, compared case-insensitively (RFC 3986 §3.1), also in order and hash, as
/// [`Host`](crate::Host) is. Compare [`as_str`](Self::as_str) where the case matters.
///
/// ```
/// let uri = napkin::Uri::parse("HTTP://example.com/")?;
/// assert_eq!(uri.scheme(), "http");
/// assert_eq!(uri.scheme(), napkin::Scheme::HTTP);
/// assert_eq!(uri.scheme().as_str(), "HTTP");
/// assert_eq!(uri.scheme().default_port(), Some(80));
/// # Ok::<(), napkin::ParseError>(())
/// ```
///
/// ```
/// use napkin::{Scheme, uri};
///
/// let scheme = uri!("HTTPS://h/").scheme();
/// assert!(scheme == Scheme::HTTPS && scheme != Scheme::HTTP);
/// assert!(![Scheme::DATA, Scheme::FILE, Scheme::FTP, Scheme::MAILTO, Scheme::URN].contains(&scheme));
/// assert_eq!((Scheme::WS.default_port(), Scheme::WSS.default_port()), (Some(80), Some(443)));
/// ```
#[derive(Clone, Copy)]
pub struct Scheme<'a>(&'a str);

impl<'a> Scheme<'a> {
    pub(crate) const fn cut(text: &'a str) -> Self {
        Self(text)
    }

    /// The scheme in lowercase, to match on; borrowed if it is written so.
    ///
    /// ```
    /// let uri = napkin::Uri::parse("HTTPS://example.com/")?;
    /// let is_web = match &*uri.scheme().to_lowercase() {
    ///     "http" | "https" => true,
    ///     _ => false,
    /// };
    /// assert!(is_web);
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    #[cfg(feature = "alloc")]
    pub fn to_lowercase(self) -> Cow<'a, str> {
        if self.0.bytes().any(|byte| byte.is_ascii_uppercase()) {
            return Cow::Owned(self.0.to_ascii_lowercase());
        }
        Cow::Borrowed(self.0)
    }

    /// Whether it is `http`, in any case.
    ///
    /// ```
    /// assert!(napkin::uri!("HTTP://h/").scheme().is_http());
    /// ```
    pub fn is_http(self) -> bool {
        self.0.eq_ignore_ascii_case("http")
    }

    /// Whether it is `https`, in any case. A pattern on [`as_str`](Self::as_str) would not match capitals.
    ///
    /// ```
    /// let scheme = napkin::uri!("HTTPS://h/").scheme();
    /// assert!(scheme.is_https() && !scheme.is_http());
    /// ```
    pub fn is_https(self) -> bool {
        self.0.eq_ignore_ascii_case("https")
    }

    /// The scheme as it is written.
    ///
    /// ```
    /// assert_eq!(napkin::uri!("HTTP://h/").scheme().as_str(), "HTTP");
    /// ```
    pub const fn as_str(self) -> &'a str {
        self.0
    }

    /// The facts about the scheme, if it is in the [table](FACTS).
    #[doc(hidden)]
    pub fn facts(self) -> Option<&'static SchemeFacts> {
        FACTS.iter().find(|facts| self == *facts.scheme)
    }

    /// The part of its path in which `.` and `..` are dot segments: the whole path, if the scheme is not known.
    ///
    /// ```
    /// use napkin::{scheme::Hierarchy, uri};
    ///
    /// assert_eq!(uri!("urn:example:a").scheme().hierarchy(), Hierarchy::Nowhere);
    /// assert_eq!(uri!("foo:a").scheme().hierarchy(), Hierarchy::Whole);
    /// ```
    #[doc(hidden)]
    pub fn hierarchy(self) -> Hierarchy {
        self.facts().map_or(Hierarchy::Whole, |facts| facts.hierarchy)
    }

    /// The port if none is given, if the [table](FACTS) has one for the scheme: the one answer that all questions give.
    ///
    /// ```
    /// assert_eq!(napkin::uri!("HTTPS://h/").scheme().default_port(), Some(443));
    /// ```
    pub fn default_port(self) -> Option<u16> {
        self.facts()?.default_port
    }
}

macro_rules! schemes {
    ($($name:ident $text:literal)*) => {
        impl Scheme<'static> {$(
            #[doc = concat!("`", $text, "`")]
            pub const $name: Self = Self($text);
        )*}
    };
}

schemes! {
    DATA "data" FILE "file" FTP "ftp" HTTP "http" HTTPS "https" MAILTO "mailto" URN "urn" WS "ws" WSS "wss"
}

shown_as_text! { Scheme }
without_case! { Scheme }
