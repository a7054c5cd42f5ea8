//! Reading a text into parts, as the programs do. None of them refuses much: what is no URI has a key too.

mod archive;
mod heritrix;
mod webarchive;
mod url;
mod data_url;
mod normalize_url;
mod urlcanon;
mod w3lib;

use crate::no_key::NoKey;
use crate::parts::Parts;

pub(crate) use heritrix::before as before_heritrix;
pub(crate) use normalize_url::before as before_normalize_url;
pub(crate) use urlcanon::behind_scheme;
pub(crate) use webarchive::before as before_webarchive;

/// Who reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    /// Archives: Python's package surt.
    Archive,
    /// Archives in Java: webarchive-commons.
    Webarchive,
    Heritrix,
    /// Browsers: the URL Standard.
    Url,
    /// The package normalize-url, which adds `http://` to what has no scheme.
    NormalizeUrl,
    /// The package urlcanon, which is nearly the URL Standard.
    Urlcanon,
    /// The package w3lib, which is nearly Python's `urllib.parse`.
    W3lib,
}

impl Reading {
    /// All of them, with the names that a profile in TOML has for them.
    pub(crate) const ALL: [(&'static str, Self); 7] = [
        ("surt", Self::Archive),
        ("webarchive-commons", Self::Webarchive),
        ("heritrix", Self::Heritrix),
        ("url", Self::Url),
        ("normalize-url", Self::NormalizeUrl),
        ("urlcanon", Self::Urlcanon),
        ("w3lib", Self::W3lib),
    ];

    /// Reads a text into parts, whatever was there before.
    ///
    /// # Errors
    ///
    /// If the program stops with an error.
    pub(crate) fn read(self, text: &[u8], parts: &mut Parts) -> Result<(), NoKey> {
        parts.clear();
        match self {
            Self::Archive => archive::read(text, parts),
            Self::Webarchive => webarchive::read(text, parts),
            Self::Heritrix => {
                heritrix::read(text, parts);
                Ok(())
            }
            Self::Url => url::read(text, parts),
            Self::NormalizeUrl => normalize_url::read(text, parts),
            Self::Urlcanon => {
                urlcanon::read(text, parts);
                Ok(())
            }
            Self::W3lib => w3lib::read(text, parts),
        }
    }
}

/// The schemes whose URLs have a host and a path that begins with a slash (URL Standard, special schemes), and their ports.
const SPECIAL: &[(&[u8], &[u8])] = &[
    (b"http", b"80"),
    (b"https", b"443"),
    (b"ftp", b"21"),
    (b"ws", b"80"),
    (b"wss", b"443"),
    (b"file", b""),
];

/// Whether a scheme is special by the URL Standard.
pub(crate) fn is_special(scheme: &[u8]) -> bool {
    SPECIAL.iter().any(|(name, _)| *name == scheme)
}

/// The default port of a scheme by the package urlcanon, which counts `gopher` too; the port of `file` is none.
pub(crate) fn default_port(scheme: &[u8]) -> Option<&'static [u8]> {
    let known = SPECIAL.iter().chain(&[(b"gopher" as &[u8], b"70" as &[u8])]);
    known.into_iter().find(|(name, _)| *name == scheme).map(|(_, port)| *port)
}

/// The scheme before the first colon: a letter, and letters, digits, `+`, `-` and `.`; and what is behind the colon.
fn scheme(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let is_scheme = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte);
    let end = text.iter().position(|&byte| !is_scheme(byte))?;
    let is_there = text[end] == b':' && text[0].is_ascii_alphabetic();
    is_there.then(|| (&text[..end], &text[end + 1..]))
}

/// A port as Python reads it: an ASCII number to 65535.
fn port(digits: &[u8]) -> Result<u32, NoKey> {
    let mut port = 0_u32;
    for &digit in digits {
        let value = char::from(digit).to_digit(10).ok_or(NoKey::Port)?;
        port = port.saturating_mul(10).saturating_add(value);
    }
    if port > 65_535 { Err(NoKey::Port) } else { Ok(port) }
}
