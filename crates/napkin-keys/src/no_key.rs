//! Why a text has no key.

use std::error::Error;
use std::fmt;

/// Why a text has no key by a profile: the program whose keys they are stops with an error there.
///
/// ```
/// use napkin_keys::{NoKey, SURT};
///
/// assert_eq!(SURT.key("http://example.com:65536/"), Err(NoKey::Port));
/// assert_eq!(NoKey::Port.to_string(), "the port is not a number from 0 to 65535");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NoKey {
    /// There is nothing but white space.
    Empty,
    /// The port is no number from 0 to 65535.
    Port,
    /// A bracket is open, or what it holds is no IP address of version 6 or later.
    Bracket,
    /// The compatibility form (NFKC) of a letter in the authority is a delimiter.
    Delimiter,
    /// The host is an address below zero.
    Address,
    /// There is no scheme with two slashes behind it.
    Scheme,
    /// The URL Standard refuses the text.
    Url,
    /// There is no host.
    Host,
}

impl fmt::Display for NoKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => "the text is empty",
            Self::Port => "the port is not a number from 0 to 65535",
            Self::Bracket => "the host in brackets is not an IP address",
            Self::Delimiter => {
                "a letter of the authority becomes a delimiter in compatibility form"
            }
            Self::Address => "the host is a negative number, which is not an address",
            Self::Scheme => "the text does not begin with a scheme and '//'",
            Self::Url => "the URL Standard refuses it",
            Self::Host => "there is no host",
        })
    }
}

impl Error for NoKey {}
