//! Normalization in one pass over the parts, into one allocation. Gives the results of the list of actions, for
//! editions whose hosts are registered names and whose URIs are all hierarchical.
//!
//! # Why one pass gives the result of the list
//!
//! The list applies one action after another to the whole text, and finds the parts again after each. Four facts
//! allow the parts to be written once, from left to right:
//!
//! - **No action moves a boundary between parts.** Only unreserved octets are decoded, and none of them is a delimiter
//!   or a `%`. So the parts are those of the text as it was parsed, and decoding makes no new triplet.
//! - **Actions on different parts commute**, except where one part decides about another. [`Plan::of`] decides these
//!   cases before anything is written: `localhost` stays if userinfo or a port stays; a local file gains an authority
//!   by its path; an empty path becomes `/` only after an authority, which may be one that was gained.
//! - **Within a part, the order of the list is kept.** Of a path: decode, remove dot segments, put the guard, fill
//!   the empty path, lowercase the domain of a mail address. Decoding comes first, since `%2E` may make a dot segment; a
//!   path with both triplets and dot segments therefore takes a second allocation. Of a host: decode, lowercase, then
//!   the forms of addresses and of the local host.
//! - **The offsets follow from what is written.** Only the kind of host can change: `%31.2.3.4` becomes an IPv4 address.
//!
//! [`Plan::is_normal`] has to say exactly whether [`Plan::write`] would change the text, since a text in normal form is
//! borrowed. The tests in `normalize/tests.rs` hold text, offsets and borrowing against the list, for every edition and
//! combination of parts.
//!
//! # What was tried
//!
//! The list itself copied most texts once for each of its actions. Sending URIs whose schemes have rules of their own
//! through the list doubled the cost of normalizing and comparing; the normalizer therefore applies these rules
//! after this pass. Triplets are looked for once in the whole text, not again in each part that is copied.

use alloc::{borrow::Cow, string::String};

use napkin_scan::{Block, ByteSet, Class, Classes, Kernel, Work, decode_triplet, run};

use super::Current;
use super::changes::{
    begins_with_drive, domain_start, guarded, ipv6_address, without_dots, without_zeros,
};
use crate::components::{Components, HostKind};
use crate::dot_segments::{self, Remover};
use crate::edition::rules::{Action, NameRule, Opaque};
use crate::error::ParseError;
use crate::length;
use crate::level::Level;
use crate::parse::is_ipv4;
use crate::reference::Reference;
use crate::scheme::{Hierarchy, HostFact, PathFact, Scheme};
use crate::views::authority::Port;
use crate::views::path::Path;

/// The changes to make at one level.
#[derive(Clone, Copy, Default)]
pub(super) struct Wanted {
    decode: ByteSet,
    uppercase_hex: bool,
    lowercase_scheme: bool,
    lowercase_host: bool,
    remove_dot_segments: bool,
    ipv6_text: bool,
    drop_empty_port: bool,
    drop_default_port: bool,
    port_number: bool,
    local_host: bool,
    empty_path: bool,
    lowercase_domain: bool,
}

impl Wanted {
    /// The changes that the edition makes at a level; `None` if one of them is not implemented here.
    pub(super) fn of(reference: Reference<'_>, level: Level) -> Option<Self> {
        let edition = reference.edition();
        let generic = edition.generic()?;
        let authority = &generic.authority;
        let (NameRule::Registered(_), None, Opaque::None) =
            (authority.host.name, authority.registry, generic.opaque)
        else {
            return None;
        };
        let mut wanted = Self::default();
        for rule in edition.normalization.iter().filter(|rule| level.includes(rule.level)) {
            match rule.action {
                Action::Decode(set) => wanted.decode = set,
                Action::UppercaseHex => wanted.uppercase_hex = true,
                Action::LowercaseScheme => wanted.lowercase_scheme = true,
                Action::LowercaseHost => wanted.lowercase_host = true,
                Action::RemoveDotSegments => wanted.remove_dot_segments = true,
                Action::Ipv6Text => wanted.ipv6_text = true,
                Action::DropEmptyPort => wanted.drop_empty_port = true,
                Action::DropDefaultPort => wanted.drop_default_port = true,
                Action::PortNumber => wanted.port_number = true,
                Action::LocalHost => wanted.local_host = true,
                Action::EmptyPath => wanted.empty_path = true,
                Action::LowercaseDomain => wanted.lowercase_domain = true,
                // The normalizer applies the rules of schemes itself, after this pass, and reduces relative
                // references without it.
                Action::KnownSchemes | Action::ReduceReference => {}
                _ => return None,
            }
        }
        Some(wanted)
    }

