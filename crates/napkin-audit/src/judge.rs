//! Judges the URI to hand on by a list of hosts and a policy.

use napkin::Part;
use napkin::edition::RFC3986;
use napkin::scheme::FACTS;

use crate::audit::{Audit, audit_read};
use crate::elsewhere::elsewhere;
use crate::host_list::{Entry, HostList, PortOfUri};
use crate::hosts::{Hosts, hosts_of};
use crate::name::ContactedHost;
use crate::policy::Policy;
use crate::readers::Answer;
use crate::reading::Reading;
use crate::refusal::Refusal;
use crate::rule::{Finding, Yields};
use crate::scheme_servers::{other_port, other_scheme};
use crate::severity::Severity;

/// Judges a URI, which is ASCII and has a server. `policy` cites RFC 3986. The readers are asked last: what they say is the less
/// telling reason.
pub(crate) fn judge(uri: &str, list: &HostList, policy: &Policy) -> (Hosts, Result<(), Refusal>) {
    let reading = Reading::new(uri.as_bytes(), RFC3986);
    let hosts = hosts_of(uri.as_bytes(), |reader| policy.limits().asks(reader, reading.scheme()));
    let judged = judge_read(&reading, list, policy, |host, port| agree(&hosts, host, port));
    (hosts, judged)
}

/// Judges a URI that has been read; `agree` asks the readers.
pub(crate) fn judge_read(
    reading: &Reading<'_>,
    list: &HostList,
    policy: &Policy,
    agree: impl FnOnce(&ContactedHost, Option<u16>) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    let scheme = reading.scheme();
    is_allowed(scheme, policy)?;
    if let Some(other) = other_scheme(reading, policy.limits()) {
        return Err(Refusal::OtherServer(other));
    }
    let host = reading.part(Part::Host).ok_or(Refusal::NoServer)?;
    let host = ContactedHost::normal(host);
    let is_public = list.allows_public(&host);
    let listed = list.find(&host);
    if !is_public && listed.is_none() {
        let why = host.not_public().filter(|_| list.has_public());
        return Err(match why {
            _ if list.covers(&host) => Refusal::CutName(host),
            Some(why) => Refusal::NotPublic(host, why),
            None => Refusal::Host(host),
        });
    }
    let is_cut = || policy.limits().all_readers && host.cut_by_rare().is_some();
    if !listed.is_some_and(Entry::is_exact) && is_cut() {
        return Err(Refusal::CutName(host));
    }
    if let Some((part, _)) = elsewhere(reading) {
        return Err(Refusal::Elsewhere { scheme: scheme.to_ascii_lowercase(), part });
    }
    if let Some(other) = other_port(reading) {
        return Err(Refusal::OtherServer(other));
    }
    let port = port(reading)?;
    let entry = entry(reading, policy, port, (list, &host, is_public))?;
    findings(&audit_read(reading, policy), policy, &host, entry)?;
    agree(&host, port)
}

/// Whether a policy allows a scheme, and the scheme's URIs have a host.
pub(crate) fn is_allowed(scheme: &str, policy: &Policy) -> Result<(), Refusal> {
    if !policy.limits().allowed_schemes().any(|allowed| allowed.eq_ignore_ascii_case(scheme)) {
        return Err(Refusal::Scheme(scheme.to_ascii_lowercase()));
    }
    let facts = FACTS.iter().find(|facts| facts.scheme.eq_ignore_ascii_case(scheme));
    match facts {
        Some(facts) if facts.host.is_absent() => Err(Refusal::NoServer),
        _ => Ok(()),
    }
}

/// Whether every reader that was asked and accepts the URI contacts this host, and this port where it tells one.
fn agree(hosts: &Hosts, host: &ContactedHost, port: Option<u16>) -> Result<(), Refusal> {
    for (reader, answer) in hosts.answers().filter(|(_, answer)| **answer != Answer::Refused) {
        let is_host = answer.host() == Some(host);
        let other = answer.port().filter(|other| Some(*other) != port);
        if !is_host || other.is_some() {
            let (reader, host) = (reader.name, answer.host().cloned());
            return Err(Refusal::Disagreement { reader, host, port: other.filter(|_| is_host) });
        }
    }
    // A host that no reader accepts is none.
    if hosts.agreed() == Some(host) { Ok(()) } else { Err(Refusal::NoServer) }
}

/// The port, as written or by the scheme.
fn port(reading: &Reading<'_>) -> Result<Option<u16>, Refusal> {
    let Some(text) = reading.part(Part::Port) else { return Ok(reading.default_port()) };
    let number = reading.port().and_then(|number| u16::try_from(number).ok());
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
    let is_of_http = reading.is_scheme(&["http"]);
    let entry = list.find_at(host, PortOfUri { number: port, is_usual, is_of_http });
    if entry.is_some() || is_usual && is_public {
        return Ok(entry);
    }
    let with_other_port = list.find(host).filter(|_| is_usual);
    Err(match with_other_port {
        Some(entry) => Refusal::OtherPort { port, entry: entry.clone() },
        None => Refusal::Port(port.map(|port| port.to_string()).unwrap_or_default()),
    })
}

/// The rules about what is behind the host that count wherever they warn: some program loses the rest of the text, takes it for other
/// lines, or hands it to another program as an option.
const BEHIND: [&str; 5] =
    ["encoded-nul", "encoded-crlf", "encoded-control", "overlong-utf8", "option-like-part"];

/// The rules about how a name looks, which matters where people read it.
const LOOKS: [&str; 3] = ["mixed-scripts", "confusable-host", "punycode-host"];

/// The rule about readers that disagree. Here the readers that the policy asks are asked themselves.
const AGREEMENT: &str = "hosts-disagree";

/// Refuses a URI with findings of severity [`Warning`](Severity::Warning) or worse. Those about path, query and fragment, and about
/// how a name looks, count only where the preset, the policy or the user has set their rule. A finding that the listed host or port
/// makes irrelevant never counts. The port was already checked against the list.
pub(crate) fn findings(
    audit: &Audit<'_>,
    policy: &Policy,
    host: &ContactedHost,
    entry: Option<&Entry>,
) -> Result<(), Refusal> {
    let counts = |finding: &&Finding| {
        let yields = match finding.rule.yields_to {
            Some(Yields::ToPort) => true,
            Some(Yields::ToHost) => entry.is_some_and(|entry| entry.intends(host)),
            None => LOOKS.contains(&finding.rule.id) && entry.is_some(),
        };
        let is_behind = matches!(finding.part, Some(Part::Path | Part::Query | Part::Fragment));
        let is_left_to_policy =
            LOOKS.contains(&finding.rule.id) || is_behind && !BEHIND.contains(&finding.rule.id);
        finding.severity >= Severity::Warning
            && !yields
            && finding.rule.id != AGREEMENT
            && (!is_left_to_policy || policy.sets(finding.rule))
    };
    match audit.findings().iter().find(counts) {
        Some(finding) => Err(Refusal::Finding(finding.clone().into())),
        None => Ok(()),
    }
}
