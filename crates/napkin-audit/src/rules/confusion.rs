//! Readers that contact different hosts.

use napkin::Part;

use super::characters::quote;
use crate::features::Features;
use crate::hosts::{Hosts, hosts};
use crate::rule::{Context, Rule};
use crate::severity::Severity;

/// More than one host.
pub(super) const HOSTS_DISAGREE: Rule = Rule {
    id: "hosts-disagree",
    title: "readers contact different hosts",
    severity: Severity::Error,
    why: "What one reader checks is not what another contacts. `napkin audit --hosts` shows who \
          contacts what; the readers and their sources are listed below.",
    basis: "RFC 3986 section 7.6",
    fires: &[r"http://trusted.example\@evil.example/", "http://2130706433/", r"/\evil.example"],
    silent: &["http://h/?@evil.example/", "http://h?@evil.example/", "http://user@h/"],
    when: Features::DOUBT,
    check: |context| {
        let hosts = hosts(context.bytes());
        if context.limits.heard(&hosts).disagree() {
            report(context, &hosts, "readers contact different hosts");
        }
    },
    ..Rule::BLANK
};

/// More than one host, including readers that represent no program.
pub(super) const HOSTS_MAY_DISAGREE: Rule = Rule {
    id: "hosts-may-disagree",
    title: "another host for readers that no program of today stands for",
    severity: Severity::Note,
    why: "An older document, or a way to read that programs once had, finds another host. All programs that are asked \
          agree, or are told to be ignored. The list of readers says for each whether a program stands for it.",
    basis: "RFC 3986 section 7.6",
    fires: &[
        "http://h?@evil.example/",
        "https://example.com?email=a@b.org",
        "http://h#@evil.example/",
    ],
    silent: &["http://h/?@evil.example/", r"http://trusted.example\@evil.example/"],
    when: Features::DOUBT,
    check: |context| {
        let hosts = hosts(context.bytes());
        if hosts.disagree() && !context.limits.heard(&hosts).disagree() {
            report(context, &hosts, "readers that no program stands for contact another host");
        }
    },
    ..Rule::BLANK
};

/// Reports the hosts and the readers that contact them.
fn report(context: &mut Context<'_>, hosts: &Hosts, what: &str) {
    let named = hosts.by_host().into_iter().map(|(host, readers)| {
        let host =
            host.map_or("the host of the base".into(), |host| quote(host.to_string().as_bytes()));
        let readers = readers.iter().map(|reader| reader.name).collect::<Vec<_>>();
        format!("{host} ({})", readers.join(", "))
    });
    let named = named.collect::<Vec<_>>().join("; ");
    let span = context.reading.span(Part::Authority).filter(|span| !span.is_empty());
    let part = span.map(|_| Part::Authority);
    context.report(part, span.unwrap_or(context.whole()), format!("{what}: {named}"));
}