    /// The normal form; borrowed, without allocating, if the URI is already in that form.
    pub(super) fn normalize(self, uri: Reference<'_>) -> Result<Current<'_>, ParseError> {
        let text = uri.as_str();
        let plan = Plan::of(self, uri);
        if plan.is_normal(uri) {
            return Ok(Current { text: Cow::Borrowed(text), components: *uri.components() });
        }
        let mut out = String::with_capacity(text.len() + GROWTH);
        let components = plan.write(uri, &mut out);
        // The offsets are valid only if the text is not too long.
        length::check(uri.edition(), out.len())?;
        Ok(Current { text: Cow::Owned(out), components })
    }

    /// Whether decoding and uppercasing digits leave a part unchanged.
    fn keeps_triplets(self, part: &str) -> bool {
        part.match_indices('%').all(|(at, _)| {
            let triplet = part.as_bytes().get(at..at + 3).unwrap_or_default();
            decode_triplet(triplet).is_some_and(|octet| !self.decode.contains(octet))
                && !(self.uppercase_hex && triplet.iter().any(u8::is_ascii_lowercase))
        })
    }

    /// Copies a part: triplets are decoded or their digits uppercased, and all else is lowercased if `lowercase`.
    fn copy(self, part: &str, lowercase: bool, out: &mut String) {
        let mut copied = 0;
        for (at, _) in part.match_indices('%') {
            copy_verbatim(part.get(copied..at).unwrap_or_default(), lowercase, out);
            let triplet = part.get(at..at + 3).unwrap_or_default();
            copied = at + triplet.len();
            // A decoded octet is lowercased like the text around it; the digits of a triplet that stays are not.
            match decode_triplet(triplet.as_bytes()) {
                Some(octet) if self.decode.contains(octet) => {
                    let raw = char::from(octet);
                    out.push(if lowercase { raw.to_ascii_lowercase() } else { raw });
                }
                _ if self.uppercase_hex => {
                    out.extend(triplet.chars().map(|digit| digit.to_ascii_uppercase()));
                }
                _ => out.push_str(triplet),
            }
        }
        copy_verbatim(part.get(copied..).unwrap_or_default(), lowercase, out);
    }

    /// These changes for a scheme of text: none to host and port.
    fn without_authority(self) -> Self {
        Self {
            lowercase_host: false,
            ipv6_text: false,
            drop_empty_port: false,
            drop_default_port: false,
            port_number: false,
            empty_path: false,
            ..self
        }
    }

    /// These changes for a scheme whose URIs are compared by their characters.
    fn without_escapes(self) -> Self {
        Self { decode: ByteSet::EMPTY, uppercase_hex: false, ..self }
    }

    /// The path with its triplets decoded.
    fn decoded(self, path: &str) -> Cow<'_, str> {
        if self.keeps_triplets(path) {
            return Cow::Borrowed(path);
        }
        let mut decoded = String::with_capacity(path.len());
        self.copy(path, false, &mut decoded);
        Cow::Owned(decoded)
    }
}

/// Copies text without triplets, lowercased if `lowercase`.
fn copy_verbatim(text: &str, lowercase: bool, out: &mut String) {
    let start = out.len();
    out.push_str(text);
    if let Some(copied) = out.get_mut(start..).filter(|_| lowercase) {
        copied.make_ascii_lowercase();
    }
}

/// The search for a percent sign, by its class: with SSE2, [`find`](napkin_scan::find) takes a table lookup for each byte.
struct Percents<'t>(&'t [u8]);

impl Work for Percents<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> bool {
        let mut found = 0;
        let mut rest = self.0;
        while !rest.is_empty() {
            found |= kernel.read(rest, Classes::NONE).mask(Class::Percent, Classes::NONE);
            rest = rest.get(64..).unwrap_or_default();
        }
        found != 0
    }
}

/// How many bytes longer a normal form can be: `//localhost`, a slash, and an address with its zeros spelled out. With
/// them reserved, writing never moves the text to new memory; a greater growth would cost time only.
const GROWTH: usize = 24;

const LOCALHOST: &str = "localhost";

/// The changes to one URI.
struct Plan<'a> {
    wanted: Wanted,
    /// The changes to the path: all, except decoding triplets that are part of a name.
    in_path: Wanted,
    /// The authority added to a local file without one: two slashes, and the slash before a drive letter.
    gained: &'static str,
    /// The new port; `None` if it is dropped or absent.
    port: Option<&'a str>,
    has_triplets: bool,
    /// The new host, if not a copy of the old one.
    host: Option<Cow<'a, str>>,
    path: Cow<'a, str>,
    /// Whether dot segments are removed from the whole path while it is written.
    has_dot_segments: bool,
    /// Whether the path is a mail address, whose domain becomes lowercase.
    ends_in_domain: bool,
}

