//! Ports (RFC 3986 §3.2.3, §7.2; RFC 1738 §6).

use napkin::Part;
use napkin::edition::{DRAFT1997, DRAFT2003, RFC1630, RFC1738, RFC1808, RFC2396, RFC3986};
use napkin_schemes::ports;

use crate::features::Features;
use crate::rule::{Context, Listed, Rule, Yields};
use crate::severity::Severity;
use crate::span::Span;

/// Another port than the scheme's default.
pub(super) const PORT_NOT_DEFAULT: Rule = Rule {
    id: "port-not-default",
    title: "a port that is not the default one of the scheme",
    severity: Severity::Note,
    yields_to: Some(Yields::ToPort),
    why: "Another service may listen there, which takes the request for something else.",
    basis: "RFC 3986 section 7.2",
    listed: &[
        Listed::security(RFC3986, "7.2"),
        Listed::security(DRAFT2003, "7.2"),
        Listed::security(DRAFT1997, "7"),
        Listed::security(RFC1738, "6"),
        Listed::security(RFC2396, "7"),
    ],
    fires: &["http://h:8080/", "telnet://h:80/"],
    silent: &["http://h:80/", "http://h:0080/", "foo://h:8080/"],
    when: Features::PORT,
    check: |context| {
        let Some((port, span)) = port(context) else { return };
        if let Some(default) = default_port(context).filter(|&default| default != port) {
            let message = format!("the default port of {} is {default}", context.reading.scheme());
            context.report(Part::Port, span, message);
        }
    },
    ..Rule::BLANK
};

/// A port of the system range.
pub(super) const PORT_WELL_KNOWN: Rule = Rule {
    id: "port-well-known",
    title: "a port below 1024 that is not the default one of the scheme",
    severity: Severity::Warning,
    yields_to: Some(Yields::ToPort),
    why: "Ports 0 to 1023 belong to services. A request of one protocol, with the right text in it, is a \
          command of another: the trick with gopher and SMTP.",
    basis: "RFC 3986 section 7.2",
    listed: &[
        Listed::security(RFC3986, "7.2"),
        Listed::security(DRAFT2003, "7.2"),
        Listed::security(DRAFT1997, "7"),
        Listed::security(RFC1738, "6"),
        Listed::security(RFC2396, "7"),
    ],
    fires: &["http://h:25/", "foo://h:1023/"],
    silent: &["http://h:80/", "http://h:1024/"],
    when: Features::PORT,
    check: |context| {
        let Some((port, span)) = port(context) else { return };
        if port < 1024 && default_port(context) != Some(port) {
            context.report(Part::Port, span, "a port reserved for a service of its own");
        }
    },
    ..Rule::BLANK
};

pub(super) const PORT_OF_ANOTHER_PROTOCOL: Rule = Rule {
    id: "port-of-another-protocol",
    title: "a port of another protocol",
    severity: Severity::Warning,
    yields_to: Some(Yields::ToPort),
    why: "The service that listens there by convention reads the request as its own commands. Some \
          browsers block these ports.",
    basis: "RFC 3986 section 7.2",
    listed: &[
        Listed::security(RFC3986, "7.2"),
        Listed::security(DRAFT2003, "7.2"),
        Listed::security(RFC2396, "7"),
        Listed::security(DRAFT1997, "7"),
        Listed::security(RFC1738, "6"),
    ],
    fires: &["http://h:6379/", "gopher://127.0.0.1:25/_HELO"],
    silent: &["http://h:8080/", "redis://h:6379/", "https://h:443/"],
    when: Features::PORT,
    check: |context| {
        let Some((port, span)) = port(context) else { return };
        let owner = u16::try_from(port).ok().and_then(ports::owner);
        if let Some(owner) = owner.filter(|owner| !context.reading.is_scheme(&[owner]))
            && default_port(context) != Some(port)
        {
            context.report(Part::Port, span, format!("port {port} is that of {owner}"));
        }
    },
    ..Rule::BLANK
};

