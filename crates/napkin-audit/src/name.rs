//! Hosts in normal form, so that they can be compared: addresses as numbers, names as lowercase DNS names.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::idn::{self, Mapping};
use crate::ipv4;
use crate::octets::{decoded, triplets};
use crate::punycode;
use crate::span::Span;

/// A host that can be contacted, in normal form.
///
/// ```
/// use napkin_audit::ContactedHost;
///
/// let host = |text: &str| ContactedHost::normal(text.as_bytes()).to_string();
/// assert_eq!(host("EXAMPLE.%63om"), "example.com");
/// assert_eq!(host("bücher.example"), "xn--bcher-kva.example");
/// assert_eq!(host("[2001:DB8:0::1]"), "[2001:db8::1]");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(clippy::exhaustive_enums, reason = "a host is an address or a name")]
pub enum ContactedHost {
    /// An IP address.
    Address(IpAddr),
    /// A name in lowercase, with `xn--` for non-ASCII labels. A text that cannot be a DNS name stays unchanged.
    Name(String),
}

impl ContactedHost {
    /// The normal form of a host as written in a URI, with the brackets of an IP literal.
    pub fn normal(host: &[u8]) -> Self {
        if let Some(address) = ipv6_literal(host) {
            return Self::Address(address.into());
        }
        let data = decoded(host, Span::new(0, host.len()));
        let name = str::from_utf8(&data).ok().filter(|name| !name.bytes().any(cannot_be_in_a_name));
        let Some(name) = name else { return Self::as_written(host) };
        Self::in_letters(name, idn::uts46).unwrap_or_else(|| Self::Name(name.to_lowercase()))
    }

    /// The name that a program asks for if it does not decode a percent-encoded host.
    pub(crate) fn as_written(host: &[u8]) -> Self {
        Self::Name(String::from_utf8_lossy(host).to_ascii_lowercase())
    }

    /// The normal form of a host as written in a URI; `None` if programs map its letters to different names.
    pub(crate) fn agreed(host: &[u8]) -> Option<Self> {
        let data = decoded(host, Span::new(0, host.len()));
        let is_one = data.is_ascii() || idn::agreed(str::from_utf8(&data).ok()?).is_some();
        is_one.then(|| Self::normal(host))
    }

    /// The host for a name that is not decoded, mapped as a program does. `None` if it cannot be a name, before or after
    /// mapping.
    pub(crate) fn mapped(name: &[u8], map: Mapping) -> Option<Self> {
        Self::in_letters(&String::from_utf8_lossy(name), map).filter(|_| is_possible(name))
    }

    fn in_letters(name: &str, map: Mapping) -> Option<Self> {
        let name = if name.is_ascii() {
            name.to_ascii_lowercase()
        } else {
            map(name).filter(|name| !name.bytes().any(cannot_be_in_a_name))?
        };
        Some(match ipv4::dotted(name.as_bytes()) {
            Some(address) => Self::Address(address.into()),
            None => Self::Name(name),
        })
    }

    /// Why common programs look up the first part of it only; `None` for an address, and for a name that they read whole.
    pub(crate) fn cut(&self) -> Option<NameCut> {
        self.cut_by(cut)
    }

    /// Why some program, however rare, looks up the first part of it only.
    pub(crate) fn cut_by_rare(&self) -> Option<NameCut> {
        self.cut_by(cut_by_rare)
    }

    fn cut_by(&self, cut: fn(&str) -> Option<NameCut>) -> Option<NameCut> {
        match self {
            Self::Address(_) => None,
            Self::Name(name) => cut(name),
        }
    }

    /// An IPv4 address.
    pub(crate) fn v4(address: Ipv4Addr) -> Self {
        Self::Address(address.into())
    }
}

/// Why programs look up the first part of a name only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NameCut {
    /// It has more characters than this. All host software handles 63 characters (RFC 1123 §2.1). Of programs that handle no more
    /// than 63, 127, 200 or 255, miniupnpc, ffmpeg, mutt and `HexChat`, the first is rare.
    Longer(usize),
    /// The name of a host has letters, digits, hyphens and dots (RFC 952, RFC 1123 §2.1). At any other character `check_http` of
    /// monitoring-plugins 2.3.3, which is rare, ends the host of a `Location`; common programs differ about others than the
    /// underscore.
    Odd,
    /// A label before the last dot is empty. The resolvers of Free Pascal 3.2 and of cqueues 20200726 end a name there.
    Empty,
}

