//! Dated editions of the URL Standard, as data.
//!
//! The URL Standard is a living text. Between August 2018 and July 2026 it changed in nineteen observable ways,
//! which make ten editions, each a constant of type [`Edition`]. The parser, the setters and the serializer read
//! the constant, never the date.
//!
//! ```
//! use napkin_url::edition::{self, WHATWG};
//!
//! let text = "https://example.com/quote/^GSPC";
//! assert_eq!(WHATWG.parse(text)?.as_str(), "https://example.com/quote/%5EGSPC");
//!
//! let in_2021 = edition::as_of("2021").unwrap();
//! assert_eq!(in_2021.key, "whatwg-2021-08");
//! assert_eq!(in_2021.parse(text)?.as_str(), text);
//! # Ok::<(), napkin_url::Failure>(())
//! ```

mod scheme;
pub mod sets;
mod classes;
mod dated;

use napkin_scan::ByteSet;

pub(crate) use classes::{Class, Classes, Kept};
pub use dated::{
    WHATWG, WHATWG_2018_08, WHATWG_2020_02, WHATWG_2020_08, WHATWG_2021_02, WHATWG_2021_08,
    WHATWG_2022_02, WHATWG_2023_02, WHATWG_2023_08, WHATWG_2025_08, WHATWG_2026_07,
};
pub use scheme::{SchemeType, SpecialSchemes};

/// All editions, from the oldest to the newest.
///
/// ```
/// use napkin_url::edition::{EDITIONS, WHATWG};
///
/// let accepting = EDITIONS.iter().filter(|edition| edition.can_parse("https://example.com/"));
/// assert_eq!(accepting.count(), EDITIONS.len());
/// assert_eq!(EDITIONS.last().unwrap().key, WHATWG.key);
/// ```
pub const EDITIONS: [&Edition; 10] = [
    WHATWG_2018_08,
    WHATWG_2020_02,
    WHATWG_2020_08,
    WHATWG_2021_02,
    WHATWG_2021_08,
    WHATWG_2022_02,
    WHATWG_2023_02,
    WHATWG_2023_08,
    WHATWG_2025_08,
    WHATWG_2026_07,
];

/// One edition of the URL Standard: every point in which editions differ.
///
/// Behavior common to all editions is part of the algorithm and has no field.
///
/// ```
/// use napkin_url::edition::{WHATWG, WHATWG_2018_08};
///
/// assert!(WHATWG_2018_08.text_date < WHATWG.text_date);
/// assert!(WHATWG_2018_08.special.iter().count() > WHATWG.special.iter().count()); // with gopher
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Edition {
    /// Name, such as `whatwg-2025-08`.
    pub key: &'static str,
    /// Day of the text, as `YYYY-MM-DD`.
    pub text_date: &'static str,
    /// Commit of the standard's repository that has the text, shortened.
    pub commit: &'static str,
    /// Review drafts without observable difference from this edition, as `YYYY-MM`.
    pub also: &'static [&'static str],
    /// Special schemes.
    pub special: SpecialSchemes,
    /// Forbidden host code points.
    pub forbidden_host: ByteSet,
    /// Forbidden domain code points.
    pub forbidden_domain: ByteSet,
    /// Path percent-encode set.
    pub path_encode: ByteSet,
    /// U+0000 in a fragment.
    pub fragment_nul: FragmentNul,
    /// Whether a domain that `ToASCII` makes empty is a failure.
    pub empty_domain_fails: bool,
    /// How an ASCII domain becomes a host.
    pub ascii_domain: AsciiDomain,
    /// When a domain is an IPv4 address.
    pub ipv4_when: Ipv4When,
    /// Whether `file` URLs keep leading empty path segments.
    pub file_leading_empty_kept: bool,
    /// Host of a `file` URL whose path begins with a Windows drive letter.
    pub file_drive_host: FileDriveHost,
    /// Whether the serializer writes `/.` before a path that would look like an authority.
    pub dot_slash_guard: bool,
    /// Whether the `hostname` setter takes the host before a colon.
    pub hostname_setter_takes_colon: bool,
    /// Whether the `pathname` setter turns an empty value into one empty segment where the host is null.
    pub empty_pathname_becomes_slash: bool,
    /// Spaces at the end of an opaque path.
    pub opaque_space: OpaqueSpace,
    /// Text that the origin of a `blob` URL is parsed from.
    pub blob_inner_text: BlobInnerText,
    /// Schemes inside `blob` that have an origin.
    pub blob_inner_schemes: BlobInnerSchemes,
    /// Unit of a query's text that is passed to an encoder.
    pub query_encode_unit: EncodeUnit,
    /// Unit of a form's name or value that is passed to an encoder.
    pub form_encode_unit: EncodeUnit,
    /// Mapping of U+1E9E (UTS 46).
    pub capital_sharp_s: CapitalSharpS,
    /// `xn--` labels that decode to ASCII only (UTS 46).
    pub ascii_xn_label: AsciiXnLabel,
    /// Classes of bytes, derived from the sets above.
    pub(crate) classes: Classes,
}

