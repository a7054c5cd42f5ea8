//! Normalization by the rungs of the comparison ladder (RFC 3986 §6.2).
//!
//! A list of rules, each a small function from a URI to its changed text or nothing; a
//! [`Level`] says which of them run. The result, and the account of the steps, come from the same
//! run.

use alloc::{borrow::Cow, string::String, vec::Vec};
use core::net::Ipv6Addr;

use crate::components::HostKind;
use crate::dot_segments;
use crate::edition::{RFC3986, Rule};
use crate::percent;
use crate::recompose::Parts;
use crate::scheme::{HostFact, PathFact};
use crate::text::Text;
use crate::uri::Uri;

/// A rung of the comparison ladder: which differences count as none (RFC 3986 §6.2).
///
/// `Case`, `Percent` and `Path` each do one thing; `Syntax` does the three; `Scheme` and `Protocol`
/// each do what the one before does, and more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Nothing: the text, character by character (§6.2.1).
    Simple,
    /// Lowercase scheme and host, uppercase hexadecimal digits (§6.2.2.1).
    Case,
    /// Percent-encoded unreserved characters become raw (§6.2.2.2).
    Percent,
    /// Dot segments go (§6.2.2.3).
    Path,
    /// Percent, case and path (§6.2.2).
    Syntax,
    /// And what the scheme says: default port, empty path, local host (§6.2.3).
    Scheme,
    /// And redirects that were observed to add or drop a final slash (§6.2.4).
    Protocol,
}

impl Level {
    /// The rungs, lowest first.
    pub const ALL: [Self; 7] = [
        Self::Simple,
        Self::Case,
        Self::Percent,
        Self::Path,
        Self::Syntax,
        Self::Scheme,
        Self::Protocol,
    ];

    /// The name in JSON and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Simple => "simple",
            Self::Case => "case",
            Self::Percent => "percent",
            Self::Path => "path",
            Self::Syntax => "syntax",
            Self::Scheme => "scheme",
            Self::Protocol => "protocol",
        }
    }
}

impl<'i, 'o, T: Text<'i, 'o>> Uri<T> {
    /// The normal form of this URI at a level of the ladder; borrowed if it is in that form already.
    ///
    /// Normalizing the result again changes nothing, and every lower level's normal form stays.
    ///
    /// ```
    /// use napkin::{Level, uri};
    ///
    /// let uri = uri!("eXAMPLE://a/./b/../b/%63/%7bfoo%7d");
    /// assert_eq!(uri.normalize(Level::Syntax), "example://a/b/c/%7Bfoo%7D");
    /// assert_eq!(uri!("http://h:0080").normalize(Level::Scheme), "http://h/");
    /// ```
    pub fn normalize(&'i self, level: Level) -> Uri<Cow<'o, str>> {
        Normalizer::new(level).normalize(self)
    }
}

/// Normalization at one level, with the redirects that were observed.
#[derive(Clone, Copy, Debug)]
pub struct Normalizer<'r> {
    level: Level,
    redirects: &'r [(Uri<&'r str>, Uri<&'r str>)],
}

/// One rule that changed the URI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NormalizationStep {
    /// What was done, such as `lowercase-host`, and the section that allows it.
    pub rule: Rule,
    /// The whole URI before.
    pub before: String,
    /// The whole URI after.
    pub after: String,
}

impl<'r> Normalizer<'r> {
    /// Normalization at this level.
    pub const fn new(level: Level) -> Self {
        Self { level, redirects: &[] }
    }

    /// Redirects that were observed, as pairs of source and target (§6.2.4).
    ///
    /// At [`Level::Protocol`], a redirect counts as equivalence if source and target, normalized by
    /// scheme, differ by a final slash and nothing else.
    ///
    /// ```
    /// use napkin::{Level, Normalizer, uri};
    ///
    /// let redirects = [(uri!("http://example.com/data"), uri!("http://example.com/data/"))];
    /// let normalizer = Normalizer::new(Level::Protocol).observed(&redirects);
    /// let uri = uri!("http://example.com/data");
    /// assert_eq!(normalizer.normalize(&uri), "http://example.com/data/");
    /// ```
    #[must_use]
    pub const fn observed(mut self, redirects: &'r [(Uri<&'r str>, Uri<&'r str>)]) -> Self {
        self.redirects = redirects;
        self
    }

