//! Judges a URI by a list of hosts, as an edition of the URI syntax reads it: whichever program reads it, it leads to one server.

use std::borrow::Cow;
use std::fmt::Write;

use napkin::scheme::FACTS;
use napkin::{Level, Normalizer, Part, Uri};

use crate::audit::{Audit, audit_read};
use crate::behind_host::encoded_behind_host;
use crate::elsewhere::elsewhere;
use crate::host_list::{Entry, HostList, PortOfUri};
use crate::hosts::{Hosts, hosts, hosts_of_all};
use crate::name::{ContactedHost, has_triplet};
use crate::octets::decoded;
use crate::policy::Policy;
use crate::reading::Reading;
use crate::refusal::Refusal;
use crate::rule::{Finding, Yields};
use crate::rules::{missing_slash, plain_name};
use crate::scheme_servers::{is_bracketed, missing_port, needs_port, other_port, other_scheme};
use crate::severity::Severity;

/// A decision and its reasons. Made by [`allow()`](crate::allow()) and [`allow_reference`](crate::allow_reference).
#[derive(Clone, Debug)]
#[must_use]
#[non_exhaustive]
pub struct Verdict {
    /// The hosts that all readers see in the input.
    pub hosts: Hosts,
    /// Why it is refused; `None` if it is allowed.
    pub refusal: Option<Refusal>,
    /// The URI to hand on in place of the input: its normal form of level `scheme` by RFC 3986, in ASCII, which is
    /// allowed too. It keeps a default port where programs do not agree on it. Behind the authority `@` is `%40` in it, and
    /// `://` is `%3A//`, since some programs look for a host there. `None` if the input is refused.
    pub normal_form: Option<String>,
}

impl Verdict {
    /// Whether it may be followed.
    pub const fn is_allowed(&self) -> bool {
        self.refusal.is_none()
    }

    /// The normal form of the target of a relative reference, if that is allowed and only the reference is refused, since
    /// programs may resolve it differently. What resolves it before handing it on may hand this on.
    ///
    /// ```
    /// use napkin_audit::{HostList, Policy, allow_reference};
    ///
    /// let list = HostList::parse("trusted.example")?;
    /// let judged = |location: &str| {
    ///     allow_reference("https://trusted.example/a/b", location.as_bytes(), &list, &Policy::default()).unwrap()
    /// };
    /// assert!(!judged("../c").is_allowed());
    /// assert_eq!(judged("../c").instead(), Some("https://trusted.example/c"));
    /// assert_eq!(judged("../c").resolved().normal_form.as_deref(), Some("https://trusted.example/c"));
    /// assert_eq!(judged("//evil.example/").instead(), None);
    /// # Ok::<(), napkin_audit::NotAHost>(())
    /// ```
    pub fn instead(&self) -> Option<&str> {
        match &self.refusal {
            Some(Refusal::Reference { target, .. }) => target.as_deref(),
            _ => None,
        }
    }

    /// This verdict for somebody who hands on the target and never the reference: allowed, if there is a URI to hand on
    /// [instead](Self::instead).
    pub fn resolved(self) -> Self {
        match self.refusal {
            Some(Refusal::Reference { target: Some(target), .. }) => {
                Self { hosts: hosts(target.as_bytes()), refusal: None, normal_form: Some(target) }
            }
            refusal => Self { refusal, ..self },
        }
    }

    pub(crate) const fn refused(hosts: Hosts, refusal: Refusal) -> Self {
        Self { hosts, refusal: Some(refusal), normal_form: None }
    }
}

/// Judges a URI by the policy's edition of the URI syntax.
pub(crate) fn by_syntax(input: &[u8], list: &HostList, policy: &Policy) -> Verdict {
    let hosts = hosts(input);
    let judged = judge(input, list, policy, &hosts);
    match judged.and_then(|server| normal_form(input, &server, list, policy)) {
        Ok(normal_form) => Verdict { hosts, refusal: None, normal_form: Some(normal_form) },
        Err(refusal) => Verdict::refused(hosts, refusal),
    }
}

/// The host and the port to which an allowed URI leads. The port is `None` if the URI has none and its scheme neither.
#[derive(PartialEq, Eq)]
pub(crate) struct Server {
    host: ContactedHost,
    port: Option<u16>,
    /// Whether the port has to be written, also if it is the scheme's default.
    is_port_written: bool,
}

/// Where a URI leads, if it is allowed as it is written.
pub(crate) fn judge(
    input: &[u8],
    list: &HostList,
    policy: &Policy,
    hosts: &Hosts,
) -> Result<Server, Refusal> {
    let reading = Reading::new(input, policy.edition());
    judge_read(&reading, list, policy, || agreed_host(&reading, policy, hosts))
}

