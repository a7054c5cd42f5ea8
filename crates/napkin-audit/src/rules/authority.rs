//! The form of the authority: slashes before it, brackets in it, and missing hosts.

use napkin::Part;

use crate::features::Features;
use crate::rule::Context;
use crate::rule::Rule;
use crate::scheme_lists::WITH_HOST;
use crate::severity::Severity;
use crate::span::Span;

/// Too few slashes.
pub(super) const SLASHES_MISSING: Rule = Rule {
    id: "slashes-missing",
    title: "not two slashes where the scheme needs a host",
    severity: Severity::Error,
    why: "By the grammar this URI has no host. Browsers and curl insert the slashes and contact the text after them.",
    basis: "RFC 3986 section 3.2.2",
    fires: &["http:evil.example/", "https:/evil.example/", r"http:\\evil.example/"],
    silent: &["http://h/", "mailto:a@h", "file:/etc/motd"],
    mends: true,
    when: Features::HOST_MISSING,
    check: |context| {
        if context.reading.span(Part::Authority).is_none() && context.reading.is_scheme(WITH_HOST) {
            let (span, slashes) = slashes(context);
            let is_before_host = begins_host(context, span.end);
            let span = if span.is_empty() { Span::new(span.start - 1, span.end) } else { span };
            let reported =
                context.report(Part::Path, span, "two slashes have to follow the scheme");
            if slashes < 2 && is_before_host {
                reported.fix(span, if slashes == 0 { "://" } else { "//" });
            }
        }
    },
    ..Rule::BLANK
};

pub(super) const SLASHES_EXTRA: Rule = Rule {
    id: "slashes-extra",
    title: "more than two slashes before the host",
    severity: Severity::Error,
    why: "By the grammar the host is empty and the rest is the path. Browsers drop the additional slashes and \
          contact the text after them.",
    basis: "RFC 3986 section 3.2.2",
    fires: &["http:///evil.example/", "///evil.example/"],
    silent: &["file:///etc/motd", "http://h//a", "foo:///a"],
    mends: true,
    when: Features::HOST_MISSING,
    check: |context| {
        let is_empty = context.reading.span(Part::Authority).is_some_and(Span::is_empty);
        let is_relative = context.reading.span(Part::Scheme).is_none();
        if is_empty && (is_relative || context.reading.is_scheme(WITH_HOST)) {
            let (span, slashes) = slashes(context);
            if slashes > 2 {
                let message = "more than two slashes, of which some readers drop the further ones";
                let is_before_host = begins_host(context, span.end);
                let reported = context.report(Part::Authority, span, message);
                // Whoever writes a path with three slashes may mean the file.
                if !is_relative && is_before_host {
                    reported.fix(span, "//");
                }
            }
        }
    },
    ..Rule::BLANK
};

pub(super) const EMPTY_HOST: Rule = Rule {
    id: "empty-host",
    title: "an authority without a host",
    severity: Severity::Error,
    why: "URIs of this scheme need a host. A program must reject a URI without one, and not guess a host.",
    basis: "RFC 3986 section 3.2.2",
    fires: &["http://:80/", "http://user@/", "http://?q"],
    silent: &["file:///etc/motd", "http://h:80/", "foo:///a"],
    when: Features::HOST_MISSING,
    check: |context| {
        let Some((_, host)) = context.part(Part::Host) else { return };
        let (_, slashes) = slashes(context);
        if host.is_empty() && slashes == 2 && context.reading.is_scheme(WITH_HOST) {
            context.report(Part::Host, host, "this scheme needs a host");
        }
    },
    ..Rule::BLANK
};

/// Text behind the closing bracket.
pub(super) const TEXT_AFTER_BRACKET: Rule = Rule {
    id: "text-after-bracket",
    title: "text between the closing bracket and the port",
    severity: Severity::Error,
    why: "Some readers drop it and contact the address, some contact it (CVE-2025-0938).",
    basis: "RFC 3986 section 3.2.2",
    fires: &["http://[::1]evil.example/", "http://[::1].evil.example:80/"],
    silent: &["http://[::1]:80/", "http://[::1]/evil"],
    when: Features::CUT,
    check: |context| {
        let Some((host, span)) = context.part(Part::Host) else { return };
        let close = host.iter().position(|&byte| byte == b']').filter(|_| host.starts_with(b"["));
        if let Some(close) = close.filter(|close| close + 1 < host.len()) {
            let span = Span::new(span.start + close + 1, span.end);
            context.report(Part::Host, span, "text behind the closing bracket").fix(span, "");
        }
    },
    ..Rule::BLANK
};

/// A zone in an IPv6 address.
pub(super) const IPV6_ZONE: Rule = Rule {
    id: "ipv6-zone",
    title: "a zone in an IPv6 address",
    severity: Severity::Error,
    why: "A zone has a meaning on one machine only, and is not part of a URI. RFC 6874 allowed it for some years; \
          some readers accept it, most refuse it.",
    basis: "RFC 9844 section 4",
    fires: &["http://[fe80::1%25eth0]/", "http://[fe80::1%eth0]/"],
    silent: &["http://[fe80::1]/", "http://h/%25eth0"],
    // An edition may allow a zone; the host is then in brackets.
    when: Features::CUT.and(Features::ADDRESS),
    check: |context| {
        let Some((host, span)) = context.part(Part::Host) else { return };
        let close = host.iter().position(|&byte| byte == b']');
        let percent = host.iter().position(|&byte| byte == b'%');
        if let (Some(b'['), Some(percent), Some(close)) = (host.first(), percent, close)
            && percent < close
        {
            let span = Span::new(span.start + percent, span.start + close);
            context.report(Part::Host, span, "a zone, which means nothing elsewhere").fix(span, "");
        }
    },
    ..Rule::BLANK
};

/// Whether a host may begin at a place.
fn begins_host(context: &Context<'_>, at: usize) -> bool {
    let first = context.bytes().get(at);
    first.is_some_and(|byte| {
        byte.is_ascii_alphanumeric() || !byte.is_ascii() || b"[%".contains(byte)
    })
}

/// The slashes and backslashes where the authority begins, and how many of them there are.
fn slashes(context: &Context<'_>) -> (Span, usize) {
    let start = context.reading.span(Part::Scheme).map_or(0, |scheme| scheme.end + 1);
    let rest = context.bytes().get(start..).unwrap_or_default();
    let count = rest.iter().take_while(|byte| b"/\\".contains(byte)).count();
    (Span::new(start, start + count), count)
}
