//! Registrable domains, by the public suffix list that the crate `psl` carries.

use std::borrow::Cow;

use napkin::{HostKind, Part, Reference};
use napkin_answers::octets::Octets;
use napkin_url::Url;
use psl::{List, Psl, Type};

/// The public suffix of a name.
#[derive(Clone, Copy)]
pub(crate) struct Suffix {
    /// The start of the suffix, in bytes.
    pub(crate) start: usize,
    /// Whether the suffix is of the private section of the list, which owners of domains fill.
    pub(crate) is_private: bool,
}

/// The longest suffix of a name that is in the list; with `private`, also of its private section. The name has no dot
/// at its end.
pub(crate) fn suffix(name: &str, private: bool) -> Option<Suffix> {
    // The list is in lowercase.
    if name.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase()) {
        return suffix_in_lowercase(name, private);
    }
    let lower = name.to_lowercase();
    let mut suffix = suffix_in_lowercase(&lower, private)?;
    // In lowercase, a label may be longer or shorter.
    let dots = lower.get(suffix.start..)?.matches('.').count();
    suffix.start = name.rmatch_indices('.').nth(dots).map_or(0, |(dot, _)| dot + 1);
    Some(suffix)
}

/// The labels of a name, the last one first. Not inlined into the thousands of functions that the list is.
struct Labels<'a>(Option<&'a str>);

impl<'a> Iterator for Labels<'a> {
    type Item = &'a [u8];

    #[inline(never)]
    fn next(&mut self) -> Option<&'a [u8]> {
        let name = self.0?;
        let dot = name.bytes().rposition(|byte| byte == b'.');
        let (before, label) = match dot {
            Some(dot) => (name.get(..dot), name.get(dot + 1..)),
            None => (None, Some(name)),
        };
        self.0 = before;
        label.map(str::as_bytes)
    }
}

fn suffix_in_lowercase(name: &str, private: bool) -> Option<Suffix> {
    if name.starts_with('.') || name.contains("..") {
        return None;
    }
    let mut found = List.find(Labels(Some(name)));
    loop {
        let start = name.len().checked_sub(found.len)?;
        let is_private = found.typ? == Type::Private;
        if private || !is_private {
            return Some(Suffix { start, is_private });
        }
        // The rule of a registry that holds has fewer labels.
        found = List.find(Labels(Some(name.get(start..)?.split_once('.')?.1)));
    }
}

/// The registrable domain of a name: its public suffix with one more label.
pub(crate) fn of_name(name: &str, private: bool) -> Option<&str> {
    let name = name.strip_suffix('.').unwrap_or(name);
    let before = name.get(..suffix(name, private)?.start)?.strip_suffix('.')?;
    name.get(before.rfind('.').map_or(0, |dot| dot + 1)..)
}

/// The registrable domain of the host of a reference; nothing if that is an address. What is percent-encoded is decoded.
pub(crate) fn of_reference(reference: Reference<'_>, private: bool) -> Option<Cow<'_, str>> {
    let host = reference.host().filter(|host| host.kind() == HostKind::RegName)?.as_str();
    if !host.contains('%') {
        return of_name(host, private).map(Cow::Borrowed);
    }
    let octets = Octets::of(reference.edition(), Part::Host, host);
    Some(of_name(str::from_utf8(octets.as_bytes()).ok()?, private)?.to_owned().into())
}

/// The registrable domain of the host of a URL; nothing if that is an address.
pub(crate) fn of_url(url: &Url, private: bool) -> Option<&str> {
    match url.host_kind()? {
        napkin_url::HostKind::Domain => of_name(url.host_str()?, private),
        _ => None,
    }
}
