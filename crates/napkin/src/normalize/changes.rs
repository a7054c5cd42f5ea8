//! The change of each normalization action: from a reference to its new text, or `None`.

use crate::components::HostKind;
use crate::dot_segments;
use crate::edition::rules::DefaultPath;
use crate::reference::Reference;
use crate::scheme::Hierarchy;
use crate::scheme::is_drive;
use crate::views::authority::Host;
use crate::views::path::Path;
use alloc::borrow::Cow;
use alloc::string::String;
use core::net::Ipv6Addr;
use core::ops::Range;

/// The text of the path, empty where it is undefined.
pub(super) fn path_of(uri: Reference<'_>) -> &str {
    uri.path_text().unwrap_or_default()
}

/// The text with a range of it replaced.
pub(super) fn replaced(text: &str, range: Range<u32>, new: &str) -> String {
    let before = text.get(..range.start as usize).unwrap_or_default();
    let after = text.get(range.end as usize..).unwrap_or_default();
    [before, new, after].concat()
}

/// The start of a mail address's domain: the last `@`, which may be encoded.
pub(super) fn domain_start(path: &str) -> Option<usize> {
    path.rfind('@').max(path.rfind("%40"))
}

/// Whether a path begins with a drive letter and no slash, as `file:c:/x` has it (RFC 8089 §E.2).
pub(super) fn begins_with_drive(path: &str) -> bool {
    let first = path.split('/').next().unwrap_or_default();
    !first.contains('%') && is_drive(first)
}

pub(super) fn changed(before: &str, after: String) -> Option<String> {
    (before != after).then_some(after)
}

/// The text with the letters of a range in lowercase, except in triplets.
pub(super) fn lowercase(text: &str, range: Range<u32>) -> Option<String> {
    let part = text.get(range.start as usize..range.end as usize)?;
    let lower = map_triplets(part, |digit| digit, |character| character.to_ascii_lowercase())?;
    Some(replaced(text, range, &lower))
}

pub(super) fn uppercase_hex(text: &str) -> Option<String> {
    map_triplets(text, |digit| digit.to_ascii_uppercase(), |character| character)
}

/// Maps the digits of triplets and all other characters by two functions; `None`, without allocating, if nothing
/// changes.
pub(super) fn map_triplets(
    text: &str,
    inside: fn(char) -> char,
    outside: fn(char) -> char,
) -> Option<String> {
    let mapped = text.chars().scan(0, move |digits, character| {
        Some(if character == '%' {
            *digits = 2;
            character
        } else if *digits > 0 {
            *digits -= 1;
            inside(character)
        } else {
            outside(character)
        })
    });
    if mapped.clone().eq(text.chars()) { None } else { Some(mapped.collect()) }
}

/// The path without its dot segments, by the hierarchy of its scheme. A `?` in `ftp` belongs to the path (RFC 1738
/// §3.2.2), so the segment before a query is the beginning of a name, and stays.
pub(super) fn without_dots<'p>(
    uri: Reference<'_>,
    path: &'p str,
    hierarchy: Hierarchy,
    remove: impl Fn(&str) -> Cow<'_, str>,
) -> Cow<'p, str> {
    let has_name = hierarchy == Hierarchy::BehindDirectory && uri.query().is_some();
    let name_start = if has_name { path.rfind('/').map_or(0, |at| at + 1) } else { path.len() };
    let (directories, name) = path.split_at_checked(name_start).unwrap_or((path, ""));
    match dot_segments::remove_below(directories, hierarchy, remove) {
        Cow::Borrowed(_) => Cow::Borrowed(path),
        Cow::Owned(directories) => Cow::Owned(directories + name),
    }
}

/// The path with a guard, if it begins with two slashes and has no authority before it.
pub(super) fn guarded(uri: Reference<'_>, path: String) -> String {
    let needed = uri.authority().is_none() && path.starts_with("//");
    if needed { ["/.", &path].concat() } else { path }
}