pub(super) const PORT_OUT_OF_RANGE: Rule = Rule {
    id: "port-out-of-range",
    title: "a port above 65535",
    severity: Severity::Error,
    why: "No such port exists. Some readers keep the lowest 16 bits, and so contact another port than a filter sees.",
    basis: "RFC 3986 section 3.2.3",
    listed: &[
        Listed::security(RFC3986, "7.2"),
        Listed::security(DRAFT2003, "7.2"),
        Listed::security(DRAFT1997, "7"),
    ],
    fires: &["http://h:65536/", "foo://h:4294967376/"],
    silent: &["http://h:65535/", "http://h:000000080/"],
    when: Features::PORT,
    check: |context| {
        if let Some((port, span)) = port(context)
            && port > 0xffff
        {
            context.report(Part::Port, span, "ports end at 65535");
        }
    },
    ..Rule::BLANK
};

pub(super) const PORT_NOT_A_NUMBER: Rule = Rule {
    id: "port-not-a-number",
    title: "a port that is not made of digits",
    severity: Severity::Error,
    why: "Two ports, a sign or letters: readers split the host from the port at different places.",
    basis: "RFC 3986 section 3.2.3",
    listed: &[
        Listed::syntax(RFC1630, "RFC 1630 section BNF"),
        Listed::syntax(RFC1738, "3.1"),
        Listed::syntax(RFC1808, "2.4.3"),
        Listed::syntax(DRAFT1997, "4.3.1"),
        Listed::syntax(RFC2396, "3.2.2"),
        Listed::syntax(DRAFT2003, "3.2.2"),
    ],
    fires: &["http://h:80:81/", "http://h:+80/", "http://h:80a/"],
    silent: &["http://h:80/", "http://h:/", "http://a:b@h/"],
    when: Features::PORT,
    check: |context| {
        let Some((port, span)) = context.part(Part::Port) else { return };
        if port.iter().all(u8::is_ascii_digit) {
            return;
        }
        let digits = port.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let reported = context.report(Part::Port, span, "a port is made of digits");
        if digits > 0 {
            let rest = Span::new(span.start + digits, span.end);
            reported.fix(rest, "");
        }
    },
    ..Rule::BLANK
};

pub(super) const EMPTY_PORT: Rule = Rule {
    id: "empty-port",
    title: "a colon without a port",
    severity: Severity::Note,
    why: "The colon has no meaning, but programs that compare text take URIs with and without it for different ones.",
    basis: "RFC 3986 section 3.2.3",
    listed: &[Listed::practice(RFC3986, "3.2.3"), Listed::syntax(RFC1738, "3.1")],
    fires: &["http://h:/"],
    silent: &["http://h/", "http://h/:"],
    when: Features::PORT,
    check: |context| {
        let Some((_, span)) = context.part(Part::Port).filter(|(_, span)| span.is_empty()) else {
            return;
        };
        let colon = Span::new(span.start - 1, span.start);
        context.report(Part::Port, colon, "a colon without a port").fix(colon, "");
    },
    ..Rule::BLANK
};

pub(super) const DEFAULT_PORT: Rule = Rule {
    id: "default-port",
    title: "the default port of the scheme",
    severity: Severity::Note,
    why: "The port has no meaning, but programs that compare text take URIs with and without it for different ones.",
    basis: "RFC 3986 section 3.2.3",
    listed: &[
        Listed::practice(RFC3986, "3.2.3"),
        Listed::syntax(RFC1738, "3.1"),
        Listed::syntax(DRAFT1997, "6"),
        Listed::syntax(RFC2396, "6"),
    ],
    fires: &["http://h:80/", "https://h:0443/"],
    silent: &["http://h/", "http://h:443/"],
    when: Features::PORT,
    check: |context| {
        let Some((port, span)) = port(context) else { return };
        if default_port(context) == Some(port) {
            let with_colon = Span::new(span.start - 1, span.end);
            context.report(Part::Port, span, "redundant default port").fix(with_colon, "");
        }
    },
    ..Rule::BLANK
};

/// The port as a number, and its place.
fn port(context: &Context<'_>) -> Option<(u32, Span)> {
    Some((context.reading.port()?, context.reading.span(Part::Port)?))
}

/// The default port, for schemes that are known to have one.
fn default_port(context: &Context<'_>) -> Option<u32> {
    context.reading.default_port().map(u32::from)
}
