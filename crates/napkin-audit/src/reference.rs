//! Relative references, such as a `Location`: whether they may be followed from a base. The target is judged by
//! [`by_syntax`]; here is what its text no longer shows, that programs resolve the reference to one host.

use napkin::{Part, ResolveError, Target, UriRef};

use crate::host_list::HostList;
use crate::hosts::hosts;
use crate::judge::{Verdict, agreed_host, by_syntax};
use crate::octets::decoded;
use crate::policy::Policy;
use crate::reading::Reading;
use crate::refusal::{Doubt, Refusal};
use crate::span::Span;

/// Judges a reference by its target from a base, by the policy's edition of the URI syntax.
///
/// # Errors
///
/// `InvalidBase` or `BaseNotAbsolute`.
pub(crate) fn reference_by_syntax(
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
        let verdict = by_syntax(reference, list, policy);
        return Ok(match verdict.normal_form {
            Some(target) if has_header(reference) => {
                let refusal = Refusal::Reference { doubt: Doubt::Header, target: Some(target) };
                Verdict::refused(verdict.hosts, refusal)
            }
            _ => verdict,
        });
    }
    let refused = |refusal| Ok(Verdict::refused(hosts(reference), refusal));
    if let Some(fault) = reading.fault() {
        return refused(Refusal::Invalid(*fault));
    }
    let base = Reading::new(base.as_bytes(), policy.edition());
    // A valid reference is ASCII, or an IRI's.
    let text = String::from_utf8_lossy(reference);
    let Ok(Target::Uri(target)) = resolver.resolve(&text) else {
        return refused(Refusal::Reference { doubt: Doubt::CurrentDocument, target: None });
    };
    let verdict = by_syntax(target.as_bytes(), list, policy);
    if let Some(refusal) = verdict.refusal {
        let refusal = Refusal::Target { target, refusal: Box::new(refusal) };
        return Ok(Verdict::refused(verdict.hosts, refusal));
    }
    if let Err(refusal) = base_agrees(&base, policy) {
        return refused(refusal);
    }
    if let Some(doubt) = doubt(&base, &text) {
        return refused(Refusal::Reference { doubt, target: verdict.normal_form });
    }
    match readers(&base, reference, list, policy, verdict.normal_form.as_deref()) {
        Ok(()) => Ok(verdict),
        Err(refusal) => refused(refusal),
    }
}

/// Why programs may resolve the text of a relative reference to different hosts.
fn doubt(base: &Reading<'_>, reference: &str) -> Option<Doubt> {
    let Ok(parsed) = UriRef::parse(reference) else { return Some(Doubt::NoUri) };
    let path = parsed.path().as_str();
    if has_header(reference.as_bytes()) {
        return Some(Doubt::Header);
    }
    // libxml2 2.9.14 drops the port of the base, newLISP 10.7.5 too if there is no path; Ruby 3.1 and Racket 8.7 keep it
    // for the host of a reference that names one.
    let is_usual = |port| base.default_port().map(u32::from) == Some(port);
    if !base.port().is_none_or(is_usual) {
        return Some(Doubt::Port);
    }
    if parsed.authority().is_some() {
        // It is judged as a whole.
        return None;
    }
    if may_have_host(path) {
        return Some(Doubt::Slashes);
    }
    if !path.is_empty() && !path.starts_with('/') {
        // A first segment without a slash before it is a host for the wget of BusyBox and siege, a scheme for NetSurf, and is
        // appended to the host of the base by minreq, a crate of Rust.
        return Some(Doubt::FirstSegment);
    }
    if path.is_empty() && reference.contains(":/") {
        // Lynx 2.9 looks up `?x.evil.example` for `?x.evil.example:/y`, and connects to the port of FTP.
        return Some(Doubt::Colon);
    }
    // MPlayer 1.5 drops the slash of the reference and appends the rest to the host. RFC 2396 §5.2 appends a path to an authority
    // without a path, and RFC 1630 cuts such a base at the slash before it.
    base.part(Part::Path).is_none_or(<[u8]>::is_empty).then_some(Doubt::NoPath)
}

/// Whether a text has the name of a header that leads elsewhere. libxml2 2.9.14 cuts the line of a header at 4,095 bytes, and takes the
/// rest for another header: `Location:http://evil.example/` behind a long path.
fn has_header(text: &[u8]) -> bool {
    const HEADERS: [&[u8]; 2] = [b"location:", b"refresh:"];
    let is_at = |rest: &[u8], name: &[u8]| {
        rest.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name))
    };
    (0..text.len())
        .any(|at| HEADERS.iter().any(|name| text.get(at..).is_some_and(|rest| is_at(rest, name))))
}

/// Whether a path, decoded or after the removal of dot segments, may be taken for a reference with an authority.
fn may_have_host(path: &str) -> bool {
    let path = decoded(path.as_bytes(), Span::new(0, path.len()));
    // Browsers skip control characters, and take a backslash for a slash.
    let path = path.into_iter().filter(|byte| !byte.is_ascii_control() && *byte != b' ');
    let path: Vec<_> = path.map(|byte| if byte == b'\\' { b'/' } else { byte }).collect();
    let is_dots = |segment: &[u8]| matches!(segment, b"." | b"..");
    let has_empty = path.windows(2).any(|two| two == b"//");
    path.starts_with(b"//") || has_empty && path.split(|&byte| byte == b'/').any(is_dots)
}

/// Asks the readers of today about the base.
fn base_agrees(base: &Reading<'_>, policy: &Policy) -> Result<(), Refusal> {
    let of_base = |refusal| Refusal::Base(Box::new(refusal));
    agreed_host(base, policy, &hosts(base.bytes())).map_err(of_base)?;
    base.slashless_end().map_or(Ok(()), |_| Err(of_base(Refusal::MissingSlash)))
}

/// Asks the readers of today about a relative reference whose target is allowed.
fn readers(
    base: &Reading<'_>,
    reference: &[u8],
    list: &HostList,
    policy: &Policy,
    target: Option<&str>,
) -> Result<(), Refusal> {
    if reference.starts_with(b"//") {
        // PHP, axel and mpg123 take it for a path, and ask the server of the base.
        let of_base = |refusal| Refusal::Base(Box::new(refusal));
        by_syntax(base.bytes(), list, policy).refusal.map_or(Ok(()), |why| Err(of_base(why)))?;
        let whole = [base.scheme().as_bytes(), b":", reference].concat();
        return by_syntax(&whole, list, policy).refusal.map_or(Ok(()), Err);
    }
    let heard = policy.limits().heard(&hosts(reference));
    if heard.contacted().is_empty() {
        return Ok(());
    }
    Err(Refusal::Reference { doubt: Doubt::Host, target: target.map(str::to_owned) })
}