    /// The normal form; borrowed if the URI is in that form already.
    pub fn normalize<'i, 'o, T: Text<'i, 'o>>(&self, uri: &'i Uri<T>) -> Uri<Cow<'o, str>> {
        self.run(uri.as_borrowed(), |_, _, _| {})
    }

    /// The normal form with an account of how it came about: each step begins where the one before
    /// ended.
    ///
    /// ```
    /// use napkin::{Level, Normalizer, uri};
    ///
    /// let (normal, steps) = Normalizer::new(Level::Scheme).explain(&uri!("HTTP://h:80/%7ea"));
    /// assert_eq!(normal, "http://h/~a");
    /// let rules: Vec<_> = steps.iter().map(|step| step.rule.name).collect();
    /// assert_eq!(rules, ["decode-unreserved", "lowercase-scheme", "drop-default-port"]);
    /// ```
    pub fn explain<'i, 'o, T: Text<'i, 'o>>(
        &self,
        uri: &'i Uri<T>,
    ) -> (Uri<Cow<'o, str>>, Vec<NormalizationStep>) {
        let mut steps = Vec::new();
        let normal = self.run(uri.as_borrowed(), |rule, before, after| {
            steps.push(NormalizationStep { rule, before: before.into(), after: after.into() });
        });
        (normal, steps)
    }

    fn run<'a>(
        &self,
        uri: Uri<&'a str>,
        mut tell: impl FnMut(Rule, &str, &str),
    ) -> Uri<Cow<'a, str>> {
        let mut current: Uri<Cow<'a, str>> = uri.convert();
        let mut take = |current: &mut Uri<Cow<'a, str>>, rule: Rule, text: String| {
            // Every rule writes a valid URI; the check keeps the offsets honest.
            if let Ok(next) = Uri::new(Cow::Owned(text)) {
                tell(rule, current.as_ref(), next.as_ref());
                *current = next;
            }
        };
        for rule in RULES.iter().filter(|rule| rule.levels.contains(&self.level)) {
            if let Some(text) = (rule.apply)(current.as_borrowed()) {
                take(&mut current, Rule { name: rule.name, section: rule.section }, text);
            }
        }
        if self.level == Level::Protocol {
            let rule = Rule { name: "observed-redirect", section: "6.2.4" };
            for (source, target) in self.redirects {
                let source = source.normalize(Level::Scheme);
                let target = target.normalize(Level::Scheme);
                if source == current && differ_by_final_slash(source.as_ref(), target.as_ref()) {
                    take(&mut current, rule, target.into_text().into_owned());
                }
            }
        }
        current
    }
}

fn differ_by_final_slash(a: &str, b: &str) -> bool {
    a.strip_suffix('/') == Some(b) || b.strip_suffix('/') == Some(a)
}

/// One thing that normalization does.
struct NormalizationRule {
    name: &'static str,
    section: &'static str,
    levels: &'static [Level],
    /// The changed text, or nothing if the rule finds nothing to change.
    apply: fn(Uri<&str>) -> Option<String>,
}

const CASE: &[Level] = &[Level::Case, Level::Syntax, Level::Scheme, Level::Protocol];
const PERCENT: &[Level] = &[Level::Percent, Level::Syntax, Level::Scheme, Level::Protocol];
const PATH: &[Level] = &[Level::Path, Level::Syntax, Level::Scheme, Level::Protocol];
const SCHEME: &[Level] = &[Level::Scheme, Level::Protocol];

/// The rules in the order in which they run: decoding first, since `%41` in a host must then be
/// lowercased and `%2E%2E` becomes a dot segment.
const RULES: &[NormalizationRule] = &[
    rule("decode-unreserved", "6.2.2.2", PERCENT, decode_unreserved),
    rule("uppercase-hex", "6.2.2.1", CASE, uppercase_hex),
    rule("lowercase-scheme", "6.2.2.1", CASE, lowercase_scheme),
    rule("lowercase-host", "6.2.2.1", CASE, lowercase_host),
    rule("remove-dot-segments", "6.2.2.3", PATH, remove_dot_segments),
    rule("ipv6-text", "6.2.3", SCHEME, ipv6_text),
    rule("drop-empty-port", "6.2.3", SCHEME, drop_empty_port),
    rule("drop-default-port", "6.2.3", SCHEME, drop_default_port),
    rule("local-host", "6.2.3", SCHEME, local_host),
    rule("empty-path", "6.2.3", SCHEME, empty_path),
    rule("lowercase-domain", "6.2.3", SCHEME, lowercase_domain),
];

const fn rule(
    name: &'static str,
    section: &'static str,
    levels: &'static [Level],
    apply: fn(Uri<&str>) -> Option<String>,
) -> NormalizationRule {
    NormalizationRule { name, section, levels, apply }
}

fn decode_unreserved(uri: Uri<&str>) -> Option<String> {
    percent::unescape(uri.as_str(), |octet| RFC3986.unreserved.contains(octet))
}

fn uppercase_hex(uri: Uri<&str>) -> Option<String> {
    let text = uri.as_str();
    let mut hex = 0;
    let upper = |character: char| {
        if character == '%' {
            hex = 2;
        } else if hex > 0 {
            hex -= 1;
            return character.to_ascii_uppercase();
        }
        character
    };
    changed(text, text.chars().map(upper).collect())
}