/// Where a URI leads, if it is allowed as it is written, and readers agree on its host.
pub(crate) fn judge_read(
    reading: &Reading<'_>,
    list: &HostList,
    policy: &Policy,
    agreed_host: impl FnOnce() -> Result<ContactedHost, Refusal>,
) -> Result<Server, Refusal> {
    if let Some(fault) = reading.fault() {
        return Err(Refusal::Invalid(*fault));
    }
    if reading.span(Part::Scheme).is_none() {
        return Err(Refusal::Relative);
    }
    let scheme = reading.scheme();
    if !policy.limits().allowed_schemes().any(|allowed| allowed.eq_ignore_ascii_case(scheme)) {
        return Err(Refusal::Scheme(scheme.to_ascii_lowercase()));
    }
    let facts = FACTS.iter().find(|facts| facts.scheme.eq_ignore_ascii_case(scheme));
    if facts.is_some_and(|facts| facts.host.is_absent()) {
        return Err(Refusal::NoServer);
    }
    if let Some(other) = other_scheme(reading, policy.limits()) {
        return Err(Refusal::OtherServer(other));
    }
    is_written_plainly(reading)?;
    let host = agreed_host()?;
    let is_public = list.allows_public(&host);
    if !is_public && list.find(&host).is_none() {
        let why = host.not_public().filter(|_| list.has_public());
        return Err(match why {
            _ if list.covers(&host) => Refusal::CutName(host),
            Some(why) => Refusal::NotPublic(host, why),
            None => Refusal::Host(host),
        });
    }
    if let Some((part, _)) = elsewhere(reading) {
        return Err(Refusal::Elsewhere { scheme: scheme.to_ascii_lowercase(), part });
    }
    if let Some(other) = other_port(reading) {
        return Err(Refusal::OtherServer(other));
    }
    let port = port(reading)?;
    let entry = entry(reading, policy, port, (list, &host, is_public))?;
    findings(&audit_read(reading, policy), entry)?;
    if reading.part(Part::Host).is_some_and(has_empty_label) {
        return Err(Refusal::Disagreement);
    }
    let asks_for_userinfo = !policy.limits().ignored_readers.contains(&"urllib-request");
    if reading.span(Part::Userinfo).is_some() && asks_for_userinfo {
        return Err(Refusal::Userinfo);
    }
    if reading.slashless_end().is_some() {
        return Err(Refusal::MissingSlash);
    }
    let is_port_written = needs_port(reading) || entry.is_some_and(Entry::allows_any_port);
    Ok(Server { host, port, is_port_written })
}

/// Refuses a host that is not ASCII or percent-encoded. Programs map letters by different standards and versions of Unicode, so no
/// list of them says on which letters all agree, today and later; and half of them do not decode a host.
fn is_written_plainly(reading: &Reading<'_>) -> Result<(), Refusal> {
    let Some(span) = reading.span(Part::Host) else { return Ok(()) };
    let written = span.of(reading.bytes());
    let data = decoded(reading.bytes(), span);
    if !data.is_ascii() {
        let host = String::from_utf8_lossy(&data).into_owned();
        return Err(Refusal::Letters { host, name: ContactedHost::agreed(written) });
    }
    if !written.starts_with(b"[") && has_triplet(written) {
        let host = String::from_utf8_lossy(written).into_owned();
        return Err(Refusal::EncodedHost { host, name: plain_name(written) });
    }
    Ok(())
}

/// The one host that the text names and every reader contacts.
pub(crate) fn agreed_host(
    reading: &Reading<'_>,
    policy: &Policy,
    hosts: &Hosts,
) -> Result<ContactedHost, Refusal> {
    let heard = policy.limits().heard(hosts);
    if heard.disagree() {
        if let Some(missing) = missing_port(reading).filter(|_| is_bracketed(reading)) {
            return Err(Refusal::OtherServer(missing));
        }
        let slash = missing_slash(reading, policy.limits());
        return Err(slash.map_or(Refusal::Disagreement, |_| Refusal::MissingSlash));
    }
    if !reading.has_server() {
        return Err(Refusal::NoServer);
    }
    let host = heard.agreed().ok_or(Refusal::Disagreement)?;
    let written = reading.part(Part::Host).filter(|written| !has_outer_hyphen(written));
    let written = written.map(ContactedHost::normal);
    written.filter(|written| written == host).ok_or(Refusal::Disagreement)
}

/// Whether a label has a hyphen at an end. `NetSurf` 3.10 encodes it, and looks up `xn--a--` for `a-`.
fn has_outer_hyphen(host: &[u8]) -> bool {
    host.split(|&byte| byte == b'.').any(|label| label.starts_with(b"-") || label.ends_with(b"-"))
}

