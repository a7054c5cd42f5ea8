//! Between IRIs and URIs, for the steps that need tables: host names by IDNA, and normalization of characters.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;

use napkin::edition::RFC3987;
use napkin::{ParseError, Reference, Start, percent};

use crate::domain_name;

/// How IRIs are mapped to URIs (RFC 3987 §3.1), and URIs converted to IRIs (§3.2).
///
/// By default characters become triplets everywhere, also in a host, and nothing else changes.
///
/// ```
/// use napkin_schemes::Mapping;
///
/// let iri = "http://bücher.example/ü";
/// assert_eq!(Mapping::new().to_uri(iri)?, "http://b%C3%BCcher.example/%C3%BC");
/// let uri = Mapping::new().idna(true).to_uri(iri)?;
/// assert_eq!(uri, "http://xn--bcher-kva.example/%C3%BC");
/// assert_eq!(Mapping::new().idna(true).to_iri(&uri)?, iri);
/// # Ok::<(), napkin_schemes::MappingError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[must_use = "it maps what it is given"]
pub struct Mapping {
    idna: bool,
    #[cfg(feature = "unicode")]
    nfc: bool,
    encode_ascii: bool,
}

/// Why a text cannot be mapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MappingError {
    /// It is no IRI, or the result would be too long.
    Invalid(ParseError),
    /// Its host is not a valid DNS name.
    Idna,
    /// Composing its characters would give a delimiter, or a character not allowed in an IRI.
    NfcChangesSyntax,
}

impl MappingError {
    /// The name in JSON; `invalid-reference` for a text that is not an IRI, whose [`ParseError`] has the details.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Invalid(_) => "invalid-reference",
            Self::Idna => "idna-failed",
            Self::NfcChangesSyntax => "nfc-changes-syntax",
        }
    }

    /// The section of RFC 3987 that has the rule.
    pub const fn section(&self) -> &'static str {
        match self {
            Self::Invalid(_) => "2.2",
            Self::Idna => "3.1",
            Self::NfcChangesSyntax => "5.3.2.2",
        }
    }
}

impl fmt::Display for MappingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let section = self.section();
        match self {
            Self::Invalid(error) => error.fmt(f),
            Self::Idna => {
                write!(f, "the host is not a valid DNS name (ToASCII, RFC 3987 section {section})")
            }
            Self::NfcChangesSyntax => write!(
                f,
                "composing the characters would make a delimiter of one (NFC, RFC 3987 section {section})"
            ),
        }
    }
}

impl Error for MappingError {}

impl From<ParseError> for MappingError {
    fn from(error: ParseError) -> Self {
        Self::Invalid(error)
    }
}

impl Mapping {
    /// Triplets everywhere, no composition, and no encoding of characters that are not allowed.
    pub const fn new() -> Self {
        Self {
            idna: false,
            #[cfg(feature = "unicode")]
            nfc: false,
            encode_ascii: false,
        }
    }

    /// Whether the host of a scheme with domain names is written as a DNS name (`ToASCII`), and converted to
    /// Unicode from a URI.
    pub const fn idna(mut self, idna: bool) -> Self {
        self.idna = idna;
        self
    }

    /// Whether characters are composed first (NFC), as needed for text from paper or from an encoding other than
    /// Unicode.
    #[cfg(feature = "unicode")]
    pub const fn nfc(mut self, nfc: bool) -> Self {
        self.nfc = nfc;
        self
    }

    /// Whether space and ``< > " { } | \ ^ ` ``, which are not allowed in an IRI, are encoded; otherwise they are
    /// an error.
    ///
    /// ```
    /// use napkin_schemes::Mapping;
    ///
    /// assert!(Mapping::new().to_uri("http://h/a b|é").is_err());
    /// assert_eq!(Mapping::new().encode_ascii(true).to_uri("http://h/a b|é")?, "http://h/a%20b%7C%C3%A9");
    /// # Ok::<(), napkin_schemes::MappingError>(())
    /// ```
    pub const fn encode_ascii(mut self, encode_ascii: bool) -> Self {
        self.encode_ascii = encode_ascii;
        self
    }

