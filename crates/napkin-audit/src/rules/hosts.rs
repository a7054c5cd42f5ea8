//! How host names are written (RFC 3986 §3.2.2).

use napkin::edition::{DRAFT1997, DRAFT2003, RFC1738, RFC2396, RFC3986};
use napkin::{HostKind, Part};

use super::characters::quote;
use crate::features::Features;
use crate::ipv4::any_form;
use crate::name::{ContactedHost, has_numeric_end, is_dns_label};
use crate::octets::{decoded, octets, triplets};
use crate::rule::{Listed, Rule};
use crate::severity::Severity;
use crate::span::Span;

pub(super) const HOST_UPPERCASE: Rule = Rule {
    id: "host-uppercase",
    title: "uppercase letters in the host",
    severity: Severity::Note,
    why: "Hosts are the same in any case. Programs that compare text take them for different ones.",
    basis: "RFC 3986 section 3.2.2",
    listed: &[
        Listed::practice(RFC3986, "3.2.2"),
        Listed::practice(DRAFT2003, "6.3"),
        Listed::syntax(DRAFT1997, "6"),
        Listed::syntax(RFC2396, "6"),
    ],
    fires: &["http://Example.COM/"],
    silent: &["http://example.com/A", "http://h%C3%A9/"],
    when: Features::ODD_HOST.and(Features::ADDRESS),
    check: |context| {
        let Some((_, host)) = context.part(Part::Host) else { return };
        for (_, span) in octets(context.bytes(), host).filter(|(_, span)| span.len() == 1) {
            let letter = span.of(context.bytes());
            if letter.iter().any(u8::is_ascii_uppercase) {
                let lower = letter.iter().map(|byte| char::from(byte.to_ascii_lowercase()));
                let lower: String = lower.collect();
                context.report(Part::Host, span, "uppercase in the host").fix(span, &lower);
            }
        }
    },
    ..Rule::BLANK
};

pub(super) const HOST_NOT_DNS: Rule = Rule {
    id: "host-not-dns",
    title: "a host label that is not valid in the DNS",
    severity: Severity::Note,
    why: "Names that other systems look up have labels of letters, digits and inner hyphens. Write a name in other \
          letters with xn--.",
    basis: "RFC 3986 section 3.2.2",
    listed: &[
        Listed::practice(RFC3986, "3.2.2"),
        Listed::syntax(RFC1738, "3.1"),
        Listed::syntax(DRAFT1997, "4.3.1"),
        Listed::syntax(RFC2396, "3.2.2"),
    ],
    fires: &["http://a_b/", "http://a..b/", "http://%E3%82%A2/"],
    silent: &["http://a-b/", "http://example.com./", "http://1.2.3.4/"],
    when: Features::ODD_HOST.and(Features::LONG_HOST),
    check: |context| {
        let Some((host, span)) = context.reading.host_name() else { return };
        let labels = host.strip_suffix(b".").unwrap_or(host).split(|&byte| byte == b'.');
        let mut start = span.start;
        for label in labels {
            let label_span = Span::new(start, start + label.len());
            start = label_span.end + 1;
            if !is_dns_label(label) {
                let shown = if label.is_empty() { label_span.part(0, 1) } else { label_span };
                let message = format!("{} is not a valid DNS label", quote(label));
                context.report(Part::Host, shown, message);
            }
        }
    },
    ..Rule::BLANK
};

pub(super) const PERCENT_ENCODED_HOST: Rule = Rule {
    id: "percent-encoded-host",
    title: "a percent-encoded character in the host",
    severity: Severity::Warning,
    why: "Some readers decode the host, some look it up as it is, and some end it at the percent sign and contact \
          the text before. Write a non-ASCII name with xn--, which all readers take alike.",
    basis: "RFC 3986 section 3.2.2",
    listed: &[
        Listed::syntax(RFC1738, "3.1"),
        Listed::syntax(DRAFT1997, "4.3.1"),
        Listed::syntax(RFC2396, "3.2.2"),
    ],
    fires: &[
        "http://%74rusted.example/",
        "http://b%C3%BCcher.example/",
        "http://localhost%20.cdn.example/",
    ],
    silent: &[
        "http://trusted.example/%74",
        "http://%74@trusted.example/",
        "http://xn--bcher-kva.example/",
    ],
    when: Features::ODD_HOST,
    check: |context| {
        let Some((host, span)) = context.reading.host_name() else { return };
        let all: Vec<_> = triplets(context.bytes(), span).map(|(_, span)| span).collect();
        let plain = plain_name(host);
        for triplet in all {
            let message = "some readers decode the host, others do not";
            let reported = context.report(Part::Host, triplet, message);
            if let Some(name) = &plain {
                reported.fix_all(span, name);
            }
        }
    },
    ..Rule::BLANK
};

