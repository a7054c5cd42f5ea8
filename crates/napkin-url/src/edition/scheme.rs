//! Special schemes and their default ports.

/// The kinds of schemes that the algorithm distinguishes.
///
/// ```
/// use napkin_url::edition::{SchemeType, WHATWG};
///
/// let https = WHATWG.special.scheme_type("https");
/// assert_eq!((https, https.default_port()), (SchemeType::Https, Some(443)));
/// assert!(https.is_special() && WHATWG.special.contains(https));
/// assert!(!WHATWG.special.scheme_type("mailto").is_special());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
#[repr(u8)]
pub enum SchemeType {
    /// Any scheme that is not special in the edition.
    #[default]
    NotSpecial,
    /// `ftp`
    Ftp,
    /// `file`
    File,
    /// `gopher`, special until 2019
    Gopher,
    /// `http`
    Http,
    /// `https`
    Https,
    /// `ws`
    Ws,
    /// `wss`
    Wss,
}

impl SchemeType {
    /// The kind of the scheme with this name, independent of the edition.
    #[inline]
    pub(crate) fn of_name(name: &str) -> Self {
        match name.as_bytes() {
            b"http" => Self::Http,
            b"https" => Self::Https,
            b"file" => Self::File,
            b"ftp" => Self::Ftp,
            b"ws" => Self::Ws,
            b"wss" => Self::Wss,
            b"gopher" => Self::Gopher,
            _ => Self::NotSpecial,
        }
    }

    /// Whether the URL is special.
    #[inline]
    pub const fn is_special(self) -> bool {
        !matches!(self, Self::NotSpecial)
    }

    /// Default port.
    #[inline]
    pub const fn default_port(self) -> Option<u16> {
        match self {
            Self::NotSpecial | Self::File => None,
            Self::Ftp => Some(21),
            Self::Gopher => Some(70),
            Self::Http | Self::Ws => Some(80),
            Self::Https | Self::Wss => Some(443),
        }
    }

    /// Whether a query is encoded as UTF-8, whatever the document's encoding is.
    #[inline]
    pub(crate) const fn query_is_utf8(self) -> bool {
        matches!(self, Self::NotSpecial | Self::Ws | Self::Wss)
    }

    /// Name of a special scheme.
    pub const fn name(self) -> Option<&'static str> {
        Some(match self {
            Self::NotSpecial => return None,
            Self::Ftp => "ftp",
            Self::File => "file",
            Self::Gopher => "gopher",
            Self::Http => "http",
            Self::Https => "https",
            Self::Ws => "ws",
            Self::Wss => "wss",
        })
    }
}

/// The special schemes of an edition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SpecialSchemes(u8);

impl SpecialSchemes {
    /// The set of these schemes.
    pub(crate) const fn of(schemes: &[SchemeType]) -> Self {
        let mut bits = 0;
        let mut i = 0;
        while i < schemes.len() {
            bits |= 1 << schemes[i] as u8;
            i += 1;
        }
        Self(bits)
    }

    /// The kind of the scheme with this name, which is in lower case.
    #[inline]
    pub fn scheme_type(self, name: &str) -> SchemeType {
        let kind = SchemeType::of_name(name);
        if self.contains(kind) { kind } else { SchemeType::NotSpecial }
    }

    /// Whether a scheme is special.
    #[inline]
    pub const fn contains(self, kind: SchemeType) -> bool {
        self.0 >> kind as u8 & 1 != 0
    }

    /// The schemes, in the order of the alphabet.
    pub fn iter(self) -> impl Iterator<Item = SchemeType> {
        use SchemeType::{File, Ftp, Gopher, Http, Https, Ws, Wss};
        [File, Ftp, Gopher, Http, Https, Ws, Wss]
            .into_iter()
            .filter(move |kind| self.contains(*kind))
    }
}