    /// The URI that an IRI, or a reference to one, is mapped to.
    ///
    /// # Errors
    ///
    /// [`Invalid`](MappingError::Invalid) if the text is not an IRI reference; the other errors by the options.
    pub fn to_uri<'a>(&self, text: &'a str) -> Result<Cow<'a, str>, MappingError> {
        let text =
            if self.encode_ascii { percent::encode_unwise(text) } else { Cow::Borrowed(text) };
        #[cfg(feature = "unicode")]
        let text = if self.nfc { map(text, nfc)? } else { text };
        map(text, |iri| {
            let uri = match domain_name::of(iri)
                .filter(|host| self.idna && domain_name::is_beyond_ascii(host))
            {
                Some(host) => {
                    let ascii = domain_name::to_ascii(host).ok_or(MappingError::Idna)?;
                    domain_name::with_host(iri, &ascii)
                }
                None => None,
            };
            match uri {
                Some(uri) => Ok(Cow::Owned(RFC3987.parse(&uri)?.to_uri()?.into_owned())),
                None => Ok(iri.to_uri()?),
            }
        })
    }

    /// The IRI that a URI is converted to, or a reference to one.
    ///
    /// # Errors
    ///
    /// [`Invalid`](MappingError::Invalid) if the text is neither a URI nor an IRI.
    pub fn to_iri<'a>(&self, text: &'a str) -> Result<Cow<'a, str>, MappingError> {
        let text =
            if self.encode_ascii { percent::encode_unwise(text) } else { Cow::Borrowed(text) };
        #[cfg(feature = "unicode")]
        let text = if self.nfc { map(text, nfc)? } else { text };
        let text = map(text, |uri| Ok(uri.to_iri()?))?;
        if !self.idna {
            return Ok(text);
        }
        map(text, |iri| {
            let host = domain_name::of(iri);
            let letters = host.map(domain_name::to_letters).filter(|letters| host != Some(letters));
            let converted = letters.and_then(|letters| domain_name::with_host(iri, &letters));
            Ok(converted.map_or(Cow::Borrowed(iri.as_str()), Cow::Owned))
        })
    }
}

/// Applies a step that borrows its input if it changes nothing.
fn map<'a>(
    text: Cow<'a, str>,
    step: impl for<'t> Fn(Reference<'t>) -> Result<Cow<'t, str>, MappingError>,
) -> Result<Cow<'a, str>, MappingError> {
    let changed = match step(RFC3987.parse_as(Start::UriReference, &text)?)? {
        Cow::Borrowed(_) => None,
        Cow::Owned(changed) => Some(changed),
    };
    Ok(changed.map_or(text, Cow::Owned))
}

/// A reference with its characters composed (NFC), separately for each run of characters between delimiters and
/// triplets. Borrowed if it is already composed.
///
/// Comparison never does this: two IRIs that differ only in composition are different (RFC 3987 §5.3.2.2).
///
/// # Errors
///
/// [`NfcChangesSyntax`](MappingError::NfcChangesSyntax), if a character would become a delimiter, such as U+037E.
///
/// ```
/// use napkin::edition::RFC3987;
///
/// let iri = RFC3987.parse("/re\u{301}sume\u{301}?=\u{338}")?;
/// assert_eq!(napkin_schemes::nfc(iri).unwrap(), "/résumé?=\u{338}");
/// # Ok::<(), napkin::ParseError>(())
/// ```
#[cfg(feature = "unicode")]
pub fn nfc(reference: Reference<'_>) -> Result<Cow<'_, str>, MappingError> {
    use unicode_normalization::{UnicodeNormalization, is_nfc};

    let text = reference.as_str();
    if text.is_ascii() || is_nfc(text) {
        return Ok(Cow::Borrowed(text));
    }
    let unreserved = reference.edition().unreserved;
    let is_in_run = |character: char| match u8::try_from(character) {
        Ok(byte) if byte.is_ascii() => unreserved.contains(byte),
        _ => true,
    };
    let mut output = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = match first {
            '%' => rest.len().min(3),
            first if is_in_run(first) => {
                rest.find(|character| !is_in_run(character)).unwrap_or(rest.len())
            }
            first => first.len_utf8(),
        };
        let (piece, behind) = rest.split_at(end);
        if is_in_run(first) {
            let start = output.len();
            output.extend(piece.nfc());
            let is_run = |run: &str| run.chars().all(is_in_run);
            if !output.get(start..).is_some_and(is_run) {
                return Err(MappingError::NfcChangesSyntax);
            }
        } else {
            output.push_str(piece);
        }
        rest = behind;
    }
    if output == text {
        return Ok(Cow::Borrowed(text));
    }
    reference.edition().parse(&output)?;
    Ok(Cow::Owned(output))
}

/// The result of `toASCIIString` of java.net.URI: all characters are composed, and then non-ASCII ones become the
/// triplets of their UTF-8 (JAVA-70).
///
/// The whole text is composed, as in Java, so the result need not be a URI: a combining mark combines with a
/// delimiter or the digit of a triplet before it. To map an IRI, use [`Mapping`].
///
/// ```
/// use napkin::edition::JAVA;
///
/// assert_eq!(napkin_schemes::to_ascii(JAVA.parse("/re\u{301}sum%c3%a9")?), "/r%C3%A9sum%c3%a9");
/// assert_eq!(napkin_schemes::to_ascii(JAVA.parse("/%4a\u{301}")?), "/%4%C3%A1");
/// # Ok::<(), napkin::ParseError>(())
/// ```
#[cfg(feature = "unicode")]
pub fn to_ascii(reference: Reference<'_>) -> Cow<'_, str> {
    use unicode_normalization::UnicodeNormalization;

    reference.to_ascii(|text| text.nfc().collect())
}