/// Whether a label before the last dot is empty. The resolvers of Free Pascal 3.2 and of cqueues 20200726 end a name there.
fn has_empty_label(host: &[u8]) -> bool {
    host.windows(2).any(|two| two == b"..")
}

/// The URI to hand on: the normal form of an allowed one, if that is allowed and leads to the same server.
fn normal_form(
    input: &[u8],
    server: &Server,
    list: &HostList,
    policy: &Policy,
) -> Result<String, Refusal> {
    let refused = |refusal| Refusal::NormalForm(Box::new(refusal));
    let invalid = |fault| refused(Refusal::Invalid(fault));
    let text = encoded(input);
    let uri = Uri::parse(text.as_ref()).map_err(invalid)?;
    let normalizer = Normalizer::new(Level::Scheme).with_schemes(napkin_schemes::normalize);
    let mut normal = normalizer.normalize(&uri).map_err(invalid)?.into_owned();
    if let Some(port) = server.port.filter(|_| server.is_port_written) {
        normal.set_port(port).map_err(invalid)?;
    }
    let normal = encoded_behind_host(normal.into_text());
    // The readers that look for a host behind the authority find none there if the text is unchanged.
    if normal.as_bytes() != input {
        let again = judge(normal.as_bytes(), list, policy, &hosts_of_all(normal.as_bytes()));
        if again.map_err(refused)? != *server {
            return Err(refused(Refusal::Disagreement));
        }
    }
    Ok(normal)
}

/// A valid IRI as URI (RFC 3987 §3.1, step 2). Its host is ASCII already.
fn encoded(input: &[u8]) -> Cow<'_, str> {
    if let Some(text) = str::from_utf8(input).ok().filter(|text| text.is_ascii()) {
        return text.into();
    }
    input
        .iter()
        .fold(String::with_capacity(3 * input.len()), |mut text, &byte| {
            if byte.is_ascii() {
                text.push(char::from(byte));
            } else {
                // Writing to a string does not fail.
                _ = write!(text, "%{byte:02X}");
            }
            text
        })
        .into()
}

/// The port, as written or by the scheme.
fn port(reading: &Reading<'_>) -> Result<Option<u16>, Refusal> {
    let Some(text) = reading.part(Part::Port) else { return Ok(reading.default_port()) };
    // Lynx and httping take it for the port 0.
    if text.is_empty() {
        return Err(Refusal::EmptyPort);
    }
    // Downloaders read a number with a leading zero as octal.
    let is_octal = text.len() > 1 && text.starts_with(b"0");
    let number = reading.port().and_then(|number| u16::try_from(number).ok());
    let number = number.filter(|_| !is_octal);
    let wrong = || Refusal::Port(String::from_utf8_lossy(text).into_owned());
    number.map(Some).ok_or_else(wrong)
}

/// The entry that allows a listed host at a port; `None` if the host is allowed as a public one.
fn entry<'l>(
    reading: &Reading<'_>,
    policy: &Policy,
    port: Option<u16>,
    (list, host, is_public): (&'l HostList, &ContactedHost, bool),
) -> Result<Option<&'l Entry>, Refusal> {
    let of_policy = policy.limits().ports.as_deref().unwrap_or_default();
    let is_usual =
        port == reading.default_port() || port.is_some_and(|port| of_policy.contains(&port));
    let is_written_for_http = reading.span(Part::Port).is_some() && reading.is_scheme(&["http"]);
    let entry = list.find_at(host, PortOfUri { number: port, is_usual, is_written_for_http });
    if entry.is_some() || is_usual && is_public {
        return Ok(entry);
    }
    let with_other_port = list.find(host).filter(|_| is_usual);
    Err(match with_other_port {
        Some(entry) => Refusal::OtherPort { port, entry: entry.clone() },
        None => Refusal::Port(port.map(|port| port.to_string()).unwrap_or_default()),
    })
}

/// Refuses a URI with findings, except findings that the listed host or port makes irrelevant. The port was already
/// checked against the list.
pub(crate) fn findings(audit: &Audit<'_>, entry: Option<&Entry>) -> Result<(), Refusal> {
    let is_exact = entry.is_some_and(Entry::is_exact);
    let yields = |finding: &Finding| match finding.rule.yields_to {
        Some(Yields::ToPort) => true,
        Some(Yields::ToHost) => is_exact,
        None => false,
    };
    let counts = |finding: &&Finding| finding.severity >= Severity::Warning && !yields(finding);
    match audit.findings().iter().find(counts) {
        Some(finding) => Err(Refusal::Finding(finding.clone().into())),
        None => Ok(()),
    }
}
