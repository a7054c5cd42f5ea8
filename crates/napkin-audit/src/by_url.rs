//! Judges a URL by a list of hosts, as an edition of the URL Standard reads it.
//!
//! The standard accepts nearly any text, and rewrites it. So three texts are judged: the URL and the input, each by RFC
//! 3986 with the characters percent-encoded that a URI excludes, and the input as it is by the readers. An input that only
//! browsers read as they do is refused.

use napkin::edition::RFC3986;
use napkin::{Part, ResolveError, Uri, encode_excluded};
use napkin_url::{Edition, Url, ValidationError};

use crate::host_list::HostList;
use crate::hosts::hosts;
use crate::judge::{Verdict, by_syntax};
use crate::name::ContactedHost;
use crate::policy::Policy;
use crate::reading::Reading;
use crate::reference::reference_by_syntax;
use crate::refusal::Refusal;

/// Judges an input without a base.
pub(crate) fn by_url(
    edition: &'static Edition,
    input: &[u8],
    list: &HostList,
    policy: &Policy,
) -> Verdict {
    let strict = policy.clone().by(RFC3986);
    let judged = url(edition, None, input).and_then(|(url, text)| {
        let target = of_url(&url, text, list, &strict)?;
        agree(target, by_syntax(encode_excluded(text).0.as_bytes(), list, &strict))
    });
    verdict(input, judged, false, policy)
}

/// Judges a reference, which may be relative to a base.
///
/// # Errors
///
/// `InvalidBase` or `BaseNotAbsolute`, if the base is neither a URL nor a URI.
pub(crate) fn reference_by_url(
    edition: &'static Edition,
    base: &str,
    reference: &[u8],
    list: &HostList,
    policy: &Policy,
) -> Result<Verdict, ResolveError> {
    let strict = policy.clone().by(RFC3986);
    let (base_url, as_uri) = match edition.parse(base) {
        Ok(url) => {
            let uri = encode_excluded(base).0.into_owned();
            (url, uri)
        }
        Err(failure) => {
            // The error of a base that is no URI either.
            reference_by_syntax(base, b"/", list, &strict).map(drop)?;
            let refusal = Refusal::Base(Box::new(Refusal::NotAUrl(failure)));
            return Ok(Verdict::refused(hosts(reference), refusal));
        }
    };
    let (url, text) = match url(edition, Some(&base_url), reference) {
        Ok(found) => found,
        Err(refusal) => return Ok(Verdict::refused(hosts(reference), refusal)),
    };
    let written = encode_excluded(text).0;
    let is_relative = Reading::new(written.as_bytes(), RFC3986).scheme().is_empty();
    let of_text = reference_by_syntax(&as_uri, written.as_bytes(), list, &strict)?;
    let judged = of_url(&url, text, list, &strict).and_then(|target| agree(target, of_text));
    Ok(verdict(reference, judged, is_relative, policy))
}

/// The URL of an input, and its text.
fn url<'i>(
    edition: &'static Edition,
    base: Option<&Url>,
    input: &'i [u8],
) -> Result<(Url, &'i str), Refusal> {
    let Ok(text) = str::from_utf8(input) else {
        let fault = Reading::new(input, RFC3986).fault().copied();
        return Err(fault.map_or(Refusal::Disagreement, Refusal::Invalid));
    };
    let options = Url::options().edition(edition);
    let options = if base.is_some() { options.base_url(base) } else { options };
    match options.parse_exactly(text) {
        Ok(url) => Ok((url, text)),
        Err(failure) if failure.error() == Some(ValidationError::MissingSchemeNonRelativeUrl) => {
            Err(Refusal::Relative)
        }
        Err(failure) => Err(Refusal::NotAUrl(failure)),
    }
}

/// The URI to hand on for a URL, if it is allowed as the standard writes it, or with the default port, which the standard
/// leaves out: some hosts are allowed with a written port only.
fn of_url(url: &Url, text: &str, list: &HostList, strict: &Policy) -> Result<String, Refusal> {
    let uri = encode_excluded(url.as_str()).0;
    let verdict = by_syntax(uri.as_bytes(), list, strict);
    let with_port = || {
        let uri = with_default_port(&uri)?;
        by_syntax(uri.as_bytes(), list, strict).normal_form
    };
    match (verdict.normal_form.or_else(with_port), verdict.refusal) {
        (Some(normal), _) => Ok(normal),
        (_, Some(refusal)) if url.as_str() != text => {
            Err(Refusal::Target { target: url.as_str().to_owned(), refusal: Box::new(refusal) })
        }
        (_, refusal) => Err(refusal.unwrap_or(Refusal::Disagreement)),
    }
}

/// A URI with the default port of its scheme; `None` if it has a port, or the scheme none.
fn with_default_port(uri: &str) -> Option<String> {
    let reading = Reading::new(uri.as_bytes(), RFC3986);
    let port = reading.default_port().filter(|_| reading.span(Part::Port).is_none())?;
    let mut uri = Uri::parse(uri).ok()?.into_owned();
    uri.set_port(port).ok()?;
    Some(uri.into_text())
}

/// The URI to hand on for a URL, if the text is allowed as it is written and leads to the same server. Of a reference that is
/// only in doubt, the URI to hand on instead is that of the URL as well.
fn agree(target: String, of_text: Verdict) -> Result<String, Refusal> {
    let server = |uri: &str| {
        let uri = Uri::parse(uri).ok()?;
        Some((uri.scheme().as_str().to_owned(), uri.authority()?.as_str().to_owned()))
    };
    let of_target = server(&target);
    let is_that = |uri: &str| of_target.is_some() && of_target == server(uri);
    match (of_text.refusal, of_text.normal_form) {
        (Some(Refusal::Reference { doubt, target: Some(uri) }), _) if is_that(&uri) => {
            Err(Refusal::Reference { doubt, target: Some(target) })
        }
        (Some(Refusal::Reference { doubt, .. }), _) => {
            Err(Refusal::Reference { doubt, target: None })
        }
        (Some(refusal), _) => Err(refusal),
        (None, Some(uri)) if is_that(&uri) => Ok(target),
        (None, _) => Err(Refusal::Disagreement),
    }
}

/// The decision, if the readers contact for the input the server of the URI to hand on.
fn verdict(
    input: &[u8],
    judged: Result<String, Refusal>,
    is_relative: bool,
    policy: &Policy,
) -> Verdict {
    let hosts = hosts(input);
    let target = match judged {
        Ok(target) => target,
        Err(refusal) => return Verdict::refused(hosts, refusal),
    };
    let heard = policy.limits().heard(&hosts);
    let host = Uri::parse(target.as_str())
        .ok()
        .and_then(|uri| Some(ContactedHost::normal(uri.host()?.as_str().as_bytes())));
    let is_one = heard.contacted().into_iter().all(|contacted| Some(contacted) == host.as_ref());
    if !is_one || !is_relative && heard.disagree() {
        return Verdict::refused(hosts, Refusal::Disagreement);
    }
    // A reference without a host leads to that of its target.
    let hosts = if is_relative { self::hosts(target.as_bytes()) } else { hosts };
    Verdict { hosts, refusal: None, normal_form: Some(target) }
}
