//! Registrable domains, by the public suffix list.
//!
//! The list is data, read when it is first asked: as code, as the crate `psl` has it, it was a tenth of the wheel.

use std::borrow::Cow;
use std::sync::LazyLock;

use napkin::{HostKind, Part, Reference};
use napkin_answers::octets::Octets;
use napkin_url::Url;
use publicsuffix::{List, Psl, Type};

/// The list, which is part of the package. That it is valid, the tests show: without rules, no name has a suffix.
static LIST: LazyLock<List> =
    LazyLock::new(|| include_str!("public_suffix_list.dat").parse().unwrap_or_default());

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
    let (mut is_lowercase, mut before) = (true, b'.');
    for byte in name.bytes() {
        if byte == b'.' && before == b'.' {
            return None;
        }
        is_lowercase &= byte.is_ascii() && !byte.is_ascii_uppercase();
        before = byte;
    }
    // The list is in lowercase.
    if is_lowercase {
        return suffix_in_lowercase(name, private);
    }
    let lower = name.to_lowercase();
    let mut suffix = suffix_in_lowercase(&lower, private)?;
    // In lowercase, a label may be longer or shorter.
    let dots = lower.get(suffix.start..)?.matches('.').count();
    suffix.start = name.rmatch_indices('.').nth(dots).map_or(0, |(dot, _)| dot + 1);
    Some(suffix)
}

fn suffix_in_lowercase(name: &str, private: bool) -> Option<Suffix> {
    let list: &List = &LIST;
    let longest = |name: &str| list.find(name.as_bytes().rsplit(|byte| *byte == b'.'));
    let mut found = longest(name);
    loop {
        let start = name.len().checked_sub(found.len)?;
        let is_private = found.typ? == Type::Private;
        if private || !is_private {
            return Some(Suffix { start, is_private });
        }
        // The rule of a registry that holds has fewer labels.
        found = longest(name.get(start..)?.split_once('.')?.1);
    }
}

/// The registrable domain of a name: its public suffix with one more label.
pub(crate) fn of_name(name: &str, private: bool) -> Option<&str> {
    let name = name.strip_suffix('.').unwrap_or(name);
    let before = name.get(..suffix(name, private)?.start)?.strip_suffix('.')?;
    let dot = before.bytes().rposition(|byte| byte == b'.');
    name.get(dot.map_or(0, |dot| dot + 1)..)
}

/// The registrable domain of the host of a reference; nothing if that is an address. What is percent-encoded is decoded.
pub(crate) fn of_reference(reference: Reference<'_>, private: bool) -> Option<Cow<'_, str>> {
    let host = reference.host().filter(|host| host.kind() == HostKind::RegName)?.as_str();
    if !host.as_bytes().contains(&b'%') {
        return of_name(host, private).map(Cow::Borrowed);
    }
    let octets = Octets::of(reference.edition(), Part::Host, host);
    Some(of_name(str::from_utf8(octets.as_bytes()).ok()?, private)?.to_owned().into())
}

/// The registrable domain of the host of a URL; nothing if that is an address.
pub(crate) fn of_url<T: AsRef<str>>(url: &Url<T>, private: bool) -> Option<&str> {
    match url.host_kind()? {
        napkin_url::HostKind::Domain => of_name(url.host_str()?, private),
        _ => None,
    }
}
