//! Ranges of keys: what a server of a sorted index looks through for a page, a prefix, a host or a domain.

use std::error::Error;
use std::fmt;

use crate::no_key::NoKey;
use crate::profile::Profile;
use crate::writing::Writing;

/// Which pages are looked for, by the names that CDX servers have (`matchType`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Match {
    /// The page of a URL.
    Exact,
    /// The pages whose keys begin with the key of a URL. A slash or a question mark at the end of the URL counts.
    Prefix,
    /// The pages of the host of a URL, on its port.
    Host,
    /// The pages of the host of a URL and of the hosts below it.
    Domain,
    /// The keys that begin with a text, which is no URL: `com,example,` is each host below `example.com`.
    Key,
}

impl Match {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Exact, Self::Prefix, Self::Host, Self::Domain, Self::Key];

    /// The name.
    ///
    /// ```
    /// use napkin_keys::Match;
    ///
    /// assert_eq!(Match::ALL.map(Match::name), ["exact", "prefix", "host", "domain", "key"]);
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Prefix => "prefix",
            Self::Host => "host",
            Self::Domain => "domain",
            Self::Key => "key",
        }
    }
}

/// A range of keys in the order of their octets: the start is in it, and the end is not. Made by [`Profile::range`].
///
/// A line of a CDX file, which has a space behind the key, is in the range if its key is.
///
/// ```
/// use napkin_keys::{Match, SURT};
///
/// let range = SURT.range("http://example.com/docs/", Match::Prefix)?;
/// assert!(range.contains("com,example)/docs/a") && !range.contains("com,example)/img"));
/// assert_eq!(range.start(), "com,example)/docs/");
/// # Ok::<(), napkin_keys::NoRange>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct KeyRange {
    start: String,
    end: String,
}

impl KeyRange {
    /// The first key that is in the range, if there is such a page.
    pub fn start(&self) -> &str {
        &self.start
    }

    /// The first text behind the range.
    pub fn end(&self) -> &str {
        &self.end
    }

    /// Whether a key is in the range.
    pub fn contains(&self, key: &str) -> bool {
        (self.start()..self.end()).contains(&key)
    }

    /// The range of what begins with a text.
    fn beginning_with(start: String) -> Result<Self, NoRange> {
        let end = behind(&start).ok_or(NoRange::Empty)?;
        Ok(Self { start, end })
    }
}

/// The least text that is greater than all texts with this prefix; `None` for the empty prefix, which all texts have.
fn behind(start: &str) -> Option<String> {
    let mut end = start.to_owned();
    while let Some(last) = end.pop() {
        if let Some(next) = (last..=char::MAX).nth(1) {
            end.push(next);
            return Some(end);
        }
    }
    None
}

/// Why there is no range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NoRange {
    /// The URL has no key.
    Key(NoKey),
    /// The URL has no host.
    Host,
    /// Keys of the profile are not in the order that the range needs: of hosts, or of paths.
    Order,
    /// Every key begins with the empty text.
    Empty,
}

impl fmt::Display for NoRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Key(error) => error.fmt(f),
            Self::Host => f.write_str("the URL has no host"),
            Self::Order => f.write_str("its keys are not sorted so"),
            Self::Empty => f.write_str("the start of the keys is empty"),
        }
    }
}

impl Error for NoRange {}

impl Profile {
    /// The range of keys of the pages that are looked for, as pywb computes it.
    ///
    /// Of a host and a domain, the profile needs keys with the host in reverse; another port is another host. The name of a top
    /// level domain, which is a host without a comma in its key, has the hosts below it as its domain.
    ///
    /// # Errors
    ///
    /// If the URL has no key or no host, or the keys of the profile are sorted in another way.
    ///
    /// ```
    /// use napkin_keys::{Match, NoRange, SURT, W3LIB};
    ///
    /// let range = SURT.range("http://www.example.com/a", Match::Domain)?;
    /// assert_eq!((range.start(), range.end()), ("com,example)/", "com,example-"));
    /// assert!(range.contains("com,example,shop)/b") && !range.contains("com,example2)/"));
    ///
    /// let range = SURT.range("http://example.com/a/", Match::Prefix)?;
    /// assert_eq!((range.start(), range.end()), ("com,example)/a/", "com,example)/a0"));
    /// assert_eq!(W3LIB.range("http://example.com/a", Match::Host), Err(NoRange::Order));
    /// # Ok::<(), NoRange>(())
    /// ```
    pub fn range(&self, url: impl AsRef<[u8]>, matching: Match) -> Result<KeyRange, NoRange> {
        let url = url.as_ref();
        let is_digest = self.writing == Writing::ScrapyFingerprint;
        if matching == Match::Key {
            return KeyRange::beginning_with(String::from_utf8_lossy(url).into_owned());
        }
        let mut start = self.key(url).map_err(NoRange::Key)?;
        match matching {
            Match::Exact | Match::Key => {
                // A key has no space; in a file, one is behind it.
                let end = format!("{start}!");
                Ok(KeyRange { start, end })
            }
            Match::Prefix if is_digest => Err(NoRange::Order),
            Match::Prefix => {
                for mark in ['/', '?'] {
                    if url.last() == Some(&(mark as u8)) && !start.ends_with(mark) {
                        start.push(mark);
                    }
                }
                KeyRange::beginning_with(start)
            }
            Match::Host | Match::Domain if self.writing != Writing::Surt => Err(NoRange::Order),
            Match::Host | Match::Domain => {
                let (host, _) = start.split_once(")/").ok_or(NoRange::Host)?;
                let is_top = matching == Match::Domain && !host.contains(',');
                let end = if matching == Match::Host { '*' } else { '-' };
                Ok(KeyRange {
                    start: format!("{host}{}", if is_top { "," } else { ")/" }),
                    end: format!("{host}{end}"),
                })
            }
        }
    }
}