/// Not made of plain labels.
pub(super) const HOST_NOT_PLAIN: Rule = Rule {
    id: "host-not-plain",
    title: "a host that is neither an address nor labels of letters, digits, hyphens and underscores",
    severity: Severity::Warning,
    why: "The grammar allows more characters, and readers do not agree on them: some end the host there and contact \
          the text before, some escape them, some refuse them. An empty label, one of more than 63 characters, and a \
          last label that is a number are refused too.",
    basis: "RFC 3986 section 3.2.2",
    listed: &[
        Listed::syntax(RFC1738, "3.1"),
        Listed::syntax(DRAFT1997, "4.3.1"),
        Listed::syntax(RFC2396, "3.2.2"),
    ],
    fires: &[
        "http://evil.example;.cdn.example/",
        "http://localhost'.cdn.example/",
        "http://a..b/",
        "http://a.1/",
    ],
    silent: &[
        "http://a_b.example/",
        "http://1.2.3.4/",
        "http://[::1]/",
        "http://a.example./",
        "http://h/;",
    ],
    when: Features::ODD_HOST.and(Features::NUMERIC_HOST).and(Features::LONG_HOST),
    check: |context| {
        let Some((host, span)) = context.reading.host_name() else { return };
        let name = host.strip_suffix(b".").unwrap_or(host);
        let mut start = span.start;
        for label in name.split(|&byte| byte == b'.') {
            let span = Span::new(start, start + label.len());
            start = span.end + 1;
            if label.is_empty() {
                context.report(Part::Host, span.part(0, 1), "an empty label");
            } else if label.len() > 63 {
                let message = "a label of more than 63 characters";
                context.report(Part::Host, span, message);
            }
            // Non-ASCII and percent-encoded bytes have rules of their own.
            let is_told = |byte: u8| is_plain(byte) || !byte.is_ascii();
            for (at, &byte) in label.iter().enumerate().filter(|(_, byte)| !is_told(**byte)) {
                if !(byte == b'%' && context.reading.is_triplet(span.start + at)) {
                    let message = "readers do not agree on this character in a host";
                    context.report(Part::Host, span.part(at, 1), message);
                }
            }
        }
        let last = name.rsplit(|&byte| byte == b'.').next().unwrap_or_default();
        if !last.is_empty() && has_numeric_end(name) && any_form(name).is_none() {
            let end = span.start + name.len();
            let message = "a number ends the name, which some readers take for an address";
            context.report(Part::Host, Span::new(end - last.len(), end), message);
        }
    },
    ..Rule::BLANK
};

/// The name of a percent-encoded host that all readers agree on, if there is one.
pub(crate) fn plain_name(host: &[u8]) -> Option<String> {
    match ContactedHost::normal(host) {
        ContactedHost::Name(name) => Some(name).filter(|name| name.bytes().all(is_plain)),
        ContactedHost::Address(_) => None,
    }
}

/// Whether all readers treat a byte of a host alike.
const fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_')
}

pub(super) const HOST_TOO_LONG: Rule = Rule {
    id: "host-too-long",
    title: "a host name of more than 255 characters",
    severity: Severity::Warning,
    why: "No resolver accepts the name; some readers look up its first part.",
    basis: "RFC 3986 section 3.2.2",
    listed: &[Listed::security(RFC3986, "3.2.2"), Listed::practice(RFC3986, "3.2.2")],
    fires: &[concat!(
        "http://a123456789b123456789c123456789d123456789e123456789f123456789.",
        "a123456789b123456789c123456789d123456789e123456789f123456789.",
        "a123456789b123456789c123456789d123456789e123456789f123456789.",
        "a123456789b123456789c123456789d123456789e123456789f123456789.",
        "a123456789b123456789/",
    )],
    silent: &["http://a123456789b123456789c123456789d123456789e123456789f123456789/"],
    when: Features::LONG_HOST,
    check: |context| {
        if let Some((host, span)) = context.reading.host_name()
            && host.len() > 255
        {
            let message = format!("a name of {} characters, where 255 are the most", host.len());
            context.report(Part::Host, span, message);
        }
    },
    ..Rule::BLANK
};

