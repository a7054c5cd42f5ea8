//! Percent-encoded text whose type says which part it is from.
//!
//! [`Encoded<P>`] is text that is valid in the part `P`. It can be split at delimiters and it can be
//! decoded; what comes out of decoding has another type, so nothing is decoded twice and nothing is
//! split after decoding (RFC 3986 §2.4).

use core::{fmt, marker::PhantomData};

use napkin_scan::ByteSet;

use crate::edition::{Edition, RFC3986};
use crate::error::ParseError;
use crate::fault::ErrorKind;
use crate::parse::exact::parse_part;
use crate::percent::Decode;

/// The parts that have percent-encoded text, as types.
#[allow(clippy::exhaustive_enums, reason = "types without values")]
pub mod part {
    use super::ByteSet;
    use crate::edition::rfc3986::{FRAGMENT, PCHAR, QUERY, REG_NAME, USERINFO};
    use crate::fault::Part;

    /// A part of a reference, as the type parameter of [`Encoded`](crate::Encoded).
    pub trait Component {
        /// The characters that the part allows raw.
        const ALLOWED: ByteSet;
        /// The part in errors.
        const PART: Part;
    }

    macro_rules! components {
        ($($(#[$doc:meta])* $name:ident: $allowed:expr, $part:ident;)*) => {$(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
            pub enum $name {}

            impl Component for $name {
                const ALLOWED: ByteSet = $allowed;
                const PART: Part = Part::$part;
            }
        )*};
    }

    components! {
        /// The part of the authority before its `@` (RFC 3986 §3.2.1).
        Userinfo: USERINFO, Userinfo;
        /// A host that is a registered name (§3.2.2).
        RegName: REG_NAME, Host;
        /// One segment of the path (§3.3).
        Segment: PCHAR, Path;
        /// The query (§3.4).
        Query: QUERY, Query;
        /// The fragment (§3.5).
        Fragment: FRAGMENT, Fragment;
    }
}

use part::Component;

/// A delimiter as a character. A byte that is not ASCII becomes NUL, which no part contains.
fn ascii(delimiter: u8) -> char {
    if delimiter.is_ascii() { char::from(delimiter) } else { '\0' }
}

/// Percent-encoded text, valid in the part `P` of a reference. Compared as text, octet by octet: `a` and `%61`
/// differ, though they [decode](Self::decode) to the same text.
///
/// ```
/// use napkin::{Encoded, part::Segment};
///
/// let segment = Encoded::<Segment>::parse("name;v=1%2E1")?;
/// let (name, version) = segment.split_once(b';').unwrap();
/// assert_eq!(name.as_str(), "name");
/// assert_eq!(version.decode().to_str().unwrap(), "v=1.1");
///
/// let error = Encoded::<Segment>::parse("a/b").unwrap_err();
/// assert_eq!(error.offset(), 1);
/// # Ok::<(), napkin::ParseError>(())
/// ```
pub struct Encoded<'a, P> {
    text: &'a str,
    part: PhantomData<P>,
}

impl<'a, P> Encoded<'a, P> {
    /// Wraps text that was cut out of a parsed reference.
    pub(crate) const fn cut(text: &'a str) -> Self {
        Self { text, part: PhantomData }
    }

    /// The text as written in the reference.
    ///
    /// ```
    /// assert_eq!(napkin::uri!("x:#a%20b").fragment().unwrap().as_str(), "a%20b");
    /// ```
    pub const fn as_str(self) -> &'a str {
        self.text
    }

    /// Whether the text is empty. An empty part is still defined.
    ///
    /// ```
    /// assert!(napkin::uri!("x:#").fragment().unwrap().is_empty());
    /// ```
    pub const fn is_empty(self) -> bool {
        self.text.is_empty()
    }

    /// The decoded text: an octet for each triplet, and each other character unchanged.
    ///
    /// ```
    /// assert_eq!(napkin::uri!("x:#a%20b+c").fragment().unwrap().decode(), "a b+c");
    /// ```
    pub const fn decode(self) -> Decode<'a> {
        Decode::new(self.text, false)
    }

    /// The decoded text, with U+FFFD for ill-formed UTF-8; borrowed if nothing was encoded.
    ///
    /// ```
    /// let uri = napkin::UriRef::parse("?q=50%25%20off")?;
    /// let value = uri.query().and_then(|query| query.value("q")).unwrap();
    /// assert_eq!(value.decode_lossy(), "50% off");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    #[cfg(feature = "alloc")]
    pub fn decode_lossy(self) -> alloc::borrow::Cow<'a, str> {
        self.decode().to_string_lossy()
    }

    /// Like [`decode`](Self::decode), with `+` decoded to a space, as HTML forms write queries.
    ///
    /// ```
    /// let value = napkin::uri!("x:?q=a+b%2B").query().unwrap().value("q").unwrap();
    /// assert_eq!(value.decode_form(), "a b+");
    /// ```
    pub const fn decode_form(self) -> Decode<'a> {
        Decode::new(self.text, true)
    }

    /// The pieces between the `delimiter`s, at least one. A delimiter is an ASCII byte; any other byte splits
    /// nothing.
    ///
    /// ```
    /// let path = napkin::uri!("x:a;b;c").path().segments().next().unwrap();
    /// assert!(path.split(b';').map(|piece| piece.as_str()).eq(["a", "b", "c"]));
    /// ```
    pub fn split(self, delimiter: u8) -> impl Iterator<Item = Self> + Clone + use<'a, P> {
        self.text.split(ascii(delimiter)).map(Self::cut)
    }

    /// The text before and after the first `delimiter`, an ASCII byte.
    ///
    /// ```
    /// let segment = napkin::uri!("x:a;v=1").path().segments().next().unwrap();
    /// assert_eq!(segment.split_once(b';').unwrap().1, "v=1");
    /// ```
    pub fn split_once(self, delimiter: u8) -> Option<(Self, Self)> {
        let (before, after) = self.cut_at(delimiter);
        Some((before, after?))
    }

    /// The text before the first `delimiter`, and the text after it if there is one. Pieces are short, so bytes are
    /// looked at one by one.
    #[inline]
    pub(crate) fn cut_at(self, delimiter: u8) -> (Self, Option<Self>) {
        let text = self.text;
        let at = text.bytes().position(|byte| byte == delimiter && byte.is_ascii());
        let at = at.unwrap_or(text.len());
        // Before and after an ASCII byte are whole characters.
        let before = text.get(..at).unwrap_or(text);
        (Self::cut(before), text.get(at + 1..).map(Self::cut))
    }
}

