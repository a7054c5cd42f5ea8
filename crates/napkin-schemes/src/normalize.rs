//! Scheme-based normalization, for the core's ladder (RFC 3986 §6.2.3).

use napkin::edition::{RFC3986, Rule};
use napkin::scheme::Hierarchy;
use napkin::{ErrorKind, Level, Reference};

use crate::definition::Definition;
use crate::domain_name;
use crate::server::Server;
use crate::source::Source;

/// The normal form of a URI by the rules of its scheme beyond the generic syntax, and the rule; `None` if it is
/// already in that form.
///
/// For [`Normalizer::with_schemes`](napkin::Normalizer::with_schemes), which calls it at the level
/// `scheme`. A scheme whose [family](crate::FAMILIES) is not compiled in has no rules here.
///
/// ```
/// use napkin::{Level, Normalizer, uri};
///
/// let normalizer = Normalizer::new(Level::Scheme).with_schemes(napkin_schemes::normalize);
/// assert_eq!(normalizer.normalize(&uri!("tel:+1-201-555-0123"))?, "tel:+12015550123");
/// # Ok::<(), napkin::ParseError>(())
/// ```
pub fn normalize(reference: Reference<'_>) -> Option<(Rule, String)> {
    if reference.edition().has_characters_beyond_ascii() {
        return normalize_iri(reference);
    }
    normalize_uri(reference, mapped_host)
}

/// The normal form of a URI whose host is mapped by `map`.
fn normalize_uri(
    reference: Reference<'_>,
    mapped_host: fn(Source<'_>) -> Option<String>,
) -> Option<(Rule, String)> {
    let source = Source::new(reference).ok()?;
    let definition = Definition::of(source)?;
    // Most schemes have no rule, so their URIs need not be read; and most hosts are ASCII.
    let mapped = mapped_host(source);
    let Some(rule) = definition.normalization else { return Some((MAPPED, mapped?)) };
    let whole = match &mapped {
        Some(mapped) => reference.edition().parse(mapped).ok()?,
        None => reference,
    };
    match own_normal(definition, whole) {
        Some(normal) => Some((rule, normal)),
        None => Some((MAPPED, mapped?)),
    }
}

/// The normal form of an IRI: its scheme's rules applied to the URI that it is mapped to (RFC 3987 §3.1), and the
/// host in Unicode if the scheme has domain names (§5.3.3).
fn normalize_iri(iri: Reference<'_>) -> Option<(Rule, String)> {
    let own = normal_by_uri(iri);
    let (rule, whole) = match &own {
        Some((rule, own)) => (*rule, iri.edition().parse(own).ok()?),
        None => (DOMAIN_NAME, iri),
    };
    match domain_name::normal(whole) {
        Some(named) => Some((rule, named)),
        None => own,
    }
}

/// The result of the scheme's rules for the URI that an IRI is mapped to, as an IRI again.
fn normal_by_uri(iri: Reference<'_>) -> Option<(Rule, String)> {
    let uri = iri.to_uri().ok()?;
    // A domain name is converted to Unicode afterwards.
    let is_named = domain_name::of(iri).is_some();
    let mapped_host = if is_named { |_: Source<'_>| None } else { mapped_host };
    let (rule, normal) = normalize_uri(RFC3986.parse(&uri).ok()?, mapped_host)?;
    let back = iri.edition().parse(&normal).ok()?.normalize(Level::Percent).ok()?;
    (back != iri.as_str()).then(|| (rule, back.into_owned()))
}

/// Whether two URIs are equivalent by their scheme, if its document compares URIs instead of defining a normal
/// form. `None` if it does not, or if one is not a valid URI of the other's scheme.
///
/// For [`Normalizer::with_equivalence`](napkin::Normalizer::with_equivalence).
///
/// ```
/// use napkin::{Level, Normalizer, uri};
///
/// let ladder = Normalizer::new(Level::Scheme)
///     .with_schemes(napkin_schemes::normalize)
///     .with_equivalence(napkin_schemes::equivalent);
/// let (name, resolved) = (uri!("urn:example:a"), uri!("urn:example:a?+CCResolve:cc=uk"));
/// assert_eq!(ladder.equivalent_at(&name, &resolved), Some(Level::Scheme));
/// ```
pub fn equivalent(a: Reference<'_>, b: Reference<'_>) -> Option<bool> {
    if a.edition().has_characters_beyond_ascii() {
        let (a, b) = (a.to_uri().ok()?, b.to_uri().ok()?);
        return equivalent(RFC3986.parse(&a).ok()?, RFC3986.parse(&b).ok()?);
    }
    let source = Source::new(a).ok()?;
    if b.scheme() != a.scheme() {
        return None;
    }
    Definition::of(source)?.compared(source)?.is_same(b)
}

/// The URI with its host as a DNS name: a non-ASCII name spelled with triplets and one with A-labels are looked up
/// alike (RFC 3986 §3.2.2).
fn mapped_host(source: Source<'_>) -> Option<String> {
    let reference = source.reference();
    let host = reference.host()?.as_str();
    if !has_triplet(host.as_bytes()) {
        return None;
    }
    if reference.scheme()?.facts().is_some_and(|facts| facts.host.is_absent()) {
        return None;
    }
    let mapped = Server::new(host).mapped().ok().filter(|mapped| mapped.host != host)?;
    let (before, rest) = reference.as_str().split_at_checked(source.offset_of(host))?;
    Some([before, &mapped.host, rest.get(host.len()..)?].concat())
}

/// Whether a host has a percent sign, by words of eight bytes: a loop over the bytes of a name ends at another place for
/// each host, which costs a branch misprediction.
fn has_triplet(host: &[u8]) -> bool {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    let has_percent = |word: &[u8; 8]| {
        let zero_if_percent = u64::from_ne_bytes(*word) ^ (ONES * u64::from(b'%'));
        zero_if_percent.wrapping_sub(ONES) & !zero_if_percent & (ONES << 7) != 0
    };
    match host.last_chunk() {
        Some(last) => {
            let mut words = host.chunks_exact(8).filter_map(<[u8]>::first_chunk);
            has_percent(last) || words.any(has_percent)
        }
        None => host.contains(&b'%'),
    }
}

/// The normal form by the scheme's own rules; `None` if the URI is in that form.
fn own_normal(definition: &Definition, reference: Reference<'_>) -> Option<String> {
    let source = Source::new(reference).ok()?;
    let mut normal = definition.compared(source)?.normal()?;
    // A fragment belongs to the generic syntax, so most views do not contain it (RFC 3986 §3.5).
    if let Some(fragment) = reference.fragment().filter(|_| !normal.contains('#')) {
        normal.extend(["#", fragment.as_str()]);
    }
    // The normal form may contain a new dot segment, which the ladder would remove.
    let is_climbed = reference.scheme()?.hierarchy() != Hierarchy::Nowhere;
    let stays = match reference.edition().parse(&normal) {
        Ok(after) => !is_climbed || has_dot_segment(reference) || !has_dot_segment(after),
        // The ladder reports that a result is too long.
        Err(error) => error.kind() == ErrorKind::TooLong,
    };
    (stays && normal != reference.as_str()).then_some(normal)
}

fn has_dot_segment(reference: Reference<'_>) -> bool {
    let path = reference.path().map_or("", |path| path.as_str());
    path.split('/').any(|segment| matches!(segment, "." | ".."))
}

const DOMAIN_NAME: Rule = Rule { name: "domain-name", section: "RFC 3987 section 5.3.3" };
const MAPPED: Rule = Rule { name: "map-host", section: "RFC 3986 section 3.2.2" };
