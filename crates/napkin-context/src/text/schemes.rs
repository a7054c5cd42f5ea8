//! The schemes that distinguish a URI in text from words before a colon.

use std::borrow::Cow;
use std::sync::LazyLock;

use napkin::ByteSet;
use napkin_schemes::{FAMILIES, registry::REGISTRATIONS};

/// The schemes that URIs in text may have.
///
/// Text is full of words before colons. Between angle brackets any scheme is accepted; elsewhere a scheme has to be
/// known, or be followed by `//`.
///
/// ```
/// use napkin_context::Schemes;
///
/// assert!(Schemes::registered().know("mailto") && !Schemes::registered().know("note"));
/// assert!(Schemes::Any.know("note"));
/// ```
///
/// ```
/// use napkin_context::Schemes;
///
/// assert!(Schemes::registered().know("HTTP"));
/// let only = Schemes::only(["mailto", "tel"]);
/// assert!(only.admit("tel") && !only.admit("http"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Schemes {
    /// These are known, in lowercase and sorted; others need `//`.
    Known(Cow<'static, [&'static str]>),
    /// Only these are found, in any wrapper; in lowercase and sorted.
    Only(Vec<String>),
    /// Every scheme is taken as known.
    Any,
}

impl Schemes {
    /// The schemes that are registered with IANA, or have a definition in `napkin-schemes`.
    pub fn registered() -> Self {
        Self::Known(Cow::Borrowed(&REGISTERED))
    }

    /// These schemes and no others, in any case and order.
    pub fn only<S: AsRef<str>>(schemes: impl IntoIterator<Item = S>) -> Self {
        let lower = |scheme: S| scheme.as_ref().to_ascii_lowercase();
        let mut schemes: Vec<_> = schemes.into_iter().map(lower).collect();
        schemes.sort_unstable();
        Self::Only(schemes)
    }

    /// Whether a scheme is known, case-insensitively.
    pub fn know(&self, scheme: &str) -> bool {
        self.know_bytes(scheme.as_bytes())
    }

    /// Whether URIs of a scheme are wanted at all.
    pub fn admit(&self, scheme: &str) -> bool {
        self.admit_bytes(scheme.as_bytes())
    }

    /// The last bytes of known schemes, in both cases; `None` if any byte may be last.
    pub(crate) fn last_bytes(&self) -> Option<ByteSet> {
        let add = |set: ByteSet, scheme: &str| match scheme.as_bytes().last() {
            Some(last) => {
                set.or(ByteSet::of(&[last.to_ascii_lowercase(), last.to_ascii_uppercase()]))
            }
            None => set,
        };
        match self {
            Self::Known(known) => Some(known.iter().copied().fold(ByteSet::EMPTY, add)),
            Self::Only(only) => Some(only.iter().map(String::as_str).fold(ByteSet::EMPTY, add)),
            Self::Any => None,
        }
    }

    pub(crate) fn know_bytes(&self, scheme: &[u8]) -> bool {
        let lower = || scheme.iter().map(u8::to_ascii_lowercase);
        match self {
            Self::Known(known) => {
                known.binary_search_by(|known| known.bytes().cmp(lower())).is_ok()
            }
            Self::Only(only) => {
                only.iter().any(|only| only.as_bytes().eq_ignore_ascii_case(scheme))
            }
            Self::Any => true,
        }
    }

    #[inline]
    pub(crate) fn admit_bytes(&self, scheme: &[u8]) -> bool {
        !matches!(self, Self::Only(_)) || self.know_bytes(scheme)
    }
}

/// A filter for words that can be known schemes, by three of their letters and their length: most words before
/// colons cannot, and need no lookup.
#[derive(Clone, Debug)]
pub(crate) struct Sieve([u64; ROWS]);

const ROWS: usize = 1024;

impl Sieve {
    pub(crate) fn of(schemes: &Schemes) -> Self {
        let mut lengths = [0; ROWS];
        let mut add = |scheme: &str| {
            if let Some((row, bit)) = cell(scheme.as_bytes()) {
                lengths[row] |= bit;
            }
        };
        match schemes {
            Schemes::Known(known) => known.iter().for_each(|scheme| add(scheme)),
            Schemes::Only(only) => only.iter().for_each(|scheme| add(scheme)),
            Schemes::Any => lengths = [u64::MAX; ROWS],
        }
        Self(lengths)
    }

    /// Whether a word may be known.
    #[inline]
    pub(crate) fn passes(&self, word: &[u8]) -> bool {
        cell(word).is_some_and(|(row, bit)| self.0[row] & bit != 0)
    }
}

/// The row of a word, by its first two letters and its last one case-insensitively, and the bit of its length; very
/// long words share one bit.
#[inline]
fn cell(word: &[u8]) -> Option<(usize, u64)> {
    let letter = |byte: u8| usize::from(byte & 0x1F);
    let (first, last) = (*word.first()?, *word.last()?);
    let second = *word.get(1).unwrap_or(&0);
    let row = letter(first) << 5 ^ letter(second) ^ letter(last) << 3;
    Some((row % ROWS, 1 << word.len().min(63)))
}

impl Default for Schemes {
    fn default() -> Self {
        Self::registered()
    }
}

/// The registered schemes and those defined in `napkin-schemes`, sorted.
static REGISTERED: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let registered = REGISTRATIONS.iter().map(|registration| registration.scheme);
    // Whatever families are compiled in. Excludes namespaces of a scheme and prefixes of schemes.
    let defined = FAMILIES.iter().map(|(name, _)| *name);
    let defined = defined.filter(|name| !name.contains(':') && !name.ends_with('-'));
    let mut schemes: Vec<_> = registered.chain(defined).collect();
    schemes.sort_unstable();
    schemes.dedup();
    schemes
});

#[cfg(test)]
mod tests {
    use super::{REGISTERED, Schemes, Sieve};

    #[test]
    fn what_is_in_use_is_known() {
        for scheme in ["http", "javascript", "magnet", "urn", "rlogin", "bitcoin"] {
            assert!(Schemes::registered().know(scheme), "{scheme}");
        }
        assert!(!Schemes::registered().know("x-"));
    }

    #[test]
    fn the_sieve_lets_every_scheme_through() {
        let sieve = Sieve::of(&Schemes::registered());
        assert!(REGISTERED.iter().all(|scheme| sieve.passes(scheme.to_uppercase().as_bytes())));
        assert!(!sieve.passes(b"") && !sieve.passes(b"zebra"));
        assert!(Sieve::of(&Schemes::Any).passes(&[b'z'; 100]));
    }

    #[test]
    fn only_means_only() {
        let only = Schemes::only(["HTTP", "ftp"]);
        assert!(only.know("http") && only.know("FTP") && !only.know("mailto"));
        assert!(only.admit("http") && !only.admit("mailto"));
        assert!(Schemes::registered().admit("note") && Schemes::registered().know("HTTPS"));
    }
}
