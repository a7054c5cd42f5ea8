//! The places in URIs of some schemes that hold a secret other than a userinfo password (RFC 3986 §7.5).
//!
//! The [fact table](crate::scheme::FACTS) says which scheme holds which secret.

use core::iter;
use core::ops::Range;

use napkin_scan::decode_triplet;

/// A secret that the URIs of a scheme hold: whoever reads the URI can use it.
///
/// ```
/// let uri = napkin::uri!("otpauth://totp/ACME:jo?secret=MZXQ&digits=8");
/// assert_eq!(uri.redacted().to_string(), "otpauth://totp/ACME:jo?secret=***&digits=8");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Secret {
    /// The values of the query parameters with one of these names, compared decoded and case-insensitively.
    Parameters(&'static [&'static str]),
    /// The password of a path: the text between the first colon and the first `@` (RFC 3261 §19.1, for sip).
    Password,
    /// The token of the field that begins with this name, case-insensitively: the text after its second colon (RFC
    /// 5092 §6.1.1, for imap).
    Token(&'static str),
    /// All text after the scheme (RFC 8959 §2, for secret-token).
    Whole,
}

impl Secret {
    /// The places of the secret between the colon of the scheme and the fragment, in order. Empty ones are left
    /// out.
    ///
    /// ```
    /// use napkin::scheme::Secret;
    ///
    /// let mut places = Secret::Password.places(b"alice:secretword@atlanta.com");
    /// assert_eq!(places.next(), Some(6..16));
    /// assert_eq!(Secret::Parameters(&["key"]).places(b"//h/x?%4Bey=a&b&key=").next(), Some(12..13));
    /// ```
    pub const fn places(self, text: &[u8]) -> Secrets<'_> {
        Secrets { secret: self, text, next: Some(0) }
    }

    /// The next place from an offset on, and the offset at which to search for the one after it.
    fn place(self, text: &[u8], from: usize) -> (Option<Range<usize>>, Option<usize>) {
        let find = |from: usize, wanted: &[u8]| {
            let rest = text.get(from..)?;
            rest.iter().position(|byte| wanted.contains(byte)).map(|at| from + at)
        };
        match self {
            Self::Parameters(names) => {
                let query = || find(0, b"?").map(|mark| mark + 1);
                let start = if from == 0 { query() } else { Some(from) };
                let Some(start) = start else { return (None, None) };
                let end = find(start, b"&").unwrap_or(text.len());
                let equals = find(start, b"=").filter(|&equals| {
                    let name = text.get(start..equals).unwrap_or_default();
                    equals < end && names.iter().any(|known| says(name, known))
                });
                (equals.map(|equals| equals + 1..end), (end < text.len()).then_some(end + 1))
            }
            Self::Password => {
                let password = find(0, b"@").zip(find(0, b":"));
                (password.map(|(at, colon)| colon + 1..at), None)
            }
            Self::Token(field) => {
                let begins = |window: &[u8]| window.eq_ignore_ascii_case(field.as_bytes());
                let field = text.windows(field.len()).rposition(begins);
                let colon = |from: usize| find(from, b":").map(|colon| colon + 1);
                let token = field.and_then(colon).and_then(colon);
                (token.map(|start| start..find(start, b"/?;").unwrap_or(text.len())), None)
            }
            Self::Whole => (Some(0..text.len()), None),
        }
    }
}

/// The places of a secret. Made by [`Secret::places`].
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy"]
pub struct Secrets<'t> {
    secret: Secret,
    text: &'t [u8],
    next: Option<usize>,
}

impl Iterator for Secrets<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        while let Some(from) = self.next {
            let (place, next) = self.secret.place(self.text, from);
            self.next = next;
            if let Some(place) = place.filter(|place| !place.is_empty()) {
                return Some(place);
            }
        }
        None
    }
}

/// Whether a text, once decoded, is a name, case-insensitively.
fn says(mut written: &[u8], name: &str) -> bool {
    let octets = iter::from_fn(|| {
        let (octet, length) = match decode_triplet(written) {
            Some(octet) => (octet, "%41".len()),
            None => (*written.first()?, 1),
        };
        written = written.get(length..).unwrap_or_default();
        Some(octet.to_ascii_lowercase())
    });
    octets.eq(name.bytes())
}