impl<'a> Plan<'a> {
    fn of(wanted: Wanted, uri: Reference<'a>) -> Self {
        let fact = uri.scheme().and_then(Scheme::facts);
        let is_text = fact.is_some_and(|fact| fact.host == HostFact::Text);
        let wanted = if is_text { wanted.without_authority() } else { wanted };
        let is_verbatim = fact.is_some_and(|fact| fact.path == PathFact::Verbatim);
        let wanted = if is_verbatim { wanted.without_escapes() } else { wanted };
        let is_undecoded = fact.is_some_and(|fact| fact.path == PathFact::Undecoded);
        let in_path =
            Wanted { decode: if is_undecoded { ByteSet::EMPTY } else { wanted.decode }, ..wanted };
        let hierarchy = fact.map_or(Hierarchy::Whole, |fact| fact.hierarchy);
        let port = uri.port().filter(|port| {
            let default = fact.and_then(|fact| fact.default_port);
            let is_default =
                wanted.drop_default_port && default.is_some() && port.to_u16() == default;
            !(is_default || wanted.drop_empty_port && port.as_str().is_empty())
        });
        let port = port.map(Port::as_str);
        let port = if wanted.port_number { port.map(without_zeros) } else { port };
        let has_triplets = run(Percents(uri.as_str().as_bytes()));
        let path = uri.path_text().unwrap_or_default();
        let mut path = if has_triplets { in_path.decoded(path) } else { Cow::Borrowed(path) };
        let local =
            wanted.local_host && fact.is_some_and(|fact| fact.host == HostFact::LocalByDefault);
        let mut has_dot_segments =
            wanted.remove_dot_segments && Path::new(&path).has_dot_segments();
        if has_dot_segments && hierarchy != Hierarchy::Whole {
            // Such a path cannot be written segment by segment: which segments are the root, which `..` does not leave,
            // and whether a drive letter comes first, is known only once the dot segments are gone. The path is made
            // here, and `write` copies it.
            has_dot_segments = false;
            if let Cow::Owned(removed) = without_dots(uri, &path, hierarchy, dot_segments::remove) {
                let removed = guarded(uri, removed);
                if removed != path {
                    path = Cow::Owned(removed);
                }
            }
        }
        let gained = match uri.authority() {
            None if local && (path.is_empty() || path.starts_with('/')) => "//",
            None if local && begins_with_drive(&path) => "///",
            _ => "",
        };
        Self {
            wanted,
            in_path,
            gained,
            port,
            has_triplets,
            host: host(wanted, uri, local, port.is_some()),
            has_dot_segments,
            path,
            ends_in_domain: wanted.lowercase_domain
                && fact.is_some_and(|fact| fact.path == PathFact::EndsInDomain),
        }
    }

    /// Whether nothing changes.
    fn is_normal(&self, uri: Reference<'_>) -> bool {
        let wanted = self.wanted;
        let is_uppercase = |byte: u8| byte.is_ascii_uppercase();
        let scheme = uri.scheme().map_or("", Scheme::as_str);
        let host = uri.host().map_or("", |host| host.as_str());
        let text = uri.as_str();
        let port = uri.port().map(Port::as_str);
        let empty_path = uri.authority().is_some() && self.path.is_empty();
        let is_lowercase = |part: &str| {
            // Digits of triplets are uppercase in the normal form. So an uppercase letter decides nothing yet, and the
            // rare part that has one is copied and compared.
            !part.bytes().any(is_uppercase) || {
                let mut lowered = String::new();
                wanted.copy(part, true, &mut lowered);
                lowered == part
            }
        };
        // Triplets of the path are not looked at again: in some schemes the path keeps those that other parts lose. The
        // path is `Owned` if one of them changed.
        let components = uri.components();
        let behind = text.get(components.path_end as usize..).unwrap_or_default();
        let before = text.get(..components.path_start as usize).unwrap_or_default();
        let changes = !self.gained.is_empty()
            || self.port != port
            || self.host.as_ref().is_some_and(|new| new != host)
            || matches!(self.path, Cow::Owned(_))
            || self.has_dot_segments && !self.is_guarded_only(uri)
            || wanted.empty_path && empty_path
            || wanted.lowercase_scheme && scheme.bytes().any(is_uppercase)
            || wanted.lowercase_host && self.host.is_none() && !is_lowercase(host)
            || self.ends_in_domain && !is_lowercase(self.domain())
            || self.has_triplets
                && !(wanted.keeps_triplets(before) && wanted.keeps_triplets(behind));
        !changes
    }

    /// Whether the only dot segment is the guard that keeps the path from being read as an authority. Removing it
    /// would put it back: `/.//x` is in normal form.
    fn is_guarded_only(&self, uri: Reference<'_>) -> bool {
        uri.authority().is_none()
            && self
                .path
                .strip_prefix("/.")
                .is_some_and(|rest| rest.starts_with("//") && !Path::new(rest).has_dot_segments())
    }