/// Ill-formed UTF-8.
pub(super) const HOST_NOT_UTF8: Rule = Rule {
    id: "host-not-utf8",
    title: "percent-encoded octets in the host that are not UTF-8",
    severity: Severity::Warning,
    why: "A host name is encoded as UTF-8 before it is percent-encoded. The meaning of other octets is not defined.",
    basis: "RFC 3986 section 3.2.2",
    listed: &[Listed::security(RFC3986, "3.2.2"), Listed::practice(RFC3986, "3.2.2")],
    fires: &["http://%FF/", "http://a%C3.example/"],
    silent: &["http://%C3%A9/", "http://h/%FF"],
    when: Features::HIGH_IN_HOST,
    check: |context| {
        let Some((_, span)) = context.reading.host_name() else { return };
        let data = decoded(context.bytes(), span);
        let Err(error) = str::from_utf8(&data) else { return };
        let wrong = error.valid_up_to();
        let most = error.error_len().unwrap_or(data.len() - wrong);
        for (_, span) in octets(context.bytes(), span).skip(wrong).take(most) {
            context.report(Part::Host, span, "these octets are not UTF-8");
        }
    },
    ..Rule::BLANK
};

pub(super) const TRAILING_DOT: Rule = Rule {
    id: "trailing-dot",
    title: "a host name that ends in a dot",
    severity: Severity::Warning,
    why: "The DNS takes it for the same name; lists of allowed and of blocked names do not.",
    basis: "RFC 3986 section 3.2.2",
    fires: &["http://trusted.example./", "http://127.0.0.1./"],
    silent: &["http://trusted.example/", "http://trusted.example/."],
    when: Features::ODD_HOST.and(Features::NUMERIC_HOST),
    check: |context| {
        let Some((host, span)) = context.reading.host_name() else { return };
        let dots = octets(context.bytes(), span).collect::<Vec<_>>();
        let dots: Vec<_> = dots.into_iter().rev().take_while(|(octet, _)| *octet == b'.').collect();
        if let (Some((_, last)), Some((_, first))) = (dots.first(), dots.last()) {
            let span = Span::new(first.start, last.end);
            let reported = context.report(Part::Host, span, "a dot ends the host name");
            if span.len() < host.len() {
                reported.fix(span, "");
            }
        }
    },
    ..Rule::BLANK
};

pub(super) const ENCODED_DELIMITER_IN_HOST: Rule = Rule {
    id: "encoded-delimiter-in-host",
    title: "a percent-encoded delimiter in the host",
    severity: Severity::Error,
    why: "A reader that decodes the host finds its end at the delimiter, or a port, or a userinfo.",
    basis: "RFC 3986 section 2.2",
    fires: &["http://evil.example%2F.trusted.example/", "http://t%40evil.example/"],
    silent: &["http://evil%2Dexample/", "http://h/%2F"],
    when: Features::DELIMITER_ELSEWHERE.and(Features::ESCAPED_PERCENT),
    check: |context| {
        let Some((_, span)) = context.reading.host_name() else { return };
        for (octet, span) in triplets(context.bytes(), span) {
            if b"/?#[]@:\\%".contains(&octet) {
                let message = format!("{} is encoded in the host", quote(&[octet]));
                context.report(Part::Host, span, message);
            }
        }
    },
    ..Rule::BLANK
};

/// An address of an unknown IP version.
pub(super) const IPVFUTURE_UNKNOWN: Rule = Rule {
    id: "ipvfuture-unknown",
    title: "an address of a version of IP that is not known",
    severity: Severity::Warning,
    why: "The grammar has a form for later versions of IP, but no version is defined. A program has to fail with \
          \"address mechanism not supported\".",
    basis: "RFC 3986 section 3.2.2",
    listed: &[Listed::security(RFC3986, "3.2.2")],
    fires: &["http://[v1.x]/"],
    silent: &["http://[::1]/", "http://v1.x/"],
    when: Features::ADDRESS,
    check: |context| {
        if context.reading.host_kind() == Some(HostKind::IpvFuture)
            && let Some((_, span)) = context.part(Part::Host)
        {
            context.report(Part::Host, span, "no such version of IP is known");
        }
    },
    ..Rule::BLANK
};