impl<'a, P: Component> Encoded<'a, P> {
    /// Checks that `text` is valid in the part `P`.
    ///
    /// # Errors
    ///
    /// The first byte that is not allowed, or the first malformed triplet; offsets count from the start of `text`.
    ///
    /// ```
    /// use napkin::{Encoded, part};
    ///
    /// assert_eq!(Encoded::<part::Segment>::parse("a%20b")?.decode(), "a b");
    /// assert!(Encoded::<part::Segment>::parse("a/b").is_err());
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    pub fn parse(text: &'a str) -> Result<Self, ParseError> {
        Self::parse_by(RFC3986, text)
    }

    /// Checks that `text` is valid in the part `P` of another edition with a generic syntax.
    ///
    /// ```
    /// use napkin::{Encoded, edition::RFC3987, part::Segment};
    ///
    /// let segment = Encoded::<Segment>::parse_by(RFC3987, "bl%C3%A5bær")?;
    /// assert_eq!(segment.decode(), "blåbær");
    /// # Ok::<(), napkin::ParseError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`parse`](Self::parse); also for an ASCII character that RFC 3986 does not allow.
    pub fn parse_by(edition: &'static Edition, text: &'a str) -> Result<Self, ParseError> {
        parse_part(edition, text.as_bytes(), P::PART)?;
        let is_allowed = |byte: u8| byte == b'%' || !byte.is_ascii() || P::ALLOWED.contains(byte);
        match text.bytes().position(|byte| !is_allowed(byte)) {
            None => Ok(Self::cut(text)),
            Some(at) => Err(ParseError::new(edition, ErrorKind::InvalidCharacter, P::PART, at)),
        }
    }
}

impl<P> Clone for Encoded<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Encoded<'_, P> {}

impl<P> fmt::Debug for Encoded<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text.fmt(f)
    }
}

impl<P> fmt::Display for Encoded<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text)
    }
}

impl<P> core::ops::Deref for Encoded<'_, P> {
    type Target = str;

    fn deref(&self) -> &str {
        self.text
    }
}

impl<P> AsRef<str> for Encoded<'_, P> {
    fn as_ref(&self) -> &str {
        self.text
    }
}

// Written by hand: a derive would require the traits of `P`, which is only a name.

impl<P> PartialEq for Encoded<'_, P> {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl<P> Eq for Encoded<'_, P> {}

impl<P> PartialOrd for Encoded<'_, P> {
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<P> Ord for Encoded<'_, P> {
    fn cmp(&self, other: &Self) -> core::cmp::Ordering {
        self.text.cmp(other.text)
    }
}

impl<P> core::hash::Hash for Encoded<'_, P> {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

macro_rules! equal_to {
    ($($text:ty),*) => {$(
        impl<P> PartialEq<$text> for Encoded<'_, P> {
            fn eq(&self, other: &$text) -> bool {
                self.text == AsRef::<str>::as_ref(other)
            }
        }

        impl<P> PartialEq<Encoded<'_, P>> for $text {
            fn eq(&self, other: &Encoded<'_, P>) -> bool {
                AsRef::<str>::as_ref(self) == other.text
            }
        }
    )*};
}

equal_to! { str, &str }
#[cfg(feature = "alloc")]
equal_to! { alloc::string::String }
