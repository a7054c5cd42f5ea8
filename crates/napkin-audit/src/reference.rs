//! Relative references, such as a `Location`: whether they may be followed from a base. The target is judged by
//! [`allow()`]; here is what its text no longer shows, that programs resolve the reference to one host.

use napkin::{Part, ResolveError, Target, UriRef};

use crate::allow::{Verdict, agreed_host, allow};
use crate::host_list::HostList;
use crate::hosts::hosts;
use crate::octets::decoded;
use crate::policy::Policy;
use crate::reading::Reading;
use crate::refusal::Refusal;
use crate::span::Span;

/// Decides whether a reference may be followed from a base, such as the `Location` of a redirect from the URI that was
/// requested. A URI is judged as [`allow()`] does, whatever the base. A relative reference is allowed only if
///
/// - it is valid by the policy's edition and by RFC 3986: it has no white space, no backslash and no non-ASCII character;
/// - its target, by the edition's resolution, is allowed;
/// - if it begins with `//`, it is allowed behind the scheme of the base as it is written;
/// - else no reader sees a host in it, and its path gives no other one to programs that decode or normalize it first, or
///   append it to the base: it does not begin with `//`, has no `//` beside dot segments, no scheme behind dot segments,
///   all raw or percent-encoded, and it begins with `/` if the base has no path (`http://h` and `.evil.example`, which
///   `java.net.URI` resolves to `http://h.evil.example`);
/// - readers agree on the host of the base.
///
/// [`Verdict::normal_form`] is the normal form of the target: pass that on, never the reference.
///
/// # Errors
///
/// `InvalidBase` or `BaseNotAbsolute`, if the base is no URI of the policy's edition.
///
/// ```
/// use napkin_audit::{HostList, Policy, allow_reference};
///
/// let list = HostList::parse("trusted.example")?;
/// let base = "https://trusted.example/a/b";
/// let judged = |location: &str| {
///     allow_reference(base, location.as_bytes(), &list, &Policy::default()).unwrap().normal_form
/// };
/// assert_eq!(judged("../c?d").as_deref(), Some("https://trusted.example/c?d"));
/// assert_eq!(judged("//trusted.example").as_deref(), Some("https://trusted.example/"));
/// assert_eq!(judged("//evil.example/"), None);
/// assert_eq!(judged(r"/\evil.example/"), None);
/// assert_eq!(judged("/.//evil.example/"), None);
/// assert!(allow_reference("/a/b", b"c", &list, &Policy::default()).is_err());
/// # Ok::<(), napkin_audit::NotAHost>(())
/// ```
pub fn allow_reference(
    base: &str,
    reference: &[u8],
    list: &HostList,
    policy: &Policy,
) -> Result<Verdict, ResolveError> {
    let resolver = policy.edition().resolver(base);
    if let Err(error @ (ResolveError::InvalidBase(_) | ResolveError::BaseNotAbsolute)) =
        resolver.resolve("")
    {
        return Err(error);
    }
    let reading = Reading::new(reference, policy.edition());
    if reading.span(Part::Scheme).is_some() {
        return Ok(allow(reference, list, policy));
    }
    let refused = |refusal| Ok(Verdict::refused(hosts(reference), refusal));
    if let Some(fault) = reading.fault() {
        return refused(Refusal::Invalid(*fault));
    }
    let base = Reading::new(base.as_bytes(), policy.edition());
    let text = str::from_utf8(reference).ok().filter(|text| is_resolved_alike(&base, text));
    let Some(Ok(Target::Uri(target))) = text.map(|text| resolver.resolve(text)) else {
        return refused(Refusal::Reference);
    };
    let verdict = allow(target.as_bytes(), list, policy);
    if let Some(refusal) = verdict.refusal {
        let refusal = Refusal::Target { target, refusal: Box::new(refusal) };
        return Ok(Verdict::refused(verdict.hosts, refusal));
    }
    match readers(&base, reference, list, policy) {
        Ok(()) => Ok(verdict),
        Err(refusal) => refused(refusal),
    }
}

/// Whether the text of a relative reference leads all programs to one host, the target's.
fn is_resolved_alike(base: &Reading<'_>, reference: &str) -> bool {
    let Ok(parsed) = UriRef::parse(reference) else { return false };
    let path = parsed.path().as_str();
    if parsed.authority().is_some() {
        // It is judged as a whole.
        return true;
    }
    // RFC 2396 §5.2 appends a path to an authority without a path, and RFC 1630 cuts such a base at the slash before it.
    let has_place = base.part(Part::Path).is_some_and(|path| !path.is_empty());
    (has_place || path.starts_with('/')) && !may_have_host(path)
}

/// Whether a path, decoded or after the removal of dot segments, may be taken for a reference with a scheme or an
/// authority.
fn may_have_host(path: &str) -> bool {
    let path = decoded(path.as_bytes(), Span::new(0, path.len()));
    // Browsers skip control characters, and take a backslash for a slash.
    let path = path.into_iter().filter(|byte| !byte.is_ascii_control() && *byte != b' ');
    let path: Vec<_> = path.map(|byte| if byte == b'\\' { b'/' } else { byte }).collect();
    let is_dots = |segment: &&[u8]| matches!(*segment, b"." | b"..");
    let segments = || path.split(|&byte| byte == b'/');
    let has_empty = path.windows(2).any(|two| two == b"//");
    let first = segments().find(|segment| !is_dots(segment)).unwrap_or_default();
    path.starts_with(b"//") || has_empty && segments().any(|s| is_dots(&s)) || first.contains(&b':')
}

/// Asks the readers of today about a relative reference whose target is allowed, and about the base.
fn readers(
    base: &Reading<'_>,
    reference: &[u8],
    list: &HostList,
    policy: &Policy,
) -> Result<(), Refusal> {
    let of_base = |refusal| Refusal::Base(Box::new(refusal));
    agreed_host(base, policy, &hosts(base.bytes())).map_err(of_base)?;
    if base.slashless_end().is_some() {
        return Err(of_base(Refusal::MissingSlash));
    }
    if reference.starts_with(b"//") {
        let whole = [base.scheme().as_bytes(), b":", reference].concat();
        return allow(&whole, list, policy).refusal.map_or(Ok(()), Err);
    }
    let heard = policy.limits().heard(&hosts(reference));
    if heard.contacted().is_empty() { Ok(()) } else { Err(Refusal::Reference) }
}