pub(super) fn collapsed(path: &str) -> Cow<'_, str> {
    Cow::Owned(dot_segments::collapse(path))
}

/// Replaces the path, with a guard if its two slashes would begin an authority.
pub(super) fn with_path(uri: Reference<'_>, path: &str) -> Option<String> {
    let path = guarded(uri, path.into());
    (path != path_of(uri)).then(|| replaced(uri.as_str(), uri.components().path(), &path))
}

/// The form of RFC 5952: lowercase, no leading zeros, the first longest run of two or more zero
/// groups as `::`, IPv4-mapped addresses with their IPv4 part; which is what `Ipv6Addr` displays. A zone identifier
/// stays behind it (RFC 6874 §2).
pub(super) fn ipv6_text(uri: Reference<'_>) -> Option<String> {
    let host = uri.host().filter(|host| host.kind() == HostKind::Ipv6)?;
    let text = changed(host.as_str(), ipv6_address(host)?)?;
    Some(replaced(uri.as_str(), uri.components().host()?, &text))
}

pub(super) fn ipv6_address(host: Host<'_>) -> Option<String> {
    let text = host.in_brackets()?;
    let (address, zone) = text.split_at(text.find('%').unwrap_or(text.len()));
    let address: Ipv6Addr = address.parse().ok()?;
    Some(alloc::format!("[{address}{zone}]"))
}

pub(super) fn without_port(uri: Reference<'_>) -> Option<String> {
    let port = uri.components().port()?;
    Some(replaced(uri.as_str(), port.start - 1..port.end, ""))
}

pub(super) fn port_number(uri: Reference<'_>) -> Option<String> {
    let port = uri.port()?.as_str();
    let number = changed(port, without_zeros(port).into())?;
    Some(replaced(uri.as_str(), uri.components().port()?, &number))
}

/// The digits of a port without leading zeros: a number has at least one digit, and an empty port is no number.
pub(super) fn without_zeros(port: &str) -> &str {
    let zeros = port.bytes().take_while(|&digit| digit == b'0').count();
    port.get(zeros.min(port.len().saturating_sub(1))..).unwrap_or_default()
}

/// For `file:`, where no authority, an empty host and `localhost` are equivalent: the empty host is normal. With
/// userinfo or a port, the host is `localhost`.
pub(super) fn local_host(uri: Reference<'_>) -> Option<String> {
    const LOCALHOST: &str = "localhost";
    let components = uri.components();
    if uri.authority().is_none() {
        let path = path_of(uri);
        let begins_with_drive = begins_with_drive(path);
        let is_local = path.is_empty() || path.starts_with('/') || begins_with_drive;
        if uri.edition().generic().is_none() || !is_local {
            return None;
        }
        // The guard of a path stays: without it, two slashes would begin a UNC string (RFC 8089 §E.3.2).
        let lead = if begins_with_drive { "///" } else { "//" };
        return Some(replaced(uri.as_str(), components.path(), &[lead, path].concat()));
    }
    let host = uri.host()?.as_str();
    let alone = uri.userinfo().is_none() && uri.port().is_none();
    let normal = match host {
        LOCALHOST if alone => "",
        "" if !alone => LOCALHOST,
        _ => return None,
    };
    Some(replaced(uri.as_str(), components.host()?, normal))
}

pub(super) fn default_path(uri: Reference<'_>, default: DefaultPath) -> Option<String> {
    let path = uri.path().map(Path::as_str);
    let end = uri.components().path_end;
    let insert = |new: &str| replaced(uri.as_str(), end..end, new);
    match (default, path) {
        (DefaultPath::SlashIfNoQuery, None) if uri.query().is_none() => Some(insert("/")),
        (DefaultPath::Is(default), None) => Some(insert(&["/", default].concat())),
        (DefaultPath::Is(default), Some("")) => Some(insert(default)),
        (DefaultPath::Dropped, Some("")) => Some(replaced(uri.as_str(), end - 1..end, "")),
        _ => None,
    }
}