/// Treatment of U+0000 in a fragment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FragmentNul {
    /// Dropped.
    Drop,
    /// Percent-encoded.
    Encode,
}

/// How an ASCII domain becomes a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AsciiDomain {
    /// By `ToASCII`, whose failure is a failure of the parser.
    ToAscii,
    /// In lower case, whatever `ToASCII` says.
    Lowercase,
}

/// When a domain is an IPv4 address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Ipv4When {
    /// If it has one to four parts and all are numbers.
    AllPartsNumeric,
    /// If it ends in a number; any fault in it is then a failure.
    EndsInNumber,
}

/// Host of a `file` URL whose path begins with a Windows drive letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FileDriveHost {
    /// Becomes the empty host.
    Clear,
    /// Stays.
    Keep,
}

/// Treatment of spaces at the end of an opaque path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OpaqueSpace {
    /// Kept.
    Raw,
    /// Removed by the setters that leave query and fragment null.
    StripInSetters,
    /// The last one before `?` or `#` is percent-encoded.
    EncodeLast,
}

/// Text that the origin of a `blob` URL is parsed from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BlobInnerText {
    /// First segment of the path.
    FirstSegment,
    /// Whole path.
    WholePath,
}

/// Schemes inside `blob` that have an origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BlobInnerSchemes {
    /// Any scheme that has an origin of its own, including `blob`.
    Any,
    /// `http`, `https` and `file`.
    Web,
}

/// Unit of text that is passed to an encoder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EncodeUnit {
    /// Code point by code point.
    CodePoint,
    /// Whole string.
    String,
}

/// Mapping of U+1E9E, LATIN CAPITAL LETTER SHARP S.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CapitalSharpS {
    /// To `ss`, until UTS 46 version 15.1.
    Ss,
    /// To U+00DF.
    Sz,
}

/// Treatment of an `xn--` label that decodes to ASCII only, or to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AsciiXnLabel {
    /// Decoded, until UTS 46 version 16.0.
    Decode,
    /// A failure.
    Fail,
}

/// The edition with this key; `whatwg` is the newest. The key of a draft without observable changes, such as
/// `whatwg-2019-02`, is an alias of its edition.
///
/// ```
/// use napkin_url::edition;
///
/// assert_eq!(edition::by_key("whatwg").unwrap().key, "whatwg-2026-07");
/// assert_eq!(edition::by_key("whatwg-2019-08").unwrap().key, "whatwg-2018-08");
/// assert!(edition::by_key("whatwg-2017-01").is_none());
/// ```
pub fn by_key(key: &str) -> Option<&'static Edition> {
    let date = match key.strip_prefix("whatwg")? {
        "" => return Some(WHATWG),
        date => date.strip_prefix('-')?,
    };
    EDITIONS.into_iter().find(|edition| {
        edition.key.strip_prefix("whatwg-") == Some(date) || edition.also.contains(&date)
    })
}

/// The edition in force at the end of a year (`2021`), a month (`2021-03`) or a day (`2021-03-22`).
///
/// `None` for a text that is not such a date, and for dates before the oldest edition.
///
/// ```
/// use napkin_url::edition;
///
/// assert_eq!(edition::as_of("2025-08-18").unwrap().key, "whatwg-2025-08");
/// assert_eq!(edition::as_of("2025-07").unwrap().key, "whatwg-2023-08");
/// assert!(edition::as_of("2017").is_none());
/// ```
pub fn as_of(date: &str) -> Option<&'static Edition> {
    let mut parts = date.split('-');
    let well_formed = parts.next().is_some_and(|year| is_number(year, 4, 9999))
        && parts.next().is_none_or(|month| is_number(month, 2, 12))
        && parts.next().is_none_or(|day| is_number(day, 2, 31))
        && parts.next().is_none();
    // The text of a day is in force on that day. A prefix of its date denotes a period that ends on that day or
    // later.
    let in_force =
        |edition: &&Edition| edition.text_date <= date || edition.text_date.starts_with(date);
    well_formed.then(|| EDITIONS.into_iter().rfind(in_force))?
}

/// Whether a text is a number from 1 to `most`, with this many digits.
fn is_number(text: &str, digits: usize, most: u32) -> bool {
    text.len() == digits
        && text.bytes().all(|byte| byte.is_ascii_digit())
        && text.parse().is_ok_and(|number: u32| (1..=most).contains(&number))
}