/// Why common programs cut a name.
pub(crate) fn cut(name: &str) -> Option<NameCut> {
    cut_at(name, 127, |byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_'))
}

/// Why some program, however rare, cuts a name.
fn cut_by_rare(name: &str) -> Option<NameCut> {
    cut_at(name, 63, |byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.'))
}

fn cut_at(name: &str, most: usize, is_plain: fn(u8) -> bool) -> Option<NameCut> {
    if name.len() > most {
        Some(NameCut::Longer(most))
    } else if name.contains("..") {
        Some(NameCut::Empty)
    } else {
        (!name.bytes().all(is_plain)).then_some(NameCut::Odd)
    }
}

impl fmt::Display for NameCut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Longer(most) => write!(f, "a name of more than {most} characters"),
            Self::Odd => {
                f.write_str("a name at a character other than letters, digits, hyphens and dots")
            }
            Self::Empty => f.write_str("a name at an empty label"),
        }
    }
}

impl fmt::Display for ContactedHost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Address(IpAddr::V6(address)) => write!(f, "[{address}]"),
            Self::Address(address) => address.fmt(f),
            Self::Name(name) => f.write_str(name),
        }
    }
}

/// The address in brackets.
pub(crate) fn ipv6_literal(host: &[u8]) -> Option<Ipv6Addr> {
    let inside = host.strip_prefix(b"[")?.strip_suffix(b"]")?;
    str::from_utf8(inside).ok()?.parse().ok()
}

/// The IPv6 address of a literal as the most lenient reader reads it: Java drops a scope identifier, and accepts
/// leading zeros in IPv4 octets.
pub(crate) fn ipv6_of_any_reader(host: &[u8]) -> Option<Ipv6Addr> {
    let host = without_leading_zeros(str::from_utf8(host).ok()?);
    let address = host.split_once('%').map_or(host.as_str(), |(address, _)| address);
    ipv6_literal(format!("{}]", address.trim_end_matches(']')).as_bytes())
}

/// An IPv6 literal with the leading zeros of its IPv4 part removed.
pub(crate) fn without_leading_zeros(literal: &str) -> String {
    let end = literal.find(['%', ']']).unwrap_or(literal.len());
    let (address, rest) = literal.split_at(end);
    let Some((groups, ipv4)) = address.rsplit_once(':').filter(|(_, last)| last.contains('.'))
    else {
        return literal.to_owned();
    };
    let octets = ipv4.split('.').map(|octet| match octet.trim_start_matches('0') {
        "" => "0",
        digits => digits,
    });
    format!("{groups}:{}{rest}", octets.collect::<Vec<_>>().join("."))
}

/// Whether some program asks for a name. Programs that do not decode a percent-encoded host ask for it as it is written.
pub(crate) fn is_possible(name: &[u8]) -> bool {
    let is_encoded = has_triplet(name);
    !name.iter().any(|&byte| cannot_be_in_a_name(byte) && !(is_encoded && byte == b'%'))
}

/// Whether a host has a percent-encoded octet.
pub(crate) fn has_triplet(host: &[u8]) -> bool {
    triplets(host, Span::new(0, host.len())).next().is_some()
}

/// Whether an ASCII byte is in no name, whatever the reader.
pub(crate) const fn cannot_be_in_a_name(byte: u8) -> bool {
    matches!(byte, 0..=b' ' | 0x7f | b'%' | b'/' | b'?' | b'#' | b'@' | b':' | b'[' | b']' | b'\\')
        || matches!(byte, b'<' | b'>' | b'"' | b'^' | b'`' | b'{' | b'|' | b'}')
}

/// A host name in the letters that people see: triplets and `xn--` decoded. `None` if it is not UTF-8.
pub(crate) fn in_letters(host: &[u8], span: Span) -> Option<String> {
    let name = String::from_utf8(decoded(host, span)).ok()?;
    let labels = name.split('.').map(|label| match punycode::of_label(label) {
        Some(coded) => punycode::decoded(coded).unwrap_or_else(|| label.to_owned()),
        None => label.to_owned(),
    });
    Some(labels.collect::<Vec<_>>().join("."))
}

/// Whether the last label of a name is a number, decimal or hexadecimal, or empty. Some readers parse such a name
/// as an IPv4 address and reject it if it is invalid; others look it up.
pub(crate) fn has_numeric_end(name: &[u8]) -> bool {
    let last = name.rsplit(|&byte| byte == b'.').next().unwrap_or_default();
    match last {
        [b'0', b'x' | b'X', digits @ ..] => digits.iter().all(u8::is_ascii_hexdigit),
        digits => digits.iter().all(u8::is_ascii_digit),
    }
}

/// Whether a name is as long as the DNS allows: 253 octets, and 63 a label (RFC 1035 §2.3.4).
pub(crate) fn has_dns_lengths(name: &str) -> bool {
    name.len() <= 253 && name.split('.').all(|label| label.len() <= 63)
}

/// Whether a label is a valid DNS label: letters, digits and inner hyphens, at most 63 (RFC 3986 §3.2.2).
pub(crate) fn is_dns_label(label: &[u8]) -> bool {
    let inside = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
    let ends = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    label.len() <= 63 && ends(label.first()) && ends(label.last()) && label.iter().all(inside)
}
