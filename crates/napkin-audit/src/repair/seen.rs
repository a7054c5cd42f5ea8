//! What readers see in a text: a repair is only called kept if they see it in the repaired text too.

use std::fmt::Write;

use napkin::edition::{RFC3986, RFC3987};
use napkin::{Part, Start};
use napkin_url::Url;

use crate::hosts::{Hosts, hosts};
use crate::octets::triplet;
use crate::readers::{Answer, url};

/// The parts of a text, mapped to a URI by [`mapped`].
type Pieces = Vec<Option<String>>;

/// What readers see in a text.
pub(super) struct Seen {
    hosts: Hosts,
    /// By the URL Standard; `None` if it rejects the text.
    by_url_standard: Option<Pieces>,
    /// By RFC 3987, without the host; `None` if it rejects the text.
    by_rfc3987: Option<Pieces>,
}

impl Seen {
    pub(super) fn of(text: &[u8]) -> Self {
        // A browser decodes ill-formed text by the encoding of the page that it is in.
        let url = str::from_utf8(text).ok().and_then(|_| url(text));
        Self {
            hosts: hosts(text),
            by_url_standard: url.as_ref().map(by_url_standard),
            by_rfc3987: by_rfc3987(text),
        }
    }

    /// Whether every reader that accepts this text sees the same parts and the same host in another one. A reader of
    /// hosts may reject the other text.
    pub(super) fn is_kept_in(&self, other: &Self) -> bool {
        let are_hosts_kept =
            self.hosts.answers().zip(other.hosts.answers()).all(|((_, before), (_, after))| {
                before == after || [before, after].contains(&&Answer::Refused)
            });
        let is_kept = |before: &Option<Pieces>, after| before.is_none() || before == after;
        are_hosts_kept
            && is_kept(&self.by_url_standard, &other.by_url_standard)
            && is_kept(&self.by_rfc3987, &other.by_rfc3987)
    }
}

fn by_url_standard(url: &Url) -> Pieces {
    let of = |part, text| Some(mapped(text, part));
    vec![
        Some(url.scheme().to_owned()),
        of(Part::Userinfo, url.username()),
        url.password().and_then(|password| of(Part::Userinfo, password)),
        url.host_str().map(str::to_owned),
        url.port().map(|port| port.to_string()),
        of(Part::Path, url.path()),
        url.query().and_then(|query| of(Part::Query, query)),
        url.fragment().and_then(|fragment| of(Part::Fragment, fragment)),
    ]
}

fn by_rfc3987(text: &[u8]) -> Option<Pieces> {
    let ranges = RFC3987.ranges(Start::UriReference, text).ok()?;
    let text = str::from_utf8(text).ok()?;
    let piece = |part| Some(mapped(text.get(ranges.get(part)?)?, part));
    let parts = [Part::Scheme, Part::Userinfo, Part::Port, Part::Path, Part::Query, Part::Fragment];
    Some(parts.map(piece).into())
}

/// A part mapped to a URI (RFC 3987 §3.1), in one spelling: what the part cannot have raw is percent-encoded, and
/// unreserved characters are not.
fn mapped(text: &str, part: Part) -> String {
    let (bytes, raw) = (text.as_bytes(), RFC3986.raw_bytes(part, ""));
    let mut made = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let encoded = triplet(bytes, at);
        at += if encoded.is_some() { 3 } else { 1 };
        let is_raw = match encoded {
            Some(octet) => RFC3986.unreserved.contains(octet),
            None => raw.contains(byte) && byte != b'%',
        };
        let octet = encoded.unwrap_or(byte);
        if is_raw {
            made.push(char::from(octet));
        } else {
            // Writing to a string does not fail.
            let _ = write!(made, "%{octet:02X}");
        }
    }
    made
}
