//! Readers that contact different hosts.

use napkin::Part;

use super::characters::quote;
use crate::features::Features;
use crate::hosts::hosts;
use crate::rule::Rule;
use crate::severity::Severity;

/// More than one host.
pub(super) const HOSTS_DISAGREE: Rule = Rule {
    id: "hosts-disagree",
    title: "readers contact different hosts",
    severity: Severity::Error,
    why: "What one reader checks is not what another contacts. `napkin audit --hosts` shows who \
          contacts what; the readers and their sources are listed below.",
    basis: "RFC 3986 section 7.6",
    fires: &[
        r"http://trusted.example\@evil.example/",
        "http://2130706433/",
        "http://h?@evil.example/",
    ],
    silent: &["http://h/?@evil.example/", "http://user@h/"],
    when: Features::DOUBT,
    check: |context| {
        let hosts = hosts(context.bytes());
        let by_host = hosts.by_host();
        if by_host.len() < 2 {
            return;
        }
        let named = by_host.iter().map(|(host, readers)| {
            let host = host
                .map_or("the host of the base".into(), |host| quote(host.to_string().as_bytes()));
            let readers = readers.iter().map(|reader| reader.name).collect::<Vec<_>>();
            format!("{host} ({})", readers.join(", "))
        });
        let named = named.collect::<Vec<_>>().join("; ");
        let message = format!("readers contact different hosts: {named}");
        let span = context.reading.span(Part::Authority).filter(|span| !span.is_empty());
        let part = span.map(|_| Part::Authority);
        context.report(part, span.unwrap_or(context.whole()), message);
    },
    ..Rule::BLANK
};
