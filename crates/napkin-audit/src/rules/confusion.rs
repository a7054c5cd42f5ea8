//! Readers that contact different hosts.

use napkin::Part;

use super::characters::quote;
use crate::features::Features;
use crate::hosts::{Hosts, hosts};
use crate::limits::Limits;
use crate::reading::Reading;
use crate::rule::{Context, Reported, Rule};
use crate::scheme_lists::WITH_HOST;
use crate::severity::Severity;
use crate::span::Span;

pub(super) const HOSTS_DISAGREE: Rule = Rule {
    id: "hosts-disagree",
    title: "readers contact different hosts",
    severity: Severity::Error,
    why: "What one reader checks is not what another contacts. `napkin audit --hosts` shows who contacts which host; \
          docs/audit.md lists the readers and their sources.",
    basis: "RFC 3986 section 7.6",
    fires: &[
        r"http://trusted.example\@evil.example/",
        "http://h?@evil.example/",
        "http://2130706433/",
        r"/\evil.example",
    ],
    silent: &[
        "http://h/?@evil.example/",
        "http://h?a=b",
        "http://user@h/",
        "http://user:secret@h/",
    ],
    when: Features::DOUBT,
    check: |context| {
        let hosts = context.hosts();
        if disagree(hosts, context.limits) {
            let slash = missing_slash(context.reading, context.limits);
            let reported = report(context, hosts, "readers contact different hosts");
            if let Some(slash) = slash {
                reported.fix(slash, "/");
            }
        }
    },
    ..Rule::BLANK
};

/// More than one host, including readers that represent no program.
pub(super) const HOSTS_MAY_DISAGREE: Rule = Rule {
    id: "hosts-may-disagree",
    title: "another host, found only by readers without a program of today",
    severity: Severity::Note,
    why: "An older document, or a way in which programs once read URIs, finds another host. All programs that are \
          asked agree, or are ignored by an option. The list of readers says for each whether programs of today read \
          so.",
    basis: "RFC 3986 section 7.6",
    fires: &["http://\u{ff20}h.example/", "ftp://\u{ff20}h.example/a"],
    silent: &[
        "http://a%25@c/",
        "http://h/?@evil.example/",
        r"http://trusted.example\@evil.example/",
    ],
    when: Features::DOUBT,
    check: |context| {
        let hosts = context.hosts();
        let reported = hosts.among(|reader| reader.in_audits);
        if reported.disagree() && !disagree(hosts, context.limits) {
            report(context, hosts, "readers that no program stands for contact another host");
        }
    },
    ..Rule::BLANK
};

/// Whether readers that count for rules contact different hosts.
fn disagree(hosts: &Hosts, limits: &Limits) -> bool {
    limits.heard(hosts).among(|reader| reader.in_audits).disagree()
}

/// The place behind the authority where a slash is missing, if the readers agree on the host once it is there.
fn missing_slash(reading: &Reading<'_>, limits: &Limits) -> Option<Span> {
    let end = reading.slashless_end().filter(|_| reading.is_scheme(WITH_HOST))?;
    let (before, behind) = reading.bytes().split_at_checked(end)?;
    let mended = hosts([before, b"/", behind].concat());
    (!limits.heard(&mended).disagree()).then_some(Span::new(end, end))
}

/// Reports the hosts and the readers that contact them.
fn report<'c>(context: &'c mut Context<'_>, hosts: &Hosts, what: &str) -> Reported<'c> {
    let named = hosts.by_host().into_iter().map(|(host, readers)| {
        let host =
            host.map_or("the host of the base".into(), |host| quote(host.to_string().as_bytes()));
        let readers = readers.iter().map(|reader| reader.name).collect::<Vec<_>>();
        format!("{host} ({})", readers.join(", "))
    });
    let named = named.collect::<Vec<_>>().join("; ");
    let span = context.reading.span(Part::Authority).filter(|span| !span.is_empty());
    let part = span.map(|_| Part::Authority);
    context.report(part, span.unwrap_or(context.whole()), format!("{what}: {named}"))
}