fn lowercase_scheme(uri: Uri<&str>) -> Option<String> {
    let scheme = uri.scheme().as_str();
    let lower = changed(scheme, scheme.to_ascii_lowercase())?;
    Some(Parts { scheme: Some(&lower), ..uri.parts() }.write())
}

fn lowercase_host(uri: Uri<&str>) -> Option<String> {
    let host = uri.host()?.as_str();
    with_host(uri, &changed(host, lowercase_outside_triplets(host))?)
}

fn remove_dot_segments(uri: Uri<&str>) -> Option<String> {
    let text = uri.as_str();
    match dot_segments::remove(uri.path().as_str()) {
        Cow::Borrowed(_) => None,
        // The guard of an already normal path is written again.
        Cow::Owned(path) => changed(text, Parts { path: &path, ..uri.parts() }.write()),
    }
}

/// The form of RFC 5952: lowercase, no leading zeros, the first longest run of two or more zero
/// groups as `::`, IPv4-mapped addresses with their IPv4 part; which is what `Ipv6Addr` displays.
fn ipv6_text(uri: Uri<&str>) -> Option<String> {
    let host = uri.host().filter(|host| host.kind() == HostKind::Ipv6)?;
    let address: Ipv6Addr = host.in_brackets()?.parse().ok()?;
    with_host(uri, &changed(host.as_str(), alloc::format!("[{address}]"))?)
}

fn drop_empty_port(uri: Uri<&str>) -> Option<String> {
    uri.authority()?.port().filter(|port| port.as_str().is_empty())?;
    without_port(uri)
}

fn drop_default_port(uri: Uri<&str>) -> Option<String> {
    let port = uri.authority()?.port()?.to_u16()?;
    uri.scheme().default_port().filter(|&default| default == port)?;
    without_port(uri)
}

/// `file:`, where no authority, an empty host and `localhost` are one: the empty host is normal;
/// beside userinfo or a port the host is spelled out.
fn local_host(uri: Uri<&str>) -> Option<String> {
    const LOCALHOST: &str = "localhost";
    uri.scheme().facts().filter(|facts| facts.host == HostFact::LocalByDefault)?;
    let parts = uri.parts();
    let Some(authority) = uri.authority() else {
        if !(parts.path.is_empty() || parts.path.starts_with('/')) {
            return None;
        }
        // Behind an authority the guard of the path is no longer needed.
        let guarded = parts.path.starts_with("/.//");
        let path = if guarded { &parts.path[2..] } else { parts.path };
        return Some(Parts { authority: Some(""), path, ..parts }.write());
    };
    let host = authority.host().as_str();
    let alone = authority.userinfo().is_none() && authority.port().is_none();
    let normal = match host {
        LOCALHOST if alone => "",
        "" if !alone => LOCALHOST,
        _ => return None,
    };
    with_host(uri, normal)
}

fn empty_path(uri: Uri<&str>) -> Option<String> {
    let parts = uri.parts();
    let empty = parts.authority.is_some() && parts.path.is_empty();
    empty.then(|| Parts { path: "/", ..parts }.write())
}

/// `mailto:`, whose path ends in a domain name after its last `@`.
fn lowercase_domain(uri: Uri<&str>) -> Option<String> {
    uri.scheme().facts().filter(|facts| facts.path == PathFact::EndsInDomain)?;
    let parts = uri.parts();
    let (mailbox, domain) = parts.path.rsplit_once('@')?;
    let domain = changed(domain, lowercase_outside_triplets(domain))?;
    Some(Parts { path: &alloc::format!("{mailbox}@{domain}"), ..parts }.write())
}

fn changed(before: &str, after: String) -> Option<String> {
    (before != after).then_some(after)
}

/// Lowercases what is not a percent-encoded octet.
fn lowercase_outside_triplets(text: &str) -> String {
    let mut hex = 0;
    text.chars()
        .map(|character| {
            if character == '%' {
                hex = 2;
            } else if hex > 0 {
                hex -= 1;
                return character;
            }
            character.to_ascii_lowercase()
        })
        .collect()
}

/// The URI with another host.
fn with_host(uri: Uri<&str>, host: &str) -> Option<String> {
    let authority = uri.authority()?;
    let text = authority.as_str();
    let userinfo = authority.userinfo().map_or(0, |userinfo| userinfo.as_str().len() + 1);
    let (before, rest) = text.split_at_checked(userinfo)?;
    let after = rest.get(authority.host().as_str().len()..)?;
    let authority = alloc::format!("{before}{host}{after}");
    Some(Parts { authority: Some(&authority), ..uri.parts() }.write())
}

/// The URI without its port and the colon before it.
fn without_port(uri: Uri<&str>) -> Option<String> {
    let authority = uri.authority()?;
    let port = authority.port()?.as_str().len() + 1;
    let text = authority.as_str();
    let kept = text.get(..text.len() - port)?;
    Some(Parts { authority: Some(kept), ..uri.parts() }.write())
}
