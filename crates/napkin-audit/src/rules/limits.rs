//! The limits of the policy. Silent, unless the policy has such a list.

use napkin::Part;

use super::characters::quote;
use crate::elsewhere::elsewhere;
use crate::features::Features;
use crate::host_list::PortOfUri;
use crate::name::ContactedHost;
use crate::rule::{Rule, Yields};
use crate::scheme_servers::{other_port, other_scheme};
use crate::severity::Severity;

pub(super) const SCHEME_NOT_ALLOWED: Rule = Rule {
    id: "scheme-not-allowed",
    title: "a scheme that the policy does not allow",
    severity: Severity::Error,
    why: "The policy lists the schemes that it allows under `schemes`.",
    basis: "RFC 3986 section 7",
    when: Features::LIMITED,
    check: |context| {
        let Some(schemes) = &context.limits.schemes else { return };
        let Some((scheme, span)) = context.part(Part::Scheme) else { return };
        if !schemes.iter().any(|allowed| allowed.as_bytes().eq_ignore_ascii_case(scheme)) {
            context.report(
                Part::Scheme,
                span,
                format!("the scheme {} is not allowed", quote(scheme)),
            );
        }
    },
    ..Rule::BLANK
};

pub(super) const PORT_NOT_ALLOWED: Rule = Rule {
    id: "port-not-allowed",
    title: "a port that the policy does not allow",
    severity: Severity::Error,
    yields_to: Some(Yields::ToPort),
    why: "The policy lists the ports that it allows beside the default one under `ports`, and those of one host \
          under `hosts`.",
    basis: "RFC 3986 section 7.2",
    when: Features::LIMITED,
    check: |context| {
        let Some(ports) = &context.limits.ports else { return };
        let Some((text, span)) = context.part(Part::Port).filter(|(_, span)| !span.is_empty())
        else {
            return;
        };
        let port = context.reading.port().and_then(|port| u16::try_from(port).ok());
        let default = context.reading.default_port();
        let is_listed = |port| {
            let hosts = context.limits.hosts.as_ref();
            let host = context.reading.part(Part::Host).map(ContactedHost::normal);
            let at = PortOfUri {
                number: Some(port),
                is_usual: false,
                is_of_http: context.reading.is_scheme(&["http"]),
            };
            hosts.zip(host).is_some_and(|(hosts, host)| hosts.find_at(&host, at).is_some())
        };
        let is_allowed = |port| ports.contains(&port) || default == Some(port) || is_listed(port);
        if !port.is_some_and(is_allowed) {
            context.report(Part::Port, span, format!("the port {} is not allowed", quote(text)));
        }
    },
    ..Rule::BLANK
};

pub(super) const HOST_NOT_ALLOWED: Rule = Rule {
    id: "host-not-allowed",
    title: "a host that the policy does not allow",
    severity: Severity::Error,
    why: "The policy lists the hosts that it allows under `hosts`, each by its name, or with `*.` for all names \
          below it. A host with a port is allowed at that port alone. A name in letters that programs map to \
          different names is not allowed. Some schemes can name a host elsewhere, as in \
          `postgresql://h/db?host=evil.example`: of a scheme that is not known to name it in the authority alone, \
          only a plain path is allowed after a listed host. A scheme whose host may not be the server is allowed if \
          the policy lists it under `host-is-server`. A URI without a port is refused if programs contact different \
          ports for its scheme.",
    basis: "RFC 3986 section 7",
    when: Features::LIMITED,
    check: |context| {
        let Some(hosts) = &context.limits.hosts else { return };
        let Some((host, span)) = context.part(Part::Host) else { return };
        let Some(entry) = ContactedHost::agreed(host).filter(|host| hosts.allows(host)) else {
            context.report(Part::Host, span, format!("the host {} is not allowed", quote(host)));
            return;
        };
        if let Some(other) = other_scheme(context.reading, context.limits) {
            context.report(Part::Host, span, other.to_string());
            return;
        }
        if let Some((part, span)) = elsewhere(context.reading) {
            let message = format!("the {part} can name another host in a URI of this scheme");
            context.report(part, span, message);
        }
        if let Some(other) = other_port(context.reading) {
            context.report(Part::Host, span, other.to_string());
            return;
        }
        let port = context.reading.port().and_then(|port| u16::try_from(port).ok());
        let at = PortOfUri {
            number: port.or(context.reading.default_port()),
            // Which ports are usual, the rule above says.
            is_usual: true,
            is_of_http: context.reading.is_scheme(&["http"]),
        };
        if hosts.find_at(&entry, at).is_none() {
            let message = format!("the host {} is not allowed at this port", quote(host));
            context.report(Part::Host, span, message);
        }
    },
    ..Rule::BLANK
};
