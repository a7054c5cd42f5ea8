//! The findings of the audit, and the hosts that different readers would contact.

use maud::{Markup, html};
use napkin_answers::audit::{Auditing, BASE, Findings, HostsFor};
use napkin_audit::{Answer, Finding, Hosts, Policy};

use super::Asked;
use crate::escape::{Shown, code, marked};

pub(super) fn panel(asked: &Asked, uri: &str) -> Markup {
    let standard = asked.standard;
    let policy = standard.policy(Policy::default());
    let auditing = Auditing { policy, standard, hosts: HostsFor::All };
    let findings = auditing.answer(uri.as_bytes());
    let count = findings.audited.findings().len();
    html! {
        @if count == 0 {
            p.verdict.good { "Nothing to say against it." }
        } @else {
            p.verdict { (count) @if count == 1 { " finding." } @else { " findings." } }
            ol.findings {
                @for finding in findings.audited.findings() { (told(&findings, uri, finding)) }
            }
            @if findings.audited.left_out() > 0 {
                p { "And " (findings.audited.left_out()) " places more." }
            }
        }
        @if let Some(hosts) = &findings.hosts { (readers(&hosts.0)) }
        (super::json("audit", &[("input", uri), ("edition", asked.standard.name()), ("hosts", "true")]))
    }
}

fn told(findings: &Findings<'_>, uri: &str, finding: &Finding) -> Markup {
    let severity = finding.severity.name();
    html! {
        li class={ "severity-" (severity) } {
            p {
                strong.severity { (severity) } " "
                (Shown(&finding.message)) " "
                span.section { "(" (finding.rule.id) ", " (finding.citation(findings.policy.edition())) ")" }
            }
            p { (marked(uri, finding.span.start, finding.span.end)) }
            @if let Some(fix) = &finding.fix {
                p.fix {
                    @if fix.text.is_empty() { "Leave it out." }
                    @else { "Write " (code(&fix.text)) " instead." }
                }
            }
        }
    }
}

/// The hosts, and the readers that contact each.
fn readers(hosts: &Hosts) -> Markup {
    let by_host = hosts.by_host();
    let without: Vec<_> = hosts
        .answers()
        .filter(|(_, answer)| matches!(answer, Answer::NoHost | Answer::Refused))
        .map(|(reader, _)| reader)
        .collect();
    html! {
        h3 { "Whom readers would contact" }
        @if hosts.among(|reader| reader.in_use && reader.in_audits).disagree() {
            p.verdict.bad { "They do not agree: " (by_host.len()) " different hosts." }
        } @else if hosts.among(|reader| reader.in_use).disagree() {
            p { "Programs of today agree, but for those that disagree about every password in a URI." }
        } @else if by_host.len() > 1 {
            p.verdict.good { "Programs of today agree; only readers of the past contact another host." }
        } @else if by_host.is_empty() {
            p { "Nobody." }
        } @else {
            p.verdict.good { "All that accept it agree." }
        }
        table.hosts {
            thead { tr { th scope="col" { "host" } th scope="col" { "readers" } } }
            tbody {
                @for (host, readers) in &by_host {
                    tr {
                        th scope="row" {
                            @match host { Some(host) => (code(&host.to_string())), None => (BASE) }
                        }
                        td { (names(readers)) }
                    }
                }
                @if !without.is_empty() {
                    tr { th scope="row" { span.nothing { "none" } } td { (names(&without)) } }
                }
            }
        }
    }
}

fn names(readers: &[&'static napkin_audit::Reader]) -> Markup {
    html! {
        ul.readers {
            @for reader in readers {
                li title=(reader.stands_for) { (reader.name) @if !reader.in_use { " (of the past)" } }
            }
        }
    }
}