    /// The text after the last `@` of the path.
    fn domain(&self) -> &str {
        domain_start(&self.path).and_then(|at| self.path.get(at..)).unwrap_or_default()
    }

    fn copy(&self, part: &str, lowercase: bool, out: &mut String) {
        if self.has_triplets {
            self.wanted.copy(part, lowercase, out);
        } else {
            copy_verbatim(part, lowercase, out);
        }
    }

    fn write(&self, uri: Reference<'_>, out: &mut String) -> Components {
        let old = uri.components();
        let mut new = Components::all_path(0);
        let scheme = uri.scheme().map_or("", Scheme::as_str);
        out.push_str(scheme);
        if self.wanted.lowercase_scheme {
            out.make_ascii_lowercase();
        }
        new.scheme_end = out.len() as u32;
        out.push(':');
        let has_authority = uri.authority().is_some() || !self.gained.is_empty();
        if has_authority {
            out.push_str("//");
            if let Some(userinfo) = uri.userinfo() {
                self.copy(userinfo.as_str(), false, out);
                out.push('@');
            }
            new.host_start = out.len() as u32;
            let host = uri.host().map_or("", |host| host.as_str());
            match &self.host {
                Some(host) => out.push_str(host),
                None => self.copy(host, self.wanted.lowercase_host, out),
            }
            new.host_end = out.len() as u32;
            // Decoding can make an IPv4 address of a name. Nothing else changes the kind, since no name begins with the
            // `[` of the other addresses. An authority that was gained has the empty name.
            let host = (new.host_start as usize, out.len());
            new.facts = new.facts.with_host(match old.facts.host_kind() {
                Some(HostKind::RegName) if is_ipv4(out.as_bytes(), host.0, host.1) => {
                    HostKind::Ipv4
                }
                Some(kind) => kind,
                None => HostKind::RegName,
            });
            if let Some(port) = self.port {
                out.push(':');
                out.push_str(port);
            }
            new.authority_end = out.len() as u32;
        }
        // The third slash of what was gained begins the path: `file:c:/x` becomes `file:///c:/x`.
        new.path_start = out.len() as u32;
        out.push_str(self.gained.get("//".len()..).unwrap_or_default());
        self.write_path(has_authority, out);
        new.path_end = out.len() as u32;
        if let Some(query) = uri.query() {
            out.push('?');
            self.copy(query.as_str(), false, out);
        }
        new.query_end = out.len() as u32;
        if let Some(fragment) = uri.fragment() {
            out.push('#');
            self.copy(fragment.as_str(), false, out);
        }
        new
    }

    fn write_path(&self, has_authority: bool, out: &mut String) {
        let start = out.len();
        if self.has_dot_segments {
            Remover::new(out, self.path.starts_with('/')).feed(&self.path, true);
            if !has_authority && out.get(start..).is_some_and(|path| path.starts_with("//")) {
                out.insert_str(start, "/.");
            }
        } else {
            out.push_str(&self.path);
        }
        // After the dot segments: a step up may remove an `@`, and the domain begins after the last one that is left.
        if self.ends_in_domain {
            let path = out.split_off(start);
            let domain = domain_start(&path).unwrap_or(path.len());
            out.push_str(path.get(..domain).unwrap_or_default());
            self.in_path.copy(path.get(domain..).unwrap_or_default(), true, out);
        }
        if out.len() == start && has_authority && self.wanted.empty_path {
            out.push('/');
        }
    }
}

/// The new host, if not a copy of the old one: an address in its normal form, or the local host spelled out or left
/// out.
fn host(
    wanted: Wanted,
    uri: Reference<'_>,
    local: bool,
    keeps_port: bool,
) -> Option<Cow<'static, str>> {
    let host = uri.host()?;
    if wanted.ipv6_text && host.kind() == HostKind::Ipv6 {
        let address = ipv6_address(host)?;
        if !address.contains('%') {
            return Some(Cow::Owned(address));
        }
        // The zone identifier behind `%25` keeps its triplets, and is a part of the host like a name (RFC 6874 section 2).
        let mut zoned = String::new();
        wanted.copy(&address, true, &mut zoned);
        return Some(Cow::Owned(zoned));
    }
    if !local {
        return None;
    }
    // Without userinfo and port, the empty host is the normal form; with them, `localhost`, as in `changes::local_host`.
    let alone = uri.userinfo().is_none() && !keeps_port;
    let mut name = String::new();
    if host.as_str().contains('%') {
        wanted.copy(host.as_str(), true, &mut name);
    } else {
        name.push_str(host.as_str());
    }
    if alone && name.eq_ignore_ascii_case(LOCALHOST) {
        Some(Cow::Borrowed(""))
    } else if !alone && name.is_empty() {
        Some(Cow::Borrowed(LOCALHOST))
    } else {
        None
    }
}
